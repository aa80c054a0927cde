//! The main job, `admit` without a command, in an empty folder: tables, all quick evidence against
//! the expected verdicts, a certified network, the convergence rate, the page. A second call
//! finds every step cached. The report stays in cargo's folder for tests, where the browser
//! check of `.ci/run` opens its page.

use assert_cmd::Command;
use std::path::Path;

const STEPS: usize = 6;

fn run(report: &Path, folder: &Path) -> String {
    let output = Command::cargo_bin("admit")
        .unwrap()
        .current_dir(folder)
        .env("ADMIT_DATA", folder.join("data"))
        .env("NO_COLOR", "1")
        .arg("--report")
        .arg(report)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    said
}

#[test]
fn the_main_job_runs_in_an_empty_folder_and_caches_every_step() {
    let folder = tempfile::tempdir().unwrap();
    let report = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    if report.exists() {
        std::fs::remove_dir_all(&report).unwrap();
    }
    let steps = |said: &str, cached: bool| {
        let lines = said.lines().filter(|line| line.starts_with('['));
        lines
            .filter(|line| line.contains(", cached") == cached)
            .count()
    };
    let first = run(&report, folder.path());
    assert_eq!(steps(&first, true), 0, "{first}");
    assert!(report.join("index.html").is_file());
    let second = run(&report, folder.path());
    assert_eq!(steps(&second, true), STEPS, "{second}");
}
