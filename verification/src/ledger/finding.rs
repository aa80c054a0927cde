//! Outcome of one run of one piece of evidence.

use super::EvidenceId;
use crate::Unavailable;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Outcome of a piece of evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Outcome {
    /// The statement holds in every case examined.
    Holds,
    /// A figure was measured and agrees with the statement.
    Measured {
        /// The figure, in words.
        figure: String,
        /// Its interval and confidence level.
        interval: Option<String>,
    },
    /// The smallest counterexample found.
    Counterexample {
        /// The case, in words.
        example: String,
    },
    /// Attempted, not reached.
    FellShort {
        /// What was reached.
        reached: String,
        /// Resources used.
        budget: String,
    },
    /// Not run.
    NotRun {
        /// The reason.
        why: String,
    },
    /// The evidence itself is faulty, so it says nothing.
    Broken {
        /// The fault.
        why: String,
    },
}

impl From<Unavailable> for Outcome {
    fn from(why: Unavailable) -> Outcome {
        let why = why.to_string();
        Outcome::NotRun { why }
    }
}

impl Outcome {
    /// Its name in `expected.json`.
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

    /// Whether it ran.
    pub const fn ran(&self) -> bool {
        !matches!(self, Outcome::NotRun { .. })
    }
}

/// One run of one piece of evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The evidence.
    pub evidence: EvidenceId,
    /// Its outcome.
    pub outcome: Outcome,
    /// The cases examined, as a phrase that fits after "for": "all digraphs of 3 vertices, …".
    #[serde(default)]
    pub scope: String,
    /// Number of cases; 0 if cases are not counted.
    #[serde(default)]
    pub cases: u64,
    /// Counts of events that must occur; 1 means that an event can occur if cases are not counted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sometimes: BTreeMap<String, u64>,
    /// Wall-clock time in seconds.
    #[serde(default)]
    pub seconds: f64,
    /// Seed of random cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Finding {
    /// A finding with this outcome and nothing else.
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
