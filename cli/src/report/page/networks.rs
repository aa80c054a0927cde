//! Sections about networks: how they learnt, and which states they overestimate.

use super::Page;
use super::block::{
    Block, Picture, Section, Table, code, count, heading, megabytes, missing, number, share, text,
};
use super::found::Learnt;
use super::gather::From;
use super::plot::{Plot, Scale, compact, short};
use admit::learn::evaluate::ByClass;
use admit::learn::train::Report;

const NONE: &str = "No network has left a record: neither models/learnt.json nor this run.";
/// More points than this no reader tells apart.
const POINTS: usize = 160;
const CLASSES: [&str; 6] = ["c0", "c1", "c2", "c3", "c4", "c5"];

/// Networks by the table that they learnt, in the order in which tables are met.
fn by_table(page: &Page) -> Vec<(&str, Vec<&From<Learnt>>)> {
    let mut tables: Vec<(&str, Vec<&From<Learnt>>)> = Vec::new();
    for from in &page.learnt {
        match tables.iter_mut().find(|(table, _)| *table == from.it.table) {
            Some((_, list)) => list.push(from),
            None => tables.push((&from.it.table, vec![from])),
        }
    }
    tables
}

/// How networks learnt.
pub(super) fn training(page: &Page) -> Section {
    let mut blocks = Vec::new();
    for (table, list) in by_table(page) {
        let logged: Vec<_> = list
            .iter()
            .filter(|from| from.it.log.len() > 1)
            .copied()
            .collect();
        if logged.is_empty() {
            continue;
        }
        blocks.push(heading(table));
        let over = |report: &Report| report.over.max(1e-7);
        blocks.push(Block::Pictures {
            pictures: vec![
                curve(table, "loss", &logged, false, |report| report.loss),
                curve(table, "share of overestimates", &logged, true, over),
                curve(table, "mean value", &logged, false, |report| report.mean),
            ],
        });
    }
    if blocks.is_empty() {
        blocks.push(missing(NONE));
    } else {
        blocks.push(Block::Table(summary(page)));
    }
    Section {
        id: "training",
        title: "Training curves",
        words: "After each round, on states that were held out, by the largest logit: before any rule makes the network careful.",
        blocks,
    }
}

fn summary(page: &Page) -> Table {
    let rows = page.learnt.iter().map(|from| {
        let it = &from.it;
        vec![
            text(format!("{} ({})", it.name, from.origin())),
            text(&it.loss),
            text(&it.net),
            text(&it.rule),
            number(count(it.samples)),
            number(megabytes(it.bytes)),
            number(format!("{:.4}", it.mean)),
            number(format!(
                "{} ({})",
                count(it.over),
                share(it.over, it.states)
            )),
            code(&it.command),
        ]
    });
    let head = vec![
        text("network"),
        text("loss"),
        text("shape"),
        text("rule"),
        number("samples"),
        number("size"),
        number("mean"),
        number("overestimated"),
        text("again"),
    ];
    Table::new("All networks, on all states", head, rows.collect())
}

fn curve(
    table: &str,
    what: &str,
    list: &[&From<Learnt>],
    logarithmic: bool,
    of: impl Fn(&Report) -> f64,
) -> Picture {
    let lines: Vec<Vec<(f64, f64)>> = list.iter().map(|from| thinned(&from.it.log, &of)).collect();
    let all = || lines.iter().flatten();
    let last = all().map(|(x, _)| *x).fold(0.0, f64::max);
    let low = all().map(|(_, y)| *y).fold(f64::INFINITY, f64::min);
    let high = all().map(|(_, y)| *y).fold(f64::NEG_INFINITY, f64::max);
    let y = if logarithmic {
        Scale::logarithmic(what, (low / 1.3, high * 1.3))
    } else {
        let margin = ((high - low) * 0.06).max(1e-6);
        Scale::linear(what, (low - margin, high + margin))
    };
    let label = format!(
        "{table}: {what} over samples, from {} to {}",
        short(low),
        short(high)
    );
    let mut plot = Plot::new(&label, Scale::linear("samples", (0.0, last)), y, (284, 220));
    for ((from, line), class) in list.iter().zip(&lines).zip(CLASSES.iter().cycle()) {
        plot.line(class, line);
        plot.name_line(class, &format!("{} ({})", from.it.name, from.it.loss));
    }
    Picture {
        svg: plot.svg(),
        caption: format!("{table}: {what}"),
    }
}

fn thinned(log: &[Report], of: &impl Fn(&Report) -> f64) -> Vec<(f64, f64)> {
    let every = log.len().div_ceil(POINTS).max(1);
    log.iter()
        .enumerate()
        .filter(|(k, _)| k % every == 0 || k + 1 == log.len())
        .map(|(_, report)| (report.samples as f64, of(report)))
        .filter(|(_, y)| y.is_finite())
        .collect()
}

/// By how much states are overestimated, by true class.
pub(super) fn overestimates(page: &Page) -> Section {
    let mut blocks = Vec::new();
    for (table, list) in by_table(page) {
        blocks.push(heading(table));
        let shown: Vec<&From<Learnt>> = list
            .iter()
            .filter(|from| {
                from.it
                    .by_class
                    .iter()
                    .any(|class| five(class, 0).is_some())
            })
            .take(4)
            .copied()
            .collect();
        if shown.is_empty() {
            let text = "No state is overestimated, or it was not recorded by how much.";
            blocks.push(missing(text));
            continue;
        }
        blocks.push(Block::Pictures {
            pictures: vec![boxes(table, &shown)],
        });
        blocks.push(classes(table, &shown).folded());
    }
    if blocks.is_empty() {
        blocks.push(missing(NONE));
    }
    Section {
        id: "overestimates",
        title: "Overestimates by true class",
        words: "The paper's box plots: of the states that a network overestimates, what it says, by what is true. A box is the middle half, the thick line the median, whiskers reach to the least and the most; n is how many states.",
        blocks,
    }
}

/// Least, quartiles and most of what is said of a class where it is too much.
fn five(class: &ByClass, truth: usize) -> Option<[f64; 5]> {
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
        (truth + 1 + at.unwrap_or(0)) as f64
    };
    Some([0.0, 0.25, 0.5, 0.75, 1.0].map(value))
}

fn boxes(table: &str, list: &[&From<Learnt>]) -> Picture {
    let classes = list.iter().map(|from| from.it.by_class.len()).max();
    let last = classes.unwrap_or(1).max(2) as f64 - 1.0;
    let most = list
        .iter()
        .flat_map(|from| from.it.by_class.iter().enumerate())
        .filter_map(|(truth, class)| five(class, truth))
        .map(|five| five[4])
        .fold(last, f64::max);
    let label = format!(
        "{table}: values of overestimated states by true class, for {}; the table beneath has the numbers",
        list.iter()
            .map(|from| from.it.loss.as_str())
            .collect::<Vec<_>>()
            .join(" and ")
    );
    let width = 80 + (last as u32 + 1) * 64.max(22 * list.len() as u32);
    let mut plot = Plot::new(
        &label,
        Scale::linear("true class", (-0.6, last + 0.6)),
        Scale::linear("value", (0.0, most + 0.5)),
        (width, 340),
    )
    .with_lines_beneath(list.len());
    plot.line("reference", &[(0.0, 0.0), (last, last)]);
    plot.name_line("reference", "the true value");
    let between = 20.0;
    for (k, from) in list.iter().enumerate() {
        let class_name = ["c0 solid", "c1 open", "c2 solid", "c3 open"][k % 4];
        let shift = (k as f64 - (list.len() as f64 - 1.0) / 2.0) * between;
        plot.beneath_name(class_name, k, &format!("n, {}", from.it.loss));
        for (truth, class) in from.it.by_class.iter().enumerate() {
            plot.beneath(class_name, truth as f64, k, &compact(class.over));
            let Some(five) = five(class, truth) else {
                continue;
            };
            let title = format!(
                "{}, true {truth}: {} of {} states overestimated, {} to {}, median {}",
                from.it.name,
                count(class.over),
                count(class.states),
                five[0],
                five[4],
                five[2]
            );
            plot.whiskers(class_name, truth as f64, shift, five, &title);
        }
        plot.name_box(class_name, &format!("{} ({})", from.it.name, from.origin()));
    }
    Picture {
        svg: plot.svg(),
        caption: format!("{table}: what is said of overestimated states"),
    }
}

fn classes(table: &str, list: &[&From<Learnt>]) -> Table {
    let mut rows = Vec::new();
    for from in list {
        for (truth, class) in from.it.by_class.iter().enumerate() {
            let spread = five(class, truth).map_or("–".to_owned(), |five| {
                five.map(|value| value.to_string()).join(" / ")
            });
            rows.push(vec![
                text(&from.it.name),
                number(truth.to_string()),
                number(count(class.states)),
                number(count(class.over)),
                number(share(class.over, class.states)),
                number(spread),
            ]);
        }
    }
    let head = vec![
        text("network"),
        number("true class"),
        number("states"),
        number("overestimated"),
        number("share"),
        number("least / quartiles / most"),
    ];
    Table::new(format!("{table}: overestimates by true class"), head, rows)
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
        // Of class 5: 6, 6, 7, 9.
        assert_eq!(five(&class, 5), Some([6.0, 6.0, 6.0, 7.0, 9.0]));
        assert_eq!(five(&ByClass::default(), 5), None);
    }

    #[test]
    fn a_long_log_is_thinned_and_keeps_its_end() {
        let report = |k: u64| Report {
            samples: k,
            seconds: 0.0,
            loss: 1.0,
            accuracy: 0.0,
            beta: None,
            eta: None,
            mean: 0.0,
            over: 0.0,
            careful_q: None,
            careful_mean: None,
            mean_interval: None,
            over_interval: None,
            careful_interval: None,
        };
        let log: Vec<Report> = (0..1_001).map(report).collect();
        let points = thinned(&log, &|report| report.loss);
        assert!(points.len() <= POINTS + 1);
        assert_eq!(points.last(), Some(&(1_000.0, 1.0)));
    }
}
