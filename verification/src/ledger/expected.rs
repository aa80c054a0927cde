//! Expected verdicts and deviations from them.

use super::{Ledger, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Expectation about one claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expectation {
    /// The verdict.
    pub verdict: Verdict,
    /// The outcome of every piece of its evidence.
    pub evidence: BTreeMap<String, String>,
}

/// The expected verdict and outcomes of every claim.
///
/// A run that omits evidence, or lacks a tool, may reach a weaker verdict, but evidence that ran
/// must have the expected outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Expected {
    /// By claim id.
    pub claims: BTreeMap<String, Expectation>,
}

/// An outcome that differs from the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The claim's id.
    pub claim: String,
    /// `verdict`, or the id of a piece of evidence.
    pub what: String,
    /// The expected outcome; `None` if new.
    pub before: Option<String>,
    /// The outcome found.
    pub now: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.before.as_deref().unwrap_or("nothing");
        write!(
            f,
            "{}: {}: expected {before}, found {}",
            self.claim, self.what, self.now
        )
    }
}

impl Expected {
    /// Expectations updated from a ledger. Evidence not run keeps its expectation.
    #[must_use]
    pub fn learn(&self, ledger: &Ledger) -> Expected {
        let mut claims = BTreeMap::new();
        for entry in &ledger.entries {
            let before = self.claims.get(&entry.claim.id);
            let mut missing = false;
            let mut evidence = BTreeMap::new();
            for finding in &entry.findings {
                let id = finding.evidence.to_string();
                let known = before.and_then(|known| known.evidence.get(&id));
                if finding.outcome.ran() {
                    evidence.insert(id, finding.outcome.word().to_owned());
                } else if let Some(known) = known {
                    evidence.insert(id, known.clone());
                    missing = true;
                }
            }
            let verdict = match before {
                Some(known) if missing => known.verdict,
                _ => entry.verdict,
            };
            claims.insert(entry.claim.id.clone(), Expectation { verdict, evidence });
        }
        Expected { claims }
    }

    /// Deviations of a ledger from the expectations.
    pub fn differences(&self, ledger: &Ledger) -> Vec<Difference> {
        let mut out = Vec::new();
        for entry in &ledger.entries {
            let before = self.claims.get(&entry.claim.id);
            let difference = |what: String, before: Option<String>, now: &str| Difference {
                claim: entry.claim.id.clone(),
                what,
                before,
                now: now.to_owned(),
            };
            for finding in entry.findings.iter().filter(|f| f.outcome.ran()) {
                let id = finding.evidence.to_string();
                let word = before.and_then(|known| known.evidence.get(&id));
                if word.is_none_or(|word| word != finding.outcome.word()) {
                    out.push(difference(id, word.cloned(), finding.outcome.word()));
                }
            }
            let complete = entry.findings.iter().all(|f| f.outcome.ran());
            let verdict = before.map(|known| known.verdict);
            if complete && verdict != Some(entry.verdict) {
                let words = verdict.map(|v| v.words().to_owned());
                out.push(difference(
                    "verdict".to_owned(),
                    words,
                    entry.verdict.words(),
                ));
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Claims, Finding, Outcome};

    fn claims() -> Claims {
        Claims::parse(
            r#"
            [[claim]]
            id = "it"
            kind = "text"
            place = "here"
            statement = "So it is."
            evidence = ["kani a.rs::k", "proptest a.rs::p"]
            "#,
        )
        .unwrap()
    }

    fn ledger(kani: Outcome, proptest: Outcome) -> Ledger {
        let finding = |id: &str, outcome| Finding::new(id.parse().unwrap(), outcome);
        Ledger::new(
            &claims(),
            vec![
                finding("kani a.rs::k", kani),
                finding("proptest a.rs::p", proptest),
            ],
        )
    }

    fn not_run() -> Outcome {
        Outcome::NotRun {
            why: "no tool".to_owned(),
        }
    }

    #[test]
    fn changed_outcomes_are_differences_and_missing_tools_are_not() {
        let before = Expected::default().learn(&ledger(Outcome::Holds, Outcome::Holds));
        assert_eq!(
            before.differences(&ledger(Outcome::Holds, Outcome::Holds)),
            []
        );
        assert_eq!(before.differences(&ledger(not_run(), Outcome::Holds)), []);
        let counterexample = Outcome::Counterexample {
            example: "this".to_owned(),
        };
        let found = before.differences(&ledger(not_run(), counterexample));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].to_string(),
            "it: proptest a.rs::p: expected holds, found counterexample"
        );
    }

    #[test]
    fn new_evidence_is_a_difference_until_accepted() {
        let now = ledger(Outcome::Holds, Outcome::Holds);
        assert_eq!(Expected::default().differences(&now).len(), 3);
        assert_eq!(Expected::default().learn(&now).differences(&now), []);
    }

    #[test]
    fn updating_without_a_tool_keeps_expectations() {
        let before = Expected::default().learn(&ledger(Outcome::Holds, Outcome::Holds));
        assert_eq!(before.learn(&ledger(not_run(), Outcome::Holds)), before);
    }
}
