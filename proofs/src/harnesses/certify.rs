//! What a certificate rests on, for all numbers at once.

use super::{Production, Symbolic};
use crate::checks::certify::{self, LayerScope};

/// Lowering all that is too high, and more, leaves nothing too high.
///
/// Bound: all values and distances of 8 bits, up to 4 sets, whatever they hold by
/// mistake.
/// Unwind: every loop is over 4 sets.
#[kani::proof]
#[kani::unwind(5)]
fn lowered_is_admissible() {
    let _ = certify::lowered_is_admissible(&mut Symbolic, &Production, 255);
}

/// What is checked of a layer keeps its sums from overflowing.
///
/// Bound: one input and what is carried past it, weights of 8 bits, inputs and limits
/// up to 127, a bias from −2⁷ to 2⁷ or of 2³¹ − 2¹⁶ and more, every shift.
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

/// The same of sums of several products.
///
/// Bound: 2 inputs and what is carried past them, weights from −8 to 7, inputs and
/// limits up to 7, a bias from −2⁷ to 2⁷ or of 2³¹ − 2¹⁰ and more, shifts up to 7.
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

/// Every key has its slots.
///
/// Bound: all words that keys are mixed to, filters of 1 slot, 2 segments of 4, 13 of
/// 2¹⁰, and 100 of 2¹⁵ slots, and two more segments each.
/// Unwind: loops are over 4 filters, 3 slots and 4 quarters of a word.
#[kani::proof]
#[kani::solver(kissat)]
#[kani::unwind(5)]
fn slots_exist() {
    for shape in [[1, 1], [4, 2], [1 << 10, 13], [1 << 15, 100]] {
        let _ = certify::slots_exist(&mut Symbolic, &Production, shape, 1 << 15);
    }
}
