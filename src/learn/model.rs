//! Trained networks in files, with pattern, encoding and decision rule.
//!
//! A file has one 16-bit tensor for each part, and JSON under the key `admit` in its metadata. As
//! in the paper, networks are trained with 32 bits and evaluated with 16. Files of the paper's
//! networks have their sizes under `admit.network` as well, so that `examples/weights.py` reads
//! them into `PyTorch`.

use super::decision_rule::Rule;
use super::network::{Network, read};
use super::pair::PairNetwork;
use super::paper_sizes;
use super::sample::Examples;
use super::spec::{Form, Place};
use super::tensors::{Part, Tensors, TensorsError};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Metadata of a model.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct About {
    /// The pattern, as a list of cubies.
    pub pattern: String,
    /// The base pattern, if the network learned differences to its table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Whether tokens are those of the representative.
    pub canonical: bool,
    /// Decision rule.
    pub rule: Rule,
    /// Kind and sizes of the network, under `pair` or `paper`.
    #[serde(flatten)]
    pub form: Form,
    /// Number of training samples.
    pub samples: u64,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// A network for a pattern of the cube.
#[derive(Debug)]
pub struct Model {
    /// Metadata.
    pub about: About,
    /// The network.
    pub network: Box<dyn Network>,
}

/// Error of a model or its file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Tensors(#[from] TensorsError),
    /// Metadata or weights are missing or invalid.
    #[error("{path}: {why}")]
    Other {
        /// The file.
        path: PathBuf,
        /// The error.
        why: String,
    },
    /// The network is not a pair network.
    #[error("only pair networks can be quantised; this one is {0}")]
    NoPairs(String),
    /// Network and states have different encodings.
    #[error("the network is {network}; the table has {states}")]
    Unfit {
        /// Form of the network.
        network: String,
        /// Encoding and classes of the states.
        states: String,
    },
}

const KEY: &str = "admit";

impl Model {
    /// Checks that it can be evaluated on these states with `classes` classes.
    ///
    /// # Errors
    ///
    /// If it has another encoding or fewer classes.
    pub fn check(&self, examples: &dyn Examples, classes: usize) -> Result<(), ModelError> {
        let (fits, states) = match &self.about.form {
            Form::Pair(shape) => {
                let values = examples.tokens().values();
                (shape.values == values, format!("{} slots", values.len()))
            }
            Form::Paper(config) => match examples.planes() {
                Ok(planes) => {
                    let found = planes.shape();
                    (config.planes == found, format!("planes {found:?}"))
                }
                Err(error) => (false, error.to_string()),
            },
        };
        if fits && classes <= self.about.form.classes() {
            return Ok(());
        }
        Err(ModelError::Unfit {
            network: self.about.form.to_string(),
            states: format!("{states} and {classes} classes"),
        })
    }

    /// The pair network, the only kind that can be quantised.
    ///
    /// # Errors
    ///
    /// If it is of another kind.
    pub fn pairs(&self) -> Result<PairNetwork, ModelError> {
        let Form::Pair(shape) = &self.about.form else {
            return Err(ModelError::NoPairs(self.about.form.to_string()));
        };
        let parts = self.network.tensors();
        let texts = HashMap::new();
        let network = PairNetwork::from_tensors(shape, &Tensors { parts, texts });
        Ok(network.expect("a network has the tensors of its form"))
    }

    /// Writes it to a file, with weights rounded to 16 bits, which may change values.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        let about = serde_json::to_string(&self.about).expect("it is plain data");
        let mut texts = HashMap::from([(KEY.to_owned(), about)]);
        if let Form::Paper(config) = &self.about.form {
            // For PyTorch.
            let sizes = serde_json::to_string(config).expect("sizes are numbers");
            texts.insert(paper_sizes::KEY.to_owned(), sizes);
            texts.insert("format".to_owned(), "pt".to_owned());
        }
        let parts = self.network.tensors().into_iter().map(Part::halved);
        let parts = parts.collect();
        Ok(Tensors { parts, texts }.save(path)?)
    }

    /// Reads it from a file, for evaluation on the processor.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is invalid.
    pub fn load(path: &Path) -> Result<Model, ModelError> {
        Model::load_on(path, Place::Cpu)
    }

    /// Reads it from a file, for evaluation on a device.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is invalid, or the device does not exist.
    pub fn load_on(path: &Path, place: Place) -> Result<Model, ModelError> {
        let tensors = Tensors::load(path)?;
        let other = |why: String| ModelError::Other {
            path: path.to_owned(),
            why,
        };
        let text = tensors.texts.get(KEY);
        let text = text.ok_or_else(|| other(format!("its metadata has no `{KEY}`")))?;
        let about: About = serde_json::from_str(text)
            .map_err(|e| other(format!("its metadata are not those of a model: {e}")))?;
        let network = read(&about.form, &tensors, place).map_err(|e| other(e.to_string()))?;
        Ok(Model { about, network })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::pair::Shape;

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
                form: Form::Pair(shape.clone()),
                samples: 12,
                seed: 3,
            },
            network: Box::new(PairNetwork::new(shape, 3).unwrap()),
        }
    }

    #[test]
    fn models_round_trip_through_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.safetensors");
        let model = model();
        model.save(&path).unwrap();
        let read = Model::load(&path).unwrap();
        assert_eq!(read.about, model.about);
        let [wide, read_wide] = [&model, &read].map(|m| m.network.tensors());
        assert_ne!(read_wide, wide);
        let halved = |parts: Vec<Part>| parts.into_iter().map(Part::halved).collect::<Vec<_>>();
        assert_eq!(halved(read_wide), halved(wide));
        let length = path.metadata().unwrap().len() as usize;
        let weights = 2 * model.about.form.parameters();
        assert!((weights..weights + 4096).contains(&length), "{length}");
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.safetensors");
        let why = |path: &Path| Model::load(path).unwrap_err().to_string();
        assert!(why(&path).contains("No such file"));
        std::fs::write(&path, b"other content").unwrap();
        assert!(why(&path).contains("not a safetensors file"));
        Tensors::default().save(&path).unwrap();
        let said = why(&path);
        assert!(said.contains("its metadata has no `admit`"), "{said}");
        let mut other = model();
        if let Form::Pair(shape) = &mut other.about.form {
            shape.rows = 32;
        }
        other.save(&path).unwrap();
        assert!(why(&path).contains("pairs.0.1 has shape [576, 16], expected [576, 32]"));
    }

    #[test]
    fn other_states_are_refused() {
        use crate::files::Options;
        use crate::learn::sample::CubeExamples;
        use crate::pdb::cube::CubeTable;
        let check = |pattern: &str, classes: usize| {
            let table = CubeTable::build(pattern.parse().unwrap(), &Options::default()).unwrap();
            model().check(&CubeExamples::new(table, false).unwrap(), classes)
        };
        assert!(check("edges:UR,UF,DL", 7).is_ok());
        let error = check("edges:UR,UF", 6).unwrap_err().to_string();
        assert!(
            error.contains("with 3 slots and 7 classes; the table has 2 slots and 6 classes"),
            "{error}"
        );
        assert!(check("edges:UR,UF,DL", 8).is_err());
    }

    /// Earlier pair models have their form under `shape`.
    #[test]
    fn earlier_models_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.safetensors");
        let model = model();
        let about = serde_json::to_string(&model.about).unwrap();
        assert!(about.contains("\"pair\":{"), "{about}");
        let mut tensors = Tensors {
            parts: model.network.tensors(),
            texts: HashMap::from([(KEY.to_owned(), about.replace("\"pair\"", "\"shape\""))]),
        };
        tensors.save(&path).unwrap();
        assert_eq!(Model::load(&path).unwrap().about, model.about);
        // Other tensors are ignored.
        tensors.parts.push(Part::bytes("notes", vec![1, 2]));
        tensors.save(&path).unwrap();
        assert_eq!(Model::load(&path).unwrap().about, model.about);
    }
}
