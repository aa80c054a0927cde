//! Checkpoints: everything that is needed to go on, in one file.

use super::settings::Settings;
use super::{State, Trainer};
use crate::learn::model::Model;
use crate::learn::sample::Examples;
use crate::learn::tensors::{ContentError, Tensors, TensorsError};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a run cannot be resumed.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// There is no checkpoint, or it cannot be read.
    #[error("no checkpoint: {0}")]
    Tensors(#[from] TensorsError),
    /// It says something else.
    #[error("{path}: no checkpoint: {why}")]
    Other {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// It is of another run.
    #[error("{path}: the checkpoint is of a run with other settings: {settings}")]
    Settings {
        /// Which file.
        path: PathBuf,
        /// Those settings.
        settings: String,
    },
}

/// Why a run cannot begin with the weights of a model.
#[derive(Debug, Error)]
pub enum FromError {
    /// It is a model of something else.
    #[error("the model to begin with has the {what} {found}; this run has {expected}")]
    Other {
        /// In what it differs.
        what: &'static str,
        /// What the model has.
        found: String,
        /// What the run has.
        expected: String,
    },
    /// Its weights are not those that it says.
    #[error("the model to begin with: {0}")]
    Weights(#[from] ContentError),
}

/// The key in the metadata of checkpoints.
const KEY: &str = "admit-checkpoint";

impl<E: Examples> Trainer<'_, E> {
    /// Keeps all that is needed to go on.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn checkpoint(&self, path: &Path) -> Result<(), TensorsError> {
        let state = serde_json::to_string(&self.state).expect("it is plain data");
        let tensors = Tensors {
            parts: self.learner.state(),
            texts: HashMap::from([(KEY.to_owned(), state)]),
        };
        tensors.save(path)
    }

    /// Goes on where a checkpoint was made. A budget may differ; all else must be
    /// as it was.
    ///
    /// # Errors
    ///
    /// If there is no checkpoint, or it is of another run.
    pub fn resume(&mut self, path: &Path) -> Result<(), ResumeError> {
        let tensors = Tensors::load(path)?;
        let other = |why: String| ResumeError::Other {
            path: path.to_owned(),
            why,
        };
        let text = tensors.texts.get(KEY);
        let text = text.ok_or_else(|| other(format!("no `{KEY}`")))?;
        let mut state: State = serde_json::from_str(text).map_err(|e| other(e.to_string()))?;
        state.settings.budget = self.state.settings.budget;
        if state.settings != self.state.settings {
            let settings = serde_json::to_string(&state.settings).expect("it is plain data");
            return Err(ResumeError::Settings {
                path: path.to_owned(),
                settings,
            });
        }
        let restored = self.learner.restore(&tensors, state.steps);
        restored.map_err(|e| other(e.to_string()))?;
        self.state = state;
        Ok(())
    }

    /// Begins with the weights of a model instead of random ones. It must be of the
    /// same pattern and have a network of the same sizes.
    ///
    /// # Errors
    ///
    /// If it is another model.
    pub fn begin_with(&mut self, model: &Model) -> Result<(), FromError> {
        let settings: &Settings = &self.state.settings;
        let about = &model.about;
        let base = |base: &Option<String>| base.clone().unwrap_or_else(|| "none".to_owned());
        let form = |canonical| if canonical { "canonical" } else { "plain" }.to_owned();
        for (what, found, expected) in [
            ("pattern", about.pattern.clone(), settings.pattern.clone()),
            ("base pattern", base(&about.base), base(&settings.base)),
            (
                "form of states",
                form(about.canonical),
                form(settings.canonical),
            ),
            (
                "network",
                about.form.to_string(),
                self.network().form().to_string(),
            ),
        ] {
            if found != expected {
                return Err(FromError::Other {
                    what,
                    found,
                    expected,
                });
            }
        }
        let weights = Tensors {
            parts: model.network.tensors(),
            ..Tensors::default()
        };
        Ok(self.learner.begin_with(&weights)?)
    }
}
