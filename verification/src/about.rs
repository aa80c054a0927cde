//! With what the evidence ran: versions of tools and a digest of the sources.

use admit::ledger::Run;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Folders whose files the digest covers: what is checked, and what checks it.
const COVERED: [&str; 9] = [
    "src",
    "proofs/src",
    "proofs/Cargo.toml",
    "proofs/coq",
    "proofs/coq/_CoqProject",
    "proofs/coq/Makefile",
    "proofs/coq/traces.ml",
    "verification/src",
    "verification/claims.toml",
];
/// What harnesses are made from, but for files of other harnesses.
const UNDER_KANI: [&str; 4] = ["src", "proofs/src", "proofs/Cargo.toml", "Cargo.toml"];
/// What is not compiled for them: modules behind a feature, and the command.
/// Harnesses take the library without any feature.
const NOT_UNDER_KANI: [&str; 23] = [
    "src/main.rs",
    "src/cli",
    "src/ledger",
    "src/heuristic/pdb.rs",
    "src/heuristic/projected.rs",
    "src/pdb/build",
    "src/pdb/check.rs",
    "src/pdb/derive.rs",
    "src/pdb/exchange",
    "src/pdb/file.rs",
    "src/pdb/progress.rs",
    "src/pdb/ranked.rs",
    "src/pdb/reorder.rs",
    "src/pdb/table.rs",
    "src/search/idastar/cube.rs",
    "src/search/idastar/guide.rs",
    "src/search/idastar/sequences.rs",
    "src/search/idastar/tables.rs",
    "src/space/graph/digraph.rs",
    "src/space/graph/dimacs.rs",
    "src/space/graph/json.rs",
    "src/space/graph/reading.rs",
    "src/space/graph/values.rs",
];
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
    let left_out = NOT_UNDER_KANI.map(|path| root.join(path));
    digest(root, &UNDER_KANI, |path| {
        !left_out.iter().any(|out| path.starts_with(out))
            && (!path.starts_with(&others) || shared.iter().any(|own| own == path))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .expect("a folder of the workspace")
    }

    /// A folder is left out if the declaration of its module is behind a
    /// feature, and so is a file. The command needs one.
    #[test]
    fn what_is_left_out_under_kani_is_behind_a_feature() {
        let manifest = std::fs::read_to_string(root().join("proofs/Cargo.toml")).unwrap();
        assert!(manifest.contains("admit = { path = \"..\", default-features = false }\n"));
        let command = "path = \"src/main.rs\"\nrequired-features = [\"cli\"]";
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
        assert!(manifest.contains(command));
        for path in NOT_UNDER_KANI.iter().filter(|path| **path != "src/main.rs") {
            let path = Path::new(path);
            assert!(root().join(path).exists(), "{}", path.display());
            let folder = root().join(path.parent().unwrap());
            let above = ["mod.rs", "lib.rs"].map(|name| folder.join(name));
            let above = above.iter().find(|file| file.is_file()).unwrap();
            let text = std::fs::read_to_string(above).unwrap();
            let module = path.file_stem().unwrap().to_str().unwrap();
            let declared = |line: &str| {
                let line = line.trim_start_matches("pub ");
                line.strip_prefix("mod ") == Some(&format!("{module};"))
            };
            let lines: Vec<&str> = text.lines().collect();
            let at = lines.iter().position(|line| declared(line)).unwrap();
            assert!(
                lines[at - 1].starts_with("#[cfg(feature = "),
                "{} is always compiled",
                path.display()
            );
        }
    }

    /// Copies every file that harnesses could be made from.
    fn copy() -> tempfile::TempDir {
        let copy = tempfile::tempdir().unwrap();
        let mut files = Vec::new();
        for covered in UNDER_KANI {
            collect(&root().join(covered), &mut files).unwrap();
        }
        for file in files {
            let to = copy.path().join(file.strip_prefix(root()).unwrap());
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            std::fs::copy(&file, to).unwrap();
        }
        copy
    }

    #[test]
    fn only_what_is_compiled_changes_a_digest() {
        let copy = copy();
        let harness = "proofs/src/harnesses/search.rs";
        let now = || digest_under_kani(copy.path(), harness).unwrap();
        let add = |path: &str| {
            let path = copy.path().join(path);
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, text + "// one more line\n").unwrap();
        };
        let before = now();
        assert_eq!(before, digest_under_kani(root(), harness).unwrap());
        add("src/cli/verify.rs");
        add("src/ledger/mod.rs");
        add("src/pdb/build/write.rs");
        add("proofs/src/harnesses/ties.rs");
        assert_eq!(now(), before);
        for path in [
            "src/search/astar.rs",
            "src/pdb/rank.rs",
            harness,
            "Cargo.toml",
        ] {
            let before = now();
            add(path);
            assert_ne!(now(), before, "{path} does not count");
        }
    }
}
