//! Fully enumerated spaces: the 8-puzzle, `TopSpin`, and the eight corners of the cube.

use super::instances::{Instances, Start};
use admit::files::Options;
use admit::learn::encode::{CubeEncoding, Encoding};
use admit::learn::goal::GoalSpace;
use admit::pdb::cube::CubeTable;
use admit::pdb::{Table, TilePattern, TokenPattern};
use admit::space::Abstraction;
use admit::space::cube::Move;
use admit::space::tiles::Tiles;
use admit::space::topspin::TopSpin;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use thiserror::Error;

/// Error in building a space.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SpaceError(String);

fn wrong(error: impl std::fmt::Display) -> SpaceError {
    SpaceError(error.to_string())
}

/// The 8-puzzle; its abstract states are the positions of the blank and of tiles 1 to 3.
///
/// # Errors
///
/// If there is not enough memory for a table.
///
/// ```
/// let puzzle = admit_verification::convergence::spaces::eight_puzzle().unwrap();
/// assert_eq!((puzzle.starts(), puzzle.farthest()), (181_440, 31));
/// ```
pub fn eight_puzzle() -> Result<Instances, SpaceError> {
    let tiles = Tiles::new(3, 3).map_err(wrong)?;
    let pattern = TilePattern::new(&tiles, &[1, 2, 3]).map_err(wrong)?;
    whole("8-puzzle", &tiles, &pattern)
}

/// `TopSpin` with 9 tokens and a turnstile of 4; its abstract states are the positions of the first
/// four tokens. Moves are even permutations, so half of all orders are reachable.
///
/// # Errors
///
/// If there is not enough memory for a table.
pub fn top_spin() -> Result<Instances, SpaceError> {
    let spin = TopSpin::new(9, 4).map_err(wrong)?;
    let pattern = TokenPattern::new(&spin, &[0, 1, 2, 3]).map_err(wrong)?;
    whole("TopSpin(9,4)", &spin, &pattern)
}

/// All states of an undirected unit-cost space with one goal.
fn whole<S: GoalSpace>(
    name: &str,
    space: &S,
    pattern: &impl Abstraction<S>,
) -> Result<Instances, SpaceError> {
    let table = Table::build(space, &Options::default()).map_err(wrong)?;
    let mut starts = Vec::new();
    for number in 0..table.len() {
        let (Some(distance), Some(state)) = (table.value(number), space.unrank(number)) else {
            continue;
        };
        let nearer = |other: &u64| table.value(*other).is_some_and(|d| d + 1 == distance);
        let mut steps = space.successors(&state).map(|(next, _)| space.rank(&next));
        starts.push(Start {
            number,
            distance: u8::try_from(distance).map_err(wrong)?,
            next: steps.find(nearer).unwrap_or(number),
            class_size: 1,
            abstract_state: pattern.rank(&pattern.project(&state)) as u32,
        });
    }
    let write = |number: u64, tokens: &mut [u16]| {
        let state = space.unrank(number).expect("a state");
        space.write(&state, tokens);
    };
    Ok(Instances::new(
        name,
        starts,
        space.values(),
        pattern.size() as u32,
        write,
    ))
}

/// The eight corners of the cube, one representative for each symmetry class of up to 48 states.
/// Network inputs are equal within a class, and for inverses.
///
/// # Errors
///
/// If there is not enough memory for a table.
pub fn eight_corners() -> Result<Instances, SpaceError> {
    let pattern = "8-corner".parse().map_err(wrong)?;
    let table = CubeTable::build(pattern, &Options::default()).map_err(wrong)?;
    let orbits = table
        .reduce_by_symmetry(&Options::default())
        .map_err(wrong)?;
    let ranker = table.ranker();
    let count = orbits.header().entries as usize;
    let sizes: Vec<AtomicU32> = (0..count).map(|_| AtomicU32::new(0)).collect();
    let firsts: Vec<AtomicU64> = (0..count).map(|_| AtomicU64::new(u64::MAX)).collect();
    (0..ranker.states()).into_par_iter().for_each(|rank| {
        let orbit = orbits.entry_of(&ranker.state(rank)) as usize;
        sizes[orbit].fetch_add(1, Ordering::Relaxed);
        firsts[orbit].fetch_min(rank, Ordering::Relaxed);
    });
    let starts = (0..count).into_par_iter().map(|orbit| {
        let state = ranker.state(firsts[orbit].load(Ordering::Relaxed));
        let distance = table.value(&state);
        let steps = Move::ALL.iter().map(|&m| pattern.apply(&state, m));
        let mut nearer = steps.filter(|next| table.value(next) + 1 == distance);
        Start {
            number: orbit as u64,
            distance,
            next: nearer
                .next()
                .map_or(orbit as u64, |next| orbits.entry_of(&next)),
            class_size: sizes[orbit].load(Ordering::Relaxed),
            abstract_state: 0,
        }
    });
    let starts: Vec<Start> = starts.collect();
    let encoding = CubeEncoding::new(pattern, true);
    let written: Vec<[u16; 8]> = firsts
        .par_iter()
        .map(|first| {
            let mut slots = [0; 8];
            let state = ranker.state(first.load(Ordering::Relaxed));
            encoding.write(&state, &mut slots);
            slots
        })
        .collect();
    let write = |orbit: u64, slots: &mut [u16]| slots.copy_from_slice(&written[orbit as usize]);
    let values = encoding.values();
    Ok(Instances::new("8-corner", starts, values, 1, write))
}

/// The eight corners of the cube, all 88,179,840 states, with plain network inputs. Takes 1.5 GB.
///
/// # Errors
///
/// If there is not enough memory for a table.
pub fn eight_corners_plain() -> Result<Instances, SpaceError> {
    let pattern = "8-corner".parse().map_err(wrong)?;
    let table = CubeTable::build(pattern, &Options::default()).map_err(wrong)?;
    let ranker = table.ranker();
    let states = ranker.states() as usize;
    let mut free = [0_u32; 16];
    for (distance, &count) in table.header().histogram.iter().enumerate().take(15) {
        free[distance + 1] = free[distance] + count as u32;
    }
    // Counting sort by distance, stable in the rank.
    let mut place_of = vec![0_u32; states];
    let mut rank_of = vec![0_u32; states];
    let mut distances = vec![0_u8; states];
    for (rank, place_of) in place_of.iter_mut().enumerate() {
        let distance = table.entry(rank as u64);
        let place = &mut free[distance as usize];
        *place_of = *place;
        rank_of[*place as usize] = rank as u32;
        distances[*place as usize] = distance;
        *place += 1;
    }
    let encoding = CubeEncoding::new(pattern, false);
    let mut next = vec![0_u32; states];
    let mut written = vec![0_u8; 8 * states];
    next.par_iter_mut()
        .zip(written.par_chunks_mut(8))
        .enumerate()
        .for_each(|(place, (next, written))| {
            let state = ranker.state(rank_of[place] as u64);
            let mut slots = [0; 8];
            encoding.write(&state, &mut slots);
            for (byte, token) in written.iter_mut().zip(slots) {
                *byte = token as u8;
            }
            let steps = Move::ALL
                .iter()
                .map(|&m| ranker.rank(&pattern.apply(&state, m)));
            let mut nearer = steps.filter(|&rank| table.entry(rank) + 1 == distances[place]);
            *next = nearer.next().map_or(0, |rank| place_of[rank as usize]);
        });
    let values = encoding.values();
    Ok(Instances::sorted(
        "8-corner", distances, next, values, written,
    ))
}
