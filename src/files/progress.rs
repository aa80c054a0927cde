//! Progress and options of long computations.

use std::fmt;

/// Progress of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report<'a> {
    /// Stage of the computation, such as `building`.
    pub stage: &'a str,
    /// Finished units.
    pub done: u64,
    /// All units.
    pub total: u64,
}

/// Receiver of reports: a function that is called from any thread, or none.
///
/// ```
/// use admit::files::{Options, Progress, Report};
/// use admit::pdb::cube::{CubePattern, CubeTable};
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// let last = AtomicU64::new(0);
/// let pattern: CubePattern = "4-edge".parse().unwrap();
/// let receive = |report: Report<'_>| {
///     last.fetch_max(report.done, Ordering::Relaxed);
/// };
/// let options = Options::default().progress(Progress::new(&receive));
/// CubeTable::build(pattern, &options).unwrap();
/// assert_eq!(last.into_inner(), 190_080);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Progress<'a> {
    receiver: Option<&'a (dyn Fn(Report<'_>) + Sync)>,
    stage: Option<&'a str>,
}

impl<'a> Progress<'a> {
    /// No receiver.
    pub const fn none() -> Progress<'static> {
        Progress {
            receiver: None,
            stage: None,
        }
    }

    /// A function as receiver.
    pub const fn new<F: Fn(Report<'_>) + Sync>(receiver: &'a F) -> Progress<'a> {
        Progress {
            receiver: Some(receiver),
            stage: None,
        }
    }

    /// The same receiver, with this stage in every report.
    #[must_use]
    pub const fn stage(self, stage: &'a str) -> Progress<'a> {
        Progress {
            stage: Some(stage),
            ..self
        }
    }

    /// Reports the progress of a stage.
    pub fn report(&self, stage: &str, done: u64, total: u64) {
        if let Some(receiver) = self.receiver {
            let stage = self.stage.unwrap_or(stage);
            receiver(Report { stage, done, total });
        }
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("received", &self.receiver.is_some())
            .field("stage", &self.stage)
            .finish()
    }
}

/// Options of a long computation: memory limit and receiver of reports, by default none.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::cube::{BuildError, CubeTable};
/// let little = Options::default().memory(1 << 20);
/// let built = CubeTable::build("8-corner".parse().unwrap(), &little);
/// assert!(matches!(built, Err(BuildError::Memory { .. })));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Options<'a> {
    /// Bytes that may be used; `u64::MAX` is no limit.
    pub memory: u64,
    /// Receiver of reports.
    pub progress: Progress<'a>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            memory: u64::MAX,
            progress: Progress::none(),
        }
    }
}

impl<'a> Options<'a> {
    /// Limits the memory. A computation that would take more is refused before it starts.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Options<'a> {
        Options {
            memory: bytes,
            ..self
        }
    }

    /// Sends reports to a receiver.
    #[must_use]
    pub fn progress(self, progress: Progress<'_>) -> Options<'_> {
        Options {
            memory: self.memory,
            progress,
        }
    }

    /// The same limit without reports, for a part of a computation that reports as a whole.
    #[must_use]
    pub fn silent(&self) -> Options<'static> {
        self.progress(Progress::none())
    }
}
