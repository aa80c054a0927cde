//! Training a network of burn: steps of Adam on batches.
//!
//! What a batch holds, which loss is used when, and when to stop is decided by the
//! caller; see the module [`crate::learn`].
//!
//! A batch is cut into as many shards as there are threads. Each thread computes the
//! gradients of its own shard, on its own copy of the network and without help from
//! others, and the gradients are added up. So threads wait for each other once a step
//! and not at every product. Whether that is faster than sharing products,
//! `cargo bench --bench learn` says for a machine: it measures one shard beside.

use super::loss::Criterion;
use super::paper::PaperNetwork;
use crate::learn::loss::Loss;
use burn::optim::{AdamConfig, GradientsAccumulator, GradientsParams, ModuleOptimizer};
use burn::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::thread::ScopedJoinHandle;

/// A network while it is trained: with the moments of Adam (β₁ 0.9, β₂ 0.999,
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
pub struct Trainer {
    /// Always there between steps.
    network: Option<PaperNetwork>,
    optimizer: ModuleOptimizer,
    device: Device,
    /// For the loss of the last step.
    criterion: Criterion,
    /// A thread for each shard; none if there is one shard, which may use all.
    pools: Vec<ThreadPool>,
}

/// A shard has at least so many samples, or it is not worth a thread.
const LEAST: usize = 32;

impl Trainer {
    /// Training begins with this network, on the device where it is, with a shard for
    /// every thread that rayon has.
    pub fn new(network: PaperNetwork) -> Trainer {
        Trainer::with_shards(network, rayon::current_num_threads())
    }

    /// The same with another number of shards: 1 is right for devices that are not the
    /// processor. With another number, sums are rounded otherwise.
    pub fn with_shards(network: PaperNetwork, shards: usize) -> Trainer {
        let network = network.train();
        let device = network.device();
        let alone = |_| {
            let pool = ThreadPoolBuilder::new().num_threads(1).build();
            pool.expect("a thread can be started")
        };
        Trainer {
            criterion: Criterion::new(Loss::Ce, network.config().classes, &device),
            network: Some(network),
            optimizer: AdamConfig::new()
                .with_beta_1(0.9)
                .with_beta_2(0.999)
                .with_epsilon(1e-8)
                .init(),
            device,
            pools: (0..shards).filter(|_| shards > 1).map(alone).collect(),
        }
    }

    /// The network as it is now.
    pub fn network(&self) -> &PaperNetwork {
        self.network
            .as_ref()
            .expect("a step gives its network back")
    }

    /// The network, when training is over, without gradients.
    pub fn into_network(self) -> PaperNetwork {
        self.network().valid()
    }

    /// One step on a batch; the mean loss before it.
    ///
    /// # Panics
    ///
    /// If there is no sample, if the inputs are not so many samples as there are
    /// targets, or if a target is not a class.
    pub fn step(&mut self, inputs: Vec<f32>, targets: &[u8], loss: Loss, lr: f64) -> f32 {
        let config = *self.network().config();
        assert!(
            targets.iter().all(|&t| (t as usize) < config.classes),
            "targets are among {} classes",
            config.classes
        );
        if self.criterion.loss() != loss {
            self.criterion = Criterion::new(loss, config.classes, &self.device);
        }
        assert!(!targets.is_empty(), "a batch has samples");
        assert_eq!(
            inputs.len(),
            targets.len() * config.inputs(),
            "one sample a target"
        );
        let network = self.network.take().expect("a step gives its network back");
        let (value, gradients) = self.gradients(&network, inputs, targets);
        self.network = Some(self.optimizer.step(lr, network, gradients));
        value
    }

    /// The mean loss of a batch, and its gradients.
    fn gradients(
        &self,
        network: &PaperNetwork,
        inputs: Vec<f32>,
        targets: &[u8],
    ) -> (f32, GradientsParams) {
        let samples = targets.len();
        let shards = self.pools.len().min(samples / LEAST);
        if shards < 2 {
            return self.shard(network, inputs, targets, samples);
        }
        let len = samples.div_ceil(shards);
        let parts = inputs.chunks(len * network.config().inputs());
        let parts = parts.zip(targets.chunks(len)).zip(&self.pools);
        let computed: Vec<(f32, GradientsParams)> = std::thread::scope(|scope| {
            let running: Vec<_> = parts
                .map(|((inputs, targets), pool)| {
                    let inputs = inputs.to_vec();
                    // Shards of one network would wait for each other's graphs.
                    let network = network.valid().train();
                    let shard = move || self.shard(&network, inputs, targets, samples);
                    scope.spawn(|| pool.install(shard))
                })
                .collect();
            let computed = running.into_iter().map(ScopedJoinHandle::join);
            computed
                .map(|shard| shard.expect("a shard is computed"))
                .collect()
        });
        let mut value = 0.0;
        let mut sum = GradientsAccumulator::new();
        for (part, gradients) in computed {
            value += part;
            sum.accumulate(network, gradients);
        }
        (value, sum.grads())
    }

    /// What a shard adds to the mean over so many samples.
    fn shard(
        &self,
        network: &PaperNetwork,
        inputs: Vec<f32>,
        targets: &[u8],
        samples: usize,
    ) -> (f32, GradientsParams) {
        let share = targets.len() as f32 / samples as f32;
        let inputs = network.batch(inputs, &self.device);
        let targets: Vec<i32> = targets.iter().map(|&t| t as i32).collect();
        let shape = [targets.len()];
        let targets = Tensor::<1, Int>::from_data(TensorData::new(targets, shape), &self.device);
        let value = self.criterion.forward(network.forward(inputs), targets) * share;
        let gradients = GradientsParams::from_grads(value.backward(), network);
        (value.into_scalar::<f32>(), gradients)
    }

    /// Logits of a batch, sample by sample.
    ///
    /// # Panics
    ///
    /// If the inputs are not a number of samples.
    pub fn logits(&self, inputs: Vec<f32>) -> Vec<f32> {
        self.network().logits(inputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::burn::PaperConfig;
    use crate::learn::encode::planes::EdgeMaps;
    use crate::pdb::{Pattern, SILENT, Table};
    use approx::assert_relative_eq;

    /// A pattern that is learnt within seconds, with its states and distances.
    struct Task {
        config: PaperConfig,
        inputs: Vec<f32>,
        targets: Vec<u8>,
    }

    fn task() -> Task {
        let pattern: Pattern = "edges:UR,UF".parse().unwrap();
        let maps = EdgeMaps::new(pattern).unwrap();
        let table = Table::build(pattern, u64::MAX, SILENT).unwrap();
        let states = table.ranker().states();
        let mut inputs = vec![0.0; states as usize * maps.len()];
        for (number, planes) in (0..states).zip(inputs.chunks_mut(maps.len())) {
            maps.encode(&table.ranker().unrank(number), planes);
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

    /// How many states are given their distance, and how many more.
    fn right_and_above(trainer: &Trainer, task: &Task) -> (usize, usize) {
        let logits = trainer.logits(task.inputs.clone());
        let largest = |row: &[f32]| (0..row.len()).max_by(|&a, &b| row[a].total_cmp(&row[b]));
        let answers = logits.chunks(task.config.classes).map(largest);
        let (mut right, mut above) = (0, 0);
        for (answer, &truth) in answers.zip(&task.targets) {
            right += usize::from(answer == Some(truth as usize));
            above += usize::from(answer > Some(truth as usize));
        }
        (right, above)
    }

    #[test]
    fn a_small_pattern_is_learnt() {
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
            // All but a few, whatever the processor rounds.
            assert!(right * 100 >= task.targets.len() * 95);
            assert!(above * 100 <= task.targets.len());
        }
    }

    /// Adam's first step is the rate times the sign of the gradient, but where that is
    /// tiny.
    #[test]
    fn the_first_step_moves_by_the_rate() {
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

    /// Cutting a batch changes what is rounded, and nothing else.
    #[test]
    fn shards_add_up_to_the_batch() {
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
    fn targets_that_are_no_class_are_refused() {
        let task = task();
        let network = PaperNetwork::new(task.config, 2, &Device::default());
        let one = task.inputs[..task.config.inputs()].to_vec();
        Trainer::new(network).step(one, &[200], Loss::Ce, 1e-3);
    }
}
