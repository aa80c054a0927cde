//! The whole cube as a space to search.

use super::{Cube, Move};
use crate::space::{Cost, Space};

/// All states of the cube, 18 moves of cost 1, and one goal.
///
/// ```
/// use admit::space::{Space, cube::{Cube, FullCube}};
/// assert!(FullCube.is_goal(&Cube::SOLVED));
/// assert_eq!(FullCube.successors(&Cube::SOLVED).count(), 18);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FullCube;

impl Space for FullCube {
    type State = Cube;
    type Action = Move;

    #[inline]
    fn transitions(&self, cube: &Cube) -> impl Iterator<Item = (Move, Cube, Cost)> {
        Move::ALL.into_iter().map(|m| (m, cube.apply(m), 1))
    }

    fn is_goal(&self, cube: &Cube) -> bool {
        *cube == Cube::SOLVED
    }
}
