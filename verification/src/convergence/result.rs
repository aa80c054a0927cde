//! A setting that was measured, fitted and judged: what is kept in a file and cited.

use super::experiment::{ExperimentError, Measured, Plan, Progress, Setting, measure};
use admit::stats::fit::{Fit, FitError, fit};
use admit::stats::judge::{Judgement, judge};
use thiserror::Error;

/// All that is known of a setting.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Rated {
    /// What was measured.
    pub measured: Measured,
    /// How it falls with N.
    pub fit: Fit,
    /// What the rule makes of it.
    pub judgement: Judgement,
    /// How many deviations lie above what the theorem allows, and of how many.
    pub crossings: (usize, usize),
    /// The least N measured for which the theorem says anything.
    pub first_not_vacuous: Option<u64>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Why a setting has no rate.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RateError {
    /// It was not measured.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// What was measured cannot be fitted.
    #[error("{0}; more repetitions or larger N would do")]
    Fit(#[from] FitError),
}

/// Measures, fits and judges.
///
/// # Errors
///
/// If there is nothing to measure, or too little to fit.
///
/// ```
/// use admit_verification::convergence::experiment::{Plan, Setting};
/// use admit_verification::convergence::{rated::rate, rule::Judgement};
/// let plan = Plan { sizes: vec![100, 1_000, 10_000], repetitions: 100, steps: 0 };
/// let rated = rate(Setting::Costs, &plan, 1, &|_, _| ()).unwrap();
/// assert_eq!(rated.judgement, Judgement::AsHalf);
/// assert_eq!(rated.crossings, (0, 300));
/// ```
pub fn rate(
    setting: Setting,
    plan: &Plan,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Rated, RateError> {
    let start = std::time::Instant::now();
    let measured = measure(setting, plan, seed, progress)?;
    let fit = fit(&measured.groups, seed)?;
    Ok(Rated {
        judgement: judge(&fit),
        crossings: measured.crossings(),
        first_not_vacuous: measured.first_not_vacuous(),
        measured,
        fit,
        seconds: start.elapsed().as_secs_f64(),
    })
}
