//! NumPy's `.npy`: a vector of unsigned bytes, one for each entry of the table in the table's own
//! order (for an uncompressed table: one for each state).

use crate::files::Options;
use crate::files::{FileError, map, write_whole};
use crate::pdb::cube::derive::{count_nibbles, fill_nibbles};
use crate::pdb::cube::{CubeHeader, CubePattern, CubeRanker, CubeTable};
use ndarray::{Array1, ArrayView1};
use ndarray_npy::{ViewNpyExt, WriteNpyExt};
use std::io;
use std::path::Path;

/// Writes the entries of a table.
///
/// # Errors
///
/// If the file cannot be written.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::cube::{CubePattern, CubeTable, exchange::npy};
/// let dir = tempfile::tempdir().unwrap();
/// let path = dir.path().join("two.npy");
/// let pattern: CubePattern = "edges:UR,UF".parse().unwrap();
/// let table = CubeTable::build(pattern, &Options::default()).unwrap();
/// npy::write(&table, &path).unwrap();
/// let read = npy::read(&path, pattern, &Options::default()).unwrap();
/// assert_eq!(read.bytes(), table.bytes());
/// ```
pub fn write(table: &CubeTable, path: &Path) -> Result<(), FileError> {
    let values: Array1<u8> = (0..table.header().entries)
        .map(|i| table.entry(i))
        .collect();
    write_whole(path, |out| {
        values
            .write_npy(io::BufWriter::new(out))
            .map_err(io::Error::other)
    })
}

/// Reads the distances of a pattern, one byte per state in block order.
///
/// # Errors
///
/// If the file is not a vector of unsigned bytes, one per state, of at most 14.
pub fn read(
    path: &Path,
    pattern: CubePattern,
    options: &Options<'_>,
) -> Result<CubeTable, FileError> {
    let refuse = |why: String| FileError::Format {
        path: path.to_owned(),
        why,
    };
    let map = map(path)?;
    let values = ArrayView1::<u8>::view_npy(&map)
        .map_err(|e| refuse(format!("expected a .npy vector of unsigned bytes: {e}")))?;
    let ranker = CubeRanker::new(pattern).map_err(|e| refuse(e.to_string()))?;
    let states = ranker.states();
    if values.len() as u64 != states {
        return Err(refuse(format!(
            "expected {states} values, one for each state of {pattern}, found {}",
            values.len()
        )));
    }
    if let Some(i) = values.iter().position(|&v| v > 14) {
        return Err(refuse(format!(
            "expected distances of at most 14, found {} at place {i}",
            values[i]
        )));
    }
    let bytes = fill_nibbles(states, ("reading", options), |i| values[i as usize]);
    let made = CubeHeader::made_by("read from .npy");
    let histogram = count_nibbles(&bytes, states);
    let header = CubeHeader::exact(pattern, states, &histogram, made);
    Ok(CubeTable::from_parts(header, ranker, bytes))
}
