//! Building a table: breadth-first search over whole orientation blocks.
//!
//! Three bit sets over all states are held: the frontier (states at distance `d − 1`), the next
//! frontier, and the states seen so far. A level computes, for every arrangement, the union of the
//! frontier blocks of its 18 neighbours, each permuted by its shift, and keeps what has not been
//! seen: a *gather*. Every thread writes only blocks that it owns, so there are no locks and no
//! atomics, and the result does not depend on the thread count.
//!
//! New states are written into the table at once, four bits each.
//!
//! Runs of blocks with an empty frontier are not read, and complete runs are not computed, which
//! makes the last levels cheap. At the beginning there are far fewer states than blocks: while the
//! frontier has at most one state per 128 words of a bit set, it is a list that is expanded state
//! by state.
//!
//! | file | contents |
//! |---|---|
//! | this one | the levels |
//! | `gather` | the innermost loops: unions of permuted blocks |
//! | `write` | conversion of bits to four-bit entries |

mod gather;
mod write;

use super::blocks::Blocks;
use super::pattern::{CubePattern, PatternError};
use crate::files::{Options, Progress};
use crate::space::cube::Move;
use gather::{Kernel, Word};
use rayon::prelude::*;
use thiserror::Error;
use write::write;

/// Error of building a table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The pattern has too many states for 64-bit ranks.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The table and its working memory exceed the limit.
    #[error(
        "pattern {pattern} has {states} states; building it takes {needed} MB of memory and {allowed} MB are available"
    )]
    Memory {
        /// The pattern.
        pattern: CubePattern,
        /// Its states.
        states: u64,
        /// Megabytes needed.
        needed: u64,
        /// Megabytes allowed.
        allowed: u64,
    },
    /// A distance exceeds four bits.
    #[error("pattern {0} has states further than 14 moves away, which four bits cannot hold")]
    TooDeep(CubePattern),
    /// Some states are unreachable.
    #[error("pattern {pattern}: only {reached} of {states} states can be reached")]
    Unreachable {
        /// The pattern.
        pattern: CubePattern,
        /// States reached.
        reached: u64,
        /// Number of states.
        states: u64,
    },
}

/// The largest distance a four-bit table holds; 15 is kept for "none".
pub const MAX_DISTANCE: usize = 14;

/// A freshly built table: distances, four bits each, in block order.
#[derive(Debug)]
#[non_exhaustive]
pub struct Built {
    /// The pattern.
    pub pattern: CubePattern,
    /// Two distances per byte, the lower rank in the lower four bits.
    pub nibbles: Vec<u8>,
    /// Number of states at each distance.
    pub histogram: Vec<u64>,
}

/// Builds the table of a pattern, on the current rayon thread pool.
///
/// Progress is reported after each level: states reached and number of states.
///
/// # Errors
///
/// If the pattern is too large for 64-bit ranks or for the memory allowed, if some distance exceeds
/// 14, or if some state cannot be reached.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::cube::{CubePattern, build};
/// let pattern: CubePattern = "4-edge".parse().unwrap();
/// let built = build(pattern, &Options::default()).unwrap();
/// assert_eq!(built.histogram.iter().sum::<u64>(), 190_080);
/// assert_eq!(built.histogram[0], 1);
/// ```
pub fn build(pattern: CubePattern, options: &Options<'_>) -> Result<Built, BuildError> {
    let Options {
        memory, progress, ..
    } = *options;
    let ranker = super::CubeRanker::new(pattern)?;
    let states = ranker.states();
    let too_large = |needed: u64| BuildError::Memory {
        pattern,
        states,
        needed: needed >> 20,
        allowed: memory >> 20,
    };
    // The table alone is a lower bound, checked before allocation.
    if states / 2 > memory {
        return Err(too_large(states / 2));
    }
    let blocks = Blocks::new(pattern)?;
    let needed = memory_needed(&blocks);
    if needed > memory {
        return Err(too_large(needed));
    }
    if blocks.word_bits() == 32 {
        Search::<u32>::new(&blocks).run(progress)
    } else {
        Search::<u64>::new(&blocks).run(progress)
    }
}

/// Maximum density of a frontier list: one state per this many words of a bit set, near the
/// break-even point.
const FEW: usize = 128;

/// Peak memory of a build in bytes: the table and three bit sets.
pub fn memory_needed(blocks: &Blocks) -> u64 {
    blocks.ranker().states().div_ceil(2) + 3 * blocks.bit_set_bytes()
}

/// The state of a search between levels.
struct Search<'a, W> {
    blocks: &'a Blocks,
    frontier: Vec<W>,
    next: Vec<W>,
    seen: Vec<W>,
    /// Whether the frontier has any state with this head.
    active: Vec<bool>,
    /// Number of unseen states with this head.
    unseen: Vec<u32>,
    table: Vec<u8>,
}

impl<'a, W: Word> Search<'a, W> {
    fn new(blocks: &'a Blocks) -> Self {
        let words = blocks.heads() * blocks.tails() * blocks.rows();
        let per_head = blocks.tails() * blocks.orientations();
        Search {
            blocks,
            frontier: vec![W::ZERO; words],
            next: vec![W::ZERO; words],
            seen: vec![W::ZERO; words],
            active: vec![false; blocks.heads()],
            unseen: vec![per_head as u32; blocks.heads()],
            table: vec![0; blocks.ranker().states().div_ceil(2) as usize],
        }
    }

    fn run(mut self, progress: Progress<'_>) -> Result<Built, BuildError> {
        let ranker = self.blocks.ranker();
        let (pattern, states) = (ranker.pattern(), ranker.states());
        let goal = ranker.rank(&pattern.goal());
        self.see(goal, 0);
        let mut histogram = vec![1];
        let mut reached = 1;
        // The frontier while it is a list; `None` once it is a bit set.
        let mut few = Some(vec![goal]);
        while reached < states {
            if histogram.len() > MAX_DISTANCE {
                return Err(BuildError::TooDeep(pattern));
            }
            let distance = histogram.len() as u8;
            let new = match few.take() {
                Some(list) if list.len() <= self.seen.len() / FEW => {
                    let next = self.level_by_state(&list, distance);
                    let new = next.len() as u64;
                    few = Some(next);
                    new
                }
                list => {
                    self.spread(&list.unwrap_or_default());
                    self.level(distance)
                }
            };
            if new == 0 {
                return Err(BuildError::Unreachable {
                    pattern,
                    reached,
                    states,
                });
            }
            histogram.push(new);
            reached += new;
            progress.report("building", reached, states);
        }
        Ok(Built {
            pattern,
            nibbles: self.table,
            histogram,
        })
    }

    /// The word and the bit of a state, and its head.
    fn locate(&self, state: u64) -> (usize, W, usize) {
        let word = state as usize / self.blocks.low();
        let bit = W::from_u64(1 << (state as usize % self.blocks.low()));
        (word, bit, word / self.blocks.rows() / self.blocks.tails())
    }

    /// Records the distance of an unseen state.
    fn see(&mut self, state: u64, distance: u8) -> bool {
        let (word, bit, head) = self.locate(state);
        if self.seen[word] & bit != W::ZERO {
            return false;
        }
        self.seen[word] |= bit;
        self.unseen[head] -= 1;
        self.table[state as usize / 2] ^= distance << (4 * (state % 2));
        true
    }

    /// One level from a frontier list.
    fn level_by_state(&mut self, frontier: &[u64], distance: u8) -> Vec<u64> {
        let ranker = self.blocks.ranker();
        let pattern = ranker.pattern();
        let mut next = Vec::new();
        for &i in frontier {
            let state = ranker.state(i);
            for m in Move::ALL {
                let neighbour = ranker.rank(&pattern.apply(&state, m));
                if self.see(neighbour, distance) {
                    next.push(neighbour);
                }
            }
        }
        next
    }

    /// Converts the frontier list to a bit set.
    fn spread(&mut self, list: &[u64]) {
        for &state in list {
            let (word, bit, head) = self.locate(state);
            self.frontier[word] |= bit;
            self.active[head] = true;
        }
    }

    /// One level: finds all states at `distance`, writes them into the table and makes them the
    /// frontier. Returns their number.
    fn level(&mut self, distance: u8) -> u64 {
        let blocks = self.blocks;
        let run_words = blocks.tails() * blocks.rows();
        let run_states = blocks.tails() * blocks.orientations();
        // An even number of runs is a whole number of bytes of the table.
        let heads_at_once = 2;
        let mut next_active = vec![false; blocks.heads()];
        let frontier = &self.frontier;
        let active = &self.active;
        let new: u64 = self
            .next
            .par_chunks_mut(run_words * heads_at_once)
            .zip(self.seen.par_chunks_mut(run_words * heads_at_once))
            .zip(self.table.par_chunks_mut(run_states * heads_at_once / 2))
            .zip(self.unseen.par_chunks_mut(heads_at_once))
            .zip(next_active.par_chunks_mut(heads_at_once))
            .enumerate()
            .map_init(
                || Kernel::<W>::new(blocks),
                |kernel, (i, ((((next, seen), table), unseen), next_active))| {
                    let mut found = 0;
                    for j in 0..unseen.len() {
                        if unseen[j] == 0 {
                            continue;
                        }
                        let run = j * run_words..(j + 1) * run_words;
                        let (next, seen) = (&mut next[run.clone()], &mut seen[run]);
                        let head = i * heads_at_once + j;
                        let reads_any = kernel.gather(head, frontier, active, next);
                        if !reads_any {
                            continue;
                        }
                        let mut any = W::ZERO;
                        for (n, s) in next.iter_mut().zip(seen.iter_mut()) {
                            *n = *n & !*s;
                            *s |= *n;
                            any |= *n;
                        }
                        if any == W::ZERO {
                            continue;
                        }
                        next_active[j] = true;
                        let count = write(next, blocks.low(), table, j * run_states, distance);
                        unseen[j] -= count;
                        found += count as u64;
                    }
                    found
                },
            )
            .sum();
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.active = next_active;
        new
    }
}
