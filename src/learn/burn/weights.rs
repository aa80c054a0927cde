//! Files of weights with the names and shapes of `PyTorch`.
//!
//! A file has 32-bit floats under the names of [`PaperConfig::shapes`], and the sizes of the
//! network as JSON under `admit.network` in its metadata. `examples/weights.py` reads it into a
//! network of `PyTorch`.

use super::residual_network::PaperNetwork;
use crate::learn::network::Network;
use crate::learn::paper_sizes::{KEY, PaperConfig};
use crate::learn::tensors::{ContentError, Tensors, TensorsError};
use burn::prelude::Device;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Error of reading or writing weights.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Tensors(#[from] TensorsError),
    /// Sizes or weights are missing or invalid.
    #[error("{path}: {why}")]
    Content {
        /// The file.
        path: PathBuf,
        /// The error.
        why: ContentError,
    },
}

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
    /// If the file cannot be read, or its tensors do not match its sizes.
    pub fn load(path: &Path, device: &Device) -> Result<PaperNetwork, WeightsError> {
        let tensors = Tensors::load(path)?;
        let read = || -> Result<PaperNetwork, ContentError> {
            let sizes = tensors.texts.get(KEY);
            let sizes = sizes.ok_or_else(|| format!("no sizes of a network under {KEY}"))?;
            let config: PaperConfig =
                serde_json::from_str(sizes).map_err(|e| format!("sizes of the network: {e}"))?;
            let network = PaperNetwork::from_tensors(config, &tensors, device)?;
            let (found, expected) = (tensors.parts.len(), config.shapes().len());
            if found != expected {
                return Err(format!("{found} tensors, expected {expected}").into());
            }
            Ok(network)
        };
        read().map_err(|why| WeightsError::Content {
            path: path.to_owned(),
            why,
        })
    }
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
    fn weights_round_trip_through_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/weights.safetensors");
        small().save(&path).unwrap();
        let again = PaperNetwork::load(&path, &Device::default()).unwrap();
        assert_eq!(again.config(), &SMALL);
        assert_eq!(again.numbers(), small().numbers());
        let inputs: Vec<f32> = (0..3 * SMALL.inputs()).map(|i| (i % 5) as f32).collect();
        assert_eq!(again.logits(inputs.clone()), small().logits(inputs));
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.safetensors");
        let refused = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let error = PaperNetwork::load(&path, &Device::default()).unwrap_err();
            error.to_string()
        };
        small().save(&path).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for len in [0, 7, 100, whole.len() - 1] {
            assert!(refused(&whole[..len]).contains("not a safetensors file"));
        }
        let changed = |from: &str, to: &str| {
            assert_eq!(from.len(), to.len());
            let mut bytes = whole.clone();
            let at = bytes.windows(from.len()).position(|w| w == from.as_bytes());
            bytes[at.unwrap()..][..to.len()].copy_from_slice(to.as_bytes());
            bytes
        };
        assert!(refused(&changed("admit.network", "other.network")).contains("no sizes"));
        assert!(refused(&changed("\\\"fc\\\":6", "\\\"fc\\\":7")).contains("expected [7"));
        assert!(refused(&changed("\\\"fc\\\":6", "\\\"fc\\\":0")).contains("invalid sizes"));
        assert!(refused(&changed("\\\"fc\\\":6", "\\\"fx\\\":6")).contains("sizes of the"));
        assert!(refused(&changed("\\\"blocks\\\":1", "\\\"blocks\\\":0")).contains("expected 8"));
        let mut endless = whole.clone();
        let end = endless.len();
        endless[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(refused(&endless).contains("not finite"));
    }
}
