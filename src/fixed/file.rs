//! Files of integer networks.
//!
//! A file is in the safetensors format: `rows` (8 or 16 bits), `sum.bias`, and for every layer
//! `layers.N.weight` (16 bits) and `layers.N.bias` (32 bits). Metadata under `admit.fixed` are
//! subject, sizes and decision rule. A network that is read is checked like a new one.

use super::integer_rule::FixedRule;
use super::network::{FixedNetwork, Layer, Rows, Sizes};
use crate::learn::model;
use crate::learn::tensors::{ContentError, Part, Tensors};
use std::collections::HashMap;

/// The states that a network was trained for.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Subject {
    /// The pattern of the cube, as a list of cubies, or the name of another space.
    pub pattern: String,
    /// The base pattern, if values are differences to its table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Whether tokens are those of the representative.
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

/// Metadata.
#[derive(serde::Serialize, serde::Deserialize)]
struct About {
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

/// Version of the arithmetic. It changes when the same integers would give other values.
pub const ARITHMETIC: u32 = 1;

const KEY: &str = "admit.fixed";

/// Contents of a file.
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

/// The network in a file.
///
/// # Errors
///
/// If something is missing, does not fit, or could overflow.
pub fn from_tensors(tensors: &Tensors) -> Result<(FixedNetwork, Subject), ContentError> {
    let text = tensors.texts.get(KEY);
    let text = text.ok_or_else(|| format!("its metadata has no `{KEY}`"))?;
    let about: About = serde_json::from_str(text)
        .map_err(|e| format!("its metadata are not those of an integer network: {e}"))?;
    if about.arithmetic != ARITHMETIC {
        return Err(format!(
            "its arithmetic is version {}; this program has version {ARITHMETIC}",
            about.arithmetic
        )
        .into());
    }
    let sizes = about.sizes;
    let dims = [sizes.all_rows().unwrap_or(0), sizes.rows];
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
