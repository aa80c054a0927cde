//! Everything that can be run to settle a claim.
//!
//! A piece of evidence is named as in the file of claims: by engine, file and
//! function. [`all`] lists those that run inside this program; harnesses and
//! theorems are run by their own tools.
//!
//! | file | evidence about |
//! |---|---|
//! | `graph_checks` | checks that are about all graphs, and what each engine makes of them |
//! | `search` | A\*: the checks of `admit-proofs` on graphs, exhaustively and at random |
//! | `parts` | numbering, blocks and headers: the checks of `admit-proofs` that are not about graphs |
//! | `settle` | from what an engine counted to a finding |

mod graph_checks;
mod parts;
mod search;
mod settle;

pub use graph_checks::{GraphCheck, LARGE, OnLarge, OnSmall};
pub use parts::PartCheck;
pub use settle::{Settled, counted};

use admit::ledger::{EvidenceId, Finding, Outcome};
use std::time::Instant;

/// How long a piece of evidence may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Seconds: part of every run.
    Quick,
    /// Minutes: only when everything is asked for.
    Full,
}

/// Something that can be run.
pub struct Evidence {
    /// Its name in the file of claims. After the function, `@4` may say how
    /// large the cases are.
    pub id: EvidenceId,
    /// How long it may take.
    pub tier: Tier,
    run: Box<dyn Fn() -> Settled + Send + Sync>,
}

impl Evidence {
    /// Evidence with a name, and how to run it.
    ///
    /// # Panics
    ///
    /// If its name is none.
    pub fn new(
        id: impl AsRef<str>,
        tier: Tier,
        run: impl Fn() -> Settled + Send + Sync + 'static,
    ) -> Evidence {
        let id = id.as_ref();
        Evidence {
            id: id.parse().unwrap_or_else(|error| panic!("{error}")),
            tier,
            run: Box::new(run),
        }
    }

    /// Runs it and takes the time.
    pub fn find(&self) -> Finding {
        let start = Instant::now();
        let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(&self.run));
        let settled = run.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            let why = format!("it panicked: {}", text.unwrap_or("without a word"));
            Settled::of(Outcome::Broken { why })
        });
        let mut finding = settled.into_finding(self.id.clone());
        finding.seconds = start.elapsed().as_secs_f64();
        finding
    }
}

/// All evidence that runs inside this program.
pub fn all() -> Vec<Evidence> {
    let graphs = graph_checks().flat_map(GraphCheck::evidence);
    graphs
        .chain(part_checks().flat_map(PartCheck::evidence))
        .collect()
}

/// Every check that is about all graphs.
pub fn graph_checks() -> impl Iterator<Item = &'static GraphCheck> {
    search::CHECKS.iter()
}

/// Every check that is about something else.
pub fn part_checks() -> impl Iterator<Item = &'static PartCheck> {
    parts::CHECKS.iter()
}
