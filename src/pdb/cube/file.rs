//! Table files: written atomically, verified by digest when opened.
//!
//! An opened file is memory-mapped and its digest verified; a short, long, foreign or altered file
//! is refused with what was expected and found. A matching digest is no proof: see
//! [`Proved`](crate::pdb::Proved).

use super::header::{CubeHeader, DIGEST_AT, HEADER_BYTES, HeaderError};
use super::rank::CubeRanker;
use super::table::{Bytes, CubeTable};
use crate::files::{FileError, digest_of_parts, hex, map, write_whole};
use std::path::Path;

impl CubeTable {
    /// Opens a table file: maps it and verifies its digest.
    ///
    /// # Errors
    ///
    /// If it cannot be read or was altered.
    ///
    /// ```
    /// use admit::files::Options;
    /// use admit::pdb::cube::{CubePattern, CubeTable};
    /// let dir = tempfile::tempdir().unwrap();
    /// let path = dir.path().join("two.pdb");
    /// let pattern: CubePattern = "edges:UR,UF".parse().unwrap();
    /// let mut table = CubeTable::build(pattern, &Options::default()).unwrap();
    /// table.save(&path).unwrap();
    /// let read = CubeTable::open(&path).unwrap();
    /// assert_eq!(read.bytes(), table.bytes());
    /// ```
    pub fn open(path: &Path) -> Result<CubeTable, FileError> {
        let map = map(path)?;
        let found = map.len() as u64;
        let Some(head) = map.first_chunk::<HEADER_BYTES>() else {
            // Even a short file may be recognisable as foreign.
            return Err(match map.first_chunk::<8>() {
                Some(&start) if start != *b"ADMITPDB" => FileError::Header {
                    path: path.to_owned(),
                    source: HeaderError::Foreign { found: start }.into(),
                },
                _ => FileError::length(path, HEADER_BYTES as u64, found),
            });
        };
        let header = CubeHeader::from_bytes(head).map_err(|error| FileError::Header {
            path: path.to_owned(),
            source: error.into(),
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
        let ranker = CubeRanker::with_order(header.pattern, header.order)
            .expect("a header was read only if its states can be numbered");
        Ok(CubeTable {
            header,
            ranker,
            bytes: Bytes::Mapped(map, HEADER_BYTES),
            digest: Some(digest),
        })
    }

    /// Writes the table to a file atomically and records its digest.
    ///
    /// # Errors
    ///
    /// If the folder cannot be created or the file cannot be written.
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

/// Digest of a file without the digest itself.
fn digest(head: &[u8; HEADER_BYTES], payload: &[u8]) -> [u8; 32] {
    digest_of_parts(&[&head[..DIGEST_AT], payload])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Options;

    #[test]
    fn replacing_a_file_leaves_its_map_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.pdb");
        let save = |pattern: &str| {
            let pattern = pattern.parse().unwrap();
            let mut table = CubeTable::build(pattern, &Options::default()).unwrap();
            table.save(&path).unwrap();
            table
        };
        let first = save("edges:UR,UF");
        let mapped = CubeTable::open(&path).unwrap();
        let second = save("edges:UR,UF,UL");
        assert_eq!(mapped.bytes(), first.bytes());
        assert_eq!(CubeTable::open(&path).unwrap().bytes(), second.bytes());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn foreign_files_are_explained() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let said = |content: &[u8]| {
            std::fs::write(&path, content).unwrap();
            CubeTable::open(&path).unwrap_err().to_string()
        };
        assert!(said(b"").contains("expected 512 bytes, found 0"));
        assert!(said(b"PK\x03\x04 and so on").contains("not a table of admit"));
        assert!(said(b"ADMITPDB and so on").contains("cut short"));
        assert!(said(&[0; 600]).contains("not a table of admit"));
        assert!(
            CubeTable::open(dir.path())
                .unwrap_err()
                .to_string()
                .contains("folder")
        );
        let missing = CubeTable::open(&dir.path().join("none"))
            .unwrap_err()
            .to_string();
        assert!(missing.contains("none: "), "{missing}");
    }
}
