//! The claims as code: one function each, for every engine.
//!
//! | file | claims about |
//! |---|---|
//! | `search` | properties of every search, for any h |
//! | `steps` | single steps of the paper's proofs |
//! | `suboptimality` | suboptimality bounds, with and without reopening |
//! | `invariant` | invariants of OPEN after any number of expansions |
//! | `ties` | invariance under adding a constant to h |
//! | `optimality` | optimality |
//! | `abstraction` | abstraction heuristics: minimum, difference, maximum, correction |
//! | `certify` | lowered values, overflow of sums, slots of filters |
//! | `ranking` | ranks of k-permutations and states, and the action of moves on them |
//! | `header` | parsing of table headers |
//!
//! A check that begins with "Refuted:" states something false; an engine must find a
//! counterexample. Every check returns a [`Case`](crate::choices::Case), whose error is a
//! counterexample or a case that is left out.
#![allow(clippy::missing_errors_doc)]

pub mod abstraction;
pub mod certify;
pub mod header;
pub mod invariant;
pub mod optimality;
pub mod ranking;
pub mod search;
pub mod steps;
pub mod suboptimality;
pub mod ties;
