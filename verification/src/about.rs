//! With what the evidence ran: versions of tools and a digest of the sources.

use admit::ledger::Run;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Folders whose files the digest covers: what is checked, and what checks it.
const COVERED: [&str; 5] = [
    "src",
    "proofs/src",
    "proofs/Cargo.toml",
    "verification/src",
    "verification/claims.toml",
];
/// What harnesses are made from, but for files of other harnesses.
const UNDER_KANI: [&str; 4] = ["src", "proofs/src", "proofs/Cargo.toml", "Cargo.toml"];
/// Where harnesses are.
const HARNESSES: &str = "proofs/src/harnesses";

/// Everything known before anything has run.
///
/// # Errors
///
/// If the sources cannot be read.
pub fn about(root: &Path) -> std::io::Result<Run> {
    let mut tools = std::collections::BTreeMap::new();
    let asked: [(&str, &[&str]); 4] = [
        ("rustc", &["rustc", "--version"]),
        ("kani", &["cargo", "kani", "--version"]),
        ("cbmc", &["cbmc", "--version"]),
        ("coq", &["coqc", "--print-version"]),
    ];
    for (name, command) in asked {
        if let Some(version) = said_by(command) {
            tools.insert(name.to_owned(), version);
        }
    }
    Ok(Run {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        sources: digest(root, &COVERED, |_| true)?,
        tools,
        ..Run::default()
    })
}

/// The digest of what the harnesses of one file are made from.
///
/// # Errors
///
/// If the sources cannot be read.
pub fn digest_under_kani(root: &Path, file: &str) -> std::io::Result<String> {
    let others = root.join(HARNESSES);
    let shared = [others.join("mod.rs"), root.join(file)];
    digest(root, &UNDER_KANI, |path| {
        !path.starts_with(&others) || shared.iter().any(|own| own == path)
    })
}

/// The first line that a command prints, if it succeeds.
fn said_by(command: &[&str]) -> Option<String> {
    let (program, arguments) = command.split_first()?;
    let output = Command::new(program)
        .args(arguments)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim().to_owned();
    output.status.success().then_some(line)
}

/// BLAKE3 of the names and contents of covered files, in the order of their
/// names.
fn digest(
    root: &Path,
    covered: &[&str],
    counts: impl Fn(&Path) -> bool,
) -> std::io::Result<String> {
    let mut files = Vec::new();
    for covered in covered {
        collect(&root.join(covered), &mut files)?;
    }
    files.retain(|file| counts(file));
    files.sort();
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(&file);
        let contents = std::fs::read(&file)?;
        hasher.update(name.to_string_lossy().replace('\\', "/").as_bytes());
        hasher.update(&(contents.len() as u64).to_le_bytes());
        hasher.update(&contents);
    }
    Ok(hasher.finalize().to_hex().to_string())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        let path = entry?.path();
        let kept = path
            .extension()
            .is_some_and(|e| ["rs", "toml", "v"].iter().any(|kind| e == *kind));
        if path.is_dir() || kept {
            collect(&path, files)?;
        }
    }
    Ok(())
}
