//! What every search does, for all small graphs at once.

use super::{Production, SCOPE, Symbolic};
use crate::checks::search;

/// 3 vertices.
#[kani::proof]
#[kani::unwind(4)]
fn completeness() {
    let _ = search::completeness::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// 3 vertices.
#[kani::proof]
#[kani::unwind(4)]
fn parents_add_up() {
    let _ = search::parents_add_up::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// 3 vertices.
#[kani::proof]
#[kani::unwind(4)]
fn selects_the_least() {
    let _ = search::selects_the_least::<3>(&mut Symbolic, &Production, &SCOPE);
}
