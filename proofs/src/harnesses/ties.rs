//! Invariance under adding a constant to h, for all small graphs at once.

use super::{Production, SCOPE, Symbolic};
use crate::checks::ties;

/// h and h + c give the same trace.
///
/// Bound: all digraphs of 3 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal, constants from −16 to 16, every step.
/// Unwind: the start, one vertex and the goal are selected.
#[kani::proof]
#[kani::unwind(4)]
fn same_trace() {
    let _ = ties::same_trace::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// Under arbitrary tie-breaking, h and h + c may expand different numbers of vertices.
///
/// Bound: all digraphs of 3 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal, constants from −16 to 16, arbitrary tie-breaking.
/// Unwind: the start, one vertex and the goal are selected.
#[kani::proof]
#[kani::unwind(4)]
#[kani::should_panic]
fn same_trace_needs_order() {
    let _ = ties::same_trace_needs_order::<3>(&mut Symbolic, &Production, &SCOPE);
}
