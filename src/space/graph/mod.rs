//! Explicit graphs.
//!
//! A vertex is its number, and searches break ties by number.
//!
//! | file | contents |
//! |---|---|
//! | `matrix` | [`Matrix`]: at most N vertices as a matrix of costs; allocates nothing |
//! | `to_goal` | exact distances to the goal, for [`FiniteGraph::distances_to_goal`] |
//! | `digraph` | `Digraph`: any number of vertices with names, on petgraph (feature `graphs`) |
//! | `dimacs`, `json`, `values` | files of graphs and heuristics (feature `graphs`) |
//! | `families` | graph families with known search effort (feature `graphs`) |
//! | `reading` | shared parts of the readers; [`GraphError`](reading::GraphError) |
//!
//! ```
//! use admit::heuristic::Zero;
//! use admit::search::solve;
//! use admit::space::graph::{FiniteGraph, Matrix};
//!
//! // 0 → 1 → 2 is cheaper than 0 → 2.
//! let graph = Matrix::<3>::from_costs([[0, 1, 5], [0, 0, 2], [0, 0, 0]], 2).unwrap();
//! assert_eq!(solve(&graph, 0, &Zero).unwrap().cost(), Some(3));
//! assert_eq!(graph.distances_to_goal().unwrap(), [Some(3), Some(2), Some(0)]);
//! ```

#[cfg(feature = "graphs")]
mod digraph;
#[cfg(feature = "graphs")]
pub mod dimacs;
#[cfg(feature = "graphs")]
pub mod families;
#[cfg(feature = "graphs")]
pub mod json;
mod matrix;
#[cfg(feature = "graphs")]
pub mod reading;
mod to_goal;
#[cfg(feature = "graphs")]
pub mod values;

#[cfg(feature = "graphs")]
pub use digraph::{Digraph, DigraphError, MOST_VERTICES};
pub use matrix::Matrix;
pub use to_goal::TooFar;

use super::{Cost, Space};

/// A vertex: its number.
pub type Vertex = u32;

/// An edge. Equal edges are parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// Source.
    pub from: Vertex,
    /// Target.
    pub to: Vertex,
    /// Cost.
    pub cost: Cost,
}

/// A space all of whose states can be listed: the numbers below
/// [`vertices`](FiniteGraph::vertices). Exactly one of them is a goal, every edge leads to one of
/// them, and there are fewer than 2³¹ edges.
pub trait FiniteGraph: Space<State = Vertex> {
    /// Number of vertices.
    fn vertices(&self) -> u32;

    /// The only goal.
    fn goal(&self) -> Vertex;

    /// Calls `visit` for every edge, vertex by vertex.
    ///
    /// ```
    /// use admit::space::graph::{Edge, FiniteGraph, Matrix};
    /// let graph = Matrix::<2>::from_costs([[7, 3], [0, 0]], 1).unwrap();
    /// let mut edges = Vec::new();
    /// graph.for_each_edge(|edge| edges.push(edge));
    /// assert_eq!(edges, [Edge { from: 0, to: 0, cost: 7 }, Edge { from: 0, to: 1, cost: 3 }]);
    /// ```
    fn for_each_edge(&self, mut visit: impl FnMut(Edge)) {
        for from in 0..self.vertices() {
            for (to, cost) in self.successors(&from) {
                visit(Edge { from, to, cost });
            }
        }
    }

    /// Exact distance of every vertex to the goal; `None` for dead ends.
    ///
    /// Sums are 64 bits wide and cannot overflow.
    ///
    /// # Errors
    ///
    /// If a distance does not fit into [`Cost`]; the nearest such vertex is named.
    fn distances_to_goal(&self) -> Result<Vec<Option<Cost>>, TooFar> {
        to_goal::distances(self)
    }
}
