//! Ids of evidence: engine, file and name.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The tool that runs a piece of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// A theorem for all cases, checked by Coq.
    Coq,
    /// A harness for all cases up to a bound, checked by Kani.
    Kani,
    /// A check enumerated over every case up to a bound.
    Exhaustive,
    /// A sweep over every state of a space or every entry of a table.
    Sweep,
    /// A check on random cases, by proptest.
    Proptest,
    /// A check on random cases, by quickcheck.
    Quickcheck,
    /// A measurement.
    Measure,
}

impl Engine {
    /// All engines, strongest evidence first.
    pub const ALL: [Engine; 7] = [
        Engine::Coq,
        Engine::Kani,
        Engine::Exhaustive,
        Engine::Sweep,
        Engine::Proptest,
        Engine::Quickcheck,
        Engine::Measure,
    ];

    /// Whether cases are random.
    pub const fn is_random(self) -> bool {
        matches!(self, Engine::Proptest | Engine::Quickcheck)
    }

    /// Its name in `claims.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Coq => "coq",
            Engine::Kani => "kani",
            Engine::Exhaustive => "exhaustive",
            Engine::Sweep => "sweep",
            Engine::Proptest => "proptest",
            Engine::Quickcheck => "quickcheck",
            Engine::Measure => "measure",
        }
    }
}

/// Id of a piece of evidence, such as `kani
/// proofs/src/harnesses/suboptimality.rs::under_reopening`.
///
/// ```
/// use admit_verification::ledger::{Engine, EvidenceId};
/// let id: EvidenceId = "sweep verification/src/evidence/tables.rs::averages".parse().unwrap();
/// assert_eq!((id.engine, id.name.as_str()), (Engine::Sweep, "averages"));
/// assert!("guess somewhere.rs::else".parse::<EvidenceId>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EvidenceId {
    /// The engine.
    pub engine: Engine,
    /// The file, from the root of the workspace.
    pub path: String,
    /// The function or theorem in it.
    pub name: String,
}

/// Error for a text that is not an evidence id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{found:?} is not an evidence id; expected an engine ({}), a file and a name, as in \"kani proofs/src/harnesses/ties.rs::same_trace\"",
    Engine::ALL.map(Engine::name).join(", ")
)]
pub struct EvidenceIdError {
    /// The text.
    pub found: String,
}

impl FromStr for EvidenceId {
    type Err = EvidenceIdError;

    fn from_str(text: &str) -> Result<EvidenceId, EvidenceIdError> {
        let read = || {
            let (engine, rest) = text.split_once(' ')?;
            let (path, name) = rest.split_once("::")?;
            let engine = Engine::ALL.into_iter().find(|e| e.name() == engine)?;
            let plain = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
            (plain(path) && plain(name)).then(|| EvidenceId {
                engine,
                path: path.to_owned(),
                name: name.to_owned(),
            })
        };
        read().ok_or_else(|| EvidenceIdError {
            found: text.to_owned(),
        })
    }
}

impl fmt::Display for EvidenceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}::{}", self.engine.name(), self.path, self.name)
    }
}

impl TryFrom<String> for EvidenceId {
    type Error = EvidenceIdError;

    fn try_from(text: String) -> Result<EvidenceId, EvidenceIdError> {
        text.parse()
    }
}

impl From<EvidenceId> for String {
    fn from(id: EvidenceId) -> String {
        id.to_string()
    }
}
