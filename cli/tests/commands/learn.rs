//! `admit train` and `admit eval`, through the real command: a run, its folder, resuming it, its
//! evaluation, and refusals of bad input.

use crate::sandbox::Sandbox;
#[cfg(feature = "burn")]
use admit::learn::tensors::{Part, Tensors};
use serde_json::Value;

const SMALL: &str = "train edges:UR,UF,DL --net pair:16,16,0 --batch 256 --every 20000 --rate 0.02";

/// Both ends of an interval.
fn ends(interval: &Value) -> [f64; 2] {
    [0, 1].map(|i| interval[i].as_f64().unwrap())
}

fn log(sandbox: &Sandbox, run: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(sandbox.path(run).join("log.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_table_is_learned_and_the_run_resumed() {
    let sandbox = Sandbox::new();
    let train = |run| sandbox.json(&format!("{SMALL} --samples 200000 --out {run}"));
    let whole = train("whole");
    assert_eq!(whole["finished"], true);
    assert!(whole["last"]["accuracy"].as_f64().unwrap() > 0.8, "{whole}");

    // The same settings give the same weights; then the run is resumed.
    let again = train("parts");
    assert_eq!(again["last"]["loss"], whole["last"]["loss"]);
    let weights = |run: &str| std::fs::read(sandbox.path(run).join("model.safetensors")).unwrap();
    assert_eq!(weights("whole"), weights("parts"));
    let more = sandbox.json("train --resume --out parts --samples 240000");
    assert_eq!(more["last"]["samples"], 240_128);
    let lines = log(&sandbox, "parts");
    assert_eq!(lines.len(), 12);
    assert!(
        lines
            .iter()
            .map(|line| line["samples"].as_u64())
            .is_sorted()
    );
    let drawn = std::fs::read_to_string(sandbox.path("parts").join("run.svg")).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("edges:UR,UF,DL: loss"));

    let found = sandbox.json("eval whole");
    assert_eq!(found["states"], 12 * 11 * 10 * 8);
    assert_eq!(found["all"], true);
    let rate = found["rate"].as_f64().unwrap();
    assert_eq!(found["rate_interval"], serde_json::json!([rate, rate]));
    let sampled = sandbox.json("eval whole --sample 3000");
    let [low, high] = [0, 1].map(|i| sampled["rate_interval"][i].as_f64().unwrap());
    assert!(low <= rate && rate <= high, "{rate} {low} {high}");
    let mean = found["mean"].as_f64().unwrap();
    assert_eq!(found["mean_interval"], serde_json::json!([mean, mean]));
    let [low, high] = ends(&sampled["mean_interval"]);
    assert!(low < mean && mean < high, "{mean} {low} {high}");

    // A careful rule overestimates less.
    let careful = sandbox.json("eval whole --rule q:1e-4");
    assert!(careful["rate"].as_f64().unwrap() <= rate);
    assert!(careful["mean"].as_f64().unwrap() < found["mean"].as_f64().unwrap());

    // Rules that are chosen keep what they were chosen for: 4 bytes of a filter hold
    // three states at 9 bits each.
    let rated = sandbox.json("eval whole --rule rate:1e-3");
    assert!(rated["rate"].as_f64().unwrap() <= 1e-3, "{rated}");
    let filtered = sandbox.json("eval whole --rule certified:4");
    assert!(filtered["over"].as_u64().unwrap() <= 3, "{filtered}");
    sandbox.says("train --resume --out whole --rule rate:1e-3");
    let kept = sandbox.json("eval whole");
    for key in ["rule", "over"] {
        assert_eq!(kept[key], rated[key]);
    }
}

/// The weights of the model in a folder.
#[cfg(feature = "burn")]
fn weights(sandbox: &Sandbox, run: &str) -> Vec<Part> {
    let file = sandbox.path(run).join("model.safetensors");
    Tensors::load(&file).unwrap().parts
}

#[cfg(feature = "burn")]
const PAPER: &str = "train edges:UR,UF --net paper:6,48,32,1 --batch 128 --every 20480 --loss ce";

/// The paper's architecture through the same command: it learns, is resumed bit for
/// bit, begins where another run ended, and is evaluated.
#[cfg(feature = "burn")]
#[test]
fn a_network_of_the_paper_is_learned_too() {
    let sandbox = Sandbox::new();
    let train = |more: &str| sandbox.json(&format!("{PAPER} {more}"));
    let accuracy = |report: &Value| report["last"]["accuracy"].as_f64().unwrap();
    let whole = train("--samples 204800 --rate 0.005 --out whole");
    assert_eq!(whole["settings"]["net"], "paper:6,48,32,1");
    assert!(accuracy(&whole) > 0.95, "{whole}");
    let found = sandbox.json("eval whole");
    assert_eq!(found["states"], 12 * 11 * 4);
    assert_eq!(
        found["network"]["paper"]["planes"],
        serde_json::json!([6, 4, 3])
    );
    assert!(found["rate"].as_f64().unwrap() < 0.05, "{found}");
    let says = sandbox.says("eval whole");
    assert!(says.contains("paper:6,48,32,1 with planes"), "{says}");

    // Another optimizer: the same settings give the same weights, also when both are resumed.
    for run in ["one", "two"] {
        train(&format!(
            "--samples 20480 --optimizer rmsprop --rate 0.0005 --out {run}"
        ));
        sandbox.json(&format!("train --resume --out {run} --samples 40960"));
    }
    assert!(weights(&sandbox, "one") == weights(&sandbox, "two"));

    // A run that begins with a model knows what it knew.
    let next = train("--samples 20480 --out next --from whole --rate 1e-5");
    assert!(accuracy(&next) > 0.95, "{next}");
    let origin = &next["settings"]["from"];
    assert_eq!(origin["file"], "whole/model.safetensors");
    assert_eq!(origin["digest"].as_str().unwrap().len(), 64);
    sandbox.refuses(
        "train edges:UR,UB --net paper:6,48,32,1 --from whole",
        "has the pattern edges:UR,UF; this run has edges:UR,UB",
    );
    sandbox.refuses(
        "train edges:UR,UF --from whole",
        "has the network paper:6,48,32,1",
    );
}

/// Ctrl-C ends a run with a checkpoint, and a resumed run ends with the weights of an uninterrupted
/// one.
#[cfg(all(unix, feature = "burn"))]
#[test]
fn an_interrupted_run_is_resumed() {
    use std::process::{Command, Stdio};
    let sandbox = Sandbox::new();
    let line = format!("{PAPER} --samples 122880 --out");
    sandbox.says(&format!("{line} whole"));
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("admit"))
        .current_dir(sandbox.folder())
        .env("ADMIT_DATA", sandbox.folder())
        .args(line.split(' ').chain(["parts"]))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The first evaluation is in the log, or the run is over already.
    let file = sandbox.path("parts").join("log.jsonl");
    let said = || std::fs::read_to_string(&file).is_ok_and(|text| text.contains('\n'));
    while !said() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(child.wait().unwrap().success());
    assert!(sandbox.path("parts/checkpoint.safetensors").exists());
    let before = log(&sandbox, "parts").len();
    let more = sandbox.json("train --resume --out parts");
    assert_eq!(more["finished"], true);
    let lines = log(&sandbox, "parts");
    println!("{before} of {} rounds before the signal", lines.len());
    assert_eq!(lines.len(), log(&sandbox, "whole").len());
    assert!(weights(&sandbox, "parts") == weights(&sandbox, "whole"));
}

#[test]
fn results_of_a_run_are_shown() {
    let sandbox = Sandbox::new();
    let said = sandbox.says(&format!("{SMALL} --samples 40000 --out run --loss ce"));
    // In the log as it was said: two intervals on held-out states, one with a careful
    // rule. Around what they are of, they are neither empty nor wide.
    let last = &log(&sandbox, "run")[1];
    for (figure, interval, most) in [
        ("mean", "mean_interval", 0.05),
        ("over", "over_interval", 0.02),
        ("careful_mean", "careful_interval", 0.2),
    ] {
        let figure = last[figure].as_f64().unwrap();
        let [low, high] = ends(&last[interval]);
        assert!(low < figure && figure < high, "{last}");
        assert!(high - low < most, "{last}");
    }
    let row = |name| said.lines().find(|line| line.starts_with(name)).unwrap();
    assert_eq!(row("held out").matches("at 95 %)").count(), 2, "{said}");
    let [low, high] = ends(&last["mean_interval"]);
    let interval = format!("({low:.4} to {high:.4} at 95 %)");
    assert!(row("held out").contains(&interval), "{said}");
    assert_eq!(row("careful").matches("at 95 %)").count(), 1, "{said}");

    // Of all states nothing is left open; of some, means and rates are, class by class.
    let says = sandbox.says("eval run");
    assert!(!says.contains("95 %"), "{says}");
    let some = sandbox.json("eval run --sample 2000");
    let shown = sandbox.says("eval run --sample 2000");
    let [low, high] = ends(&some["mean_interval"]);
    let interval = format!("({low:.6} to {high:.6} at 95 %) of ");
    assert!(shown.contains(&interval), "{shown}");
    let rows = shown.lines().skip_while(|line| !line.starts_with("class"));
    for row in rows.skip(1) {
        assert_eq!(row.matches(" to ").count(), 2, "{shown}");
    }
    let counts = [0, 1, 2, 3, 4].map(|i| &some["by_class"][i]);
    let many = |c: &&Value| c["states"].as_u64() > Some(100);
    let class = counts.iter().rposition(many).unwrap();
    let count = |what| counts[class][what].as_u64().unwrap();
    let (low, high) = admit::stats::interval::clopper_pearson(count("over"), count("states"));
    let interval = format!(" ({low:.3e} to {high:.3e})");
    assert!(shown.contains(&interval), "{interval}: {shown}");
    for words in ["pattern        edges:UR,UF,DL", "overestimates", "class"] {
        assert!(says.contains(words), "{says}");
    }
    let found = sandbox.json("eval run");
    let classes = found["by_class"].as_array().unwrap().len();
    let rows = says.lines().skip_while(|line| !line.starts_with("class"));
    assert_eq!(rows.count(), 1 + classes, "{says}");
}

#[test]
fn differences_are_learned_too() {
    let sandbox = Sandbox::new();
    let line = SMALL.replace("DL", "DL/delta:edges:UR,UF");
    let report = sandbox.json(&format!("{line} --samples 40000"));
    assert_eq!(report["settings"]["base"], "edges:UR,UF");
    let folder = report["folder"].as_str().unwrap();
    let found = sandbox.json(&format!("eval {folder}"));
    assert_eq!(found["base"], "edges:UR,UF");
}

#[test]
fn bad_input_is_refused() {
    let sandbox = Sandbox::new();
    let again = format!("{SMALL} --samples 256");
    sandbox.says(&again);
    for (line, words) in [
        ("train 9-edge", "9-edge"),
        ("train 4-edge/8", "PATTERN/delta:PATTERN"),
        ("train 4-edge --net pair:10,16,0", "multiple of 16"),
        ("train 4-edge --loss mse", "cea:BETA,ETA"),
        ("train 4-edge --net paper/9-edge", "paper/8-corner"),
        (
            "train edges:UR,UF --optimizer sgd",
            "adam on the processor, not by sgd",
        ),
        (
            "train edges:UR,UF --net paper/8-corner",
            "planes of [36, 3, 3] and 12 classes",
        ),
        (
            "train corners:URF+edges:UF --net paper:4,16,16,0",
            "all 8 corners, or of edges alone",
        ),
        ("train edges:UR,UF --from nowhere", "nowhere"),
        (
            "train edges:UR,UF --minutes=-1",
            "expected a number above 0",
        ),
        ("train edges:UR,UF --rate=nan", "expected a number above 0"),
        (
            "train edges:UR,UF --minutes=inf",
            "expected a number above 0",
        ),
        ("table2 edges:UR,UF --shares=9", "from 0 to 2"),
        ("train --resume", "--out"),
        ("train --resume --out nowhere", "no run to resume"),
        ("eval nowhere", "nowhere"),
        (&again, "holds a run already; continue with --resume"),
    ] {
        sandbox.refuses(line, words);
    }
}

#[test]
fn the_help_teaches() {
    insta::assert_snapshot!(Sandbox::new().says("train --help"));
}

/// Both losses and a compressed table of the same size; finished networks are reused, and other
/// settings are refused.
#[test]
fn networks_are_compared_with_compressed_tables() {
    let sandbox = Sandbox::new();
    let table2 = "table2 4-edge --net pair:16,16,0 --out t --samples 30000";
    let small = format!("{table2} --every 10000");
    let lines = sandbox.json(&small);
    let heuristics = [0, 1, 2, 3].map(|i| lines[i]["heuristic"].as_str().unwrap());
    assert_eq!(heuristics[..2], ["pair:16,16,0, CEA", "pair:16,16,0, CE"]);
    let careful = heuristics[2];
    assert!(careful.starts_with("pair:16,16,0, CE, careful, q = "));
    assert_eq!(heuristics[3], "min-compressed, 1 states an entry");
    assert_eq!(lines[3]["rate"], 0.0);
    let rates = [0, 1, 2].map(|i| lines[i]["rate"].as_f64().unwrap());
    assert!(rates[0] < rates[1], "{lines}");
    assert!(rates[2] <= rates[0], "{lines}");
    assert_eq!(
        lines[0]["interval"],
        serde_json::json!([rates[0], rates[0]])
    );
    for line in lines.as_array().unwrap() {
        let mean = &line["mean"];
        assert_eq!(line["mean_interval"], serde_json::json!([mean, mean]));
    }

    let before = log(&sandbox, "t/4-edge-cea");
    assert_eq!(before.len(), 3);
    let again = sandbox.says(&small);
    assert_eq!(log(&sandbox, "t/4-edge-cea"), before);
    assert!(again.contains("pair:16,16,0, CEA"), "{again}");
    assert!(!again.contains("paper") && !again.contains('±'), "{again}");

    // The same networks on a sample: means of networks lie between two values, those
    // with a careful rule further apart, and that of the table does not.
    let some = format!("{small} --sample 5000");
    let sampled = sandbox.json(&some);
    let widths = [0, 1, 2, 3].map(|i| {
        let [low, high] = ends(&sampled[i]["mean_interval"]);
        let mean = lines[i]["mean"].as_f64().unwrap();
        assert!(i == 2 || low <= mean && mean <= high, "{sampled}");
        high - low
    });
    assert!(0.0 < widths[0] && widths[0] < widths[2], "{widths:?}");
    assert!(0.0 < widths[1] && widths[1] < widths[2], "{widths:?}");
    assert_eq!(sampled[3]["mean_interval"], lines[3]["mean_interval"]);
    let says = sandbox.says(&some);
    assert_eq!(says.matches(" ± ").count(), 3, "{says}");
    sandbox.refuses(&format!("{table2} --every 5000"), "other settings");
    sandbox.refuses(
        "table2 4-edge --net paper",
        "the paper has no network for 4-edge",
    );
}

#[test]
fn smaller_and_smaller_networks_are_compared() {
    let sandbox = Sandbox::new();
    let networks = "--pattern corners:URF,UFL,DRB --pairs --smallest 2";
    let small = "--samples 20000 --every 10000 --sample 2000";
    let lines = sandbox.json(&format!("scaling {networks} {small}"));
    assert_eq!(lines.as_array().unwrap().len(), 2);
    assert_eq!(lines[0]["heuristic"], "pair:16,64,1, CEA");
    assert_eq!(lines[1]["heuristic"], "pair:16,16,0, CEA");
    assert!(lines[0]["bytes"].as_u64() > lines[1]["bytes"].as_u64());
    // Of a sample, so that the rate lies between two values.
    let [low, high] = [0, 1].map(|i| lines[0]["interval"][i].as_f64().unwrap());
    assert!(low < high, "{lines}");
    let [low, high] = ends(&lines[0]["mean_interval"]);
    let mean = lines[0]["mean"].as_f64().unwrap();
    assert!(low < mean && mean < high && high - low < 0.2, "{lines}");
}
