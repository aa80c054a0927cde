//! Training in rounds until the budget is spent, with checkpoints.
//!
//! A round is a fixed number of samples. After each round the network is evaluated on a fixed
//! sample of states with a seed of its own, and the schedule is updated. A round depends only on
//! the settings and the state before it, so a resumed run equals an uninterrupted one bit for
//! bit.
//!
//! | file | contents |
//! |---|---|
//! | `settings` | settings and reports of a run |
//! | `checkpoint` | resuming a run, and starting with the weights of another |
//! | [`run`] | a run in a folder: checkpoints, log, model |

mod checkpoint;
pub mod run;
mod settings;

pub use checkpoint::{FromError, ResumeError};
pub use run::{RunError, RunEvent, Trained, TrainingRun};
pub use settings::{Aim, Budget, Origin, Report, Settings};

use super::decision_rule::Rule;
use super::evaluate::{Evaluation, evaluate};
use super::loss::{Loss, Weights};
use super::model::{About, Model};
use super::network::{Learner, Network, begin};
use super::pair::Progress;
use super::sample::{Batch, Examples, Sampler, Shares};
use super::schedule::{Phases, learning_rate};
use super::spec::{NetError, Place};
use std::time::{Duration, Instant};

/// State of a run without the network.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct State {
    settings: Settings,
    phases: Option<Phases>,
    samples: u64,
    seconds: f64,
    steps: u64,
}

/// Number of held-out states.
const HELD_OUT: usize = 1 << 16;
/// Overestimation rate of the reported quantile rule.
const REPORTED_RATE: f64 = 1e-3;

/// A training run in memory.
pub struct Trainer<'e, E> {
    examples: &'e E,
    sampler: Sampler,
    held_out: Vec<u64>,
    learner: Box<dyn Learner>,
    state: State,
    /// The current batch and the next.
    batches: [Batch; 2],
}

impl<E> std::fmt::Debug for Trainer<'_, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trainer")
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

impl<'e, E: Examples> Trainer<'e, E> {
    /// A new run on the processor.
    ///
    /// # Errors
    ///
    /// If the network does not fit the examples.
    ///
    /// ```
    /// use admit::learn::sample::CubeExamples;
    /// use admit::learn::train::{Aim, Budget, Settings, Trainer};
    /// use admit::files::Options;
    /// use admit::pdb::cube::CubeTable;
    /// let pattern = "edges:UR,UF";
    /// let table = CubeTable::build(pattern.parse().unwrap(), &Options::default()).unwrap();
    /// let examples = CubeExamples::new(table, false).unwrap();
    /// let net = "pair:16,16,0".parse().unwrap();
    /// let settings = Settings {
    ///     aim: Aim::Ce,
    ///     batch: 256,
    ///     rate: 0.01,
    ///     round: 100_000,
    ///     ..Settings::new(pattern, net, Budget::Samples(200_000))
    /// };
    /// let mut trainer = Trainer::new(&examples, settings).unwrap();
    /// let mut last = None;
    /// while let Some(report) = trainer.round(&|_| true) {
    ///     last = Some(report);
    /// }
    /// assert!(last.unwrap().accuracy > 0.9); // it knows the table by heart
    /// ```
    pub fn new(examples: &'e E, settings: Settings) -> Result<Trainer<'e, E>, NetError> {
        Trainer::on(examples, settings, Place::Cpu)
    }

    /// A new run on a device.
    ///
    /// # Errors
    ///
    /// If the network does not fit the examples, or the device does not exist.
    pub fn on(
        examples: &'e E,
        settings: Settings,
        place: Place,
    ) -> Result<Trainer<'e, E>, NetError> {
        // Another seed, so that no batch is drawn twice; and always proportional shares, so that
        // the overestimation rate is that of all states.
        let apart = Sampler::new(examples, Shares::Proportional, !settings.seed);
        let form = settings.net.fit(examples, apart.classes())?;
        let learner = begin(&form, settings.optimizer, settings.seed, place)?;
        let mut batch = Batch::default();
        apart.draw(examples, 0, HELD_OUT, &mut batch);
        let sampler = apart.with(settings.shares, settings.seed);
        Ok(Trainer {
            examples,
            sampler,
            held_out: std::mem::take(&mut batch.numbers),
            learner,
            state: State {
                phases: settings.aim.phases(),
                settings,
                samples: 0,
                seconds: 0.0,
                steps: 0,
            },
            batches: [batch, Batch::default()],
        })
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.state.settings
    }

    /// The current network.
    pub fn network(&self) -> &dyn Network {
        self.learner.network()
    }

    /// Samples and seconds so far.
    pub fn so_far(&self) -> (u64, f64) {
        (self.state.samples, self.state.seconds)
    }

    /// Share of the budget that is spent.
    pub fn spent(&self) -> f64 {
        match self.state.settings.budget {
            Budget::Samples(all) => self.state.samples as f64 / all as f64,
            Budget::Seconds(all) => self.state.seconds / all,
        }
    }

    /// The current loss.
    pub fn loss(&self) -> Loss {
        match (self.state.settings.aim, &self.state.phases) {
            (_, Some(phases)) => phases.loss(),
            (Aim::Fixed { beta, eta }, _) => Loss::Cea { beta, eta },
            _ => Loss::Ce,
        }
    }

    /// Trains for one round and evaluates; `None` if the budget is spent, or if `goes_on`,
    /// called after every step with the samples so far, returns false.
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
        let before = (self.learner.copy(), self.state.clone());
        let mut sum = Progress::default();
        let mut seen = 0;
        let (sampler, examples) = (&self.sampler, self.examples);
        let [now, next] = &mut self.batches;
        sampler.draw(examples, self.state.steps, batch, now);
        while self.state.samples < end {
            let step = self.state.steps;
            let rate = learning_rate(most, share, step);
            let (one, ()) = rayon::join(
                || self.learner.learn(examples, now, &weights, rate),
                || sampler.draw(examples, step + 1, batch, next),
            );
            std::mem::swap(now, next);
            sum.loss += one.loss;
            sum.right += one.right;
            seen += batch as u64;
            self.state.steps += 1;
            self.state.samples += batch as u64;
            if !goes_on(self.state.samples) {
                // An interrupted round is undone.
                (self.learner, self.state) = before;
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

    /// Trains until the budget is spent, and returns a model that decides by argmax.
    ///
    /// ```
    /// use admit::learn::sample::CubeExamples;
    /// use admit::learn::train::{Budget, Settings, Trainer};
    /// let pattern = "edges:UR,UF";
    /// let examples = CubeExamples::build(pattern.parse().unwrap(), None, false).unwrap();
    /// let net = "pair:16,16,0".parse().unwrap();
    /// let settings = Settings::new(pattern, net, Budget::Samples(1 << 20));
    /// let model = Trainer::new(&examples, settings).unwrap().finish();
    /// assert_eq!(model.about.samples, 1 << 20);
    /// assert_eq!(model.pairs().unwrap().shape().values, [24, 24]);
    /// ```
    pub fn finish(mut self) -> Model {
        while self.round(&|_| true).is_some() {}
        self.model(Rule::ArgMax)
    }

    /// Evaluates the network on held-out states, by argmax.
    pub fn evaluate(&self) -> Evaluation {
        evaluate(self.network(), Rule::ArgMax, self.examples, &self.held_out)
    }

    fn report(&self, loss: Loss, sum: Progress, seen: u64, found: &Evaluation) -> Report {
        let quantile = found.calibration.best_below(REPORTED_RATE);
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
            careful_q: quantile.map(|found| found.0),
            careful_mean: quantile.map(|found| found.2),
            mean_interval: Some(found.mean_interval()),
            over_interval: Some(found.rate_interval()),
            careful_interval: quantile.map(|(.., mean)| found.careful_interval(mean)),
        }
    }

    /// The network as a model with a decision rule.
    pub fn model(&self, rule: Rule) -> Model {
        let settings = &self.state.settings;
        Model {
            about: About {
                pattern: settings.pattern.clone(),
                base: settings.base.clone(),
                canonical: settings.canonical,
                rule,
                form: self.network().form(),
                samples: self.state.samples,
                seed: settings.seed,
            },
            network: self.network().copy(),
        }
    }

    /// Estimated time that is left.
    pub fn left(&self) -> Option<Duration> {
        let spent = self.spent();
        (spent > 0.0).then(|| {
            let left = self.state.seconds * (1.0 - spent).max(0.0) / spent;
            Duration::from_secs_f64(left)
        })
    }
}

#[cfg(test)]
mod tests;
