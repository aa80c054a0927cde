//! The code under check: the library's own, or a mutant.
//!
//! [`Code`] has one method for every function that a check calls, by default the library's own;
//! [`Production`] overrides none. A [mutant](crate::mutants) replaces one by a faulty variant,
//! which the checks must detect.

use crate::problem::Problem;
use crate::ties::{Oldest, Tied};
use admit::certify::filter::FilterShape;
use admit::fixed::layer::{self, Carry};
use admit::heuristic::from_fn;
use admit::pdb::cube::{AbstractState, CubeHeader, CubeRanker, HEADER_BYTES, HeaderError, Step};
use admit::search::memory::{Array, Memory};
use admit::search::{Astar, End, Limits, Observer, Summary};
use admit::space::Cost;
use admit::space::graph::Vertex;

/// Tie-breaking among the vertices of least f.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The vertex with the least number, as in the library.
    Least,
    /// The vertex with the oldest entry in OPEN.
    Oldest,
}

/// Search settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// Whether states are reopened.
    pub reopening: bool,
    /// Limit on expansions.
    pub expansions: u64,
    /// Tie-breaking rule.
    pub ties: Ties,
}

impl How {
    /// With reopening, without a limit.
    pub const REOPENING: How = How {
        reopening: true,
        expansions: u64::MAX,
        ties: Ties::Least,
    };
    /// Without reopening, without a limit.
    pub const CLOSING: How = How {
        reopening: false,
        expansions: u64::MAX,
        ties: Ties::Least,
    };

    /// The same with a limit on expansions.
    #[must_use]
    pub const fn at_most(mut self, expansions: u64) -> How {
        self.expansions = expansions;
        self
    }

    /// The same with ties broken by age, the oldest entry first.
    #[must_use]
    pub const fn oldest_first(mut self) -> How {
        self.ties = Ties::Oldest;
        self
    }
}

/// Outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The goal was selected, at this cost.
    Found(Cost),
    /// OPEN is empty.
    Exhausted,
    /// The limit on expansions was reached.
    Stopped,
}

/// State of a search at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched<const N: usize> {
    /// Outcome.
    pub end: Ended,
    /// g of every vertex that was generated.
    pub g: [Option<Cost>; N],
    /// Whether a vertex is in OPEN. A selected goal still is.
    pub open: [bool; N],
    /// Parents.
    pub parent: [Option<Vertex>; N],
    /// Counters of the search.
    pub summary: Summary,
}

impl<const N: usize> Searched<N> {
    /// Cost of the path found, if any.
    pub fn cost(&self) -> Option<Cost> {
        match self.end {
            Ended::Found(cost) => Some(cost),
            _ => None,
        }
    }
}

/// The functions that checks call.
pub trait Code {
    /// A\*.
    fn search<const N: usize>(
        &self,
        problem: &Problem<N>,
        how: How,
        observer: &mut impl Observer<Vertex>,
    ) -> Searched<N> {
        search(problem, how, observer)
    }

    /// Inconsistency of h on an edge.
    fn inconsistency(&self, parent: i32, child: i32, cost: Cost) -> i64 {
        admit::theory::inconsistency(parent, child, cost)
    }

    /// Cost of an abstract edge that merges two.
    fn abstract_cost(&self, one: Cost, other: Cost) -> Cost {
        one.min(other)
    }

    /// Maximum of two heuristic values.
    fn largest(&self, one: Cost, other: Cost) -> Cost {
        one.max(other)
    }

    /// Entry of a delta table: the value less that of its base.
    fn difference(&self, value: Cost, base: Cost) -> Cost {
        value.saturating_sub(base)
    }

    /// The value restored from a difference.
    fn restored(&self, difference: Cost, base: Cost) -> Cost {
        base + difference
    }

    /// A heuristic value lowered by a correction.
    fn corrected(&self, h: i32, by: i32) -> i32 {
        h - by
    }

    /// A heuristic value lowered once for each leading set that holds its state.
    fn lowered(&self, value: u8, sets: usize, holds: impl Fn(usize) -> bool) -> u8 {
        admit::certify::lowered(value, sets, holds)
    }

    /// Whether no sum of a layer can overflow.
    fn layer_fits(
        &self,
        most: &[i16],
        weights: &[i16],
        bias: &[i32],
        carry: Option<Carry>,
        shift: u32,
    ) -> bool {
        layer::check(most, weights, bias, carry, shift).is_ok()
    }

    /// Adds the products of inputs and weights to the sums.
    fn add_products(&self, inputs: &[i16], weights: &[i16], sums: &mut [i32]) {
        layer::add_products(inputs, weights, sums);
    }

    /// The output of a layer for a sum.
    fn settled(&self, sum: i32, shift: u32, most: i16) -> i16 {
        layer::settled(sum, shift, most)
    }

    /// The slots of a mixed key.
    fn places(&self, shape: &FilterShape, mixed: u64) -> [u32; 3] {
        shape.places(mixed)
    }

    /// The rank of a k-permutation.
    fn rank_arrangement(&self, n: u32, positions: &[u8]) -> u64 {
        admit::pdb::cube::rank_arrangement(n, positions)
    }

    /// The k-permutation with a rank.
    fn unrank_arrangement(&self, n: u32, rank: u64, positions: &mut [u8]) {
        admit::pdb::cube::unrank_arrangement(n, rank, positions);
    }

    /// The rank of a state of a pattern.
    fn rank_state(&self, ranker: &CubeRanker, state: &AbstractState) -> u64 {
        ranker.rank(state)
    }

    /// The state of a pattern with a rank.
    fn unrank_state(&self, ranker: &CubeRanker, index: u64) -> AbstractState {
        ranker.state(index)
    }

    /// The shifts that permute the bits of a word.
    fn word_steps(&self, radices: &[usize], constant: usize) -> Vec<Step> {
        admit::pdb::cube::word_steps(radices, constant)
    }

    /// The parsed header of a table file.
    ///
    /// # Errors
    ///
    /// As [`CubeHeader::from_bytes`].
    fn read_header(&self, bytes: &[u8; HEADER_BYTES]) -> Result<CubeHeader, HeaderError> {
        CubeHeader::from_bytes(bytes)
    }

    /// The entry of a compressed table.
    fn run_minimum(&self, states: u64, factor: u64, entry: u64, value: impl Fn(u64) -> u8) -> u8 {
        admit::pdb::run_minimum(states, factor, entry, value)
    }
}

/// The library's A\* with the chosen tie-breaking rule.
pub fn search<const N: usize>(
    problem: &Problem<N>,
    how: How,
    observer: &mut impl Observer<Vertex>,
) -> Searched<N> {
    match how.ties {
        Ties::Least => search_with(problem, how, &mut Array::<Vertex, N>::new(), observer),
        Ties::Oldest => search_with(problem, how, &mut Tied::new(Oldest::<N>::new()), observer),
    }
}

/// The library's A\* in a given memory.
pub fn search_with<const N: usize, M: Memory<Vertex>>(
    problem: &Problem<N>,
    how: How,
    memory: &mut M,
    observer: &mut impl Observer<Vertex>,
) -> Searched<N> {
    let astar = Astar::new().limits(Limits::NONE.expansions(how.expansions));
    let astar = if how.reopening {
        astar
    } else {
        astar.without_reopening()
    };
    let h = from_fn(|v: &Vertex| problem.h[*v as usize]);
    let Ok(run) = astar.run(&problem.graph, problem.start, &h, memory, observer) else {
        unreachable!("costs are positive and small")
    };
    let mut searched = Searched {
        end: match run.end {
            End::Found(goal) => Ended::Found(memory.g(goal)),
            End::Exhausted => Ended::Exhausted,
            End::Stopped { .. } => Ended::Stopped,
        },
        g: [None; N],
        open: [false; N],
        parent: [None; N],
        summary: run.summary,
    };
    for v in 0..N {
        if let Ok(node) = memory.find(&(v as Vertex)) {
            searched.g[v] = Some(memory.g(node));
            searched.open[v] = memory.is_open(node);
            searched.parent[v] = memory.parent(node).map(|parent| memory.state(parent));
        }
    }
    searched
}

/// The library, unchanged.
#[derive(Clone, Copy, Debug)]
pub struct Production;

impl Code for Production {}
