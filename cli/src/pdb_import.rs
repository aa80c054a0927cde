//! `admit pdb import`

use super::context::{Context, Failure};
use super::output::{self, Bar};
use super::pdb_export::Format;
use admit::pdb::cube::CubePattern;
use admit::pdb::cube::exchange::{hog2, npy};
use std::path::PathBuf;

/// Read a table that another program wrote.
///
/// The file is checked for its format; `admit pdb check` proves the values. A `.npy` file does not
/// say what it holds, so name its pattern.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The file to read.
    file: PathBuf,
    /// Which format it is in.
    #[arg(long, value_enum)]
    format: Format,
    /// The pattern whose distances it holds (for npy).
    #[arg(long, required_if_eq("format", "npy"))]
    pattern: Option<CubePattern>,
    /// Compression factor (for divided HOG2 tables, where several fit).
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    factor: Option<u64>,
    /// Where to write the table.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let bar = Bar::new(format!("reading {}", arguments.file.display()));
    let options = bar.options();
    let mut table = match (arguments.format, arguments.pattern) {
        (Format::Npy, Some(pattern)) => npy::read(&arguments.file, pattern, &options)?,
        (Format::Npy, None) => return Err("name the pattern of a .npy file with --pattern".into()),
        (Format::Hog2, _) => hog2::read(&arguments.file, arguments.factor, &options)?,
    };
    table.save(&arguments.out)?;
    drop(bar);
    output::table(context, &table, &arguments.out)
}
