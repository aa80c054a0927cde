//! What OPEN holds, for all small graphs and all moments of a search at once.

use super::{Production, SCOPE, Symbolic};
use crate::checks::invariant;

/// 4 vertices, broken off after 1 to 4 expansions.
#[kani::proof]
#[kani::unwind(6)]
fn open_holds_optimal_vertex() {
    let _ = invariant::open_holds_optimal_vertex::<4>(&mut Symbolic, &Production, &SCOPE);
}
