//! Exact distances in an abstraction, for the states that are projected into
//! it: a pattern database as a heuristic.

use super::{Estimate, Heuristic, HeuristicError};
use crate::files::Progress;
use crate::pdb::{Table, TableError};
use crate::space::{Abstraction, Space};
use std::marker::PhantomData;

/// An abstraction `A` of a space `Of`, and its table.
///
/// Where the abstraction is one, this never overestimates and is consistent. A
/// state whose projection cannot reach a goal cannot reach one either, and is
/// answered with [`Estimate::DeadEnd`].
///
/// ```
/// use admit::heuristic::Pdb;
/// use admit::files::SILENT;
/// use admit::pdb::TilePattern;
/// use admit::search::solve;
/// use admit::space::tiles::Tiles;
///
/// let tiles = Tiles::new(3, 3).unwrap();
/// let pattern = TilePattern::new(&tiles, &[1, 2, 3, 4]).unwrap();
/// let heuristic = Pdb::build(&tiles, pattern, u64::MAX, SILENT).unwrap();
/// let start = tiles.parse("8 0 6 / 5 4 7 / 2 3 1").unwrap();
/// assert_eq!(solve(&tiles, start, &heuristic).unwrap().cost(), Some(31));
/// ```
#[derive(Clone, Debug)]
pub struct Pdb<A, Of> {
    abstraction: A,
    table: Table,
    /// Projects states of `Of`, and has none.
    of: PhantomData<fn(&Of)>,
}

impl<Of: Space, A: Abstraction<Of>> Pdb<A, Of> {
    /// With a table that is there already. The space only says of what `A` is
    /// an abstraction.
    ///
    /// # Errors
    ///
    /// If the table has not one entry for each number of the abstraction.
    pub fn new(_space: &Of, abstraction: A, table: Table) -> Result<Self, TableError> {
        let (expected, found) = (abstraction.size(), table.len());
        if expected != found {
            return Err(TableError::Length { expected, found });
        }
        Ok(Pdb {
            abstraction,
            table,
            of: PhantomData,
        })
    }

    /// Builds the table first; see [`Table::build`].
    ///
    /// # Errors
    ///
    /// As [`Table::build`].
    pub fn build(
        space: &Of,
        abstraction: A,
        memory: u64,
        progress: Progress<'_>,
    ) -> Result<Self, TableError>
    where
        A: Sync,
    {
        let table = Table::build(&abstraction, memory, progress)?;
        Pdb::new(space, abstraction, table)
    }

    /// The abstraction.
    pub fn abstraction(&self) -> &A {
        &self.abstraction
    }

    /// Its table.
    pub fn table(&self) -> &Table {
        &self.table
    }
}

impl<Of: Space, A: Abstraction<Of>> Heuristic<Of::State> for Pdb<A, Of> {
    #[inline]
    fn h(&self, state: &Of::State) -> Result<Estimate, HeuristicError> {
        let number = self.abstraction.rank(&self.abstraction.project(state));
        Ok(match self.table.value(number) {
            Some(distance) => Estimate::Finite(distance as i32),
            None => Estimate::DeadEnd,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::SILENT;
    use crate::pdb::TilePattern;
    use crate::space::tiles::Tiles;

    #[test]
    fn a_state_without_a_way_has_no_number() {
        let tiles = Tiles::new(2, 2).unwrap();
        let pattern = TilePattern::new(&tiles, &[1, 2]).unwrap();
        let heuristic = Pdb::build(&tiles, pattern, u64::MAX, SILENT).unwrap();
        assert_eq!(heuristic.h(&tiles.goal()), Ok(Estimate::Finite(0)));
        let swapped = tiles.parse("0 2 1 3").unwrap();
        assert_eq!(heuristic.h(&swapped), Ok(Estimate::DeadEnd));
    }

    #[test]
    fn a_table_of_another_length_is_refused() {
        let tiles = Tiles::new(2, 2).unwrap();
        let pattern = TilePattern::new(&tiles, &[1]).unwrap();
        let table = Table::from_entries(vec![0; 11]);
        assert!(matches!(
            Pdb::new(&tiles, pattern, table),
            Err(TableError::Length {
                expected: 12,
                found: 11
            })
        ));
    }
}
