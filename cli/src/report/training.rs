//! Charts of a training run: loss, shares of states and mean value over the samples seen,
//! one line of the log a point.

use super::chart::{Chart, Figure, Scale};
use admit::learn::train::Report;

/// A named line.
type Line = (String, Vec<(f64, f64)>);

/// A run as a file of SVG that stands alone.
pub fn figure(what: &str, log: &[Report]) -> String {
    let line = |name: &str, value: &dyn Fn(&Report) -> Option<f64>| {
        let point = |report: &Report| Some((report.samples as f64, value(report)?));
        (name.to_owned(), log.iter().filter_map(point).collect())
    };
    let loss = line("loss", &|r| Some(r.loss));
    let shares = [
        line("overestimated, held out", &|r| Some(r.over)),
        line("misclassified, in training", &|r| Some(1.0 - r.accuracy)),
    ];
    let means = [
        line("largest logit", &|r| Some(r.mean)),
        line("quantile rule, overestimation rate at most 1e-3", &|r| {
            r.careful_mean
        }),
    ];
    let size = (760, 240);
    [
        ("loss", curves("loss", true, &[loss], size)),
        (
            "shares of states",
            curves("share of states", true, &shares, size),
        ),
        (
            "mean value of held-out states",
            curves("mean value", false, &means, size),
        ),
    ]
    .into_iter()
    .fold(Figure::new(), |figure, (title, chart)| {
        figure.with(&format!("{what}: {title}"), "", &chart)
    })
    .svg()
}

/// Lines over the samples seen.
pub(super) fn curves(y: &str, logarithmic: bool, lines: &[Line], size: (u32, u32)) -> Chart {
    let points = || lines.iter().flat_map(|line| &line.1);
    let last = points().map(|point| point.0).fold(0.0, f64::max);
    let values = points().map(|point| point.1);
    let scale = if logarithmic {
        Scale::logarithmic_over(y, values)
    } else {
        Scale::linear_over(y, values)
    };
    let label = format!("{y} over samples");
    let mut chart = Chart::new(&label, Scale::linear("samples", (0.0, last)), scale, size);
    chart.lines(lines);
    chart
}
