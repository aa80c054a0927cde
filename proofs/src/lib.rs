//! Checks of the production code for model checkers and other engines.
//!
//! A check calls the functions of `admit` themselves, not copies, and needs only its light core
//! (graphs, search, ranking, compression, headers). It is written once:
//!
//! | module | content |
//! |---|---|
//! | [`choices`] | sources of cases: symbolic, exhaustive, random |
//! | [`problem`] | instances made of choices: a graph, a start, a heuristic; optimal paths |
//! | [`code`](mod@code) | the code under check: the library's own, or a mutant |
//! | [`ties`] | memories with other tie-breaking rules |
//! | [`checks`] | the claims, one function each |
//! | [`mutants`] | faulty variants of the code that the checks must detect |
//! | `harnesses` | the checks under Kani, each with its bound (compiled only by `cargo kani`) |
//!
//! The crate `admit-verification` runs the same checks exhaustively and at random.

pub mod checks;
pub mod choices;
pub mod code;
#[cfg(kani)]
mod harnesses;
pub mod mutants;
pub mod problem;
pub mod ties;
