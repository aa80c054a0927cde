//! Random cubes, and how each contender solves them.

use super::super::context::Failure;
use super::contenders::Contender;
use admit::heuristic::{Estimate, Heuristic, HeuristicError};
use admit::search::{CubeSearch, Whole};
use admit::space::cube::{Cube, Move, format_moves};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::time::Instant;

/// A random cube.
pub(crate) struct Task {
    pub(crate) depth: u32,
    /// The walk that leads to it.
    pub(crate) moves: Vec<Move>,
    pub(crate) cube: Cube,
}

impl Task {
    /// The cube with this number among those of a depth. It depends on nothing else, so
    /// that other depths and more cubes can be asked for without changing those there
    /// were.
    pub(crate) fn draw(seed: u64, depth: u32, number: u32) -> Task {
        let place = (u64::from(depth) << 32 | u64::from(number)) + 1;
        let seed = seed ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let moves = walk(&mut rng, depth);
            let cube = Cube::SOLVED.apply_all(&moves);
            // There is nothing to compare on a walk that ended where it began.
            if cube != Cube::SOLVED {
                return Task { depth, moves, cube };
            }
        }
    }
}

/// Turns of random faces, never one that was just turned: neither in the turn before,
/// nor before a turn of the opposite face, which changes nothing about it.
fn walk(rng: &mut Xoshiro256PlusPlus, depth: u32) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < depth as usize {
        let next = Move::ALL[((rng.next_u64() as u128 * 18) >> 64) as usize];
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

/// How a cube was solved.
pub(crate) struct Run {
    pub(crate) length: usize,
    pub(crate) moves: Vec<Move>,
    pub(crate) generated: u64,
    pub(crate) seconds: f64,
}

/// Solves a cube with one contender alone.
pub(crate) fn solve(contender: &Contender, task: &Task) -> Result<Run, Failure> {
    let guide = Whole(OneByOne(&*contender.heuristic));
    let start = Instant::now();
    let found = CubeSearch::new(&guide).solve(&task.cube)?;
    let seconds = start.elapsed().as_secs_f64();
    let failed = |what: &str| {
        let (name, cube) = (&contender.name, format_moves(&task.moves));
        Failure::from(format!("{name}, {cube}: {what}"))
    };
    let moves = found
        .moves()
        .ok_or_else(|| failed("no solution, which cannot be"))?;
    if task.cube.apply_all(moves) != Cube::SOLVED {
        return Err(failed(&format!(
            "{} does not solve it",
            format_moves(moves)
        )));
    }
    Ok(Run {
        length: moves.len(),
        moves: moves.to_vec(),
        generated: found.summary.generations,
        seconds,
    })
}

/// A heuristic that is asked about the children of one state at a time, whatever it
/// would like. A search that takes many states at once goes on with them when it meets
/// the goal; then nodes would say something about the batch, and contenders with
/// different ones could not be compared.
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
        let moves = |seed, depth, number| format_moves(&Task::draw(seed, depth, number).moves);
        assert_eq!(moves(1, 9, 4), moves(1, 9, 4));
        let others = [moves(2, 9, 4), moves(1, 9, 5), moves(1, 10, 4)];
        assert!(others.iter().all(|other| *other != moves(1, 9, 4)));
    }

    /// Nothing that a walk does is undone by one more turn of the same face, and all
    /// moves occur.
    #[test]
    fn walks_do_not_repeat_themselves() {
        let mut met = [0; Move::COUNT];
        for number in 0..200 {
            let task = Task::draw(3, 20, number);
            assert_eq!(task.moves.len(), 20);
            assert_eq!(Cube::SOLVED.apply_all(&task.moves), task.cube);
            for m in &task.moves {
                met[m.index()] += 1;
            }
            for pair in task.moves.windows(2) {
                assert_ne!(pair[0].face(), pair[1].face());
            }
            for three in task.moves.windows(3) {
                let between = three[1].face() == three[0].face().opposite();
                assert!(!between || three[0].face() != three[2].face());
            }
        }
        assert!(met.iter().all(|&n| (150..300).contains(&n)), "{met:?}");
    }
}
