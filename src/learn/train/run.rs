//! A training run in a folder: settings, checkpoints, log and model, so that it can be
//! interrupted and resumed.
//!
//! | file | contents |
//! |---|---|
//! | `settings.json` | the [`Settings`] |
//! | `checkpoint.safetensors` | the whole state of the run |
//! | `log.jsonl` | one [`Report`] for each round |
//! | `model.safetensors` | the network, with 16-bit weights and a decision rule |

use super::{Budget, FromError, Report, ResumeError, Settings, Trainer};
use crate::files::Options;
use crate::learn::choose_rule::RuleChoice;
use crate::learn::decision_rule::Rule;
use crate::learn::evaluate::SampleError;
use crate::learn::model::{Model, ModelError};
use crate::learn::sample::Examples;
use crate::learn::spec::{NetError, Place};
use crate::learn::tensors::TensorsError;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// File name of the settings.
pub const SETTINGS: &str = "settings.json";
/// File name of the last checkpoint.
pub const CHECKPOINT: &str = "checkpoint.safetensors";
/// File name of the log.
pub const LOG: &str = "log.jsonl";
/// File name of the model.
pub const MODEL: &str = "model.safetensors";

/// Time between checkpoints.
const EVERY: Duration = Duration::from_mins(2);

/// Error of a run in a folder.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The folder already has a run.
    #[error("{0} holds a run already")]
    Exists(PathBuf),
    /// The folder has no run.
    #[error("there is no run to resume: {path}: {source}")]
    NoRun {
        /// The file of the settings.
        path: PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// The settings are invalid.
    #[error("{path}: {source}")]
    Settings {
        /// The file.
        path: PathBuf,
        /// The error.
        source: serde_json::Error,
    },
    /// The folder has a run with other settings.
    #[error("{0} is of a run with other settings")]
    OtherSettings(PathBuf),
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// The network does not fit the examples.
    #[error(transparent)]
    Network(#[from] NetError),
    /// The run cannot be resumed.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// The initial weights do not fit.
    #[error(transparent)]
    From(#[from] FromError),
    /// A checkpoint cannot be written.
    #[error(transparent)]
    Checkpoint(#[from] TensorsError),
    /// A model cannot be read or written.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The rule cannot be chosen.
    #[error(transparent)]
    Sample(#[from] SampleError),
}

/// Event of a run.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum RunEvent<'a> {
    /// A step is finished.
    Step {
        /// Samples a second since the run started or was resumed.
        speed: f64,
    },
    /// A round is finished.
    Round {
        /// Line of the log.
        report: &'a Report,
        /// Share of the budget that is spent.
        spent: f64,
        /// Estimated time that is left.
        left: Option<Duration>,
    },
    /// A checkpoint was written.
    Checkpoint {
        /// The log so far.
        log: &'a [Report],
    },
}

/// A trained network, or one whose training was interrupted.
#[derive(Debug)]
#[non_exhaustive]
pub struct Trained {
    /// The model as in its file, with rounded weights.
    pub model: Model,
    /// Whether the budget is spent.
    pub finished: bool,
    /// The last line of the log.
    pub last: Option<Report>,
}

/// A training run in a folder.
///
/// ```
/// use admit::files::Options;
/// use admit::learn::choose_rule::RuleChoice;
/// use admit::learn::sample::CubeExamples;
/// use admit::learn::spec::Place;
/// use admit::learn::train::{Budget, Settings, TrainingRun};
/// use std::sync::atomic::AtomicBool;
/// let folder = tempfile::tempdir().unwrap();
/// let examples = CubeExamples::build("edges:UR,UF".parse().unwrap(), None, false).unwrap();
/// let net = "pair:16,16,0".parse().unwrap();
/// let settings = Settings { round: 1 << 16, ..Settings::new("edges:UR,UF", net, Budget::Samples(1 << 17)) };
/// let mut run = TrainingRun::start(&examples, settings, folder.path(), Place::Cpu).unwrap();
/// run.train(&AtomicBool::new(false), &|_| {}).unwrap();
/// let rule = "rate:1e-3".parse().unwrap();
/// let trained = run.finish(rule, &Options::default()).unwrap();
/// assert!(trained.finished && folder.path().join("model.safetensors").exists());
/// // With a larger budget it continues.
/// let budget = Some(Budget::Samples(1 << 18));
/// let mut run = TrainingRun::resume(&examples, folder.path(), budget, Place::Cpu).unwrap();
/// run.train(&AtomicBool::new(false), &|_| {}).unwrap();
/// assert_eq!(run.log().len(), 4);
/// ```
pub struct TrainingRun<'e, E> {
    folder: PathBuf,
    trainer: Trainer<'e, E>,
    place: Place,
    log: Log,
}

impl<E> std::fmt::Debug for TrainingRun<'_, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TrainingRun")
            .field("folder", &self.folder)
            .field("rounds", &self.log.lines.len())
            .finish_non_exhaustive()
    }
}

/// The settings of the run in a folder.
///
/// # Errors
///
/// If there is no run.
pub fn settings_in(folder: &Path) -> Result<Settings, RunError> {
    let path = folder.join(SETTINGS);
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            serde_json::from_str(&text).map_err(|source| RunError::Settings { path, source })
        }
        Err(source) => Err(RunError::NoRun { path, source }),
    }
}

impl<'e, E: Examples> TrainingRun<'e, E> {
    /// Starts a run.
    ///
    /// # Errors
    ///
    /// If the folder holds a run, or the network does not fit the examples.
    pub fn start(
        examples: &'e E,
        settings: Settings,
        folder: &Path,
        place: Place,
    ) -> Result<TrainingRun<'e, E>, RunError> {
        if folder.join(SETTINGS).exists() {
            return Err(RunError::Exists(folder.to_owned()));
        }
        TrainingRun::begin(examples, settings, folder, place)
    }

    /// Resumes the run in a folder, with another budget if given.
    ///
    /// # Errors
    ///
    /// If there is no run, or its checkpoint cannot be read.
    pub fn resume(
        examples: &'e E,
        folder: &Path,
        budget: Option<Budget>,
        place: Place,
    ) -> Result<TrainingRun<'e, E>, RunError> {
        let mut settings = settings_in(folder)?;
        settings.budget = budget.unwrap_or(settings.budget);
        let mut trainer = Trainer::on(examples, settings, place)?;
        trainer.resume(&folder.join(CHECKPOINT))?;
        TrainingRun::with(trainer, folder, place)
    }

    /// Resumes the run with these settings, or starts it. The budget may differ.
    ///
    /// # Errors
    ///
    /// If the folder holds a run with other settings.
    pub fn open(
        examples: &'e E,
        settings: Settings,
        folder: &Path,
        place: Place,
    ) -> Result<TrainingRun<'e, E>, RunError> {
        // Without a checkpoint the run was killed before its first, and restarts.
        if !folder.join(CHECKPOINT).exists() {
            return TrainingRun::begin(examples, settings, folder, place);
        }
        let known = Settings {
            budget: settings.budget,
            ..settings_in(folder)?
        };
        if known != settings {
            return Err(RunError::OtherSettings(folder.join(SETTINGS)));
        }
        TrainingRun::resume(examples, folder, Some(settings.budget), place)
    }

    fn begin(
        examples: &'e E,
        settings: Settings,
        folder: &Path,
        place: Place,
    ) -> Result<TrainingRun<'e, E>, RunError> {
        let mut trainer = Trainer::on(examples, settings, place)?;
        if let Some(from) = &trainer.settings().from {
            let model = Model::load(Path::new(&from.file))?;
            trainer.begin_with(&model)?;
        }
        std::fs::create_dir_all(folder).map_err(io(folder))?;
        let text = serde_json::to_string_pretty(trainer.settings()).expect("it is plain data");
        let path = folder.join(SETTINGS);
        std::fs::write(&path, text + "\n").map_err(io(&path))?;
        TrainingRun::with(trainer, folder, place)
    }

    fn with(
        trainer: Trainer<'e, E>,
        folder: &Path,
        place: Place,
    ) -> Result<TrainingRun<'e, E>, RunError> {
        let log = Log::open(folder.join(LOG), trainer.so_far().0)?;
        Ok(TrainingRun {
            folder: folder.to_owned(),
            trainer,
            place,
            log,
        })
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        self.trainer.settings()
    }

    /// The log: one report for each round.
    pub fn log(&self) -> &[Report] {
        &self.log.lines
    }

    /// Trains until the budget is spent or `stop` is set, with a checkpoint every two minutes
    /// and at the end. An interrupted round is undone.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn train(
        &mut self,
        stop: &AtomicBool,
        on_event: &dyn Fn(RunEvent<'_>),
    ) -> Result<(), RunError> {
        let checkpoint = self.folder.join(CHECKPOINT);
        let mut kept = Instant::now();
        let began = (Instant::now(), self.trainer.so_far().0);
        loop {
            let goes_on = |samples| {
                let speed = (samples - began.1) as f64 / began.0.elapsed().as_secs_f64();
                on_event(RunEvent::Step { speed });
                !stop.load(Ordering::Relaxed)
            };
            let Some(report) = self.trainer.round(&goes_on) else {
                break;
            };
            self.log.add(report)?;
            on_event(RunEvent::Round {
                report: &report,
                spent: self.trainer.spent(),
                left: self.trainer.left(),
            });
            if kept.elapsed() > EVERY {
                self.trainer.checkpoint(&checkpoint)?;
                on_event(RunEvent::Checkpoint { log: self.log() });
                kept = Instant::now();
            }
        }
        self.trainer.checkpoint(&checkpoint)?;
        on_event(RunEvent::Checkpoint { log: self.log() });
        Ok(())
    }

    /// Chooses the decision rule, and saves the model.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or a sample does not fit into memory.
    pub fn finish(self, rule: RuleChoice, options: &Options<'_>) -> Result<Trained, RunError> {
        let file = self.folder.join(MODEL);
        self.trainer.model(Rule::ArgMax).save(&file)?;
        // As in the file, with rounded weights.
        let mut model = Model::load_on(&file, self.place)?;
        if rule != RuleChoice::Given(Rule::ArgMax) {
            let (examples, seed) = (self.trainer.examples, !self.settings().seed);
            model.about.rule = rule.choose(&model, examples, seed, options)?;
            model.save(&file)?;
        }
        Ok(Trained {
            model,
            finished: self.trainer.spent() >= 1.0,
            last: self.log.lines.last().copied(),
        })
    }
}

fn io(path: &Path) -> impl Fn(std::io::Error) -> RunError {
    move |source| RunError::Io {
        path: path.to_owned(),
        source,
    }
}

/// The lines of the log.
#[derive(Debug)]
struct Log {
    path: PathBuf,
    file: File,
    lines: Vec<Report>,
}

impl Log {
    /// Continues after the lines of the first `samples` samples. Later lines are of a run that
    /// was killed after its last checkpoint, and will be written again.
    fn open(path: PathBuf, samples: u64) -> Result<Log, RunError> {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let lines = text.lines().filter_map(|l| serde_json::from_str(l).ok());
        let lines: Vec<Report> = lines.filter(|l: &Report| l.samples <= samples).collect();
        let mut log = Log {
            file: File::create(&path).map_err(io(&path))?,
            path,
            lines: Vec::with_capacity(lines.len()),
        };
        lines.into_iter().try_for_each(|line| log.add(line))?;
        Ok(log)
    }

    fn add(&mut self, report: Report) -> Result<(), RunError> {
        let line = serde_json::to_string(&report).expect("it is plain data");
        writeln!(self.file, "{line}").map_err(io(&self.path))?;
        self.lines.push(report);
        Ok(())
    }
}
