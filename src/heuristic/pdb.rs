//! Pattern databases as heuristics: exact distances in an abstraction.

use super::{Estimate, Heuristic, HeuristicError};
use crate::files::Options;
use crate::pdb::{Table, TableError};
use crate::space::{Abstraction, Space};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// A pattern database: the table of an abstraction `A` of a space `Of`.
///
/// - *Admissible* and *consistent*, if the table holds the distances of `A` ([`Table::prove`]) and
///   `A` is an abstraction of `Of`.
/// - *Safe*: a state whose projection cannot reach a goal cannot reach one either, and gets
///   [`Estimate::DeadEnd`].
///
/// ```
/// use admit::heuristic::Pdb;
/// use admit::files::Options;
/// use admit::pdb::TilePattern;
/// use admit::search::solve;
/// use admit::space::tiles::Tiles;
///
/// let tiles = Tiles::new(3, 3).unwrap();
/// let pattern = TilePattern::new(&tiles, &[1, 2, 3, 4]).unwrap();
/// let heuristic = Pdb::build(&tiles, pattern, &Options::default()).unwrap();
/// let start = tiles.parse("8 0 6 / 5 4 7 / 2 3 1").unwrap();
/// assert_eq!(solve(&tiles, start, &heuristic).unwrap().cost(), Some(31));
/// ```
pub struct Pdb<A, Of> {
    table: Arc<Table<A>>,
    /// `Of` is only projected.
    of: PhantomData<fn(&Of)>,
}

impl<A, Of> Clone for Pdb<A, Of> {
    fn clone(&self) -> Self {
        Pdb {
            table: self.table.clone(),
            of: PhantomData,
        }
    }
}

impl<A, Of> fmt::Debug for Pdb<A, Of> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pdb").field("table", &self.table).finish()
    }
}

impl<Of: Space, A: Abstraction<Of>> Pdb<A, Of> {
    /// A heuristic with a table, proved or not, owned or shared. The space only fixes the type
    /// `Of`.
    ///
    /// ```
    /// use admit::files::Options;
    /// use admit::heuristic::{Estimate, Heuristic, Pdb};
    /// use admit::pdb::{Table, TilePattern};
    /// use admit::space::tiles::Tiles;
    ///
    /// let tiles = Tiles::new(3, 3).unwrap();
    /// let pattern = TilePattern::new(&tiles, &[1, 2, 3]).unwrap();
    /// let table = Table::build(pattern, &Options::default()).unwrap();
    /// let table = table.prove(&Options::default()).unwrap();
    /// let heuristic = Pdb::new(&tiles, table);
    /// assert_eq!(heuristic.h(&tiles.goal()), Ok(Estimate::Finite(0)));
    /// ```
    pub fn new(_space: &Of, table: impl Into<Arc<Table<A>>>) -> Self {
        Pdb {
            table: table.into(),
            of: PhantomData,
        }
    }

    /// Builds the table; see [`Table::build`].
    ///
    /// # Errors
    ///
    /// As [`Table::build`].
    pub fn build(space: &Of, abstraction: A, options: &Options<'_>) -> Result<Self, TableError>
    where
        A: Sync,
    {
        Ok(Pdb::new(space, Table::build(abstraction, options)?))
    }

    /// The abstraction.
    pub fn abstraction(&self) -> &A {
        self.table.space()
    }

    /// Its table.
    pub fn table(&self) -> &Arc<Table<A>> {
        &self.table
    }
}

impl<Of: Space, A: Abstraction<Of>> Heuristic<Of::State> for Pdb<A, Of> {
    #[inline]
    fn h(&self, state: &Of::State) -> Result<Estimate, HeuristicError> {
        let abstraction = self.table.space();
        let number = abstraction.rank(&abstraction.project(state));
        Ok(match self.table.value(number) {
            Some(distance) => Estimate::Finite(distance as i32),
            None => Estimate::DeadEnd,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::TilePattern;
    use crate::space::tiles::Tiles;

    #[test]
    fn dead_ends_have_no_heuristic_value() {
        let tiles = Tiles::new(2, 2).unwrap();
        let pattern = TilePattern::new(&tiles, &[1, 2]).unwrap();
        let heuristic = Pdb::build(&tiles, pattern, &Options::default()).unwrap();
        assert_eq!(heuristic.h(&tiles.goal()), Ok(Estimate::Finite(0)));
        let swapped = tiles.parse("0 2 1 3").unwrap();
        assert_eq!(heuristic.h(&swapped), Ok(Estimate::DeadEnd));
    }
}
