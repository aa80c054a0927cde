//! The results of a comparison: as JSON, as tables, and as a chart.

use super::super::output::{columns_of, megabytes, thousands};
use crate::report::chart::{Chart, Figure, Marker, Scale, series};
use admit::search::compare::{Comparison, DepthResults, PairedResults, Sums};
use admit::stats::paired::Test;

/// Results, and how their pattern is written.
pub(super) struct Report<'a> {
    pub(super) found: &'a Comparison,
    pub(super) shown: String,
}

impl Report<'_> {
    /// For people.
    pub(super) fn print(&self) {
        let cubes = self.found.depths.first().map_or(0, |depth| depth.cubes);
        anstream::println!(
            "{}: {} random cubes at each depth, seed {}, IDA* on {} threads.",
            self.shown,
            thousands(cubes as u64),
            self.found.seed,
            self.found.threads
        );
        anstream::println!(
            "Every cube was solved in as few moves with each as with the exact table."
        );
        if let (Some(base), Some(bytes)) = (&self.found.base, self.found.base_bytes) {
            let bytes = megabytes(bytes);
            anstream::println!(
                "To each the table of {base} is added, {bytes}; mean h is without it."
            );
        }
        for depth in &self.found.depths {
            anstream::println!(
                "\ndepth {}, {:.2} moves on average",
                depth.depth,
                depth.mean_length
            );
            self.print_depth(depth);
        }
        if !self.found.paired.is_empty() {
            anstream::println!(
                "\nCube by cube; geometric means of ratios, their intervals from {} resamples, seed {};\n\
                 shares of cubes with intervals of Clopper and Pearson.",
                thousands(self.found.resamples as u64),
                self.found.seed
            );
            let head = [
                "nodes",
                "depth",
                "ratio",
                "fewer on (95 %)",
                "p (Student)",
                "p (Wilcoxon)",
            ];
            let rows = self.found.paired.iter().map(paired_row);
            columns_of(&head, &rows.collect::<Vec<_>>());
        }
    }

    fn print_depth(&self, depth: &DepthResults) {
        let head = [
            "contender",
            "size",
            "index",
            "mean h",
            "nodes",
            "geometric mean (95 %)",
            "seconds",
        ];
        let contenders = self.found.contenders.iter().zip(&depth.sums);
        let rows = contenders.map(|(about, sums)| {
            [
                about.name.clone(),
                megabytes(about.bytes),
                match about.index_bytes {
                    0 => String::new(),
                    bytes => format!("+ {}", megabytes(bytes)),
                },
                format!("{:.4}", about.mean),
                thousands(sums.nodes),
                mean_and_interval(sums),
                format!("{:.3}", sums.seconds),
            ]
        });
        columns_of(&head, &rows.collect::<Vec<_>>());
    }

    /// Nodes generated over size, one chart for each depth.
    pub(super) fn figure(&self) -> String {
        let sizes = self.found.contenders.iter().map(|about| {
            let size = about.bytes + about.index_bytes + self.found.base_bytes.unwrap_or(0);
            size as f64
        });
        let x = Scale::logarithmic_over("size with index, in bytes", sizes.clone());
        let chart = |depth: &DepthResults| {
            let nodes = depth.sums.iter().map(|sums| sums.geometric_mean);
            let y = Scale::logarithmic_over("nodes (geometric mean)", nodes.clone());
            let label = "nodes generated over size";
            let mut chart = Chart::new(label, x.clone(), y, (760, 260));
            let points = self.found.contenders.iter().zip(sizes.clone().zip(nodes));
            for (k, (about, point)) in points.enumerate() {
                let (class, marker) = (series(k), Marker::numbered(k));
                chart.marker(class, marker, point, &about.name);
                chart.name_marker(class, marker, about.short);
            }
            chart
        };
        let add = |figure: Figure, depth: &DepthResults| {
            let title = format!("{}, depth {}", self.shown, depth.depth);
            figure.with(&title, "", &chart(depth))
        };
        self.found.depths.iter().fold(Figure::new(), add).svg()
    }
}

/// The geometric mean in whole nodes, and its interval.
fn mean_and_interval(sums: &Sums) -> String {
    let (low, high) = sums.interval;
    let [mean, low, high] =
        [sums.geometric_mean, low, high].map(|nodes| thousands(nodes.round() as u64));
    format!("{mean} ({low} to {high})")
}

fn paired_row(pair: &PairedResults) -> [String; 6] {
    let found = &pair.found;
    let (low, high) = found.interval;
    let p = |test: Option<Test>| test.map_or("no test".to_owned(), |test| small(test.p));
    [
        pair.shorts.join(" / "),
        pair.depth
            .map_or("all".to_owned(), |depth| depth.to_string()),
        format!("{:.3} ({low:.3} to {high:.3} at 95 %)", found.ratio),
        share(found.less, found.less_interval),
        p(found.t),
        p(found.signed_ranks),
    ]
}

/// A share in per cent, and between which it lies.
fn share(share: f64, (low, high): (f64, f64)) -> String {
    let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
    format!("{share:.0} % ({low:.0} to {high:.0})")
}

/// A probability in few characters.
fn small(p: f64) -> String {
    match p {
        _ if p < 1e-300 => "< 1e-300".to_owned(),
        _ if p < 0.001 => format!("{p:.1e}"),
        _ => format!("{p:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_short() {
        let said = [0.0, 3.21e-40, 0.0494, 1.0].map(small);
        assert_eq!(said, ["< 1e-300", "3.2e-40", "0.049", "1.000"]);
    }

    #[test]
    fn shares_have_intervals() {
        assert_eq!(share(0.87, (0.7881, 0.9289)), "87 % (79 to 93)");
    }
}
