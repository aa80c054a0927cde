//! `admit` without a command: everything, and a page of it.
//!
//! | file | contents |
//! |---|---|
//! | here | the steps, in their order |
//! | `record` | cached steps |
//! | `tables` | tables: build, prove, compress |
//! | `network` | a network: train, certify, solve cubes |

mod network;
mod record;
mod tables;

use super::context::{Context, Failure};
use super::verify::{self, surprises};
use super::{convergence, output};
use crate::report::page::Page;
use crate::report::page::results::{Cubes, Learned, Step, Tables};
use admit::certify::Certificate;
use admit::certify::certificate::FILE;
use admit_verification::convergence::experiment::{Plan, SEED, Setting};
use admit_verification::evidence::Tier;
use admit_verification::json::read;
use admit_verification::ledger::{Ledger, Verdict};
use admit_verification::{published, run as evidence};
use output::{megabytes, thousands};
use record::{Record, Task, digest_of};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Options of a run without a command.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Without a command: repeat every step, also cached ones.
    #[arg(long)]
    fresh: bool,
    /// Without a command: the folder for results and for the page, index.html [default: report].
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

impl Arguments {
    /// Whether an option of the main job was given.
    pub(super) fn given(&self) -> bool {
        self.fresh || self.report.is_some()
    }
}

/// The summary as JSON.
#[derive(Serialize)]
struct Summary<'a> {
    page: String,
    steps: &'a [Step],
    as_expected: bool,
}

/// The folder of the certified network.
const CERTIFIED: &str = "certified";

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let report = arguments.report.as_deref().unwrap_or(Path::new("report"));
    let mut record = Record::new(report, arguments.fresh, 6)?;

    record.step(
        &Task {
            id: "tables",
            name: "pattern databases: build, prove, compress",
            command: "admit pdb build 8-corner && admit pdb check 8-corner && \
                      admit pdb orders 8-corner --factor 23",
            on: serde_json::json!([]),
            files: &["tables.json"],
        },
        || write(report, "tables.json", &tables::run(context)?),
    )?;
    record.step(
        &Task {
            id: "ledger",
            name: "quick evidence for every claim",
            command: "admit verify --quick",
            on: serde_json::json!([]),
            files: &["ledger.json"],
        },
        || {
            let options = evidence::Options::new(Tier::Quick);
            let ledger = verify::ledger(&published::claims(), &options);
            write(report, "ledger.json", &ledger)
        },
    )?;
    learning(context, &mut record, report)?;
    let quick: Vec<(Setting, Plan)> = Setting::ALL
        .into_iter()
        .filter(|&setting| setting != Setting::CornersPlain)
        .map(|setting| (setting, Plan::quick(setting)))
        .collect();
    let files: Vec<String> = quick
        .iter()
        .map(|(setting, _)| format!("convergence/{}.json", setting.name()))
        .collect();
    record.step(
        &Task {
            id: "convergence",
            name: "convergence rates: measure, fit, judge",
            command: "admit convergence --quick",
            on: serde_json::to_value(quick.iter().map(|(_, plan)| plan).collect::<Vec<_>>())?,
            files: &files.iter().map(String::as_str).collect::<Vec<_>>(),
        },
        || convergence::all(&quick, SEED, &report.join("convergence"), true).map(|_| ()),
    )?;
    let ledger: Ledger = read(&report.join("ledger.json"))?;
    let mut versions = vec![("admit".to_owned(), ledger.run.version.clone())];
    versions.extend(ledger.run.tools.clone());
    let steps = record.steps(versions);
    write(report, "steps.json", &steps)?;
    let page = report.join("index.html");
    admit::files::write_bytes(&page, Page::gather(report)?.render()?.as_bytes())?;

    let surprise = surprises(&ledger);
    let full = std::path::absolute(&page)?.display().to_string();
    if context.json {
        output::json(&Summary {
            page: full,
            steps: &steps.steps,
            as_expected: surprise.is_none(),
        })?;
    } else {
        print(report, &ledger, &steps.steps, full)?;
    }
    match surprise {
        None => Ok(()),
        Some(text) => Err(text.into()),
    }
}

/// A small network: train, certify, solve cubes.
fn learning(context: &Context, record: &mut Record, report: &Path) -> Result<(), Failure> {
    let certified = report.join(CERTIFIED);
    let [train, certify, compare] = network::commands(report);
    record.step(
        &Task {
            id: "learn",
            name: "a small network for 5 edges: train with CEA and with CE",
            command: &train,
            on: serde_json::to_value(network::all_settings()?)?,
            files: &["learned.json", "cea.safetensors", "ce.safetensors"],
        },
        || write(report, "learned.json", &network::learn(context, report)?),
    )?;
    record.step(
        &Task {
            id: "certify",
            name: "the network: sweep every state, certify",
            command: &certify,
            on: serde_json::json!([digest_of(&report.join(network::MODEL)), network::BYTES]),
            files: &[
                "certified/certificate.json",
                "certified/network.safetensors",
                "certified/correction.safetensors",
            ],
        },
        || network::certify(context, report, &certified),
    )?;
    record.step(
        &Task {
            id: "cubes",
            name: "the certified network: solve cubes",
            command: &compare,
            on: serde_json::json!([digest_of(&certified.join(FILE)), network::BYTES]),
            files: &["cubes.json"],
        },
        || write(report, "cubes.json", &network::solve(context, &certified)?),
    )
}

fn write(folder: &Path, name: &str, what: &impl Serialize) -> Result<(), Failure> {
    output::write_line(&folder.join(name), &serde_json::to_string_pretty(what)?)
}

fn print(report: &Path, ledger: &Ledger, steps: &[Step], page: String) -> Result<(), Failure> {
    let tables: Tables = read(&report.join("tables.json"))?;
    let learned: Vec<Learned> = read(&report.join("learned.json"))?;
    let certificate: Certificate = read(&report.join(CERTIFIED).join(FILE))?;
    let cubes: Cubes = read(&report.join("cubes.json"))?;
    let counts = Verdict::ALL
        .into_iter()
        .map(|verdict| (verdict, ledger.count(verdict)))
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| format!("{count} {verdict}"));
    let proved = tables.whole.iter().filter(|t| t.check_seconds.is_some());
    let states: u64 = proved.clone().map(|t| t.states).sum();
    let share = |over: u64, of: u64| format!("{:.2e}", over as f64 / of as f64);
    let losses = learned.iter().map(|l| {
        format!(
            "{} mean {:.3}, overestimates {}",
            l.loss,
            l.mean,
            share(l.over, l.states)
        )
    });
    let moves: u32 = cubes.cubes.iter().map(|cube| cube.moves).sum();
    let (before, now): (Vec<&Step>, Vec<&Step>) = steps.iter().partition(|step| step.reused);
    let took = |steps: &[&Step]| steps.iter().fold(0.0, |sum, step| sum + step.seconds);
    let time = match (now.is_empty(), before.is_empty()) {
        (true, _) => format!("all steps cached; they took {:.0} s", took(&before)),
        (false, true) => format!("{:.0} s", took(&now)),
        (false, false) => format!(
            "{:.0} s; {} of {} steps cached",
            took(&now),
            before.len(),
            steps.len()
        ),
    };
    anstream::println!();
    output::rows(&[
        ("claims", counts.collect::<Vec<_>>().join(", ")),
        (
            "cases",
            format!(
                "{} exhaustive, {} random",
                thousands(ledger.exhaustive_cases),
                thousands(ledger.random_cases)
            ),
        ),
        (
            "tables",
            format!(
                "{} proved, on all of their {} states",
                proved.count(),
                thousands(states)
            ),
        ),
        ("learned", losses.collect::<Vec<_>>().join("; ")),
        (
            "certified",
            format!(
                "mean {:.3} of {:.3} in {}, overestimates: {} of {}",
                certificate.after.mean,
                certificate.table_mean,
                megabytes(certificate.bytes.all),
                certificate.after.over,
                thousands(certificate.states)
            ),
        ),
        (
            "cubes",
            format!(
                "{} solved, {moves} moves, none longer than needed",
                cubes.cubes.len()
            ),
        ),
        ("time", time),
        ("page", page),
    ]);
    Ok(())
}
