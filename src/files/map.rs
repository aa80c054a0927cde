//! Files mapped into memory for reading.

use super::FileError;
use memmap2::Mmap;
use std::fs::File;
use std::path::Path;

/// Maps a file for reading.
pub(crate) fn map(path: &Path) -> Result<Mmap, FileError> {
    let file = File::open(path).map_err(FileError::io(path))?;
    let kind = file.metadata().map_err(FileError::io(path))?;
    if !kind.is_file() {
        return Err(FileError::Format {
            path: path.to_owned(),
            why: "expected a file, found a folder or a device".to_owned(),
        });
    }
    // SAFETY: the map is private and read only. Our own writers never change a file in place:
    // they write a new one and rename it, which leaves this map with the old content. Another
    // program that truncates or overwrites the file while it is mapped breaks that; the digest
    // detects such damage at the next opening, and tables are plain bytes without pointers or
    // invalid values, so a changed byte can change answers but not memory safety. Tested by
    // `replacing_a_file_leaves_its_map_alone`.
    unsafe { Mmap::map(&file) }.map_err(FileError::io(path))
}
