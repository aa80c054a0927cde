//! When a search gives up.

use std::fmt;
use std::time::Instant;

/// What a search may use. Memory is limited by the memory that it is given.
///
/// ```
/// use admit::search::Limits;
/// use std::time::{Duration, Instant};
/// let limits = Limits {
///     expansions: 1_000_000,
///     deadline: Some(Instant::now() + Duration::from_secs(60)),
/// };
/// assert_ne!(limits, Limits::NONE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// No more expansions than these.
    pub expansions: u64,
    /// No expansion much later than this.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// As long as it takes.
    pub const NONE: Limits = Limits {
        expansions: u64::MAX,
        deadline: None,
    };

    /// Which limit has been reached after so many expansions, if any. The clock
    /// is read now and then only.
    #[inline]
    pub(super) fn reached(&self, expansions: u64) -> Option<Limit> {
        if expansions >= self.expansions {
            return Some(Limit::Expansions);
        }
        // A model checker has no clock to read.
        #[cfg(not(kani))]
        if let Some(deadline) = self.deadline
            && expansions.is_multiple_of(256)
            && Instant::now() >= deadline
        {
            return Some(Limit::Time);
        }
        None
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::NONE
    }
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::expansions`].
    Expansions,
    /// [`Limits::deadline`].
    Time,
    /// The memory holds no further state.
    Memory,
    /// Paths are longer than the search can hold.
    Length,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Expansions => "expansions",
            Limit::Time => "time",
            Limit::Memory => "memory",
            Limit::Length => "length",
        })
    }
}
