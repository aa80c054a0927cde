//! Invariants of OPEN, for all small graphs and numbers of expansions at once.

use super::{Production, SCOPE, Symbolic};
use crate::checks::invariant;

/// A vertex of every optimal path is in OPEN with an optimal g.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal, after 1 to 4 expansions.
/// Unwind: the start, two vertices, one of them again, and the goal are selected.
#[kani::proof]
#[kani::unwind(6)]
fn open_holds_optimal_vertex() {
    let _ = invariant::open_holds_optimal_vertex::<4>(&mut Symbolic, &Production, &SCOPE);
}
