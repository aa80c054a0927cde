//! The ledger: claims with their findings and verdicts.

use super::{Claim, Claims, EvidenceId, Finding, Outcome, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A claim, its findings and its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The claim.
    #[serde(flatten)]
    pub claim: Claim,
    /// The verdict computed from the findings.
    pub verdict: Verdict,
    /// Scope of the deciding evidence.
    pub scope: String,
    /// Findings of all its evidence, including evidence not run.
    pub findings: Vec<Finding>,
}

/// Program, sources and tools of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Version of this program.
    pub version: String,
    /// BLAKE3 digest of the compiled sources.
    pub sources: String,
    /// `quick` or `full`.
    pub tier: String,
    /// Versions of the installed tools, by name.
    pub tools: BTreeMap<String, String>,
    /// Wall-clock time in seconds.
    pub seconds: f64,
}

/// All claims with findings and verdicts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ledger {
    /// Program, sources and tools.
    pub run: Run,
    /// Total cases of exhaustive evidence and sweeps.
    pub exhaustive_cases: u64,
    /// Total cases of random evidence.
    pub random_cases: u64,
    /// In the order of the claims.
    pub entries: Vec<Entry>,
}

impl Ledger {
    /// Builds the ledger. Evidence without a finding counts as not run.
    pub fn new(claims: &Claims, findings: Vec<Finding>) -> Ledger {
        let found: BTreeMap<EvidenceId, Finding> = findings
            .into_iter()
            .map(|finding| (finding.evidence.clone(), finding))
            .collect();
        let cases = |exhaustive: bool| {
            use super::Engine::{Exhaustive, Proptest, Quickcheck, Sweep};
            found
                .values()
                .filter(|f| match f.evidence.engine {
                    Exhaustive | Sweep => exhaustive,
                    Proptest | Quickcheck => !exhaustive,
                    _ => false,
                })
                .map(|f| f.cases)
                .sum()
        };
        Ledger {
            run: Run::default(),
            exhaustive_cases: cases(true),
            random_cases: cases(false),
            entries: claims
                .claims
                .iter()
                .map(|claim| Entry::new(claim, &found))
                .collect(),
        }
    }

    /// Number of claims with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.entries.iter().filter(|e| e.verdict == verdict).count()
    }
}

impl Entry {
    fn new(claim: &Claim, found: &BTreeMap<EvidenceId, Finding>) -> Entry {
        let verdict = Verdict::of(claim, |id| found.get(id).cloned());
        let findings: Vec<Finding> = claim
            .all_evidence()
            .map(|id| {
                found.get(id).cloned().unwrap_or_else(|| {
                    let why = "it was not selected".to_owned();
                    Finding::new(id.clone(), Outcome::NotRun { why })
                })
            })
            .collect();
        let mut entry = Entry {
            claim: claim.clone(),
            verdict,
            scope: String::new(),
            findings,
        };
        entry.scope = entry.describe_scope();
        entry
    }

    /// Findings about the statement as printed.
    pub fn about_the_claim(&self) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(|f| self.claim.evidence.contains(&f.evidence))
    }

    /// Findings about the repair.
    pub fn about_the_repair(&self) -> impl Iterator<Item = &Finding> {
        let repair = self.claim.repair.as_ref();
        self.findings
            .iter()
            .filter(move |f| repair.is_some_and(|r| r.evidence.contains(&f.evidence)))
    }

    /// Wall-clock time of all its evidence, in seconds.
    pub fn seconds(&self) -> f64 {
        self.findings.iter().map(|f| f.seconds).sum()
    }

    fn describe_scope(&self) -> String {
        match self.verdict {
            Verdict::Proved | Verdict::Checked | Verdict::Tested | Verdict::Measured => {
                strongest(self.about_the_claim())
            }
            Verdict::HoldsAfterRepair => strongest(self.about_the_repair()),
            Verdict::Refuted => first_reason(self.about_the_claim()),
            Verdict::NotReproduced if self.findings.is_empty() => "nothing was tried".to_owned(),
            Verdict::NotReproduced | Verdict::Broken | Verdict::NotRun => {
                first_reason(self.findings.iter())
            }
        }
    }
}

/// The scope of the strongest supporting finding.
fn strongest<'a>(findings: impl Iterator<Item = &'a Finding>) -> String {
    findings
        .filter(|f| f.outcome.supports())
        .min_by_key(|f| f.evidence.engine)
        .map(words)
        .unwrap_or_default()
}

/// The reason against a claim: broken evidence first, then a counterexample, a shortfall, evidence
/// not run.
fn first_reason<'a>(findings: impl Iterator<Item = &'a Finding>) -> String {
    let reason = |f: &Finding| match &f.outcome {
        Outcome::Broken { why } => Some((0, format!("{}: {why}", f.evidence))),
        Outcome::Counterexample { example } => Some((1, example.clone())),
        Outcome::FellShort { reached, budget } => Some((2, format!("{reached}; {budget}"))),
        Outcome::NotRun { why } => Some((3, why.clone())),
        Outcome::Holds | Outcome::Measured { .. } => None,
    };
    findings
        .filter_map(reason)
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, text)| text)
        .unwrap_or_default()
}

/// The scope of a finding, with its figures.
fn words(finding: &Finding) -> String {
    match &finding.outcome {
        Outcome::Measured {
            figure,
            interval: Some(interval),
        } => format!("{figure} ({interval}); {}", finding.scope),
        Outcome::Measured { figure, .. } => format!("{figure}; {}", finding.scope),
        _ => finding.scope.clone(),
    }
}
