//! Traces of A\* with a heuristic.
//!
//! All costs are [`UNIT`], so that h can take fractional values.

use super::arrangement::{UNIT, show};
use admit::search::{Generation, Observer};
use admit::space::Cost;
use admit::space::graph::{FiniteGraph, Matrix, Vertex};
use admit_proofs::choices::distances;
use admit_proofs::code::{Code, How, Production, Searched};
use admit_proofs::problem::Problem;

/// Every selection, generation and closing of a run, with g but without f, which depends on h
/// itself and not on the order of events.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Trace(Vec<u8>);

impl Trace {
    fn units(g: Cost) -> u8 {
        (g / UNIT as Cost) as u8
    }
}

impl Observer<Vertex> for Trace {
    fn selected(&mut self, &state: &Vertex, g: Cost, _: i64) {
        self.0.extend([200, state as u8, Trace::units(g)]);
    }

    fn generated(&mut self, _: &Vertex, &child: &Vertex, g: Cost, what: Generation) {
        self.0
            .extend([201, child as u8, Trace::units(g), what as u8]);
    }

    fn closed(&mut self, _: &Vertex) {
        self.0.push(202);
    }
}

/// All ordered pairs of different vertices.
pub(super) fn all_pairs(n: u32) -> Vec<(Vertex, Vertex)> {
    let pairs = (0..n).flat_map(|from| (0..n).map(move |to| (from, to)));
    pairs.filter(|(from, to)| from != to).collect()
}

/// The pairs without edges into the start or out of the goal, which change no search.
pub(super) fn trimmed_pairs(n: u32, start: Vertex, goal: Vertex) -> Vec<(Vertex, Vertex)> {
    let mut pairs = all_pairs(n);
    pairs.retain(|&(from, to)| to != start && from != goal);
    pairs
}

/// The graph whose edges, of cost [`UNIT`], are the pairs with their bit set.
pub(super) fn digraph<const N: usize>(
    pairs: &[(Vertex, Vertex)],
    set: u32,
    goal: Vertex,
) -> Matrix<N> {
    digraph_of_cost(pairs, set, goal, UNIT as Cost)
}

/// The same with another cost.
pub(super) fn digraph_of_cost<const N: usize>(
    pairs: &[(Vertex, Vertex)],
    set: u32,
    goal: Vertex,
    cost: Cost,
) -> Matrix<N> {
    let edges = (0..).zip(pairs).filter(|(i, _)| set >> i & 1 == 1);
    let graph = Matrix::new(N as u32, goal).expect("a goal");
    edges.fold(graph, |graph, (_, &(from, to))| {
        graph.with_edge(from, to, cost)
    })
}

/// A run with reopening.
pub(super) fn run<const N: usize>(problem: &Problem<N>) -> (Trace, Searched<N>) {
    let mut trace = Trace::default();
    let searched = Production.search(problem, How::REOPENING, &mut trace);
    (trace, searched)
}

/// The starts that reach the goal, without the goal itself.
pub(super) fn starts<const N: usize>(graph: &Matrix<N>) -> Vec<Vertex> {
    let to_goal = distances(graph, Cost::MAX);
    (0..N as Vertex)
        .filter(|&v| v != graph.goal() && to_goal[v as usize] != Cost::MAX)
        .collect()
}

/// A problem in words, in units.
pub(super) fn describe<const N: usize>(problem: &Problem<N>) -> String {
    let mut edges = Vec::new();
    problem
        .graph
        .for_each_edge(|edge| edges.push(format!("{}→{}", edge.from, edge.to)));
    format!(
        "start {}, goal {}, unit edges {}, h {}",
        problem.start,
        problem.graph.goal(),
        edges.join(" "),
        show(&problem.h)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_runs_have_different_traces() {
        let graph = digraph::<3>(&all_pairs(3), 0b01_0011, 2);
        let with = |h| run(&Problem { graph, start: 0, h }).0;
        // 0→1, 0→2, 1→2: whether 1 is expanded depends on its h.
        assert_ne!(with([0, 0, 0]), with([0, 2 * UNIT, 0]));
        assert_eq!(with([0, 0, 0]), with([5, 5, 5]));
    }
}
