//! `admit compare`
//!
//! Here are the arguments and the order of things; `contenders` opens or makes those
//! that take part, `race` draws cubes and solves them, `report` says what came of it.

pub(super) mod contenders;
pub(super) mod race;
mod report;

use super::certify::bytes;
use super::context::{Context, Failure};
use super::output::{self, Bar};
use super::train::wanted;
use contenders::{Field, Subject, gather};
use race::{Run, Task, solve};
use report::Report;
use std::path::PathBuf;

/// Compare a certified network with tables: sizes, means, nodes generated, time
///
/// Random cubes are solved optimally by IDA*, each with every contender alone:
///
///   exact             the table of PATTERN
///   modulo 3          its distances modulo 3; nothing is lost, but a lookup
///                     walks to the goal
///   symmetry-reduced  one entry for each orbit of the 48 symmetries (8-corner)
///   min-compressed    the minimum of every K states, with the least K that
///                     takes at most --bytes; in the order with the best mean, and
///                     once more in HOG2's, the opponent of the paper
///   certified         the network of --certified
///
/// PATTERN is 8-corner, 6-edge, edges:UR,UF and so on. For differences, as in
/// 6-edge/delta:4-edge, contenders are exact, min-compressed and certified, each
/// with the table of the smaller pattern added.
///
/// A cube is what a random walk of so many turns (--depths) makes of the solved one;
/// no face is turned twice in a row. All contenders get the same cubes, and seed,
/// depth and number decide which. None of them overestimates, so that all find
/// solutions of the same length; where they do not, the command fails.
///
/// Mean h is over all states of PATTERN, exactly. Every contender is asked about the
/// children of one state at a time, so that nodes can be compared; they do not depend
/// on --threads, time does. A network that is asked about many states at once, as by
/// admit solve, is a little quicker. With one heuristic alone two more turns cost ten
/// times as much and more.
///
/// Geometric means of nodes come with 95 % intervals (bootstrap). The certified network
/// is held against each of the others, cube by cube: geometric mean of the ratios of
/// nodes with a 95 % interval (bootstrap), share of cubes on which it generates fewer
/// (Clopper and Pearson), Student's test of their logarithms, Wilcoxon's signed ranks.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// The pattern, or PATTERN/delta:PATTERN.
    pattern: String,
    /// Bytes that the compressed tables may take: 1950000, 1950kB or 1.95MB.
    #[arg(long, value_name = "B", value_parser = bytes)]
    bytes: u64,
    /// The folder of a certified network (see admit certify).
    #[arg(long, value_name = "DIR")]
    certified: Option<PathBuf>,
    /// Turns of the random walks, from 1 to 20.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "7,8,9",
          value_parser = clap::value_parser!(u32).range(1..=20))]
    depths: Vec<u32>,
    /// Random cubes at each depth.
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    instances: u32,
    /// Where random numbers begin, for cubes and for intervals.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Draw nodes generated against size, one chart for each depth.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let (pattern, base) = wanted(&arguments.pattern)?;
    let subject = Subject { pattern, base };
    let mut depths = arguments.depths.clone();
    depths.sort_unstable();
    depths.dedup();
    let folder = arguments.certified.as_deref();
    let field = gather(context, &subject, arguments.bytes, folder)?;
    let (tasks, runs) = race(&field, &depths, arguments)?;
    let report = Report::new(&subject, &field, &tasks, &runs, arguments)?;
    if let Some(file) = &arguments.plot {
        let svg = report.figure();
        admit::files::write_whole(file, |out| out.write_all(svg.as_bytes()))?;
    }
    if context.json {
        return output::json(&report);
    }
    report.print();
    if field.certified.is_none() {
        anstream::println!(
            "\nThe certified network is left out; make one with \
             admit certify models/NAME.safetensors --bytes {}, and name its folder with --certified.",
            arguments.bytes
        );
    }
    Ok(())
}

/// All cubes, solved by all contenders in turn: what slows the machine down for a while
/// slows down all of them.
fn race(
    field: &Field,
    depths: &[u32],
    arguments: &Arguments,
) -> Result<(Vec<Task>, Vec<Vec<Run>>), Failure> {
    let numbers = 0..arguments.instances;
    let tasks = depths.iter().flat_map(|&depth| {
        let draw = move |number| Task::draw(arguments.seed, depth, number);
        numbers.clone().map(draw)
    });
    let tasks: Vec<Task> = tasks.collect();
    let bar = Bar::new(format!("solving {} cubes", tasks.len()));
    let mut all = Vec::with_capacity(tasks.len());
    for (done, task) in tasks.iter().enumerate() {
        bar.show(done as u64, tasks.len() as u64);
        let runs = field
            .contenders
            .iter()
            .map(|contender| solve(contender, task));
        let runs: Vec<Run> = runs.collect::<Result<_, _>>()?;
        same_lengths(field, task, &runs)?;
        all.push(runs);
    }
    Ok((tasks, all))
}

/// All solutions are as long as that with the exact table, which is the first.
fn same_lengths(field: &Field, task: &Task, runs: &[Run]) -> Result<(), Failure> {
    let exact = runs[0].length;
    let other = runs.iter().position(|run| run.length != exact);
    let Some(other) = other else {
        return Ok(());
    };
    Err(format!(
        "{}: {} moves with the exact table, {} with {}: one of them is not admissible",
        admit::space::cube::format_moves(&task.moves),
        exact,
        runs[other].length,
        field.contenders[other].name
    )
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use admit::heuristic::Zero;
    use contenders::Contender;

    /// The cube, both lengths and who it was are named.
    #[test]
    fn who_overestimates_is_found_out() {
        let contender = |name: &str| Contender {
            name: name.to_owned(),
            short: "",
            heuristic: Box::new(Zero),
            bytes: 1,
            index: 0,
            mean: 0.0,
            digest: None,
        };
        let field = Field {
            contenders: ["exact", "good", "bad"].map(contender).into(),
            certified: None,
            certificate: None,
            base_bytes: None,
        };
        let task = Task::draw(1, 2, 0);
        let first = solve(&field.contenders[0], &task).unwrap();
        assert_eq!(first.length, 2);
        let run = |length| Run {
            moves: Vec::new(),
            length,
            generated: 1,
            seconds: 0.0,
        };
        let same = [2, 2, 2].map(run);
        assert!(same_lengths(&field, &task, &same).is_ok());
        let error = same_lengths(&field, &task, &[2, 2, 4].map(run)).unwrap_err();
        let moves = admit::space::cube::format_moves(&task.moves);
        assert_eq!(
            error.to_string(),
            format!(
                "{moves}: 2 moves with the exact table, 4 with bad: one of them is not admissible"
            )
        );
    }
}
