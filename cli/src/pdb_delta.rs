//! `admit pdb delta`

use super::context::{Context, Failure};
use super::output::{self, Bar};
use super::tables::suffix;
use admit::heuristic::Made;
use std::path::PathBuf;

/// Store a table as differences to the table of a pattern inside it.
///
/// Differences are small numbers, which compress better; at lookup, base plus
/// difference is the distance.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The larger table: a file, or a pattern in the data folder.
    large: String,
    /// The table to subtract; all its cubies must be tracked by LARGE.
    base: String,
    /// Write the table here [default: the data folder].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let (_, large) = context.open(&arguments.large)?;
    let (_, base) = context.open(&arguments.base)?;
    let pattern = large.header().pattern;
    let bar = Bar::new(format!("subtracting {}", base.header().pattern));
    let mut delta = large.minus(&base, &bar.options())?;
    let made = Made::Delta(base.header().pattern, None);
    let suffix = suffix(made, delta.header().order);
    let file = context.place(arguments.out.as_ref(), &pattern, &suffix)?;
    delta.save(&file)?;
    drop(bar);
    output::table(context, &delta, &file)
}
