//! Every piece of quick evidence runs, and every claim has its expected verdict.

use admit_verification::evidence::Tier;
use admit_verification::ledger::{Claims, EvidenceId, Expected, Ledger};
use admit_verification::run::{Harnesses, run};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;

#[test]
fn every_claim_has_its_expected_verdict() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let read = |name: &str| std::fs::read_to_string(root.join("verification").join(name)).unwrap();
    let claims = Claims::parse(&read("claims.toml")).unwrap();
    let expected: Expected = serde_json::from_str(&read("expected.json")).unwrap();

    let ids: BTreeSet<EvidenceId> = claims
        .claims
        .iter()
        .flat_map(|claim| claim.all_evidence().cloned())
        .collect();
    let ids: Vec<EvidenceId> = ids.into_iter().collect();
    let findings = Mutex::new(Vec::new());
    run(
        root,
        Tier::Quick,
        Harnesses::Run,
        &ids,
        &|_| Ok(()),
        &|finding| {
            findings.lock().unwrap().push(finding.clone());
            Ok(())
        },
    )
    .unwrap();
    let ledger = Ledger::new(&claims, findings.into_inner().unwrap());
    let differences = expected.differences(&ledger);
    let words: Vec<String> = differences.iter().map(ToString::to_string).collect();
    assert!(
        words.is_empty(),
        "differ from what is expected:\n{}",
        words.join("\n")
    );
    println!(
        "{} cases exhaustively, {} at random",
        ledger.exhaustive_cases, ledger.random_cases
    );
}
