//! Exact distances to the goal of a finite graph: Dijkstra's algorithm on reversed edges.

use super::{FiniteGraph, Vertex};
use crate::space::Cost;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use thiserror::Error;

/// A distance that does not fit into [`Cost`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the distance of vertex {vertex} to the goal is {distance}, more than {max}",
    max = Cost::MAX
)]
#[non_exhaustive]
pub struct TooFar {
    /// The vertex.
    pub vertex: Vertex,
    /// Its distance.
    pub distance: u64,
}

/// Reversed edges, grouped by target.
struct Reversed {
    /// Offset in `edges` of the edges into each vertex, and the total.
    first: Vec<usize>,
    edges: Vec<(Vertex, Cost)>,
}

impl Reversed {
    fn new<G: FiniteGraph + ?Sized>(graph: &G) -> Reversed {
        let n = graph.vertices() as usize;
        let mut first = vec![0; n + 1];
        graph.for_each_edge(|edge| first[edge.to as usize + 1] += 1);
        for v in 0..n {
            first[v + 1] += first[v];
        }
        let mut next = first.clone();
        let mut edges = vec![(0, 0); first[n]];
        graph.for_each_edge(|edge| {
            let place = &mut next[edge.to as usize];
            edges[*place] = (edge.from, edge.cost);
            *place += 1;
        });
        Reversed { first, edges }
    }

    fn ending_at(&self, vertex: Vertex) -> &[(Vertex, Cost)] {
        &self.edges[self.first[vertex as usize]..self.first[vertex as usize + 1]]
    }
}

/// See [`FiniteGraph::distances_to_goal`].
///
/// A simple path has fewer than 2³² edges of less than 2³² each, so that no sum below overflows.
pub(super) fn distances<G: FiniteGraph + ?Sized>(graph: &G) -> Result<Vec<Option<Cost>>, TooFar> {
    let reversed = Reversed::new(graph);
    let mut best = vec![u64::MAX; graph.vertices() as usize];
    let mut done = vec![None; best.len()];
    let mut queue = BinaryHeap::from([Reverse((0_u64, graph.goal()))]);
    best[graph.goal() as usize] = 0;
    while let Some(Reverse((distance, vertex))) = queue.pop() {
        if distance > best[vertex as usize] {
            continue;
        }
        let Ok(fits) = Cost::try_from(distance) else {
            return Err(TooFar { vertex, distance });
        };
        done[vertex as usize] = Some(fits);
        for &(from, cost) in reversed.ending_at(vertex) {
            let through = distance + cost as u64;
            if through < best[from as usize] {
                best[from as usize] = through;
                queue.push(Reverse((through, from)));
            }
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::graph::Matrix;

    #[test]
    fn distances_match_cheapest_paths() {
        let graph = Matrix::<5>::new(5, 2)
            .unwrap()
            .with_edge(0, 2, 10)
            .with_edge(0, 1, 3)
            .with_edge(1, 2, 4)
            .with_edge(2, 3, 1) // away from the goal
            .with_edge(4, 4, 1);
        let expected = [Some(7), Some(4), Some(0), None, None];
        assert_eq!(graph.distances_to_goal().unwrap(), expected);
    }

    #[test]
    fn overflow_names_the_nearest_vertex() {
        let graph = Matrix::<4>::new(4, 3)
            .unwrap()
            .with_edge(0, 1, 5)
            .with_edge(1, 2, 2)
            .with_edge(2, 3, u32::MAX);
        let error = graph.distances_to_goal().unwrap_err();
        let distance = u32::MAX as u64 + 2;
        assert_eq!(
            error,
            TooFar {
                vertex: 1,
                distance
            }
        );
        let just = graph.with_edge(2, 3, u32::MAX - 7).distances_to_goal();
        assert_eq!(just.unwrap()[0], Some(u32::MAX));
    }
}
