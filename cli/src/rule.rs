//! How a person says by which rule a model decides, and how the rule is then found.

use super::context::Failure;
use super::eval::{every_state, some_states};
use admit::learn::decision_rule::Rule;
use admit::learn::model::Model;
use admit::learn::sample::{CubeExamples, Examples};

/// How the rule of a model is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Choice {
    /// As it is.
    Given(Rule),
    /// By the rate of overestimates.
    Rate(f64),
    /// By the mean once all overestimates are lowered, as far as a filter of so many
    /// bytes can hold them.
    Certified(u64),
}

/// What a [`Choice`] is written like.
pub(super) fn choice(text: &str) -> Result<Choice, String> {
    let wrong = || {
        format!(
            "{text:?} is no rule; expected argmax, q:Q or rate:R with a number from 0 to 1, \
             or certified:BYTES"
        )
    };
    let (kind, number) = text.split_once(':').unwrap_or((text, ""));
    let share = || match number.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err(wrong()),
    };
    match kind {
        "argmax" if number.is_empty() => Ok(Choice::Given(Rule::ArgMax)),
        "q" => Ok(Choice::Given(Rule::Quantile { q: share()? as f32 })),
        "rate" => Ok(Choice::Rate(share()?)),
        "certified" => Ok(Choice::Certified(number.parse().map_err(|_| wrong())?)),
        _ => Err(wrong()),
    }
}

/// What a binary fuse filter with fingerprints of 8 bits takes for each entry, in the
/// limit of many.
const FILTER_BITS: f64 = 9.0;

/// The fewest states that are looked at to choose a rule.
const FEWEST: f64 = (1_u32 << 20) as f64;
/// How many overestimates should be met among them.
const MET: f64 = 400.0;

/// The rule that is chosen for a model: by as many states, drawn with this seed, as are
/// needed to tell, or by all if these are not many more.
pub(super) fn chosen(
    choice: Choice,
    model: &Model,
    examples: &CubeExamples,
    seed: u64,
) -> Result<Rule, Failure> {
    let states = examples.states();
    let rate = match choice {
        Choice::Given(rule) => return Ok(rule),
        Choice::Rate(rate) => rate,
        Choice::Certified(bytes) => {
            // States that look alike to the network are one entry of the filter.
            let images = examples.cube_tokens().images() as u64;
            8.0 * bytes as f64 * images as f64 / FILTER_BITS / states as f64
        }
    };
    let enough = (MET / rate).max(FEWEST) as u64;
    let found = if enough >= states / 4 {
        every_state(model, Rule::ArgMax, examples)
    } else {
        some_states(model, Rule::ArgMax, examples, enough, seed)?
    };
    Ok(found.calibration.rule_below(rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_understood_is_met_with_what_is_expected() {
        assert_eq!(choice("rate:1e-3"), Ok(Choice::Rate(1e-3)));
        assert_eq!(choice("certified:9000"), Ok(Choice::Certified(9000)));
        assert_eq!(choice("argmax"), Ok(Choice::Given(Rule::ArgMax)));
        for text in [
            "max",
            "argmax:1",
            "q:2",
            "q:-1",
            "rate:often",
            "certified:-1",
        ] {
            assert!(choice(text).unwrap_err().contains("argmax, q:Q or rate:R"));
        }
    }
}
