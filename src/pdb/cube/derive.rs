//! Derived tables: min-compressed, differences, remainders modulo 3, one entry per symmetry class;
//! and sums, the inverse of differences.

use super::corner_classes::{self, CornerClasses};
use super::header::{CubeHeader, Packing};
use super::mod3::pack_trits;
use super::pattern::{AbstractState, CubePattern, PatternError};
use super::rank::{CubeRanker, Order};
use super::reorder::ToBlock;
use super::table::{CubeTable, nibble};
use crate::files::Options;
use crate::pdb::{compressed_len, run_minimum};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// Error of a table that cannot be derived from another.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeriveError {
    /// The source must be a full table of distances.
    #[error("expected an uncompressed table of distances of {pattern}, found {what}")]
    NotExact {
        /// The pattern of the source.
        pattern: CubePattern,
        /// Its contents.
        what: String,
    },
    /// A factor of 0.
    #[error("a table is compressed by a factor of at least 1")]
    Factor,
    /// The order does not support this pattern.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A base that is no subpattern.
    #[error(
        "a difference needs a base inside the pattern: {base} has cubies that {pattern} does not track"
    )]
    NotInside {
        /// The larger pattern.
        pattern: CubePattern,
        /// The base.
        base: CubePattern,
    },
    /// The base is larger somewhere, so one of the two is not a distance table.
    #[error(
        "the base exceeds the large table at state {0}: one of them is not a table of distances"
    )]
    BaseExceeds(u64),
    /// Symmetry reduction of another pattern.
    #[error("only a table of all eight corners is reduced by the 48 symmetries, not {0}")]
    NoSymmetry(CubePattern),
    /// Another base than that of the differences.
    #[error("the differences were taken to {expected}, not to {found}")]
    OtherBase {
        /// Base that the table states.
        expected: CubePattern,
        /// Base that was given.
        found: CubePattern,
    },
    /// The table holds no differences.
    #[error("{0} holds no differences")]
    NoDifferences(CubePattern),
}

const CHUNK: usize = 1 << 14;

/// Fills bytes in parallel; `byte` returns byte `i`.
fn fill(
    len: u64,
    (stage, options): (&str, &Options<'_>),
    byte: impl Fn(u64) -> u8 + Sync,
) -> Vec<u8> {
    let mut out = vec![0; len as usize];
    let done = AtomicU64::new(0);
    out.par_chunks_mut(CHUNK)
        .enumerate()
        .for_each(|(c, chunk)| {
            for (i, b) in chunk.iter_mut().enumerate() {
                *b = byte((c * CHUNK + i) as u64);
            }
            let before = done.fetch_add(chunk.len() as u64, Ordering::Relaxed);
            let now = before + chunk.len() as u64;
            options.progress.report(stage, now, len);
        });
    out
}

/// Fills four-bit entries in parallel.
pub(super) fn fill_nibbles(
    entries: u64,
    stage: (&str, &Options<'_>),
    entry: impl Fn(u64) -> u8 + Sync,
) -> Vec<u8> {
    fill(entries.div_ceil(2), stage, |b| {
        let low = entry(2 * b);
        let high = if 2 * b + 1 < entries {
            entry(2 * b + 1)
        } else {
            0
        };
        low | high << 4
    })
}

/// Counts of entries by value.
pub(super) fn count_nibbles(bytes: &[u8], entries: u64) -> [u64; 16] {
    let pairs = (entries / 2) as usize;
    let by_byte = bytes[..pairs]
        .par_chunks(1 << 20)
        .map(|chunk| {
            let mut counts = [0_u64; 256];
            for &b in chunk {
                counts[b as usize] += 1;
            }
            counts
        })
        .reduce(|| [0; 256], |a, b| std::array::from_fn(|i| a[i] + b[i]));
    let mut counts = [0; 16];
    for (byte, n) in by_byte.into_iter().enumerate() {
        counts[byte & 15] += n;
        counts[byte >> 4] += n;
    }
    if entries % 2 == 1 {
        counts[nibble(bytes, entries - 1) as usize] += 1;
    }
    counts
}

impl CubeTable {
    /// Checks for a full table in block order, of distances or, if allowed, of `differences`.
    fn expect_full(&self, differences: bool) -> Result<(), DeriveError> {
        let header = &self.header;
        let fits = header.is_exact() || (differences && header.is_full());
        if fits && header.order == Order::Block {
            return Ok(());
        }
        Err(DeriveError::NotExact {
            pattern: header.pattern,
            what: format!("{} in order {}", header.what(), header.order),
        })
    }

    /// Min-compression: the minimum of every `factor` consecutive states in the given order.
    ///
    /// # Errors
    ///
    /// If this is not an uncompressed table in block order, of distances or of differences; if the
    /// factor is 0; if the order does not support this pattern.
    ///
    /// ```
    /// use admit::files::Options;
    /// use admit::pdb::cube::{Order, CubePattern, CubeTable};
    /// let pattern: CubePattern = "4-edge".parse().unwrap();
    /// let exact = CubeTable::build(pattern, &Options::default()).unwrap();
    /// let small = exact.compress(7, Order::Hog2, &Options::default()).unwrap();
    /// assert!(small.value(&pattern.goal()) == 0);
    /// assert!(small.header().mean() < exact.header().mean());
    /// ```
    pub fn compress(
        &self,
        factor: u64,
        order: Order,
        options: &Options<'_>,
    ) -> Result<CubeTable, DeriveError> {
        self.expect_full(true)?;
        if factor == 0 {
            return Err(DeriveError::Factor);
        }
        let states = self.ranker.states();
        let ranker = CubeRanker::with_order(self.header.pattern, order)?;
        let map = ToBlock::new(&ranker);
        let entries = compressed_len(states, factor);
        let bytes = fill_nibbles(entries, ("compressing", options), |e| {
            run_minimum(states, factor, e, |i| nibble(&self.bytes, map.get(i)))
        });
        let header = CubeHeader {
            order,
            factor,
            entries,
            histogram: count_nibbles(&bytes, entries),
            ..self.derived_header(&format!("minimum of each {factor} in order {order}"))
        };
        drop(map);
        Ok(CubeTable::from_parts(header, ranker, bytes))
    }

    /// A header like this one, with this table as its source.
    fn derived_header(&self, how: &str) -> CubeHeader {
        CubeHeader {
            source: self.digest.unwrap_or_default(),
            made: CubeHeader::made_by(format_args!("{how} of {}", self.header.pattern)),
            ..self.header.clone()
        }
    }

    /// The differences of this table to the table of a subpattern.
    ///
    /// # Errors
    ///
    /// If either is not an uncompressed table of distances in block order, if the base is no
    /// subpattern, or if it exceeds this table anywhere.
    ///
    /// ```
    /// use admit::files::Options;
    /// use admit::pdb::cube::{CubePattern, CubeTable};
    /// use admit::space::cube::parse_state;
    /// let [large, base]: [CubeTable; 2] = ["5-edge", "4-edge"]
    ///     .map(|p| CubeTable::build(p.parse().unwrap(), &Options::default()).unwrap());
    /// let delta = large.minus(&base, &Options::default()).unwrap();
    /// let cube = parse_state("R U F D2 L").unwrap();
    /// let ask = |t: &CubeTable| t.value(&t.header().pattern.project(&cube));
    /// assert_eq!(ask(&delta) + ask(&base), ask(&large));
    /// ```
    pub fn minus(&self, base: &CubeTable, options: &Options<'_>) -> Result<CubeTable, DeriveError> {
        self.expect_full(false)?;
        base.expect_full(false)?;
        let inside = Inside::new(&self.ranker, &base.ranker)?;
        let exceeds = AtomicU64::new(u64::MAX);
        let bytes = fill_nibbles(self.ranker.states(), ("subtracting", options), |i| {
            let (large, small) = (nibble(&self.bytes, i), nibble(&base.bytes, inside.get(i)));
            large.checked_sub(small).unwrap_or_else(|| {
                exceeds.fetch_min(i, Ordering::Relaxed);
                0
            })
        });
        if exceeds.load(Ordering::Relaxed) != u64::MAX {
            return Err(DeriveError::BaseExceeds(exceeds.into_inner()));
        }
        let header = CubeHeader {
            base: Some(base.header.pattern),
            histogram: count_nibbles(&bytes, self.header.entries),
            base_source: base.digest.unwrap_or_default(),
            ..self.derived_header(&format!("difference to {}", base.header.pattern))
        };
        Ok(CubeTable::from_parts(header, self.ranker.clone(), bytes))
    }

    /// The inverse of [`CubeTable::minus`]: differences plus base.
    ///
    /// # Errors
    ///
    /// If this table holds no uncompressed differences, or if `base` is another one than theirs.
    pub fn plus(&self, base: &CubeTable, options: &Options<'_>) -> Result<CubeTable, DeriveError> {
        let pattern = self.header.pattern;
        let expected = self
            .header
            .base
            .ok_or(DeriveError::NoDifferences(pattern))?;
        self.expect_full(true)?;
        base.expect_full(false)?;
        if expected != base.header.pattern {
            return Err(DeriveError::OtherBase {
                expected,
                found: base.header.pattern,
            });
        }
        let inside = Inside::new(&self.ranker, &base.ranker)?;
        let bytes = fill_nibbles(self.ranker.states(), ("adding", options), |i| {
            (nibble(&self.bytes, i) + nibble(&base.bytes, inside.get(i))) & 15
        });
        let header = CubeHeader {
            base: None,
            histogram: count_nibbles(&bytes, self.header.entries),
            base_source: [0; 32],
            ..self.derived_header(&format!("sum with {expected}"))
        };
        Ok(CubeTable::from_parts(header, self.ranker.clone(), bytes))
    }

    /// The distances modulo 3, five per byte.
    ///
    /// # Errors
    ///
    /// If this is not an uncompressed table of distances in block order.
    pub fn modulo3(&self, options: &Options<'_>) -> Result<CubeTable, DeriveError> {
        self.expect_full(false)?;
        let states = self.ranker.states();
        let bytes = fill(Packing::Trits.bytes(states), ("packing", options), |b| {
            let mut remainders = [0; 5];
            for (r, i) in remainders.iter_mut().zip(5 * b..states) {
                *r = nibble(&self.bytes, i) % 3;
            }
            pack_trits(&remainders)
        });
        let mut histogram = [0; 16];
        for (d, n) in self.header.histogram.iter().enumerate() {
            histogram[d % 3] += n;
        }
        let header = CubeHeader {
            packing: Packing::Trits,
            histogram,
            ..self.derived_header("remainders modulo 3")
        };
        Ok(CubeTable::from_parts(header, self.ranker.clone(), bytes))
    }

    /// The table of all eight corners with one entry for each orbit of the 48 symmetries: 1,841,970
    /// entries, without loss.
    ///
    /// # Errors
    ///
    /// If this is not an uncompressed table of distances of all eight corners.
    pub fn reduce_by_symmetry(&self, options: &Options<'_>) -> Result<CubeTable, DeriveError> {
        self.expect_full(false)?;
        let pattern = self.header.pattern;
        if !corner_classes::applies_to(&pattern) {
            return Err(DeriveError::NoSymmetry(pattern));
        }
        let classes = CornerClasses::get();
        let states: Vec<AbstractState> = classes.representatives(pattern).collect();
        let entries = classes.orbits() as u64;
        let bytes = fill_nibbles(entries, ("reducing", options), |i| {
            self.value(&states[i as usize])
        });
        let header = CubeHeader {
            symmetric: true,
            entries,
            histogram: count_nibbles(&bytes, entries),
            ..self.derived_header("reduced by symmetry")
        };
        Ok(CubeTable::from_parts(header, self.ranker.clone(), bytes))
    }
}

/// Maps ranks of states to ranks of their projections to a subpattern.
///
/// Arrangements and orientations project independently, so both maps are tabulated.
pub(super) struct Inside {
    orientations: u64,
    inner_orientations: u64,
    arrangement: Vec<u32>,
    orientation: Vec<u32>,
}

impl Inside {
    pub(super) fn new(large: &CubeRanker, inner: &CubeRanker) -> Result<Inside, DeriveError> {
        let (pattern, base) = (large.pattern(), inner.pattern());
        if !pattern.contains(&base) {
            return Err(DeriveError::NotInside { pattern, base });
        }
        let (o, inner_o) = (large.orientations(), inner.orientations());
        let see = |i: u64| {
            let seen = pattern.restrict(&large.state(i), &base);
            inner.rank(&seen.expect("the base is inside"))
        };
        Ok(Inside {
            orientations: o,
            inner_orientations: inner_o,
            arrangement: (0..large.arrangements())
                .into_par_iter()
                .map(|a| (see(a * o) / inner_o) as u32)
                .collect(),
            orientation: (0..o).map(|i| (see(i) % inner_o) as u32).collect(),
        })
    }

    pub(super) fn get(&self, i: u64) -> u64 {
        let (a, o) = (i / self.orientations, i % self.orientations);
        self.arrangement[a as usize] as u64 * self.inner_orientations
            + self.orientation[o as usize] as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_skips_an_unused_half_byte() {
        let entries = [3_u8, 1, 3, 15, 0];
        let bytes = fill_nibbles(5, ("", &Options::default()), |i| entries[i as usize]);
        let counts = count_nibbles(&bytes, 5);
        assert_eq!((counts[0], counts[1], counts[3], counts[15]), (1, 1, 2, 1));
    }
}
