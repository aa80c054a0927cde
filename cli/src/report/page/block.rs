//! Pieces of a section: sentences, tables, pictures, and how numbers are written in them.

pub(super) use crate::report::numbers::{megabytes, thousands as count};
use serde::Serialize;

/// A section after the ledger.
#[derive(Serialize)]
pub(super) struct Section {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// In one or two sentences, what is seen.
    pub(super) words: &'static str,
    pub(super) blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub(super) enum Block {
    /// A heading within the section.
    Heading { text: String },
    /// A sentence.
    Say { text: String },
    /// A sentence where something would be if it had been run.
    Missing { text: String },
    /// A table.
    Table(Table),
    /// Pictures beside each other where there is room.
    Pictures { pictures: Vec<Picture> },
}

/// A picture with what is said beneath it.
#[derive(Serialize)]
pub(super) struct Picture {
    pub(super) svg: String,
    pub(super) caption: String,
}

/// A table.
#[derive(Serialize)]
pub(super) struct Table {
    pub(super) caption: String,
    pub(super) head: Vec<Cell>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// Whether it is shown only when asked for.
    pub(super) folded: bool,
}

/// A cell of a table.
#[derive(Serialize)]
pub(super) struct Cell {
    pub(super) text: String,
    /// `number`, `code`, `claims` or nothing.
    pub(super) class: &'static str,
    /// The claims that are linked from it.
    pub(super) claims: Vec<String>,
}

/// A cell with text.
pub(super) fn text(text: impl Into<String>) -> Cell {
    Cell {
        text: text.into(),
        class: "",
        claims: Vec::new(),
    }
}

/// A cell with a number, or nothing.
pub(super) fn number(number: impl Into<String>) -> Cell {
    Cell {
        class: "number",
        ..text(number)
    }
}

/// A cell with something to type, or a name in the sources.
pub(super) fn code(code: impl Into<String>) -> Cell {
    Cell {
        class: "code",
        ..text(code)
    }
}

/// A cell with links to claims.
pub(super) fn claims(claims: Vec<String>) -> Cell {
    Cell {
        claims,
        class: "claims",
        ..text("")
    }
}

impl Table {
    pub(super) fn new(caption: impl Into<String>, head: Vec<Cell>, rows: Vec<Vec<Cell>>) -> Table {
        Table {
            caption: caption.into(),
            head,
            rows,
            folded: false,
        }
    }

    pub(super) fn folded(mut self) -> Block {
        self.folded = true;
        Block::Table(self)
    }
}

pub(super) fn say(text: impl Into<String>) -> Block {
    Block::Say { text: text.into() }
}

pub(super) fn missing(text: impl Into<String>) -> Block {
    Block::Missing { text: text.into() }
}

pub(super) fn heading(text: impl Into<String>) -> Block {
    Block::Heading { text: text.into() }
}

/// A time.
pub(super) fn seconds(value: f64) -> String {
    match value {
        _ if value < 0.01 => "< 0.01 s".to_owned(),
        _ if value < 10.0 => format!("{value:.2} s"),
        _ if value < 120.0 => format!("{value:.0} s"),
        _ => format!("{:.0} min", value / 60.0),
    }
}

/// A share of so many.
pub(super) fn share(part: u64, whole: u64) -> String {
    if part == 0 {
        return "0".to_owned();
    }
    rate(part as f64 / whole.max(1) as f64)
}

/// A share.
pub(super) fn rate(share: f64) -> String {
    match share {
        _ if share <= 0.0 => "0".to_owned(),
        _ if share >= 0.001 => {
            let percent = format!("{:.2}", share * 100.0);
            format!("{} %", percent.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => format!("{share:.0e}").replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(count(5_444_133_007), "5,444,133,007");
        assert_eq!((count(0), count(100)), ("0".to_owned(), "100".to_owned()));
        assert_eq!(rate(0.15), "15 %");
        assert_eq!(rate(3e-7), "3e−7");
        assert_eq!(seconds(0.001), "< 0.01 s");
        assert_eq!(megabytes(1_862_615), "1.86 MB");
    }
}
