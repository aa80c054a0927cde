//! The chart of a convergence experiment: deviations over N with the fitted power law and
//! its band, the exponent −1/2, and the theorem's bounds.

use super::chart::{Chart, Figure, Marker, Scale};
use super::numbers::{interval, short, signed};
use admit_verification::convergence::ConvergenceRate;
use admit_verification::convergence::experiment::DELTA;

/// A file of SVG that stands alone.
pub fn figure(result: &ConvergenceRate) -> String {
    let measured = &result.measured;
    let (above, of) = result.crossings;
    let note = format!(
        "{}; {above} of {of} deviations above the bound at δ = {DELTA}; seed {}",
        result.judgement, measured.seed
    );
    let chart = chart(result, (860, 480), usize::MAX);
    Figure::new().with(&measured.words, &note, &chart).svg()
}

/// The chart; of so many repetitions for each N a dot is drawn.
pub(super) fn chart(result: &ConvergenceRate, size: (u32, u32), repetitions: usize) -> Chart {
    let ConvergenceRate {
        measured,
        fit,
        judgement,
        ..
    } = result;
    let sizes: Vec<f64> = measured.groups.iter().map(|group| group.n as f64).collect();
    let curve = |of: &dyn Fn(f64) -> f64| -> Vec<(f64, f64)> {
        sizes.iter().map(|n| (*n, of(*n))).collect()
    };
    // The line of exponent −1/2 meets the fitted line in the middle.
    let middle = sizes.iter().map(|n| n.ln()).sum::<f64>() / sizes.len().max(1) as f64;
    let through = fit.at(middle.exp()) * (middle / 2.0).exp();
    let half = curve(&|n| through / n.sqrt());
    let bounds = [
        (
            "c1",
            "bound by pseudo-dimension",
            curve(&|n| measured.class.by_dimension(n)),
        ),
        (
            "c2",
            "bound by counting",
            curve(&|n| measured.class.by_counting(n)),
        ),
    ];
    let dots: Vec<(f64, f64)> = measured
        .groups
        .iter()
        .flat_map(|group| {
            let shown = group.deviations.iter().take(repetitions);
            shown.map(|deviation| (group.n as f64, *deviation))
        })
        .collect();
    let ends = fit.points.iter().flat_map(|p| [p.interval.0, p.interval.1]);
    let drawn = dots
        .iter()
        .chain(&half)
        .chain(bounds.iter().flat_map(|b| &b.2));
    let y = drawn.map(|point| point.1).chain(ends);
    let (exponent, between) = (signed(fit.slope), interval(fit.interval));
    let label = format!(
        "{}: deviation over N; exponent {exponent}, {between} at 95 %, {judgement}",
        measured.words
    );
    let mut chart = Chart::new(
        &label,
        Scale::logarithmic_over("number of instances N", sizes.iter().copied()),
        Scale::logarithmic_over("|mean of Ψ − expectation|", y),
        size,
    );
    chart.dots("c4", dots);
    chart.name_dots("c4", "single repetitions");
    let band = |n: &f64| (*n, fit.band(*n).0, fit.band(*n).1);
    chart.band("c0", &sizes.iter().map(band).collect::<Vec<_>>());
    chart.line("c0", &curve(&|n| fit.at(n)));
    chart.name_line("c0", &format!("fit: exponent {exponent} ({between})"));
    chart.line("reference", &half);
    chart.name_line("reference", "exponent −1/2");
    for (class, name, points) in &bounds {
        chart.line(class, points);
        chart.name_line(class, name);
    }
    for point in &fit.points {
        let title = format!(
            "N = {}: mean deviation {} of {} repetitions",
            point.n,
            short(point.mean),
            point.repetitions
        );
        chart.interval("c0", point.n as f64, point.interval);
        chart.marker("c0", Marker::Disc, (point.n as f64, point.mean), &title);
    }
    chart.name_interval("c0", Marker::Disc, "mean with 95 % interval");
    chart
}
