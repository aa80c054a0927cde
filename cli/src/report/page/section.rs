//! Sections of the page: sentences, tables and charts.

use crate::report::chart::Chart;
use serde::Serialize;

/// A section after the ledger.
#[derive(Serialize)]
pub(super) struct Section {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// One or two sentences on what the section shows.
    pub(super) words: &'static str,
    pub(super) blocks: Vec<Block>,
}

/// A part of a section.
#[derive(Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub(super) enum Block {
    /// A heading within the section.
    Heading { text: String },
    /// A paragraph.
    Text { text: String },
    /// A paragraph in place of a result that is missing.
    Missing { text: String },
    /// A table.
    Table(Table),
    /// Charts beside each other where there is room.
    Charts { charts: Vec<Captioned> },
}

/// A chart with its caption.
#[derive(Serialize)]
pub(super) struct Captioned {
    svg: String,
    caption: String,
}

/// A table.
#[derive(Serialize)]
pub(super) struct Table {
    caption: String,
    head: Vec<Cell>,
    rows: Vec<Vec<Cell>>,
    /// Whether it is collapsed at first.
    folded: bool,
}

/// A cell of a table.
#[derive(Serialize)]
pub(super) struct Cell {
    pub(super) text: String,
    /// `number`, `code`, `claims` or nothing.
    class: &'static str,
    /// Claims that it links to.
    claims: Vec<String>,
}

fn cell(text: impl Into<String>, class: &'static str) -> Cell {
    let (text, claims) = (text.into(), Vec::new());
    Cell {
        text,
        class,
        claims,
    }
}

/// A cell with text.
pub(super) fn text(text: impl Into<String>) -> Cell {
    cell(text, "")
}

/// A cell with a number.
pub(super) fn number(number: impl Into<String>) -> Cell {
    cell(number, "number")
}

/// A cell with a command, or with a name from the sources.
pub(super) fn code(code: impl Into<String>) -> Cell {
    cell(code, "code")
}

/// A cell with links to claims.
pub(super) fn claims(claims: Vec<String>) -> Cell {
    Cell {
        claims,
        ..cell("", "claims")
    }
}

impl Table {
    /// A table; names of columns are aligned like the cells of the first row.
    pub(super) fn new<const N: usize>(
        caption: impl Into<String>,
        head: [&str; N],
        rows: impl IntoIterator<Item = [Cell; N]>,
    ) -> Table {
        let rows = rows.into_iter().map(Vec::from).collect();
        Table::wide(caption, head.map(str::to_owned).into(), rows)
    }

    /// A table whose columns are known only at run time.
    pub(super) fn wide(
        caption: impl Into<String>,
        head: Vec<String>,
        rows: Vec<Vec<Cell>>,
    ) -> Table {
        let first = rows.first();
        let head = head.into_iter().enumerate().map(|(k, name)| {
            let below = first.and_then(|row| row.get(k));
            let right = below.is_some_and(|cell| cell.class == "number");
            cell(name, if right { "number" } else { "" })
        });
        Table {
            caption: caption.into(),
            head: head.collect(),
            rows,
            folded: false,
        }
    }

    /// The table, collapsed at first.
    pub(super) fn folded(mut self) -> Block {
        self.folded = true;
        Block::Table(self)
    }
}

pub(super) fn paragraph(text: impl Into<String>) -> Block {
    Block::Text { text: text.into() }
}

pub(super) fn missing(text: impl Into<String>) -> Block {
    Block::Missing { text: text.into() }
}

pub(super) fn heading(text: impl Into<String>) -> Block {
    Block::Heading { text: text.into() }
}

pub(super) fn captioned(chart: &Chart, caption: impl Into<String>) -> Captioned {
    let (svg, caption) = (chart.svg(), caption.into());
    Captioned { svg, caption }
}
