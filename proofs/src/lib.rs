//! Proofs about the code that runs, for model checkers and other engines.
//!
//! A check calls the functions of `admit` themselves, not copies of them, and
//! needs only its light core (graphs, search, ranking, compression, headers).
//! It is written once:
//!
//! | module | what it is for |
//! |---|---|
//! | [`choices`] | where a check gets its cases from: symbolic, exhaustive, random |
//! | [`problem`] | graphs with a start and a heuristic, made of choices; optimal paths |
//! | [`code`](mod@code) | the code that is checked: the library's own, or a mutant |
//! | [`ties`] | memories that break ties in other ways |
//! | [`checks`] | what is claimed, one function a clause |
//! | [`mutants`] | code that is deliberately wrong, for the checks to notice |
//! | `harnesses` | the checks under Kani, each with its bound (only there under `cargo kani`) |
//!
//! The companion crate `admit-verification` runs the same checks exhaustively
//! and at random.

pub mod checks;
pub mod choices;
pub mod code;
#[cfg(kani)]
mod harnesses;
pub mod mutants;
pub mod problem;
pub mod ties;
