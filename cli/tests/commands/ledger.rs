//! `admit verify`, `admit claims`, `admit cite`.

use crate::sandbox::Sandbox;
use insta::assert_snapshot;
use serde_json::Value;

/// Evidence that takes a moment, and of each kind: something that holds,
/// something that is repaired, and something for which there is no evidence.
const SOME: [&str; 3] = [
    "idle-edges",
    "optimal-if-admissible",
    "stronger-than-same-size",
];

#[test]
fn claims_are_listed_and_shown() {
    let sandbox = Sandbox::new();
    let list = sandbox.says("claims");
    for id in SOME {
        assert!(list.lines().any(|line| line.starts_with(id)), "{id}");
    }
    assert_snapshot!(sandbox.says("claims optimal-if-admissible"));
    let all = sandbox.json("claims");
    let all = all.as_array().unwrap();
    assert!(all.iter().all(|claim| claim.get("verdict").is_none()));
    assert_eq!(list.lines().count(), all.len() + 2);
}

#[test]
fn similar_names_are_suggested_for_unknown_claims() {
    let sandbox = Sandbox::new();
    for command in ["claims", "cite"] {
        let error = sandbox.complains(&format!("{command} optimal-if-admisible"));
        assert!(error.contains("optimal-if-admissible"), "{error}");
    }
}

/// The sandbox is no clone: what needs one says so, and everything else runs.
#[test]
fn only_what_reads_sources_needs_a_clone() {
    let sandbox = Sandbox::new();
    let ledger = sandbox.json(&format!("verify {} --full --engine kani", SOME[1]));
    let findings = ledger["entries"][0]["findings"].as_array().unwrap();
    let why = |engine: &str| {
        let named = |f: &&Value| f["evidence"].as_str().unwrap().starts_with(engine);
        findings.iter().find(named).unwrap()["outcome"]["why"].clone()
    };
    assert_eq!(why("kani"), "sources are not on this disk");
    assert_eq!(why("coq"), "its engine was left out");
    let error = sandbox.complains(&format!("verify {} --accept", SOME[0]));
    assert!(error.contains("no clone"), "{error}");
    let error = sandbox.complains(&format!("verify {} --kani-results file", SOME[0]));
    assert!(error.contains("--full"), "{error}");
}

/// Evidence runs, a ledger is written, and it can be cited.
#[test]
fn evidence_runs_and_can_be_cited() {
    let sandbox = Sandbox::new();
    let ledger = sandbox.path("ledger.json");
    let name = ledger.to_str().unwrap();
    let table = sandbox.says(&format!("verify {} --out {name}", SOME.join(" ")));
    let line = |id: &str| table.lines().find(|line| line.starts_with(id)).unwrap();
    assert!(line(SOME[0]).contains("checked"), "{table}");
    assert!(line(SOME[1]).contains("holds after repair"), "{table}");
    assert!(line(SOME[2]).contains("not reproduced here"), "{table}");

    let written: Value = serde_json::from_slice(&std::fs::read(&ledger).unwrap()).unwrap();
    assert_eq!(written["entries"].as_array().unwrap().len(), SOME.len());
    assert!(written["exhaustive_cases"].as_u64().unwrap() > 10_000);
    assert_eq!(written["run"]["sources"].as_str().unwrap().len(), 64);

    assert_snapshot!(
        sandbox
            .says(&format!("cite {}", SOME[0]))
            .lines()
            .take(4)
            .collect::<Vec<_>>()
            .join("\n")
    );
    let cited = sandbox.json(&format!("cite {}", SOME[1]));
    let sentence = cited["sentence"].as_str().unwrap();
    assert!(sentence.contains("does not hold as printed"), "{sentence}");
    assert!(
        cited["bibtex"]
            .as_str()
            .unwrap()
            .starts_with("@software{admit-")
    );
    let missing = sandbox.complains("cite hart-lemma");
    assert!(missing.contains("admit verify hart-lemma"), "{missing}");
}

#[test]
fn a_malformed_ledger_is_refused() {
    let sandbox = Sandbox::new();
    let file = sandbox.path("odd.json");
    std::fs::write(&file, "{\"entries\": 7}").unwrap();
    let error = sandbox.complains(&format!("cite {} --ledger odd.json", SOME[0]));
    assert!(error.contains("odd.json: malformed"), "{error}");
    let error = sandbox.complains(&format!("cite {} --ledger nowhere.json", SOME[0]));
    assert!(error.contains("nowhere.json"), "{error}");
}

#[test]
fn the_help_says_what_a_verdict_is() {
    assert_snapshot!(Sandbox::new().says("verify --help"));
}
