//! What every search does, whatever h is.

use crate::choices::{Case, Choices};
use crate::code::{Code, How};
use crate::problem::{Problem, Scope};
use crate::{always, sometimes};
use admit::space::graph::{FiniteGraph, Vertex};

/// Edges into the start and out of the goal change nothing: neither how a search
/// ends nor what it leaves behind.
///
/// # Errors
///
/// See [`Case`].
pub fn idle_edges<const N: usize>(c: &mut impl Choices, code: &impl Code, scope: &Scope) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let mut trimmed = problem;
    let mut idle = 0;
    for v in 0..N as Vertex {
        for (from, to) in [(v, problem.start), (problem.graph.goal(), v)] {
            idle += problem.graph.cost(from, to).is_some() as u32;
            trimmed.graph = trimmed.graph.with_edge(from, to, 0);
        }
    }
    for how in [How::REOPENING, How::CLOSING] {
        let with = code.search(&problem, how, &mut ());
        let without = code.search(&trimmed, how, &mut ());
        always!(
            c,
            with.end == without.end,
            "the search ends in the same way"
        );
        always!(
            c,
            with.g == without.g && with.parent == without.parent,
            "every vertex has the same g and parent"
        );
        sometimes!(
            c,
            idle > 0 && with.summary.expansions > 1,
            "there are such edges"
        );
    }
    Ok(())
}
