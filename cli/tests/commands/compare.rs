//! `admit compare` through the real command: tables of a small pattern, with and without
//! a certified network, on random cubes; the picture, and what is said to bad input.

use crate::sandbox::Sandbox;
use serde_json::Value;

/// Cubes that are solved in no time.
fn compare(pattern: &str, bytes: &str) -> String {
    format!("compare {pattern} --bytes {bytes} --depths 3,4 --instances 5")
}

fn names(found: &Value) -> Vec<&str> {
    let all = found["contenders"].as_array().unwrap();
    all.iter().map(|c| c["name"].as_str().unwrap()).collect()
}

/// The column of one contender: nodes, cube by cube.
fn nodes(found: &Value, contender: usize) -> Vec<u64> {
    let all = found["instances"].as_array().unwrap();
    all.iter()
        .map(|instance| instance["nodes"][contender].as_u64().unwrap())
        .collect()
}

/// A certified network of a pattern, trained for a moment.
fn certify(sandbox: &Sandbox, pattern: &str) {
    let short = "--net pair:16,16,0 --batch 256 --samples 100000 --every 50000";
    sandbox.says(&format!("train {pattern} {short} --out run"));
    sandbox.says("certify run --bytes 200kB --out certified");
}

#[test]
fn tables_solve_the_same_cubes() {
    let sandbox = Sandbox::new();
    let line = compare("4-edge", "10kB");
    let found = sandbox.json(&format!("{line} --plot nodes.svg"));
    assert_eq!(
        names(&found),
        [
            "exact",
            "modulo 3",
            "min-compressed, 10 states an entry",
            "min-compressed in HOG2's order, 10 states an entry"
        ]
    );
    let contenders = &found["contenders"];
    let sizes = [0, 1, 2, 3].map(|i| contenders[i]["bytes"].as_u64().unwrap());
    assert_eq!(sizes, [95_040, 38_016, 9_504, 9_504]);
    let means = [0, 1, 2, 3].map(|i| contenders[i]["mean"].as_f64().unwrap());
    assert_eq!(contenders[0]["mean"], contenders[1]["mean"]);
    assert!(means[0] > means[2] && means[0] > means[3], "{means:?}");
    assert_eq!(found["certificate"], Value::Null);
    assert_eq!(found["paired"], serde_json::json!([]));

    // The same values, the same nodes; what says less generates no fewer, but for the
    // last round, in which a search may meet the goal sooner by luck.
    let instances = found["instances"].as_array().unwrap();
    assert_eq!(instances.len(), 10);
    for instance in instances {
        let depth = instance["depth"].as_u64().unwrap();
        assert!((1..=depth).contains(&instance["length"].as_u64().unwrap()));
    }
    assert_eq!(nodes(&found, 0), nodes(&found, 1));
    let total = |contender| nodes(&found, contender).iter().sum::<u64>();
    assert!(total(0) <= total(2), "{found}");
    for (i, depth) in [3, 4].into_iter().enumerate() {
        let sums = &found["depths"][i];
        assert_eq!((&sums["depth"], &sums["cubes"]), (&depth.into(), &5.into()));
        let of_depth: u64 = nodes(&found, 0)[5 * i..5 * i + 5].iter().sum();
        assert_eq!(sums["sums"][0]["nodes"], of_depth);
        for (contender, sum) in sums["sums"].as_array().unwrap().iter().enumerate() {
            let ends = &sum["interval"];
            let [low, mean, high] =
                [&ends[0], &sum["geometric_mean"], &ends[1]].map(|number| number.as_f64().unwrap());
            // By hand: the mean of the logarithms, of five cubes drawn from these five.
            let of_depth = &nodes(&found, contender)[5 * i..5 * i + 5];
            let logs: f64 = of_depth.iter().map(|&n| (n as f64).ln()).sum();
            assert!((mean.ln() - logs / 5.0).abs() < 1e-12);
            let [least, most] = [of_depth.iter().min(), of_depth.iter().max()];
            let [least, most] = [least, most].map(|n| *n.unwrap() as f64);
            assert!(low < mean && mean < high, "{sum}");
            assert!(least * 0.999 < low && high < most * 1.001, "{sum}");
        }
    }

    let drawn = std::fs::read_to_string(sandbox.path("nodes.svg")).unwrap();
    assert!(drawn.starts_with("<svg"));
    for words in ["4-edge, depth 3", "4-edge, depth 4", "modulo 3"] {
        assert!(drawn.contains(words), "{words}");
    }

    // Cubes and nodes depend on the seed and not on threads; those of a depth, not on
    // the depths beside it.
    let one_depth = "--depths 4 --instances 5 --threads 1";
    let alone = sandbox.json(&format!("compare 4-edge --bytes 10kB {one_depth}"));
    assert_eq!(nodes(&alone, 2), nodes(&found, 2)[5..]);
    let other = sandbox.json(&format!("{line} --seed 2"));
    assert_ne!(nodes(&other, 2), nodes(&found, 2));

    let says = sandbox.says(&line);
    for words in [
        "4-edge: 5 random cubes at each depth, seed 1",
        "depth 3, ",
        "geometric mean (95 %)",
        "95,040 bytes",
        "The certified network is left out; make one with admit certify",
    ] {
        assert!(says.contains(words), "{words}: {says}");
    }
}

#[test]
fn a_certified_network_is_held_against_tables() {
    let sandbox = Sandbox::new();
    certify(&sandbox, "edges:UR,UF,DL");
    let line = compare("edges:UR,UF,DL", "1kB") + " --certified certified";
    let found = sandbox.json(&line);
    assert_eq!(names(&found).last(), Some(&"certified network"));
    let text = std::fs::read_to_string(sandbox.path("certified/certificate.json")).unwrap();
    let certificate: Value = serde_json::from_str(&text).unwrap();
    let network = &found["contenders"][4];
    assert_eq!(network["mean"], certificate["after"]["mean"]);
    assert_eq!(network["bytes"], certificate["bytes"]["all"]);
    let digests = &found["certificate"];
    assert_eq!(digests["network"], certificate["digests"]["network"]);
    let own = blake3::hash(text.as_bytes()).to_hex().to_string();
    assert_eq!(digests["certificate"], own);

    // Against each of four, at two depths and over both.
    let paired = found["paired"].as_array().unwrap();
    assert_eq!(paired.len(), 12);
    for pair in paired {
        assert_eq!(pair["one"], "certified network");
        let [low, ratio, high] = [&pair["interval"][0], &pair["ratio"], &pair["interval"][1]]
            .map(|number| number.as_f64().unwrap());
        assert!(low <= ratio && ratio <= high, "{pair}");
        let instances = if pair["depth"].is_null() { 10 } else { 5 };
        assert_eq!(pair["instances"], instances);
        let less = pair["less"].as_f64().unwrap() * instances as f64;
        let expected = admit::stats::interval::clopper_pearson(less.round() as u64, instances);
        let found = [0, 1].map(|i| pair["less_interval"][i].as_f64().unwrap());
        assert!((found[0] - expected.0).abs() < 1e-12, "{pair}");
        assert!((found[1] - expected.1).abs() < 1e-12, "{pair}");
    }
    // By hand: the mean of the logarithms of the ratios.
    let logs = nodes(&found, 4).into_iter().zip(nodes(&found, 0));
    let sum: f64 = logs.map(|(a, b)| (a as f64 / b as f64).ln()).sum();
    let ratio = paired[2]["ratio"].as_f64().unwrap();
    assert!((ratio - (sum / 10.0).exp()).abs() < 1e-12);

    let says = sandbox.says(&line);
    assert!(says.contains("certified / modulo 3"), "{says}");
    assert!(says.contains("at 95 %)"), "{says}");
    let less = 100.0 * paired[2]["less"].as_f64().unwrap();
    let [low, high] = [0, 1].map(|i| 100.0 * paired[2]["less_interval"][i].as_f64().unwrap());
    let share = format!("{less:.0} % ({low:.0} to {high:.0})");
    assert!(says.contains(&share), "{share}: {says}");
    assert!(!says.contains("left out"), "{says}");

    sandbox.refuses(
        &(compare("4-edge", "10kB") + " --certified certified"),
        "its certificate is about edges:UR,UF,DL, not about 4-edge",
    );
}

#[test]
fn differences_are_compared_too() {
    let sandbox = Sandbox::new();
    let pattern = "edges:UR,UF,DL/delta:edges:UR,UF";
    certify(&sandbox, pattern);
    let line = compare(pattern, "1kB") + " --certified certified";
    let found = sandbox.json(&line);
    assert_eq!(
        names(&found),
        [
            "exact",
            "min-compressed, 6 states an entry",
            "min-compressed in HOG2's order, 6 states an entry",
            "certified network"
        ]
    );
    assert_eq!(found["base"], "edges:UR,UF");
    assert_eq!(found["base_bytes"], 12 * 11 * 4 / 2);
    let says = sandbox.says(&line);
    assert!(
        says.contains("To each the table of edges:UR,UF is added, 264 bytes"),
        "{says}"
    );
    // Differences and base are the exact table, and guide as it does.
    let whole_line = compare("edges:UR,UF,DL", "1kB");
    let whole = sandbox.json(&whole_line);
    assert_eq!(nodes(&whole, 0), nodes(&found, 0));
    sandbox.refuses(
        &(whole_line + " --certified certified"),
        "about edges:UR,UF,DL less edges:UR,UF, not about edges:UR,UF,DL",
    );
}

#[test]
fn bad_input_is_refused() {
    let sandbox = Sandbox::new();
    for (line, words) in [
        ("9-edge --bytes 1kB", "9-edge"),
        ("4-edge/8 --bytes 1kB", "PATTERN/delta:PATTERN"),
        ("4-edge --bytes many", "1.95MB"),
        ("4-edge --bytes 0", "no number of bytes"),
        (
            "edges:UR,UF --bytes 1MB",
            "takes 264 bytes and need not be compressed",
        ),
        ("4-edge --bytes 1kB --depths 0", "--depths"),
        ("4-edge --bytes 1kB --depths 3,21", "--depths"),
        ("4-edge --bytes 1kB --depths 3,x", "--depths"),
        ("4-edge --bytes 1kB --depths \"\"", "--depths"),
        ("4-edge --bytes 1kB --instances 0", "--instances"),
        (
            "4-edge --bytes 1kB --certified nowhere",
            "nowhere: certificate.json",
        ),
        ("4-edge", "--bytes"),
    ] {
        sandbox.refuses(&format!("compare {line}"), words);
    }
}

#[test]
fn the_help_teaches() {
    insta::assert_snapshot!(Sandbox::new().says("compare --help"));
}
