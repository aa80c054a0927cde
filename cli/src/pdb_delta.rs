//! `admit pdb delta`

use super::context::{Context, Failure};
use super::output::{self, Bar};
use super::tables::{open, place};
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
    let (_, large) = open(context, &arguments.large)?;
    let (_, base) = open(context, &arguments.base)?;
    let bar = Bar::new(format!("subtracting {}", base.header().pattern));
    let mut delta = large.minus(&base, &bar.options())?;
    let header = delta.header();
    let file = place(
        context,
        arguments.out.as_ref(),
        &header.spec(),
        header.order,
    )?;
    delta.save(&file)?;
    drop(bar);
    output::table(context, &delta, &file)
}
