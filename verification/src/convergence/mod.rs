//! The convergence of sample means to their expectation: is it 1/√N?
//!
//! Only the mean over N instances of a heuristic's Ψ is observed, not its expectation over all
//! instances. For several N an experiment draws many samples and measures the deviation of each
//! mean from the expectation. The decay of the deviations in N is fitted, compared with other
//! models, and classified by a rule fixed in advance.

pub mod experiment;
pub mod instances;
pub mod learned;
pub mod spaces;

use self::experiment::{ExperimentError, Measured, Plan, Progress, Setting, timed};
use admit::stats::fit::{Fit, FitError, fit};
use admit::stats::judge::{Judgement, judge};
use std::time::Instant;
use thiserror::Error;

/// The convergence rate of a setting, as stored and cited.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct ConvergenceRate {
    /// The measurement.
    pub measured: Measured,
    /// The fitted exponent.
    pub fit: Fit,
    /// The rule's decision on the exponent.
    pub judgement: Judgement,
    /// Number of deviations above the theorem's bound, and of all deviations.
    pub crossings: (usize, usize),
    /// The least measured N for which the bound is not vacuous.
    pub first_not_vacuous: Option<u64>,
    /// Run time in seconds.
    pub seconds: f64,
}

/// Error of [`convergence_rate`].
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ConvergenceError {
    /// The measurement failed.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The fit failed.
    #[error("{0}; use more repetitions or larger N")]
    Fit(#[from] FitError),
}

/// Measures deviations, fits their exponent and classifies it.
///
/// # Errors
///
/// If there is nothing to measure, or too little to fit.
///
/// ```
/// use admit_verification::convergence::experiment::{Plan, Setting};
/// use admit::stats::judge::Judgement;
/// use admit_verification::convergence::convergence_rate;
/// let plan = Plan { sizes: vec![100, 1_000, 10_000], repetitions: 100, steps: 0 };
/// let found = convergence_rate(Setting::Costs, &plan, 1, &|_, _| ()).unwrap();
/// assert_eq!(found.judgement, Judgement::AsHalf);
/// assert_eq!(found.crossings, (0, 300));
/// ```
pub fn convergence_rate(
    setting: Setting,
    plan: &Plan,
    seed: u64,
    progress: Progress<'_>,
) -> Result<ConvergenceRate, ConvergenceError> {
    let (measured, seconds) = timed(setting, plan, seed, progress)?;
    let start = Instant::now();
    let fit = fit(&measured.groups, seed)?;
    Ok(ConvergenceRate {
        judgement: judge(&fit),
        crossings: measured.crossings(),
        first_not_vacuous: measured.first_not_vacuous(),
        measured,
        fit,
        seconds: seconds + start.elapsed().as_secs_f64(),
    })
}
