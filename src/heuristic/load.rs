//! Loading of heuristic lists: tables are opened or built, certificates are checked.

use super::cube::{CubePdb, CubePdbError, Delta, Dual};
use super::list::{HeuristicList, HeuristicSpec};
use super::{Heuristic, Max, Zero};
use crate::files::Options;
use crate::pdb::cube::{CubeTable, CubeTableForm, StoreError, TableStore};
use crate::space::cube::Cube;
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// The heuristics of the cube in a list.
///
/// *Admissible* if every table is as its header states, since tables are opened, not proved
/// ([`TableStore::proved`] proves one), and every learned part as its certificate states.
/// *Consistent* if, moreover, no part is min-compressed or learned.
///
/// ```
/// use admit::files::Options;
/// use admit::heuristic::{CubeHeuristics, Estimate, Heuristic, HeuristicList};
/// use admit::pdb::cube::TableStore;
/// use admit::space::cube::parse_state;
/// let folder = tempfile::tempdir().unwrap();
/// let mut store = TableStore::new(folder.path());
/// let list: HeuristicList = "4-edge,dual:4-edge/24".parse().unwrap();
/// let heuristics = CubeHeuristics::load(&list, &mut store, &Options::default()).unwrap();
/// assert_eq!(heuristics.max.h(&parse_state("R U").unwrap()), Ok(Estimate::Finite(2)));
/// ```
#[non_exhaustive]
pub struct CubeHeuristics {
    /// The maximum of all parts.
    pub max: Max<Cube>,
    /// The tables, if all parts are exact: [`search::Tables`](crate::search::Tables) looks them up
    /// faster.
    pub exact: Option<Vec<Arc<CubeTable>>>,
}

/// Error of loading a list of heuristics.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A table could not be opened or built.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A table is not usable as a heuristic.
    #[error(transparent)]
    Table(#[from] CubePdbError),
    /// A learned heuristic is refused.
    #[cfg(feature = "learn")]
    #[error(transparent)]
    Certified(#[from] super::RefusedError),
    /// A learned heuristic without the feature `learn`.
    #[cfg(not(feature = "learn"))]
    #[error("{0}: a learned heuristic needs the feature learn")]
    NoLearning(std::path::PathBuf),
}

type Boxed = Box<dyn Heuristic<Cube> + Send + Sync>;

impl fmt::Debug for CubeHeuristics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CubeHeuristics")
            .field("parts", &self.max.0.len())
            .field("exact", &self.exact)
            .finish()
    }
}

impl CubeHeuristics {
    /// Loads all heuristics of a list.
    ///
    /// # Errors
    ///
    /// If a table cannot be opened or built, or a certificate does not match its files.
    pub fn load(
        list: &HeuristicList,
        store: &mut TableStore,
        options: &Options<'_>,
    ) -> Result<CubeHeuristics, LoadError> {
        let all = list.0.iter().map(|spec| load(spec, store, options));
        let max = Max(all.collect::<Result<_, _>>()?);
        let exact = list.0.iter().map(|spec| match spec {
            HeuristicSpec::Table(spec) if spec.form == CubeTableForm::Exact => {
                Some(store.table(spec, options))
            }
            _ => None,
        });
        let exact: Option<Result<_, StoreError>> = exact.collect();
        let exact = exact.transpose()?;
        Ok(CubeHeuristics { max, exact })
    }
}

fn load(
    spec: &HeuristicSpec,
    store: &mut TableStore,
    options: &Options<'_>,
) -> Result<Boxed, LoadError> {
    let table = match spec {
        HeuristicSpec::Zero => return Ok(Box::new(Zero)),
        HeuristicSpec::Dual(inner) => {
            return Ok(Box::new(Dual(Max(vec![load(inner, store, options)?]))));
        }
        HeuristicSpec::Certified(folder) => return certified(folder, store, options),
        HeuristicSpec::File(file) => {
            let path = store.find(&file.to_string_lossy())?;
            store.open(&path)?
        }
        HeuristicSpec::Table(spec) => store.table(spec, options)?,
    };
    // A delta table needs its base.
    match table.header().base {
        Some(base) => {
            let base = store.table(&base.into(), options)?;
            Ok(Box::new(Delta::new(table, base)?))
        }
        None => Ok(Box::new(CubePdb::new(table)?)),
    }
}

/// A certified heuristic with its base table, if it has one.
#[cfg(feature = "learn")]
fn certified(
    folder: &std::path::Path,
    store: &mut TableStore,
    options: &Options<'_>,
) -> Result<Boxed, LoadError> {
    let files = super::CertifiedFiles::read(folder)?;
    let base = files.base()?;
    let base = base.map(|base| store.table(&base.into(), options));
    Ok(Box::new(files.cube_heuristic(base.transpose()?)?))
}

#[cfg(not(feature = "learn"))]
fn certified(
    folder: &std::path::Path,
    _: &mut TableStore,
    _: &Options<'_>,
) -> Result<Boxed, LoadError> {
    Err(LoadError::NoLearning(folder.to_owned()))
}
