//! The ledger on the page: each claim with its published verdict, its evidence and the
//! commands that reproduce it, beside the verdict of the quick run on this machine.

use super::Page;
use crate::report::numbers::{duration, thousands};
use admit_verification::ledger::{
    Engine, Entry, Finding, Ledger, Outcome, Run, Verdict, bibtex, sentence,
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The header of the page.
#[derive(Serialize)]
pub(super) struct About {
    version: String,
    sources: String,
    claims: usize,
    evidence: usize,
    exhaustive: String,
    random: String,
    seconds: String,
    tools: Vec<(String, String)>,
    /// The quick run on this machine, if there was one.
    quick: Option<Quick>,
}

#[derive(Serialize)]
struct Quick {
    version: String,
    sources: String,
    seconds: String,
    settled: usize,
    same: bool,
}

/// The number of claims with a verdict or of a tier.
#[derive(Serialize)]
pub(super) struct Count {
    #[serde(flatten)]
    badge: Badge,
    meaning: &'static str,
    claims: usize,
}

/// A verdict with its symbol.
#[derive(Clone, Copy, Serialize)]
struct Badge {
    slug: &'static str,
    words: &'static str,
    symbol: &'static str,
}

/// A claim.
#[derive(Serialize)]
pub(super) struct ClaimView {
    id: String,
    kind: &'static str,
    place: String,
    statement: String,
    remark: Option<String>,
    wrong: Option<String>,
    stands: Option<String>,
    badge: Badge,
    scope: String,
    tier: &'static str,
    tier_words: &'static str,
    /// The verdict of the quick run alone.
    here: Option<Badge>,
    here_words: String,
    /// Evidence whose outcome here differs from the published one.
    contradictions: Vec<String>,
    evidence: Vec<Piece>,
    seconds: String,
    sentence: String,
    bibtex: String,
}

/// A piece of evidence.
#[derive(Serialize)]
struct Piece {
    engine: &'static str,
    name: String,
    path: String,
    /// Whether it is about the repaired claim, not about the printed one.
    repair: bool,
    outcome: &'static str,
    symbol: &'static str,
    /// Details of the outcome.
    detail: String,
    scope: String,
    cases: Option<String>,
    sometimes: Vec<(String, String)>,
    seconds: String,
    seed: Option<u64>,
    tier: &'static str,
    command: String,
    /// The outcome here, if it ran.
    here: Option<&'static str>,
}

impl ClaimView {
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn contradicted(&self) -> bool {
        !self.contradictions.is_empty()
    }
}

const QUICK: &str = "quick";
const FULL: &str = "full";
const OPEN: &str = "open";

fn badge(verdict: Verdict) -> Badge {
    let (slug, symbol) = match verdict {
        Verdict::Proved => ("proved", "∎"),
        Verdict::Checked => ("checked", "✓"),
        Verdict::Tested => ("tested", "⁘"),
        Verdict::Measured => ("measured", "≈"),
        Verdict::HoldsAfterRepair => ("holds-after-repair", "↻"),
        Verdict::Refuted => ("refuted", "✗"),
        Verdict::NotReproduced => ("not-reproduced", "∅"),
        Verdict::NotRun => ("not-run", "–"),
        Verdict::Broken => ("broken", "!"),
    };
    Badge {
        slug,
        words: verdict.words(),
        symbol,
    }
}

fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "for all graphs, by a formal proof",
        Verdict::Checked => "in all cases up to a stated bound",
        Verdict::Tested => "on random cases",
        Verdict::Measured => "a number with an interval",
        Verdict::HoldsAfterRepair => "false as printed; a repaired claim holds",
        Verdict::Refuted => "by a counterexample",
        Verdict::NotReproduced => "not reached, or not tried",
        Verdict::NotRun => "its evidence was not run",
        Verdict::Broken => "its evidence failed to run",
    }
}

/// Whether the verdict settles the claim.
fn settles(verdict: Verdict) -> bool {
    !matches!(
        verdict,
        Verdict::NotReproduced | Verdict::NotRun | Verdict::Broken
    )
}

/// The header of the page.
pub(super) fn about(page: &Page) -> About {
    let Ledger {
        run,
        exhaustive_cases,
        random_cases,
        entries,
    } = &page.published;
    // A piece of evidence may belong to several claims.
    let pieces: BTreeSet<_> = entries
        .iter()
        .flat_map(|entry| entry.findings.iter().map(|finding| &finding.evidence))
        .collect();
    let digits = |sources: &str| sources.get(..16).unwrap_or(sources).to_owned();
    About {
        version: run.version.clone(),
        sources: digits(&run.sources),
        claims: entries.len(),
        evidence: pieces.len(),
        exhaustive: thousands(*exhaustive_cases),
        random: thousands(*random_cases),
        seconds: duration(run.seconds),
        tools: run.tools.clone().into_iter().collect(),
        quick: page.fresh.as_ref().map(|fresh| Quick {
            version: fresh.run.version.clone(),
            sources: digits(&fresh.run.sources),
            seconds: duration(fresh.run.seconds),
            settled: fresh.entries.iter().filter(|e| settles(e.verdict)).count(),
            same: fresh.run.sources == run.sources,
        }),
    }
}

/// The number of claims with each verdict.
pub(super) fn counts(claims: &[ClaimView]) -> Vec<Count> {
    let counted = Verdict::ALL.map(|verdict| {
        let badge = badge(verdict);
        let same = claims.iter().filter(|c| c.badge.slug == badge.slug);
        Count {
            badge,
            meaning: meaning(verdict),
            claims: same.count(),
        }
    });
    counted.into_iter().filter(|c| c.claims > 0).collect()
}

/// The number of claims of each tier.
pub(super) fn tiers(claims: &[ClaimView]) -> Vec<Count> {
    let counted = [QUICK, FULL, OPEN].map(|slug| {
        let (words, symbol) = (tier_words(slug), "");
        Count {
            badge: Badge {
                slug,
                words,
                symbol,
            },
            meaning: "",
            claims: claims.iter().filter(|c| c.tier == slug).count(),
        }
    });
    counted.into()
}

fn tier_words(tier: &str) -> &'static str {
    match tier {
        QUICK => "settled by the quick run",
        FULL => "settled by the full run only",
        _ => "not settled",
    }
}

/// All claims in the order of the published ledger, then those of the quick run that are not in it.
pub(super) fn claims(page: &Page) -> Vec<ClaimView> {
    fn by_id(ledger: &Ledger) -> BTreeMap<&str, &Entry> {
        let entries = ledger.entries.iter();
        entries
            .map(|entry| (entry.claim.id.as_str(), entry))
            .collect()
    }
    let Page {
        published, fresh, ..
    } = page;
    let here = fresh.as_ref().map(by_id).unwrap_or_default();
    let there = by_id(published);
    let mut views: Vec<ClaimView> = published
        .entries
        .iter()
        .map(|entry| {
            let here = here.get(entry.claim.id.as_str()).copied();
            claim(&published.run, entry, here)
        })
        .collect();
    if let Some(ledger) = fresh {
        let new = ledger.entries.iter();
        let new = new.filter(|entry| !there.contains_key(entry.claim.id.as_str()));
        views.extend(new.map(|entry| ClaimView {
            here_words: "new, not in the published run".to_owned(),
            ..claim(&ledger.run, entry, Some(entry))
        }));
    }
    views
}

fn claim(run: &Run, entry: &Entry, here: Option<&Entry>) -> ClaimView {
    let about = &entry.claim;
    let tier = match (entry.verdict, here) {
        (verdict, _) if !settles(verdict) => OPEN,
        (_, Some(here)) if settles(here.verdict) && !only_printed(entry, here) => QUICK,
        _ => FULL,
    };
    let repair = about.repair.as_ref();
    ClaimView {
        id: about.id.clone(),
        kind: about.kind.name(),
        place: about.place.clone(),
        statement: about.statement.clone(),
        remark: about.remark.clone(),
        wrong: repair.map(|repair| repair.wrong.clone()),
        stands: repair.map(|repair| repair.stands.clone()),
        badge: badge(entry.verdict),
        scope: entry.scope.clone(),
        tier,
        tier_words: tier_words(tier),
        here: here.map(|here| badge(here.verdict)),
        here_words: here.map(|here| here_words(entry, here)).unwrap_or_default(),
        contradictions: here
            .map(|here| contradictions(entry, here))
            .unwrap_or_default(),
        evidence: entry
            .findings
            .iter()
            .map(|finding| piece(entry, finding, here))
            .collect(),
        seconds: duration(entry.seconds()),
        sentence: sentence(entry, run),
        bibtex: bibtex(entry, run),
    }
}

/// Whether the full run settled the repaired claim, and the quick run only refuted the printed one.
fn only_printed(entry: &Entry, here: &Entry) -> bool {
    entry.verdict == Verdict::HoldsAfterRepair && here.verdict == Verdict::Refuted
}

fn here_words(entry: &Entry, here: &Entry) -> String {
    let words = here.verdict.words();
    match here.verdict {
        Verdict::NotRun => "not part of the quick run".to_owned(),
        _ if only_printed(entry, here) && contradictions(entry, here).is_empty() => {
            "refuted as printed; the repaired claim is left to the full run".to_owned()
        }
        verdict if verdict == entry.verdict => "same verdict".to_owned(),
        _ => words.to_owned(),
    }
}

/// Evidence whose outcome here differs from the published one. Pieces of evidence are
/// compared one by one: a claim that is refuted here and holds after repair there is no
/// contradiction, as evidence for the repair may be left to the full run.
fn contradictions(entry: &Entry, here: &Entry) -> Vec<String> {
    let differs = |finding: &Finding| {
        let now = here
            .findings
            .iter()
            .find(|f| f.evidence == finding.evidence)?;
        let (before, after) = (&finding.outcome, &now.outcome);
        let contradicts = matches!(after, Outcome::Broken { .. })
            || before.ran() && after.ran() && before.supports() != after.supports();
        contradicts.then(|| {
            let (before, after) = (before.word(), after.word());
            format!(
                "{}: {before} in the published run, {after} here",
                finding.evidence
            )
        })
    };
    let mut found: Vec<String> = entry.findings.iter().filter_map(differs).collect();
    let holds = settles(entry.verdict)
        && !matches!(entry.verdict, Verdict::Refuted | Verdict::HoldsAfterRepair);
    let fails = matches!(here.verdict, Verdict::Refuted | Verdict::Broken);
    if holds && fails && found.is_empty() {
        found.push(format!("{} here: {}", here.verdict, here.scope));
    }
    found
}

fn piece(entry: &Entry, finding: &Finding, here: Option<&Entry>) -> Piece {
    let id = &finding.evidence;
    let ran_here = here
        .and_then(|here| here.findings.iter().find(|f| f.evidence == *id))
        .filter(|f| f.outcome.ran());
    let tier = match (ran_here, finding.outcome.ran()) {
        (Some(_), _) => QUICK,
        (None, true) => FULL,
        (None, false) => "not run",
    };
    let claim = &entry.claim.id;
    let repair = entry.claim.repair.as_ref();
    Piece {
        engine: id.engine.name(),
        name: id.name.clone(),
        path: id.path.clone(),
        repair: repair.is_some_and(|r| r.evidence.contains(id))
            && !entry.claim.evidence.contains(id),
        outcome: finding.outcome.word(),
        symbol: symbol(&finding.outcome),
        detail: detail(&finding.outcome),
        scope: finding.scope.clone(),
        cases: (finding.cases > 0).then(|| thousands(finding.cases)),
        sometimes: finding
            .sometimes
            .iter()
            .map(|(what, times)| {
                let counted = finding.cases > 0;
                let times = if counted {
                    thousands(*times)
                } else {
                    "yes".to_owned()
                };
                (what.clone(), times)
            })
            .collect(),
        seconds: duration(finding.seconds),
        seed: finding.seed,
        tier,
        command: match id.engine {
            Engine::Coq => "make -C proofs/coq".to_owned(),
            Engine::Kani => kani_command(&id.name),
            _ if tier == QUICK => format!("admit verify {claim}"),
            _ => format!("admit verify --full {claim}"),
        },
        here: ran_here.map(|f| f.outcome.word()),
    }
}

/// The command that runs one harness.
pub(super) fn kani_command(name: &str) -> String {
    format!("cargo kani -p admit-proofs --harness {name}")
}

fn symbol(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Holds => "✓",
        Outcome::Measured { .. } => "≈",
        Outcome::Counterexample { .. } => "✗",
        Outcome::FellShort { .. } => "∅",
        Outcome::NotRun { .. } => "–",
        Outcome::Broken { .. } => "!",
    }
}

/// The details of an outcome.
pub(super) fn detail(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Holds => String::new(),
        Outcome::Measured { figure, interval } => match interval {
            Some(interval) => format!("{figure} ({interval})"),
            None => figure.clone(),
        },
        Outcome::Counterexample { example } => example.clone(),
        Outcome::FellShort { reached, budget } => format!("{reached}; {budget}"),
        Outcome::NotRun { why } | Outcome::Broken { why } => why.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use admit_verification::ledger::Claims;

    fn ledger(outcomes: &[(&str, Outcome)]) -> Ledger {
        let claims = Claims::parse(
            r#"
            [[claim]]
            id = "it"
            kind = "text"
            place = "here"
            statement = "So it is."
            evidence = ["exhaustive a.rs::printed"]
            [claim.repair]
            wrong = "this"
            stands = "that"
            evidence = ["kani a.rs::stands", "proptest a.rs::stands"]
            "#,
        );
        let findings = outcomes
            .iter()
            .map(|(id, outcome)| Finding::new(id.parse().unwrap(), outcome.clone()))
            .collect();
        Ledger::new(&claims.unwrap(), findings)
    }

    const PRINTED: &str = "exhaustive a.rs::printed";
    const STANDS: &str = "kani a.rs::stands";
    const RANDOM: &str = "proptest a.rs::stands";

    fn example() -> Outcome {
        let example = "this".to_owned();
        Outcome::Counterexample { example }
    }

    fn page(published: &[(&str, Outcome)], fresh: &[(&str, Outcome)]) -> Page {
        Page {
            published: ledger(published),
            fresh: Some(ledger(fresh)),
            tables: None,
            certificates: Vec::new(),
            learned: Vec::new(),
            models: Vec::new(),
            rates: Vec::new(),
            kani: None,
            cubes: None,
            steps: None,
        }
    }

    fn of(published: &[(&str, Outcome)], fresh: &[(&str, Outcome)]) -> ClaimView {
        claims(&page(published, fresh)).remove(0)
    }

    #[test]
    fn a_repair_left_to_the_full_run_is_no_contradiction() {
        let published = [(PRINTED, example()), (STANDS, Outcome::Holds)];
        let view = of(&published, &[(PRINTED, example())]);
        assert!(!view.contradicted());
        assert_eq!(view.tier, FULL);
        assert!(view.here_words.contains("left to the full run"));
        assert_eq!(view.evidence[0].command, "admit verify it");
        let kani = "cargo kani -p admit-proofs --harness stands";
        assert_eq!(view.evidence[1].command, kani);
        assert!(view.evidence[1].repair && !view.evidence[0].repair);
    }

    #[test]
    fn a_new_claim_is_last() {
        let mut page = page(&[(PRINTED, Outcome::Holds)], &[(PRINTED, Outcome::Holds)]);
        let mut new = ledger(&[(PRINTED, Outcome::Holds)]).entries.remove(0);
        "new".clone_into(&mut new.claim.id);
        page.fresh.as_mut().unwrap().entries.insert(0, new);
        let views = claims(&page);
        assert_eq!((views[0].id(), views[1].id()), ("it", "new"));
        assert!(views[1].here_words.contains("not in the published run"));
    }

    #[test]
    fn a_different_outcome_is_a_contradiction() {
        let published = [
            (PRINTED, example()),
            (STANDS, Outcome::Holds),
            (RANDOM, Outcome::Holds),
        ];
        let view = of(&published, &[(PRINTED, example()), (RANDOM, example())]);
        assert_eq!(
            view.contradictions,
            ["proptest a.rs::stands: holds in the published run, counterexample here"]
        );
        let view = of(&[(PRINTED, Outcome::Holds)], &[(PRINTED, example())]);
        assert!(view.contradicted());
        let view = of(&[(PRINTED, Outcome::Holds)], &[(PRINTED, Outcome::Holds)]);
        assert!(!view.contradicted());
        assert_eq!(
            (view.tier, view.here_words.as_str()),
            (QUICK, "same verdict")
        );
        let view = of(&[(PRINTED, Outcome::Holds)], &[]);
        assert_eq!((view.tier, view.contradicted()), (FULL, false));
    }
}
