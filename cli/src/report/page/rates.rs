//! The section about how deviations fall with the number of samples.

use super::Page;
use super::block::{Block, Picture, Section, Table, missing, number, seconds, text};
use super::gather::From;
use super::plot::{Mark, Plot, Scale, short};
use admit_verification::convergence::ConvergenceRate;
use admit_verification::convergence::experiment::DELTA;

/// So many repetitions at one N are shown as points.
const SHOWN: usize = 40;

/// Fits of all settings, and their pictures.
pub(super) fn rates(page: &Page) -> Section {
    let blocks = if page.rates.is_empty() {
        vec![missing(
            "No rate was measured: neither published nor in this run.",
        )]
    } else {
        vec![
            Block::Table(fits(page)),
            Block::Pictures {
                pictures: page.rates.iter().map(picture).collect(),
            },
        ]
    };
    Section {
        id: "rate",
        title: "The 1/√N fit",
        words: "How far the mean of Ψ over N instances is from its expectation. The theorem allows a deviation that shrinks like 1/√N, an exponent of −1/2; the interval of the fitted exponent decides, by a rule that was fixed before the published run.",
        blocks,
    }
}

fn signed(value: f64) -> String {
    format!("{value:.3}").replace('-', "−")
}

fn fits(page: &Page) -> Table {
    let rows = page.rates.iter().map(|from| {
        let ConvergenceRate {
            measured,
            fit,
            judgement,
            crossings,
            seconds: time,
            ..
        } = &from.it;
        let (above, of) = crossings;
        let largest = measured.groups.last().map_or(0, |group| group.n);
        vec![
            text(&measured.words),
            text(from.origin()),
            number(signed(fit.slope)),
            number(format!(
                "{} to {}",
                signed(fit.interval.0),
                signed(fit.interval.1)
            )),
            text(judgement.to_string()),
            number(format!("{above} of {of}")),
            number(short(largest as f64)),
            number(seconds(*time)),
        ]
    });
    let head = vec![
        text("setting"),
        text("from"),
        number("exponent"),
        number("95 % interval"),
        text("verdict"),
        number(format!("above the bound at δ = {DELTA}")),
        number("largest N"),
        number("took"),
    ];
    Table::new("Exponents of all settings", head, rows.collect())
}

fn picture(from: &From<ConvergenceRate>) -> Picture {
    let ConvergenceRate {
        measured,
        fit,
        judgement,
        ..
    } = &from.it;
    let class = &measured.class;
    let sizes: Vec<f64> = measured.groups.iter().map(|group| group.n as f64).collect();
    let ends = (
        sizes.first().copied().unwrap_or(1.0),
        sizes.last().copied().unwrap_or(10.0),
    );
    let low = fit
        .points
        .iter()
        .map(|point| point.interval.0)
        .fold(f64::INFINITY, f64::min);
    let high = sizes
        .iter()
        .map(|n| class.by_counting(*n).max(class.by_dimension(*n)))
        .fold(0.0, f64::max);
    let (slope, interval) = (signed(fit.slope), fit.interval);
    let between = format!("{} to {}", signed(interval.0), signed(interval.1));
    let label = format!(
        "{}: deviation against N; exponent {slope}, {between} at 95 %, {judgement}",
        measured.words
    );
    let mut plot = Plot::new(
        &label,
        Scale::logarithmic("N, instances", (ends.0 / 1.4, ends.1 * 1.4)),
        Scale::logarithmic("|mean of Ψ − expectation|", (low / 4.0, high * 1.3)),
        (430, 320),
    );
    let dust = measured.groups.iter().flat_map(|group| {
        let shown = group.deviations.iter().take(SHOWN).filter(|d| **d > 0.0);
        shown.map(|deviation| (group.n as f64, *deviation))
    });
    plot.dust("c0", dust.collect::<Vec<_>>().into_iter());
    let band: Vec<_> = sizes
        .iter()
        .map(|n| {
            let (low, high) = fit.band(*n);
            (*n, low, high)
        })
        .collect();
    plot.band("c0", &band);
    let line: Vec<_> = sizes.iter().map(|n| (*n, fit.at(*n))).collect();
    plot.line("c0", &line);
    plot.name_line("c0", &format!("fit, exponent {slope}"));
    // The line of slope −1/2 through the fitted line in the middle.
    let middle = sizes.iter().map(|n| n.ln()).sum::<f64>() / sizes.len().max(1) as f64;
    let through = fit.at(middle.exp()) * (middle / 2.0).exp();
    let half: Vec<_> = sizes.iter().map(|n| (*n, through / n.sqrt())).collect();
    plot.line("reference", &half);
    plot.name_line("reference", "exponent −1/2");
    let bound = |of: &dyn Fn(f64) -> f64| sizes.iter().map(|n| (*n, of(*n))).collect::<Vec<_>>();
    plot.line("c1", &bound(&|n| class.by_dimension(n)));
    plot.name_line("c1", "bound, pseudo-dimension");
    plot.line("c2", &bound(&|n| class.by_counting(n)));
    plot.name_line("c2", "bound, counting");
    for point in &fit.points {
        plot.interval("c0 plain", point.n as f64, point.interval);
        let title = format!(
            "N = {}: mean deviation {} of {} repetitions",
            point.n,
            short(point.mean),
            point.repetitions
        );
        plot.mark("c0", Mark::Disc, (point.n as f64, point.mean), &title);
    }
    Picture {
        svg: plot.svg(),
        caption: format!(
            "{} ({}): {judgement}, exponent {slope} ({between})",
            measured.words,
            from.origin()
        ),
    }
}
