//! `admit scaling`

use super::context::{Context, Failure};
use super::experiment::{self, Laboratory, Network};
use admit::learn::spec::Net;
use admit::learn::train::Aim;
use admit_verification::paper::SCALING;

/// How small may a network be? The paper's scaling experiment.
///
/// Five networks for the eight corners, with fewer and fewer neurons, are trained with CEA for
/// equally long; their results stand beside the paper's. Overestimation rates and means have 95 %
/// intervals (Clopper and Pearson; normal distribution).
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Pair networks instead of the paper's, each at most as large.
    #[arg(long)]
    pairs: bool,
    /// The loss: cea, phases:PATIENCE,RATE, cea:BETA,ETA or ce.
    #[arg(long, default_value = "cea")]
    loss: Aim,
    /// Only the N smallest networks.
    #[arg(long, value_name = "N", default_value_t = SCALING.len())]
    smallest: usize,
    /// The pattern, if not the eight corners: then the sizes differ from the paper's.
    #[arg(long, default_value = "8-corner", hide = true)]
    pattern: String,
    #[command(flatten)]
    common: experiment::Common,
}

/// Pair networks in the paper's sizes.
const OF_PAIRS: [&str; 5] = [
    "pair:48,64,2",
    "pair:32,64,2",
    "pair:16,96,2",
    "pair:16,64,1",
    "pair:16,16,0",
];

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let laboratory = Laboratory::new(context, &arguments.common, "scaling")?;
    let mut lines = Vec::new();
    let all = SCALING.iter().zip(OF_PAIRS).rev();
    for ((name, printed), of_pairs) in all.take(arguments.smallest) {
        let net: Net = if arguments.pairs { of_pairs } else { name }.parse()?;
        let network = Network {
            name: net.to_string().replace(['/', ':', ','], "-"),
            pattern: arguments.pattern.clone(),
            base: None,
            canonical: arguments.pairs,
            net,
            aim: arguments.loss,
        };
        let examples = laboratory.examples(&network)?;
        let paper = (arguments.pattern == "8-corner").then_some(*printed);
        lines.push(laboratory.reach(&network, &examples, paper)?.0);
    }
    lines.reverse();
    experiment::print(context, &lines)
}
