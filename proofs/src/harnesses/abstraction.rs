//! Abstraction heuristics, for all small graphs and all maps at once.

use super::{Production, Scope, Symbolic};
use crate::checks::abstraction;

/// Costs from 1 to 3 or no edge; h, where used, from 0 to 15.
const SCOPE: Scope = Scope::new(3, 15);

/// Abstract distances are admissible.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, every goal, every map to classes.
/// Unwind: every loop is over 4 vertices or rounds.
#[kani::proof]
#[kani::unwind(5)]
fn pdb_admissible() {
    let _ = abstraction::pdb_admissible::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// Abstract distances are consistent.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, every goal, every map to classes.
/// Unwind: every loop is over 4 vertices or rounds.
#[kani::proof]
#[kani::unwind(5)]
fn pdb_consistent() {
    let _ = abstraction::pdb_consistent::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// The minimum of a run of distances is admissible.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, every goal, runs of 2 and 3.
/// Unwind: every loop is over 4 vertices or rounds.
#[kani::proof]
#[kani::unwind(5)]
fn minimum_admissible() {
    let _ = abstraction::minimum_admissible::<4>(&mut Symbolic, &Production, &SCOPE);
}

/// The minimum of a run of distances need not be consistent.
///
/// Bound: all digraphs of 3 vertices, costs 1 to 3, every goal, runs of 2 and 3.
/// Unwind: every loop is over 3 vertices or rounds.
#[kani::proof]
#[kani::unwind(4)]
#[kani::should_panic]
fn minimum_consistent() {
    let _ = abstraction::minimum_consistent::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// Distances in a coarser abstraction are never larger.
///
/// Bound: all digraphs of 3 vertices, costs 1 to 3, every goal, every map to classes and every map
/// of these to classes.
/// Unwind: every loop is over 3 vertices or rounds.
#[kani::proof]
#[kani::unwind(4)]
fn delta_never_negative() {
    let _ = abstraction::delta_never_negative::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// Base and difference sum to the finer distance.
///
/// Bound: all digraphs of 3 vertices, costs 1 to 3, every goal, every map to classes and every map
/// of these to classes.
/// Unwind: every loop is over 3 vertices or rounds.
#[kani::proof]
#[kani::unwind(4)]
fn delta_reconstructs() {
    let _ = abstraction::delta_reconstructs::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// The maximum of two abstract distances is admissible.
///
/// Bound: all digraphs of 3 vertices, costs 1 to 3, every goal, every pair of maps to classes.
/// Unwind: every loop is over 3 vertices or rounds.
#[kani::proof]
#[kani::unwind(4)]
fn max_admissible() {
    let _ = abstraction::max_admissible::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// The maximum of two abstract distances is consistent.
///
/// Bound: all digraphs of 3 vertices, costs 1 to 3, every goal, every pair of maps to classes.
/// Unwind: every loop is over 3 vertices or rounds.
#[kani::proof]
#[kani::unwind(4)]
fn max_consistent() {
    let _ = abstraction::max_consistent::<3>(&mut Symbolic, &Production, &SCOPE);
}

/// Lowering every overestimate, and more, makes h admissible.
///
/// Bound: all digraphs of 4 vertices, costs 1 to 3, every goal, h from 0 to 15, every set of
/// flagged vertices that contains all overestimated ones.
/// Unwind: every loop is over 4 vertices or rounds.
#[kani::proof]
#[kani::unwind(5)]
fn one_sided_correction() {
    let _ = abstraction::one_sided_correction::<4>(&mut Symbolic, &Production, &SCOPE);
}
