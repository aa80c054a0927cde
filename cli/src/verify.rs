//! `admit verify`

use super::context::{Context, Failure};
use super::output::{self, Counter};
use super::workspace;
use admit_verification::ledger::{Claims, Entry, Expected, Finding, Ledger, Outcome, Run, Verdict};
use anstyle::{AnsiColor, Style};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Run the evidence for claims and draw up the ledger.
///
/// Every claim gets a verdict that follows from evidence that ran: proved (for
/// all graphs), checked (all cases up to a bound), tested (random cases),
/// measured, holds after repair, refuted, not reproduced here. Evidence whose
/// tool is missing is not run, and says so. The exit code is not 0 if anything
/// came out otherwise than in verification/expected.json.
///
/// Evidence is compiled from the sources, so this runs inside a clone of the
/// repository and needs cargo.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct Arguments {
    /// Only these claims [default: all].
    #[arg(value_name = "CLAIM")]
    claims: Vec<String>,
    /// What takes seconds; a few minutes in all. This is the default.
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// Everything: larger bounds, and Coq's theorems and Kani's harnesses where
    /// these are installed.
    #[arg(long)]
    full: bool,
    /// With --full: take what Kani found when it was last run on these very
    /// sources (proofs/kani-results.json) instead of running it.
    #[arg(long, requires = "full")]
    recorded: bool,
    /// Where to write the ledger.
    #[arg(long, value_name = "FILE", default_value = "ledger.json")]
    out: PathBuf,
    /// Take what comes out as expected from now on: writes
    /// verification/expected.json.
    #[arg(long)]
    accept: bool,
}

/// What the program `evidence` prints, line by line.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Starting { starting: String },
    Found(Box<Finding>),
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let root = workspace::find()?;
    let tier = if arguments.full { "full" } else { "quick" };
    let mut claims = all_claims(&root)?;
    if !arguments.claims.is_empty() {
        let chosen: Result<Vec<_>, _> = arguments
            .claims
            .iter()
            .map(|id| claims.find(id).cloned())
            .collect();
        claims.claims = chosen?;
    }
    let expected_file = root.join("verification/expected.json");
    let expected = read_expected(&expected_file)?;

    let how = if arguments.recorded { "recorded" } else { tier };
    let ledger = Evidence::build(&root)?.ledger(tier, how, &claims)?;
    output::write_line(&arguments.out, &serde_json::to_string_pretty(&ledger)?)?;

    if context.json {
        output::json(&ledger)?;
    } else {
        print(&ledger, &arguments.out);
    }
    if arguments.accept {
        let mut learnt = expected.clone();
        learnt.claims.extend(expected.learn(&ledger).claims);
        let known: BTreeSet<&str> = claims.claims.iter().map(|c| c.id.as_str()).collect();
        if arguments.claims.is_empty() {
            learnt.claims.retain(|id, _| known.contains(id.as_str()));
        }
        output::write_line(&expected_file, &serde_json::to_string_pretty(&learnt)?)?;
        return Ok(());
    }
    match surprises(&root, &ledger)? {
        None => Ok(()),
        Some(text) => Err(text.into()),
    }
}

/// All claims of the workspace.
pub(super) fn all_claims(root: &Path) -> Result<Claims, Failure> {
    let file = root.join("verification/claims.toml");
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(Claims::parse(&text).map_err(|e| format!("{}: {e}", file.display()))?)
}

/// What came out otherwise than expected, in words, if anything did.
pub(super) fn surprises(root: &Path, ledger: &Ledger) -> Result<Option<String>, Failure> {
    let expected = read_expected(&root.join("verification/expected.json"))?;
    let differences = expected.differences(ledger);
    if differences.is_empty() {
        return Ok(None);
    }
    let mut text = format!(
        "{} came out otherwise than in verification/expected.json:",
        differences.len()
    );
    for difference in &differences {
        text += &format!("\n  {difference}");
    }
    Ok(Some(text))
}

fn read_expected(file: &Path) -> Result<Expected, Failure> {
    match std::fs::read_to_string(file) {
        Ok(text) => {
            let read = serde_json::from_str(&text);
            Ok(read.map_err(|e| format!("{}: {e}", file.display()))?)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Expected::default()),
        Err(error) => Err(format!("{}: {error}", file.display()).into()),
    }
}

/// The program that runs evidence.
pub(super) struct Evidence {
    root: PathBuf,
    program: PathBuf,
}

impl Evidence {
    /// Compiles it, in the profile of this program.
    pub(super) fn build(root: &Path) -> Result<Evidence, Failure> {
        #[derive(Deserialize)]
        struct Message {
            executable: Option<PathBuf>,
        }
        let _spinner = output::Spinner::new("compiling the evidence");
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo
            .current_dir(root)
            .args(["build", "--quiet", "--locked"])
            .args(["--package", "admit-verification", "--bin", "evidence"])
            .args(["--message-format", "json-render-diagnostics"]);
        if cfg!(all(feature = "burn", feature = "cli")) {
            // With this program beside it, the library is asked for with the features
            // that it has already been compiled with.
            cargo.args(["--package", "admit", "--bin", "admit"]);
            if cfg!(debug_assertions) {
                // Then tests have been compiled, and what they depend on asks others for
                // more. So does an example.
                cargo.args(["--example", "own_space"]);
            }
        }
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        tracing::info!(?cargo, "evidence is compiled");
        let output = cargo
            .stderr(Stdio::inherit())
            .output()
            .map_err(|e| format!("evidence is compiled by cargo, which cannot be run: {e}"))?;
        if !output.status.success() {
            return Err("the evidence does not compile; cargo says why above".into());
        }
        let lines = output.stdout.lines().map_while(Result::ok);
        let program = lines
            .filter_map(|line| serde_json::from_str::<Message>(&line).ok()?.executable)
            .find(|program| program.file_stem().is_some_and(|name| name == "evidence"))
            .ok_or("cargo does not say where the compiled evidence is")?;
        Ok(Evidence {
            root: root.to_owned(),
            program,
        })
    }

    /// Runs the evidence of claims and draws up their ledger.
    pub(super) fn ledger(
        &mut self,
        tier: &str,
        how: &str,
        claims: &Claims,
    ) -> Result<Ledger, Failure> {
        let start = Instant::now();
        let findings = self.run(how, claims)?;
        let mut ledger = Ledger::new(claims, findings);
        ledger.run = self.about()?;
        tier.clone_into(&mut ledger.run.tier);
        ledger.run.seconds = start.elapsed().as_secs_f64();
        Ok(ledger)
    }

    /// Versions of tools, and the digest of the sources.
    pub(super) fn about(&self) -> Result<Run, Failure> {
        let output = Command::new(&self.program)
            .current_dir(&self.root)
            .arg("about")
            .stderr(Stdio::inherit())
            .output()?;
        Ok(serde_json::from_slice(&output.stdout)?)
    }

    /// Runs all evidence that these claims name, showing what is at work.
    fn run(&mut self, tier: &str, claims: &Claims) -> Result<Vec<Finding>, Failure> {
        let ids: BTreeSet<String> = claims
            .claims
            .iter()
            .flat_map(|claim| claim.all_evidence().map(ToString::to_string))
            .collect();
        let counter = Counter::new(ids.len() as u64);
        let mut child = Command::new(&self.program)
            .current_dir(&self.root)
            .args(["run", tier])
            .args(&ids)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut findings = Vec::new();
        let lines = child.stdout.take().map(BufReader::new);
        for line in lines.into_iter().flat_map(BufRead::lines) {
            match serde_json::from_str(&line?)? {
                Line::Starting { starting } => {
                    tracing::debug!("{starting} begins");
                    counter.say(&starting);
                }
                Line::Found(finding) => {
                    tracing::info!(seconds = finding.seconds, "{} is done", finding.evidence);
                    counter.one_more();
                    findings.push(*finding);
                }
            }
        }
        if !child.wait()?.success() {
            return Err("the evidence was broken off; it says why above".into());
        }
        Ok(findings)
    }
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

/// So that a column of times can be read.
fn seconds(time: f64) -> String {
    if time < 0.05 {
        return "–".to_owned();
    }
    if time < 100.0 {
        return format!("{time:.1} s");
    }
    format!("{time:.0} s")
}
