//! HOG2's ranking of cube states.
//!
//! HOG2 is the C++ library whose tables the paper used. It orders positions differently, counts
//! corner twists in the opposite direction, measures edge flips against other reference facelets,
//! and ranks k-permutations by the first linear method of Myrvold and Ruskey, the first-listed
//! cubie being the least significant digit. The rank is `orientation · arrangements + arrangement`
//! for edges and for corners, with the edge part more significant.

use super::pattern::{AbstractState, CubePattern};
use super::rank::{arrangements, rank_digits, stored_digits, unrank_digits};

/// HOG2's edge positions UL FL UF FR UR BR UB BL DL DF DR DB, in our numbers.
pub(super) const EDGES: [u8; 12] = [2, 9, 1, 8, 0, 11, 3, 10, 6, 5, 4, 7];
/// HOG2's corner positions UFL UFR UBR UBL DFL DFR DBR DBL, in our numbers.
pub(super) const CORNERS: [u8; 8] = [1, 0, 3, 2, 5, 4, 7, 6];

const EDGE_NUMBER: [u8; 12] = inverse(EDGES);
const CORNER_NUMBER: [u8; 8] = inverse(CORNERS);

/// By our edge position: 0 where HOG2's reference facelet agrees with ours up to a common constant
/// (the U layer and FR), 1 elsewhere. A cubie of home `q` at `p` is flipped for HOG2 if our flip,
/// `OTHER_FACELET[p]` and `OTHER_FACELET[q]` have an odd sum.
const OTHER_FACELET: [u8; 12] = [0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1];

const fn inverse<const N: usize>(permutation: [u8; N]) -> [u8; N] {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[permutation[i] as usize] = i as u8;
        i += 1;
    }
    out
}

/// HOG2's number of an edge cubie or position of ours.
pub(super) fn edge_number(edge: u8) -> u8 {
    EDGE_NUMBER[edge as usize]
}

/// HOG2's number of a corner cubie or position of ours.
pub(super) fn corner_number(corner: u8) -> u8 {
    CORNER_NUMBER[corner as usize]
}

pub(super) fn rank(pattern: &CubePattern, state: &AbstractState) -> u64 {
    let corners = pattern.corners();
    let edges = pattern.edges();
    let mut places = [0; 12];
    let mut turns = [0; 12];
    for (i, &cubie) in edges.iter().enumerate() {
        let p = state.edge_positions[i];
        places[i] = edge_number(p);
        turns[i] = flip(cubie, p, state.flips[i]);
    }
    let edge_part = rank_part::<12>(2, &places[..edges.len()], &turns);
    for i in 0..corners.len() {
        places[i] = corner_number(state.corner_positions[i]);
        turns[i] = (3 - state.twists[i]) % 3;
    }
    let corner_part = rank_part::<8>(3, &places[..corners.len()], &turns);
    edge_part * part_size(8, 3, corners.len()) + corner_part
}

pub(super) fn unrank(pattern: &CubePattern, index: u64) -> AbstractState {
    let corners = pattern.corners();
    let edges = pattern.edges();
    let corner_states = part_size(8, 3, corners.len());
    let mut state = AbstractState::default();
    let mut places = [0; 12];
    let mut turns = [0; 12];
    let part = index / corner_states;
    unrank_part::<12>(
        2,
        part,
        &mut places[..edges.len()],
        &mut turns[..edges.len()],
    );
    for (i, &cubie) in edges.iter().enumerate() {
        let p = EDGES[places[i] as usize];
        state.edge_positions[i] = p;
        state.flips[i] = flip(cubie, p, turns[i]);
    }
    let part = index % corner_states;
    unrank_part::<8>(
        3,
        part,
        &mut places[..corners.len()],
        &mut turns[..corners.len()],
    );
    for i in 0..corners.len() {
        state.corner_positions[i] = CORNERS[places[i] as usize];
        state.twists[i] = (3 - turns[i]) % 3;
    }
    state
}

/// Converts our flip to HOG2's, or back.
fn flip(cubie: u8, position: u8, flip: u8) -> u8 {
    flip ^ OTHER_FACELET[cubie as usize] ^ OTHER_FACELET[position as usize]
}

fn part_size(n: u32, base: u64, tracked: usize) -> u64 {
    arrangements(n, tracked as u32) * base.pow(stored_digits(tracked, n as usize) as u32)
}

fn rank_part<const N: usize>(base: u8, places: &[u8], turns: &[u8]) -> u64 {
    let k = places.len();
    let mut at: [u8; N] = std::array::from_fn(|i| i as u8);
    let mut where_is = at;
    let mut rank = 0;
    let mut weight = 1;
    for (i, &place) in places.iter().enumerate() {
        let j = where_is[place as usize] as usize;
        rank += (j - i) as u64 * weight;
        weight *= (N - i) as u64;
        at.swap(i, j);
        where_is[at[j] as usize] = j as u8;
        where_is[at[i] as usize] = i as u8;
    }
    rank_digits(base, &turns[..stored_digits(k, N)]) * weight + rank
}

fn unrank_part<const N: usize>(base: u8, part: u64, places: &mut [u8], turns: &mut [u8]) {
    let count = arrangements(N as u32, places.len() as u32);
    unrank_digits(base, part / count, N, turns);
    let mut rank = part % count;
    let mut at: [u8; N] = std::array::from_fn(|i| i as u8);
    for (i, place) in places.iter_mut().enumerate() {
        let radix = (N - i) as u64;
        at.swap(i, i + (rank % radix) as usize);
        rank /= radix;
        *place = at[i];
    }
}

/// The pattern of a HOG2 file, in our numbers, or the first number out of range.
#[cfg(feature = "tables")]
pub(super) fn pattern_from_numbers(
    corners: &[i32],
    edges: &[i32],
) -> Result<(Vec<u8>, Vec<u8>), String> {
    let translate = |numbers: &[i32], table: &[u8], kind: &str| {
        let ours = |&n: &i32| {
            let found = usize::try_from(n).ok().and_then(|n| table.get(n).copied());
            found.ok_or_else(|| {
                format!(
                    "{kind} {n}, but {kind}s are numbered 0 to {}",
                    table.len() - 1
                )
            })
        };
        numbers
            .iter()
            .map(ours)
            .collect::<Result<Vec<u8>, String>>()
    };
    Ok((
        translate(corners, &CORNERS, "corner")?,
        translate(edges, &EDGES, "edge")?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::cube::{EDGE_NAMES, Face, Move, Turn, corner_named, edge_named};

    #[test]
    fn the_numbering_is_the_documented_one() {
        let edges = [
            "UL", "FL", "UF", "FR", "UR", "BR", "UB", "BL", "DL", "DF", "DR", "DB",
        ];
        let corners = ["UFL", "UFR", "UBR", "UBL", "DFL", "DFR", "DBR", "DBL"];
        assert_eq!(EDGES, edges.map(|name| edge_named(name).unwrap()));
        assert_eq!(CORNERS, corners.map(|name| corner_named(name).unwrap()));
    }

    /// The flips of quarter turns in HOG2's tables.
    #[test]
    fn flips_match_hog2() {
        let stated: [(Face, &[(u8, u8)]); 6] = [
            (Face::U, &[]),
            (Face::D, &[]),
            (Face::F, &[(9, 1), (2, 3)]),
            (Face::B, &[(11, 5), (7, 11)]),
            (Face::L, &[(7, 0), (0, 1)]),
            (Face::R, &[(10, 3), (4, 5)]),
        ];
        for (face, flipping) in stated {
            let m = Move::new(face, Turn::Quarter);
            for p in 0..12_u8 {
                let to = m.edges().to[p as usize];
                let ours = m.edges().turn[p as usize];
                let theirs = ours ^ OTHER_FACELET[p as usize] ^ OTHER_FACELET[to as usize];
                let listed = flipping.contains(&(edge_number(p), edge_number(to)));
                assert_eq!(theirs == 1, listed, "{face:?} {}", EDGE_NAMES[p as usize]);
            }
        }
    }
}
