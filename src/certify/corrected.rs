//! A network in whole numbers and what lowers its overestimates: a value for tokens,
//! and two files.
//!
//! | file | what it holds |
//! |---|---|
//! | `network.safetensors` | the network; see [`crate::fixed::file`] |
//! | `correction.safetensors` | the sets: slots of filters, or exceptions, and their shapes under `admit.correction`; keys and values of states near the goal |
//! | `certificate.json` | what was found, with digests of both; see [`super::certificate`] |

use super::correction::{Correction, Set};
use super::exceptions::Exceptions;
use super::filter::{Filter, FilterShape};
use super::lower::key;
use super::near_goal::{Adjustment, Near};
use crate::fixed::FixedNetwork;
use crate::fixed::batch::{Fast, Room};
use crate::fixed::file::{self, Subject};
use crate::learn::tensors::{Part, Tensors};
use std::collections::HashMap;

/// The names of both files.
pub const NETWORK: &str = "network.safetensors";
/// See [`NETWORK`].
pub const CORRECTION: &str = "correction.safetensors";

const KEY: &str = "admit.correction";

/// A network and its correction.
#[derive(Clone, Debug)]
pub struct Certified {
    subject: Subject,
    fast: Fast,
    adjustment: Adjustment,
}

impl Certified {
    /// From its parts.
    pub fn new(subject: Subject, network: FixedNetwork, adjustment: Adjustment) -> Certified {
        Certified {
            subject,
            fast: Fast::new(network),
            adjustment,
        }
    }

    /// Of which states it is.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The network.
    pub fn fast(&self) -> &Fast {
        &self.fast
    }

    /// What is done to its values.
    pub fn adjustment(&self) -> &Adjustment {
        &self.adjustment
    }

    /// Room to work in, one for each thread.
    pub fn room(&self) -> Room<'_> {
        Room::new(&self.fast)
    }

    /// The value for a state, which was never too high where all states were swept.
    ///
    /// # Panics
    ///
    /// If these are no tokens of a state.
    pub fn value(&self, tokens: &[u16]) -> u8 {
        let mut value = [0];
        self.values(&mut self.room(), tokens, &mut value);
        value[0]
    }

    /// The values of some states, whose tokens follow one another.
    ///
    /// # Panics
    ///
    /// If there are not as many tokens as slots for each value, or one is out of range.
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

    /// What both files hold.
    pub fn to_files(&self) -> [Vec<u8>; 2] {
        let network = file::to_tensors(self.fast.network(), &self.subject);
        let files = [network, adjustment_to_tensors(&self.adjustment)];
        files.map(|tensors| {
            tensors
                .to_bytes()
                .expect("every tensor has a name of its own")
        })
    }

    /// From what both files hold.
    ///
    /// # Errors
    ///
    /// In words, which file is none of these, and why.
    pub fn from_files(network: &[u8], correction: &[u8]) -> Result<Certified, String> {
        let read = |name: &str, bytes: &[u8]| {
            Tensors::from_bytes(bytes).map_err(|e| format!("{name}: no file of tensors: {e}"))
        };
        let tensors = read(NETWORK, network)?;
        let (network, subject) =
            file::from_tensors(&tensors).map_err(|why| format!("{NETWORK}: {why}"))?;
        let adjustment = adjustment_from_tensors(&read(CORRECTION, correction)?)
            .map_err(|why| format!("{CORRECTION}: {why}"))?;
        Ok(Certified::new(subject, network, adjustment))
    }
}

/// What is said of a set beside its bytes.
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

fn adjustment_from_tensors(tensors: &Tensors) -> Result<Adjustment, String> {
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
    let correction = Correction::new(sets.collect::<Result<_, String>>()?);
    let near = match (tensors.bytes("near.keys"), tensors.bytes("near.values")) {
        (Ok(keys), Ok(values)) if keys.len() == 8 * values.len() => {
            let (keys, _) = keys.as_chunks::<8>();
            let keys = keys.iter().map(|key| u64::from_le_bytes(*key));
            Near::of(keys.zip(values.iter().copied()).collect())
        }
        (Err(_), Err(_)) => Near::default(),
        _ => return Err("a key near the goal has no value, or a value no key".to_owned()),
    };
    Ok(Adjustment { correction, near })
}
