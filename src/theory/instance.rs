//! A graph and a heuristic that fits it, with exact distances.

use crate::space::Cost;
use crate::space::graph::{FiniteGraph, TooFar, Vertex};
use thiserror::Error;

/// A graph, one value of h per vertex, and the exact distance of every vertex to the goal.
///
/// ```
/// use admit::space::graph::Matrix;
/// use admit::theory::{Instance, InstanceError};
/// let graph = Matrix::<2>::from_costs([[0, 3], [0, 0]], 1).unwrap();
/// let instance = Instance::new(&graph, &[-7, 0]).unwrap();
/// assert_eq!(instance.distance(0), Some(3));
/// let short = Instance::new(&graph, &[0]);
/// assert_eq!(short.err(), Some(InstanceError::Values { vertices: 2, values: 1 }));
/// ```
#[derive(Debug)]
pub struct Instance<'a, G> {
    graph: &'a G,
    h: &'a [i32],
    distances: Vec<Option<Cost>>,
}

/// Reason why a graph and a heuristic form no instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InstanceError {
    /// The number of values is not the number of vertices.
    #[error("{vertices} vertices need as many values of h, not {values}")]
    Values {
        /// Number of vertices.
        vertices: u32,
        /// Number of values.
        values: usize,
    },
    /// A distance overflows.
    #[error(transparent)]
    TooFar(#[from] TooFar),
}

impl<'a, G: FiniteGraph> Instance<'a, G> {
    /// Computes all distances to the goal.
    ///
    /// # Errors
    ///
    /// If there are too few or too many values, or if a distance does not fit into [`Cost`].
    pub fn new(graph: &'a G, h: &'a [i32]) -> Result<Instance<'a, G>, InstanceError> {
        let vertices = graph.vertices();
        if h.len() != vertices as usize {
            let values = h.len();
            return Err(InstanceError::Values { vertices, values });
        }
        let distances = graph.distances_to_goal()?;
        Ok(Instance {
            graph,
            h,
            distances,
        })
    }

    /// The graph.
    pub fn graph(&self) -> &'a G {
        self.graph
    }

    /// The values of h.
    pub fn h(&self) -> &'a [i32] {
        self.h
    }

    /// All distances to the goal.
    pub fn distances(&self) -> &[Option<Cost>] {
        &self.distances
    }

    /// h\* of a vertex; `None` if the goal cannot be reached from it.
    pub fn distance(&self, vertex: Vertex) -> Option<Cost> {
        *self.distances.get(vertex as usize)?
    }
}
