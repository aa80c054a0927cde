//! DIMACS files of the shortest path challenge, `.gr`.
//!
//! ```text
//! c a comment
//! p sp 3 2        three vertices, 1 to 3, and two arcs
//! a 1 2 17        from 1 to 2 at cost 17
//! a 2 3 5
//! ```
//!
//! The `p` line stands before all arcs and its counts must be right. Costs are positive. The format
//! names no goal; it is the last vertex unless the caller names one.
//!
//! ```
//! use admit::space::graph::{FiniteGraph, dimacs};
//! let graph = dimacs::read("x.gr", "p sp 3 2\na 1 2 17\na 2 3 5\n").unwrap().graph;
//! assert_eq!(graph.distances_to_goal().unwrap(), [Some(22), Some(5), Some(0)]);
//! assert_eq!(dimacs::write(&graph), "p sp 3 2\na 1 2 17\na 2 3 5\n");
//! ```

use super::reading::{GoalFrom, GraphError, Parsed, Refusal, built, cost, count, found, last_line};
use super::{Digraph, Edge, FiniteGraph, MOST_VERTICES, Vertex};
use std::fmt::Write;

const PROBLEM: &str = "`p sp VERTICES ARCS`";
const ARC: &str = "`a FROM TO COST`";

/// Reads a graph; `file` is for errors only.
///
/// # Errors
///
/// The line and the reason, if the text is not of this format.
pub fn read(file: &str, text: &str) -> Result<Parsed, GraphError> {
    parse(text).map_err(|refusal| refusal.of(file))
}

/// Writes a graph. Vertices are numbered from 1; names and goal are lost.
pub fn write(graph: &Digraph) -> String {
    let mut text = format!("p sp {} {}\n", graph.vertices(), graph.edge_count());
    for Edge { from, to, cost } in graph.edges() {
        let (from, to) = (from as u64 + 1, to as u64 + 1);
        writeln!(text, "a {from} {to} {cost}").expect("a string takes everything");
    }
    text
}

/// The `p` line and its line number.
struct Problem {
    line: usize,
    vertices: u32,
    arcs: u64,
}

fn parse(text: &str) -> Result<Parsed, Refusal> {
    let mut problem: Option<Problem> = None;
    let mut edges = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut words = line.split_whitespace();
        let refuse = |reason: String| Refusal::new(number, reason);
        match (words.next(), &problem) {
            (None, _) => {}
            (Some(word), _) if word.starts_with('c') => {}
            (Some("p"), None) => problem = Some(read_problem(number, line)?),
            (Some("p"), Some(before)) => {
                return Err(refuse(format!(
                    "expected one line {PROBLEM}, found a second one; the first is line {}",
                    before.line
                )));
            }
            (Some("a"), Some(problem)) => {
                edges.push(read_arc(line, problem.vertices).map_err(refuse)?);
            }
            (Some("a"), None) => {
                return Err(refuse(format!(
                    "expected a line {PROBLEM} before the first arc, found {}",
                    found(line.trim())
                )));
            }
            (Some(_), _) => {
                return Err(refuse(format!(
                    "expected {PROBLEM}, {ARC} or a comment `c …`, found {}",
                    found(line.trim())
                )));
            }
        }
    }
    let Some(Problem {
        line,
        vertices,
        arcs,
    }) = problem
    else {
        let reason = format!("expected a line {PROBLEM}, found none in the whole file");
        return Err(Refusal::new(last_line(text), reason));
    };
    if edges.len() as u64 != arcs {
        let reason = format!(
            "expected {arcs} arcs, as this line says, found {}",
            edges.len()
        );
        return Err(Refusal::new(line, reason));
    }
    let graph = built(Digraph::numbered(vertices, 1, edges, vertices - 1), line)?;
    Ok(Parsed {
        graph,
        goal_from: GoalFrom::LastVertex,
        h: None,
    })
}

fn read_problem(number: usize, line: &str) -> Result<Problem, Refusal> {
    let refuse = |reason: String| Refusal::new(number, reason);
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["p", "sp", vertices, arcs] = words[..] else {
        return Err(refuse(format!(
            "expected {PROBLEM}, found {}",
            found(line.trim())
        )));
    };
    let counted = |what: &str, written: &str| {
        let reason = || format!("expected the number of {what}, found {}", found(written));
        count(written).ok_or_else(|| refuse(reason()))
    };
    let (n, arcs) = (counted("vertices", vertices)?, counted("arcs", arcs)?);
    if n == 0 || n > MOST_VERTICES as u64 {
        return Err(refuse(format!(
            "expected from 1 to {MOST_VERTICES} vertices, found {n}"
        )));
    }
    Ok(Problem {
        line: number,
        vertices: n as u32,
        arcs,
    })
}

fn read_arc(line: &str, vertices: u32) -> Result<Edge, String> {
    let mut words = line.split_whitespace().skip(1);
    let (Some(from), Some(to), Some(price), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(format!("expected {ARC}, found {}", found(line.trim())));
    };
    let vertex = |name: &str| match count(name) {
        Some(v) if (1..=vertices as u64).contains(&v) => Ok(v as Vertex - 1),
        _ => Err(format!(
            "expected a vertex from 1 to {vertices}, found {}",
            found(name)
        )),
    };
    Ok(Edge {
        from: vertex(from)?,
        to: vertex(to)?,
        cost: cost(price)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_comments_do_not_matter() {
        let plain = parse("p sp 2 1\na 1 2 3\n").unwrap().graph;
        let loose = "c\n\n c x\n\tp  sp 2\t1 \r\ncomment\na 1   2 3\r\n\r\nc end";
        let loose = parse(loose).unwrap().graph;
        assert_eq!(write(&plain), write(&loose));
        assert_eq!(plain.goal(), 1);
    }

    #[test]
    fn false_counts_reserve_no_memory() {
        let error = parse("p sp 2 18446744073709551615\na 1 2 3\n").unwrap_err();
        assert_eq!(error.line, 1);
        assert!(parse("p sp 4294967295 0\n").is_err());
    }
}
