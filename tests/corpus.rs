//! One corpus of small instances, run through every search.
//!
//! The instances are in `corpus/*.toml`, one file per subject, each with its purpose and the
//! expected results. A* with and without reopening, IDA*, Dijkstra's algorithm (petgraph's, in 64
//! bits) and, where all costs are 1, breadth-first search must agree wherever theory says so, both
//! bounds on the suboptimality of A* must hold, and every path must be valid and have the reported
//! cost. At the end the corpus must contain every kind of instance.
//!
//! An instance is a list of edges or a member of a family: [`martelli`] or [`valenzano`].

use admit::heuristic::from_fn;
use admit::search::{Astar, End, Limit, Limits, SearchError, Solved, idastar};
use admit::space::distances::breadth_first;
use admit::space::graph::families::{Member, martelli, valenzano};
use admit::space::graph::{Digraph, Edge, FiniteGraph, Vertex};
use admit::space::{Cost, Space};
use admit::theory::{Bounds, Instance, InstanceError};
use petgraph::graph::NodeIndex;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// IDA* may need more than this for an instance that A* solves at once.
const IDASTAR_EXPANSIONS: u64 = 300_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    instance: Vec<Written>,
}

/// An instance as written. Expectations that are missing are not checked, except
/// costs: without them there must be no path, or an error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    why: String,

    // Either all of these ...
    vertices: Option<u32>,
    start: Option<Vertex>,
    goal: Option<Vertex>,
    edges: Option<Vec<(Vertex, Vertex, Cost)>>,
    h: Option<Vec<i32>>,
    // ... or a member of a family.
    family: Option<Family>,
    size: Option<u32>,
    gap: Option<u32>,

    /// The optimal cost, in 64 bits.
    optimal: Option<u64>,
    /// Costs that A* finds with and without reopening.
    with: Option<Cost>,
    without: Option<Cost>,
    admissible: bool,
    consistent: bool,
    /// Of A* with reopening.
    expansions: Option<u64>,
    reopenings: Option<u64>,
    expansions_without: Option<u64>,
    /// Bounds on the suboptimality of A*, with and without reopening.
    bound_with: Option<i64>,
    bound_without: Option<i64>,
    /// Error of A*, with and without reopening, and of IDA*, if there is no result.
    error: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Family {
    Martelli,
    Valenzano,
}

/// An instance as it is searched.
type Case = Member;

fn case_of(written: &Written) -> Result<Case, String> {
    let case = match (written.family, written.size, written.gap) {
        (None, None, None) => listed(written)?,
        (Some(Family::Martelli), Some(size), None) => martelli(size),
        (Some(Family::Valenzano), Some(size), Some(gap)) => valenzano(size, gap),
        _ => None,
    };
    let case = case.ok_or("neither a complete graph nor a complete member of a family")?;
    let vertices = case.graph.vertices();
    if case.h.len() != vertices as usize || case.start >= vertices {
        return Err("needs one value of h per vertex, and a start that is a vertex".into());
    }
    Ok(case)
}

/// An instance given by its edges; `None` if it is incomplete.
fn listed(written: &Written) -> Result<Option<Case>, String> {
    let (Some(vertices), Some(start), Some(goal), Some(edges), Some(h)) = (
        written.vertices,
        written.start,
        written.goal,
        &written.edges,
        written.h.clone(),
    ) else {
        return Ok(None);
    };
    let edges = edges
        .iter()
        .map(|&(from, to, cost)| Edge { from, to, cost });
    let graph = Digraph::numbered(vertices, 0, edges, goal).map_err(|e| e.to_string())?;
    Ok(Some(Case { graph, start, h }))
}

/// Kinds of instances that occurred.
type Kinds = BTreeSet<&'static str>;

/// Kinds that the corpus must contain.
const KINDS: [&str; 14] = [
    "admissible and inconsistent",
    "breadth-first search",
    "consistent",
    "cost overflow",
    "exponentially many expansions",
    "inadmissible",
    "negative h",
    "no path",
    "start is goal",
    "suboptimal with reopening",
    "suboptimal without reopening",
    "tight with reopening",
    "tight without reopening",
    "with reopening cheaper than without",
];

macro_rules! agree {
    ($what:expr, $found:expr, $expected:expr) => {
        let (found, expected) = ($found, $expected);
        if found != expected {
            return Err(format!("{}: {found:?}, not {expected:?}", $what));
        }
    };
}

/// The cost of a path, with the cheapest edge at every step.
fn cost_along(graph: &Digraph, path: &[Vertex]) -> Option<Cost> {
    let step = |pair: &[Vertex]| {
        let edges = graph.successors(&pair[0]);
        edges.filter(|&(v, _)| v == pair[1]).map(|(_, c)| c).min()
    };
    path.windows(2).map(step).sum()
}

/// Checks that a path leads from the start to the goal at the reported cost.
fn check_path(case: &Case, found: &Solved<Vertex, Edge>, by: &str) -> Result<(), String> {
    let Some(path) = found.path() else {
        return Ok(());
    };
    agree!(format!("{by}: first"), path.first(), Some(&case.start));
    let goal = case.graph.goal();
    agree!(format!("{by}: last"), path.last(), Some(&goal));
    let along = cost_along(&case.graph, path);
    agree!(format!("{by}: cost along the path"), along, found.cost());
    Ok(())
}

fn by_petgraph(case: &Case) -> Option<u64> {
    let (start, goal) = (case.start as usize, case.graph.goal() as usize);
    let (start, goal) = (NodeIndex::new(start), NodeIndex::new(goal));
    let weight = |edge: petgraph::graph::EdgeReference<'_, Cost>| *edge.weight() as u64;
    let found = petgraph::algo::dijkstra(case.graph.petgraph(), start, Some(goal), weight);
    found.get(&goal).copied()
}

fn check_searches(case: &Case, expected: &Written, kinds: &mut Kinds) -> Result<(), String> {
    let Case { graph, start, h } = case;
    let at_goal = h[graph.goal() as usize];
    let h = from_fn(|v: &Vertex| h[*v as usize]);
    agree!("Dijkstra", by_petgraph(case), expected.optimal);
    if graph.edges().all(|edge| edge.cost == 1) {
        let found = breadth_first(graph, [*start], usize::MAX).map_err(|e| e.to_string())?;
        let found = found.get(&graph.goal()).map(|&cost| cost as u64);
        agree!("breadth-first search", found, expected.optimal);
        kinds.insert("breadth-first search");
    }
    let limits = Limits::NONE.expansions(IDASTAR_EXPANSIONS);
    let with = Astar::new().solve(graph, *start, &h);
    let without = Astar::new().without_reopening().solve(graph, *start, &h);
    let deepening = idastar(graph, *start, &h, &limits);
    if let Some(error) = &expected.error {
        for found in [with, without, deepening] {
            let found = found.map_err(|e| {
                if matches!(e, SearchError::CostOverflow { .. }) {
                    kinds.insert("cost overflow");
                }
                e.to_string()
            });
            agree!("error", found, Err(error.clone()));
        }
        return Ok(());
    }
    let with = with.map_err(|e| e.to_string())?;
    let without = without.map_err(|e| e.to_string())?;
    let deepening = deepening.map_err(|e| e.to_string())?;
    check_path(case, &with, "A* with reopening")?;
    check_path(case, &without, "A* without reopening")?;
    check_path(case, &deepening, "IDA*")?;

    agree!("A* with reopening", with.cost(), expected.with);
    agree!("A* without reopening", without.cost(), expected.without);
    agree!(
        "reopenings without reopening",
        without.summary.reopenings,
        0
    );
    for (what, found, expected) in [
        ("expansions", with.summary.expansions, expected.expansions),
        ("reopenings", with.summary.reopenings, expected.reopenings),
        (
            "expansions without reopening",
            without.summary.expansions,
            expected.expansions_without,
        ),
    ] {
        agree!(what, found, expected.unwrap_or(found));
    }
    if with.summary.expansions >= 1 << 10 {
        kinds.insert("exponentially many expansions");
    }
    match (expected.optimal, &deepening.end) {
        (None, end) => {
            agree!("A* with reopening", &with.end, &End::Exhausted);
            agree!("A* without reopening", &without.end, &End::Exhausted);
            agree!("IDA*", end, &End::Exhausted);
            kinds.insert("no path");
        }
        (Some(optimal), End::Found(solution)) => {
            if expected.admissible && at_goal == 0 {
                agree!("IDA*", solution.cost as u64, optimal);
            }
        }
        (Some(optimal), End::Stopped { by, bound }) => {
            agree!("IDA* was stopped by", *by, Limit::Expansions);
            if expected.admissible && *bound > optimal as i64 {
                return Err(format!("IDA* excludes {optimal} with a bound of {bound}"));
            }
        }
        (Some(_), End::Exhausted) => return Err("IDA* found no path".into()),
    }
    if *start == graph.goal() {
        agree!("expansions from the goal", with.summary.expansions, 0);
        kinds.insert("start is goal");
    }
    if with.cost() < without.cost() {
        kinds.insert("with reopening cheaper than without");
    }
    Ok(())
}

fn check_theory(case: &Case, expected: &Written, kinds: &mut Kinds) -> Result<(), String> {
    let instance = match Instance::new(&case.graph, &case.h) {
        // Where searches fail because a cost does not fit, distances may not fit.
        Err(InstanceError::TooFar(_)) if expected.error.is_some() => return Ok(()),
        instance => instance.map_err(|e| e.to_string())?,
    };
    let properties = instance.properties();
    agree!(
        "admissible",
        properties.is_admissible(),
        expected.admissible
    );
    agree!(
        "consistent",
        properties.is_consistent(),
        expected.consistent
    );
    kinds.insert(match (expected.admissible, expected.consistent) {
        (_, true) => "consistent",
        (true, false) => "admissible and inconsistent",
        (false, false) => "inadmissible",
    });
    if !properties.is_nonnegative() {
        kinds.insert("negative h");
    }
    let bounds = Bounds::new(&instance);
    let bound_with = bounds.with_reopening(case.start);
    let bound_without = bounds.without_reopening(case.start);
    for (what, found, expected) in [
        ("bound with reopening", bound_with, expected.bound_with),
        (
            "bound without reopening",
            bound_without,
            expected.bound_without,
        ),
    ] {
        if expected.is_some() {
            agree!(what, found, expected);
        }
    }
    let (Some(optimal), None) = (expected.optimal, &expected.error) else {
        return Ok(());
    };
    for (cost, bound, suboptimal, tight) in [
        (
            expected.with,
            bound_with,
            "suboptimal with reopening",
            "tight with reopening",
        ),
        (
            expected.without,
            bound_without,
            "suboptimal without reopening",
            "tight without reopening",
        ),
    ] {
        let lost = cost.map(|cost| cost as i64 - optimal as i64);
        if lost > bound || lost < Some(0) {
            return Err(format!("{suboptimal}: {lost:?} of {bound:?} lost"));
        }
        if lost > Some(0) {
            kinds.insert(suboptimal);
            if lost == bound {
                kinds.insert(tight);
            }
        }
    }
    let lossless = expected.admissible && properties.is_goal_aware();
    if lossless && expected.with.map(u64::from) != Some(optimal) {
        return Err("the heuristic is admissible but the path is not optimal".into());
    }
    if expected.consistent && expected.without.map(u64::from) != Some(optimal) {
        return Err("the heuristic is consistent but the path is not optimal".into());
    }
    Ok(())
}

fn check(written: &Written, kinds: &mut Kinds) -> Result<(), String> {
    if written.why.is_empty() {
        return Err("an instance must state its purpose".into());
    }
    let case = case_of(written)?;
    check_searches(&case, written, kinds)?;
    check_theory(&case, written, kinds)
}

#[test]
fn every_search_meets_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let files = std::fs::read_dir(&folder).expect("the folder of the corpus");
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "toml"));
    files.sort();
    assert!(files.len() >= 8, "files are missing: {files:?}");
    let (mut kinds, mut wrong, mut names) = (Kinds::new(), Vec::new(), BTreeSet::new());
    for file in &files {
        let name = file.file_name().unwrap().to_string_lossy();
        let text = std::fs::read_to_string(file).expect("a file that can be read");
        let read: File = toml::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        for written in &read.instance {
            let full = format!("{name}: {}", written.name);
            assert!(names.insert(full.clone()), "{full}: there are two");
            if let Err(why) = check(written, &mut kinds) {
                wrong.push(format!("{full}: {why}"));
            }
        }
    }
    println!("{} instances in {} files", names.len(), files.len());
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    let missing: Vec<_> = KINDS
        .iter()
        .filter(|kind| !kinds.contains(**kind))
        .collect();
    assert!(missing.is_empty(), "the corpus has none of {missing:?}");
}
