//! The action of moves on whole orientation blocks.
//!
//! The *block* of an arrangement has one entry for each orientation. A move maps an arrangement to
//! an arrangement and adds to the orientation a constant that depends on the arrangement only,
//! digit by digit: modulo 2 for edges, modulo 3 for corners. So it maps a block to a block, its
//! entries permuted by a *shift*.
//!
//! # Heads and tails
//!
//! Looking up the image of each of millions of arrangements would cost more than moving the blocks.
//! An arrangement is therefore split into its *head* (the first-listed cubies) and its *tail* (the
//! last few). Arrangements with one head are contiguous, and a move maps them to arrangements with
//! one head: inside, the free positions, numbered in order, are permuted. That permutation depends
//! only on the *set* of free positions and on the move, and few different ones occur. Each is
//! tabulated once ([`TailMap`]); the head is recomputed, once for a whole run of blocks. Inside a
//! tail map, pairs are grouped by their constant, so the innermost loop has a single shift.
//!
//! # Rows and words
//!
//! A bit set over orientations is stored as `rows` words of `low` bits: the low digits of the
//! orientation number are within a word, the high digits index the words. A shift is then a
//! permutation of rows and, within each word, one masked double shift for every digit that changes
//! ([`Step`]). 8-corner: 81 rows of 27 bits; 6-edge: one word of 64; 7-edge: two.

use super::pattern::{CubePattern, PatternError};
use super::rank::{CubeRanker, nth_set_bit, rank_arrangement, stored_digits, unrank_arrangement};
use crate::space::cube::Move;
use std::collections::HashMap;

/// One digit of a shift within a word: entry `d` of the result is entry `d + k` of the argument,
/// modulo the base.
///
/// ```
/// use admit::pdb::cube::Blocks;
/// // One flip is one step: the two halves of every pair change places.
/// let blocks = Blocks::new("6-edge".parse().unwrap()).unwrap();
/// let [step] = blocks.steps(1) else { panic!() };
/// let turned = |x: u64| x >> step.right & step.right_mask | x << step.left & step.left_mask;
/// assert_eq!(turned(0b0110), 0b1001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Right shift of the entries that do not wrap.
    pub right: u32,
    /// Mask of their targets.
    pub right_mask: u64,
    /// Left shift of the entries that wrap.
    pub left: u32,
    /// Mask of their targets.
    pub left_mask: u64,
}

/// The action of a move on the tails of one set of free positions.
#[derive(Debug, PartialEq, Eq)]
pub struct TailMap {
    /// Runs of `pairs` with the same constant: the constant and the end of the run.
    pub groups: Vec<(u32, u32)>,
    /// Tail before the move and tail after it.
    pub pairs: Vec<(u16, u16)>,
}

/// The action of a move on a head.
#[derive(Clone, Copy, Debug)]
pub struct HeadMove<'a> {
    /// The head after the move.
    pub head: usize,
    /// The constant that the head's cubies add to the orientation number.
    pub constant: usize,
    /// The action on tails.
    pub tails: &'a TailMap,
}

/// The block structure of a pattern.
///
/// Its tables of row permutations are quadratic in the number of rows, but small for all patterns
/// whose tables fit in memory.
///
/// ```
/// use admit::pdb::cube::{Blocks, CubePattern};
/// use admit::space::cube::Move;
///
/// let pattern: CubePattern = "6-edge".parse().unwrap();
/// let blocks = Blocks::new(pattern).unwrap();
/// let ranker = blocks.ranker();
/// // Where every move leads from the first state of every tail of head 5, once
/// // by blocks and once by moving the state.
/// let run = blocks.tails() * blocks.orientations();
/// for (m, moved) in Move::ALL.into_iter().zip(blocks.head_moves(5)) {
///     for (constant, pairs) in moved.tails.runs() {
///         for &(before, after) in pairs {
///             let state = ranker.state((5 * run + before as usize * 64) as u64);
///             let there = moved.head * run + after as usize * 64 + moved.constant + constant;
///             assert_eq!(ranker.rank(&pattern.apply(&state, m)), there as u64);
///         }
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Blocks {
    ranker: CubeRanker,
    heads: usize,
    tails: usize,
    head_corners: usize,
    head_edges: usize,
    low: usize,
    rows: usize,
    word_bits: u32,
    corner_weights: [usize; 8],
    edge_weights: [usize; 12],
    steps: Vec<Vec<Step>>,
    low_maps: Vec<u8>,
    row_maps: Vec<u16>,
    rows_end_in_two_twists: bool,
    tail_maps: Vec<TailMap>,
    tail_map_of: Vec<[u16; Move::COUNT]>,
}

const NO_MAP: u16 = u16::MAX;

/// Runs of blocks with one head fit a first-level cache, and are short enough to keep the tail maps
/// (four bytes per tail, some hundreds of maps) below a megabyte.
const RUN_BYTES: usize = 8 << 10;
const RUN_TAILS: usize = 400;

impl Blocks {
    /// The block structure of a pattern.
    ///
    /// # Errors
    ///
    /// If the pattern has more states than 64 bits can number.
    pub fn new(pattern: CubePattern) -> Result<Blocks, PatternError> {
        let ranker = CubeRanker::new(pattern)?;
        let corners = pattern.corners().len();
        let edges = pattern.edges().len();
        let radices = radices(corners, edges);
        // The word size that wastes fewer bits, else the wider one.
        let (split, word_bits) = [64, 32]
            .map(|bits| (low_part(&radices, bits), bits))
            .into_iter()
            .min_by_key(|&(split, bits)| radices[..split].iter().product::<usize>() * bits)
            .expect("two candidates");
        let (row_radices, low_radices) = radices.split_at(split);
        let rows = row_radices.iter().product();
        let low = low_radices.iter().product();
        let block_bytes = rows * word_bits / 8;
        let (tail_of, tail_room) = if edges > 0 { (edges, 12) } else { (corners, 8) };
        let run = |tail: usize| arrangements_usize(tail_room - (tail_of - tail), tail);
        let tail = (1..=tail_of)
            .take_while(|&t| t == 1 || run(t) <= RUN_TAILS.min(RUN_BYTES / block_bytes))
            .last()
            .expect("a pattern tracks at least one cubie");
        let mut blocks = Blocks {
            heads: ranker.arrangements() as usize / run(tail),
            tails: run(tail),
            head_corners: if edges > 0 { corners } else { corners - tail },
            head_edges: if edges > 0 { edges - tail } else { 0 },
            low,
            rows,
            word_bits: word_bits as u32,
            corner_weights: weights(&radices, 0, corners),
            edge_weights: weights(&radices, stored_digits(corners, 8), edges),
            steps: Vec::new(),
            low_maps: Vec::new(),
            row_maps: Vec::new(),
            rows_end_in_two_twists: false,
            tail_maps: Vec::new(),
            tail_map_of: Vec::new(),
            ranker,
        };
        blocks.steps = (0..low).map(|c| word_steps(low_radices, c)).collect();
        blocks.low_maps = digit_sums(low_radices).iter().map(|&x| x as u8).collect();
        blocks.row_maps = digit_sums(row_radices);
        blocks.rows_end_in_two_twists = row_radices.ends_with(&[3, 3]);
        blocks.tabulate_tails();
        Ok(blocks)
    }

    /// The ranker in block order.
    pub fn ranker(&self) -> &CubeRanker {
        &self.ranker
    }

    /// Number of heads.
    pub fn heads(&self) -> usize {
        self.heads
    }

    /// Number of tails of each head.
    pub fn tails(&self) -> usize {
        self.tails
    }

    /// Words in one block.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Bits used in each word.
    pub fn low(&self) -> usize {
        self.low
    }

    /// Bits of a word, 32 or 64.
    pub fn word_bits(&self) -> u32 {
        self.word_bits
    }

    /// Entries in one block.
    pub fn orientations(&self) -> usize {
        self.rows * self.low
    }

    /// Bytes of one bit set over all states.
    pub fn bit_set_bytes(&self) -> u64 {
        self.ranker.arrangements() * self.rows as u64 * self.word_bits as u64 / 8
    }

    /// The permutation within words by the low part of a constant.
    pub fn steps(&self, low_constant: usize) -> &[Step] {
        &self.steps[low_constant]
    }

    /// The same by entry: the source of entry `o` of the result.
    pub fn low_map(&self, low_constant: usize) -> &[u8] {
        &self.low_maps[low_constant * self.low..][..self.low]
    }

    /// The source row of each row of the result.
    pub fn row_map(&self, row_constant: usize) -> &[u16] {
        &self.row_maps[row_constant * self.rows..][..self.rows]
    }

    /// Whether the last two digits of a row number are twists of corners.
    pub fn rows_end_in_two_twists(&self) -> bool {
        self.rows_end_in_two_twists
    }

    /// The action of each move on a head.
    pub fn head_moves(&self, head: usize) -> [HeadMove<'_>; Move::COUNT] {
        let mut corners = [0; 8];
        let mut edges = [0; 12];
        let corners = &mut corners[..self.head_corners];
        let edges = &mut edges[..self.head_edges];
        let by_edges = arrangements_usize(12, self.head_edges);
        unrank_arrangement(8, (head / by_edges) as u64, corners);
        unrank_arrangement(12, (head % by_edges) as u64, edges);
        let free = if self.ranker.pattern().edges().is_empty() {
            free_positions(8, corners)
        } else {
            free_positions(12, edges)
        };
        Move::ALL.map(|m| {
            let mut constant = 0;
            let mut moved_corners = [0; 8];
            for (i, &p) in corners.iter().enumerate() {
                moved_corners[i] = m.corners().to[p as usize];
                constant += m.corners().turn[p as usize] as usize * self.corner_weights[i];
            }
            let mut moved_edges = [0; 12];
            for (i, &p) in edges.iter().enumerate() {
                moved_edges[i] = m.edges().to[p as usize];
                constant += m.edges().turn[p as usize] as usize * self.edge_weights[i];
            }
            let head = rank_arrangement(8, &moved_corners[..corners.len()]) as usize * by_edges
                + rank_arrangement(12, &moved_edges[..edges.len()]) as usize;
            let map = self.tail_map_of[free][m.index()];
            HeadMove {
                head,
                constant,
                tails: &self.tail_maps[map as usize],
            }
        })
    }

    /// Fills in the tail maps of all sets of free positions that occur.
    fn tabulate_tails(&mut self) {
        let pattern = self.ranker.pattern();
        let on_edges = !pattern.edges().is_empty();
        let (places, head, tracked) = if on_edges {
            (12, self.head_edges, pattern.edges().len())
        } else {
            (8, self.head_corners, pattern.corners().len())
        };
        let tail_weights: Vec<usize> = if on_edges {
            self.edge_weights[head..tracked].to_vec()
        } else {
            self.corner_weights[head..tracked].to_vec()
        };
        let mut known: HashMap<Vec<(u8, u8)>, u16> = HashMap::new();
        self.tail_map_of = vec![[NO_MAP; Move::COUNT]; 1 << places];
        for free in 0..1_u32 << places {
            if free.count_ones() as usize != places - head {
                continue;
            }
            for m in Move::ALL {
                let slots = slot_permutation(free, m, on_edges);
                let maps = &mut self.tail_maps;
                let id = *known.entry(slots).or_insert_with_key(|slots| {
                    maps.push(TailMap::new(slots, &tail_weights));
                    u16::try_from(maps.len() - 1).expect("few different permutations occur")
                });
                self.tail_map_of[free as usize][m.index()] = id;
            }
        }
    }
}

impl TailMap {
    /// The action on tails when free slot `i` becomes free slot `slots[i].0` and turns its cubie by
    /// `slots[i].1`.
    fn new(slots: &[(u8, u8)], weights: &[usize]) -> TailMap {
        let room = slots.len() as u32;
        let count = arrangements_usize(slots.len(), weights.len());
        let mut tail = vec![0; weights.len()];
        let mut moved = tail.clone();
        let mut all: Vec<(u32, u16, u16)> = (0..count)
            .map(|before| {
                unrank_arrangement(room, before as u64, &mut tail);
                let mut constant = 0;
                for (i, &slot) in tail.iter().enumerate() {
                    let (to, turn) = slots[slot as usize];
                    moved[i] = to;
                    constant += turn as usize * weights[i];
                }
                let after = rank_arrangement(room, &moved);
                (constant as u32, before as u16, after as u16)
            })
            .collect();
        all.sort_unstable();
        let mut groups: Vec<(u32, u32)> = Vec::new();
        for (i, &(constant, ..)) in all.iter().enumerate() {
            match groups.last_mut() {
                Some((c, end)) if *c == constant => *end = i as u32 + 1,
                _ => groups.push((constant, i as u32 + 1)),
            }
        }
        TailMap {
            groups,
            pairs: all.into_iter().map(|(_, a, b)| (a, b)).collect(),
        }
    }

    /// Whether the move adds 0 to all tails; then pair `i` belongs to tail `i`.
    pub fn turns_nothing(&self) -> bool {
        matches!(*self.groups, [(0, _)])
    }

    /// The runs of pairs with their constants.
    pub fn runs(&self) -> impl Iterator<Item = (usize, &[(u16, u16)])> {
        let mut start = 0;
        self.groups.iter().map(move |&(constant, end)| {
            let run = &self.pairs[start..end as usize];
            start = end as usize;
            (constant as usize, run)
        })
    }
}

fn arrangements_usize(n: usize, k: usize) -> usize {
    super::rank::arrangements(n as u32, k as u32) as usize
}

/// Radix of each stored orientation digit, most significant first.
fn radices(corners: usize, edges: usize) -> Vec<usize> {
    let mut radices = vec![3; stored_digits(corners, 8)];
    radices.resize(radices.len() + stored_digits(edges, 12), 2);
    radices
}

/// Index of the first radix of the low part: as many last radices as have a product that fits in a
/// word.
fn low_part(radices: &[usize], bits: usize) -> usize {
    let fits = |at: usize| radices[at..].iter().product::<usize>() <= bits;
    (0..=radices.len())
        .find(|&at| fits(at))
        .expect("an empty product is 1")
}

/// Place values of the digits of the cubies `first..first + count`; a cubie whose digit is not
/// stored has weight 0.
fn weights<const N: usize>(radices: &[usize], first: usize, count: usize) -> [usize; N] {
    std::array::from_fn(|i| {
        if i >= count || i >= stored_digits(count, N) {
            return 0;
        }
        radices[first + i + 1..].iter().product()
    })
}

/// The double shifts that permute a word by a constant: entry `o` of the result is entry `o` +
/// `constant` of the argument, added digit by digit in these radices, the first most significant.
///
/// ```
/// use admit::pdb::cube::word_steps;
/// // One digit of base 3: what was at 1 is at 0, what was at 0 is at 2.
/// let [step] = word_steps(&[3], 1)[..] else { panic!() };
/// let turned = |x: u64| x >> step.right & step.right_mask | x << step.left & step.left_mask;
/// assert_eq!([turned(0b001), turned(0b010), turned(0b100)], [0b100, 0b001, 0b010]);
/// ```
pub fn word_steps(radices: &[usize], constant: usize) -> Vec<Step> {
    let total: usize = radices.iter().product();
    let mut steps = Vec::new();
    let mut stride = 1;
    let mut rest = constant;
    for &base in radices.iter().rev() {
        let k = rest % base;
        rest /= base;
        if k > 0 {
            let mask = |keep: &dyn Fn(usize) -> bool| {
                (0..total)
                    .filter(|o| keep(o / stride % base))
                    .fold(0_u64, |mask, o| mask | 1 << o)
            };
            steps.push(Step {
                right: (k * stride) as u32,
                right_mask: mask(&|d| d + k < base),
                left: ((base - k) * stride) as u32,
                left_mask: mask(&|d| d + k >= base),
            });
        }
        stride *= base;
    }
    steps
}

/// The digit-wise sum of every constant and number.
fn digit_sums(radices: &[usize]) -> Vec<u16> {
    let total: usize = radices.iter().product();
    let sum = |a: usize, b: usize| {
        let mut stride = 1;
        let mut out = 0;
        for &base in radices.iter().rev() {
            out += (a / stride + b / stride) % base * stride;
            stride *= base;
        }
        out as u16
    };
    (0..total)
        .flat_map(|c| (0..total).map(move |o| sum(c, o)))
        .collect()
}

/// The positions below `n` that are not taken, as a bit set.
fn free_positions(n: u32, taken: &[u8]) -> usize {
    taken
        .iter()
        .fold((1_usize << n) - 1, |free, &p| free & !(1 << p))
}

/// For each free position in order: its index among the free positions after the move, and the
/// added orientation.
fn slot_permutation(free: u32, m: Move, on_edges: bool) -> Vec<(u8, u8)> {
    let carry = |p: u8| {
        let p = p as usize;
        if on_edges {
            (m.edges().to[p], m.edges().turn[p])
        } else {
            (m.corners().to[p], m.corners().turn[p])
        }
    };
    let slots = free.count_ones() as u8;
    let before = (0..slots).map(|i| carry(nth_set_bit(free, i)));
    let after = before.clone().fold(0_u32, |set, (p, _)| set | 1 << p);
    before
        .map(|(p, turn)| ((after & ((1 << p) - 1)).count_ones() as u8, turn))
        .collect()
}
