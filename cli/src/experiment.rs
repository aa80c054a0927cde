//! Shared by `admit table2` and `admit scaling`: networks trained one after the other, each in a
//! folder of its own, evaluated on all states or on a sample, and compared with the paper's.
//!
//! Finished networks of the same settings are reused, interrupted ones resumed.

use super::context::{Context, Failure};
use super::eval::{every_state, some_states};
use super::output;
use super::train::{self, advised, carry_out, stop_at_signal};
use admit::learn::choose_rule::RuleChoice;
use admit::learn::decision_rule::Rule;
use admit::learn::evaluate::Evaluation;
use admit::learn::sample::{CubeExamples, Examples};
use admit::learn::spec::{Net, Optimizer, Place};
use admit::learn::train::{Aim, Budget, Settings, Trained, TrainingRun};
use admit::stats::interval::clopper_pearson;
use admit_verification::paper::Printed;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Options of both commands.
#[derive(clap::Args)]
pub(super) struct Common {
    /// Minutes of training for each network [default: 10].
    #[arg(long, value_name = "M", conflicts_with = "samples", value_parser = train::positive::<f64>)]
    minutes: Option<f64>,
    /// Training samples for each network; the results then depend on the settings alone.
    #[arg(long, value_name = "N")]
    samples: Option<u64>,
    /// The folder of the runs; finished runs are reused.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Batch size.
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(64..=1 << 22))]
    batch: u32,
    /// Shares of classes in a batch, as a power of their sizes: 1 is in proportion, as
    /// in the paper, 0 the same for all.
    #[arg(long, value_name = "P", default_value_t = 1.0, value_parser = train::power)]
    shares: f64,
    /// Samples between evaluations.
    #[arg(long, value_name = "N", default_value_t = 1 << 20, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Evaluate each network on N random states; on all, if there are no more.
    #[arg(long, value_name = "N", default_value_t = 1 << 22, value_parser = clap::value_parser!(u64).range(1..))]
    sample: u64,
}

/// A network of an experiment.
pub(super) struct Network {
    /// The name of its folder.
    pub(super) name: String,
    /// The pattern, and what is subtracted.
    pub(super) pattern: String,
    pub(super) base: Option<String>,
    pub(super) canonical: bool,
    pub(super) net: Net,
    pub(super) aim: Aim,
}

/// A line of the table that is printed.
#[derive(Clone, serde::Serialize)]
pub(super) struct Line {
    pub(super) pattern: String,
    pub(super) heuristic: String,
    pub(super) mean: f64,
    /// 95 % interval of the mean, or the mean itself if exact.
    pub(super) mean_interval: (f64, f64),
    pub(super) rate: f64,
    /// 95 % interval of the overestimation rate, or the rate itself if exact.
    pub(super) interval: (f64, f64),
    pub(super) bytes: u64,
    /// Size of the exact table over that of the heuristic.
    pub(super) compression: f64,
    /// Training samples of a network.
    pub(super) samples: Option<u64>,
    /// Number of states evaluated, and whether these are all.
    pub(super) states: u64,
    pub(super) all: bool,
    /// The paper's figures.
    pub(super) paper: Option<Printed>,
}

impl Line {
    /// The same network with the quantile rule whose overestimation rate is at most that of another
    /// line, on the same states.
    pub(super) fn careful(&self, found: &Evaluation, rate: f64) -> Option<Line> {
        let (q, rate, mean) = found.calibration.best_below(rate)?;
        let over = (rate * self.states as f64).round() as u64;
        Some(Line {
            heuristic: format!("{}, careful, q = {q:.1e}", self.heuristic),
            mean,
            mean_interval: found.careful_interval(mean),
            rate,
            interval: if self.all {
                (rate, rate)
            } else {
                clopper_pearson(over, self.states)
            },
            paper: None,
            ..self.clone()
        })
    }
}

/// Trains networks, one at a time.
pub(super) struct Laboratory<'a> {
    context: &'a Context,
    arguments: &'a Common,
    folder: PathBuf,
    stopped: Arc<AtomicBool>,
}

impl<'a> Laboratory<'a> {
    pub(super) fn new(
        context: &'a Context,
        arguments: &'a Common,
        name: &str,
    ) -> Result<Laboratory<'a>, Failure> {
        let folder = arguments.out.clone();
        Ok(Laboratory {
            context,
            arguments,
            folder: folder.unwrap_or_else(|| PathBuf::from("runs").join(name)),
            stopped: stop_at_signal()?,
        })
    }

    /// The table that a network learns from.
    pub(super) fn examples(&self, network: &Network) -> Result<CubeExamples, Failure> {
        train::examples(
            self.context,
            &network.pattern,
            network.base.as_deref(),
            network.canonical,
        )
    }

    /// Trains a network and evaluates it by argmax; the evaluation also has the figures of quantile
    /// rules on the same states.
    pub(super) fn reach(
        &self,
        network: &Network,
        examples: &CubeExamples,
        paper: Option<Printed>,
    ) -> Result<(Line, Evaluation), Failure> {
        let done = self.train(network, examples)?;
        if !done.finished {
            return Err(format!(
                "{} was interrupted; the same command resumes it",
                network.name
            )
            .into());
        }
        let about = &done.model.about;
        let rule = Rule::ArgMax;
        let found = if examples.states() <= self.arguments.sample {
            every_state(&done.model, rule, examples)
        } else {
            let (count, seed) = (self.arguments.sample, !self.arguments.seed ^ 1);
            some_states(&done.model, rule, examples, count, seed)?
        };
        let bytes = 2 * about.form.parameters() as u64;
        let loss = match network.aim {
            Aim::Ce => "CE",
            _ => "CEA",
        };
        let line = Line {
            pattern: train::shown(&network.pattern, network.base.as_deref()),
            heuristic: format!("{}, {loss}", network.net),
            mean: found.mean(),
            mean_interval: found.mean_interval(),
            rate: found.rate(),
            interval: found.rate_interval(),
            bytes,
            compression: examples.table().header().payload() as f64 / bytes as f64,
            samples: Some(about.samples),
            states: found.states(),
            all: found.all,
            paper,
        };
        Ok((line, found))
    }

    fn train(&self, network: &Network, examples: &CubeExamples) -> Result<Trained, Failure> {
        let arguments = self.arguments;
        let settings = Settings {
            pattern: network.pattern.clone(),
            base: network.base.clone(),
            canonical: network.canonical,
            net: network.net.clone(),
            optimizer: Optimizer::Adam,
            from: None,
            aim: network.aim,
            batch: arguments.batch as usize,
            rate: network.net.rate(),
            shares: train::shares(arguments.shares),
            budget: match (arguments.samples, arguments.minutes) {
                (Some(samples), _) => Budget::Samples(samples),
                (None, minutes) => Budget::Seconds(60.0 * minutes.unwrap_or(10.0)),
            },
            round: arguments.every,
            seed: arguments.seed,
        };
        let folder = self.folder.join(&network.name);
        if self.stopped.load(Ordering::Relaxed) {
            return Err("interrupted; the same command resumes it".into());
        }
        let spinner = output::Spinner::new("counting classes");
        let run = TrainingRun::open(examples, settings, &folder, Place::Cpu).map_err(advised)?;
        drop(spinner);
        let rule = RuleChoice::Given(Rule::ArgMax);
        carry_out(run, &folder, rule, &self.stopped)
    }
}

/// A mean with the longer half of its interval, unless it is exact.
fn with_error(mean: f64, (low, high): (f64, f64)) -> String {
    if low < high {
        let half = (high - mean).max(mean - low);
        return format!("{mean:.4} ± {half:.4}");
    }
    format!("{mean:.4}")
}

/// Prints all lines, with the paper's beside them.
pub(super) fn print(context: &Context, lines: &[Line]) -> Result<(), Failure> {
    if context.json {
        return output::json(&lines);
    }
    let head = [
        "pattern",
        "heuristic",
        "mean",
        "overestimates",
        "size",
        "factor",
        "paper",
    ];
    let mut rows = Vec::new();
    for line in lines {
        let paper = line.paper.map_or_else(String::new, |paper| {
            format!(
                "{:.2}, {:.0e}, {:.2} MB",
                paper.mean,
                paper.rate.to_f64(),
                paper.megabytes
            )
        });
        let (low, high) = line.interval;
        let over = match (low, high) {
            (0.0, 0.0) => "none".to_owned(),
            _ if low < high => format!("{:.1e} ({low:.1e} to {high:.1e})", line.rate),
            _ => format!("{:.1e}", line.rate),
        };
        rows.push([
            line.pattern.clone(),
            line.heuristic.clone(),
            with_error(line.mean, line.mean_interval),
            over,
            output::megabytes(line.bytes),
            format!("{:.2}", line.compression),
            paper,
        ]);
    }
    output::columns_of(&head, &rows);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_say_how_far_they_may_be_off() {
        assert_eq!(with_error(6.921, (6.9198, 6.9222)), "6.9210 ± 0.0012");
        assert_eq!(with_error(0.5, (0.0, 2.25)), "0.5000 ± 1.7500");
        assert_eq!(with_error(6.921, (6.921, 6.921)), "6.9210");
    }
}
