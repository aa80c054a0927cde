//! What the command is like to live with: without arguments, quiet, logged, completed by
//! a shell, described in manual pages, and with exit codes that mean something.

use crate::sandbox::Sandbox;
use assert_cmd::Command;
use std::fs;

#[test]
fn help_says_what_exit_codes_mean() {
    let text = Sandbox::new().says("--help");
    let codes = &text[text.find("Exit codes:").unwrap()..];
    insta::assert_snapshot!(codes);
}

#[test]
fn exit_codes_are_those_of_the_help() {
    let sandbox = Sandbox::new();
    for (line, code) in [
        ("--help", 0),
        ("cube show R", 0),
        ("cube show X", 1),
        ("pdb info none.pdb", 1),
        ("graph nowhere.json", 1),
        ("cube sow R", 2),
        ("pdb build", 2),
    ] {
        sandbox.admit(line).assert().code(code);
    }
}

/// What belongs to a run without a command is not ignored before one.
#[test]
fn options_without_meaning_are_refused() {
    let sandbox = Sandbox::new();
    for option in ["--fresh", "--report here"] {
        let line = format!("{option} cube show R");
        let said = sandbox.complains(&line);
        assert!(said.contains("for a run without a command"), "{said}");
        sandbox.admit(&line).assert().code(2);
    }
}

#[test]
fn a_log_is_written_where_it_is_asked_for() {
    let sandbox = Sandbox::new();
    let logged = |line: &str, variable: &str| {
        let done = sandbox
            .admit(line)
            .env("ADMIT_LOG", variable)
            .assert()
            .success();
        let log = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        assert!(!log.contains('\x1b'), "{log}");
        log
    };
    let solve = r#"solve "R U" --heuristic 4-edge"#;
    let log = logged(solve, "info");
    assert!(log.contains("INFO") && log.contains("a table was made and kept"));
    // The table is there now, which only a closer look tells.
    assert_eq!(logged(solve, "info"), "");
    assert!(logged(solve, "debug").contains("a table is opened"));
    assert_eq!(logged(solve, "warn"), "");
    // What is said on the command line counts more.
    let louder = logged(&format!("{solve} --log debug"), "off");
    assert!(louder.contains("a table is opened"));
    let wrong = sandbox.complains("--log loud solve R");
    assert!(wrong.contains("possible values"), "{wrong}");
}

#[test]
fn quiet_leaves_results_alone() {
    let sandbox = Sandbox::new();
    let solve = r#"solve "R U2 F'" --heuristic 4-edge"#;
    let loud = sandbox.says(solve);
    let done = sandbox
        .admit(&format!("{solve} --quiet"))
        .assert()
        .success();
    let output = done.get_output();
    assert!(output.stderr.is_empty());
    let quiet = String::from_utf8_lossy(&output.stdout);
    assert_eq!(quiet.lines().next(), loud.lines().next());
}

#[test]
fn shells_complete_every_command() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = sandbox.says(&format!("completions {shell}"));
        for word in ["solve", "compress", "--heuristic", "completions"] {
            let word = if shell == "fish" {
                word.trim_start_matches("--")
            } else {
                word
            };
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    // Bash itself says whether it can read them.
    let script = sandbox.path("admit.bash");
    fs::write(&script, sandbox.says("completions bash")).unwrap();
    Command::new("bash")
        .arg("-n")
        .arg(&script)
        .assert()
        .success();
}

#[test]
fn every_command_has_a_manual_page() {
    let sandbox = Sandbox::new();
    let said = sandbox.says("man pages/man1");
    let pages = fs::read_dir(sandbox.path("pages/man1")).unwrap().count();
    assert_eq!(said, format!("{pages} pages in pages/man1\n"));
    let read =
        |name: &str| fs::read_to_string(sandbox.path(&format!("pages/man1/{name}"))).unwrap();
    let page = read("admit-pdb-build.1");
    assert!(page.contains(".TH ADMIT-PDB-BUILD 1"), "{page}");
    assert!(page.contains("\\-\\-out"), "{page}");
    // All commands that the help lists.
    let help = sandbox.says("--help");
    let listed = help.split("Commands:").nth(1).unwrap();
    let listed = listed.split("Options:").next().unwrap();
    let commands = listed.lines().filter_map(|l| l.split_whitespace().next());
    for command in commands.filter(|&c| c != "help") {
        assert!(read(&format!("admit-{command}.1")).contains("SYNOPSIS"));
    }
    assert!(read("admit.1").contains("Exit codes"));
}
