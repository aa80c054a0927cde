//! The code that is checked: the library's own, or a mutant of it.
//!
//! [`Code`] has one method for everything that a check calls. By default each
//! is the library's own function; [`Production`] changes none of them. A
//! [mutant](crate::mutants) replaces one by something slightly wrong, and the
//! checks must notice.

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

/// Which of several vertices with the least f is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one with the least number, as the library does.
    Least,
    /// The one whose entry in OPEN is the oldest.
    Oldest,
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// Whether states are reopened.
    pub reopening: bool,
    /// How many expansions there may be.
    pub expansions: u64,
    /// How ties are broken.
    pub ties: Ties,
}

impl How {
    /// With reopening, as long as it takes.
    pub const REOPENING: How = How {
        reopening: true,
        expansions: u64::MAX,
        ties: Ties::Least,
    };
    /// Without reopening, as long as it takes.
    pub const CLOSING: How = How {
        reopening: false,
        expansions: u64::MAX,
        ties: Ties::Least,
    };

    /// The same, but no more expansions than these.
    #[must_use]
    pub const fn at_most(mut self, expansions: u64) -> How {
        self.expansions = expansions;
        self
    }

    /// The same, but ties go to the oldest entry.
    #[must_use]
    pub const fn oldest_first(mut self) -> How {
        self.ties = Ties::Oldest;
        self
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The goal was selected, at this cost.
    Found(Cost),
    /// OPEN is empty.
    Exhausted,
    /// There may be no more expansions.
    Stopped,
}

/// What a search leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched<const N: usize> {
    /// How it ended.
    pub end: Ended,
    /// g of every vertex that was generated.
    pub g: [Option<Cost>; N],
    /// Whether a vertex is in OPEN. A selected goal still is.
    pub open: [bool; N],
    /// The parent of every vertex that has one.
    pub parent: [Option<Vertex>; N],
    /// What the search did.
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

/// Everything that a check calls.
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

    /// How inconsistent h is on an edge.
    fn inconsistency(&self, parent: i32, child: i32, cost: Cost) -> i64 {
        admit::theory::inconsistency(parent, child, cost)
    }

    /// What an abstract edge costs that stands for two.
    fn abstract_cost(&self, one: Cost, other: Cost) -> Cost {
        one.min(other)
    }

    /// What two heuristics say together.
    fn largest(&self, one: Cost, other: Cost) -> Cost {
        one.max(other)
    }

    /// What a table of differences keeps of a value above that of its base.
    fn difference(&self, value: Cost, base: Cost) -> Cost {
        value.saturating_sub(base)
    }

    /// The value that a difference stands for.
    fn restored(&self, difference: Cost, base: Cost) -> Cost {
        base + difference
    }

    /// A value that is lowered because it may be too large.
    fn corrected(&self, h: i32, by: i32) -> i32 {
        h - by
    }

    /// A value, lowered by the sets that hold its state.
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

    /// Products of inputs and weights, added to sums.
    fn add_products(&self, inputs: &[i16], weights: &[i16], sums: &mut [i32]) {
        layer::add_products(inputs, weights, sums);
    }

    /// What a layer hands on of a sum.
    fn settled(&self, sum: i32, shift: u32, most: i16) -> i16 {
        layer::settled(sum, shift, most)
    }

    /// The slots of a key that was mixed.
    fn places(&self, shape: &FilterShape, mixed: u64) -> [u32; 3] {
        shape.places(mixed)
    }

    /// The number of an arrangement.
    fn rank_arrangement(&self, n: u32, positions: &[u8]) -> u64 {
        admit::pdb::cube::rank_arrangement(n, positions)
    }

    /// The arrangement with a number.
    fn unrank_arrangement(&self, n: u32, rank: u64, positions: &mut [u8]) {
        admit::pdb::cube::unrank_arrangement(n, rank, positions);
    }

    /// The number of a state of a pattern.
    fn rank_state(&self, ranker: &CubeRanker, state: &AbstractState) -> u64 {
        ranker.rank(state)
    }

    /// The state of a pattern with a number.
    fn unrank_state(&self, ranker: &CubeRanker, index: u64) -> AbstractState {
        ranker.unrank(index)
    }

    /// The shifts that turn the entries of a word.
    fn word_steps(&self, radices: &[usize], constant: usize) -> Vec<Step> {
        admit::pdb::cube::word_steps(radices, constant)
    }

    /// What the first bytes of a table file say.
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

/// The library's A\*, in a memory that breaks ties as asked.
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

/// The library's A\* in a memory of one's own.
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

/// The library as it is.
#[derive(Clone, Copy, Debug)]
pub struct Production;

impl Code for Production {}
