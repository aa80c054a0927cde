//! `admit convergence`

use super::context::{Context, Failure};
use super::output::{self, Bar};
use crate::report::convergence::figure;
use crate::report::numbers::{interval, signed};
use admit::files::write_bytes;
use admit::stats::interval::clopper_pearson;
use admit_verification::convergence::experiment::{DELTA, Plan, SEED, Setting};
use admit_verification::convergence::{ConvergenceRate, convergence_rate};
use admit_verification::json;
use clap::builder::PossibleValuesParser;
use std::path::{Path, PathBuf};

/// Measure the convergence of sample means: is it 1/√N?
///
/// Measures |mean of Ψ over N instances − expectation of Ψ|, where Ψ is the largest
/// h − h* on the optimal path of an instance, for N over three decades and more, at
/// least 30 times for each. Every expectation is exact: all instances are enumerated.
///
///   grid, random, costs      small graphs: the supremum over all heuristics of a few
///                            values, which is what the theorem bounds
///   8-puzzle-…, topspin-…    one heuristic, learned from the N instances as a table or
///                            as a network
///   8-corner-plain           the same on the corners of the cube: the paper's figure
///   8-corner-network         and with networks that encode symmetric states alike
///
/// The exponent is fitted with a 95 % interval and a bootstrap interval, beside rival
/// shapes, by Akaike's criterion, and the exponents that the experiment could have told
/// from −1/2. The rule, fixed before: `like 1/√N` if the interval contains −1/2 and
/// neither −1/3 nor −2/3; `not like 1/√N` if it does not contain −1/2; undecided
/// otherwise. Every deviation is compared with the theorem's bound with its constants.
///
/// Writes SETTING.json and SETTING.svg into the folder. A file of the same plan and seed
/// is reused.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// Only these settings [default: all].
    #[arg(value_name = "SETTING", value_parser = PossibleValuesParser::new(Setting::ALL.map(Setting::name)))]
    settings: Vec<String>,
    /// Fewer N and shorter training, and without 8-corner-plain unless it is named: a
    /// minute in all instead of twenty.
    #[arg(long)]
    quick: bool,
    /// Repetitions for each N [default: 30 where networks are trained, more elsewhere].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    repetitions: Option<u32>,
    /// The folder for results.
    #[arg(long, value_name = "DIR", default_value = "convergence")]
    out: PathBuf,
    /// Seed.
    #[arg(long, value_name = "S", default_value_t = SEED)]
    seed: u64,
    /// Ignore files that are there.
    #[arg(long)]
    fresh: bool,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let mut settings: Vec<Setting> = arguments
        .settings
        .iter()
        .filter_map(|name| Setting::named(name))
        .collect();
    if settings.is_empty() {
        settings = Setting::ALL.to_vec();
        // It asks about 88 million states for every repetition.
        settings.retain(|&setting| !(arguments.quick && setting == Setting::CornersPlain));
    }
    let folder = &arguments.out;
    let plan = |setting| {
        let mut plan = if arguments.quick {
            Plan::quick(setting)
        } else {
            Plan::full(setting)
        };
        if let Some(repetitions) = arguments.repetitions {
            plan.repetitions = repetitions as usize;
        }
        (setting, plan)
    };
    let plans: Vec<(Setting, Plan)> = settings.into_iter().map(plan).collect();
    let all = all(&plans, arguments.seed, folder, arguments.fresh)?;
    if context.json {
        return output::json(&all);
    }
    print(&all, folder);
    Ok(())
}

/// Measures and draws each setting by its plan; files of a folder are reused unless all is
/// measured afresh.
pub(super) fn all(
    plans: &[(Setting, Plan)],
    seed: u64,
    folder: &Path,
    fresh: bool,
) -> Result<Vec<ConvergenceRate>, Failure> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut all = Vec::new();
    for (setting, plan) in plans {
        let file = folder.join(format!("{}.json", setting.name()));
        let kept = if fresh { None } else { kept(&file, plan, seed) };
        let found = match kept {
            Some(found) => found,
            None => measured(*setting, plan, seed, &file)?,
        };
        // Always drawn, so that the chart fits the file.
        write_bytes(&file.with_extension("svg"), figure(&found).as_bytes())?;
        all.push(found);
    }
    Ok(all)
}

/// A file of the same plan and seed.
fn kept(file: &Path, plan: &Plan, seed: u64) -> Option<ConvergenceRate> {
    let found: ConvergenceRate = json::read(file).ok()?;
    (found.measured.plan == *plan && found.measured.seed == seed).then_some(found)
}

fn measured(
    setting: Setting,
    plan: &Plan,
    seed: u64,
    file: &Path,
) -> Result<ConvergenceRate, Failure> {
    let bar = Bar::new(setting.name());
    let found = convergence_rate(setting, plan, seed, &|done, all| {
        bar.show(done as u64, all as u64);
    })?;
    output::write_line(file, &serde_json::to_string(&found)?)?;
    Ok(found)
}

fn print(all: &[ConvergenceRate], folder: &Path) {
    let head = [
        "setting",
        "N",
        "times",
        "exponent",
        "95 %",
        "bootstrap",
        "p (−1/2)",
        "fit p",
        "best shape",
        "told apart",
        "above bound",
        "verdict",
    ];
    let mut table = Vec::new();
    for found in all {
        let (fit, measured) = (&found.fit, &found.measured);
        let sizes = &measured.plan.sizes;
        let least = sizes.iter().min().copied().unwrap_or(0);
        let most = sizes.iter().max().copied().unwrap_or(0);
        let (above, of) = found.crossings;
        table.push([
            measured.setting.clone(),
            format!(
                "{} to {}",
                output::thousands(least),
                output::thousands(most)
            ),
            measured.plan.repetitions.to_string(),
            signed(fit.slope),
            interval(fit.interval),
            interval(fit.bootstrap),
            format!("{:.2}", fit.against_half.p),
            format!("{:.2}", fit.goodness.p),
            fit.models
                .first()
                .map_or_else(String::new, |s| s.model.to_string()),
            format!("±{:.3}", fit.power.found_95),
            format!(
                "{above} of {} (to {:.2} %)",
                output::thousands(of as u64),
                100.0 * clopper_pearson(above as u64, of as u64).1
            ),
            found.judgement.to_string(),
        ]);
    }
    output::columns_of(&head, &table);
    let seed = all.first().map_or(0, |found| found.measured.seed);
    anstream::println!(
        "\n{}",
        output::wrapped(&format!(
            "Exponents are of c·N^s. Told apart: exponents so far from −1/2 are found with \
             probability 95 %. Above bound: deviations above what the theorem allows at δ = \
             {DELTA}, and the largest share that is likely at 95 %. Seed {seed}. Files: {}.",
            folder.display()
        ))
    );
    for found in all {
        let said = match found.first_not_vacuous {
            Some(n) => format!("says something from N = {} on", output::thousands(n)),
            None => "is vacuous for every N here".to_owned(),
        };
        anstream::println!("  {}: the bound {said}", found.measured.setting);
    }
}
