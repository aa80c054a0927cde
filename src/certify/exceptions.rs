//! Exact sets: sorted keys, grouped by their upper bits.
//!
//! Groups have about sixteen keys on average. A directory has the number of keys before each
//! group, and only the lower bits of keys are stored. For a few keys this is smaller than a filter.

use thiserror::Error;

/// Average number of keys in a group.
const GROUP: u64 = 16;

/// A set of keys.
///
/// ```
/// use admit::certify::exceptions::Exceptions;
/// let set = Exceptions::of(&[7, 1 << 40, 9, 7]);
/// assert!(set.contains(7) && set.contains(1 << 40) && !set.contains(8));
/// assert_eq!(set.len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceptions {
    /// Number of stored bits of a key; the bits above are its group.
    low: u32,
    /// Number of keys before each group, then of all keys.
    starts: Vec<u32>,
    /// Packed lower bits of all keys.
    lows: Vec<u8>,
}

/// Reason why a set of exceptions is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExceptionsError {
    /// The directory is not ascending from 0, or keys have more than 63 stored bits.
    #[error("the directory of exceptions is invalid")]
    Directory,
    /// Wrong number of bytes.
    #[error("{keys} exceptions of {low} bits take {expected} bytes, not {found}")]
    Length {
        /// Number of keys.
        keys: u64,
        /// Stored bits of a key.
        low: u32,
        /// Expected number of bytes.
        expected: u64,
        /// Actual number of bytes.
        found: u64,
    },
}

impl Exceptions {
    /// A set of these keys, in any order and with repetitions.
    ///
    /// # Panics
    ///
    /// If there are 2³² or more distinct keys.
    pub fn of(keys: &[u64]) -> Exceptions {
        let mut keys = keys.to_vec();
        keys.sort_unstable();
        keys.dedup();
        let groups = (keys.len() as u64 / GROUP).max(1);
        let largest = keys.last().copied().unwrap_or(0);
        let mut low = 0;
        while low < 63 && largest >> low >= groups {
            low += 1;
        }
        let groups = (largest >> low) as usize + 1;
        let mut starts = vec![0; groups + 1];
        let bytes = (keys.len() as u64 * low as u64).div_ceil(8) as usize;
        let mut lows = vec![0; bytes];
        for (i, &key) in keys.iter().enumerate() {
            starts[(key >> low) as usize + 1] = u32::try_from(i + 1).expect("less than 2³² keys");
            for bit in 0..low as usize {
                let at = i * low as usize + bit;
                lows[at / 8] |= ((key >> bit & 1) as u8) << (at % 8);
            }
        }
        for group in 1..starts.len() {
            starts[group] = starts[group].max(starts[group - 1]);
        }
        Exceptions { low, starts, lows }
    }

    /// From its parts.
    ///
    /// # Errors
    ///
    /// If the directory is invalid or the bits have another length.
    pub fn new(low: u32, starts: Vec<u32>, lows: Vec<u8>) -> Result<Exceptions, ExceptionsError> {
        let rises = starts.windows(2).all(|pair| pair[0] <= pair[1]);
        if low > 63 || starts.len() < 2 || starts[0] != 0 || !rises {
            return Err(ExceptionsError::Directory);
        }
        let keys = starts.last().copied().unwrap_or(0) as u64;
        let expected = (keys * low as u64).div_ceil(8);
        if lows.len() as u64 != expected {
            let found = lows.len() as u64;
            return Err(ExceptionsError::Length {
                keys,
                low,
                expected,
                found,
            });
        }
        Ok(Exceptions { low, starts, lows })
    }

    /// Arguments of [`Exceptions::new`].
    pub fn parts(&self) -> (u32, &[u32], &[u8]) {
        (self.low, &self.starts, &self.lows)
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.starts.last().copied().unwrap_or(0) as usize
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Size in bytes.
    pub fn bytes(&self) -> u64 {
        self.lows.len() as u64 + 4 * self.starts.len() as u64
    }

    /// Whether a key is in the set.
    pub fn contains(&self, key: u64) -> bool {
        let group = (key >> self.low) as usize;
        if group >= self.starts.len() - 1 {
            return false;
        }
        let wanted = key & ((1 << self.low) - 1);
        (self.starts[group]..self.starts[group + 1]).any(|i| self.lower(i as usize) == wanted)
    }

    /// Stored bits of the `i`-th key.
    fn lower(&self, i: usize) -> u64 {
        let mut found = 0;
        let from = i * self.low as usize;
        let mut taken = 0;
        while taken < self.low as usize {
            let at = from + taken;
            let some = (8 - at % 8).min(self.low as usize - taken);
            let byte = (self.lows[at / 8] >> (at % 8)) as u64 & ((1 << some) - 1);
            found |= byte << taken;
            taken += some;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_exact() {
        let many: Vec<u64> = (0..5000).map(|k| k * k % 1_000_003).collect();
        for keys in [vec![], vec![0], vec![u64::MAX], vec![3, 5], many] {
            let set = Exceptions::of(&keys);
            let distinct: std::collections::BTreeSet<u64> = keys.iter().copied().collect();
            assert_eq!(set.len(), distinct.len());
            let others = (0..3000).chain([u64::MAX, u64::MAX - 1, 1 << 63]);
            for key in keys.iter().copied().chain(others) {
                assert_eq!(set.contains(key), distinct.contains(&key), "{key}");
            }
            let (low, starts, lows) = set.parts();
            let again = Exceptions::new(low, starts.to_vec(), lows.to_vec());
            assert_eq!(again, Ok(set));
        }
    }

    #[test]
    fn invalid_sets_are_refused() {
        let wrong = ExceptionsError::Directory;
        assert_eq!(Exceptions::new(4, vec![], vec![]), Err(wrong.clone()));
        assert_eq!(
            Exceptions::new(4, vec![0, 3, 2], vec![0]),
            Err(wrong.clone())
        );
        assert_eq!(Exceptions::new(4, vec![1, 2], vec![0]), Err(wrong));
        assert!(matches!(
            Exceptions::new(4, vec![0, 3], vec![0]),
            Err(ExceptionsError::Length { expected: 2, .. })
        ));
    }
}
