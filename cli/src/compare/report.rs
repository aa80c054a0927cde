//! What came of a comparison: for programs, for people, and as a picture.

use super::super::context::Failure;
use super::super::output::{columns_of, megabytes, thousands};
use super::Arguments;
use super::contenders::{Contender, Field, Subject};
use super::race::{Run, Task};
use crate::report::chart::{Axis, ChartError};
use crate::report::markers::{Markers, svg};
use admit::certify::certificate::Digests;
use admit::space::cube::format_moves;
use admit::stats::RESAMPLES;
use admit::stats::paired::{Compared, PairedError, Test, compare};
use serde::Serialize;

/// Everything that was found.
#[derive(Serialize)]
pub(super) struct Report {
    pattern: String,
    base: Option<String>,
    /// Bytes of the table that is added to each contender, if one is.
    base_bytes: Option<u64>,
    /// Bytes that compressed tables may take.
    bytes: u64,
    seed: u64,
    threads: usize,
    contenders: Vec<About>,
    certificate: Option<Vouchers>,
    depths: Vec<AtDepth>,
    /// The certified network against each of the others.
    paired: Vec<Pair>,
    resamples: usize,
    instances: Vec<Instance>,
    #[serde(skip)]
    shown: String,
}

/// A contender, without what it did.
#[derive(Serialize)]
struct About {
    name: String,
    bytes: u64,
    index_bytes: u64,
    mean: f64,
    digest: Option<String>,
    #[serde(skip)]
    short: &'static str,
}

/// Digests of what the certificate is about, and its own.
#[derive(Serialize)]
struct Vouchers {
    certificate: String,
    #[serde(flatten)]
    about: Digests,
}

/// What was found at one depth.
#[derive(Serialize)]
struct AtDepth {
    depth: u32,
    cubes: usize,
    mean_length: f64,
    /// By contender.
    sums: Vec<Sums>,
}

#[derive(Serialize)]
struct Sums {
    nodes: u64,
    geometric_mean: f64,
    /// Between which it lies at 95 %, from resampling.
    interval: (f64, f64),
    seconds: f64,
}

/// Two contenders on the same cubes, at one depth or at all.
#[derive(Serialize)]
struct Pair {
    one: String,
    other: String,
    depth: Option<u32>,
    #[serde(flatten)]
    found: Compared,
    #[serde(skip)]
    shorts: [&'static str; 2],
}

/// A cube, and by contender what solving it took.
#[derive(Serialize)]
struct Instance {
    depth: u32,
    moves: String,
    length: usize,
    nodes: Vec<u64>,
    seconds: Vec<f64>,
}

impl Report {
    pub(super) fn new(
        subject: &Subject,
        field: &Field,
        tasks: &[Task],
        runs: &[Vec<Run>],
        arguments: &Arguments,
    ) -> Result<Report, Failure> {
        let instances: Vec<Instance> = tasks.iter().zip(runs).map(instance).collect();
        let by_depth = instances.chunk_by(|a, b| a.depth == b.depth);
        let depths = by_depth
            .clone()
            .map(|part| AtDepth::new(part, field, arguments.seed));
        let depths = depths.collect::<Result<_, _>>()?;
        let mut paired = Vec::new();
        if let Some(one) = field.certified {
            for other in (0..field.contenders.len()).filter(|&other| other != one) {
                let parts = by_depth.clone().map(|part| (Some(part[0].depth), part));
                // Over all depths, if there are several.
                let whole = (by_depth.clone().count() > 1).then_some((None, &instances[..]));
                for (depth, part) in parts.chain(whole) {
                    let pair = [one, other].map(|i| &field.contenders[i]);
                    let [a, b] = [one, other].map(|i| nodes(part, i));
                    paired.push(Pair {
                        one: pair[0].name.clone(),
                        other: pair[1].name.clone(),
                        depth,
                        found: compare(&a, &b, arguments.seed)?,
                        shorts: pair.map(|contender| contender.short),
                    });
                }
            }
        }
        Ok(Report {
            pattern: subject.pattern.to_string(),
            base: subject.base.map(|base| base.to_string()),
            base_bytes: field.base_bytes,
            bytes: arguments.bytes,
            seed: arguments.seed,
            threads: rayon::current_num_threads(),
            contenders: field.contenders.iter().map(About::new).collect(),
            certificate: field
                .certificate
                .as_ref()
                .map(|(certificate, own)| Vouchers {
                    certificate: own.clone(),
                    about: certificate.digests.clone(),
                }),
            depths,
            paired,
            resamples: RESAMPLES,
            instances,
            shown: subject.shown(),
        })
    }

    /// For people.
    pub(super) fn print(&self) {
        let cubes = self.depths.first().map_or(0, |depth| depth.cubes);
        anstream::println!(
            "{}: {} random cubes at each depth, seed {}, IDA* on {} threads.",
            self.shown,
            thousands(cubes as u64),
            self.seed,
            self.threads
        );
        anstream::println!(
            "Every cube was solved in as few moves with each as with the exact table."
        );
        if let (Some(base), Some(bytes)) = (&self.base, self.base_bytes) {
            let bytes = megabytes(bytes);
            anstream::println!(
                "To each the table of {base} is added, {bytes}; mean h is without it."
            );
        }
        for depth in &self.depths {
            anstream::println!(
                "\ndepth {}, {:.2} moves on average",
                depth.depth,
                depth.mean_length
            );
            columns_of(&self.rows(depth));
        }
        if !self.paired.is_empty() {
            anstream::println!(
                "\nCube by cube; geometric means of ratios, their intervals from {} resamples, seed {};\n\
                 shares of cubes with intervals of Clopper and Pearson.",
                thousands(self.resamples as u64),
                self.seed
            );
            let head = [
                "nodes",
                "depth",
                "ratio",
                "fewer on (95 %)",
                "p (Student)",
                "p (Wilcoxon)",
            ];
            let rows = self.paired.iter().map(Pair::row);
            let rows = std::iter::once(head.map(str::to_owned)).chain(rows);
            columns_of(&rows.collect::<Vec<_>>());
        }
    }

    fn rows(&self, depth: &AtDepth) -> Vec<[String; 7]> {
        let head = [
            "contender",
            "size",
            "index",
            "mean h",
            "nodes",
            "geometric mean (95 %)",
            "seconds",
        ];
        let rows = self
            .contenders
            .iter()
            .zip(&depth.sums)
            .map(|(about, sums)| {
                [
                    about.name.clone(),
                    megabytes(about.bytes),
                    match about.index_bytes {
                        0 => String::new(),
                        bytes => format!("+ {}", megabytes(bytes)),
                    },
                    format!("{:.4}", about.mean),
                    thousands(sums.nodes),
                    sums.mean_and_interval(),
                    format!("{:.3}", sums.seconds),
                ]
            });
        std::iter::once(head.map(str::to_owned))
            .chain(rows)
            .collect()
    }

    /// Nodes generated against size, one chart for each depth.
    pub(super) fn picture(&self) -> Result<String, ChartError> {
        let charts = self.depths.iter().map(|depth| Markers {
            title: format!("{}, depth {}", self.shown, depth.depth),
            x: Axis::logarithmic("size with index, in bytes"),
            y: Axis::logarithmic("nodes generated (geometric mean)"),
            points: self
                .contenders
                .iter()
                .zip(&depth.sums)
                .map(|(about, sums)| {
                    let size = about.bytes + about.index_bytes + self.base_bytes.unwrap_or(0);
                    (about.short.to_owned(), (size as f64, sums.geometric_mean))
                })
                .collect(),
        });
        svg(&charts.collect::<Vec<_>>(), (760, 300))
    }
}

fn instance((task, runs): (&Task, &Vec<Run>)) -> Instance {
    Instance {
        depth: task.depth,
        moves: format_moves(&task.moves),
        length: runs[0].length,
        nodes: runs.iter().map(|run| run.generated).collect(),
        seconds: runs.iter().map(|run| run.seconds).collect(),
    }
}

/// What one contender generated, cube by cube.
fn nodes(instances: &[Instance], contender: usize) -> Vec<f64> {
    let nodes = instances.iter().map(|instance| instance.nodes[contender]);
    nodes.map(|nodes| nodes as f64).collect()
}

impl About {
    fn new(contender: &Contender) -> About {
        About {
            name: contender.name.clone(),
            bytes: contender.bytes,
            index_bytes: contender.index,
            mean: contender.mean,
            digest: contender.digest.clone(),
            short: contender.short,
        }
    }
}

impl AtDepth {
    /// Of the cubes of one depth, of which there is one at least.
    fn new(part: &[Instance], field: &Field, seed: u64) -> Result<AtDepth, PairedError> {
        let lengths: usize = part.iter().map(|instance| instance.length).sum();
        let ones = vec![1.0; part.len()];
        let sums = (0..field.contenders.len()).map(|i| {
            // Against ones, ratios are the nodes themselves.
            let found = compare(&nodes(part, i), &ones, seed)?;
            Ok(Sums {
                nodes: part.iter().map(|instance| instance.nodes[i]).sum(),
                geometric_mean: found.ratio,
                interval: found.interval,
                seconds: part.iter().map(|instance| instance.seconds[i]).sum(),
            })
        });
        Ok(AtDepth {
            depth: part[0].depth,
            cubes: part.len(),
            mean_length: lengths as f64 / part.len() as f64,
            sums: sums.collect::<Result<_, _>>()?,
        })
    }
}

impl Sums {
    /// The geometric mean in whole nodes.
    fn mean_and_interval(&self) -> String {
        let (low, high) = self.interval;
        let [mean, low, high] =
            [self.geometric_mean, low, high].map(|nodes| thousands(nodes.round() as u64));
        format!("{mean} ({low} to {high})")
    }
}

impl Pair {
    fn row(&self) -> [String; 6] {
        let found = &self.found;
        let (low, high) = found.interval;
        let p = |test: Option<Test>| test.map_or("no test".to_owned(), |test| small(test.p));
        [
            self.shorts.join(" / "),
            self.depth
                .map_or("all".to_owned(), |depth| depth.to_string()),
            format!("{:.3} ({low:.3} to {high:.3} at 95 %)", found.ratio),
            share(found.less, found.less_interval),
            p(found.t),
            p(found.signed_ranks),
        ]
    }
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
    fn means_and_shares_have_intervals() {
        let sums = Sums {
            nodes: 2_468,
            geometric_mean: 1233.7,
            interval: (1099.6, 1380.2),
            seconds: 1.0,
        };
        assert_eq!(sums.mean_and_interval(), "1,234 (1,100 to 1,380)");
        assert_eq!(share(0.87, (0.7881, 0.9289)), "87 % (79 to 93)");
    }
}
