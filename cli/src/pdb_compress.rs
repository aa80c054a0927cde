//! `admit pdb compress`

use super::context::{Context, Failure};
use super::output::{self, Bar};
use super::tables::{open, place};
use admit::pdb::cube::{CubeTableForm as Form, CubeTableSpec, Order};
use std::path::PathBuf;

/// Make a smaller table.
///
/// `min` keeps the minimum of every K consecutive states: still a lower bound,
/// but no longer consistent, so that A* on it needs reopening. What it loses
/// depends on the order in which states are numbered; `admit pdb orders`
/// compares them. `symmetry` keeps one exact entry for each orbit of the 48
/// symmetries (8-corner only). `mod3` keeps every distance modulo 3.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A table file, or the pattern of a table in the data folder.
    file: String,
    /// How many states share one entry (for --method min).
    #[arg(long, value_name = "K")]
    factor: Option<u64>,
    /// How to make it smaller.
    #[arg(long, value_enum, default_value_t = Method::Min)]
    method: Method,
    /// Order in which states are numbered: block, orientation, cubie, hog2,
    /// up-down, symmetry [default: the one that was found to lose least].
    #[arg(long)]
    order: Option<Order>,
    /// Write the table here [default: the data folder].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Method {
    /// Minimum over contiguous blocks.
    Min,
    /// One entry an orbit of the 48 symmetries.
    Symmetry,
    /// Remainders modulo 3, five to a byte.
    Mod3,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    if arguments.method != Method::Min && (arguments.factor.is_some() || arguments.order.is_some())
    {
        return Err("--factor and --order go with --method min".into());
    }
    let (_, table) = open(context, &arguments.file)?;
    let pattern = table.header().pattern;
    let bar = Bar::new(format!("compressing {pattern}"));
    let options = bar.options();
    let order = arguments.order.unwrap_or(Order::best_for(&pattern));
    let (mut small, form) = match arguments.method {
        Method::Min => {
            let factor = arguments.factor.ok_or("--method min needs --factor K")?;
            let form = match table.header().base {
                Some(base) => Form::Delta {
                    base,
                    factor: Some(factor),
                },
                None => Form::Compressed { factor },
            };
            (table.compress(factor, order, &options)?, form)
        }
        Method::Symmetry => (table.reduce_by_symmetry(&options)?, Form::Symmetry),
        Method::Mod3 => (table.modulo3(&options)?, Form::Modulo3),
    };
    let spec = CubeTableSpec { pattern, form };
    let file = place(context, arguments.out.as_ref(), &spec, order)?;
    small.save(&file)?;
    drop(bar);
    output::table(context, &small, &file)
}
