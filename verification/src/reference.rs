//! Slow reference implementations.

use admit::pdb::cube::{AbstractState, CubePattern};
use admit::space::cube::{Cube, Move};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::OnceLock;

/// Visits every abstract state of a pattern, from the definition instead of a ranking: all choices
/// of distinct positions and all orientations, the last one determined by the others if all cubies
/// of a kind are tracked.
pub fn for_each_state(pattern: &CubePattern, visit: &mut impl FnMut(&AbstractState)) {
    corners_from(0, pattern, &mut AbstractState::default(), visit);
}

fn corners_from(
    i: usize,
    pattern: &CubePattern,
    state: &mut AbstractState,
    visit: &mut impl FnMut(&AbstractState),
) {
    if i == pattern.corners().len() {
        edges_from(0, pattern, state, visit);
        return;
    }
    for p in 0..8 {
        if state.corner_positions[..i].contains(&p) {
            continue;
        }
        state.corner_positions[i] = p;
        for twist in orientations(3, 8, &state.twists[..i]) {
            state.twists[i] = twist;
            corners_from(i + 1, pattern, state, visit);
        }
    }
    state.corner_positions[i] = 0;
    state.twists[i] = 0;
}

fn edges_from(
    i: usize,
    pattern: &CubePattern,
    state: &mut AbstractState,
    visit: &mut impl FnMut(&AbstractState),
) {
    if i == pattern.edges().len() {
        visit(state);
        return;
    }
    for p in 0..12 {
        if state.edge_positions[..i].contains(&p) {
            continue;
        }
        state.edge_positions[i] = p;
        for flip in orientations(2, 12, &state.flips[..i]) {
            state.flips[i] = flip;
            edges_from(i + 1, pattern, state, visit);
        }
    }
    state.edge_positions[i] = 0;
    state.flips[i] = 0;
}

/// Possible orientations of the next cubie given those before it.
fn orientations(base: u8, all: usize, before: &[u8]) -> std::ops::Range<u8> {
    if before.len() + 1 < all {
        return 0..base;
    }
    let last = (base - before.iter().sum::<u8>() % base) % base;
    last..last + 1
}

/// All states within `radius` moves of one, with their distances, by breadth-first search.
fn within<S: Copy + Eq + Hash>(
    centre: S,
    radius: u32,
    apply: impl Fn(&S, Move) -> S,
) -> HashMap<S, u32> {
    let mut found = HashMap::from([(centre, 0)]);
    let mut frontier = vec![centre];
    for distance in 1..=radius {
        let mut next = Vec::new();
        for state in frontier {
            for m in Move::ALL {
                let neighbour = apply(&state, m);
                found.entry(neighbour).or_insert_with(|| {
                    next.push(neighbour);
                    distance
                });
            }
        }
        frontier = next;
    }
    found
}

/// The distance of every state of a pattern, by breadth-first search.
pub fn distances(pattern: &CubePattern) -> HashMap<AbstractState, u8> {
    // No cube is farther than 20 moves from solved.
    let found = within(pattern.goal(), 20, |state, m| pattern.apply(state, m));
    found
        .into_iter()
        .map(|(state, d)| (state, d as u8))
        .collect()
}

/// The largest distance that [`cube_distance`] finds.
pub const MOST_DISTANCE: u32 = NEAR + FAR;
const NEAR: u32 = 4;
const FAR: u32 = 3;

/// The distance of a cube at most [`MOST_DISTANCE`] moves from solved, by blind bidirectional
/// search.
pub fn cube_distance(cube: Cube) -> Option<u32> {
    static SOLVED: OnceLock<HashMap<Cube, u32>> = OnceLock::new();
    let solved = SOLVED.get_or_init(|| within(Cube::SOLVED, NEAR, Cube::apply));
    let here = within(cube, FAR, Cube::apply).into_iter();
    here.filter_map(|(cube, far)| Some(far + solved.get(&cube)?))
        .min()
}
