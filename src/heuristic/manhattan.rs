//! Manhattan distance of sliding tiles.
//!
//! A slide changes the sum by exactly 1, so it is admissible and consistent. Cells are looked up in
//! pairs: eight lookups for sixteen cells.

use super::{Estimate, Heuristic, HeuristicError};
use crate::space::tiles::{Board, Tiles};

/// The sum over all tiles of the rows and columns between a tile and its cell in the goal. The
/// blank does not count.
///
/// ```
/// use admit::heuristic::{Estimate, Heuristic, Manhattan};
/// use admit::space::tiles::Tiles;
/// let tiles = Tiles::new(4, 4).unwrap();
/// let manhattan = Manhattan::new(&tiles);
/// // The first of Korf's hundred.
/// let start = tiles.parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3").unwrap();
/// assert_eq!(manhattan.h(&start), Ok(Estimate::Finite(41)));
/// assert_eq!(manhattan.h(&tiles.goal()), Ok(Estimate::Finite(0)));
/// ```
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// Contribution of the two cells in byte `i` of a board, lowest first, for each value of the
    /// byte.
    pairs: [[u8; 256]; 8],
}

impl Manhattan {
    /// The heuristic for the goal of this puzzle.
    pub fn new(tiles: &Tiles) -> Manhattan {
        let cells = tiles.cells();
        let mut home = [None; 16];
        for (cell, tile) in tiles.goal().iter().enumerate() {
            home[tile as usize] = Some(cell);
        }
        home[0] = None;
        // Contribution of a tile in a cell, counted from the last; 0 outside the board.
        let away = |place: usize, tile: usize| match home[tile] {
            Some(home) if place < cells => tiles.apart(home, cells - 1 - place) as u8,
            _ => 0,
        };
        let mut pairs = [[0; 256]; 8];
        for (i, pair) in pairs.iter_mut().enumerate() {
            for (byte, sum) in pair.iter_mut().enumerate() {
                *sum = away(2 * i, byte & 15) + away(2 * i + 1, byte >> 4);
            }
        }
        Manhattan { pairs }
    }
}

impl Heuristic<Board> for Manhattan {
    #[inline]
    fn h(&self, board: &Board) -> Result<Estimate, HeuristicError> {
        let bytes = board.bits().to_le_bytes();
        let sums = (self.pairs.iter().zip(bytes)).map(|(pair, byte)| pair[byte as usize] as i32);
        Ok(Estimate::Finite(sums.sum()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tile_counts_by_its_rows_and_columns() {
        let tiles = Tiles::new(3, 2).unwrap().with_blank_last();
        let board = tiles.parse("0 4 1 / 5 2 3").unwrap();
        // 4 from cell 1 to 3, 1 from 2 to 0, 5 from 3 to 4, 2 from 4 to 1, 3 from 5 to 2.
        assert_eq!(
            Manhattan::new(&tiles).h(&board),
            Ok(Estimate::Finite(2 + 2 + 1 + 1 + 1))
        );
    }

    #[test]
    fn boards_of_every_size_agree_with_the_definition() {
        for (width, height) in [(2, 2), (3, 2), (3, 3), (5, 3), (4, 4)] {
            let tiles = Tiles::new(width, height).unwrap();
            let manhattan = Manhattan::new(&tiles);
            // The goal from back to front, and with its halves exchanged.
            let mut cells: Vec<u8> = tiles.goal().iter().rev().collect();
            for _ in 0..2 {
                let slow: usize = (cells.iter().enumerate())
                    .filter(|&(_, &tile)| tile != 0)
                    .map(|(cell, &tile)| tiles.apart(cell, tile as usize))
                    .sum();
                let board = Board::new(&cells).unwrap();
                assert_eq!(manhattan.h(&board), Ok(Estimate::Finite(slow as i32)));
                cells.rotate_left(width);
            }
        }
    }
}
