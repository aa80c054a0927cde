//! Checkpoints: the whole state of a run, in one file.

use super::settings::Settings;
use super::{State, Trainer};
use crate::learn::model::Model;
use crate::learn::sample::Examples;
use crate::learn::tensors::{ContentError, Tensors, TensorsError};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Reason why a run cannot be resumed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// There is no checkpoint, or it cannot be read.
    #[error("no checkpoint: {0}")]
    Tensors(#[from] TensorsError),
    /// Invalid checkpoint.
    #[error("{path}: no checkpoint: {why}")]
    Other {
        /// The file.
        path: PathBuf,
        /// The error.
        why: String,
    },
    /// Checkpoint of another run.
    #[error("{path}: the checkpoint is of a run with other settings: {settings}")]
    Settings {
        /// The file.
        path: PathBuf,
        /// Settings of the other run.
        settings: String,
    },
}

/// Reason why a run cannot start with the weights of a model.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FromError {
    /// The model has another pattern, encoding or network.
    #[error("the model to begin with has the {what} {found}; this run has {expected}")]
    Other {
        /// Property that differs.
        what: &'static str,
        /// Property of the model.
        found: String,
        /// Property of the run.
        expected: String,
    },
    /// The weights do not fit the network.
    #[error("the model to begin with: {0}")]
    Weights(#[from] ContentError),
}

const KEY: &str = "admit-checkpoint";

impl<E: Examples> Trainer<'_, E> {
    /// Writes a checkpoint.
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

    /// Continues from a checkpoint. Of the settings only the budget may differ.
    ///
    /// # Errors
    ///
    /// If there is no checkpoint, or it belongs to another run.
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

    /// Starts with the weights of a model instead of random ones.
    ///
    /// # Errors
    ///
    /// If the model has another pattern, encoding or network.
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
