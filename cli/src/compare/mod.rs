//! `admit compare`
//!
//! The arguments; `report` prints and draws the results.

mod report;

use super::certify::bytes;
use super::context::{Context, Failure, available_memory};
use super::output::{self, Bar, Stages};
use super::tables::store;
use super::train::wanted;
use admit::search::compare::{ComparedPattern, Comparison, ComparisonPlan, Contenders};
use report::Report;
use std::path::{Path, PathBuf};

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
///                     once more in HOG2's order, as in the paper
///   certified         the network of --certified
///
/// PATTERN is 8-corner, 6-edge, edges:UR,UF and so on. For differences, as in
/// 6-edge/delta:4-edge, contenders are exact, min-compressed and certified, each
/// with the table of the smaller pattern added.
///
/// A cube is scrambled by a random walk of --depths turns that never turns a face twice
/// in a row. All contenders get the same cubes, which depend on seed, depth and number
/// alone. None overestimates, so all find solutions of the same length; otherwise the
/// command fails.
///
/// Mean h is over all states of PATTERN, exactly. Every contender evaluates the
/// children of one state at a time, so that nodes can be compared; nodes do not depend
/// on --threads, time does. Larger batches, as in admit solve, make a network a little
/// faster. With one heuristic alone, two more turns cost ten times as much or more.
///
/// Geometric means of nodes come with 95 % intervals (bootstrap). The certified network
/// is compared with each of the others, cube by cube: geometric mean of the ratios of
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
    /// Seed of the cubes and of the bootstrap.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Draw nodes generated against size, one chart for each depth.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let (pattern, base) = wanted(&arguments.pattern)?;
    let pattern = ComparedPattern { pattern, base };
    let folder = arguments.certified.as_deref();
    let contenders = gather(context, pattern, arguments.bytes, folder)?;
    let plan = ComparisonPlan {
        bytes: arguments.bytes,
        depths: arguments.depths.clone(),
        instances: arguments.instances,
        seed: arguments.seed,
    };
    let bar = Bar::new("solving cubes");
    let found = Comparison::run(&contenders, &plan, bar.options().progress)?;
    drop(bar);
    let report = Report {
        found: &found,
        shown: pattern.to_string(),
    };
    if let Some(file) = &arguments.plot {
        let svg = report.figure();
        admit::files::write_whole(file, |out| out.write_all(svg.as_bytes()))?;
    }
    if context.json {
        return output::json(&found);
    }
    report.print();
    if contenders.certified.is_none() {
        anstream::println!(
            "\nThe certified network is left out; make one with \
             admit certify models/NAME.safetensors --bytes {}, and name its folder with --certified.",
            arguments.bytes
        );
    }
    Ok(())
}

/// Opens or makes all contenders, under bars.
pub(super) fn gather(
    context: &Context,
    pattern: ComparedPattern,
    bytes: u64,
    certified: Option<&Path>,
) -> Result<Contenders, Failure> {
    let stages = Stages::new();
    let options = stages.options().memory(available_memory());
    let mut store = store(context)?;
    let contenders = Contenders::gather(pattern, bytes, certified, &mut store, &options);
    Ok(contenders?)
}
