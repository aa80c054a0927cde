//! Pruning of redundant move sequences.
//!
//! Turning a face twice in a row is one move or none, and turns of opposite faces commute. So a
//! face is not turned twice in a row, and of two opposite faces the first in the order U R F D L B
//! is turned first. Every state that `n` moves reach is reached by at most `n` such moves. The
//! average branching factor is 13.35 instead of 18.

use crate::space::cube::Move;

/// A set of moves, iterated in ascending order of number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed {
    pub(super) moves: [u8; Move::COUNT],
    pub(super) count: usize,
}

/// Stands for "no move before".
pub(super) const NO_FACE: u8 = 6;

/// Allowed moves, by the face turned last.
pub(super) static AFTER: [Allowed; 7] = {
    let mut after = [Allowed {
        moves: [0; Move::COUNT],
        count: 0,
    }; 7];
    let mut last = 0;
    while last < 7 {
        let mut m = 0;
        while m < Move::COUNT {
            let face = m / 3;
            let same = face == last;
            let opposite_out_of_turn = last < 6 && face + 3 == last;
            if !same && !opposite_out_of_turn {
                after[last].moves[after[last].count] = m as u8;
                after[last].count += 1;
            }
            m += 1;
        }
        last += 1;
    }
    after
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::cube::Cube;
    use std::collections::BTreeSet;

    #[test]
    fn sequences_reach_every_state_with_few_duplicates() {
        // States within n moves, once by all sequences, once by those allowed.
        let mut all = BTreeSet::from([Cube::SOLVED]);
        let mut few = BTreeSet::from([(Cube::SOLVED, NO_FACE)]);
        let mut reached = BTreeSet::from([Cube::SOLVED]);
        let mut sequences = 1;
        for n in 1..=3 {
            all = all
                .iter()
                .flat_map(|c| Move::ALL.map(|m| c.apply(m)))
                .chain(all.iter().copied())
                .collect();
            let followed: Vec<(Cube, u8)> = few
                .iter()
                .flat_map(|&(c, last)| {
                    let allowed = &AFTER[last as usize];
                    allowed.moves[..allowed.count]
                        .iter()
                        .map(move |&m| (c.apply(Move::ALL[m as usize]), m / 3))
                })
                .collect();
            sequences = followed.len();
            few = followed.into_iter().collect();
            reached.extend(few.iter().map(|&(c, _)| c));
            assert_eq!(reached, all, "{n} moves");
        }
        // The states at distances 0 to 3 are 1, 18, 243 and 3240.
        assert_eq!((reached.len(), sequences), (1 + 18 + 243 + 3240, 3240));
    }
}
