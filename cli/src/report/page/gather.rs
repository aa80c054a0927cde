//! Contents of the page: published results of this version, and files of a run.

use super::PageError;
use super::results::{Cubes, Learned, Steps, Tables};
use admit::certify::certificate::{Certificate, FILE as CERTIFICATE};
use admit_verification::convergence::ConvergenceRate;
use admit_verification::json::{JsonError, parse, read, read_if_present};
use admit_verification::ledger::{Finding, Ledger};
use admit_verification::published;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The contents of the page.
///
/// ```no_run
/// use admit_cli::report::page::Page;
/// use std::path::Path;
/// let page = Page::gather(Path::new("report")).unwrap();
/// assert!(page.render().unwrap().contains("reopening-bound"));
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    pub(super) published: Ledger,
    pub(super) fresh: Option<Ledger>,
    pub(super) tables: Option<Tables>,
    pub(super) certificates: Vec<From<Certificate>>,
    pub(super) learned: Vec<From<Learned>>,
    pub(super) models: Vec<Published>,
    pub(super) rates: Vec<From<ConvergenceRate>>,
    pub(super) kani: Option<Recorded>,
    pub(super) cubes: Option<Cubes>,
    pub(super) steps: Option<Steps>,
}

/// A result, and whether it is of this run or published.
#[derive(Clone, Debug)]
pub(super) struct From<T> {
    pub(super) it: T,
    pub(super) fresh: bool,
}

impl<T> From<T> {
    /// Its origin.
    pub(super) fn origin(&self) -> &'static str {
        if self.fresh { "this run" } else { "published" }
    }
}

/// A network of `models/models.json`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Published {
    pub(super) pattern: String,
    pub(super) bytes: u64,
    pub(super) samples: u64,
    pub(super) minutes: f64,
    pub(super) states: u64,
    pub(super) mean: f64,
    pub(super) over: u64,
}

/// Recorded results of Kani.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Recorded {
    pub(super) tools: BTreeMap<String, String>,
    pub(super) harnesses: Vec<Finding>,
}

impl Page {
    /// Reads the results of a run in the folder `report`, and the published ones. The page names
    /// what is missing.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is malformed. The error names the file.
    pub fn gather(report: &Path) -> Result<Page, PageError> {
        let mut certificates = listed(published::CERTIFICATES)?;
        let own = read_if_present(&report.join("certified").join(CERTIFICATE))?;
        certificates.extend(own.map(|it| From { it, fresh: true }));
        let mut learned = Vec::new();
        for (list, fresh) in [
            (parse("models/learned.json", published::LEARNED)?, false),
            (
                read_if_present(&report.join("learned.json"))?.unwrap_or_default(),
                true,
            ),
        ] {
            let list: Vec<Learned> = list;
            learned.extend(list.into_iter().map(|it| From { it, fresh }));
        }
        let mut rates = listed(published::CONVERGENCE)?;
        rates.extend(all(&report.join("convergence"))?);
        Ok(Page {
            published: published::ledger(),
            fresh: read_if_present(&report.join("ledger.json"))?,
            tables: read_if_present(&report.join("tables.json"))?,
            certificates,
            learned,
            models: parse("models/models.json", published::MODELS)?,
            rates,
            kani: Some(parse("proofs/kani-results.json", published::KANI)?),
            cubes: read_if_present(&report.join("cubes.json"))?,
            steps: read_if_present(&report.join("steps.json"))?,
        })
    }
}

/// Published files of one kind.
fn listed<T: DeserializeOwned>(files: &[published::File]) -> Result<Vec<From<T>>, JsonError> {
    let published = |&(name, text): &published::File| {
        let it = parse(name, text)?;
        Ok(From { it, fresh: false })
    };
    files.iter().map(published).collect()
}

/// Every file of JSON in a folder, by name; none if there is no folder.
fn all<T: DeserializeOwned>(folder: &Path) -> Result<Vec<From<T>>, JsonError> {
    let unreadable = |why: std::io::Error| JsonError::Read {
        file: folder.display().to_string(),
        why,
    };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(why) => return Err(unreadable(why)),
    };
    let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(unreadable)?;
    paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
    paths.sort();
    let fresh = |path: &PathBuf| {
        let it = read(path)?;
        Ok(From { it, fresh: true })
    };
    paths.iter().map(fresh).collect()
}
