//! Looks at the library from outside: the claims and the checkers that settle
//! them.
//!
//! Claims stand in `claims.toml`, one entry a claim, each with the evidence that settles
//! it. [`run::ledger`] runs evidence in its own process and draws up the ledger; the command
//! `admit verify` prints it. Further properties of the library are tests in `tests/`, one file
//! a subject.
//!
//! | module | what it is for |
//! |---|---|
//! | [`engines`] | who answers when a check asks for a choice: exhaustively, at random |
//! | [`evidence`] | everything that can be run to settle a claim |
//! | [`bounds`](mod@bounds) | which claim is about which bound on a pseudo-dimension |
//! | [`json`] | results as JSON, read in one way |
//! | [`ledger`] | claims, findings, verdicts, and how to cite them |
//! | [`convergence`] | the experiment: do means converge like 1/√N? |
//! | [`run`] | which of it runs, in which order, and the ledger of it |
//! | [`kani`] | harnesses under Kani, and reading what Kani says |
//! | [`coq`] | theorems under Coq, and reading what Coq says |
//! | [`sources`] | the sources that were compiled, and their digests |
//! | [`published`] | claims, expected verdicts and results that this version was published with |
//! | [`generate`] | random moves, cubes, patterns and tables, from one source for both engines |
//! | [`graphs`] | random graphs with heuristics, and plain answers about them |
//! | [`seeded`] | running a claim with a fixed seed that is named when it fails |
//! | [`paper`] | figures that the paper prints, each once |
//! | [`decimal`] | what a printed figure can stand for |
//! | [`reference`](mod@reference) | slow and plain answers to compare the library's with |
//! | [`forge`] | table files that lie but whose digest fits |
//!
//! Two engines try random cases: proptest where values are made to measure (spellings,
//! indices below a count, damaged files), quickcheck for values that stand for themselves
//! (cubes, patterns, tables). Checks on choices are run by both, with different distributions:
//! uniform and log-uniform. Where the cases are few enough, all of them are tried.
//!
//! Runs repeat exactly. `ADMIT_SEED=17 cargo test -p admit-verification` tries
//! other cases, and a failure names the seed that leads to it.

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
