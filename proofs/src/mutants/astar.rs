//! A\* with optional faults.
//!
//! A transcription of Algorithm 1 in which each fault can be switched on. Without a fault it equals
//! the library's search step by step (`tests/mutants.rs` of `admit-verification`), so the fault
//! alone makes a mutant differ.

use super::Mutant;
use crate::code::{Ended, How, Searched, Ties};
use crate::problem::Problem;
use admit::search::{Generation, Observer, Summary};
use admit::space::Space;
use admit::space::graph::{FiniteGraph, Vertex};

/// Limit for searches that a fault keeps from terminating.
const MOST_EXPANSIONS: u64 = 1000;

/// The state of the search.
struct Search<const N: usize> {
    searched: Searched<N>,
    f: [i64; N],
    entered: [u64; N],
    entries: u64,
    closed: u64,
    open: u64,
}

impl<const N: usize> Search<N> {
    fn enter(&mut self, v: usize) {
        if !self.searched.open[v] {
            self.open += 1;
        }
        self.searched.open[v] = true;
        self.entered[v] = self.entries;
        self.entries += 1;
    }

    /// The vertex of OPEN to expand next.
    fn select(&self, ties: Ties, fault: Option<Mutant>) -> Option<usize> {
        let ties = match fault {
            Some(Mutant::TiesByAge) => Ties::Oldest,
            _ => ties,
        };
        let key = |v: usize| {
            let f = match fault {
                Some(Mutant::SelectsLargest) => -self.f[v],
                Some(Mutant::WideBuckets) => self.f[v].div_euclid(2),
                _ => self.f[v],
            };
            let tie = match (ties, fault) {
                (Ties::Oldest, _) => self.entered[v] as i64,
                (Ties::Least, Some(Mutant::TiesByLargest)) => -(v as i64),
                (Ties::Least, _) => v as i64,
            };
            (f, tie)
        };
        let mut best = None;
        for v in 0..N {
            if self.searched.open[v] && best.is_none_or(|b| key(v) < key(b)) {
                best = Some(v);
            }
        }
        best
    }
}

/// Algorithm 1 with an optional fault.
pub fn search<const N: usize>(
    problem: &Problem<N>,
    how: How,
    observer: &mut impl Observer<Vertex>,
    fault: Option<Mutant>,
) -> Searched<N> {
    let reopening = match fault {
        Some(Mutant::NeverReopens) => false,
        Some(Mutant::AlwaysReopens) => true,
        _ => how.reopening,
    };
    let h = |v: usize| match fault {
        Some(Mutant::NegativeIsZero) => problem.h[v].max(0) as i64,
        _ => problem.h[v] as i64,
    };
    let start = problem.start as usize;
    let mut search = Search {
        searched: Searched {
            end: Ended::Exhausted,
            g: [None; N],
            open: [false; N],
            parent: [None; N],
            summary: Summary::default(),
        },
        f: [0; N],
        entered: [0; N],
        entries: 0,
        closed: 0,
        open: 0,
    };
    search.searched.g[start] = Some(0);
    search.f[start] = h(start);
    search.enter(start);
    search.searched.summary.peak_open = 1;
    while let Some(v) = search.select(how.ties, fault) {
        let state = v as Vertex;
        let g = search.searched.g[v].unwrap_or(0);
        observer.selected(&state, g, search.f[v]);
        let is_goal = problem.graph.is_goal(&state);
        if is_goal && fault != Some(Mutant::ExpandsTheGoal) {
            search.searched.end = Ended::Found(g);
            return search.searched;
        }
        let expansions = search.searched.summary.expansions;
        let too_many = fault.is_some() && expansions >= MOST_EXPANSIONS;
        if expansions >= how.expansions || too_many {
            search.searched.end = Ended::Stopped;
            return search.searched;
        }
        for (child, cost) in problem.graph.successors(&state) {
            if fault == Some(Mutant::ForgetsLastVertex) && child + 1 == problem.graph.vertices() {
                continue;
            }
            let known = search.searched.g[child as usize];
            let g_new = match fault {
                Some(Mutant::ForgetsEdgeCost) => g + 1,
                _ => g + cost,
            };
            let what = generation(&search.searched, child as usize, g_new, reopening, fault);
            apply(&mut search, v, child as usize, g_new, what, fault);
            let greedy = fault == Some(Mutant::ForgetsG);
            if !matches!(what, Generation::NoBetter | Generation::LeftClosed) {
                let f = if greedy { 0 } else { g_new as i64 } + h(child as usize);
                let stale = fault == Some(Mutant::ReopenedKeepsF) && what == Generation::Reopened;
                let stale = stale && known.is_some();
                if !stale {
                    search.f[child as usize] = f;
                }
            }
            observer.generated(&state, &child, g_new, what);
            if fault == Some(Mutant::StopsAtGeneration) && problem.graph.is_goal(&child) {
                search.searched.end = Ended::Found(search.searched.g[child as usize].unwrap_or(0));
                return search.searched;
            }
        }
        if is_goal {
            search.searched.end = Ended::Found(search.searched.g[v].unwrap_or(g));
            return search.searched;
        }
        search.searched.open[v] = false;
        search.open -= 1;
        search.closed += 1;
        let summary = &mut search.searched.summary;
        summary.expansions += 1;
        summary.peak_closed = summary.peak_closed.max(search.closed);
        observer.closed(&state);
    }
    search.searched
}

/// The outcome of generating a child.
fn generation<const N: usize>(
    searched: &Searched<N>,
    child: usize,
    g_new: u32,
    reopening: bool,
    fault: Option<Mutant>,
) -> Generation {
    let Some(known) = searched.g[child] else {
        return Generation::New;
    };
    let better = match fault {
        Some(Mutant::EqualIsBetter) => g_new <= known,
        _ => g_new < known,
    };
    match (better, searched.open[child]) {
        (false, _) => Generation::NoBetter,
        (true, true) if fault == Some(Mutant::NeverImproves) => Generation::NoBetter,
        (true, true) => Generation::Improved,
        (true, false) if reopening => Generation::Reopened,
        (true, false) => Generation::LeftClosed,
    }
}

/// Applies the outcome, except for f.
fn apply<const N: usize>(
    search: &mut Search<N>,
    parent: usize,
    child: usize,
    g_new: u32,
    what: Generation,
    fault: Option<Mutant>,
) {
    search.searched.summary.generations += 1;
    let reopened = what == Generation::Reopened;
    match what {
        Generation::NoBetter | Generation::LeftClosed | Generation::DeadEnd => return,
        Generation::New => {}
        Generation::Improved => search.searched.summary.updates += 1,
        Generation::Reopened => {
            search.searched.summary.reopenings += 1;
            search.closed -= 1;
        }
    }
    if !(reopened && fault == Some(Mutant::ReopenedKeepsG)) {
        search.searched.g[child] = Some(g_new);
    }
    if what == Generation::New || fault != Some(Mutant::KeepsParent) {
        search.searched.parent[child] = Some(parent as Vertex);
    }
    search.enter(child);
    let summary = &mut search.searched.summary;
    summary.peak_open = summary.peak_open.max(search.open);
}
