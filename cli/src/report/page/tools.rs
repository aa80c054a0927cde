//! Sections about what was run: Kani's harnesses and Coq's theorems; cubes that were
//! solved, times, the machine and versions.

use super::Page;
use super::block::{
    Block, Section, Table, claims, code, count, heading, missing, number, say, seconds, text,
};
use super::claims::detail;
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
        None => blocks.push(missing("Kani's answers are not recorded here.")),
        Some(recorded) => {
            let tools: Vec<String> = recorded
                .tools
                .iter()
                .filter(|(name, _)| ["kani", "cbmc"].contains(&name.as_str()))
                .map(|(name, version)| format!("{name} {version}"))
                .collect();
            blocks.push(say(format!(
                "{} harnesses run the library’s own code on every input up to a bound. A cover is something that must be able to happen, so that no harness holds because nothing happens in it. Recorded with {}.",
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
        words: "What was checked for all inputs up to a bound, and what was proved for all graphs.",
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
        let said = match detail(&finding.outcome) {
            detail if detail.is_empty() => answer(&finding.outcome).to_owned(),
            detail => format!("{}: {detail}", answer(&finding.outcome)),
        };
        vec![
            code(&finding.evidence.name),
            text(&finding.scope),
            text(covers.collect::<Vec<_>>().join("; ")),
            text(said),
            number(seconds(finding.seconds)),
            claims(about(page, &finding.evidence)),
        ]
    });
    let head = vec![
        text("harness"),
        text("bound"),
        text("covers"),
        text("answer"),
        number("took"),
        text("claims"),
    ];
    let caption = "Repeat one with: cargo kani -p admit-proofs --harness NAME";
    Table::new(caption, head, rows.collect())
}

fn answer(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Counterexample { .. } => "✗ counterexample",
        Outcome::Holds => "✓ holds",
        other => other.word(),
    }
}

fn theorems(page: &Page) -> Block {
    let mut found: BTreeMap<&EvidenceId, &Finding> = BTreeMap::new();
    for finding in page.published.entries.iter().flat_map(|e| &e.findings) {
        if finding.evidence.engine == Engine::Coq {
            found.entry(&finding.evidence).or_insert(finding);
        }
    }
    let rows = found.iter().map(|(id, finding)| {
        let (mark, words) = match &finding.outcome {
            Outcome::Holds => ("✓ proved for ", finding.scope.clone()),
            Outcome::Counterexample { example } => ("✗ ", example.clone()),
            other => ("", format!("{}: {}", other.word(), detail(other))),
        };
        let file = id.path.rsplit('/').next().unwrap_or(&id.path);
        vec![
            code(&id.name),
            code(file),
            text(format!("{mark}{words}")),
            claims(about(page, id)),
        ]
    });
    let head = vec![
        text("theorem"),
        text("file"),
        text("what it says"),
        text("claims"),
    ];
    let caption = format!(
        "{} theorems and counterexamples, from no axioms. Repeat them with: make -C proofs/coq check",
        found.len()
    );
    Block::Table(Table::new(caption, head, rows.collect()))
}

/// Cubes, times, the machine and versions.
pub(super) fn timings(page: &Page) -> Section {
    let mut blocks = vec![heading("Cubes solved")];
    match &page.cubes {
        None => blocks.push(missing("This run left no cubes.")),
        Some(cubes) => {
            let mut head = vec![
                text("scramble"),
                text("a shortest way back"),
                number("moves"),
            ];
            head.extend(
                cubes
                    .heuristics
                    .iter()
                    .map(|name| number(format!("nodes, {name}"))),
            );
            let rows = cubes.cubes.iter().map(|cube| {
                let mut row = vec![
                    code(&cube.scramble),
                    code(&cube.solution),
                    number(cube.moves.to_string()),
                ];
                row.extend(cube.generated.iter().map(|nodes| number(count(*nodes))));
                row
            });
            let caption = "Every heuristic is admissible, so all find the same length";
            blocks.push(Block::Table(Table::new(caption, head, rows.collect())));
        }
    }
    blocks.push(heading("Steps and their times"));
    match &page.steps {
        None => blocks.push(missing("This run left no times.")),
        Some(steps) => {
            let rows = steps.steps.iter().map(|step| {
                let when = if step.reused {
                    "kept from before"
                } else {
                    "done in this run"
                };
                vec![
                    text(&step.name),
                    number(seconds(step.seconds)),
                    text(when),
                    code(&step.command),
                    code(step.digest.get(..12).unwrap_or(&step.digest)),
                ]
            });
            let head = vec![
                text("step"),
                number("took"),
                text("when"),
                text("alone"),
                text("depends on"),
            ];
            let all = steps.steps.iter().map(|step| step.seconds).sum();
            let caption = format!("{} in all when everything is done", seconds(all));
            blocks.push(Block::Table(Table::new(caption, head, rows.collect())));
        }
    }
    blocks.push(heading("Machine and versions"));
    blocks.push(machine(page));
    Section {
        id: "timings",
        title: "Cubes, times, machine",
        words: "What the run did beyond claims, how long it took, and on what.",
        blocks,
    }
}

fn machine(page: &Page) -> Block {
    let mut rows = Vec::new();
    let mut add = |what: &str, value: String, of: &str| {
        rows.push(vec![text(what), text(value), text(of)]);
    };
    if let Some(steps) = &page.steps {
        let machine = &steps.machine;
        add("system", machine.system.clone(), "this run");
        if let Some(processor) = &machine.processor {
            add("processor", processor.clone(), "this run");
        }
        add("threads", machine.threads.to_string(), "this run");
        if let Some(memory) = machine.memory {
            add(
                "memory",
                format!("{:.1} GB", memory as f64 / 1e9),
                "this run",
            );
        }
        for (name, version) in &machine.versions {
            add(name, version.clone(), "this run");
        }
    }
    let run = &page.published.run;
    add("admit", run.version.clone(), "published run");
    add("sources", run.sources.clone(), "published run");
    for (name, version) in &run.tools {
        add(name, version.clone(), "published run");
    }
    let head = vec![text("what"), text("which"), text("of")];
    Block::Table(Table::new("What was used", head, rows))
}
