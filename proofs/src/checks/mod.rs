//! What is claimed, as code: one function a clause, for every engine.
//!
//! | file | claims about |
//! |---|---|
//! | `search` | what every search does, whatever h is |
//! | `steps` | steps of the paper's proofs, one by one |
//! | `suboptimality` | how much A\* may lose, with and without reopening |
//! | `invariant` | what OPEN holds after any number of expansions |
//! | `ties` | what adding a constant to h changes |
//! | `optimality` | when nothing is lost |
//! | `abstraction` | heuristics that come from abstractions, and what may be done to them |
//! | `certify` | values that are lowered, sums of integers, slots of filters |
//! | `ranking` | numbers of arrangements and states, and how moves act on them |
//! | `header` | what is read from the first bytes of a file |
//!
//! A check whose text begins with "Not so" states something false, for an engine
//! to find the counterexample.

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
