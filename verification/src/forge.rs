//! Table files that lie but whose digest fits, and damaged ones.
//!
//! A digest keeps damage out, not lies: anybody can write a file of wrong
//! entries and digest it. Whether such a file is found out is what
//! `CubeTable::check` is for, and to ask that, one has to make such files.

use admit::pdb::cube::HEADER_BYTES;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// Where the digest stands: the last 32 bytes of the header.
pub const DIGEST_AT: usize = HEADER_BYTES - 32;

/// Puts the digest that fits into the bytes of a table file.
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

/// Moves one entry from one value to another in the counts that a header keeps,
/// so that the counts do not give a changed entry away.
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

/// Makes these the bytes of a file, in place.
///
/// Unlike `std::fs::write` the file is not emptied first: some file systems
/// wait for the disk when an emptied file is filled again, and the damage tests
/// fill one tens of thousands of times.
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
