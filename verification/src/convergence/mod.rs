//! The convergence of sample means to their expectation: is it 1/√N?
//!
//! What is wanted of a heuristic is small in expectation over all instances; what is seen
//! is its mean over N of them. For each of several N an experiment draws many samples,
//! and measures how far the mean over each is from the expectation. How the deviations
//! shrink as N grows is fitted, held against other shapes, and judged by a rule that
//! was fixed before.
//!
//! | file | contents |
//! |---|---|
//! | here | [`convergence_rate`]: measured, fitted and judged, as it is kept in a file |
//! | [`instances`] | every start of a space with an optimal path, and Ψ of all of them at once |
//! | [`spaces`] | the 8-puzzle, `TopSpin` and the eight corners, start by start |
//! | [`learned`] | tables and networks that are learned from a sample |
//! | [`experiment`] | [`experiment::measure`]: deviations for many N, many times, and what the theorem allows |

pub mod experiment;
pub mod instances;
pub mod learned;
pub mod spaces;

use self::experiment::{ExperimentError, Measured, Plan, Progress, Setting, measure};
use admit::stats::fit::{Fit, FitError, fit};
use admit::stats::judge::{Judgement, judge};
use thiserror::Error;

/// The convergence rate of a setting: what is kept in a file and cited.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct ConvergenceRate {
    /// What was measured.
    pub measured: Measured,
    /// The fitted exponent.
    pub fit: Fit,
    /// Verdict of the rule on the exponent.
    pub judgement: Judgement,
    /// How many deviations lie above what the theorem allows, and of how many.
    pub crossings: (usize, usize),
    /// The least N measured for which the theorem says anything.
    pub first_not_vacuous: Option<u64>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Why a setting has no convergence rate.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ConvergenceError {
    /// It was not measured.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// What was measured cannot be fitted.
    #[error("{0}; more repetitions or larger N would do")]
    Fit(#[from] FitError),
}

/// Measures deviations, fits their exponent and judges it.
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
    let start = std::time::Instant::now();
    let measured = measure(setting, plan, seed, progress)?;
    let fit = fit(&measured.groups, seed)?;
    Ok(ConvergenceRate {
        judgement: judge(&fit),
        crossings: measured.crossings(),
        first_not_vacuous: measured.first_not_vacuous(),
        measured,
        fit,
        seconds: start.elapsed().as_secs_f64(),
    })
}
