//! Heuristics learned from a sample of starts: tables and networks.
//!
//! A *table* has one value for each abstract state: the least distance of its starts in the sample,
//! or 0 if there is none. It overestimates if a nearer start of the same abstract state is not in
//! the sample. A *network* is a pair network, trained with CEA and the paper's initial β and η on
//! the sample only, for a fixed number of steps: it memorises a small sample.

use super::instances::Instances;
use admit::learn::decision_rule::Rule;
use admit::learn::loss::{Loss, Weights};
use admit::learn::network::Learner as _;
use admit::learn::pair::{PairLearner, PairNetwork, Shape, ShapeError};
use admit::learn::sample::{Batch, Examples};
use admit::learn::schedule::learning_rate;
use admit::stats::random::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Learning method.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// A table over abstract states.
    Table,
    /// A pair network.
    Network {
        /// Training steps.
        steps: u64,
        /// Batch size.
        batch: usize,
        /// The largest learning rate.
        rate: f32,
        /// Width of the embedding and of the layer after it.
        width: usize,
    },
}

/// Number of starts evaluated at once.
const PIECE: usize = 1 << 14;
/// The paper's initial loss.
const LOSS: Loss = Loss::Cea {
    beta: 1.0,
    eta: 0.1,
};

impl Method {
    /// The shape of the network, if it is one.
    pub fn shape(&self, instances: &Instances) -> Option<Shape> {
        match self {
            Method::Table => None,
            Method::Network { width, .. } => Some(Shape {
                values: instances.tokens().values().to_vec(),
                rows: *width,
                width: *width,
                blocks: 0,
                classes: instances.farthest() as usize + 1,
            }),
        }
    }

    /// Learns from a sample; returns h for every start.
    ///
    /// # Errors
    ///
    /// If there is no such network for these starts.
    pub fn learn(
        &self,
        instances: &Instances,
        sample: &[u32],
        seed: u64,
    ) -> Result<Vec<u8>, ShapeError> {
        match (self, self.shape(instances)) {
            (
                Method::Network {
                    steps, batch, rate, ..
                },
                Some(shape),
            ) => {
                let start = PairLearner::new(PairNetwork::new(shape, seed)?);
                Ok(network(
                    instances,
                    sample,
                    start,
                    (*steps, *batch, *rate),
                    seed,
                ))
            }
            _ => Ok(table(instances, sample)),
        }
    }
}

fn table(instances: &Instances, sample: &[u32]) -> Vec<u8> {
    let (_, count) = instances.abstract_state(0);
    let mut least: Vec<Option<u8>> = vec![None; count as usize];
    for &start in sample {
        let distance = instances.distance(start as usize);
        let (state, _) = instances.abstract_state(start as usize);
        let least = &mut least[state as usize];
        *least = Some(least.map_or(distance, |least| least.min(distance)));
    }
    let values: Vec<u8> = least.iter().map(|least| least.unwrap_or(0)).collect();
    let value = |number| values[instances.abstract_state(number).0 as usize];
    (0..instances.representatives()).map(value).collect()
}

fn network(
    instances: &Instances,
    sample: &[u32],
    mut learner: PairLearner,
    (steps, size, most): (u64, usize, f32),
    seed: u64,
) -> Vec<u8> {
    let weights = Weights::new(LOSS, instances.farthest() as usize + 1);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(!seed);
    let mut batch = Batch::default();
    for step in 0..steps {
        batch.numbers.clear();
        batch.classes.clear();
        for _ in 0..size {
            let start = sample[below(&mut rng, sample.len() as u64) as usize];
            batch.numbers.push(start as u64);
            batch.classes.push(instances.distance(start as usize));
        }
        let rate = learning_rate(most, step as f64 / steps as f64, step);
        learner.learn(instances, &batch, &weights, rate);
    }
    let mut h = Vec::with_capacity(instances.representatives());
    let mut numbers: Vec<u64> = Vec::new();
    for from in (0..instances.representatives()).step_by(PIECE) {
        let to = (from + PIECE).min(instances.representatives());
        numbers.clear();
        numbers.extend(from as u64..to as u64);
        learner
            .network()
            .score(instances, &numbers, &mut |_, logits| {
                h.push(Rule::ArgMax.pick(logits));
            });
    }
    h
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convergence::spaces;

    #[test]
    fn a_table_keeps_the_least_distance_in_the_sample() {
        let puzzle = spaces::eight_puzzle().unwrap();
        let all: Vec<u32> = (0..puzzle.representatives() as u32).collect();
        let h = Method::Table.learn(&puzzle, &all, 1).unwrap();
        let (one, count) = puzzle.abstract_state(77);
        assert_eq!(count, 3024);
        let same: Vec<usize> = (0..puzzle.representatives())
            .filter(|&n| puzzle.abstract_state(n).0 == one)
            .collect();
        let least = same.iter().map(|&n| puzzle.distance(n)).min().unwrap();
        assert!(same.len() > 10 && same.iter().all(|&n| h[n] == least));
        assert!(puzzle.psi(&h).iter().all(|&psi| psi == 0));
        // From one start alone, all starts of its abstract state get its distance.
        let h = Method::Table.learn(&puzzle, &[5000], 1).unwrap();
        let (seen, _) = puzzle.abstract_state(5000);
        for (number, &h) in h.iter().enumerate() {
            let alike = puzzle.abstract_state(number).0 == seen;
            assert_eq!(h, if alike { puzzle.distance(5000) } else { 0 });
        }
    }

    #[test]
    fn a_network_memorises_a_small_sample() {
        let puzzle = spaces::eight_puzzle().unwrap();
        let sample = [1000, 70_000, 181_000, 181_439];
        let method = Method::Network {
            steps: 300,
            batch: 64,
            rate: 0.01,
            width: 16,
        };
        let h = method.learn(&puzzle, &sample, 1).unwrap();
        for start in sample.map(|start| start as usize) {
            assert_eq!(h[start], puzzle.distance(start));
        }
        assert_eq!(h, method.learn(&puzzle, &sample, 1).unwrap());
    }
}
