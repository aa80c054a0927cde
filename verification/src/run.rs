//! Which evidence runs, and in which order.

use crate::evidence::{self, Evidence, Tier};
use crate::ledger::{Engine, EvidenceId, Finding, Outcome};
use crate::{cargo_tests, coq, kani};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What to do about harnesses in the full tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harnesses {
    /// Run them.
    Run,
    /// Take what they found before, if the sources are the same.
    Recorded,
}

/// Told about a piece of evidence that starts.
pub type Starting<'a> = &'a (dyn Fn(&EvidenceId) -> Result<(), String> + Sync);
/// Told about what it found.
pub type Found<'a> = &'a (dyn Fn(&Finding) -> Result<(), String> + Sync);

/// Runs evidence. What belongs to a higher tier, or needs a tool that is not
/// there, is not run, and says so.
///
/// Random evidence uses one core; it runs beside the rest, which uses all.
/// Theorems come next, all together, and harnesses last, one on each core.
///
/// # Errors
///
/// What `starting` or `found` complain of, or a file of results that is none.
pub fn run(
    root: &Path,
    tier: Tier,
    recorded: Harnesses,
    ids: &[EvidenceId],
    starting: Starting<'_>,
    found: Found<'_>,
) -> Result<(), String> {
    let all = evidence::all();
    let of = |wanted: &dyn Fn(Engine) -> bool| -> Vec<&EvidenceId> {
        ids.iter().filter(|id| wanted(id.engine)).collect()
    };
    let is_random = |engine| matches!(engine, Engine::Proptest | Engine::Quickcheck);
    let random = of(&is_random);
    let theorems = of(&|engine| engine == Engine::Coq);
    let harnesses = of(&|engine| engine == Engine::Kani);
    let apart = |engine| matches!(engine, Engine::Coq | Engine::Kani);
    let rest = of(&|engine| !is_random(engine) && !apart(engine));
    let each = |ids: &[&EvidenceId]| -> Result<(), String> {
        for id in ids {
            starting(id)?;
            found(&one(root, tier, &all, id))?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let beside = scope.spawn(|| each(&random));
        each(&rest)?;
        beside.join().map_err(|_| "a thread panicked".to_owned())?
    })?;
    let none_of = |ids: &[&EvidenceId], why: &str| -> Result<(), String> {
        ids.iter().try_for_each(|id| found(&not_run(id, why)))
    };
    if tier == Tier::Quick {
        none_of(&theorems, "only with --full")?;
        return none_of(&harnesses, "only with --full");
    }
    match coq::expect_checker() {
        Err(why) => none_of(&theorems, &why)?,
        Ok(()) => prove(root, &theorems, starting, found)?,
    }
    if recorded == Harnesses::Recorded {
        let kept = kani::Results::read(&root.join(kani::RESULTS))?;
        return harnesses
            .iter()
            .try_for_each(|id| match kept.about(root, id) {
                Ok(finding) => found(finding),
                Err(why) => found(&not_run(id, &why)),
            });
    }
    if kani::version().is_none() {
        return none_of(&harnesses, "cargo kani is not installed");
    }
    if let Some(first) = harnesses.first() {
        starting(first)?;
    }
    let complaint = Mutex::new(Ok(()));
    kani::run_all(root, &harnesses, &|finding| {
        if let Err(error) = found(&finding) {
            *complaint.lock().expect("nobody panics here") = Err(error);
        }
    });
    complaint.into_inner().expect("nobody panics here")
}

/// Has theorems checked, all together.
fn prove(
    root: &Path,
    ids: &[&EvidenceId],
    starting: Starting<'_>,
    found: Found<'_>,
) -> Result<(), String> {
    let Some(first) = ids.first() else {
        return Ok(());
    };
    starting(first)?;
    let mut told = Ok(());
    coq::run_all(root, ids, &mut |finding| {
        if told.is_ok() {
            told = found(&finding);
        }
    });
    told
}

/// The workspace: the nearest folder above this one that holds the claims.
pub fn root() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let found = here
        .ancestors()
        .find(|folder| folder.join("verification/claims.toml").is_file());
    found.unwrap_or(&here).to_owned()
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
