//! Training: round after round until the budget is spent, with everything that is
//! needed to go on kept in a file.
//!
//! A round is a fixed number of samples. After each the network is evaluated on
//! states that are drawn once, apart from those it learns from, and the schedule
//! looks at the result. What happens in a round depends on the settings and on what
//! was before it alone, so that a run that is resumed from its checkpoint goes on
//! bit for bit as if it had never stopped.

use super::decide::Rule;
use super::evaluate::{Evaluation, evaluate};
use super::loss::{Loss, Weights};
use super::model::{About, Model, from_bytes, to_bytes};
use super::pair::{Memory, PairNetwork, Progress, Shape, ShapeError};
use super::sample::{Batch, Examples, Sampler, Shares};
use super::schedule::{Phases, learning_rate};
use crate::pdb::{FileError, write_whole};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Which loss is minimised.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// Cross-entropy.
    Ce,
    /// CEA, in the paper's phases.
    Cea {
        /// Evaluations without progress after which β and η are halved.
        patience: u32,
        /// The rate of overestimates that is wanted.
        rate: f64,
    },
    /// CEA with β and η as they are.
    Fixed {
        /// β.
        beta: f32,
        /// η.
        eta: f32,
    },
}

/// When training ends.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// After so many samples.
    Samples(u64),
    /// After so many seconds of training.
    Seconds(f64),
}

/// All that a run depends on.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Settings {
    /// The pattern, as a list of cubies.
    pub pattern: String,
    /// The pattern whose table is subtracted, if differences are learnt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Whether states are given in canonical form.
    pub canonical: bool,
    /// Numbers in a table row.
    pub rows: usize,
    /// Width of what follows.
    pub width: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// The loss.
    pub aim: Aim,
    /// States in a batch.
    pub batch: usize,
    /// The largest learning rate.
    pub rate: f32,
    /// Shares of classes in a batch.
    pub shares: Shares,
    /// When to end.
    pub budget: Budget,
    /// Samples between evaluations.
    pub round: u64,
    /// Where random numbers begin.
    pub seed: u64,
}

/// What is said after each round.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Report {
    /// Samples so far.
    pub samples: u64,
    /// Seconds of training so far.
    pub seconds: f64,
    /// Mean loss of the round.
    pub loss: f64,
    /// Share of samples in the round whose true class had the largest logit.
    pub accuracy: f64,
    /// β and η, if the loss has them.
    pub beta: Option<f32>,
    /// See `beta`.
    pub eta: Option<f32>,
    /// On held-out states, by the largest logit: mean value.
    pub mean: f64,
    /// And share of overestimates.
    pub over: f64,
    /// With the careful rule at a rate of at most 1e-3: q.
    pub careful_q: Option<f32>,
    /// And its mean.
    pub careful_mean: Option<f64>,
}

/// Why a run cannot be resumed.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// There is no checkpoint, or it cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A checkpoint cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is no checkpoint.
    #[error("no checkpoint: {0}")]
    Tensors(#[from] safetensors::SafeTensorError),
    /// It says something else.
    #[error("no checkpoint: {0}")]
    Other(String),
    /// It is of another run.
    #[error("the checkpoint is of a run with other settings: {0}")]
    Settings(String),
    /// There is no such network.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// How far a run has come, beside the network.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct State {
    settings: Settings,
    phases: Option<Phases>,
    samples: u64,
    seconds: f64,
    steps: u64,
}

/// How many states are held out.
const HELD_OUT: usize = 1 << 16;
/// The rate for which a careful rule is reported.
const CAREFUL: f64 = 1e-3;
/// The key in the metadata of checkpoints.
const KEY: &str = "admit-checkpoint";

/// A run.
pub struct Trainer<'e, E> {
    examples: &'e E,
    sampler: Sampler,
    held_out: Vec<u64>,
    network: PairNetwork,
    memory: Memory,
    state: State,
    batch: Batch,
}

impl<'e, E: Examples> Trainer<'e, E> {
    /// A run that has not begun.
    ///
    /// # Errors
    ///
    /// If there is no such network.
    ///
    /// ```
    /// use admit::learn::sample::{CubeExamples, Shares};
    /// use admit::learn::train::{Aim, Budget, Settings, Trainer};
    /// use admit::pdb::{SILENT, Table};
    /// let pattern = "edges:UR,UF";
    /// let table = Table::build(pattern.parse().unwrap(), u64::MAX, SILENT).unwrap();
    /// let examples = CubeExamples::new(table, false).unwrap();
    /// let settings = Settings {
    ///     pattern: pattern.to_owned(),
    ///     base: None,
    ///     canonical: false,
    ///     rows: 16,
    ///     width: 16,
    ///     blocks: 0,
    ///     aim: Aim::Ce,
    ///     batch: 256,
    ///     rate: 0.01,
    ///     shares: Shares::Proportional,
    ///     budget: Budget::Samples(200_000),
    ///     round: 100_000,
    ///     seed: 1,
    /// };
    /// let mut trainer = Trainer::new(&examples, settings).unwrap();
    /// let mut last = None;
    /// while let Some(report) = trainer.round(&|_| true) {
    ///     last = Some(report);
    /// }
    /// assert!(last.unwrap().accuracy > 0.9); // it knows the table by heart
    /// ```
    pub fn new(examples: &'e E, settings: Settings) -> Result<Trainer<'e, E>, ShapeError> {
        let sampler = Sampler::new(examples, settings.shares, settings.seed);
        let shape = Shape {
            values: examples.tokens().values().to_vec(),
            rows: settings.rows,
            width: settings.width,
            blocks: settings.blocks,
            classes: sampler.classes(),
        };
        let network = PairNetwork::new(shape, settings.seed)?;
        let memory = Memory::new(&network);
        // Another seed, so that no batch is drawn twice.
        let apart = sampler.with_seed(!settings.seed);
        let mut batch = Batch::default();
        apart.draw(examples, 0, HELD_OUT, &mut batch);
        let sampler = apart.with_seed(settings.seed);
        let phases = match settings.aim {
            Aim::Cea { patience, rate } => Some(Phases::new(patience, rate)),
            _ => None,
        };
        Ok(Trainer {
            examples,
            sampler,
            held_out: std::mem::take(&mut batch.numbers),
            network,
            memory,
            state: State {
                settings,
                phases,
                samples: 0,
                seconds: 0.0,
                steps: 0,
            },
            batch,
        })
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.state.settings
    }

    /// The network as it is now.
    pub fn network(&self) -> &PairNetwork {
        &self.network
    }

    /// Samples and seconds so far.
    pub fn so_far(&self) -> (u64, f64) {
        (self.state.samples, self.state.seconds)
    }

    /// How much of the budget is spent.
    pub fn spent(&self) -> f64 {
        match self.state.settings.budget {
            Budget::Samples(all) => self.state.samples as f64 / all as f64,
            Budget::Seconds(all) => self.state.seconds / all,
        }
    }

    /// The loss at this time.
    pub fn loss(&self) -> Loss {
        match (self.state.settings.aim, &self.state.phases) {
            (_, Some(phases)) => phases.loss(),
            (Aim::Fixed { beta, eta }, _) => Loss::Cea { beta, eta },
            _ => Loss::Ce,
        }
    }

    /// Trains for one round and evaluates; nothing if the budget is spent, or if
    /// `goes_on`, which is asked after every step and told the samples so far,
    /// says no.
    pub fn round(&mut self, goes_on: &dyn Fn(u64) -> bool) -> Option<Report> {
        if self.spent() >= 1.0 {
            return None;
        }
        let start = Instant::now();
        let settings = &self.state.settings;
        let (round, batch, most) = (settings.round, settings.batch, settings.rate);
        let end = (self.state.samples / round + 1) * round;
        let loss = self.loss();
        let weights = Weights::new(loss, self.sampler.classes());
        let share = self.spent();
        let before = (
            self.network.clone(),
            self.memory.clone(),
            self.state.clone(),
        );
        let mut sum = Progress::default();
        let mut seen = 0;
        while self.state.samples < end {
            let step = self.state.steps;
            self.sampler
                .draw(self.examples, step, batch, &mut self.batch);
            let one = self.network.learn(
                &mut self.memory,
                self.examples.tokens(),
                &self.batch.numbers,
                &self.batch.classes,
                &weights,
                learning_rate(most, share, step),
            );
            sum.loss += one.loss;
            sum.right += one.right;
            seen += batch as u64;
            self.state.steps += 1;
            self.state.samples += batch as u64;
            if !goes_on(self.state.samples) {
                // A round is whole or did not happen.
                (self.network, self.memory, self.state) = before;
                return None;
            }
        }
        self.state.seconds += start.elapsed().as_secs_f64();
        let found = self.evaluate();
        let report = self.report(loss, sum, seen, &found);
        if let Some(phases) = &mut self.state.phases {
            phases.observe(report.loss, report.over);
        }
        Some(report)
    }

    /// How the network does on held-out states.
    pub fn evaluate(&self) -> Evaluation {
        evaluate(&self.network, Rule::ArgMax, self.examples, &self.held_out)
    }

    fn report(&self, loss: Loss, sum: Progress, seen: u64, found: &Evaluation) -> Report {
        let careful = found.calibration.best_below(CAREFUL);
        let (beta, eta) = match loss {
            Loss::Ce => (None, None),
            Loss::Cea { beta, eta } => (Some(beta), Some(eta)),
        };
        Report {
            samples: self.state.samples,
            seconds: self.state.seconds,
            loss: sum.loss / seen as f64,
            accuracy: sum.right as f64 / seen as f64,
            beta,
            eta,
            mean: found.mean(),
            over: found.rate(),
            careful_q: careful.map(|c| c.0),
            careful_mean: careful.map(|c| c.2),
        }
    }

    /// The network as a model, with a rule.
    pub fn model(&self, rule: Rule) -> Model {
        let settings = &self.state.settings;
        Model {
            about: About {
                pattern: settings.pattern.clone(),
                base: settings.base.clone(),
                canonical: settings.canonical,
                rule,
                shape: self.network.shape().clone(),
                samples: self.state.samples,
                seed: settings.seed,
            },
            network: self.network.clone(),
        }
    }

    /// Keeps all that is needed to go on.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn checkpoint(&self, path: &Path) -> Result<(), ResumeError> {
        let (first, second, _) = self.memory.parts();
        let parts = [
            ("weights", to_bytes(self.network.weights())),
            ("first", to_bytes(first)),
            ("second", to_bytes(second)),
        ];
        let views = parts.iter().map(|(name, bytes)| {
            let view = TensorView::new(Dtype::F32, vec![bytes.len() / 4], bytes)?;
            Ok((*name, view))
        });
        let views = views.collect::<Result<Vec<_>, safetensors::SafeTensorError>>()?;
        let state = serde_json::to_string(&self.state).expect("it is plain data");
        let metadata = HashMap::from([(KEY.to_owned(), state)]);
        let file = safetensors::serialize(views, Some(metadata))?;
        Ok(write_whole(path, |out| out.write_all(&file))?)
    }

    /// Goes on where a checkpoint was made. A budget may differ; all else must be
    /// as it was.
    ///
    /// # Errors
    ///
    /// If there is no checkpoint, or it is of another run.
    pub fn resume(&mut self, path: &Path) -> Result<(), ResumeError> {
        let bytes = std::fs::read(path)?;
        let (_, metadata) = SafeTensors::read_metadata(&bytes)?;
        let text = metadata.metadata().as_ref().and_then(|m| m.get(KEY));
        let text = text.ok_or_else(|| ResumeError::Other(format!("no `{KEY}`")))?;
        let mut state: State =
            serde_json::from_str(text).map_err(|e| ResumeError::Other(e.to_string()))?;
        state.settings.budget = self.state.settings.budget;
        if state.settings != self.state.settings {
            let was = serde_json::to_string(&state.settings).expect("it is plain data");
            return Err(ResumeError::Settings(was));
        }
        let file = SafeTensors::deserialize(&bytes)?;
        let read = |name: &str| -> Result<Vec<f32>, ResumeError> {
            Ok(from_bytes(file.tensor(name)?.data()).collect())
        };
        let network = PairNetwork::from_weights(self.network.shape().clone(), read("weights")?)?;
        let memory = Memory::from_parts(&network, read("first")?, read("second")?, state.steps);
        self.memory = memory.ok_or_else(|| ResumeError::Other("parts are missing".to_owned()))?;
        self.network = network;
        self.state = state;
        Ok(())
    }

    /// How long the rest will take, if it goes on as it did.
    pub fn left(&self) -> Option<Duration> {
        let spent = self.spent();
        (spent > 0.0).then(|| {
            let left = self.state.seconds * (1.0 - spent).max(0.0) / spent;
            Duration::from_secs_f64(left)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::sample::CubeExamples;
    use crate::pdb::{SILENT, Table};

    fn examples() -> CubeExamples {
        let table = Table::build("edges:UR,UF,DL".parse().unwrap(), u64::MAX, SILENT).unwrap();
        CubeExamples::new(table, false).unwrap()
    }

    fn settings(aim: Aim) -> Settings {
        Settings {
            pattern: "edges:UR,UF,DL".to_owned(),
            base: None,
            canonical: false,
            rows: 16,
            width: 16,
            blocks: 1,
            aim,
            batch: 512,
            rate: 0.01,
            shares: Shares::Proportional,
            budget: Budget::Samples(60_000),
            round: 10_000,
            seed: 7,
        }
    }

    #[test]
    fn a_resumed_run_goes_on_bit_for_bit() {
        let examples = examples();
        let aim = Aim::Cea {
            patience: 1,
            rate: 0.0,
        };
        let whole = |trainer: &mut Trainer<'_, CubeExamples>| {
            while trainer.round(&|_| true).is_some() {}
            trainer.network().weights().to_vec()
        };
        let mut straight = Trainer::new(&examples, settings(aim)).unwrap();
        let expected = whole(&mut straight);

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.safetensors");
        let mut first = Trainer::new(&examples, settings(aim)).unwrap();
        for _ in 0..2 {
            first.round(&|_| true).unwrap();
        }
        // Broken off in the middle of a round, which then did not happen.
        assert!(first.round(&|samples| samples < 25_000).is_none());
        first.checkpoint(&path).unwrap();
        let mut second = Trainer::new(&examples, settings(aim)).unwrap();
        second.resume(&path).unwrap();
        assert!(second.so_far().0 >= 20_000 && second.so_far().0 < 25_000);
        assert_eq!(whole(&mut second), expected);
    }

    #[test]
    fn a_checkpoint_of_another_run_is_refused() {
        let examples = examples();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.safetensors");
        let trainer = Trainer::new(&examples, settings(Aim::Ce)).unwrap();
        trainer.checkpoint(&path).unwrap();
        let mut other = settings(Aim::Ce);
        other.seed = 8;
        let mut other = Trainer::new(&examples, other).unwrap();
        let error = other.resume(&path).unwrap_err().to_string();
        assert!(error.contains("other settings") && error.contains("\"seed\":7"));
        std::fs::write(&path, b"nothing").unwrap();
        assert!(
            other
                .resume(&path)
                .unwrap_err()
                .to_string()
                .contains("no checkpoint")
        );
    }

    /// Other spaces are learnt as the cube is: the 3×2 puzzle, by heart.
    #[test]
    fn sliding_tiles_are_learnt() {
        use crate::learn::sample::RankedExamples;
        use crate::pdb::RankedTable;
        use crate::space::tiles::{Board, Tiles};
        let tiles = Tiles::new(3, 2).unwrap();
        let table = RankedTable::build(&tiles, u64::MAX, SILENT).unwrap();
        let write = |board: &Board, tokens: &mut [u16]| {
            for (token, tile) in tokens.iter_mut().zip(board.iter()) {
                *token = tile as u16;
            }
        };
        let examples = RankedExamples::new(tiles, &table, vec![6; 6], write).unwrap();
        let settings = Settings {
            budget: Budget::Samples(300_000),
            ..settings(Aim::Ce)
        };
        let mut trainer = Trainer::new(&examples, settings).unwrap();
        let mut last = None;
        while let Some(report) = trainer.round(&|_| true) {
            last = Some(report);
        }
        // 22 classes, more than one tile of logits holds.
        assert!(last.unwrap().accuracy > 0.9, "{last:?}");
    }

    /// CEA overestimates less often than cross-entropy, on a network that is too
    /// small to learn the table by heart.
    #[test]
    fn cea_overestimates_less_often() {
        let table = Table::build("4-edge".parse().unwrap(), u64::MAX, SILENT).unwrap();
        let examples = CubeExamples::new(table, false).unwrap();
        let rate = |aim: Aim| {
            let settings = Settings {
                pattern: "4-edge".to_owned(),
                budget: Budget::Samples(400_000),
                round: 100_000,
                ..settings(aim)
            };
            let mut trainer = Trainer::new(&examples, settings).unwrap();
            while trainer.round(&|_| true).is_some() {}
            trainer.evaluate().rate()
        };
        let cea = Aim::Fixed {
            beta: 0.5,
            eta: 0.01,
        };
        let (cea, ce) = (rate(cea), rate(Aim::Ce));
        assert!(cea < ce / 2.0, "CEA {cea}, CE {ce}");
    }
}
