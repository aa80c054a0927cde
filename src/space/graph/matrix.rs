//! A small graph as a cost matrix.
//!
//! Nothing is allocated and every loop is bounded by N, so that a model checker can cover all
//! graphs of a size.

use super::{Edge, FiniteGraph, Vertex};
use crate::space::{Cost, Ranked, Space};

/// A digraph of at most `N` vertices. Entry `[u][v]` is the cost of the edge from u to v, or 0 for
/// no edge. Self-loops are allowed, parallel edges are not.
///
/// ```
/// use admit::space::Space;
/// use admit::space::graph::Matrix;
///
/// let graph = Matrix::<8>::new(3, 2).unwrap().with_edge(0, 1, 4).with_edge(1, 2, 1);
/// assert_eq!(graph.successors(&0).collect::<Vec<_>>(), [(1, 4)]);
/// assert!(graph.is_goal(&2));
/// assert_eq!(graph.cost(1, 0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Matrix<const N: usize> {
    costs: [[Cost; N]; N],
    vertices: Vertex,
    goal: Vertex,
}

impl<const N: usize> Matrix<N> {
    /// A graph without edges; `None` if there are more than N vertices or the goal is not one of
    /// them.
    ///
    /// ```
    /// use admit::space::graph::Matrix;
    /// assert!(Matrix::<4>::new(4, 3).is_some());
    /// assert!(Matrix::<4>::new(5, 3).is_none());
    /// assert!(Matrix::<4>::new(3, 3).is_none());
    /// ```
    pub const fn new(vertices: u32, goal: Vertex) -> Option<Matrix<N>> {
        if vertices as usize > N || goal >= vertices {
            return None;
        }
        Some(Matrix {
            costs: [[0; N]; N],
            vertices,
            goal,
        })
    }

    /// A graph of N vertices with these costs; `None` if the goal is no vertex.
    pub const fn from_costs(costs: [[Cost; N]; N], goal: Vertex) -> Option<Matrix<N>> {
        match Matrix::new(N as u32, goal) {
            Some(mut graph) => {
                graph.costs = costs;
                Some(graph)
            }
            None => None,
        }
    }

    /// The same with an edge added, replaced or, at cost 0, removed; unchanged if a vertex does not
    /// exist.
    #[must_use]
    pub const fn with_edge(mut self, from: Vertex, to: Vertex, cost: Cost) -> Matrix<N> {
        if from < self.vertices && to < self.vertices {
            self.costs[from as usize][to as usize] = cost;
        }
        self
    }

    /// Cost of an edge, if it exists.
    pub const fn cost(&self, from: Vertex, to: Vertex) -> Option<Cost> {
        if from >= self.vertices || to >= self.vertices {
            return None;
        }
        match self.costs[from as usize][to as usize] {
            0 => None,
            cost => Some(cost),
        }
    }
}

impl<const N: usize> Space for Matrix<N> {
    type State = Vertex;
    type Action = Edge;

    fn transitions(&self, vertex: &Vertex) -> impl Iterator<Item = (Edge, Vertex, Cost)> {
        let from = *vertex;
        self.successors(vertex)
            .map(move |(to, cost)| (Edge { from, to, cost }, to, cost))
    }

    fn successors(&self, &from: &Vertex) -> impl Iterator<Item = (Vertex, Cost)> {
        // The vertex stays concrete when the existence of the edge is symbolic, so a model checker
        // follows one vertex after the other.
        (0..self.vertices)
            .map(move |to| (to, self.cost(from, to).unwrap_or(0)))
            .filter(|&(_, cost)| cost != 0)
    }

    fn is_goal(&self, vertex: &Vertex) -> bool {
        *vertex == self.goal
    }
}

impl<const N: usize> Ranked for Matrix<N> {
    fn size(&self) -> u64 {
        self.vertices as u64
    }

    fn rank(&self, vertex: &Vertex) -> u64 {
        *vertex as u64
    }

    fn unrank(&self, rank: u64) -> Option<Vertex> {
        (rank < self.size()).then_some(rank as Vertex)
    }
}

impl<const N: usize> FiniteGraph for Matrix<N> {
    fn vertices(&self) -> u32 {
        self.vertices
    }

    fn goal(&self) -> Vertex {
        self.goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_vertices_get_no_edges() {
        let graph = Matrix::<4>::new(2, 1).unwrap();
        let same = graph
            .with_edge(0, 2, 1)
            .with_edge(2, 0, 1)
            .with_edge(9, 0, 1);
        assert_eq!(graph, same);
        assert_eq!(same.successors(&3).count(), 0);
        assert_eq!(same.successors(&u32::MAX).count(), 0);
        assert_ne!(graph, graph.with_edge(0, 1, 1));
    }

    #[test]
    fn edges_are_replaced_and_removed() {
        let graph = Matrix::<2>::new(2, 1).unwrap().with_edge(0, 1, 3);
        assert_eq!(graph.with_edge(0, 1, 4).cost(0, 1), Some(4));
        assert_eq!(graph.with_edge(0, 1, 0).cost(0, 1), None);
    }

    #[test]
    fn a_graph_needs_a_goal() {
        assert_eq!(Matrix::<0>::new(0, 0), None);
        assert_eq!(Matrix::<3>::from_costs([[1; 3]; 3], 3), None);
    }
}
