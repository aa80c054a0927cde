//! The real command in a folder of its own, for the end-to-end tests.

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};

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
    pub fn admit(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("admit").expect("the command is built");
        command
            .current_dir(self.dir.path())
            .env("ADMIT_DATA", self.dir.path())
            .env("NO_COLOR", "1")
            .env("COLUMNS", "100")
            .args(arguments);
        command
    }

    /// Standard output of a command that succeeds.
    pub fn says(&self, arguments: &[&str]) -> String {
        let output = self
            .admit(arguments)
            .assert()
            .success()
            .get_output()
            .clone();
        String::from_utf8(output.stdout).expect("output is UTF-8")
    }

    /// The JSON object that a command prints.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let text = self.says(&[arguments, &["--json"]].concat());
        assert_eq!(text.lines().count(), 1, "one object on one line: {text}");
        serde_json::from_str(&text).expect("output is JSON")
    }

    /// What a command that fails says on standard error; nothing on standard output.
    pub fn complains(&self, arguments: &[&str]) -> String {
        let output = self
            .admit(arguments)
            .assert()
            .failure()
            .get_output()
            .clone();
        assert!(
            output.stdout.is_empty(),
            "{:?}",
            String::from_utf8_lossy(&output.stdout)
        );
        String::from_utf8(output.stderr).expect("errors are UTF-8")
    }
}
