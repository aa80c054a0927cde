//! Choice of the decision rule of a trained network.
//!
//! The rule is given, or is the quantile rule with the largest mean whose overestimation rate is
//! within a limit. The limit is given, or follows from the bytes of a filter for all
//! overestimates. The sample size depends on the limit; all states are used if they are not many
//! more.

use super::decision_rule::Rule;
use super::evaluate::{SampleError, evaluate_all, evaluate_sample};
use super::model::Model;
use super::sample::Examples;
use super::spec::ParseError;
use crate::files::Options;
use std::str::FromStr;

/// Method to choose the rule of a model.
///
/// ```
/// use admit::learn::choose_rule::RuleChoice;
/// use admit::learn::decision_rule::Rule;
/// assert_eq!("argmax".parse(), Ok(RuleChoice::Given(Rule::ArgMax)));
/// assert_eq!("rate:1e-3".parse(), Ok(RuleChoice::OverestimationRate(1e-3)));
/// assert_eq!("certified:9000".parse(), Ok(RuleChoice::FilterBytes(9000)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum RuleChoice {
    /// A given rule.
    Given(Rule),
    /// The rule with the largest mean and at most this overestimation rate.
    OverestimationRate(f64),
    /// The rule with the largest mean whose overestimates fit into a filter of so many bytes.
    FilterBytes(u64),
}

impl FromStr for RuleChoice {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<RuleChoice, ParseError> {
        let wrong = || ParseError {
            text: text.to_owned(),
            what: "rule",
            expected: "argmax, q:Q or rate:R with a number from 0 to 1, or certified:BYTES",
        };
        let (kind, number) = text.split_once(':').unwrap_or((text, ""));
        let share = || match number.parse::<f64>() {
            Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
            _ => Err(wrong()),
        };
        match kind {
            "argmax" if number.is_empty() => Ok(RuleChoice::Given(Rule::ArgMax)),
            "q" => Ok(RuleChoice::Given(Rule::Quantile { q: share()? as f32 })),
            "rate" => Ok(RuleChoice::OverestimationRate(share()?)),
            "certified" => Ok(RuleChoice::FilterBytes(
                number.parse().map_err(|_| wrong())?,
            )),
            _ => Err(wrong()),
        }
    }
}

/// Bits for each entry of a large binary fuse filter with 8-bit fingerprints.
const FILTER_BITS: f64 = 9.0;
/// Smallest sample.
const FEWEST: f64 = (1_u32 << 20) as f64;
/// Expected number of overestimates in a sample.
const MET: f64 = 400.0;

impl RuleChoice {
    /// Chooses the rule for a model, on a sample with this seed or on all states.
    ///
    /// # Errors
    ///
    /// If the sample does not fit into memory.
    pub fn choose(
        self,
        model: &Model,
        examples: &impl Examples,
        seed: u64,
        options: &Options<'_>,
    ) -> Result<Rule, SampleError> {
        let states = examples.states();
        let rate = match self {
            RuleChoice::Given(rule) => return Ok(rule),
            RuleChoice::OverestimationRate(rate) => rate,
            RuleChoice::FilterBytes(bytes) => {
                // A symmetry class is one entry of the filter.
                let symmetries = examples.tokens().symmetries();
                8.0 * bytes as f64 * symmetries as f64 / FILTER_BITS / states as f64
            }
        };
        let enough = (MET / rate).max(FEWEST) as u64;
        let network = &*model.network;
        let found = if enough >= states / 4 {
            evaluate_all(network, Rule::ArgMax, examples, options.progress)
        } else {
            evaluate_sample(network, Rule::ArgMax, examples, enough, seed, options)?
        };
        Ok(found.calibration.rule_below(rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "max",
            "argmax:1",
            "q:2",
            "q:-1",
            "rate:often",
            "certified:-1",
        ] {
            let error = text.parse::<RuleChoice>().unwrap_err().to_string();
            assert!(error.contains("argmax, q:Q or rate:R"), "{error}");
        }
    }
}
