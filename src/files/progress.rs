//! How far a long computation is, and the options that long computations share.

use std::fmt;

/// How far a computation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report<'a> {
    /// What is being done, such as `building`.
    pub stage: &'a str,
    /// Units that are done.
    pub done: u64,
    /// Units there are.
    pub total: u64,
}

/// Receiver of reports: a function that is called now and then, from any
/// thread, or nobody.
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
    /// Reports that nobody receives.
    pub const fn none() -> Progress<'static> {
        Progress {
            receiver: None,
            stage: None,
        }
    }

    /// Reports that a function receives.
    pub const fn new<F: Fn(Report<'_>) + Sync>(receiver: &'a F) -> Progress<'a> {
        Progress {
            receiver: Some(receiver),
            stage: None,
        }
    }

    /// The same receiver; the stage of every report is this one, whatever the
    /// computation calls it.
    #[must_use]
    pub const fn stage(self, stage: &'a str) -> Progress<'a> {
        Progress {
            stage: Some(stage),
            ..self
        }
    }

    /// Reports how far a stage is.
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

/// Options of a long computation: a limit on its memory, and who is told how
/// far it is.
///
/// By default memory is unlimited and nobody is told.
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
    /// Who is told how far the computation is.
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
    /// Limits the memory to so many bytes. What would take more is refused
    /// before any is taken.
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

    /// The same limit, without reports: for a part of a computation that
    /// reports as a whole.
    #[must_use]
    pub fn silent(&self) -> Options<'static> {
        self.progress(Progress::none())
    }
}
