//! Heuristics: lower bounds and other estimates of the distance to a goal.
//!
//! A [`Heuristic`] returns an [`Estimate`] for a state: a number, negative and overestimating ones
//! included, or a dead end. A closure becomes one through [`from_fn`]. References, `Box`, `Rc` and
//! `Arc` of heuristics are heuristics.
//!
//! With h\* for the exact distance, infinite for dead ends, a heuristic is
//!
//! - **admissible** if no value exceeds h\*. A\* with reopening and IDA\* then find optimal paths,
//!   provided that goals have the value 0.
//! - **consistent** if h(s) ≤ cost + h(s') for every transition from s to s'. A\* then never
//!   reopens a state.
//! - **safe** if only dead ends are called dead ends: h\* is infinite wherever the estimate is
//!   [`Estimate::DeadEnd`]. Searches prune such states, so they are complete only with a safe
//!   heuristic. Every admissible heuristic is safe.
//!
//! | file | contents |
//! |---|---|
//! | here | [`Heuristic`], [`Estimate`], [`from_fn`], [`Zero`], [`Max`] |
//! | `cube` | tables of the cube: [`CubePdb`], [`Delta`], [`Dual`] |
//! | `list` | [`HeuristicList`]: lists of heuristics by name, such as `8-corner/24,zero` |
//! | `load` | [`CubeHeuristics`]: the heuristics of such a list |
//! | `manhattan` | [`Manhattan`] distance of sliding tiles |
//! | `certified` | learned heuristics with a certificate: `CertifiedHeuristic` |
//! | `pdb` | [`Pdb`]: exact distances in an abstraction |
//!
//! ```
//! use admit::heuristic::{Estimate, Heuristic, Zero, from_fn};
//! assert_eq!(Zero.h(&17_u32), Ok(Estimate::Finite(0)));
//! let remaining = from_fn(|n: &u32| 100 - *n as i32);
//! assert_eq!(remaining.h(&17), Ok(Estimate::Finite(83)));
//! let boxed: Box<dyn Heuristic<u32>> = Box::new(remaining);
//! assert_eq!(boxed.h(&17), Ok(Estimate::Finite(83)));
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

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use thiserror::Error;

/// The value of a heuristic for one state. A dead end compares greater than every number.
///
/// ```
/// use admit::heuristic::Estimate;
/// assert!(Estimate::DeadEnd > Estimate::Finite(i32::MAX));
/// assert_eq!(Estimate::from(7).finite(), Some(7));
/// assert_eq!(Estimate::from(None), Estimate::DeadEnd);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Estimate {
    /// A heuristic value.
    Finite(i32),
    /// No goal can be reached: searches prune the state. See [safe](self) heuristics.
    DeadEnd,
}

impl Estimate {
    /// The number; `None` for a dead end.
    #[inline]
    pub const fn finite(self) -> Option<i32> {
        match self {
            Estimate::Finite(h) => Some(h),
            Estimate::DeadEnd => None,
        }
    }
}

impl From<i32> for Estimate {
    #[inline]
    fn from(h: i32) -> Estimate {
        Estimate::Finite(h)
    }
}

/// `None` is a dead end.
impl From<Option<i32>> for Estimate {
    #[inline]
    fn from(h: Option<i32>) -> Estimate {
        h.map_or(Estimate::DeadEnd, Estimate::Finite)
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Estimate::Finite(h) => h.fmt(f),
            Estimate::DeadEnd => f.write_str("dead end"),
        }
    }
}

/// Estimates the distance from a state to a goal.
///
/// Must be a function of the state. See the [module](self) for admissible, consistent and safe.
pub trait Heuristic<S> {
    /// The estimate for one state.
    ///
    /// # Errors
    ///
    /// If a table is wrong or a value does not fit.
    fn h(&self, state: &S) -> Result<Estimate, HeuristicError>;

    /// The estimates for many states: `out[i]` is for `states[i]`.
    ///
    /// Amortises the cost of a call, such as loading a network's layers.
    ///
    /// # Errors
    ///
    /// If one of them has no estimate.
    fn h_batch(&self, states: &[S], out: &mut [Estimate]) -> Result<(), HeuristicError> {
        for (state, out) in states.iter().zip(out) {
            *out = self.h(state)?;
        }
        Ok(())
    }

    /// Preferred number of states per batch.
    fn batch(&self) -> usize {
        1
    }
}

/// Error of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HeuristicError {
    /// The entries around a state are not those of a distance.
    #[error(
        "the table is wrong: around abstract state {0} its remainders are not those of a distance"
    )]
    NotADistance(u64),
    /// The estimate does not fit into 32 bits.
    #[error("the heuristic value {0} does not fit into 32 bits")]
    TooLarge(i64),
}

macro_rules! forward {
    ($($pointer:ty),*) => {$(
        impl<S, H: Heuristic<S> + ?Sized> Heuristic<S> for $pointer {
            #[inline]
            fn h(&self, state: &S) -> Result<Estimate, HeuristicError> {
                (**self).h(state)
            }

            #[inline]
            fn h_batch(&self, states: &[S], out: &mut [Estimate]) -> Result<(), HeuristicError> {
                (**self).h_batch(states, out)
            }

            #[inline]
            fn batch(&self) -> usize {
                (**self).batch()
            }
        }
    )*};
}

forward!(&H, Box<H>, Rc<H>, Arc<H>);

/// The blind heuristic: 0 for every state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<S> Heuristic<S> for Zero {
    #[inline]
    fn h(&self, _: &S) -> Result<Estimate, HeuristicError> {
        Ok(Estimate::Finite(0))
    }
}

/// A heuristic from a function of states: see [`from_fn`].
#[derive(Clone, Copy)]
pub struct FromFn<F>(F);

/// Turns a function into a heuristic. It returns an [`Estimate`], an `i32`, or an `Option<i32>`,
/// where `None` is a dead end.
///
/// ```
/// use admit::heuristic::{Estimate, Heuristic, from_fn};
/// let even = from_fn(|n: &u32| (n % 2 == 0).then_some(*n as i32 / 2));
/// assert_eq!(even.h(&6), Ok(Estimate::Finite(3)));
/// assert_eq!(even.h(&7), Ok(Estimate::DeadEnd));
/// ```
pub const fn from_fn<S, E: Into<Estimate>, F: Fn(&S) -> E>(f: F) -> FromFn<F> {
    FromFn(f)
}

impl<S, E: Into<Estimate>, F: Fn(&S) -> E> Heuristic<S> for FromFn<F> {
    #[inline]
    fn h(&self, state: &S) -> Result<Estimate, HeuristicError> {
        Ok((self.0)(state).into())
    }
}

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromFn").finish_non_exhaustive()
    }
}

/// The maximum of several heuristics; 0 if there are none. A dead end of one is a dead end.
/// Admissible, consistent or safe if all of them are.
///
/// ```
/// use admit::heuristic::{Estimate, Heuristic, Max, Zero, from_fn};
/// let below_ten = from_fn(|n: &i32| 10 - n);
/// let max = Max(vec![Box::new(Zero), Box::new(below_ten)]);
/// assert_eq!(max.h(&3), Ok(Estimate::Finite(7)));
/// assert_eq!(max.h(&12), Ok(Estimate::Finite(0)));
/// ```
pub struct Max<S>(pub Vec<Box<dyn Heuristic<S> + Send + Sync>>);

impl<S> Heuristic<S> for Max<S> {
    fn h(&self, state: &S) -> Result<Estimate, HeuristicError> {
        let mut largest = None;
        for part in &self.0 {
            largest = largest.max(Some(part.h(state)?));
        }
        Ok(largest.unwrap_or(Estimate::Finite(0)))
    }

    fn h_batch(&self, states: &[S], out: &mut [Estimate]) -> Result<(), HeuristicError> {
        let Some((first, others)) = self.0.split_first() else {
            out.fill(Estimate::Finite(0));
            return Ok(());
        };
        first.h_batch(states, out)?;
        let mut more = vec![Estimate::Finite(0); out.len()];
        for part in others {
            part.h_batch(states, &mut more)?;
            for (largest, &h) in out.iter_mut().zip(&more) {
                *largest = h.max(*largest);
            }
        }
        Ok(())
    }

    fn batch(&self) -> usize {
        self.0.iter().map(Heuristic::batch).max().unwrap_or(1)
    }
}

impl<S> fmt::Debug for Max<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Max of {}", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Overrides batches observably, to test forwarding.
    struct Batches;

    impl Heuristic<i32> for Batches {
        fn h(&self, state: &i32) -> Result<Estimate, HeuristicError> {
            Ok(Estimate::Finite(*state))
        }

        fn h_batch(&self, states: &[i32], out: &mut [Estimate]) -> Result<(), HeuristicError> {
            out.fill(Estimate::Finite(-(states.len() as i32)));
            Ok(())
        }

        fn batch(&self) -> usize {
            9
        }
    }

    /// Generic and by reference, as in a search.
    fn asked<H: Heuristic<i32> + ?Sized>(heuristic: &H) -> (Estimate, Estimate, usize) {
        let mut out = [Estimate::DeadEnd; 2];
        heuristic.h_batch(&[5, 6], &mut out).unwrap();
        (heuristic.h(&5).unwrap(), out[0], heuristic.batch())
    }

    #[test]
    fn pointers_forward_every_method() {
        let expected = (Estimate::Finite(5), Estimate::Finite(-2), 9);
        let shared: Arc<dyn Heuristic<i32> + Send + Sync> = Arc::new(Batches);
        let boxed: Box<dyn Heuristic<i32>> = Box::new(&shared);
        assert_eq!(asked(&Batches), expected);
        assert_eq!(asked(&&Batches), expected);
        assert_eq!(asked(&*boxed), expected);
        assert_eq!(asked(&boxed), expected);
        assert_eq!(asked(&shared), expected);
        assert_eq!(asked(&Rc::new(boxed)), expected);
    }

    #[test]
    fn a_dead_end_of_one_part_is_a_dead_end_of_the_maximum() {
        let parts: Vec<Box<dyn Heuristic<i32> + Send + Sync>> = vec![
            Box::new(from_fn(|n: &i32| *n)),
            Box::new(from_fn(|n: &i32| (*n < 9).then_some(3))),
            Box::new(Zero),
        ];
        let max = Max(parts);
        let expected = [(-1, Some(3)), (4, Some(4)), (9, None), (i32::MAX, None)];
        let states = expected.map(|(n, _)| n);
        let mut out = [Estimate::Finite(0); 4];
        max.h_batch(&states, &mut out).unwrap();
        for ((n, h), batched) in expected.into_iter().zip(out) {
            assert_eq!(max.h(&n), Ok(h.into()));
            assert_eq!(batched, h.into());
        }
    }
}
