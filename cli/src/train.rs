//! `admit train`

use super::context::{Context, Failure, available_memory};
use super::output::{self, Stages, Training};
use super::tables::{proved, store, table};
use crate::report::training::figure;
use admit::files::{digest, write_whole};
use admit::learn::choose_rule::RuleChoice;
use admit::learn::sample::{CubeExamples, Shares};
use admit::learn::spec::{Net, Optimizer, Place};
use admit::learn::train::run::{MODEL, settings_in};
use admit::learn::train::{
    Aim, Budget, Origin, Report, RunError, RunEvent, Settings, Trained, TrainingRun,
};
use admit::pdb::Proved;
use admit::pdb::cube::{CubePattern, CubeTable, CubeTableForm, CubeTableSpec};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Learn a heuristic from the table of a pattern.
///
/// The network is one for processors: a sum of embedding rows, one for each pair of tracked cubies,
/// and a few narrow layers; or one of the paper's: a convolution over planes, fully connected
/// layers and residual blocks. A run lives in a folder: settings.json, a checkpoint every two
/// minutes, log.jsonl with one line for each evaluation, run.svg, a picture of it, and
/// model.safetensors. Ctrl-C ends it with a checkpoint of the last whole round (--every); --resume
/// continues from there, bit for bit as if it had never stopped.
///
/// A learned network may overestimate: `admit eval` measures how often. Figures printed here are of
/// a sample of held-out states, with 95 % intervals: means by the normal distribution, or by
/// Hoeffding's bound under the quantile rule, overestimation rates by Clopper and Pearson.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A pattern, such as 6-edge or edges:UR,UF,FR; with /delta:PATTERN behind it,
    /// the difference to the table of a pattern inside it.
    #[arg(required_unless_present = "resume")]
    pattern: Option<String>,
    /// The network: pair:ROWS,WIDTH,BLOCKS, rows and width being multiples of 16; paper/8-corner,
    /// paper/7-edge, paper/6-edge, paper/delta; scaling/1 to scaling/5 for the eight corners; or
    /// paper:CHANNELS,FC,RES,BLOCKS for the paper's architecture in other sizes.
    #[arg(long, default_value = "pair:96,64,1")]
    net: Net,
    /// ce; cea, in the paper's phases; phases:PATIENCE,RATE for phases with another patience, in
    /// evaluations, and another target overestimation rate (cea is phases:4,1e-6); or cea:BETA,ETA.
    #[arg(long, default_value = "cea")]
    loss: Aim,
    /// adam, adamw, rmsprop or sgd. Pair networks take adam only.
    #[arg(long, value_name = "NAME", default_value_t = Optimizer::Adam)]
    optimizer: Optimizer,
    /// Start from the weights of this model, or of the run in this folder; its pattern and network
    /// must be the same.
    #[arg(long, value_name = "MODEL", conflicts_with = "resume")]
    from: Option<PathBuf>,
    /// Minutes of training [default: 10].
    #[arg(long, value_name = "M", conflicts_with = "samples", value_parser = positive::<f64>)]
    minutes: Option<f64>,
    /// Training samples; the result then depends on the settings alone.
    #[arg(long, value_name = "N")]
    samples: Option<u64>,
    /// The folder of the run [default: runs/PATTERN].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Resume the run in that folder with its settings, except --minutes and --samples.
    #[arg(long)]
    resume: bool,
    /// Seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Batch size.
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(64..=1 << 22))]
    batch: u32,
    /// The largest learning rate [default: 0.004 for pair networks, else 0.001].
    #[arg(long, value_name = "R", value_parser = positive::<f32>)]
    rate: Option<f32>,
    /// Encode symmetric states alike: up to 96 for the eight corners.
    #[arg(long)]
    canonical: bool,
    /// Shares of classes in a batch, as a power of their sizes: 1 is in proportion,
    /// 0 the same for all.
    #[arg(long, value_name = "P", default_value_t = 1.0, value_parser = power)]
    shares: f64,
    /// Samples between evaluations.
    #[arg(long, value_name = "N", default_value_t = 1 << 20, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Decision rule of the model: argmax; q:Q for the largest k with P(class < k) ≤ Q; rate:R for
    /// the largest q with an overestimation rate of at most R; or certified:BYTES for the largest q
    /// whose overestimates fit into a filter of that many bytes, for the largest mean once they are
    /// lowered.
    #[arg(long, default_value = "argmax")]
    rule: RuleChoice,
    #[command(flatten)]
    device: DeviceArgument,
}

/// Device of a network: the processor, where nothing else is compiled in.
#[derive(clap::Args)]
pub(super) struct DeviceArgument {
    /// Where to compute: cpu or gpu. Pair networks compute on the processor only.
    #[cfg(any(feature = "wgpu", feature = "cuda"))]
    #[arg(long, value_name = "NAME", default_value_t = Place::Cpu)]
    device: Place,
}

impl DeviceArgument {
    #[cfg_attr(
        not(any(feature = "wgpu", feature = "cuda")),
        expect(clippy::unused_self, reason = "there is nothing to choose")
    )]
    pub(super) fn place(&self) -> Place {
        #[cfg(any(feature = "wgpu", feature = "cuda"))]
        return self.device;
        #[cfg(not(any(feature = "wgpu", feature = "cuda")))]
        Place::Cpu
    }
}

/// Summary of a run.
#[derive(serde::Serialize)]
struct Summary<'a> {
    folder: String,
    settings: &'a Settings,
    parameters: usize,
    bytes: usize,
    finished: bool,
    last: Option<Report>,
}

/// A run, as the arguments name it.
struct Job {
    folder: PathBuf,
    settings: Settings,
    /// The budget, if one was named.
    budget: Option<Budget>,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let job = prepare(arguments)?;
    let settings = &job.settings;
    let base = settings.base.as_deref();
    let examples = examples(context, &settings.pattern, base, settings.canonical)?;
    let stopped = stop_at_signal()?;
    let place = arguments.device.place();
    let spinner = output::Spinner::new("counting classes");
    let run = if arguments.resume {
        TrainingRun::resume(&examples, &job.folder, job.budget, place)
    } else {
        TrainingRun::start(&examples, settings.clone(), &job.folder, place)
    };
    drop(spinner);
    let run = run.map_err(advised)?;
    let trained = carry_out(run, &job.folder, arguments.rule, &stopped)?;
    let parameters = trained.model.about.form.parameters();
    let summary = Summary {
        folder: job.folder.display().to_string(),
        settings,
        parameters,
        bytes: 2 * parameters,
        finished: trained.finished,
        last: trained.last,
    };
    if context.json {
        return output::json(&summary);
    }
    print(&summary);
    Ok(())
}

/// An error about a folder in use, with advice.
pub(super) fn advised(error: RunError) -> Failure {
    match error {
        RunError::Exists(_) => {
            format!("{error}; continue with --resume, or name another folder with --out").into()
        }
        RunError::OtherSettings(_) => format!("{error}; name another folder with --out").into(),
        error => error.into(),
    }
}

/// Trains under a bar, and draws `run.svg` at every checkpoint.
pub(super) fn carry_out(
    mut run: TrainingRun<'_, CubeExamples>,
    folder: &Path,
    rule: RuleChoice,
    stopped: &AtomicBool,
) -> Result<Trained, Failure> {
    let settings = run.settings();
    let what = shown(&settings.pattern, settings.base.as_deref());
    let bar = Training::new(&what);
    let not_drawn: RefCell<Option<Failure>> = RefCell::default();
    let draw = |log: &[Report]| -> Result<(), Failure> {
        let svg = figure(&what, log);
        let path = folder.join("run.svg");
        Ok(write_whole(&path, |out| out.write_all(svg.as_bytes()))?)
    };
    run.train(stopped, &|event| match event {
        RunEvent::Step { speed } => bar.speed(speed),
        RunEvent::Round {
            report,
            spent,
            left,
        } => {
            tracing::info!(
                samples = report.samples,
                loss = report.loss,
                over = report.over,
                mean = report.mean,
                "a round is done"
            );
            bar.show(report, spent, left);
        }
        RunEvent::Checkpoint { log } => {
            if let Err(error) = draw(log) {
                not_drawn.replace(Some(error));
            }
        }
        _ => {}
    })?;
    drop(bar);
    if let Some(error) = not_drawn.into_inner() {
        return Err(error);
    }
    let stages = Stages::new();
    Ok(run.finish(rule, &stages.options().memory(available_memory()))?)
}

fn print(summary: &Summary<'_>) {
    let mut rows = vec![
        ("run", summary.folder.clone()),
        ("network", summary.settings.net.to_string()),
        (
            "size",
            format!(
                "{} numbers, {} at 16 bits",
                output::thousands(summary.parameters as u64),
                output::megabytes(summary.bytes as u64)
            ),
        ),
    ];
    if let Some(last) = &summary.last {
        rows.push(("samples", output::thousands(last.samples)));
        rows.push(("time", format!("{:.0} s", last.seconds)));
        rows.push(("accuracy", format!("{:.4}", last.accuracy)));
        // Lines of older logs have no intervals.
        let within = |ends: Option<(f64, f64)>, number: &dyn Fn(f64) -> String| {
            ends.map_or_else(String::new, |(low, high)| {
                format!(" ({} to {} at 95 %)", number(low), number(high))
            })
        };
        let (long, short) = (|n: f64| format!("{n:.4}"), |n: f64| format!("{n:.2e}"));
        rows.push((
            "held out",
            format!(
                "mean {:.4}{}, overestimates {:.2e}{}",
                last.mean,
                within(last.mean_interval, &long),
                last.over,
                within(last.over_interval, &short)
            ),
        ));
        if let (Some(q), Some(mean)) = (last.careful_q, last.careful_mean) {
            let ends = within(last.careful_interval, &long);
            rows.push((
                "careful",
                format!(
                    "mean {mean:.4}{ends} with q = {q:.2e}, overestimates at most 1e-3 of \
                     held-out states"
                ),
            ));
        }
    }
    if !summary.finished {
        rows.push(("not done", "continue with --resume".to_owned()));
    }
    output::rows(&rows);
}

/// The run that the arguments name.
fn prepare(arguments: &Arguments) -> Result<Job, Failure> {
    let budget = match (arguments.samples, arguments.minutes) {
        (Some(samples), _) => Some(Budget::Samples(samples)),
        (None, minutes) => minutes.map(|minutes| Budget::Seconds(60.0 * minutes)),
    };
    if arguments.resume {
        let folder = match (&arguments.out, &arguments.pattern) {
            (Some(folder), _) => folder.clone(),
            (None, Some(pattern)) => default_folder(&wanted(pattern)?),
            (None, None) => return Err("which run? Name its folder with --out".into()),
        };
        let settings = settings_in(&folder)?;
        return Ok(Job {
            folder,
            settings,
            budget,
        });
    }
    let text = arguments.pattern.as_deref().unwrap_or_default();
    let wanted = wanted(text)?;
    let folder = arguments.out.clone();
    let folder = folder.unwrap_or_else(|| default_folder(&wanted));
    let rate = arguments.rate.unwrap_or_else(|| arguments.net.rate());
    let (pattern, base) = wanted;
    Ok(Job {
        folder,
        budget,
        settings: Settings {
            pattern: pattern.to_string(),
            base: base.map(|base| base.to_string()),
            canonical: arguments.canonical,
            net: arguments.net.clone(),
            optimizer: arguments.optimizer,
            from: arguments.from.as_deref().map(origin).transpose()?,
            aim: arguments.loss,
            batch: arguments.batch as usize,
            rate,
            shares: shares(arguments.shares),
            budget: budget.unwrap_or(Budget::Seconds(600.0)),
            round: arguments.every,
            seed: arguments.seed,
        },
    })
}

/// The model file that a run begins with, or that of the run in a folder.
fn origin(given: &Path) -> Result<Origin, Failure> {
    let file = model_file(given);
    let bytes = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(Origin {
        file: file.display().to_string(),
        digest: digest(&bytes),
    })
}

/// A model file, or that of the run in a folder.
pub(super) fn model_file(given: &Path) -> PathBuf {
    if given.is_dir() {
        return given.join(MODEL);
    }
    given.to_owned()
}

/// A number above 0.
pub(super) fn positive<T: FromStr + Into<f64> + Copy>(text: &str) -> Result<T, String> {
    match text.parse::<T>() {
        Ok(number) if number.into() > 0.0 && number.into().is_finite() => Ok(number),
        _ => Err("expected a number above 0".to_owned()),
    }
}

/// A power of the sizes of classes.
pub(super) fn power(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(power) if (0.0..=2.0).contains(&power) => Ok(power),
        _ => Err("expected a number from 0 to 2".to_owned()),
    }
}

/// Shares of classes, by the power of their sizes.
pub(super) fn shares(power: f64) -> Shares {
    match power {
        1.0 => Shares::Proportional,
        power => Shares::Power(power),
    }
}

/// A pattern and its base, for people.
pub(super) fn shown(pattern: &str, base: Option<&str>) -> String {
    match base {
        None => pattern.to_owned(),
        Some(base) => format!("{pattern} less {base}"),
    }
}

/// A pattern, and the base whose table is subtracted.
pub(super) fn wanted(text: &str) -> Result<(CubePattern, Option<CubePattern>), Failure> {
    let CubeTableSpec { pattern, form } = text.parse()?;
    match form {
        CubeTableForm::Exact => Ok((pattern, None)),
        CubeTableForm::Delta { base, factor: None } => Ok((pattern, Some(base))),
        _ => Err(format!("{text:?}: expected one pattern, or PATTERN/delta:PATTERN").into()),
    }
}

fn default_folder((pattern, base): &(CubePattern, Option<CubePattern>)) -> PathBuf {
    let base = base.map(|base| format!("-minus-{}", base.file_stem()));
    Path::new("runs").join(pattern.file_stem() + &base.unwrap_or_default())
}

/// The table of a pattern, or of its difference to the table of another.
fn spec(pattern: &str, base: Option<&str>) -> Result<CubeTableSpec, Failure> {
    let pattern: CubePattern = pattern.parse()?;
    let form = match base {
        None => CubeTableForm::Exact,
        Some(base) => CubeTableForm::Delta {
            base: base.parse()?,
            factor: None,
        },
    };
    Ok(CubeTableSpec { pattern, form })
}

/// Examples from a table that is opened or built.
pub(super) fn examples(
    context: &Context,
    pattern: &str,
    base: Option<&str>,
    canonical: bool,
) -> Result<CubeExamples, Failure> {
    let table = table(&mut store(context)?, spec(pattern, base)?)?;
    Ok(CubeExamples::new(table, canonical)?)
}

/// A table that is opened or built, and proved.
pub(super) fn proved_table(
    context: &Context,
    pattern: &str,
    base: Option<&str>,
) -> Result<Proved<CubeTable>, Failure> {
    proved(&mut store(context)?, &spec(pattern, base)?)
}

/// Set by Ctrl-C.
pub(super) fn stop_at_signal() -> Result<Arc<AtomicBool>, Failure> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = stopped.clone();
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))?;
    Ok(stopped)
}
