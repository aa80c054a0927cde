//! Arithmetic behind a certificate, for all numbers at once.

use super::{Production, Symbolic};
use crate::checks::certify::{self, LayerScope};

/// Lowering every overestimate, and more, leaves no overestimate.
///
/// Bound: all 8-bit values and distances, up to 4 sets, any false positives.
/// Unwind: every loop is over 4 sets.
#[kani::proof]
#[kani::unwind(5)]
fn lowered_is_admissible() {
    let _ = certify::lowered_is_admissible(&mut Symbolic, &Production, 255);
}

/// Sums of an accepted layer do not overflow.
///
/// Bound: one input and one carried value, 8-bit weights, inputs and limits up to 127, a bias from
/// −2⁷ to 2⁷ or at least 2³¹ − 2¹⁶, every shift.
/// Unwind: loops are over one input and two scopes.
#[kani::proof]
#[kani::solver(kissat)]
#[kani::unwind(3)]
fn sums_never_overflow() {
    for bias in [[-128, 128], [i32::MAX - (1 << 16), i32::MAX]] {
        let scope = LayerScope {
            weight: [-128, 127],
            most: 127,
            bias,
            shift: 30,
        };
        let _ = certify::sums_never_overflow::<1>(&mut Symbolic, &Production, &scope);
    }
}

/// The same for sums of two products.
///
/// Bound: 2 inputs and one carried value, weights from −8 to 7, inputs and limits up to 7, a bias
/// from −2⁷ to 2⁷ or at least 2³¹ − 2¹⁰, shifts up to 7.
/// Unwind: loops are over 2 inputs and two scopes.
#[kani::proof]
#[kani::solver(kissat)]
#[kani::unwind(3)]
fn sums_of_several_never_overflow() {
    for bias in [[-128, 128], [i32::MAX - (1 << 10), i32::MAX]] {
        let scope = LayerScope {
            weight: [-8, 7],
            most: 7,
            bias,
            shift: 7,
        };
        let _ = certify::sums_never_overflow::<2>(&mut Symbolic, &Production, &scope);
    }
}

/// The slots of every key exist.
///
/// Bound: all 64-bit mixed keys, filters of 1 segment of 1 slot, 2 of 4, 13 of 2¹⁰, and 100 of 2¹⁵,
/// each with two more segments.
/// Unwind: loops are over 4 filters, 3 slots and 4 quarters of a word.
#[kani::proof]
#[kani::solver(kissat)]
#[kani::unwind(5)]
fn slots_exist() {
    for shape in [[1, 1], [4, 2], [1 << 10, 13], [1 << 15, 100]] {
        let _ = certify::slots_exist(&mut Symbolic, &Production, shape, 1 << 15);
    }
}
