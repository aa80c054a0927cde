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

use admit_proofs::choices::Stop;

/// One of the numbers below `below` that are allowed: which of them, counted
/// from 0, `choose` says when it is told how many there are.
fn pick(
    below: u32,
    allowed: impl Fn(u32) -> bool,
    choose: impl FnOnce(u32) -> u32,
) -> Result<u32, Stop> {
    let count = (0..below).filter(|&n| allowed(n)).count() as u32;
    if count == 0 {
        return Err(Stop::Skipped);
    }
    let nth = choose(count) as usize;
    (0..below)
        .filter(|&n| allowed(n))
        .nth(nth)
        .ok_or(Stop::Skipped)
}
