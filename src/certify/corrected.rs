//! An integer network with the correction of its overestimates: values, and two files.
//!
//! | file | contents |
//! |---|---|
//! | `network.safetensors` | the network; see [`crate::fixed::file`] |
//! | `correction.safetensors` | the sets: slots of filters, or exceptions, and their shapes under `admit.correction`; keys and values of states near the goal |
//! | `certificate.json` | findings, with digests of both; see [`super::certificate`] |

use super::correction::{Correction, Set};
use super::exceptions::Exceptions;
use super::filter::{Filter, FilterShape};
use super::lower::key;
use super::near_goal::NearGoal;
use crate::fixed::FixedNetwork;
use crate::fixed::batch::{Fast, Room};
use crate::fixed::file::{self, Subject};
use crate::learn::tensors::{ContentError, Part, Tensors};
use std::collections::HashMap;
use thiserror::Error;

/// Error in a file of a network or its correction.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {why}")]
#[non_exhaustive]
pub struct NetworkFileError {
    /// Name of the file.
    pub file: &'static str,
    /// The error.
    pub why: ContentError,
}

/// File name of the network.
pub const NETWORK: &str = "network.safetensors";
/// File name of the correction.
pub const CORRECTION: &str = "correction.safetensors";

const KEY: &str = "admit.correction";

/// Adjustment of the values of a network: overestimates are lowered, and values near the
/// goal are raised to the exact distance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Adjustment {
    /// Lowers overestimates.
    pub correction: Correction,
    /// Raises values near the goal.
    pub near: NearGoal,
}

impl Adjustment {
    /// The adjusted value of the state with this key.
    #[inline]
    pub fn value(&self, key: u64, value: u8) -> u8 {
        self.near.value(key, self.correction.value(key, value))
    }

    /// Whether it changes no value.
    pub fn is_none(&self) -> bool {
        self.correction.sets().is_empty() && self.near.entries().is_empty()
    }
}

/// A network and its correction.
#[derive(Clone, Debug)]
pub struct CorrectedNetwork {
    subject: Subject,
    fast: Fast,
    adjustment: Adjustment,
}

impl CorrectedNetwork {
    /// From its parts.
    pub fn new(
        subject: Subject,
        network: FixedNetwork,
        adjustment: Adjustment,
    ) -> CorrectedNetwork {
        CorrectedNetwork {
            subject,
            fast: Fast::new(network),
            adjustment,
        }
    }

    /// The states it was trained for.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The network.
    pub fn fast(&self) -> &Fast {
        &self.fast
    }

    /// Adjustment of its values.
    pub fn adjustment(&self) -> &Adjustment {
        &self.adjustment
    }

    /// Working memory for one thread.
    pub fn room(&self) -> Room<'_> {
        Room::new(&self.fast)
    }

    /// The corrected value of a state.
    ///
    /// # Panics
    ///
    /// If these are not the tokens of a state.
    pub fn value(&self, tokens: &[u16]) -> u8 {
        let mut value = [0];
        self.values(&mut self.room(), tokens, &mut value);
        value[0]
    }

    /// The corrected values of states with consecutive tokens.
    ///
    /// # Panics
    ///
    /// If the numbers of tokens and values do not match, or a token is out of range.
    pub fn values(&self, room: &mut Room<'_>, tokens: &[u16], values: &mut [u8]) {
        room.values(tokens, values);
        if self.adjustment.is_none() {
            return;
        }
        let slots = &self.fast.network().sizes().values;
        for (tokens, value) in tokens.chunks_exact(slots.len()).zip(values) {
            *value = self.adjustment.value(key(slots, tokens), *value);
        }
    }

    /// Contents of both files.
    pub fn to_files(&self) -> [Vec<u8>; 2] {
        let network = file::to_tensors(self.fast.network(), &self.subject);
        let files = [network, adjustment_to_tensors(&self.adjustment)];
        files.map(|tensors| {
            tensors
                .to_bytes()
                .expect("every tensor has a name of its own")
        })
    }

    /// From the contents of both files.
    ///
    /// # Errors
    ///
    /// If a file is invalid.
    pub fn from_files(
        network: &[u8],
        correction: &[u8],
    ) -> Result<CorrectedNetwork, NetworkFileError> {
        let read = |file: &'static str, bytes: &[u8]| {
            let invalid = |e| ContentError::Invalid(format!("not a safetensors file: {e}"));
            let tensors = Tensors::from_bytes(bytes).map_err(invalid);
            tensors.map_err(|why| NetworkFileError { file, why })
        };
        let tensors = read(NETWORK, network)?;
        let (network, subject) =
            file::from_tensors(&tensors).map_err(|why| NetworkFileError { file: NETWORK, why })?;
        let adjustment =
            adjustment_from_tensors(&read(CORRECTION, correction)?).map_err(|why| {
                NetworkFileError {
                    file: CORRECTION,
                    why,
                }
            })?;
        Ok(CorrectedNetwork::new(subject, network, adjustment))
    }
}

/// Parameters of a set.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum About {
    Filter(FilterShape),
    Exceptions { low: u32 },
}

fn adjustment_to_tensors(adjustment: &Adjustment) -> Tensors {
    let mut parts = Vec::new();
    let mut about = Vec::new();
    for (number, set) in adjustment.correction.sets().iter().enumerate() {
        match set {
            Set::Filter(filter) => {
                let slots = filter.slots().to_vec();
                parts.push(Part::bytes(format!("sets.{number}.slots"), slots));
                about.push(About::Filter(filter.shape()));
            }
            Set::Exceptions(exceptions) => {
                let (low, starts, lows) = exceptions.parts();
                let starts: Vec<i32> = starts.iter().map(|&start| start as i32).collect();
                let name = |what: &str| format!("sets.{number}.{what}");
                let dims = vec![starts.len()];
                parts.push(Part::integers(name("starts"), dims, &starts));
                parts.push(Part::bytes(name("lows"), lows.to_vec()));
                about.push(About::Exceptions { low });
            }
        }
    }
    let near = adjustment.near.entries();
    if !near.is_empty() {
        let keys = near.iter().flat_map(|(key, _)| key.to_le_bytes()).collect();
        let values = near.iter().map(|(_, value)| *value).collect();
        parts.push(Part::bytes("near.keys", keys));
        parts.push(Part::bytes("near.values", values));
    }
    let about = serde_json::to_string(&about).expect("it is plain data");
    Tensors {
        parts,
        texts: HashMap::from([(KEY.to_owned(), about)]),
    }
}

fn adjustment_from_tensors(tensors: &Tensors) -> Result<Adjustment, ContentError> {
    let text = tensors.texts.get(KEY);
    let text = text.ok_or_else(|| format!("its metadata has no `{KEY}`"))?;
    let about: Vec<About> = serde_json::from_str(text)
        .map_err(|e| format!("its metadata are not those of a correction: {e}"))?;
    let sets = about.iter().enumerate().map(|(number, about)| match about {
        About::Filter(shape) => {
            let slots = tensors.bytes(&format!("sets.{number}.slots"))?.to_vec();
            let filter = Filter::new(*shape, slots);
            Ok(Set::Filter(filter.map_err(|e| e.to_string())?))
        }
        About::Exceptions { low } => {
            let name = |what: &str| format!("sets.{number}.{what}");
            let starts = tensors.all_integers::<i32>(&name("starts"))?;
            let starts = starts.iter().map(|&start| start as u32).collect();
            let lows = tensors.bytes(&name("lows"))?.to_vec();
            let exceptions = Exceptions::new(*low, starts, lows);
            Ok(Set::Exceptions(exceptions.map_err(|e| e.to_string())?))
        }
    });
    let correction = Correction::new(sets.collect::<Result<_, ContentError>>()?);
    let near = match (tensors.bytes("near.keys"), tensors.bytes("near.values")) {
        (Ok(keys), Ok(values)) if keys.len() == 8 * values.len() => {
            let (keys, _) = keys.as_chunks::<8>();
            let keys = keys.iter().map(|key| u64::from_le_bytes(*key));
            NearGoal::of(keys.zip(values.iter().copied()).collect())
        }
        (Err(_), Err(_)) => NearGoal::default(),
        _ => return Err("`near.keys` and `near.values` do not match".into()),
    };
    Ok(Adjustment { correction, near })
}
