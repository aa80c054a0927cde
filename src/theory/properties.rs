//! Whether a heuristic is admissible, consistent, goal-aware and non-negative, each with the worst
//! violating vertex or edge.

use super::Instance;
use crate::space::Cost;
use crate::space::graph::{Edge, FiniteGraph, Vertex};
use std::fmt;

/// Inconsistency of h on one edge, from `parent` to `child`: max(h(p) − h(c) − cost, 0).
///
/// ```
/// use admit::theory::inconsistency;
/// assert_eq!(inconsistency(9, 2, 3), 4);
/// assert_eq!(inconsistency(2, 9, 3), 0);
/// assert_eq!(inconsistency(i32::MAX, i32::MIN, 1), (1_i64 << 32) - 2);
/// ```
pub const fn inconsistency(parent: i32, child: i32, cost: Cost) -> i64 {
    let by = parent as i64 - child as i64 - cost as i64;
    if by > 0 { by } else { 0 }
}

/// The sum of inconsistencies along a path. A path is a list of vertices, each with the cost of the
/// edge that leads to it; the cost of the first is ignored. To omit the first edge, omit the first
/// vertex.
///
/// # Panics
///
/// If `h` has no value for one of the vertices.
///
/// ```
/// use admit::theory::inconsistency_along;
/// let h = [4, 9, 0];
/// assert_eq!(inconsistency_along(&h, &[(0, 0), (1, 1), (2, 3)]), 6);
/// assert_eq!(inconsistency_along(&h, &[(0, 0)]), 0);
/// ```
pub fn inconsistency_along(h: &[i32], path: &[(Vertex, Cost)]) -> i64 {
    path.windows(2)
        .map(|step| {
            let [(parent, _), (child, cost)] = [step[0], step[1]];
            inconsistency(h[parent as usize], h[child as usize], cost)
        })
        .sum()
}

/// A vertex whose h exceeds its exact distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overestimate {
    /// The vertex.
    pub vertex: Vertex,
    /// Its heuristic value.
    pub h: i32,
    /// Its exact distance to the goal.
    pub distance: Cost,
}

impl Overestimate {
    /// The excess of h.
    pub fn by(&self) -> i64 {
        self.h as i64 - self.distance as i64
    }
}

/// An edge along which h falls by more than the cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inconsistent {
    /// The edge.
    pub edge: Edge,
    /// The excess over the cost.
    pub by: i64,
}

/// Properties of a heuristic, with a witness for each one it lacks.
///
/// ```
/// use admit::space::graph::Matrix;
/// use admit::theory::Instance;
/// let graph = Matrix::<3>::from_costs([[0, 1, 0], [0, 0, 2], [0, 0, 0]], 2).unwrap();
/// let properties = Instance::new(&graph, &[3, 1, 0]).unwrap().properties();
/// assert!(properties.is_admissible() && !properties.is_consistent());
/// let worst = properties.most_inconsistent.unwrap();
/// assert_eq!((worst.edge.from, worst.edge.to, worst.by), (0, 1, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Properties {
    /// Number of overestimated vertices. A vertex from which the goal cannot be reached is never
    /// one.
    pub overestimates: u64,
    /// The vertex with the largest excess; the first of several.
    pub worst_overestimate: Option<Overestimate>,
    /// Number of inconsistent edges.
    pub inconsistent_edges: u64,
    /// The sum of inconsistencies over all edges.
    pub total_inconsistency: i64,
    /// The most inconsistent edge; the least of several.
    pub most_inconsistent: Option<Inconsistent>,
    /// h(goal).
    pub goal_value: i32,
    /// Number of vertices with a negative h.
    pub negative: u64,
    /// The vertex with the least h, the first of several, and its h.
    pub lowest: (Vertex, i32),
}

/// An assumption of the paper's bounds on h that is violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Assumption {
    /// h(goal) = 0.
    GoalIsZero,
    /// h is nowhere negative.
    NowhereNegative,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Assumption::GoalIsZero => "h(goal) = 0",
            Assumption::NowhereNegative => "h ≥ 0",
        })
    }
}

impl Properties {
    /// h never overestimates.
    pub fn is_admissible(&self) -> bool {
        self.overestimates == 0
    }

    /// h falls along no edge by more than the cost of the edge.
    pub fn is_consistent(&self) -> bool {
        self.inconsistent_edges == 0
    }

    /// h(goal) = 0.
    pub fn is_goal_aware(&self) -> bool {
        self.goal_value == 0
    }

    /// h is nowhere negative.
    pub fn is_nonnegative(&self) -> bool {
        self.negative == 0
    }

    /// Whether the heuristic meets the paper's assumptions for its bound, with or without
    /// reopening.
    ///
    /// # Errors
    ///
    /// The first of the paper's assumptions that is violated.
    pub fn claims(&self, reopening: bool) -> Result<(), Assumption> {
        if !self.is_goal_aware() {
            return Err(Assumption::GoalIsZero);
        }
        if !reopening && !self.is_nonnegative() {
            return Err(Assumption::NowhereNegative);
        }
        Ok(())
    }
}

impl<G: FiniteGraph> Instance<'_, G> {
    /// Evaluates every vertex and every edge.
    pub fn properties(&self) -> Properties {
        let h = self.h();
        let goal_value = h[self.graph().goal() as usize];
        let mut all = Properties {
            overestimates: 0,
            worst_overestimate: None,
            inconsistent_edges: 0,
            total_inconsistency: 0,
            most_inconsistent: None,
            goal_value,
            negative: 0,
            lowest: (self.graph().goal(), goal_value),
        };
        for (vertex, (&h, &distance)) in (0..).zip(h.iter().zip(self.distances())) {
            all.negative += (h < 0) as u64;
            let (lowest_at, lowest) = all.lowest;
            if (h, vertex) < (lowest, lowest_at) {
                all.lowest = (vertex, h);
            }
            let Some(distance) = distance else { continue };
            let here = Overestimate {
                vertex,
                h,
                distance,
            };
            if here.by() > 0 {
                all.overestimates += 1;
                if all.worst_overestimate.is_none_or(|w| here.by() > w.by()) {
                    all.worst_overestimate = Some(here);
                }
            }
        }
        self.graph().for_each_edge(|edge| {
            let by = inconsistency(h[edge.from as usize], h[edge.to as usize], edge.cost);
            if by > 0 {
                all.inconsistent_edges += 1;
                all.total_inconsistency += by;
                let worst = all.most_inconsistent;
                if worst.is_none_or(|w| (w.by, edge) < (by, w.edge)) {
                    all.most_inconsistent = Some(Inconsistent { edge, by });
                }
            }
        });
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::graph::Matrix;

    fn chain() -> Matrix<4> {
        let graph = Matrix::new(4, 2).unwrap();
        graph
            .with_edge(0, 1, 2)
            .with_edge(1, 2, 3)
            .with_edge(3, 0, 1)
            .with_edge(2, 3, 1)
    }

    #[test]
    fn the_worst_violation_is_reported() {
        // Distances 5, 3, 0, 6.
        let graph = chain();
        let all = Instance::new(&graph, &[9, 4, 0, 8]).unwrap().properties();
        assert_eq!(all.overestimates, 3);
        assert_eq!(all.worst_overestimate.unwrap().vertex, 0);
        assert_eq!(all.worst_overestimate.unwrap().by(), 4);
        // 0 → 1: 9 − 4 − 2 = 3; 1 → 2: 4 − 0 − 3 = 1.
        assert_eq!((all.inconsistent_edges, all.total_inconsistency), (2, 4));
        let worst = all.most_inconsistent.unwrap();
        assert_eq!((worst.edge.from, worst.by), (0, 3));
        assert_eq!(all.claims(true), Ok(()));
        assert_eq!(all.claims(false), Ok(()));
    }

    #[test]
    fn exact_distances_are_admissible_and_consistent() {
        let graph = chain();
        let all = Instance::new(&graph, &[5, 3, 0, 6]).unwrap().properties();
        assert!(all.is_admissible() && all.is_consistent() && all.is_goal_aware());
        assert!(all.is_nonnegative() && all.lowest == (2, 0));
    }

    #[test]
    fn failing_assumptions_are_reported() {
        let graph = chain();
        let of = |h: [i32; 4]| Instance::new(&graph, &h).unwrap().properties();
        let low = of([0, 0, 0, -1]);
        assert_eq!(low.claims(true), Ok(()));
        assert_eq!(low.claims(false), Err(Assumption::NowhereNegative));
        assert_eq!((low.negative, low.lowest), (1, (3, -1)));
        let raised = of([0, 0, 7, 0]);
        assert_eq!(raised.claims(true), Err(Assumption::GoalIsZero));
        assert_eq!(raised.claims(false), Err(Assumption::GoalIsZero));
        assert_eq!(raised.overestimates, 1); // the goal itself
    }

    #[test]
    fn no_value_overestimates_a_dead_end() {
        let graph = Matrix::<2>::new(2, 1).unwrap();
        let all = Instance::new(&graph, &[i32::MAX, 0]).unwrap().properties();
        assert!(all.is_admissible());
    }
}
