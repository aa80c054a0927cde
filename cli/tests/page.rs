//! The page, as a browser shows it.
//!
//! A page is made of what is published in this repository and of a folder like one that a
//! run leaves. Then `cli/tests/page/check.mjs` opens it in Chromium: content, filters,
//! citations, the stage, dark, phone, no scripts, no network, and axe-core. Screenshots
//! stay beside the page. Where node, its packages (`npm ci` in `cli/tests/page`) or Chromium
//! are missing, the test says so and passes; with `ADMIT_BROWSER=required` it fails.
//! `CHROMIUM` names another browser than `/usr/bin/chromium`.

use admit::learn::evaluate::ByClass;
use admit::learn::train::Report;
use admit_cli::report::page::Page;
use admit_cli::report::page::results::{
    Cubes, Learned, Machine, Smaller, SolvedCube, Step, Steps, Tables, Whole,
};
use admit_verification::ledger::{Claims, Engine, Finding, Ledger};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// What the tables of a run look like: 6 edges and 8 corners, and smaller ones of them.
fn tables() -> Tables {
    let whole = |name: &str, mean: f64, histogram: &[u64]| {
        let states: u64 = histogram.iter().sum();
        Whole {
            name: name.to_owned(),
            states,
            bytes: states / 2,
            mean,
            histogram: histogram.to_vec(),
            digest: "db2836a5942e6e0339e824abbc34c9c5ed1b045ef7d47b150ca51e1ba2bae0b4".to_owned(),
            build_seconds: 1.25,
            check_seconds: Some(2.5),
            neighbours: states * 18,
        }
    };
    let corners = [
        1, 18, 243, 2_874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616,
        15_139_616, 64_736,
    ];
    let edges = [
        1, 15, 184, 2_256, 25_909, 266_101, 2_239_790, 12_567_043, 24_415_346, 3_061_105, 170,
    ];
    let difference = [
        1_076_354, 11_389_507, 21_759_383, 7_581_788, 742_213, 28_240, 428, 7,
    ];
    let smaller = |table: &str, how: &str, bytes: u64, mean: f64| Smaller {
        table: table.to_owned(),
        how: how.to_owned(),
        bytes,
        mean,
    };
    Tables {
        whole: vec![
            whole("8-corner", 8.764_134, &corners),
            whole("6-edge", 7.650_062, &edges),
            whole("6-edge/delta:4-edge", 1.896_906, &difference),
        ],
        smaller: vec![
            smaller("8-corner", "every 23, block", 1_916_953, 6.84),
            smaller("8-corner", "every 23, stride", 1_916_953, 5.31),
            smaller("8-corner", "every 46, block", 958_477, 6.51),
            smaller("8-corner", "one of each orbit", 467_389, 8.764_134),
            smaller("8-corner", "remainders", 22_044_960, 8.764_134),
            smaller("6-edge", "every 11, block", 1_935_360, 6.68),
            smaller("6-edge/delta:4-edge", "every 7, block", 3_041_280, 1.05),
        ],
    }
}

fn read<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// A network that is right but for a few of each class.
fn learned(name: &str, loss: &str, over: u64, log: usize) -> Learned {
    let classes = tables().whole[0].histogram.clone();
    let by_class = classes.iter().enumerate().map(|(truth, &states)| {
        let excess = [states / over, states / over / 9, states / over / 90];
        let over: u64 = excess.iter().sum();
        let (sum, squares) = (states * truth as u64, states * (truth * truth) as u64);
        read(json!({
            "states": states, "sum": sum, "squares": squares, "over": over, "most": 3,
            "excess": excess,
        }))
    });
    let by_class: Vec<ByClass> = by_class.collect();
    let report = |k: usize| -> Report {
        let (loss, mean) = (0.4 + 1.0 / (k as f64 + 1.0), 8.7 - 1.0 / (k as f64 + 2.0));
        read(json!({
            "samples": (k as u64 + 1) << 20, "seconds": k, "loss": loss, "accuracy": 0.5,
            "beta": 1.0, "eta": 0.1, "mean": mean, "over": 1.0 / (over as f64 * (k as f64 + 1.0)),
        }))
    };
    Learned {
        name: name.to_owned(),
        table: "8-corner".to_owned(),
        loss: loss.to_owned(),
        net: "pair:48,64,2".to_owned(),
        rule: "the largest logit".to_owned(),
        bytes: 1_589_496,
        samples: (log as u64) << 20,
        seed: 1,
        states: classes.iter().sum(),
        mean: 8.6,
        over: by_class.iter().map(|class| class.over).sum(),
        by_class,
        log: (0..log).map(report).collect(),
        command: "admit train 8-corner --net pair:48,64,2 --loss cea:1,0.1".to_owned(),
    }
}

fn cubes() -> Cubes {
    let cube = |scramble: &str, solution: &str, moves, generated: [u64; 3]| SolvedCube {
        scramble: scramble.to_owned(),
        solution: solution.to_owned(),
        moves,
        generated: generated.to_vec(),
    };
    Cubes {
        heuristics: ["certified network", "every 23, block", "8-corner"]
            .map(str::to_owned)
            .to_vec(),
        cubes: vec![
            cube("R U2 F'", "F U2 R'", 3, [41, 60, 41]),
            cube(
                "R U F L D B R U",
                "U' R' B' D' L' F' U' R'",
                8,
                [5_127, 20_731, 5_100],
            ),
        ],
    }
}

fn steps() -> Steps {
    let step = |name: &str, seconds, reused| Step {
        name: name.to_owned(),
        seconds,
        reused,
        command: format!("admit {name}"),
        digest: "0123456789abcdef0123456789abcdef".to_owned(),
    };
    Steps {
        steps: vec![
            step("tables", 31.0, true),
            step("verify --quick", 95.5, false),
        ],
        machine: Machine {
            system: "linux, x86_64".to_owned(),
            processor: Some("a processor".to_owned()),
            threads: 2,
            memory: Some(8_000_000_000),
            versions: vec![("rustc".to_owned(), "1.95.0".to_owned())],
        },
    }
}

/// What a quick run finds: what is published but for Coq, Kani and larger bounds.
fn quick() -> Ledger {
    let text = std::fs::read_to_string(root().join("verification/ledger.json")).unwrap();
    let published: Ledger = serde_json::from_str(&text).unwrap();
    let findings: Vec<Finding> = published
        .entries
        .iter()
        .flat_map(|entry| entry.findings.clone())
        .filter(|f| !matches!(f.evidence.engine, Engine::Coq | Engine::Kani))
        .filter(|f| !f.evidence.name.contains('@'))
        .collect();
    let claims = published.entries.into_iter().map(|entry| entry.claim);
    let claims = Claims {
        claims: claims.collect(),
    };
    let mut quick = Ledger::new(&claims, findings);
    quick.run = published.run;
    "quick".clone_into(&mut quick.run.tier);
    quick.run.seconds = 88.0;
    quick
}

fn write(folder: &Path, name: &str, data: &impl Serialize) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, serde_json::to_string(data).unwrap()).unwrap();
}

/// A folder as a run leaves it.
fn fill(folder: &Path) {
    write(folder, "tables.json", &tables());
    write(folder, "ledger.json", &quick());
    let networks = [
        learned("8-corner", "CEA", 2_000, 120),
        learned("8-corner by CE", "CE", 12, 120),
    ];
    write(folder, "learned.json", &networks);
    write(folder, "cubes.json", &cubes());
    write(folder, "steps.json", &steps());
    for (from, to) in [
        ("certificates/8-corner.json", "certified/certificate.json"),
        (
            "verification/convergence/costs.json",
            "convergence/costs.json",
        ),
    ] {
        let to = folder.join(to);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(root().join(from), to).unwrap();
    }
}

/// Why the browser cannot be asked, if it cannot.
fn missing() -> Option<String> {
    let browser = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    let node = Command::new("node").arg("--version").output();
    if !node.is_ok_and(|o| o.status.success()) {
        return Some("node is not installed".to_owned());
    }
    if !root().join("cli/tests/page/node_modules/axe-core").is_dir() {
        return Some("packages are missing: run npm ci in cli/tests/page".to_owned());
    }
    (!Path::new(&browser).exists()).then(|| format!("there is no {browser}"))
}

#[test]
fn the_page_works_in_a_browser() {
    let run = tempfile::tempdir().unwrap();
    fill(run.path());
    let html = Page::gather(run.path()).unwrap().render().unwrap();
    assert!(html.len() < 3_000_000, "{} bytes", html.len());
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    std::fs::create_dir_all(&kept).unwrap();
    let index = kept.join("index.html");
    std::fs::write(&index, &html).unwrap();
    println!("{}: {} bytes", index.display(), html.len());
    if let Some(why) = missing() {
        let required = std::env::var("ADMIT_BROWSER").is_ok_and(|value| value == "required");
        assert!(!required, "{why}");
        println!("not run: {why}");
        return;
    }
    let ran = Command::new("node")
        .arg(root().join("cli/tests/page/check.mjs"))
        .args([&index, &kept])
        .output()
        .unwrap();
    println!("{}", String::from_utf8_lossy(&ran.stdout));
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
}
