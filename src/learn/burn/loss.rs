//! Cross-entropy and CEA on tensors of `burn`, which differentiates them.
//!
//! The definitions are those of [`crate::learn::loss`]; tests compare values and gradients.
//! Every logarithm is of a sum of exponentials relative to the largest, which is detached: the
//! sum is at least 1, so its logarithm and gradient are finite. The logarithm −∞ of a weight 0
//! would give NaN when subtracted from itself, so it is replaced by a very low number.

use crate::learn::loss::{Loss, Weights};
use burn::prelude::*;

/// Replacement for −∞: far below logits between ±10²⁰, and their sums with it are finite.
const NEVER: f32 = -1e30;

/// A loss on tensors.
///
/// ```
/// use admit::learn::burn::loss::Criterion;
/// use admit::learn::loss::Loss;
/// use burn::prelude::*;
/// let device = Device::default();
/// let cea = Loss::Cea { beta: 1.0, eta: 0.1 };
/// let criterion = Criterion::new(cea, 3, &device);
/// let logits = Tensor::<2>::from_data([[0.5, 2.0, -1.0]], &device);
/// let targets = Tensor::<1, Int>::from_data([2], &device);
/// let value = criterion.forward(logits, targets).into_scalar::<f32>();
/// assert!((value - cea.value(&[0.5, 2.0, -1.0], 2)).abs() < 1e-6);
/// ```
#[derive(Clone, Debug)]
pub struct Criterion {
    loss: Loss,
    /// Logarithms of the weights, a row for each true class.
    logs: Tensor<2>,
}

impl Criterion {
    /// The loss for logits of `classes` classes on a device.
    pub fn new(loss: Loss, classes: usize, device: &Device) -> Criterion {
        let weights = Weights::new(loss, classes);
        let row = |truth| (0..classes).map(move |class| (truth, class));
        let logs: Vec<f32> = (0..classes)
            .flat_map(row)
            .map(|(truth, class)| weights.log_weight(truth, class).max(NEVER))
            .collect();
        let logs = TensorData::new(logs, [classes, classes]);
        Criterion {
            loss,
            logs: Tensor::from_data(logs, device),
        }
    }

    /// The loss.
    pub fn loss(&self) -> Loss {
        self.loss
    }

    /// The mean loss of a batch: logits `[samples, classes]`, true classes `[samples]`.
    pub fn forward(&self, logits: Tensor<2>, targets: Tensor<1, Int>) -> Tensor<1> {
        self.each(logits, targets).mean()
    }

    /// The loss of every sample: `[samples, 1]`.
    pub fn each(&self, logits: Tensor<2>, targets: Tensor<1, Int>) -> Tensor<2> {
        let shifted = below_largest(logits).0;
        let log_sum = shifted.clone().exp().sum_dim(1).log();
        let truth = targets.clone().unsqueeze_dim(1);
        let cross_entropy = log_sum.clone() - shifted.clone().gather(1, truth);
        match self.loss {
            Loss::Ce => cross_entropy,
            Loss::Cea { eta, .. } => {
                let weighted = shifted + self.logs.clone().select(0, targets);
                let (weighted, largest) = below_largest(weighted);
                let log_admitted = weighted.exp().sum_dim(1).log() + largest;
                log_sum - log_admitted + cross_entropy * eta
            }
        }
    }
}

/// Each row minus its maximum, and the maximum.
fn below_largest(x: Tensor<2>) -> (Tensor<2>, Tensor<2>) {
    let largest = x.clone().detach().max_dim(1);
    (x - largest.clone(), largest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    const LOSSES: [Loss; 5] = [
        Loss::Ce,
        Loss::Cea {
            beta: 1.0,
            eta: 0.1,
        },
        Loss::Cea {
            beta: 0.5,
            eta: 0.0,
        },
        Loss::Cea {
            beta: 30.0,
            eta: 1.0,
        },
        Loss::Cea {
            beta: 0.01,
            eta: 0.001,
        },
    ];

    /// Compares values and gradients with the plain functions, sample by sample.
    fn compare(rows: &[Vec<f32>], truths: &[usize]) {
        let device = Device::default().autodiff();
        let classes = rows[0].len();
        for loss in LOSSES {
            let data = TensorData::new(rows.concat(), [rows.len(), classes]);
            let logits = Tensor::<2>::from_data(data, &device).require_grad();
            let targets: Vec<i32> = truths.iter().map(|&t| t as i32).collect();
            let targets = TensorData::new(targets, [rows.len()]);
            let targets = Tensor::<1, Int>::from_data(targets, &device);
            let criterion = Criterion::new(loss, classes, &device);
            let values = criterion.each(logits.clone(), targets.clone());
            let gradients = criterion.forward(logits.clone(), targets).backward();
            let gradients = logits.grad(&gradients).unwrap().into_data();
            let gradients = gradients.try_into_vec::<f32>().unwrap();
            let values = values.into_data().try_into_vec::<f32>().unwrap();

            let weights = Weights::new(loss, classes);
            let mut expected = vec![0.0; classes];
            let scale = 1.0 / rows.len() as f32;
            for (i, (row, &truth)) in rows.iter().zip(truths).enumerate() {
                let value = weights.gradient(row, truth, scale, &mut expected);
                assert_relative_eq!(values[i], value, epsilon = 1e-5, max_relative = 1e-5);
                for (k, &expected) in expected.iter().enumerate() {
                    let found = gradients[i * classes + k];
                    assert!(found.is_finite());
                    assert_relative_eq!(
                        found,
                        expected,
                        epsilon = 1e-6 * scale,
                        max_relative = 1e-4
                    );
                }
            }
        }
    }

    #[test]
    fn random_logits_equal_the_plain_functions() {
        let mut state = 1_u32;
        let mut drawn = |most: f32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 8) as f32 / 8_388_608.0 - 1.0) * most
        };
        for most in [0.1, 3.0, 20.0, 200.0] {
            let rows: Vec<Vec<f32>> = (0..120)
                .map(|_| (0..12).map(|_| drawn(most)).collect())
                .collect();
            let truths: Vec<usize> = (0..120).map(|i| i % 12).collect();
            compare(&rows, &truths);
        }
    }

    #[test]
    fn extreme_logits_equal_the_plain_functions() {
        let extremes = [
            vec![0.0, 3e4, -3e4, 0.0],
            vec![-1e6; 4],
            vec![1e6, 0.0, 0.0, -1e6],
            vec![1e15, -1e15, 1e-30, 0.0],
            vec![-1e15, 0.0, 1e15, 1e15],
        ];
        for row in extremes {
            compare(&vec![row; 4], &[0, 1, 2, 3]);
        }
    }
}
