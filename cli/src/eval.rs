//! `admit eval`

use super::context::{Context, Failure, available_memory};
use super::output::{self, Bar, Spinner, Stages};
use super::train::{DeviceArgument, examples, model_file, shown};
use admit::files::Options;
use admit::learn::choose_rule::RuleChoice;
use admit::learn::decision_rule::Rule;
use admit::learn::evaluate::{ByClass, Evaluation, evaluate_all, evaluate_sample};
use admit::learn::model::Model;
use admit::learn::sample::CubeExamples;
use admit::learn::spec::Form;
use admit::stats::interval::clopper_pearson;
use std::path::PathBuf;

/// Evaluate a learned heuristic: mean and overestimation rate, also by true class.
///
/// All states are evaluated, and the figures are exact; with --sample, a random sample, with 95 %
/// intervals of overestimation rates (Clopper and Pearson) and of means (normal distribution;
/// Hoeffding's for fewer than 30 states). With --json, the figures of quantile rules are listed for
/// many q.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folder of a run, or a model file.
    run: PathBuf,
    /// Evaluate N random states instead of all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Decision rule in place of the model's: argmax, q:Q, rate:R or certified:BYTES, as for `admit
    /// train`.
    #[arg(long)]
    rule: Option<RuleChoice>,
    /// Seed of the sample.
    #[arg(long, value_name = "S", default_value_t = 2)]
    seed: u64,
    #[command(flatten)]
    device: DeviceArgument,
}

/// The evaluation as JSON.
#[derive(serde::Serialize)]
struct Found<'a> {
    pattern: &'a str,
    base: Option<&'a str>,
    network: &'a Form,
    rule: Rule,
    states: u64,
    all: bool,
    mean: f64,
    mean_interval: (f64, f64),
    table_mean: f64,
    over: u64,
    rate: f64,
    rate_interval: (f64, f64),
    bytes: usize,
    compression: f64,
    by_class: &'a [ByClass],
    /// Quantile rules: q, overestimation rate, mean.
    careful: Vec<(f32, f64, f64)>,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let model = Model::load_on(&model_file(&arguments.run), arguments.device.place())?;
    let about = &model.about;
    let base = about.base.as_deref();
    let examples = examples(context, &about.pattern, base, about.canonical)?;
    let header = examples.table().header();
    model.check(&examples, header.counts().len())?;
    let choice = arguments.rule.unwrap_or(RuleChoice::Given(about.rule));
    // On other states than those of the sample below.
    let stages = Stages::new();
    let options = stages.options().memory(available_memory());
    let rule = choice.choose(&model, &examples, !arguments.seed, &options)?;
    drop(stages);
    let found = if let Some(count) = arguments.sample {
        some_states(&model, rule, &examples, count, arguments.seed)?
    } else {
        every_state(&model, rule, &examples)
    };
    let bytes = 2 * about.form.parameters();
    let report = Found {
        pattern: &about.pattern,
        base: about.base.as_deref(),
        network: &about.form,
        rule,
        states: found.states(),
        all: found.all,
        mean: found.mean(),
        mean_interval: found.mean_interval(),
        table_mean: header.mean(),
        over: found.over(),
        rate: found.rate(),
        rate_interval: found.rate_interval(),
        bytes,
        compression: header.payload() as f64 / bytes as f64,
        by_class: &found.by_class,
        careful: found.calibration.rows().collect(),
    };
    if context.json {
        return output::json(&report);
    }
    print(&report, &found);
    Ok(())
}

/// Evaluates a random sample of states.
pub(super) fn some_states(
    model: &Model,
    rule: Rule,
    examples: &CubeExamples,
    count: u64,
    seed: u64,
) -> Result<Evaluation, Failure> {
    let spinner = Spinner::new(&format!("evaluating {}", model.about.pattern));
    let options = Options::default().memory(available_memory());
    let found = evaluate_sample(&*model.network, rule, examples, count, seed, &options)?;
    drop(spinner);
    Ok(found)
}

/// Evaluates all states, under a bar.
pub(super) fn every_state(model: &Model, rule: Rule, examples: &CubeExamples) -> Evaluation {
    let bar = Bar::new(format!("evaluating {}", model.about.pattern));
    let options = bar.options();
    evaluate_all(&*model.network, rule, examples, options.progress)
}

fn print(report: &Found<'_>, found: &Evaluation) {
    let (low, high) = report.rate_interval;
    let rate = if report.all {
        format!(
            "{:.3e}, {} states",
            report.rate,
            output::thousands(report.over)
        )
    } else {
        format!(
            "{:.3e}, between {low:.3e} and {high:.3e} at 95 %",
            report.rate
        )
    };
    let (low, high) = report.mean_interval;
    let mean = if report.all {
        format!("{:.6}", report.mean)
    } else {
        format!("{:.6} ({low:.6} to {high:.6} at 95 %)", report.mean)
    };
    let rule = match report.rule {
        Rule::ArgMax => "the largest logit".to_owned(),
        Rule::Quantile { q } => format!("the largest k with P(class < k) ≤ {q:.3e}"),
    };
    let pattern = shown(report.pattern, report.base);
    output::rows(&[
        ("pattern", pattern),
        ("network", report.network.to_string()),
        ("rule", rule),
        ("states", output::thousands(report.states)),
        ("mean", format!("{mean} of {:.6}", report.table_mean)),
        ("overestimates", rate),
        (
            "size",
            format!(
                "{} at 16 bits; the table takes {:.2} times as much",
                output::megabytes(report.bytes as u64),
                report.compression
            ),
        ),
    ]);
    anstream::println!();
    let (of_means, of_rates) = if report.all {
        (String::new(), String::new())
    } else {
        (format!("{:21}", " (95 %)"), format!("{:25}", " (95 %)"))
    };
    anstream::println!(
        "class        states      mean{of_means}   overestimates         rate{of_rates}   by at most"
    );
    let range = found.by_class.len().saturating_sub(1) as f64;
    for (class, row) in found.by_class.iter().enumerate() {
        let [mut of_mean, mut of_rate] = [String::new(), String::new()];
        if !report.all {
            let (low, high) = row.mean_interval(range);
            of_mean = format!("{:21}", format!(" ({low:.4} to {high:.4})"));
            let (low, high) = clopper_pearson(row.over, row.states);
            of_rate = format!("{:25}", format!(" ({low:.3e} to {high:.3e})"));
        }
        anstream::println!(
            "{class:5}  {:>12}  {:>8.4}{of_mean}  {:>14}  {:>11.3e}{of_rate}  {:>11}",
            output::thousands(row.states),
            row.mean(),
            output::thousands(row.over),
            row.over as f64 / row.states.max(1) as f64,
            row.most
        );
    }
}
