//! The claims of `claims.toml`.

use super::EvidenceId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use thiserror::Error;

/// Kind of statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A theorem of the paper.
    Theorem,
    /// A lemma of the paper.
    Lemma,
    /// A proposition that the paper uses.
    Proposition,
    /// A step of a proof.
    Proof,
    /// A numbered or displayed equation.
    Equation,
    /// The algorithm.
    Algorithm,
    /// A definition or an assumption.
    Definition,
    /// A number in the text, a table or a caption.
    Number,
    /// A statement in the text.
    Text,
    /// A statement of this project, beyond the paper.
    Ours,
}

impl Kind {
    /// Its name in `claims.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Theorem => "theorem",
            Kind::Lemma => "lemma",
            Kind::Proposition => "proposition",
            Kind::Proof => "proof",
            Kind::Equation => "equation",
            Kind::Algorithm => "algorithm",
            Kind::Definition => "definition",
            Kind::Number => "number",
            Kind::Text => "text",
            Kind::Ours => "ours",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What holds instead of a claim that is false as printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repair {
    /// What is wrong with it as printed.
    pub wrong: String,
    /// What holds instead.
    pub stands: String,
    /// Evidence for that.
    pub evidence: Vec<EvidenceId>,
}

/// One claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its id, as used in commands.
    pub id: String,
    /// What kind of statement it is.
    pub kind: Kind,
    /// Its place in the paper.
    pub place: String,
    /// The statement, in our words.
    pub statement: String,
    /// A remark beyond the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// Evidence about the statement as printed. A claim without evidence is not reproduced here.
    #[serde(default)]
    pub evidence: Vec<EvidenceId>,
    /// What holds instead, if it is false as printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<Repair>,
}

impl Claim {
    /// All evidence, for the statement as printed and for its repair.
    pub fn all_evidence(&self) -> impl Iterator<Item = &EvidenceId> {
        let repair = self.repair.iter().flat_map(|repair| &repair.evidence);
        self.evidence.iter().chain(repair)
    }
}

/// All claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// In the order of the paper.
    #[serde(rename = "claim")]
    pub claims: Vec<Claim>,
}

/// Error in a file of claims, or in a lookup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClaimsError {
    /// The text is not a valid file of claims.
    #[error("{0}")]
    Format(#[from] toml::de::Error),
    /// Two claims have the same id.
    #[error("claim {0:?} is stated twice")]
    Twice(String),
    /// An id with characters that need quoting.
    #[error("claim {0:?}: expected small letters, digits and hyphens in its name")]
    Name(String),
    /// There is no such claim.
    #[error("there is no claim {asked:?}; did you mean {}? `admit claims` lists them all", near.join(", "))]
    Unknown {
        /// The id looked up.
        asked: String,
        /// Claims with similar ids.
        near: Vec<String>,
    },
}

impl Claims {
    /// Parses a file of claims.
    ///
    /// # Errors
    ///
    /// If the text is malformed, or two claims have the same id.
    pub fn parse(text: &str) -> Result<Claims, ClaimsError> {
        let claims: Claims = toml::from_str(text)?;
        let mut names = BTreeSet::new();
        for claim in &claims.claims {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if claim.id.is_empty() || !claim.id.chars().all(plain) {
                return Err(ClaimsError::Name(claim.id.clone()));
            }
            if !names.insert(&claim.id) {
                return Err(ClaimsError::Twice(claim.id.clone()));
            }
        }
        Ok(claims)
    }

    /// The claim with this id.
    ///
    /// # Errors
    ///
    /// If there is none; the error lists similar ids.
    pub fn find(&self, id: &str) -> Result<&Claim, ClaimsError> {
        if let Some(claim) = self.claims.iter().find(|claim| claim.id == id) {
            return Ok(claim);
        }
        let mut near: Vec<&Claim> = self.claims.iter().collect();
        near.sort_by_key(|claim| distance(&claim.id, id));
        Err(ClaimsError::Unknown {
            asked: id.to_owned(),
            near: near.iter().take(3).map(|claim| claim.id.clone()).collect(),
        })
    }
}

/// Edit distance of two ids, reduced if one contains the other.
fn distance(a: &str, b: &str) -> usize {
    if a.contains(b) || b.contains(a) {
        return a.len().abs_diff(b.len()) / 4;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let changed = diagonal + (x != y) as usize;
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = r#"
        [[claim]]
        id = "one"
        kind = "number"
        place = "Table 1"
        statement = "It is one."
    "#;

    #[test]
    fn verdict_fields_are_rejected() {
        for field in [
            "verdict = \"proved\"",
            "outcome = \"holds\"",
            "checked = true",
        ] {
            let error = Claims::parse(&format!("{ONE}\n{field}")).unwrap_err();
            assert!(error.to_string().contains("unknown field"), "{error}");
        }
    }

    #[test]
    fn ids_are_plain_and_unique() {
        let twice = Claims::parse(&format!("{ONE}{ONE}"));
        assert_eq!(twice, Err(ClaimsError::Twice("one".to_owned())));
        let odd = Claims::parse(&ONE.replace("\"one\"", "\"One?\""));
        assert_eq!(odd, Err(ClaimsError::Name("One?".to_owned())));
    }

    #[test]
    fn unknown_ids_suggest_similar_ones() {
        let text = ["reopening-bound", "closing-bound", "cea-loss", "delta"]
            .map(|id| ONE.replace("\"one\"", &format!("{id:?}")))
            .concat();
        let claims = Claims::parse(&text).unwrap();
        assert_eq!(claims.find("delta").unwrap().id, "delta");
        let Err(ClaimsError::Unknown { near, .. }) = claims.find("reopening-bond") else {
            panic!()
        };
        assert_eq!(near[0], "reopening-bound");
    }

    #[test]
    fn the_claims_of_the_paper_are_parsed() {
        let text = include_str!("../../claims.toml");
        let claims = Claims::parse(text).unwrap().claims;
        assert!(claims.len() > 60, "{}", claims.len());
    }
}
