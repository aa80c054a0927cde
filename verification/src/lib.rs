//! Verification of the library: the claims, and the checkers that settle them.
//!
//! `claims.toml` has one entry for each claim, with the evidence that settles it. [`run::ledger`]
//! runs evidence in this process and returns the ledger; the command `admit verify` prints it.
//! Further properties of the library are tests in `tests/`, one file for each subject.
//!
//! Two engines draw random cases: proptest for structured values (spellings, indices, damaged
//! files), quickcheck for plain ones (cubes, patterns, tables). Checks on choices are run by both,
//! with different distributions: uniform and log-uniform. Small case sets are enumerated.
//!
//! Runs are reproducible. `ADMIT_SEED=17 cargo test -p admit-verification` draws other cases; a
//! failure prints its seed.

pub mod bounds;
pub mod convergence;
pub mod coq;
pub mod decimal;
pub mod engines;
pub mod evidence;
pub mod forge;
pub mod generate;
pub mod graphs;
pub mod json;
pub mod kani;
pub mod ledger;
pub mod paper;
pub mod published;
pub mod reference;
pub mod run;
pub mod seeded;
pub mod sources;
mod unavailable;

pub use unavailable::Unavailable;
