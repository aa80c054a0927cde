//! `admit graph`
//!
//! Arguments and searches are here; `report` has the results as JSON, `print` as text.

mod print;
mod report;

use super::context::{Context, Failure};
use super::output::{self, Bar};
use admit::search::{Astar, Limits, SearchError};
use admit::space::graph::reading::{self, GoalFrom};
use admit::space::graph::{Digraph, FiniteGraph, Vertex};
use admit::theory::{Bounds, Instance, InstanceError};
use print::{counted, plain, print};
use rayon::prelude::*;
use report::{Pair, Task, Verdict};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Check a heuristic on a graph, and A* against the paper's bounds
///
/// Tests whether the heuristic is admissible, consistent and 0 at the goal, and names
/// the worst vertex or edge otherwise. Then runs A* from every vertex that reaches the
/// goal, with and without reopening, and compares C − C*, the cost above the optimal
/// cost, with two bounds:
///
///   with reopening     Ψ − h(goal), where Ψ is the largest h − h* on an
///                      optimal path (the paper: for h(goal) = 0)
///   without reopening  the sum of max(h(p) − h(c) − cost, 0) over the edges of
///                      an optimal path without its first (the paper: for h ≥ 0 and
///                      h(goal) = 0)
///
/// Each is the least over all optimal paths. If h does not meet the paper's
/// assumptions, the bound is compared and marked as not claimed.
/// The command fails only if a claimed bound is violated.
///
/// FILE is a DIMACS shortest path file (.gr):
///
///   p sp 3 2
///   a 1 2 17
///   a 2 3 5
///
/// or JSON; `"vertices": 3` names them 0, 1, 2, and an edge may also be written
/// {"from": "s", "to": "a", "cost": 3}:
///
///   {"vertices": ["s", "a", "t"], "goal": "t",
///    "edges": [["s", "a", 3], ["a", "t", 4]],
///    "h": {"s": 5, "a": 4, "t": 0}}
///
/// Costs are positive integers, values of h any integers. Among open vertices
/// with the same f, A* expands the one that comes first in FILE.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
#[expect(
    clippy::doc_link_with_quotes,
    reason = "the JSON stands in the help as it is"
)]
pub(super) struct Arguments {
    /// The graph, DIMACS or JSON.
    file: PathBuf,
    /// The heuristic: a file with a line `VERTEX VALUE` for each vertex, or with a JSON object or
    /// list; or the word zero, for h = 0 [default: the h in FILE].
    #[arg(long, value_name = "FILE")]
    h: Option<PathBuf>,
    /// The goal, if the file names none [default: the last vertex].
    #[arg(long, value_name = "VERTEX")]
    goal: Option<String>,
    /// Search from this vertex only; may be repeated [default: all but the goal].
    #[arg(long, value_name = "VERTEX")]
    start: Vec<String>,
    /// Stop a search after this many expansions; reopening may take exponentially many.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    expansions: u64,
    /// Show every start, not only the first 20.
    #[arg(long)]
    all: bool,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let file = arguments.file.display().to_string();
    let mut parsed = reading::open(&arguments.file)?;
    if let Some(goal) = &arguments.goal {
        parsed = parsed.with_goal(&file, goal)?;
    }
    let graph = &parsed.graph;
    let (heuristic, h) = match (&arguments.h, parsed.h) {
        (Some(word), _) if word == Path::new("zero") => {
            ("zero".to_owned(), vec![0; graph.vertices() as usize])
        }
        (Some(path), _) => (
            path.display().to_string(),
            reading::open_values(path, graph)?,
        ),
        (None, Some(h)) => (file.clone(), h),
        (None, None) => {
            return Err(format!(
                "{file} has no heuristic; give one with --h FILE, a line `VERTEX VALUE` for each vertex, or use --h zero"
            )
            .into());
        }
    };
    let instance = Instance::new(graph, &h).map_err(|error| match error {
        InstanceError::TooFar(far) => format!(
            "{file}: the distance of vertex {} to the goal is {}, more than {}",
            shown(graph, far.vertex),
            far.distance,
            u32::MAX
        ),
        error => format!("{file}: {error}"),
    })?;
    let (starts, unreachable) = starts(&instance, arguments, &file)?;
    let bounds = Bounds::new(&instance);
    let properties = instance.properties();
    let limits = Limits::NONE.expansions(arguments.expansions);
    let astar = Astar::new().limits(limits);
    let pairs = search(&instance, &bounds, &astar, &starts, context.json)
        .map_err(|(start, error)| format!("{file}, start {}: {error}", shown(graph, start)))?;
    let task = Task {
        file: &file,
        heuristic: &heuristic,
        goal_from: match parsed.goal_from {
            GoalFrom::File => "file",
            GoalFrom::Caller => "option",
            GoalFrom::LastVertex => "last vertex",
        },
        instance: &instance,
        bounds: &bounds,
        properties: &properties,
        astar,
        pairs: &pairs,
        unreachable: &unreachable,
    };
    let verdicts = [true, false].map(|reopening| task.verdict(reopening));
    if context.json {
        output::json(&task.json(&verdicts))?;
    } else {
        print(&task, &verdicts, arguments.all);
    }
    failure(&file, &verdicts).map_or(Ok(()), |failure| Err(failure.into()))
}

/// The message if a bound that the paper claims is violated.
fn failure(file: &str, verdicts: &[Verdict; 2]) -> Option<String> {
    let (verdict, how) = (verdicts.iter().zip(["with", "without"]))
        .find(|(verdict, _)| verdict.claimed && !verdict.holds)?;
    let starts = counted(verdict.violations.len() as u64, "start", "starts");
    let first = plain(&verdict.violations.first()?.start);
    Some(format!(
        "{file}: A* {how} reopening exceeds its bound from {starts}, the first {first}: \
         a counterexample to the bound, or a bug"
    ))
}

/// The vertices to search from, and the dead ends among them.
fn starts(
    instance: &Instance<'_, Digraph>,
    arguments: &Arguments,
    file: &str,
) -> Result<(Vec<Vertex>, Vec<Vertex>), Failure> {
    let graph = instance.graph();
    let mut wanted = Vec::new();
    for name in &arguments.start {
        let vertex = graph
            .vertex(name)
            .ok_or_else(|| format!("{file}: there is no vertex {name:?} to start from"))?;
        if !wanted.contains(&vertex) {
            wanted.push(vertex);
        }
    }
    if arguments.start.is_empty() {
        wanted = (0..graph.vertices())
            .filter(|&v| v != graph.goal())
            .collect();
    }
    Ok(wanted
        .into_iter()
        .partition(|&v| instance.distance(v).is_some()))
}

/// Both searches from every start. Paths are dropped unless they will be printed.
fn search(
    instance: &Instance<'_, Digraph>,
    bounds: &Bounds,
    astar: &Astar,
    starts: &[Vertex],
    keep_paths: bool,
) -> Result<Vec<Pair>, (Vertex, SearchError)> {
    let bar = Bar::new("searching");
    let done = AtomicU64::new(0);
    let trial = |astar: &Astar, start| {
        let trial = instance.trial(bounds, astar, start);
        let mut trial = trial
            .map_err(|error| (start, error))?
            .expect("a start reaches the goal");
        if let Ok((path, _)) = &mut trial.found
            && !keep_paths
        {
            *path = Vec::new();
        }
        Ok(trial)
    };
    let pairs: Vec<Result<Pair, _>> = starts
        .par_iter()
        .map(|&start| {
            let with = trial(astar, start)?;
            let without = trial(&astar.without_reopening(), start)?;
            bar.show(
                done.fetch_add(1, Ordering::Relaxed) + 1,
                starts.len() as u64,
            );
            Ok(Pair { with, without })
        })
        .collect();
    // In order, so that the first of several errors is reported.
    pairs.into_iter().collect()
}

fn shown(graph: &Digraph, vertex: Vertex) -> String {
    plain(&graph.name(vertex))
}

#[cfg(test)]
mod tests {
    use super::print::verdict_in_words;
    use super::*;
    use admit::space::graph::Edge;

    /// Verdicts on two searches from one start with lowered bounds.
    fn verdicts(h: &[i32], lowered_by: i64) -> [Verdict; 2] {
        let edges = [(0, 1, 1), (1, 2, 2), (0, 2, 4)];
        let edges = edges.map(|(from, to, cost)| Edge { from, to, cost });
        let graph = Digraph::numbered(3, 0, edges, 2).unwrap();
        let instance = Instance::new(&graph, h).unwrap();
        let bounds = Bounds::new(&instance);
        let mut pairs = search(&instance, &bounds, &Astar::new(), &[0], false).unwrap();
        pairs[0].with.bound -= lowered_by;
        pairs[0].without.bound -= lowered_by;
        let task = Task {
            file: "x",
            heuristic: "x",
            goal_from: "file",
            instance: &instance,
            bounds: &bounds,
            properties: &instance.properties(),
            astar: Astar::new(),
            pairs: &pairs,
            unreachable: &[],
        };
        [true, false].map(|reopening| task.verdict(reopening))
    }

    #[test]
    fn a_claimed_bound_that_is_violated_is_a_failure() {
        assert_eq!(failure("x", &verdicts(&[0, 3, 0], 0)), None);
        let lowered = verdicts(&[0, 3, 0], 2);
        let said = failure("x", &lowered).unwrap();
        assert!(
            said.starts_with("x: A* with reopening exceeds its bound"),
            "{said}"
        );
        let words = verdict_in_words("with reopening", &lowered[0]);
        assert!(
            words[0].1.starts_with("VIOLATED from 1 start of 1"),
            "{words:?}"
        );
        assert!(
            words.iter().any(|(what, _)| *what == "violated"),
            "{words:?}"
        );
    }

    #[test]
    fn a_bound_that_nobody_claims_is_violated_without_failure() {
        let lowered = verdicts(&[1, 4, 1], 2);
        assert!(!lowered[0].holds && !lowered[1].holds);
        assert_eq!(failure("x", &lowered), None);
        let words = verdict_in_words("with reopening", &lowered[0]);
        assert!(words[0].1.contains("VIOLATED") && words[0].1.contains("not claimed"));
    }
}
