//! Outcome of one run of one piece of evidence.

use super::EvidenceId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Outcome of a piece of evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Outcome {
    /// In every case that was looked at, the statement holds.
    Holds,
    /// A figure was measured and agrees with the statement.
    Measured {
        /// The figure, in words.
        figure: String,
        /// Between which values it lies, and how surely.
        interval: Option<String>,
    },
    /// A case in which it does not hold; the smallest that was found.
    Counterexample {
        /// The case, in words.
        example: String,
    },
    /// It was tried and not reached.
    FellShort {
        /// What was reached.
        reached: String,
        /// With which means.
        budget: String,
    },
    /// It was not run.
    NotRun {
        /// Why not.
        why: String,
    },
    /// It ran and says nothing: the evidence itself is at fault.
    Broken {
        /// What is wrong with it.
        why: String,
    },
}

impl Outcome {
    /// One word for it, as the file of expectations uses.
    pub const fn word(&self) -> &'static str {
        match self {
            Outcome::Holds => "holds",
            Outcome::Measured { .. } => "measured",
            Outcome::Counterexample { .. } => "counterexample",
            Outcome::FellShort { .. } => "fell-short",
            Outcome::NotRun { .. } => "not-run",
            Outcome::Broken { .. } => "broken",
        }
    }

    /// Whether it supports the statement.
    pub const fn supports(&self) -> bool {
        matches!(self, Outcome::Holds | Outcome::Measured { .. })
    }

    /// Whether it ran at all.
    pub const fn ran(&self) -> bool {
        !matches!(self, Outcome::NotRun { .. })
    }
}

/// One run of one piece of evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Which evidence.
    pub evidence: EvidenceId,
    /// Its outcome.
    pub outcome: Outcome,
    /// What was looked at, in words that fit after "for": "all digraphs of 3
    /// vertices, …".
    #[serde(default)]
    pub scope: String,
    /// How many cases were looked at; 0 where cases are not counted.
    #[serde(default)]
    pub cases: u64,
    /// How often something that must happen sometimes did happen. Where cases
    /// are not counted, 1 says that it can.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sometimes: BTreeMap<String, u64>,
    /// Wall-clock time.
    #[serde(default)]
    pub seconds: f64,
    /// Seed of random cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Finding {
    /// A finding of which nothing else is known yet.
    pub fn new(evidence: EvidenceId, outcome: Outcome) -> Finding {
        Finding {
            evidence,
            outcome,
            scope: String::new(),
            cases: 0,
            sometimes: BTreeMap::new(),
            seconds: 0.0,
            seed: None,
        }
    }
}
