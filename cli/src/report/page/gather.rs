//! What the page is made of: files that were published with this version, and files that
//! a run left behind.

use super::PageError;
use super::results::{Cubes, Learnt, Steps, Tables};
use admit::certify::certificate::{Certificate, FILE as CERTIFICATE};
use admit_verification::convergence::result::Rated;
use admit_verification::ledger::{Finding, Ledger};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// All that the page shows.
///
/// ```no_run
/// use admit_cli::report::page::Page;
/// use std::path::Path;
/// let page = Page::gather(Path::new("."), Path::new("report")).unwrap();
/// assert!(page.render().unwrap().contains("reopening-bound"));
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    pub(super) published: Ledger,
    pub(super) fresh: Option<Ledger>,
    pub(super) tables: Option<Tables>,
    pub(super) certificates: Vec<From<Certificate>>,
    pub(super) learnt: Vec<From<Learnt>>,
    pub(super) models: Vec<Published>,
    pub(super) rates: Vec<From<Rated>>,
    pub(super) kani: Option<Recorded>,
    pub(super) cubes: Option<Cubes>,
    pub(super) steps: Option<Steps>,
}

/// Something, and whether it was published or is of this run.
#[derive(Clone, Debug)]
pub(super) struct From<T> {
    pub(super) it: T,
    pub(super) fresh: bool,
}

impl<T> From<T> {
    /// Where it is from, in words.
    pub(super) fn origin(&self) -> &'static str {
        if self.fresh { "this run" } else { "published" }
    }
}

/// A network as `models/models.json` has it.
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

/// What Kani said when it was last run.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Recorded {
    pub(super) tools: BTreeMap<String, String>,
    pub(super) harnesses: Vec<Finding>,
}

impl Page {
    /// Reads what was published from the root of the repository, and what a run left from
    /// the folder `report`. Only the published ledger must be there; what else is missing
    /// is said on the page.
    ///
    /// # Errors
    ///
    /// If the published ledger is missing, or if a file cannot be read or is not what it
    /// should be. The error names the file.
    pub fn gather(root: &Path, report: &Path) -> Result<Page, PageError> {
        let ledger = root.join("verification/ledger.json");
        let published = read(&ledger)?.ok_or_else(|| PageError::Read {
            file: ledger.display().to_string(),
            why: ErrorKind::NotFound.into(),
        })?;
        let mut certificates = all(&root.join("certificates"), false)?;
        let own = read(&report.join("certified").join(CERTIFICATE))?;
        certificates.extend(own.map(|it| From { it, fresh: true }));
        let mut learnt = Vec::new();
        for (file, fresh) in [
            (root.join("models/learnt.json"), false),
            (report.join("learnt.json"), true),
        ] {
            let list: Vec<Learnt> = read(&file)?.unwrap_or_default();
            learnt.extend(list.into_iter().map(|it| From { it, fresh }));
        }
        let mut rates = all(&root.join("verification/rate"), false)?;
        rates.extend(all(&report.join("rate"), true)?);
        Ok(Page {
            published,
            fresh: read(&report.join("ledger.json"))?,
            tables: read(&report.join("tables.json"))?,
            certificates,
            learnt,
            models: read(&root.join("models/models.json"))?.unwrap_or_default(),
            rates,
            kani: read(&root.join("proofs/kani-results.json"))?,
            cubes: read(&report.join("cubes.json"))?,
            steps: read(&report.join("steps.json"))?,
        })
    }
}

/// A file; nothing if there is none.
fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, PageError> {
    let file = || path.display().to_string();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(PageError::Read { file: file(), why }),
    };
    let read = serde_json::from_str(&text);
    read.map(Some)
        .map_err(|why| PageError::Format { file: file(), why })
}

/// Every file of JSON in a folder, by name; none if there is no folder.
fn all<T: DeserializeOwned>(folder: &Path, fresh: bool) -> Result<Vec<From<T>>, PageError> {
    let unreadable = |why: std::io::Error| PageError::Read {
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
    let mut found = Vec::new();
    for path in paths {
        found.extend(read(&path)?.map(|it| From { it, fresh }));
    }
    Ok(found)
}
