//! Sources of the cases of a check.
//!
//! A check is written once, against [`Choices`]. It requests what it needs (the cost of an edge, a
//! heuristic value, an optimal path), and the engine decides what it gets:
//!
//! | engine | choices |
//! |---|---|
//! | Kani | symbolic: all at once |
//! | exhaustive | enumerated completely, and counted |
//! | proptest, quickcheck | random; failing cases are shrunk |
//!
//! A check states what must [always](crate::always) hold, and with [sometimes](crate::sometimes)
//! what must occur in some case, so that no check passes vacuously. Both are macros, because Kani
//! reports the literal text at the place of the call.

use admit::space::Cost;
#[cfg(kani)]
use admit::space::graph::Vertex;
use admit::space::graph::{FiniteGraph, Matrix};

/// Reason why a case ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The case is outside the scope of the check.
    Skipped,
    /// The property with this description fails.
    Failed(&'static str),
}

/// Result of one case of a check.
pub type Case = Result<(), Stop>;

/// A source of choices.
pub trait Choices {
    /// Any integer from `least` to `most`.
    fn between(&mut self, least: i32, most: i32) -> i32;

    /// The same for ranges of more than 256 and up to 2³¹ integers.
    fn wide(&mut self, least: i32, most: i32) -> i32 {
        self.between(least, most)
    }

    /// Any allowed integer in 0..`below`.
    ///
    /// # Errors
    ///
    /// [`Stop::Skipped`] if there is none.
    fn pick(&mut self, below: u32, allowed: impl Fn(u32) -> bool) -> Result<u32, Stop>;

    /// Skips the case unless `holds`.
    ///
    /// # Errors
    ///
    /// [`Stop::Skipped`] if it does not hold.
    fn assume(&mut self, holds: bool) -> Case;

    /// A consistent lower bound on the distance of every vertex to the goal: 0 at the goal, and at
    /// most cost + bound(v) at u for every edge (u, v). Exact distances are one; `most` is the
    /// largest bound of a vertex that cannot reach the goal.
    ///
    /// On a path whose every edge lowers the bound by exactly its cost, the bound is exact and the
    /// path is optimal. So a symbolic engine may guess a bound where the others compute it.
    ///
    /// # Errors
    ///
    /// [`Stop::Skipped`], never from an engine that computes it.
    fn lower_bound<const N: usize>(
        &mut self,
        graph: &Matrix<N>,
        most: Cost,
    ) -> Result<[Cost; N], Stop> {
        let _ = self;
        Ok(distances(graph, most))
    }

    /// Records what must always hold; see [`always!`](crate::always).
    ///
    /// # Errors
    ///
    /// [`Stop::Failed`] if it does not hold.
    fn ensure(&mut self, holds: bool, what: &'static str) -> Case {
        if holds {
            Ok(())
        } else {
            Err(Stop::Failed(what))
        }
    }

    /// Records what must hold in some case; see [`sometimes!`](crate::sometimes).
    fn reached(&mut self, holds: bool, what: &'static str) {
        let _ = (holds, what);
    }

    /// Receives a readable description of the case.
    fn show(&mut self, describe: impl FnOnce() -> String) {
        let _ = describe;
    }
}

/// States what must always hold in a [check](crate::choices).
#[macro_export]
macro_rules! always {
    ($choices:expr, $holds:expr, $what:literal) => {{
        let holds: bool = $holds;
        #[cfg(kani)]
        kani::assert(holds, $what);
        $crate::choices::Choices::ensure($choices, holds, $what)?;
    }};
}

/// States what must hold in some case of a [check](crate::choices).
#[macro_export]
macro_rules! sometimes {
    ($choices:expr, $holds:expr, $what:literal) => {{
        let holds: bool = $holds;
        #[cfg(kani)]
        kani::cover!(holds, $what);
        $crate::choices::Choices::reached($choices, holds, $what);
    }};
}

/// Exact distances to the goal by relaxing edges to a fixed point; `none` where the goal is
/// unreachable.
pub fn distances<const N: usize>(graph: &Matrix<N>, none: Cost) -> [Cost; N] {
    let mut best = [None; N];
    best[graph.goal() as usize] = Some(0);
    // An optimal path repeats no vertex, so N rounds suffice.
    for _ in 0..N {
        let mut changed = false;
        for from in 0..graph.vertices() {
            for to in 0..graph.vertices() {
                if let (Some(cost), Some(rest)) = (graph.cost(from, to), best[to as usize]) {
                    let through = cost + rest;
                    if best[from as usize].is_none_or(|known| through < known) {
                        best[from as usize] = Some(through);
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    best.map(|distance: Option<Cost>| distance.unwrap_or(none))
}

/// Symbolic choices: all cases at once.
#[cfg(kani)]
#[derive(Clone, Copy, Debug)]
pub struct Symbolic;

#[cfg(kani)]
impl Choices for Symbolic {
    /// Eight symbolic bits, so that the others are constant.
    fn between(&mut self, least: i32, most: i32) -> i32 {
        let any: u8 = kani::any();
        kani::assume(any as i32 <= most - least);
        least + any as i32
    }

    fn wide(&mut self, least: i32, most: i32) -> i32 {
        let any: i32 = kani::any();
        kani::assume(least <= any && any <= most);
        any
    }

    fn pick(&mut self, below: u32, allowed: impl Fn(u32) -> bool) -> Result<u32, Stop> {
        let any: u8 = kani::any();
        kani::assume((any as u32) < below);
        kani::assume(allowed(any as u32));
        Ok(any as u32)
    }

    fn assume(&mut self, holds: bool) -> Case {
        kani::assume(holds);
        Ok(())
    }

    fn lower_bound<const N: usize>(
        &mut self,
        graph: &Matrix<N>,
        most: Cost,
    ) -> Result<[Cost; N], Stop> {
        let mut bound = [0; N];
        for b in &mut bound {
            *b = self.between(0, most as i32) as Cost;
        }
        kani::assume(bound[graph.goal() as usize] == 0);
        for from in 0..N {
            for to in 0..N {
                if let Some(cost) = graph.cost(from as Vertex, to as Vertex) {
                    kani::assume(bound[from] <= cost + bound[to]);
                }
            }
        }
        Ok(bound)
    }

    /// `always!` asserts it already.
    fn ensure(&mut self, _: bool, _: &'static str) -> Case {
        Ok(())
    }
}
