//! A*: limits of expansions, time and memory, reused memories, and heuristics that fail. (Its
//! steps and guarantees are evidence: `algorithm_1`, and the checks of `admit-proofs`.)

use crate::hit_if;
use admit::heuristic::{Estimate, Heuristic, HeuristicError, Manhattan, Zero, from_fn};
use admit::search::memory::{Array, Full, Hashed, Memory};
use admit::search::{Astar, End, Limit, Limits};
use admit::search::{SearchError, Summary};
use admit::space::graph::{Digraph, Edge, FiniteGraph, Vertex};
use admit::space::tiles::Tiles;
use admit::space::{Cost, Space};
use admit_verification::evidence::algorithm_1::{Case, MOST, cases, hashed, traced};
use admit_verification::graphs::bellman_ford;
use admit_verification::seeded::{self, Reached};
use proptest::prelude::{TestCaseError, prop_assert, prop_assert_eq};
use std::time::Instant;

/// A reused memory gives the same search as a new one.
#[test]
fn a_reused_memory_gives_the_same_search() {
    let claim = "a memory forgets";
    let twice = (cases(3, 3), cases(3, 3));
    seeded::proptest(claim, 5_000, twice, |(before, case)| {
        let (mut array, mut table) = (Array::<Vertex, MOST>::new(), Hashed::new());
        traced(&before, &mut array);
        traced(&before, &mut table);
        let new = hashed(&case);
        prop_assert_eq!(&traced(&case, &mut array), &new);
        prop_assert_eq!(&traced(&case, &mut table), &new);
        Ok(())
    });
}

/// At most the exact distance, and 0 at the goal.
fn make_admissible(case: &mut Case, distances: &[Option<u64>]) {
    for (h, distance) in case.h.iter_mut().zip(distances) {
        if let Some(distance) = *distance {
            *h = (*h).min(i32::try_from(distance).unwrap_or(i32::MAX));
        }
    }
    let goal = case.graph.goal() as usize;
    case.h[goal] = 0;
}

/// Whenever A* with an admissible heuristic is stopped, no path costs less than its bound.
#[test]
fn bounds_of_stopped_searches_are_lower_bounds() {
    let (stopped, close) = (Reached::new(), Reached::new());
    let claim = "with reopening and an admissible heuristic paths are optimal";
    seeded::proptest(claim, 15_000, cases(3, 4), |mut case| {
        let distances = bellman_ford(&case.graph);
        make_admissible(&mut case, &distances);
        let optimum = distances[case.start as usize];
        let [with, _] = case.unlimited();
        let solved = hashed(&with).end.unwrap();
        prop_assert_eq!(solved.cost().map(u64::from), optimum);
        for expansions in 0..solved.summary.expansions {
            let astar = Astar::new().limits(Limits::NONE.expansions(expansions));
            let case = case.clone();
            let limit = expansions;
            let end = hashed(&Case {
                astar,
                limit,
                ..case
            })
            .end
            .unwrap();
            let End::Stopped { by, bound } = end.end else {
                return Err(TestCaseError::fail("not stopped"));
            };
            prop_assert_eq!(by, Limit::Expansions);
            prop_assert_eq!(end.summary.expansions, expansions);
            if let Some(optimum) = optimum {
                prop_assert!(bound <= optimum as i64, "{bound} is above {optimum}");
                stopped.hit();
                hit_if(&close, bound == optimum as i64);
            }
        }
        Ok(())
    });
    stopped.expect("a search that was stopped");
    close.expect("a bound that is the optimum");
}

#[test]
fn a_failing_heuristic_ends_the_search_with_its_error() {
    struct Until(u32);
    impl Heuristic<u32> for Until {
        fn h(&self, &v: &u32) -> Result<Estimate, HeuristicError> {
            if v >= self.0 {
                return Err(HeuristicError::NotADistance(v as u64));
            }
            Ok(Estimate::Finite(0))
        }
    }
    let edge = |(from, to)| Edge { from, to, cost: 1 };
    let graph = Digraph::numbered(10, 0, (0..9).zip(1..).map(edge), 9).unwrap();
    for first in 0..10 {
        let error = Astar::new().solve(&graph, 0, &Until(first)).unwrap_err();
        let expected = HeuristicError::NotADistance(first as u64);
        assert_eq!(error, SearchError::Heuristic(expected));
    }
    let found = Astar::new().solve(&graph, 0, &Until(10)).unwrap();
    assert_eq!(found.cost(), Some(9));
}

#[test]
fn a_deadline_that_has_passed_stops_at_once() {
    let tiles = Tiles::new(4, 4).unwrap();
    let start = tiles
        .parse("14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3")
        .unwrap();
    let astar = Astar::new().limits(Limits::NONE.deadline(Instant::now()));
    let manhattan = Manhattan::new(&tiles);
    let stopped = astar.solve(&tiles, start, &manhattan).unwrap();
    let bound = manhattan.h(&start).unwrap().finite().unwrap() as i64;
    let by = Limit::Time;
    assert_eq!(stopped.end, End::Stopped { by, bound });
    assert_eq!(stopped.summary.expansions, 0);
    // A selected goal ends the search, even after the deadline.
    let found = astar.solve(&tiles, tiles.goal(), &manhattan).unwrap();
    assert_eq!(found.cost(), Some(0));
}

/// A memory that is measured after every operation at first, and after every hundredth later,
/// because measuring takes time.
struct Watched<S> {
    inner: Hashed<S>,
    limit: usize,
    most: usize,
    done: u32,
}

impl<S: Clone + Ord + std::hash::Hash> Watched<S> {
    fn look(&mut self) {
        self.done += 1;
        if self.done > 20_000 && !self.done.is_multiple_of(101) {
            return;
        }
        let bytes = self.inner.bytes();
        assert!(bytes <= self.limit, "{bytes} of {}", self.limit);
        self.most = self.most.max(bytes);
    }
}

impl<S: Clone + Ord + std::hash::Hash> Memory<S> for Watched<S> {
    type Node = <Hashed<S> as Memory<S>>::Node;
    type Vacancy = <Hashed<S> as Memory<S>>::Vacancy;

    fn clear(&mut self) {
        self.inner.clear();
        self.look();
    }

    fn find(&self, state: &S) -> Result<Self::Node, Self::Vacancy> {
        self.inner.find(state)
    }

    fn state(&self, node: Self::Node) -> S {
        self.inner.state(node)
    }

    fn g(&self, node: Self::Node) -> Cost {
        self.inner.g(node)
    }

    fn parent(&self, node: Self::Node) -> Option<Self::Node> {
        self.inner.parent(node)
    }

    fn is_open(&self, node: Self::Node) -> bool {
        self.inner.is_open(node)
    }

    fn add(
        &mut self,
        at: Self::Vacancy,
        state: S,
        g: Cost,
        f: i64,
        parent: Option<Self::Node>,
    ) -> Result<Self::Node, Full> {
        let added = self.inner.add(at, state.clone(), g, f, parent);
        assert_eq!(self.inner.find(&state).ok(), added.ok());
        self.look();
        added
    }

    fn improve(
        &mut self,
        node: Self::Node,
        g: Cost,
        f: i64,
        parent: Self::Node,
    ) -> Result<(), Full> {
        let before = (self.g(node), self.parent(node), self.is_open(node));
        let improved = self.inner.improve(node, g, f, parent);
        let after = (self.g(node), self.parent(node), self.is_open(node));
        if improved.is_ok() {
            assert_eq!(after, (g, Some(parent), true));
        } else {
            assert_eq!(after, before);
        }
        self.look();
        improved
    }

    fn select(&mut self) -> Option<(Self::Node, i64)> {
        let selected = self.inner.select();
        self.look();
        selected
    }

    fn close(&mut self, node: Self::Node) {
        self.inner.close(node);
        self.look();
    }
}

/// A pseudo-random space of numbers. States are large, so that a heap of them is much larger
/// than a list of indices; costs are far apart, so that few states share a bucket; numbers wrap
/// around, so that states are generated repeatedly.
struct Thicket {
    states: u64,
    most_cost: u32,
}

type Bulky = [u64; 5];

fn mixed(n: u64) -> u64 {
    let n = (n ^ n >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ n >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ n >> 31
}

impl Space for Thicket {
    type State = Bulky;
    type Action = u64;

    fn transitions(&self, state: &Bulky) -> impl Iterator<Item = (u64, Bulky, Cost)> {
        let n = state[4];
        (0..5).map(move |i| {
            let to = mixed(5 * n + i) % self.states;
            let cost = 1 + mixed(to ^ n << 20) as u32 % self.most_cost;
            (i, [0, 0, 0, 0, to], cost)
        })
    }

    fn is_goal(&self, _: &Bulky) -> bool {
        false
    }
}

fn stopped_by_memory<Sp: Space>(
    space: &Sp,
    start: Sp::State,
    h: &impl Heuristic<Sp::State>,
    limit: usize,
) -> (Watched<Sp::State>, Summary) {
    let mut memory = Watched {
        inner: Hashed::with_limit(limit),
        limit,
        most: 0,
        done: 0,
    };
    let run = Astar::new().run(space, start, h, &mut memory, &mut ());
    let run = run.unwrap();
    let by_memory = matches!(
        run.end,
        End::Stopped {
            by: Limit::Memory,
            ..
        }
    );
    assert!(by_memory, "{limit}: {:?}", run.end);
    // The memory is intact: every node leads back to the start.
    let len = memory.inner.len() as u32;
    for node in 0..len {
        assert_eq!(memory.find(&memory.state(node)).ok(), Some(node));
        match memory.parent(node) {
            Some(parent) => assert!(memory.g(parent) < memory.g(node)),
            None => assert_eq!((node, memory.g(node)), (0, 0)),
        }
    }
    (memory, run.summary)
}

/// Also during a selection, which turns a list into a heap.
#[test]
fn a_memory_keeps_its_limit_at_every_moment() {
    const LIMITS: [usize; 7] = [0, 1, 60_000, 1_000_000, 3_000_000, 5_000_000, 12_000_000];
    let tiles = Tiles::new(4, 4).unwrap();
    let start = tiles
        .parse("14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3")
        .unwrap();
    let thickets = [1, 30, 1_000_000].map(|most_cost| Thicket {
        states: 1 << 40,
        most_cost,
    });
    let dense = Thicket {
        states: 60_000,
        most_cost: 500_000,
    };
    let any_sign = from_fn(|s: &Bulky| mixed(s[4]) as i32 % 1_000_000);
    let mut last = [0; 5];
    let mut updates = 0;
    for limit in LIMITS {
        let mut sizes = Vec::new();
        let (memory, _) = stopped_by_memory(&tiles, start, &Zero, limit);
        sizes.push((memory.inner.len(), memory.most));
        for thicket in &thickets {
            let (memory, _) = stopped_by_memory(thicket, [0; 5], &Zero, limit);
            sizes.push((memory.inner.len(), memory.most));
        }
        if limit <= 5_000_000 {
            let (memory, summary) = stopped_by_memory(&dense, [0; 5], &any_sign, limit);
            sizes.push((memory.inner.len(), memory.most));
            updates += summary.updates + summary.reopenings;
        }
        for (i, &(states, bytes)) in sizes.iter().enumerate() {
            // More memory holds more nodes, and most of it is used.
            assert!(
                states >= last[i],
                "{states} in {limit}, {} in less",
                last[i]
            );
            last[i] = states;
            if limit >= 5_000_000 {
                assert!(
                    states > 1_000 && bytes > limit / 4,
                    "{i}: {bytes} of {limit}"
                );
            }
        }
    }
    assert!(updates > 0, "vacuous: no state was improved");
}
