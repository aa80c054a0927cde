//! Limits on expansions and time.

use std::fmt;
use std::time::Instant;

/// Limits of a search. Memory is limited by its [memory](super::memory).
///
/// ```
/// use admit::search::Limits;
/// use std::time::{Duration, Instant};
/// let limits = Limits::NONE.expansions(1_000_000);
/// assert_eq!((limits.expansions, limits.deadline), (1_000_000, None));
/// let soon = limits.deadline(Instant::now() + Duration::from_secs(60));
/// assert!(soon.deadline.is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum number of expansions.
    pub expansions: u64,
    /// Deadline. The clock is read every few hundred expansions.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits {
        expansions: u64::MAX,
        deadline: None,
    };

    /// The same limits with a maximum number of expansions.
    #[must_use]
    pub const fn expansions(mut self, expansions: u64) -> Limits {
        self.expansions = expansions;
        self
    }

    /// The same limits with a deadline.
    #[must_use]
    pub const fn deadline(mut self, deadline: Instant) -> Limits {
        self.deadline = Some(deadline);
        self
    }

    /// The limit reached after this many expansions, if any. The clock is read only occasionally.
    #[inline]
    pub(super) fn reached(&self, expansions: u64) -> Option<Limit> {
        if expansions >= self.expansions {
            return Some(Limit::Expansions);
        }
        // Model checkers have no clock.
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

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::expansions`].
    Expansions,
    /// [`Limits::deadline`].
    Time,
    /// The memory is full.
    Memory,
    /// Paths exceed the supported length.
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
