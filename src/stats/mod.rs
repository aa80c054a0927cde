//! Statistics: confidence intervals, paired tests, and regression of convergence rates.
//!
//! | file | contents |
//! |---|---|
//! | [`fit`] | the exponent s of c·Nˢ by regression, its interval, and a goodness-of-fit test |
//! | [`interval`] | confidence intervals for proportions and means |
//! | [`judge`] | the verdict on an exponent: 1/√N, not 1/√N, or undecided |
//! | [`model`] | models that rival the power law c·Nˢ, compared by Akaike's criterion |
//! | [`paired`] | paired comparison: ratio, bootstrap interval, Student's and Wilcoxon's tests |
//! | [`power`] | power of an experiment: exponents that it could distinguish from −1/2 |
//! | [`random`] | uniform draws |
//!
//! Every interval has the confidence level [`CONFIDENCE`].

pub mod fit;
pub mod interval;
pub mod judge;
pub mod model;
pub mod paired;
pub mod power;
pub mod random;
#[cfg(test)]
mod tests;

/// Confidence level of every interval.
pub const CONFIDENCE: f64 = 0.95;
/// Probability that an interval misses the true value: 1 − [`CONFIDENCE`].
pub const SIGNIFICANCE: f64 = 0.05;
/// The part of [`SIGNIFICANCE`] on each side of a two-sided interval.
pub const TAIL: f64 = SIGNIFICANCE / 2.0;
/// Standard errors on each side of a mean in a normal interval at [`CONFIDENCE`].
pub const NORMAL_QUANTILE: f64 = 1.96;
/// Resamples of a bootstrap interval.
pub const RESAMPLES: usize = 10_000;

/// The percentile interval of bootstrap replicates, which are sorted in place.
pub(crate) fn percentiles(replicates: &mut [f64]) -> (f64, f64) {
    replicates.sort_unstable_by(f64::total_cmp);
    let last = replicates.len().saturating_sub(1) as f64;
    let at = |share: f64| replicates[(share * last).round() as usize];
    (at(TAIL), at(1.0 - TAIL))
}
