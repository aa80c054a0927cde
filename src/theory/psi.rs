//! Ψ of one given path. [`Bounds`](super::Bounds) has the minimum and the maximum over all optimal
//! paths.

use super::Instance;
use crate::space::graph::{FiniteGraph, Vertex};

impl<G: FiniteGraph> Instance<'_, G> {
    /// The maximum of h − h\* over the vertices of a path; `None` if the path is empty, or if the
    /// goal cannot be reached from one of them. Whether the path is optimal is not checked.
    ///
    /// ```
    /// use admit::space::graph::Matrix;
    /// use admit::theory::{Bounds, Instance};
    /// // Two optimal paths from 0 to 3, through 1 and through 2.
    /// let graph = Matrix::<4>::from_costs(
    ///     [[0, 1, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0]],
    ///     3,
    /// );
    /// let graph = graph.unwrap();
    /// let instance = Instance::new(&graph, &[0, 6, 2, 0]).unwrap();
    /// let [one, other] = [[0, 1, 3], [0, 2, 3]].map(|path| instance.psi_along(&path).unwrap());
    /// let all = Bounds::new(&instance).psi(0).unwrap();
    /// assert_eq!((other, one), (all.least, all.greatest));
    /// assert_eq!(instance.psi_along(&[]), None);
    /// ```
    pub fn psi_along(&self, path: &[Vertex]) -> Option<i64> {
        let mut most = None;
        for &vertex in path {
            let h = *self.h().get(vertex as usize)? as i64;
            let error = h - self.distance(vertex)? as i64;
            most = Some(most.map_or(error, |most: i64| most.max(error)));
        }
        most
    }
}
