//! The section about how deviations fall with the number of samples.

use super::Page;
use super::section::{Block, Section, Table, captioned, missing, number, text};
use crate::report::convergence::chart;
use crate::report::numbers::{duration, interval, short, signed};
use admit_verification::convergence::experiment::DELTA;

/// Repetitions for each N that are drawn as dots.
const SHOWN: usize = 40;

/// Fitted exponents of all settings, and their charts.
pub(super) fn convergence(page: &Page) -> Section {
    let charts = page.rates.iter().map(|from| {
        let fit = &from.it.fit;
        let caption = format!(
            "{} ({}): {}, exponent {} ({})",
            from.it.measured.words,
            from.origin(),
            from.it.judgement,
            signed(fit.slope),
            interval(fit.interval)
        );
        captioned(&chart(&from.it, (430, 320), SHOWN), caption)
    });
    let blocks = if page.rates.is_empty() {
        vec![missing(
            "No convergence experiment was found, neither published nor in this run.",
        )]
    } else {
        let charts = charts.collect();
        vec![Block::Table(exponents(page)), Block::Charts { charts }]
    };
    Section {
        id: "rate",
        title: "The 1/√N convergence rate",
        words: "Deviation of the mean of Ψ over N instances from its expectation. The theorem bounds it by a multiple of 1/√N, an exponent of −1/2. The 95 % interval of the fitted exponent decides, by a rule fixed before the published run.",
        blocks,
    }
}

fn exponents(page: &Page) -> Table {
    let rows = page.rates.iter().map(|from| {
        let (it, fit) = (&from.it, &from.it.fit);
        let (above, of) = it.crossings;
        let largest = it.measured.groups.last().map_or(0, |group| group.n);
        [
            text(&it.measured.words),
            text(from.origin()),
            number(signed(fit.slope)),
            number(interval(fit.interval)),
            text(it.judgement.to_string()),
            number(format!("{above} of {of}")),
            number(short(largest as f64)),
            number(duration(it.seconds)),
        ]
    });
    let above = format!("deviations above the bound at δ = {DELTA}");
    let head = [
        "setting",
        "source",
        "exponent",
        "95 % interval",
        "verdict",
        &above,
        "largest N",
        "time",
    ];
    Table::new("Fitted exponents of all settings", head, rows)
}
