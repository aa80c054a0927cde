//! The claims and the evidence agree: every piece of evidence that a claim names can be
//! run or read, and every piece is named by a claim.

use admit_verification::ledger::{Claim, Claims, Engine, EvidenceId};
use admit_verification::{evidence, kani};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All evidence that the claims name.
fn named() -> BTreeSet<EvidenceId> {
    let text = std::fs::read_to_string(root().join("verification/claims.toml")).unwrap();
    let claims = Claims::parse(&text).unwrap().claims;
    let ids = claims.iter().flat_map(Claim::all_evidence);
    ids.cloned().collect()
}

/// All evidence that runs inside the program.
fn offered() -> BTreeSet<EvidenceId> {
    evidence::all().into_iter().map(|e| e.id).collect()
}

/// Fails unless the list is empty, and prints all of it.
fn expect_none(what: &str, ids: &[String]) {
    assert!(ids.is_empty(), "{what}:\n{}", ids.join("\n"));
}

#[test]
fn evidence_that_runs_here_is_there() {
    let here = |engine| {
        matches!(
            engine,
            Engine::Exhaustive
                | Engine::Proptest
                | Engine::Quickcheck
                | Engine::Sweep
                | Engine::Measure
        )
    };
    let offered = offered();
    let missing = named()
        .into_iter()
        .filter(|id| here(id.engine) && !offered.contains(id));
    let missing: Vec<String> = missing.map(|id| id.to_string()).collect();
    expect_none("claims name evidence that nothing runs", &missing);
}

#[test]
fn harnesses_that_claims_name_are_there() {
    let harnesses: BTreeSet<EvidenceId> = kani::harnesses(&root()).unwrap().into_iter().collect();
    let missing = named()
        .into_iter()
        .filter(|id| id.engine == Engine::Kani && !harnesses.contains(id));
    let missing: Vec<String> = missing.map(|id| id.to_string()).collect();
    expect_none("claims name harnesses that there are not", &missing);
}

/// Whether a source defines the function that an id names. After the function,
/// `@4` may say how large the cases are.
fn defines(source: &str, name: &str) -> bool {
    let function = format!("fn {}", name.split('@').next().unwrap_or(name));
    let mut after = source.split(&function).skip(1);
    after.any(|rest| rest.starts_with(['(', '<']))
}

#[test]
fn every_name_is_that_of_a_function() {
    let mut wrong = Vec::new();
    // Theorems are no functions.
    for id in named().iter().filter(|id| id.engine != Engine::Coq) {
        match std::fs::read_to_string(root().join(&id.path)) {
            Ok(source) if defines(&source, &id.name) => {}
            Ok(_) => wrong.push(format!("{id}: the file has no such function")),
            Err(error) => wrong.push(format!("{id}: {error}")),
        }
    }
    expect_none("claims name what is not written", &wrong);
}

#[test]
fn every_piece_of_evidence_settles_a_claim() {
    let named = named();
    let idle: Vec<String> = offered()
        .iter()
        .filter(|id| !named.contains(id))
        .map(ToString::to_string)
        .collect();
    expect_none("no claim names this evidence", &idle);
}
