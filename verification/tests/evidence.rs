//! Slow evidence that every test run repeats. All quick evidence runs in the main job, which
//! `cli/tests/everything.rs` carries out.

use admit_verification::evidence;
use admit_verification::ledger::Outcome;

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
