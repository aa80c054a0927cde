//! Sliding-tile patterns: the positions of some tiles and the blank.
//!
//! Other tiles are indistinguishable. Every slide costs 1, even of an untracked tile, so distances
//! of two patterns are not additive, even if they share no tile; their maximum is admissible.

use super::places::{self, Places, PlacesError};
use crate::space::nibbles;
use crate::space::tiles::{Board, Direction, Tiles};
use crate::space::{Abstraction, Cost, Ranked, Space};
use std::fmt;

/// The tracked tiles besides the blank, in order.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::{Table, TilePattern};
/// use admit::space::{Abstraction, Ranked, tiles::Tiles};
///
/// let tiles = Tiles::new(3, 3).unwrap();
/// let pattern = TilePattern::new(&tiles, &[1, 2, 3]).unwrap();
/// assert_eq!(pattern.to_string(), "tiles:1,2,3");
/// assert_eq!(pattern.size(), 9 * 8 * 7 * 6);
///
/// let table = Table::build(&pattern, &Options::default()).unwrap();
/// let board = tiles.parse("1 0 2 / 3 4 5 / 6 7 8").unwrap();
/// assert_eq!(table.value(pattern.rank(&pattern.project(&board))), Some(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilePattern {
    cells: usize,
    tracked: Vec<u8>,
    goal: Places,
    /// By cell of the blank: a bit for every adjacent cell.
    beside: [u16; 16],
}

impl TilePattern {
    /// A pattern with these tiles, and the blank before them.
    ///
    /// # Errors
    ///
    /// If a tile is not on the board or is listed twice, or if none is listed. The blank is not a
    /// tile and always tracked.
    pub fn new(tiles: &Tiles, tracked: &[u8]) -> Result<TilePattern, PlacesError> {
        let cells = tiles.cells();
        places::expect_pattern("tile", tracked, 1, cells as u8 - 1)?;
        let mut beside = [0; 16];
        for (cell, beside) in beside.iter_mut().enumerate().take(cells) {
            *beside = tiles.beside(cell).fold(0, |bits, other| bits | 1 << other);
        }
        let mut pattern = TilePattern {
            cells,
            tracked: tracked.to_vec(),
            goal: Places(0),
            beside,
        };
        pattern.goal = pattern.project(&tiles.goal());
        Ok(pattern)
    }

    /// The tracked tiles, in order.
    pub fn tiles(&self) -> &[u8] {
        &self.tracked
    }

    /// Their positions in the goal.
    pub fn goal(&self) -> Places {
        self.goal
    }

    /// Number of positions: one for each tile and one for the blank.
    fn places(&self) -> usize {
        self.tracked.len() + 1
    }
}

impl fmt::Display for TilePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tiles:{}", places::commas(&self.tracked))
    }
}

/// The positions after each slide.
struct Slides {
    places: u64,
    tracked: usize,
    blank: u8,
    /// A bit for each cell into which the blank is still to move.
    to: u16,
}

impl Iterator for Slides {
    type Item = (Direction, Places, Cost);

    #[inline]
    fn next(&mut self) -> Option<(Direction, Places, Cost)> {
        if self.to == 0 {
            return None;
        }
        let to = self.to.trailing_zeros() as u8;
        self.to &= self.to - 1;
        // The blank and a tracked tile in its target cell swap positions: both change by the same
        // bits.
        let changed = 1 << (4 * self.tracked) | nibbles::place_of(self.places, self.tracked, to);
        Some((
            Direction::of_slide(to as i32 - self.blank as i32, 1),
            Places(self.places ^ ((self.blank ^ to) as u64 * changed)),
            1,
        ))
    }
}

impl Space for TilePattern {
    type State = Places;
    type Action = Direction;

    #[inline]
    fn transitions(&self, places: &Places) -> impl Iterator<Item = (Direction, Places, Cost)> {
        let tracked = self.tracked.len();
        let blank = (places.0 >> (4 * tracked)) as u8 & 15;
        Slides {
            places: places.0,
            tracked,
            blank,
            to: self.beside[blank as usize],
        }
    }

    #[inline]
    fn is_goal(&self, places: &Places) -> bool {
        *places == self.goal
    }
}

impl Ranked for TilePattern {
    fn size(&self) -> u64 {
        nibbles::lists(self.cells, self.places())
    }

    #[inline]
    fn rank(&self, places: &Places) -> u64 {
        nibbles::rank(self.cells, self.places(), places.0)
    }

    #[inline]
    fn unrank(&self, number: u64) -> Option<Places> {
        let exists = number < self.size();
        exists.then(|| Places(nibbles::unrank(self.cells, self.places(), number)))
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

impl Abstraction<Tiles> for TilePattern {
    #[inline]
    fn project(&self, board: &Board) -> Places {
        let last = self.cells as u64 - 1;
        // The projection of a board of another size is meaningless, but has a rank.
        let cell = |tile: u8| last.wrapping_sub(nibbles::find(board.bits(), tile) as u64 / 4) & 15;
        let places = (self.tracked.iter()).fold(cell(0), |places, &tile| places << 4 | cell(tile));
        Places(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::cube::{arrangements, rank_arrangement};

    #[test]
    fn invalid_patterns_are_rejected() {
        let tiles = Tiles::new(3, 3).unwrap();
        let complaint = |listed: &[u8]| TilePattern::new(&tiles, listed).unwrap_err().to_string();
        assert_eq!(complaint(&[]), "a pattern tracks at least one tile");
        assert_eq!(
            complaint(&[0]),
            "there is no tile 0; expected tiles from 1 to 8"
        );
        assert_eq!(
            complaint(&[9]),
            "there is no tile 9; expected tiles from 1 to 8"
        );
        assert_eq!(complaint(&[3, 1, 3]), "tile 3 is listed twice");
    }

    #[test]
    fn ranks_are_those_of_partial_permutations() {
        let tiles = Tiles::new(4, 4).unwrap();
        let pattern = TilePattern::new(&tiles, &[15, 3]).unwrap();
        assert_eq!(pattern.size(), arrangements(16, 3));
        for number in 0..pattern.size() {
            let places = pattern.unrank(number).unwrap();
            let listed: Vec<u8> = places.iter(3).collect();
            assert_eq!(rank_arrangement(16, &listed), number);
            assert_eq!(pattern.rank(&places), number);
        }
    }

    #[test]
    fn all_tiles_of_the_largest_board_can_be_tracked() {
        let tiles = Tiles::new(4, 4).unwrap();
        let all: Vec<u8> = (1..16).collect();
        let pattern = TilePattern::new(&tiles, &all).unwrap();
        assert_eq!(pattern.size(), tiles.size());
        assert_eq!(pattern.successors(&pattern.goal()).count(), 2);
    }
}
