//! When nothing is lost, for all small graphs at once.

use super::{Production, SCOPE, Symbolic};
use crate::checks::optimality;

/// 4 vertices.
#[kani::proof]
#[kani::unwind(6)]
fn admissible_is_optimal() {
    let _ = optimality::admissible_is_optimal::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// 4 vertices; the round more is for a vertex that would be expanded twice.
#[kani::proof]
#[kani::unwind(6)]
fn consistent_never_reopens() {
    let _ = optimality::consistent_never_reopens::<4>(&mut Symbolic, &Production, &SCOPE);
}
