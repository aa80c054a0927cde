//! `admit pdb export`

use super::context::{Context, Failure};
use super::output::{self, Bar};
use super::tables::open;
use admit::pdb::cube::exchange::{hog2, npy};
use serde::Serialize;
use std::path::PathBuf;

/// Write a table for another program.
///
/// `npy` is NumPy's format: unsigned bytes, one for each entry in the order of
/// the table (one for each state, if it is uncompressed). `hog2` is the format
/// of HOG2's cube tables, renumbered into that library's order.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A table file, or the pattern of a table in the data folder.
    file: String,
    /// Which format to write.
    #[arg(long, value_enum)]
    format: Format,
    /// Where to write it.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Format {
    /// NumPy, one unsigned byte an entry.
    Npy,
    /// HOG2's PDB files.
    Hog2,
}

#[derive(Serialize)]
struct Report {
    pattern: String,
    entries: u64,
    format: &'static str,
    file: String,
    bytes: u64,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let (_, table) = open(context, &arguments.file)?;
    let out = &arguments.out;
    let bar = Bar::new(format!("writing {}", out.display()));
    let format = match arguments.format {
        Format::Npy => {
            npy::write(&table, out)?;
            "npy"
        }
        Format::Hog2 => {
            hog2::write(&table, out, &bar.options())?;
            "hog2"
        }
    };
    drop(bar);
    let report = Report {
        pattern: table.header().pattern.to_string(),
        entries: table.header().entries,
        format,
        file: out.display().to_string(),
        bytes: std::fs::metadata(out)?.len(),
    };
    if context.json {
        return output::json(&report);
    }
    output::rows(&[
        ("pattern", report.pattern),
        ("entries", output::thousands(report.entries)),
        ("format", report.format.to_owned()),
        ("file", report.file),
        ("size", output::megabytes(report.bytes)),
    ]);
    Ok(())
}
