//! Cached steps. A step is cached if the same program ran it on the same input, and the
//! files that it wrote are unchanged: digests decide.

use super::super::context::Failure;
use super::super::output;
use crate::report::page::results::{Machine, Step, Steps};
use admit::files::{digest, total_memory};
use admit_verification::json;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Where steps are written down.
const FOLDER: &str = "done";

/// The record of a step.
#[derive(Serialize, Deserialize)]
struct Done {
    /// Digest of all inputs.
    digest: String,
    seconds: f64,
    /// Digest of each file that it wrote.
    files: BTreeMap<String, String>,
}

/// A step.
pub(super) struct Task<'a> {
    /// One word, for file names.
    pub(super) id: &'a str,
    /// Its description.
    pub(super) name: &'a str,
    /// The command that runs this step alone.
    pub(super) command: &'a str,
    /// Inputs beside the program.
    pub(super) on: serde_json::Value,
    /// Files that it writes, in the folder of the report.
    pub(super) files: &'a [&'a str],
}

/// The steps of a run.
pub(super) struct Record {
    folder: PathBuf,
    program: String,
    fresh: bool,
    steps: Vec<Step>,
    /// Number of steps.
    all: usize,
}

impl Record {
    /// A record in the folder of a report; a fresh one reuses no step.
    pub(super) fn new(folder: &Path, fresh: bool, all: usize) -> Result<Record, Failure> {
        let done = folder.join(FOLDER);
        std::fs::create_dir_all(&done).map_err(|e| format!("{}: {e}", done.display()))?;
        let program = std::env::current_exe()?;
        let program =
            digest_of(&program).ok_or_else(|| format!("{} cannot be read", program.display()))?;
        Ok(Record {
            folder: folder.to_owned(),
            program,
            fresh,
            steps: Vec::new(),
            all,
        })
    }

    /// Runs a step unless it is cached; prints its name and its time.
    pub(super) fn step(
        &mut self,
        task: &Task<'_>,
        work: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let depends = serde_json::json!([task.id, self.program, task.on]);
        let digest = digest(depends.to_string().as_bytes());
        let file = self.folder.join(FOLDER).join(format!("{}.json", task.id));
        let number = format!("[{}/{}]", self.steps.len() + 1, self.all);
        let kept = if self.fresh {
            None
        } else {
            self.kept(&file, &digest)
        };
        let reused = kept.is_some();
        let seconds = if let Some(done) = kept {
            done.seconds
        } else {
            tracing::info!(step = task.id, "begins");
            output::say(&format!("{number} {} …", task.name));
            let start = Instant::now();
            work()?;
            let seconds = start.elapsed().as_secs_f64();
            self.keep(&file, &digest, seconds, task.files)?;
            seconds
        };
        let note = if reused { ", cached" } else { "" };
        tracing::info!(step = task.id, seconds, reused, "is done");
        output::say(&format!("{number} {}: {seconds:.1} s{note}", task.name));
        self.steps.push(Step {
            name: task.name.to_owned(),
            seconds,
            reused,
            command: task.command.to_owned(),
            digest: digest.clone(),
        });
        Ok(())
    }

    /// The record of a step, if its inputs and files are unchanged.
    fn kept(&self, file: &Path, digest: &str) -> Option<Done> {
        let done: Done = json::read(file).ok()?;
        let as_it_was = |(name, digest): (&String, &String)| {
            digest_of(&self.folder.join(name)).as_ref() == Some(digest)
        };
        let same = done.digest == digest && done.files.iter().all(as_it_was);
        same.then_some(done)
    }

    fn keep(&self, file: &Path, digest: &str, seconds: f64, files: &[&str]) -> Result<(), Failure> {
        let digests = files.iter().map(|&name| {
            let digest = digest_of(&self.folder.join(name));
            let digest = digest.ok_or_else(|| format!("{name} was not written"))?;
            Ok::<_, Failure>((name.to_owned(), digest))
        });
        let done = Done {
            digest: digest.to_owned(),
            seconds,
            files: digests.collect::<Result<_, _>>()?,
        };
        output::write_line(file, &serde_json::to_string_pretty(&done)?)
    }

    /// All steps, and the machine they were carried out on.
    pub(super) fn steps(&self, versions: Vec<(String, String)>) -> Steps {
        Steps {
            steps: self.steps.clone(),
            machine: machine(versions),
        }
    }
}

/// BLAKE3 of a file, if it is there.
pub(super) fn digest_of(file: &Path) -> Option<String> {
    Some(digest(&std::fs::read(file).ok()?))
}

fn machine(versions: Vec<(String, String)>) -> Machine {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim().to_owned())
    });
    Machine {
        system: format!("{}, {}", std::env::consts::OS, std::env::consts::ARCH),
        processor: name,
        threads: rayon::current_num_threads(),
        memory: total_memory(),
        versions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A step is repeated if its inputs or its files changed, or if all is to be run afresh.
    #[test]
    fn digests_decide() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("left.txt");
        let times = Cell::new(0);
        let carry_out = |on: u32, fresh: bool| {
            let mut record = Record::new(folder.path(), fresh, 1).unwrap();
            let task = Task {
                id: "one",
                name: "one",
                command: "none",
                on: on.into(),
                files: &["left.txt"],
            };
            let work = || {
                times.set(times.get() + 1);
                std::fs::write(&file, format!("{on}"))?;
                Ok(())
            };
            record.step(&task, work).unwrap();
            let step = &record.steps(Vec::new()).steps[0];
            (step.reused, times.get())
        };
        assert_eq!(carry_out(1, false), (false, 1));
        assert_eq!(carry_out(1, false), (true, 1));
        assert_eq!(carry_out(1, true), (false, 2));
        assert_eq!(carry_out(2, false), (false, 3));
        assert_eq!(carry_out(2, false), (true, 3));
        std::fs::write(&file, "something else").unwrap();
        assert_eq!(carry_out(2, false), (false, 4));
        std::fs::remove_file(&file).unwrap();
        assert_eq!(carry_out(2, false), (false, 5));
    }

    /// A step that fails, or does not write its files, is not recorded.
    #[test]
    fn what_failed_is_not_done() {
        let folder = tempfile::tempdir().unwrap();
        let mut record = Record::new(folder.path(), false, 1).unwrap();
        let task = Task {
            id: "one",
            name: "one",
            command: "none",
            on: 0.into(),
            files: &["left.txt"],
        };
        assert!(record.step(&task, || Err("no".into())).is_err());
        let error = record.step(&task, || Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "left.txt was not written");
        assert!(record.steps(Vec::new()).steps.is_empty());
    }
}
