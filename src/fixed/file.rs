//! Files of networks in integers.
//!
//! A file is one of tensors (safetensors): `rows` of 8 or 16 bits, `sum.bias`, and for
//! every layer `layers.N.weight` (16 bits) and `layers.N.bias` (32 bits). Its metadata
//! say under `admit.fixed` of which states the network is, how large, and by which rule
//! it decides. Whatever is read is checked as if it had just been made.

use super::integer_rule::FixedRule;
use super::network::{FixedNetwork, Layer, Rows, Sizes};
use crate::learn::model;
use crate::learn::tensors::{ContentError, Part, Tensors};
use std::collections::HashMap;

/// Of which states a network is.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Subject {
    /// The pattern of the cube, as a list of cubies, or the name of another space.
    pub pattern: String,
    /// The pattern whose table is subtracted from that of the pattern, if the network
    /// says the difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Whether states are given in canonical form.
    #[serde(default)]
    pub canonical: bool,
}

impl From<&model::About> for Subject {
    fn from(about: &model::About) -> Subject {
        Subject {
            pattern: about.pattern.clone(),
            base: about.base.clone(),
            canonical: about.canonical,
        }
    }
}

/// What stands in the metadata.
#[derive(serde::Serialize, serde::Deserialize)]
struct About {
    /// The version of the arithmetic: which value given integers stand for.
    arithmetic: u32,
    #[serde(flatten)]
    subject: Subject,
    #[serde(flatten)]
    sizes: Sizes,
    row_bits: u32,
    rule: FixedRule,
    layers: Vec<Shifts>,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Shifts {
    shift: u32,
    most: i16,
    carry: u32,
}

/// The version of the arithmetic. It changes when the same integers would stand for
/// other values.
pub const ARITHMETIC: u32 = 1;

const KEY: &str = "admit.fixed";

/// All that a file of a network holds.
pub fn to_tensors(network: &FixedNetwork, subject: &Subject) -> Tensors {
    let sizes = network.sizes();
    let mut parts = Vec::new();
    let dims = vec![network.rows().len() / sizes.rows, sizes.rows];
    let (rows, row_bits) = match network.rows() {
        Rows::Narrow(rows) => (Part::integers("rows", dims, rows), 8),
        Rows::Wide(rows) => (Part::integers("rows", dims, rows), 16),
    };
    parts.push(rows);
    parts.push(Part::integers("sum.bias", vec![sizes.rows], network.bias()));
    let each = network.layers().iter().zip(sizes.layers());
    for (number, (layer, dims)) in each.enumerate() {
        let name = |what: &str| format!("layers.{number}.{what}");
        parts.push(Part::integers(
            name("weight"),
            dims.to_vec(),
            &layer.weights,
        ));
        parts.push(Part::integers(name("bias"), vec![dims[1]], &layer.bias));
    }
    let about = About {
        arithmetic: ARITHMETIC,
        subject: subject.clone(),
        sizes: sizes.clone(),
        row_bits,
        rule: network.rule(),
        layers: network
            .layers()
            .iter()
            .map(|layer| Shifts {
                shift: layer.shift,
                most: layer.most,
                carry: layer.carry,
            })
            .collect(),
    };
    let about = serde_json::to_string(&about).expect("it is plain data");
    Tensors {
        parts,
        texts: HashMap::from([(KEY.to_owned(), about)]),
    }
}

/// The network that a file holds.
///
/// # Errors
///
/// In words, what is missing, does not fit, or could overflow.
pub fn from_tensors(tensors: &Tensors) -> Result<(FixedNetwork, Subject), ContentError> {
    let text = tensors.texts.get(KEY);
    let text = text.ok_or_else(|| format!("its metadata has no `{KEY}`"))?;
    let about: About = serde_json::from_str(text)
        .map_err(|e| format!("its metadata are not those of a network in integers: {e}"))?;
    if about.arithmetic != ARITHMETIC {
        return Err(format!(
            "its arithmetic is version {}; this program has version {ARITHMETIC}",
            about.arithmetic
        )
        .into());
    }
    let sizes = about.sizes;
    let mut all = 0;
    for (j, &second) in sizes.values.iter().enumerate() {
        for &first in &sizes.values[..j] {
            all += first as usize * second as usize;
        }
    }
    let dims = [all, sizes.rows];
    let rows = match about.row_bits {
        8 => Rows::Narrow(tensors.integers("rows", &dims)?),
        16 => Rows::Wide(tensors.integers("rows", &dims)?),
        other => return Err(format!("rows have 8 or 16 bits, not {other}").into()),
    };
    let bias = tensors.integers("sum.bias", &[sizes.rows])?;
    let mut layers = Vec::new();
    for (number, (dims, shifts)) in sizes.layers().iter().zip(&about.layers).enumerate() {
        let name = |what: &str| format!("layers.{number}.{what}");
        layers.push(Layer {
            weights: tensors.integers(&name("weight"), dims)?,
            bias: tensors.integers(&name("bias"), &[dims[1]])?,
            shift: shifts.shift,
            most: shifts.most,
            carry: shifts.carry,
        });
    }
    let network = FixedNetwork::new(sizes, rows, bias, layers, about.rule);
    Ok((network.map_err(|e| e.to_string())?, about.subject))
}
