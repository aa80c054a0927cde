//! Results of evidence, and their conversion to findings.

use super::{Evidence, Tier};
use crate::engines::{Drawn, Tally, by_proptest, by_quickcheck};
use crate::ledger::{EvidenceId, Finding, Outcome};
use crate::seeded;
use admit_proofs::choices::Case;
use std::collections::BTreeMap;

/// Result of a piece of evidence.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The outcome.
    pub outcome: Outcome,
    /// The cases examined, in words.
    pub scope: String,
    /// Number of cases.
    pub cases: u64,
    /// Counts of events that must occur.
    pub sometimes: BTreeMap<String, u64>,
}

impl Settled {
    /// A result with this outcome and nothing else.
    pub fn of(outcome: Outcome) -> Settled {
        Settled {
            outcome,
            scope: String::new(),
            cases: 0,
            sometimes: BTreeMap::new(),
        }
    }

    /// A statement that holds in all cases unless there is a counterexample.
    pub fn holds_unless(
        counterexample: Option<String>,
        scope: impl Into<String>,
        cases: u64,
    ) -> Settled {
        let outcome = match counterexample {
            None => Outcome::Holds,
            Some(example) => Outcome::Counterexample { example },
        };
        Settled {
            scope: scope.into(),
            cases,
            ..Settled::of(outcome)
        }
    }

    /// Adds the count of an event that must occur: if it is 0, a statement that holds is vacuous.
    #[must_use]
    pub fn with_sometimes(mut self, what: &str, times: u64) -> Settled {
        if times == 0 && self.outcome == Outcome::Holds {
            let why = format!("vacuous: never occurred: {what}");
            self.outcome = Outcome::Broken { why };
        }
        self.sometimes.insert(what.to_owned(), times);
        self
    }

    /// The finding for the ledger.
    pub fn into_finding(self, id: EvidenceId) -> Finding {
        let random = id.engine.is_random();
        let mut finding = Finding::new(id, self.outcome);
        finding.scope = self.scope;
        finding.cases = self.cases;
        finding.sometimes = self.sometimes;
        finding.seed = random.then(seeded::seed);
        finding
    }
}

/// Result of a check with this tally and scope.
pub fn counted(tally: &Tally, scope: impl Into<String>) -> Settled {
    let example = tally
        .failure
        .as_ref()
        .map(|failure| format!("violated: {}: {}", failure.what, failure.case));
    let mut settled = Settled::holds_unless(example, scope, tally.cases);
    for (what, &times) in &tally.sometimes {
        settled = settled.with_sometimes(what, times);
    }
    if tally.cases == 0 {
        let why = "vacuous: no cases".to_owned();
        settled.outcome = Outcome::Broken { why };
    }
    settled
}

/// Random cases of each engine.
const RANDOM_CASES: u32 = 10_000;

/// Evidence from a check on random cases, by proptest and by quickcheck.
pub(super) fn random(
    file: &str,
    name: &'static str,
    choices: usize,
    scope: &str,
    check: impl Fn(&mut Drawn<'_>) -> Case + Copy + Send + Sync + 'static,
) -> [Evidence; 2] {
    [("proptest", true), ("quickcheck", false)].map(|(engine, proptest)| {
        let scope = scope.to_owned();
        Evidence::new(format!("{engine} {file}::{name}"), Tier::Quick, move || {
            let tally = if proptest {
                by_proptest(name, RANDOM_CASES, choices, check)
            } else {
                by_quickcheck(name, RANDOM_CASES.into(), choices, check)
            };
            counted(&tally, format!("{} random {scope}", tally.cases))
        })
    })
}
