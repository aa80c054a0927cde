//! Heuristics from abstractions, for all small graphs and all maps at once.

use super::{Production, Scope, Symbolic};
use crate::checks::abstraction;

/// Costs from 1 to 3 or no edge; where h is asked for, from 0 to 15.
const SCOPE: Scope = Scope::new(3, 15);

/// 3 vertices and their classes.
#[kani::proof]
#[kani::unwind(4)]
fn pdb_admissible() {
    let _ = abstraction::pdb_admissible::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// 3 vertices and their classes.
#[kani::proof]
#[kani::unwind(4)]
fn pdb_consistent() {
    let _ = abstraction::pdb_consistent::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// 4 vertices, runs of 2 and 3.
#[kani::proof]
#[kani::unwind(5)]
fn minimum_admissible() {
    let _ = abstraction::minimum_admissible::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// 3 vertices, their classes, and classes of these.
#[kani::proof]
#[kani::unwind(4)]
fn delta_reconstructs() {
    let _ = abstraction::delta_reconstructs::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// 3 vertices and two maps to classes.
#[kani::proof]
#[kani::unwind(4)]
fn max_admissible() {
    let _ = abstraction::max_admissible::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// 4 vertices.
#[kani::proof]
#[kani::unwind(5)]
fn one_sided_correction() {
    let _ = abstraction::one_sided_correction::<4>(&mut Symbolic, &Production, &SCOPE);
}
