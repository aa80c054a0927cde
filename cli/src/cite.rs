//! `admit cite`

use super::context::{Context, Failure};
use super::output;
use admit_verification::json::read;
use admit_verification::ledger::{bibtex, sentence};
use admit_verification::published;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The sentence that one may write about a claim, and a BibTeX entry.
///
/// Sentence and scope follow from evidence that ran: from the ledger that
/// `admit verify` left here, or else from the run that this version was
/// published with.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The claim; `admit claims` lists them.
    claim: String,
    /// A ledger that `admit verify` wrote [default: ledger.json here, or the one
    /// this version was published with].
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report<'a> {
    claim: &'a str,
    verdict: &'static str,
    scope: &'a str,
    sentence: String,
    bibtex: String,
    version: &'a str,
    sources: &'a str,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    // An unknown name is answered with similar ones, whatever the ledger holds.
    let claims = published::claims();
    let id = &claims.find(&arguments.claim)?.id;
    let here = Path::new("ledger.json");
    let (ledger, origin) = match &arguments.ledger {
        Some(file) => (read(file)?, file.display().to_string()),
        None if here.is_file() => (read(here)?, here.display().to_string()),
        None => {
            let origin = "the run that this version was published with";
            (published::ledger(), origin.to_owned())
        }
    };
    let Some(entry) = ledger.entries.iter().find(|entry| entry.claim.id == *id) else {
        return Err(format!(
            "{origin} has no entry for {id}; run its evidence with: admit verify {id}"
        )
        .into());
    };
    let report = Report {
        claim: id,
        verdict: entry.verdict.words(),
        scope: &entry.scope,
        sentence: sentence(entry, &ledger.run),
        bibtex: bibtex(entry, &ledger.run),
        version: &ledger.run.version,
        sources: &ledger.run.sources,
    };
    if context.json {
        return output::json(&report);
    }
    anstream::println!("{}\n\n{}", output::wrapped(&report.sentence), report.bibtex);
    anstream::eprintln!("(from {origin})");
    Ok(())
}
