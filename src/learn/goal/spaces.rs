//! Sliding tiles and `TopSpin` with any goal.
//!
//! In both, a move permutes places whatever is there, except for the blank. So everything but the
//! blank can be renamed in start and goal alike, and paths remain paths. A state is a list of
//! the thing at each place; renaming is composition from the left, moves from the right.
//!
//! Slots are tiles, and the token of a tile is its place. An embedding of two slots then
//! represents where a tile is and where it belongs.

use super::GoalSpace;
use crate::learn::encode::Encoding;
use crate::space::tiles::{Board, Tiles};
use crate::space::topspin::{Ring, TopSpin};

/// Largest number of places.
const MOST: usize = 16;

/// Writes the place of each thing.
fn write_places(contents: impl Iterator<Item = u8>, tokens: &mut [u16]) {
    for (place, thing) in contents.enumerate() {
        tokens[thing as usize] = place as u16;
    }
}

/// Renames the things of a list: `from[i]` becomes `to[i]`.
fn rename(
    list: impl Iterator<Item = u8>,
    from: impl Iterator<Item = u8>,
    to: impl Iterator<Item = u8>,
) -> ([u8; MOST], usize) {
    let mut names = [0; MOST];
    for (from, to) in from.zip(to) {
        names[from as usize] = to;
    }
    let mut renamed = [0; MOST];
    let mut length = 0;
    for thing in list {
        renamed[length] = names[thing as usize];
        length += 1;
    }
    (renamed, length)
}

impl Encoding<Ring> for TopSpin {
    fn values(&self) -> Vec<u16> {
        vec![self.tokens() as u16; self.tokens()]
    }

    fn write(&self, ring: &Ring, tokens: &mut [u16]) {
        write_places(ring.iter(), tokens);
    }
}

impl GoalSpace for TopSpin {
    fn kinds(&self) -> u64 {
        1
    }

    fn kind(&self, _goal: &Ring) -> u64 {
        0
    }

    fn standard(&self, _kind: u64) -> Ring {
        self.goal()
    }

    fn relative(&self, start: &Ring, goal: &Ring) -> Ring {
        let (tokens, n) = rename(start.iter(), goal.iter(), self.goal().iter());
        Ring::new(&tokens[..n]).expect("renaming keeps each token once")
    }

    fn start(&self, relative: &Ring, goal: &Ring) -> Ring {
        let (tokens, n) = rename(relative.iter(), self.goal().iter(), goal.iter());
        Ring::new(&tokens[..n]).expect("renaming keeps each token once")
    }
}

impl Encoding<Board> for Tiles {
    fn values(&self) -> Vec<u16> {
        vec![self.cells() as u16; self.cells()]
    }

    fn write(&self, board: &Board, tokens: &mut [u16]) {
        write_places(board.iter(), tokens);
    }
}

impl GoalSpace for Tiles {
    fn kinds(&self) -> u64 {
        self.cells() as u64
    }

    fn kind(&self, goal: &Board) -> u64 {
        goal.blank() as u64
    }

    /// The blank in the cell of the kind, the tiles in order in the other cells.
    fn standard(&self, kind: u64) -> Board {
        let cells = self.cells();
        let mut board = [0; MOST];
        let around = (0..cells).filter(|&cell| cell as u64 != kind);
        for (cell, tile) in around.zip(1..) {
            board[cell] = tile;
        }
        Board::new(&board[..cells]).expect("each tile is there once")
    }

    fn relative(&self, start: &Board, goal: &Board) -> Board {
        let standard = self.standard(self.kind(goal));
        let (tiles, n) = rename(start.iter(), goal.iter(), standard.iter());
        Board::new(&tiles[..n]).expect("renaming keeps each tile once")
    }

    fn start(&self, relative: &Board, goal: &Board) -> Board {
        let standard = self.standard(self.kind(goal));
        let (tiles, n) = rename(relative.iter(), standard.iter(), goal.iter());
        Board::new(&tiles[..n]).expect("renaming keeps each tile once")
    }
}
