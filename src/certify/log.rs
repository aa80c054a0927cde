//! Logs of sweeps: finished chunks, in files that survive a power failure.
//!
//! A log is a line of JSON about the sweep, then one record with a digest for each chunk, synced
//! to disk when the chunk is finished. A resumed sweep reads all whole records, truncates the
//! rest, and continues with the missing chunks. Several logs of one sweep, written by several
//! machines, are read as one.

use super::sweep::{Counts, Found};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// File name extension of logs.
pub const EXTENSION: &str = "sweep";

/// Identity of a sweep: a digest of everything that determines its findings, and its chunks.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct About {
    /// Digest of network, correction and truth.
    pub subject: String,
    /// Number of states.
    pub states: u64,
    /// States in a chunk.
    pub chunk: u64,
}

impl About {
    /// Number of chunks.
    pub fn chunks(&self) -> u64 {
        self.states.div_ceil(self.chunk)
    }

    /// State numbers of a chunk.
    pub fn numbers(&self, chunk: u64) -> std::ops::Range<u64> {
        chunk * self.chunk..((chunk + 1) * self.chunk).min(self.states)
    }
}

/// Failure to read or write a log.
#[derive(Debug, Error)]
#[error("{path}: {source}")]
pub struct LogError {
    path: PathBuf,
    source: std::io::Error,
}

/// The finished chunks of a sweep, from all of its logs.
#[derive(Debug)]
pub struct Log {
    about: About,
    path: PathBuf,
    file: File,
    done: BTreeMap<u64, Found>,
}

impl Log {
    /// Opens or creates the log of a sweep in a folder, and reads all other logs of the same
    /// sweep there. A log of another sweep is overwritten if it has this name, else ignored.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written.
    pub fn open(folder: &Path, name: &str, about: About) -> Result<Log, LogError> {
        let path = folder.join(format!("{name}.{EXTENSION}"));
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| LogError { path, source }
        };
        let mut done = BTreeMap::new();
        for entry in std::fs::read_dir(folder).map_err(failed(folder))? {
            let other = entry.map_err(failed(folder))?.path();
            if other != path && other.extension().is_some_and(|e| e == EXTENSION) {
                let bytes = std::fs::read(&other).map_err(failed(&other))?;
                read(&bytes, &about, &mut done);
            }
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed(&path))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed(&path))?;
        let whole = read(&bytes, &about, &mut done);
        let mut begin = || {
            file.set_len(whole)?;
            file.seek(SeekFrom::Start(whole))?;
            if whole == 0 {
                let mut line = serde_json::to_vec(&about).expect("it is plain data");
                line.push(b'\n');
                file.write_all(&line)?;
            }
            file.sync_data()
        };
        begin().map_err(failed(&path))?;
        Ok(Log {
            about,
            path,
            file,
            done,
        })
    }

    /// Identity of the sweep.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Whether a chunk is finished.
    pub fn has(&self, chunk: u64) -> bool {
        self.done.contains_key(&chunk)
    }

    /// Number of finished chunks.
    pub fn done(&self) -> u64 {
        self.done.len() as u64
    }

    /// Writes the findings of a chunk, and syncs them to disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn note(&mut self, chunk: u64, found: Found) -> Result<(), LogError> {
        let body = encode(chunk, &found);
        let mut record = (body.len() as u64).to_le_bytes().to_vec();
        record.extend_from_slice(&body);
        record.extend_from_slice(blake3::hash(&body).as_bytes());
        self.done.insert(chunk, found);
        let written = self.file.write_all(&record);
        let written = written.and_then(|()| self.file.sync_data());
        written.map_err(|source| LogError {
            path: self.path.clone(),
            source,
        })
    }

    /// All findings, or `None` if a chunk is missing.
    pub fn all(&self) -> Option<Found> {
        (self.done() == self.about.chunks()).then(|| {
            let mut all = Found::new();
            for found in self.done.values() {
                all.merge(found);
            }
            all
        })
    }
}

/// Removes all logs of a folder.
///
/// # Errors
///
/// If one cannot be removed.
pub fn remove_all(folder: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == EXTENSION) {
            std::fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Reads the records of a log of this sweep; returns the length of its whole records.
fn read(bytes: &[u8], about: &About, done: &mut BTreeMap<u64, Found>) -> u64 {
    let Some(line) = bytes.iter().position(|&b| b == b'\n') else {
        return 0;
    };
    match serde_json::from_slice::<About>(&bytes[..line]) {
        Ok(found) if found == *about => {}
        _ => return 0,
    }
    let mut at = line + 1;
    while let Some((chunk, found, length)) = record(&bytes[at..]) {
        if chunk >= about.chunks() {
            break;
        }
        done.insert(chunk, found);
        at += length;
    }
    at as u64
}

/// The first record and its length; `None` if it is not whole.
fn record(bytes: &[u8]) -> Option<(u64, Found, usize)> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (body, rest) = rest.split_at_checked(length)?;
    let digest = rest.first_chunk::<32>()?;
    if blake3::hash(body).as_bytes() != digest {
        return None;
    }
    let (chunk, found) = decode(body)?;
    Some((chunk, found, 8 + length + 32))
}

fn encode(chunk: u64, found: &Found) -> Vec<u8> {
    let counts = &found.counts;
    let mut words = vec![chunk, counts.states, counts.asked];
    words.extend(counts.by_class.iter().flatten());
    words.extend(&counts.differences);
    let mut body: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    body.extend((found.over.len() as u64).to_le_bytes());
    for (key, excess) in &found.over {
        body.extend(key.to_le_bytes());
        body.push(*excess);
    }
    for (key, values) in &found.near {
        body.extend(key.to_le_bytes());
        body.extend(values);
    }
    body
}

fn decode(body: &[u8]) -> Option<(u64, Found)> {
    let mut found = Found::new();
    let Counts {
        states,
        asked,
        by_class,
        differences,
    } = &mut found.counts;
    let mut rest = body;
    let mut word = || {
        let (word, behind) = rest.split_first_chunk::<8>()?;
        rest = behind;
        Some(u64::from_le_bytes(*word))
    };
    let chunk = word()?;
    (*states, *asked) = (word()?, word()?);
    for count in by_class.iter_mut().flatten().chain(differences) {
        *count = word()?;
    }
    let over = usize::try_from(word()?).ok()?.checked_mul(9)?;
    let (over, near) = rest.split_at_checked(over)?;
    if !near.len().is_multiple_of(10) {
        return None;
    }
    let key = |entry: &[u8]| entry.first_chunk().map(|key| u64::from_le_bytes(*key));
    for entry in over.chunks_exact(9) {
        found.over.push((key(entry)?, entry[8]));
    }
    for entry in near.chunks_exact(10) {
        found.near.push((key(entry)?, [entry[8], entry[9]]));
    }
    Some((chunk, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> About {
        About {
            subject: "x".to_owned(),
            states: 35,
            chunk: 10,
        }
    }

    fn found(n: u64) -> Found {
        let mut found = Found::new();
        found.counts.states = n;
        found.counts.by_class[3] = [n, 2 * n];
        found.over = vec![(n, 1), (n + 1, 2)];
        found.near = vec![(n + 2, [3, 1])];
        found
    }

    #[test]
    fn chunks_cover_all_states() {
        let about = about();
        assert_eq!(about.chunks(), 4);
        assert_eq!(about.numbers(0), 0..10);
        assert_eq!(about.numbers(3), 30..35);
    }

    /// After truncation or alteration at the end, all records before it are read, and lost ones
    /// can be written again.
    #[test]
    fn whole_records_survive() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = Log::open(folder.path(), "one", about()).unwrap();
        log.note(0, found(7)).unwrap();
        log.note(2, found(9)).unwrap();
        drop(log);
        let path = folder.path().join("one.sweep");
        let whole = std::fs::read(&path).unwrap();
        for cut in (0..whole.len()).step_by(311).chain([whole.len() - 1]) {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut log = Log::open(folder.path(), "one", about()).unwrap();
            assert!(!log.has(2));
            let first = log.has(0);
            for (chunk, n) in [(0, 7), (2, 9)] {
                if !log.has(chunk) {
                    log.note(chunk, found(n)).unwrap();
                }
            }
            drop(log);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "{cut}, {first}");
        }
        let mut altered = whole.clone();
        *altered.last_mut().unwrap() ^= 1;
        std::fs::write(&path, &altered).unwrap();
        let log = Log::open(folder.path(), "one", about()).unwrap();
        assert!(log.has(0) && !log.has(2));
    }

    #[test]
    fn several_logs_are_read_as_one() {
        let folder = tempfile::tempdir().unwrap();
        for (name, chunks) in [("one", [0, 2]), ("two", [1, 3])] {
            let mut log = Log::open(folder.path(), name, about()).unwrap();
            for chunk in chunks {
                assert_eq!(log.all(), None);
                log.note(chunk, found(chunk)).unwrap();
            }
        }
        let log = Log::open(folder.path(), "three", about()).unwrap();
        let all = log.all().unwrap();
        assert_eq!(all.counts.states, 6);
        assert_eq!(all.over.len(), 8);
        // Logs of another sweep are ignored.
        let other = About {
            subject: "y".to_owned(),
            ..about()
        };
        assert_eq!(Log::open(folder.path(), "four", other).unwrap().done(), 0);
        remove_all(folder.path()).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
