//! The exponent s of deviation ≈ c·Nˢ, with a confidence interval of correct coverage.
//!
//! At each sample size the deviations of all repetitions are averaged; s is the slope of a line
//! through the logarithms of these means against ln N.
//!
//! # The line
//!
//! Each size is weighted by its number of repetitions, not by the measured variance.
//! Weights from measured variances look better and are worse: deviations are skewed, so
//! where the mean happens to be low, the variance is low too, and the weights favour low
//! means. Weights fixed beforehand avoid this bias and cost little, because the standard
//! deviation *relative to the mean* is nearly the same at all N.
//!
//! # Its standard error
//!
//! The slope is a linear combination of independent logarithms with known coefficients;
//! its variance is the sum of theirs, each estimated at its own size, so variances need
//! not be equal. The variance of one logarithm is a jackknife estimate over repetitions.
//! The first-order formula, s²/(R·mean²), is too small for skewed deviations. The degrees
//! of freedom of a variance follow from the fourth moment: R − 1 as for the normal
//! distribution, fewer with longer tails. Those of the sum follow from Welch and
//! Satterthwaite, and the interval is Student's.
//!
//! 10,000 experiments per row were simulated over three decades, with a true slope of
//! −1/2. "Interval" is the coverage of the 95 % interval of the slope, "usual" the
//! coverage with weights from measured variances, first-order errors and the normal
//! distribution. "Goodness" is the share of experiments with [`Goodness::p`] below 0.05
//! though the line was true.
//!
//! | deviations | sizes | repetitions | interval | usual | goodness |
//! |---|---|---|---|---|---|
//! | half-normal | 7 | 30 | 95.3 % | 93.8 % | 4.5 % |
//! | half-normal | 13 | 30 | 95.2 % | 93.2 % | 4.3 % |
//! | half-normal | 7 | 100 | 94.9 % | 94.3 % | 4.8 % |
//! | half-normal | 3 | 30 | 95.1 % | 93.8 % | 4.9 % |
//! | half-normal | 7 | 5 | 95.6 % | 82.4 % | 5.4 % |
//! | χ, three degrees | 7 | 30 | 95.0 % | 94.0 % | 4.7 % |
//! | lognormal, σ = ½ | 7 | 30 | 95.1 % | 92.6 % | 5.0 % |
//! | lognormal, σ = 1 | 7 | 30 | 95.3 % | 88.7 % | 4.5 % |
//! | exponential | 7 | 30 | 95.5 % | 92.4 % | 4.3 % |
//! | half-normal, 30 % of 0 | 7 | 30 | 95.5 % | 94.1 % | 3.4 % |
//! | mixed | 7 | 30 | 94.9 % | 93.6 % | 6.7 % |
//! | mixed | 13 | 30 | 95.0 % | 92.8 % | 7.3 % |
//! | mixed | 13 | 100 | 95.1 % | 94.6 % | 5.3 % |
//! | sorted | 7 | 30 | 93.5 % | 88.6 % | 4.8 % |
//! | sorted | 7 | 100 | 94.6 % | 92.2 % | 5.2 % |
//!
//! "Mixed" is χ with three degrees, half-normal and lognormal (σ = 1) in turn; "sorted"
//! goes from χ at small N to lognormal at large, the worst case for a line, as the logarithm of
//! a mean is biased down by half its variance. A test simulates the table again. The bootstrap
//! interval, simulated on 4,000 experiments of 7 sizes and 30 repetitions, covered the slope in
//! 95.0 % of the half-normal and 93.2 % of the lognormal, so it is reported but does not decide.
//!
//! ```
//! use admit::stats::fit::{Group, fit};
//! // A tenth of the deviation at a hundred times the sample size.
//! let group = |n, scale: f64| Group {
//!     n,
//!     deviations: [0.7, 0.8, 1.0, 1.2, 1.3].map(|d| scale * d).to_vec(),
//! };
//! let groups = [group(100, 0.1), group(1_000, 0.031_62), group(10_000, 0.01)];
//! let found = fit(&groups, 1).unwrap();
//! assert!((found.slope + 0.5).abs() < 1e-4);
//! assert!((found.at(1_000_000.0) - 0.001).abs() < 1e-6);
//! assert!(found.interval.0 < -0.5 && -0.5 < found.interval.1);
//! assert!(found.goodness.p > 0.99);
//! ```

use crate::stats::random::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ChiSquared, ContinuousCDF, FisherSnedecor, StudentsT};
use thiserror::Error;

use super::judge::HALF;
use super::model::{self, FittedModel};
use super::power::Power;
use super::{RESAMPLES, TAIL, percentiles};

/// Minimum number of sample sizes: two would not show a bend.
pub const SIZES: usize = 3;
/// Minimum number of repetitions per size: one has no variance.
pub const REPETITIONS: usize = 2;

/// Measurements at one sample size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// Number of samples in each mean.
    pub n: u64,
    /// |mean − expectation|, one per repetition.
    pub deviations: Vec<f64>,
}

/// Statistics of the deviations at one sample size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Number of samples in each mean.
    pub n: u64,
    /// Number of repetitions.
    pub repetitions: usize,
    /// Mean deviation.
    pub mean: f64,
    /// 95 % interval of the expected deviation. In simulations its coverage was
    /// 95.6 % for the half-normal distribution with 30 repetitions, and 92.0 % for the
    /// lognormal with σ = 1, whose tail 30 numbers seldom show.
    pub interval: (f64, f64),
    /// Standard error of the logarithm of the mean.
    pub error: f64,
    /// Degrees of freedom of the standard error.
    pub degrees: f64,
}

/// The fit of a power law to deviations at several sample sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fit {
    /// The sample sizes, ascending.
    pub points: Vec<Point>,
    /// The exponent s of c·Nˢ.
    pub slope: f64,
    /// The logarithm of c.
    pub intercept: f64,
    /// The standard error of the slope.
    pub slope_error: f64,
    /// Degrees of freedom of the standard error.
    pub degrees: f64,
    /// 95 % interval of the slope, by Student's distribution.
    pub interval: (f64, f64),
    /// 95 % bootstrap interval of the slope: percentiles over [`RESAMPLES`] resamples of the
    /// repetitions at each size. Resamples with only deviations of 0 at a size are redrawn.
    pub bootstrap: (f64, f64),
    /// Test of the hypothesis that the slope is −1/2.
    pub against_half: Test,
    /// Goodness of fit of a straight line.
    pub goodness: Goodness,
    /// All models, the best first.
    #[serde(rename = "shapes")]
    pub models: Vec<FittedModel>,
    /// Power: the slopes that could have been distinguished from −1/2.
    pub power: Power,
    /// Seed of the bootstrap.
    pub seed: u64,
}

/// Result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Test {
    /// The statistic; negative if the slope is steeper.
    pub statistic: f64,
    /// Two-sided p-value under the hypothesis.
    pub p: f64,
}

/// Goodness of fit: whether the residuals agree with the standard errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Goodness {
    /// Sum of squared residuals, each divided by its own variance: the minimum over all
    /// lines.
    pub chi2: f64,
    /// Degrees of freedom: the number of sizes minus two.
    pub degrees: usize,
    /// p-value under a true line. The errors are estimates, so this is Welch's F and
    /// not χ², which would reject too often.
    pub p: f64,
}

/// Reason why a line cannot be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FitError {
    /// Too few sizes.
    #[error("a fit needs {SIZES} sample sizes or more, not {0}")]
    Sizes(usize),
    /// A sample size of 0.
    #[error("a sample size of 0 has no mean")]
    Empty,
    /// The same size in two groups.
    #[error("sample size {0} occurs twice")]
    Twice(u64),
    /// Too few repetitions.
    #[error("sample size {n} needs {REPETITIONS} repetitions or more, not {found}")]
    Repetitions {
        /// The size.
        n: u64,
        /// Number of repetitions.
        found: usize,
    },
    /// A deviation is not a number ≥ 0.
    #[error("a deviation is 0 or above, but repetition {repetition} at size {n} has {value}")]
    Deviation {
        /// The size.
        n: u64,
        /// Index of the repetition, from 0.
        repetition: usize,
        /// The value.
        value: f64,
    },
    /// Fewer than two deviations above 0: the jackknife would take the logarithm of 0.
    #[error("fewer than two deviations at size {0} are above 0: the logarithm of 0 is undefined")]
    Zeros(u64),
    /// The variance cannot be estimated.
    #[error("all deviations at size {0} are equal: their variance cannot be estimated")]
    Flat(u64),
    /// Sizes whose logarithms do not differ.
    #[error("the sample sizes are too close to each other for a line")]
    Crowded,
}

/// Fits c·Nˢ to deviations; the order of groups does not matter. See the [module](self) for the
/// method and an example.
///
/// # Errors
///
/// If there are fewer than [`SIZES`] sizes, one is 0 or occurs twice, or all are nearly equal; or
/// if a size has fewer than [`REPETITIONS`] repetitions, an invalid deviation, fewer than two
/// deviations above 0, or only equal ones.
pub fn fit(groups: &[Group], seed: u64) -> Result<Fit, FitError> {
    let Line {
        points,
        intercept,
        slope,
    } = line(groups)?;
    let reach = quantile(slope.degrees) * slope.error;
    let statistic = (slope.value - HALF) / slope.error;
    Ok(Fit {
        bootstrap: bootstrap(groups, &points, seed),
        against_half: Test {
            statistic,
            p: both_tails(statistic, slope.degrees),
        },
        goodness: goodness(&points),
        models: model::compare(&points),
        power: Power::new(slope.error, slope.degrees),
        points,
        slope: slope.value,
        intercept,
        slope_error: slope.error,
        degrees: slope.degrees,
        interval: (slope.value - reach, slope.value + reach),
        seed,
    })
}

/// The exponent and its 95 % interval alone, for simulations of many experiments.
///
/// # Errors
///
/// As [`fit`].
///
/// ```
/// use admit::stats::fit::{Group, exponent};
/// let group = |n: u64, mean: f64| Group { n, deviations: vec![0.9 * mean, mean, 1.1 * mean] };
/// let (slope, (low, high)) = exponent(&[group(1, 1.0), group(10, 0.1), group(100, 0.01)]).unwrap();
/// assert!((slope + 1.0).abs() < 1e-9 && low < slope && slope < high);
/// ```
pub fn exponent(groups: &[Group]) -> Result<(f64, (f64, f64)), FitError> {
    let slope = line(groups)?.slope;
    let reach = quantile(slope.degrees) * slope.error;
    Ok((slope.value, (slope.value - reach, slope.value + reach)))
}

impl Fit {
    /// The fitted deviation at a sample size.
    pub fn at(&self, n: f64) -> f64 {
        (self.intercept + self.slope * n.ln()).exp()
    }

    /// 95 % interval of the expected deviation at a sample size, if the line is true.
    /// It is pointwise, not simultaneous.
    ///
    /// ```
    /// use admit::stats::fit::{Group, fit};
    /// let group = |n, scale: f64| Group { n, deviations: vec![scale, 2.0 * scale] };
    /// let found = fit(&[group(10, 9.0), group(100, 3.0), group(1_000, 1.0)], 1).unwrap();
    /// let (low, high) = found.band(100.0);
    /// assert!(low < found.at(100.0) && found.at(100.0) < high);
    /// // Far from the measured sizes the interval is wider.
    /// let (far_low, far_high) = found.band(1e9);
    /// assert!(far_high / far_low > high / low);
    /// ```
    pub fn band(&self, n: f64) -> (f64, f64) {
        let balance = Balance::of(&self.points, by_repetitions);
        let there = n.ln();
        let height = combine(&self.points, |point| balance.height(point, there));
        let reach = quantile(height.degrees) * height.error;
        ((height.value - reach).exp(), (height.value + reach).exp())
    }
}

/// A linear combination of logarithms with known coefficients.
#[derive(Clone, Copy, Debug)]
pub(super) struct Combined {
    pub(super) value: f64,
    pub(super) error: f64,
    pub(super) degrees: f64,
}

/// The part of a fit that the interval of its slope needs.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) points: Vec<Point>,
    intercept: f64,
    pub(super) slope: Combined,
}

/// The line alone, without bootstrap and models.
pub(super) fn line(groups: &[Group]) -> Result<Line, FitError> {
    if groups.len() < SIZES {
        return Err(FitError::Sizes(groups.len()));
    }
    let mut points: Vec<Point> = groups.iter().map(point).collect::<Result<_, _>>()?;
    points.sort_unstable_by_key(|point| point.n);
    if let Some(pair) = points.windows(2).find(|pair| pair[0].n == pair[1].n) {
        return Err(FitError::Twice(pair[0].n));
    }
    let balance = Balance::of(&points, by_repetitions);
    // Sizes whose logarithms differ only in rounding are useless.
    if balance.squares <= balance.total * 1e-20 {
        return Err(FitError::Crowded);
    }
    let slope = combine(&points, |point| balance.slope(point));
    let intercept = combine(&points, |point| balance.height(point, 0.0)).value;
    Ok(Line {
        points,
        intercept,
        slope,
    })
}

/// The mean at one size, and the standard error of its logarithm.
fn point(group: &Group) -> Result<Point, FitError> {
    let (n, all) = (group.n, &group.deviations);
    if n == 0 {
        return Err(FitError::Empty);
    }
    if all.len() < REPETITIONS {
        let found = all.len();
        return Err(FitError::Repetitions { n, found });
    }
    for (repetition, &value) in all.iter().enumerate() {
        if !(value >= 0.0 && value.is_finite()) {
            return Err(FitError::Deviation {
                n,
                repetition,
                value,
            });
        }
    }
    if all.iter().filter(|d| **d > 0.0).count() < 2 {
        return Err(FitError::Zeros(n));
    }
    // In units of the largest, so that no square overflows or underflows.
    let largest = all.iter().copied().fold(0.0, f64::max);
    let shares: Vec<f64> = all.iter().map(|d| d / largest).collect();
    let count = all.len() as f64;
    let mean = shares.iter().sum::<f64>() / count;
    let error = jackknife(&shares).sqrt();
    let moment = |power| shares.iter().map(|d| (d - mean).powi(power)).sum::<f64>();
    let variance = moment(2) / (count - 1.0);
    let in_units = mean * largest;
    if !(error > 0.0 && variance > 0.0 && in_units > 0.0) {
        return Err(FitError::Flat(n));
    }
    // Var(s²)/σ⁴ is (κ − (R − 3)/(R − 1))/R, and 2/f for a χ² with f degrees. That is
    // f = R − 1 for the normal distribution, which is the maximum used.
    let kurtosis = moment(4) / count / variance.powi(2);
    let scatter = (kurtosis - (count - 3.0) / (count - 1.0)) / count;
    let degrees = if scatter > 0.0 {
        (2.0 / scatter).min(count - 1.0)
    } else {
        count - 1.0
    };
    let reach = quantile(degrees) * error;
    Ok(Point {
        n,
        repetitions: all.len(),
        mean: in_units,
        interval: (in_units * (-reach).exp(), in_units * reach.exp()),
        error,
        degrees,
    })
}

/// Jackknife variance of the logarithm of a mean.
fn jackknife(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    // Prefix and suffix sums avoid cancellation.
    let mut behind: Vec<f64> = vec![0.0; numbers.len()];
    for i in (1..numbers.len()).rev() {
        behind[i - 1] = behind[i] + numbers[i];
    }
    let mut before = 0.0;
    let mut logs = behind;
    for (log, number) in logs.iter_mut().zip(numbers) {
        *log = (before + *log).ln();
        before += number;
    }
    let mean = logs.iter().sum::<f64>() / count;
    let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
    squares * (count - 1.0) / count
}

fn by_repetitions(point: &Point) -> f64 {
    point.repetitions as f64
}

pub(super) fn by_error(point: &Point) -> f64 {
    point.error.powi(-2)
}

impl Point {
    /// ln N.
    fn x(&self) -> f64 {
        (self.n as f64).ln()
    }

    /// The logarithm of its mean.
    pub(super) fn y(&self) -> f64 {
        self.mean.ln()
    }
}

/// Weighted least squares.
struct Balance<W> {
    weight: W,
    total: f64,
    centre: f64,
    squares: f64,
}

impl<W: Fn(&Point) -> f64> Balance<W> {
    fn of(points: &[Point], weight: W) -> Self {
        let sum = |of: &dyn Fn(&Point) -> f64| points.iter().map(|p| weight(p) * of(p)).sum();
        let total: f64 = sum(&|_| 1.0);
        let centre = sum(&Point::x) / total;
        let squares = sum(&|p| (p.x() - centre).powi(2));
        Self {
            weight,
            total,
            centre,
            squares,
        }
    }

    /// Coefficient of a point's logarithm in the slope.
    fn slope(&self, point: &Point) -> f64 {
        (self.weight)(point) * (point.x() - self.centre) / self.squares
    }

    /// Its coefficient in the fitted value at x.
    fn height(&self, point: &Point, x: f64) -> f64 {
        (self.weight)(point) / self.total + self.slope(point) * (x - self.centre)
    }
}

/// The slope of the line weighted by inverse variances.
pub(super) fn slope_by_error(points: &[Point]) -> f64 {
    let balance = Balance::of(points, by_error);
    combine(points, |point| balance.slope(point)).value
}

/// A linear combination of the points' logarithms with its standard error; degrees of
/// freedom by Welch and Satterthwaite.
fn combine(points: &[Point], share: impl Fn(&Point) -> f64) -> Combined {
    let (mut value, mut variance, mut scatter) = (0.0, 0.0, 0.0);
    for point in points {
        let share = share(point);
        let part = (share * point.error).powi(2);
        value += share * point.y();
        variance += part;
        scatter += part.powi(2) / point.degrees;
    }
    Combined {
        value,
        error: variance.sqrt(),
        degrees: variance.powi(2) / scatter,
    }
}

/// Two-sided quantile of Student's distribution at [`CONFIDENCE`](super::CONFIDENCE).
pub(super) fn quantile(degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).map_or(f64::NAN, |student| student.inverse_cdf(1.0 - TAIL))
}

fn both_tails(statistic: f64, degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).map_or(f64::NAN, |student| {
        (2.0 * student.sf(statistic.abs())).min(1.0)
    })
}

/// Goodness of fit of a line. With estimated errors the sum of squares is larger than
/// χ²; Welch's correction, in Johansen's form for lines, turns it into an F.
pub(super) fn goodness(points: &[Point]) -> Goodness {
    let balance = Balance::of(points, by_error);
    let expected = |at: &Point| combine(points, |p| balance.height(p, at.x())).value;
    let square = |p: &Point| ((p.y() - expected(p)) / p.error).powi(2);
    let chi2: f64 = points.iter().map(square).sum();
    // Residual leverage of each point, squared, over the degrees of freedom of its error.
    let loose = |p: &Point| (1.0 - balance.height(p, p.x())).powi(2) / p.degrees;
    let unsure: f64 = points.iter().map(loose).sum();
    let degrees = points.len() - 2;
    let d = degrees as f64;
    let divisor = d + 2.0 * unsure - 6.0 * unsure / (d + 2.0);
    let p = FisherSnedecor::new(d, d * (d + 2.0) / (3.0 * unsure))
        .map(|f| f.sf(chi2 / divisor))
        .or_else(|_| ChiSquared::new(d).map(|chi| chi.sf(chi2)))
        .unwrap_or(f64::NAN);
    Goodness { chi2, degrees, p }
}

/// Bootstrap interval of the slope.
fn bootstrap(groups: &[Group], points: &[Point], seed: u64) -> (f64, f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let balance = Balance::of(points, by_repetitions);
    // By size, so that the order of groups does not matter.
    let mut by_size: Vec<&Group> = groups.iter().collect();
    by_size.sort_unstable_by_key(|group| group.n);
    let shares: Vec<f64> = points.iter().map(|p| balance.slope(p)).collect();
    let mut slopes: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let of_each = by_size.iter().zip(points).zip(&shares);
            of_each
                .map(|((group, point), share)| {
                    // In units of the mean, so that no sum overflows.
                    let mean = drawn_mean(&mut rng, &group.deviations, point.mean);
                    share * (mean.ln() + point.y())
                })
                .sum()
        })
        .collect();
    percentiles(&mut slopes)
}

/// The mean of a resample in a unit, redrawn until it is above 0. Two of the numbers are above 0,
/// so this takes few attempts.
fn drawn_mean(rng: &mut Xoshiro256PlusPlus, numbers: &[f64], unit: f64) -> f64 {
    loop {
        let drawn =
            (0..numbers.len()).map(|_| numbers[below(rng, numbers.len() as u64) as usize] / unit);
        let mean = drawn.sum::<f64>() / numbers.len() as f64;
        if mean > 0.0 {
            return mean;
        }
    }
}
