//! Shared parts of the readers of graphs and heuristics.
//!
//! A file is UTF-8 text; its format follows from its name or else its first character. Errors are
//! [`GraphError`]s: the place, what was expected and what was found.

use super::{Digraph, DigraphError, FiniteGraph, Vertex, dimacs, json, values};
use crate::space::Cost;
use std::path::Path;
use thiserror::Error;

/// Error in a file.
///
/// ```
/// use admit::space::graph::dimacs;
/// let error = dimacs::read("road.gr", "p sp 2 1\na 1 2 0\n").unwrap_err();
/// assert_eq!(error.line, Some(2));
/// assert_eq!(
///     error.to_string(),
///     "road.gr, line 2: a cost is an integer from 1 to 4294967295, found \"0\""
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {reason}", line.map_or_else(String::new, |line| format!(", line {line}")))]
#[non_exhaustive]
pub struct GraphError {
    /// The file.
    pub file: String,
    /// The line, counted from 1; `None` if the file could not be read.
    pub line: Option<usize>,
    /// What was expected and what was found.
    pub reason: String,
}

/// Error in a text whose file name is not yet known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub(super) struct Refusal {
    pub(super) line: usize,
    pub(super) reason: String,
}

impl Refusal {
    pub(super) fn new(line: usize, reason: impl Into<String>) -> Refusal {
        let reason = reason.into();
        Refusal { line, reason }
    }

    pub(super) fn of(self, file: &str) -> GraphError {
        GraphError {
            file: file.to_owned(),
            line: Some(self.line),
            reason: self.reason,
        }
    }
}

/// Origin of the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalFrom {
    /// Named by the file.
    File,
    /// Named by the caller.
    Caller,
    /// The default: the last vertex.
    LastVertex,
}

/// Contents of a graph file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parsed {
    /// The graph.
    pub graph: Digraph,
    /// Whether the file names the goal.
    pub goal_from: GoalFrom,
    /// The file's heuristic, by vertex.
    pub h: Option<Vec<i32>>,
}

impl Parsed {
    /// The same with another goal. A goal named by the file is not overridden, since the file's
    /// heuristic belongs to it.
    ///
    /// # Errors
    ///
    /// If there is no such vertex, or the file names another goal.
    ///
    /// ```
    /// use admit::space::graph::{FiniteGraph, dimacs};
    /// let parsed = dimacs::read("x.gr", "p sp 3 0\n").unwrap();
    /// assert_eq!(parsed.graph.goal(), 2);
    /// assert_eq!(parsed.with_goal("x.gr", "1").unwrap().graph.goal(), 0);
    /// ```
    pub fn with_goal(mut self, file: &str, name: &str) -> Result<Parsed, GraphError> {
        let refused = |reason| GraphError {
            file: file.to_owned(),
            line: None,
            reason,
        };
        let Some(goal) = self.graph.vertex(name) else {
            return Err(refused(format!(
                "the goal must be a vertex: {}",
                no_vertex(&self.graph, name)
            )));
        };
        if self.goal_from == GoalFrom::File && goal != self.graph.goal() {
            return Err(refused(format!(
                "the file's goal is {}, but the requested goal is {}",
                found(&self.graph.name(self.graph.goal())),
                found(name)
            )));
        }
        if self.goal_from != GoalFrom::File {
            self.goal_from = GoalFrom::Caller;
            let moved = self.graph.with_goal(goal);
            self.graph = moved.map_err(|e| refused(e.to_string()))?;
        }
        Ok(self)
    }
}

/// Reads a graph: `.gr` is DIMACS, `.json` is JSON, any other file is JSON if it begins with a
/// brace.
///
/// # Errors
///
/// If the file cannot be read or holds no graph.
///
/// ```
/// use admit::space::graph::reading;
/// let error = reading::open("no/such.gr".as_ref()).unwrap_err();
/// assert!(error.to_string().starts_with("no/such.gr: cannot be read"));
/// ```
pub fn open(path: &Path) -> Result<Parsed, GraphError> {
    let file = path.display().to_string();
    let text = text_of(path)?;
    let extension = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
    let is_json = match extension.as_ref().and_then(|e| e.to_str()) {
        Some("json") => true,
        Some("gr") => false,
        _ => text.trim_start().starts_with('{'),
    };
    if is_json {
        json::read(&file, &text)
    } else {
        dimacs::read(&file, &text)
    }
}

/// Reads a heuristic for a graph; see [`values`].
///
/// # Errors
///
/// If the file cannot be read or does not hold one value for each vertex.
pub fn open_values(path: &Path, graph: &Digraph) -> Result<Vec<i32>, GraphError> {
    values::read(&path.display().to_string(), &text_of(path)?, graph)
}

/// A file as text, without a byte order mark.
fn text_of(path: &Path) -> Result<String, GraphError> {
    let file = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|e| GraphError {
        file: file.clone(),
        line: None,
        reason: format!("cannot be read: {e}"),
    })?;
    decode(bytes).map_err(|refusal| refusal.of(&file))
}

fn decode(bytes: Vec<u8>) -> Result<String, Refusal> {
    let text = String::from_utf8(bytes).map_err(|e| {
        let good = e.utf8_error().valid_up_to();
        let (before, after) = e.as_bytes().split_at(good);
        let line = before.split(|&b| b == b'\n').count();
        let byte = after.first().copied().unwrap_or_default();
        Refusal::new(
            line,
            format!("expected text in UTF-8, found byte {byte:#04x}"),
        )
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// A quotation for error messages: short, escaped, on one line.
pub(super) fn found(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Parses a cost.
pub(super) fn cost(written: &str) -> Result<Cost, String> {
    match whole(written) {
        Some(cost) if (1..=Cost::MAX as i128).contains(&cost) => Ok(cost as Cost),
        _ => Err(format!(
            "a cost is an integer from 1 to {}, found {}",
            Cost::MAX,
            found(written)
        )),
    }
}

/// Parses a heuristic value.
pub(super) fn estimate(written: &str) -> Result<i32, String> {
    match whole(written) {
        Some(h) if (i32::MIN as i128..=i32::MAX as i128).contains(&h) => Ok(h as i32),
        _ => Err(format!(
            "a value of h is an integer from {} to {}, found {}",
            i32::MIN,
            i32::MAX,
            found(written)
        )),
    }
}

/// Parses a count.
pub(super) fn count(written: &str) -> Option<u64> {
    u64::try_from(whole(written)?).ok()
}

/// Parses digits with an optional minus sign.
fn whole(written: &str) -> Option<i128> {
    let digits = written.strip_prefix('-').unwrap_or(written);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| written.parse().ok())?
}

/// Error text for an unknown vertex name.
pub(super) fn no_vertex(graph: &Digraph, name: &str) -> String {
    let (first, last) = (graph.name(0), graph.name(graph.vertices() - 1));
    let expected = match (graph.first_number(), graph.vertices()) {
        (Some(_), _) => format!("a vertex from {first} to {last}"),
        (None, 1) => format!("the only vertex, {}", found(&first)),
        (None, n) => format!(
            "one of the {n} vertices, {} to {}",
            found(&first),
            found(&last)
        ),
    };
    format!("expected {expected}, found {}", found(name))
}

/// Collects one value for each vertex.
pub(super) struct Filling<'g> {
    graph: &'g Digraph,
    values: Vec<Option<i32>>,
    lines: Vec<usize>,
}

impl<'g> Filling<'g> {
    pub(super) fn new(graph: &'g Digraph) -> Filling<'g> {
        let n = graph.vertices() as usize;
        Filling {
            graph,
            values: vec![None; n],
            lines: vec![0; n],
        }
    }

    pub(super) fn set(&mut self, line: usize, vertex: Vertex, h: i32) -> Result<(), Refusal> {
        let v = vertex as usize;
        if let Some(before) = self.values[v] {
            return Err(Refusal::new(
                line,
                format!(
                    "expected one value of h for each vertex, found a second one for {}: {h}, after {before} on line {}",
                    found(&self.graph.name(vertex)),
                    self.lines[v]
                ),
            ));
        }
        self.values[v] = Some(h);
        self.lines[v] = line;
        Ok(())
    }

    /// All values; `line` is for the error about missing ones.
    pub(super) fn finish(self, line: usize) -> Result<Vec<i32>, Refusal> {
        let missing = self.values.iter().filter(|h| h.is_none()).count();
        let first = self.values.iter().position(Option::is_none);
        match first {
            None => Ok(self.values.into_iter().flatten().collect()),
            Some(v) => Err(Refusal::new(
                line,
                format!(
                    "expected a value of h for each of the {} vertices, found {}; the first without one is {}",
                    self.values.len(),
                    self.values.len() - missing,
                    found(&self.graph.name(v as Vertex))
                ),
            )),
        }
    }
}

/// Attaches a line to a remaining error of construction.
pub(super) fn built(made: Result<Digraph, DigraphError>, line: usize) -> Result<Digraph, Refusal> {
    made.map_err(|e| Refusal::new(line, e.to_string()))
}

/// The number of the last line of a text, at least 1.
pub(super) fn last_line(text: &str) -> usize {
    text.lines().count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_their_range_are_rejected() {
        assert_eq!(cost("1"), Ok(1));
        assert_eq!(cost("4294967295"), Ok(u32::MAX));
        assert_eq!(estimate("-2147483648"), Ok(i32::MIN));
        assert_eq!(estimate("2147483647"), Ok(i32::MAX));
        assert_eq!(estimate("-0"), Ok(0));
        for bad in ["0", "-1", "1.0", "1e3", "4294967296", "", "+1", "x", "inf"] {
            assert!(cost(bad).is_err(), "{bad}");
        }
        for bad in ["2147483648", "-2147483649", "0.5", "inf", "NaN", "-", "--1"] {
            assert!(estimate(bad).is_err(), "{bad}");
        }
        let long = "9".repeat(100_000);
        assert!(cost(&long).unwrap_err().len() < 120);
    }

    #[test]
    fn invalid_utf8_is_located() {
        let error = decode(b"c fine\na 1 \xff 3\n".to_vec()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2: expected text in UTF-8, found byte 0xff"
        );
        assert_eq!(decode(b"\xef\xbb\xbf{}".to_vec()).unwrap(), "{}");
    }

    #[test]
    fn quoted_input_is_short_and_escaped() {
        assert_eq!(found("a\tb\u{1b}[2J"), r#""a\tb\u{1b}[2J""#);
        assert_eq!(found(&"é".repeat(41)).chars().count(), 43);
        assert_eq!(found(""), "nothing");
    }
}
