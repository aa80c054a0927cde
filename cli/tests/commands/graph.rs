//! `admit graph`, through the real command: what people and programs are told
//! about a heuristic, and what is said to a file that is wrong.

use crate::sandbox::Sandbox;
use serde_json::json;
use std::fs;

/// h is the distance itself.
const CONSISTENT: &str = r#"{"vertices": ["s", "a", "b", "t"], "goal": "t",
 "edges": [["s", "a", 1], ["s", "b", 4], ["a", "b", 2], ["b", "t", 3], ["a", "t", 6], ["t", "s", 1]],
 "h": {"s": 6, "a": 5, "b": 3, "t": 0}}"#;

/// After Martelli: c is reached by ever cheaper ways, each after it was closed.
/// h is admissible but not consistent.
const REOPENING: &str = r#"{"vertices": ["s", "a", "b", "c", "t"], "goal": "t",
 "edges": [["s", "a", 1], ["s", "b", 3], ["a", "b", 1], ["b", "c", 1], ["a", "c", 4], ["c", "t", 7]],
 "h": {"s": 0, "a": 6, "b": 3, "c": 0, "t": 0}}"#;

/// a looks much worse than it is.
const INADMISSIBLE: &str = r#"{"vertices": ["s", "a", "t"], "goal": "t",
 "edges": [["s", "a", 1], ["a", "t", 2], ["s", "t", 5]],
 "h": {"s": 0, "a": 9, "t": 0}}"#;

fn with(files: &[(&str, &str)]) -> Sandbox {
    let sandbox = Sandbox::new();
    for (name, text) in files {
        fs::write(sandbox.path(name), text).unwrap();
    }
    sandbox
}

#[test]
fn a_consistent_heuristic() {
    let said = with(&[("g.json", CONSISTENT)]).says("graph g.json");
    insta::assert_snapshot!(said);
}

#[test]
fn a_graph_that_needs_reopening() {
    let said = with(&[("g.json", REOPENING)]).says("graph g.json");
    insta::assert_snapshot!(said);
}

#[test]
fn an_inadmissible_heuristic() {
    let said = with(&[("g.json", INADMISSIBLE)]).says("graph g.json");
    insta::assert_snapshot!(said);
}

#[test]
fn assumptions_that_do_not_hold_are_named() {
    let low = INADMISSIBLE.replace(r#""s": 0"#, r#""s": -4"#);
    let raised = INADMISSIBLE.replace(r#""t": 0"#, r#""t": 3"#);
    let sandbox = with(&[("low.json", &low), ("raised.json", &raised)]);
    let said = sandbox.says("graph low.json") + &sandbox.says("graph raised.json");
    insta::assert_snapshot!(said);
    let report = sandbox.json("graph low.json");
    assert_eq!(report["with_reopening"]["claimed"], true);
    assert_eq!(report["without_reopening"]["claimed"], false);
    assert_eq!(report["without_reopening"]["unmet"], "h ≥ 0");
    let report = sandbox.json("graph raised.json");
    assert_eq!(report["with_reopening"]["unmet"], "h(goal) = 0");
}

#[test]
fn vertices_that_cannot_reach_the_goal_are_listed() {
    let dimacs = "c two parts\np sp 5 3\na 1 2 4\na 2 3 1\na 5 4 2\n";
    let sandbox = with(&[
        ("g.gr", dimacs),
        ("h", "1 4\n2 0\n3 0\n# far away\nc like this\n4 9\n5 9\n"),
    ]);
    let said = sandbox.says("graph g.gr --h h --goal 3");
    insta::assert_snapshot!(said);
    let report = sandbox.json("graph g.gr --h h --goal 3");
    assert_eq!(report["unreachable"], json!(["4", "5"]));
    assert_eq!(report["admissible"]["holds"], true);
    assert_eq!(report["goal_from"], "option");
    // The last vertex is the goal of a file that names none, and the output says so.
    let report = sandbox.json("graph g.gr --h zero");
    assert_eq!(
        (&report["goal"], &report["goal_from"]),
        (&json!("5"), &json!("last vertex"))
    );
    assert_eq!(report["starts"], json!([]));
    let said = sandbox.says("graph g.gr --h zero");
    assert!(
        said.contains("5 (the last vertex; the file names none)"),
        "{said}"
    );
    assert!(said.contains("nothing to compare"), "{said}");
}

#[test]
fn programs_are_told_everything() {
    let sandbox = with(&[("g.json", REOPENING)]);
    let report = sandbox.json("graph g.json");
    let pretty = serde_json::to_string_pretty(&report).unwrap();
    insta::assert_snapshot!(pretty);
    let names: Vec<&str> = (report["starts"].as_array().unwrap().iter())
        .map(|start| start["start"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["s", "a", "b", "c"]);
    let s = &report["starts"][0];
    assert_eq!(
        s["with_reopening"]["path"],
        json!(["s", "a", "b", "c", "t"])
    );
    assert_eq!(s["without_reopening"]["suboptimality"], 1);
    assert_eq!(s["without_reopening"]["bound"], 4);
}

#[test]
fn starts_are_chosen_by_name() {
    let sandbox = with(&[("g.json", REOPENING)]);
    let report = sandbox.json("graph g.json --start b --start t --start b");
    let starts = report["starts"].as_array().unwrap();
    assert_eq!(starts.len(), 2);
    // The goal itself may be asked for.
    assert_eq!(
        (&starts[1]["optimal"], &starts[1]["with_reopening"]["bound"]),
        (&json!(0), &json!(0))
    );
    let whole = sandbox.json("graph g.json");
    assert_eq!(starts[0], whole["starts"][2]);
}

#[test]
fn a_heuristic_of_ones_own_wins() {
    let sandbox = with(&[
        ("g.json", REOPENING),
        ("lines", "s 1\na 2\nb 3\nc 4\nt 0\n"),
        ("object", r#"{"t": 0, "s": 1, "c": 4, "b": 3, "a": 2}"#),
        ("list", "[1, 2, 3, 4, 0]"),
    ]);
    let values = |file: &str| {
        let report = sandbox.json(&format!("graph g.json --h {file}"));
        assert_eq!(report["heuristic"], file);
        let starts = report["starts"].as_array().unwrap();
        starts
            .iter()
            .map(|s| s["h"].as_i64().unwrap())
            .collect::<Vec<i64>>()
    };
    assert_eq!(values("lines"), [1, 2, 3, 4]);
    assert_eq!(values("object"), [1, 2, 3, 4]);
    assert_eq!(values("list"), [1, 2, 3, 4]);
    assert_eq!(values("zero"), [0; 4]);
}

#[test]
fn long_tables_are_cut_unless_all_is_asked_for() {
    let arcs: Vec<String> = (1..50).map(|v| format!("a {v} {} 1\n", v + 1)).collect();
    let arcs = arcs.concat();
    let sandbox = with(&[("g.gr", &format!("p sp 50 49\n{arcs}"))]);
    let few = sandbox.says("graph g.gr --h zero");
    assert!(few.contains("… and 29 more; --all shows them"), "{few}");
    let all = sandbox.says("graph g.gr --h zero --all");
    assert_eq!(all.lines().count(), few.lines().count() + 28);
    let threads = sandbox.says("graph g.gr --h zero --all --threads 1");
    assert_eq!(all, threads);
    assert_eq!(
        sandbox.json("graph g.gr --h zero")["starts"]
            .as_array()
            .unwrap()
            .len(),
        49
    );
}

#[test]
fn a_search_can_be_given_up() {
    let sandbox = with(&[("g.json", REOPENING)]);
    let said = sandbox.says("graph g.json --expansions 2");
    assert!(
        said.contains("2 searches were stopped at the limit and not judged"),
        "{said}"
    );
    let report = sandbox.json("graph g.json --expansions 2");
    let s = &report["starts"][0]["with_reopening"];
    assert_eq!(
        (&s["stopped"], &s["cost"]),
        (&json!("expansions"), &json!(null))
    );
    assert_eq!(report["with_reopening"]["stopped"], 2);
}

#[test]
fn help_shows_both_formats() {
    let help = Sandbox::new().says("graph --help");
    insta::with_settings!({filters => vec![(r"ADMIT_DATA=\S*\]", "ADMIT_DATA=[DATA]]")]}, {
        insta::assert_snapshot!(help);
    });
}

/// What is said to each of these files; `h` is one of them if it is the heuristic that is wrong.
fn complaints(cases: &[(&str, String, Option<&str>)]) -> String {
    let mut said = Vec::new();
    for (file, graph, h) in cases {
        let sandbox = with(&[(file, graph), ("h", h.unwrap_or_default())]);
        let complaint = match h {
            None => sandbox.complains(&format!("graph {file}")),
            Some(_) => sandbox.complains(&format!("graph {file} --h h")),
        };
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        let wrong = h.unwrap_or(graph);
        said.push(format!("{wrong:?}\n    {complaint}"));
    }
    said.concat()
}

#[test]
fn wrong_dimacs_files_are_refused_with_line_and_reason() {
    let cases = [
        ("g.gr", ""),
        ("g.gr", "c nothing\n\n"),
        ("g.gr", "p sp 0 0\n"),
        ("g.gr", "p sp 99999999999 0\n"),
        ("g.gr", "p sp two 0\n"),
        ("g.gr", "p sp 2 -1\n"),
        ("g.gr", "p max 2 0\n"),
        ("g.gr", "p sp 2\n"),
        ("g.gr", "a 1 2 3\np sp 2 1\n"),
        ("g.gr", "p sp 2 5\na 1 2 3\na 1 2 3\na 1 2 3\na 1 2 3\n"),
        ("g.gr", "p sp 2 0\na 1 2 3\n"),
        ("g.gr", "p sp 2 1\nc\np sp 2 1\na 1 2 3\n"),
        ("g.gr", "p sp 2 1\na 1 2 0\n"),
        ("g.gr", "p sp 2 1\na 1 2 -7\n"),
        ("g.gr", "p sp 2 1\na 1 2 1.5\n"),
        ("g.gr", "p sp 2 1\na 1 2 4294967296\n"),
        ("g.gr", "p sp 2 1\na 1 2 inf\n"),
        ("g.gr", "p sp 2 1\na 1 3 1\n"),
        ("g.gr", "p sp 2 1\na 0 1 1\n"),
        ("g.gr", "p sp 2 1\na 1 2\n"),
        ("g.gr", "p sp 2 1\na 1 2 3 4\n"),
        ("g.gr", "p sp 2 1\ne 1 2 3\n"),
        ("g.gr", "p sp 2 1\narc 1 2 3\n"),
        ("g", "1 2 3\n"),
    ];
    let said = complaints(&cases.map(|(file, text)| (file, text.to_owned(), None)));
    insta::assert_snapshot!(said);
}

#[test]
fn wrong_json_files_are_refused_with_line_and_reason() {
    let json = |members: &str| format!("{{\n\"vertices\": [\"s\", \"t\"],\n{members}\n}}\n");
    let vertices = |vertices: &str| format!("{{\"edges\": [],\n\"vertices\": {vertices}}}");
    let edges = r#""edges": [["s", "t", 3]]"#;
    let h = |h: &str| json(&format!("{edges},\n\"h\": {h}"));
    let edge = |edge: &str| json(&format!("\"edges\": [\n[\"s\", \"t\", 3],\n{edge}]"));
    let cases = [
        String::new(),
        "{\"vertices\": 2,\n\"edges\": [[0, 1, Infinity]]}".to_owned(),
        "{\"vertices\": 2,\n\"edges\": [[0, 1, 3]\n".to_owned(),
        "[1, 2]".to_owned(),
        json(r#""edge": []"#),
        json(&format!("{edges},\n{edges}")),
        json(r#""goal": "t""#),
        "{\"edges\": []}".to_owned(),
        vertices("[]"),
        vertices("0"),
        vertices("2.5"),
        vertices("4000000000"),
        vertices("{\"s\": 1}"),
        vertices("[\"s\",\n\"t\",\n\"s\"]"),
        vertices("[\"s\",\n\"\"]"),
        vertices("[\"s\",\n3]"),
        json(&format!("{edges},\n\"goal\": \"u\"")),
        json(&format!("{edges},\n\"goal\": 1")),
        json("\"edges\": 3"),
        edge(r#"["s", "t"]"#),
        edge(r#"["s", "t", 3, 4]"#),
        edge(r#""st3""#),
        edge(r#"["s", "u", 3]"#),
        edge("[0, 1, 3]"),
        edge("[\"s\",\n\"t\",\n0]"),
        edge(r#"["s", "t", -3]"#),
        edge(r#"["s", "t", 3.0]"#),
        edge(r#"["s", "t", 4294967296]"#),
        edge(r#"["s", "t", "3"]"#),
        edge(r#"["s", "t", null]"#),
        edge(r#"{"from": "s", "to": "t"}"#),
        edge("{\"from\": \"s\",\n\"to\": \"t\",\n\"cost\": 3,\n\"name\": 1}"),
        edge(r#"{"from": "s", "to": "t", "cost": 3, "cost": 4}"#),
        h(r#"{"s": 1}"#),
        h("{\"s\": 1,\n\"t\": 0,\n\"s\": 1}"),
        h("{\"s\": 1,\n\"u\": 0}"),
        h("{\"s\": 1.5, \"t\": 0}"),
        h("{\"s\": null, \"t\": 0}"),
        h("{\"s\": 2147483648, \"t\": 0}"),
        h("[1]"),
        h("[1,\n2,\n3]"),
        h("7"),
    ];
    let said = complaints(&cases.map(|text| ("g.json", text, None)));
    insta::assert_snapshot!(said);
    // What begins with a brace is JSON, whatever it is called.
    let said = complaints(&[("g", "{\"vertices\": 2,\n\"edges\": []}}".into(), None)]);
    assert!(
        said.contains("error: g, line 2: this is not JSON"),
        "{said}"
    );
}

#[test]
fn wrong_heuristics_are_refused_with_line_and_reason() {
    let two = "p sp 2 1\na 1 2 3\n";
    let cases = [
        "1 5\n",
        "1 5\n2 0\n1 5\n",
        "1 5\n3 0\n",
        "1 inf\n2 0\n",
        "1 0.5\n2 0\n",
        "1 2147483648\n2 0\n",
        "1\n2 0\n",
        "1 2 3\n2 0\n",
        "# empty\n",
        "{\"1\": 5,\n\"2\": Infinity}",
        "{\"1\": 5,\n\"2\": 0,\n\"1\": 5}",
        "[5,\n\"0\"]",
    ];
    let said = complaints(&cases.map(|h| ("g.gr", two.to_owned(), Some(h))));
    insta::assert_snapshot!(said);
}

#[test]
fn distances_that_do_not_fit_are_refused() {
    let graph = "p sp 3 2\na 1 2 4294967295\na 2 3 4294967295\n";
    let said = complaints(&[("g.gr", graph.to_owned(), Some("1 0\n2 0\n3 0\n"))]);
    assert!(
        said.ends_with(
            "g.gr: the distance of vertex 1 to the goal is 8589934590, more than 4294967295\n"
        ),
        "{said}"
    );
}

#[test]
fn other_mistakes_are_explained() {
    let shortcut = r#"{"vertices": 3, "edges": [[0, 1, 4294967295], [1, 2, 1], [0, 2, 5]], "h": [0, -2147483648, 2147483647]}"#;
    let sandbox = with(&[
        ("g.json", CONSISTENT),
        ("g.gr", "p sp 2 1\na 1 2 3\n"),
        ("far.json", shortcut),
    ]);
    fs::write(sandbox.path("bytes.gr"), b"p sp 2 1\na 1 \xff 3\n").unwrap();
    let lines = [
        "graph g.gr",
        "graph none.gr",
        "graph bytes.gr",
        "graph g.json --h none",
        "graph g.json --goal u",
        "graph g.json --goal a",
        "graph g.json --start u",
        "graph far.json",
    ];
    let said = lines.map(|line| format!("{line}\n    {}", sandbox.complains(line)));
    insta::assert_snapshot!(said.concat());
    // The goal that the file names may be named again.
    assert_eq!(sandbox.json("graph g.json --goal t")["goal_from"], "file");
}
