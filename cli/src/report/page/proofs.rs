//! The section about Kani's harnesses and Coq's theorems.

use super::Page;
use super::claims::{detail, kani_command};
use super::section::{
    Block, Section, Table, claims, code, heading, missing, number, paragraph, text,
};
use crate::report::numbers::duration;
use admit_verification::ledger::{Engine, EvidenceId, Finding, Outcome};
use std::collections::BTreeMap;

/// Claims that a piece of evidence is about.
fn about(page: &Page, id: &EvidenceId) -> Vec<String> {
    let entries = page.published.entries.iter();
    entries
        .filter(|entry| entry.claim.all_evidence().any(|own| own == id))
        .map(|entry| entry.claim.id.clone())
        .collect()
}

/// Harnesses and theorems.
pub(super) fn proofs(page: &Page) -> Section {
    let mut blocks = vec![heading("Kani")];
    match &page.kani {
        None => blocks.push(missing("No results of Kani were found.")),
        Some(recorded) => {
            let tools: Vec<String> = recorded
                .tools
                .iter()
                .filter(|(name, _)| ["kani", "cbmc"].contains(&name.as_str()))
                .map(|(name, version)| format!("{name} {version}"))
                .collect();
            blocks.push(paragraph(format!(
                "{} harnesses run the library’s own code on every input up to a bound. Covers are conditions that must be reachable, so that no harness holds vacuously. Recorded with {}.",
                recorded.harnesses.len(),
                tools.join(" and ")
            )));
            blocks.push(Block::Table(harnesses(page, &recorded.harnesses)));
        }
    }
    blocks.push(heading("Coq"));
    blocks.push(theorems(page));
    Section {
        id: "proofs",
        title: "Kani and Coq",
        words: "Kani checks all inputs up to a bound; Coq proves theorems for all graphs.",
        blocks,
    }
}

fn harnesses(page: &Page, harnesses: &[Finding]) -> Table {
    let rows = harnesses.iter().map(|finding| {
        let covers = finding.sometimes.iter();
        let covers = covers.map(|(what, times)| {
            let how = if *times > 0 { "✓" } else { "✗ never:" };
            format!("{how} {what}")
        });
        let result = match detail(&finding.outcome) {
            detail if detail.is_empty() => word(&finding.outcome).to_owned(),
            detail => format!("{}: {detail}", word(&finding.outcome)),
        };
        [
            code(&finding.evidence.name),
            text(&finding.scope),
            text(covers.collect::<Vec<_>>().join("; ")),
            text(result),
            number(duration(finding.seconds)),
            claims(about(page, &finding.evidence)),
        ]
    });
    let head = ["harness", "bound", "covers", "result", "time", "claims"];
    let caption = format!("To run one: {}", kani_command("NAME"));
    Table::new(caption, head, rows)
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Counterexample { .. } => "✗ counterexample",
        Outcome::Holds => "✓ holds",
        other => other.word(),
    }
}

fn theorems(page: &Page) -> Block {
    let mut theorems: BTreeMap<&EvidenceId, &Finding> = BTreeMap::new();
    for finding in page.published.entries.iter().flat_map(|e| &e.findings) {
        if finding.evidence.engine == Engine::Coq {
            theorems.entry(&finding.evidence).or_insert(finding);
        }
    }
    let rows = theorems.iter().map(|(id, finding)| {
        let (mark, words) = match &finding.outcome {
            Outcome::Holds => ("✓ proved for ", finding.scope.clone()),
            Outcome::Counterexample { example } => ("✗ ", example.clone()),
            other => ("", format!("{}: {}", other.word(), detail(other))),
        };
        let file = id.path.rsplit('/').next().unwrap_or(&id.path);
        [
            code(&id.name),
            code(file),
            text(format!("{mark}{words}")),
            claims(about(page, id)),
        ]
    });
    let head = ["theorem", "file", "result", "claims"];
    let caption = format!(
        "{} theorems and counterexamples, without axioms. To check them: make -C proofs/coq check",
        theorems.len()
    );
    Block::Table(Table::new(caption, head, rows))
}
