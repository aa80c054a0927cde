//! Atomic writes: a temporary file beside the final one, synced, then renamed.

use super::FileError;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file under a temporary name beside `path` and renames it, so that
/// there is never half a file.
///
/// ```
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("words");
/// admit::files::write_whole(&path, |out| out.write_all(b"all of it")).unwrap();
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
