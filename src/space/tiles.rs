//! Sliding-tile puzzles: the 8-puzzle, the 15-puzzle and other boards.
//!
//! A board is `width × height` cells, numbered row by row from 0. One cell is blank, the others
//! hold the tiles 1, 2, 3, …; a move slides a tile next to the blank into it at cost 1. The goal is
//! "blank first", `0 1 2 3 …` row by row, as in Korf's work, unless another one is given.
//!
//! Half of all permutations can be reached from a goal; [`Tiles::check_solvable`] tells by parity.
//! All of them have ranks ([`Ranked`]), in lexicographic order, so half of a table's entries are
//! infinite.
//!
//! ```
//! use admit::heuristic::Manhattan;
//! use admit::search::solve;
//! use admit::space::tiles::Tiles;
//!
//! let tiles = Tiles::new(3, 3).unwrap();
//! let start = tiles.parse("8 0 6 / 5 4 7 / 2 3 1").unwrap();
//! tiles.check_solvable(&start).unwrap();
//! let found = solve(&tiles, start, &Manhattan::new(&tiles)).unwrap();
//! assert_eq!(found.cost(), Some(31)); // as far as any
//! ```

use super::nibbles::{self, ListError};
use super::{Cost, Ranked, Space};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The contents of each cell; 0 is the blank.
///
/// Four bits per cell, the first cell most significant: boards and their ranks are ordered
/// lexicographically.
///
/// ```
/// use admit::space::tiles::Board;
/// let board: Board = "1 2 3 / 4 5 0".parse().unwrap();
/// assert_eq!((board.cells(), board.blank(), board.tile(1)), (6, 5, 2));
/// assert!(board > "1 2 3 / 4 0 5".parse().unwrap());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board(u64);

/// Reason why a board, its size or its goal is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TilesError {
    /// An unsupported size.
    #[error(
        "a board of {width} × {height} cells; expected both sides to be at least 2 and at most 16 cells"
    )]
    Size {
        /// Its width.
        width: usize,
        /// Its height.
        height: usize,
    },
    /// The numbers are not a permutation of 0, 1, 2, …
    #[error(transparent)]
    List(#[from] ListError),
    /// A row of the wrong length.
    #[error("row {row} has {found} numbers, expected {expected}")]
    Row {
        /// The row, counted from 1.
        row: usize,
        /// The board's width.
        expected: usize,
        /// Number of entries.
        found: usize,
    },
    /// Too few or too many rows.
    #[error("found {found} rows, expected {expected}")]
    Rows {
        /// The board's height.
        expected: usize,
        /// Number of rows.
        found: usize,
    },
    /// The board has the other parity.
    #[error(
        "the board {board} cannot be solved: with its blank moved to the goal's cell, an odd number of exchanges of two tiles is needed to reach {goal}, and slides only make even ones"
    )]
    Unsolvable {
        /// The board.
        board: Board,
        /// The goal.
        goal: Board,
    },
}

impl Board {
    /// A board with these cells, row by row.
    ///
    /// # Errors
    ///
    /// If the cells are not a permutation of 2 to 16 numbers from 0.
    ///
    /// ```
    /// use admit::space::tiles::Board;
    /// assert_eq!(Board::new(&[3, 1, 2, 0]).unwrap().to_string(), "3 1 2 0");
    /// assert!(Board::new(&[3, 1, 3, 0]).is_err());
    /// ```
    pub fn new(cells: &[u8]) -> Result<Board, ListError> {
        let cells: Vec<u64> = cells.iter().map(|&tile| tile as u64).collect();
        nibbles::pack_all(&cells).map(Board)
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        nibbles::length_of_all(self.0)
    }

    /// The contents of a cell; 0 beyond the board.
    pub fn tile(&self, cell: usize) -> u8 {
        self.iter().nth(cell).unwrap_or(0)
    }

    /// The contents of all cells, row by row.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u8> + use<> {
        nibbles::each(self.0, self.cells())
    }

    /// The blank's cell.
    pub fn blank(&self) -> usize {
        self.cells() - 1 - nibbles::find(self.0, 0) as usize / 4
    }

    /// The packed cells: four bits each, the last one lowest.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&nibbles::words(self.0, self.cells()))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl FromStr for Board {
    type Err = ListError;

    fn from_str(text: &str) -> Result<Board, ListError> {
        nibbles::pack_all(&nibbles::numbers(text)?).map(Board)
    }
}

/// A sliding-tile puzzle of some size with one goal.
///
/// ```
/// use admit::space::{Ranked, Space, tiles::Tiles};
/// let tiles = Tiles::new(4, 4).unwrap();
/// assert_eq!(tiles.goal().to_string(), "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
/// assert_eq!(tiles.successors(&tiles.goal()).count(), 2);
/// assert_eq!(tiles.size(), 20_922_789_888_000);
/// assert_eq!(tiles.rank(&tiles.goal()), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    width: usize,
    height: usize,
    goal: Board,
    /// By shift / 4 of the blank: a bit at the shift of every adjacent cell.
    beside: [u64; 16],
}

impl Tiles {
    /// The puzzle of this size with the goal `0 1 2 3 …`.
    ///
    /// # Errors
    ///
    /// If a side is shorter than 2 or there are more than 16 cells.
    pub fn new(width: usize, height: usize) -> Result<Tiles, TilesError> {
        let cells = width.saturating_mul(height);
        if width < 2 || height < 2 || cells > nibbles::MOST {
            return Err(TilesError::Size { width, height });
        }
        let mut tiles = Tiles {
            width,
            height,
            goal: Board(nibbles::identity(cells)),
            beside: [0; 16],
        };
        for cell in 0..cells {
            let place = nibbles::shift(cells, cell) as usize / 4;
            for other in tiles.beside(cell) {
                tiles.beside[place] |= 1 << nibbles::shift(cells, other);
            }
        }
        Ok(tiles)
    }

    /// The same puzzle with another goal.
    ///
    /// # Errors
    ///
    /// If the goal has another number of cells.
    ///
    /// ```
    /// use admit::space::tiles::Tiles;
    /// let tiles = Tiles::new(2, 2).unwrap().with_goal("1 2 3 0".parse().unwrap()).unwrap();
    /// assert_eq!(tiles.show(&tiles.goal()), "1 2 / 3 0");
    /// ```
    pub fn with_goal(mut self, goal: Board) -> Result<Tiles, TilesError> {
        self.expect_cells(goal.cells())?;
        self.goal = goal;
        Ok(self)
    }

    /// The same puzzle with the goal `1 2 3 … 0`, the blank last.
    ///
    /// ```
    /// use admit::space::tiles::Tiles;
    /// let tiles = Tiles::new(3, 2).unwrap().with_blank_last();
    /// assert_eq!(tiles.show(&tiles.goal()), "1 2 3 / 4 5 0");
    /// ```
    #[must_use]
    pub fn with_blank_last(mut self) -> Tiles {
        // Every number moves one cell ahead and the leading 0 is shifted out.
        self.goal = Board(nibbles::identity(self.cells()) << 4 & nibbles::mask(self.cells()));
        self
    }

    /// Width in cells.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Height in cells.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The goal.
    pub fn goal(&self) -> Board {
        self.goal
    }

    /// The cells adjacent to a cell.
    pub fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, cells) = (self.width, self.cells());
        (0..cells).filter(move |&other| {
            let columns = (cell % width).abs_diff(other % width);
            let rows = (cell / width).abs_diff(other / width);
            columns + rows == 1
        })
    }

    /// Manhattan distance of two cells.
    pub fn apart(&self, one: usize, other: usize) -> usize {
        (one % self.width).abs_diff(other % self.width)
            + (one / self.width).abs_diff(other / self.width)
    }

    /// Reads a board: numbers separated by blanks or commas, with optional slashes between rows.
    ///
    /// # Errors
    ///
    /// If that is not a board of this size. Solvability is a matter of
    /// [`check_solvable`](Tiles::check_solvable).
    ///
    /// ```
    /// use admit::space::tiles::Tiles;
    /// let tiles = Tiles::new(3, 3).unwrap();
    /// let board = tiles.parse("1,2,3, 4,5,6, 7,8,0").unwrap();
    /// assert_eq!(tiles.show(&board), "1 2 3 / 4 5 6 / 7 8 0");
    /// assert_eq!(tiles.parse(&tiles.show(&board)), Ok(board));
    /// assert_eq!(
    ///     tiles.parse("1 2 3 / 4 5 6 / 7 8 8").unwrap_err().to_string(),
    ///     "8 occurs twice; expected each number once"
    /// );
    /// ```
    pub fn parse(&self, text: &str) -> Result<Board, TilesError> {
        let numbers = nibbles::numbers(text)?;
        self.expect_cells(numbers.len())?;
        if text.contains('/') {
            let rows: Vec<&str> = text.split('/').collect();
            if rows.len() != self.height {
                return Err(TilesError::Rows {
                    expected: self.height,
                    found: rows.len(),
                });
            }
            for (i, row) in rows.iter().enumerate() {
                let found = nibbles::numbers(row)?.len();
                if found != self.width {
                    return Err(TilesError::Row {
                        row: i + 1,
                        expected: self.width,
                        found,
                    });
                }
            }
        }
        Ok(Board(nibbles::pack_all(&numbers)?))
    }

    /// Writes a board with a slash between rows.
    pub fn show(&self, board: &Board) -> String {
        let cells: Vec<String> = board.iter().map(|tile| tile.to_string()).collect();
        let rows: Vec<String> = cells.chunks(self.width).map(|r| r.join(" ")).collect();
        rows.join(" / ")
    }

    /// Checks that a board can reach the goal.
    ///
    /// A slide is a transposition that moves the blank by one cell, so the parity of the
    /// permutation plus that of the blank's distance to its goal is invariant. With both sides at
    /// least 2 nothing else is.
    ///
    /// # Errors
    ///
    /// If it cannot, or if the board has another size.
    ///
    /// ```
    /// use admit::space::tiles::Tiles;
    /// let tiles = Tiles::new(4, 4).unwrap().with_blank_last();
    /// // Sam Loyd's prize puzzle.
    /// let loyd = tiles.parse("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0").unwrap();
    /// assert!(tiles.check_solvable(&loyd).is_err());
    /// assert!(tiles.check_solvable(&tiles.goal()).is_ok());
    /// ```
    pub fn check_solvable(&self, board: &Board) -> Result<(), TilesError> {
        self.expect_cells(board.cells())?;
        let cells = self.cells();
        let exchanges = nibbles::is_odd(cells, board.0) != nibbles::is_odd(cells, self.goal.0);
        let away = self.apart(board.blank(), self.goal.blank()) % 2 == 1;
        if exchanges != away {
            return Err(TilesError::Unsolvable {
                board: *board,
                goal: self.goal,
            });
        }
        Ok(())
    }

    fn expect_cells(&self, found: usize) -> Result<(), ListError> {
        let expected = self.cells();
        if found != expected {
            return Err(ListError::Count { expected, found });
        }
        Ok(())
    }
}

/// The direction in which a tile slides. At most one tile can slide in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
    /// To the row below.
    Down,
}

impl Direction {
    /// The direction of a slide by this difference of shifts, where `one` is that of cells adjacent
    /// in a row. Sides are at least 2, so rows differ by more.
    #[inline]
    pub(crate) fn of_slide(earlier: i32, one: i32) -> Direction {
        match earlier {
            _ if earlier == one => Direction::Left,
            _ if earlier == -one => Direction::Right,
            _ if earlier > 0 => Direction::Up,
            _ => Direction::Down,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Down => "down",
        })
    }
}

/// The boards after one slide, the tile from the last cell first.
struct Slides {
    board: u64,
    /// The blank's shift.
    blank: u32,
    /// A bit at the shift of every cell whose tile is still to slide.
    from: u64,
}

impl Iterator for Slides {
    type Item = (Direction, Board, Cost);

    #[inline]
    fn next(&mut self) -> Option<(Direction, Board, Cost)> {
        if self.from == 0 {
            return None;
        }
        let from = self.from.trailing_zeros();
        self.from &= self.from - 1;
        let tile = self.board >> from & 15;
        let board = Board(self.board ^ tile << from ^ tile << self.blank);
        // Earlier cells have larger shifts.
        let direction = Direction::of_slide(self.blank as i32 - from as i32, 4);
        Some((direction, board, 1))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.from.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Slides {}

impl Space for Tiles {
    type State = Board;
    type Action = Direction;

    #[inline]
    fn transitions(&self, board: &Board) -> impl Iterator<Item = (Direction, Board, Cost)> {
        // Unused nibbles are 0 too, but above the board, and the lowest zero is found.
        let blank = nibbles::find(board.0, 0);
        Slides {
            board: board.0,
            blank,
            from: self.beside[(blank / 4) as usize & 15],
        }
    }

    #[inline]
    fn is_goal(&self, board: &Board) -> bool {
        *board == self.goal
    }
}

impl Ranked for Tiles {
    fn size(&self) -> u64 {
        nibbles::lists(self.cells(), self.cells())
    }

    fn rank(&self, board: &Board) -> u64 {
        nibbles::rank(self.cells(), self.cells(), board.0)
    }

    fn unrank(&self, rank: u64) -> Option<Board> {
        let cells = self.cells();
        (rank < self.size()).then(|| Board(nibbles::unrank(cells, cells, rank)))
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(width: usize, height: usize) -> Tiles {
        Tiles::new(width, height).unwrap()
    }

    #[test]
    fn unsupported_sizes_are_rejected() {
        for (width, height) in [(1, 4), (4, 1), (0, 0), (3, 6), (2, 9), (usize::MAX, 2)] {
            assert_eq!(
                Tiles::new(width, height),
                Err(TilesError::Size { width, height })
            );
        }
        for (width, height) in [(2, 2), (2, 8), (8, 2), (3, 5), (4, 4)] {
            assert!(Tiles::new(width, height).is_ok());
        }
    }

    #[test]
    fn slides_match_an_example() {
        let board = tiles(3, 3).parse("1 2 3 / 4 0 5 / 6 7 8").unwrap();
        let after: Vec<String> = (tiles(3, 3).successors(&board))
            .map(|(b, cost)| format!("{} for {cost}", tiles(3, 3).show(&b)))
            .collect();
        assert_eq!(
            after,
            [
                "1 2 3 / 4 7 5 / 6 0 8 for 1",
                "1 2 3 / 4 5 0 / 6 7 8 for 1",
                "1 2 3 / 0 4 5 / 6 7 8 for 1",
                "1 0 3 / 4 2 5 / 6 7 8 for 1",
            ]
        );
    }

    #[test]
    fn a_corner_has_two_neighbours_and_rows_do_not_wrap() {
        for (width, height) in [(2, 2), (3, 2), (2, 3), (4, 4), (5, 3)] {
            let tiles = tiles(width, height);
            let goal: Vec<u8> = tiles.goal().iter().collect();
            for blank in 0..tiles.cells() {
                let mut cells = goal.clone();
                cells.swap(0, blank);
                let board = Board::new(&cells).unwrap();
                assert_eq!(board.blank(), blank);
                let mut after: Vec<usize> =
                    (tiles.successors(&board)).map(|(b, _)| b.blank()).collect();
                after.sort_unstable();
                assert_eq!(after, tiles.beside(blank).collect::<Vec<_>>());
                assert!(after.iter().all(|&cell| tiles.apart(cell, blank) == 1));
            }
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        let complaint = |text: &str| tiles(3, 2).parse(text).unwrap_err().to_string();
        assert_eq!(
            complaint("1 2 3 4"),
            "expected 6 numbers, 0 to 5 once each; found 4"
        );
        assert_eq!(
            complaint("1 2 3 4 5 6"),
            "expected numbers from 0 to 5, found 6"
        );
        assert_eq!(complaint("1 2 / 3 4 / 5 0"), "found 3 rows, expected 2");
        assert_eq!(
            complaint("1 2 / 3 4 5 0"),
            "row 1 has 2 numbers, expected 3"
        );
        let goal = "1 2 3 0".parse().unwrap();
        assert!(matches!(
            tiles(3, 2).with_goal(goal),
            Err(TilesError::List(ListError::Count {
                expected: 6,
                found: 4
            }))
        ));
        let swapped = tiles(3, 2).parse("0 2 1 3 4 5").unwrap();
        let why = tiles(3, 2).check_solvable(&swapped).unwrap_err();
        assert!(why.to_string().contains("0 2 1 3 4 5 cannot be solved"));
    }
}
