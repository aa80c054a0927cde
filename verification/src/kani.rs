//! Running Kani's harnesses and parsing its output.
//!
//! Kani succeeds even if a cover is unsatisfiable. So its exit code is not enough: every check and
//! cover is parsed, and a harness with an unsatisfied cover is broken.
//!
//! The scope of a harness is in its documentation, after `Bound:`.

use crate::Unavailable;
use crate::ledger::{EvidenceId, Finding, Outcome};
use crate::published;
use crate::sources::Sources;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Time limit for one harness.
const MINUTES: u32 = 30;

/// Whether Kani is installed.
///
/// # Errors
///
/// If it is not.
pub fn expect() -> Result<(), Unavailable> {
    let status = Command::new("cargo")
        .args(["kani", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        _ => Err(Unavailable::Tool("cargo kani")),
    }
}

/// All harnesses, in the order of files and lines.
pub fn harnesses(sources: &Sources) -> Vec<EvidenceId> {
    let mut found = Vec::new();
    for path in sources
        .names()
        .filter(|name| name.starts_with("proofs/src/harnesses/"))
    {
        let mut pending = false;
        for line in sources.get(path).unwrap_or_default().lines().map(str::trim) {
            pending |= line.starts_with("#[kani::proof");
            if let Some(name) = line.strip_prefix("fn ").filter(|_| pending) {
                pending = false;
                let name = name.split('(').next().unwrap_or(name);
                let id = format!("kani {path}::{name}");
                found.extend(id.parse::<EvidenceId>());
            }
        }
    }
    found
}

/// Runs one harness. Each worker has its own target folder, so several can run in parallel.
pub fn run(root: &Path, id: &EvidenceId, worker: usize) -> Finding {
    let file = Path::new(&id.path).file_stem().unwrap_or_default();
    let harness = format!("harnesses::{}::{}", file.to_string_lossy(), id.name);
    let output = Command::new("cargo")
        .current_dir(root)
        // Without it more is inlined, and Kani 0.67 fails to compile three harnesses.
        .env("CARGO_INCREMENTAL", "1")
        .args(["kani", "-p", "admit-proofs", "--exact", "--harness"])
        .arg(&harness)
        .args(["-Z", "unstable-options", "--harness-timeout"])
        .arg(format!("{MINUTES}m"))
        .arg("--target-dir")
        .arg(root.join(format!("target/kani/worker-{worker}")))
        .output();
    let mut finding = match output {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout);
            let mut finding = read(id, &text);
            if let Outcome::Broken { why } = &mut finding.outcome
                && !text.contains("VERIFICATION:-")
            {
                let error = String::from_utf8_lossy(&output.stderr);
                let said = error.lines().find(|line| line.starts_with("error"));
                *why = format!(
                    "no result from Kani: {}",
                    said.unwrap_or("no error message")
                );
            }
            finding
        }
        Err(error) => {
            let why = format!("cargo kani cannot be run: {error}");
            Finding::new(id.clone(), Outcome::NotRun { why })
        }
    };
    let source = std::fs::read_to_string(root.join(&id.path)).unwrap_or_default();
    finding.scope = bound(&source, &id.name).unwrap_or_default();
    finding
}

/// A recorded finding of one harness, with its sources.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Recorded {
    /// Digest of the harness's sources.
    pub sources: String,
    /// The finding.
    #[serde(flatten)]
    pub finding: Finding,
}

/// Recorded findings of harnesses.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    /// Versions of the tools, by name.
    pub tools: BTreeMap<String, String>,
    /// One for each harness.
    pub harnesses: Vec<Recorded>,
}

impl Results {
    /// The results published with this version.
    pub fn published() -> Results {
        serde_json::from_str(published::KANI).expect("a test parses it")
    }

    /// The recorded finding of a harness, if it is about these sources.
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub fn about(&self, sources: &Sources, id: &EvidenceId) -> Result<&Finding, Unavailable> {
        let mut all = self.harnesses.iter();
        let recorded = all.find(|recorded| recorded.finding.evidence == *id);
        let recorded = recorded.ok_or(Unavailable::NotRecorded)?;
        if recorded.sources != sources.digest_under_kani(&id.path) {
            return Err(Unavailable::RecordedOtherwise);
        }
        Ok(&recorded.finding)
    }

    /// Replaces earlier findings of the same harnesses, and drops harnesses that no longer exist.
    pub fn record(&mut self, sources: &Sources, findings: impl Iterator<Item = Finding>) {
        for finding in findings {
            self.harnesses
                .retain(|recorded| recorded.finding.evidence != finding.evidence);
            let sources = sources.digest_under_kani(&finding.evidence.path);
            self.harnesses.push(Recorded { sources, finding });
        }
        let all = harnesses(sources);
        let place =
            |recorded: &Recorded| all.iter().position(|id| *id == recorded.finding.evidence);
        self.harnesses.retain(|recorded| place(recorded).is_some());
        self.harnesses.sort_by_key(place);
    }
}

/// Runs harnesses, one on each core, and passes their findings on.
pub fn run_all(root: &Path, ids: &[&EvidenceId], found: &(dyn Fn(Finding) + Sync)) {
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for worker in 0..cores.min(ids.len()) {
            let next = &next;
            scope.spawn(move || {
                while let Some(id) = ids.get(next.fetch_add(1, Ordering::Relaxed)) {
                    found(run(root, id, worker));
                }
            });
        }
    });
}

/// The documentation of a harness after `Bound:`, up to `Unwind:` or the end.
fn bound(source: &str, name: &str) -> Option<String> {
    let text = documentation(source, name)?;
    let bound = text.split("Bound:").nth(1)?.split("Unwind:").next()?;
    Some(bound.trim().trim_end_matches('.').to_owned())
}

/// The documentation of a function without arguments, on one line; `None` if there is no such
/// function.
fn documentation(source: &str, name: &str) -> Option<String> {
    let (before, _) = source.split_once(&format!("fn {name}("))?;
    let mut lines: Vec<&str> = before
        .lines()
        .rev()
        .map(str::trim)
        .skip_while(|line| line.starts_with("#[") || line.is_empty())
        .take_while(|line| line.starts_with("///"))
        .map(|line| line.trim_start_matches("///").trim())
        .collect();
    lines.reverse();
    Some(lines.join(" "))
}

/// A property in Kani's report.
struct Property<'a> {
    name: &'a str,
    status: &'a str,
    description: &'a str,
}

/// Parses Kani's output about one harness.
pub fn read(id: &EvidenceId, text: &str) -> Finding {
    let properties = properties(text);
    let mut finding = Finding::new(id.clone(), Outcome::Holds);
    finding.seconds = text
        .lines()
        .find_map(|line| line.strip_prefix("Verification Time: "))
        .and_then(|time| time.trim().trim_end_matches('s').parse().ok())
        .unwrap_or(0.0);
    for property in properties.iter().filter(|p| p.name.contains(".cover.")) {
        let can = (property.status == "SATISFIED") as u64;
        let known = finding.sometimes.entry(property.description.to_owned());
        let known = known.or_default();
        *known = can.max(*known);
    }
    finding.outcome = outcome(text, &properties, &finding.sometimes);
    finding
}

fn outcome(text: &str, properties: &[Property], covers: &BTreeMap<String, u64>) -> Outcome {
    let broken = |why: String| Outcome::Broken { why };
    if text.contains("CBMC timed out") {
        let why = format!("Kani timed out after {MINUTES} minutes");
        return Outcome::NotRun { why };
    }
    let Some(answer) = text.lines().find_map(|l| l.strip_prefix("VERIFICATION:- ")) else {
        return broken("no result from Kani".to_owned());
    };
    let failed: Vec<&Property> = properties
        .iter()
        .filter(|p| p.status == "FAILURE")
        .collect();
    if let Some(short) = failed.iter().find(|p| p.name.contains(".unwind.")) {
        return broken(format!("the unwinding bound is too low: {}", short.name));
    }
    let example = || {
        let what: Vec<&str> = failed.iter().map(|p| p.description).collect();
        Outcome::Counterexample {
            example: format!("Kani found a violation of: {}", what.join("; ")),
        }
    };
    if answer.contains("as expected") {
        return example();
    }
    if !answer.starts_with("SUCCESSFUL") {
        return if failed.is_empty() {
            broken(format!("Kani reports {answer}"))
        } else {
            example()
        };
    }
    match covers.iter().find(|(_, can)| **can == 0) {
        Some((what, _)) => broken(format!("vacuous: cannot occur: {what}")),
        None => Outcome::Holds,
    }
}

/// All properties in the order of the report.
fn properties(text: &str) -> Vec<Property<'_>> {
    let mut found: Vec<Property> = Vec::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("Check ")
            && let Some((_, name)) = rest.split_once(": ")
        {
            found.push(Property {
                name,
                status: "",
                description: "",
            });
        } else if let Some(property) = found.last_mut() {
            let line = line.trim_start();
            if let Some(status) = line.strip_prefix("- Status: ") {
                property.status = status;
            } else if let Some(description) = line.strip_prefix("- Description: ") {
                property.description = description.trim_matches('"');
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> EvidenceId {
        "kani proofs/src/harnesses/a.rs::b".parse().unwrap()
    }

    fn report(checks: &[(&str, &str, &str)], answer: &str) -> String {
        let mut text = String::from("Checking harness harnesses::a::b...\n\nRESULTS:\n");
        for (i, (name, status, description)) in checks.iter().enumerate() {
            text += &format!(
                "Check {}: {name}\n\t - Status: {status}\n\t - Description: \"{description}\"\n\t - Location: a.rs:1:1 in function b\n\n",
                i + 1
            );
        }
        text + &format!(
            "\nSUMMARY:\n ** 0 of 3 failed\n\nVERIFICATION:- {answer}\nVerification Time: 12.5s\n"
        )
    }

    #[test]
    fn success_requires_every_cover() {
        let holds = ("a.assertion.1", "SUCCESS", "it holds");
        let text = report(
            &[holds, ("a.cover.1", "SATISFIED", "at times")],
            "SUCCESSFUL",
        );
        let finding = read(&id(), &text);
        assert_eq!(finding.outcome, Outcome::Holds);
        assert_eq!((finding.seconds, finding.sometimes["at times"]), (12.5, 1));

        for status in ["UNSATISFIABLE", "UNREACHABLE"] {
            let text = report(&[holds, ("a.cover.1", status, "at times")], "SUCCESSFUL");
            let Outcome::Broken { why } = read(&id(), &text).outcome else {
                panic!("{status} was taken for success")
            };
            assert_eq!(why, "vacuous: cannot occur: at times");
        }
        // Two covers with the same words: one satisfied is enough.
        let covers = [
            ("a.cover.1", "UNSATISFIABLE", "at times"),
            ("b.cover.1", "SATISFIED", "at times"),
        ];
        let finding = read(&id(), &report(&covers, "SUCCESSFUL"));
        assert_eq!(finding.outcome, Outcome::Holds);
    }

    #[test]
    fn a_failure_is_a_counterexample_whether_expected_or_not() {
        let failed = [("a.assertion.1", "FAILURE", "it holds")];
        for answer in [
            "FAILED",
            "SUCCESSFUL (encountered one or more panics as expected)",
        ] {
            let Outcome::Counterexample { example } = read(&id(), &report(&failed, answer)).outcome
            else {
                panic!()
            };
            assert_eq!(example, "Kani found a violation of: it holds");
        }
    }

    #[test]
    fn a_missing_result_is_no_success() {
        let short = [("a.unwind.0", "FAILURE", "unwinding assertion loop 0")];
        let texts = [
            report(&short, "FAILED"),
            "error: no such package".to_owned(),
            report(&[], "FAILED"),
        ];
        for text in texts {
            let outcome = read(&id(), &text).outcome;
            assert!(matches!(outcome, Outcome::Broken { .. }), "{outcome:?}");
        }
        let late = "CBMC timed out\nVERIFICATION:- FAILED\n";
        assert!(!read(&id(), late).outcome.ran());
    }

    #[test]
    fn results_are_recorded_with_their_sources() {
        let sources = Sources::compiled();
        let first = harnesses(&sources)[0].clone();
        let mut results = Results::default();
        assert!(results.about(&sources, &first).is_err());
        let gone = "kani proofs/src/harnesses/gone.rs::gone".parse().unwrap();
        let finding = |id| Finding::new(id, Outcome::Holds);
        let found = [
            finding(gone),
            finding(first.clone()),
            finding(first.clone()),
        ];
        results.record(&sources, found.into_iter());
        assert_eq!(results.harnesses.len(), 1);
        assert_eq!(results.about(&sources, &first).unwrap().evidence, first);
        results.harnesses[0].sources = "other".to_owned();
        let error = results.about(&sources, &first).unwrap_err();
        assert!(matches!(error, Unavailable::RecordedOtherwise), "{error}");
    }

    #[test]
    fn the_bound_is_parsed_from_the_documentation() {
        let source = "/// Loss.\n///\n/// Bound: all digraphs of 5 vertices,\n/// costs 1 to 3.\n/// Unwind: nine rounds.\n#[kani::proof]\n#[kani::unwind(10)]\nfn b() {}\n";
        assert_eq!(
            bound(source, "b").unwrap(),
            "all digraphs of 5 vertices, costs 1 to 3"
        );
        assert_eq!(bound(source, "c"), None);
    }
}
