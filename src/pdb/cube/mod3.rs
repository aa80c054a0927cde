//! Distances modulo 3, five per byte.
//!
//! Neighbours differ by at most one, so the remainder of a distance and the distance of any
//! neighbour determine it. Without a known neighbour, a descent to the goal, always to a neighbour
//! whose remainder is one less, counts the steps. The encoding is lossless and takes 1.6 bits per
//! entry instead of 4.

use super::pattern::{AbstractState, CubePattern};
use crate::space::cube::Move;

/// Entries in a byte: 3⁵ = 243 of its 256 values are used.
pub const TRITS_PER_BYTE: u64 = 5;

const POWERS: [u8; 5] = [1, 3, 9, 27, 81];

/// Packs five remainders (fewer at the end of a table) into a byte.
///
/// ```
/// use admit::pdb::cube::{pack_trits, unpack_trit};
/// let byte = pack_trits(&[2, 0, 1, 1, 2]);
/// assert_eq!([0, 1, 2, 3, 4].map(|i| unpack_trit(byte, i)), [2, 0, 1, 1, 2]);
/// ```
pub fn pack_trits(remainders: &[u8]) -> u8 {
    let digits = remainders.iter().zip(POWERS);
    digits.map(|(&r, power)| r * power).sum()
}

/// Remainder `i` (0 to 4) of a byte.
pub fn unpack_trit(byte: u8, i: u64) -> u8 {
    byte / POWERS[i as usize] % 3
}

/// The distance with this remainder of a neighbour of a state at distance `near`; `None` if
/// negative.
///
/// ```
/// use admit::pdb::cube::distance_near;
/// assert_eq!(distance_near(7, 2), Some(8));
/// assert_eq!(distance_near(7, 1), Some(7));
/// assert_eq!(distance_near(7, 0), Some(6));
/// assert_eq!(distance_near(0, 2), None);
/// ```
pub const fn distance_near(near: u8, remainder: u8) -> Option<u8> {
    match (remainder + 3 - near % 3) % 3 {
        0 => Some(near),
        1 => near.checked_add(1),
        _ => near.checked_sub(1),
    }
}

/// The distance of a state, by descent to the goal.
///
/// `remainder` must be defined for every state of the pattern. `None` if some state has no closer
/// neighbour or the descent exceeds 255 steps: then the remainders are not those of a distance.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::cube::{CubePattern, CubeRanker, build, distance_by_descent};
/// use admit::space::cube::parse_state;
/// let pattern: CubePattern = "edges:UR,UF".parse().unwrap();
/// let ranker = CubeRanker::new(pattern).unwrap();
/// let table = build(pattern, &Options::default()).unwrap();
/// let exact = |s: &_| { let i = ranker.rank(s); table.nibbles[i as usize / 2] >> (4 * (i % 2)) & 15 };
/// let state = pattern.project(&parse_state("R F B U").unwrap());
/// let found = distance_by_descent(&pattern, state, |s| exact(s) % 3);
/// assert_eq!(found, Some(exact(&state)));
/// ```
pub fn distance_by_descent(
    pattern: &CubePattern,
    mut state: AbstractState,
    remainder: impl Fn(&AbstractState) -> u8,
) -> Option<u8> {
    let goal = pattern.goal();
    let mut here = remainder(&state);
    for steps in 0..=u8::MAX {
        if state == goal {
            return Some(steps);
        }
        let closer = (here + 2) % 3;
        state = Move::ALL
            .into_iter()
            .map(|m| pattern.apply(&state, m))
            .find(|next| remainder(next) == closer)?;
        here = closer;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_determine_neighbouring_distances() {
        for near in 1..=14_u8 {
            for d in near - 1..=near + 1 {
                assert_eq!(distance_near(near, d % 3), Some(d));
            }
        }
        assert_eq!(
            [0, 1, 2].map(|r| distance_near(0, r)),
            [Some(0), Some(1), None]
        );
    }
}
