//! The source files of the library and its verification. Shared with the build script.

use std::io;
use std::path::Path;

/// Files, and folders with their contents.
const COVERED: [&str; 8] = [
    "Cargo.toml",
    "src",
    "proofs/Cargo.toml",
    "proofs/src",
    "proofs/coq",
    "verification/Cargo.toml",
    "verification/src",
    "verification/claims.toml",
];

/// All sources below the workspace root, sorted by name.
pub fn files(root: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for covered in COVERED {
        collect(root, covered, &mut found)?;
    }
    found.sort();
    Ok(found)
}

fn collect(root: &Path, name: &str, found: &mut Vec<String>) -> io::Result<()> {
    let path = root.join(name);
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            let inner = entry?.file_name();
            collect(root, &format!("{name}/{}", inner.to_string_lossy()), found)?;
        }
        return Ok(());
    }
    let is_source = path
        .extension()
        .is_some_and(|end| ["rs", "toml", "v", "ml"].iter().any(|kind| end == *kind))
        || ["_CoqProject", "Makefile"]
            .iter()
            .any(|own| path.ends_with(own));
    if is_source {
        found.push(name.to_owned());
    }
    Ok(())
}
