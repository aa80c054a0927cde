//! A literal transcription of the paper's Algorithm 1, compared with the library's A\* step by
//! step.
//!
//! The library's search has two memories: an array with linear search, and a hash table with
//! a bucket queue. Heuristics may be negative, overestimate, or be near the limits of their type.

use super::{Evidence, Settled};
use crate::seeded::{self, Reached};
use admit::heuristic::from_fn;
use admit::search::memory::{Array, Hashed, Memory};
use admit::search::{Astar, End, Generation, Limit, Limits};
use admit::search::{SearchError, Solved, Step, Steps, Summary};
use admit::space::graph::{Digraph, Edge, FiniteGraph, Vertex};
use admit::space::{Cost, Space};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert_eq};

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "algorithm_1.rs": proptest Quick step_by_step, }
}

/// Capacity of the array.
pub const MOST: usize = 12;

/// A search problem: graph, heuristic, start and settings.
#[derive(Clone, Debug)]
pub struct Case {
    /// The graph.
    pub graph: Digraph,
    /// One heuristic value for each vertex.
    pub h: Vec<i32>,
    /// The start.
    pub start: Vertex,
    /// The search.
    pub astar: Astar,
    /// The most expansions.
    pub limit: u64,
}

/// Costs: all 1, small, spread beyond the number of buckets, large enough that sums overflow, any.
fn cost_of(kind: u8, number: u32) -> Cost {
    match kind {
        0 => 1,
        1 => 1 + number % 9,
        2 => 1 + number % 100_000,
        3 => 1 + number % (1 << 30),
        _ => number.max(1),
    }
}

/// Heuristic values: typical, some negative, spread beyond the number of buckets, any, limits of
/// the type.
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

/// Cases with these kinds of costs and values; loops, parallel edges and unreachable goals are
/// common.
pub fn cases(cost_kinds: u8, value_kinds: u8) -> impl Strategy<Value = Case> {
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
    /// The heuristic value of a vertex.
    pub fn value(&self, v: Vertex) -> i64 {
        self.h[v as usize] as i64
    }

    /// The same without a limit, with and without reopening.
    #[must_use]
    pub fn unlimited(&self) -> [Case; 2] {
        [Astar::new(), Astar::new().without_reopening()].map(|astar| Case {
            astar,
            limit: u64::MAX,
            ..self.clone()
        })
    }

    /// The cost of the cheapest edge between two vertices.
    pub fn cheapest_edge(&self, from: Vertex, to: Vertex) -> Option<Cost> {
        let between = self.graph.successors(&from).filter(|&(v, _)| v == to);
        between.map(|(_, cost)| cost).min()
    }
}

/// g, parent, and membership in OPEN.
pub type Known = (Cost, Option<Vertex>, bool);

/// How a search ended, with the path and its cost, and its counters.
#[derive(Debug, PartialEq)]
pub struct Ended {
    /// The end, with path and cost.
    pub end: End<(Vec<Vertex>, Cost)>,
    /// Counters.
    pub summary: Summary,
}

impl Ended {
    fn of(solved: Solved<Vertex, Edge>) -> Ended {
        Ended {
            end: solved.end.map(|found| (found.path, found.cost)),
            summary: solved.summary,
        }
    }

    /// The path found and its cost.
    pub fn found(&self) -> Option<&(Vec<Vertex>, Cost)> {
        match &self.end {
            End::Found(found) => Some(found),
            _ => None,
        }
    }

    /// The cost of the path found.
    pub fn cost(&self) -> Option<Cost> {
        Some(self.found()?.1)
    }
}

/// The trace of a search and its final memory.
#[derive(Debug, PartialEq)]
pub struct Trace {
    /// Every step, in order.
    pub steps: Vec<Step<Vertex>>,
    /// The end.
    pub end: Result<Ended, SearchError>,
    /// Final record of each vertex.
    pub known: Vec<Option<Known>>,
}

/// The library's search in a memory.
pub fn traced<M: Memory<Vertex>>(case: &Case, memory: &mut M) -> Trace {
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

/// The library's search in a hash table.
pub fn hashed(case: &Case) -> Trace {
    traced(case, &mut Hashed::new())
}

/// The transcription's record of a vertex.
#[derive(Clone, Copy, Default)]
struct Record {
    in_open: bool,
    in_closed: bool,
    g: Cost,
    parent: Option<Vertex>,
}

/// Algorithm 1, line by line. Also counts selections with ties on the least f.
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
    let mut bound = case.value(case.start);
    all[case.start as usize].in_open = true;
    summary.peak_open = 1;
    loop {
        let f = |all: &[Record], v: Vertex| all[v as usize].g as i64 + case.value(v);
        let open: Vec<Vertex> = (0..all.len() as u32)
            .filter(|&v| all[v as usize].in_open)
            .collect();
        // `min_by_key` returns the first minimum, hence the least vertex.
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
            let apart = g as i64 + case.value(child) - case.value(case.start);
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

    /// Counts by name.
    fn counts(&self) -> [(&'static str, &Reached); 11] {
        [
            ("a reopening", &self.reopened),
            ("a cheaper path to an open vertex", &self.updated),
            ("a vertex left in CLOSED", &self.left_closed),
            ("a tie on the least f", &self.ties),
            ("an f far above that of the start", &self.far_above),
            ("an f far below that of the start", &self.far_below),
            ("a path", &self.found),
            ("a start that is the goal", &self.at_once),
            ("an unreachable goal", &self.exhausted),
            ("a search stopped by its limit", &self.stopped),
            ("a cost overflow", &self.overflow),
        ]
    }
}

/// Number of random searches.
const CASES: u32 = 100_000;

/// With both memories, the library's A\* is the paper's, step by step.
fn step_by_step() -> Settled {
    let seen = Seen::default();
    let name = "both memories give the search of the paper step by step";
    let tried = seeded::try_proptest(name, CASES, cases(5, 5), |case| {
        let (paper, ties) = plain(&case);
        let array = traced(&case, &mut Array::<Vertex, MOST>::new());
        prop_assert_eq!(&array, &paper);
        let hashed = hashed(&case);
        prop_assert_eq!(&hashed, &paper);
        seen.look(&case, &paper, ties);
        Ok(())
    });
    let scope = format!(
        "{CASES} random digraphs of 1 to {MOST} vertices, costs and values of every size, with \
         and without reopening, some searches stopped early"
    );
    let settled = Settled::holds_unless(tried.err(), scope, CASES.into());
    let counts = seen.counts().into_iter();
    counts.fold(settled, |settled, (what, seen)| {
        settled.with_sometimes(what, seen.times())
    })
}
