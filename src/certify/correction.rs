//! Correction of overestimates: sets nested by excess, each a filter or a list of exceptions.

use super::exceptions::Exceptions;
use super::filter::Filter;
#[cfg(feature = "learn")]
use super::filter::FilterError;
use super::lower::lowered;

/// A set of keys without false negatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// A set with false positives.
    Filter(Filter),
    /// An exact set.
    Exceptions(Exceptions),
}

impl Set {
    /// Whether a key is in the set; false positives are possible.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        match self {
            Set::Filter(filter) => filter.contains(key),
            Set::Exceptions(exceptions) => exceptions.contains(key),
        }
    }

    /// Size in bytes.
    pub fn bytes(&self) -> u64 {
        match self {
            Set::Filter(filter) => filter.slots().len() as u64,
            Set::Exceptions(exceptions) => exceptions.bytes(),
        }
    }

    /// A set of these keys: a filter with slots of `bits` bits, or exceptions if smaller.
    ///
    /// # Errors
    ///
    /// If `bits` is not in 1..=8, or no filter is found.
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

/// Nested sets of keys: the first of all overestimates, the second of those by two or more, and
/// so on.
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

impl Correction {
    /// From its sets.
    pub fn new(sets: Vec<Set>) -> Correction {
        Correction { sets }
    }

    /// Its sets.
    pub fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// Size of all sets in bytes.
    pub fn bytes(&self) -> u64 {
        self.sets.iter().map(Set::bytes).sum()
    }

    /// The corrected value of the state with this key.
    #[inline]
    pub fn value(&self, key: u64, value: u8) -> u8 {
        lowered(value, self.sets.len(), |set| self.sets[set].contains(key))
    }

    /// A correction for keys and their excess. Slots of set `i` have `bits[i]` bits; the last
    /// entry of `bits` holds for all further sets.
    ///
    /// # Errors
    ///
    /// If a number of bits is not in 1..=8, or no filter is found.
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
