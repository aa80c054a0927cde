//! Coq: the theorems and the claims agree; the A\* of the theorems agrees with
//! the library's; and the comparison detects faulty searches.
//!
//! Tests that need Coq or OCaml print so and pass where these are not installed.

use admit::search::memory::Hashed;
use admit_proofs::ties::{Oldest, Tied};
use admit_verification::coq;
use admit_verification::evidence::coq_traces::{
    CASES, Extracted, LIBRARY, MOST_VERTICES, Searcher, compare, search,
};
use admit_verification::ledger::{Claim, Claims, Engine, EvidenceId, Outcome};
use std::collections::BTreeSet;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Fails unless the list is empty, and prints all of it.
fn expect_none<'a>(what: &str, ids: impl Iterator<Item = &'a EvidenceId>) {
    let ids: Vec<String> = ids.map(ToString::to_string).collect();
    assert!(ids.is_empty(), "{what}:\n{}", ids.join("\n"));
}

#[test]
fn theorems_and_claims_agree() {
    let text = std::fs::read_to_string(root().join("verification/claims.toml")).unwrap();
    let claims = Claims::parse(&text).unwrap().claims;
    let named = claims.iter().flat_map(Claim::all_evidence);
    let named: BTreeSet<EvidenceId> = named
        .filter(|id| id.engine == Engine::Coq)
        .cloned()
        .collect();
    let stated = coq::theorems(root()).unwrap();
    let stated: BTreeSet<EvidenceId> = stated.into_iter().map(|(id, _)| id).collect();
    expect_none("no claim names these theorems", stated.difference(&named));
    expect_none("there are no such theorems", named.difference(&stated));
}

/// The table in `proofs/coq/README.md` lists the claims that each theorem settles.
#[test]
fn the_table_of_theorems_agrees_with_the_claims() {
    let read = |file: &str| std::fs::read_to_string(root().join(file)).unwrap();
    let claims = Claims::parse(&read("verification/claims.toml")).unwrap();
    let table = read("proofs/coq/README.md");
    for (id, _) in coq::theorems(root()).unwrap() {
        let name = format!("| `{}` |", id.name);
        let row = table.lines().find(|line| line.contains(&name));
        let row = row.unwrap_or_else(|| panic!("{id} is not in the table"));
        let settled = row.rsplit('|').nth(1).unwrap();
        let listed: BTreeSet<&str> = settled.split('`').skip(1).step_by(2).collect();
        let naming = claims.claims.iter();
        let naming = naming.filter(|claim| claim.all_evidence().any(|named| *named == id));
        let naming: BTreeSet<&str> = naming.map(|claim| claim.id.as_str()).collect();
        assert_eq!(listed, naming, "{id}");
    }
}

/// The ledger reads the scope of a theorem from the comment before it.
#[test]
fn every_theorem_states_its_scope() {
    let stated = coq::theorems(root()).unwrap();
    let silent = stated.iter().filter(|(id, stated)| {
        stated.says.is_empty() || (id.path.ends_with("Theorems.v") && stated.scope.is_empty())
    });
    expect_none(
        "the comment is empty or has no `For:`",
        silent.map(|(id, _)| id),
    );
}

#[test]
fn every_theorem_has_an_instance() {
    let stated = coq::theorems(root()).unwrap();
    let without = stated
        .iter()
        .map(|(id, _)| id)
        .filter(|id| id.path.ends_with("Theorems.v") && !coq::has_instance(root(), id).unwrap());
    expect_none("Instances.v has no instance of these", without);
}

/// The program extracted from Coq; `None` if a tool is missing.
fn extracted() -> Option<Extracted> {
    match Extracted::start(root()) {
        Ok(extracted) => Some(extracted),
        Err(Outcome::NotRun { why }) => {
            println!("not run: {why} here");
            None
        }
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn the_library_s_search_agrees_with_the_extracted_one() {
    let Some(extracted) = extracted() else { return };
    let tally = compare(extracted, CASES, &LIBRARY).unwrap();
    assert_eq!(tally.failure, None);
    assert_eq!((tally.cases, tally.skipped), (CASES as u64, 0));
    assert!(tally.never().is_empty(), "never: {:?}", tally.never());
    for (what, times) in tally.sometimes {
        println!("{times:6}  {what}");
    }
}

/// Ties broken by age, missing reopening, undue reopening: each is detected, in a
/// problem that is shrunk.
#[test]
fn faulty_searches_are_detected() {
    let faults: [(&str, Searcher); 3] = [
        ("ties", &|problem| {
            let mut memory = Tied::new(Oldest::<MOST_VERTICES>::new());
            search(problem, problem.reopens(), &mut memory)
        }),
        ("no reopening", &|problem| {
            search(problem, false, &mut Hashed::new())
        }),
        ("always reopening", &|problem| {
            search(problem, true, &mut Hashed::new())
        }),
    ];
    for (what, fault) in faults {
        let Some(extracted) = extracted() else { return };
        let tally = compare(extracted, CASES, &[fault]).unwrap();
        let failure = tally.failure.unwrap_or_else(|| panic!("not found: {what}"));
        println!("{what}, after {} problems: {}", tally.cases, failure.case);
        assert!(failure.case.contains(" here and "), "{}", failure.case);
    }
}

/// Every theorem and every counterexample is proved; a name that is not stated is not.
#[test]
fn theorems_are_proved() {
    if let Err(why) = coq::expect_checker() {
        println!("not run: {why} here");
        return;
    }
    let missing: EvidenceId = "coq proofs/coq/Theorems.v::nobody_stated_this"
        .parse()
        .unwrap();
    let stated = coq::theorems(root()).unwrap();
    let mut ids: Vec<&EvidenceId> = stated.iter().map(|(id, _)| id).collect();
    ids.push(&missing);
    let mut findings = Vec::new();
    coq::run_all(root(), &ids, &mut |finding| findings.push(finding));
    assert_eq!(findings.len(), ids.len());
    for finding in findings {
        let refutes = finding.evidence.path.ends_with("Counterexamples.v");
        match finding.outcome {
            Outcome::Broken { .. } if finding.evidence == missing => {}
            Outcome::Counterexample { .. } if refutes => {}
            Outcome::Holds if !refutes && finding.evidence != missing => {}
            other => panic!("{}: {other:?}", finding.evidence),
        }
    }
}

/// A workspace whose theorems are these, with the real Makefile.
fn with_theorems(theorems: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let proofs = folder.path().join("proofs/coq");
    std::fs::create_dir_all(&proofs).unwrap();
    for name in ["_CoqProject", "Makefile"] {
        std::fs::copy(root().join("proofs/coq").join(name), proofs.join(name)).unwrap();
    }
    let counterexample = "(** One is not two. *)\nTheorem differ : 1 <> 2.\nProof. discriminate. Qed.\nPrint Assumptions differ.\n";
    let instance = "From Admit Require Theorems.\nExample good_instance : 1 = 1.\nProof. exact Theorems.good. Qed.\n";
    std::fs::write(proofs.join("Instances.v"), instance).unwrap();
    std::fs::write(proofs.join("Theorems.v"), theorems).unwrap();
    std::fs::write(proofs.join("Counterexamples.v"), counterexample).unwrap();
    folder
}

/// Theorems with axioms, theorems that only seem to be stated, and theorems that do not
/// compile are reported.
#[test]
fn theorems_without_a_proof_are_reported() {
    if let Err(why) = coq::expect_checker() {
        println!("not run: {why} here");
        return;
    }
    let outcomes = |theorems: &str| -> Vec<Outcome> {
        let folder = with_theorems(theorems);
        let stated = coq::theorems(folder.path()).unwrap();
        let ids: Vec<&EvidenceId> = stated.iter().map(|(id, _)| id).collect();
        let mut outcomes = Vec::new();
        coq::run_all(folder.path(), &ids, &mut |f| outcomes.push(f.outcome));
        outcomes
    };
    let broken = |outcome: &Outcome, words: &str| match outcome {
        Outcome::Broken { why } if why.contains(words) => {}
        other => panic!("{other:?} does not say {words:?}"),
    };
    let good = "(** So it is. For: one. *)\nTheorem good : 1 = 1.\nProof. reflexivity. Qed.\nPrint Assumptions good.\n";

    let [holds, refutes] = &outcomes(good)[..] else {
        panic!()
    };
    assert_eq!(*holds, Outcome::Holds);
    let example = "One is not two.".to_owned();
    assert_eq!(*refutes, Outcome::Counterexample { example });

    let assumed = "Axiom wrong : 1 = 2.\nTheorem bad : 1 = 2.\nProof. exact wrong. Qed.\n";
    let found = outcomes(&format!("{good}{assumed}"));
    broken(&found[0], "the proofs fail the check: error: ");
    broken(&found[1], "it depends on axioms: ");
    broken(&found[1], "wrong");
    broken(&found[2], "the proofs fail the check: error: ");

    let empty = "Theorem empty : False -> 1 = 2.\nProof. tauto. Qed.\nPrint Assumptions empty.\n";
    let found = outcomes(&format!("{good}{empty}"));
    assert_eq!(found[0], Outcome::Holds);
    broken(&found[1], "no instance shows");

    let hidden = "Module M.\nTheorem inside : 1 = 1.\nProof. reflexivity. Qed.\nEnd M.\n";
    let found = outcomes(&format!("{good}{hidden}"));
    assert_eq!(found[0], Outcome::Holds);
    broken(&found[1], "Admit.Theorems.inside was not found");
    assert!(matches!(found[2], Outcome::Counterexample { .. }));

    let wrong = "Theorem wrong : 1 = 2.\nProof. reflexivity. Qed.\n";
    for outcome in outcomes(&format!("{good}{wrong}")) {
        broken(
            &outcome,
            "the proofs do not compile: \"./Theorems.v\", line 6",
        );
    }
}
