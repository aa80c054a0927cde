//! One search from one start, compared with its bound.

use super::{Bounds, Instance};
use crate::heuristic::from_fn;
use crate::search::{Astar, End, Limit, SearchError, Summary};
use crate::space::Cost;
use crate::space::graph::{FiniteGraph, Vertex};

/// A search and the bound on its suboptimality.
///
/// See the [module](super) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trial {
    /// The start.
    pub start: Vertex,
    /// Whether states were reopened.
    pub reopening: bool,
    /// Cost of an optimal path.
    pub optimal: Cost,
    /// The path found and its cost, or the limit that ended the search.
    pub found: Result<(Vec<Vertex>, Cost), Limit>,
    /// Counters of the search.
    pub summary: Summary,
    /// The bound on its suboptimality.
    pub bound: i64,
}

impl Trial {
    /// C − C*: the excess of the path cost over the optimal cost. `None` if a limit ended the
    /// search.
    pub fn suboptimality(&self) -> Option<i64> {
        let (_, cost) = self.found.as_ref().ok()?;
        Some(*cost as i64 - self.optimal as i64)
    }

    /// Bound minus suboptimality; negative if the bound is violated.
    pub fn slack(&self) -> Option<i64> {
        Some(self.bound - self.suboptimality()?)
    }

    /// Whether the suboptimality exceeds the bound.
    pub fn is_violated(&self) -> bool {
        self.slack().is_some_and(|slack| slack < 0)
    }
}

impl<G: FiniteGraph> Instance<'_, G> {
    /// Searches from a start; `None` if the goal cannot be reached from it.
    ///
    /// # Errors
    ///
    /// If the search fails, for example if the cost of a path does not fit into [`Cost`].
    pub fn trial(
        &self,
        bounds: &Bounds,
        astar: &Astar,
        start: Vertex,
    ) -> Result<Option<Trial>, SearchError> {
        let reopening = astar.reopens();
        let bound = if reopening {
            bounds.with_reopening(start)
        } else {
            bounds.without_reopening(start)
        };
        let Some((optimal, bound)) = self.distance(start).zip(bound) else {
            return Ok(None);
        };
        let h = self.h();
        let h = from_fn(|v: &Vertex| h[*v as usize]);
        let solved = astar.solve(self.graph(), start, &h)?;
        let found = match solved.end {
            End::Found(solution) => Ok((solution.path, solution.cost)),
            End::Stopped { by, .. } => Err(by),
            // There is a path, and A* is complete.
            End::Exhausted => unreachable!("the goal can be reached"),
        };
        Ok(Some(Trial {
            start,
            reopening,
            optimal,
            found,
            summary: solved.summary,
            bound,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use crate::space::graph::Matrix;

    /// 0 → 1 → 2 → 3 is optimal, 0 → 2 is an expensive shortcut that is closed first.
    fn shortcut() -> Matrix<4> {
        Matrix::new(4, 3)
            .unwrap()
            .with_edge(0, 1, 1)
            .with_edge(1, 2, 1)
            .with_edge(0, 2, 3)
            .with_edge(2, 3, 5)
    }

    #[test]
    fn reopening_recovers_the_loss() {
        let graph = shortcut();
        let h = [0, 6, 0, 0]; // admissible, inconsistent
        let instance = Instance::new(&graph, &h).unwrap();
        assert!(instance.properties().is_admissible());
        let bounds = Bounds::new(&instance);
        let quick = Astar::new().without_reopening();
        let without = instance.trial(&bounds, &quick, 0).unwrap().unwrap();
        assert_eq!(without.suboptimality(), Some(1));
        assert_eq!((without.bound, without.slack()), (5, Some(4)));
        assert_eq!(without.found, Ok((vec![0, 2, 3], 8)));
        let with = instance.trial(&bounds, &Astar::new(), 0).unwrap().unwrap();
        assert_eq!(with.suboptimality(), Some(0));
        assert_eq!(with.summary.reopenings, 1);
        assert_eq!(with.bound, 0);
    }

    #[test]
    fn a_stopped_search_checks_no_bound() {
        let graph = shortcut();
        let instance = Instance::new(&graph, &[0; 4]).unwrap();
        let astar = Astar::new().limits(Limits::NONE.expansions(1));
        let bounds = Bounds::new(&instance);
        let trial = instance.trial(&bounds, &astar, 0).unwrap().unwrap();
        assert_eq!(trial.found, Err(Limit::Expansions));
        assert_eq!((trial.slack(), trial.is_violated()), (None, false));
    }

    #[test]
    fn a_bound_can_be_violated() {
        let trial = Trial {
            start: 0,
            reopening: true,
            optimal: 5,
            found: Ok((vec![0, 1], 9)),
            summary: Summary::default(),
            bound: 3,
        };
        assert!(trial.is_violated() && trial.slack() == Some(-1));
        let kept = Trial { bound: 4, ..trial };
        assert!(!kept.is_violated());
    }
}
