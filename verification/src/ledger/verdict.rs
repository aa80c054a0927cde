//! The verdict on a claim, from all its findings.

use super::{Claim, Engine, Finding, Outcome};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Proved by Coq.
    Proved,
    /// In all cases up to a stated bound.
    Checked,
    /// In random cases.
    Tested,
    /// A figure with interval and seed.
    Measured,
    /// False as printed; its repair holds.
    HoldsAfterRepair,
    /// There is a counterexample.
    Refuted,
    /// Not reached here, or not tried.
    NotReproduced,
    /// No evidence for it was run.
    NotRun,
    /// Some evidence is faulty.
    Broken,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 9] = [
        Verdict::Proved,
        Verdict::Checked,
        Verdict::Tested,
        Verdict::Measured,
        Verdict::HoldsAfterRepair,
        Verdict::Refuted,
        Verdict::NotReproduced,
        Verdict::NotRun,
        Verdict::Broken,
    ];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Checked => "checked",
            Verdict::Tested => "tested",
            Verdict::Measured => "measured",
            Verdict::HoldsAfterRepair => "holds after repair",
            Verdict::Refuted => "refuted",
            Verdict::NotReproduced => "not reproduced here",
            Verdict::NotRun => "not run",
            Verdict::Broken => "broken evidence",
        }
    }

    /// The verdict on a claim from its findings.
    ///
    /// - Faulty evidence makes the verdict [`Broken`](Verdict::Broken).
    /// - A counterexample to the statement as printed refutes it, unless there is a
    ///   repair and evidence for the repair holds.
    /// - Otherwise the strongest evidence that ran decides.
    pub fn of(claim: &Claim, finding: impl Fn(&super::EvidenceId) -> Option<Finding>) -> Verdict {
        let all = |ids: &[super::EvidenceId]| -> Vec<Finding> {
            ids.iter().filter_map(&finding).collect()
        };
        let printed = all(&claim.evidence);
        let repaired = claim
            .repair
            .as_ref()
            .map(|repair| all(&repair.evidence))
            .unwrap_or_default();
        let broken = |f: &Finding| matches!(f.outcome, Outcome::Broken { .. });
        let contradicted = |f: &Finding| matches!(f.outcome, Outcome::Counterexample { .. });
        if printed.iter().chain(&repaired).any(broken) {
            return Verdict::Broken;
        }
        if printed.iter().any(contradicted) {
            let stands =
                repaired.iter().any(|f| f.outcome.supports()) && !repaired.iter().any(contradicted);
            return if stands {
                Verdict::HoldsAfterRepair
            } else {
                Verdict::Refuted
            };
        }
        if claim.evidence.is_empty() {
            return Verdict::NotReproduced;
        }
        printed
            .iter()
            .filter_map(Verdict::of_one)
            .min()
            .unwrap_or(Verdict::NotRun)
    }

    /// The verdict from one finding; `None` if it was not run.
    fn of_one(finding: &Finding) -> Option<Verdict> {
        match finding.outcome {
            Outcome::Holds => Some(match finding.evidence.engine {
                Engine::Coq => Verdict::Proved,
                Engine::Kani | Engine::Exhaustive | Engine::Sweep => Verdict::Checked,
                Engine::Proptest | Engine::Quickcheck => Verdict::Tested,
                Engine::Measure => Verdict::Measured,
            }),
            Outcome::Measured { .. } => Some(Verdict::Measured),
            Outcome::Counterexample { .. } => Some(Verdict::Refuted),
            Outcome::FellShort { .. } => Some(Verdict::NotReproduced),
            Outcome::Broken { .. } => Some(Verdict::Broken),
            Outcome::NotRun { .. } => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Claims, EvidenceId, Ledger};

    fn claim(evidence: &[&str], repair: &[&str]) -> Claims {
        let list = |ids: &[&str]| {
            format!(
                "{:?}",
                ids.iter().map(|e| id(e).to_string()).collect::<Vec<_>>()
            )
        };
        let mut text = format!(
            "[[claim]]\nid = \"it\"\nkind = \"text\"\nplace = \"here\"\nstatement = \"So it is.\"\nevidence = {}\n",
            list(evidence)
        );
        if !repair.is_empty() {
            text += &format!(
                "[claim.repair]\nwrong = \"this\"\nstands = \"that\"\nevidence = {}\n",
                list(repair)
            );
        }
        Claims::parse(&text).unwrap()
    }

    /// Evidence "kani" is `kani a.rs::kani`; "kani2" another.
    fn id(engine: &str) -> EvidenceId {
        let word = engine.trim_end_matches(char::is_numeric);
        format!("{word} a.rs::{engine}").parse().unwrap()
    }

    fn verdict(evidence: &[&str], repair: &[&str], found: &[(&str, Outcome)]) -> Verdict {
        let findings = found
            .iter()
            .map(|(engine, outcome)| Finding::new(id(engine), outcome.clone()))
            .collect();
        Ledger::new(&claim(evidence, repair), findings).entries[0].verdict
    }

    fn counterexample() -> Outcome {
        Outcome::Counterexample {
            example: "this".to_owned(),
        }
    }

    fn not_run() -> Outcome {
        Outcome::NotRun {
            why: "no tool".to_owned(),
        }
    }

    #[test]
    fn the_strongest_completed_evidence_decides() {
        let all = ["coq", "kani", "proptest"];
        let holds = |names: &[&'static str]| -> Vec<(&'static str, Outcome)> {
            names.iter().map(|&n| (n, Outcome::Holds)).collect()
        };
        assert_eq!(verdict(&all, &[], &holds(&all)), Verdict::Proved);
        let mut found = holds(&["kani", "proptest"]);
        found.push(("coq", not_run()));
        assert_eq!(verdict(&all, &[], &found), Verdict::Checked);
        assert_eq!(verdict(&all, &[], &holds(&["proptest"])), Verdict::Tested);
        assert_eq!(verdict(&all, &[], &[("coq", not_run())]), Verdict::NotRun);
        assert_eq!(verdict(&all, &[], &[]), Verdict::NotRun);
        assert_eq!(verdict(&[], &[], &[]), Verdict::NotReproduced);
    }

    #[test]
    fn one_counterexample_outweighs_everything() {
        let found = [("coq", Outcome::Holds), ("quickcheck", counterexample())];
        assert_eq!(
            verdict(&["coq", "quickcheck"], &[], &found),
            Verdict::Refuted
        );
    }

    #[test]
    fn a_repair_counts_only_if_it_holds() {
        let (printed, repair) = (["exhaustive"], ["kani", "kani2"]);
        let with = |kani: Outcome, kani2: Outcome| {
            let found = [
                ("exhaustive", counterexample()),
                ("kani", kani),
                ("kani2", kani2),
            ];
            verdict(&printed, &repair, &found)
        };
        assert_eq!(
            with(Outcome::Holds, Outcome::Holds),
            Verdict::HoldsAfterRepair
        );
        assert_eq!(with(Outcome::Holds, not_run()), Verdict::HoldsAfterRepair);
        assert_eq!(with(Outcome::Holds, counterexample()), Verdict::Refuted);
        assert_eq!(with(not_run(), not_run()), Verdict::Refuted);
        // Without a counterexample the repair is ignored.
        let right = verdict(&printed, &repair, &[("exhaustive", Outcome::Holds)]);
        assert_eq!(right, Verdict::Checked);
    }

    #[test]
    fn broken_evidence_breaks_the_verdict() {
        let broken = Outcome::Broken {
            why: "vacuous".to_owned(),
        };
        let found = [("coq", Outcome::Holds), ("kani", broken)];
        assert_eq!(verdict(&["coq", "kani"], &[], &found), Verdict::Broken);
    }

    #[test]
    fn a_shortfall_is_not_reproduced() {
        let short = Outcome::FellShort {
            reached: "8.1".to_owned(),
            budget: "an hour".to_owned(),
        };
        let found = [("measure", short)];
        assert_eq!(verdict(&["measure"], &[], &found), Verdict::NotReproduced);
    }
}
