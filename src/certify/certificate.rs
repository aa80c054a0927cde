//! What was found of a heuristic, with digests of all that it is about.
//!
//! A certificate is JSON. It says that of so many states, all of them looked at, none
//! is overestimated, and of which network, correction and table that was found, by
//! their BLAKE3 digests. Everything in it but the time follows from these three and
//! from the code, so that anybody can derive it once more.

use super::corrected::Certified;
use super::correction::Set;
use super::sweep::Counts;
use crate::files::hex;
use crate::fixed::file::{ARITHMETIC, Subject};
use crate::fixed::network::Rows;
use crate::fixed::{FixedRule, Sizes};
use crate::learn::encode::Tokens;
use serde::{Deserialize, Serialize};

/// The name of its file.
pub const FILE: &str = "certificate.json";
/// What its first field says.
const FORMAT: &str = "admit certificate 1";

/// What was found, and of what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certificate {
    /// Which kind of file this is.
    pub format: String,
    /// What found it.
    pub code: Code,
    /// Of which states the heuristic is.
    #[serde(flatten)]
    pub subject: Subject,
    /// Of what was found.
    pub digests: Digests,
    /// How large that is.
    pub bytes: Bytes,
    /// The network.
    pub network: About,
    /// States looked at: all there are.
    pub states: u64,
    /// How many of them were asked: one of all that a symmetry makes alike.
    pub asked: u64,
    /// Mean of the table.
    pub table_mean: f64,
    /// What the network says.
    pub before: Side,
    /// The same once it is corrected.
    pub after: Side,
    /// The sets that correct it.
    pub sets: Vec<SetAbout>,
    /// How many states near the goal are listed with their exact value.
    pub near: u64,
    /// BLAKE3 of the corrected values of some states: whoever computes others has other
    /// code.
    pub probe: String,
    /// How long it took.
    pub time: Time,
}

/// What found it.
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

/// What was found before or after correction.
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

/// How long it took.
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
    pub certified: &'a Certified,
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
    /// What the probe found.
    pub probe: String,
    /// How long it took.
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

    /// Reads what a file holds.
    ///
    /// # Errors
    ///
    /// In words, why it is no certificate.
    pub fn read(text: &str) -> Result<Certificate, String> {
        let read: Certificate =
            serde_json::from_str(text).map_err(|e| format!("no certificate: {e}"))?;
        if read.format != FORMAT {
            return Err(format!(
                "no certificate: its format is {:?}, expected {FORMAT:?}",
                read.format
            ));
        }
        Ok(read)
    }

    /// As a file has it.
    pub fn write(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("it is plain data");
        text.push('\n');
        text
    }

    /// Whether it vouches for a heuristic: none of its states is overestimated, and
    /// files, code and values are those that it is about.
    ///
    /// # Errors
    ///
    /// In words, the first thing that is not.
    pub fn vouches_for(
        &self,
        files: [&[u8]; 2],
        certified: &Certified,
        probe: &str,
    ) -> Result<(), String> {
        if self.after.over != 0 {
            let over = self.after.over;
            return Err(format!("it says that {over} states are overestimated"));
        }
        let stated = [
            ("network", &self.digests.network),
            ("correction", &self.digests.correction),
        ];
        for ((what, stated), file) in stated.into_iter().zip(files) {
            let found = digest(file);
            if found != *stated {
                return Err(format!(
                    "the {what} has the digest {found}, the certificate is about {stated}"
                ));
            }
        }
        if self.subject != *certified.subject() {
            return Err("the network is of other states than it says".to_owned());
        }
        if self.code.arithmetic != ARITHMETIC {
            return Err(format!(
                "its arithmetic is version {}; this program has version {ARITHMETIC}",
                self.code.arithmetic
            ));
        }
        if self.probe != probe {
            return Err(
                "this program computes other values than the one that wrote it; certify anew"
                    .to_owned(),
            );
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
            return Err("its counts do not add up".to_owned());
        }
        Ok(())
    }

    /// In which fields two certificates differ, but for the time.
    pub fn differences(&self, other: &Certificate) -> Vec<String> {
        let [one, other] = [self, other].map(|c| serde_json::to_value(c).expect("plain data"));
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

/// BLAKE3, in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update_rayon(bytes);
    hex(hasher.finalize().as_bytes())
}

/// How many states a probe looks at.
const PROBED: u64 = 4096;

/// BLAKE3 of the corrected values of states that are spread over all.
pub fn probe(certified: &Certified, tokens: &dyn Tokens, states: u64) -> String {
    let slots = tokens.values().len();
    let numbers: Vec<u64> = (0..PROBED.min(states))
        .map(|i| (i as u128 * states as u128 / PROBED.min(states) as u128) as u64)
        .collect();
    let mut written = vec![0; slots * numbers.len()];
    for (&number, tokens_of) in numbers.iter().zip(written.chunks_exact_mut(slots)) {
        tokens.write(number, tokens_of);
    }
    let mut values = vec![0; numbers.len()];
    certified.values(&mut certified.room(), &written, &mut values);
    digest(&values)
}
