//! Results of `admit graph` as JSON.

use admit::search::Astar;
use admit::space::graph::reading::GoalFrom;
use admit::space::graph::{Digraph, FiniteGraph, Vertex};
use admit::theory::{Bounds, Instance, Properties, Trial};
use serde::Serialize;
use std::cmp::Reverse;

#[derive(Serialize)]
pub(super) struct Report {
    pub(super) file: String,
    pub(super) vertices: u32,
    pub(super) edges: usize,
    pub(super) goal: String,
    pub(super) goal_from: &'static str,
    pub(super) heuristic: String,
    pub(super) admissible: Admissible,
    pub(super) consistent: Consistent,
    pub(super) goal_aware: GoalAware,
    pub(super) nonnegative: Nonnegative,
    pub(super) with_reopening: Verdict,
    pub(super) without_reopening: Verdict,
    pub(super) unreachable: Vec<String>,
    pub(super) starts: Vec<Start>,
}

#[derive(Serialize)]
pub(super) struct Admissible {
    pub(super) holds: bool,
    pub(super) overestimates: u64,
    pub(super) worst: Option<Overestimate>,
}

#[derive(Serialize)]
pub(super) struct Overestimate {
    pub(super) vertex: String,
    pub(super) h: i32,
    pub(super) distance: u32,
    pub(super) by: i64,
}

#[derive(Serialize)]
pub(super) struct Consistent {
    pub(super) holds: bool,
    pub(super) inconsistent_edges: u64,
    pub(super) total: i64,
    pub(super) worst: Option<Inconsistent>,
}

#[derive(Serialize)]
pub(super) struct Inconsistent {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) cost: u32,
    pub(super) h_from: i32,
    pub(super) h_to: i32,
    pub(super) by: i64,
}

#[derive(Serialize)]
pub(super) struct GoalAware {
    pub(super) holds: bool,
    pub(super) h: i32,
}

#[derive(Serialize)]
pub(super) struct Nonnegative {
    pub(super) holds: bool,
    pub(super) negative: u64,
    pub(super) lowest: Lowest,
}

#[derive(Serialize)]
pub(super) struct Lowest {
    pub(super) vertex: String,
    pub(super) h: i32,
}

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
#[derive(Clone, Serialize)]
pub(super) struct Case {
    pub(super) start: String,
    pub(super) optimal: u32,
    pub(super) cost: Option<u32>,
    pub(super) suboptimality: Option<i64>,
    pub(super) bound: i64,
    pub(super) slack: Option<i64>,
    pub(super) path: Vec<String>,
    pub(super) optimal_path: Vec<String>,
}

/// The results for one start.
#[derive(Serialize)]
pub(super) struct Start {
    #[serde(rename = "start")]
    pub(super) name: String,
    pub(super) h: i32,
    pub(super) optimal: u32,
    pub(super) psi: i64,
    pub(super) psi_greatest: i64,
    pub(super) with_reopening: Search,
    pub(super) without_reopening: Search,
}

#[derive(Serialize)]
pub(super) struct Search {
    pub(super) stopped: Option<String>,
    pub(super) cost: Option<u32>,
    pub(super) suboptimality: Option<i64>,
    pub(super) bound: i64,
    pub(super) slack: Option<i64>,
    pub(super) path: Vec<String>,
    pub(super) optimal_path: Vec<String>,
    pub(super) expansions: u64,
    pub(super) generations: u64,
    pub(super) updates: u64,
    pub(super) reopenings: u64,
}

/// Both searches from one start.
pub(super) struct Pair {
    pub(super) with: Trial,
    pub(super) without: Trial,
}

impl Report {
    pub(super) fn new(
        file: String,
        heuristic: String,
        goal_from: GoalFrom,
        task: &Task<'_>,
        verdicts: [Verdict; 2],
        unreachable: &[Vertex],
    ) -> Report {
        let (graph, properties) = (task.instance.graph(), task.properties);
        let [with_reopening, without_reopening] = verdicts;
        Report {
            vertices: graph.vertices(),
            edges: graph.edge_count(),
            goal: graph.name(graph.goal()).into_owned(),
            goal_from: match goal_from {
                GoalFrom::File => "file",
                GoalFrom::Caller => "option",
                GoalFrom::LastVertex => "last vertex",
            },
            heuristic,
            with_reopening,
            without_reopening,
            unreachable: task.names(unreachable),
            starts: if task.every_start {
                task.pairs.iter().map(|pair| task.start(pair)).collect()
            } else {
                Vec::new()
            },
            admissible: task.admissible(),
            consistent: task.consistent(),
            goal_aware: GoalAware {
                holds: properties.is_goal_aware(),
                h: properties.goal_value,
            },
            nonnegative: Nonnegative {
                holds: properties.is_nonnegative(),
                negative: properties.negative,
                lowest: Lowest {
                    vertex: graph.name(properties.lowest.0).into_owned(),
                    h: properties.lowest.1,
                },
            },
            file,
        }
    }
}

/// Everything that is known before it is put into words.
pub(super) struct Task<'a> {
    pub(super) instance: &'a Instance<'a, Digraph>,
    pub(super) bounds: &'a Bounds,
    pub(super) properties: &'a Properties,
    pub(super) astar: Astar,
    pub(super) pairs: &'a [Pair],
    /// Whether every start is told, with its paths.
    pub(super) every_start: bool,
}

impl Task<'_> {
    pub(super) fn name(&self, vertex: Vertex) -> String {
        self.instance.graph().name(vertex).into_owned()
    }

    pub(super) fn names(&self, path: &[Vertex]) -> Vec<String> {
        path.iter().map(|&v| self.name(v)).collect()
    }

    fn admissible(&self) -> Admissible {
        let worst = self.properties.worst_overestimate.map(|w| Overestimate {
            vertex: self.name(w.vertex),
            h: w.h,
            distance: w.distance,
            by: w.by(),
        });
        Admissible {
            holds: self.properties.is_admissible(),
            overestimates: self.properties.overestimates,
            worst,
        }
    }

    fn consistent(&self) -> Consistent {
        let h = self.instance.h();
        let worst = self.properties.most_inconsistent.map(|w| Inconsistent {
            from: self.name(w.edge.from),
            to: self.name(w.edge.to),
            cost: w.edge.cost,
            h_from: h[w.edge.from as usize],
            h_to: h[w.edge.to as usize],
            by: w.by,
        });
        Consistent {
            holds: self.properties.is_consistent(),
            inconsistent_edges: self.properties.inconsistent_edges,
            total: self.properties.total_inconsistency,
            worst,
        }
    }

    pub(super) fn verdict(&self, reopening: bool) -> Verdict {
        let trials = || self.pairs.iter().map(move |p| p.get(reopening));
        let unmet = self.properties.claims(reopening).err();
        let violations: Vec<Case> = trials()
            .filter(|t| t.is_violated())
            .map(|t| self.case(t))
            .collect();
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

    /// An optimal path that attains the bound of a search.
    fn optimal_path(&self, trial: &Trial) -> Vec<String> {
        let path = if trial.reopening {
            self.bounds.psi_path(trial.start)
        } else {
            self.bounds.without_reopening_path(trial.start)
        };
        self.names(&path.unwrap_or_default())
    }

    /// A search in words, done once more if its path was not kept.
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
        let search = self.search(again.as_ref().unwrap_or(trial));
        Case {
            start: self.name(trial.start),
            optimal: trial.optimal,
            cost: search.cost,
            suboptimality: search.suboptimality,
            bound: search.bound,
            slack: search.slack,
            path: search.path,
            optimal_path: search.optimal_path,
        }
    }

    fn start(&self, pair: &Pair) -> Start {
        let start = pair.with.start;
        let psi = self.bounds.psi(start).expect("a start reaches the goal");
        Start {
            name: self.name(start),
            h: self.instance.h()[start as usize],
            optimal: pair.with.optimal,
            psi: psi.least,
            psi_greatest: psi.greatest,
            with_reopening: self.search(&pair.with),
            without_reopening: self.search(&pair.without),
        }
    }

    fn search(&self, trial: &Trial) -> Search {
        let found = trial.found.as_ref();
        Search {
            stopped: found.err().map(ToString::to_string),
            cost: found.ok().map(|&(_, cost)| cost),
            suboptimality: trial.suboptimality(),
            bound: trial.bound,
            slack: trial.slack(),
            path: found.map_or(Vec::new(), |(path, _)| self.names(path)),
            optimal_path: self.optimal_path(trial),
            expansions: trial.summary.expansions,
            generations: trial.summary.generations,
            updates: trial.summary.updates,
            reopenings: trial.summary.reopenings,
        }
    }
}

impl Pair {
    fn get(&self, reopening: bool) -> &Trial {
        if reopening { &self.with } else { &self.without }
    }
}
