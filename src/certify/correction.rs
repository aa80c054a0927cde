//! What lowers the states that a network overestimates: sets nested by excess, each a
//! filter or a list of exceptions.

use super::exceptions::{Exceptions, ExceptionsError};
use super::filter::{Filter, FilterError};
use super::lower::lowered;
use thiserror::Error;

/// A set of keys that misses none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// Some others may be taken for one of them.
    Filter(Filter),
    /// No others are.
    Exceptions(Exceptions),
}

impl Set {
    /// Whether a key is in the set, or is taken for one that is.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        match self {
            Set::Filter(filter) => filter.contains(key),
            Set::Exceptions(exceptions) => exceptions.contains(key),
        }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        match self {
            Set::Filter(filter) => filter.slots().len() as u64,
            Set::Exceptions(exceptions) => exceptions.bytes(),
        }
    }

    /// A set of these keys, at best with slots of so many bits: a filter, or the
    /// exceptions themselves where these are smaller.
    ///
    /// # Errors
    ///
    /// If there is no filter with such slots.
    #[cfg(feature = "learn")]
    pub fn of(keys: &[u64], bits: u8) -> Result<Set, FilterError> {
        let exceptions = Exceptions::of(keys);
        let filter = Filter::of(keys, bits)?;
        Ok(if exceptions.bytes() <= filter.slots().len() as u64 {
            Set::Exceptions(exceptions)
        } else {
            Set::Filter(filter)
        })
    }
}

/// Sets of keys, the first of all that are too high, the second of those that are by
/// two or more, and so on.
///
/// ```
/// use admit::certify::Correction;
/// let correction = Correction::of(&[(7, 1), (8, 3)], &[8]).unwrap();
/// assert_eq!(correction.sets().len(), 3);
/// assert_eq!(correction.value(7, 9), 8);
/// assert_eq!(correction.value(8, 9), 6);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    sets: Vec<Set>,
}

/// Why there is no such correction.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CorrectionError {
    /// A filter is none.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// Exceptions are none.
    #[error(transparent)]
    Exceptions(#[from] ExceptionsError),
}

impl Correction {
    /// From its sets.
    pub fn new(sets: Vec<Set>) -> Correction {
        Correction { sets }
    }

    /// Its sets.
    pub fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// How many bytes its sets take.
    pub fn bytes(&self) -> u64 {
        self.sets.iter().map(Set::bytes).sum()
    }

    /// The value of the state with this key, once it is corrected.
    #[inline]
    pub fn value(&self, key: u64, value: u8) -> u8 {
        lowered(value, self.sets.len(), |set| self.sets[set].contains(key))
    }

    /// Sets for all keys with their excess, of so many bits for a slot of the first,
    /// the second, and so on; the last number is for all that follow.
    ///
    /// # Errors
    ///
    /// If there is no filter with such slots.
    #[cfg(feature = "learn")]
    pub fn of(over: &[(u64, u8)], bits: &[u8]) -> Result<Correction, FilterError> {
        let most = over.iter().map(|&(_, excess)| excess).max().unwrap_or(0);
        let sets = (0..most).map(|less| {
            let keys = over.iter().filter(|(_, excess)| *excess > less);
            let keys: Vec<u64> = keys.map(|&(key, _)| key).collect();
            let bits = bits.get(less as usize).or(bits.last());
            Set::of(&keys, bits.copied().unwrap_or(8))
        });
        Ok(Correction {
            sets: sets.collect::<Result<_, _>>()?,
        })
    }
}
