//! `admit bounds`, through the real command: bounds side by side, what they ask for,
//! and what is said to arguments that make no sense.

use crate::sandbox::Sandbox;
use std::fs;

const GRAPH: &str = r#"{"vertices": ["s", "a", "b", "t"], "goal": "t",
 "edges": [["s", "a", 1], ["s", "b", 1], ["a", "b", 1], ["b", "t", 1], ["a", "t", 1], ["b", "s", 1]]}"#;

#[test]
fn the_papers_networks() {
    let said = Sandbox::new().says("bounds");
    insta::assert_snapshot!(said);
    let lines = Sandbox::new().json("bounds");
    for line in lines.as_array().unwrap() {
        let value = |name: &str| line[name].as_f64().unwrap();
        assert!(value("solved") < value("closed"), "{line}");
        assert!(value("sign_patterns") <= value("classes"), "{line}");
        assert_eq!(line["vacuous"], true);
    }
}

#[test]
fn a_pattern_and_a_network() {
    let line = "bounds --pattern 8-corner --net paper/8-corner";
    insta::assert_snapshot!(Sandbox::new().says(line));
}

#[test]
fn a_small_graph_exactly() {
    let sandbox = Sandbox::new();
    fs::write(sandbox.path("g.json"), GRAPH).unwrap();
    let line = "bounds --graph g.json --values 4";
    insta::assert_snapshot!(sandbox.says(line));
    let report = sandbox.json(line);
    let exact = &report["exact"];
    let largest = exact["utilities"].as_array().unwrap().iter();
    let largest = largest.map(|v| v.as_u64().unwrap()).max().unwrap();
    assert!(largest > 0);
    for bound in report["bounds"].as_array().unwrap() {
        let exact = match bound["of"].as_str() {
            Some("psi") => exact["psi"].as_u64().unwrap(),
            _ => largest,
        };
        assert!(bound["value"].as_f64().unwrap() >= exact as f64, "{bound}");
    }
    // With two costs, bounds for one cost do not apply.
    let two = GRAPH.replace("\"t\", 1", "\"t\", 2");
    fs::write(sandbox.path("two.json"), two).unwrap();
    let said = sandbox.says("bounds --graph two.json");
    assert!(!said.contains("log2 of the regions") && said.contains("number of starts"));
}

#[test]
fn any_goal_and_more_samples_for_less_error() {
    let line = "bounds --vertices 181440 --classes 3024 --values 32 --net 81-64-32";
    insta::assert_snapshot!(Sandbox::new().says(&format!("{line} --any-goal")));
    let samples = |epsilon: &str| {
        let report = Sandbox::new().json(&format!("{line} --epsilon {epsilon}"));
        report["bounds"][0]["samples"].as_f64().unwrap()
    };
    let (some, more) = (samples("1"), samples("0.1"));
    assert!((100.0..200.0).contains(&(more / some)), "{some} {more}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let lines = [
        "--epsilon 0",
        "--delta 1.5",
        "--range=-2 --vertices 9",
        "--net paper/8-corner",
        "--vertices 9 --net 9-0-4",
        "--vertices 9 --classes 10",
        "--graph none.json",
        "--pattern 9-edge",
        "--vertices 1",
    ];
    let sandbox = Sandbox::new();
    let complain = |line: &str| format!("{line}\n{}", sandbox.complains(&format!("bounds {line}")));
    let said = lines.map(complain);
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn help() {
    insta::assert_snapshot!(Sandbox::new().says("bounds --help"));
}
