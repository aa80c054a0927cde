//! Paired comparison of two methods on the same instances.
//!
//! A hard instance is hard for both methods, so the *ratio* on each instance is compared,
//! by the mean of its logarithm. [`compare`] gives three results by different methods: a
//! bootstrap interval, Student's test, and Wilcoxon's signed-rank test, which depends
//! only on the order of the ratios and is robust against outliers.
//!
//! ```
//! use admit::stats::paired::compare;
//! let one = [120.0, 900.0, 45.0, 2_000.0];
//! let other = [250.0, 1_700.0, 95.0, 4_100.0];
//! let found = compare(&one, &other, 1).unwrap();
//! assert!((found.ratio - 0.493).abs() < 0.001);
//! assert!(found.interval.0 < found.ratio && found.ratio < found.interval.1);
//! assert_eq!(found.less, 1.0);
//! // Four of four may be chance.
//! assert!((found.less_interval.0 - 0.3976).abs() < 1e-4 && found.less_interval.1 == 1.0);
//! ```

use super::interval::clopper_pearson;
use super::random::below;
use super::{RESAMPLES, percentiles};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use thiserror::Error;

/// Result of a paired comparison.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Compared {
    /// Number of instances.
    pub instances: usize,
    /// Geometric mean of the first divided by the second.
    pub ratio: f64,
    /// 95 % bootstrap interval: percentiles of the ratios of [`RESAMPLES`] sets
    /// of instances, drawn with replacement.
    pub interval: (f64, f64),
    /// Seed of the bootstrap.
    pub seed: u64,
    /// Share of instances on which the first is less than the second.
    pub less: f64,
    /// 95 % Clopper–Pearson interval of that share.
    pub less_interval: (f64, f64),
    /// Student's test of the logarithms of the ratios.
    pub t: Option<Test>,
    /// Wilcoxon's test of the same.
    pub signed_ranks: Option<Test>,
}

/// Result of a test.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Test {
    /// The statistic; negative if the differences are.
    pub statistic: f64,
    /// Two-sided p-value under no difference.
    pub p: f64,
}

/// Reason why two methods cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PairedError {
    /// Different numbers of instances.
    #[error("{0} instances cannot be paired with {1}")]
    Unpaired(usize, usize),
    /// No instances.
    #[error("there are no instances to compare")]
    Nothing,
    /// A value is not above 0.
    #[error("a ratio needs numbers above 0, but instance {instance} has {value}")]
    NotPositive {
        /// Index of the instance, from 0.
        instance: usize,
        /// The value.
        value: f64,
    },
}

/// Compares two methods, instance by instance; see the [module](self) for an example.
///
/// # Errors
///
/// If there are no instances, different numbers of them, or a value that is not above 0.
pub fn compare(one: &[f64], other: &[f64], seed: u64) -> Result<Compared, PairedError> {
    if one.len() != other.len() {
        return Err(PairedError::Unpaired(one.len(), other.len()));
    }
    if one.is_empty() {
        return Err(PairedError::Nothing);
    }
    for (instance, pair) in one.iter().zip(other).enumerate() {
        for value in [*pair.0, *pair.1] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(PairedError::NotPositive { instance, value });
            }
        }
    }
    let logs: Vec<f64> = one.iter().zip(other).map(|(a, b)| (a / b).ln()).collect();
    let (low, high) = interval(&logs, seed);
    let less = one.iter().zip(other).filter(|(a, b)| a < b).count();
    Ok(Compared {
        instances: logs.len(),
        ratio: mean(&logs).exp(),
        interval: (low.exp(), high.exp()),
        seed,
        less: less as f64 / logs.len() as f64,
        less_interval: clopper_pearson(less as u64, logs.len() as u64),
        t: t_test(&logs),
        signed_ranks: signed_ranks(&logs),
    })
}

/// The geometric mean of numbers above 0; `None` of an empty list.
///
/// ```
/// use admit::stats::paired::geometric_mean;
/// assert!((geometric_mean(&[1.0, 10.0, 100.0]).unwrap() - 10.0).abs() < 1e-9);
/// assert_eq!(geometric_mean(&[]), None);
/// ```
pub fn geometric_mean(numbers: &[f64]) -> Option<f64> {
    let logs: Vec<f64> = numbers.iter().map(|n| n.ln()).collect();
    (!logs.is_empty()).then(|| mean(&logs).exp())
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Bootstrap: percentiles of the means of sets drawn with replacement.
fn interval(numbers: &[f64], seed: u64) -> (f64, f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let count = numbers.len();
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn = (0..count).map(|_| numbers[below(&mut rng, count as u64) as usize]);
            drawn.sum::<f64>() / count as f64
        })
        .collect();
    percentiles(&mut means)
}

/// Two-sided Student's test that differences have a mean of 0. `None` if there are
/// fewer than two, or if all are equal, so that their variance cannot be estimated.
///
/// ```
/// use admit::stats::paired::t_test;
/// // Student's own ten patients: hours of sleep gained with one drug over another.
/// let gained = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
/// let found = t_test(&gained).unwrap();
/// assert!((found.statistic - 4.0621).abs() < 1e-4 && (found.p - 0.002833).abs() < 1e-6);
/// ```
pub fn t_test(differences: &[f64]) -> Option<Test> {
    let count = differences.len() as f64;
    if differences
        .windows(2)
        .all(|pair| pair[0].total_cmp(&pair[1]).is_eq())
    {
        return None;
    }
    let mean = mean(differences);
    let squares: f64 = differences.iter().map(|d| (d - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    let statistic = mean / error;
    let student = StudentsT::new(0.0, 1.0, count - 1.0).ok()?;
    Some(Test {
        statistic,
        p: (2.0 * student.sf(statistic.abs())).min(1.0),
    })
}

/// Two-sided Wilcoxon signed-rank test that differences are symmetric around 0: normal
/// approximation, with corrections for ties and for continuity (½ towards the mean).
/// Differences of 0 are dropped; `None` if no other is left.
///
/// ```
/// use admit::stats::paired::signed_ranks;
/// let gained = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
/// assert!((signed_ranks(&gained).unwrap().p - 0.009091).abs() < 1e-6);
/// assert_eq!(signed_ranks(&[0.0, 0.0]), None);
/// ```
pub fn signed_ranks(differences: &[f64]) -> Option<Test> {
    let mut by_size: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    by_size.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let count = by_size.len() as f64;
    // Ranks of the differences above 0; ties share their mean rank.
    let (mut above, mut ties, mut before) = (0.0, 0.0, 0.0);
    for alike in by_size.chunk_by(|a, b| a.abs().total_cmp(&b.abs()).is_eq()) {
        let size = alike.len() as f64;
        let rank = before + f64::midpoint(size, 1.0);
        above += rank * alike.iter().filter(|d| **d > 0.0).count() as f64;
        ties += size.powi(3) - size;
        before += size;
    }
    let middle = count * (count + 1.0) / 4.0;
    let variance = count * (count + 1.0) * (2.0 * count + 1.0) / 24.0 - ties / 48.0;
    if variance <= 0.0 {
        return None;
    }
    let off = above - middle;
    let statistic = off.signum() * (off.abs() - 0.5).max(0.0) / variance.sqrt();
    let normal = Normal::standard();
    Some(Test {
        statistic,
        p: (2.0 * normal.sf(statistic.abs())).min(1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::random::unit;

    fn close(found: f64, expected: f64) -> bool {
        (found - expected).abs() <= 1e-4 * expected.abs()
    }

    /// Fifteen pairs of Darwin's plants, crossed less self-fertilised, in eighths of an
    /// inch. Ranks below 0: 11 for 48 and 14 for 67, which leaves 96 above.
    #[test]
    fn darwins_plants() {
        let plants = [
            6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0,
            75.0,
        ];
        let ranks = signed_ranks(&plants).unwrap();
        // 15·16/4 = 60 is the middle, 15·16·31/24 = 310 the variance.
        let z = 35.5 / 310_f64.sqrt();
        assert!(
            close(ranks.statistic, z) && close(ranks.p, 0.043_771),
            "{ranks:?}"
        );
        let t = t_test(&plants).unwrap();
        assert!(
            close(t.statistic, 2.147_99) && close(t.p, 0.049_703),
            "{t:?}"
        );
        let turned = plants.map(|d| -d);
        assert!(close(
            signed_ranks(&turned).unwrap().statistic,
            -ranks.statistic
        ));
        assert!(close(t_test(&turned).unwrap().p, t.p));
    }

    /// Sizes 1, 1, 2, 2, 2: ranks 1½, 1½, 4, 4, 4; above 0 they add up to 9½ of 15.
    /// Variance 5·6·11/24 = 13¾ less (6 + 24)/48 = 13⅛.
    #[test]
    fn ties_share_their_ranks() {
        let found = signed_ranks(&[1.0, -1.0, 2.0, -2.0, 2.0, 0.0]).unwrap();
        assert!(close(found.statistic, 1.5 / 13.125_f64.sqrt()), "{found:?}");
        // At the mean already, the continuity correction is 0.
        let even = signed_ranks(&[3.0, -3.0]).unwrap();
        assert_eq!((even.statistic, even.p), (0.0, 1.0));
    }

    #[test]
    fn constant_differences_have_no_test() {
        for same in [&[][..], &[1.0], &[2.0, 2.0, 2.0]] {
            assert_eq!(t_test(same), None);
        }
        assert_eq!(signed_ranks(&[]), None);
        let same = compare(&[5.0, 7.0], &[5.0, 7.0], 1).unwrap();
        assert_eq!(
            (same.ratio, same.interval, same.less),
            (1.0, (1.0, 1.0), 0.0)
        );
        assert_eq!((same.t, same.signed_ranks), (None, None));
    }

    #[test]
    fn invalid_pairs_are_refused() {
        assert_eq!(compare(&[1.0], &[], 1), Err(PairedError::Unpaired(1, 0)));
        assert_eq!(compare(&[], &[], 1), Err(PairedError::Nothing));
        let (instance, value) = (1, 0.0);
        let refused = PairedError::NotPositive { instance, value };
        assert_eq!(compare(&[1.0, 2.0], &[1.0, 0.0], 1), Err(refused));
        assert!(compare(&[f64::NAN], &[1.0], 1).is_err());
    }

    #[test]
    fn comparisons_are_reproducible() {
        let one: Vec<f64> = (1..40).map(f64::from).collect();
        let other: Vec<f64> = one.iter().rev().copied().collect();
        let found = compare(&one, &other, 7).unwrap();
        assert_eq!(compare(&one, &other, 7).unwrap(), found);
        assert_ne!(compare(&one, &other, 8).unwrap().interval, found.interval);
        // Swapped arguments invert everything.
        let back = compare(&other, &one, 7).unwrap();
        assert!(close(back.ratio, 1.0 / found.ratio));
        assert!(close(back.less, 19.0 / 39.0));
        let (low, high) = back.less_interval;
        assert!(low < back.less && back.less < high, "{low} {high}");
    }

    /// Against ones, the ratio is the geometric mean, with its interval.
    #[test]
    fn interval_of_a_geometric_mean() {
        let numbers: Vec<f64> = (1..40).map(f64::from).collect();
        let found = compare(&numbers, &[1.0; 39], 3).unwrap();
        let mean = geometric_mean(&numbers).unwrap();
        assert!(close(found.ratio, mean));
        let (low, high) = found.interval;
        assert!(low < mean && mean < high, "{low} {high}");
        // About two standard errors of the logarithms.
        let logs: Vec<f64> = numbers.iter().map(|n| n.ln()).collect();
        let t = t_test(&logs).unwrap();
        let half = crate::stats::NORMAL_QUANTILE * mean.ln() / t.statistic;
        assert!(((high / low).ln() / (2.0 * half) - 1.0).abs() < 0.1);
    }

    /// Instances whose difficulty varies by a factor of thousands, with noise, and a true ratio
    /// of 1 or 0.7: about 95 % of 200 intervals contain the truth, the tests reject in about 5 %
    /// without a difference, and in more than 99 % with one of 4½ standard errors.
    #[test]
    fn intervals_have_the_stated_coverage() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut unit = move || unit(&mut rng);
        let (mut held, mut found_by_t, mut found_by_ranks, mut there) = (0, 0, 0, 0);
        for seed in 0..200 {
            let differs = seed % 2 == 0;
            let truth: f64 = if differs { 0.7 } else { 1.0 };
            let pairs = (0..40).map(|_| {
                let hard = (8.0 * unit()).exp();
                let noise = unit() + unit() + unit() - 1.5;
                (100.0 * hard * truth * noise.exp(), 100.0 * hard)
            });
            let (one, other): (Vec<f64>, Vec<f64>) = pairs.unzip();
            let found = compare(&one, &other, seed).unwrap();
            held += usize::from((found.interval.0..=found.interval.1).contains(&truth));
            let by_t = usize::from(found.t.unwrap().p < 0.05);
            if differs {
                there += by_t;
            } else {
                found_by_t += by_t;
                found_by_ranks += usize::from(found.signed_ranks.unwrap().p < 0.05);
            }
        }
        assert!((180..=198).contains(&held), "{held} of 200");
        assert!(there >= 95, "{there} of 100");
        assert!((1..=12).contains(&found_by_t), "{found_by_t} of 100");
        assert!(
            (1..=12).contains(&found_by_ranks),
            "{found_by_ranks} of 100"
        );
    }
}
