//! Counts by value.

use std::ops::Deref;

/// Counts of entries by value, up to the largest value that occurs.
///
/// ```
/// use admit::pdb::Histogram;
/// let histogram = Histogram::new(&[1, 0, 3, 0, 0]);
/// assert_eq!(histogram, [1, 0, 3]);
/// assert_eq!((histogram.max(), histogram.total()), (Some(2), 4));
/// assert_eq!(histogram.mean(), 1.5);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram(Vec<u64>);

impl Histogram {
    /// A histogram from counts by value; trailing zeros are cut.
    pub fn new(counts: &[u64]) -> Histogram {
        let last = counts.iter().rposition(|&count| count > 0);
        Histogram(counts[..last.map_or(0, |last| last + 1)].to_vec())
    }

    /// The largest value that occurs.
    pub fn max(&self) -> Option<usize> {
        self.0.len().checked_sub(1)
    }

    /// The sum of all counts.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean value; NaN if nothing was counted.
    pub fn mean(&self) -> f64 {
        mean(&self.0)
    }
}

/// The mean of counted values.
pub(crate) fn mean(counts: &[u64]) -> f64 {
    let weighted: u128 = counts
        .iter()
        .enumerate()
        .map(|(value, &n)| value as u128 * n as u128)
        .sum();
    let all: u128 = counts.iter().map(|&n| n as u128).sum();
    weighted as f64 / all as f64
}

impl Deref for Histogram {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.0
    }
}

impl From<Histogram> for Vec<u64> {
    fn from(histogram: Histogram) -> Vec<u64> {
        histogram.0
    }
}

impl<T: AsRef<[u64]>> PartialEq<T> for Histogram {
    fn eq(&self, other: &T) -> bool {
        self.0 == other.as_ref()
    }
}
