//! Steps of an optimizer on batches, for networks of `burn`.
//!
//! A batch is divided into as many shards as there are threads. Each thread computes the gradients
//! of its shard on its own copy of the network, and the gradients are summed. So threads
//! synchronise once a step and not at every product; `cargo bench --bench learn` compares this
//! with one shard.

use super::loss::Criterion;
use super::residual_network::PaperNetwork;
use crate::learn::loss::Loss;
use crate::learn::pair::Progress;
use crate::learn::spec::Optimizer;
use crate::learn::tensors::ContentError;
use burn::optim::{
    AdamConfig, AdamWConfig, GradientsAccumulator, GradientsParams, ModuleOptimizer, RmsPropConfig,
    SgdConfig, momentum::MomentumConfig,
};
use burn::prelude::*;
use burn::tensor::Bytes;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::Arc;
use std::thread::ScopedJoinHandle;

/// A network in training with the state of its optimizer, by default Adam (β₁ 0.9, β₂ 0.999,
/// ε 10⁻⁸).
///
/// ```
/// use admit::learn::burn::{PaperConfig, PaperNetwork, Trainer};
/// use admit::learn::loss::Loss;
/// let small = PaperConfig { fc: 20, res: 10, ..PaperConfig::EIGHT_CORNER };
/// let mut trainer = Trainer::new(PaperNetwork::new(small, 1, &Default::default()));
/// let inputs = vec![1.0; 2 * small.inputs()];
/// trainer.step(inputs.clone(), &[5, 6], Loss::Cea { beta: 1.0, eta: 0.1 }, 1e-3);
/// assert_eq!(trainer.logits(inputs).len(), 2 * 12);
/// ```
#[derive(Clone)]
pub struct Trainer {
    /// `None` only during a step.
    network: Option<PaperNetwork>,
    kind: Optimizer,
    optimizer: ModuleOptimizer,
    device: Device,
    /// The loss of the last step.
    criterion: Criterion,
    /// A thread for each shard; none for a single shard, which uses all threads.
    pools: Arc<[ThreadPool]>,
}

/// Least number of samples in a shard.
const LEAST: usize = 32;

impl std::fmt::Debug for Trainer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trainer")
            .field("optimizer", &self.kind)
            .field("shards", &self.pools.len().max(1))
            .finish_non_exhaustive()
    }
}

impl Trainer {
    /// Training of a network on its device, with a shard for every thread of rayon.
    pub fn new(network: PaperNetwork) -> Trainer {
        Trainer::with_shards(network, rayon::current_num_threads())
    }

    /// The same with a number of shards; 1 for devices other than the processor. Rounding
    /// depends on the number.
    pub fn with_shards(network: PaperNetwork, shards: usize) -> Trainer {
        let network = network.train();
        let device = network.device();
        Trainer {
            criterion: Criterion::new(Loss::Ce, network.config().classes, &device),
            network: Some(network),
            kind: Optimizer::Adam,
            optimizer: fresh(Optimizer::Adam),
            device,
            pools: pools(shards),
        }
    }

    /// The same with another optimizer in its initial state.
    #[must_use]
    pub fn with_optimizer(mut self, kind: Optimizer) -> Trainer {
        self.kind = kind;
        self.optimizer = fresh(kind);
        self
    }

    /// The current network.
    pub fn network(&self) -> &PaperNetwork {
        self.network
            .as_ref()
            .expect("a step gives its network back")
    }

    /// Device.
    pub(super) fn device(&self) -> &Device {
        &self.device
    }

    /// Number of shards of a batch.
    pub(super) fn shards(&self) -> usize {
        self.pools.len().max(1)
    }

    /// State of the optimizer in burn's format.
    pub(super) fn optimizer_state(&self) -> Vec<u8> {
        let bytes = self.optimizer.into_bytes();
        bytes.expect("tensors can be written to memory").to_vec()
    }

    /// Continues with a network, the state of the optimizer, and a number of shards.
    pub(super) fn resume(
        &mut self,
        network: PaperNetwork,
        state: Vec<u8>,
        shards: usize,
    ) -> Result<(), ContentError> {
        let optimizer = fresh(self.kind).from_bytes(Bytes::from_bytes_vec(state));
        self.optimizer = optimizer.map_err(|e| format!("the optimizer: {e}"))?;
        self.network = Some(network.train());
        if shards != self.shards() {
            self.pools = pools(shards);
        }
        Ok(())
    }

    /// Restarts with a network.
    pub(super) fn begin(&mut self, network: PaperNetwork) {
        self.network = Some(network.train());
        self.optimizer = fresh(self.kind);
    }

    /// One step on a batch; returns the mean loss before it.
    ///
    /// # Panics
    ///
    /// If there is no sample, the numbers of samples and targets differ, or a target is not a
    /// class.
    #[expect(clippy::needless_pass_by_value, reason = "a batch is used only once")]
    pub fn step(&mut self, inputs: Vec<f32>, targets: &[u8], loss: Loss, lr: f64) -> f32 {
        let each = self.network().config().inputs();
        assert_eq!(inputs.len(), targets.len() * each, "one sample a target");
        let part = |at: Range<usize>| inputs[at.start * each..at.end * each].to_vec();
        let progress = self.step_on(&part, targets, loss, lr);
        (progress.loss / targets.len() as f64) as f32
    }

    /// One step on a batch; every shard calls `inputs` with its range of samples.
    ///
    /// # Panics
    ///
    /// If there is no sample, the inputs have another number of samples, or a target is not a
    /// class.
    pub(super) fn step_on(
        &mut self,
        inputs: &(dyn Fn(Range<usize>) -> Vec<f32> + Sync),
        targets: &[u8],
        loss: Loss,
        lr: f64,
    ) -> Progress {
        let classes = self.network().config().classes;
        assert!(
            targets.iter().all(|&t| (t as usize) < classes),
            "targets are among {classes} classes"
        );
        assert!(!targets.is_empty(), "a batch has samples");
        if self.criterion.loss() != loss {
            self.criterion = Criterion::new(loss, classes, &self.device);
        }
        let network = self.network.take().expect("a step gives its network back");
        let (progress, gradients) = self.gradients(&network, inputs, targets);
        self.network = Some(self.optimizer.step(lr, network, gradients));
        progress
    }

    /// The loss of a batch, and the gradients of its mean.
    fn gradients(
        &self,
        network: &PaperNetwork,
        inputs: &(dyn Fn(Range<usize>) -> Vec<f32> + Sync),
        targets: &[u8],
    ) -> (Progress, GradientsParams) {
        let samples = targets.len();
        let shards = self.pools.len().min(samples / LEAST);
        if shards < 2 {
            return self.shard(network, inputs(0..samples), targets, samples);
        }
        let len = samples.div_ceil(shards);
        let parts = targets.chunks(len).enumerate().zip(self.pools.iter());
        let computed: Vec<(Progress, GradientsParams)> = std::thread::scope(|scope| {
            let running: Vec<_> = parts
                .map(|((i, targets), pool)| {
                    // Shards of the same network would wait for each other's graphs.
                    let network = network.valid().train();
                    let shard = move || {
                        let inputs = inputs(i * len..i * len + targets.len());
                        self.shard(&network, inputs, targets, samples)
                    };
                    scope.spawn(|| pool.install(shard))
                })
                .collect();
            let computed = running.into_iter().map(ScopedJoinHandle::join);
            computed
                .map(|shard| shard.expect("a shard is computed"))
                .collect()
        });
        let mut progress = Progress::default();
        let mut sum = GradientsAccumulator::new();
        for (part, gradients) in computed {
            progress.loss += part.loss;
            progress.right += part.right;
            sum.accumulate(network, gradients);
        }
        (progress, sum.grads())
    }

    /// Contribution of a shard to the loss, and to the gradients of the mean over `samples`.
    fn shard(
        &self,
        network: &PaperNetwork,
        inputs: Vec<f32>,
        targets: &[u8],
        samples: usize,
    ) -> (Progress, GradientsParams) {
        let share = targets.len() as f32 / samples as f32;
        let inputs = network.batch(inputs, &self.device);
        let [given, classes] = [inputs.dims()[0], network.config().classes];
        assert_eq!(given, targets.len(), "one sample a target");
        let numbers: Vec<i32> = targets.iter().map(|&t| t as i32).collect();
        let numbers = TensorData::new(numbers, [targets.len()]);
        let truths = Tensor::<1, Int>::from_data(numbers, &self.device);
        let logits = network.forward(inputs);
        let value = self.criterion.forward(logits.clone(), truths) * share;
        let gradients = GradientsParams::from_grads(value.backward(), network);
        let logits = logits.into_data().try_into_vec::<f32>();
        let logits = logits.expect("logits have 32 bits");
        let rows = logits.chunks_exact(classes).zip(targets);
        let right = rows.filter(|(row, truth)| {
            let truth = **truth as usize;
            (0..classes).all(|k| k == truth || row[k] < row[truth])
        });
        let progress = Progress {
            right: right.count() as u64,
            loss: value.into_scalar::<f32>() as f64 * samples as f64,
        };
        (progress, gradients)
    }

    /// Logits of a batch, sample by sample.
    ///
    /// # Panics
    ///
    /// If the inputs are not whole samples.
    pub fn logits(&self, inputs: Vec<f32>) -> Vec<f32> {
        self.network().logits(inputs)
    }
}

/// An optimizer in its initial state.
fn fresh(kind: Optimizer) -> ModuleOptimizer {
    match kind {
        Optimizer::Adam => AdamConfig::new()
            .with_beta_1(0.9)
            .with_beta_2(0.999)
            .with_epsilon(1e-8)
            .init(),
        Optimizer::AdamW => AdamWConfig::new()
            .with_beta_1(0.9)
            .with_beta_2(0.999)
            .with_epsilon(1e-8)
            .with_weight_decay(1e-4)
            .init(),
        Optimizer::RmsProp => RmsPropConfig::new()
            .with_alpha(0.99)
            .with_momentum(0.9)
            .with_epsilon(1e-8)
            .init(),
        Optimizer::Sgd => SgdConfig::new()
            .with_momentum(Some(MomentumConfig::new().with_momentum(0.9)))
            .init(),
    }
}

/// A thread for each of several shards; none for one.
fn pools(shards: usize) -> Arc<[ThreadPool]> {
    let alone = |_| {
        let pool = ThreadPoolBuilder::new().num_threads(1).build();
        pool.expect("a thread can be started")
    };
    (0..shards).filter(|_| shards > 1).map(alone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Options;
    use crate::learn::burn::PaperConfig;
    use crate::learn::encode::planes::EdgeMaps;
    use crate::pdb::cube::{CubePattern, CubeTable};
    use approx::assert_relative_eq;

    /// States and distances of a small pattern.
    struct Task {
        config: PaperConfig,
        inputs: Vec<f32>,
        targets: Vec<u8>,
    }

    fn task() -> Task {
        let pattern: CubePattern = "edges:UR,UF".parse().unwrap();
        let maps = EdgeMaps::new(pattern).unwrap();
        let table = CubeTable::build(pattern, &Options::default()).unwrap();
        let states = table.ranker().states();
        let mut inputs = vec![0.0; states as usize * maps.len()];
        for (number, planes) in (0..states).zip(inputs.chunks_mut(maps.len())) {
            maps.encode(&table.ranker().state(number), planes);
        }
        let targets: Vec<u8> = (0..states).map(|i| table.entry(i)).collect();
        let config = PaperConfig {
            planes: maps.shape(),
            channels: 6,
            fc: 48,
            res: 32,
            blocks: 1,
            classes: 1 + *targets.iter().max().unwrap() as usize,
        };
        Task {
            config,
            inputs,
            targets,
        }
    }

    /// Numbers of exact values and of overestimates.
    fn right_and_above(trainer: &Trainer, task: &Task) -> (usize, usize) {
        let logits = trainer.logits(task.inputs.clone());
        let largest = |row: &[f32]| (0..row.len()).max_by(|&a, &b| row[a].total_cmp(&row[b]));
        let values = logits.chunks(task.config.classes).map(largest);
        let (mut right, mut above) = (0, 0);
        for (value, &truth) in values.zip(&task.targets) {
            right += usize::from(value == Some(truth as usize));
            above += usize::from(value > Some(truth as usize));
        }
        (right, above)
    }

    #[test]
    fn a_small_pattern_is_learned() {
        let task = task();
        for loss in [
            Loss::Ce,
            Loss::Cea {
                beta: 1.0,
                eta: 0.1,
            },
        ] {
            let mut trainer = Trainer::new(PaperNetwork::new(task.config, 1, &Device::default()));
            let mut step = |lr| trainer.step(task.inputs.clone(), &task.targets, loss, lr);
            let first = step(5e-3);
            let rates = [5e-3; 600].into_iter().chain([1e-3; 600]);
            let last = rates.map(step).last().unwrap();
            let (right, above) = right_and_above(&trainer, &task);
            println!(
                "{loss:?}: {first} to {last}, {right} of {} right, {above} above",
                task.targets.len()
            );
            assert!(last < first / 20.0);
            assert!(right * 100 >= task.targets.len() * 95);
            assert!(above * 100 <= task.targets.len());
        }
    }

    /// Except where the gradient is tiny.
    #[test]
    fn first_step_of_adam_has_the_length_of_the_learning_rate() {
        let task = task();
        let network = PaperNetwork::new(task.config, 2, &Device::default());
        let mut trainer = Trainer::new(network.clone());
        let before = network.numbers();
        trainer.step(task.inputs.clone(), &task.targets, Loss::Ce, 1e-3);
        let after = trainer.network().numbers();
        let mut moved = 0;
        for (before, after) in before.concat().into_iter().zip(after.concat()) {
            let by = (after - before).abs();
            assert!(by < 1.01e-3, "{by}");
            moved += usize::from((by - 1e-3).abs() < 1e-5);
        }
        assert!(moved * 10 > task.config.parameters() * 5);
    }

    /// Shards change only rounding.
    #[test]
    fn shards_sum_to_the_batch() {
        let task = task();
        let after = |shards: usize| {
            let network = PaperNetwork::new(task.config, 2, &Device::default());
            let mut trainer = Trainer::with_shards(network, shards);
            let mut step = || trainer.step(task.inputs.clone(), &task.targets, Loss::Ce, 1e-3);
            let values = [step(), step(), step()];
            (values, trainer.logits(task.inputs.clone()))
        };
        let (values, logits) = after(1);
        for shards in [2, 3, 7, 500] {
            let (others, other_logits) = after(shards);
            for (a, b) in values.iter().zip(others) {
                assert_relative_eq!(*a, b, max_relative = 1e-4);
            }
            for (a, b) in logits.iter().zip(other_logits) {
                assert_relative_eq!(*a, b, epsilon = 1e-3);
            }
        }
    }

    #[test]
    #[should_panic(expected = "targets are among")]
    fn targets_out_of_range_are_refused() {
        let task = task();
        let network = PaperNetwork::new(task.config, 2, &Device::default());
        let one = task.inputs[..task.config.inputs()].to_vec();
        Trainer::new(network).step(one, &[200], Loss::Ce, 1e-3);
    }
}
