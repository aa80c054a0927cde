//! `admit verify`

use super::context::{Context, Failure};
use super::output::{self, Counter};
use admit_verification::evidence::Tier;
use admit_verification::json;
use admit_verification::kani::Results;
use admit_verification::ledger::{
    Claims, Engine, Entry, EvidenceId, Expected, Finding, Ledger, Outcome, Verdict,
};
use admit_verification::published;
use admit_verification::run::{self, Observer, Options};
use admit_verification::sources::{Sources, clone_root};
use anstyle::{AnsiColor, Style};
use clap::builder::PossibleValuesParser;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Run the evidence for claims and draw up the ledger.
///
/// Every claim gets a verdict that follows from evidence that ran: proved (for all graphs), checked
/// (all cases up to a bound), tested (random cases), measured, holds after repair, refuted, not
/// reproduced here. Evidence whose tool is missing is not run, and says so. The exit code is not 0
/// if a verdict or a piece of evidence differs from what this version expects.
///
/// Evidence is part of this program and runs anywhere. Only Kani and Coq, and the
/// certificates of the published networks, need files of a clone of the repository.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Only these claims [default: all].
    #[arg(value_name = "CLAIM")]
    claims: Vec<String>,
    /// Evidence that takes seconds; a few minutes in all. This is the default.
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// All evidence: larger bounds, and Coq's theorems and Kani's harnesses where
    /// these are installed.
    #[arg(long)]
    full: bool,
    /// With --full: take Kani's recorded results, where they are about the sources of
    /// this program, instead of running Kani.
    #[arg(long, requires = "full")]
    recorded: bool,
    /// Only evidence of this engine; may be repeated [default: all].
    #[arg(long = "engine", value_name = "ENGINE", value_parser = PossibleValuesParser::new(Engine::ALL.map(Engine::name)))]
    engines: Vec<String>,
    /// Where to write the ledger.
    #[arg(long, value_name = "FILE", default_value = "ledger.json")]
    out: PathBuf,
    /// In a clone: expect this outcome from now on, in verification/expected.json.
    #[arg(long)]
    accept: bool,
    /// With --full: record what Kani finds in this file, beside what it holds.
    #[arg(
        long,
        value_name = "FILE",
        requires = "full",
        conflicts_with = "recorded",
        hide = true
    )]
    kani_results: Option<PathBuf>,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let mut claims = published::claims();
    if !arguments.claims.is_empty() {
        let named = arguments.claims.iter().map(|id| claims.find(id).cloned());
        claims.claims = named.collect::<Result<_, _>>()?;
    }
    let expected_file = match clone_root() {
        Some(root) => Some(root.join("verification/expected.json")),
        None if arguments.accept => {
            return Err(
                "--accept writes verification/expected.json, and there is no clone of \
                        the repository here"
                    .into(),
            );
        }
        None => None,
    };
    let mut options = Options::new(if arguments.full {
        Tier::Full
    } else {
        Tier::Quick
    });
    options.recorded = arguments.recorded;
    let engines = Engine::ALL.into_iter();
    options.engines = engines
        .filter(|engine| arguments.engines.iter().any(|name| name == engine.name()))
        .collect();
    let ledger = ledger(&claims, &options);
    output::write_line(&arguments.out, &serde_json::to_string_pretty(&ledger)?)?;
    if let Some(file) = &arguments.kani_results {
        record(&ledger, file)?;
    }
    if context.json {
        output::json(&ledger)?;
    } else {
        print(&ledger, &arguments.out);
    }
    if arguments.accept
        && let Some(file) = &expected_file
    {
        return accept(&ledger, file);
    }
    match surprises(&ledger) {
        None => Ok(()),
        Some(text) => Err(text.into()),
    }
}

/// Runs evidence in this process, and shows what is running.
pub(super) fn ledger(claims: &Claims, options: &Options) -> Ledger {
    let ids = claims
        .claims
        .iter()
        .flat_map(admit_verification::ledger::Claim::all_evidence);
    let ids: BTreeSet<&EvidenceId> = ids.collect();
    run::ledger(claims, options, &Shown(Counter::new(ids.len() as u64)))
}

/// Shows evidence as it runs.
struct Shown(Counter);

impl Observer for Shown {
    fn starting(&self, id: &EvidenceId) {
        tracing::debug!("{id} begins");
        self.0.say(&id.to_string());
    }

    fn found(&self, finding: &Finding) {
        tracing::info!(seconds = finding.seconds, "{} is done", finding.evidence);
        self.0.one_more();
    }
}

/// Records what Kani found, with digests of the sources that it is about.
fn record(ledger: &Ledger, file: &Path) -> Result<(), Failure> {
    let mut results: Results = json::read_if_present(file)?.unwrap_or_default();
    results.tools.clone_from(&ledger.run.tools);
    let findings = ledger.entries.iter().flat_map(|entry| &entry.findings);
    let ran = findings.filter(|f| f.evidence.engine == Engine::Kani && f.outcome.ran());
    results.record(&Sources::compiled(), ran.cloned());
    output::write_line(file, &serde_json::to_string_pretty(&results)?)
}

/// Makes a ledger the expectation; claims that are no more are dropped.
fn accept(ledger: &Ledger, file: &Path) -> Result<(), Failure> {
    let mut expected: Expected = json::read(file)?;
    let learned = expected.learn(ledger).claims;
    expected.claims.extend(learned);
    let claims = published::claims();
    expected.claims.retain(|id, _| claims.find(id).is_ok());
    output::write_line(file, &serde_json::to_string_pretty(&expected)?)
}

/// Differences from the expectation, if there are any.
pub(super) fn surprises(ledger: &Ledger) -> Option<String> {
    let differences = published::expected().differences(ledger);
    if differences.is_empty() {
        return None;
    }
    let mut text = format!(
        "{} outcomes differ from what is expected:",
        differences.len()
    );
    for difference in &differences {
        text += &format!("\n  {difference}");
    }
    Some(text)
}

fn style(verdict: Verdict) -> Style {
    let colour = match verdict {
        Verdict::Proved | Verdict::Checked => AnsiColor::Green,
        Verdict::Tested | Verdict::Measured => AnsiColor::Cyan,
        Verdict::HoldsAfterRepair => AnsiColor::Yellow,
        Verdict::Refuted | Verdict::Broken => AnsiColor::Red,
        Verdict::NotReproduced | Verdict::NotRun => return Style::new().dimmed(),
    };
    Style::new().fg_color(Some(colour.into()))
}

fn print(ledger: &Ledger, file: &Path) {
    let width = |of: &dyn Fn(&Entry) -> usize| ledger.entries.iter().map(of).max().unwrap_or(0);
    let names = width(&|entry| entry.claim.id.len());
    let verdicts = width(&|entry| entry.verdict.words().len());
    for entry in &ledger.entries {
        let style = style(entry.verdict);
        let scope = output::one_line(&entry.scope, names + verdicts + 13);
        anstream::println!(
            "{:names$}  {style}{:verdicts$}{style:#}  {:>7}  {scope}",
            entry.claim.id,
            entry.verdict,
            seconds(entry.seconds()),
        );
    }
    let counts: Vec<String> = Verdict::ALL
        .into_iter()
        .map(|verdict| (verdict, ledger.count(verdict)))
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    let left_out = ledger
        .entries
        .iter()
        .flat_map(|entry| &entry.findings)
        .filter(|f| matches!(f.outcome, Outcome::NotRun { .. }))
        .map(|f| f.evidence.to_string())
        .collect::<BTreeSet<_>>();
    anstream::println!();
    let mut rows = vec![
        (
            "claims",
            format!("{}: {}", ledger.entries.len(), counts.join(", ")),
        ),
        (
            "cases",
            format!(
                "{} exhaustive, {} random",
                output::thousands(ledger.exhaustive_cases),
                output::thousands(ledger.random_cases)
            ),
        ),
    ];
    if !left_out.is_empty() {
        let full = if ledger.run.tier == "quick" {
            "; --full runs more"
        } else {
            ""
        };
        rows.push((
            "not run",
            format!("{} pieces of evidence{full}", left_out.len()),
        ));
    }
    rows.push(("time", seconds(ledger.run.seconds)));
    rows.push(("ledger", file.display().to_string()));
    output::rows(&rows);
}

/// A time for a column of the table.
fn seconds(time: f64) -> String {
    if time < 0.05 {
        return "–".to_owned();
    }
    if time < 100.0 {
        return format!("{time:.1} s");
    }
    format!("{time:.0} s")
}
