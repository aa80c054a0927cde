//! Training: round after round until the budget is spent, with everything that is
//! needed to go on kept in a file.
//!
//! A round is a fixed number of samples. After each the network is evaluated on
//! states that are drawn once, apart from those it learns from, and the schedule
//! looks at the result. What happens in a round depends on the settings and on what
//! was before it alone, so that a run that is resumed from its checkpoint goes on
//! bit for bit as if it had never stopped.
//!
//! | file | what it is for |
//! |---|---|
//! | `settings` | what a run depends on, and what it says of itself |
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

/// A run.
pub struct Trainer<'e, E> {
    examples: &'e E,
    sampler: Sampler,
    held_out: Vec<u64>,
    learner: Box<dyn Learner>,
    state: State,
    /// The batch that is learned from, and the one after it.
    batches: [Batch; 2],
}

impl<'e, E: Examples> Trainer<'e, E> {
    /// A run that has not begun, on the processor.
    ///
    /// # Errors
    ///
    /// If there is no such network for these examples.
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

    /// A run that has not begun.
    ///
    /// # Errors
    ///
    /// If there is no such network for these examples, or no such place.
    pub fn on(
        examples: &'e E,
        settings: Settings,
        place: Place,
    ) -> Result<Trainer<'e, E>, NetError> {
        // Another seed, so that no batch is drawn twice; and whatever the shares that
        // are learned from, a rate is one of all states.
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

    /// The network as it is now.
    pub fn network(&self) -> &dyn Network {
        self.learner.network()
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
        let before = (self.learner.copy(), self.state.clone());
        let mut sum = Progress::default();
        let mut seen = 0;
        let (sampler, examples) = (&self.sampler, self.examples);
        let [now, next] = &mut self.batches;
        sampler.draw(examples, self.state.steps, batch, now);
        while self.state.samples < end {
            let step = self.state.steps;
            let rate = learning_rate(most, share, step);
            // The next batch is drawn while this one is learned from.
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
                // A round is whole or did not happen.
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

    /// Trains until the budget is spent, and gives the network as a model that decides
    /// by its largest logit.
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

    /// How the network does on held-out states.
    pub fn evaluate(&self) -> Evaluation {
        evaluate(self.network(), Rule::ArgMax, self.examples, &self.held_out)
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
            mean_interval: Some(found.mean_interval()),
            over_interval: Some(found.rate_interval()),
            careful_interval: careful.map(|c| found.careful_interval(c.2)),
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
                form: self.network().form(),
                samples: self.state.samples,
                seed: settings.seed,
            },
            network: self.network().copy(),
        }
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
mod tests;
