//! Files with a heuristic: one integer for each vertex.
//!
//! Either JSON, an object from names to values or a list in the order of the vertices, or lines of
//! a vertex and its value:
//!
//! ```text
//! # a comment
//! s 5
//! a -2
//! ```
//!
//! A line that begins with the word `c` is a comment too, as in DIMACS files, unless a vertex is
//! named c. A file that begins with `{` or `[` is JSON.
//!
//! ```
//! use admit::space::graph::{Digraph, values};
//! let names = ["s", "t"].map(String::from).to_vec();
//! let graph = Digraph::named(names, [], 1).unwrap();
//! let lines = values::read("h.txt", "s 5\nt 0\n", &graph);
//! let object = values::read("h.json", r#"{"t": 0, "s": 5}"#, &graph);
//! let list = values::read("h.json", "[5, 0]", &graph);
//! assert_eq!(lines, Ok(vec![5, 0]));
//! assert!(lines == object && object == list);
//! ```

use super::reading::{Filling, GraphError, Refusal, estimate, found, last_line, no_vertex};
use super::{Digraph, FiniteGraph, json};
use std::fmt::Write;

/// Reads one value for each vertex; `file` is for errors only.
///
/// # Errors
///
/// If the text has neither format, or a vertex does not have exactly one value.
pub fn read(file: &str, text: &str, graph: &Digraph) -> Result<Vec<i32>, GraphError> {
    let values = if text.trim_start().starts_with(['{', '[']) {
        json::parse_values(text, graph)
    } else {
        parse(text, graph)
    };
    values.map_err(|refusal| refusal.of(file))
}

/// Writes lines of a vertex and its value.
pub fn write(graph: &Digraph, h: &[i32]) -> String {
    let mut text = String::new();
    for (vertex, h) in (0..graph.vertices()).zip(h) {
        writeln!(text, "{} {h}", graph.name(vertex)).expect("a string takes everything");
    }
    text
}

fn parse(text: &str, graph: &Digraph) -> Result<Vec<i32>, Refusal> {
    let c_is_a_vertex = graph.vertex("c").is_some();
    let mut values = Filling::new(graph);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let comment = line.split_whitespace().next() == Some("c") && !c_is_a_vertex;
        if line.is_empty() || line.starts_with('#') || comment {
            continue;
        }
        let refuse = |reason: String| Refusal::new(number, reason);
        // A name may contain spaces, so the value is the last word.
        let Some((name, value)) = line.rsplit_once(char::is_whitespace) else {
            return Err(refuse(format!(
                "expected `VERTEX VALUE`, found {}",
                found(line)
            )));
        };
        let name = name.trim_end();
        let Some(vertex) = graph.vertex(name) else {
            return Err(refuse(if name.contains(char::is_whitespace) {
                format!("expected `VERTEX VALUE`, found {}", found(line))
            } else {
                no_vertex(graph, name)
            }));
        };
        values.set(number, vertex, estimate(value).map_err(refuse)?)?;
    }
    values.finish(last_line(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Digraph {
        let names = names.iter().map(|&n| n.to_owned()).collect();
        Digraph::named(names, [], 0).unwrap()
    }

    #[test]
    fn c_is_a_comment_or_a_vertex() {
        let without = named(&["a", "b"]);
        assert_eq!(parse("c 5\na 1\nb 2", &without), Ok(vec![1, 2]));
        let with = named(&["a", "c"]);
        assert_eq!(parse("# x\nc 5\na 1\n", &with), Ok(vec![1, 5]));
    }

    #[test]
    fn names_may_contain_spaces() {
        let graph = named(&["to be", "not to be"]);
        assert_eq!(
            parse("not to be\t-3\n to be   4\n", &graph),
            Ok(vec![4, -3])
        );
        let error = parse("to be 4 4\n", &graph).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1: expected `VERTEX VALUE`, found \"to be 4 4\""
        );
    }

    #[test]
    fn each_vertex_has_exactly_one_value() {
        let graph = named(&["a", "b"]);
        let twice = parse("a 1\nb 2\na 1\n", &graph).unwrap_err();
        assert_eq!(twice.line, 3);
        let missing = parse("# nothing\na 1\n", &graph).unwrap_err();
        assert_eq!(missing.line, 2);
        assert!(missing.reason.contains("\"b\""), "{missing}");
    }
}
