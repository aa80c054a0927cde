//! Tests of spaces against their contracts.
//!
//! A search, a table and a proof rely on what [`Space`], [`Ranked`] and [`Abstraction`] promise.
//! [`space`], [`ranked`] and [`abstraction`] test these promises: on every state if there are few,
//! on a seeded sample otherwise. The first violation is returned with its state.
//!
//! ```
//! use admit::pdb::TilePattern;
//! use admit::space::check::{self, Sampling};
//! use admit::space::tiles::Tiles;
//!
//! let tiles = Tiles::new(3, 2).unwrap();
//! let report = check::ranked(&tiles, &Sampling::default()).unwrap();
//! assert_eq!((report.states, report.complete), (720, true));
//!
//! let pattern = TilePattern::new(&tiles, &[1, 4]).unwrap();
//! check::abstraction(&tiles, [tiles.goal()], &pattern, &Sampling::default()).unwrap();
//! ```

use super::{Abstraction, Cost, Ranked, Space};
use std::collections::BTreeSet;
use std::fmt::Debug;
use thiserror::Error;

/// Number and sample of tested states.
///
/// ```
/// use admit::space::check::Sampling;
/// let sampling = Sampling::default().limit(500).seed(7);
/// assert_eq!((sampling.limit, sampling.seed), (500, 7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sampling {
    /// Maximum number of tested states. Smaller spaces are tested completely.
    pub limit: u64,
    /// Seed of the sample of larger ones.
    pub seed: u64,
}

impl Sampling {
    /// Sets the maximum number of tested states.
    #[must_use]
    pub const fn limit(mut self, limit: u64) -> Sampling {
        self.limit = limit;
        self
    }

    /// Sets the seed of the sample.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Sampling {
        self.seed = seed;
        self
    }
}

impl Default for Sampling {
    /// 100,000 states, seed 1.
    fn default() -> Sampling {
        Sampling {
            limit: 100_000,
            seed: 1,
        }
    }
}

/// Extent of a test without violations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// States tested.
    pub states: u64,
    /// Transitions tested.
    pub transitions: u64,
    /// Ranks without a state.
    pub unused_ranks: u64,
    /// Whether these are all states, or all reachable from the given ones.
    pub complete: bool,
}

/// A violated contract and its witness. `A` is the type of abstract states.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Violation<S: Debug, A: Debug = S> {
    /// A transition costs 0.
    #[error("a transition from {from:?} to {to:?} costs 0; costs are positive")]
    ZeroCost {
        /// Source.
        from: S,
        /// Target.
        to: S,
    },
    /// [`Space::successors`] are not the [`Space::transitions`] without actions, or differ from one
    /// call to the next.
    #[error("the successors of {state:?} are not those of its transitions, in the same order")]
    Successors {
        /// The state.
        state: S,
    },
    /// A rank out of range.
    #[error("the rank {rank} of {state:?} is not below the size {size}")]
    RankTooLarge {
        /// The state.
        state: S,
        /// Its rank.
        rank: u64,
        /// The number of ranks.
        size: u64,
    },
    /// `rank(unrank(rank))` differs from `rank`.
    #[error("rank {rank} belongs to {state:?}, whose rank is {found}")]
    RankOfUnrank {
        /// The rank.
        rank: u64,
        /// The state with this rank.
        state: S,
        /// The rank of that state.
        found: u64,
    },
    /// `unrank(rank(state))` differs from `state`.
    #[error("{state:?} has rank {rank}, which belongs to {found:?}")]
    UnrankOfRank {
        /// The state.
        state: S,
        /// Its rank.
        rank: u64,
        /// The state found.
        found: Option<S>,
    },
    /// A rank beyond the last one has a state.
    #[error("rank {rank} is not below the size {size}, but belongs to {state:?}")]
    UnrankTooLarge {
        /// The rank.
        rank: u64,
        /// The number of ranks.
        size: u64,
        /// The state.
        state: S,
    },
    /// A transition without a reverse in a space that claims to be
    /// [undirected](Ranked::is_undirected).
    #[error(
        "a transition of cost {cost} leads from {from:?} to {to:?}, but none of this cost back"
    )]
    NoWayBack {
        /// Source.
        from: S,
        /// Target.
        to: S,
        /// Its cost.
        cost: Cost,
    },
    /// A goal is not mapped to a goal.
    #[error("{state:?} is a goal, but the abstract state {projected:?} is none")]
    Goal {
        /// The goal.
        state: S,
        /// Its abstract state.
        projected: A,
    },
    /// A transition is not mapped to a transition.
    #[error(
        "a transition of cost {cost} leads from {from:?} to {to:?}, but none of at most this cost from the abstract state {projected_from:?} to {projected_to:?}"
    )]
    NotHomomorphic {
        /// Source.
        from: S,
        /// Target.
        to: S,
        /// Its cost.
        cost: Cost,
        /// Abstract source.
        projected_from: A,
        /// Abstract target.
        projected_to: A,
    },
    /// An abstract state violates the contract of [`Ranked`].
    #[error(
        "the abstract state of {state:?} has rank {rank}, which is not below the size or belongs to another state"
    )]
    AbstractRank {
        /// The state.
        state: S,
        /// The rank of its abstract state.
        rank: u64,
    },
}

/// Tests a space on the states reachable from `starts`: costs are positive, and successors are
/// those of the transitions.
///
/// # Errors
///
/// The first violation.
///
/// ```
/// use admit::space::check::{self, Sampling};
/// use admit::space::cube::{Cube, FullCube};
/// let sampling = Sampling::default().limit(1000);
/// let report = check::space(&FullCube, [Cube::SOLVED], &sampling).unwrap();
/// assert_eq!((report.states, report.transitions, report.complete), (1000, 18_000, false));
/// ```
pub fn space<Sp: Space>(
    space: &Sp,
    starts: impl IntoIterator<Item = Sp::State>,
    sampling: &Sampling,
) -> Result<Report, Violation<Sp::State>> {
    let (states, complete) = reachable(space, starts, sampling);
    let mut report = Report {
        complete,
        ..Report::default()
    };
    for state in &states {
        transitions(space, state, &mut report, |_, _| Ok(()))?;
    }
    Ok(report)
}

/// Tests a ranked space on all ranks, or on ranks uniform in `0..size` if there are more than the
/// limit: [`space`]'s contracts, `rank` and `unrank` are inverse, ranks are below the size, and
/// transitions have reverses where the space is [undirected](Ranked::is_undirected).
///
/// # Errors
///
/// The first violation.
///
/// ```
/// use admit::space::check::{self, Sampling};
/// use admit::space::topspin::TopSpin;
/// let spin = TopSpin::new(12, 4).unwrap();
/// assert!(!check::ranked(&spin, &Sampling::default().limit(100)).unwrap().complete);
/// ```
pub fn ranked<Sp: Ranked>(space: &Sp, sampling: &Sampling) -> Result<Report, Violation<Sp::State>> {
    let size = space.size();
    for rank in [size, size.saturating_add(1), u64::MAX] {
        if let Some(state) = space.unrank(rank) {
            return Err(Violation::UnrankTooLarge { rank, size, state });
        }
    }
    let complete = size <= sampling.limit;
    let mut report = Report {
        complete,
        ..Report::default()
    };
    let mut random = Random(sampling.seed);
    for i in 0..size.min(sampling.limit) {
        let rank = if complete { i } else { random.below(size) };
        let Some(state) = space.unrank(rank) else {
            report.unused_ranks += 1;
            continue;
        };
        let found = space.rank(&state);
        if found != rank {
            return Err(Violation::RankOfUnrank { rank, state, found });
        }
        transitions(space, &state, &mut report, |to, cost| {
            rank_of(space, to)?;
            let back = |(next, again): (Sp::State, Cost)| next == state && again == cost;
            if space.is_undirected() && !space.successors(to).any(back) {
                return Err(Violation::NoWayBack {
                    from: state.clone(),
                    to: to.clone(),
                    cost,
                });
            }
            Ok(())
        })?;
    }
    Ok(report)
}

/// Tests an abstraction on the states reachable from `starts`: [`space`]'s contracts, goals are
/// mapped to goals, transitions to transitions of no higher cost or to none within one state, and
/// abstract states have ranks.
///
/// # Errors
///
/// The first violation.
pub fn abstraction<Of: Space, A: Abstraction<Of>>(
    space: &Of,
    starts: impl IntoIterator<Item = Of::State>,
    abstraction: &A,
    sampling: &Sampling,
) -> Result<Report, Violation<Of::State, A::State>> {
    let (states, complete) = reachable(space, starts, sampling);
    let mut report = Report {
        complete,
        ..Report::default()
    };
    for state in &states {
        let projected = abstraction.project(state);
        if let Err(rank) =
            rank_of(abstraction, &projected).map_err(|_| abstraction.rank(&projected))
        {
            let state = state.clone();
            return Err(Violation::AbstractRank { state, rank });
        }
        if space.is_goal(state) && !abstraction.is_goal(&projected) {
            let state = state.clone();
            return Err(Violation::Goal { state, projected });
        }
        transitions(space, state, &mut report, |to, cost| {
            let projected_to = abstraction.project(to);
            let step = |(next, at): (A::State, Cost)| next == projected_to && at <= cost;
            if projected == projected_to || abstraction.successors(&projected).any(step) {
                return Ok(());
            }
            Err(Violation::NotHomomorphic {
                from: state.clone(),
                to: to.clone(),
                cost,
                projected_from: projected.clone(),
                projected_to,
            })
        })?;
    }
    Ok(report)
}

/// Tests the transitions of one state, each also with `test`.
fn transitions<Sp: Space, A: Debug>(
    space: &Sp,
    state: &Sp::State,
    report: &mut Report,
    mut test: impl FnMut(&Sp::State, Cost) -> Result<(), Violation<Sp::State, A>>,
) -> Result<(), Violation<Sp::State, A>> {
    report.states += 1;
    let mut successors = space.successors(state);
    for (_, to, cost) in space.transitions(state) {
        report.transitions += 1;
        if cost == 0 {
            let from = state.clone();
            return Err(Violation::ZeroCost { from, to });
        }
        if successors.next() != Some((to.clone(), cost)) {
            let state = state.clone();
            return Err(Violation::Successors { state });
        }
        test(&to, cost)?;
    }
    if successors.next().is_some() {
        let state = state.clone();
        return Err(Violation::Successors { state });
    }
    Ok(())
}

/// The rank of a state, if unranking inverts it.
fn rank_of<Sp: Ranked>(space: &Sp, state: &Sp::State) -> Result<u64, Violation<Sp::State>> {
    let (rank, size) = (space.rank(state), space.size());
    if rank >= size {
        let state = state.clone();
        return Err(Violation::RankTooLarge { state, rank, size });
    }
    let found = space.unrank(rank);
    if found.as_ref() != Some(state) {
        let state = state.clone();
        return Err(Violation::UnrankOfRank { state, rank, found });
    }
    Ok(rank)
}

/// All states reachable from some, and true; beyond the limit, that many from random walks, and
/// false.
fn reachable<Sp: Space>(
    space: &Sp,
    starts: impl IntoIterator<Item = Sp::State>,
    sampling: &Sampling,
) -> (Vec<Sp::State>, bool) {
    let starts: BTreeSet<Sp::State> = starts.into_iter().collect();
    let mut found = starts.clone();
    let mut waiting: Vec<Sp::State> = starts.iter().cloned().collect();
    while let Some(state) = waiting.pop()
        && found.len() as u64 <= sampling.limit
    {
        for (next, _) in space.successors(&state) {
            if found.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    if found.len() as u64 <= sampling.limit {
        return (found.into_iter().collect(), true);
    }
    let starts: Vec<Sp::State> = starts.into_iter().collect();
    let mut random = Random(sampling.seed);
    let mut states = Vec::new();
    let mut here: Option<Sp::State> = None;
    while (states.len() as u64) < sampling.limit {
        let state = here.take().unwrap_or_else(|| {
            let start = random.below(starts.len() as u64);
            starts[start as usize].clone()
        });
        let mut next: Vec<Sp::State> = space.successors(&state).map(|(next, _)| next).collect();
        // A walk restarts at a dead end, and after 64 steps on average.
        if !next.is_empty() && random.below(64) != 0 {
            let chosen = random.below(next.len() as u64);
            here = Some(next.swap_remove(chosen as usize));
        }
        states.push(state);
    }
    (states, false)
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    /// Uniform in `0..n` up to a bias below n/2⁶⁴.
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        ((z as u128 * n as u128) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::cube::CubeRanker;
    use crate::pdb::{TilePattern, TokenPattern};
    use crate::space::cube::{Cube, FullCube};
    use crate::space::graph::Matrix;
    use crate::space::tiles::Tiles;
    use crate::space::topspin::TopSpin;

    /// A ring of ten states, or its abstraction with joined halves; each field breaks one contract.
    #[derive(Clone, Default)]
    struct Ring {
        zero_cost: bool,
        other_successors: bool,
        extra_successor: bool,
        rank_too_large: bool,
        two_of_a_rank: bool,
        none_for_a_state: bool,
        no_end: bool,
        one_way: bool,
        /// As an abstraction.
        loses_goal: bool,
        tears: bool,
        dear: bool,
        projects_outside: bool,
    }

    impl Space for Ring {
        type State = u64;
        type Action = i8;

        fn transitions(&self, &n: &u64) -> impl Iterator<Item = (i8, u64, Cost)> {
            let cost = if self.zero_cost && n == 7 { 0 } else { 1 };
            let cost = if self.dear { 2 } else { cost };
            let on = (1, (n + 1) % 10, cost);
            let back = (!self.one_way || n != 4).then_some((-1, (n + 9) % 10, cost));
            [on].into_iter().chain(back)
        }

        fn successors(&self, &n: &u64) -> impl Iterator<Item = (u64, Cost)> {
            let mut all: Vec<(u64, Cost)> = self.transitions(&n).map(|(_, m, c)| (m, c)).collect();
            if self.other_successors && n == 3 {
                all.reverse();
            }
            if self.extra_successor && n == 3 {
                all.push((0, 1));
            }
            all.into_iter()
        }

        fn is_goal(&self, &n: &u64) -> bool {
            n == if self.loses_goal { 5 } else { 0 }
        }
    }

    impl Ranked for Ring {
        fn size(&self) -> u64 {
            // Rank 10 has no state.
            11
        }

        fn rank(&self, &n: &u64) -> u64 {
            match n {
                9 if self.rank_too_large => 11,
                2 if self.two_of_a_rank => 3,
                n => n,
            }
        }

        fn unrank(&self, rank: u64) -> Option<u64> {
            match rank {
                6 if self.none_for_a_state => None,
                11 if self.no_end => Some(1),
                rank => (rank < 10).then_some(rank),
            }
        }

        fn is_undirected(&self) -> bool {
            true
        }
    }

    impl Abstraction<Ring> for Ring {
        fn project(&self, &n: &u64) -> u64 {
            match n {
                8 if self.tears => 5,
                8 if self.projects_outside => 10,
                n => n,
            }
        }
    }

    fn broken(change: impl FnOnce(&mut Ring)) -> Ring {
        let mut ring = Ring::default();
        change(&mut ring);
        ring
    }

    fn ranked_violation(change: impl FnOnce(&mut Ring)) -> Violation<u64> {
        ranked(&broken(change), &Sampling::default()).unwrap_err()
    }

    fn abstract_violation(change: impl FnOnce(&mut Ring)) -> Violation<u64> {
        let abstract_ring = broken(change);
        abstraction(&Ring::default(), [0], &abstract_ring, &Sampling::default()).unwrap_err()
    }

    #[test]
    fn every_broken_contract_is_named_with_its_state() {
        use Violation::*;
        assert_eq!(
            ranked_violation(|r| r.zero_cost = true),
            // 7 is reached from 6 first, and its way back costs 0.
            NoWayBack {
                from: 6,
                to: 7,
                cost: 1
            }
        );
        let dead = space(&broken(|r| r.zero_cost = true), [0], &Sampling::default());
        assert_eq!(dead, Err(ZeroCost { from: 7, to: 8 }));
        let state = 3;
        assert_eq!(
            ranked_violation(|r| r.other_successors = true),
            Successors { state }
        );
        assert_eq!(
            ranked_violation(|r| r.extra_successor = true),
            Successors { state }
        );
        assert_eq!(
            ranked_violation(|r| r.rank_too_large = true),
            RankTooLarge {
                state: 9,
                rank: 11,
                size: 11
            }
        );
        assert_eq!(
            ranked_violation(|r| r.two_of_a_rank = true),
            UnrankOfRank {
                state: 2,
                rank: 3,
                found: Some(3)
            }
        );
        assert_eq!(
            ranked_violation(|r| r.none_for_a_state = true),
            UnrankOfRank {
                state: 6,
                rank: 6,
                found: None
            }
        );
        assert_eq!(
            ranked_violation(|r| r.no_end = true),
            UnrankTooLarge {
                rank: 11,
                size: 11,
                state: 1
            }
        );
        assert_eq!(
            ranked_violation(|r| r.one_way = true),
            NoWayBack {
                from: 3,
                to: 4,
                cost: 1
            }
        );
    }

    #[test]
    fn every_broken_homomorphism_is_named_with_its_state() {
        use Violation::*;
        assert_eq!(
            abstract_violation(|r| r.loses_goal = true),
            Goal {
                state: 0,
                projected: 0
            }
        );
        assert_eq!(
            abstract_violation(|r| r.tears = true),
            NotHomomorphic {
                from: 7,
                to: 8,
                cost: 1,
                projected_from: 7,
                projected_to: 5
            }
        );
        assert_eq!(
            abstract_violation(|r| r.dear = true),
            NotHomomorphic {
                from: 0,
                to: 1,
                cost: 1,
                projected_from: 0,
                projected_to: 1
            }
        );
        assert_eq!(
            abstract_violation(|r| r.projects_outside = true),
            NotHomomorphic {
                from: 7,
                to: 8,
                cost: 1,
                projected_from: 7,
                projected_to: 10
            }
        );
        let start = [8];
        let outside = broken(|r| r.projects_outside = true);
        let few = Sampling::default().limit(1);
        let ranks = abstraction(&Ring::default(), start, &outside, &few);
        assert_eq!(ranks, Err(AbstractRank { state: 8, rank: 10 }));
    }

    /// A rank of a state with another rank.
    struct Folded;

    impl Space for Folded {
        type State = u64;
        type Action = ();

        fn transitions(&self, _: &u64) -> impl Iterator<Item = ((), u64, Cost)> {
            std::iter::empty()
        }

        fn is_goal(&self, _: &u64) -> bool {
            true
        }
    }

    impl Ranked for Folded {
        fn size(&self) -> u64 {
            1 << 40
        }

        fn rank(&self, &n: &u64) -> u64 {
            n
        }

        fn unrank(&self, rank: u64) -> Option<u64> {
            (rank < 1 << 40).then_some(rank & !7)
        }
    }

    #[test]
    fn a_large_space_is_sampled_with_its_seed() {
        let violation = |seed| ranked(&Folded, &Sampling::default().seed(seed)).unwrap_err();
        let Violation::RankOfUnrank { rank, state, found } = violation(1) else {
            panic!("another violation");
        };
        assert_eq!((state, found), (rank & !7, rank & !7));
        assert_eq!(violation(1), violation(1));
        assert_ne!(violation(1), violation(2));
    }

    #[test]
    fn the_spaces_of_the_library_keep_their_contracts() {
        let sampling = Sampling::default().limit(3000);
        let ring = ranked(&Ring::default(), &sampling).unwrap();
        assert_eq!((ring.states, ring.unused_ranks), (10, 1));
        for name in ["edges:UR,UF", "corners:URF,DFR", "8-corner"] {
            let pattern = CubeRanker::new(name.parse().unwrap()).unwrap();
            ranked(&pattern, &sampling).unwrap();
            abstraction(&FullCube, [Cube::SOLVED], &pattern, &sampling).unwrap();
        }
        for (width, height) in [(2, 2), (3, 2), (2, 3), (3, 3), (4, 4)] {
            let tiles = Tiles::new(width, height).unwrap();
            ranked(&tiles, &sampling).unwrap();
            let pattern = TilePattern::new(&tiles, &[1, 3]).unwrap();
            ranked(&pattern, &sampling).unwrap();
            abstraction(&tiles, [tiles.goal()], &pattern, &sampling).unwrap();
        }
        for (n, k) in [(2, 2), (6, 4), (7, 3), (16, 4)] {
            let spin = TopSpin::new(n, k).unwrap();
            ranked(&spin, &sampling).unwrap();
            let pattern = TokenPattern::new(&spin, &[0, 1]).unwrap();
            ranked(&pattern, &sampling).unwrap();
            abstraction(&spin, [spin.goal()], &pattern, &sampling).unwrap();
        }
        let graph = Matrix::<3>::from_costs([[1, 2, 0], [0, 0, 3], [1, 0, 0]], 2).unwrap();
        assert!(ranked(&graph, &sampling).unwrap().complete);
    }
}
