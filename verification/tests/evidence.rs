//! Every piece of quick evidence runs, and every claim has its expected verdict.

use admit_verification::evidence::{self, Tier};
use admit_verification::ledger::Outcome;
use admit_verification::{published, run};

#[test]
fn every_verdict_is_the_expected_one() {
    let options = run::Options::new(Tier::Quick);
    let ledger = run::ledger(&published::claims(), &options, &());
    let differences = published::expected().differences(&ledger);
    let words: Vec<String> = differences.iter().map(ToString::to_string).collect();
    assert!(words.is_empty(), "not as expected:\n{}", words.join("\n"));
    println!(
        "{} cases exhaustively, {} at random",
        ledger.exhaustive_cases, ledger.random_cases
    );
}

/// Pieces of the full tier that take a minute: proofs of the two largest tables.
#[test]
fn large_tables_are_proved() {
    let wanted = ["exact_8_corner", "exact_7_edge"];
    let all = evidence::all();
    let pieces = all.iter().filter(|e| wanted.contains(&e.id.name.as_str()));
    let findings: Vec<_> = pieces.map(evidence::Evidence::find).collect();
    assert_eq!(findings.len(), wanted.len());
    for finding in findings {
        assert_eq!(finding.outcome, Outcome::Holds, "{}", finding.evidence);
    }
}
