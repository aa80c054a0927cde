//! From what an engine counted to a finding.

use crate::engines::Tally;
use crate::ledger::{EvidenceId, Finding, Outcome};
use crate::seeded;
use std::collections::BTreeMap;

/// What a piece of evidence came to.
#[derive(Clone, Debug)]
pub struct Settled {
    /// Its outcome.
    pub outcome: Outcome,
    /// What was looked at.
    pub scope: String,
    /// How many cases.
    pub cases: u64,
    /// What happened how often.
    pub sometimes: BTreeMap<String, u64>,
}

impl Settled {
    /// Of which nothing else is known yet.
    pub fn of(outcome: Outcome) -> Settled {
        Settled {
            outcome,
            scope: String::new(),
            cases: 0,
            sometimes: BTreeMap::new(),
        }
    }

    /// A statement that holds, or does not, in so many cases. An example is
    /// given where it does not.
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

    /// The same with something that must have happened, so many times. What
    /// never happened makes a statement that seems to hold vacuous.
    #[must_use]
    pub fn with_sometimes(mut self, what: &str, times: u64) -> Settled {
        if times == 0 && self.outcome == Outcome::Holds {
            let why = format!("vacuous: no case had this: {what}");
            self.outcome = Outcome::Broken { why };
        }
        self.sometimes.insert(what.to_owned(), times);
        self
    }

    /// As the ledger keeps it.
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

/// What a tally says about a check whose cases were `scope`.
pub fn counted(tally: &Tally, scope: impl Into<String>) -> Settled {
    let example = tally
        .failure
        .as_ref()
        .map(|failure| format!("not so that {}: {}", failure.what, failure.case));
    let mut settled = Settled::holds_unless(example, scope, tally.cases);
    for (what, &times) in &tally.sometimes {
        settled = settled.with_sometimes(what, times);
    }
    if tally.cases == 0 {
        let why = "vacuous: there was no case".to_owned();
        settled.outcome = Outcome::Broken { why };
    }
    settled
}
