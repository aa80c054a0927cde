//! The real command in a folder of its own, for the end-to-end tests.

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A command line taken apart: at white space, except between quotation marks.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect()
}

/// A data folder that is empty at first and gone at the end.
pub struct Sandbox {
    dir: tempfile::TempDir,
}

impl Sandbox {
    pub fn new() -> Sandbox {
        Sandbox {
            dir: tempfile::tempdir().expect("a temporary folder can be made"),
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn folder(&self) -> &Path {
        self.dir.path()
    }

    /// The command with this folder as its data and working folder.
    pub fn admit(&self, line: &str) -> Command {
        let mut command = Command::cargo_bin("admit").expect("the command is built");
        command
            .current_dir(self.dir.path())
            .env("ADMIT_DATA", self.dir.path())
            .env("NO_COLOR", "1")
            .env("COLUMNS", "100")
            .args(words(line));
        command
    }

    /// Standard output of a command that succeeds.
    pub fn says(&self, line: &str) -> String {
        let done = self.admit(line).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).expect("output is UTF-8")
    }

    /// The JSON object that a command prints.
    pub fn json(&self, line: &str) -> Value {
        let text = self.says(&format!("{line} --json"));
        assert_eq!(text.lines().count(), 1, "one object on one line: {text}");
        serde_json::from_str(&text).expect("output is JSON")
    }

    /// What a command that fails says on standard error; nothing on standard output.
    pub fn complains(&self, line: &str) -> String {
        let done = self.admit(line).assert().failure();
        let output = done.get_output();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.is_empty(), "{printed:?}");
        String::from_utf8(output.stderr.clone()).expect("errors are UTF-8")
    }

    /// The command fails, and its complaint has these words.
    pub fn refuses(&self, line: &str, words: &str) {
        let said = self.complains(line);
        assert!(said.contains(words), "{line}: no {words:?} in {said}");
    }
}
