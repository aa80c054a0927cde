//! Traits of all networks: evaluation and learning.
//!
//! There are two kinds of networks: pair networks ([`super::pair`]), and the paper's, on burn.

use super::loss::Weights;
use super::pair::{PairLearner, PairNetwork, Progress};
use super::sample::{Batch, Examples};
use super::spec::{Form, NetError, Optimizer, Place};
use super::tensors::{ContentError, Part, Tensors};
use std::fmt::Debug;

/// A network that can be evaluated.
pub trait Network: Debug + Send + Sync {
    /// Kind and sizes.
    fn form(&self) -> Form;

    /// Calls `each` with the logits of the states with these numbers, in order.
    ///
    /// # Panics
    ///
    /// If the examples do not have the encoding of the network.
    fn score(&self, examples: &dyn Examples, numbers: &[u64], each: &mut dyn FnMut(usize, &[f32]));

    /// All weights, by name.
    fn tensors(&self) -> Vec<Part>;

    /// A copy.
    fn copy(&self) -> Box<dyn Network>;
}

/// A network in training, with the state of its optimizer.
pub trait Learner: Send + Sync {
    /// The current network.
    fn network(&self) -> &dyn Network;

    /// One optimizer step on a batch, with the learning rate `rate`.
    ///
    /// # Panics
    ///
    /// If the examples do not have the encoding of the network, or a class is out of range.
    fn learn(
        &mut self,
        examples: &dyn Examples,
        batch: &Batch,
        loss: &Weights,
        rate: f32,
    ) -> Progress;

    /// Weights and the state of the optimizer.
    fn state(&self) -> Vec<Part>;

    /// Restores the result of [`Learner::state`] after `steps` steps.
    ///
    /// # Errors
    ///
    /// If a tensor is missing or does not fit; then nothing has changed.
    fn restore(&mut self, state: &Tensors, steps: u64) -> Result<(), ContentError>;

    /// Starts again from the weights of a network, as [`Network::tensors`] returns them.
    ///
    /// # Errors
    ///
    /// If a tensor is missing or does not fit; then nothing has changed.
    fn begin_with(&mut self, weights: &Tensors) -> Result<(), ContentError>;

    /// A copy.
    fn copy(&self) -> Box<dyn Learner>;
}

/// A learner with random weights.
///
/// # Errors
///
/// If the build or the kind of network does not support the optimizer or device.
///
/// ```
/// use admit::learn::network::begin;
/// use admit::learn::spec::{Form, Optimizer, Place};
/// use admit::learn::pair::Shape;
/// let shape = Shape { values: vec![24; 2], rows: 16, width: 16, blocks: 0, classes: 6 };
/// let form = Form::Pair(shape);
/// let learner = begin(&form, Optimizer::Adam, 1, Place::Cpu).unwrap();
/// assert_eq!(learner.network().form(), form);
/// let error = begin(&form, Optimizer::Sgd, 1, Place::Cpu).err().unwrap();
/// assert!(error.to_string().contains("by adam on the processor, not by sgd"));
/// ```
pub fn begin(
    form: &Form,
    optimizer: Optimizer,
    seed: u64,
    place: Place,
) -> Result<Box<dyn Learner>, NetError> {
    match form {
        Form::Pair(_) if optimizer != Optimizer::Adam => {
            Err(NetError::PairsOnly(optimizer.to_string()))
        }
        Form::Pair(_) if place != Place::Cpu => Err(NetError::PairsOnly("gpu".to_owned())),
        Form::Pair(shape) => {
            let network = PairNetwork::new(shape.clone(), seed)?;
            Ok(Box::new(PairLearner::new(network)))
        }
        #[cfg(feature = "burn")]
        Form::Paper(config) => {
            use super::burn::{PaperNetwork, Trainer, device};
            let network = PaperNetwork::new(*config, seed, &device(place)?);
            let trainer = match place {
                Place::Cpu => Trainer::new(network),
                Place::Gpu => Trainer::with_shards(network, 1),
            };
            Ok(Box::new(trainer.with_optimizer(optimizer)))
        }
        #[cfg(not(feature = "burn"))]
        Form::Paper(_) => Err(NetError::NoBurn(form.to_string())),
    }
}

/// A network with the weights from a file.
///
/// # Errors
///
/// If a tensor is missing or does not fit.
pub(super) fn read(
    form: &Form,
    weights: &Tensors,
    place: Place,
) -> Result<Box<dyn Network>, ContentError> {
    match form {
        Form::Pair(_) if place != Place::Cpu => {
            Err(NetError::PairsOnly("gpu".to_owned()).to_string().into())
        }
        Form::Pair(shape) => Ok(Box::new(PairNetwork::from_tensors(shape, weights)?)),
        #[cfg(feature = "burn")]
        Form::Paper(config) => {
            use super::burn::{PaperNetwork, device};
            let device = device(place).map_err(|e| e.to_string())?;
            let network = PaperNetwork::from_tensors(*config, weights, &device)?;
            Ok(Box::new(network))
        }
        #[cfg(not(feature = "burn"))]
        Form::Paper(_) => Err(NetError::NoBurn(form.to_string()).to_string().into()),
    }
}
