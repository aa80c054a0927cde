//! Whatever answers h(state).
//!
//! A [`Heuristic`] is any function from states to integers, negative and
//! overestimating ones included; a closure is one. One that cannot answer says
//! so: an infinity or an entry that is no distance is an error, not a guess.
//!
//! | file | what it keeps |
//! |---|---|
//! | `manhattan` | [`Manhattan`]: how far sliding tiles are from their cells |
//! | `projected` | [`Projected`]: exact distances in an abstraction, for the states that are projected into it |
//!
//! ```
//! use admit::heuristic::{Heuristic, Zero};
//! assert_eq!(Zero.h(&17_u32), Ok(0));
//! let remaining = |n: &u32| 100 - *n as i32;
//! assert_eq!(remaining.h(&17), Ok(83));
//! ```

mod manhattan;
#[cfg(feature = "tables")]
mod projected;

pub use manhattan::Manhattan;
#[cfg(feature = "tables")]
pub use projected::Projected;

use thiserror::Error;

/// Estimates how far a state is from a goal.
///
/// The same state must always get the same answer.
pub trait Heuristic<S> {
    /// The estimate for one state.
    ///
    /// # Errors
    ///
    /// If there is no finite estimate.
    fn h(&self, state: &S) -> Result<i32, HeuristicError>;

    /// The estimates for many states: `out[i]` is for `states[i]`.
    ///
    /// What one call costs beside the work for each state (a network's layers,
    /// say) is paid once.
    ///
    /// # Errors
    ///
    /// If there is no finite estimate for one of them.
    fn h_batch(&self, states: &[S], out: &mut [i32]) -> Result<(), HeuristicError> {
        for (state, out) in states.iter().zip(out) {
            *out = self.h(state)?;
        }
        Ok(())
    }

    /// How many states one batch should have.
    fn batch(&self) -> usize {
        1
    }
}

/// Why there is no estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HeuristicError {
    /// From the abstract state with this number no goal can be reached.
    #[error("the heuristic is infinite: from abstract state {0} no goal can be reached")]
    Infinite(u64),
    /// The entries around a state are not those of a distance.
    #[error(
        "the table is wrong: around abstract state {0} its remainders are not those of a distance"
    )]
    NotADistance(u64),
    /// The estimate does not fit into 32 bits.
    #[error("the heuristic does not fit into 32 bits: it is {0}")]
    TooLarge(i64),
}

/// Knows nothing: 0 for every state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<S> Heuristic<S> for Zero {
    fn h(&self, _: &S) -> Result<i32, HeuristicError> {
        Ok(0)
    }
}

impl<S, F: Fn(&S) -> i32> Heuristic<S> for F {
    fn h(&self, state: &S) -> Result<i32, HeuristicError> {
        Ok(self(state))
    }
}
