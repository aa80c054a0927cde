//! Tables of the cube as heuristics.
//!
//! | heuristic | looks up | admissible | consistent |
//! |---|---|---|---|
//! | [`CubePdb`] | an exact or symmetry-reduced table | yes | yes |
//! | [`CubePdb`] | distances modulo 3, by descent to the goal | yes | yes |
//! | [`CubePdb`] | a min-compressed table | yes | no |
//! | [`Delta`] | differences and their base table | yes | if not min-compressed |
//! | [`Dual`] | another heuristic of the inverse of a cube | as that one | no |
//!
//! This requires correct tables, which [`CubeTable::prove`] proves. All are *safe*: no cube is a
//! dead end, and none is called one.

use super::{Estimate, Heuristic, HeuristicError};
use crate::pdb::cube::{CubePattern, CubeTable, Packing, distance_by_descent};
use crate::space::cube::Cube;
use std::sync::Arc;
use thiserror::Error;

/// Error of a table that is not usable as a heuristic.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubePdbError {
    /// A delta table without its base.
    #[error("{what} holds differences to {base}; a heuristic needs the table of {base} too")]
    Difference {
        /// The contents of the table.
        what: String,
        /// The base.
        base: CubePattern,
    },
    /// A table without differences.
    #[error("{0} does not hold differences")]
    NoDifference(String),
    /// A base of another pattern.
    #[error("the differences are to {expected}, but the table given with them holds {found}")]
    Base {
        /// The expected base pattern.
        expected: CubePattern,
        /// The contents of the given table.
        found: String,
    },
}

/// Pattern database of the cube: a table, proved or not, as a heuristic.
///
/// Admissible; consistent unless the table is min-compressed.
///
/// ```
/// use admit::heuristic::{Heuristic, CubePdb};
/// use admit::files::Options;
/// use admit::pdb::cube::{Order, CubeTable};
/// use admit::space::cube::parse_state;
/// let exact = CubeTable::build("4-edge".parse().unwrap(), &Options::default()).unwrap();
/// let small = exact.compress(8, Order::UpDown, &Options::default()).unwrap();
/// let thirds = exact.modulo3(&Options::default()).unwrap();
/// let cube = parse_state("R U F L").unwrap();
/// let [exact, small, thirds] = [exact, small, thirds].map(|t| CubePdb::new(t).unwrap().h(&cube).unwrap());
/// assert!(small <= exact && exact == thirds);
/// ```
#[derive(Clone, Debug)]
pub struct CubePdb(Arc<CubeTable>);

impl CubePdb {
    /// A heuristic from this table.
    ///
    /// # Errors
    ///
    /// If the table holds differences.
    pub fn new(table: impl Into<Arc<CubeTable>>) -> Result<CubePdb, CubePdbError> {
        let table = table.into();
        if let Some(base) = table.header().base {
            let what = table.header().what();
            return Err(CubePdbError::Difference { what, base });
        }
        Ok(CubePdb(table))
    }

    /// The table.
    pub fn table(&self) -> &Arc<CubeTable> {
        &self.0
    }

    /// The entry of a cube.
    fn value(&self, cube: &Cube) -> Result<i32, HeuristicError> {
        let table = &*self.0;
        let pattern = table.header().pattern;
        let state = pattern.project(cube);
        if table.header().packing != Packing::Trits {
            return Ok(table.value(&state) as i32);
        }
        let distance = distance_by_descent(&pattern, state, |s| table.value(s));
        let number = || table.ranker().rank(&state);
        Ok(distance.ok_or_else(|| HeuristicError::NotADistance(number()))? as i32)
    }
}

impl Heuristic<Cube> for CubePdb {
    #[inline]
    fn h(&self, cube: &Cube) -> Result<Estimate, HeuristicError> {
        self.value(cube).map(Estimate::Finite)
    }
}

/// Sum of a delta table and its base table.
///
/// Admissible; consistent unless the differences are min-compressed.
///
/// ```
/// use admit::heuristic::{Delta, Heuristic, CubePdb};
/// use admit::files::Options;
/// use admit::pdb::cube::CubeTable;
/// use admit::space::cube::parse_state;
/// let [large, base] = ["edges:UR,UF,UL", "edges:UR,UL"]
///     .map(|p| CubeTable::build(p.parse().unwrap(), &Options::default()).unwrap());
/// let delta = Delta::new(large.minus(&base, &Options::default()).unwrap(), base).unwrap();
/// let cube = parse_state("R U F L D").unwrap();
/// assert_eq!(delta.h(&cube), CubePdb::new(large).unwrap().h(&cube));
/// ```
#[derive(Clone, Debug)]
pub struct Delta {
    difference: Arc<CubeTable>,
    base: CubePdb,
}

impl Delta {
    /// The sum of both, as a heuristic.
    ///
    /// # Errors
    ///
    /// If the first table is no delta table, has another base, or if the second is not of exact
    /// distances.
    pub fn new(
        difference: impl Into<Arc<CubeTable>>,
        base: impl Into<Arc<CubeTable>>,
    ) -> Result<Delta, CubePdbError> {
        let (difference, base) = (difference.into(), base.into());
        let Some(expected) = difference.header().base else {
            return Err(CubePdbError::NoDifference(difference.header().what()));
        };
        let found = base.header();
        let exact = found.factor == 1 && found.base.is_none();
        if found.pattern != expected || !exact {
            let found = found.what();
            return Err(CubePdbError::Base { expected, found });
        }
        Ok(Delta {
            difference,
            base: CubePdb(base),
        })
    }
}

impl Heuristic<Cube> for Delta {
    fn h(&self, cube: &Cube) -> Result<Estimate, HeuristicError> {
        let pattern = self.difference.header().pattern;
        let more = self.difference.value(&pattern.project(cube)) as i32;
        Ok(Estimate::Finite(self.base.value(cube)? + more))
    }
}

/// Another heuristic, applied to the inverse of a cube.
///
/// The inverse of a solution solves the inverse cube, so both are equally far from solved, but
/// table values differ. Admissible if the other one is. Not consistent: inverses of neighbours need
/// not be neighbours.
///
/// ```
/// use admit::heuristic::{Dual, Heuristic, CubePdb};
/// use admit::files::Options;
/// use admit::pdb::cube::CubeTable;
/// use admit::space::cube::parse_state;
/// let table = CubeTable::build("4-edge".parse().unwrap(), &Options::default()).unwrap();
/// let pdb = CubePdb::new(table).unwrap();
/// let cube = parse_state("R U F2 L D B'").unwrap();
/// assert_eq!(Dual(pdb.clone()).h(&cube), pdb.h(&cube.inverse()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dual<H: ?Sized>(pub H);

impl<H: Heuristic<Cube> + ?Sized> Heuristic<Cube> for Dual<H> {
    fn h(&self, cube: &Cube) -> Result<Estimate, HeuristicError> {
        self.0.h(&cube.inverse())
    }

    fn h_batch(&self, cubes: &[Cube], out: &mut [Estimate]) -> Result<(), HeuristicError> {
        let inverses: Vec<Cube> = cubes.iter().map(Cube::inverse).collect();
        self.0.h_batch(&inverses, out)
    }

    fn batch(&self) -> usize {
        self.0.batch()
    }
}

/// The example of `src/search/README.md`, as a test.
#[cfg(doctest)]
#[doc = include_str!("../search/README.md")]
struct Search;
