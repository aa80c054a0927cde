//! Spaces for the comparison: 15-puzzles, and grids with obstacles.

use admit::space::tiles::{Board, Tiles};
use admit::space::{Cost, Space};

/// A small random number generator (SplitMix64), so that all runs search the same instances.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((x ^ x >> 31) as u128 * n as u128) >> 64) as u64
    }
}

/// A 15-puzzle at the end of a random walk of `steps` moves without immediate reversals.
pub fn walk(tiles: &Tiles, steps: usize, seed: u64) -> Board {
    let mut random = Random(seed);
    let (mut before, mut here) = (tiles.goal(), tiles.goal());
    for _ in 0..steps {
        let next: Vec<Board> = tiles
            .successors(&here)
            .map(|(board, _)| board)
            .filter(|&board| board != before)
            .collect();
        (before, here) = (here, next[random.below(next.len() as u64) as usize]);
    }
    here
}

/// A square grid, some of whose cells are blocked; steps go to the four neighbours and cost 1.
/// Cells are numbered from the goal, so that ties are broken in its direction.
pub struct Grid {
    side: u32,
    blocked: Vec<bool>,
}

impl Grid {
    /// One cell in `one_in` is blocked, but not the first and the last.
    pub fn new(side: u32, one_in: u64, seed: u64) -> Grid {
        let mut random = Random(seed);
        let cells = side * side;
        let blocked = (0..cells).map(|c| random.below(one_in) == 0 && c != 0 && c != cells - 1);
        Grid {
            side,
            blocked: blocked.collect(),
        }
    }

    pub fn cells(&self) -> u32 {
        self.side * self.side
    }

    pub fn manhattan(&self, cell: u32) -> u32 {
        cell % self.side + cell / self.side
    }
}

impl Space for Grid {
    type State = u32;
    type Action = ();

    fn transitions(&self, &cell: &u32) -> impl Iterator<Item = ((), u32, Cost)> {
        let (x, y, side) = (cell % self.side, cell / self.side, self.side);
        [
            (y > 0, cell.wrapping_sub(side)),
            (x > 0, cell.wrapping_sub(1)),
            (x + 1 < side, cell + 1),
            (y + 1 < side, cell + side),
        ]
        .into_iter()
        .filter(|&(inside, next)| inside && !self.blocked[next as usize])
        .map(|(_, next)| ((), next, 1))
    }

    fn is_goal(&self, &cell: &u32) -> bool {
        cell == 0
    }
}
