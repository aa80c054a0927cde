//! What adding a constant to h changes, for all small graphs at once.

use super::{Production, SCOPE, Symbolic};
use crate::checks::ties;

/// 3 vertices, constants from −16 to 16.
#[kani::proof]
#[kani::unwind(4)]
fn same_trace() {
    let _ = ties::same_trace::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// 3 vertices, the fewest with a counterexample.
#[kani::proof]
#[kani::unwind(4)]
#[kani::should_panic]
fn same_trace_needs_order() {
    let _ = ties::same_trace_needs_order::<3>(&mut Symbolic, &Production, &SCOPE);
}
