//! Tests of the workspace as evidence: running one by its name, and reading what
//! cargo says.
//!
//! A filter that matches no test is a success to cargo. So its answer counts only
//! if it says that one test passed.

use crate::kani::documentation;
use crate::ledger::{EvidenceId, Finding, Outcome};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Which test that is, to cargo.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Target {
    package: &'static str,
    /// The file or the folder of tests.
    test: String,
    /// Its name in there, with the module before it.
    name: String,
}

/// Finds out which test an id names; `None` if its file is none of integration
/// tests.
fn target(id: &EvidenceId) -> Option<Target> {
    let path = id.path.strip_suffix(".rs")?;
    let (package, rest) = match path.strip_prefix("verification/tests/") {
        // There, files are modules of one program.
        Some(module) => ("admit-verification", format!("properties/{module}")),
        None => ("admit", path.strip_prefix("tests/")?.to_owned()),
    };
    let (test, name) = match rest.split_once('/') {
        None => (rest.as_str(), id.name.clone()),
        Some((folder, "main")) => (folder, id.name.clone()),
        Some((folder, module)) => {
            let module = module.replace('/', "::");
            (folder, format!("{module}::{}", id.name))
        }
    };
    Some(Target {
        package,
        test: test.to_owned(),
        name,
    })
}

/// Runs one test and reads the answer.
pub fn run(root: &Path, id: &EvidenceId) -> Finding {
    let Some(target) = target(id) else {
        let why = format!("{} is no file of tests", id.path);
        return Finding::new(id.clone(), Outcome::Broken { why });
    };
    let start = Instant::now();
    let output = Command::new("cargo")
        .current_dir(root)
        .env("RUST_BACKTRACE", "0")
        .args(["test", "-p", target.package, "--test", &target.test])
        .args([&target.name, "--", "--exact"])
        .output();
    let outcome = match output {
        Ok(output) => read(
            &String::from_utf8_lossy(&output.stdout),
            &String::from_utf8_lossy(&output.stderr),
        ),
        Err(error) => Outcome::NotRun {
            why: format!("cargo cannot be run: {error}"),
        },
    };
    let mut finding = Finding::new(id.clone(), outcome);
    finding.seconds = start.elapsed().as_secs_f64();
    let source = std::fs::read_to_string(root.join(&id.path)).unwrap_or_default();
    finding.scope = scope(&source, &id.name);
    finding
}

/// The documentation of a test, or its name in words.
fn scope(source: &str, name: &str) -> String {
    match documentation(source, name) {
        Some(text) if !text.is_empty() => text.trim_end_matches('.').to_owned(),
        _ => name.replace('_', " "),
    }
}

/// Reads what cargo says about one test, on both channels.
fn read(said: &str, complained: &str) -> Outcome {
    let result = said
        .lines()
        .find_map(|line| line.strip_prefix("test result: "));
    match result {
        Some(result) if result.starts_with("ok. 1 passed;") => Outcome::Holds,
        Some(result) if result.starts_with("FAILED.") => Outcome::Counterexample {
            example: format!("the test fails: {}", words_of_failure(said)),
        },
        Some(_) => Outcome::Broken {
            why: "no test of this name ran".to_owned(),
        },
        None => {
            let error = complained.lines().find(|line| line.starts_with("error"));
            Outcome::Broken {
                why: format!(
                    "cargo gives no answer: {}",
                    error.unwrap_or("no word of why")
                ),
            }
        }
    }
}

/// What a failed test printed last, on one line.
fn words_of_failure(said: &str) -> String {
    let printed = said
        .lines()
        .skip_while(|line| !line.starts_with("---- "))
        .skip(1)
        .take_while(|line| !line.starts_with("failures:"))
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("note: "));
    let words = printed.collect::<Vec<_>>().join(" ");
    if words.is_empty() {
        "without a word".to_owned()
    } else {
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(path: &str) -> EvidenceId {
        format!("test {path}::it_works").parse().unwrap()
    }

    #[test]
    fn tests_are_found_in_files_folders_and_modules() {
        let named = |path: &str| target(&id(path)).map(|t| (t.package, t.test, t.name));
        let expected =
            |package, test: &str, name: &str| Some((package, test.to_owned(), name.to_owned()));
        assert_eq!(
            named("tests/full_size.rs"),
            expected("admit", "full_size", "it_works")
        );
        assert_eq!(
            named("verification/tests/astar.rs"),
            expected("admit-verification", "properties", "astar::it_works")
        );
        assert_eq!(
            named("tests/commands/main.rs"),
            expected("admit", "commands", "it_works")
        );
        assert_eq!(
            named("tests/commands/graph.rs"),
            expected("admit", "commands", "graph::it_works")
        );
        assert_eq!(named("src/lib.rs"), None);
        let finding = run(Path::new("."), &id("src/lib.rs"));
        assert!(matches!(finding.outcome, Outcome::Broken { .. }));
    }

    #[test]
    fn one_passed_test_is_a_success_and_none_is_not() {
        let passed = "\nrunning 1 test\ntest it_works ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.01s\n\n";
        assert_eq!(read(passed, ""), Outcome::Holds);
        let none = passed.replace("1 passed", "0 passed");
        let more = passed.replace("1 passed", "10 passed");
        for text in [&none, &more] {
            let Outcome::Broken { why } = read(text, "") else {
                panic!("{text} was taken for success")
            };
            assert_eq!(why, "no test of this name ran");
        }
    }

    #[test]
    fn a_failed_test_is_a_counterexample_in_its_own_words() {
        let failed = "\nrunning 1 test\ntest it_works ... FAILED\n\nfailures:\n\n---- it_works stdout ----\n\nthread 'it_works' panicked at tests/a.rs:3:5:\nassertion `left == right` failed\n  left: 1\n right: 2\nnote: run with `RUST_BACKTRACE=1`\n\n\nfailures:\n    it_works\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
        let Outcome::Counterexample { example } = read(failed, "") else {
            panic!()
        };
        assert_eq!(
            example,
            "the test fails: thread 'it_works' panicked at tests/a.rs:3:5: assertion `left == right` failed left: 1 right: 2"
        );
    }

    #[test]
    fn no_answer_is_no_success() {
        let complaint = "    Blocking waiting for file lock\nerror: no test target named `nothing` in `admit` package\n";
        let Outcome::Broken { why } = read("", complaint) else {
            panic!()
        };
        assert_eq!(
            why,
            "cargo gives no answer: error: no test target named `nothing` in `admit` package"
        );
    }

    #[test]
    fn what_was_looked_at_is_documented_or_named() {
        let source = "/// All of them,\n/// twice.\n#[test]\nfn it_works() {}\n\n#[test]\nfn so_does_this() {}\n";
        assert_eq!(scope(source, "it_works"), "All of them, twice");
        assert_eq!(scope(source, "so_does_this"), "so does this");
        assert_eq!(scope(source, "not_there"), "not there");
    }
}
