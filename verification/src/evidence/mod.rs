//! All evidence that settles claims.
//!
//! A piece of evidence is identified as in `claims.toml`: by engine, file and function. [`all`]
//! lists those that run in this process; Kani and Coq run harnesses and theorems.

/// Evidence given by functions of one file here, identified by function name.
macro_rules! pieces {
    ($file:literal: $($engine:ident $tier:ident $name:ident,)+) => {
        vec![$($crate::evidence::Evidence::new(
            concat!(
                stringify!($engine),
                " verification/src/evidence/",
                $file,
                "::",
                stringify!($name)
            ),
            $crate::evidence::Tier::$tier,
            $name,
        )),+]
    };
}

pub mod algorithm_1;
mod arithmetic;
mod arrangement;
mod behaviour;
mod bounds;
mod certificates;
mod convergence;
pub mod coq_traces;
mod dimension;
mod families;
mod graph_checks;
mod hog2;
pub mod losses;
mod parts;
mod printed;
mod regions;
mod search;
mod settle;
mod spaces;
mod steps;
mod tables;

pub use graph_checks::{GraphCheck, LARGE, OnLarge, OnSmall};
pub use parts::PartCheck;
pub use settle::{Settled, counted};

use crate::ledger::{EvidenceId, Finding, Outcome};
use std::fmt;
use std::time::Instant;

/// Time class of a piece of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Seconds: part of every run.
    Quick,
    /// Minutes: only in full runs.
    Full,
}

impl Tier {
    /// Its name in a ledger.
    pub const fn name(self) -> &'static str {
        match self {
            Tier::Quick => "quick",
            Tier::Full => "full",
        }
    }
}

/// A piece of evidence that can be run.
pub struct Evidence {
    /// Its id in `claims.toml`. A suffix such as `@4` states the size of the cases.
    pub id: EvidenceId,
    /// Its time class.
    pub tier: Tier,
    run: Box<dyn Fn() -> Settled + Send + Sync>,
}

impl fmt::Debug for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evidence")
            .field("id", &self.id)
            .field("tier", &self.tier)
            .finish_non_exhaustive()
    }
}

impl Evidence {
    /// Evidence with an id and a function.
    ///
    /// # Panics
    ///
    /// If the id is malformed.
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

    /// Runs it and measures the time.
    pub fn find(&self) -> Finding {
        let start = Instant::now();
        let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(&self.run));
        let settled = run.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            let why = format!("it panicked: {}", text.unwrap_or("no message"));
            Settled::of(Outcome::Broken { why })
        });
        let mut finding = settled.into_finding(self.id.clone());
        finding.seconds = start.elapsed().as_secs_f64();
        finding
    }
}

/// All evidence that runs in this process.
pub fn all() -> Vec<Evidence> {
    let mut all: Vec<Evidence> = graph_checks().flat_map(GraphCheck::evidence).collect();
    all.extend(part_checks().flat_map(PartCheck::evidence));
    all.extend(algorithm_1::evidence());
    all.extend(arithmetic::evidence());
    all.extend(bounds::evidence());
    all.extend(certificates::evidence());
    all.extend(convergence::evidence());
    all.extend(coq_traces::evidence());
    all.extend(dimension::evidence());
    all.extend(families::evidence());
    all.extend(hog2::evidence());
    all.extend(losses::evidence());
    all.extend(printed::evidence());
    all.extend(regions::evidence());
    all.extend(spaces::evidence());
    all.extend(tables::evidence());
    all
}

/// Drops the tables that pieces of evidence share.
pub fn release() {
    tables::release();
}

/// All checks on graphs.
pub fn graph_checks() -> impl Iterator<Item = &'static GraphCheck> {
    search::CHECKS.iter().chain(steps::CHECKS)
}

/// All checks not on graphs.
pub fn part_checks() -> impl Iterator<Item = &'static PartCheck> {
    parts::CHECKS.iter()
}
