//! The README does what it says: every command of it is run, in the order in which a reader
//! would, in a folder of its own; its figures are those of the files that they come from;
//! and what it links to is there.
//!
//! A few commands cannot be run here. They are in one table, [`OTHERWISE`], each with how it
//! is run instead, and that is checked. A command that is neither run nor in the table is a
//! failure. Commands of the other pages must at least be understood by the program.
#![cfg(unix)]

use admit::certify::Certificate;
use admit_cli::report::numbers::thousands;
use admit_verification::ledger::{Ledger, Verdict};
use assert_cmd::Command;
use std::path::{Path, PathBuf};

/// Every other page with commands or links, and the README.
const PAGES: [&str; 12] = [
    "CONTRIBUTING.md",
    "README.md",
    "benches/README.md",
    "certificates/README.md",
    "docs/build-algorithm.md",
    "docs/certified-inference.md",
    "docs/file-formats.md",
    "src/search/README.md",
    "models/README.md",
    "proofs/README.md",
    "proofs/coq/README.md",
    "verification/README.md",
];

/// Commands that are not run as they stand, and what is done instead.
const OTHERWISE: [(&str, Instead); 12] = [
    // A test of its own, compiled as tests are.
    (
        "cargo run --release",
        Instead::File("cli/tests/everything.rs", "fn the_main_job_runs"),
    ),
    // This very run.
    (
        "cargo test --workspace",
        Instead::Ci("cargo test --workspace"),
    ),
    // It would change the machine. What it installs is the program that is run here.
    (
        "cargo install --path cli",
        Instead::File("cli/Cargo.toml", "name = \"admit\"\npath = \"src/main.rs\""),
    ),
    // Kani takes hours.
    ("admit verify --full", Instead::Understood),
    // They install a tool; where it is installed, all harnesses are run.
    (
        "cargo install --locked kani-verifier",
        Instead::Ci("cargo kani --version"),
    ),
    ("cargo kani setup", Instead::Ci("cargo kani --version")),
    // Run by the program that also reads covers.
    (
        "cargo kani -p admit-proofs",
        Instead::Ci("verify --full --engine kani"),
    ),
    ("make -C proofs/coq", Instead::Ci("make -C proofs/coq")),
    (
        "make -C proofs/coq check",
        Instead::Ci("make -C proofs/coq check"),
    ),
    // No machine of ours has a graphics card.
    (
        "cargo run --release --features wgpu -- train 8-corner --net paper/8-corner --device gpu --minutes 60",
        Instead::File("cli/Cargo.toml", "wgpu = [\"burn\", \"admit/wgpu\"]"),
    ),
    // They need Python's packages; a test of its own looks for them.
    (
        "pip install -r examples/python/requirements.txt",
        Instead::File("examples/python/requirements.txt", "matplotlib\nnumpy\n"),
    ),
    (
        "python3 examples/python/read_results.py --table 4-edge.npy",
        Instead::File("cli/tests/python.rs", "examples/python/read_results.py"),
    ),
];

/// What is done instead of running a command as it stands.
#[derive(Clone, Copy)]
enum Instead {
    /// The checks before every change have a line with these words.
    Ci(&'static str),
    /// A file has these words.
    File(&'static str, &'static str),
    /// The program understands it.
    Understood,
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The commands of a page: lines of its blocks of shell, without comments, taken apart at `&&`.
fn commands(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in read(page).lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside {
            let line = line.split(" #").next().unwrap_or(line);
            let parts = line.split("&&").map(str::trim);
            found.extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));
        }
    }
    found
}

/// The words of a command, as a shell takes it apart, and the file that takes its output.
fn words(command: &str) -> (Vec<String>, Option<String>) {
    let mut words = Vec::new();
    let mut rest = command.trim();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').expect("a quote ends"),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    let to = words.iter().position(|word| word == ">").map(|at| {
        let file = words[at + 1].clone();
        words.truncate(at);
        file
    });
    (words, to)
}

fn instead(command: &str) -> Option<Instead> {
    let found = OTHERWISE.iter().find(|(known, _)| *known == command);
    found.map(|(_, instead)| *instead)
}

/// A folder in which the README's files are where it says they are.
struct Reader {
    folder: tempfile::TempDir,
}

impl Reader {
    fn new() -> Reader {
        let folder = tempfile::tempdir().unwrap();
        for name in ["examples", "models"] {
            std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
        }
        Reader { folder }
    }

    fn admit(&self, words: &[String]) -> Command {
        let mut admit = Command::cargo_bin("admit").unwrap();
        admit
            .current_dir(self.folder.path())
            .env("ADMIT_DATA", self.folder.path().join("data"))
            .env("NO_COLOR", "1")
            .args(words);
        admit
    }

    /// Runs a command as it stands.
    fn run(&self, command: &str) -> Result<(), String> {
        let (words, to) = words(command);
        if words[0] != "admit" {
            return Err("it is neither run nor in the table".to_owned());
        }
        let said = succeeds(&mut self.admit(&words[1..]))?;
        match to {
            Some(_) if said.is_empty() => Err("it says nothing".to_owned()),
            Some(file) => {
                std::fs::write(self.folder.path().join(file), said).map_err(|e| e.to_string())
            }
            None => Ok(()),
        }
    }

    /// Whether the program knows such a command, and all of its options.
    fn understood(&self, command: &str) -> Result<(), String> {
        let (mut words, _) = words(command);
        words.push("--help".to_owned());
        succeeds(&mut self.admit(&words[1..])).map(drop)
    }

    fn otherwise(&self, command: &str, instead: Instead) -> Result<(), String> {
        match instead {
            Instead::Ci(line) => {
                let ci = read(".ci/run");
                let mut lines = ci.lines().map(str::trim).filter(|l| !l.starts_with('#'));
                let there = lines.any(|l| l.contains(line));
                there
                    .then_some(())
                    .ok_or_else(|| format!(".ci/run has no line with {line}"))
            }
            Instead::File(file, words) => {
                let there = read(file).contains(words);
                there
                    .then_some(())
                    .ok_or_else(|| format!("{file} has no {words}"))
            }
            Instead::Understood => self.understood(command),
        }
    }
}

/// What a program says that succeeds.
fn succeeds(program: &mut Command) -> Result<Vec<u8>, String> {
    let output = program.output().map_err(|e| e.to_string())?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn every_command_of_the_readme_runs() {
    let reader = Reader::new();
    let commands = commands("README.md");
    assert!(commands.len() > 20, "{commands:?}");
    let mut wrong = Vec::new();
    for command in commands {
        let start = std::time::Instant::now();
        let done = match instead(&command) {
            Some(instead) => reader.otherwise(&command, instead),
            None => reader.run(&command),
        };
        println!("{:6.1} s  {command}", start.elapsed().as_secs_f64());
        wrong.extend(done.err().map(|why| format!("{command}\n  {why}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // What was made on the way is there.
    for file in [
        "runs/5-edge/certificate.json",
        "ledger.json",
        "4-edge.npy",
        "admit.bash",
        "man-pages",
    ] {
        assert!(reader.folder.path().join(file).exists(), "{file}");
    }
    let certificate = reader.folder.path().join("runs/5-edge/certificate.json");
    let certificate = std::fs::read_to_string(certificate).unwrap();
    let certificate = Certificate::read(&certificate).unwrap();
    assert_eq!((certificate.states, certificate.after.over), (3_041_280, 0));
}

#[test]
fn every_command_of_other_pages_is_understood() {
    let reader = Reader::new();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for page in PAGES
        .into_iter()
        .filter(|page| !["README.md", "CONTRIBUTING.md"].contains(page))
    {
        for command in commands(page) {
            seen += 1;
            let known = if command.starts_with("admit ") {
                reader.understood(&command)
            } else {
                let there = instead(&command).map(drop);
                there.ok_or("it is not in the table".to_owned())
            };
            wrong.extend(known.err().map(|why| format!("{page}: {command}\n  {why}")));
        }
    }
    assert!(seen > 10, "{seen}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A page as one line, so that it does not matter where lines end.
fn in_one_line(page: &str) -> String {
    read(page).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn counts_of_claims_are_those_of_the_ledger() {
    let ledger: Ledger = serde_json::from_str(&read("verification/ledger.json")).unwrap();
    let count = |verdict| ledger.count(verdict);
    let counts = format!(
        "{} proved, {} checked, {} tested, {} measured, {} hold after repair, {} refuted, \
         {} not reproduced here",
        count(Verdict::Proved),
        count(Verdict::Checked),
        count(Verdict::Tested),
        count(Verdict::Measured),
        count(Verdict::HoldsAfterRepair),
        count(Verdict::Refuted),
        count(Verdict::NotReproduced),
    );
    let claims = ledger.entries.len();
    for (page, all) in [
        ("README.md", format!("claims, of {claims}")),
        ("verification/README.md", format!("The {claims} claims")),
    ] {
        let text = in_one_line(page);
        for words in [&counts, &all] {
            assert!(text.contains(words), "{page} does not say: {words}");
        }
        for cases in [ledger.exhaustive_cases, ledger.random_cases] {
            let cases = thousands(cases);
            assert!(text.contains(&cases), "{page} does not say: {cases}");
        }
    }
}

#[test]
fn certified_figures_are_those_of_the_certificates() {
    for name in ["8-corner", "6-edge", "7-edge", "delta"] {
        let certificate = read(&format!("certificates/{name}.json"));
        let certificate = Certificate::read(&certificate).unwrap();
        assert_eq!(certificate.after.over, 0);
        let mean = format!("**{:.3}**", certificate.after.mean);
        let none = format!("**0** of {}", thousands(certificate.states));
        let exact = format!("| {:.3} |", certificate.table_mean);
        let row = match name {
            "delta" => "| 6-edge minus 4-edge |".to_owned(),
            name => format!("| {name} |"),
        };
        for page in ["README.md", "certificates/README.md"] {
            let text = read(page);
            let mut rows = text.lines().filter(|line| line.starts_with(&row));
            let said = rows.any(|row| [&mean, &none, &exact].iter().all(|w| row.contains(*w)));
            assert!(said, "{page}: {name} has {mean}, {none}, {exact}");
        }
    }
}

/// What a page links to, but for addresses.
fn links(page: &str) -> Vec<(String, Option<String>)> {
    let text = read(page);
    let targets = text.split("](").skip(1).filter_map(|rest| {
        let target = rest.split_once(')')?.0;
        (!target.contains("://") && !target.contains(' ')).then(|| target.to_owned())
    });
    let apart = targets.map(|target| match target.split_once('#') {
        Some((file, heading)) => (file.to_owned(), Some(heading.to_owned())),
        None => (target, None),
    });
    apart.collect()
}

/// A heading as it is linked to.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || "-_".contains(c) => Some(c),
        _ => None,
    });
    kept.collect()
}

#[test]
fn what_pages_link_to_is_there() {
    let mut missing = Vec::new();
    for page in PAGES {
        let here = root().join(page);
        for (file, heading) in links(page) {
            let target: PathBuf = match file.as_str() {
                "" => here.clone(),
                file => here.with_file_name(file),
            };
            if !target.exists() {
                missing.push(format!("{page}: no {file}"));
                continue;
            }
            let Some(heading) = heading else { continue };
            let text = std::fs::read_to_string(&target).unwrap();
            let mut headings = text.lines().filter(|line| line.starts_with('#'));
            if !headings.any(|line| anchor(line) == heading) {
                missing.push(format!("{page}: {file} has no heading {heading}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
