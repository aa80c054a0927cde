//! Pair networks as [`Network`] and [`Learner`].

use super::{Memory, PairNetwork, Progress, Scores, Shape};
use crate::learn::encode::MOST_SLOTS;
use crate::learn::loss::Weights;
use crate::learn::network::{Learner, Network};
use crate::learn::sample::{Batch, Examples};
use crate::learn::spec::Form;
use crate::learn::tensors::{ContentError, Part, Tensors};

/// A pair network with the state of Adam.
#[derive(Clone, Debug)]
pub struct PairLearner {
    network: PairNetwork,
    memory: Memory,
}

impl PairLearner {
    /// A learner with the initial state of Adam.
    pub fn new(network: PairNetwork) -> PairLearner {
        PairLearner {
            memory: Memory::new(&network),
            network,
        }
    }
}

impl PairNetwork {
    /// A network with weights from a file.
    ///
    /// # Errors
    ///
    /// If a tensor is missing or has another shape.
    pub(in crate::learn) fn from_tensors(
        shape: &Shape,
        tensors: &Tensors,
    ) -> Result<PairNetwork, ContentError> {
        // For the names and shapes of all tensors.
        let wanted = PairNetwork::new(shape.clone(), 0).map_err(|e| e.to_string())?;
        let mut weights = Vec::with_capacity(wanted.weights().len());
        for (name, dims, _) in wanted.parts() {
            weights.extend(tensors.numbers(&name, &dims)?);
        }
        PairNetwork::from_weights(shape.clone(), weights).map_err(|e| e.to_string().into())
    }
}

impl Network for PairNetwork {
    fn form(&self) -> Form {
        Form::Pair(self.shape().clone())
    }

    fn score(&self, examples: &dyn Examples, numbers: &[u64], each: &mut dyn FnMut(usize, &[f32])) {
        let slots = self.shape().values.len();
        let mut scores = Scores::new(self);
        let mut tokens = [0; MOST_SLOTS];
        for (block, numbers) in numbers.chunks(Scores::BLOCK).enumerate() {
            for (place, &number) in numbers.iter().enumerate() {
                examples.tokens().write(number, &mut tokens[..slots]);
                scores.set(self, place, &tokens[..slots]);
            }
            let computed = scores.compute(self).take(numbers.len());
            for (place, logits) in computed.enumerate() {
                each(block * Scores::BLOCK + place, logits);
            }
        }
    }

    fn tensors(&self) -> Vec<Part> {
        let parts = self.parts().into_iter();
        parts
            .map(|(name, dims, weights)| Part::numbers(name, dims, weights))
            .collect()
    }

    fn copy(&self) -> Box<dyn Network> {
        Box::new(self.clone())
    }
}

impl Learner for PairLearner {
    fn network(&self) -> &dyn Network {
        &self.network
    }

    fn learn(
        &mut self,
        examples: &dyn Examples,
        batch: &Batch,
        loss: &Weights,
        rate: f32,
    ) -> Progress {
        self.network.learn(
            &mut self.memory,
            examples.tokens(),
            &batch.numbers,
            &batch.classes,
            loss,
            rate,
        )
    }

    fn state(&self) -> Vec<Part> {
        let (first, second, _) = self.memory.parts();
        let weights = self.network.weights();
        [("weights", weights), ("first", first), ("second", second)]
            .map(|(name, numbers)| Part::numbers(name, vec![numbers.len()], numbers))
            .to_vec()
    }

    fn restore(&mut self, state: &Tensors, steps: u64) -> Result<(), ContentError> {
        let len = [self.network.weights().len()];
        let read = |name: &str| state.numbers(name, &len);
        let shape = self.network.shape().clone();
        let network =
            PairNetwork::from_weights(shape, read("weights")?).map_err(|e| e.to_string())?;
        let memory = Memory::from_parts(&network, read("first")?, read("second")?, steps);
        self.memory = memory.ok_or("parts are missing")?;
        self.network = network;
        Ok(())
    }

    fn begin_with(&mut self, weights: &Tensors) -> Result<(), ContentError> {
        let network = PairNetwork::from_tensors(self.network.shape(), weights)?;
        *self = PairLearner::new(network);
        Ok(())
    }

    fn copy(&self) -> Box<dyn Learner> {
        Box::new(self.clone())
    }
}
