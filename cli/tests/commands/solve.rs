//! `admit solve`, through the real command: solutions, JSON, files of states,
//! every kind of heuristic, limits, and what is said to bad input.

use crate::sandbox::Sandbox;
use admit::space::cube::{Cube, parse_moves, parse_state};
use serde_json::Value;

/// Tables that are built in no time.
const SMALL: &str = "4-edge,corners:URF,UFL,ULB,UBR";

fn solves(state: &str, report: &Value) {
    let cube = parse_state(state).unwrap();
    let moves = parse_moves(report["solution"].as_str().unwrap()).unwrap();
    assert_eq!(cube.apply_all(&moves), Cube::SOLVED, "{report}");
    assert_eq!(report["length"], moves.len());
    assert_eq!(report["optimal"], true);
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_scramble_is_solved_and_shown() {
    let sandbox = Sandbox::new();
    let says = sandbox.says(&format!("solve \"R U2 F' L D\" --heuristic {SMALL}"));
    insta::with_settings!({filters => vec![(r"\d+\.\d\d s", "[time]")]}, {
        insta::assert_snapshot!(says);
    });
}

#[test]
fn the_help_teaches() {
    insta::assert_snapshot!(Sandbox::new().says("solve --help"));
}

#[test]
fn json_has_one_object_a_state_in_order() {
    let sandbox = Sandbox::new();
    let facelets = parse_state("F' D2 R").unwrap().to_facelets();
    let states = ["R U2 F' L", "", "BLU", &facelets];
    let quoted = states.map(|state| format!("\"{state}\"")).join(" ");
    let reports = lines(&sandbox.says(&format!("solve {quoted} --heuristic {SMALL} --json")));
    assert_eq!(reports.len(), 4);
    for (state, report) in states.iter().zip(&reports) {
        solves(state, report);
        assert_eq!(report["state"], *state);
        assert_eq!(
            (&report["reopened"], &report["stopped"]),
            (&0.into(), &Value::Null)
        );
        assert!(report["seconds"].as_f64().unwrap() >= 0.0);
        assert!(report["generated"].as_u64() >= report["expanded"].as_u64());
    }
    assert_eq!(reports[1]["length"], 0);
}

#[test]
fn a_file_holds_one_state_a_line() {
    let sandbox = Sandbox::new();
    let text = "# two scrambles\nR U F   # the first\n\n  L2 D'\n";
    std::fs::write(sandbox.path("states.txt"), text).unwrap();
    let line = format!("solve --file states.txt --heuristic {SMALL} --json");
    let reports = lines(&sandbox.says(&line));
    let lengths: Vec<&Value> = reports.iter().map(|r| &r["length"]).collect();
    assert_eq!(lengths, [3, 2]);
    assert_eq!(reports[0]["state"], "R U F");
}

#[test]
fn every_kind_of_heuristic_and_both_algorithms_find_the_same_length() {
    let sandbox = Sandbox::new();
    let state = "R U2 F' L D' B2";
    let kinds = [
        "edges:UR,UF,UL",
        "edges:UR,UF,UL/8",
        "edges:UR,UF,UL/mod3",
        "edges:UR,UF,UL/delta:edges:UR,UL",
        "edges:UR,UF,UL/delta:edges:UR,UL/3",
        "dual:edges:UR,UF,UL",
        "4-edge,edges:DR,DF,DL,dual:4-edge,corners:DFR,DLF",
        "4-edge,5-edge,edges:DB,corners:URF,corners:DBL",
        "edges-UR-UF-UL.mod3.pdb",
    ];
    for kind in kinds {
        for algorithm in ["idastar", "astar"] {
            let report = sandbox.json(&format!(
                "solve \"{state}\" --heuristic {kind} --algorithm {algorithm}"
            ));
            solves(state, &report);
            assert_eq!(report["length"], 6, "{kind} {algorithm}");
            assert_eq!(report["heuristic"], kind);
            assert_eq!(report["algorithm"], algorithm);
        }
    }
    let zero = sandbox.json(r#"solve "R U F" --heuristic zero"#);
    solves("R U F", &zero);
}

#[test]
fn reduced_corners_find_the_same_length() {
    let sandbox = Sandbox::new();
    let state = "R U2 F' L D'";
    for kind in ["8-corner", "8-corner/symmetry", "8-corner/24"] {
        let report = sandbox.json(&format!("solve \"{state}\" --heuristic {kind}"));
        solves(state, &report);
        assert_eq!(report["length"], 5);
    }
}

#[test]
fn results_are_independent_of_the_number_of_threads() {
    let sandbox = Sandbox::new();
    let answer = |threads| {
        let state = "R U2 F' L D' B2 R D";
        let line = format!("solve \"{state}\" --heuristic 4-edge --threads {threads}");
        let mut report = sandbox.json(&line);
        report["seconds"] = Value::Null;
        report
    };
    let alone = answer(1);
    assert!(alone["expanded"].as_u64().unwrap() > 100);
    assert_eq!(alone, answer(2));
    assert_eq!(alone, answer(5));
}

#[test]
fn a_missing_table_is_built_and_kept() {
    let sandbox = Sandbox::new();
    assert!(!sandbox.path("4-edge.pdb").exists());
    sandbox.json(r#"solve "R U" --heuristic 4-edge/mod3"#);
    assert!(sandbox.path("4-edge.pdb").exists() && sandbox.path("4-edge.mod3.pdb").exists());
    sandbox.says("pdb check 4-edge.mod3.pdb");
}

#[test]
fn limits_end_a_search_with_a_bound() {
    let sandbox = Sandbox::new();
    let state = "R U2 F' L D' B2 R U F2 L' D B";
    for limit in [
        "--expansions 100",
        "--seconds 0",
        "--algorithm astar --expansions 100",
        "--algorithm astar --memory 1",
    ] {
        let line = format!("solve \"{state}\" --heuristic 4-edge --json {limit}");
        let done = sandbox.admit(&line).assert().failure();
        let output = done.get_output();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (&report["length"], &report["optimal"]),
            (&Value::Null, &false.into())
        );
        let bound = report["at_least"].as_i64().unwrap();
        assert!((4..=12).contains(&bound), "{report}");
        assert!(["expansions", "time", "memory"].contains(&report["stopped"].as_str().unwrap()));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("1 of 1 not solved within the limits"),
            "{said}"
        );
    }
}

#[test]
fn bad_input_is_refused_before_anything_is_built() {
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path("bad.txt"), "R U\nR Q\n").unwrap();
    std::fs::write(sandbox.path("empty.txt"), "# nothing\n").unwrap();
    let mut said = String::new();
    for line in [
        r#"solve "R U Q""#,
        "solve R --file bad.txt",
        "solve --file empty.txt",
        "solve --file absent.txt",
        "solve UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU",
        "solve R --seconds -1",
        "solve R --heuristic 9-corner",
        "solve R --heuristic 4-edge/one",
        "solve R --heuristic absent.pdb",
    ] {
        let complaint = sandbox.complains(line);
        said += &format!("$ admit {}\n{complaint}\n", line.replace('"', ""));
    }
    let folder = sandbox.folder().display().to_string();
    insta::assert_snapshot!(said.replace(&folder, "[data]"));
    let left: Vec<_> = std::fs::read_dir(sandbox.folder()).unwrap().collect();
    assert_eq!(left.len(), 2, "nothing was built");
}

#[test]
fn a_damaged_table_is_refused_not_rebuilt() {
    let sandbox = Sandbox::new();
    sandbox.says("pdb build 4-edge");
    let file = sandbox.path("4-edge.pdb");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[40_000] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let complaint = sandbox.complains(r#"solve "R U" --heuristic 4-edge"#);
    assert!(complaint.contains("digest"), "{complaint}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}
