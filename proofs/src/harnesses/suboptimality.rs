//! How much A\* may lose, for all small graphs at once.

use super::{ANY_H, Production, SCOPE, Symbolic};
use crate::checks::suboptimality;

/// 3 vertices.
#[kani::proof]
#[kani::unwind(4)]
fn under_reopening_3() {
    let _ = suboptimality::under_reopening::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// 4 vertices.
#[kani::proof]
#[kani::unwind(6)]
fn under_reopening_4() {
    let _ = suboptimality::under_reopening::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// 5 vertices.
#[kani::proof]
#[kani::unwind(10)]
fn under_reopening_5() {
    let _ = suboptimality::under_reopening::<5>(&mut Symbolic, &Production, &SCOPE);
}

/// 4 vertices, h negative too and anything at the goal.
#[kani::proof]
#[kani::unwind(6)]
fn under_reopening_any_h_4() {
    let _ = suboptimality::under_reopening_any_h::<4>(&mut Symbolic, &Production, &ANY_H);
}

/// 4 vertices.
#[kani::proof]
#[kani::unwind(6)]
fn leaving_out_the_start_4() {
    let _ = suboptimality::leaving_out_the_start::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// 4 vertices; without reopening, each is expanded once at most.
#[kani::proof]
#[kani::unwind(5)]
fn without_reopening_4() {
    let _ = suboptimality::without_reopening::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// 4 vertices, the fewest with a counterexample.
#[kani::proof]
#[kani::unwind(5)]
#[kani::should_panic]
fn psi_fails_without_reopening() {
    let _ = suboptimality::psi_fails_without_reopening::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// 4 vertices, no search.
#[kani::proof]
#[kani::unwind(5)]
fn psi_never_above_inconsistency() {
    let _ = suboptimality::psi_never_above_inconsistency::<4>(&mut Symbolic, &Production, &ANY_H);
}
