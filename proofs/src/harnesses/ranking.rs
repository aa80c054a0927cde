//! Ranks of k-permutations and states, and shifts within words, for all at once.

use super::{Production, Symbolic};
use crate::checks::ranking;
use admit::pdb::cube::{CubePattern, CubeRanker};

/// Ranking and unranking of k-permutations are inverse.
///
/// Bound: all 3-permutations of 5.
/// Unwind: loops over 12 positions.
#[kani::proof]
#[kani::unwind(13)]
fn arrangements_are_numbered() {
    let _ = ranking::arrangements_are_numbered(&mut Symbolic, &Production, 5, 3);
}

/// Ranking and unranking of states are inverse.
///
/// Bound: all states of the patterns UR UF and URF UFL, in block order.
/// Unwind: loops over the 12 edge positions.
#[kani::proof]
#[kani::unwind(13)]
fn orientations_are_numbered() {
    numbered(&[], &[0, 1]);
    numbered(&[0, 1], &[]);
}

fn numbered(corners: &[u8], edges: &[u8]) {
    let Ok(pattern) = CubePattern::new(corners, edges) else {
        unreachable!("different cubies")
    };
    let Ok(ranker) = CubeRanker::new(pattern) else {
        unreachable!("few enough states")
    };
    let _ = ranking::orientations_are_numbered(&mut Symbolic, &Production, &ranker);
}

/// Shifts within a word permute its bits by digit-wise addition.
///
/// Bound: all words over two flips, two twists, and a twist and a flip, every constant.
/// Unwind: loops over the 9 bits of a word.
#[kani::proof]
#[kani::unwind(10)]
fn blocks_move_as_states() {
    shifted::<4>(&[2, 2]);
    shifted::<9>(&[3, 3]);
    shifted::<6>(&[3, 2]);
}

fn shifted<const BITS: usize>(radices: &[usize]) {
    for constant in 0..BITS {
        let _ = ranking::blocks_move_as_states(&mut Symbolic, &Production, radices, constant);
    }
}
