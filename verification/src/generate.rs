//! Random moves, cubes, patterns and tables.
//!
//! One function decodes each kind of value from plain numbers. Proptest draws them through a
//! strategy, quickcheck through an `Arbitrary` newtype, so both engines try the same kinds of
//! values.

use admit::files::Options;
use admit::pdb::cube::{CubePattern, CubeTable};
use admit::space::cube::{Cube, Move, format_moves};
use proptest::array::uniform20;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use quickcheck::{Arbitrary, Gen};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// Length of the longest random sequence; twenty moves reach every state.
pub const MOST_MOVES: usize = 40;

/// Number of states of a pattern by its numbers of corners and edges, from the definition:
/// positions without repetition, orientations free except the last if all cubies of a kind are
/// tracked.
pub fn states(corners: usize, edges: usize) -> u128 {
    let kind = |tracked: usize, all: usize, base: u128| {
        let positions: u128 = (0..tracked).map(|i| (all - i) as u128).product();
        let free = if tracked == all { all - 1 } else { tracked };
        positions * base.pow(free as u32)
    };
    kind(corners, 8, 3) * kind(edges, 12, 2)
}

/// All pairs of numbers of corners and edges with at most `most_states` states, fewest states
/// first.
pub fn shapes(most_states: u64) -> Vec<(usize, usize)> {
    let mut shapes: Vec<(usize, usize)> = (0..=8)
        .flat_map(|corners| (0..=12).map(move |edges| (corners, edges)))
        .filter(|&(corners, edges)| corners + edges > 0)
        .filter(|&(corners, edges)| states(corners, edges) <= most_states as u128)
        .collect();
    shapes.sort_by_key(|&(corners, edges)| (states(corners, edges), corners));
    shapes
}

/// `count` distinct cubies in `0..all`; each key chooses among those left.
fn draw(count: usize, all: u8, keys: &[u8]) -> Vec<u8> {
    let mut left: Vec<u8> = (0..all).collect();
    keys.iter()
        .take(count)
        .map(|&key| left.remove(key as usize % left.len()))
        .collect()
}

/// The pattern of a shape with cubies chosen by keys.
///
/// # Panics
///
/// If the shape has no cubie.
pub fn pattern_of_shape((corners, edges): (usize, usize), keys: &[u8; 20]) -> CubePattern {
    CubePattern::new(&draw(corners, 8, &keys[..8]), &draw(edges, 12, &keys[8..]))
        .expect("different cubies, at least one")
}

fn pattern_from(most_states: u64, shape: u8, keys: &[u8; 20]) -> CubePattern {
    let shapes = shapes(most_states);
    pattern_of_shape(shapes[shape as usize % shapes.len()], keys)
}

/// A subset of a pattern's cubies, reordered: bit `i` of `keep` keeps cubie `i`, keys sort them.
fn inner_from(outer: &CubePattern, keep: u32, keys: &[u8; 20]) -> CubePattern {
    let chosen = |cubies: &[u8], keep: u32, keys: &[u8]| {
        let mut chosen: Vec<(u8, u8)> = (cubies.iter().zip(keys).enumerate())
            .filter(|&(i, _)| keep >> i & 1 == 1)
            .map(|(_, (&cubie, &key))| (key, cubie))
            .collect();
        chosen.sort_unstable();
        chosen.into_iter().map(|(_, c)| c).collect::<Vec<u8>>()
    };
    let corners = chosen(outer.corners(), keep, &keys[..8]);
    let edges = chosen(outer.edges(), keep >> 8, &keys[8..]);
    CubePattern::new(&corners, &edges).unwrap_or(*outer)
}

fn moves_from(numbers: &[u8]) -> Vec<Move> {
    let number = |&n: &u8| Move::ALL[n as usize % Move::COUNT];
    numbers.iter().take(MOST_MOVES).map(number).collect()
}

/// Move sequences.
pub fn moves() -> impl Strategy<Value = Vec<Move>> {
    vec(any::<u8>(), 0..=MOST_MOVES).prop_map(|numbers| moves_from(&numbers))
}

/// Reachable cubes.
pub fn cube() -> impl Strategy<Value = Cube> {
    moves().prop_map(|moves| Cube::SOLVED.apply_all(&moves))
}

/// Patterns with at most `most_states` states, nearly uniform over shapes.
pub fn pattern(most_states: u64) -> impl Strategy<Value = CubePattern> {
    (any::<u8>(), uniform20(any::<u8>()))
        .prop_map(move |(shape, keys)| pattern_from(most_states, shape, &keys))
}

/// Pairs of a pattern and a pattern inside it.
pub fn nested(most_states: u64) -> impl Strategy<Value = (CubePattern, CubePattern)> {
    (pattern(most_states), any::<u32>(), uniform20(any::<u8>()))
        .prop_map(|(outer, keep, keys)| (outer, inner_from(&outer, keep, &keys)))
}

/// Exact tables of patterns with at most `most_states` states.
pub fn table(most_states: u64) -> impl Strategy<Value = SmallTable> {
    pattern(most_states).prop_map(SmallTable::build)
}

/// A table whose `Debug` output is its pattern, not its entries.
#[derive(Clone)]
pub struct SmallTable(Arc<CubeTable>);

impl SmallTable {
    /// Builds the table of a pattern.
    ///
    /// # Panics
    ///
    /// If it cannot be built.
    pub fn build(pattern: CubePattern) -> SmallTable {
        let table = CubeTable::build(pattern, &Options::default());
        SmallTable(Arc::new(table.expect("a small pattern can be built")))
    }
}

impl Deref for SmallTable {
    type Target = CubeTable;

    fn deref(&self) -> &CubeTable {
        &self.0
    }
}

impl fmt::Debug for SmallTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CubeTable({})", self.header().pattern)
    }
}

/// A move sequence, for quickcheck.
#[derive(Clone)]
pub struct Moves(pub Vec<Move>);

impl Moves {
    /// The solved cube after the moves.
    pub fn cube(&self) -> Cube {
        Cube::SOLVED.apply_all(&self.0)
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Moves({})", format_moves(&self.0))
    }
}

impl Arbitrary for Moves {
    fn arbitrary(random: &mut Gen) -> Moves {
        Moves(moves_from(&Vec::arbitrary(random)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Moves>> {
        let numbers: Vec<u8> = self.0.iter().map(|m| m.index() as u8).collect();
        Box::new(numbers.shrink().map(|n| Moves(moves_from(&n))))
    }
}

/// A pattern of at most `STATES` states, for quickcheck.
#[derive(Clone, Debug)]
pub struct Tracked<const STATES: u64>(pub CubePattern);

fn keys(random: &mut Gen) -> [u8; 20] {
    std::array::from_fn(|_| u8::arbitrary(random))
}

impl<const STATES: u64> Arbitrary for Tracked<STATES> {
    fn arbitrary(random: &mut Gen) -> Self {
        Tracked(pattern_from(STATES, u8::arbitrary(random), &keys(random)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let without = |cubies: &[u8], i: usize| {
            let mut left = cubies.to_vec();
            left.remove(i);
            left
        };
        let (corners, edges) = (self.0.corners(), self.0.edges());
        let fewer_corners =
            (0..corners.len()).map(|i| CubePattern::new(&without(corners, i), edges));
        let fewer_edges = (0..edges.len()).map(|i| CubePattern::new(corners, &without(edges, i)));
        let smaller: Vec<CubePattern> = fewer_corners.chain(fewer_edges).flatten().collect();
        Box::new(smaller.into_iter().map(Tracked))
    }
}

/// The exact table of a pattern of at most `STATES` states, for quickcheck.
#[derive(Clone, Debug)]
pub struct Exact<const STATES: u64>(pub SmallTable);

impl<const STATES: u64> Arbitrary for Exact<STATES> {
    fn arbitrary(random: &mut Gen) -> Self {
        let Tracked(pattern) = Tracked::<STATES>::arbitrary(random);
        Exact(SmallTable::build(pattern))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let pattern = Tracked::<STATES>(self.0.header().pattern);
        Box::new(pattern.shrink().map(|p| Exact(SmallTable::build(p.0))))
    }
}
