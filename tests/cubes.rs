//! Scrambled cubes, solved end to end with tables of full size: two different
//! sets of tables must agree on the optimal length, no solution
//! is longer than the scramble, and every solution solves its cube.
//!
//! An error in one set of tables stays unnoticed only if the other set has the
//! same error. On cubes close enough to solved, A* is compared too.

use admit::files::Options;
use admit::heuristic::{CubePdb, Heuristic, Max};
use admit::pdb::cube::CubeTable;
use admit::search::{Astar, CubeSearch, Guide, Tables};
use admit::space::cube::{Cube, FullCube, Move, format_moves};
use std::sync::{Arc, LazyLock};

/// The seed of all scrambles; `ADMIT_SEED` overrides it.
fn seed() -> u64 {
    let seed = match std::env::var("ADMIT_SEED") {
        Ok(text) => text.parse().expect("ADMIT_SEED is a number"),
        Err(_) => 43_252_003,
    };
    println!("seed {seed}: repeat with ADMIT_SEED={seed}");
    seed
}

/// Seeded random numbers (`SplitMix64`), so that scrambles are the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let n = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let n = (n ^ n >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        n ^ n >> 31
    }

    /// Random moves, never the same face twice in a row.
    fn scramble(&mut self, moves: usize) -> Vec<Move> {
        let mut scramble: Vec<Move> = Vec::new();
        while scramble.len() < moves {
            let index = (self.next() % Move::COUNT as u64) as usize;
            if scramble.last().is_none_or(|m| m.index() / 3 != index / 3) {
                scramble.push(Move::ALL[index]);
            }
        }
        scramble
    }
}

const CORNERS: usize = 0;
const EDGES: usize = 1;
const OTHER_EDGES: usize = 2;
const SEVEN: usize = 3;

static TABLES: LazyLock<[Arc<CubeTable>; 4]> = LazyLock::new(|| {
    [
        "8-corner",
        "6-edge",
        "edges:UB,DR,DF,DL,DB,BR", // the six others
        "7-edge",
    ]
    .map(|pattern| {
        let table = CubeTable::build(pattern.parse().unwrap(), &Options::default());
        Arc::new(table.unwrap())
    })
});

/// Solves a cube and returns the number of moves.
fn length<G: Guide>(guide: &G, scramble: &[Move]) -> usize {
    let cube = Cube::SOLVED.apply_all(scramble);
    let found = CubeSearch::new(guide).solve(&cube).unwrap();
    let moves = found.moves().expect("every cube can be solved");
    let scramble = format_moves(scramble);
    let after = cube.apply_all(moves);
    assert_eq!(after, Cube::SOLVED, "{scramble}: {}", format_moves(moves));
    moves.len()
}

/// Solves these scrambles with both sets of tables; returns the lengths.
fn both(moves: usize, cubes: usize) -> Vec<usize> {
    let first = [CORNERS, EDGES, OTHER_EDGES].map(|i| &*TABLES[i]);
    let first = Tables::new(first).unwrap();
    let second = Tables::new([CORNERS, SEVEN].map(|i| &*TABLES[i])).unwrap();
    let mut random = Random(seed() ^ (moves as u64) << 32);
    let lengths = (0..cubes).map(|_| {
        let scramble = random.scramble(moves);
        let length = [length(&first, &scramble), length(&second, &scramble)];
        let scramble = format_moves(&scramble);
        assert_eq!(length[0], length[1], "{scramble}");
        assert!(length[0] <= moves, "{scramble}: {} moves", length[0]);
        length[0]
    });
    lengths.collect()
}

#[test]
fn a_hundred_cubes_of_ten_moves() {
    let lengths = both(10, 100);
    // Most scrambles of ten moves are ten moves from solved.
    let tens = lengths.iter().filter(|&&length| length == 10).count();
    assert!(tens > 50, "{lengths:?}");
}

#[test]
fn cubes_of_twelve_to_fourteen_moves() {
    for moves in [12, 13, 14] {
        let lengths = both(moves, 20);
        assert!(lengths.contains(&moves), "{lengths:?}");
    }
}

#[test]
fn astar_agrees_on_cubes_of_ten_moves() {
    let first = [CORNERS, EDGES, OTHER_EDGES];
    let guide = Tables::new(first.map(|i| &*TABLES[i])).unwrap();
    let boxed = |i: usize| {
        let pdb = CubePdb::new(TABLES[i].clone()).unwrap();
        Box::new(pdb) as Box<dyn Heuristic<Cube> + Send + Sync>
    };
    let max = Max(first.map(boxed).into());
    let mut random = Random(seed() ^ 0xA57A);
    for _ in 0..10 {
        let scramble = random.scramble(10);
        let cube = Cube::SOLVED.apply_all(&scramble);
        let found = Astar::new().solve(&FullCube, cube, &max).unwrap();
        let shown = format_moves(&scramble);
        let expected = length(&guide, &scramble);
        assert_eq!(found.cost(), Some(expected as u32), "{shown}");
        // Tables are consistent, and so is their maximum.
        assert_eq!(found.summary.reopenings, 0, "{shown}");
        let path = found.path().expect("a cost has a path");
        assert_eq!((path[0], path[expected]), (cube, Cube::SOLVED), "{shown}");
        for pair in path.windows(2) {
            let turned = |m: Move| pair[0].apply(m) == pair[1];
            assert!(Move::ALL.into_iter().any(turned), "{shown}");
        }
    }
}
