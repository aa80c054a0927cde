//! `admit table2`

use super::context::{Context, Failure};
use super::experiment::{self, Laboratory, Line, Network};
use super::output::Bar;
use super::train::{shown, wanted};
use admit::learn::sample::{CubeExamples, Examples};
use admit::learn::spec::Net;
use admit::learn::train::Aim;
use admit::pdb::cube::{CubePattern, Order};
use admit_verification::paper::{Compared, Printed, TABLE_2};

/// Networks against compressed tables: the paper's Table 2.
///
/// For each pattern one network is trained with CEA, in the paper's phases, and one with
/// cross-entropy; their results stand beside a table min-compressed to the same size, and beside
/// the paper's. The network trained with cross-entropy is shown a second time, with the quantile
/// rule whose overestimation rate is at most that of the first, so that their means can be
/// compared. Figures are exact or have 95 % intervals: overestimation rates by Clopper and Pearson,
/// means by the normal distribution, or by Hoeffding's bound under a quantile rule. Each network is
/// trained for --minutes; the paper does not state its training times.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Patterns, such as 5-edge or 6-edge/delta:4-edge [default: the paper's four].
    patterns: Vec<String>,
    /// The network: as for `admit train`; or paper, for those of the paper [default: a pair
    /// network, about as large as the paper's].
    #[arg(long)]
    net: Option<String>,
    /// The loss beside cross-entropy: cea, phases:PATIENCE,RATE or cea:BETA,ETA.
    #[arg(long, default_value = "cea")]
    loss: Aim,
    #[command(flatten)]
    common: experiment::Common,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let patterns = if arguments.patterns.is_empty() {
        TABLE_2.map(|row| row.pattern.to_owned()).to_vec()
    } else {
        arguments.patterns.clone()
    };
    // All arguments are parsed before the first network is trained.
    let networks = patterns.iter().map(|pattern| network(pattern, arguments));
    let networks: Vec<_> = networks.collect::<Result<_, _>>()?;
    let laboratory = Laboratory::new(context, &arguments.common, "table2")?;
    let mut lines = Vec::new();
    for (mut network, printed) in networks {
        let examples = laboratory.examples(&network)?;
        let stem = std::mem::take(&mut network.name);
        let [cea, ce, compressed] = [
            printed.map(|row| row.cea),
            printed.map(|row| row.ce),
            printed.map(|row| row.compressed),
        ];
        let mut reach = |name: &str, aim, paper| {
            network.name = format!("{stem}-{name}");
            network.aim = aim;
            laboratory.reach(&network, &examples, paper)
        };
        let (admissible, _) = reach("cea", arguments.loss, cea)?;
        let (plain, found) = reach("ce", Aim::Ce, ce)?;
        let careful = plain.careful(&found, admissible.rate);
        let matched = matched(&network, &examples, plain.bytes, compressed)?;
        lines.extend([admissible, plain].into_iter().chain(careful));
        lines.push(matched);
    }
    experiment::print(context, &lines)
}

/// The network for a pattern, without a loss, and the paper's row.
fn network(
    text: &str,
    arguments: &Arguments,
) -> Result<(Network, Option<&'static Compared>), Failure> {
    let (pattern, base) = wanted(text)?;
    let printed = TABLE_2
        .iter()
        .find(|row| wanted(row.pattern).is_ok_and(|paper| paper == (pattern, base)));
    let net = match arguments.net.as_deref() {
        None => of_pairs(&pattern, base.is_some()),
        Some("paper") => {
            let row = printed.ok_or_else(|| {
                format!("the paper has no network for {text}; name one, such as paper:8,64,32,2")
            })?;
            row.network.to_owned()
        }
        Some(other) => other.to_owned(),
    };
    let net: Net = net.parse()?;
    let network = Network {
        name: text.replace(['/', ':', ','], "-"),
        pattern: pattern.to_string(),
        base: base.map(|base| base.to_string()),
        canonical: pattern.corners().len() == 8 && matches!(net, Net::Pair { .. }),
        net,
        aim: arguments.loss,
    };
    Ok((network, printed))
}

/// A pair network that is at most as large as the paper's for this pattern; for other patterns, one
/// of a moderate size.
fn of_pairs(pattern: &CubePattern, difference: bool) -> String {
    match (pattern.corners().len(), pattern.edges().len()) {
        (8, 0) => "pair:48,64,2",
        (0, 7) => "pair:144,64,1",
        (0, 6) if difference => "pair:176,64,1",
        (0, 6) => "pair:96,64,1",
        _ => "pair:32,32,1",
    }
    .to_owned()
}

/// The table, min-compressed by the least factor that makes it no larger.
fn matched(
    network: &Network,
    examples: &CubeExamples,
    bytes: u64,
    paper: Option<Printed>,
) -> Result<Line, Failure> {
    let table = examples.table();
    let factor = table.header().payload().div_ceil(bytes.max(1));
    let order = Order::best_for(&table.header().pattern);
    let bar = Bar::new("compressing");
    let small = table.compress(factor, order, &bar.options())?;
    let header = small.header();
    Ok(Line {
        pattern: shown(&network.pattern, network.base.as_deref()),
        heuristic: format!("min-compressed, {factor} states an entry"),
        mean: header.mean(),
        mean_interval: (header.mean(), header.mean()),
        rate: 0.0,
        interval: (0.0, 0.0),
        bytes: header.payload(),
        compression: table.header().payload() as f64 / header.payload() as f64,
        samples: None,
        states: examples.states(),
        all: true,
        paper,
    })
}
