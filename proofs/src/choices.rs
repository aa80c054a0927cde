//! Where a check gets its cases from.
//!
//! A check is written once, against [`Choices`]. Whatever it needs, it asks
//! for: the cost of an edge, a value of h, which optimal path. Who answers is
//! the engine's business:
//!
//! | engine | its answers |
//! |---|---|
//! | Kani | symbolic: all of them at once |
//! | exhaustive | one after the other, until all have been given; counted |
//! | proptest, quickcheck | at random; when a case fails, smaller ones are tried |
//!
//! A check says what must [always](crate::always) hold and what must hold
//! [sometimes](crate::sometimes): an "always" that only ever saw cases in which
//! it says nothing would pass for settled. Both are macros, because a model
//! checker wants to see their words where they stand.

use admit::space::Cost;
#[cfg(kani)]
use admit::space::graph::Vertex;
use admit::space::graph::{FiniteGraph, Matrix};

/// Why a case went no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It is none of the cases that the check is about.
    Skipped,
    /// What must always hold does not, in these words.
    Failed(&'static str),
}

/// How a case of a check ends.
pub type Case = Result<(), Stop>;

/// A source of choices.
pub trait Choices {
    /// Any integer from `least` to `most`.
    fn between(&mut self, least: i32, most: i32) -> i32;

    /// The same where there are more than 256 integers to choose from, and up to
    /// 2³¹.
    fn wide(&mut self, least: i32, most: i32) -> i32 {
        self.between(least, most)
    }

    /// Any number below `below` that is allowed.
    ///
    /// # Errors
    ///
    /// [`Stop::Skipped`] if there is none.
    fn pick(&mut self, below: u32, allowed: impl Fn(u32) -> bool) -> Result<u32, Stop>;

    /// Goes on only where this holds.
    ///
    /// # Errors
    ///
    /// [`Stop::Skipped`] where it does not.
    fn assume(&mut self, holds: bool) -> Case;

    /// A lower bound on the distance of every vertex to the goal that no step
    /// falls short of: 0 at the goal, and at most cost + bound(v) at u for every
    /// edge (u, v). Exact distances are one; `most` bounds what vertices get
    /// that have no way to the goal.
    ///
    /// A path along which every step takes exactly its cost off the bound is
    /// optimal, and the bound is exact on it. So a symbolic engine may guess a
    /// bound where the others work it out.
    ///
    /// # Errors
    ///
    /// [`Stop::Skipped`], never from the engines that work it out.
    fn lower_bound<const N: usize>(
        &mut self,
        graph: &Matrix<N>,
        most: Cost,
    ) -> Result<[Cost; N], Stop> {
        let _ = self;
        Ok(distances(graph, most))
    }

    /// Told what must always hold; see [`always!`](crate::always).
    ///
    /// # Errors
    ///
    /// [`Stop::Failed`] where it does not.
    fn ensure(&mut self, holds: bool, what: &'static str) -> Case {
        if holds {
            Ok(())
        } else {
            Err(Stop::Failed(what))
        }
    }

    /// Told what must hold sometimes; see [`sometimes!`](crate::sometimes).
    fn reached(&mut self, holds: bool, what: &'static str) {
        let _ = (holds, what);
    }

    /// Offered a description of the case, for people.
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

/// States what must hold sometimes in a [check](crate::choices).
#[macro_export]
macro_rules! sometimes {
    ($choices:expr, $holds:expr, $what:literal) => {{
        let holds: bool = $holds;
        #[cfg(kani)]
        kani::cover!(holds, $what);
        $crate::choices::Choices::reached($choices, holds, $what);
    }};
}

/// Exact distances to the goal by relaxing every edge until nothing changes;
/// `none` where there is no way.
pub fn distances<const N: usize>(graph: &Matrix<N>, none: Cost) -> [Cost; N] {
    let mut best = [None; N];
    best[graph.goal() as usize] = Some(0);
    // An optimal path repeats no vertex, so N rounds do.
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

/// All answers at once.
#[cfg(kani)]
#[derive(Clone, Copy, Debug)]
pub struct Symbolic;

#[cfg(kani)]
impl Choices for Symbolic {
    /// From eight bits, so that all others are known.
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

    /// The assertion that stands beside this call has looked already.
    fn ensure(&mut self, _: bool, _: &'static str) -> Case {
        Ok(())
    }
}
