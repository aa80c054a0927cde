//! Who answers when a check asks for a choice.
//!
//! | file | engine |
//! |---|---|
//! | `exhaustive` | every answer, one after the other |
//! | `random` | proptest and quickcheck, with shrinking |
//! | `tally` | what a run of a check came to |
//!
//! (Kani's is in `admit-proofs`, beside the checks.)

mod exhaustive;
mod random;
mod tally;

pub use exhaustive::{Enumerated, exhaustive, fails_somewhere};
pub use random::{Drawn, by_proptest, by_quickcheck};
pub use tally::{Failure, Tally};
