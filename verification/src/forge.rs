//! Wrong table files with valid digests, and damaged ones.
//!
//! A digest detects damage, not wrong entries: anybody can digest a file of wrong entries. Tests of
//! `CubeTable::check` need such files.

use admit::pdb::cube::HEADER_BYTES;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// Offset of the digest: the last 32 bytes of the header.
pub const DIGEST_AT: usize = HEADER_BYTES - 32;

/// Writes the matching digest into the bytes of a table file.
///
/// # Panics
///
/// If the bytes are fewer than a header.
pub fn seal(file: &mut [u8]) {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&file[..DIGEST_AT]);
    hasher.update(&file[HEADER_BYTES..]);
    file[DIGEST_AT..HEADER_BYTES].copy_from_slice(hasher.finalize().as_bytes());
}

/// Moves one entry from one value to another in the header's counts, so that the counts do not
/// reveal a changed entry.
///
/// # Panics
///
/// If the header counts no entry of the old value.
pub fn recount(file: &mut [u8], from: u8, to: u8) {
    for (value, change) in [(from, -1), (to, 1)] {
        let at = 96 + 8 * value as usize;
        let count = u64::from_le_bytes(std::array::from_fn(|i| file[at + i]));
        let count = count.checked_add_signed(change).expect("such an entry");
        file[at..at + 8].copy_from_slice(&count.to_le_bytes());
    }
}

/// Overwrites a file in place.
///
/// Unlike `std::fs::write` it does not truncate first: some file systems wait for the disk when a
/// truncated file is rewritten, which damage tests do tens of thousands of times.
///
/// # Panics
///
/// If the file cannot be written.
pub fn overwrite(path: &Path, bytes: &[u8]) {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path);
    let mut file = file.expect("a file that can be written");
    file.write_all(bytes).expect("room for the bytes");
    file.set_len(bytes.len() as u64)
        .expect("a file that can be cut");
}
