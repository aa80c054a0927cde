//! What a run of a check came to.

use std::collections::BTreeMap;

/// A case in which the check fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What does not hold.
    pub what: &'static str,
    /// The case, in words.
    pub case: String,
    /// The choices that lead to it.
    pub choices: Vec<u32>,
}

impl Failure {
    /// How large the case is: the sum of all choices.
    pub fn size(&self) -> u64 {
        self.choices.iter().map(|&choice| choice as u64).sum()
    }
}

/// What a run of a check came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Cases that the check is about.
    pub cases: u64,
    /// Cases that it is not about.
    pub skipped: u64,
    /// How often what must hold sometimes did.
    pub sometimes: BTreeMap<&'static str, u64>,
    /// The smallest case that fails, if any does.
    pub failure: Option<Failure>,
}

impl Tally {
    /// Both together; the smaller failure, of equal ones the first.
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

    /// What should have happened sometimes and never did.
    pub fn never(&self) -> Vec<&'static str> {
        let zero = self.sometimes.iter().filter(|(_, times)| **times == 0);
        zero.map(|(what, _)| *what).collect()
    }
}
