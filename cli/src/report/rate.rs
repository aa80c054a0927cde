//! The picture of a rate: deviations against N with the fitted line and its band, the
//! line of slope −1/2, and what the theorem allows.

use super::chart::ChartError;
use super::deviation::{self, Deviations};
use admit_verification::convergence::ConvergenceRate;
use admit_verification::convergence::experiment::DELTA;

const SIZE: (u32, u32) = (860, 560);

/// As SVG.
///
/// # Errors
///
/// If it cannot be drawn.
///
/// ```
/// use admit_verification::convergence::experiment::{Plan, Setting};
/// use admit_verification::convergence::convergence_rate;
/// use admit_cli::report::rate::picture_svg;
/// let plan = Plan { sizes: vec![100, 1_000, 10_000], repetitions: 30, steps: 0 };
/// let rated = convergence_rate(Setting::Costs, &plan, 1, &|_, _| ()).unwrap();
/// assert!(picture_svg(&rated).unwrap().contains("7 vertices, costs 1 to 5"));
/// ```
pub fn picture_svg(rated: &ConvergenceRate) -> Result<String, ChartError> {
    deviation::svg(&[deviations(rated)], SIZE)
}

/// As PNG.
///
/// # Errors
///
/// If it cannot be drawn.
pub fn picture_png(rated: &ConvergenceRate) -> Result<Vec<u8>, ChartError> {
    deviation::png(&[deviations(rated)], SIZE)
}

fn deviations(rated: &ConvergenceRate) -> Deviations {
    let (fit, measured) = (&rated.fit, &rated.measured);
    let sizes = || measured.groups.iter().map(|group| group.n as f64);
    // The line of slope −1/2 through the fitted line in the middle.
    let middle = sizes().map(f64::ln).sum::<f64>() / measured.groups.len() as f64;
    let through = fit.at(middle.exp()) * (middle / 2.0).exp();
    let (low, high) = fit.interval;
    let name = format!("fit: exponent {:.3} ({low:.3} to {high:.3})", fit.slope);
    let bound = |name: &str, of: &dyn Fn(f64) -> f64| {
        (name.to_owned(), sizes().map(|n| (n, of(n))).collect())
    };
    let class = &measured.class;
    let (above, of) = rated.crossings;
    Deviations {
        title: measured.words.clone(),
        y_name: "|mean of Ψ − expectation|".to_owned(),
        repetitions: measured
            .groups
            .iter()
            .map(|group| (group.n as f64, group.deviations.clone()))
            .collect(),
        means: fit
            .points
            .iter()
            .map(|point| (point.n as f64, point.mean, point.interval))
            .collect(),
        line: sizes().map(|n| (n, fit.at(n), fit.band(n))).collect(),
        line_name: name.replace('-', "−"),
        reference: sizes().map(|n| (n, through / n.sqrt())).collect(),
        bounds: vec![
            bound("bound, by pseudo-dimension", &|n| class.by_dimension(n)),
            bound("bound, by counting", &|n| class.by_counting(n)),
        ],
        note: Some(format!(
            "{}; {above} of {of} deviations above the bound at δ = {DELTA}; seed {}",
            rated.judgement, measured.seed
        )),
    }
}
