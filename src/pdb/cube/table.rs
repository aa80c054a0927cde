//! Cube tables in memory: entries by rank or by state.
//!
//! Its [`CubeHeader`] describes the entries; the bytes are owned or mapped from a file.

use super::corner_classes::CornerClasses;
use super::header::{CubeHeader, Packing};
use super::mod3::{TRITS_PER_BYTE, unpack_trit};
use super::pattern::AbstractState;
use super::rank::CubeRanker;
use memmap2::Mmap;
use std::ops::Deref;

/// Bytes of a table.
#[derive(Debug)]
pub(super) enum Bytes {
    Owned(Vec<u8>),
    /// A mapped file; the entries follow the header.
    Mapped(Mmap, usize),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(map, from) => &map[*from..],
        }
    }
}

/// A table of distances, bounds, differences or remainders.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::cube::{CubePattern, CubeTable};
/// use admit::space::cube::parse_state;
/// let pattern: CubePattern = "4-edge".parse().unwrap();
/// let table = CubeTable::build(pattern, &Options::default()).unwrap();
/// let state = pattern.project(&parse_state("R U F").unwrap());
/// assert_eq!(table.value(&state), 3);
/// ```
#[derive(Debug)]
pub struct CubeTable {
    pub(super) header: CubeHeader,
    pub(super) ranker: CubeRanker,
    pub(super) bytes: Bytes,
    pub(super) digest: Option<[u8; 32]>,
}

impl CubeTable {
    /// Builds the exact table of a pattern; see [`build`](super::build).
    ///
    /// # Errors
    ///
    /// As [`build`](super::build).
    pub fn build(
        pattern: super::CubePattern,
        options: &crate::files::Options<'_>,
    ) -> Result<CubeTable, super::BuildError> {
        let built = super::build(pattern, options)?;
        let ranker = CubeRanker::new(pattern)?;
        let made = CubeHeader::made_by(format_args!("built {pattern}"));
        let header = CubeHeader::exact(pattern, ranker.states(), &built.histogram, made);
        Ok(CubeTable::from_parts(header, ranker, built.nibbles))
    }

    pub(super) fn from_parts(header: CubeHeader, ranker: CubeRanker, bytes: Vec<u8>) -> CubeTable {
        debug_assert_eq!(header.payload(), bytes.len() as u64);
        CubeTable {
            header,
            ranker,
            bytes: Bytes::Owned(bytes),
            digest: None,
        }
    }

    /// The header.
    pub fn header(&self) -> &CubeHeader {
        &self.header
    }

    /// The ranker in the order of this table.
    pub fn ranker(&self) -> &CubeRanker {
        &self.ranker
    }

    /// The packed entries.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Digest of the file that the table was read from or written to, if any.
    pub fn digest(&self) -> Option<[u8; 32]> {
        self.digest
    }

    /// Entry number `i`.
    ///
    /// # Panics
    ///
    /// If there is no such entry.
    pub fn entry(&self, i: u64) -> u8 {
        match self.header.packing {
            Packing::Nibbles => nibble(&self.bytes, i),
            Packing::Trits => unpack_trit(
                self.bytes[(i / TRITS_PER_BYTE) as usize],
                i % TRITS_PER_BYTE,
            ),
        }
    }

    /// The index of the entry of a state.
    pub fn entry_of(&self, state: &AbstractState) -> u64 {
        if self.header.symmetric {
            return CornerClasses::get().orbit(&self.header.pattern, state) as u64;
        }
        self.ranker.rank(state) / self.header.factor
    }

    /// The entry of a state: its distance, a lower bound, a difference or a remainder; see
    /// [`CubeHeader::what`].
    pub fn value(&self, state: &AbstractState) -> u8 {
        self.entry(self.entry_of(state))
    }

    /// Memory in bytes that lookups need besides the entries.
    pub fn index_bytes(&self) -> usize {
        let by_classes = self.header.order == super::Order::Symmetry
            && super::corner_classes::applies_to(&self.header.pattern);
        if self.header.symmetric || by_classes {
            return CornerClasses::get().bytes();
        }
        0
    }
}

/// Entry `i` of entries of four bits.
#[inline]
pub(crate) fn nibble(bytes: &[u8], i: u64) -> u8 {
    bytes[(i / 2) as usize] >> (4 * (i % 2)) & 15
}
