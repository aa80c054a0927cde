//! Atomic writes: a temporary file beside the final one, synced, then renamed.

use super::FileError;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file atomically: a temporary file beside `path` is synced and renamed, so the file
/// is never incomplete, even after a power failure. Folders are created.
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
/// If the file cannot be written, or `write` fails. An old file is then unchanged.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder).map_err(FileError::io(folder))?;
    let mut builder = tempfile::Builder::new();
    // As readable as any other new file, not private to its owner.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder
        .prefix(".admit-")
        .suffix(".part")
        .tempfile_in(folder)
        .map_err(FileError::io(folder))?;
    write(&mut file).map_err(FileError::io(path))?;
    file.as_file().sync_all().map_err(FileError::io(path))?;
    file.persist(path)
        .map_err(|e| FileError::io(path)(e.error))?;
    sync(folder).map_err(FileError::io(folder))
}

/// Writes bytes atomically; see [`write_whole`].
///
/// # Errors
///
/// If the file cannot be written.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_whole(path, |out| out.write_all(bytes))
}

/// Makes a renamed file durable: its name is an entry of the folder.
#[cfg(unix)]
fn sync(folder: &Path) -> io::Result<()> {
    std::fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_bytes(&path, b"old").unwrap();
        let failed = write_whole(&path, |out| {
            out.write_all(b"half of the n")?;
            Err(io::Error::other("full"))
        });
        assert!(matches!(failed, Err(FileError::Io { .. })));
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
