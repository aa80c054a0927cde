//! `admit pdb build`

use super::context::{Context, Failure, available_memory, processor_seconds};
use super::output::{self, Bar, TableReport};
use super::tables::place;
use admit::files::peak_memory;
use admit::pdb::cube::{CubePattern, CubeTable, Order};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

/// Build the table of exact distances of a pattern.
///
/// PATTERN is a name (8-corner, 4-edge, 5-edge, 6-edge, 7-edge) or a list of
/// cubies: edges:UR,UF,FR or corners:URF,UFL or corners:URF+edges:UF,UR. The
/// order of the list numbers the states and changes no distance.
///
/// The table goes to the data folder, where the other commands find it by the
/// name of its pattern, or to --out.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Which cubies to track.
    pattern: CubePattern,
    /// Write the table here instead.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    table: TableReport,
    seconds: f64,
    processor_seconds: Option<f64>,
    peak_memory: Option<u64>,
    threads: usize,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let pattern = arguments.pattern;
    let file = place(
        context,
        arguments.out.as_ref(),
        &pattern.into(),
        Order::Block,
    )?;
    let bar = Bar::new(format!("building {pattern}"));
    let (start, processor_start) = (Instant::now(), processor_seconds());
    let mut table = CubeTable::build(pattern, &bar.options().memory(available_memory()))?;
    let seconds = start.elapsed().as_secs_f64();
    let processor = processor_seconds()
        .zip(processor_start)
        .map(|(end, start)| end - start);
    let peak = peak_memory();
    table.save(&file)?;
    drop(bar);
    if context.json {
        return output::json(&Report {
            table: TableReport::new(&table, &file),
            seconds,
            processor_seconds: processor,
            peak_memory: peak,
            threads: rayon::current_num_threads(),
        });
    }
    let mut rows = output::table_rows(&table, &file);
    let used = processor.map_or(String::new(), |p| format!(" ({p:.2} s of processor time)"));
    rows.push(("built in", format!("{seconds:.2} s{used}")));
    if let Some(peak) = peak {
        rows.push(("peak memory", output::megabytes(peak)));
    }
    output::rows(&rows);
    output::histogram(table.header());
    Ok(())
}
