//! The example of a user-defined space runs, and the README shows its code.
//!
//! It runs unchanged, with few samples: the network is then less accurate, and the
//! certificate must hold all the same.
#![cfg(feature = "learn")]

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of compiled examples, beside that of tests.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    let program = profile.join("examples").join(name);
    program.with_extension(std::env::consts::EXE_EXTENSION)
}

/// The number that follows some words.
fn after<'t>(text: &'t str, words: &str) -> &'t str {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("{text}"));
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
    &rest[..end.unwrap_or(rest.len())]
}

#[test]
fn a_user_defined_space_is_searched_with_a_certified_heuristic() {
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
    // 10·9·8·7·6·5 states were swept; some were overestimated before, none after.
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
    // The flips lead from the start to the goal.
    assert_eq!(after(&text, &format!("of {}\n", 151_200)), "11", "{text}");
    let (_, turns) = text.split_once("Some(").unwrap();
    let (turns, _) = turns.split_once(")\n").unwrap();
    let turns: Vec<usize> = serde_json::from_str(turns).unwrap();
    assert_eq!(turns.len(), 11);
    let start = [4, 7, 0, 9, 2, 5, 1, 8, 3, 6];
    let end = (turns.iter()).fold(start, |stack, &from| turned(stack).nth(from).unwrap());
    assert_eq!(end, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // No path is shorter: no state within 5 flips of the start is within 5 of the goal.
    assert!(within_five(start).is_disjoint(&within_five(end)));
}

type Stack = [u8; 10];

/// The stacks with a prefix flipped.
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

/// The README shows the file without its head comment.
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
    // It is short.
    let code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let lines = body.lines().filter(code).count();
    assert!(lines < 70, "{lines} lines of code");
}
