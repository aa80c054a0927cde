//! Certificates: the findings of a sweep, with digests of all that they are about.
//!
//! A certificate is JSON. It says that of so many states, all of them looked at, none
//! is overestimated, and of which network, correction and table that was found, by
//! their BLAKE3 digests. Everything in it but the time follows from these three and
//! from the code, so that anybody can derive it once more.

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

/// The name of its file.
pub const FILE: &str = "certificate.json";
/// What its first field says.
const FORMAT: &str = "admit certificate 1";

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// It is no JSON, or lacks a field.
    #[error("no certificate: {0}")]
    NoCertificate(String),
    /// Its format is another one.
    #[error("no certificate: its format is {0:?}, expected {FORMAT:?}")]
    Format(String),
    /// It states overestimates.
    #[error("it says that {0} states are overestimated")]
    Overestimates(u64),
    /// A file is another one.
    #[error("the {what} has the digest {found}, the certificate is about {stated}")]
    Digest {
        /// Which file.
        what: &'static str,
        /// Its digest.
        found: String,
        /// The digest in the certificate.
        stated: String,
    },
    /// The network is of other states.
    #[error("the network is of other states than it says")]
    Subject,
    /// The arithmetic has another version.
    #[error("its arithmetic is version {0}; this program has version {ARITHMETIC}")]
    Arithmetic(u32),
    /// Probed values differ.
    #[error("this program computes other values than the one that wrote it; certify anew")]
    Probe,
    /// Its counts contradict one another.
    #[error("its counts do not add up")]
    Counts,
}

/// A certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Certificate {
    /// Which kind of file this is.
    pub format: String,
    /// The program that found it.
    pub code: Code,
    /// The states of the heuristic.
    #[serde(flatten)]
    pub subject: Subject,
    /// Of what was found.
    pub digests: Digests,
    /// How large that is.
    pub bytes: Bytes,
    /// The network.
    pub network: About,
    /// Proofs of the tables. Certificates of version 0.1 and before have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<TableProofs>,
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
    /// The sets that correct it.
    pub sets: Vec<SetAbout>,
    /// How many states near the goal are listed with their exact value.
    pub near: u64,
    /// BLAKE3 of the corrected values of some states: whoever computes others has other
    /// code.
    pub probe: String,
    /// Running time.
    pub time: Time,
}

/// Version of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// Version of the program.
    pub version: String,
    /// Version of the arithmetic.
    pub arithmetic: u32,
}

/// BLAKE3 digests, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digests {
    /// Of the entries of the table.
    pub table: String,
    /// Of the entries of the table that is added to the values, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Of the file of the network.
    pub network: String,
    /// Of the file of the correction.
    pub correction: String,
}

/// Proofs of the tables that a certificate is about.
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

/// What is said of the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// Its sizes.
    #[serde(flatten)]
    pub sizes: Sizes,
    /// Bits of the numbers in table rows.
    pub row_bits: u32,
    /// How it decides.
    pub rule: FixedRule,
}

/// Findings before or after correction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Overestimated states.
    pub over: u64,
    /// Their share.
    pub rate: f64,
    /// Sum of all values.
    pub sum: u64,
    /// Mean value.
    pub mean: f64,
    /// Value − true value, and how many states have it.
    pub differences: Vec<(i32, u64)>,
    /// By true value: how many states have it, and the sum of their values.
    pub by_class: Vec<[u64; 2]>,
}

/// What is said of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAbout {
    /// `filter` or `exceptions`.
    pub kind: String,
    /// How many keys it was made for.
    pub keys: u64,
    /// Bits of a slot, or of what is kept of a key.
    pub bits: u32,
    /// What it takes.
    pub bytes: u64,
}

/// Running time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// Seconds on the clock, of the run that finished.
    pub seconds: f64,
    /// Threads.
    pub threads: usize,
    /// With which instructions.
    pub instructions: String,
}

impl Side {
    /// From what was counted.
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

/// What a certificate is made of.
#[derive(Debug)]
pub struct Evidence<'a> {
    /// The heuristic.
    pub certified: &'a CorrectedNetwork,
    /// What was counted before and after correction.
    pub before: &'a Counts,
    /// See `before`.
    pub after: &'a Counts,
    /// How many keys each set was made for.
    pub keys: Vec<u64>,
    /// Digest of the table's entries, and their size.
    pub table: (String, u64),
    /// Digest of the entries of the table that is added, if one is.
    pub base: Option<String>,
    /// Proofs of both.
    pub proved: TableProofs,
    /// What the probe found.
    pub probe: String,
    /// Running time.
    pub time: Time,
}

impl Certificate {
    /// From what was found.
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
            proved: Some(evidence.proved),
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
    /// If it is no certificate.
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

    /// Checks that it covers a network: no state is overestimated, and files, arithmetic
    /// and probed values are those that it is about.
    ///
    /// # Errors
    ///
    /// The first thing that differs.
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

    /// The fields in which two certificates differ. `time` is left out, and so is `proved`
    /// where one of them is too old to have it.
    pub fn differences(&self, other: &Certificate) -> Vec<String> {
        let both_proved = self.proved.is_some() && other.proved.is_some();
        let [one, other] = [self, other].map(|certificate| {
            let mut certificate = certificate.clone();
            certificate.proved = certificate.proved.filter(|_| both_proved);
            serde_json::to_value(certificate).expect("plain data")
        });
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

/// States of a probe.
const PROBED: u64 = 4096;

/// Tokens of the states of a probe: at most 4096 ranks that are spread evenly over a space,
/// without those that no state has.
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
