//! Suboptimality bounds, for all small graphs at once.

use super::{ANY_H, Production, SCOPE, Symbolic};
use crate::checks::suboptimality;

/// With reopening, C − C\* is at most Ψ.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal.
/// Unwind: the start, two vertices, one of them again, and the goal are selected.
#[kani::proof]
#[kani::unwind(6)]
fn under_reopening_4() {
    let _ = suboptimality::under_reopening::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// With reopening, C − C\* is at most Ψ.
///
/// Bound: all digraphs of 5 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal.
/// Unwind: nine vertices are selected at most.
#[kani::proof]
#[kani::unwind(10)]
fn under_reopening_5() {
    let _ = suboptimality::under_reopening::<5>(&mut Symbolic, &Production, &SCOPE);
}

/// With reopening, C − C\* is at most Ψ less h(goal), for any h.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from −8 to 7.
/// Unwind: the start, two vertices, one of them again, and the goal are selected.
#[kani::proof]
#[kani::unwind(6)]
fn under_reopening_any_h_4() {
    let _ = suboptimality::under_reopening_any_h::<4>(&mut Symbolic, &Production, &ANY_H);
}

/// Ψ may omit the start.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal.
/// Unwind: the start, two vertices, one of them again, and the goal are selected.
#[kani::proof]
#[kani::unwind(6)]
fn leaving_out_the_start_4() {
    let _ = suboptimality::leaving_out_the_start::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// Without reopening, C − C\* is at most the sum of inconsistencies from the second edge on.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal.
/// Unwind: the start, two vertices and the goal are selected.
#[kani::proof]
#[kani::unwind(5)]
fn without_reopening_4() {
    let _ = suboptimality::without_reopening::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// Without reopening, C − C\* may exceed Ψ.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal; fewer vertices have no counterexample.
/// Unwind: the start, two vertices and the goal are selected.
#[kani::proof]
#[kani::unwind(5)]
#[kani::should_panic]
fn psi_fails_without_reopening() {
    let _ = suboptimality::psi_fails_without_reopening::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// Without the start, Ψ is at most the bound without reopening.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from −8 to 7.
/// Unwind: every loop is over 4 vertices or rounds.
#[kani::proof]
#[kani::unwind(5)]
fn psi_never_above_inconsistency() {
    let _ = suboptimality::psi_never_above_inconsistency::<4>(&mut Symbolic, &Production, &ANY_H);
}
