//! `admit pdb info`

use super::context::{Context, Failure};
use super::output;
use super::tables::open;

/// Show what a table holds, after verifying its digest.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A table file, or the pattern of a table in the data folder.
    file: String,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let (file, table) = open(context, &arguments.file)?;
    output::table(context, &table, &file)
}
