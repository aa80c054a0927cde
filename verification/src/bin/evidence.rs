//! Runs evidence and prints what it found, one JSON object a line.
//!
//! `evidence list` lists what there is; `evidence about` tells versions and a
//! digest of the sources; `evidence run quick|full|recorded ID…` runs some of it,
//! and announces each piece before it starts (`recorded` is `full` with what Kani
//! found before, if the sources are the same); `evidence kani [FILE [TEXT]]`
//! runs every harness, or those whose names contain a text, and writes what it
//! found.
//! `admit verify` is the friendly front of this.

use admit_verification::about::{about, digest_under_kani};
use admit_verification::coq;
use admit_verification::evidence::{self, Tier};
use admit_verification::kani::{self, Kept, Results};
use admit_verification::ledger::{EvidenceId, Finding};
use admit_verification::run::{self, Harnesses};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = run::root();
    let done = match *words {
        ["list"] => list(&root),
        ["about"] => tell(&root),
        ["kani"] => some_harnesses(&root, None, ""),
        ["kani", file] => some_harnesses(&root, Some(file), ""),
        ["kani", file, text] => some_harnesses(&root, Some(file), text),
        ["run", "quick", ref ids @ ..] => run(&root, Tier::Quick, Harnesses::Run, ids),
        ["run", "full", ref ids @ ..] => run(&root, Tier::Full, Harnesses::Run, ids),
        ["run", "recorded", ref ids @ ..] => run(&root, Tier::Full, Harnesses::Recorded, ids),
        _ => Err(
            "usage: evidence list | about | kani [FILE [TEXT]] | run quick|full|recorded ID…"
                .to_owned(),
        ),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn list(root: &Path) -> Result<(), String> {
    for evidence in evidence::all() {
        let tier = match evidence.tier {
            Tier::Quick => "quick",
            Tier::Full => "full",
        };
        say(&format!("{tier}\t{}", evidence.id))?;
    }
    for id in kani::harnesses(root).map_err(|e| e.to_string())? {
        say(&format!("full\t{id}"))?;
    }
    for (id, _) in coq::theorems(root).map_err(|e| e.to_string())? {
        say(&format!("full\t{id}"))?;
    }
    Ok(())
}

fn tell(root: &Path) -> Result<(), String> {
    let about = about(root).map_err(|e| format!("the sources cannot be read: {e}"))?;
    say(&serde_json::to_string(&about).map_err(|e| e.to_string())?)
}

/// Runs every harness whose name contains a text; writes what was found, with the
/// versions of the tools, if there is a file for it. What the file says about
/// other harnesses stays.
fn some_harnesses(root: &Path, file: Option<&str>, text: &str) -> Result<(), String> {
    if kani::version().is_none() {
        return Err("cargo kani is not installed".to_owned());
    }
    let all = kani::harnesses(root).map_err(|e| e.to_string())?;
    let some: Vec<&EvidenceId> = all
        .iter()
        .filter(|id| id.to_string().contains(text))
        .collect();
    let findings = Mutex::new(Vec::new());
    kani::run_all(root, &some, &|finding| {
        // Whoever does not listen is told at the end.
        let _ = report(&finding);
        findings.lock().expect("nobody panics here").push(finding);
    });
    let findings = findings.into_inner().expect("nobody panics here");
    let wrong: Vec<String> = findings
        .iter()
        .filter_map(|finding| kani::as_written(root, finding).err())
        .collect();
    if let Some(file) = file {
        let mut results = Results::read(Path::new(file))?;
        results.tools = about(root).map_err(|e| e.to_string())?.tools;
        for finding in findings {
            let sources = digest_under_kani(root, &finding.evidence.path);
            let sources = sources.map_err(|e| e.to_string())?;
            results
                .harnesses
                .retain(|kept| kept.finding.evidence != finding.evidence);
            results.harnesses.push(Kept { sources, finding });
        }
        let place = |kept: &Kept| all.iter().position(|id| *id == kept.finding.evidence);
        results.harnesses.retain(|kept| place(kept).is_some());
        results.harnesses.sort_by_key(place);
        let text = serde_json::to_string_pretty(&results).map_err(|e| e.to_string())?;
        std::fs::write(file, text + "\n").map_err(|e| format!("{file}: {e}"))?;
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!("not as written:\n{}", wrong.join("\n")))
}

fn run(root: &Path, tier: Tier, harnesses: Harnesses, ids: &[&str]) -> Result<(), String> {
    let ids: Vec<EvidenceId> = ids
        .iter()
        .map(|id| id.parse().map_err(|e| format!("{e}")))
        .collect::<Result<_, _>>()?;
    run::run(root, tier, harnesses, &ids, &announce, &report)
}

fn announce(id: &EvidenceId) -> Result<(), String> {
    say(&format!("{{\"starting\":{:?}}}", id.to_string()))
}

fn report(finding: &Finding) -> Result<(), String> {
    say(&serde_json::to_string(finding).map_err(|e| e.to_string())?)
}

fn say(line: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .map_err(|e| format!("nobody listens: {e}"))
}
