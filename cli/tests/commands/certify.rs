//! `admit certify`, through the real command: a certificate, deriving it once more,
//! searching with it, what is refused when anything was altered, and a sweep that is
//! killed.

use crate::sandbox::Sandbox;
use admit::pdb::cube::{CubeHeader, CubeTable};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A network trained on few samples, in the folder `run`.
fn train(sandbox: &Sandbox, pattern: &str, samples: u32, more: &str) {
    let network = "--net pair:16,16,0 --batch 256 --rate 0.02";
    sandbox.says(&format!(
        "train {pattern} {network} --samples {samples} --out run {more}"
    ));
}

fn certified(pattern: &str, bytes: &str, more: &str) -> (Sandbox, Value) {
    let sandbox = Sandbox::new();
    train(&sandbox, pattern, 100_000, more);
    let found = sandbox.json(&format!("certify run --bytes {bytes}"));
    (sandbox, found)
}

#[test]
fn the_help_teaches() {
    insta::assert_snapshot!(Sandbox::new().says("certify --help"));
}

#[test]
fn a_network_is_certified_checked_and_searched_with() {
    let (sandbox, found) = certified("4-edge", "80kB", "");
    assert_eq!(found["after"]["over"], 0);
    assert!(found["before"]["over"].as_u64().unwrap() > 0, "{found}");
    assert_eq!(found["states"], 190_080);
    let all = found["bytes"]["all"].as_u64().unwrap();
    assert!(all <= 80_000);
    let length = |name: &str| sandbox.path("run").join(name).metadata().unwrap().len();
    assert_eq!(
        all,
        length("network.safetensors") + length("correction.safetensors")
    );
    let [mean, exact] =
        ["/after/mean", "/table_mean"].map(|p| found.pointer(p).unwrap().as_f64().unwrap());
    assert!(mean > 0.8 * exact && mean < exact, "{mean} of {exact}");

    // The file is what was printed.
    let file = sandbox.path("run/certificate.json");
    let read: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(read, found);
    let checked = sandbox.json("certify --check run/certificate.json");
    assert_eq!(checked["same"], true);
    assert_eq!(checked["differences"], serde_json::json!([]));

    // Both searches, alone and beside a table, find paths as short as without it.
    let state = "R U F' L2 D";
    for list in [
        "certified:run",
        "certified:run,4-edge",
        "dual:certified:run",
    ] {
        for algorithm in ["idastar", "astar"] {
            let report = sandbox.json(&format!(
                "solve \"{state}\" --heuristic {list} --algorithm {algorithm}"
            ));
            assert_eq!(report["length"], 5, "{list}, {algorithm}");
        }
    }
    let says = sandbox.says("certify run --bytes 80kB");
    // Weights differ with the vector width of the machine.
    insta::with_settings!({filters => vec![
        (r"\d+\.\d s on \d+ threads, .*", "[time]"),
        (r"raised .*\n", ""),
        (r"\d[\d,.]*(e-\d+)?", "[n]"),
        (r"(; \[n\] (in slots of \[n\] bits|listed))+", " […]"),
    ]}, {
        insta::assert_snapshot!(says);
    });
}

/// Differences to a smaller table, whose entry is added.
#[test]
fn differences_are_certified_too() {
    let (sandbox, found) = certified("edges:UR,UF,UL/delta:edges:UR,UL", "40kB", "");
    assert_eq!(found["after"]["over"], 0);
    assert_eq!(found["base"], "edges:UR,UL");
    assert_eq!(found["digests"]["base"].as_str().unwrap().len(), 64);
    let report = sandbox.json(r#"solve "R U F'" --heuristic certified:run"#);
    assert_eq!(report["length"], 3);
    assert_eq!(sandbox.json("certify --check run")["same"], true);
}

/// A canonical form: one state for each orbit, and all of them counted.
#[test]
fn symmetric_patterns_sweep_orbits() {
    let (sandbox, found) = certified("edges:UF,UB,DF,DB", "80kB", "--canonical");
    let [states, asked] = ["states", "asked"].map(|k| found[k].as_u64().unwrap());
    assert_eq!(states, 190_080);
    assert!(asked < states / 8, "{asked}");
    assert_eq!(sandbox.json("certify --check run")["same"], true);
}

/// Copies the certified heuristic to another folder, to be altered there.
fn copy(sandbox: &Sandbox, name: &str) {
    std::fs::create_dir(sandbox.path(name)).unwrap();
    for file in [
        "network.safetensors",
        "correction.safetensors",
        "certificate.json",
    ] {
        std::fs::copy(
            sandbox.path("run").join(file),
            sandbox.path(name).join(file),
        )
        .unwrap();
    }
}

fn flip_last(path: &Path) {
    let mut bytes = std::fs::read(path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(path, bytes).unwrap();
}

/// A bit of a weight, of a filter or of the table, and every number of the certificate
/// that could make it seem better: none goes through.
#[test]
fn altered_files_are_refused() {
    let (sandbox, _) = certified("4-edge", "80kB", "");
    let solve = |folder: &str| {
        let list = format!("certified:{folder}");
        sandbox.complains(&format!("solve \"R U\" --heuristic {list}"))
    };
    let check = |folder: &str| sandbox.complains(&format!("certify --check {folder}"));
    for file in ["network.safetensors", "correction.safetensors"] {
        let what = file.split('.').next().unwrap();
        copy(&sandbox, what);
        flip_last(&sandbox.path(what).join(file));
        let said = solve(what);
        assert!(
            said.contains(&format!("the {what} has the digest")),
            "{said}"
        );
        assert!(said.contains("refused"), "{said}");
        let said = check(what);
        assert!(said.contains(&format!("digests.{what}:")), "{said}");
    }

    // A certificate that says something else of the very same files.
    let text = std::fs::read_to_string(sandbox.path("run/certificate.json")).unwrap();
    let stated: Value = serde_json::from_str(&text).unwrap();
    let [probe, pattern] = ["probe", "pattern"].map(|key| stated[key].as_str().unwrap());
    let changes = [
        ("over", "\"over\": 0", "\"over\": 1", true),
        ("probe", probe, &"0".repeat(64), true),
        ("format", "admit certificate 1", "admit certificate 9", true),
        ("pattern", pattern, "edges:UR,UF,UL,DB", true),
        (
            "entries",
            "\"entries\": 190080",
            "\"entries\": 190079",
            true,
        ),
        ("proved", "\"proved\"", "\"proven\"", true),
        // What search does not need is still found when it is derived once more.
        ("version", "\"version\": \"", "\"version\": \"9.", false),
        ("mean", "\"mean\": ", "\"mean\": 1", false),
    ];
    for (name, from, to, by_solve) in changes {
        copy(&sandbox, name);
        let altered = text.replace(from, to);
        assert_ne!(altered, text, "{name}");
        std::fs::write(sandbox.path(name).join("certificate.json"), altered).unwrap();
        if by_solve {
            let said = solve(name);
            assert!(said.contains("refused"), "{name}: {said}");
        }
        check(name);
    }

    // A table with one wrong entry, and a digest that fits it.
    let path = sandbox.path("4-edge.pdb");
    assert!(path.exists());
    let table = CubeTable::open(&path).unwrap();
    let header: CubeHeader = table.header().clone();
    let mut bytes = std::fs::read(&path).unwrap();
    let payload = bytes.len() - table.bytes().len();
    let at = bytes[payload..]
        .windows(1)
        .position(|b| b[0] % 16 == b[0] / 16 && b[0] > 0);
    drop(table);
    bytes[payload + at.unwrap()] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let said = check("run");
    assert!(
        said.contains("digest") || said.contains("altered"),
        "{said}"
    );
    let digest_at = 480;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..digest_at]);
    hasher.update(&bytes[payload..]);
    bytes[digest_at..digest_at + 32].copy_from_slice(hasher.finalize().as_bytes());
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(
        CubeTable::open(&path).unwrap().header().pattern,
        header.pattern
    );
    let said = check("run");
    assert!(said.contains("error:"), "{said}");
    let said = sandbox.complains("certify run --bytes 80kB --out other");
    assert!(said.contains("error:"), "{said}");
    assert!(!sandbox.path("other/certificate.json").exists());
}

#[test]
fn bad_input_is_refused_with_the_reason() {
    let sandbox = Sandbox::new();
    train(&sandbox, "edges:UR,UF", 20_000, "");
    for (line, words) in [
        ("certify run --bytes 900", "900 bytes are too few"),
        ("certify run --bytes much", "is no number of bytes"),
        ("certify run --shard 3/2", "I from 1 to N"),
        ("certify nothing", "nothing"),
        ("certify --check run", "certificate.json"),
        (
            "certify --check run/model.safetensors",
            "a certificate is a file",
        ),
        ("certify", "<RUN>"),
        ("solve R --heuristic certified:run", "refused"),
    ] {
        sandbox.refuses(line, words);
    }
}

/// Chance says how large the rate may be, and that this is no certificate.
#[test]
fn a_sample_is_no_certificate() {
    let sandbox = Sandbox::new();
    train(&sandbox, "edges:UR,UF,DL", 100_000, "");
    let says = sandbox.says("certify run --sample 2000");
    assert!(says.contains("not a certificate"), "{says}");
    assert!(says.contains("by Clopper and Pearson"), "{says}");
    assert!(!sandbox.path("run/certificate.json").exists());
    let found = sandbox.json("certify run --sample 2000");
    assert_eq!(found["certificate"], false);
    assert_eq!(found["sampled"], 2000);
    // The rate of all states is below the limit.
    let all = sandbox.json("eval run");
    let limit = found["rate_at_most"].as_f64().unwrap();
    assert!(all["rate"].as_f64().unwrap() <= limit, "{limit}");
}

/// A killed sweep resumes with its finished chunks, and ends with the same certificate.
#[test]
fn a_killed_sweep_is_resumed() {
    let sandbox = Sandbox::new();
    train(&sandbox, "5-edge", 100_000, "");
    let line = "certify run --bytes 150kB --threads 1 --out";
    let expected = sandbox.json(&format!("{line} whole"));

    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_admit"))
        .current_dir(sandbox.folder())
        .env("ADMIT_DATA", sandbox.folder())
        .args(line.split(' '))
        .arg("killed")
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Until the first chunk is on the disk: its record has some thousand bytes, and they
    // do not come all at once.
    let log = sandbox.path("killed/sweep-1-of-1.sweep");
    let length = || log.metadata().map_or(0, |m| m.len());
    let mut before = 0;
    while before < 4000 || length() > before {
        before = length();
        let running = child.try_wait().unwrap().is_none();
        assert!(running, "it ended before it was killed");
        let waited = start.elapsed();
        assert!(waited < Duration::from_mins(5), "no chunk was ever done");
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!sandbox.path("killed/certificate.json").exists());

    let done = sandbox
        .admit(&format!("{line} killed --json"))
        .assert()
        .success();
    let output = done.get_output();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("resuming the sweep:"), "{said}");
    assert!(said.contains("of 3 chunks are done"), "{said}");
    let mut found: Value = serde_json::from_slice(&output.stdout).unwrap();
    found["time"] = expected["time"].clone();
    assert_eq!(found, expected);
}
