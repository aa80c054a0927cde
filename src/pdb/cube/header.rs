//! Header of a table file: its first 512 bytes.
//!
//! The layout is in `docs/file-formats.md`. Bytes not listed there must be zero.

use super::pattern::{CubePattern, PatternError};
use super::rank::{CubeRanker, Order};
use super::spec::{CubeTableForm, CubeTableSpec};
use crate::pdb::Histogram;
use thiserror::Error;

/// Length of a header.
pub const HEADER_BYTES: usize = 512;
/// Offset of the digest; everything before it is digested.
pub const DIGEST_AT: usize = 480;
const MAGIC: [u8; 8] = *b"ADMITPDB";
const VERSION: u32 = 1;
const MADE_AT: usize = 288;

/// Packing of entries into bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Packing {
    /// Four bits per entry, two entries per byte, the lower index in the low bits.
    Nibbles = 0,
    /// Entries modulo 3, five per byte.
    Trits = 1,
}

impl Packing {
    /// Bytes of this many entries.
    pub const fn bytes(self, entries: u64) -> u64 {
        match self {
            Packing::Nibbles => entries.div_ceil(2),
            Packing::Trits => entries.div_ceil(5),
        }
    }
}

/// Description of the contents of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CubeHeader {
    /// The pattern.
    pub pattern: CubePattern,
    /// The order of its states.
    pub order: Order,
    /// The base pattern, if entries are differences to its distances.
    pub base: Option<CubePattern>,
    /// Number of consecutive states that share one entry, their minimum.
    pub factor: u64,
    /// Whether symmetric states share one entry.
    pub symmetric: bool,
    /// Packing of entries.
    pub packing: Packing,
    /// Number of entries.
    pub entries: u64,
    /// Counts of entries by value.
    pub histogram: [u64; 16],
    /// Digest of the source file, or zeros.
    pub source: [u8; 32],
    /// Digest of the base's file, or zeros.
    pub base_source: [u8; 32],
    /// Provenance, cut at 192 bytes.
    pub made: String,
}

/// Error in a header.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// A foreign file.
    #[error(
        "expected the file to begin with \"ADMITPDB\", found {:?}: this is not a table of admit",
        String::from_utf8_lossy(found)
    )]
    Foreign {
        /// The first bytes.
        found: [u8; 8],
    },
    /// An unknown version.
    #[error("expected version 1, found version {found}: written by a newer program?")]
    Version {
        /// The version found.
        found: u32,
    },
    /// An invalid field.
    #[error("expected {expected} at byte {at}, found {found}")]
    Field {
        /// Offset of the field.
        at: usize,
        /// The expected value.
        expected: &'static str,
        /// The actual value.
        found: u64,
    },
    /// The listed cubies are no pattern.
    #[error("the cubies listed at byte {at} do not make a pattern: {why}")]
    Pattern {
        /// Offset of the list.
        at: usize,
        /// The error.
        why: PatternError,
    },
}

impl CubeHeader {
    /// A header for an uncompressed table of distances in block order.
    pub fn exact(pattern: CubePattern, states: u64, histogram: &[u64], made: String) -> CubeHeader {
        let mut counts = [0; 16];
        for (count, &n) in counts.iter_mut().zip(histogram) {
            *count = n;
        }
        CubeHeader {
            pattern,
            order: Order::Block,
            base: None,
            factor: 1,
            symmetric: false,
            packing: Packing::Nibbles,
            entries: states,
            histogram: counts,
            source: [0; 32],
            base_source: [0; 32],
            made,
        }
    }

    /// Provenance of a table: program version and method.
    #[cfg(feature = "tables")]
    pub(super) fn made_by(how: impl std::fmt::Display) -> String {
        format!("admit {}: {how}", env!("CARGO_PKG_VERSION"))
    }

    /// Whether the table holds the exact distance of every state, one entry each.
    pub fn is_exact(&self) -> bool {
        self.is_full() && self.base.is_none()
    }

    /// Whether every state has its own entry with its full value: a distance or a difference.
    pub fn is_full(&self) -> bool {
        self.factor == 1 && !self.symmetric && self.packing == Packing::Nibbles
    }

    /// Bytes of entries.
    pub fn payload(&self) -> u64 {
        self.packing.bytes(self.entries)
    }

    /// Mean value of the entries.
    pub fn mean(&self) -> f64 {
        crate::pdb::histogram::mean(&self.histogram)
    }

    /// Counts of entries by value, up to the largest that occurs.
    pub fn counts(&self) -> Histogram {
        Histogram::new(&self.histogram)
    }

    /// The name of the table: its pattern and form.
    pub fn spec(&self) -> CubeTableSpec {
        let factor = (self.factor > 1).then_some(self.factor);
        let form = match (self.base, factor) {
            _ if self.symmetric => CubeTableForm::Symmetry,
            _ if self.packing == Packing::Trits => CubeTableForm::Modulo3,
            (Some(base), factor) => CubeTableForm::Delta { base, factor },
            (None, Some(factor)) => CubeTableForm::Compressed { factor },
            (None, None) => CubeTableForm::Exact,
        };
        CubeTableSpec {
            pattern: self.pattern,
            form,
        }
    }

    /// Short description of the contents.
    ///
    /// ```
    /// use admit::pdb::cube::{CubeHeader, CubePattern};
    /// let pattern: CubePattern = "6-edge".parse().unwrap();
    /// let mut header = CubeHeader::exact(pattern, 42_577_920, &[], String::new());
    /// assert_eq!(header.what(), "distances");
    /// header.factor = 11;
    /// assert_eq!(header.what(), "minima of 11 distances");
    /// ```
    pub fn what(&self) -> String {
        let value = match (self.base, self.packing) {
            (Some(base), _) => format!("differences to {base}"),
            (None, Packing::Trits) => "distances modulo 3".to_owned(),
            (None, Packing::Nibbles) => "distances".to_owned(),
        };
        match (self.factor, self.symmetric) {
            (1, false) => value,
            (1, true) => format!("{value}, one for each orbit of the 48 symmetries"),
            (factor, _) => format!("minima of {factor} {value}"),
        }
    }

    /// The bytes of this header with this digest.
    pub fn to_bytes(&self, states: u64, digest: &[u8; 32]) -> [u8; HEADER_BYTES] {
        let mut out = [0; HEADER_BYTES];
        let mut put = |at: usize, bytes: &[u8]| out[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &MAGIC);
        put(8, &VERSION.to_le_bytes());
        put(12, &(HEADER_BYTES as u32).to_le_bytes());
        put(
            16,
            &[self.packing as u8, self.order as u8, self.symmetric as u8],
        );
        put_pattern(&mut put, 19, 24, &self.pattern);
        if let Some(base) = &self.base {
            put(21, &[1]);
            put_pattern(&mut put, 22, 44, base);
        }
        put(64, &states.to_le_bytes());
        put(72, &self.entries.to_le_bytes());
        put(80, &self.factor.to_le_bytes());
        put(88, &self.payload().to_le_bytes());
        for (i, n) in self.histogram.iter().enumerate() {
            put(96 + 8 * i, &n.to_le_bytes());
        }
        put(224, &self.source);
        put(256, &self.base_source);
        let room = DIGEST_AT - MADE_AT;
        let cut = (0..=room.min(self.made.len()))
            .rev()
            .find(|&i| self.made.is_char_boundary(i))
            .unwrap_or(0);
        put(MADE_AT, &self.made.as_bytes()[..cut]);
        put(DIGEST_AT, digest);
        out
    }

    /// Parses a header and its number of states.
    ///
    /// Every field is checked against the others.
    ///
    /// # Errors
    ///
    /// The first invalid field.
    pub fn from_bytes(bytes: &[u8; HEADER_BYTES]) -> Result<CubeHeader, HeaderError> {
        let found: [u8; 8] = std::array::from_fn(|i| bytes[i]);
        if found != MAGIC {
            return Err(HeaderError::Foreign { found });
        }
        let version = u32_at(bytes, 8);
        if version != VERSION {
            return Err(HeaderError::Version { found: version });
        }
        expect(
            12,
            "512, the length of the header",
            u32_at(bytes, 12) as u64,
            |n| n == 512,
        )?;
        expect(16, "packing 0 or 1", bytes[16] as u64, |n| n < 2)?;
        let packing = if bytes[16] == 0 {
            Packing::Nibbles
        } else {
            Packing::Trits
        };
        let order = Order::from_code(bytes[17]).ok_or(HeaderError::Field {
            at: 17,
            expected: "an order below 6",
            found: bytes[17] as u64,
        })?;
        expect(18, "0 or 1", bytes[18] as u64, |n| n < 2)?;
        expect(21, "0 or 1", bytes[21] as u64, |n| n < 2)?;
        let pattern = pattern_at(bytes, 19, 24)?;
        let ranker = CubeRanker::with_order(pattern, order)
            .map_err(|why| HeaderError::Pattern { at: 24, why })?;
        let base = if bytes[21] == 1 {
            Some(pattern_at(bytes, 22, 44)?)
        } else {
            let zero = bytes[22..24].iter().chain(&bytes[44..64]).all(|&b| b == 0);
            expect(44, "no base pattern", !zero as u64, |n| n == 0)?;
            None
        };
        let header = CubeHeader {
            pattern,
            order,
            base,
            factor: u64_at(bytes, 80),
            symmetric: bytes[18] == 1,
            packing,
            entries: u64_at(bytes, 72),
            histogram: std::array::from_fn(|i| u64_at(bytes, 96 + 8 * i)),
            source: digest_at(bytes, 224),
            base_source: digest_at(bytes, 256),
            made: made_at(bytes)?,
        };
        header.check_sizes(bytes, ranker.states())?;
        Ok(header)
    }

    fn check_sizes(&self, bytes: &[u8; HEADER_BYTES], states: u64) -> Result<(), HeaderError> {
        expect(
            64,
            "the number of states of the pattern",
            u64_at(bytes, 64),
            |n| n == states,
        )?;
        expect(80, "a factor of at least 1", self.factor, |n| n >= 1)?;
        let plain = self.packing == Packing::Nibbles && self.base.is_none() && self.factor == 1;
        if self.symmetric {
            let fits = plain && super::corner_classes::applies_to(&self.pattern);
            expect(18, "1 for a plain 8-corner table only", fits as u64, |n| {
                n == 1
            })?;
            expect(72, "1841970 entries, one an orbit", self.entries, |n| {
                n == 1_841_970
            })?;
        } else {
            let wanted = states.div_ceil(self.factor);
            expect(72, "the states divided by the factor", self.entries, |n| {
                n == wanted
            })?;
        }
        if self.symmetric || self.packing == Packing::Trits {
            expect(17, "order 0", self.order as u64, |n| n == 0)?;
        }
        if self.packing == Packing::Trits {
            expect(80, "factor 1 with packing 1", self.factor, |n| n == 1)?;
            expect(
                21,
                "no base with packing 1",
                self.base.is_some() as u64,
                |n| n == 0,
            )?;
        }
        if let Some(base) = &self.base {
            let inside = self.pattern.contains(base);
            expect(44, "a base inside the pattern", inside as u64, |n| n == 1)?;
        }
        let payload = self.payload();
        expect(
            88,
            "the bytes that the entries take",
            u64_at(bytes, 88),
            |n| n == payload,
        )?;
        // Sixteen 64-bit counts cannot overflow 128 bits.
        let counted: u128 = self.histogram.iter().map(|&n| n as u128).sum();
        let all = counted == self.entries as u128;
        expect(96, "counts that add up to the entries", all as u64, |n| {
            n == 1
        })
    }
}

fn put_pattern(put: &mut impl FnMut(usize, &[u8]), counts: usize, lists: usize, p: &CubePattern) {
    put(counts, &[p.corners().len() as u8, p.edges().len() as u8]);
    put(lists, p.corners());
    put(lists + 8, p.edges());
}

fn pattern_at(
    bytes: &[u8; HEADER_BYTES],
    counts: usize,
    lists: usize,
) -> Result<CubePattern, HeaderError> {
    let (corners, edges) = (bytes[counts] as usize, bytes[counts + 1] as usize);
    expect(counts, "at most 8 corners", corners as u64, |n| n <= 8)?;
    expect(counts + 1, "at most 12 edges", edges as u64, |n| n <= 12)?;
    let unused = bytes[lists + corners..lists + 8]
        .iter()
        .chain(&bytes[lists + 8 + edges..lists + 20]);
    let stray = unused.copied().find(|&b| b != 0).unwrap_or(0);
    expect(lists, "zeros behind the listed cubies", stray as u64, |n| {
        n == 0
    })?;
    CubePattern::new(
        &bytes[lists..lists + corners],
        &bytes[lists + 8..lists + 8 + edges],
    )
    .map_err(|why| HeaderError::Pattern { at: lists, why })
}

fn made_at(bytes: &[u8; HEADER_BYTES]) -> Result<String, HeaderError> {
    let field = &bytes[MADE_AT..DIGEST_AT];
    let end = field.iter().position(|&b| b == 0).unwrap_or(field.len());
    let stray = field[end..].iter().copied().find(|&b| b != 0).unwrap_or(0);
    expect(MADE_AT, "zeros behind the text", stray as u64, |n| n == 0)?;
    std::str::from_utf8(&field[..end])
        .map(str::to_owned)
        .map_err(|e| HeaderError::Field {
            at: MADE_AT + e.valid_up_to(),
            expected: "UTF-8 text",
            found: field[e.valid_up_to()] as u64,
        })
}

fn expect(
    at: usize,
    expected: &'static str,
    found: u64,
    holds: impl Fn(u64) -> bool,
) -> Result<(), HeaderError> {
    if holds(found) {
        return Ok(());
    }
    Err(HeaderError::Field {
        at,
        expected,
        found,
    })
}

fn u32_at(bytes: &[u8; HEADER_BYTES], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

fn u64_at(bytes: &[u8; HEADER_BYTES], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

fn digest_at(bytes: &[u8; HEADER_BYTES], at: usize) -> [u8; 32] {
    std::array::from_fn(|i| bytes[at + i])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> CubeHeader {
        let pattern: CubePattern = "corners:URF,DBL+edges:UF,BR,DL".parse().unwrap();
        let states = CubeRanker::new(pattern).unwrap().states();
        let mut header = CubeHeader::exact(pattern, states, &[1, states - 1], "by hand".to_owned());
        header.base = Some("edges:BR".parse().unwrap());
        header.source = [7; 32];
        header
    }

    #[test]
    fn text_round_trips() {
        let header = sample();
        let states = header.entries;
        assert_eq!(
            CubeHeader::from_bytes(&header.to_bytes(states, &[0; 32])),
            Ok(header)
        );
    }

    #[test]
    fn long_provenance_is_cut_at_a_character() {
        let mut header = sample();
        header.made = "é".repeat(150);
        let read = CubeHeader::from_bytes(&header.to_bytes(header.entries, &[0; 32])).unwrap();
        assert_eq!(read.made, "é".repeat(96));
    }

    #[test]
    fn fields_must_agree_with_each_other() {
        let header = sample();
        let good = header.to_bytes(header.entries, &[0; 32]);
        for at in [
            0, 8, 12, 16, 17, 18, 19, 20, 21, 22, 24, 31, 63, 64, 72, 80, 88, 96, 470,
        ] {
            let mut bad = good;
            bad[at] ^= 0x81;
            assert!(CubeHeader::from_bytes(&bad).is_err(), "byte {at}");
        }
    }
}
