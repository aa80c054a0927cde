//! Ranking of the abstract states of a pattern in several orders.
//!
//! A state is an *arrangement* (the positions of the tracked cubies) and an *orientation* (their
//! twists and flips). An arrangement of `k` cubies in `n` positions is a k-permutation of n, ranked
//! lexicographically: in mixed radix `n, n−1, …`, each digit counts the free positions below the
//! cubie's own. The rank of an orientation has one digit per cubie, the first-listed most
//! significant, base 3 for corners and 2 for edges; when all corners (or all edges) are tracked,
//! the last digit is determined and omitted.

use super::corner_classes::{self, CornerClasses};
use super::hog2;
use super::pattern::{AbstractState, CubePattern, PatternError};
use super::symmetric_pairs::SymmetricPairs;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// An order of the states of a pattern.
///
/// Orders differ in which states are adjacent in the table, and so in the loss of min-compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
#[non_exhaustive]
pub enum Order {
    /// `arrangement · orientations + orientation`: the builder's order.
    #[default]
    Block = 0,
    /// `orientation · arrangements + arrangement`.
    Orientation = 1,
    /// One digit per cubie for position and orientation, the last-listed cubie least significant.
    Cubie = 2,
    /// The order of HOG2's tables: orientation first, then the arrangement by Myrvold and Ruskey's
    /// first linear ranking, with that library's positions and orientations.
    Hog2 = 3,
    /// As `Orientation`, but with edge flips measured against the facelets for which only U and D
    /// quarter turns flip.
    UpDown = 4,
    /// Symmetric states are consecutive: up to 48 for exactly the eight corners; elsewhere pairs,
    /// in the order `UpDown`, for patterns that some symmetry maps to themselves.
    Symmetry = 5,
}

impl Order {
    /// All orders.
    pub const ALL: [Order; 6] = [
        Order::Block,
        Order::Orientation,
        Order::Cubie,
        Order::Hog2,
        Order::UpDown,
        Order::Symmetry,
    ];

    /// Name of this order on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Order::Block => "block",
            Order::Orientation => "orientation",
            Order::Cubie => "cubie",
            Order::Hog2 => "hog2",
            Order::UpDown => "up-down",
            Order::Symmetry => "symmetry",
        }
    }

    /// The order with this code in files.
    pub const fn from_code(code: u8) -> Option<Order> {
        if (code as usize) < Order::ALL.len() {
            return Some(Order::ALL[code as usize]);
        }
        None
    }

    /// Whether this order supports a pattern.
    ///
    /// ```
    /// use admit::pdb::cube::{Order, CubePattern};
    /// let [corners, edges]: [CubePattern; 2] = ["8-corner", "6-edge"].map(|s| s.parse().unwrap());
    /// assert!(Order::Symmetry.fits(&corners) && !Order::Symmetry.fits(&edges));
    /// ```
    pub fn fits(self, pattern: &CubePattern) -> bool {
        self != Order::Symmetry
            || corner_classes::applies_to(pattern)
            || SymmetricPairs::new(pattern).is_some()
    }

    /// The order with the least measured loss of min-compression: symmetric states together if
    /// possible, else [`Order::UpDown`].
    pub fn best_for(pattern: &CubePattern) -> Order {
        if Order::Symmetry.fits(pattern) {
            Order::Symmetry
        } else {
            Order::UpDown
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An unknown order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown order {0:?}; the orders are {names}", names = Order::ALL.map(Order::name).join(", "))]
pub struct UnknownOrder(pub String);

impl FromStr for Order {
    type Err = UnknownOrder;

    fn from_str(text: &str) -> Result<Order, UnknownOrder> {
        Order::ALL
            .into_iter()
            .find(|o| o.name() == text)
            .ok_or_else(|| UnknownOrder(text.to_owned()))
    }
}

/// Number of k-permutations of n.
///
/// ```
/// use admit::pdb::cube::arrangements;
/// assert_eq!(arrangements(12, 6), 665_280);
/// assert_eq!(arrangements(8, 8), 40_320);
/// ```
pub const fn arrangements(n: u32, k: u32) -> u64 {
    let mut product = 1;
    let mut i = 0;
    while i < k {
        product *= (n - i) as u64;
        i += 1;
    }
    product
}

/// Lexicographic rank of a k-permutation, given as distinct positions below `n`.
///
/// ```
/// use admit::pdb::cube::{rank_arrangement, unrank_arrangement};
/// assert_eq!(rank_arrangement(4, &[3, 0]), 9);
/// let mut positions = [0; 2];
/// unrank_arrangement(4, 9, &mut positions);
/// assert_eq!(positions, [3, 0]);
/// ```
pub fn rank_arrangement(n: u32, positions: &[u8]) -> u64 {
    let mut rank = 0;
    for (i, &p) in positions.iter().enumerate() {
        rank = rank * (n as u64 - i as u64) + free_below(positions, i, p);
    }
    rank
}

/// Number of positions below `p` not taken by the first `i`. For so few positions comparing is
/// faster than counting bits.
fn free_below(positions: &[u8], i: usize, p: u8) -> u64 {
    let taken: u8 = positions[..i].iter().map(|&q| (q < p) as u8).sum();
    (p - taken) as u64
}

/// The k-permutation with this rank, the inverse of [`rank_arrangement`].
pub fn unrank_arrangement(n: u32, mut rank: u64, positions: &mut [u8]) {
    let k = positions.len();
    for i in (0..k).rev() {
        let radix = n as u64 - i as u64;
        positions[i] = (rank % radix) as u8;
        rank /= radix;
    }
    digits_to_positions(n, positions);
}

/// Replaces each digit, a count of free positions, by its position.
fn digits_to_positions(n: u32, positions: &mut [u8]) {
    let mut free = (1_u32 << n) - 1;
    for p in positions {
        *p = nth_set_bit(free, *p);
        free &= !(1 << *p);
    }
}

/// Position of the `index`-th set bit, counted from 0.
pub(super) fn nth_set_bit(mut bits: u32, index: u8) -> u8 {
    for _ in 0..index {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as u8
}

/// Number of stored orientation digits for `tracked` of `all` cubies: one each, but the last of all
/// is determined.
pub(super) const fn stored_digits(tracked: usize, all: usize) -> usize {
    if tracked == all { all - 1 } else { tracked }
}

/// The number with these digits, first most significant.
pub(super) fn rank_digits(base: u8, digits: &[u8]) -> u64 {
    digits
        .iter()
        .fold(0, |number, &d| number * base as u64 + d as u64)
}

/// The digits of a number, the inverse of [`rank_digits`].
pub(super) fn unrank_digits(base: u8, mut number: u64, all: usize, digits: &mut [u8]) {
    let stored = stored_digits(digits.len(), all);
    for d in digits[..stored].iter_mut().rev() {
        *d = (number % base as u64) as u8;
        number /= base as u64;
    }
    complete_digits(base, stored, digits);
}

/// Sets the omitted last digit, if all cubies are tracked, so that the sum is a multiple of the
/// base.
fn complete_digits(base: u8, stored: usize, digits: &mut [u8]) {
    if stored < digits.len() {
        let sum: u8 = digits[..stored].iter().sum();
        digits[stored] = (base - sum % base) % base;
    }
}

/// The edge positions between L and R (UF UB DF DB), where the two conventions for flips differ.
const IN_M_SLICE: u16 = 0b1010_1010;

/// A ranker: a bijection between the abstract states of a pattern and their ranks.
///
/// ```
/// use admit::pdb::cube::{Order, CubePattern, CubeRanker};
/// let pattern: CubePattern = "edges:UR,FL".parse().unwrap();
/// for order in Order::ALL.into_iter().filter(|o| o.fits(&pattern)) {
///     let ranker = CubeRanker::with_order(pattern, order).unwrap();
///     assert_eq!(ranker.states(), 12 * 11 * 4);
///     for index in 0..ranker.states() {
///         assert_eq!(ranker.rank(&ranker.state(index)), index);
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct CubeRanker {
    pattern: CubePattern,
    order: Order,
    corner_arrangements: u64,
    edge_arrangements: u64,
    twists: u64,
    flips: u64,
    states: u64,
    /// For order `Symmetry`, unless the pattern is exactly the eight corners.
    pairs: Option<Box<SymmetricPairs>>,
}

impl CubeRanker {
    /// A ranker in the builder's order.
    ///
    /// # Errors
    ///
    /// If the pattern has too many states for 64-bit ranks.
    pub fn new(pattern: CubePattern) -> Result<CubeRanker, PatternError> {
        CubeRanker::with_order(pattern, Order::Block)
    }

    /// A ranker in any order.
    ///
    /// # Errors
    ///
    /// If the pattern has too many states for 64-bit ranks, or if the order does not support it.
    pub fn with_order(pattern: CubePattern, order: Order) -> Result<CubeRanker, PatternError> {
        let mut pairs = None;
        if order == Order::Symmetry && !corner_classes::applies_to(&pattern) {
            let found = SymmetricPairs::new(&pattern);
            pairs = Some(Box::new(found.ok_or(PatternError::Order(order, pattern))?));
        }
        let (corners, edges) = (pattern.corners().len(), pattern.edges().len());
        let corner_arrangements = arrangements(8, corners as u32);
        let edge_arrangements = arrangements(12, edges as u32);
        let twists = 3_u64.pow(stored_digits(corners, 8) as u32);
        let flips = 2_u64.pow(stored_digits(edges, 12) as u32);
        let states = corner_arrangements as u128
            * edge_arrangements as u128
            * twists as u128
            * flips as u128;
        Ok(CubeRanker {
            pattern,
            order,
            corner_arrangements,
            edge_arrangements,
            twists,
            flips,
            states: u64::try_from(states).map_err(|_| PatternError::TooLarge(pattern, states))?,
            pairs,
        })
    }

    /// The pattern.
    pub fn pattern(&self) -> CubePattern {
        self.pattern
    }

    /// The order of its states.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Number of states.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Number of arrangements.
    pub fn arrangements(&self) -> u64 {
        self.corner_arrangements * self.edge_arrangements
    }

    /// Number of orientations of each arrangement.
    pub fn orientations(&self) -> u64 {
        self.twists * self.flips
    }

    /// The rank of a state.
    pub fn rank(&self, state: &AbstractState) -> u64 {
        match self.order {
            Order::Block => self.arrangement(state) * self.orientations() + self.orientation(state),
            Order::Orientation => {
                self.orientation(state) * self.arrangements() + self.arrangement(state)
            }
            Order::Cubie => self.rank_by_cubie(state),
            Order::Hog2 => hog2::rank(&self.pattern, state),
            Order::UpDown => {
                let state = self.flips_the_other_way(*state);
                self.orientation(&state) * self.arrangements() + self.arrangement(&state)
            }
            Order::Symmetry => match &self.pairs {
                None => CornerClasses::get().rank(&self.pattern, state),
                Some(pairs) => {
                    let (standing, arrangement) = pairs.rank(&self.pattern, state);
                    let orientation = self.orientation(&self.flips_the_other_way(standing));
                    orientation * self.arrangements() + arrangement
                }
            },
        }
    }

    /// The state with a rank below [`CubeRanker::states`].
    pub fn state(&self, index: u64) -> AbstractState {
        match self.order {
            Order::Block => self.compose(index / self.orientations(), index % self.orientations()),
            Order::Orientation => {
                self.compose(index % self.arrangements(), index / self.arrangements())
            }
            Order::Cubie => self.unrank_by_cubie(index),
            Order::Hog2 => hog2::unrank(&self.pattern, index),
            Order::UpDown => {
                let arrangement = index % self.arrangements();
                self.flips_the_other_way(self.compose(arrangement, index / self.arrangements()))
            }
            Order::Symmetry => match &self.pairs {
                None => CornerClasses::get().unrank(&self.pattern, index),
                Some(pairs) => {
                    let (orientation, arrangement) =
                        (index / self.arrangements(), index % self.arrangements());
                    pairs.unrank(&self.pattern, arrangement, |standing| {
                        self.orient(standing, orientation);
                        *standing = self.flips_the_other_way(*standing);
                    })
                }
            },
        }
    }

    /// Converts flips that F and B turns change to flips that U and D turns change, or back.
    fn flips_the_other_way(&self, mut state: AbstractState) -> AbstractState {
        for (i, &cubie) in self.pattern.edges().iter().enumerate() {
            let position = state.edge_positions[i];
            state.flips[i] ^= (IN_M_SLICE >> position ^ IN_M_SLICE >> cubie) as u8 & 1;
        }
        state
    }

    /// Whether an arrangement is ranked as the image of another, which only order `Symmetry` does.
    #[cfg(feature = "tables")]
    pub(super) fn is_image(&self, arrangement: u64) -> bool {
        self.pairs.as_ref().is_some_and(|p| p.is_image(arrangement))
    }

    fn arrangement(&self, state: &AbstractState) -> u64 {
        let (corners, edges) = (self.pattern.corners().len(), self.pattern.edges().len());
        rank_arrangement(8, &state.corner_positions[..corners]) * self.edge_arrangements
            + rank_arrangement(12, &state.edge_positions[..edges])
    }

    fn orientation(&self, state: &AbstractState) -> u64 {
        let corners = stored_digits(self.pattern.corners().len(), 8);
        let edges = stored_digits(self.pattern.edges().len(), 12);
        rank_digits(3, &state.twists[..corners]) * self.flips
            + rank_digits(2, &state.flips[..edges])
    }

    fn compose(&self, arrangement: u64, orientation: u64) -> AbstractState {
        let (corners, edges) = (self.pattern.corners().len(), self.pattern.edges().len());
        let mut state = AbstractState::default();
        let by_edges = self.edge_arrangements;
        unrank_arrangement(
            8,
            arrangement / by_edges,
            &mut state.corner_positions[..corners],
        );
        unrank_arrangement(
            12,
            arrangement % by_edges,
            &mut state.edge_positions[..edges],
        );
        self.orient(&mut state, orientation);
        state
    }

    /// Sets the orientations of a state from an orientation number.
    fn orient(&self, state: &mut AbstractState, orientation: u64) {
        let (corners, edges) = (self.pattern.corners().len(), self.pattern.edges().len());
        unrank_digits(3, orientation / self.flips, 8, &mut state.twists[..corners]);
        unrank_digits(2, orientation % self.flips, 12, &mut state.flips[..edges]);
    }

    fn rank_by_cubie(&self, state: &AbstractState) -> u64 {
        let (corners, edges) = (self.pattern.corners().len(), self.pattern.edges().len());
        let corner = rank_interleaved(8, 3, &state.corner_positions[..corners], &state.twists);
        let edge = rank_interleaved(12, 2, &state.edge_positions[..edges], &state.flips);
        corner * self.edge_arrangements * self.flips + edge
    }

    fn unrank_by_cubie(&self, index: u64) -> AbstractState {
        let (corners, edges) = (self.pattern.corners().len(), self.pattern.edges().len());
        let by_edges = self.edge_arrangements * self.flips;
        let mut state = AbstractState::default();
        unrank_interleaved(
            8,
            3,
            index / by_edges,
            &mut state.corner_positions[..corners],
            &mut state.twists[..corners],
        );
        unrank_interleaved(
            12,
            2,
            index % by_edges,
            &mut state.edge_positions[..edges],
            &mut state.flips[..edges],
        );
        state
    }
}

fn rank_interleaved(n: u32, base: u8, positions: &[u8], turns: &[u8]) -> u64 {
    let stored = stored_digits(positions.len(), n as usize);
    let mut rank = 0;
    for (i, &p) in positions.iter().enumerate() {
        rank = rank * (n as u64 - i as u64) + free_below(positions, i, p);
        if i < stored {
            rank = rank * base as u64 + turns[i] as u64;
        }
    }
    rank
}

fn unrank_interleaved(n: u32, base: u8, mut rank: u64, positions: &mut [u8], turns: &mut [u8]) {
    let k = positions.len();
    let stored = stored_digits(k, n as usize);
    for i in (0..k).rev() {
        if i < stored {
            turns[i] = (rank % base as u64) as u8;
            rank /= base as u64;
        }
        let radix = n as u64 - i as u64;
        positions[i] = (rank % radix) as u8;
        rank /= radix;
    }
    complete_digits(base, stored, turns);
    digits_to_positions(n, positions);
}
