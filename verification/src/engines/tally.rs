//! Results of a check.

use std::collections::BTreeMap;

/// A case in which the check fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The violated property.
    pub what: &'static str,
    /// The case, in words.
    pub case: String,
    /// The choices that lead to it.
    pub choices: Vec<u32>,
}

impl Failure {
    /// Size of the case: the sum of all choices.
    pub fn size(&self) -> u64 {
        self.choices.iter().map(|&choice| choice as u64).sum()
    }
}

/// Result of a check on many cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Cases that satisfy the assumptions.
    pub cases: u64,
    /// Cases that violate them.
    pub skipped: u64,
    /// Counts of events that must occur.
    pub sometimes: BTreeMap<&'static str, u64>,
    /// The smallest case that fails, if any does.
    pub failure: Option<Failure>,
}

impl Tally {
    /// The sum of both, with the smaller failure (on a tie the first).
    #[must_use]
    pub fn and(mut self, other: Tally) -> Tally {
        self.cases += other.cases;
        self.skipped += other.skipped;
        for (what, times) in other.sometimes {
            *self.sometimes.entry(what).or_default() += times;
        }
        self.failure = match (self.failure, other.failure) {
            (Some(a), Some(b)) if b.size() < a.size() => Some(b),
            (a, b) => a.or(b),
        };
        self
    }

    /// Events that must occur but never did.
    pub fn never(&self) -> Vec<&'static str> {
        let zero = self.sometimes.iter().filter(|(_, times)| **times == 0);
        zero.map(|(what, _)| *what).collect()
    }
}
