//! A network that was learnt, and all that is needed to ask it: the pattern, the
//! form in which states are given to it, and the rule by which it decides.
//!
//! The file is in the safetensors format, which Python reads as it is: one tensor
//! for each part, 32-bit numbers, and a JSON text under the key `admit` in its
//! metadata. It is written under another name and renamed.

use super::decide::Rule;
use super::encode::tokens::CubeTokens;
use super::pair::{PairNetwork, Shape, ShapeError};
use crate::pdb::{FileError, Pattern, PatternError, Ranker, write_whole};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What a model says of itself.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct About {
    /// The pattern, as a list of cubies.
    pub pattern: String,
    /// The pattern whose table is subtracted from that of the pattern, if the
    /// network learnt the difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Whether states are given in canonical form.
    pub canonical: bool,
    /// How it decides.
    pub rule: Rule,
    /// How large it is.
    pub shape: Shape,
    /// How many samples it has seen.
    pub samples: u64,
    /// Where random numbers began.
    pub seed: u64,
}

/// A network of pairs for a pattern of the cube.
#[derive(Clone, Debug)]
pub struct Model {
    /// What it says of itself.
    pub about: About,
    /// The network.
    pub network: PairNetwork,
}

/// Why a file holds no model.
#[derive(Debug, Error)]
pub enum ModelError {
    /// It cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It cannot be read.
    #[error("{path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is no file of tensors.
    #[error("{path}: no file of tensors: {source}")]
    Tensors {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: safetensors::SafeTensorError,
    },
    /// It says nothing, or something else, of a model.
    #[error("{path}: {why}")]
    Other {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// There is no such pattern.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// There is no such network.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// The key in the metadata.
const KEY: &str = "admit";

impl Model {
    /// How states are given to it.
    ///
    /// # Errors
    ///
    /// If its pattern is none.
    pub fn tokens(&self) -> Result<CubeTokens, PatternError> {
        let pattern: Pattern = self.about.pattern.parse()?;
        Ok(CubeTokens::new(Ranker::new(pattern)?, self.about.canonical))
    }

    /// Writes it to a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        let parts = self.network.parts();
        let bytes: Vec<Vec<u8>> = parts
            .iter()
            .map(|(_, _, weights)| to_bytes(weights))
            .collect();
        let tensors = |source| ModelError::Tensors {
            path: path.to_owned(),
            source,
        };
        let views = parts.iter().zip(&bytes).map(|((name, dims, _), bytes)| {
            let view = TensorView::new(Dtype::F32, dims.clone(), bytes)?;
            Ok((name.clone(), view))
        });
        let views = views.collect::<Result<Vec<_>, _>>().map_err(tensors)?;
        let about = serde_json::to_string(&self.about).expect("it is plain data");
        let metadata = HashMap::from([(KEY.to_owned(), about)]);
        let file = safetensors::serialize(views, Some(metadata)).map_err(tensors)?;
        Ok(write_whole(path, |out| out.write_all(&file))?)
    }

    /// Reads it from a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or holds something else.
    pub fn load(path: &Path) -> Result<Model, ModelError> {
        let other = |why: String| ModelError::Other {
            path: path.to_owned(),
            why,
        };
        let tensors = |source| ModelError::Tensors {
            path: path.to_owned(),
            source,
        };
        let bytes = std::fs::read(path).map_err(|source| ModelError::Io {
            path: path.to_owned(),
            source,
        })?;
        let (_, metadata) = SafeTensors::read_metadata(&bytes).map_err(tensors)?;
        let text = metadata.metadata().as_ref().and_then(|m| m.get(KEY));
        let text = text.ok_or_else(|| other(format!("its metadata has no `{KEY}`")))?;
        let about: About = serde_json::from_str(text)
            .map_err(|e| other(format!("its metadata are not those of a model: {e}")))?;
        let file = SafeTensors::deserialize(&bytes).map_err(tensors)?;
        // A network of this shape says which parts there must be, in which order.
        let wanted = PairNetwork::new(about.shape.clone(), 0)?;
        let mut weights = Vec::with_capacity(wanted.weights().len());
        for (name, dims, _) in wanted.parts() {
            let tensor = file.tensor(&name).map_err(tensors)?;
            if tensor.dtype() != Dtype::F32 || tensor.shape() != dims {
                return Err(other(format!(
                    "{name} has shape {:?}, expected {dims:?} of 32-bit numbers",
                    tensor.shape()
                )));
            }
            weights.extend(from_bytes(tensor.data()));
        }
        let network = PairNetwork::from_weights(about.shape.clone(), weights)?;
        Ok(Model { about, network })
    }
}

/// Numbers as they stand in a file.
pub(super) fn to_bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
}

/// And back.
pub(super) fn from_bytes(bytes: &[u8]) -> impl Iterator<Item = f32> {
    let number = |b: &[u8]| f32::from_le_bytes(b.try_into().expect("4 bytes"));
    bytes.chunks_exact(4).map(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let shape = Shape {
            values: vec![24; 3],
            rows: 16,
            width: 16,
            blocks: 1,
            classes: 7,
        };
        Model {
            about: About {
                pattern: "edges:UR,UF,DL".to_owned(),
                base: None,
                canonical: false,
                rule: Rule::Quantile { q: 0.01 },
                shape: shape.clone(),
                samples: 12,
                seed: 3,
            },
            network: PairNetwork::new(shape, 3).unwrap(),
        }
    }

    #[test]
    fn a_model_survives_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.safetensors");
        let model = model();
        model.save(&path).unwrap();
        let read = Model::load(&path).unwrap();
        assert_eq!(read.about, model.about);
        assert_eq!(read.network.weights(), model.network.weights());
    }

    #[test]
    fn other_files_are_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.safetensors");
        let why = |path: &Path| Model::load(path).unwrap_err().to_string();
        assert!(why(&path).contains("No such file"));
        std::fs::write(&path, b"nothing of the kind").unwrap();
        assert!(why(&path).contains("no file of tensors"));
        let empty: Vec<(String, TensorView<'_>)> = Vec::new();
        std::fs::write(&path, safetensors::serialize(empty, None).unwrap()).unwrap();
        assert!(why(&path).contains("its metadata has no `admit`"));
        let mut other = model();
        other.about.shape.rows = 32;
        other.save(&path).unwrap();
        assert!(why(&path).contains("pairs.0.1 has shape [576, 16], expected [576, 32]"));
    }
}
