//! A network that was learned, and all that is needed to ask it: the pattern, the
//! form in which states are given to it, and the rule by which it decides.
//!
//! A file has one tensor for each part, 16-bit numbers, and a JSON text under the key
//! `admit` in its metadata: as in the paper, networks learn with 32 bits and are asked
//! with 16, so that the size that is said of them is that of their file. That of one of
//! the paper's networks has their sizes under `admit.network` as well, so that
//! `examples/weights.py` reads it into `PyTorch`.

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

/// What a model says of itself.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct About {
    /// The pattern, as a list of cubies.
    pub pattern: String,
    /// The pattern whose table is subtracted from that of the pattern, if the
    /// network learned the difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Whether states are given in canonical form.
    pub canonical: bool,
    /// How it decides.
    pub rule: Rule,
    /// Which kind of network it is, and how large: under `pair` or `paper`.
    #[serde(flatten)]
    pub form: Form,
    /// How many samples it has seen.
    pub samples: u64,
    /// Where random numbers began.
    pub seed: u64,
}

/// A network for a pattern of the cube.
#[derive(Debug)]
pub struct Model {
    /// What it says of itself.
    pub about: About,
    /// The network.
    pub network: Box<dyn Network>,
}

/// Why a file holds no model.
#[derive(Debug, Error)]
pub enum ModelError {
    /// It cannot be read or written.
    #[error(transparent)]
    Tensors(#[from] TensorsError),
    /// It says nothing, or something else, of a model.
    #[error("{path}: {why}")]
    Other {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Its network is none of pairs.
    #[error("only networks of pairs can be turned into integers; this one is {0}")]
    NoPairs(String),
    /// Its network has another encoding than the states.
    #[error("the network is {network}; the table has {states}")]
    Unfit {
        /// What the network sees.
        network: String,
        /// What there is.
        states: String,
    },
}

/// The key in the metadata.
const KEY: &str = "admit";

impl Model {
    /// Whether it can be asked about these states, of so many classes.
    ///
    /// # Errors
    ///
    /// If it sees others, or tells fewer classes apart.
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

    /// Its network as one of pairs, the only kind that can be turned into integers.
    ///
    /// # Errors
    ///
    /// If it is another kind.
    pub fn pairs(&self) -> Result<PairNetwork, ModelError> {
        let Form::Pair(shape) = &self.about.form else {
            return Err(ModelError::NoPairs(self.about.form.to_string()));
        };
        let parts = self.network.tensors();
        let texts = HashMap::new();
        let network = PairNetwork::from_tensors(shape, &Tensors { parts, texts });
        Ok(network.expect("a network has the tensors of its form"))
    }

    /// Writes it to a file, every weight rounded to 16 bits; what is read from there
    /// may decide otherwise than the network that was learned.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        let about = serde_json::to_string(&self.about).expect("it is plain data");
        let mut texts = HashMap::from([(KEY.to_owned(), about)]);
        if let Form::Paper(config) = &self.about.form {
            // As files of weights alone have them, for PyTorch.
            let sizes = serde_json::to_string(config).expect("sizes are numbers");
            texts.insert(paper_sizes::KEY.to_owned(), sizes);
            texts.insert("format".to_owned(), "pt".to_owned());
        }
        let parts = self.network.tensors().into_iter().map(Part::halved);
        let parts = parts.collect();
        Ok(Tensors { parts, texts }.save(path)?)
    }

    /// Reads it from a file, to ask it on the processor.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or holds something else.
    pub fn load(path: &Path) -> Result<Model, ModelError> {
        Model::load_on(path, Place::Cpu)
    }

    /// Reads it from a file, to ask it at some place.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or holds something else, or there is no such place.
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
    fn a_model_survives_its_file() {
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
    fn other_files_are_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.safetensors");
        let why = |path: &Path| Model::load(path).unwrap_err().to_string();
        assert!(why(&path).contains("No such file"));
        std::fs::write(&path, b"nothing of the kind").unwrap();
        assert!(why(&path).contains("no file of tensors"));
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
    fn a_model_is_asked_about_its_own_states_alone() {
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

    /// Models of networks of pairs once kept their form under `shape`.
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
        // Whatever else is in the file is left alone.
        tensors.parts.push(Part::bytes("notes", vec![1, 2]));
        tensors.save(&path).unwrap();
        assert_eq!(Model::load(&path).unwrap().about, model.about);
    }
}
