//! `admit solve`

use super::context::{Context, Failure, available_memory};
use super::output::{self, Spinner, Stages, thousands};
use super::tables::store;
use admit::heuristic::{CubeHeuristics, HeuristicList, Max};
use admit::pdb::cube::CubeTable;
use admit::search::memory::Hashed;
use admit::search::{
    Astar, CubeSearch, CubeSolved, End, Guide, Limits, Solved, Summary, Tables, Whole,
};
use admit::space::cube::{Cube, FullCube, format_moves, parse_state};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Solve cubes in as few moves as possible
///
/// STATE is a move sequence in Singmaster notation, applied to the solved cube
/// ("R U2 F'"; quote it), or 54 facelets in the order U R F D L B. Several
/// states, or a file with one on each line (# begins a comment), are solved one
/// after the other.
///
/// LIST names heuristics, separated by commas; their maximum counts:
///
///   8-corner, edges:UR,UF    the exact table of a pattern
///   8-corner/24              that table, min-compressed by 24
///   8-corner/symmetry        one entry for each class of the 48 symmetries
///   7-edge/mod3              distances modulo 3
///   6-edge/delta:4-edge/7    differences to a smaller pattern, compressed by 7
///   dual:8-corner            any of these, of the inverse cube
///   mine.pdb                 a table file
///   certified:DIR            a learned heuristic, with its certificate
///   zero                     h = 0
///
/// A table that is not in the data folder is built and kept there. All of these
/// are admissible, so every solution is optimal: a learned one is refused unless
/// its certificate is about these very files. The length is
/// counted in half turns: U, U2 and U' are one move each.
///
/// Every solution is applied to the cube before it is printed. With IDA*, solution
/// and counters do not depend on --threads. A* keeps every state that it generates
/// and reopens states; IDA* keeps one path.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// Moves or facelets, one argument for each state.
    #[arg(required_unless_present = "file")]
    state: Vec<String>,
    /// Read states from this file, one on each line.
    #[arg(long, value_name = "F")]
    file: Option<PathBuf>,
    /// The heuristics.
    #[arg(
        long,
        value_name = "LIST",
        default_value = "8-corner,6-edge,edges:UB,DR,DF,DL,DB,BR"
    )]
    heuristic: HeuristicList,
    /// How to search.
    #[arg(long, value_enum, default_value_t = Algorithm::Idastar)]
    algorithm: Algorithm,
    /// Time limit for each state, in seconds.
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Expansion limit for each state.
    #[arg(long, value_name = "N")]
    expansions: Option<u64>,
    /// Memory limit of A* in megabytes [default: four fifths of the available memory].
    #[arg(long, value_name = "MB")]
    memory: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Algorithm {
    /// Depth first within a growing limit.
    Idastar,
    /// Best first, with reopening.
    Astar,
}

impl Algorithm {
    fn name(self) -> &'static str {
        match self {
            Algorithm::Idastar => "idastar",
            Algorithm::Astar => "astar",
        }
    }
}

#[derive(Serialize)]
struct Report {
    state: String,
    length: Option<usize>,
    solution: Option<String>,
    optimal: bool,
    expanded: u64,
    generated: u64,
    reopened: u64,
    seconds: f64,
    /// A lower bound on the length.
    at_least: i64,
    /// The limit that ended the search.
    stopped: Option<String>,
    algorithm: &'static str,
    heuristic: String,
}

/// A state, as it was written and as a cube.
struct Task {
    written: String,
    cube: Cube,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let tasks = tasks(arguments)?;
    let seconds = duration(arguments)?;
    let heuristics = heuristics(context, &arguments.heuristic)?;
    let mut unsolved = 0;
    for task in &tasks {
        let spinner = Spinner::new(&task.written);
        let start = Instant::now();
        let mut limits = Limits::NONE.expansions(arguments.expansions.unwrap_or(u64::MAX));
        limits.deadline = seconds.and_then(|seconds| start.checked_add(seconds));
        let solved = match arguments.algorithm {
            Algorithm::Idastar => idastar(&heuristics, &task.cube, limits, &spinner)?,
            Algorithm::Astar => astar(&heuristics, &task.cube, limits, arguments.memory)?,
        };
        let seconds = start.elapsed().as_secs_f64();
        drop(spinner);
        let report = report(task, &solved, seconds, arguments)?;
        unsolved += report.length.is_none() as usize;
        if context.json {
            output::json(&report)?;
        } else {
            print(&report);
        }
    }
    if unsolved > 0 {
        return Err(format!("{unsolved} of {} not solved within the limits", tasks.len()).into());
    }
    Ok(())
}

/// The heuristics, loaded.
struct Heuristics {
    all: Whole<Max<Cube>>,
    /// The tables, if all are exact: their lookup is faster.
    exact: Option<Vec<Arc<CubeTable>>>,
}

fn heuristics(context: &Context, list: &HeuristicList) -> Result<Heuristics, Failure> {
    let stages = Stages::new();
    let options = stages.options().memory(available_memory());
    let loaded = CubeHeuristics::load(list, &mut store(context)?, &options)?;
    Ok(Heuristics {
        all: Whole(loaded.max),
        exact: loaded.exact,
    })
}

/// All states, read before the first is searched, so that a mistake in the last one costs nothing.
fn tasks(arguments: &Arguments) -> Result<Vec<Task>, Failure> {
    let mut tasks = Vec::new();
    for written in &arguments.state {
        let cube = parse_state(written).map_err(|e| format!("{written:?}: {e}"))?;
        let written = written.clone();
        tasks.push(Task { written, cube });
    }
    let one_move = |written: &String| written.len() <= 2;
    if tasks.len() > 1 && arguments.state.iter().all(one_move) {
        anstream::eprintln!(
            "note: these are {} states of one move each; quote a sequence to make it one state",
            tasks.len()
        );
    }
    if let Some(file) = &arguments.file {
        tasks.extend(from_file(file)?);
    }
    Ok(tasks)
}

fn from_file(file: &Path) -> Result<Vec<Task>, Failure> {
    let name = file.display();
    let text = std::fs::read_to_string(file).map_err(|e| format!("{name}: {e}"))?;
    let mut tasks = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let written = line.split('#').next().unwrap_or("").trim();
        if written.is_empty() {
            continue;
        }
        let cube = parse_state(written).map_err(|e| format!("{name}, line {}: {e}", i + 1))?;
        let written = written.to_owned();
        tasks.push(Task { written, cube });
    }
    if tasks.is_empty() {
        return Err(format!("{name}: no state in this file; expected one on each line").into());
    }
    Ok(tasks)
}

fn duration(arguments: &Arguments) -> Result<Option<Duration>, Failure> {
    let Some(seconds) = arguments.seconds else {
        return Ok(None);
    };
    let duration = Duration::try_from_secs_f64(seconds)
        .map_err(|e| format!("--seconds {seconds}: {e}; expected a number of seconds"))?;
    Ok(Some(duration))
}

fn idastar(
    heuristics: &Heuristics,
    cube: &Cube,
    limits: Limits,
    spinner: &Spinner,
) -> Result<CubeSolved, Failure> {
    let exact = heuristics.exact.iter().flatten();
    let tables: Vec<&CubeTable> = exact.map(AsRef::as_ref).collect();
    match tables[..] {
        [a] => search(&Tables::new([a])?, cube, limits, spinner),
        [a, b] => search(&Tables::new([a, b])?, cube, limits, spinner),
        [a, b, c] => search(&Tables::new([a, b, c])?, cube, limits, spinner),
        [a, b, c, d] => search(&Tables::new([a, b, c, d])?, cube, limits, spinner),
        _ => search(&heuristics.all, cube, limits, spinner),
    }
}

fn search<G: Guide>(
    guide: &G,
    cube: &Cube,
    limits: Limits,
    spinner: &Spinner,
) -> Result<CubeSolved, Failure> {
    let watch = |length, generated| {
        spinner.say(&format!("{length} moves? {} nodes", thousands(generated)));
    };
    let search = CubeSearch::new(guide).limits(limits).watched(&watch);
    Ok(search.solve(cube)?)
}

fn astar(
    heuristics: &Heuristics,
    cube: &Cube,
    limits: Limits,
    memory: Option<usize>,
) -> Result<CubeSolved, Failure> {
    let bytes = match memory {
        Some(megabytes) => megabytes.saturating_mul(1_000_000),
        None => usize::try_from(available_memory() / 5 * 4).unwrap_or(usize::MAX),
    };
    let mut memory = Hashed::with_limit(bytes);
    let how = Astar::new().limits(limits);
    let run = how.run(&FullCube, *cube, &heuristics.all.0, &mut memory, &mut ())?;
    let Solved { end, summary } = Solved::of(&FullCube, &run, &memory)?;
    let end = end.map(|solution| solution.actions);
    Ok(CubeSolved { end, summary })
}

fn report(
    task: &Task,
    solved: &CubeSolved,
    seconds: f64,
    arguments: &Arguments,
) -> Result<Report, Failure> {
    let Summary {
        expansions,
        generations,
        reopenings,
        ..
    } = solved.summary;
    let mut report = Report {
        state: task.written.clone(),
        length: None,
        solution: None,
        optimal: false,
        expanded: expansions,
        generated: generations,
        reopened: reopenings,
        seconds,
        at_least: 0,
        stopped: None,
        algorithm: arguments.algorithm.name(),
        heuristic: arguments.heuristic.to_string(),
    };
    match &solved.end {
        End::Found(moves) => {
            if task.cube.apply_all(moves) != Cube::SOLVED {
                let moves = format_moves(moves);
                return Err(format!("{}: {moves} does not solve it", task.written).into());
            }
            report.length = Some(moves.len());
            report.solution = Some(format_moves(moves));
            report.optimal = true;
            report.at_least = moves.len() as i64;
        }
        End::Exhausted => {
            return Err(format!("{}: no solution, which cannot be", task.written).into());
        }
        End::Stopped { by, bound } => {
            report.at_least = *bound;
            report.stopped = Some(by.to_string());
        }
    }
    Ok(report)
}

fn print(report: &Report) {
    let mut rows = vec![("state", report.state.clone())];
    if let (Some(solution), Some(length)) = (&report.solution, report.length) {
        rows.push(("solution", solution.clone()));
        rows.push(("length", format!("{length}, optimal")));
    } else {
        let by = report.stopped.as_deref().unwrap_or("a limit");
        rows.push(("solution", format!("none; {by} ran out")));
        rows.push(("length", format!("at least {}", report.at_least)));
    }
    rows.push(("expanded", thousands(report.expanded)));
    rows.push(("generated", thousands(report.generated)));
    if report.algorithm == Algorithm::Astar.name() {
        rows.push(("reopened", thousands(report.reopened)));
    }
    rows.push(("time", format!("{:.2} s", report.seconds)));
    output::rows(&rows);
    anstream::println!();
}
