//! Optimality of A\*, for all small graphs at once.

use super::{Production, SCOPE, Symbolic};
use crate::checks::optimality;

/// With reopening and an admissible h, A\* is optimal.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal, and admissible.
/// Unwind: the start, two vertices, one of them again, and the goal are selected.
#[kani::proof]
#[kani::unwind(6)]
fn admissible_is_optimal() {
    let _ = optimality::admissible_is_optimal::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// With a consistent h, A\* never reopens.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal, and consistent.
/// Unwind: the start, two vertices and the goal are selected, one fewer than allowed.
#[kani::proof]
#[kani::unwind(6)]
fn consistent_never_reopens() {
    let _ = optimality::consistent_never_reopens::<4>(&mut Symbolic, &Production, &SCOPE);
}
