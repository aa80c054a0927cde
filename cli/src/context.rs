//! Shared by all commands: data folder, memory, and whether the output is for a program.

use super::Global;
pub(super) use admit::files::available_memory;
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
    pub(super) fn data(&self) -> Result<PathBuf, Failure> {
        if let Some(data) = &self.data {
            return Ok(data.clone());
        }
        dirs::data_dir().map(|d| d.join("admit")).ok_or_else(|| {
            "this platform has no data folder; name one with --data or ADMIT_DATA".into()
        })
    }
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
