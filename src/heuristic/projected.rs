//! Exact distances in an abstraction, for the states that are projected into
//! it: a pattern database as a heuristic.

use super::{Heuristic, HeuristicError};
use crate::pdb::{Progress, RankedError, RankedTable};
use crate::space::{Abstraction, Space};
use std::marker::PhantomData;

/// An abstraction `A` of a space `Of`, and its table.
///
/// Where the abstraction is one, this never overestimates and is consistent. A
/// state whose projection cannot reach a goal cannot reach one either, and is
/// answered with [`HeuristicError::Infinite`], never with a number.
///
/// ```
/// use admit::heuristic::Projected;
/// use admit::pdb::{SILENT, TilePattern};
/// use admit::search::solve;
/// use admit::space::tiles::Tiles;
///
/// let tiles = Tiles::new(3, 3).unwrap();
/// let pattern = TilePattern::new(&tiles, &[1, 2, 3, 4]).unwrap();
/// let heuristic = Projected::build(&tiles, pattern, u64::MAX, SILENT).unwrap();
/// let start = tiles.parse("8 0 6 / 5 4 7 / 2 3 1").unwrap();
/// assert_eq!(solve(&tiles, start, &heuristic).unwrap().cost(), Some(31));
/// ```
#[derive(Clone, Debug)]
pub struct Projected<A, Of> {
    abstraction: A,
    table: RankedTable,
    /// Projects states of `Of`, and has none.
    of: PhantomData<fn(&Of)>,
}

impl<Of: Space, A: Abstraction<Of>> Projected<A, Of> {
    /// With a table that is there already. The space only says of what `A` is
    /// an abstraction.
    ///
    /// # Errors
    ///
    /// If the table has not one entry for each number of the abstraction.
    pub fn new(_space: &Of, abstraction: A, table: RankedTable) -> Result<Self, RankedError> {
        let (expected, found) = (abstraction.size(), table.len());
        if expected != found {
            return Err(RankedError::Length { expected, found });
        }
        Ok(Projected {
            abstraction,
            table,
            of: PhantomData,
        })
    }

    /// Builds the table first; see [`RankedTable::build`].
    ///
    /// # Errors
    ///
    /// As [`RankedTable::build`].
    pub fn build(
        space: &Of,
        abstraction: A,
        memory: u64,
        progress: Progress<'_>,
    ) -> Result<Self, RankedError>
    where
        A: Sync,
    {
        let table = RankedTable::build(&abstraction, memory, progress)?;
        Projected::new(space, abstraction, table)
    }

    /// The abstraction.
    pub fn abstraction(&self) -> &A {
        &self.abstraction
    }

    /// Its table.
    pub fn table(&self) -> &RankedTable {
        &self.table
    }
}

impl<Of: Space, A: Abstraction<Of>> Heuristic<Of::State> for Projected<A, Of> {
    #[inline]
    fn h(&self, state: &Of::State) -> Result<i32, HeuristicError> {
        let number = self.abstraction.rank(&self.abstraction.project(state));
        match self.table.value(number) {
            Some(distance) => Ok(distance as i32),
            None => Err(HeuristicError::Infinite(number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::{SILENT, TilePattern};
    use crate::space::tiles::Tiles;

    #[test]
    fn a_state_without_a_way_has_no_number() {
        let tiles = Tiles::new(2, 2).unwrap();
        let pattern = TilePattern::new(&tiles, &[1, 2]).unwrap();
        let heuristic = Projected::build(&tiles, pattern, u64::MAX, SILENT).unwrap();
        assert_eq!(heuristic.h(&tiles.goal()), Ok(0));
        let swapped = tiles.parse("0 2 1 3").unwrap();
        assert!(matches!(
            heuristic.h(&swapped),
            Err(HeuristicError::Infinite(_))
        ));
    }

    #[test]
    fn a_table_of_another_length_is_refused() {
        let tiles = Tiles::new(2, 2).unwrap();
        let pattern = TilePattern::new(&tiles, &[1]).unwrap();
        let table = RankedTable::from_entries(vec![0; 11]);
        assert!(matches!(
            Projected::new(&tiles, pattern, table),
            Err(RankedError::Length {
                expected: 12,
                found: 11
            })
        ));
    }
}
