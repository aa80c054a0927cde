//! Expected verdicts, and differences from them.

use super::{Ledger, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Expectation about one claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// The verdict.
    pub verdict: Verdict,
    /// The outcome of every piece of its evidence, in a word.
    pub evidence: BTreeMap<String, String>,
}

/// The verdict and outcomes that are expected of every claim.
///
/// A run that leaves some evidence out, or lacks a tool for it, may come to a
/// weaker verdict; but whatever did run must have the expected outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Expected {
    /// By the name of the claim.
    pub claims: BTreeMap<String, Known>,
}

/// An outcome that differs from the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which claim.
    pub claim: String,
    /// What differs: the verdict, or a piece of evidence.
    pub what: String,
    /// The expected outcome; nothing if it is new.
    pub before: Option<String>,
    /// The outcome now.
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
    /// The expectation that a ledger gives rise to. Where evidence was not run,
    /// what was known of it stays.
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
            claims.insert(entry.claim.id.clone(), Known { verdict, evidence });
        }
        Expected { claims }
    }

    /// Differences of a ledger.
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
    fn a_missing_tool_is_no_difference_and_a_changed_outcome_is() {
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
    fn what_is_new_is_a_difference_until_it_is_learned() {
        let now = ledger(Outcome::Holds, Outcome::Holds);
        assert_eq!(Expected::default().differences(&now).len(), 3);
        assert_eq!(Expected::default().learn(&now).differences(&now), []);
    }

    #[test]
    fn learning_without_a_tool_keeps_what_was_known() {
        let before = Expected::default().learn(&ledger(Outcome::Holds, Outcome::Holds));
        assert_eq!(before.learn(&ledger(not_run(), Outcome::Holds)), before);
    }
}
