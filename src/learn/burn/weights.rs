//! Files of weights: safetensors with the names and shapes that `PyTorch` has.
//!
//! A file holds 32-bit numbers under the names of [`PaperConfig::shapes`], and in its
//! metadata, under `admit.network`, the sizes of the network as JSON. It is written
//! under a temporary name and renamed, so that there is never half a file. What is read
//! is checked against the sizes: every parameter once, in its shape, and finite.
//! `examples/weights.py` reads the same file into a network of `PyTorch`.

use super::residual_network::PaperNetwork;
use crate::learn::network::Network;
use crate::learn::paper_sizes::{KEY, PaperConfig};
use crate::learn::tensors::{Tensors, TensorsError};
use burn::prelude::Device;
use safetensors::tensor::{Dtype, SafeTensorError, SafeTensors, TensorView};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why weights were not read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file cannot be written.
    #[error(transparent)]
    Tensors(#[from] TensorsError),
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Io {
        /// The file, or its folder.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// The file is not one of weights of such a network.
    #[error("{path}: {why}")]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

/// No layer has more neurons, nor a network more blocks.
const MOST: usize = 1 << 16;

impl PaperNetwork {
    /// Writes the weights to a file.
    ///
    /// ```
    /// use admit::learn::burn::{PaperConfig, PaperNetwork};
    /// use burn::prelude::Device;
    /// let device = Device::default();
    /// let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("five.safetensors");
    /// let network = PaperNetwork::new(PaperConfig::named("scaling/5").unwrap(), 1, &device);
    /// network.save(&path).unwrap();
    /// let again = PaperNetwork::load(&path, &device).unwrap();
    /// assert_eq!(again.config(), network.config());
    /// ```
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), WeightsError> {
        let sizes = serde_json::to_string(self.config()).expect("sizes are numbers");
        let tensors = Tensors {
            parts: self.tensors(),
            texts: HashMap::from([
                ("format".to_owned(), "pt".to_owned()),
                (KEY.to_owned(), sizes),
            ]),
        };
        Ok(tensors.save(path)?)
    }

    /// Reads a network from a file that [`PaperNetwork::save`] wrote.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not whole, or does not hold the parameters
    /// that its sizes ask for.
    pub fn load(path: &Path, device: &Device) -> Result<PaperNetwork, WeightsError> {
        let bytes = std::fs::read(path).map_err(|source| WeightsError::Io {
            path: path.to_owned(),
            source,
        })?;
        read(&bytes, device).map_err(|why| WeightsError::Format {
            path: path.to_owned(),
            why,
        })
    }
}

fn read(bytes: &[u8], device: &Device) -> Result<PaperNetwork, String> {
    let not = |e: SafeTensorError| format!("not a whole file of safetensors: {e}");
    let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(not)?;
    let tensors = SafeTensors::deserialize(bytes).map_err(not)?;
    let sizes = metadata.metadata().as_ref().and_then(|m| m.get(KEY));
    let sizes = sizes.ok_or_else(|| format!("no sizes of a network under {KEY}"))?;
    let config: PaperConfig =
        serde_json::from_str(sizes).map_err(|e| format!("sizes of the network: {e}"))?;
    let [planes, rows, columns] = config.planes;
    let all = [
        planes,
        rows,
        columns,
        config.channels,
        config.fc,
        config.res,
        config.classes,
    ];
    if all.iter().any(|&n| n == 0 || n > MOST) || config.blocks > MOST {
        return Err(format!("no network has the sizes {sizes}"));
    }
    let shapes = config.shapes();
    for (name, shape) in &shapes {
        let view = tensors.tensor(name).map_err(|e| e.to_string())?;
        if view.dtype() != Dtype::F32 || view.shape() != shape {
            return Err(format!(
                "{name} is {:?} {:?}, expected F32 {shape:?}",
                view.dtype(),
                view.shape()
            ));
        }
        if numbers(&view).any(|x| !x.is_finite()) {
            return Err(format!("{name} holds a number that is not finite"));
        }
    }
    if tensors.len() != shapes.len() {
        let named = |name: &&str| shapes.iter().any(|(known, _)| known == name);
        let other = tensors.iter().map(|(name, _)| name).find(|n| !named(n));
        return Err(format!("{} is no parameter", other.unwrap_or_default()));
    }
    let given = |name: &str, _: &[usize]| {
        let view = tensors.tensor(name).expect("every name was looked up");
        numbers(&view).collect()
    };
    Ok(PaperNetwork::from_numbers(config, given, device))
}

fn numbers<'a>(view: &TensorView<'a>) -> impl Iterator<Item = f32> + use<'a> {
    let chunks = view.data().chunks_exact(4);
    chunks.map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: PaperConfig = PaperConfig {
        channels: 2,
        fc: 6,
        res: 5,
        blocks: 1,
        ..PaperConfig::SIX_EDGE
    };

    fn small() -> PaperNetwork {
        PaperNetwork::new(SMALL, 3, &Device::default())
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/weights.safetensors");
        small().save(&path).unwrap();
        let again = PaperNetwork::load(&path, &Device::default()).unwrap();
        assert_eq!(again.config(), &SMALL);
        assert_eq!(again.numbers(), small().numbers());
        let inputs: Vec<f32> = (0..3 * SMALL.inputs()).map(|i| (i % 5) as f32).collect();
        assert_eq!(again.logits(inputs.clone()), small().logits(inputs));
        // Nothing is left beside it.
        let beside = std::fs::read_dir(path.parent().unwrap()).unwrap();
        assert_eq!(beside.count(), 1);
    }

    /// Files that are cut, or hold other numbers than their sizes say, are refused.
    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.safetensors");
        let refused = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let error = PaperNetwork::load(&path, &Device::default()).unwrap_err();
            assert!(matches!(error, WeightsError::Format { .. }), "{error}");
            error.to_string()
        };
        let written = folder.path().join("whole.safetensors");
        small().save(&written).unwrap();
        let whole = std::fs::read(&written).unwrap();
        for len in [0, 7, 100, whole.len() - 1] {
            assert!(refused(&whole[..len]).contains("not a whole file"));
        }
        let changed = |from: &str, to: &str| {
            assert_eq!(from.len(), to.len());
            let mut bytes = whole.clone();
            let at = bytes.windows(from.len()).position(|w| w == from.as_bytes());
            bytes[at.unwrap()..][..to.len()].copy_from_slice(to.as_bytes());
            bytes
        };
        assert!(refused(&changed("admit.network", "other.network")).contains("no sizes"));
        assert!(refused(&changed("\\\"fc\\\":6", "\\\"fc\\\":7")).contains("expected F32"));
        assert!(refused(&changed("\\\"fc\\\":6", "\\\"fc\\\":0")).contains("no network"));
        assert!(refused(&changed("\\\"fc\\\":6", "\\\"fx\\\":6")).contains("sizes of the"));
        assert!(refused(&changed("\\\"blocks\\\":1", "\\\"blocks\\\":0")).contains("no param"));
        let mut endless = whole.clone();
        let end = endless.len();
        endless[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(refused(&endless).contains("not finite"));
        let nowhere = PaperNetwork::load(&folder.path().join("none"), &Device::default());
        assert!(matches!(nowhere, Err(WeightsError::Io { .. })));
    }
}
