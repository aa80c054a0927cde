//! Proof of a table, independent of its construction.
//!
//! A function on the states of a pattern is the distance to the goal if and only if it is 0 at the
//! goal alone, no neighbour of a state is closer by more than one, and every other state has a
//! neighbour closer by exactly one. (Following such neighbours reaches the goal in as many steps as
//! the value, and no path is shorter, since a step changes the value by at most one.) Moves are
//! invertible, so both conditions on neighbours are: the minimum over the 18 neighbours is one less
//! than the value. This is checked for every state.
//!
//! Derived tables are compared, entry by entry, with those derived from distances that are rebuilt
//! and proved first.

use super::blocks::Blocks;
use super::build::BuildError;
use super::corner_classes::CornerClasses;
use super::derive::DeriveError;
use super::header::Packing;
use super::mod3::TRITS_PER_BYTE;
use super::rank::Order;
use super::reorder::into_block_order;
use super::table::{CubeTable, nibble};
use crate::files::Options;
use crate::pdb::proved::{Proof, ProofMethod, Proved};
use crate::space::cube::Move;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// Reason why a table is not proved: an error in it, or a lack of memory.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CubeProofError {
    /// A state that is not the goal has value 0.
    #[error("state {state} has value 0, but the goal is state {goal}")]
    SecondGoal {
        /// Rank of the state.
        state: u64,
        /// Rank of the goal.
        goal: u64,
    },
    /// The goal has another value than 0.
    #[error("the goal, state {goal}, has value {value}")]
    Goal {
        /// Rank of the goal.
        goal: u64,
        /// Its value.
        value: u8,
    },
    /// A neighbour is too close, or none is close enough.
    #[error(
        "state {state} has value {value}, but the smallest value among its neighbours is {nearest}, not {}",
        value - 1
    )]
    Neighbours {
        /// Rank of the first wrong state.
        state: u64,
        /// Its value.
        value: u8,
        /// The smallest value among its neighbours.
        nearest: u8,
    },
    /// An entry of a derived table is wrong.
    #[error("entry {entry} is {found}, expected {expected}")]
    Entry {
        /// Index of the first wrong entry.
        entry: u64,
        /// Its value.
        found: u8,
        /// The value derived from the distances.
        expected: u8,
    },
    /// The header's counts differ from those of the entries.
    #[error("the header counts {stated} entries of value {value}, there are {found}")]
    Histogram {
        /// The value.
        value: usize,
        /// Count in the header.
        stated: u64,
        /// Count of the entries.
        found: u64,
    },
    /// Bits behind the last entry, or an invalid byte.
    #[error("byte {at} of the entries is {found}: it has bits that belong to no entry")]
    Padding {
        /// Index of the byte.
        at: u64,
        /// Its value.
        found: u8,
    },
    /// The distances for comparison could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The table for comparison could not be derived.
    #[error(transparent)]
    Derive(#[from] DeriveError),
}

impl CubeTable {
    /// Proves that the table is as its header states.
    ///
    /// Only derived tables need memory, for rebuilt distances.
    ///
    /// # Errors
    ///
    /// The first error. The table is dropped; [`proof`](CubeTable::proof) only borrows it.
    ///
    /// ```
    /// use admit::files::Options;
    /// use admit::pdb::cube::{CubePattern, CubeTable};
    /// let pattern: CubePattern = "4-edge".parse().unwrap();
    /// let table = CubeTable::build(pattern, &Options::default()).unwrap();
    /// let table = table.prove(&Options::default()).unwrap();
    /// assert_eq!(table.proof().successors, 18 * 190_080);
    /// assert_eq!(table.value(&pattern.goal()), 0);
    /// ```
    pub fn prove(self, options: &Options<'_>) -> Result<Proved<CubeTable>, CubeProofError> {
        Arc::new(self).prove_shared(options)
    }

    /// Proves a shared table; see [`prove`](CubeTable::prove).
    ///
    /// # Errors
    ///
    /// As [`prove`](CubeTable::prove).
    pub fn prove_shared(
        self: &Arc<Self>,
        options: &Options<'_>,
    ) -> Result<Proved<CubeTable>, CubeProofError> {
        Ok(Proved::new(self.clone(), self.proof(options)?))
    }

    /// Carries out the proof and returns its summary.
    ///
    /// # Errors
    ///
    /// As [`prove`](CubeTable::prove).
    pub fn proof(&self, options: &Options<'_>) -> Result<Proof, CubeProofError> {
        self.check_padding()?;
        self.check_histogram()?;
        if self.header.symmetric {
            return self.check_orbits(options);
        }
        if !self.header.is_exact() {
            return self.check_against_distances(options);
        }
        let states = self.ranker.states();
        if self.header.order == Order::Block {
            check_distances(&self.bytes, self.header.pattern, options)?;
        } else {
            let block = into_block_order(&self.bytes, &self.ranker, &options.silent());
            check_distances(&block, self.header.pattern, options)?;
        }
        Ok(Proof {
            method: ProofMethod::Successors,
            entries: states,
            successors: 18 * states,
        })
    }

    /// Equal tables have equal bytes: padding must be zero.
    fn check_padding(&self) -> Result<(), CubeProofError> {
        let (entries, last) = (self.header.entries, self.bytes.len() - 1);
        let stray = match self.header.packing {
            Packing::Nibbles => (entries % 2 == 1 && self.bytes[last] > 15).then_some(last),
            Packing::Trits => {
                let used = entries - last as u64 * TRITS_PER_BYTE;
                let past_last = self.bytes[last] as u32 >= 3_u32.pow(used as u32);
                let past_all = self.bytes.iter().position(|&b| b >= 243);
                past_all.or(past_last.then_some(last))
            }
        };
        match stray {
            None => Ok(()),
            Some(at) => Err(CubeProofError::Padding {
                at: at as u64,
                found: self.bytes[at],
            }),
        }
    }

    fn check_histogram(&self) -> Result<(), CubeProofError> {
        let mut found = [0; 16];
        match self.header.packing {
            Packing::Nibbles => {
                found = super::derive::count_nibbles(&self.bytes, self.header.entries);
            }
            Packing::Trits => {
                for i in 0..self.header.entries {
                    found[self.entry(i) as usize] += 1;
                }
            }
        }
        for (value, (&stated, found)) in self.header.histogram.iter().zip(found).enumerate() {
            if stated != found {
                return Err(CubeProofError::Histogram {
                    value,
                    stated,
                    found,
                });
            }
        }
        Ok(())
    }

    /// The conditions on distances, for one representative of each orbit: symmetric states have
    /// symmetric neighbours.
    fn check_orbits(&self, options: &Options<'_>) -> Result<Proof, CubeProofError> {
        let classes = CornerClasses::get();
        let pattern = self.header.pattern;
        let states: Vec<_> = classes.representatives(pattern).collect();
        let value = |s: &_| nibble(&self.bytes, classes.orbit(&pattern, s) as u64);
        let goal = classes.orbit(&pattern, &pattern.goal()) as u64;
        let done = AtomicU64::new(0);
        let wrong = states
            .par_iter()
            .enumerate()
            .map(|(i, s)| {
                if i % 1024 == 0 {
                    let before = done.fetch_add(1024, Ordering::Relaxed);
                    let total = states.len() as u64;
                    options.progress.report("proving", before.min(total), total);
                }
                let neighbours = Move::ALL.map(|m| value(&pattern.apply(s, m)));
                let nearest = neighbours.into_iter().min().expect("18 neighbours");
                judge(i as u64, goal, value(s), nearest)
            })
            .find_first(Option::is_some)
            .flatten();
        match wrong {
            Some(wrong) => Err(wrong),
            None => Ok(Proof {
                method: ProofMethod::Orbits,
                entries: self.header.entries,
                successors: 18 * self.header.entries,
            }),
        }
    }

    fn check_against_distances(&self, options: &Options<'_>) -> Result<Proof, CubeProofError> {
        let pattern = self.header.pattern;
        let exact = CubeTable::build(pattern, options)?;
        check_distances(&exact.bytes, pattern, options)?;
        let wanted = match (self.header.base, self.header.packing) {
            (Some(base), _) => {
                let base = CubeTable::build(base, &options.silent())?;
                check_distances(&base.bytes, base.header.pattern, &options.silent())?;
                exact.minus(&base, options)?
            }
            (None, Packing::Trits) => exact.modulo3(options)?,
            (None, Packing::Nibbles) => exact,
        };
        let wanted = if self.header.factor == 1 && self.header.order == Order::Block {
            wanted
        } else {
            wanted.compress(self.header.factor, self.header.order, options)?
        };
        let entries = self.header.entries;
        let wrong = (0..entries)
            .into_par_iter()
            .find_first(|&i| self.entry(i) != wanted.entry(i));
        match wrong {
            Some(entry) => Err(CubeProofError::Entry {
                entry,
                found: self.entry(entry),
                expected: wanted.entry(entry),
            }),
            None => Ok(Proof {
                method: ProofMethod::Rebuilt,
                entries,
                successors: 18 * self.ranker.states(),
            }),
        }
    }
}

fn judge(state: u64, goal: u64, value: u8, nearest: u8) -> Option<CubeProofError> {
    match (state == goal, value) {
        (true, 0) => None,
        (true, value) => Some(CubeProofError::Goal { goal, value }),
        (false, 0) => Some(CubeProofError::SecondGoal { state, goal }),
        (false, value) if nearest == value - 1 => None,
        (false, value) => Some(CubeProofError::Neighbours {
            state,
            value,
            nearest,
        }),
    }
}

/// Proves that four-bit entries in block order are the distances of a pattern.
fn check_distances(
    bytes: &[u8],
    pattern: super::CubePattern,
    options: &Options<'_>,
) -> Result<(), CubeProofError> {
    let blocks = Blocks::new(pattern).map_err(BuildError::from)?;
    let run = blocks.tails() * blocks.orientations();
    let goal = blocks.ranker().rank(&pattern.goal());
    let done = AtomicU64::new(0);
    let wrong = (0..blocks.heads())
        .into_par_iter()
        .map_init(
            || [vec![0_u8; run], vec![0; run], vec![0; run]],
            |[own, near, nearest], head| {
                nearest.fill(u8::MAX);
                for m in blocks.head_moves(head) {
                    unpack(bytes, m.head * run, near);
                    for (constant, pairs) in m.tails.runs() {
                        take_minima(&blocks, constant + m.constant, pairs, near, nearest);
                    }
                }
                unpack(bytes, head * run, own);
                let before = done.fetch_add(run as u64, Ordering::Relaxed);
                let states = blocks.ranker().states();
                options
                    .progress
                    .report("proving", before + run as u64, states);
                // Most runs are right except perhaps at the goal: check entries one by one only if
                // the quick comparison fails.
                let suspect = own
                    .iter()
                    .zip(&*nearest)
                    .any(|(&v, &n)| v != n.wrapping_add(1));
                if !suspect {
                    return None;
                }
                let mut states = own.iter().zip(&*nearest).enumerate();
                states.find_map(|(i, (&v, &n))| judge((head * run + i) as u64, goal, v, n))
            },
        )
        .find_first(Option::is_some)
        .flatten();
    wrong.map_or(Ok(()), Err)
}

/// Lowers `nearest` to the values of `near`, permuted by a constant.
fn take_minima(
    blocks: &Blocks,
    constant: usize,
    pairs: &[(u16, u16)],
    near: &[u8],
    nearest: &mut [u8],
) {
    let (low, size) = (blocks.low(), blocks.orientations());
    let rows = blocks.row_map(constant / low);
    let inside = blocks.low_map(constant % low);
    for &(to, at) in pairs {
        let to = &mut nearest[to as usize * size..][..size];
        let at = &near[at as usize * size..][..size];
        for (to, &row) in to.chunks_exact_mut(low).zip(rows) {
            let at = &at[row as usize * low..][..low];
            if constant.is_multiple_of(low) {
                for (t, &a) in to.iter_mut().zip(at) {
                    *t = (*t).min(a);
                }
            } else {
                for (t, &i) in to.iter_mut().zip(inside) {
                    *t = (*t).min(at[i as usize]);
                }
            }
        }
    }
}

/// Entries `first..first + out.len()`, one per byte.
fn unpack(bytes: &[u8], first: usize, out: &mut [u8]) {
    let odd = first % 2;
    if odd == 1 {
        out[0] = bytes[first / 2] >> 4;
    }
    let (pairs, last) = out[odd..].as_chunks_mut::<2>();
    let from = &bytes[first.div_ceil(2)..];
    for (pair, &byte) in pairs.iter_mut().zip(from) {
        *pair = [byte & 15, byte >> 4];
    }
    if let [last] = last {
        *last = from[pairs.len()] & 15;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::cube::CubePattern;

    fn table(pattern: &str) -> CubeTable {
        CubeTable::build(pattern.parse().unwrap(), &Options::default()).unwrap()
    }

    /// Every possible change of a single entry is found.
    #[test]
    fn every_wrong_entry_is_found() {
        let good = table("corners:URF,DBL");
        let pattern: CubePattern = good.header.pattern;
        assert!(check_distances(&good.bytes, pattern, &Options::default()).is_ok());
        for i in 0..good.ranker.states() {
            for change in 1..16 {
                let mut bytes = good.bytes.to_vec();
                bytes[i as usize / 2] ^= change << (4 * (i % 2));
                assert!(
                    check_distances(&bytes, pattern, &Options::default()).is_err(),
                    "{i} {change}"
                );
            }
        }
    }

    #[test]
    fn the_smallest_wrong_state_is_named() {
        let good = table("4-edge");
        let mut bytes = good.bytes.to_vec();
        bytes[500] ^= 0x30;
        bytes[90_000] ^= 0x03;
        let said = check_distances(&bytes, good.header.pattern, &Options::default()).unwrap_err();
        let CubeProofError::Neighbours { state, .. } = said else {
            panic!("{said}");
        };
        assert!(state <= 1001);
    }

    #[test]
    fn unpacking_starts_and_ends_anywhere() {
        let bytes = [0x10, 0x32, 0x54];
        for first in 0..6 {
            for len in 1..=6 - first {
                let mut out = vec![0; len];
                unpack(&bytes, first, &mut out);
                let wanted: Vec<u8> = (first as u8..).take(len).collect();
                assert_eq!(out, wanted);
            }
        }
    }

    #[test]
    fn sums_undo_differences() {
        let (large, base) = (table("edges:UR,UF,FR"), table("edges:FR,UR"));
        let delta = large.minus(&base, &Options::default()).unwrap();
        assert_eq!(
            delta.plus(&base, &Options::default()).unwrap().bytes(),
            large.bytes()
        );
        assert!(delta.prove(&Options::default()).is_ok());
    }
}
