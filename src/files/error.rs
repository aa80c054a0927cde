//! Errors of files.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Error of reading or writing a file. Every message names the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// An error of the operating system.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// Too short or too long.
    #[error("{path}: expected {expected} bytes, found {found}: the file is {how}")]
    Length {
        /// The file.
        path: PathBuf,
        /// Expected number of bytes.
        expected: u64,
        /// Actual number of bytes.
        found: u64,
        /// "cut short" or "too long".
        how: &'static str,
    },
    /// Invalid header.
    #[error("{path}: {source}")]
    Header {
        /// The file.
        path: PathBuf,
        /// The error.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Wrong digest.
    #[error("{path}: expected digest {expected}, found {found}: the file was altered or damaged")]
    Digest {
        /// The file.
        path: PathBuf,
        /// Digest stated in the file.
        expected: String,
        /// Digest of its content.
        found: String,
    },
    /// Error in a file of another format.
    #[error("{path}: {why}")]
    Format {
        /// The file.
        path: PathBuf,
        /// What was expected and what was found.
        why: String,
    },
}

impl FileError {
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> FileError + '_ {
        move |source| FileError::Io {
            path: path.to_owned(),
            source,
        }
    }

    pub(crate) fn length(path: &Path, expected: u64, found: u64) -> FileError {
        FileError::Length {
            path: path.to_owned(),
            expected,
            found,
            how: if found < expected {
                "cut short"
            } else {
                "too long"
            },
        }
    }
}
