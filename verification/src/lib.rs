//! Verification of the library: the claims, and the checkers that settle them.
//!
//! `claims.toml` has one entry for each claim, with the evidence that settles it. [`run::ledger`]
//! runs evidence in this process and returns the ledger; the command `admit verify` prints it.
//! Further properties of the library are tests in `tests/`, one file for each subject.
//!
//! | module | contents |
//! |---|---|
//! | [`engines`] | exhaustive and random choice of test cases |
//! | [`evidence`] | all evidence that runs in this process |
//! | [`bounds`](mod@bounds) | the claim about each bound on a pseudo-dimension |
//! | [`json`] | reading results from JSON |
//! | [`ledger`] | claims, findings, verdicts, citations |
//! | [`convergence`] | the convergence experiment: do sample means converge like 1/√N? |
//! | [`run`] | selection and order of evidence, and its ledger |
//! | [`kani`] | running Kani's harnesses and parsing its output |
//! | [`coq`] | checking Coq's theorems and their axioms |
//! | [`sources`] | the compiled sources and their digests |
//! | [`published`] | claims, expected verdicts and results published with this version |
//! | [`generate`] | random moves, cubes, patterns and tables, for proptest and quickcheck |
//! | [`graphs`] | random graphs with heuristics, and reference algorithms |
//! | [`seeded`] | property tests with a fixed seed that is printed on failure |
//! | [`paper`] | figures printed in the paper |
//! | [`decimal`] | printed decimals and the values that round or truncate to them |
//! | [`reference`](mod@reference) | slow reference implementations |
//! | [`forge`] | wrong table files with valid digests |
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
