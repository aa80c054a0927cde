//! Random graphs with heuristics, and reference algorithms.
//!
//! Graphs and costs are small; parallel edges, self-loops, unreachable goals, ties and several
//! optimal paths are common.

use admit::space::Cost;
use admit::space::graph::{Digraph, Edge, FiniteGraph, Vertex};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};

/// Range of a random heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Any from −8 to 12, at the goal too.
    Any,
    /// From 0 to 12, and 0 at the goal.
    Claimed,
}

/// A graph with a heuristic: the paper's instance without its start.
#[derive(Clone, Debug)]
pub struct Case {
    /// The graph.
    pub graph: Digraph,
    /// One value for each vertex.
    pub h: Vec<i32>,
}

/// Graphs of at least 2 vertices with costs from 1 to `most_cost`. Any vertex may be the goal, also
/// the first or last in the order for ties.
pub fn case(most_vertices: u32, most_cost: Cost, values: Values) -> impl Strategy<Value = Case> {
    (2..=most_vertices).prop_flat_map(move |n| {
        let edge = (0..n, 0..n, 1..=most_cost);
        let edge = edge.prop_map(|(from, to, cost)| Edge { from, to, cost });
        let edges = vec(edge, 0..=(3 * n as usize));
        let h = match values {
            Values::Any => vec(-8..=12, n as usize).boxed(),
            Values::Claimed => vec(0..=12, n as usize).boxed(),
        };
        (edges, 0..n, h, any::<bool>()).prop_map(move |(edges, goal, mut h, named)| {
            if values == Values::Claimed {
                h[goal as usize] = 0;
            }
            let graph = if named {
                let names = (0..n).map(name).collect();
                Digraph::named(names, edges, goal)
            } else {
                Digraph::numbered(n, n % 2, edges, goal)
            };
            let graph = graph.expect("vertices exist and costs are positive");
            Case { graph, h }
        })
    })
}

/// A name that is hard to parse: spaces, quotation marks, non-ASCII letters, and sometimes `c`,
/// which begins a comment in DIMACS files.
fn name(vertex: Vertex) -> String {
    match vertex % 5 {
        0 => format!("v{vertex}"),
        1 if vertex == 1 => "c".to_owned(),
        1 => format!("über {vertex}"),
        2 => format!("\"{vertex}\""),
        3 => format!("a\\b {vertex} 7"),
        _ => vertex.to_string(),
    }
}

/// Distances to the goal by Bellman–Ford.
pub fn bellman_ford(graph: &Digraph) -> Vec<Option<u64>> {
    let mut best = vec![None; graph.vertices() as usize];
    best[graph.goal() as usize] = Some(0);
    loop {
        let mut changed = false;
        for Edge { from, to, cost } in graph.edges() {
            if let Some(rest) = best[to as usize] {
                let through = rest + cost as u64;
                if best[from as usize].is_none_or(|known| through < known) {
                    best[from as usize] = Some(through);
                    changed = true;
                }
            }
        }
        if !changed {
            return best;
        }
    }
}

/// Every optimal path from a vertex to the goal, by enumeration of simple paths; each vertex comes
/// with the cost of its incoming edge.
pub fn optimal_paths(graph: &Digraph, start: Vertex) -> Vec<Vec<(Vertex, Cost)>> {
    fn walk(
        graph: &Digraph,
        path: &mut Vec<(Vertex, Cost)>,
        cost: u64,
        found: &mut (u64, Vec<Vec<(Vertex, Cost)>>),
    ) {
        let (here, _) = path[path.len() - 1];
        if cost > found.0 {
            return;
        }
        if here == graph.goal() {
            if cost < found.0 {
                *found = (cost, Vec::new());
            }
            found.1.push(path.clone());
            return;
        }
        for edge in graph.edges().filter(|edge| edge.from == here) {
            if path.iter().all(|&(v, _)| v != edge.to) {
                path.push((edge.to, edge.cost));
                walk(graph, path, cost + edge.cost as u64, found);
                path.pop();
            }
        }
    }
    let mut found = (u64::MAX, Vec::new());
    walk(graph, &mut vec![(start, 0)], 0, &mut found);
    found.1
}
