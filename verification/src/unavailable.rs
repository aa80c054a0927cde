//! Reasons why evidence cannot run here.

use std::io;
use thiserror::Error;

/// Why evidence cannot run, or has no recorded result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unavailable {
    /// A missing tool.
    #[error("{0} is not installed")]
    Tool(&'static str),
    /// No clone around the current folder.
    #[error("sources are not on this disk")]
    NoSources,
    /// A clone that cannot be read.
    #[error("sources cannot be read: {0}")]
    UnreadableSources(#[from] io::Error),
    /// A clone of another version.
    #[error("sources on this disk differ from those that the program was compiled from")]
    OtherSources,
    /// A harness without a recorded result.
    #[error("no result of Kani is recorded")]
    NotRecorded,
    /// A recorded result of another version.
    #[error("the recorded result of Kani is about other sources")]
    RecordedOtherwise,
}
