//! Runs evidence and prints what it found, one JSON object a line.
//!
//! `evidence list` lists what there is; `evidence about` tells versions and a
//! digest of the sources; `evidence run quick|full ID…` runs some of it, and
//! announces each piece before it starts; `evidence kani [FILE]` runs every
//! harness and writes what it found.
//! `admit verify` is the friendly front of this.

use admit::ledger::{Engine, EvidenceId, Finding, Outcome};
use admit_verification::about::about;
use admit_verification::evidence::{self, Evidence, Tier};
use admit_verification::{cargo_tests, kani};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = root();
    let done = match *words {
        ["list"] => list(&root),
        ["about"] => tell(&root),
        ["kani"] => all_harnesses(&root, None),
        ["kani", file] => all_harnesses(&root, Some(file)),
        ["run", tier @ ("quick" | "full"), ref ids @ ..] => {
            let tier = if tier == "full" {
                Tier::Full
            } else {
                Tier::Quick
            };
            run(&root, tier, ids)
        }
        _ => Err("usage: evidence list | about | kani [FILE] | run quick|full ID…".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace: the nearest folder above this one that holds the claims.
fn root() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let found = here
        .ancestors()
        .find(|folder| folder.join("verification/claims.toml").is_file());
    found.unwrap_or(&here).to_owned()
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
    Ok(())
}

fn tell(root: &Path) -> Result<(), String> {
    let about = about(root).map_err(|e| format!("the sources cannot be read: {e}"))?;
    say(&serde_json::to_string(&about).map_err(|e| e.to_string())?)
}

/// Runs every harness; writes what was found, with the versions of the tools, if
/// there is a file for it.
fn all_harnesses(root: &Path, file: Option<&str>) -> Result<(), String> {
    if kani::version().is_none() {
        return Err("cargo kani is not installed".to_owned());
    }
    let ids = kani::harnesses(root).map_err(|e| e.to_string())?;
    let findings = Mutex::new(Vec::new());
    kani::run_all(root, &ids.iter().collect::<Vec<_>>(), &|finding| {
        // Whoever does not listen is told at the end.
        let _ = report(&finding);
        findings.lock().expect("nobody panics here").push(finding);
    });
    let mut findings = findings.into_inner().expect("nobody panics here");
    findings.sort_by_key(|finding| ids.iter().position(|id| *id == finding.evidence));
    let wrong: Vec<String> = findings
        .iter()
        .filter_map(|finding| kani::as_written(root, finding).err())
        .collect();
    if let Some(file) = file {
        let run = about(root).map_err(|e| format!("the sources cannot be read: {e}"))?;
        let results = serde_json::json!({ "run": run, "harnesses": findings });
        let text = serde_json::to_string_pretty(&results).map_err(|e| e.to_string())?;
        std::fs::write(file, text + "\n").map_err(|e| format!("{file}: {e}"))?;
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!("not as written:\n{}", wrong.join("\n")))
}

/// Random evidence uses one core; it runs beside the rest, which uses all.
/// Harnesses come last, one on each core.
fn run(root: &Path, tier: Tier, ids: &[&str]) -> Result<(), String> {
    let ids: Vec<EvidenceId> = ids
        .iter()
        .map(|id| id.parse().map_err(|e| format!("{e}")))
        .collect::<Result<_, _>>()?;
    let all = evidence::all();
    let of = |engines: &[Engine]| -> Vec<&EvidenceId> {
        ids.iter()
            .filter(|id| engines.contains(&id.engine))
            .collect()
    };
    let random = of(&[Engine::Proptest, Engine::Quickcheck]);
    let harnesses = of(&[Engine::Kani]);
    let rest: Vec<&EvidenceId> = ids
        .iter()
        .filter(|id| !random.contains(id) && !harnesses.contains(id))
        .collect();
    let each = |ids: &[&EvidenceId]| -> Result<(), String> {
        for id in ids {
            announce(id)?;
            report(&one(root, tier, &all, id))?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let beside = scope.spawn(|| each(&random));
        each(&rest)?;
        beside.join().map_err(|_| "a thread panicked".to_owned())?
    })?;
    let why = match (tier, kani::version()) {
        (Tier::Quick, _) => Some("only with --full"),
        (Tier::Full, None) => Some("cargo kani is not installed"),
        (Tier::Full, Some(_)) => None,
    };
    if let Some(why) = why {
        for id in harnesses {
            report(&not_run(id, why))?;
        }
        return Ok(());
    }
    if let Some(first) = harnesses.first() {
        announce(first)?;
    }
    kani::run_all(root, &harnesses, &|finding| {
        // A finding that cannot be printed is missed by whoever reads.
        let _ = report(&finding);
    });
    Ok(())
}

fn not_run(id: &EvidenceId, why: &str) -> Finding {
    let why = why.to_owned();
    Finding::new(id.clone(), Outcome::NotRun { why })
}

fn one(root: &Path, tier: Tier, all: &[Evidence], id: &EvidenceId) -> Finding {
    if id.engine == Engine::Test {
        return match tier {
            Tier::Quick => not_run(id, "only with --full"),
            Tier::Full => cargo_tests::run(root, id),
        };
    }
    match all.iter().find(|evidence| evidence.id == *id) {
        Some(evidence) if evidence.tier > tier => not_run(id, "only with --full"),
        Some(evidence) => evidence.find(),
        None => {
            let why = "there is no such evidence".to_owned();
            Finding::new(id.clone(), Outcome::Broken { why })
        }
    }
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
