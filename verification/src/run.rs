//! Running evidence: selection, order, and the resulting ledger.

use crate::evidence::{self, Evidence, Tier};
use crate::kani::Results;
use crate::ledger::{Claim, Claims, Engine, EvidenceId, Finding, Ledger, Outcome, Run};
use crate::sources::{Sources, same_clone};
use crate::{coq, kani};
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

/// Selection of evidence.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The highest tier to run.
    pub tier: Tier,
    /// Use Kani's recorded results, if about these sources, instead of running Kani.
    pub recorded: bool,
    /// Only these engines; all if empty.
    pub engines: Vec<Engine>,
}

impl Options {
    /// All evidence of a tier.
    pub fn new(tier: Tier) -> Options {
        Options {
            tier,
            recorded: false,
            engines: Vec::new(),
        }
    }
}

/// Callbacks for the start and end of evidence, from any thread.
pub trait Observer: Sync {
    /// A piece starts.
    fn starting(&self, _id: &EvidenceId) {}
    /// A piece has ended or was omitted.
    fn found(&self, _finding: &Finding) {}
}

/// Ignores all callbacks.
impl Observer for () {}

/// Runs the evidence of claims and returns their ledger.
///
/// ```
/// use admit_verification::evidence::Tier;
/// use admit_verification::ledger::{Claims, Verdict};
/// use admit_verification::{published, run};
/// let mut claims = published::claims();
/// claims.claims.retain(|claim| claim.id == "idle-edges");
/// let ledger = run::ledger(&claims, &run::Options::new(Tier::Quick), &());
/// assert_eq!(ledger.entries[0].verdict, Verdict::Checked);
/// ```
pub fn ledger(claims: &Claims, options: &Options, observer: &dyn Observer) -> Ledger {
    let start = Instant::now();
    let ids: BTreeSet<&EvidenceId> = claims.claims.iter().flat_map(Claim::all_evidence).collect();
    let ids: Vec<EvidenceId> = ids.into_iter().cloned().collect();
    let mut ledger = Ledger::new(claims, run(&ids, options, observer));
    ledger.run = Run {
        tier: options.tier.name().to_owned(),
        seconds: start.elapsed().as_secs_f64(),
        ..about()
    };
    ledger
}

/// The program, its sources, and versions of the installed tools.
pub fn about() -> Run {
    let tools: [(&str, &[&str]); 4] = [
        ("rustc", &["rustc", "--version"]),
        ("kani", &["cargo", "kani", "--version"]),
        ("cbmc", &["cbmc", "--version"]),
        ("coq", &["coqc", "--print-version"]),
    ];
    let version = |(name, command): (&str, &[&str])| Some((name.to_owned(), first_line(command)?));
    let tools: BTreeMap<String, String> = tools.into_iter().filter_map(version).collect();
    Run {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        sources: Sources::compiled().digest(),
        tools,
        ..Run::default()
    }
}

/// The first line of a command's output, if it succeeds.
fn first_line(command: &[&str]) -> Option<String> {
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

/// Findings of one run, with their observer.
struct Found<'a> {
    observer: &'a dyn Observer,
    findings: Mutex<Vec<Finding>>,
}

impl Found<'_> {
    fn add(&self, finding: Finding) {
        self.observer.found(&finding);
        let mut all = self.findings.lock();
        let all = all.as_mut().expect("observers do not panic");
        all.push(finding);
    }

    fn leave_out(&self, ids: &[&EvidenceId], why: &str) {
        for id in ids {
            self.add(not_run(id, why));
        }
    }
}

/// Runs evidence. Evidence of a higher tier, or without its tool, gets a finding that it was not
/// run.
///
/// Random evidence uses one core and runs beside the rest, which uses all. Theorems follow, in
/// one batch, then harnesses, one on each core.
pub fn run(ids: &[EvidenceId], options: &Options, observer: &dyn Observer) -> Vec<Finding> {
    let found = Found {
        observer,
        findings: Mutex::default(),
    };
    let (wanted, other): (Vec<&EvidenceId>, Vec<&EvidenceId>) = ids
        .iter()
        .partition(|id| options.engines.is_empty() || options.engines.contains(&id.engine));
    found.leave_out(&other, "its engine was left out");
    let of = |engines: &dyn Fn(Engine) -> bool| -> Vec<&EvidenceId> {
        let all = wanted.iter().copied();
        all.filter(|id| engines(id.engine)).collect()
    };
    let random = of(&Engine::is_random);
    let theorems = of(&|engine| engine == Engine::Coq);
    let harnesses = of(&|engine| engine == Engine::Kani);
    let apart = |engine| matches!(engine, Engine::Coq | Engine::Kani);
    let rest = of(&|engine| !engine.is_random() && !apart(engine));
    let all = evidence::all();
    let each = |ids: &[&EvidenceId]| {
        for id in ids {
            observer.starting(id);
            found.add(one(options.tier, &all, id));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| each(&random));
        each(&rest);
    });
    evidence::release();
    if options.tier == Tier::Quick {
        found.leave_out(&theorems, "only with --full");
        found.leave_out(&harnesses, "only with --full");
    } else {
        prove(&theorems, &found);
        model_check(&harnesses, options.recorded, &found);
    }
    found.findings.into_inner().expect("observers do not panic")
}

/// Checks theorems with Coq, in one batch.
fn prove(ids: &[&EvidenceId], found: &Found<'_>) {
    let Some(first) = ids.first() else { return };
    match same_clone().and_then(|root| coq::expect_checker().map(|()| root)) {
        Err(why) => found.leave_out(ids, &why.to_string()),
        Ok(root) => {
            found.observer.starting(first);
            coq::run_all(&root, ids, &mut |finding| found.add(finding));
        }
    }
}

/// Checks harnesses with Kani, or uses its recorded results about the same sources.
fn model_check(ids: &[&EvidenceId], recorded: bool, found: &Found<'_>) {
    let Some(first) = ids.first() else { return };
    if recorded {
        let results = Results::published();
        for id in ids {
            found.add(match results.about(&Sources::compiled(), id) {
                Ok(finding) => finding.clone(),
                Err(why) => not_run(id, &why.to_string()),
            });
        }
        return;
    }
    match same_clone().and_then(|root| kani::expect().map(|()| root)) {
        Err(why) => found.leave_out(ids, &why.to_string()),
        Ok(root) => {
            found.observer.starting(first);
            kani::run_all(&root, ids, &|finding| found.add(finding));
        }
    }
}

fn not_run(id: &EvidenceId, why: &str) -> Finding {
    let why = why.to_owned();
    Finding::new(id.clone(), Outcome::NotRun { why })
}

fn one(tier: Tier, all: &[Evidence], id: &EvidenceId) -> Finding {
    match all.iter().find(|evidence| evidence.id == *id) {
        Some(evidence) if evidence.tier > tier => not_run(id, "only with --full"),
        Some(evidence) => evidence.find(),
        None => {
            let why = "there is no such evidence".to_owned();
            Finding::new(id.clone(), Outcome::Broken { why })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(names: &[&str]) -> Vec<EvidenceId> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn omitted_evidence_has_a_reason() {
        let slow = "sweep verification/src/evidence/tables.rs::modulo_3";
        let harness = "kani proofs/src/harnesses/search.rs::any";
        let unknown = "exhaustive nowhere.rs::nothing";
        let mut options = Options::new(Tier::Quick);
        let found = run(&ids(&[slow, harness, unknown]), &options, &());
        let words: Vec<&str> = found.iter().map(|f| f.outcome.word()).collect();
        assert_eq!(words, ["not-run", "broken", "not-run"]);
        options.engines = vec![Engine::Kani];
        let found = run(&ids(&[unknown]), &options, &());
        let why = "its engine was left out".to_owned();
        assert_eq!(found[0].outcome, Outcome::NotRun { why });
    }
}
