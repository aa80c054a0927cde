//! Certificates: the findings of a sweep, with digests of network, correction and table.
//!
//! A certificate is JSON. It states that no state is overestimated, with counts and BLAKE3
//! digests. All of it but the time follows from these three and the code, so anybody can
//! derive it again.

use super::corrected::CorrectedNetwork;
use super::correction::Set;
use super::sweep::Counts;
use crate::files::digest;
use crate::fixed::file::{ARITHMETIC, Subject};
use crate::fixed::network::Rows;
use crate::fixed::{FixedRule, Sizes};
use crate::learn::encode::Encoding;
use crate::pdb::Proof;
use crate::space::Ranked;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// File name of a certificate.
pub const FILE: &str = "certificate.json";
/// Value of the field `format`.
const FORMAT: &str = "admit certificate 1";

/// Reason why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// Not JSON, or a field is missing.
    #[error("no certificate: {0}")]
    NoCertificate(String),
    /// Another format.
    #[error("no certificate: its format is {0:?}, expected {FORMAT:?}")]
    Format(String),
    /// It states overestimates.
    #[error("it states that {0} states are overestimated")]
    Overestimates(u64),
    /// Another file.
    #[error("the {what} has the digest {found}, the certificate is about {stated}")]
    Digest {
        /// Kind of file.
        what: &'static str,
        /// Its digest.
        found: String,
        /// The digest in the certificate.
        stated: String,
    },
    /// The network was trained for other states.
    #[error("the network was trained for other states")]
    Subject,
    /// Another version of the arithmetic.
    #[error("its arithmetic is version {0}; this program has version {ARITHMETIC}")]
    Arithmetic(u32),
    /// Probed values differ.
    #[error("this program computes other values than the one that wrote it; certify again")]
    Probe,
    /// Counts are inconsistent.
    #[error("its counts do not add up")]
    Counts,
    /// A table has no proof of all its entries.
    #[error("it does not record a proof of every entry of its tables")]
    Proof,
}

/// A certificate of admissibility.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Certificate {
    /// Kind and version of the file.
    pub format: String,
    /// Version of the program.
    pub code: Code,
    /// The states of the heuristic.
    #[serde(flatten)]
    pub subject: Subject,
    /// Digests of tables, network and correction.
    pub digests: Digests,
    /// Sizes of table, network and correction.
    pub bytes: Bytes,
    /// Properties of the network.
    pub network: About,
    /// Proofs of the tables.
    pub proved: TableProofs,
    /// Number of states; all of them were swept.
    pub states: u64,
    /// States that were evaluated: one of each symmetry class.
    pub asked: u64,
    /// Mean of the table.
    pub table_mean: f64,
    /// Findings before correction.
    pub before: Side,
    /// Findings after correction.
    pub after: Side,
    /// The sets of the correction.
    pub sets: Vec<SetAbout>,
    /// Number of states near the goal that are listed with their exact value.
    pub near: u64,
    /// BLAKE3 of the corrected values of some states, which detects other code.
    pub probe: String,
    /// Running time.
    pub time: Time,
}

/// Version of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Code {
    /// Version of the program.
    pub version: String,
    /// Version of the arithmetic.
    pub arithmetic: u32,
}

/// BLAKE3 digests, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Digests {
    /// Of the entries of the table.
    pub table: String,
    /// Of the entries of the base table, if values are differences to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Of the file of the network.
    pub network: String,
    /// Of the file of the correction.
    pub correction: String,
}

/// Proofs of the tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TableProofs {
    /// Proof of the table of exact values.
    pub table: Proof,
    /// Proof of the base table, if values are differences to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Proof>,
}

/// Sizes in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Bytes {
    /// Of the file of the network.
    pub network: u64,
    /// Of the file of the correction.
    pub correction: u64,
    /// Of both.
    pub all: u64,
    /// Of the entries of the table.
    pub table: u64,
}

/// Properties of a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct About {
    /// Sizes.
    #[serde(flatten)]
    pub sizes: Sizes,
    /// Bits of the numbers in table rows.
    pub row_bits: u32,
    /// Decision rule.
    pub rule: FixedRule,
}

/// Findings before or after correction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Side {
    /// Overestimated states.
    pub over: u64,
    /// Overestimation rate.
    pub rate: f64,
    /// Sum of all values.
    pub sum: u64,
    /// Mean value.
    pub mean: f64,
    /// Value − true value, and the number of states.
    pub differences: Vec<(i32, u64)>,
    /// By true value: number of states, and the sum of their values.
    pub by_class: Vec<[u64; 2]>,
}

/// Properties of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SetAbout {
    /// `filter` or `exceptions`.
    pub kind: String,
    /// Number of keys.
    pub keys: u64,
    /// Bits of a slot, or stored bits of a key.
    pub bits: u32,
    /// Size in bytes.
    pub bytes: u64,
}

/// Running time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Time {
    /// Wall-clock seconds of the last run.
    pub seconds: f64,
    /// Threads.
    pub threads: usize,
    /// Instruction set.
    pub instructions: String,
}

impl Side {
    /// From counts.
    pub fn of(counts: &Counts) -> Side {
        Side {
            over: counts.over(),
            rate: counts.over() as f64 / counts.states.max(1) as f64,
            sum: counts.sum(),
            mean: counts.mean(),
            differences: counts.by_difference().collect(),
            by_class: counts.by_class[..counts.true_classes().len()].to_vec(),
        }
    }
}

/// Contents of a certificate.
#[derive(Debug)]
#[non_exhaustive]
pub struct Evidence<'a> {
    /// The heuristic.
    pub certified: &'a CorrectedNetwork,
    /// Counts before correction.
    pub before: &'a Counts,
    /// Counts after correction.
    pub after: &'a Counts,
    /// Number of keys of each set.
    pub keys: Vec<u64>,
    /// Digest of the table's entries, and their size.
    pub table: (String, u64),
    /// Digest of the entries of the base table, if there is one.
    pub base: Option<String>,
    /// Proofs of both tables.
    pub proved: TableProofs,
    /// Digest of the probed values.
    pub probe: String,
    /// Running time.
    pub time: Time,
}

impl Certificate {
    /// From findings.
    pub fn new(evidence: Evidence<'_>) -> Certificate {
        let certified = evidence.certified;
        let network = certified.fast().network();
        let files = certified.to_files();
        let [of_network, of_correction] = files.each_ref().map(|file| file.len() as u64);
        let adjustment = certified.adjustment();
        let sets = adjustment.correction.sets().iter().zip(&evidence.keys);
        Certificate {
            format: FORMAT.to_owned(),
            code: Code {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                arithmetic: ARITHMETIC,
            },
            subject: certified.subject().clone(),
            digests: Digests {
                table: evidence.table.0,
                base: evidence.base,
                network: digest(&files[0]),
                correction: digest(&files[1]),
            },
            bytes: Bytes {
                network: of_network,
                correction: of_correction,
                all: of_network + of_correction,
                table: evidence.table.1,
            },
            network: About {
                sizes: network.sizes().clone(),
                row_bits: match network.rows() {
                    Rows::Narrow(_) => 8,
                    Rows::Wide(_) => 16,
                },
                rule: network.rule(),
            },
            proved: evidence.proved,
            states: evidence.after.states,
            asked: evidence.after.asked,
            table_mean: evidence.after.true_mean(),
            before: Side::of(evidence.before),
            after: Side::of(evidence.after),
            sets: sets.map(|(set, &keys)| set_about(set, keys)).collect(),
            near: adjustment.near.entries().len() as u64,
            probe: evidence.probe,
            time: evidence.time,
        }
    }

    /// Reads a certificate from JSON.
    ///
    /// # Errors
    ///
    /// If the text is no certificate.
    pub fn read(text: &str) -> Result<Certificate, CertificateError> {
        let read: Certificate = serde_json::from_str(text)
            .map_err(|e| CertificateError::NoCertificate(e.to_string()))?;
        if read.format != FORMAT {
            return Err(CertificateError::Format(read.format));
        }
        Ok(read)
    }

    /// The certificate as JSON.
    pub fn write(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("it is plain data");
        text.push('\n');
        text
    }

    /// Checks that it covers a network: no state is overestimated, and files, arithmetic and
    /// probed values agree.
    ///
    /// # Errors
    ///
    /// The first disagreement.
    pub fn covers(
        &self,
        files: [&[u8]; 2],
        network: &CorrectedNetwork,
        probe: &str,
    ) -> Result<(), CertificateError> {
        if self.after.over != 0 {
            return Err(CertificateError::Overestimates(self.after.over));
        }
        let stated = [
            ("network", &self.digests.network),
            ("correction", &self.digests.correction),
        ];
        for ((what, stated), file) in stated.into_iter().zip(files) {
            let found = digest(file);
            if found != *stated {
                return Err(CertificateError::Digest {
                    what,
                    found,
                    stated: stated.clone(),
                });
            }
        }
        if self.subject != *network.subject() {
            return Err(CertificateError::Subject);
        }
        if self.code.arithmetic != ARITHMETIC {
            return Err(CertificateError::Arithmetic(self.code.arithmetic));
        }
        if self.probe != probe {
            return Err(CertificateError::Probe);
        }
        // A rank may have no state, so a table can have more entries than states.
        if self.proved.table.entries < self.states
            || self.proved.base.is_some() != self.digests.base.is_some()
        {
            return Err(CertificateError::Proof);
        }
        let sum = |side: &Side| {
            side.differences
                .iter()
                .map(|(_, states)| states)
                .sum::<u64>()
        };
        let by_class = |side: &Side, part: usize| -> u64 {
            side.by_class.iter().map(|class| class[part]).sum()
        };
        let above = self.after.differences.iter().any(|(by, _)| *by > 0);
        let adds_up = |side: &Side| {
            sum(side) == self.states
                && by_class(side, 0) == self.states
                && by_class(side, 1) == side.sum
        };
        if above || !adds_up(&self.before) || !adds_up(&self.after) {
            return Err(CertificateError::Counts);
        }
        Ok(())
    }

    /// Fields in which two certificates differ, without `time`.
    pub fn differences(&self, other: &Certificate) -> Vec<String> {
        let [one, other] =
            [self, other].map(|certificate| serde_json::to_value(certificate).expect("plain data"));
        let mut found = Vec::new();
        compare("", &one, &other, &mut found);
        found
    }
}

fn compare(
    path: &str,
    one: &serde_json::Value,
    other: &serde_json::Value,
    found: &mut Vec<String>,
) {
    use serde_json::Value::Object;
    if path == "time" || one == other {
        return;
    }
    if let (Object(one), Object(other)) = (one, other) {
        let keys: std::collections::BTreeSet<&String> = one.keys().chain(other.keys()).collect();
        for key in keys {
            let path = if path.is_empty() {
                key.clone()
            } else {
                format!("{path}.{key}")
            };
            let value = |of: &serde_json::Map<_, _>| of.get(key).cloned().unwrap_or_default();
            compare(&path, &value(one), &value(other), found);
        }
        return;
    }
    found.push(format!("{path}: {one} in one, {other} in the other"));
}

fn set_about(set: &Set, keys: u64) -> SetAbout {
    let (kind, bits) = match set {
        Set::Filter(filter) => ("filter", filter.shape().bits as u32),
        Set::Exceptions(exceptions) => ("exceptions", exceptions.parts().0),
    };
    SetAbout {
        kind: kind.to_owned(),
        keys,
        bits,
        bytes: set.bytes(),
    }
}

/// Ranks of a probe.
const PROBED: u64 = 4096;

/// Tokens of the states of a probe: at most 4096 evenly spaced ranks, without those of no state.
pub fn probe_tokens<S: Ranked>(space: &S, encoding: &impl Encoding<S::State>) -> Vec<u16> {
    let (size, slots) = (space.size(), encoding.values().len());
    let count = PROBED.min(size);
    let mut tokens = Vec::with_capacity(slots * count as usize);
    let mut written = vec![0; slots];
    for i in 0..count {
        let rank = (i as u128 * size as u128 / count as u128) as u64;
        if let Some(state) = space.unrank(rank) {
            encoding.write(&state, &mut written);
            tokens.extend_from_slice(&written);
        }
    }
    tokens
}

/// BLAKE3 of the corrected values of the states of a probe.
pub fn probe(network: &CorrectedNetwork, tokens: &[u16]) -> String {
    let slots = network.fast().network().sizes().values.len();
    let mut values = vec![0; tokens.len() / slots.max(1)];
    network.values(&mut network.room(), tokens, &mut values);
    digest(&values)
}
