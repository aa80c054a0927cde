//! Confidence intervals for proportions and means.

use super::{NORMAL_QUANTILE, SIGNIFICANCE, TAIL};
use statrs::distribution::{Beta, ContinuousCDF};

/// Clopper–Pearson interval for a proportion, at 95 %.
///
/// ```
/// use admit::stats::interval::clopper_pearson;
/// let (low, high) = clopper_pearson(0, 1000);
/// assert!(low == 0.0 && (high - 0.003682).abs() < 1e-5);
/// let (low, high) = clopper_pearson(50, 100);
/// assert!((low - 0.3983).abs() < 1e-3 && (high - 0.6017).abs() < 1e-3);
/// ```
pub fn clopper_pearson(hits: u64, of: u64) -> (f64, f64) {
    let low = match hits {
        0 => 0.0,
        _ => quantile(hits, of - hits + 1, TAIL),
    };
    (low, upper_limit(hits, of, TAIL))
}

/// Clopper–Pearson upper confidence bound for a proportion: below the true proportion
/// with a probability of at most `significance`.
///
/// ```
/// use admit::stats::SIGNIFICANCE;
/// use admit::stats::interval::upper_limit;
/// // The rule of three: 0 hits among n leave 3/n at 95 %.
/// assert!((upper_limit(0, 1000, SIGNIFICANCE) - 0.002991).abs() < 1e-6);
/// assert_eq!(upper_limit(10, 10, SIGNIFICANCE), 1.0);
/// assert!(upper_limit(5, 1000, SIGNIFICANCE) > 0.005);
/// ```
pub fn upper_limit(hits: u64, of: u64, significance: f64) -> f64 {
    if hits >= of {
        return 1.0;
    }
    quantile(hits + 1, of - hits, 1.0 - significance)
}

/// Quantile of the beta distribution.
fn quantile(a: u64, b: u64, at: f64) -> f64 {
    Beta::new(a as f64, b as f64).map_or(f64::NAN, |beta| beta.inverse_cdf(at))
}

/// Hoeffding interval for the mean of `of` values from 0 to `range`, at 95 %. It holds for any
/// distribution and number of values, so it is wide.
///
/// ```
/// use admit::stats::interval::hoeffding;
/// let (low, high) = hoeffding(6.0, 11.0, 65_536);
/// assert!((low - 5.94164).abs() < 1e-5 && (high - 6.05836).abs() < 1e-5);
/// assert_eq!(hoeffding(0.0, 11.0, 0), (0.0, 11.0));
/// ```
pub fn hoeffding(mean: f64, range: f64, of: u64) -> (f64, f64) {
    let half = range * ((2.0_f64 / SIGNIFICANCE).ln() / (2.0 * of as f64)).sqrt();
    ((mean - half).max(0.0), (mean + half).min(range))
}

/// Below this number of values, a sample variance is too uncertain for [`normal`].
const FEW: u64 = 30;

/// Normal interval for the mean of `count` integer values with this sum and sum of squares,
/// at 95 %: the mean ± 1.96 standard errors by the sample variance. Of fewer than 30 values,
/// the [`hoeffding`] interval for values from 0 to `range`.
///
/// ```
/// use admit::stats::interval::normal;
/// // 1 and 3, 500 times each: the variance is 1, up to n - 1.
/// let (low, high) = normal(1000, 2000, 5000, 11.0);
/// assert!((low - 1.93799).abs() < 1e-5 && (high - 2.06201).abs() < 1e-5);
/// ```
pub fn normal(count: u64, sum: u64, squares: u64, range: f64) -> (f64, f64) {
    let mean = sum as f64 / count.max(1) as f64;
    if count < FEW {
        return hoeffding(mean, range, count);
    }
    // In integers, so that a small variance does not cancel.
    let [n, sum, squares] = [count, sum, squares].map(u128::from);
    let squares = (n * squares).saturating_sub(sum * sum) as f64;
    let variance = squares / (count as f64 * (count - 1) as f64);
    let half = NORMAL_QUANTILE * (variance / count as f64).sqrt();
    (mean - half, mean + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Binomial probabilities of 0, 1, …, n hits at a true proportion.
    fn binomial(n: u64, share: f64) -> impl Iterator<Item = (u64, f64)> {
        let mut probability = (1.0 - share).powi(n as i32);
        (0..=n).map(move |hits| {
            let this = probability;
            probability *= (n - hits) as f64 / (hits + 1) as f64 * share / (1.0 - share);
            (hits, this)
        })
    }

    #[test]
    fn upper_limits_have_the_stated_coverage() {
        for significance in [SIGNIFICANCE, 0.01] {
            for step in 1..200 {
                let share = step as f64 / 200.0;
                let missed = binomial(60, share)
                    .filter(|(hits, _)| upper_limit(*hits, 60, significance) < share)
                    .map(|(_, probability)| probability)
                    .sum::<f64>();
                assert!(missed <= significance + 1e-9, "{share}: {missed}");
            }
        }
    }

    #[test]
    fn clopper_pearson_covers_the_true_proportion() {
        for share in [0.001, 0.02, 0.3, 0.5, 0.97] {
            let covered = binomial(60, share)
                .filter(|(hits, _)| {
                    let (low, high) = clopper_pearson(*hits, 60);
                    low <= share && share <= high
                })
                .map(|(_, probability)| probability)
                .sum::<f64>();
            assert!(covered >= crate::stats::CONFIDENCE, "{share}: {covered}");
        }
    }

    #[test]
    fn few_values_have_wide_intervals() {
        let fives = |count: u64| normal(count, 5 * count, 25 * count, 7.0);
        assert_eq!(fives(0), (0.0, 7.0));
        assert_eq!(fives(1), (0.0, 7.0));
        let (low, high) = fives(29);
        assert!(low < 3.5 && high > 6.5, "{low} {high}");
        assert_eq!(fives(30), (5.0, 5.0));
    }
}
