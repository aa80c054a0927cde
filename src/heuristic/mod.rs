//! Whatever answers h(state).
//!
//! A [`Heuristic`] is any function from states to integers, negative and
//! overestimating ones included; a closure is one. One that cannot answer says
//! so: an infinity or an entry that is no distance is an error, not a guess.
//!
//! | file | what it keeps |
//! |---|---|
//! | here | [`Heuristic`], [`Zero`], [`Max`] |
//! | `cube` | tables of the cube: [`CubePdb`], [`Delta`], [`Dual`] |
//! | `list` | [`HeuristicList`]: lists of heuristics by name, such as `8-corner/24,zero` |
//! | `load` | [`CubeHeuristics`]: the heuristics of such a list |
//! | `manhattan` | [`Manhattan`]: how far sliding tiles are from their cells |
//! | `certified` | learned heuristics with a certificate: `CertifiedHeuristic` |
//! | `pdb` | [`Pdb`]: exact distances in an abstraction, for the states that are projected into it |
//!
//! ```
//! use admit::heuristic::{Heuristic, Zero};
//! assert_eq!(Zero.h(&17_u32), Ok(0));
//! let remaining = |n: &u32| 100 - *n as i32;
//! assert_eq!(remaining.h(&17), Ok(83));
//! ```

#[cfg(feature = "learn")]
mod certified;
#[cfg(feature = "tables")]
mod cube;
mod list;
#[cfg(feature = "tables")]
mod load;
mod manhattan;
#[cfg(feature = "tables")]
mod pdb;

#[cfg(feature = "learn")]
pub use certified::{
    CertifiedCube, CertifiedFiles, CertifiedHeuristic, RefusedError, RefusedReason,
};
#[cfg(feature = "tables")]
pub use cube::{CubePdb, CubePdbError, Delta, Dual};
pub use list::{HeuristicList, HeuristicListError, HeuristicSpec};
#[cfg(feature = "tables")]
pub use load::{CubeHeuristics, LoadError};
pub use manhattan::Manhattan;
#[cfg(feature = "tables")]
pub use pdb::Pdb;

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

/// The largest of several. The largest of none is 0.
///
/// ```
/// use admit::heuristic::{Heuristic, Max, Zero};
/// let below_ten = |n: &i32| 10 - n;
/// let max = Max(vec![Box::new(Zero), Box::new(below_ten)]);
/// assert_eq!((max.h(&3), max.h(&12)), (Ok(7), Ok(0)));
/// ```
pub struct Max<S>(pub Vec<Box<dyn Heuristic<S> + Send + Sync>>);

impl<S> Heuristic<S> for Max<S> {
    fn h(&self, state: &S) -> Result<i32, HeuristicError> {
        let mut largest = None;
        for part in &self.0 {
            largest = largest.max(Some(part.h(state)?));
        }
        Ok(largest.unwrap_or(0))
    }

    fn h_batch(&self, states: &[S], out: &mut [i32]) -> Result<(), HeuristicError> {
        let Some((first, others)) = self.0.split_first() else {
            out.fill(0);
            return Ok(());
        };
        first.h_batch(states, out)?;
        let mut more = vec![0; out.len()];
        for part in others {
            part.h_batch(states, &mut more)?;
            for (largest, &h) in out.iter_mut().zip(&more) {
                *largest = h.max(*largest);
            }
        }
        Ok(())
    }

    fn batch(&self) -> usize {
        self.0.iter().map(|part| part.batch()).max().unwrap_or(1)
    }
}

impl<S, F: Fn(&S) -> i32> Heuristic<S> for F {
    fn h(&self, state: &S) -> Result<i32, HeuristicError> {
        Ok(self(state))
    }
}
