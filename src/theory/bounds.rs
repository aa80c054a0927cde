//! The two bounds for every start, over all its optimal paths.
//!
//! An edge (u, v) is optimal if h\*(u) = cost + h\*(v); the paths along optimal edges are the
//! optimal paths. Costs are positive, so h\* falls along them and one sweep in the order of h\*
//! finds the minimum and the maximum over all paths from each vertex, however many there are.

use super::Instance;
use super::properties::inconsistency;
use crate::space::graph::{FiniteGraph, Vertex};

/// Ψ of a start: the maximum of h − h\* along an optimal path. Optimal paths of one start may
/// differ in Ψ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Psi {
    /// Minimum over all optimal paths.
    pub least: i64,
    /// Maximum over all optimal paths.
    pub greatest: i64,
}

/// The bounds of all starts of an [`Instance`].
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
/// let bounds = Bounds::new(&Instance::new(&graph, &[0, 6, 2, 0]).unwrap());
/// let psi = bounds.psi(0).unwrap();
/// assert_eq!((psi.least, psi.greatest), (1, 5));
/// assert_eq!(bounds.psi_path(0), Some(vec![0, 2, 3]));
/// ```
#[derive(Clone, Debug)]
pub struct Bounds {
    goal_value: i64,
    from: Vec<Option<Best>>,
}

/// Optima over the optimal paths from one vertex. The goal leads to itself.
#[derive(Clone, Copy, Debug)]
struct Best {
    psi: Psi,
    /// The least Ψ without the first vertex.
    later: i64,
    /// The next vertex of a path that attains `psi.least`, and `later`.
    next: Vertex,
    /// The least sum of inconsistencies, and the next vertex of a path that attains it.
    sum: (i64, Vertex),
    /// The least sum without the first edge, and the next vertex of such a path.
    tail: (i64, Vertex),
}

impl Bounds {
    /// Sweeps over all vertices once.
    pub fn new<G: FiniteGraph>(instance: &Instance<'_, G>) -> Bounds {
        let (graph, h) = (instance.graph(), instance.h());
        let goal = graph.goal();
        let goal_value = h[goal as usize] as i64;
        let mut order: Vec<(u32, Vertex)> = (0..)
            .zip(instance.distances())
            .filter_map(|(vertex, distance)| Some(((*distance)?, vertex)))
            .collect();
        order.sort_unstable();
        let mut from: Vec<Option<Best>> = vec![None; h.len()];
        from[goal as usize] = Some(Best {
            psi: Psi {
                least: goal_value,
                greatest: goal_value,
            },
            later: goal_value,
            next: goal,
            sum: (0, goal),
            tail: (0, goal),
        });
        for (distance, vertex) in order {
            if vertex == goal {
                continue;
            }
            let here = h[vertex as usize];
            let mut best: Option<Best> = None;
            for (next, cost) in graph.successors(&vertex) {
                // Costs are positive, so nearer vertices are done.
                let nearer = distance.checked_sub(cost);
                if nearer.is_none() || instance.distance(next) != nearer {
                    continue;
                }
                let Some(then) = from[next as usize] else {
                    continue;
                };
                let sum = inconsistency(here, h[next as usize], cost) + then.sum.0;
                let through = Best {
                    psi: then.psi,
                    later: then.psi.least,
                    next,
                    sum: (sum, next),
                    tail: (then.sum.0, next),
                };
                best = Some(best.map_or(through, |b| b.or(through)));
            }
            from[vertex as usize] = best.map(|mut best| {
                let error = here as i64 - distance as i64;
                best.psi.least = best.psi.least.max(error);
                best.psi.greatest = best.psi.greatest.max(error);
                best
            });
        }
        Bounds { goal_value, from }
    }

    fn at(&self, start: Vertex) -> Option<&Best> {
        self.from.get(start as usize)?.as_ref()
    }

    /// Ψ of a start; `None` if the goal cannot be reached from it.
    pub fn psi(&self, start: Vertex) -> Option<Psi> {
        Some(self.at(start)?.psi)
    }

    /// An optimal path on which Ψ is least, from the start to the goal.
    pub fn psi_path(&self, start: Vertex) -> Option<Vec<Vertex>> {
        self.path(start, |best| best.next, |best| best.next)
    }

    /// Bound on the suboptimality of A* with reopening: the least Ψ minus h(goal).
    pub fn with_reopening(&self, start: Vertex) -> Option<i64> {
        Some(self.at(start)?.psi.least - self.goal_value)
    }

    /// The same with a maximum in Ψ that excludes the start. The start is never in OPEN when
    /// another vertex is selected, so its own error does not matter; the paper's maximum includes
    /// it.
    ///
    /// ```
    /// use admit::space::graph::Matrix;
    /// use admit::theory::{Bounds, Instance};
    /// let graph = Matrix::<2>::from_costs([[0, 1], [0, 0]], 1).unwrap();
    /// let bounds = Bounds::new(&Instance::new(&graph, &[9, 0]).unwrap());
    /// assert_eq!(bounds.with_reopening(0), Some(8));
    /// assert_eq!(bounds.with_reopening_after_start(0), Some(0));
    /// ```
    pub fn with_reopening_after_start(&self, start: Vertex) -> Option<i64> {
        Some(self.at(start)?.later - self.goal_value)
    }

    /// Bound on the suboptimality of A* without reopening: the least sum of inconsistencies along
    /// an optimal path, without its first edge.
    pub fn without_reopening(&self, start: Vertex) -> Option<i64> {
        Some(self.at(start)?.tail.0)
    }

    /// An optimal path that attains [`without_reopening`](Bounds::without_reopening).
    pub fn without_reopening_path(&self, start: Vertex) -> Option<Vec<Vertex>> {
        self.path(start, |best| best.tail.1, |best| best.sum.1)
    }

    /// Follows optimal edges: the first by `first`, all others by `then`.
    fn path(
        &self,
        start: Vertex,
        first: impl Fn(&Best) -> Vertex,
        then: impl Fn(&Best) -> Vertex,
    ) -> Option<Vec<Vertex>> {
        let mut path = vec![start];
        let mut next = first(self.at(start)?);
        while path.last() != Some(&next) {
            path.push(next);
            next = then(self.at(next)?);
        }
        Some(path)
    }
}

impl Best {
    /// The better of two first steps, in each respect; of equal ones the one to the lesser vertex.
    fn or(self, other: Best) -> Best {
        let (later, next) = (self.later, self.next).min((other.later, other.next));
        Best {
            psi: Psi {
                least: self.psi.least.min(other.psi.least),
                greatest: self.psi.greatest.max(other.psi.greatest),
            },
            later,
            next,
            sum: self.sum.min(other.sum),
            tail: self.tail.min(other.tail),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::graph::Matrix;

    /// Two paths from 0 to 4 of cost 4, 0 1 2 4 and 0 3 4, and a more expensive one.
    fn diamond() -> Matrix<6> {
        Matrix::new(6, 4)
            .unwrap()
            .with_edge(0, 1, 1)
            .with_edge(1, 2, 1)
            .with_edge(2, 4, 2)
            .with_edge(0, 3, 3)
            .with_edge(3, 4, 1)
            .with_edge(0, 4, 5)
            .with_edge(4, 0, 1)
            .with_edge(4, 5, 1)
    }

    #[test]
    fn minimum_and_maximum_range_over_all_optimal_paths() {
        let graph = diamond();
        let h = [1, 9, 0, 3, 0, 0];
        let bounds = Bounds::new(&Instance::new(&graph, &h).unwrap());
        // Errors along 0 1 2 4: −3, 6, −2, 0; along 0 3 4: −3, 2, 0.
        let psi = Psi {
            least: 2,
            greatest: 6,
        };
        assert_eq!(bounds.psi(0), Some(psi));
        assert_eq!(bounds.psi_path(0), Some(vec![0, 3, 4]));
        // Inconsistencies but the first: 9 − 0 − 1 = 8 and 0; 3 − 0 − 1 = 2.
        assert_eq!(bounds.without_reopening(0), Some(2));
        assert_eq!(bounds.without_reopening_path(0), Some(vec![0, 3, 4]));
        assert_eq!(bounds.without_reopening(1), Some(0));
        assert_eq!(bounds.psi(4).unwrap().least, 0);
        assert_eq!(bounds.psi_path(4), Some(vec![4]));
        assert_eq!(bounds.psi(5), None);
        assert_eq!(bounds.without_reopening_path(5), None);
        assert_eq!(bounds.psi(99), None);
    }

    #[test]
    fn the_two_paths_may_differ() {
        let graph = diamond();
        // Errors along 0 1 2 4: −4, 0, 6, 0; along 0 3 4: −4, 5, 0.
        let h = [0, 3, 8, 6, 0, 0];
        let bounds = Bounds::new(&Instance::new(&graph, &h).unwrap());
        assert_eq!(bounds.with_reopening(0), Some(5));
        assert_eq!(bounds.psi_path(0), Some(vec![0, 3, 4]));
        assert_eq!(bounds.without_reopening(0), Some(5));
        let h = [0, 8, 0, 6, 0, 0];
        let bounds = Bounds::new(&Instance::new(&graph, &h).unwrap());
        // Errors 5 and 5: the lesser vertex; sums 8 − 0 − 1 = 7 and 5.
        assert_eq!(bounds.psi_path(0), Some(vec![0, 1, 2, 4]));
        assert_eq!(bounds.without_reopening_path(0), Some(vec![0, 3, 4]));
        assert_eq!(bounds.without_reopening(0), Some(5));
    }

    #[test]
    fn the_goal_may_have_any_value() {
        let graph = diamond();
        let raised = [11, 19, 10, 13, 10, 10];
        let bounds = Bounds::new(&Instance::new(&graph, &raised).unwrap());
        assert_eq!(bounds.psi(0).unwrap().least, 12);
        assert_eq!(bounds.with_reopening(0), Some(2));
        let low = [0, 0, 0, 0, i32::MIN, 0];
        let bounds = Bounds::new(&Instance::new(&graph, &low).unwrap());
        assert_eq!(bounds.with_reopening(3), Some((1 << 31) - 1));
    }
}
