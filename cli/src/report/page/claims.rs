//! Claims as the page shows them: the published verdict, all evidence with the command
//! that repeats it, and beside it what this machine found.

use super::Page;
use super::block::{count, seconds};
use admit_verification::ledger::{
    Engine, Entry, Finding, Ledger, Outcome, Run, Verdict, bibtex, sentence,
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What the head of the page says.
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
    /// What the quick run here looked at; nothing if there was none.
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

/// How many claims are of a kind.
#[derive(Serialize)]
pub(super) struct Count {
    slug: &'static str,
    words: &'static str,
    symbol: &'static str,
    meaning: &'static str,
    claims: usize,
}

/// A verdict that is shown.
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
    /// What the quick run here says alone.
    here: Option<Badge>,
    here_words: String,
    /// What came out otherwise here.
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
    /// Whether it is about what stands, and not about what is printed.
    repair: bool,
    outcome: &'static str,
    symbol: &'static str,
    /// What is to be said of the outcome.
    detail: String,
    scope: String,
    cases: Option<String>,
    sometimes: Vec<(String, String)>,
    seconds: String,
    seed: Option<u64>,
    tier: &'static str,
    command: String,
    /// How it came out here, if it ran.
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
        Verdict::Tested => "in so many random cases",
        Verdict::Measured => "a figure with an interval",
        Verdict::HoldsAfterRepair => "false as printed; what stands was settled",
        Verdict::Refuted => "there is a counterexample",
        Verdict::NotReproduced => "not reached here, or not tried",
        Verdict::NotRun => "there is evidence, but none of it was run",
        Verdict::Broken => "evidence is at fault and says nothing",
    }
}

/// Whether something is settled, one way or the other.
fn settles(verdict: Verdict) -> bool {
    !matches!(
        verdict,
        Verdict::NotReproduced | Verdict::NotRun | Verdict::Broken
    )
}

/// What the head of the page says.
pub(super) fn about(page: &Page) -> About {
    let Ledger {
        run,
        exhaustive_cases,
        random_cases,
        entries,
    } = &page.published;
    // One piece may settle several claims.
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
        exhaustive: count(*exhaustive_cases),
        random: count(*random_cases),
        seconds: seconds(run.seconds),
        tools: run.tools.clone().into_iter().collect(),
        quick: page.fresh.as_ref().map(|fresh| Quick {
            version: fresh.run.version.clone(),
            sources: digits(&fresh.run.sources),
            seconds: seconds(fresh.run.seconds),
            settled: fresh.entries.iter().filter(|e| settles(e.verdict)).count(),
            same: fresh.run.sources == run.sources,
        }),
    }
}

/// How many claims there are of each verdict.
pub(super) fn counts(claims: &[ClaimView]) -> Vec<Count> {
    let counted = Verdict::ALL.map(|verdict| {
        let Badge {
            slug,
            words,
            symbol,
        } = badge(verdict);
        Count {
            slug,
            words,
            symbol,
            meaning: meaning(verdict),
            claims: claims.iter().filter(|c| c.badge.slug == slug).count(),
        }
    });
    counted.into_iter().filter(|c| c.claims > 0).collect()
}

/// How many claims there are of each tier.
pub(super) fn tiers(claims: &[ClaimView]) -> Vec<Count> {
    [QUICK, FULL, OPEN]
        .map(|slug| Count {
            slug,
            words: tier_words(slug),
            symbol: "",
            meaning: "",
            claims: claims.iter().filter(|c| c.tier == slug).count(),
        })
        .into()
}

fn tier_words(tier: &str) -> &'static str {
    match tier {
        QUICK => "settled by the quick run here",
        FULL => "only by the full run",
        _ => "not settled",
    }
}

/// All claims, in the order of the published ledger; last those that only the run here
/// knows.
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
        seconds: seconds(entry.seconds()),
        sentence: sentence(entry, run),
        bibtex: bibtex(entry, run),
    }
}

/// Whether a repair was settled in the full run, and here only that it is needed.
fn only_printed(entry: &Entry, here: &Entry) -> bool {
    entry.verdict == Verdict::HoldsAfterRepair && here.verdict == Verdict::Refuted
}

fn here_words(entry: &Entry, here: &Entry) -> String {
    let words = here.verdict.words();
    match here.verdict {
        Verdict::NotRun => "its evidence is not part of the quick run".to_owned(),
        _ if only_printed(entry, here) && contradictions(entry, here).is_empty() => {
            "refuted as printed; what stands is left to the full run".to_owned()
        }
        verdict if verdict == entry.verdict => "the same".to_owned(),
        _ => words.to_owned(),
    }
}

/// What came out otherwise here than in the published run. A claim that is refuted here
/// and holds after repair there is none: evidence for the repair may be left to the full
/// run. So pieces of evidence are compared one by one.
fn contradictions(entry: &Entry, here: &Entry) -> Vec<String> {
    let otherwise = |finding: &Finding| {
        let now = here
            .findings
            .iter()
            .find(|f| f.evidence == finding.evidence)?;
        let (before, after) = (&finding.outcome, &now.outcome);
        let differs = matches!(after, Outcome::Broken { .. })
            || before.ran() && after.ran() && before.supports() != after.supports();
        differs.then(|| {
            let (before, after) = (before.word(), after.word());
            format!(
                "{}: {before} in the published run, {after} here",
                finding.evidence
            )
        })
    };
    let mut found: Vec<String> = entry.findings.iter().filter_map(otherwise).collect();
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
        cases: (finding.cases > 0).then(|| count(finding.cases)),
        sometimes: finding
            .sometimes
            .iter()
            .map(|(what, times)| {
                let counted = finding.cases > 0;
                let times = if counted {
                    count(*times)
                } else {
                    "yes".to_owned()
                };
                (what.clone(), times)
            })
            .collect(),
        seconds: seconds(finding.seconds),
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

/// What an outcome says beyond its word.
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
            learnt: Vec::new(),
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
    fn a_repair_that_was_not_tried_here_is_no_contradiction() {
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
    fn a_claim_that_only_the_run_here_knows_is_shown_last() {
        let mut page = page(&[(PRINTED, Outcome::Holds)], &[(PRINTED, Outcome::Holds)]);
        let mut new = ledger(&[(PRINTED, Outcome::Holds)]).entries.remove(0);
        "new".clone_into(&mut new.claim.id);
        page.fresh.as_mut().unwrap().entries.insert(0, new);
        let views = claims(&page);
        assert_eq!((views[0].id(), views[1].id()), ("it", "new"));
        assert!(views[1].here_words.contains("not in the published run"));
    }

    #[test]
    fn what_comes_out_otherwise_is_said_loudly() {
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
        assert_eq!((view.tier, view.here_words.as_str()), (QUICK, "the same"));
        let view = of(&[(PRINTED, Outcome::Holds)], &[]);
        assert_eq!((view.tier, view.contradicted()), (FULL, false));
    }
}
