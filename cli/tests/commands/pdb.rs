//! The `admit pdb` commands on small patterns, through the real command.

use crate::sandbox::Sandbox;
use predicates::str::contains;
use std::fs;

#[test]
fn build_reports_what_programs_need() {
    let sandbox = Sandbox::new();
    let report = sandbox.json("pdb build 4-edge --threads 2");
    assert_eq!(report["pattern"], "4-edge");
    assert_eq!(
        report["cubies"],
        serde_json::json!(["UR", "UF", "FR", "FL"])
    );
    assert_eq!(report["states"], 190_080);
    assert_eq!(
        report["histogram"],
        serde_json::json!([1, 12, 127, 1269, 9861, 49306, 103_069, 26381, 54])
    );
    assert_eq!(report["bytes"], 95_040);
    assert!(report["mean"].as_f64().unwrap() > 5.75);
    assert!(report["seconds"].as_f64().unwrap() > 0.0);
    let file = report["file"].as_str().unwrap();
    assert_eq!(fs::metadata(file).unwrap().len(), 95_040 + 512);
    // Found again by the name of its pattern, and by its file.
    let by_name = sandbox.json("pdb info 4-edge");
    assert_eq!(by_name, sandbox.json(&format!("pdb info {file}")));
    assert_eq!(by_name["digest"], report["digest"]);
}

#[test]
fn a_person_sees_a_table_and_a_picture() {
    let sandbox = Sandbox::new();
    sandbox.says("pdb build edges:UR,UF");
    let info = sandbox.says("pdb info edges:UR,UF");
    insta::with_settings!({filters => vec![
        (r"file( +)\S+[/\\]", "file$1[DATA]/"),
        (r"[0-9a-f]{64}", "[DIGEST]"),
    ]}, {
        insta::assert_snapshot!(info);
    });
}

#[test]
fn data_folders_are_named_in_three_ways() {
    let sandbox = Sandbox::new();
    let here = sandbox.path("here");
    let here = here.to_str().unwrap();
    sandbox.says(&format!("pdb build edges:UR --data {here}"));
    assert!(sandbox.path("here/edges-UR.pdb").exists());
    // The option wins over the variable, the variable over the platform's folder.
    sandbox.says("pdb build edges:UR");
    assert!(sandbox.path("edges-UR.pdb").exists());
    let mut platform = sandbox.admit("pdb build corners:URF+edges:UF");
    let home = sandbox.path("home");
    platform
        .env_remove("ADMIT_DATA")
        .env("HOME", &home)
        .env("XDG_DATA_HOME", home.join("data"))
        .assert()
        .success();
    if cfg!(target_os = "linux") {
        assert!(home.join("data/admit/corners-URF_edges-UF.pdb").exists());
    }
}

#[test]
fn thread_counts_do_not_change_the_file() {
    let sandbox = Sandbox::new();
    let one = sandbox.json("pdb build 5-edge --threads 1 --out one.pdb");
    let two = sandbox.json("pdb build 5-edge --threads 3 --out two.pdb");
    assert_eq!(one["digest"], two["digest"]);
    assert_eq!(
        fs::read(sandbox.path("one.pdb")).unwrap(),
        fs::read(sandbox.path("two.pdb")).unwrap()
    );
}

#[test]
fn derived_tables_are_made_and_checked() {
    let sandbox = Sandbox::new();
    for pattern in ["5-edge", "4-edge"] {
        sandbox.says(&format!("pdb build {pattern}"));
        assert_eq!(sandbox.json(&format!("pdb check {pattern}"))["ok"], true);
    }
    let small = sandbox.json("pdb compress 5-edge --factor 13 --out small.pdb");
    assert_eq!(small["entries"], 3_041_280_u64.div_ceil(13));
    assert_eq!(small["order"], "symmetry");
    let delta = sandbox.json("pdb delta 5-edge 4-edge --out delta.pdb");
    assert_eq!(delta["base"], "4-edge");
    let large = sandbox.json("pdb info 5-edge");
    assert_eq!(delta["source"], large["digest"]);
    sandbox.says("pdb compress delta.pdb --factor 7 --out delta7.pdb");
    sandbox.says("pdb compress 5-edge --method mod3 --out mod3.pdb");
    for file in ["small.pdb", "delta.pdb", "delta7.pdb", "mod3.pdb"] {
        let checked = sandbox.json(&format!("pdb check {file}"));
        assert_eq!(checked["ok"], true, "{file}");
        assert_eq!(checked["rebuilt"], true, "{file}");
    }
    let orders = sandbox.json("pdb orders 5-edge --factor 13");
    let orders = orders["orders"].as_array().unwrap();
    assert_eq!(orders.len(), 6);
    let default = orders.iter().find(|o| o["order"] == "symmetry").unwrap();
    assert_eq!(default["mean"], small["mean"]);
}

#[test]
fn other_programs_formats_go_out_and_come_back() {
    let sandbox = Sandbox::new();
    let pattern = "corners:URF,DBL+edges:UF";
    sandbox.says(&format!("pdb build {pattern} --out own.pdb"));
    let named = format!("--pattern {pattern}");
    for (format, more) in [("npy", &*named), ("hog2", "")] {
        sandbox.says(&format!("pdb export own.pdb --format {format} --out other"));
        sandbox.says(&format!(
            "pdb import other --format {format} --out back.pdb {more}"
        ));
        let [own, back] = ["own.pdb", "back.pdb"].map(|file| fs::read(sandbox.path(file)).unwrap());
        assert_eq!(own[512..], back[512..], "{format}");
        assert_eq!(sandbox.json("pdb check back.pdb")["ok"], true);
    }
    sandbox.says("pdb export own.pdb --format npy --out x.npy");
    let npy = fs::read(sandbox.path("x.npy")).unwrap();
    assert!(npy.starts_with(b"\x93NUMPY"));
    let states = sandbox.json("pdb info own.pdb")["states"].as_u64().unwrap();
    assert!(npy.len() as u64 > states && npy.len() as u64 <= states + 128);
}

/// A foreign table that is well-formed but wrong is told so, with the state.
#[test]
fn a_wrong_table_fails_its_check() {
    let sandbox = Sandbox::new();
    sandbox.says("pdb build edges:UR,UF --out own.pdb");
    sandbox.says("pdb export own.pdb --format npy --out x.npy");
    let mut npy = fs::read(sandbox.path("x.npy")).unwrap();
    *npy.last_mut().unwrap() += 1;
    fs::write(sandbox.path("x.npy"), npy).unwrap();
    sandbox.says("pdb import x.npy --format npy --pattern edges:UR,UF --out wrong.pdb");
    sandbox
        .admit("pdb check wrong.pdb")
        .assert()
        .failure()
        .stderr(contains("but the smallest value among its neighbours is"));
    let mut json = sandbox.admit("pdb check wrong.pdb --json");
    json.assert().failure().stdout(contains("\"ok\":false"));
}

#[test]
fn damaged_files_are_refused_and_nothing_is_lost() {
    let sandbox = Sandbox::new();
    sandbox.says("pdb build edges:UR,UF --out own.pdb");
    sandbox.says("pdb build 4-edge --out four.pdb");
    let good = fs::read(sandbox.path("own.pdb")).unwrap();
    let mut flipped = good.clone();
    flipped[600] ^= 4;
    fs::write(sandbox.path("flipped.pdb"), &flipped).unwrap();
    fs::write(sandbox.path("short.pdb"), &good[..700]).unwrap();
    let said: String = [
        "pdb info flipped.pdb",
        "pdb check short.pdb",
        "pdb info none.pdb",
        "pdb info 6-edge",
        "pdb build edges:UR,UF,UX",
        "pdb build 9-edge",
        "pdb compress own.pdb --factor 0 --out x.pdb",
        "pdb compress four.pdb --factor 3 --order symmetry",
        "pdb compress own.pdb --method symmetry",
        "pdb compress own.pdb",
        "pdb delta own.pdb own.pdb --out /",
        "pdb import own.pdb --format hog2 --out x.pdb",
        "pdb import own.pdb --format npy --pattern 4-edge --out x.pdb",
        "pdb build corners:URF,UFL,ULB,UBR,DFR,DLF,DBL,DRB+edges:UR,UF,UL",
    ]
    .map(|line| sandbox.complains(line))
    .concat();
    insta::with_settings!({filters => vec![
        (r"[0-9a-f]{64}", "[DIGEST]"),
        (r"\d+ MB are available", "[FREE] MB are available"),
        (r"in \S+([;,])", "in [DATA]$1"),
        (r"/: .*", "/: [SYSTEM ERROR]"),
    ]}, {
        insta::assert_snapshot!(said);
    });
    // What was there before is still there, and nothing half-written is.
    assert_eq!(fs::read(sandbox.path("own.pdb")).unwrap(), good);
    let names = fs::read_dir(sandbox.folder()).unwrap();
    let names = names.map(|e| e.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, ["flipped.pdb", "four.pdb", "own.pdb", "short.pdb"]);
}

/// Building takes no more memory than the table and four bit sets, beside what
/// the program itself takes (more in this build than in an optimised one).
#[cfg(target_os = "linux")]
#[test]
fn building_is_frugal() {
    let sandbox = Sandbox::new();
    let built = |pattern| {
        let report = sandbox.json(&format!("pdb build {pattern} --threads 2"));
        ["bytes", "states", "peak_memory"].map(|key| report[key].as_u64().unwrap())
    };
    let [_, _, program] = built("edges:UR");
    assert!(program < 16_000_000, "{program}");
    for pattern in ["6-edge", "8-corner", "7-edge"] {
        let [table, states, peak] = built(pattern);
        assert!(
            peak - program <= table + 4 * states / 8,
            "{pattern}: {peak}, of which {program}"
        );
    }
}

#[test]
fn help_teaches() {
    let sandbox = Sandbox::new();
    let help = sandbox.says("pdb build --help");
    assert!(help.contains("edges:UR,UF,FR") && help.contains("8-corner"));
    let all = sandbox.says("pdb --help");
    for command in [
        "build", "info", "check", "compress", "orders", "delta", "export", "import",
    ] {
        assert!(all.contains(command), "{command}");
    }
}
