//! Runs evidence and prints what it found, one JSON object a line.
//!
//! `evidence --list` lists what there is; `evidence NAME…` runs some of it.

use admit_verification::evidence::{self, Tier};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let all = evidence::all();
    let mut out = std::io::stdout().lock();
    if asked == ["--list"] {
        for evidence in &all {
            let tier = if evidence.tier == Tier::Quick {
                "quick"
            } else {
                "full"
            };
            if writeln!(out, "{tier}\t{}", evidence.id).is_err() {
                return ExitCode::FAILURE;
            }
        }
        return ExitCode::SUCCESS;
    }
    for name in &asked {
        let Some(evidence) = all.iter().find(|evidence| evidence.id.to_string() == *name) else {
            eprintln!("error: there is no evidence {name:?}; --list lists what there is");
            return ExitCode::FAILURE;
        };
        let finding = evidence.find();
        let line = serde_json::to_string(&finding).expect("findings are plain");
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
