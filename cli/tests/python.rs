//! What admit writes can be read in Python: `examples/python/read_results.py` finds in the
//! ledger, in a table, in a network and in a measured rate what admit finds in them.
//!
//! Where Python has no numpy, safetensors or matplotlib, the test says so and passes; with
//! `ADMIT_PYTHON=required` it fails. `PYTHON` names another interpreter than `python3`.

use admit::files::Options;
use admit::pdb::cube::CubeTable;
use admit_verification::ledger::{Ledger, Verdict};
use approx::assert_relative_eq;
use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The interpreter, if it has all that is needed.
fn python() -> Option<String> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let there = std::process::Command::new(&python)
        .args(["-c", "import numpy, safetensors, matplotlib"])
        .output();
    if there.is_ok_and(|o| o.status.success()) {
        return Some(python);
    }
    let required = std::env::var("ADMIT_PYTHON").is_ok_and(|value| value == "required");
    assert!(
        !required,
        "{python} has no numpy, safetensors or matplotlib: \
         pip install -r examples/python/requirements.txt"
    );
    println!("not run: {python} has no numpy, safetensors or matplotlib");
    None
}

/// What stands behind some words, up to the end of the line or a comma.
fn after<'t>(text: &'t str, words: &str) -> &'t str {
    let (_, rest) = text
        .split_once(words)
        .unwrap_or_else(|| panic!("no {words:?} in:\n{text}"));
    rest.split([',', '\n']).next().unwrap().trim()
}

fn number(text: &str, words: &str) -> f64 {
    let found = after(text, words);
    found.parse().unwrap_or_else(|_| panic!("{words}{found}"))
}

#[test]
fn python_reads_what_admit_writes() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let admit = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("admit").unwrap();
        command.current_dir(folder.path());
        command.env("ADMIT_DATA", folder.path()).args(arguments);
        let output = command.assert().success().get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    };
    admit(&["pdb", "build", "4-edge"]);
    let export = ["pdb", "export", "4-edge", "--format", "npy"];
    admit(&[&export[..], &["--out", "4-edge.npy"]].concat());
    let train = ["train", "4-edge", "--net", "pair:16,16,1", "--loss", "ce"];
    admit(&[&train[..], &["--samples", "400000", "--out", "run"]].concat());
    let eval = admit(&["eval", "run", "--rule", "argmax", "--json"]);
    let eval: Value = serde_json::from_str(&eval).unwrap();

    let ran = Command::new(python)
        .current_dir(folder.path())
        .env("MPLCONFIGDIR", folder.path())
        .arg(root().join("examples/python/read_results.py"))
        .args(["--table", "4-edge.npy", "--model", "run/model.safetensors"])
        .args(["--samples", "1000000", "--picture", "deviation.png"])
        .assert()
        .success();
    let text = String::from_utf8(ran.get_output().stdout.clone()).unwrap();

    // The ledger.
    let ledger = std::fs::read_to_string(root().join("verification/ledger.json")).unwrap();
    let ledger: Ledger = serde_json::from_str(&ledger).unwrap();
    assert!(text.contains(&format!("ledger: {} claims\n", ledger.entries.len())));
    for verdict in Verdict::ALL {
        let count = ledger.count(verdict);
        if count > 0 {
            let name = serde_json::to_value(verdict).unwrap();
            let words = format!("  {}: ", name.as_str().unwrap());
            assert_eq!(after(&text, &words), count.to_string(), "{words}");
        }
    }
    for entry in &ledger.entries {
        let listed = text.contains(&format!("  refuted: {},", entry.claim.id));
        assert_eq!(listed, entry.verdict == Verdict::Refuted);
    }

    // The table.
    let table = CubeTable::build("4-edge".parse().unwrap(), &Options::default()).unwrap();
    let header = table.header();
    for (value, count) in header.histogram.iter().enumerate().filter(|(_, n)| **n > 0) {
        let words = format!("  value {value}: ");
        assert_eq!(after(&text, &words), count.to_string());
    }
    assert_eq!(after(&text, "  mean: "), format!("{:.6}", header.mean()));

    // The network, on all states. Other sums round otherwise: a few may be decided so.
    assert!(text.contains("network: 4-edge, 56281 parameters"), "{text}");
    let states = number(&text, "by the largest logit: mean ");
    assert_relative_eq!(states, eval["mean"].as_f64().unwrap(), epsilon = 1e-3);
    let over = eval["over"].as_f64().unwrap();
    assert_relative_eq!(number(&text, "too high "), over, epsilon = 20.0);
    assert!(over > 0.0 && text.contains("  of 190080 states"), "{text}");

    // The rate.
    let rate = std::fs::read(root().join("verification/rate/8-corner-plain.json")).unwrap();
    let rate: Value = serde_json::from_slice(&rate).unwrap();
    let slope = rate["fit"]["slope"].as_f64().unwrap();
    assert_relative_eq!(number(&text, "  slope: "), slope, epsilon = 1e-9);
    let picture = std::fs::read(folder.path().join("deviation.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 10_000);
}

/// It says what it does to whoever asks, without any of its files.
#[test]
fn the_script_has_a_help() {
    let Some(python) = python() else { return };
    let ran = Command::new(python)
        .arg(root().join("examples/python/read_results.py"))
        .arg("--help")
        .assert()
        .success();
    let text = String::from_utf8(ran.get_output().stdout.clone()).unwrap();
    assert!(
        text.contains("--table") && text.contains("the ledger"),
        "{text}"
    );
}
