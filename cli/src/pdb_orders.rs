//! `admit pdb orders`

use super::context::{Context, Failure};
use super::output::{self, Bar};
use super::tables::open;
use admit::pdb::cube::Order;
use serde::Serialize;

/// Compare what min-compression loses, order by order.
///
/// The same states can be numbered in several orders; which states share an
/// entry, and so how much is lost, depends on it. Nothing is written.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A table file, or the pattern of a table in the data folder.
    file: String,
    /// How many states share one entry.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    factor: u64,
}

#[derive(Serialize)]
struct Report {
    pattern: String,
    what: String,
    factor: u64,
    mean: f64,
    entries: u64,
    bytes: u64,
    default: &'static str,
    orders: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    order: &'static str,
    mean: f64,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let (_, table) = open(context, &arguments.file)?;
    let header = table.header();
    let pattern = header.pattern;
    let mut orders = Vec::new();
    let (mut entries, mut bytes) = (0, 0);
    for order in Order::ALL.into_iter().filter(|o| o.fits(&pattern)) {
        let bar = Bar::new(format!("order {order}"));
        let small = table.compress(arguments.factor, order, &bar.options())?;
        (entries, bytes) = (small.header().entries, small.header().payload());
        orders.push(Row {
            order: order.name(),
            mean: small.header().mean(),
        });
    }
    let best = Order::best_for(&pattern).name();
    if context.json {
        return output::json(&Report {
            pattern: pattern.to_string(),
            what: header.what(),
            factor: arguments.factor,
            mean: header.mean(),
            entries,
            bytes,
            default: best,
            orders,
        });
    }
    output::rows(&[
        ("pattern", pattern.to_string()),
        (
            "uncompressed",
            format!("{} {:.6}", header.what(), header.mean()),
        ),
        ("factor", arguments.factor.to_string()),
        (
            "entries",
            format!(
                "{} ({})",
                output::thousands(entries),
                output::megabytes(bytes)
            ),
        ),
    ]);
    anstream::println!("\n{:12} {:>9}", "order", "mean");
    for row in &orders {
        let mark = if row.order == best { "  default" } else { "" };
        anstream::println!("{:12} {:9.6}{mark}", row.order, row.mean);
    }
    Ok(())
}
