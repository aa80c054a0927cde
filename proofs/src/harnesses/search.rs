//! Properties of every search, for all small graphs at once.

use super::{Production, SCOPE, Symbolic};
use crate::checks::search;

/// The goal is found if and only if it is reachable.
///
/// Bound: all digraphs of 3 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal.
/// Unwind: the start, one vertex and the goal are selected.
#[kani::proof]
#[kani::unwind(4)]
fn completeness() {
    let _ = search::completeness::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// Parents are consistent with g.
///
/// Bound: all digraphs of 3 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal.
/// Unwind: the start, one vertex and the goal are selected.
#[kani::proof]
#[kani::unwind(4)]
fn parents_add_up() {
    let _ = search::parents_add_up::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// The selected vertex is the least of OPEN.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, no edges into the start or out of the goal, h
/// from 0 to 15, 0 at the goal, after 1 to 4 expansions.
/// Unwind: the start, two vertices, one of them again, and the goal are selected.
#[kani::proof]
#[kani::unwind(6)]
fn selects_the_least() {
    let _ = search::selects_the_least::<4>(&mut Symbolic, &Production, &SCOPE);
}
