//! Tables as files: written whole or not at all, refused if a bit is wrong.
//!
//! A file is written under a temporary name beside its final one and renamed
//! when all of it is on disk, so that a reader never sees half a table. When it
//! is opened, it is mapped into memory and its digest is compared; a file that
//! is short, long, foreign or altered is refused with what was expected and
//! what was found.

use super::header::{DIGEST_AT, HEADER_BYTES, Header, HeaderError};
use super::rank::Ranker;
use super::table::{Bytes, Table};
use memmap2::Mmap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file could not be read or written. Every message names the file.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system refused.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Too short or too long.
    #[error("{path}: expected {expected} bytes, found {found}: the file is {how}")]
    Length {
        /// The file.
        path: PathBuf,
        /// Bytes that it should have.
        expected: u64,
        /// Bytes that it has.
        found: u64,
        /// "cut short" or "too long".
        how: &'static str,
    },
    /// The header is not one of ours.
    #[error("{path}: {source}")]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: HeaderError,
    },
    /// The digest does not fit.
    #[error("{path}: expected digest {expected}, found {found}: the file was altered or damaged")]
    Digest {
        /// The file.
        path: PathBuf,
        /// Digest stated in the file.
        expected: String,
        /// Digest of its content.
        found: String,
    },
    /// A file of another format that is not as it should be.
    #[error("{path}: {why}")]
    Format {
        /// The file.
        path: PathBuf,
        /// What was expected and what was found.
        why: String,
    },
}

impl FileError {
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> FileError + '_ {
        move |source| FileError::Io {
            path: path.to_owned(),
            source,
        }
    }

    pub(super) fn length(path: &Path, expected: u64, found: u64) -> FileError {
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

impl Table {
    /// Opens a table file: maps it and verifies its digest.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not exactly what was once written.
    ///
    /// ```
    /// use admit::pdb::{Pattern, SILENT, Table};
    /// let dir = tempfile::tempdir().unwrap();
    /// let path = dir.path().join("two.pdb");
    /// let pattern: Pattern = "edges:UR,UF".parse().unwrap();
    /// let mut table = Table::build(pattern, u64::MAX, SILENT).unwrap();
    /// table.save(&path).unwrap();
    /// let read = Table::open(&path).unwrap();
    /// assert_eq!(read.bytes(), table.bytes());
    /// ```
    pub fn open(path: &Path) -> Result<Table, FileError> {
        let map = map(path)?;
        let found = map.len() as u64;
        let Some(head) = map.first_chunk::<HEADER_BYTES>() else {
            // Even a short file may be told apart as a foreign one.
            return Err(match map.first_chunk::<8>() {
                Some(&start) if start != *b"ADMITPDB" => FileError::Header {
                    path: path.to_owned(),
                    source: HeaderError::Foreign { found: start },
                },
                _ => FileError::length(path, HEADER_BYTES as u64, found),
            });
        };
        let header = Header::from_bytes(head).map_err(|source| FileError::Header {
            path: path.to_owned(),
            source,
        })?;
        let expected = HEADER_BYTES as u64 + header.payload();
        if found != expected {
            return Err(FileError::length(path, expected, found));
        }
        let stated: [u8; 32] = std::array::from_fn(|i| head[DIGEST_AT + i]);
        let digest = digest(head, &map[HEADER_BYTES..]);
        if digest != stated {
            return Err(FileError::Digest {
                path: path.to_owned(),
                expected: hex(&stated),
                found: hex(&digest),
            });
        }
        let ranker = Ranker::with_order(header.pattern, header.order)
            .expect("a header was read only if its states can be numbered");
        Ok(Table {
            header,
            ranker,
            bytes: Bytes::Mapped(map, HEADER_BYTES),
            digest: Some(digest),
        })
    }

    /// Writes the table to a file, whole or not at all, and notes its digest.
    ///
    /// # Errors
    ///
    /// If the folder cannot be made or the file cannot be written.
    pub fn save(&mut self, path: &Path) -> Result<(), FileError> {
        let states = self.ranker.states();
        let unsigned = self.header.to_bytes(states, &[0; 32]);
        let digest = digest(&unsigned, &self.bytes);
        let head = self.header.to_bytes(states, &digest);
        write_whole(path, |out| {
            out.write_all(&head)?;
            out.write_all(&self.bytes)
        })?;
        self.digest = Some(digest);
        Ok(())
    }
}

/// Digest of everything in a file but the digest itself.
fn digest(head: &[u8; HEADER_BYTES], payload: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&head[..DIGEST_AT]);
    hasher.update_rayon(payload);
    *hasher.finalize().as_bytes()
}

/// Lower-case hexadecimal digits of a digest.
///
/// ```
/// assert_eq!(admit::pdb::hex(&[0, 171]), "00ab");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut out = String::with_capacity(2 * bytes.len());
    for b in bytes {
        write!(out, "{b:02x}").expect("writing to a string succeeds");
    }
    out
}

/// Maps a file for reading.
pub(super) fn map(path: &Path) -> Result<Mmap, FileError> {
    let file = File::open(path).map_err(FileError::io(path))?;
    let kind = file.metadata().map_err(FileError::io(path))?;
    if !kind.is_file() {
        return Err(FileError::Format {
            path: path.to_owned(),
            why: "expected a file, found a folder or a device".to_owned(),
        });
    }
    // SAFETY: the map is private to this process and read only. Our own writers
    // never change a file in place: they write a new one and rename it, which
    // leaves this map with the old content. Another program that truncates or
    // overwrites the file while it is mapped breaks that; the digest tells such
    // damage at the next opening, and tables are plain bytes without pointers
    // or invalid values, so that a changed byte can change answers but not
    // memory safety. Tested by `replacing_a_file_leaves_its_map_alone`.
    unsafe { Mmap::map(&file) }.map_err(FileError::io(path))
}

/// Writes a file under a temporary name beside `path` and renames it, so that
/// there is never half a file.
///
/// ```
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("words");
/// admit::pdb::write_whole(&path, |out| out.write_all(b"all of it")).unwrap();
/// assert_eq!(std::fs::read(&path).unwrap(), b"all of it");
/// ```
///
/// # Errors
///
/// If the file cannot be written, or `write` says so.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder).map_err(FileError::io(folder))?;
    let mut file = tempfile::Builder::new()
        .prefix(".admit-")
        .suffix(".part")
        .tempfile_in(folder)
        .map_err(FileError::io(folder))?;
    write(&mut file).map_err(FileError::io(path))?;
    file.as_file().sync_all().map_err(FileError::io(path))?;
    make_readable(file.as_file()).map_err(FileError::io(path))?;
    file.persist(path)
        .map_err(|e| FileError::io(path)(e.error))?;
    Ok(())
}

/// A temporary file is private to its owner; a finished one is as any other.
#[cfg(unix)]
fn make_readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::SILENT;

    #[test]
    fn replacing_a_file_leaves_its_map_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.pdb");
        let save = |pattern: &str| {
            let pattern = pattern.parse().unwrap();
            let mut table = Table::build(pattern, u64::MAX, SILENT).unwrap();
            table.save(&path).unwrap();
            table
        };
        let first = save("edges:UR,UF");
        let mapped = Table::open(&path).unwrap();
        let second = save("edges:UR,UF,UL");
        assert_eq!(mapped.bytes(), first.bytes());
        assert_eq!(Table::open(&path).unwrap().bytes(), second.bytes());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn foreign_things_are_told_apart() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let said = |content: &[u8]| {
            std::fs::write(&path, content).unwrap();
            Table::open(&path).unwrap_err().to_string()
        };
        assert!(said(b"").contains("expected 512 bytes, found 0"));
        assert!(said(b"PK\x03\x04 and so on").contains("not a table of admit"));
        assert!(said(b"ADMITPDB and so on").contains("cut short"));
        assert!(said(&[0; 600]).contains("not a table of admit"));
        assert!(
            Table::open(dir.path())
                .unwrap_err()
                .to_string()
                .contains("folder")
        );
        let missing = Table::open(&dir.path().join("none"))
            .unwrap_err()
            .to_string();
        assert!(missing.contains("none: "), "{missing}");
    }
}
