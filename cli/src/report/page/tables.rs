//! Sections about tables: comparison with the paper, distributions of distances, and mean
//! value over size.

use super::Page;
use super::results::Tables;
use super::section::{
    Block, Captioned, Cell, Section, Table, captioned, code, heading, missing, number, paragraph,
    text,
};
use crate::report::chart::{Chart, Marker, Scale};
use crate::report::numbers::{duration, megabytes, part, share, thousands};
use admit::certify::certificate::Certificate;
use admit_verification::paper::{Compared, Printed, TABLE_2};

/// The name of the table that a certificate is about.
fn subject(certificate: &Certificate) -> String {
    let subject = &certificate.subject;
    match &subject.base {
        Some(base) => format!("{}/delta:{base}", subject.pattern),
        None => subject.pattern.clone(),
    }
}

/// Names of all tables: first the paper's, then those of this run and of certificates.
fn names(page: &Page) -> Vec<String> {
    let paper = TABLE_2.iter().map(|row| row.pattern.to_owned());
    let built = page.tables.iter().flat_map(|tables| &tables.whole);
    let built = built.map(|table| table.name.clone());
    let certified = page.certificates.iter().map(|from| subject(&from.it));
    let mut names = Vec::new();
    for name in paper.chain(built).chain(certified) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Tables, compressed tables and networks beside those of the paper.
pub(super) fn against_the_paper(page: &Page) -> Section {
    let mut blocks = vec![
        heading("Tables of exact distances"),
        match &page.tables {
            Some(tables) => Block::Table(exact(tables)),
            None => missing("This run left no tables. The command admit builds and proves them."),
        },
        heading("Compressed tables"),
        Block::Table(compressed(page)),
        heading("Networks"),
        paragraph(
            "The paper’s networks overestimate some states. A certified network is admissible: overestimates are corrected, and the certificate covers every state.",
        ),
        Block::Table(networks(page)),
    ];
    blocks.extend(models(page));
    Section {
        id: "paper",
        title: "Comparison with the paper",
        words: "The paper’s printed results beside those of this software.",
        blocks,
    }
}

fn exact(tables: &Tables) -> Table {
    let rows = tables.whole.iter().map(|table| {
        [
            text(&table.name),
            number(thousands(table.states)),
            number(format!("{:.6}", table.mean)),
            number(megabytes(table.bytes)),
            number(duration(table.build_seconds)),
            number(table.check_seconds.map_or("–".to_owned(), duration)),
            number(thousands(table.neighbours)),
            code(table.digest.get(..12).unwrap_or(&table.digest)),
        ]
    });
    let head = [
        "table",
        "states",
        "mean value",
        "size",
        "build time",
        "proof time",
        "successors checked",
        "BLAKE3",
    ];
    Table::new(
        "Built in this run, and proved on every successor of every state",
        head,
        rows,
    )
}

fn compressed(page: &Page) -> Table {
    let mut rows = Vec::new();
    for row in &TABLE_2 {
        rows.push([
            text(row.pattern),
            text(format!("paper: {} states per entry", row.factor)),
            number(format!("{:.2}", row.compressed.mean)),
            number(format!("{:.2} MB", row.compressed.megabytes)),
        ]);
        let found = page.tables.iter().flat_map(|tables| &tables.smaller);
        for table in found.filter(|table| table.table == row.pattern) {
            rows.push([
                text(""),
                text(&table.how),
                number(format!("{:.4}", table.mean)),
                number(megabytes(table.bytes)),
            ]);
        }
    }
    let caption = if page.tables.is_some() {
        "Compressed tables: the paper’s first, then those of this run"
    } else {
        "The paper’s compressed tables; this run made none"
    };
    Table::new(
        caption,
        ["table", "compression", "mean value", "size"],
        rows,
    )
}

fn networks(page: &Page) -> Table {
    let mut rows: Vec<[Cell; 5]> = Vec::new();
    for name in names(page) {
        // The name stands in the first row only.
        let mut name_once = Some(name.clone());
        let mut add = |heuristic: &str, mean: String, over: String, size: String| {
            rows.push([
                text(name_once.take().unwrap_or_default()),
                text(heuristic),
                number(mean),
                number(over),
                number(size),
            ]);
        };
        if let Some(row) = TABLE_2.iter().find(|row| row.pattern == name) {
            for (heuristic, printed) in in_the_paper(row) {
                add(
                    heuristic,
                    format!("{:.2}", printed.mean),
                    share(printed.rate),
                    format!("{:.2} MB", printed.megabytes),
                );
            }
        }
        for from in page
            .certificates
            .iter()
            .filter(|from| subject(&from.it) == name)
        {
            let (it, origin) = (&from.it, from.origin());
            add(
                &format!("network before correction ({origin})"),
                format!("{:.4}", it.before.mean),
                part(it.before.over, it.states),
                megabytes(it.bytes.network),
            );
            add(
                &format!("certified network, corrected ({origin})"),
                format!("{:.4}", it.after.mean),
                thousands(it.after.over),
                megabytes(it.bytes.all),
            );
        }
    }
    let head = ["table", "heuristic", "mean value", "overestimated", "size"];
    Table::new(
        "Networks: overestimates on all states, and the cost of correction",
        head,
        rows,
    )
}

/// The heuristics of a row of the paper's table 2.
fn in_the_paper(row: &Compared) -> [(&'static str, &Printed); 3] {
    [
        ("paper’s network, CEA", &row.cea),
        ("paper’s network, CE", &row.ce),
        ("paper’s compressed table", &row.compressed),
    ]
}

fn models(page: &Page) -> Option<Block> {
    let rows = page.models.iter().map(|model| {
        [
            text(&model.pattern),
            number(format!("{:.4}", model.mean)),
            number(part(model.over, model.states)),
            number(megabytes(model.bytes)),
            number(thousands(model.samples)),
            number(format!("{:.0} min", model.minutes)),
        ]
    });
    let head = [
        "table",
        "mean value",
        "overestimated",
        "size, 16 bits per weight",
        "samples",
        "training time",
    ];
    let caption = "Published weights, by the quantile rule at the paper’s overestimation rate";
    (!page.models.is_empty()).then(|| Table::new(caption, head, rows).folded())
}

/// Histograms of distances.
pub(super) fn distributions(page: &Page) -> Section {
    // Of tables that this run built, and otherwise from their certificates.
    let mut tables: Vec<(String, Vec<u64>, &str)> = page
        .tables
        .iter()
        .flat_map(|tables| &tables.whole)
        .map(|table| (table.name.clone(), table.histogram.clone(), "this run"))
        .collect();
    for certificate in &page.certificates {
        let name = subject(&certificate.it);
        if !tables.iter().any(|(known, ..)| *known == name) {
            let classes = certificate.it.before.by_class.iter();
            let states = classes.map(|[states, _]| *states).collect();
            tables.push((name, states, "certificate"));
        }
    }
    let histogram = |(name, histogram, source): &(String, Vec<u64>, &str)| {
        let states = thousands(histogram.iter().sum());
        let caption = format!("{name}: {states} states ({source})");
        captioned(&bars(name, histogram), caption)
    };
    let charts: Vec<Captioned> = tables.iter().map(histogram).collect();
    let blocks = if charts.is_empty() {
        vec![missing(
            "This run left no tables, and no certificate was found.",
        )]
    } else {
        vec![Block::Charts { charts }]
    };
    Section {
        id: "distributions",
        title: "Distributions",
        words: "Number of states at each distance, on a logarithmic scale.",
        blocks,
    }
}

fn bars(name: &str, histogram: &[u64]) -> Chart {
    let most = histogram.iter().copied().max().unwrap_or(1) as f64;
    let last = histogram.len().max(1) as f64 - 1.0;
    let mut chart = Chart::new(
        &format!("{name}: number of states by value"),
        Scale::linear("value", (-0.6, last + 0.6)),
        Scale::logarithmic("states", (0.5, most * 1.5)),
        (430, 250),
    );
    for (value, states) in histogram.iter().enumerate() {
        let title = format!("{value}: {} states", thousands(*states));
        chart.bar("c0", (value as f64, *states as f64), 0.78, &title);
    }
    chart
}

/// A heuristic with its size and mean value.
struct Sized {
    name: String,
    bytes: f64,
    mean: f64,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Exact,
    Compressed,
    Certified,
    PaperTable,
    PaperNetwork,
}

impl Kind {
    const ALL: [Kind; 5] = [
        Kind::Exact,
        Kind::Compressed,
        Kind::Certified,
        Kind::PaperTable,
        Kind::PaperNetwork,
    ];

    /// Class, marker and name.
    fn drawn(self) -> (&'static str, Marker, &'static str) {
        match self {
            Kind::Exact => ("c4", Marker::Square, "exact table"),
            Kind::Compressed => ("c0", Marker::Disc, "compressed table"),
            Kind::Certified => ("c2", Marker::Diamond, "certified network"),
            Kind::PaperTable => ("c1", Marker::Triangle, "paper’s table"),
            Kind::PaperNetwork => ("c3", Marker::Cross, "paper’s network, not admissible"),
        }
    }

    fn admissible(self) -> bool {
        self != Kind::PaperNetwork
    }
}

/// Mean value over size, for each table.
pub(super) fn sizes(page: &Page) -> Section {
    let mut blocks = Vec::new();
    if page.tables.is_none() {
        blocks.push(missing(
            "This run left no tables; only certified networks and the paper’s results are shown.",
        ));
    }
    let (mut charts, mut folded) = (Vec::new(), Vec::new());
    for name in names(page) {
        let mut points = points(page, &name);
        if points.len() < 2 {
            continue;
        }
        points.sort_by(|a, b| a.bytes.total_cmp(&b.bytes));
        charts.push(captioned(&pareto(&name, &points), &name));
        let rows = points.iter().map(|point| {
            [
                text(&point.name),
                text(point.kind.drawn().2),
                number(thousands(point.bytes as u64)),
                number(format!("{:.4}", point.mean)),
            ]
        });
        let head = ["heuristic", "kind", "bytes", "mean value"];
        folded.push(Table::new(format!("{name}: size and mean value"), head, rows).folded());
    }
    blocks.push(Block::Charts { charts });
    blocks.extend(folded);
    Section {
        id: "sizes",
        title: "Mean value over size",
        words: "A larger mean value prunes more; a smaller heuristic fits into a faster cache. The line is the Pareto front of the admissible heuristics.",
        blocks,
    }
}

fn points(page: &Page, name: &str) -> Vec<Sized> {
    let mut points = Vec::new();
    let mut add = |name: &str, bytes: f64, mean: f64, kind: Kind| {
        let name = name.to_owned();
        points.push(Sized {
            name,
            bytes,
            mean,
            kind,
        });
    };
    let mut built = false;
    if let Some(tables) = &page.tables {
        for table in tables.whole.iter().filter(|table| table.name == name) {
            built = true;
            add(
                "exact distances",
                table.bytes as f64,
                table.mean,
                Kind::Exact,
            );
        }
        for table in tables.smaller.iter().filter(|table| table.table == name) {
            add(&table.how, table.bytes as f64, table.mean, Kind::Compressed);
        }
    }
    for from in page
        .certificates
        .iter()
        .filter(|from| subject(&from.it) == name)
    {
        let (it, called) = (&from.it, format!("certified network ({})", from.origin()));
        add(&called, it.bytes.all as f64, it.after.mean, Kind::Certified);
        if !built {
            built = true;
            add(
                "exact distances",
                it.bytes.table as f64,
                it.table_mean,
                Kind::Exact,
            );
        }
    }
    if let Some(row) = TABLE_2.iter().find(|row| row.pattern == name) {
        let kinds = [Kind::PaperNetwork, Kind::PaperNetwork, Kind::PaperTable];
        for ((name, printed), kind) in in_the_paper(row).into_iter().zip(kinds) {
            add(name, printed.megabytes * 1e6, printed.mean, kind);
        }
    }
    points
}

/// The Pareto front of admissible heuristics, from small to large.
fn front(points: &[Sized]) -> Vec<(f64, f64)> {
    let mut front: Vec<(f64, f64)> = Vec::new();
    for point in points.iter().filter(|point| point.kind.admissible()) {
        match front.last_mut() {
            Some(last) if point.mean <= last.1 => {}
            Some(last) if point.bytes <= last.0 => last.1 = point.mean,
            _ => front.push((point.bytes, point.mean)),
        }
    }
    front
}

fn pareto(name: &str, points: &[Sized]) -> Chart {
    let label = format!(
        "{name}: mean value over size in bytes of {} heuristics; the table below has the numbers",
        points.len()
    );
    let mut chart = Chart::new(
        &label,
        Scale::logarithmic_over("bytes", points.iter().map(|point| point.bytes)),
        Scale::linear_over("mean value", points.iter().map(|point| point.mean)),
        (440, 300),
    );
    // Between two sizes the smaller heuristic is the one that fits; so it is beyond the last.
    let mut steps = Vec::new();
    for (bytes, mean) in front(points) {
        if let Some((_, before)) = steps.last().copied() {
            steps.push((bytes, before));
        }
        steps.push((bytes, mean));
    }
    steps.extend(steps.last().map(|(_, mean)| (f64::MAX, *mean)));
    chart.line("front", &steps);
    chart.name_line("front", "Pareto front");
    for kind in Kind::ALL {
        let (class, marker, words) = kind.drawn();
        let of_kind = points.iter().filter(|point| point.kind == kind);
        if of_kind.clone().next().is_some() {
            chart.name_marker(class, marker, words);
        }
        for point in of_kind {
            let bytes = thousands(point.bytes as u64);
            let title = format!(
                "{}: mean value {:.4}, {bytes} bytes",
                point.name, point.mean
            );
            chart.marker(class, marker, (point.bytes, point.mean), &title);
        }
    }
    chart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_leaves_out_what_is_beaten_and_what_overestimates() {
        let sized = |bytes: f64, mean: f64, kind: Kind| Sized {
            name: String::new(),
            bytes,
            mean,
            kind,
        };
        let points = [
            sized(1.0, 3.0, Kind::Compressed),
            sized(1.5, 9.0, Kind::PaperNetwork),
            sized(2.0, 2.0, Kind::Compressed),
            sized(3.0, 4.0, Kind::Certified),
            sized(3.0, 5.0, Kind::Compressed),
        ];
        assert_eq!(front(&points), [(1.0, 3.0), (3.0, 5.0)]);
    }
}
