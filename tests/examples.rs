//! The worked example of another space does what it says, and the README shows it as it is.
//!
//! It is run as it stands, with few samples: the network then knows less, and the
//! certificate must hold all the same.
#![cfg(feature = "learn")]

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where cargo puts examples: beside the folder of tests, which it compiles with them.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    let program = profile.join("examples").join(name);
    program.with_extension(std::env::consts::EXE_EXTENSION)
}

/// The number behind some words.
fn after<'t>(text: &'t str, words: &str) -> &'t str {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("{text}"));
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
    &rest[..end.unwrap_or(rest.len())]
}

#[test]
fn a_learned_heuristic_of_another_space_is_certified_and_searched_with() {
    let folder = tempfile::tempdir().unwrap();
    let program = program("own_space");
    assert!(
        program.is_file(),
        "`cargo test --test examples` alone does not build it: cargo build --example own_space"
    );
    let ran = Command::new(program)
        .arg("400000")
        .env("TMPDIR", folder.path())
        .env("TMP", folder.path())
        .output()
        .unwrap();
    let text = String::from_utf8(ran.stdout).unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    // 10·9·8·7·6·5 states were swept; some were too high, and none is.
    let [before, then] = ["overestimated: [", ", "].map(|words| {
        let (_, line) = text.split_once("overestimated").unwrap();
        after(&format!("overestimated{line}"), words)
            .parse::<u64>()
            .unwrap()
    });
    assert!(before > 0, "{text}");
    assert_eq!(then, 0, "{text}");
    assert!(text.contains("] of 151200\n"), "{text}");
    let [mean, of] = ["mean: ", " of "].map(|words| after(&text, words).parse::<f64>().unwrap());
    assert!(0.8 * of < mean && mean < of, "{text}");
    // Each step of the path turns over the uppermost few.
    assert_eq!(after(&text, &format!("of {}\n", 151_200)), "11", "{text}");
    let (_, path) = text.split_once("Some(").unwrap();
    let (path, _) = path.split_once(")\n").unwrap();
    let path: Vec<[u8; 10]> = serde_json::from_str(path).unwrap();
    assert_eq!(path.len(), 12);
    assert_eq!(path[11], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for step in path.windows(2) {
        assert!(turned(step[0]).any(|next| next == step[1]), "{step:?}");
    }
    // And none is shorter: what is within 5 turns of the start is not within 5 of the goal.
    assert!(within_five(path[0]).is_disjoint(&within_five(path[11])));
}

type Stack = [u8; 10];

/// The stack with the uppermost few turned over.
fn turned(stack: Stack) -> impl Iterator<Item = Stack> {
    (0..9).map(move |from| stack.map(|b| if b < from { b } else { 9 + from - b }))
}

fn within_five(start: Stack) -> HashSet<Stack> {
    let mut reached = HashSet::from([start]);
    let mut last = vec![start];
    for _ in 0..5 {
        let next = last.into_iter().flat_map(turned);
        last = next.filter(|&stack| reached.insert(stack)).collect();
    }
    reached
}

/// What the file holds below its first words.
#[test]
fn the_readme_shows_the_example_as_it_is() {
    let file = std::fs::read_to_string(root().join("examples/own_space.rs")).unwrap();
    let body: Vec<&str> = file.lines().skip_while(|l| l.starts_with("//!")).collect();
    let body = body.join("\n");
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let shown = format!("```rust,no_run\n{}\n```\n", body.trim());
    assert!(
        readme.contains(&shown),
        "README.md shows another examples/own_space.rs"
    );
    // It is short enough to be read.
    let code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let lines = body.lines().filter(code).count();
    assert!(lines < 70, "{lines} lines of code");
}
