//! `admit pdb check`

use super::context::{Context, Failure, available_memory};
use super::output::{self, Bar};
use super::tables::open;
use admit::pdb::ProofMethod;
use serde::Serialize;
use std::time::Instant;

/// Prove that a table is right, on every state.
///
/// A table of distances is proved from itself: the goal alone is 0, and the smallest value among
/// the 18 neighbours of any other state is exactly one less than its own. A table made from
/// distances (compressed, differences, modulo 3) is compared, entry by entry, with distances that
/// are built again and proved first.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A table file, or the pattern of a table in the data folder.
    file: String,
}

#[derive(Serialize)]
struct Report {
    file: String,
    pattern: String,
    what: String,
    ok: bool,
    error: Option<String>,
    entries: u64,
    neighbours: u64,
    rebuilt: bool,
    seconds: f64,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let (file, table) = open(context, &arguments.file)?;
    let header = table.header();
    let bar = Bar::new(format!("checking {}", header.pattern));
    let start = Instant::now();
    let checked = table.proof(&bar.options().memory(available_memory()));
    let seconds = start.elapsed().as_secs_f64();
    drop(bar);
    if context.json {
        let ok = checked.as_ref().ok();
        output::json(&Report {
            file: file.display().to_string(),
            pattern: header.pattern.to_string(),
            what: header.what(),
            ok: checked.is_ok(),
            error: checked.as_ref().err().map(ToString::to_string),
            entries: ok.map_or(0, |c| c.entries),
            neighbours: ok.map_or(0, |c| c.successors),
            rebuilt: ok.is_some_and(|c| c.method == ProofMethod::Rebuilt),
            seconds,
        })?;
    }
    let checked = checked.map_err(|e| format!("{}: {e}", file.display()))?;
    if !context.json {
        let entries = output::thousands(checked.entries);
        let how = if checked.method == ProofMethod::Rebuilt {
            format!("all {entries} entries agree with distances that were built again and proved")
        } else {
            let neighbours = output::thousands(checked.successors);
            format!("proved on all {entries} entries, {neighbours} neighbours")
        };
        output::rows(&[
            ("file", file.display().to_string()),
            ("holds", format!("{}, {}", header.pattern, header.what())),
            ("result", format!("right: {how}")),
            ("checked in", format!("{seconds:.2} s")),
        ]);
    }
    Ok(())
}
