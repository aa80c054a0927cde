//! Folders of tables: opened if present, otherwise built and saved.

use super::build::BuildError;
use super::derive::DeriveError;
use super::pattern::CubePattern;
use super::proof::CubeProofError;
use super::rank::Order;
use super::spec::{CubeTableForm, CubeTableSpec};
use super::table::CubeTable;
use crate::files::{FileError, Options};
use crate::pdb::Proved;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// A folder of cube tables. Each is opened, or built and saved, at the first request, and then
/// shared.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::cube::TableStore;
/// let folder = tempfile::tempdir().unwrap();
/// let mut store = TableStore::new(folder.path());
/// let spec = "4-edge/24".parse().unwrap();
/// let small = store.table(&spec, &Options::default()).unwrap();
/// assert_eq!(small.header().entries, 190_080 / 24);
/// // The exact table was made on the way, and both are files now.
/// let exact = store.proved(&"4-edge".parse().unwrap(), &Options::default()).unwrap();
/// assert_eq!(exact.proof().entries, 190_080);
/// assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
/// ```
pub struct TableStore {
    folder: PathBuf,
    tables: HashMap<PathBuf, Arc<CubeTable>>,
    proved: HashMap<PathBuf, Proved<CubeTable>>,
    on_event: Option<OnEvent>,
}

type OnEvent = Box<dyn Fn(StoreEvent<'_>) + Send + Sync>;

/// Event of a store.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreEvent<'a> {
    /// A table was opened from this file.
    Opened(&'a Path),
    /// A table was built and saved to this file.
    Saved(&'a Path),
    /// A table was built but could not be saved.
    NotSaved(&'a FileError),
}

/// Error of a store.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The distances could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The table could not be derived from the distances.
    #[error(transparent)]
    Derive(#[from] DeriveError),
    /// The table is wrong.
    #[error("{path}: {source}")]
    Wrong {
        /// Its file.
        path: PathBuf,
        /// The error.
        source: CubeProofError,
    },
    /// The file holds another table than its name states.
    #[error("{path}: expected the table {expected}, found {found}")]
    Other {
        /// The file.
        path: PathBuf,
        /// Name of the expected table.
        expected: String,
        /// Name of the table found.
        found: String,
    },
    /// Neither a file nor a pattern.
    #[error("{name}: no such file, here or in {folder}, and no pattern has this name")]
    Unknown {
        /// The request.
        name: String,
        /// The folder of the store.
        folder: PathBuf,
    },
    /// The table of a pattern is missing.
    #[error("there is no table of {pattern} in {folder}")]
    Missing {
        /// The pattern.
        pattern: CubePattern,
        /// The folder of the store.
        folder: PathBuf,
    },
}

impl fmt::Debug for TableStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableStore")
            .field("folder", &self.folder)
            .field("tables", &self.tables.keys())
            .finish_non_exhaustive()
    }
}

impl TableStore {
    /// A store in a folder, which is created with the first table.
    pub fn new(folder: impl Into<PathBuf>) -> TableStore {
        TableStore {
            folder: folder.into(),
            tables: HashMap::new(),
            proved: HashMap::new(),
            on_event: None,
        }
    }

    /// Calls a function whenever a table was opened or saved.
    #[must_use]
    pub fn on_event(self, f: impl Fn(StoreEvent<'_>) + Send + Sync + 'static) -> TableStore {
        TableStore {
            on_event: Some(Box::new(f)),
            ..self
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a table, whether it exists or not.
    pub fn path(&self, spec: &CubeTableSpec, order: Order) -> PathBuf {
        self.folder.join(spec.file_name(order))
    }

    /// A table in the recommended order for min-compression.
    ///
    /// The stage of a progress report names the table.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or built. If it cannot be saved, it is returned nevertheless
    /// ([`StoreEvent::NotSaved`]).
    pub fn table(
        &mut self,
        spec: &CubeTableSpec,
        options: &Options<'_>,
    ) -> Result<Arc<CubeTable>, StoreError> {
        self.table_in(spec, Order::best_for(&spec.pattern), options)
    }

    /// A table; a min-compressed one in the given order.
    ///
    /// # Errors
    ///
    /// As [`table`](TableStore::table).
    pub fn table_in(
        &mut self,
        spec: &CubeTableSpec,
        order: Order,
        options: &Options<'_>,
    ) -> Result<Arc<CubeTable>, StoreError> {
        let path = self.path(spec, order);
        if let Some(table) = self.tables.get(&path) {
            return Ok(table.clone());
        }
        if path.exists() {
            let table = self.open(&path)?;
            let found = table.header();
            let min_compressed = found.factor > 1;
            if found.spec() != *spec || (min_compressed && found.order != order) {
                return Err(StoreError::Other {
                    expected: spec.to_string(),
                    found: format!("{} in order {}", found.spec(), found.order),
                    path,
                });
            }
            return Ok(table);
        }
        let mut table = self.make(spec, order, options)?;
        // The table is usable without its file; a later process builds it again.
        match table.save(&path) {
            Ok(()) => self.tell(StoreEvent::Saved(&path)),
            Err(error) => self.tell(StoreEvent::NotSaved(&error)),
        }
        let table = Arc::new(table);
        self.tables.insert(path, table.clone());
        Ok(table)
    }

    /// A table that is proved in this process at the first request.
    ///
    /// # Errors
    ///
    /// As [`table`](TableStore::table), or if the table is wrong.
    pub fn proved(
        &mut self,
        spec: &CubeTableSpec,
        options: &Options<'_>,
    ) -> Result<Proved<CubeTable>, StoreError> {
        let path = self.path(spec, Order::best_for(&spec.pattern));
        if let Some(proved) = self.proved.get(&path) {
            return Ok(proved.clone());
        }
        let table = self.table(spec, options)?;
        let stage = format!("proving {spec}");
        let proved = table.prove_shared(&staged(options, &stage));
        let proved = proved.map_err(|source| StoreError::Wrong {
            path: path.clone(),
            source,
        })?;
        self.proved.insert(path, proved.clone());
        Ok(proved)
    }

    /// Opens a table file at any path.
    ///
    /// # Errors
    ///
    /// As [`CubeTable::open`].
    pub fn open(&mut self, path: &Path) -> Result<Arc<CubeTable>, StoreError> {
        if let Some(table) = self.tables.get(path) {
            return Ok(table.clone());
        }
        let table = Arc::new(CubeTable::open(path)?);
        self.tell(StoreEvent::Opened(path));
        self.tables.insert(path.to_owned(), table.clone());
        Ok(table)
    }

    /// The file of an existing table, by path, file name in the folder, or pattern.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn find(&self, name: &str) -> Result<PathBuf, StoreError> {
        for path in [PathBuf::from(name), self.folder.join(name)] {
            if path.exists() {
                return Ok(path);
            }
        }
        let folder = self.folder.clone();
        let Ok(pattern) = name.parse::<CubePattern>() else {
            let name = name.to_owned();
            return Err(StoreError::Unknown { name, folder });
        };
        let path = self.path(&pattern.into(), Order::Block);
        if path.exists() {
            return Ok(path);
        }
        Err(StoreError::Missing { pattern, folder })
    }

    fn tell(&self, event: StoreEvent<'_>) {
        if let Some(on_event) = &self.on_event {
            on_event(event);
        }
    }

    fn make(
        &mut self,
        spec: &CubeTableSpec,
        order: Order,
        options: &Options<'_>,
    ) -> Result<CubeTable, StoreError> {
        let pattern = spec.pattern;
        if spec.form == CubeTableForm::Exact {
            let stage = format!("building {pattern}");
            return Ok(CubeTable::build(pattern, &staged(options, &stage))?);
        }
        let exact = self.table(&pattern.into(), options)?;
        let compressing = format!("compressing {pattern}");
        let compressing = staged(options, &compressing);
        let reducing = format!("reducing {pattern}");
        let reducing = staged(options, &reducing);
        Ok(match spec.form {
            CubeTableForm::Exact => unreachable!("built above"),
            CubeTableForm::Compressed { factor } => exact.compress(factor, order, &compressing)?,
            CubeTableForm::Symmetry => exact.reduce_by_symmetry(&reducing)?,
            CubeTableForm::Modulo3 => exact.modulo3(&reducing)?,
            CubeTableForm::Delta { base, factor } => {
                let small = self.table(&base.into(), options)?;
                let stage = format!("subtracting {base}");
                let difference = exact.minus(&small, &staged(options, &stage))?;
                match factor {
                    None => difference,
                    Some(factor) => difference.compress(factor, order, &compressing)?,
                }
            }
        })
    }
}

fn staged<'a>(options: &Options<'a>, stage: &'a str) -> Options<'a> {
    options.progress(options.progress.stage(stage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_table_is_never_proved() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = TableStore::new(folder.path());
        let pattern = "edges:UR,UF".parse().unwrap();
        let right = CubeTable::build(pattern, &Options::default()).unwrap();
        let spec = CubeTableSpec::exact(pattern);
        let mut bytes = right.bytes().to_vec();
        bytes[7] ^= 1;
        // Its digest matches: only a proof finds the error.
        let mut wrong =
            CubeTable::from_parts(right.header().clone(), right.ranker().clone(), bytes);
        wrong.save(&store.path(&spec, Order::Block)).unwrap();
        assert!(store.table(&spec, &Options::default()).is_ok());
        let refused = store.proved(&spec, &Options::default());
        assert!(matches!(refused, Err(StoreError::Wrong { .. })));
    }

    #[test]
    fn another_table_under_its_name_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = TableStore::new(folder.path());
        let other = "edges:UR".parse().unwrap();
        let mut other = CubeTable::build(other, &Options::default()).unwrap();
        let spec = "edges:UF".parse().unwrap();
        other.save(&store.path(&spec, Order::Block)).unwrap();
        let refused = store.table(&spec, &Options::default());
        assert!(matches!(refused, Err(StoreError::Other { .. })));
    }

    #[test]
    fn a_table_that_cannot_be_saved_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "in the way").unwrap();
        let (sender, told) = std::sync::mpsc::channel();
        let mut store = TableStore::new(file.join("below"))
            .on_event(move |event| sender.send(format!("{event:?}")).unwrap());
        let spec = "edges:UR/2".parse().unwrap();
        let table = store.table(&spec, &Options::default()).unwrap();
        assert_eq!(table.header().entries, 12);
        drop(store);
        let told: Vec<String> = told.iter().collect();
        assert_eq!(told.len(), 2);
        assert!(told.iter().all(|event| event.starts_with("NotSaved")));
    }
}
