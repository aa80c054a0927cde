//! Sections about networks: training curves, and overestimates by exact distance.

use super::Page;
use super::gather::From;
use super::results::Learned;
use super::section::{
    Block, Captioned, Section, Table, captioned, code, heading, missing, number, text,
};
use crate::report::chart::{Chart, Scale};
use crate::report::numbers::{compact, megabytes, part, share, thousands};
use crate::report::training::curves;
use admit::learn::evaluate::ByClass;
use admit::learn::train::Report;

const NONE: &str =
    "No results of networks were found, neither in models/learned.json nor in this run.";
/// The most points of a curve.
const POINTS: usize = 160;
/// The most networks in one chart of box plots.
const BOXES: usize = 4;

/// Networks by the table that they were trained on, in the order of first appearance.
fn by_table(page: &Page) -> Vec<(&str, Vec<&From<Learned>>)> {
    let mut tables: Vec<(&str, Vec<&From<Learned>>)> = Vec::new();
    for from in &page.learned {
        match tables.iter_mut().find(|(table, _)| *table == from.it.table) {
            Some((_, list)) => list.push(from),
            None => tables.push((&from.it.table, vec![from])),
        }
    }
    tables
}

/// Training curves.
pub(super) fn training(page: &Page) -> Section {
    let mut blocks = Vec::new();
    for (table, mut list) in by_table(page) {
        list.retain(|from| from.it.log.len() > 1);
        if list.is_empty() {
            continue;
        }
        blocks.push(heading(table));
        // 0 has no position on a logarithmic axis.
        let over = |report: &Report| report.over.max(1e-7);
        let charts = vec![
            curve(table, "loss", &list, false, |report| report.loss),
            curve(table, "overestimation rate", &list, true, over),
            curve(table, "mean value", &list, false, |report| report.mean),
        ];
        blocks.push(Block::Charts { charts });
    }
    if blocks.is_empty() {
        blocks.push(missing(NONE));
    } else {
        blocks.push(Block::Table(summary(page)));
    }
    Section {
        id: "training",
        title: "Training curves",
        words: "Results on held-out states after each evaluation. The value of a state is the class with the largest logit; no quantile rule is applied.",
        blocks,
    }
}

fn summary(page: &Page) -> Table {
    let rows = page.learned.iter().map(|from| {
        let it = &from.it;
        [
            text(format!("{} ({})", it.name, from.origin())),
            text(&it.loss),
            text(&it.net),
            text(&it.rule),
            number(thousands(it.samples)),
            number(megabytes(it.bytes)),
            number(format!("{:.4}", it.mean)),
            number(part(it.over, it.states)),
            code(&it.command),
        ]
    });
    let head = [
        "network",
        "loss",
        "architecture",
        "rule",
        "samples",
        "size",
        "mean value",
        "overestimated",
        "command",
    ];
    Table::new("All networks, evaluated on all states", head, rows)
}

fn curve(
    table: &str,
    what: &str,
    list: &[&From<Learned>],
    logarithmic: bool,
    of: impl Fn(&Report) -> f64,
) -> Captioned {
    let line = |from: &&From<Learned>| {
        let name = format!("{} ({})", from.it.name, from.it.loss);
        (name, thinned(&from.it.log, &of))
    };
    let lines: Vec<_> = list.iter().map(line).collect();
    let chart = curves(what, logarithmic, &lines, (284, 220));
    captioned(&chart, format!("{table}: {what}"))
}

fn thinned(log: &[Report], of: &impl Fn(&Report) -> f64) -> Vec<(f64, f64)> {
    let every = log.len().div_ceil(POINTS).max(1);
    log.iter()
        .enumerate()
        .filter(|(k, _)| k % every == 0 || k + 1 == log.len())
        .map(|(_, report)| (report.samples as f64, of(report)))
        .collect()
}

/// Values of overestimated states by exact distance.
pub(super) fn overestimates(page: &Page) -> Section {
    let mut blocks = Vec::new();
    for (table, list) in by_table(page) {
        blocks.push(heading(table));
        let overestimates = |from: &&From<Learned>| {
            let mut classes = from.it.by_class.iter();
            classes.any(|class| five(class, 0).is_some())
        };
        let shown: Vec<_> = list.into_iter().filter(overestimates).take(BOXES).collect();
        if shown.is_empty() {
            let text = "No state is overestimated, or the size of overestimates was not recorded.";
            blocks.push(missing(text));
            continue;
        }
        let charts = vec![boxes(table, &shown)];
        blocks.push(Block::Charts { charts });
        blocks.push(classes(table, &shown).folded());
    }
    if blocks.is_empty() {
        blocks.push(missing(NONE));
    }
    Section {
        id: "overestimates",
        title: "Overestimates by exact distance",
        words: "The paper’s box plots: heuristic values of the states that a network overestimates, by their exact distance. Boxes show the quartiles, thick lines the median, whiskers minimum and maximum; n is the number of overestimated states.",
        blocks,
    }
}

/// Minimum, quartiles and maximum of the values of overestimated states at a distance.
fn five(class: &ByClass, distance: usize) -> Option<[f64; 5]> {
    let all: u64 = class.excess.iter().sum();
    if all == 0 {
        return None;
    }
    let value = |share: f64| {
        let rank = ((all as f64 * share).ceil() as u64).max(1);
        let mut seen = 0;
        let at = class.excess.iter().position(|states| {
            seen += states;
            seen >= rank
        });
        (distance + 1 + at.unwrap_or(0)) as f64
    };
    Some([0.0, 0.25, 0.5, 0.75, 1.0].map(value))
}

fn boxes(table: &str, list: &[&From<Learned>]) -> Captioned {
    let classes = list.iter().map(|from| from.it.by_class.len()).max();
    let last = classes.unwrap_or(1).max(2) as f64 - 1.0;
    let most = list
        .iter()
        .flat_map(|from| from.it.by_class.iter().enumerate())
        .filter_map(|(distance, class)| five(class, distance))
        .map(|five| five[4])
        .fold(last, f64::max);
    let losses: Vec<&str> = list.iter().map(|from| from.it.loss.as_str()).collect();
    let label = format!(
        "{table}: values of overestimated states by exact distance, for {}; the table below has the numbers",
        losses.join(" and ")
    );
    let width = 80 + (last as u32 + 1) * 64.max(22 * list.len() as u32);
    let mut chart = Chart::new(
        &label,
        Scale::linear("exact distance", (-0.6, last + 0.6)),
        Scale::linear("value", (0.0, most + 0.5)),
        (width, 340),
    )
    .with_text_rows(list.len());
    chart.line("reference", &[(0.0, 0.0), (last, last)]);
    chart.name_line("reference", "exact distance");
    for (k, from) in list.iter().enumerate() {
        let class_name = ["c0", "c1 open", "c2", "c3 open"][k % BOXES];
        let shift = (k as f64 - (list.len() as f64 - 1.0) / 2.0) * 20.0;
        chart.name_row(k, &format!("n, {}", from.it.loss));
        for (distance, class) in from.it.by_class.iter().enumerate() {
            chart.text_below(distance as f64, k, &compact(class.over));
            let Some(five) = five(class, distance) else {
                continue;
            };
            let title = format!(
                "{}, distance {distance}: {} of {} states overestimated, {} to {}, median {}",
                from.it.name,
                thousands(class.over),
                thousands(class.states),
                five[0],
                five[4],
                five[2]
            );
            chart.box_plot(class_name, distance as f64, shift, five, &title);
        }
        chart.name_box(class_name, &format!("{} ({})", from.it.name, from.origin()));
    }
    captioned(&chart, format!("{table}: values of overestimated states"))
}

fn classes(table: &str, list: &[&From<Learned>]) -> Table {
    let classes = list.iter().flat_map(|from| {
        let classes = from.it.by_class.iter().enumerate();
        classes.map(|(distance, class)| (&from.it.name, distance, class))
    });
    let rows = classes.map(|(name, distance, class)| {
        let five = five(class, distance);
        let five = five.map(|five| five.map(|value| value.to_string()).join(" / "));
        [
            text(name),
            number(distance.to_string()),
            number(thousands(class.states)),
            number(thousands(class.over)),
            number(share(class.over as f64 / class.states.max(1) as f64)),
            number(five.unwrap_or("–".to_owned())),
        ]
    });
    let head = [
        "network",
        "exact distance",
        "states",
        "overestimated",
        "share",
        "minimum / quartiles / maximum",
    ];
    Table::new(
        format!("{table}: overestimates by exact distance"),
        head,
        rows,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_follow_from_counts() {
        let class = ByClass {
            excess: vec![2, 1, 0, 1],
            ..ByClass::default()
        };
        // At distance 5: 6, 6, 7, 9.
        assert_eq!(five(&class, 5), Some([6.0, 6.0, 6.0, 7.0, 9.0]));
        assert_eq!(five(&ByClass::default(), 5), None);
    }

    #[test]
    fn a_long_log_is_thinned_and_keeps_its_end() {
        let line =
            r#"{"samples": 0, "seconds": 0, "loss": 1, "accuracy": 0, "mean": 0, "over": 0}"#;
        let report = |samples: u64| {
            let mut report: Report = serde_json::from_str(line).unwrap();
            report.samples = samples;
            report
        };
        let log: Vec<Report> = (0..1_001).map(report).collect();
        let points = thinned(&log, &|report| report.loss);
        assert!(points.len() <= POINTS + 1);
        assert_eq!(points.last(), Some(&(1_000.0, 1.0)));
    }
}
