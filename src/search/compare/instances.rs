//! Random cubes and their solution by a contender.

use super::{CompareError, Contender};
use crate::heuristic::{Estimate, Heuristic, HeuristicError};
use crate::search::{CubeSearch, Whole};
use crate::space::cube::{Cube, Move, format_moves};
use crate::stats::random::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::time::Instant;

/// A random cube: the end of a random walk from the solved one.
///
/// ```
/// use admit::search::compare::RandomCube;
/// let cube = RandomCube::draw(1, 9, 4);
/// assert_eq!(cube.moves.len(), 9);
/// assert_eq!(cube, RandomCube::draw(1, 9, 4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RandomCube {
    /// Length of the walk.
    pub depth: u32,
    /// The walk.
    pub moves: Vec<Move>,
    /// The cube at its end.
    pub cube: Cube,
}

impl RandomCube {
    /// Cube `number` of a depth under a seed, independent of all others.
    pub fn draw(seed: u64, depth: u32, number: u32) -> RandomCube {
        let place = (u64::from(depth) << 32 | u64::from(number)) + 1;
        let seed = seed ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let moves = walk(&mut rng, depth);
            let cube = Cube::SOLVED.apply_all(&moves);
            // A walk that ends at its start is redrawn.
            if cube != Cube::SOLVED {
                return RandomCube { depth, moves, cube };
            }
        }
    }
}

/// Turns of random faces, never of the face turned last or, across a turn of its opposite, before
/// that.
fn walk(rng: &mut Xoshiro256PlusPlus, depth: u32) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < depth as usize {
        let next = Move::ALL[below(rng, 18) as usize];
        let repeats = match moves[..] {
            [.., one, last] if last.face() == next.face().opposite() => one.face() == next.face(),
            [.., last] => last.face() == next.face(),
            [] => false,
        };
        if !repeats {
            moves.push(next);
        }
    }
    moves
}

/// Solution of a cube by a contender.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The moves.
    pub moves: Vec<Move>,
    /// Nodes generated.
    pub generated: u64,
    /// Time.
    pub seconds: f64,
}

impl Contender {
    /// Solves a cube optimally by IDA\* with this heuristic alone.
    ///
    /// # Errors
    ///
    /// If the search fails or its result does not solve the cube.
    pub fn solve(&self, instance: &RandomCube) -> Result<Solution, CompareError> {
        let guide = Whole(OneByOne(&*self.heuristic));
        let start = Instant::now();
        let found = CubeSearch::new(&guide).solve(&instance.cube)?;
        let seconds = start.elapsed().as_secs_f64();
        let failed = |what: String| CompareError::Unsolved {
            contender: self.name.clone(),
            cube: format_moves(&instance.moves),
            what,
        };
        let moves = found.moves();
        let moves = moves.ok_or_else(|| failed("no solution, which cannot be".to_owned()))?;
        if instance.cube.apply_all(moves) != Cube::SOLVED {
            return Err(failed(format!("{} does not solve it", format_moves(moves))));
        }
        Ok(Solution {
            moves: moves.to_vec(),
            generated: found.summary.generations,
            seconds,
        })
    }
}

/// A heuristic evaluated on the children of one state at a time. With larger batches a search
/// generates more nodes after meeting the goal, so node counts would depend on the batch size.
struct OneByOne<'a>(&'a (dyn Heuristic<Cube> + Send + Sync));

impl Heuristic<Cube> for OneByOne<'_> {
    fn h(&self, cube: &Cube) -> Result<Estimate, HeuristicError> {
        self.0.h(cube)
    }

    fn h_batch(&self, cubes: &[Cube], out: &mut [Estimate]) -> Result<(), HeuristicError> {
        self.0.h_batch(cubes, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_depend_on_seed_depth_and_number_alone() {
        let moves = |seed, depth, number| RandomCube::draw(seed, depth, number).moves;
        let others = [moves(2, 9, 4), moves(1, 9, 5), moves(1, 10, 4)];
        assert!(others.iter().all(|other| *other != moves(1, 9, 4)));
    }

    /// No walk turns a face twice in a row, and all moves occur.
    #[test]
    fn walks_do_not_repeat_themselves() {
        let mut met = [0; Move::COUNT];
        for number in 0..200 {
            let instance = RandomCube::draw(3, 20, number);
            assert_eq!(instance.moves.len(), 20);
            assert_eq!(Cube::SOLVED.apply_all(&instance.moves), instance.cube);
            for m in &instance.moves {
                met[m.index()] += 1;
            }
            for pair in instance.moves.windows(2) {
                assert_ne!(pair[0].face(), pair[1].face());
            }
            for three in instance.moves.windows(3) {
                let between = three[1].face() == three[0].face().opposite();
                assert!(!between || three[0].face() != three[2].face());
            }
        }
        assert!(met.iter().all(|&n| (150..300).contains(&n)), "{met:?}");
    }
}
