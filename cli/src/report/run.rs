//! How a training run went, as a picture: loss, overestimates and mean over the
//! samples seen, one line of the log a point.

use super::chart::{Axis, Chart, ChartError, svg};
use admit::learn::train::Report;

/// The picture of a run.
///
/// ```
/// use admit::learn::train::Report;
/// use admit_cli::report::run::picture;
/// let line = r#"{"samples": 1048576, "seconds": 4.2, "loss": 1.7, "accuracy": 0.4,
///     "beta": 1.0, "eta": 0.1, "mean": 6.8, "over": 0.02, "careful_q": null,
///     "careful_mean": null}"#;
/// let report: Report = serde_json::from_str(line).unwrap();
/// let svg = picture("6-edge", &[report]).unwrap();
/// assert!(svg.contains("6-edge"));
/// ```
///
/// # Errors
///
/// If it cannot be drawn.
pub fn picture(what: &str, log: &[Report]) -> Result<String, ChartError> {
    let line = |name: &str, value: &dyn Fn(&Report) -> Option<f64>| {
        let points = log
            .iter()
            .filter_map(|r| Some((r.samples as f64, value(r)?)));
        (name.to_owned(), points.collect::<Vec<_>>())
    };
    let chart = |title: String, y: Axis, lines: Vec<(String, Vec<(f64, f64)>)>| Chart {
        title,
        x: Axis::linear("samples"),
        y,
        lines,
    };
    let share = |name: &str| Axis::logarithmic(name);
    svg(
        &[
            chart(
                format!("{what}: loss"),
                share("loss"),
                vec![line("loss", &|r| Some(r.loss))],
            ),
            chart(
                format!("{what}: shares of states"),
                share("share"),
                vec![
                    line("overestimated, held out", &|r| Some(r.over)),
                    line("not given their class, in training", &|r| {
                        Some(1.0 - r.accuracy)
                    }),
                ],
            ),
            chart(
                format!("{what}: mean value on held-out states"),
                Axis::linear("mean"),
                vec![
                    line("largest logit", &|r| Some(r.mean)),
                    line("careful, rate at most 1e-3", &|r| r.careful_mean),
                ],
            ),
        ],
        (760, 260),
    )
}
