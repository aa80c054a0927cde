//! Proof as a type: a table that was proved.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A table that was proved, with a summary of the proof.
///
/// It comes only from a proof that ran in this process: from [`Table::prove`](super::Table::prove)
/// or [`CubeTable::prove`](super::cube::CubeTable::prove). Reading a file never returns one: a
/// digest shows that a file is unchanged, not that it was correct. A file is opened and then
/// proved, which for the cube takes about a second per hundred million states.
///
/// The table cannot be changed through this value, and clones share it. A table whose entries are
/// mapped from a file is proved as the file was then: another program that overwrites the file in
/// place, instead of replacing it, changes what was proved.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::{ProofMethod, Proved, Table};
/// use admit::space::tiles::Tiles;
///
/// let tiles = Tiles::new(2, 2).unwrap();
/// let table = Table::build(tiles, &Options::default()).unwrap();
/// let table: Proved<Table<Tiles>> = table.prove(&Options::default()).unwrap();
/// assert_eq!(table.proof().method, ProofMethod::Successors);
/// assert_eq!(table.proof().entries, 24);
/// assert_eq!(table.max(), Some(6));
/// ```
pub struct Proved<T> {
    table: Arc<T>,
    proof: Proof,
}

impl<T> Proved<T> {
    /// For the provers only.
    pub(super) fn new(table: Arc<T>, proof: Proof) -> Proved<T> {
        Proved { table, proof }
    }

    /// Summary of the proof.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// The table, shared with this value.
    pub fn table(&self) -> &Arc<T> {
        &self.table
    }
}

impl<T> Clone for Proved<T> {
    fn clone(&self) -> Proved<T> {
        Proved::new(self.table.clone(), self.proof.clone())
    }
}

impl<T> Deref for Proved<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.table
    }
}

impl<T> From<Proved<T>> for Arc<T> {
    fn from(proved: Proved<T>) -> Arc<T> {
        proved.table
    }
}

impl<T: fmt::Debug> fmt::Debug for Proved<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proved")
            .field("table", &self.table)
            .field("proof", &self.proof)
            .finish()
    }
}

/// Summary of the proof of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "learn", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Proof {
    /// Method of the proof.
    pub method: ProofMethod,
    /// Entries checked: all of them.
    pub entries: u64,
    /// Successors checked.
    pub successors: u64,
}

/// Method of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "learn", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "learn", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum ProofMethod {
    /// Every state against its successors: goals are 0, and every other distance is the minimum of
    /// cost plus a successor's distance.
    Successors,
    /// The same, for one representative of each symmetry class.
    Orbits,
    /// Every entry against distances that were rebuilt and proved against their successors.
    Rebuilt,
}
