//! `admit convergence`, through the real command. Results on small graphs are decided by integers,
//! and so the same everywhere.

use crate::sandbox::Sandbox;
use std::fs;

#[test]
fn a_small_graph() {
    let sandbox = Sandbox::new();
    let line = "convergence costs --repetitions 60 --out here";
    insta::assert_snapshot!(sandbox.says(line));
    let svg = fs::read_to_string(sandbox.path("here/costs.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("exponent −1/2"));

    // What is there is not measured again, unless it is broken or was measured otherwise.
    let file = sandbox.path("here/costs.json");
    let seconds = |file| {
        let kept: serde_json::Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        kept["seconds"].as_f64().unwrap()
    };
    let text = fs::read_to_string(&file).unwrap();
    let measured = format!("\"seconds\":{}", seconds(&file));
    let marked = text.replace(&measured, "\"seconds\":4.5");
    assert_ne!(marked, text);
    fs::write(&file, &marked).unwrap();
    let again = sandbox.json(line);
    assert_eq!(again[0]["seconds"], 4.5);
    assert_eq!(again[0]["judgement"], "as-half");
    fs::write(&file, &marked[..marked.len() / 2]).unwrap();
    assert_ne!(sandbox.json(line)[0]["seconds"], 4.5);
    fs::write(&file, &marked).unwrap();
    let other = sandbox.json(&format!("{line} --seed 2"));
    assert_ne!(other[0]["seconds"], 4.5);
    fs::write(&file, &marked).unwrap();
    let fresh = sandbox.json(&format!("{line} --fresh"));
    assert_ne!(fresh[0]["seconds"], 4.5);
}

/// Tables are learned in integers, too; the exponent is not −1/2.
#[test]
fn a_learned_table() {
    let sandbox = Sandbox::new();
    let rated = sandbox.json("convergence topspin-table --repetitions 20");
    let rated = &rated[0];
    assert_eq!(rated["judgement"], "not-half");
    assert_eq!(rated["measured"]["instances"], 181_440);
    assert_eq!(rated["crossings"][0], 0);
    let [low, high] = [0, 1].map(|i| rated["fit"]["interval"][i].as_f64().unwrap());
    assert!(low < high && high < -0.5, "{low} {high}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let sandbox = Sandbox::new();
    fs::write(sandbox.path("file"), "").unwrap();
    let lines = ["15-puzzle", "grid --repetitions 1", "grid --out file"];
    let said = lines.map(|line| {
        let complaint = sandbox.complains(&format!("convergence {line}"));
        format!("{line}\n{complaint}")
    });
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn help() {
    insta::assert_snapshot!(Sandbox::new().says("convergence --help"));
}
