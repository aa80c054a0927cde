//! Everything that can be run to settle a claim.
//!
//! A piece of evidence is named as in the file of claims: by engine, file and
//! function. [`all`] lists those that run inside this program; harnesses and
//! theorems are run by their own tools.
//!
//! | file | evidence about |
//! |---|---|
//! | [`algorithm_1`] | the library's A\* beside a plain transcription of the paper's |
//! | `arithmetic` | figures of the paper that follow from other figures of it |
//! | `arrangement` | regions and faces of arrangements of hyperplanes, one by one |
//! | `behaviour` | what A\* does with a heuristic, step by step |
//! | `bounds` | the formulas of `theory`, held against what can be counted |
//! | `certificates` | learned heuristics that are certified, state by state |
//! | `convergence` | how fast sample means converge, and whether the fit can be trusted |
//! | [`coq_traces`] | the library's A\* beside the one that theorems are about |
//! | `dimension` | how rich classes of functions are: orders, shattered sets, patterns of signs |
//! | `families` | graphs by size, whose searches are known in closed form |
//! | `graph_checks` | checks that are about all graphs, and what each engine makes of them |
//! | `hog2` | files and ranks as HOG2 has them |
//! | [`losses`] | what A\* loses beside what the bounds allow |
//! | `printed` | sentences, formulas and small sums of the paper, case by case |
//! | `regions` | how many ways A\* can behave, and what follows for the pseudo-dimension |
//! | `search` | A\*: the checks of `admit-proofs` on graphs, exhaustively and at random |
//! | `parts` | numbering, blocks and headers: the checks of `admit-proofs` that are not about graphs |
//! | `settle` | from what an engine counted to a finding |
//! | `spaces` | puzzles and abstractions of them, state by state |
//! | `steps` | steps of the paper's proofs, one by one |
//! | `tables` | the paper's tables, digit by digit |

/// Pieces of evidence that are functions of a file here, each named after its
/// function.
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
use std::time::Instant;

/// How long a piece of evidence may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Seconds: part of every run.
    Quick,
    /// Minutes: only when everything is asked for.
    Full,
}

impl Tier {
    /// The word for it in a ledger.
    pub const fn name(self) -> &'static str {
        match self {
            Tier::Quick => "quick",
            Tier::Full => "full",
        }
    }
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

/// Drops what several pieces of evidence share.
pub fn release() {
    tables::release();
}

/// Every check that is about all graphs.
pub fn graph_checks() -> impl Iterator<Item = &'static GraphCheck> {
    search::CHECKS.iter().chain(steps::CHECKS)
}

/// Every check that is about something else.
pub fn part_checks() -> impl Iterator<Item = &'static PartCheck> {
    parts::CHECKS.iter()
}
