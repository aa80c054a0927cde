//! Settings and reports of a run.

use crate::learn::sample::Shares;
use crate::learn::schedule::Phases;
use crate::learn::spec::{Net, Optimizer, ParseError};
use std::fmt;
use std::str::FromStr;

/// The loss that is minimised, with its phases.
///
/// ```
/// use admit::learn::train::Aim;
/// assert_eq!("cea".parse(), Ok(Aim::Cea { patience: 4, rate: 1e-6 }));
/// assert_eq!("phases:2,0.001".parse(), Ok(Aim::Cea { patience: 2, rate: 1e-3 }));
/// assert_eq!("cea:0.5,0".parse(), Ok(Aim::Fixed { beta: 0.5, eta: 0.0 }));
/// assert!("mse".parse::<Aim>().unwrap_err().to_string().contains("phases:PATIENCE,RATE"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Aim {
    /// Cross-entropy.
    Ce,
    /// CEA, in the paper's phases.
    Cea {
        /// Evaluations without progress after which β and η are halved.
        patience: u32,
        /// Sufficient overestimation rate.
        rate: f64,
    },
    /// CEA with constant β and η.
    Fixed {
        /// β.
        beta: f32,
        /// η.
        eta: f32,
    },
}

impl Aim {
    /// The first phase, if it has phases.
    pub(super) fn phases(self) -> Option<Phases> {
        match self {
            Aim::Cea { patience, rate } => Some(Phases::new(patience, rate)),
            _ => None,
        }
    }
}

impl FromStr for Aim {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Aim, ParseError> {
        let wrong = || ParseError {
            text: text.to_owned(),
            what: "loss",
            expected: "ce, cea, phases:PATIENCE,RATE or cea:BETA,ETA with numbers",
        };
        match text {
            "ce" => return Ok(Aim::Ce),
            "cea" => {
                return Ok(Aim::Cea {
                    patience: 4,
                    rate: 1e-6,
                });
            }
            _ => {}
        }
        let (kind, numbers) = text.split_once(':').ok_or_else(wrong)?;
        let (first, second) = numbers.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<f64>().map_err(|_| wrong());
        match kind {
            "phases" => {
                let patience = first.parse().map_err(|_| wrong())?;
                let rate = number(second)?;
                let makes_sense = patience > 0 && (0.0..=1.0).contains(&rate);
                let aim = Aim::Cea { patience, rate };
                makes_sense.then_some(aim).ok_or_else(wrong)
            }
            "cea" => {
                let (beta, eta) = (number(first)? as f32, number(second)? as f32);
                let makes_sense = beta > 0.0 && eta >= 0.0 && (beta + eta).is_finite();
                let aim = Aim::Fixed { beta, eta };
                makes_sense.then_some(aim).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}

/// Budget of training.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Budget {
    /// Number of samples.
    Samples(u64),
    /// Seconds of training.
    Seconds(f64),
}

/// File of initial weights.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Origin {
    /// Path.
    pub file: String,
    /// BLAKE3 digest.
    pub digest: String,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)
    }
}

/// Settings of a run; they determine its result.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Settings {
    /// The pattern, as a list of cubies.
    pub pattern: String,
    /// The base pattern, if differences to its table are learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Whether tokens are those of the representative.
    pub canonical: bool,
    /// The network.
    pub net: Net,
    /// The optimizer.
    #[serde(default)]
    pub optimizer: Optimizer,
    /// Initial weights, if they are not random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// The loss.
    pub aim: Aim,
    /// States in a batch.
    pub batch: usize,
    /// The largest learning rate.
    pub rate: f32,
    /// Shares of classes in a batch.
    pub shares: Shares,
    /// The budget.
    pub budget: Budget,
    /// Samples between evaluations.
    pub round: u64,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Settings {
    /// Defaults of `admit train`: the paper's phases of CEA, Adam, batches of 4096, classes in
    /// proportion to their sizes, an evaluation every 2²⁰ samples, seed 1, and the default
    /// learning rate of the network. `pattern` may be the name of another space.
    ///
    /// ```
    /// use admit::learn::train::{Aim, Budget, Settings};
    /// let net = "pair:16,16,1".parse().unwrap();
    /// let settings = Settings::new("ten pancakes", net, Budget::Samples(1_000_000));
    /// assert_eq!(settings.aim, "cea".parse().unwrap());
    /// let faster = Settings { rate: 0.01, ..settings };
    /// assert_eq!(faster.seed, 1);
    /// ```
    pub fn new(pattern: impl Into<String>, net: Net, budget: Budget) -> Settings {
        Settings {
            pattern: pattern.into(),
            base: None,
            canonical: false,
            rate: net.rate(),
            net,
            optimizer: Optimizer::Adam,
            from: None,
            aim: Aim::Cea {
                patience: 4,
                rate: 1e-6,
            },
            batch: 4096,
            shares: Shares::Proportional,
            budget,
            round: 1 << 20,
            seed: 1,
        }
    }
}

/// Report of a round: a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// Samples so far.
    pub samples: u64,
    /// Seconds of training so far.
    pub seconds: f64,
    /// Mean loss of the round.
    pub loss: f64,
    /// Share of samples in the round whose true class had the largest logit.
    pub accuracy: f64,
    /// β, if the loss has it.
    pub beta: Option<f32>,
    /// η, if the loss has it.
    pub eta: Option<f32>,
    /// Mean value on held-out states, by argmax.
    pub mean: f64,
    /// Overestimation rate on held-out states, by argmax.
    pub over: f64,
    /// q of the quantile rule with the largest mean and an overestimation rate of at most 10⁻³
    /// on held-out states.
    pub careful_q: Option<f32>,
    /// Mean of this rule on held-out states.
    pub careful_mean: Option<f64>,
    /// 95 % interval of the mean of all states. Older logs have no intervals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_interval: Option<(f64, f64)>,
    /// 95 % interval of the overestimation rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_interval: Option<(f64, f64)>,
    /// 95 % interval of the mean of the quantile rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub careful_interval: Option<(f64, f64)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_logs_are_read() {
        let old = r#"{"samples":1,"seconds":0.5,"loss":1.5,"accuracy":0.5,"beta":null,"eta":null,"mean":6.5,"over":0.25,"careful_q":null,"careful_mean":null}"#;
        let mut report: Report = serde_json::from_str(old).unwrap();
        assert_eq!(report.mean_interval, None);
        assert_eq!(serde_json::to_string(&report).unwrap(), old);
        report.mean_interval = Some((6.25, 6.75));
        report.over_interval = Some((0.125, 0.375));
        report.careful_interval = Some((5.0, 7.0));
        let new = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&new).unwrap(), report);
    }

    #[test]
    fn other_losses_are_refused() {
        for text in [
            "mse",
            "cea:1",
            "cea:0,1",
            "cea:x,y",
            "cea:inf,1",
            "phases:0,0.1",
            "phases:2,7",
            "phases:1.5,0.1",
        ] {
            let error = text.parse::<Aim>().unwrap_err();
            assert!(error.to_string().contains("cea:BETA,ETA"), "{error}");
        }
    }
}
