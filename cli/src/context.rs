//! What every command needs: where tables are, how much memory there is, and
//! whether a person or a program reads the output.

use super::Global;
use admit::pdb::cube::{CubePattern, CubeTable};
use std::error::Error;
use std::path::PathBuf;

/// Anything that ends a command early; its text is what the person sees.
pub(super) type Failure = Box<dyn Error>;

pub(super) struct Context {
    pub(super) json: bool,
    data: Option<PathBuf>,
}

impl Context {
    pub(super) fn new(global: &Global) -> Result<Context, Failure> {
        if let Some(threads) = global.threads {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads as usize)
                .build_global()?;
        }
        Ok(Context {
            json: global.json,
            data: global.data.clone(),
        })
    }

    /// The folder in which tables are kept.
    fn data(&self) -> Result<PathBuf, Failure> {
        if let Some(data) = &self.data {
            return Ok(data.clone());
        }
        dirs::data_dir().map(|d| d.join("admit")).ok_or_else(|| {
            "this platform has no data folder; name one with --data or ADMIT_DATA".into()
        })
    }

    /// Where to write a table: where the person said, else where the table of a
    /// pattern, or one derived from it, is kept.
    pub(super) fn place(
        &self,
        out: Option<&PathBuf>,
        pattern: &CubePattern,
        suffix: &str,
    ) -> Result<PathBuf, Failure> {
        match out {
            Some(file) => Ok(file.clone()),
            None => Ok(self.data()?.join(format!("{}{suffix}.pdb", stem(pattern)))),
        }
    }

    /// Opens a table that is named by its file, here or in the data folder, or
    /// by its pattern.
    pub(super) fn open(&self, named: &str) -> Result<(PathBuf, CubeTable), Failure> {
        let path = self.find(named)?;
        tracing::debug!(file = %path.display(), "a table is opened");
        let table = CubeTable::open(&path)?;
        Ok((path, table))
    }

    fn find(&self, named: &str) -> Result<PathBuf, Failure> {
        let path = PathBuf::from(named);
        if path.exists() {
            return Ok(path);
        }
        let data = self.data()?;
        let path = data.join(named);
        if path.exists() {
            return Ok(path);
        }
        let folder = data.display();
        let Ok(pattern) = named.parse::<CubePattern>() else {
            return Err(format!(
                "{named}: no such file, here or in {folder}, and no pattern has this name"
            )
            .into());
        };
        let path = self.place(None, &pattern, "")?;
        if path.exists() {
            return Ok(path);
        }
        Err(format!(
            "there is no table of {pattern} in {folder}; build it with: admit pdb build {pattern}"
        )
        .into())
    }
}

/// The name of a pattern, as part of a file name.
pub(super) fn stem(pattern: &CubePattern) -> String {
    pattern
        .to_string()
        .replace([':', ','], "-")
        .replace('+', "_")
}

/// Bytes of memory that may be used, where the system tells.
pub(super) fn available_memory() -> u64 {
    field_kb("/proc/meminfo", "MemAvailable:").unwrap_or(u64::MAX)
}

/// The most memory this process ever had, where the system tells.
pub(super) fn peak_memory() -> Option<u64> {
    field_kb("/proc/self/status", "VmHWM:")
}

pub(super) fn field_kb(file: &str, field: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|l| l.starts_with(field))?;
    let kb: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kb * 1024)
}

/// Processor time that this process has used so far, where the system tells.
#[cfg_attr(
    unix,
    expect(clippy::unnecessary_wraps, reason = "not every system tells")
)]
pub(super) fn processor_seconds() -> Option<f64> {
    #[cfg(unix)]
    {
        let t = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9)
    }
    #[cfg(not(unix))]
    None
}
