//! Sections about tables: against the paper's, how distances are distributed, and size
//! against mean value.

use super::Page;
use super::block::{
    Block, Picture, Section, Table, code, count, heading, megabytes, missing, number, rate, say,
    seconds, share, text,
};
use super::gather::From;
use super::plot::{Mark, Plot, Scale};
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

/// Tables, smaller tables and networks beside those of the paper.
pub(super) fn against_the_paper(page: &Page) -> Section {
    let mut blocks = vec![heading("Tables of exact distances")];
    match &page.tables {
        Some(tables) => blocks.push(whole(tables)),
        None => blocks.push(missing(
            "This run left no tables. The command admit builds and proves them.",
        )),
    }
    blocks.push(heading("Smaller tables"));
    blocks.push(smaller(page));
    blocks.push(heading("Networks"));
    blocks.push(say(
        "The paper's networks overestimate some states. A certified network is corrected until none is left, and every state was looked at.",
    ));
    blocks.push(networks(page));
    blocks.extend(models(page));
    Section {
        id: "paper",
        title: "Against the paper's tables",
        words: "What the paper prints, and what was found here, side by side.",
        blocks,
    }
}

fn whole(tables: &super::found::Tables) -> Block {
    let rows = tables.whole.iter().map(|table| {
        vec![
            text(&table.name),
            number(count(table.states)),
            number(format!("{:.6}", table.mean)),
            number(megabytes(table.bytes)),
            number(seconds(table.build_seconds)),
            number(table.check_seconds.map_or("–".to_owned(), seconds)),
            number(count(table.neighbours)),
            code(table.digest.get(..12).unwrap_or(&table.digest)),
        ]
    });
    Block::Table(Table::new(
        "Built in this run, and proved by looking at every neighbour of every state",
        vec![
            text("table"),
            number("states"),
            number("mean"),
            number("size"),
            number("built in"),
            number("proved in"),
            number("neighbours"),
            text("BLAKE3"),
        ],
        rows.collect(),
    ))
}

fn smaller(page: &Page) -> Block {
    let mut rows = Vec::new();
    for row in &TABLE_2 {
        rows.push(vec![
            text(row.pattern),
            text(format!("the paper's, {} states an entry", row.factor)),
            number(format!("{:.2}", row.compressed.mean)),
            number(format!("{:.2} MB", row.compressed.megabytes)),
        ]);
        let found = page.tables.iter().flat_map(|tables| &tables.smaller);
        for table in found.filter(|table| table.table == row.pattern) {
            rows.push(vec![
                text(""),
                text(&table.how),
                number(format!("{:.4}", table.mean)),
                number(megabytes(table.bytes)),
            ]);
        }
    }
    let caption = if page.tables.is_some() {
        "Mean value of compressed tables: what the paper prints first, then those made here"
    } else {
        "Mean value of compressed tables, as the paper prints it; this run made none"
    };
    let head = vec![
        text("table"),
        text("how it was made"),
        number("mean"),
        number("size"),
    ];
    Block::Table(Table::new(caption, head, rows))
}

fn networks(page: &Page) -> Block {
    let mut rows = Vec::new();
    let mut named: Vec<String> = TABLE_2.iter().map(|row| row.pattern.to_owned()).collect();
    for certificate in &page.certificates {
        let name = subject(&certificate.it);
        if !named.contains(&name) {
            named.push(name);
        }
    }
    for name in &named {
        if let Some(row) = TABLE_2.iter().find(|row| row.pattern == name) {
            let printed = |who: &str, printed: &Printed| {
                vec![
                    text(name),
                    text(who),
                    number(format!("{:.2}", printed.mean)),
                    number(rate(printed.rate.to_f64())),
                    number(format!("{:.2} MB", printed.megabytes)),
                ]
            };
            rows.push(printed("the paper's network, CEA", &row.cea));
            rows.push(printed("the paper's network, CE", &row.ce));
            rows.push(printed("the paper's compressed table", &row.compressed));
        }
        for from in &page.certificates {
            let it = &from.it;
            if subject(it) != *name {
                continue;
            }
            let origin = from.origin();
            let before = format!("network here, before correction ({origin})");
            let over = &it.before.over;
            rows.push(vec![
                text(name),
                text(before),
                number(format!("{:.4}", it.before.mean)),
                number(format!("{} ({})", count(*over), share(*over, it.states))),
                number(megabytes(it.bytes.network)),
            ]);
            rows.push(vec![
                text(name),
                text(format!("certified: the same, corrected ({origin})")),
                number(format!("{:.4}", it.after.mean)),
                number(count(it.after.over)),
                number(megabytes(it.bytes.all)),
            ]);
        }
    }
    // A name is said once, above all that is said of it.
    let mut last = String::new();
    for row in &mut rows {
        if row[0].text == last {
            row[0].text.clear();
        } else {
            last.clone_from(&row[0].text);
        }
    }
    let head = vec![
        text("table"),
        text("heuristic"),
        number("mean"),
        number("overestimated"),
        number("size"),
    ];
    Block::Table(Table::new(
        "Networks, their overestimates on all states, and what correction costs",
        head,
        rows,
    ))
}

fn models(page: &Page) -> Option<Block> {
    let rows = page.models.iter().map(|model| {
        vec![
            text(&model.pattern),
            number(format!("{:.4}", model.mean)),
            number(format!(
                "{} ({})",
                count(model.over),
                share(model.over, model.states)
            )),
            number(megabytes(model.bytes)),
            number(count(model.samples)),
            number(format!("{:.0} min", model.minutes)),
        ]
    });
    let rows: Vec<_> = rows.collect();
    let head = vec![
        text("table"),
        number("mean"),
        number("overestimated"),
        number("size, 16 bits a weight"),
        number("samples"),
        number("trained in"),
    ];
    let caption = "Published weights, held to the paper's rate of overestimates by their rule";
    (!rows.is_empty()).then(|| Table::new(caption, head, rows).folded())
}

/// How many states have each distance.
pub(super) fn distributions(page: &Page) -> Section {
    // What a run built, and else what certificates know of their tables.
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
            tables.push((name, states, "its certificate"));
        }
    }
    let pictures: Vec<Picture> = tables
        .iter()
        .map(|(name, histogram, origin)| histogram_of(name, histogram, origin))
        .collect();
    let blocks = if pictures.is_empty() {
        vec![missing(
            "This run left no tables, and there is no certificate.",
        )]
    } else {
        vec![Block::Pictures { pictures }]
    };
    Section {
        id: "distributions",
        title: "Distributions",
        words: "How many states are at each distance. The scale is logarithmic: the same way up is the same factor.",
        blocks,
    }
}

fn histogram_of(name: &str, histogram: &[u64], origin: &str) -> Picture {
    let most = histogram.iter().copied().max().unwrap_or(1) as f64;
    let last = histogram.len().max(1) as f64 - 1.0;
    let states: u64 = histogram.iter().sum();
    let label = format!(
        "{name}: how many of {} states have each value",
        count(states)
    );
    let mut plot = Plot::new(
        &label,
        Scale::linear("value", (-0.6, last + 0.6)),
        Scale::logarithmic("states", (0.5, most * 1.5)),
        (430, 250),
    );
    for (value, states) in histogram.iter().enumerate() {
        if *states > 0 {
            let title = format!("{value}: {} states", count(*states));
            plot.bar("c0", value as f64, *states as f64, 0.78, &title);
        }
    }
    Picture {
        svg: plot.svg(),
        caption: format!("{name}, {} states (from {origin})", count(states)),
    }
}

/// A heuristic, as a point of size and mean.
struct Sized {
    name: String,
    bytes: f64,
    mean: f64,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Exact,
    Smaller,
    Certified,
    PaperTable,
    PaperNetwork,
}

impl Kind {
    const ALL: [Kind; 5] = [
        Kind::Exact,
        Kind::Smaller,
        Kind::Certified,
        Kind::PaperTable,
        Kind::PaperNetwork,
    ];

    fn drawn(self) -> (&'static str, Mark, &'static str) {
        match self {
            Kind::Exact => ("c4", Mark::Square, "exact table"),
            Kind::Smaller => ("c0", Mark::Disc, "smaller table"),
            Kind::Certified => ("c2", Mark::Diamond, "certified network"),
            Kind::PaperTable => ("c1", Mark::Triangle, "the paper's table"),
            Kind::PaperNetwork => ("c3", Mark::Cross, "the paper's network, overestimates"),
        }
    }

    /// Whether it never overestimates.
    fn admissible(self) -> bool {
        self != Kind::PaperNetwork
    }
}

/// Size against mean value, for each table.
pub(super) fn sizes(page: &Page) -> Section {
    let mut blocks = Vec::new();
    if page.tables.is_none() {
        blocks.push(missing(
            "This run left no tables; only certified networks and what the paper prints are shown.",
        ));
    }
    let mut pictures = Vec::new();
    let mut folded = Vec::new();
    for name in names(page) {
        let mut points = points(page, &name);
        if points.len() < 2 {
            continue;
        }
        points.sort_by(|a, b| a.bytes.total_cmp(&b.bytes));
        pictures.push(pareto(&name, &points));
        let rows = points.iter().map(|point| {
            vec![
                text(&point.name),
                text(point.kind.drawn().2),
                number(count(point.bytes as u64)),
                number(format!("{:.4}", point.mean)),
            ]
        });
        let head = vec![
            text("heuristic"),
            text("what it is"),
            number("bytes"),
            number("mean"),
        ];
        let caption = format!("{name}: size and mean of each");
        folded.push(Table::new(caption, head, rows.collect()).folded());
    }
    blocks.push(Block::Pictures { pictures });
    blocks.extend(folded);
    Section {
        id: "sizes",
        title: "Size against mean value",
        words: "A larger mean prunes more, a smaller table fits nearer to the processor. The line joins heuristics that never overestimate and that no other beats in both.",
        blocks,
    }
}

fn names(page: &Page) -> Vec<String> {
    let mut names: Vec<String> = TABLE_2.iter().map(|row| row.pattern.to_owned()).collect();
    let whole = page.tables.iter().flat_map(|tables| &tables.whole);
    let more = whole
        .map(|table| table.name.clone())
        .chain(page.certificates.iter().map(|from| subject(&from.it)));
    for name in more {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn points(page: &Page, name: &str) -> Vec<Sized> {
    let mut points = Vec::new();
    let mut add = |name: String, bytes: f64, mean: f64, kind: Kind| {
        points.push(Sized {
            name,
            bytes,
            mean,
            kind,
        });
    };
    if let Some(tables) = &page.tables {
        for table in tables.whole.iter().filter(|table| table.name == name) {
            add(
                "every distance".to_owned(),
                table.bytes as f64,
                table.mean,
                Kind::Exact,
            );
        }
        for table in tables.smaller.iter().filter(|table| table.table == name) {
            add(
                table.how.clone(),
                table.bytes as f64,
                table.mean,
                Kind::Smaller,
            );
        }
    }
    let certificates: Vec<&From<Certificate>> = page
        .certificates
        .iter()
        .filter(|from| subject(&from.it) == name)
        .collect();
    for from in &certificates {
        let it = &from.it;
        let called = format!("certified network ({})", from.origin());
        add(called, it.bytes.all as f64, it.after.mean, Kind::Certified);
    }
    let built = page.tables.iter().flat_map(|tables| &tables.whole);
    let known = built.into_iter().any(|table| table.name == name);
    if let Some(from) = certificates.first().filter(|_| !known) {
        let bytes = from.it.bytes.table as f64;
        add(
            "every distance".to_owned(),
            bytes,
            from.it.table_mean,
            Kind::Exact,
        );
    }
    if let Some(row) = TABLE_2.iter().find(|row| row.pattern == name) {
        let Compared {
            cea,
            ce,
            compressed,
            ..
        } = row;
        for (name, printed, kind) in [
            ("the paper's network, CEA", cea, Kind::PaperNetwork),
            ("the paper's network, CE", ce, Kind::PaperNetwork),
            ("the paper's compressed table", compressed, Kind::PaperTable),
        ] {
            let (bytes, mean) = (printed.megabytes.to_f64() * 1e6, printed.mean.to_f64());
            add(name.to_owned(), bytes, mean, kind);
        }
    }
    points
}

/// The best means from small to large, of heuristics that never overestimate.
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

fn pareto(name: &str, points: &[Sized]) -> Picture {
    let over = |of: fn(&Sized) -> f64| {
        let values = || points.iter().map(of);
        let low = values().fold(f64::INFINITY, f64::min);
        (low, values().fold(0.0, f64::max))
    };
    let (least, largest) = over(|point| point.bytes);
    let (low, high) = over(|point| point.mean);
    let margin = ((high - low) * 0.1).max(0.05);
    let label = format!(
        "{name}: mean value against size in bytes of {} heuristics; the table beneath has them all",
        points.len()
    );
    let mut plot = Plot::new(
        &label,
        Scale::logarithmic("bytes", (least / 1.5, largest * 1.5)),
        Scale::linear("mean value", ((low - margin).max(0.0), high + margin)),
        (440, 300),
    );
    // A step to the right and then up: between two sizes the smaller one is what fits.
    let mut steps = Vec::new();
    for (bytes, mean) in front(points) {
        if let Some((_, before)) = steps.last().copied() {
            steps.push((bytes, before));
        }
        steps.push((bytes, mean));
    }
    // And whatever is larger than the last has nothing better to offer.
    steps.extend(steps.last().map(|(_, mean)| (largest * 1.5, *mean)));
    plot.line("front", &steps);
    plot.name_line("front", "best for its size");
    for kind in Kind::ALL {
        let (class, mark, words) = kind.drawn();
        let mut any = false;
        for point in points.iter().filter(|point| point.kind == kind) {
            any = true;
            let bytes = count(point.bytes as u64);
            let title = format!("{}: mean {:.4}, {bytes} bytes", point.name, point.mean);
            plot.mark(class, mark, (point.bytes, point.mean), &title);
        }
        if any {
            plot.name_mark(class, mark, words);
        }
    }
    Picture {
        svg: plot.svg(),
        caption: name.to_owned(),
    }
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
            sized(1.0, 3.0, Kind::Smaller),
            sized(1.5, 9.0, Kind::PaperNetwork),
            sized(2.0, 2.0, Kind::Smaller),
            sized(3.0, 4.0, Kind::Certified),
            sized(3.0, 5.0, Kind::Smaller),
        ];
        assert_eq!(front(&points), [(1.0, 3.0), (3.0, 5.0)]);
    }
}
