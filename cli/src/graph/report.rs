//! Results of `admit graph`, and as JSON.

use admit::search::Astar;
use admit::space::graph::{Digraph, FiniteGraph, Vertex};
use admit::theory::{Bounds, Instance, Properties, Trial};
use serde::Serialize;
use serde_json::{Value, json};
use std::cmp::Reverse;

/// The verdict on one bound.
#[derive(Serialize)]
pub(super) struct Verdict {
    pub(super) claimed: bool,
    pub(super) unmet: Option<String>,
    pub(super) holds: bool,
    pub(super) searches: usize,
    pub(super) stopped: usize,
    pub(super) expansions: u64,
    pub(super) reopenings: u64,
    pub(super) violations: Vec<Case>,
    pub(super) tightest: Option<Case>,
    pub(super) most_lost: Option<Case>,
}

/// A search that is an example.
#[derive(Serialize)]
pub(super) struct Case {
    pub(super) start: String,
    pub(super) optimal: u32,
    #[serde(flatten)]
    pub(super) search: Search,
}

/// What a search found, beside its bound.
#[derive(Serialize)]
pub(super) struct Search {
    pub(super) cost: Option<u32>,
    pub(super) suboptimality: Option<i64>,
    pub(super) bound: i64,
    slack: Option<i64>,
    pub(super) path: Vec<String>,
    pub(super) optimal_path: Vec<String>,
}

/// Both searches from one start.
pub(super) struct Pair {
    pub(super) with: Trial,
    pub(super) without: Trial,
}

/// A graph with a heuristic, and the searches of it.
pub(super) struct Task<'a> {
    pub(super) file: &'a str,
    pub(super) heuristic: &'a str,
    pub(super) goal_from: &'static str,
    pub(super) instance: &'a Instance<'a, Digraph>,
    pub(super) bounds: &'a Bounds,
    pub(super) properties: &'a Properties,
    pub(super) astar: Astar,
    pub(super) pairs: &'a [Pair],
    pub(super) unreachable: &'a [Vertex],
}

impl Task<'_> {
    pub(super) fn name(&self, vertex: Vertex) -> String {
        self.instance.graph().name(vertex).into_owned()
    }

    pub(super) fn names(&self, path: &[Vertex]) -> Vec<String> {
        path.iter().map(|&v| self.name(v)).collect()
    }

    pub(super) fn h(&self, vertex: Vertex) -> i32 {
        self.instance.h()[vertex as usize]
    }

    pub(super) fn json(&self, [with, without]: &[Verdict; 2]) -> Value {
        let (graph, all) = (self.instance.graph(), self.properties);
        let overestimate = all.worst_overestimate.map(|w| {
            json!({
                "vertex": self.name(w.vertex), "h": w.h, "distance": w.distance, "by": w.by(),
            })
        });
        let inconsistent = all.most_inconsistent.map(|w| {
            json!({
                "from": self.name(w.edge.from), "to": self.name(w.edge.to), "cost": w.edge.cost,
                "h_from": self.h(w.edge.from), "h_to": self.h(w.edge.to), "by": w.by,
            })
        });
        json!({
            "file": self.file,
            "vertices": graph.vertices(),
            "edges": graph.edge_count(),
            "goal": self.name(graph.goal()),
            "goal_from": self.goal_from,
            "heuristic": self.heuristic,
            "admissible": {
                "holds": all.is_admissible(),
                "overestimates": all.overestimates,
                "worst": overestimate,
            },
            "consistent": {
                "holds": all.is_consistent(),
                "inconsistent_edges": all.inconsistent_edges,
                "total": all.total_inconsistency,
                "worst": inconsistent,
            },
            "goal_aware": {"holds": all.is_goal_aware(), "h": all.goal_value},
            "nonnegative": {
                "holds": all.is_nonnegative(),
                "negative": all.negative,
                "lowest": {"vertex": self.name(all.lowest.0), "h": all.lowest.1},
            },
            "with_reopening": with,
            "without_reopening": without,
            "unreachable": self.names(self.unreachable),
            "starts": self.pairs.iter().map(|pair| self.start(pair)).collect::<Vec<_>>(),
        })
    }

    pub(super) fn verdict(&self, reopening: bool) -> Verdict {
        let trials = || self.pairs.iter().map(move |p| p.get(reopening));
        let unmet = self.properties.claims(reopening).err();
        let violations = trials().filter(|t| t.is_violated());
        let violations: Vec<Case> = violations.map(|t| self.case(t)).collect();
        let tightest = trials()
            .filter(|t| t.slack().is_some())
            .min_by_key(|t| (t.slack(), Reverse(t.suboptimality()), t.start));
        let most_lost = trials()
            .filter(|t| t.suboptimality() > Some(0))
            .max_by_key(|t| (t.suboptimality(), Reverse(t.slack()), Reverse(t.start)));
        Verdict {
            claimed: unmet.is_none(),
            unmet: unmet.map(|a| a.to_string()),
            holds: violations.is_empty(),
            searches: self.pairs.len(),
            stopped: trials().filter(|t| t.found.is_err()).count(),
            expansions: trials().map(|t| t.summary.expansions).sum(),
            reopenings: trials().map(|t| t.summary.reopenings).sum(),
            violations,
            tightest: tightest.map(|t| self.case(t)),
            most_lost: most_lost.map(|t| self.case(t)),
        }
    }

    /// A search with names, repeated if its path was not kept.
    fn case(&self, trial: &Trial) -> Case {
        let astar = if trial.reopening {
            self.astar
        } else {
            self.astar.without_reopening()
        };
        let again = match &trial.found {
            Ok((path, _)) if path.is_empty() => {
                self.instance.trial(self.bounds, &astar, trial.start)
            }
            _ => Ok(None),
        };
        let again = again.ok().flatten();
        Case {
            start: self.name(trial.start),
            optimal: trial.optimal,
            search: self.search(again.as_ref().unwrap_or(trial)),
        }
    }

    fn start(&self, pair: &Pair) -> Value {
        let start = pair.with.start;
        let psi = self.bounds.psi(start).expect("a start reaches the goal");
        json!({
            "start": self.name(start),
            "h": self.h(start),
            "optimal": pair.with.optimal,
            "psi": psi.least,
            "psi_greatest": psi.greatest,
            "with_reopening": self.with_counters(&pair.with),
            "without_reopening": self.with_counters(&pair.without),
        })
    }

    fn with_counters(&self, trial: &Trial) -> Value {
        let (search, counters) = (self.search(trial), &trial.summary);
        json!({
            "stopped": trial.found.as_ref().err().map(ToString::to_string),
            "cost": search.cost,
            "suboptimality": search.suboptimality,
            "bound": search.bound,
            "slack": search.slack,
            "path": search.path,
            "optimal_path": search.optimal_path,
            "expansions": counters.expansions,
            "generations": counters.generations,
            "updates": counters.updates,
            "reopenings": counters.reopenings,
        })
    }

    /// A search with an optimal path that attains its bound.
    fn search(&self, trial: &Trial) -> Search {
        let found = trial.found.as_ref();
        let optimal_path = if trial.reopening {
            self.bounds.psi_path(trial.start)
        } else {
            self.bounds.without_reopening_path(trial.start)
        };
        Search {
            cost: found.ok().map(|&(_, cost)| cost),
            suboptimality: trial.suboptimality(),
            bound: trial.bound,
            slack: trial.slack(),
            path: found.map_or(Vec::new(), |(path, _)| self.names(path)),
            optimal_path: self.names(&optimal_path.unwrap_or_default()),
        }
    }
}

impl Pair {
    fn get(&self, reopening: bool) -> &Trial {
        if reopening { &self.with } else { &self.without }
    }
}
