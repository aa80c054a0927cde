//! Building a table: breadth-first search over whole orientation blocks.
//!
//! Three bit sets over all states are held: the frontier (states at distance
//! `d − 1`), the next frontier, and the states seen so far. A level computes,
//! for every arrangement, the union of the frontier blocks of its 18
//! neighbours, each permuted by its shift, and keeps what has not been seen:
//! a *gather*. Every thread writes only blocks that it owns, so there are no
//! locks and no atomics, and the result does not depend on the thread count.
//!
//! New states are written into the table at once, four bits each: the table
//! starts as zeros and every state is written exactly once, so that `d` is
//! XORed in for eight states at a time through a 256-entry spreading table.
//!
//! Runs of blocks whose frontier is empty are not read, and runs that are
//! complete are not computed; this makes the first and the last levels cheap.

use super::blocks::{Blocks, Step};
use super::pattern::{Pattern, PatternError};
use rayon::prelude::*;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};
use thiserror::Error;

/// Why a table could not be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The pattern has too many states to number.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The table and its working memory are larger than was allowed.
    #[error(
        "pattern {pattern} has {states} states; building it takes {needed} MB of memory and {allowed} MB are available"
    )]
    Memory {
        /// The pattern.
        pattern: Pattern,
        /// Its states.
        states: u64,
        /// Megabytes needed.
        needed: u64,
        /// Megabytes allowed.
        allowed: u64,
    },
    /// Some distance does not fit into four bits.
    #[error("pattern {0} has states further than 14 moves away, which four bits cannot hold")]
    TooDeep(Pattern),
    /// Some states cannot be reached, so they have no distance.
    #[error("pattern {pattern}: only {reached} of {states} states can be reached")]
    Unreachable {
        /// The pattern.
        pattern: Pattern,
        /// States reached.
        reached: u64,
        /// States there are.
        states: u64,
    },
}

/// The largest distance a four-bit table holds; 15 is kept for "none".
pub const MAX_DISTANCE: usize = 14;

/// A freshly built table: distances, four bits each, in block order.
#[derive(Debug)]
pub struct Built {
    /// The pattern.
    pub pattern: Pattern,
    /// Two distances a byte, the lower number in the lower four bits.
    pub nibbles: Vec<u8>,
    /// How many states are at each distance.
    pub histogram: Vec<u64>,
}

/// Builds the table of a pattern, on the current rayon thread pool.
///
/// `progress` is called after each level with the states reached so far and
/// the states there are. `memory` is the number of bytes that may be used.
///
/// # Errors
///
/// If the pattern is too large for 64-bit numbers or for `memory`, if some
/// distance exceeds 14, or if some state cannot be reached.
///
/// ```
/// use admit::pdb::{Pattern, build};
/// let pattern: Pattern = "4-edge".parse().unwrap();
/// let built = build(pattern, u64::MAX, &|_, _| {}).unwrap();
/// assert_eq!(built.histogram.iter().sum::<u64>(), 190_080);
/// assert_eq!(built.histogram[0], 1);
/// ```
pub fn build(
    pattern: Pattern,
    memory: u64,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Built, BuildError> {
    let ranker = super::Ranker::new(pattern)?;
    let states = ranker.states();
    let too_large = |needed: u64| BuildError::Memory {
        pattern,
        states,
        needed: needed >> 20,
        allowed: memory >> 20,
    };
    // The table alone bounds what is needed from below, before anything is laid out.
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

/// Bytes that building takes at its peak: the table and three bit sets.
pub fn memory_needed(blocks: &Blocks) -> u64 {
    blocks.ranker().states().div_ceil(2) + 3 * blocks.bit_set_bytes()
}

/// A word of a bit set.
trait Word:
    Copy
    + Send
    + Sync
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    fn from_u64(bits: u64) -> Self;
    fn to_u64(self) -> u64;
}

impl Word for u32 {
    const ZERO: u32 = 0;
    fn from_u64(bits: u64) -> u32 {
        bits as u32
    }
    fn to_u64(self) -> u64 {
        self as u64
    }
}

impl Word for u64 {
    const ZERO: u64 = 0;
    fn from_u64(bits: u64) -> u64 {
        bits
    }
    fn to_u64(self) -> u64 {
        self
    }
}

/// The state of a search between levels.
struct Search<'a, W> {
    blocks: &'a Blocks,
    frontier: Vec<W>,
    next: Vec<W>,
    seen: Vec<W>,
    /// Whether the frontier has any state with this head.
    active: Vec<bool>,
    /// How many states with this head have not been seen.
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

    fn run(mut self, progress: &(dyn Fn(u64, u64) + Sync)) -> Result<Built, BuildError> {
        let ranker = self.blocks.ranker();
        let (pattern, states) = (ranker.pattern(), ranker.states());
        let goal = ranker.rank(&pattern.goal()) as usize;
        let word = goal / self.blocks.low();
        let bit = W::from_u64(1 << (goal % self.blocks.low()));
        let head = word / self.blocks.rows() / self.blocks.tails();
        self.frontier[word] = bit;
        self.seen[word] = bit;
        self.active[head] = true;
        self.unseen[head] -= 1;
        let mut histogram = vec![1];
        let mut reached = 1;
        while reached < states {
            if histogram.len() > MAX_DISTANCE {
                return Err(BuildError::TooDeep(pattern));
            }
            let new = self.level(histogram.len() as u8);
            if new == 0 {
                return Err(BuildError::Unreachable {
                    pattern,
                    reached,
                    states,
                });
            }
            histogram.push(new);
            reached += new;
            progress(reached, states);
        }
        Ok(Built {
            pattern,
            nibbles: self.table,
            histogram,
        })
    }

    /// One level: finds all states at `distance`, writes them into the table
    /// and makes them the frontier. Returns how many there are.
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
                        let reads_any = kernel.gather(
                            i * heads_at_once + j,
                            |head| &frontier[head * run_words..(head + 1) * run_words],
                            active,
                            next,
                        );
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

/// Gathers the blocks of one run from its neighbours.
struct Kernel<'a, W> {
    blocks: &'a Blocks,
    rows: Vec<W>,
}

impl<'a, W: Word> Kernel<'a, W> {
    fn new(blocks: &'a Blocks) -> Self {
        Kernel {
            blocks,
            rows: vec![W::ZERO; blocks.rows()],
        }
    }

    /// Sets `out` to the union of the neighbouring runs, each permuted as its
    /// move demands. Returns whether any of them had a state; if not, `out` is
    /// left as it was.
    fn gather<'f>(
        &mut self,
        head: usize,
        run: impl Fn(usize) -> &'f [W],
        active: &[bool],
        out: &mut [W],
    ) -> bool
    where
        W: 'f,
    {
        let low = self.blocks.low();
        let mut any = false;
        for m in self.blocks.head_moves(head) {
            if !active[m.head] {
                continue;
            }
            if !any {
                out.fill(W::ZERO);
                any = true;
            }
            let from = run(m.head);
            for (constant, pairs) in m.tails.runs() {
                // The digits of head and tail are different ones, so the sum
                // of the numbers is their digit-wise sum.
                let constant = constant + m.constant;
                let rows = self.blocks.row_map(constant / low);
                let steps = self.blocks.steps(constant % low);
                match *steps {
                    [] => self.unite(out, from, pairs, rows, []),
                    [a] => self.unite(out, from, pairs, rows, [a]),
                    [a, b] => self.unite(out, from, pairs, rows, [a, b]),
                    [a, b, c] => self.unite(out, from, pairs, rows, [a, b, c]),
                    [a, b, c, d] => self.unite(out, from, pairs, rows, [a, b, c, d]),
                    [a, b, c, d, e] => self.unite(out, from, pairs, rows, [a, b, c, d, e]),
                    [a, b, c, d, e, f] => self.unite(out, from, pairs, rows, [a, b, c, d, e, f]),
                    _ => unreachable!("a word of 64 bits has at most six digits"),
                }
            }
        }
        any
    }

    fn unite<const N: usize>(
        &mut self,
        out: &mut [W],
        from: &[W],
        pairs: &[(u16, u16)],
        row_map: &[u16],
        steps: [Step; N],
    ) {
        let steps = steps.map(|s| {
            (
                s.right,
                W::from_u64(s.right_mask),
                s.left,
                W::from_u64(s.left_mask),
            )
        });
        let permuted = |mut x: W| {
            for (right, right_mask, left, left_mask) in steps {
                x = ((x >> right) & right_mask) | ((x << left) & left_mask);
            }
            x
        };
        match *row_map {
            [_] => {
                for &(to, at) in pairs {
                    out[to as usize] |= permuted(from[at as usize]);
                }
            }
            [first, second] => {
                let (out, _) = out.as_chunks_mut::<2>();
                let (from, _) = from.as_chunks::<2>();
                for &(to, at) in pairs {
                    let block = &from[at as usize];
                    let [a, b] = &mut out[to as usize];
                    *a |= permuted(block[first as usize & 1]);
                    *b |= permuted(block[second as usize & 1]);
                }
            }
            _ => {
                let rows = row_map.len();
                let plain = row_map[0] == 0;
                for &(to, at) in pairs {
                    let out = &mut out[to as usize * rows..][..rows];
                    let block = &from[at as usize * rows..][..rows];
                    if plain {
                        for (o, &x) in out.iter_mut().zip(block) {
                            *o |= permuted(x);
                        }
                    } else {
                        for (r, &at) in self.rows.iter_mut().zip(row_map) {
                            *r = block[at as usize];
                        }
                        for (o, &x) in out.iter_mut().zip(&self.rows) {
                            *o |= permuted(x);
                        }
                    }
                }
            }
        }
    }
}

/// Each bit of a byte in a four-bit field of its own.
static SPREAD: [u32; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= ((byte as u32 >> bit) & 1) << (4 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// XORs `distance` into the table at every state of a run of words of `low`
/// bits; the run begins at state `first` of `table`. Returns the number of
/// states.
fn write<W: Word>(words: &[W], low: usize, table: &mut [u8], first: usize, distance: u8) -> u32 {
    let value = distance as u32;
    let mut count = 0;
    if low == 64 {
        let (fields, _) = table[first / 2..].as_chunks_mut::<4>();
        for (word, fields) in words.iter().zip(fields.chunks_exact_mut(8)) {
            let bits = word.to_u64();
            if bits == 0 {
                continue;
            }
            count += bits.count_ones();
            for (byte, field) in bits.to_le_bytes().into_iter().zip(fields) {
                let old = u32::from_le_bytes(*field);
                *field = (old ^ (SPREAD[byte as usize] * value)).to_le_bytes();
            }
        }
        return count;
    }
    // Words of any other width are strung together into a stream of bits. The
    // run may begin in the middle of a byte of the table.
    let mut at = first / 2;
    let mut held = first as u32 % 2;
    let mut stream = 0_u64;
    for word in words {
        let bits = word.to_u64();
        count += bits.count_ones();
        stream |= bits << held;
        held += low as u32;
        while held >= 8 {
            xor(table, at, (stream & 0xFF) as usize, value);
            stream >>= 8;
            held -= 8;
            at += 4;
        }
    }
    if held > 0 {
        xor(table, at, stream as usize, value);
    }
    count
}

fn xor(table: &mut [u8], at: usize, byte: usize, value: u32) {
    let field = SPREAD[byte] * value;
    if field == 0 {
        return;
    }
    match table.get_mut(at..).and_then(|t| t.first_chunk_mut::<4>()) {
        Some(four) => *four = (u32::from_le_bytes(*four) ^ field).to_le_bytes(),
        None => {
            for (t, f) in table[at..].iter_mut().zip(field.to_le_bytes()) {
                *t ^= f;
            }
        }
    }
}
