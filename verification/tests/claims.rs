//! The claims and the evidence agree: every piece of evidence that a claim names can be
//! run or read, and every piece is named by a claim.

use admit_verification::ledger::{Claim, Engine, EvidenceId};
use admit_verification::sources::Sources;
use admit_verification::{evidence, kani, published};
use std::collections::BTreeSet;

/// All evidence that the claims name.
fn named() -> BTreeSet<EvidenceId> {
    let claims = published::claims().claims;
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
    let here = |engine| !matches!(engine, Engine::Coq | Engine::Kani);
    let offered = offered();
    let missing = named()
        .into_iter()
        .filter(|id| here(id.engine) && !offered.contains(id));
    let missing: Vec<String> = missing.map(|id| id.to_string()).collect();
    expect_none("claims name evidence that nothing runs", &missing);
}

/// Every harness settles a claim, so that all of them run when all claims are verified.
#[test]
fn harnesses_are_those_that_claims_name() {
    let harnesses: BTreeSet<EvidenceId> =
        kani::harnesses(&Sources::compiled()).into_iter().collect();
    let named = named().into_iter().filter(|id| id.engine == Engine::Kani);
    assert_eq!(harnesses, named.collect());
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
    let sources = Sources::compiled();
    let mut wrong = Vec::new();
    // Theorems are no functions.
    for id in named().iter().filter(|id| id.engine != Engine::Coq) {
        match sources.get(&id.path) {
            Some(source) if defines(source, &id.name) => {}
            Some(_) => wrong.push(format!("{id}: the file has no such function")),
            None => wrong.push(format!("{id}: there is no such file")),
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
