//! Output of results and progress.

use super::context::{Context, Failure};
pub(super) use crate::report::numbers::{megabytes, thousands};
use admit::files::{Options, Progress, Report, hex, write_bytes};
use admit::pdb::cube::{CubeHeader, CubeTable};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Whether progress is hidden.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Hides progress from now on.
pub(super) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

fn quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a line on standard error, unless progress is hidden.
pub(super) fn say(line: &str) {
    if !quiet() {
        anstream::eprintln!("{line}");
    }
}

/// A bar that is cleared at its end.
struct Drawn(ProgressBar);

impl Drawn {
    /// A bar with a template; hidden if standard error is not a terminal or progress is hidden.
    fn new(bar: ProgressBar, template: &str) -> Drawn {
        if quiet() {
            return Drawn(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        bar.set_style(style.progress_chars("=> "));
        bar.enable_steady_tick(Duration::from_millis(200));
        Drawn(bar)
    }
}

impl Drop for Drawn {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A progress bar.
pub(super) struct Bar {
    bar: Drawn,
    receive: Box<dyn Fn(Report<'_>) + Send + Sync>,
}

impl Bar {
    pub(super) fn new(what: impl Into<String>) -> Bar {
        let template = "{msg} [{bar:32}] {percent:>3}% {elapsed} (eta {eta})";
        let bar = Drawn::new(ProgressBar::new(0), template);
        bar.0.set_message(what.into());
        let shown = bar.0.clone();
        let receive = Box::new(move |report: Report<'_>| show(&shown, report.done, report.total));
        Bar { bar, receive }
    }

    /// Options whose progress this bar shows.
    pub(super) fn options(&self) -> Options<'_> {
        Options::default().progress(Progress::new(&self.receive))
    }

    /// Shows progress. Reports out of order do not move the bar back, unless to less than
    /// half: then a new phase has begun.
    pub(super) fn show(&self, done: u64, all: u64) {
        show(&self.bar.0, done, all);
    }
}

fn show(bar: &ProgressBar, done: u64, all: u64) {
    bar.set_length(all);
    let shown = bar.position();
    if done > shown || done < shown / 2 {
        bar.set_position(done);
    }
}

/// A bar for the stage at hand; each stage of a computation gets its own.
pub(super) struct Stages {
    receive: Box<dyn Fn(Report<'_>) + Send + Sync>,
}

impl Stages {
    pub(super) fn new() -> Stages {
        let bar: Mutex<Option<(String, Bar)>> = Mutex::default();
        let receive = move |report: Report<'_>| {
            let mut bar = bar.lock().unwrap_or_else(PoisonError::into_inner);
            if bar.as_ref().is_none_or(|(stage, _)| stage != report.stage) {
                // The one before goes first.
                *bar = None;
                *bar = Some((report.stage.to_owned(), Bar::new(report.stage)));
            }
            if let Some((_, bar)) = &*bar {
                bar.show(report.done, report.total);
            }
        };
        Stages {
            receive: Box::new(receive),
        }
    }

    /// Options whose progress these bars show.
    pub(super) fn options(&self) -> Options<'_> {
        Options::default().progress(Progress::new(&self.receive))
    }
}

/// A spinner with a message.
pub(super) struct Spinner(Drawn);

impl Spinner {
    pub(super) fn new(what: &str) -> Spinner {
        let template = "{spinner} {prefix}  {msg} {elapsed}";
        let bar = Drawn::new(ProgressBar::new_spinner(), template);
        bar.0.set_prefix(what.to_owned());
        Spinner(bar)
    }

    pub(super) fn say(&self, news: &str) {
        self.0.0.set_message(news.to_owned());
    }
}

/// A counter of tasks with a message.
pub(super) struct Counter(Drawn);

impl Counter {
    pub(super) fn new(all: u64) -> Counter {
        let template = "[{bar:24}] {pos}/{len} {elapsed}  {wide_msg}";
        Counter(Drawn::new(ProgressBar::new(all), template))
    }

    pub(super) fn say(&self, news: &str) {
        self.0.0.set_message(news.to_owned());
    }

    pub(super) fn one_more(&self) {
        self.0.0.inc(1);
    }
}

/// Progress of training.
pub(super) struct Training(Drawn);

impl Training {
    /// Parts of the bar.
    const PARTS: u64 = 1000;

    pub(super) fn new(what: &str) -> Training {
        let template = "{prefix} [{bar:20}] {percent:>3}% {elapsed}  {wide_msg}";
        let bar = Drawn::new(ProgressBar::new(Training::PARTS), template);
        bar.0.set_prefix(what.to_owned());
        Training(bar)
    }

    /// Shows samples per second, before the first report.
    pub(super) fn speed(&self, speed: f64) {
        if self.0.0.position() == 0 {
            self.0
                .0
                .set_message(format!("{:.0}k samples/s", speed / 1e3));
        }
    }

    pub(super) fn show(
        &self,
        report: &admit::learn::train::Report,
        spent: f64,
        left: Option<Duration>,
    ) {
        let left = left.map_or(String::new(), |left| {
            format!("  {} left", indicatif::HumanDuration(left))
        });
        self.0
            .0
            .set_position((spent * Training::PARTS as f64) as u64);
        self.0.0.set_message(format!(
            "loss {:.4}  over {:.2e}  mean {:.3}  {:.0}k samples/s{left}",
            report.loss,
            report.over,
            report.mean,
            report.samples as f64 / report.seconds / 1e3
        ));
    }
}

/// Prints one JSON object.
pub(super) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Writes a text and the end of its last line, atomically.
pub(super) fn write_line(file: &Path, text: &str) -> Result<(), Failure> {
    Ok(write_bytes(file, format!("{text}\n").as_bytes())?)
}

/// Prints names and values in two columns.
pub(super) fn rows(rows: &[(&str, String)]) {
    let rows: Vec<_> = rows
        .iter()
        .map(|(name, value)| vec![*name, value])
        .collect();
    print_lines(&aligned(&rows, &[(0, false), (1, false)]));
}

/// Prints a table. Columns of numbers are aligned to the right, and empty columns are left out.
pub(super) fn columns_of(head: &[&str], rows: &[impl AsRef<[String]>]) {
    print_lines(&table_lines(head, rows));
}

fn table_lines(head: &[&str], rows: &[impl AsRef<[String]>]) -> Vec<String> {
    let numeric = |cell: &str| {
        cell.chars()
            .all(|c| c.is_ascii_digit() || ".,−-?e".contains(c))
    };
    let below = |i: usize| rows.iter().map(move |row| row.as_ref()[i].as_str());
    let used = (0..head.len()).filter(|&i| below(i).any(|cell| !cell.is_empty()));
    let used: Vec<_> = used.map(|i| (i, below(i).all(numeric))).collect();
    let cells = rows
        .iter()
        .map(|row| row.as_ref().iter().map(String::as_str).collect());
    let lines: Vec<Vec<&str>> = std::iter::once(head.to_vec()).chain(cells).collect();
    aligned(&lines, &used)
}

/// Lines of these columns, each to the right or not, as wide as their cells.
fn aligned(rows: &[Vec<&str>], columns: &[(usize, bool)]) -> Vec<String> {
    let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max();
    let columns = columns
        .iter()
        .map(|&(i, right)| (i, right, width(i).unwrap_or(0)));
    let columns: Vec<_> = columns.collect();
    let line = |row: &Vec<&str>| {
        let cells = columns.iter().map(|&(i, right, width)| {
            if right {
                format!("{:>width$}", row[i])
            } else {
                format!("{:width$}", row[i])
            }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn print_lines(lines: &[String]) {
    for line in lines {
        anstream::println!("{line}");
    }
}

/// A wrapped text as one line.
pub(super) fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The width of the terminal.
fn columns() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|n| n.parse().ok());
    said.unwrap_or_else(|| terminal_columns().unwrap_or(100))
}

#[cfg(unix)]
fn terminal_columns() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    (size.ws_col > 0).then_some(size.ws_col as usize)
}

#[cfg(not(unix))]
fn terminal_columns() -> Option<usize> {
    None
}

/// A text as one line, cut at the width of the terminal if `used` columns are taken.
pub(super) fn one_line(text: &str, used: usize) -> String {
    let text = joined(text);
    let room = columns().saturating_sub(used).max(20);
    if text.chars().count() <= room {
        return text;
    }
    let mut cut: String = text.chars().take(room - 1).collect();
    cut.truncate(cut.trim_end().len());
    cut + "…"
}

/// A text wrapped at the width of the terminal.
pub(super) fn wrapped(text: &str) -> String {
    let room = columns().min(100);
    let mut out = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > room {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out += word;
        used += length;
    }
    out
}

/// A table as JSON.
#[derive(Serialize)]
pub(super) struct TableReport {
    pattern: String,
    cubies: Vec<&'static str>,
    what: String,
    states: u64,
    entries: u64,
    factor: u64,
    order: &'static str,
    base: Option<String>,
    histogram: Vec<u64>,
    mean: f64,
    bytes: u64,
    file: String,
    digest: Option<String>,
    source: Option<String>,
    made: String,
}

impl TableReport {
    pub(super) fn new(table: &CubeTable, file: &Path) -> TableReport {
        let header = table.header();
        TableReport {
            pattern: header.pattern.to_string(),
            cubies: header.pattern.cubie_names().collect(),
            what: header.what(),
            states: table.ranker().states(),
            entries: header.entries,
            factor: header.factor,
            order: header.order.name(),
            base: header.base.map(|p| p.to_string()),
            histogram: header.counts().to_vec(),
            mean: header.mean(),
            bytes: header.payload(),
            file: file.display().to_string(),
            digest: table.digest().map(|d| hex(&d)),
            source: (header.source != [0; 32]).then(|| hex(&header.source)),
            made: header.made.clone(),
        }
    }
}

/// A table as rows of text.
pub(super) fn table_rows(table: &CubeTable, file: &Path) -> Vec<(&'static str, String)> {
    let header = table.header();
    let cubies: Vec<&str> = header.pattern.cubie_names().collect();
    let mut out = vec![
        ("pattern", header.pattern.to_string()),
        ("cubies", cubies.join(" ")),
        ("holds", header.what()),
        ("states", thousands(table.ranker().states())),
    ];
    if header.entries != table.ranker().states() {
        out.push(("entries", thousands(header.entries)));
    }
    out.push(("order", header.order.to_string()));
    let mean = if header.entries == table.ranker().states() {
        "mean"
    } else {
        "mean of entries"
    };
    out.push((mean, format!("{:.6}", header.mean())));
    out.push(("size", megabytes(header.payload())));
    if table.index_bytes() > 0 {
        out.push(("index in memory", megabytes(table.index_bytes() as u64)));
    }
    out.push(("file", file.display().to_string()));
    if let Some(digest) = table.digest() {
        out.push(("digest", hex(&digest)));
    }
    out.push(("made", header.made.clone()));
    out
}

/// Prints the distribution of values as a bar chart.
pub(super) fn histogram(header: &CubeHeader) {
    let counts = header.counts();
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let width = counts
        .iter()
        .map(|&n| thousands(n).len())
        .max()
        .unwrap_or(0);
    anstream::println!();
    for (value, &n) in counts.iter().enumerate() {
        let length = (n * 40).div_ceil(most) as usize;
        anstream::println!(
            "{value:>3}  {:>width$}  {}",
            thousands(n),
            "█".repeat(length)
        );
    }
}

/// Prints a table as text or as JSON.
pub(super) fn table(context: &Context, table: &CubeTable, file: &Path) -> Result<(), Failure> {
    if context.json {
        return json(&TableReport::new(table, file));
    }
    rows(&table_rows(table, file));
    histogram(table.header());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_right_and_empty_columns_are_left_out() {
        let head = ["start", "C", "note", "path"];
        let rows = [["a", "1,234", "", "b c"], ["long name", "−5", "", "d"]];
        let rows = rows.map(|row| row.map(str::to_owned));
        let lines = [
            "start          C  path",
            "a          1,234  b c",
            "long name     −5  d",
        ];
        assert_eq!(table_lines(&head, &rows), lines);
    }
}
