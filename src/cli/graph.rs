//! `admit graph`

use super::context::{Context, Failure};
use super::output::{self, Bar};
use crate::search::{Astar, Limits};
use crate::space::graph::reading::{self, GoalFrom};
use crate::space::graph::{Digraph, FiniteGraph, Vertex};
use crate::theory::{Bounds, Instance, InstanceError, Properties, Trial};
use rayon::prelude::*;
use serde::Serialize;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Hold a heuristic on a graph against what the paper says about A*.
///
/// Says whether the heuristic is admissible, consistent and 0 at the goal, each
/// with the vertex or edge that shows otherwise. Then searches from every vertex
/// that reaches the goal, with and without reopening, and holds C − C*, what the
/// path found costs more than an optimal one, against two bounds:
///
///   with reopening     Ψ − h(goal), where Ψ is the largest h − h* on an
///                      optimal path (the paper: for h(goal) = 0)
///   without reopening  the sum of max(h(p) − h(c) − cost, 0) over the edges of
///                      an optimal path but its first (the paper: for h ≥ 0 and
///                      h(goal) = 0)
///
/// Each is the least over all optimal paths. Where h does not meet the paper's
/// assumptions, the bound is compared all the same and marked as not claimed.
/// The command fails only if a claimed bound is violated.
///
/// FILE is a DIMACS shortest path file (.gr):
///
///   p sp 3 2
///   a 1 2 17
///   a 2 3 5
///
/// or JSON; `"vertices": 3` names them 0, 1, 2, and edges may also be written
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
pub(super) struct Arguments {
    /// The graph, DIMACS or JSON.
    file: PathBuf,
    /// The heuristic: a file with a line `VERTEX VALUE` for each vertex, or with
    /// a JSON object or list; or the word zero, for h = 0 [default: the h in
    /// FILE].
    #[arg(long, value_name = "FILE")]
    h: Option<PathBuf>,
    /// The goal, for files that name none [default: the last vertex].
    #[arg(long, value_name = "VERTEX")]
    goal: Option<String>,
    /// Search from this vertex only; may be given several times [default: all
    /// but the goal].
    #[arg(long, value_name = "VERTEX")]
    start: Vec<String>,
    /// Give up a search after so many expansions. Reopening can take
    /// exponentially many.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    expansions: u64,
    /// Show every start, not only the first 20.
    #[arg(long)]
    all: bool,
}

/// How many starts a person sees.
const FEW: usize = 20;

#[derive(Serialize)]
struct Report {
    file: String,
    vertices: u32,
    edges: usize,
    goal: String,
    goal_from: &'static str,
    heuristic: String,
    admissible: Admissible,
    consistent: Consistent,
    goal_aware: GoalAware,
    nonnegative: Nonnegative,
    with_reopening: Verdict,
    without_reopening: Verdict,
    unreachable: Vec<String>,
    starts: Vec<Start>,
}

#[derive(Serialize)]
struct Admissible {
    holds: bool,
    overestimates: u64,
    worst: Option<Overestimate>,
}

#[derive(Serialize)]
struct Overestimate {
    vertex: String,
    h: i32,
    distance: u32,
    by: i64,
}

#[derive(Serialize)]
struct Consistent {
    holds: bool,
    inconsistent_edges: u64,
    total: i64,
    worst: Option<Inconsistent>,
}

#[derive(Serialize)]
struct Inconsistent {
    from: String,
    to: String,
    cost: u32,
    h_from: i32,
    h_to: i32,
    by: i64,
}

#[derive(Serialize)]
struct GoalAware {
    holds: bool,
    h: i32,
}

#[derive(Serialize)]
struct Nonnegative {
    holds: bool,
    negative: u64,
    lowest: Lowest,
}

#[derive(Serialize)]
struct Lowest {
    vertex: String,
    h: i32,
}

/// What became of one bound.
#[derive(Serialize)]
struct Verdict {
    claimed: bool,
    unmet: Option<String>,
    holds: bool,
    searches: usize,
    stopped: usize,
    expansions: u64,
    reopenings: u64,
    violations: Vec<Case>,
    tightest: Option<Case>,
    most_lost: Option<Case>,
}

/// A search that shows something.
#[derive(Clone, Serialize)]
struct Case {
    start: String,
    optimal: u32,
    cost: Option<u32>,
    suboptimality: Option<i64>,
    bound: i64,
    slack: Option<i64>,
    path: Vec<String>,
    optimal_path: Vec<String>,
}

/// What programs are told about one start.
#[derive(Serialize)]
struct Start {
    start: String,
    h: i32,
    optimal: u32,
    psi: i64,
    psi_greatest: i64,
    with_reopening: Search,
    without_reopening: Search,
}

#[derive(Serialize)]
struct Search {
    stopped: Option<String>,
    cost: Option<u32>,
    suboptimality: Option<i64>,
    bound: i64,
    slack: Option<i64>,
    path: Vec<String>,
    optimal_path: Vec<String>,
    expansions: u64,
    generations: u64,
    updates: u64,
    reopenings: u64,
}

/// Both searches from one start.
struct Pair {
    with: Trial,
    without: Trial,
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
                "{file} holds no heuristic; give one with --h FILE, a line `VERTEX VALUE` for each vertex, or use --h zero"
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
        InstanceError::Values { .. } => format!("{file}: {error}"),
    })?;
    let (starts, unreachable) = starts(&instance, arguments, &file)?;
    let bounds = Bounds::new(&instance);
    let properties = instance.properties();
    let limits = Limits {
        expansions: arguments.expansions,
        ..Limits::NONE
    };
    let astar = Astar::new().limits(limits);
    let pairs = search(&instance, &bounds, &astar, &starts, context.json)
        .map_err(|(start, error)| format!("{file}, start {}: {error}", shown(graph, start)))?;
    let task = Task {
        instance: &instance,
        bounds: &bounds,
        properties: &properties,
        astar,
        pairs: &pairs,
    };
    let verdicts = [true, false].map(|reopening| task.verdict(reopening));
    let failure = failure(&file, &verdicts);
    let [with_reopening, without_reopening] = verdicts;
    let report = Report {
        vertices: graph.vertices(),
        edges: graph.edge_count(),
        goal: graph.name(graph.goal()).into_owned(),
        goal_from: match parsed.goal_from {
            GoalFrom::File => "file",
            GoalFrom::Caller => "option",
            GoalFrom::LastVertex => "last vertex",
        },
        heuristic,
        with_reopening,
        without_reopening,
        unreachable: task.names(&unreachable),
        starts: if context.json {
            pairs.iter().map(|pair| task.start(pair)).collect()
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
    };
    if context.json {
        output::json(&report)?;
    } else {
        print(&report, &task, arguments.all);
    }
    failure.map_or(Ok(()), |failure| Err(failure.into()))
}

/// What is said if a bound that the paper claims is violated: with and without
/// reopening.
fn failure(file: &str, verdicts: &[Verdict; 2]) -> Option<String> {
    let (verdict, how) = (verdicts.iter().zip(["with", "without"]))
        .find(|(verdict, _)| verdict.claimed && !verdict.holds)?;
    let starts = counted(verdict.violations.len() as u64, "start", "starts");
    let first = plain(&verdict.violations.first()?.start);
    Some(format!(
        "{file}: A* {how} reopening loses more than its bound allows, from {starts}, the first {first}; \
         this refutes the bound or is an error in this program"
    ))
}

/// Which vertices to search from, and which of those wanted cannot reach the
/// goal.
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

/// Both searches from every start. Paths are kept where somebody will see them.
fn search(
    instance: &Instance<'_, Digraph>,
    bounds: &Bounds,
    astar: &Astar,
    starts: &[Vertex],
    keep_paths: bool,
) -> Result<Vec<Pair>, (Vertex, crate::search::SearchError)> {
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
    // One after the other, so that of several errors it is always the first.
    pairs.into_iter().collect()
}

/// Everything that is known before it is put into words.
struct Task<'a> {
    instance: &'a Instance<'a, Digraph>,
    bounds: &'a Bounds,
    properties: &'a Properties,
    astar: Astar,
    pairs: &'a [Pair],
}

impl Task<'_> {
    fn name(&self, vertex: Vertex) -> String {
        self.instance.graph().name(vertex).into_owned()
    }

    fn names(&self, path: &[Vertex]) -> Vec<String> {
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

    fn verdict(&self, reopening: bool) -> Verdict {
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
            start: self.name(start),
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

fn print(report: &Report, task: &Task<'_>, all: bool) {
    let goal_from = match report.goal_from {
        "file" => "named in the file",
        "option" => "named by --goal",
        _ => "the last vertex; the file names none",
    };
    let mut rows = vec![
        ("file", report.file.clone()),
        ("vertices", output::thousands(report.vertices as u64)),
        ("edges", output::thousands(report.edges as u64)),
        ("goal", format!("{} ({goal_from})", plain(&report.goal))),
        ("heuristic", report.heuristic.clone()),
        ("admissible", admissible_in_words(report)),
        ("consistent", consistent_in_words(report)),
        ("goal-aware", goal_in_words(report)),
        ("nonnegative", nonnegative_in_words(report)),
    ];
    if !report.unreachable.is_empty() {
        let n = report.unreachable.len();
        let names = in_words(&report.unreachable, ", ");
        rows.push(("no way to goal", format!("{n}: {names}")));
    }
    output::rows(&rows);
    if !task.pairs.is_empty() {
        print_starts(task, all);
    }
    for (how, verdict) in [
        ("with reopening", &report.with_reopening),
        ("without reopening", &report.without_reopening),
    ] {
        anstream::println!();
        output::rows(&verdict_in_words(how, verdict));
    }
}

fn admissible_in_words(report: &Report) -> String {
    match &report.admissible.worst {
        None => "yes".to_owned(),
        Some(w) => format!(
            "no: {} too high; most at {}, h = {} but h* = {}, {} too much",
            counted(report.admissible.overestimates, "vertex is", "vertices are"),
            plain(&w.vertex),
            w.h,
            w.distance,
            w.by
        ),
    }
}

fn consistent_in_words(report: &Report) -> String {
    match &report.consistent.worst {
        None => "yes".to_owned(),
        Some(w) => format!(
            "no: {} by {} in total; most {} → {}, from h = {} to {} at cost {}, {} too much",
            counted(
                report.consistent.inconsistent_edges,
                "edge is not,",
                "edges are not,"
            ),
            report.consistent.total,
            plain(&w.from),
            plain(&w.to),
            w.h_from,
            w.h_to,
            w.cost,
            w.by
        ),
    }
}

fn goal_in_words(report: &Report) -> String {
    let yes = if report.goal_aware.holds { "yes" } else { "no" };
    format!(
        "{yes}: h({}) = {}",
        plain(&report.goal),
        report.goal_aware.h
    )
}

fn nonnegative_in_words(report: &Report) -> String {
    let Nonnegative {
        holds,
        negative,
        lowest,
    } = &report.nonnegative;
    if *holds {
        return "yes".to_owned();
    }
    let vertices = counted(*negative, "vertex is negative", "vertices are negative");
    format!(
        "no: {vertices}; least at {}, h = {}",
        plain(&lowest.vertex),
        lowest.h
    )
}

fn verdict_in_words(how: &'static str, verdict: &Verdict) -> Vec<(&'static str, String)> {
    let judged = verdict.searches - verdict.stopped;
    let result = if !verdict.holds {
        format!(
            "VIOLATED from {} of {judged}",
            counted(verdict.violations.len() as u64, "start", "starts")
        )
    } else if judged == 0 {
        "nothing to compare".to_owned()
    } else {
        format!(
            "the bound holds from {}",
            match judged {
                1 => "the only start".to_owned(),
                n => format!("all {} starts", output::thousands(n as u64)),
            }
        )
    };
    let claim = match &verdict.unmet {
        None => "claimed by the paper".to_owned(),
        Some(unmet) => format!("not claimed by the paper, which needs {unmet}"),
    };
    let mut rows = vec![(how, format!("{result} ({claim})"))];
    if verdict.stopped > 0 {
        let stopped = counted(verdict.stopped as u64, "search was", "searches were");
        rows.push(("", format!("{stopped} given up and say nothing")));
    }
    let effort = format!(
        "{}, {}",
        counted(verdict.expansions, "expansion", "expansions"),
        counted(verdict.reopenings, "reopening", "reopenings")
    );
    rows.push(("", effort));
    let shown = verdict
        .violations
        .iter()
        .take(FEW)
        .map(|case| ("violated", case));
    let tightest = verdict.tightest.iter().filter(|_| verdict.holds);
    let shown = shown.chain(tightest.map(|case| ("tightest", case)));
    let most = verdict.most_lost.iter().filter(|most| {
        let tightest = verdict.tightest.as_ref();
        tightest.is_some_and(|tightest| tightest.start != most.start)
    });
    for (what, case) in shown.chain(most.map(|case| ("most lost", case))) {
        if let (Some(cost), Some(lost)) = (case.cost, case.suboptimality) {
            let than = if lost <= case.bound { "≤" } else { ">" };
            rows.push((
                what,
                format!(
                    "from {}: C − C* = {cost} − {} = {lost} {than} {}",
                    plain(&case.start),
                    case.optimal,
                    case.bound
                ),
            ));
            rows.push(("  found", in_words(&case.path, " → ")));
            rows.push(("  optimal", in_words(&case.optimal_path, " → ")));
        }
    }
    rows
}

/// A table with one line for each start.
fn print_starts(task: &Task<'_>, all: bool) {
    let few = if all { usize::MAX } else { FEW };
    let mut lines = vec![
        "start h h* Ψ C C−C* bound expanded reopened C C−C* bound expanded"
            .split(' ')
            .map(str::to_owned)
            .collect::<Vec<String>>(),
    ];
    for pair in task.pairs.iter().take(few) {
        let start = pair.with.start;
        let psi = match task.bounds.psi(start) {
            Some(psi) if psi.least != psi.greatest => format!("{}..{}", psi.least, psi.greatest),
            Some(psi) => psi.least.to_string(),
            None => String::new(),
        };
        let mut line = vec![
            plain(&task.name(start)),
            task.instance.h()[start as usize].to_string(),
            pair.with.optimal.to_string(),
            psi,
        ];
        for trial in [&pair.with, &pair.without] {
            let number = |n: Option<i64>| n.map_or("?".to_owned(), |n| n.to_string());
            line.push(number(
                trial.found.as_ref().ok().map(|&(_, cost)| cost as i64),
            ));
            line.push(number(trial.suboptimality()));
            line.push(trial.bound.to_string());
            line.push(trial.summary.expansions.to_string());
            if trial.reopening {
                line.push(trial.summary.reopenings.to_string());
            }
        }
        lines.push(line);
    }
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|i| {
            lines
                .iter()
                .map(|l| l[i].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let (own, with) = (4, 5);
    let width = |from: usize, to: usize| widths[from..to].iter().map(|w| w + 2).sum::<usize>();
    anstream::println!(
        "\n{:own_width$}  {:with_width$}  without reopening",
        "",
        "with reopening",
        own_width = width(0, own),
        with_width = width(own, own + with),
    );
    for line in &lines {
        let mut text = String::new();
        for (i, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let gap = if i == own || i == own + with {
                "    "
            } else {
                "  "
            };
            let gap = if i == 0 { "" } else { gap };
            let pad = " ".repeat(width - cell.chars().count());
            text += &if i == 0 {
                format!("{cell}{pad}")
            } else {
                format!("{gap}{pad}{cell}")
            };
        }
        anstream::println!("{text}");
    }
    if task.pairs.len() > few {
        let more = output::thousands((task.pairs.len() - few) as u64);
        anstream::println!("… and {more} more; --all shows them");
    }
}

/// A number and the noun that goes with it.
fn counted(n: u64, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        output::thousands(n),
        if n == 1 { one } else { many }
    )
}

/// A name that cannot disturb a terminal.
fn plain(name: &str) -> String {
    if name.chars().any(char::is_control) {
        return format!("{name:?}");
    }
    name.to_owned()
}

fn shown(graph: &Digraph, vertex: Vertex) -> String {
    plain(&graph.name(vertex))
}

/// A list of names; of a long one both ends.
fn in_words(names: &[String], between: &str) -> String {
    const ENDS: usize = 6;
    let join = |names: &[String]| -> String {
        let names: Vec<String> = names.iter().map(|n| plain(n)).collect();
        names.join(between)
    };
    if names.len() <= 2 * ENDS {
        return join(names);
    }
    let between_ends = names.len() - 2 * ENDS;
    let (first, last) = (&names[..ENDS], &names[names.len() - ENDS..]);
    format!(
        "{}{between}… {between_ends} more …{between}{}",
        join(first),
        join(last)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::graph::Edge;

    /// What is said of two searches from one start whose bounds are lowered.
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
            instance: &instance,
            bounds: &bounds,
            properties: &instance.properties(),
            astar: Astar::new(),
            pairs: &pairs,
        };
        [true, false].map(|reopening| task.verdict(reopening))
    }

    #[test]
    fn a_claimed_bound_that_is_violated_is_a_failure() {
        assert_eq!(failure("x", &verdicts(&[0, 3, 0], 0)), None);
        let lowered = verdicts(&[0, 3, 0], 2);
        let said = failure("x", &lowered).unwrap();
        assert!(
            said.starts_with("x: A* with reopening loses more"),
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

    #[test]
    fn long_lists_are_cut_in_the_middle() {
        let names: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        let words = in_words(&names, " ");
        assert_eq!(words, "0 1 2 3 4 5 … 88 more … 94 95 96 97 98 99");
        assert_eq!(in_words(&names[..12], " "), "0 1 2 3 4 5 6 7 8 9 10 11");
        assert_eq!(plain("a\u{1b}b"), r#""a\u{1b}b""#);
    }
}
