//! Mutants: faulty variants of the library that the checks must detect.
//!
//! Each [`Mutant`] is the library with one realistic fault in one function. A check that no mutant
//! fails could be omitted.
//!
//! | file | content |
//! |---|---|
//! | `mod` | the mutants, and faults in single expressions |
//! | `astar` | a search with every fault of the search |

mod astar;

use crate::code::{self, Code, How, Production, Searched};
use crate::problem::Problem;
use admit::certify::filter::FilterShape;
use admit::fixed::layer::{self, Carry};
use admit::pdb::cube::{AbstractState, CubeHeader, CubeRanker, HEADER_BYTES, HeaderError, Step};
use admit::search::Observer;
use admit::space::Cost;
use admit::space::graph::Vertex;

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mutant {
    /// A\* never reopens, even if asked to.
    NeverReopens,
    /// A\* reopens, even if asked not to.
    AlwaysReopens,
    /// An equal g counts as better.
    EqualIsBetter,
    /// Ties are broken by age, the oldest entry first.
    TiesByAge,
    /// Ties are broken by the largest vertex number.
    TiesByLargest,
    /// The largest f is selected.
    SelectsLargest,
    /// OPEN orders by ⌊f/2⌋.
    WideBuckets,
    /// Negative values of h count as 0.
    NegativeIsZero,
    /// f = h.
    ForgetsG,
    /// Every edge costs 1.
    ForgetsEdgeCost,
    /// The child with the largest number is skipped.
    ForgetsLastVertex,
    /// A cheaper path to a vertex in OPEN is ignored.
    NeverImproves,
    /// A reopened vertex keeps its g.
    ReopenedKeepsG,
    /// A reopened vertex keeps its f.
    ReopenedKeepsF,
    /// A vertex keeps its first parent.
    KeepsParent,
    /// The search ends as soon as the goal is generated.
    StopsAtGeneration,
    /// The goal is expanded before the search ends.
    ExpandsTheGoal,
    /// Inconsistency may be negative.
    SignedInconsistency,
    /// Inconsistency of the reversed edge.
    ReversedInconsistency,
    /// The most expensive of parallel abstract edges counts.
    DearestAbstractEdge,
    /// Two heuristics are added.
    SumForMaximum,
    /// Differences are stored in one bit.
    NarrowDifference,
    /// The base is not added to the difference.
    ForgetsBase,
    /// A correction raises values.
    CorrectionRaises,
    /// A value is lowered by one at most.
    LowersOnce,
    /// The overflow check of a layer ignores the carried values.
    ForgetsCarry,
    /// The overflow check of a layer ignores the rounding term.
    ForgetsRounding,
    /// Sums of products wrap at 16 bits.
    NarrowProducts,
    /// The output of a layer may be negative.
    KeepsNegative,
    /// The last slot of a key is one segment too far.
    SlotTooFar,
    /// A compressed table stores maxima.
    MaximumOfRun,
    /// A compressed table omits the last value of every run.
    ShortRun,
    /// The rank of a k-permutation counts taken positions as free.
    RankCountsTaken,
    /// The rank of a k-permutation is one too large.
    RankOffByOne,
    /// Unranking may use a position twice.
    UnrankForgetsTaken,
    /// The rank of a state uses the second orientation twice and the first not at all.
    RankForgetsTurn,
    /// A shift within a word goes in the wrong direction.
    ShiftsBackwards,
    /// Unused bytes of a header are ignored.
    IgnoresUnusedBytes,
}

impl Mutant {
    /// All of them.
    pub const ALL: &[Mutant] = &[
        Mutant::NeverReopens,
        Mutant::AlwaysReopens,
        Mutant::EqualIsBetter,
        Mutant::TiesByAge,
        Mutant::TiesByLargest,
        Mutant::SelectsLargest,
        Mutant::WideBuckets,
        Mutant::NegativeIsZero,
        Mutant::ForgetsG,
        Mutant::ForgetsEdgeCost,
        Mutant::ForgetsLastVertex,
        Mutant::NeverImproves,
        Mutant::ReopenedKeepsG,
        Mutant::ReopenedKeepsF,
        Mutant::KeepsParent,
        Mutant::StopsAtGeneration,
        Mutant::ExpandsTheGoal,
        Mutant::SignedInconsistency,
        Mutant::ReversedInconsistency,
        Mutant::DearestAbstractEdge,
        Mutant::SumForMaximum,
        Mutant::NarrowDifference,
        Mutant::ForgetsBase,
        Mutant::CorrectionRaises,
        Mutant::LowersOnce,
        Mutant::ForgetsCarry,
        Mutant::ForgetsRounding,
        Mutant::NarrowProducts,
        Mutant::KeepsNegative,
        Mutant::SlotTooFar,
        Mutant::MaximumOfRun,
        Mutant::ShortRun,
        Mutant::RankCountsTaken,
        Mutant::RankOffByOne,
        Mutant::UnrankForgetsTaken,
        Mutant::RankForgetsTurn,
        Mutant::ShiftsBackwards,
        Mutant::IgnoresUnusedBytes,
    ];

    /// Whether the fault is in the search.
    pub const fn is_of_search(self) -> bool {
        (self as u8) < Mutant::SignedInconsistency as u8
    }
}

/// The library, its transcribed search, or a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The library, unchanged.
    Production,
    /// The transcribed search without a fault.
    Transcription,
    /// A mutant.
    Mutant(Mutant),
}

impl Subject {
    /// The fault, if any.
    fn fault(self) -> Option<Mutant> {
        match self {
            Subject::Mutant(mutant) => Some(mutant),
            _ => None,
        }
    }
}

impl Code for Subject {
    fn search<const N: usize>(
        &self,
        problem: &Problem<N>,
        how: How,
        observer: &mut impl Observer<Vertex>,
    ) -> Searched<N> {
        match *self {
            Subject::Transcription => astar::search(problem, how, observer, None),
            Subject::Mutant(mutant) if mutant.is_of_search() => {
                astar::search(problem, how, observer, Some(mutant))
            }
            _ => code::search(problem, how, observer),
        }
    }

    fn inconsistency(&self, parent: i32, child: i32, cost: Cost) -> i64 {
        match self.fault() {
            Some(Mutant::SignedInconsistency) => parent as i64 - child as i64 - cost as i64,
            Some(Mutant::ReversedInconsistency) => Production.inconsistency(child, parent, cost),
            _ => Production.inconsistency(parent, child, cost),
        }
    }

    fn abstract_cost(&self, one: Cost, other: Cost) -> Cost {
        match self.fault() {
            Some(Mutant::DearestAbstractEdge) => one.max(other),
            _ => Production.abstract_cost(one, other),
        }
    }

    fn largest(&self, one: Cost, other: Cost) -> Cost {
        match self.fault() {
            Some(Mutant::SumForMaximum) => one + other,
            _ => Production.largest(one, other),
        }
    }

    fn difference(&self, value: Cost, base: Cost) -> Cost {
        let difference = Production.difference(value, base);
        match self.fault() {
            Some(Mutant::NarrowDifference) => difference.min(1),
            _ => difference,
        }
    }

    fn restored(&self, difference: Cost, base: Cost) -> Cost {
        match self.fault() {
            Some(Mutant::ForgetsBase) => difference,
            _ => Production.restored(difference, base),
        }
    }

    fn corrected(&self, h: i32, by: i32) -> i32 {
        match self.fault() {
            Some(Mutant::CorrectionRaises) => h + by,
            _ => Production.corrected(h, by),
        }
    }

    fn lowered(&self, value: u8, sets: usize, holds: impl Fn(usize) -> bool) -> u8 {
        match self.fault() {
            Some(Mutant::LowersOnce) => Production.lowered(value, sets.min(1), holds),
            _ => Production.lowered(value, sets, holds),
        }
    }

    fn layer_fits(
        &self,
        most: &[i16],
        weights: &[i16],
        bias: &[i32],
        carry: Option<Carry>,
        shift: u32,
    ) -> bool {
        let (carry, shift) = match self.fault() {
            Some(Mutant::ForgetsCarry) => (None, shift),
            Some(Mutant::ForgetsRounding) => (carry, 0),
            _ => (carry, shift),
        };
        Production.layer_fits(most, weights, bias, carry, shift)
    }

    fn add_products(&self, inputs: &[i16], weights: &[i16], sums: &mut [i32]) {
        if self.fault() != Some(Mutant::NarrowProducts) {
            return Production.add_products(inputs, weights, sums);
        }
        for (&x, &weight) in inputs.iter().zip(weights) {
            sums[0] += x.wrapping_mul(weight) as i32;
        }
    }

    fn settled(&self, sum: i32, shift: u32, most: i16) -> i16 {
        match self.fault() {
            Some(Mutant::KeepsNegative) => layer::rounded(sum, shift).min(most as i32) as i16,
            _ => Production.settled(sum, shift, most),
        }
    }

    fn places(&self, shape: &FilterShape, mixed: u64) -> [u32; 3] {
        let mut places = Production.places(shape, mixed);
        if self.fault() == Some(Mutant::SlotTooFar) {
            places[2] += shape.segment;
        }
        places
    }

    fn rank_arrangement(&self, n: u32, positions: &[u8]) -> u64 {
        match self.fault() {
            Some(Mutant::RankCountsTaken) => {
                let mut rank = 0;
                for (i, &p) in positions.iter().enumerate() {
                    rank = rank * (n as u64 - i as u64) + p as u64;
                }
                rank
            }
            Some(Mutant::RankOffByOne) => Production.rank_arrangement(n, positions) + 1,
            _ => Production.rank_arrangement(n, positions),
        }
    }

    fn unrank_arrangement(&self, n: u32, mut rank: u64, positions: &mut [u8]) {
        if self.fault() != Some(Mutant::UnrankForgetsTaken) {
            return Production.unrank_arrangement(n, rank, positions);
        }
        for i in (0..positions.len()).rev() {
            let radix = n as u64 - i as u64;
            positions[i] = (rank % radix) as u8;
            rank /= radix;
        }
    }

    fn rank_state(&self, ranker: &CubeRanker, state: &AbstractState) -> u64 {
        let mut state = *state;
        if self.fault() == Some(Mutant::RankForgetsTurn) {
            state.twists[0] = state.twists[1];
            state.flips[0] = state.flips[1];
        }
        Production.rank_state(ranker, &state)
    }

    fn run_minimum(&self, states: u64, factor: u64, entry: u64, value: impl Fn(u64) -> u8) -> u8 {
        match self.fault() {
            Some(Mutant::MaximumOfRun) => {
                let run = entry * factor..states.min((entry + 1) * factor);
                run.map(value).max().unwrap_or(u8::MAX)
            }
            Some(Mutant::ShortRun) => {
                let run = entry * factor..states.min((entry + 1) * factor) - 1;
                run.map(value).min().unwrap_or(u8::MAX)
            }
            _ => Production.run_minimum(states, factor, entry, value),
        }
    }

    fn word_steps(&self, radices: &[usize], constant: usize) -> Vec<Step> {
        let mut steps = Production.word_steps(radices, constant);
        if self.fault() == Some(Mutant::ShiftsBackwards) {
            for step in &mut steps {
                *step = Step {
                    right: step.left,
                    left: step.right,
                    ..*step
                };
            }
        }
        steps
    }

    fn read_header(&self, bytes: &[u8; HEADER_BYTES]) -> Result<CubeHeader, HeaderError> {
        let mut bytes = *bytes;
        if self.fault() == Some(Mutant::IgnoresUnusedBytes) && bytes[21] == 0 {
            bytes[22..24].fill(0);
            bytes[44..64].fill(0);
        }
        Production.read_header(&bytes)
    }
}
