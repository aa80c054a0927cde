//! The paper's networks as [`Network`] and [`Learner`]. Every thread writes the planes of its
//! own shard.

use super::residual_network::PaperNetwork;
use super::trainer::Trainer;
use crate::learn::encode::planes::Planes;
use crate::learn::loss::Weights;
use crate::learn::network::{Learner, Network};
use crate::learn::pair::Progress;
use crate::learn::paper_sizes::PaperConfig;
use crate::learn::sample::{Batch, Examples};
use crate::learn::spec::{Form, MOST, NetError, Place};
use crate::learn::tensors::{ContentError, Part, Tensors};
use burn::prelude::*;

/// The device in `burn`.
///
/// # Errors
///
/// If it is not compiled in.
pub fn device(place: Place) -> Result<Device, NetError> {
    match place {
        Place::Cpu => Ok(Device::flex()),
        #[cfg(feature = "cuda")]
        Place::Gpu => Ok(Device::cuda(burn::tensor::DeviceIndex::Default)),
        #[cfg(all(feature = "wgpu", not(feature = "cuda")))]
        Place::Gpu => Ok(Device::wgpu(burn::tensor::DeviceKind::DefaultDevice)),
        #[cfg(not(any(feature = "wgpu", feature = "cuda")))]
        Place::Gpu => Err(NetError::NoGpu),
    }
}

/// States that are evaluated at once.
const BATCH: usize = 1024;
/// Name of the tensor with the state of the optimizer.
const OPTIMIZER: &str = "optimizer";
/// Name of the tensor with the number of shards.
const SHARDS: &str = "shards";

/// The planes of some states.
fn draw(planes: &dyn Planes, numbers: &[u64]) -> Vec<f32> {
    let each: usize = planes.shape().iter().product();
    let mut drawn = vec![0.0; each * numbers.len()];
    for (&number, planes_of) in numbers.iter().zip(drawn.chunks_exact_mut(each)) {
        planes.write(number, planes_of);
    }
    drawn
}

fn planes(examples: &dyn Examples) -> &dyn Planes {
    let planes = examples.planes();
    planes.expect("the states have planes")
}

impl PaperNetwork {
    /// A network with weights from a file.
    ///
    /// # Errors
    ///
    /// If a size is invalid, or a tensor is missing, has another shape, or is not finite.
    pub(in crate::learn) fn from_tensors(
        config: PaperConfig,
        tensors: &Tensors,
        device: &Device,
    ) -> Result<PaperNetwork, ContentError> {
        let [planes, rows, columns] = config.planes;
        let dense = [config.channels, config.fc, config.res, config.classes];
        let mut sizes = [planes, rows, columns].into_iter().chain(dense);
        if !sizes.all(|n| (1..=MOST).contains(&n)) || config.blocks > MOST {
            return Err(format!("invalid sizes of a network: {config:?}").into());
        }
        for (name, shape) in config.shapes() {
            let numbers = tensors.numbers(&name, &shape)?;
            if numbers.iter().any(|x| !x.is_finite()) {
                return Err(format!("{name} holds a number that is not finite").into());
            }
        }
        let given = |name: &str, shape: &[usize]| {
            let numbers = tensors.numbers(name, shape);
            numbers.expect("every name was looked up")
        };
        Ok(PaperNetwork::from_numbers(config, given, device))
    }
}

impl Network for PaperNetwork {
    fn form(&self) -> Form {
        Form::Paper(*self.config())
    }

    fn score(&self, examples: &dyn Examples, numbers: &[u64], each: &mut dyn FnMut(usize, &[f32])) {
        let planes = planes(examples);
        let network = self.valid();
        for (batch, numbers) in numbers.chunks(BATCH).enumerate() {
            let logits = network.logits(draw(planes, numbers));
            let rows = logits.chunks_exact(self.config().classes);
            for (place, logits) in rows.enumerate() {
                each(batch * BATCH + place, logits);
            }
        }
    }

    fn tensors(&self) -> Vec<Part> {
        let shapes = self.config().shapes().into_iter();
        shapes
            .zip(self.numbers())
            .map(|((name, shape), numbers)| Part::numbers(name, shape, &numbers))
            .collect()
    }

    fn copy(&self) -> Box<dyn Network> {
        Box::new(self.valid())
    }
}

impl Learner for Trainer {
    fn network(&self) -> &dyn Network {
        Trainer::network(self)
    }

    fn learn(
        &mut self,
        examples: &dyn Examples,
        batch: &Batch,
        loss: &Weights,
        rate: f32,
    ) -> Progress {
        let planes = planes(examples);
        let inputs = |at: std::ops::Range<usize>| draw(planes, &batch.numbers[at]);
        self.step_on(&inputs, &batch.classes, loss.loss(), rate as f64)
    }

    fn state(&self) -> Vec<Part> {
        let mut state = Trainer::network(self).tensors();
        state.push(Part::bytes(OPTIMIZER, self.optimizer_state()));
        // Rounding depends on the shards.
        let shards = self.shards() as u64;
        state.push(Part::bytes(SHARDS, shards.to_le_bytes().to_vec()));
        state
    }

    fn restore(&mut self, state: &Tensors, _: u64) -> Result<(), ContentError> {
        let config = *Trainer::network(self).config();
        let network = PaperNetwork::from_tensors(config, state, self.device())?;
        let shards = state.bytes(SHARDS)?.try_into();
        let shards = u64::from_le_bytes(shards.map_err(|_| "shards are not 8 bytes")?);
        if !(1..=1 << 12).contains(&shards) {
            return Err(format!("there are no {shards} shards").into());
        }
        self.resume(network, state.bytes(OPTIMIZER)?.to_vec(), shards as usize)
    }

    fn begin_with(&mut self, weights: &Tensors) -> Result<(), ContentError> {
        let config = *Trainer::network(self).config();
        let network = PaperNetwork::from_tensors(config, weights, self.device())?;
        self.begin(network);
        Ok(())
    }

    fn copy(&self) -> Box<dyn Learner> {
        Box::new(self.clone())
    }
}
