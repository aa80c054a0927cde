//! A* is the paper's Algorithm 1, with either memory.
//!
//! The search is written once for two memories: an array with linear search,
//! and a hash table with a bucket queue. Both are compared with
//! each other and with a third search, a direct transcription of the paper with
//! plain lists, step by step, on graphs and heuristics of every
//! kind: negative, overestimating, near the limits of their types. Then the
//! guarantees of A* are tested, and that memory limits are kept.

use admit::heuristic::{Estimate, Heuristic, HeuristicError, Manhattan, Zero, from_fn};
use admit::search::memory::{Array, Full, Hashed, Memory};
use admit::search::{Astar, End, Generation, Limit, Limits};
use admit::search::{SearchError, Solved, Step, Steps, Summary};
use admit::space::distances::breadth_first;
use admit::space::graph::{Digraph, Edge, FiniteGraph, Vertex};
use admit::space::tiles::{Board, Tiles};
use admit::space::{Cost, Space};
use admit_verification::graphs::bellman_ford;
use admit_verification::seeded::{self, Reached};
use petgraph::graph::NodeIndex;
use proptest::collection::vec;
use proptest::prelude::{Strategy, TestCaseError, any, prop_assert, prop_assert_eq};
use std::time::Instant;

/// Capacity of the array.
const MOST: usize = 12;

/// A search problem: graph, heuristic, start and settings.
#[derive(Clone, Debug)]
struct Case {
    graph: Digraph,
    h: Vec<i32>,
    start: Vertex,
    astar: Astar,
    limit: u64,
}

/// Ranges of costs: all 1, small, further apart than the queue has buckets,
/// large enough that a few of them overflow, and any.
fn cost_of(kind: u8, number: u32) -> Cost {
    match kind {
        0 => 1,
        1 => 1 + number % 9,
        2 => 1 + number % 100_000,
        3 => 1 + number % (1 << 30),
        _ => number.max(1),
    }
}

/// Ranges of heuristic values: typical, with negative ones, further apart than
/// the queue has buckets, any, and the limits of the type.
fn value_of(kind: u8, number: i32) -> i32 {
    match kind {
        0 => number.rem_euclid(13),
        1 => number.rem_euclid(41) - 20,
        2 => number.rem_euclid(400_001) - 200_000,
        3 => number,
        _ => [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX - 1, i32::MAX]
            [number.rem_euclid(7) as usize],
    }
}

/// Cases with these kinds of costs and values. Loops, parallel edges and
/// unreachable goals are common.
fn cases(cost_kinds: u8, value_kinds: u8) -> impl Strategy<Value = Case> {
    let size = (1..=MOST as u32, 0..cost_kinds, 0..value_kinds);
    let ends = (any::<u8>(), any::<u8>(), any::<bool>(), any::<u8>());
    let edges = vec((any::<u8>(), any::<u32>()), 0..=40);
    let values = vec(any::<i32>(), MOST);
    (size, ends, edges, values).prop_map(
        |((n, cost_kind, value_kind), (start, goal, reopening, limit), edges, values)| {
            let edges = edges.into_iter().map(|(ends, cost)| Edge {
                from: (ends & 15) as u32 % n,
                to: (ends >> 4) as u32 % n,
                cost: cost_of(cost_kind, cost),
            });
            let graph = Digraph::numbered(n, 0, edges, goal as u32 % n);
            let values = values.into_iter().take(n as usize);
            // One search in four has a limit.
            let limit = if limit < 64 {
                limit as u64 % 24
            } else {
                u64::MAX
            };
            let mut astar = Astar::new().limits(Limits::NONE.expansions(limit));
            if !reopening {
                astar = astar.without_reopening();
            }
            Case {
                graph: graph.expect("vertices exist and costs are positive"),
                h: values.map(|v| value_of(value_kind, v)).collect(),
                start: start as u32 % n,
                astar,
                limit,
            }
        },
    )
}

impl Case {
    fn h(&self, v: Vertex) -> i64 {
        self.h[v as usize] as i64
    }

    /// The exact cost of a cheapest path from the start.
    fn optimum(&self) -> Option<u64> {
        bellman_ford(&self.graph)[self.start as usize]
    }

    /// The same without a limit, with and without reopening.
    fn unlimited(&self) -> [Case; 2] {
        [Astar::new(), Astar::new().without_reopening()].map(|astar| Case {
            astar,
            limit: u64::MAX,
            ..self.clone()
        })
    }

    fn cheapest_edge(&self, from: Vertex, to: Vertex) -> Option<Cost> {
        let between = self.graph.successors(&from).filter(|&(v, _)| v == to);
        between.map(|(_, cost)| cost).min()
    }
}

/// g, parent, and whether it is in OPEN.
type Known = (Cost, Option<Vertex>, bool);

/// How a search ended, with the path and its cost, and its counters.
#[derive(Debug, PartialEq)]
struct Ended {
    end: End<(Vec<Vertex>, Cost)>,
    summary: Summary,
}

impl Ended {
    fn of(solved: Solved<Vertex, Edge>) -> Ended {
        Ended {
            end: solved.end.map(|found| (found.path, found.cost)),
            summary: solved.summary,
        }
    }

    fn found(&self) -> Option<&(Vec<Vertex>, Cost)> {
        match &self.end {
            End::Found(found) => Some(found),
            _ => None,
        }
    }

    fn cost(&self) -> Option<Cost> {
        Some(self.found()?.1)
    }

    fn path(&self) -> Option<&[Vertex]> {
        Some(&self.found()?.0)
    }
}

/// The trace of a search and its final memory.
#[derive(Debug, PartialEq)]
struct Trace {
    steps: Vec<Step<Vertex>>,
    end: Result<Ended, SearchError>,
    known: Vec<Option<Known>>,
}

fn traced<M: Memory<Vertex>>(case: &Case, memory: &mut M) -> Trace {
    let mut steps = Steps::default();
    let h = from_fn(|v: &Vertex| case.h[*v as usize]);
    let run = case
        .astar
        .run(&case.graph, case.start, &h, memory, &mut steps);
    let known = (0..case.graph.vertices()).map(|v| {
        let node = memory.find(&v).ok()?;
        let parent = memory.parent(node).map(|p| memory.state(p));
        Some((memory.g(node), parent, memory.is_open(node)))
    });
    Trace {
        steps: steps.0,
        known: known.collect(),
        end: run
            .and_then(|run| Solved::of(&case.graph, &run, memory))
            .map(Ended::of),
    }
}

fn hashed(case: &Case) -> Trace {
    traced(case, &mut Hashed::new())
}

/// The third search's record of a vertex.
#[derive(Clone, Copy, Default)]
struct Record {
    in_open: bool,
    in_closed: bool,
    g: Cost,
    parent: Option<Vertex>,
}

/// Algorithm 1, line by line. Also counts how often several vertices had the
/// least f.
fn plain(case: &Case) -> (Trace, u64) {
    let Case { graph, start, .. } = case;
    let mut all = vec![Record::default(); graph.vertices() as usize];
    let (mut steps, mut ties) = (Vec::new(), 0);
    let mut summary = Summary::default();
    let end = plain_loop(case, &mut all, &mut steps, &mut ties, &mut summary);
    let known = all.iter().map(|record| {
        let known = record.in_open || record.in_closed;
        known.then_some((record.g, record.parent, record.in_open))
    });
    let known: Vec<Option<Known>> = known.collect();
    let end = end.map(|end| Ended {
        summary,
        end: match end {
            End::Exhausted => End::Exhausted,
            End::Stopped { by, bound } => End::Stopped { by, bound },
            End::Found(goal) => {
                let mut path = vec![goal];
                while let Some(parent) = all[path[path.len() - 1] as usize].parent {
                    path.push(parent);
                }
                assert_eq!(path.last(), Some(start));
                path.reverse();
                End::Found((path, all[goal as usize].g))
            }
        },
    });
    (Trace { steps, end, known }, ties)
}

/// The cost of the path through parents.
fn path_cost(case: &Case, all: &[Record], v: Vertex) -> u64 {
    let Some(parent) = all[v as usize].parent else {
        return 0;
    };
    let edge = case.cheapest_edge(parent, v).expect("parents have edges");
    path_cost(case, all, parent) + edge as u64
}

fn plain_loop(
    case: &Case,
    all: &mut [Record],
    steps: &mut Vec<Step<Vertex>>,
    ties: &mut u64,
    summary: &mut Summary,
) -> Result<End<Vertex>, SearchError> {
    let mut bound = case.h(case.start);
    all[case.start as usize].in_open = true;
    summary.peak_open = 1;
    loop {
        let f = |all: &[Record], v: Vertex| all[v as usize].g as i64 + case.h(v);
        let open: Vec<Vertex> = (0..all.len() as u32)
            .filter(|&v| all[v as usize].in_open)
            .collect();
        // Vertices ascend, so the first of equal ones is the least.
        let Some(&s) = open.iter().min_by_key(|&&v| f(all, v)) else {
            return Ok(End::Exhausted);
        };
        let f_s = f(all, s);
        *ties += open.iter().any(|&v| v != s && f(all, v) == f_s) as u64;
        let g = all[s as usize].g;
        steps.push(Step::Selected {
            state: s,
            g,
            f: f_s,
        });
        bound = bound.max(f_s);
        assert_eq!(path_cost(case, all, s), g as u64, "{case:?}");
        if s == case.graph.goal() {
            return Ok(End::Found(s));
        }
        if summary.expansions >= case.limit {
            let by = Limit::Expansions;
            return Ok(End::Stopped { by, bound });
        }
        for (child, cost) in case.graph.successors(&s) {
            summary.generations += 1;
            let Some(g_new) = g.checked_add(cost) else {
                return Err(SearchError::CostOverflow { g, cost });
            };
            let record = &mut all[child as usize];
            let better = g_new < record.g;
            let what = if !record.in_open && !record.in_closed {
                record.in_open = true;
                Generation::New
            } else if record.in_open && better {
                summary.updates += 1;
                Generation::Improved
            } else if record.in_closed && better && case.astar.reopens() {
                record.in_closed = false;
                record.in_open = true;
                summary.reopenings += 1;
                Generation::Reopened
            } else if better {
                Generation::LeftClosed
            } else {
                Generation::NoBetter
            };
            if !matches!(what, Generation::LeftClosed | Generation::NoBetter) {
                record.g = g_new;
                record.parent = Some(s);
            }
            let open = all.iter().filter(|r| r.in_open).count() as u64;
            summary.peak_open = summary.peak_open.max(open);
            steps.push(Step::Generated {
                parent: s,
                child,
                g: g_new,
                what,
            });
        }
        all[s as usize].in_open = false;
        all[s as usize].in_closed = true;
        summary.expansions += 1;
        let closed = all.iter().filter(|r| r.in_closed).count() as u64;
        summary.peak_closed = summary.peak_closed.max(closed);
        steps.push(Step::Closed { state: s });
    }
}

/// Counts of events in random searches.
#[derive(Default)]
struct Seen {
    reopened: Reached,
    updated: Reached,
    left_closed: Reached,
    ties: Reached,
    far_above: Reached,
    far_below: Reached,
    found: Reached,
    at_once: Reached,
    exhausted: Reached,
    stopped: Reached,
    overflow: Reached,
}

impl Seen {
    fn look(&self, case: &Case, trace: &Trace, ties: u64) {
        if ties > 0 {
            self.ties.hit();
        }
        for step in &trace.steps {
            let Step::Generated { child, g, what, .. } = *step else {
                continue;
            };
            match what {
                Generation::Reopened => self.reopened.hit(),
                Generation::Improved => self.updated.hit(),
                Generation::LeftClosed => self.left_closed.hit(),
                _ => {}
            }
            // The queue keeps 2¹⁶ buckets in an array, from 2¹⁰ below the start.
            let apart = g as i64 + case.h(child) - case.h(case.start);
            if apart >= 1 << 16 {
                self.far_above.hit();
            }
            if apart < -(1 << 10) {
                self.far_below.hit();
            }
        }
        match &trace.end {
            Err(_) => self.overflow.hit(),
            Ok(Ended { end, .. }) => match end {
                End::Found(_) if case.start == case.graph.goal() => self.at_once.hit(),
                End::Found(_) => self.found.hit(),
                End::Exhausted => self.exhausted.hit(),
                End::Stopped { .. } => self.stopped.hit(),
            },
        }
    }

    fn expect_all(&self) {
        self.reopened.expect("a reopening");
        self.updated.expect("a cheaper path to an open vertex");
        self.left_closed.expect("a vertex left in CLOSED");
        self.ties.expect("several vertices with the least f");
        self.far_above.expect("an f far above that of the start");
        self.far_below.expect("an f far below that of the start");
        self.found.expect("a path");
        self.at_once.expect("a start that is the goal");
        self.exhausted.expect("a goal that cannot be reached");
        self.stopped.expect("a search that was stopped");
        self.overflow.expect("a cost that does not fit");
    }
}

#[test]
fn both_memories_give_the_search_of_the_paper_step_by_step() {
    let seen = Seen::default();
    let claim = "both memories give the search of the paper step by step";
    seeded::proptest(claim, 100_000, cases(5, 5), |case| {
        let (paper, ties) = plain(&case);
        let array = traced(&case, &mut Array::<Vertex, MOST>::new());
        prop_assert_eq!(&array, &paper);
        let hashed = hashed(&case);
        prop_assert_eq!(&hashed, &paper);
        seen.look(&case, &paper, ties);
        Ok(())
    });
    seen.expect_all();
}

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

/// With reopening, a parent may have become cheaper after it generated its child;
/// then the child's g exceeds the cost of the path to it, until the parent is
/// expanded again. Otherwise they are equal.
///
/// A selected vertex is never such a child, whatever h is. Suppose r was expanded on
/// the path when its f was M, and is in OPEN again with a lower g. When r was
/// selected, all of OPEN had an f of at least M. Every vertex with f below M after that
/// descends from r and cannot make r cheaper, so the vertex that did was selected with an
/// f of at least M, when all of OPEN had that again; since then r, whose f is
/// below M, has been in OPEN, and no vertex of the path from r on that was in
/// OPEN at that moment has been selected. So the path found costs g.
#[test]
fn g_is_the_cost_of_the_parent_path_of_selected_vertices() {
    let stale = Reached::new();
    let claim = "g is the cost of the path through parents for all that are selected";
    seeded::proptest(claim, 15_000, cases(3, 3), |case| {
        let trace = hashed(&case);
        let reopenings = trace.steps.iter().any(|step| {
            let what = |what| what == Generation::Reopened;
            matches!(step, Step::Generated { what: w, .. } if what(*w))
        });
        for (v, known) in (0..).zip(&trace.known) {
            let Some((g, parent, _)) = *known else {
                continue;
            };
            let Some(parent) = parent else {
                prop_assert_eq!((v, g), (case.start, 0));
                continue;
            };
            let (g_parent, ..) = trace.known[parent as usize].expect("parents are known");
            let edge = case.cheapest_edge(parent, v).expect("parents have edges");
            prop_assert!(g_parent + edge <= g && g_parent < g);
            prop_assert!(reopenings || g_parent + edge == g);
            if g_parent + edge < g {
                stale.hit();
            }
        }
        let Ok(Ended { end, .. }) = trace.end else {
            return Ok(());
        };
        if let End::Found((path, cost)) = end {
            prop_assert_eq!(path.first(), Some(&case.start));
            prop_assert_eq!(path.last(), Some(&case.graph.goal()));
            let edges = path
                .windows(2)
                .map(|pair| case.cheapest_edge(pair[0], pair[1]));
            let real: Option<Cost> = edges.sum();
            let real = real.expect("every step is an edge");
            prop_assert_eq!(real, cost);
        }
        Ok(())
    });
    stale.expect("a vertex whose parent has become cheaper since");
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

#[test]
fn admissible_heuristics_with_reopening_are_optimal() {
    let (found, none, reopened) = (Reached::new(), Reached::new(), Reached::new());
    let (stopped, close) = (Reached::new(), Reached::new());
    let claim = "with reopening and an admissible heuristic paths are optimal";
    seeded::proptest(claim, 15_000, cases(3, 4), |mut case| {
        let distances = bellman_ford(&case.graph);
        make_admissible(&mut case, &distances);
        let optimum = distances[case.start as usize];
        let [with, _] = case.unlimited();
        let trace = hashed(&with);
        let solved = trace.end.expect("costs are small");
        prop_assert_eq!(solved.cost().map(u64::from), optimum);
        if solved.summary.reopenings > 0 {
            reopened.hit();
        }
        match solved.cost() {
            None => none.hit(),
            Some(cost) => {
                found.hit();
                // Then the path has the reported cost.
                let path = solved.path().expect("a cost has a path");
                let edges = path
                    .windows(2)
                    .map(|pair| case.cheapest_edge(pair[0], pair[1]));
                prop_assert_eq!(edges.sum::<Option<Cost>>(), Some(cost));
            }
        }
        // Wherever it is stopped, no path is cheaper than its bound.
        for expansions in 0..solved.summary.expansions {
            let astar = Astar::new().limits(Limits::NONE.expansions(expansions));
            let end = hashed(&Case {
                astar,
                limit: expansions,
                ..case.clone()
            });
            let end = end.end.expect("costs are small");
            let End::Stopped { by, bound } = end.end else {
                return Err(TestCaseError::fail("not stopped"));
            };
            prop_assert_eq!(by, Limit::Expansions);
            prop_assert_eq!(end.summary.expansions, expansions);
            if let Some(optimum) = optimum {
                prop_assert!(bound <= optimum as i64, "{bound} is above {optimum}");
                stopped.hit();
                if bound == optimum as i64 {
                    close.hit();
                }
            }
        }
        Ok(())
    });
    found.expect("a path");
    none.expect("a goal that cannot be reached");
    reopened.expect("a reopening");
    stopped.expect("a search that was stopped");
    close.expect("a bound that is the optimum");
}

/// A negative value at the goal is admissible too, but a goal may then be
/// selected before a cheaper path to it is found.
#[test]
fn admissible_with_a_negative_goal_value_is_not_optimal() {
    let lost = Reached::new();
    let claim = "below zero at the goal no more is lost than that";
    seeded::proptest(claim, 5_000, cases(2, 1), |mut case| {
        let distances = bellman_ford(&case.graph);
        make_admissible(&mut case, &distances);
        let goal = case.graph.goal() as usize;
        case.h[goal] = -5;
        let [with, _] = case.unlimited();
        let solved = hashed(&with).end.expect("costs are small");
        let (Some(cost), Some(optimum)) = (solved.cost(), distances[case.start as usize]) else {
            return Ok(());
        };
        prop_assert!(cost as u64 <= optimum + 5);
        if cost as u64 > optimum {
            lost.hit();
        }
        Ok(())
    });
    lost.expect("a path that is not optimal");
}

/// The largest consistent heuristic that nowhere exceeds h: a value is at
/// most the cost of a step plus the value of its successor.
fn make_consistent(case: &mut Case) {
    loop {
        let mut changed = false;
        for Edge { from, to, cost } in case.graph.edges() {
            let through = cost as i64 + case.h(to);
            if through < case.h(from) {
                case.h[from as usize] = through as i32;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

#[test]
fn consistent_heuristics_never_reopen_and_are_optimal() {
    let (found, shaped) = (Reached::new(), Reached::new());
    let claim = "with a consistent heuristic nothing is reopened and paths are optimal";
    // Values of any sign, at the goal too: consistency suffices.
    seeded::proptest(claim, 15_000, cases(3, 4), |mut case| {
        make_consistent(&mut case);
        let [with, without] = case.unlimited();
        let (with, without) = (hashed(&with), hashed(&without));
        prop_assert_eq!(&with, &without);
        let mut last = None;
        for step in &with.steps {
            match *step {
                Step::Generated { what, .. } => {
                    prop_assert!(!matches!(
                        what,
                        Generation::Reopened | Generation::LeftClosed
                    ));
                }
                Step::Selected { f, .. } => {
                    prop_assert!(last <= Some(f), "f falls from {last:?} to {f}");
                    last = Some(f);
                }
                Step::Closed { .. } => {}
            }
        }
        let solved = with.end.expect("costs are small");
        prop_assert_eq!(solved.cost().map(u64::from), case.optimum());
        if solved.cost() > Some(0) {
            found.hit();
            if case.h.iter().min() != case.h.iter().max() {
                shaped.hit();
            }
        }
        Ok(())
    });
    found.expect("a path");
    shaped.expect("a heuristic that is not the same everywhere");
}

#[test]
fn a_constant_added_to_every_estimate_changes_nothing() {
    let (lower, reopened) = (Reached::new(), Reached::new());
    let claim = "a constant added to every estimate changes nothing";
    let shift = -2_000_000_000..=2_000_000_000_i32;
    seeded::proptest(claim, 15_000, (cases(3, 3), shift), |(case, shift)| {
        let shifted = Case {
            h: case.h.iter().map(|h| h + shift).collect(),
            ..case.clone()
        };
        let (mut trace, shifted) = (hashed(&case), hashed(&shifted));
        for step in &mut trace.steps {
            match step {
                Step::Selected { f, .. } => *f += shift as i64,
                Step::Generated { what, .. } if *what == Generation::Reopened => reopened.hit(),
                _ => {}
            }
        }
        if let Ok(Ended {
            end: End::Stopped { bound, .. },
            ..
        }) = &mut trace.end
        {
            *bound += shift as i64;
        }
        prop_assert_eq!(trace, shifted);
        if shift < 0 {
            lower.hit();
        }
        Ok(())
    });
    lower.expect("a negative constant");
    reopened.expect("a reopening");
}

#[test]
fn a_heuristic_without_an_answer_ends_the_search_with_its_reason() {
    struct Until(u32);
    impl Heuristic<u32> for Until {
        fn h(&self, &v: &u32) -> Result<Estimate, HeuristicError> {
            if v >= self.0 {
                return Err(HeuristicError::NotADistance(v as u64));
            }
            Ok(Estimate::Finite(0))
        }
    }
    let edges = (0..9).map(|from| Edge {
        from,
        to: from + 1,
        cost: 1,
    });
    let graph = Digraph::numbered(10, 0, edges, 9).unwrap();
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

/// A memory that is measured after every operation at first, and
/// after every hundredth later, because measuring takes time.
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

/// A pseudo-random space of numbers. States are
/// large, so that a heap of them is much larger than a list of indices;
/// costs are far apart, so that few states share a bucket; numbers wrap around,
/// so that states are generated repeatedly.
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
    let run = run.expect("small costs");
    let Limit::Memory = (match run.end {
        End::Stopped { by, .. } => by,
        _ => panic!("not stopped at {limit}"),
    }) else {
        panic!("stopped by something else at {limit}");
    };
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

/// Distances to the goal of a graph, by petgraph, in 64 bits.
fn by_petgraph(graph: &Digraph) -> Vec<Option<u64>> {
    let mut backwards = graph.petgraph().map(|_, ()| (), |_, &cost| cost as u64);
    backwards.reverse();
    let goal = graph.goal().into();
    let found = petgraph::algo::dijkstra(&backwards, goal, None, |edge| *edge.weight());
    (0..graph.vertices())
        .map(|v| found.get(&NodeIndex::new(v as usize)).copied())
        .collect()
}

#[test]
fn costs_on_larger_graphs_are_those_of_dijkstra() {
    let (reopened, far) = (Reached::new(), Reached::new());
    let claim = "on larger graphs costs are those of Dijkstra";
    let graphs = (any::<u64>(), 1..2_000_u32, 1..=6_u64, 1..=100_000_u32);
    seeded::proptest(claim, 60, graphs, |(seed, n, degree, most_cost)| {
        let random = |i: u64| mixed(seed ^ mixed(i));
        let edges = (0..degree * n as u64).map(|i| Edge {
            from: random(3 * i) as u32 % n,
            to: random(3 * i + 1) as u32 % n,
            cost: 1 + random(3 * i + 2) as u32 % most_cost,
        });
        let graph = Digraph::numbered(n, 0, edges, 0).expect("vertices exist");
        let distances = by_petgraph(&graph);
        // Admissible and highly inconsistent.
        let h = from_fn(|&v: &Vertex| {
            let distance = distances[v as usize].map_or(i32::MAX, |d| d as i32);
            if random(!(v as u64)).is_multiple_of(2) {
                distance
            } else {
                0
            }
        });
        for start in (0..n).step_by(1 + n as usize / 20) {
            let solved = Astar::new().solve(&graph, start, &h).expect("small costs");
            let expected = distances[start as usize];
            prop_assert_eq!(solved.cost().map(u64::from), expected);
            let without = Astar::new().solve(&graph, start, &Zero).expect("small");
            prop_assert_eq!(without.cost().map(u64::from), expected);
            if solved.summary.reopenings > 0 {
                reopened.hit();
            }
            if expected > Some(1 << 17) {
                far.hit();
            }
        }
        Ok(())
    });
    reopened.expect("a reopening");
    far.expect("a distance beyond the near buckets");
}

#[test]
fn eight_puzzles_are_solved_as_breadth_first_search_solves_them() {
    let tiles = Tiles::new(3, 3).unwrap();
    let distances = breadth_first(&tiles, [tiles.goal()], 200_000).unwrap();
    let manhattan = Manhattan::new(&tiles);
    let reopened = Reached::new();
    let claim = "eight-puzzles are solved as breadth-first search solves them";
    seeded::proptest(claim, 200, vec(any::<u8>(), 0..200), |walk| {
        let start = walk.iter().fold(tiles.goal(), |board, &turn| {
            let next: Vec<Board> = tiles.successors(&board).map(|(b, _)| b).collect();
            next[turn as usize % next.len()]
        });
        let expected = Some(distances[&start]);
        let careful = Astar::new()
            .solve(&tiles, start, &manhattan)
            .expect("unit costs");
        prop_assert_eq!(careful.cost(), expected);
        prop_assert_eq!(careful.summary.reopenings, 0);
        // Every other value set to 0: admissible, no longer consistent.
        let gaps = from_fn(|board: &Board| {
            let known = mixed(board.bits()).is_multiple_of(2);
            if known {
                manhattan.h(board).unwrap()
            } else {
                Estimate::Finite(0)
            }
        });
        let found = Astar::new()
            .solve(&tiles, start, &gaps)
            .expect("unit costs");
        prop_assert_eq!(found.cost(), expected);
        if found.summary.reopenings > 0 {
            reopened.hit();
        }
        let path = found.path().expect("every board can be solved");
        for pair in path.windows(2) {
            let mut next = tiles.successors(&pair[0]);
            prop_assert!(next.any(|(board, _)| board == pair[1]));
        }
        Ok(())
    });
    reopened.expect("a reopening");
}
