//! Reading results from JSON.

use serde::de::DeserializeOwned;
use std::io::ErrorKind;
use std::path::Path;
use thiserror::Error;

/// Error in reading a file of results.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JsonError {
    /// The file cannot be read.
    #[error("{file}: {why}")]
    Read {
        /// Its name.
        file: String,
        /// The cause.
        why: std::io::Error,
    },
    /// The content is malformed.
    #[error("{file}: malformed: {why}")]
    Format {
        /// Its name.
        file: String,
        /// The cause.
        why: serde_json::Error,
    },
}

/// Parses a value; errors contain the file name.
///
/// # Errors
///
/// If the text is malformed.
///
/// ```
/// let error = admit_verification::json::parse::<Vec<u8>>("list.json", "[7, ]").unwrap_err();
/// assert!(error.to_string().starts_with("list.json: malformed: "));
/// ```
pub fn parse<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, JsonError> {
    serde_json::from_str(text).map_err(|why| JsonError::Format {
        file: name.to_owned(),
        why,
    })
}

/// Reads a value from a file.
///
/// # Errors
///
/// If the file cannot be read or is malformed.
pub fn read<T: DeserializeOwned>(file: &Path) -> Result<T, JsonError> {
    let name = file.display().to_string();
    match std::fs::read_to_string(file) {
        Ok(text) => parse(&name, &text),
        Err(why) => Err(JsonError::Read { file: name, why }),
    }
}

/// Reads a value from a file; `None` if there is no such file.
///
/// # Errors
///
/// If the file cannot be read or is malformed.
pub fn read_if_present<T: DeserializeOwned>(file: &Path) -> Result<Option<T>, JsonError> {
    match read(file) {
        Err(JsonError::Read { why, .. }) if why.kind() == ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_malformed_files_are_distinguished() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("it.json");
        assert_eq!(read_if_present::<u8>(&file).unwrap(), None);
        assert!(matches!(read::<u8>(&file), Err(JsonError::Read { .. })));
        std::fs::write(&file, "256").unwrap();
        assert!(matches!(
            read_if_present::<u8>(&file),
            Err(JsonError::Format { .. })
        ));
        assert_eq!(read::<u16>(&file).unwrap(), 256);
    }
}
