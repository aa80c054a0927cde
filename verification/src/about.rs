//! With what the evidence ran: versions of tools and a digest of the sources.

use crate::ledger::Run;
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
/// The manifest of the workspace, of which not all counts.
const MANIFEST: &str = "Cargo.toml";
/// What is not compiled for them: modules behind a feature, and the command.
/// Harnesses take the library without any feature.
const NOT_UNDER_KANI: [&str; 48] = [
    "src/main.rs",
    "src/cli",
    "src/ledger",
    "src/rate",
    "src/learn",
    "src/report",
    "src/certify/certificate.rs",
    "src/certify/certified.rs",
    "src/certify/choose.rs",
    "src/certify/log.rs",
    "src/certify/near.rs",
    "src/certify/procedure.rs",
    "src/certify/sample.rs",
    "src/certify/sweep.rs",
    "src/certify/tests.rs",
    "src/fixed/batch.rs",
    "src/fixed/file.rs",
    "src/fixed/quantise.rs",
    "src/fixed/tests.rs",
    "src/fixed/vector.rs",
    "src/heuristic/certified.rs",
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
    "src/space/graph/families.rs",
    "src/space/graph/json.rs",
    "src/space/graph/reading.rs",
    "src/space/graph/values.rs",
    "src/theory/along.rs",
    "src/theory/architecture.rs",
    "src/theory/behaviour.rs",
    "src/theory/dimension.rs",
    "src/theory/regions.rs",
    "src/theory/samples.rs",
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
        sources: digest(root, &COVERED)?,
        tools,
        ..Run::default()
    })
}

/// The digest of what the harnesses of one file are made from: of sources, what
/// is compiled, without comments; of the manifest, what the light core takes
/// from it.
///
/// # Errors
///
/// If the sources cannot be read.
pub fn digest_under_kani(root: &Path, file: &str) -> std::io::Result<String> {
    let others = root.join(HARNESSES);
    let shared = [others.join("mod.rs"), root.join(file)];
    let left_out = NOT_UNDER_KANI.map(|path| root.join(path));
    let counts = |path: &Path| {
        !left_out.iter().any(|out| path.starts_with(out))
            && (!path.starts_with(&others) || shared.iter().any(|own| own == path))
    };
    let manifest = root.join(MANIFEST);
    digest_of(root, &UNDER_KANI, counts, |path, text| {
        if *path == manifest {
            light_manifest(&text)
        } else {
            compiled(&text)
        }
    })
}

/// What of a source is compiled without any feature: not comments, and not
/// modules and names behind a feature, where these are declared.
fn compiled(source: &str) -> String {
    let mut kept = String::new();
    let mut lines = source.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        let declares = |line: &&str| {
            let line = line.trim_start_matches("pub ");
            line.starts_with("mod ") || line.starts_with("use ")
        };
        if line.starts_with("#[cfg(feature = ") && lines.peek().is_some_and(declares) {
            // Up to the semicolon.
            let _ = lines.by_ref().find(|line| line.ends_with(';'));
        } else if !line.is_empty() && !line.starts_with("//") {
            kept += line;
            kept += "\n";
        }
    }
    kept
}

/// What of the manifest says how the light core is compiled: everything outside
/// of features, tables of tests, benchmarks and programs, and optional
/// dependencies; and but for what cannot change what Kani reads: what is left out when
/// a program is linked, and what cargo does when nothing is named.
fn light_manifest(text: &str) -> String {
    let passed_over = [
        "[features]",
        "[dev-",
        "[[",
        "[target.",
        "[lints]",
        "[workspace.lints",
    ];
    let without_meaning = ["strip", "default-members", "default-run"];
    let mut kept = String::new();
    let mut counts = true;
    // Said only before a line that counts.
    let mut heading = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            counts = !passed_over.iter().any(|what| line.starts_with(what));
            heading = Some(line);
            continue;
        }
        let heavy = line.contains("optional = true");
        let key = line.split('=').next().unwrap_or_default().trim();
        let heavy = heavy || without_meaning.contains(&key);
        if counts && !heavy && !line.is_empty() && !line.starts_with('#') {
            for line in heading.take().into_iter().chain([line]) {
                kept += line;
                kept += "\n";
            }
        }
    }
    kept
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
fn digest(root: &Path, covered: &[&str]) -> std::io::Result<String> {
    digest_of(root, covered, |_| true, |_, text| text)
}

/// The same of some files, and of some of what they hold.
fn digest_of(
    root: &Path,
    covered: &[&str],
    counts: impl Fn(&Path) -> bool,
    of: impl Fn(&Path, String) -> String,
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
        let contents = of(&file, std::fs::read_to_string(&file)?);
        hasher.update(name.to_string_lossy().replace('\\', "/").as_bytes());
        hasher.update(&(contents.len() as u64).to_le_bytes());
        hasher.update(contents.as_bytes());
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
            let gates = ["#[cfg(feature = ", "#[cfg(all(test, feature = "];
            assert!(
                gates.iter().any(|gate| lines[at - 1].starts_with(gate)),
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
        let add = |path: &str, what: &str| {
            let path = copy.path().join(path);
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, format!("{text}{what}\n")).unwrap();
        };
        let before = now();
        assert_eq!(before, digest_under_kani(root(), harness).unwrap());
        add("src/cli/verify.rs", "fn one_more() {}");
        add("src/ledger/mod.rs", "fn one_more() {}");
        add("src/pdb/build/write.rs", "fn one_more() {}");
        add("proofs/src/harnesses/ties.rs", "fn one_more() {}");
        add("src/lib.rs", "// one more line");
        add("src/lib.rs", "#[cfg(feature = \"more\")]\npub mod more;");
        add(
            "src/pdb/mod.rs",
            "#[cfg(feature = \"more\")]\npub use more::{\n    One, Other,\n};",
        );
        add("Cargo.toml", "[features]\nmore = []");
        add("Cargo.toml", "[profile.dev]\nstrip = true");
        add(
            "Cargo.toml",
            "[dependencies]\nmore = { version = \"1\", optional = true }",
        );
        assert_eq!(now(), before);
        let more = "fn one_more() {}";
        for (path, what) in [
            ("src/search/astar.rs", more),
            ("src/pdb/rank.rs", more),
            (harness, more),
            ("src/lib.rs", "pub mod more;"),
            ("src/lib.rs", "#[cfg(feature = \"more\")]\nfn one_more() {}"),
            ("Cargo.toml", "[dependencies]\nmore = \"1\""),
            ("Cargo.toml", "[workspace.metadata.kani]\nflags = {}"),
            ("Cargo.toml", "[profile.dev]\noverflow-checks = false"),
            ("Cargo.toml", "[profile.dev]\nincremental = false"),
        ] {
            let before = now();
            add(path, what);
            assert_ne!(now(), before, "{what} in {path} does not count");
        }
    }
}
