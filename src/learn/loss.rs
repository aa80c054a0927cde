//! The paper's losses on logits: cross-entropy and CEA(β, η).
//!
//! With p the softmax of the logits x and h\* the true class, CEA is
//!
//! ```text
//! −log Σ (k/h*)^β p_k  −  η log p_{h*},     the sum over k from 1 to h*.
//! ```
//!
//! As printed it is undefined for h\* = 0, the class of goals: the sum is empty, and k/h\* divides
//! by zero. Here the sum is over k from 0 to h\*, and the weight of the true class is 1. For
//! h\* ≥ 1 this changes nothing, because the weight of class 0 is 0^β = 0; for h\* = 0 the sum is
//! p₀. All other weights are below 1, so the sum is at most 1, and equals 1 if and only if the
//! true class has probability 1: the optimum is unique, as the paper says.
//!
//! Everything is computed by log-sum-exp, without overflow or logarithms of 0. With q the shares
//! of classes in the weighted sum, the gradient of CEA is p − q + η(p − e), where e is 1 at the
//! true class.

/// A loss.
///
/// ```
/// use admit::learn::loss::Loss;
/// let sure = [-40.0, 40.0, -40.0];
/// let cea = Loss::Cea { beta: 1.0, eta: 0.1 };
/// assert!(cea.value(&sure, 1) < 1e-6);
/// assert!(cea.value(&sure, 0) > 80.0); // an overestimate
/// assert!(cea.value(&sure, 2) < 9.0); // an underestimate costs less
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Loss {
    /// Cross-entropy: −log p of the true class.
    Ce,
    /// Cross-entropy admissibility.
    Cea {
        /// Exponent of the weights below the true class.
        beta: f32,
        /// Weight of cross-entropy.
        eta: f32,
    },
}

/// Logarithms of the weights (k/h\*)^β, for every true class.
///
/// ```
/// use admit::learn::loss::{Loss, Weights};
/// let weights = Weights::new(Loss::Cea { beta: 2.0, eta: 0.0 }, 5);
/// assert!((weights.log_weight(4, 2).exp() - 0.25).abs() < 1e-6);
/// assert_eq!(weights.log_weight(4, 0), f32::NEG_INFINITY);
/// assert_eq!(weights.log_weight(0, 0), 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct Weights {
    loss: Loss,
    classes: usize,
    /// Row by row; −∞ above the true class.
    logs: Vec<f32>,
    /// The weights themselves.
    plain: Vec<f32>,
}

/// Sums of exponentials below this have lost precision.
const TINY: f32 = 1e-30;

impl Weights {
    /// Weights for a number of classes.
    pub fn new(loss: Loss, classes: usize) -> Weights {
        let log = |truth: usize, class: usize| -> f32 {
            match loss {
                _ if class == truth => 0.0,
                Loss::Cea { beta, .. } if class < truth && class > 0 => {
                    beta * (class as f32 / truth as f32).ln()
                }
                _ => f32::NEG_INFINITY,
            }
        };
        let logs = (0..classes).flat_map(|truth| (0..classes).map(move |class| log(truth, class)));
        let logs: Vec<f32> = logs.collect();
        Weights {
            loss,
            classes,
            plain: logs.iter().map(|log| log.exp()).collect(),
            logs,
        }
    }

    /// The loss.
    pub fn loss(&self) -> Loss {
        self.loss
    }

    /// Logarithm of the weight of a class, for the true class `truth`.
    pub fn log_weight(&self, truth: usize, class: usize) -> f32 {
        self.logs[truth * self.classes + class]
    }

    /// The loss of one sample; writes its gradient times `scale` to `gradient`.
    ///
    /// # Panics
    ///
    /// If there are fewer logits than classes, or the true class is out of range.
    pub fn gradient(&self, logits: &[f32], truth: usize, scale: f32, gradient: &mut [f32]) -> f32 {
        let logits = &logits[..self.classes];
        let gradient = &mut gradient[..self.classes];
        let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for (slot, &x) in gradient.iter_mut().zip(logits) {
            *slot = (x - largest).exp();
            sum += *slot;
        }
        // Logarithms are relative to the largest logit, for precision.
        let log_sum = sum.ln();
        let cross_entropy = log_sum - (logits[truth] - largest);
        match self.loss {
            Loss::Ce => {
                for slot in gradient.iter_mut() {
                    *slot *= scale / sum;
                }
                gradient[truth] -= scale;
                cross_entropy
            }
            Loss::Cea { eta, .. } => {
                let row = &self.plain[truth * self.classes..][..=truth];
                let mut admitted = 0.0;
                for (&e, &weight) in gradient.iter().zip(row) {
                    admitted += e * weight;
                }
                let by_all = scale * (1.0 + eta) / sum;
                let log_admitted = if admitted < TINY {
                    // Admissible classes are so far below the largest logit that their
                    // exponentials vanish.
                    for slot in gradient.iter_mut() {
                        *slot *= by_all;
                    }
                    self.far(logits, truth, largest, scale, gradient)
                } else {
                    let by_admitted = scale / admitted;
                    for (slot, &weight) in gradient.iter_mut().zip(row) {
                        *slot *= by_all - by_admitted * weight;
                    }
                    for slot in &mut gradient[truth + 1..] {
                        *slot *= by_all;
                    }
                    admitted.ln()
                };
                gradient[truth] -= scale * eta;
                (log_sum - log_admitted) + eta * cross_entropy
            }
        }
    }

    /// The logarithm of the weighted sum, relative to the largest logit, where exponentials
    /// vanish; subtracts the shares of classes times `scale` from `gradient`.
    fn far(
        &self,
        logits: &[f32],
        truth: usize,
        largest: f32,
        scale: f32,
        gradient: &mut [f32],
    ) -> f32 {
        let row = &self.logs[truth * self.classes..][..=truth];
        let weighted = |k: usize| logits[k] - largest + row[k];
        let most = (0..=truth).map(weighted).fold(f32::NEG_INFINITY, f32::max);
        let admitted: f32 = (0..=truth).map(|k| (weighted(k) - most).exp()).sum();
        for (k, slot) in gradient[..=truth].iter_mut().enumerate() {
            *slot -= scale * (weighted(k) - most).exp() / admitted;
        }
        most + admitted.ln()
    }
}

impl Loss {
    /// The loss of one sample.
    ///
    /// # Panics
    ///
    /// If the true class is out of range.
    pub fn value(self, logits: &[f32], truth: usize) -> f32 {
        let mut gradient = vec![0.0; logits.len()];
        Weights::new(self, logits.len()).gradient(logits, truth, 1.0, &mut gradient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// As printed in the paper, with class 0 as above; in 64 bits.
    fn plain(loss: Loss, logits: &[f64], truth: usize) -> f64 {
        let sum: f64 = logits.iter().map(|x| x.exp()).sum();
        let p: Vec<f64> = logits.iter().map(|x| x.exp() / sum).collect();
        let ce = -p[truth].ln();
        match loss {
            Loss::Ce => ce,
            Loss::Cea { beta, eta } => {
                let inner: f64 = if truth == 0 {
                    p[0]
                } else {
                    (1..=truth)
                        .map(|k| (k as f64 / truth as f64).powf(beta as f64) * p[k])
                        .sum()
                };
                -inner.ln() + eta as f64 * ce
            }
        }
    }

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
            beta: 3.0,
            eta: 1.0,
        },
        Loss::Cea {
            beta: 0.01,
            eta: 0.001,
        },
    ];

    /// Pseudorandom logits.
    fn logits(seed: u32, classes: usize) -> Vec<f32> {
        let number =
            |k: u32| (seed.wrapping_mul(2_654_435_761).wrapping_add(k * 40_503) >> 7) % 1000;
        (0..classes as u32)
            .map(|k| number(k) as f32 / 100.0 - 5.0)
            .collect()
    }

    #[test]
    fn values_equal_the_plain_formula() {
        for loss in LOSSES {
            for seed in 0..200 {
                let x = logits(seed, 9);
                let wide: Vec<f64> = x.iter().map(|&x| x as f64).collect();
                for truth in 0..9 {
                    let expected = plain(loss, &wide, truth);
                    let found = loss.value(&x, truth) as f64;
                    assert_relative_eq!(found, expected, max_relative = 1e-4, epsilon = 1e-5);
                }
            }
        }
    }

    #[test]
    fn gradients_equal_finite_differences() {
        for loss in LOSSES {
            for seed in 0..50 {
                let x = logits(seed, 7);
                let wide: Vec<f64> = x.iter().map(|&x| x as f64).collect();
                let weights = Weights::new(loss, 7);
                for truth in 0..7 {
                    let mut gradient = [0.0; 7];
                    weights.gradient(&x, truth, 1.0, &mut gradient);
                    for k in 0..7 {
                        let at = |step: f64| {
                            let mut moved = wide.clone();
                            moved[k] += step;
                            plain(loss, &moved, truth)
                        };
                        let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                        assert_relative_eq!(gradient[k] as f64, slope, epsilon = 2e-4);
                    }
                }
            }
        }
    }

    #[test]
    fn extreme_logits_have_finite_losses() {
        for loss in LOSSES {
            let weights = Weights::new(loss, 4);
            for x in [[0.0, 3e4, -3e4, 0.0], [-1e6; 4], [1e6, 0.0, 0.0, -1e6]] {
                for truth in 0..4 {
                    let mut gradient = [0.0; 4];
                    let value = weights.gradient(&x, truth, 1.0, &mut gradient);
                    assert!(
                        value.is_finite() && value >= -1e-3,
                        "{loss:?} {x:?} {truth}: {value}"
                    );
                    assert!(gradient.iter().all(|g| g.is_finite()));
                    let sum: f32 = gradient.iter().sum();
                    assert!(sum.abs() < 1e-3, "{gradient:?}");
                }
            }
        }
    }

    /// On both sides of the threshold for `far`, value and gradient equal those in 64 bits.
    #[test]
    fn loss_is_continuous_where_exponentials_vanish() {
        for loss in LOSSES {
            for far in 60..100 {
                let x = [-1.0, 0.5, 0.0, far as f32];
                let wide = x.map(f64::from);
                for truth in 1..3 {
                    let mut gradient = [0.0; 4];
                    let value = Weights::new(loss, 4).gradient(&x, truth, 1.0, &mut gradient);
                    let expected = plain(loss, &wide, truth);
                    assert_relative_eq!(value as f64, expected, max_relative = 1e-5);
                    for k in 0..4 {
                        let at = |step: f64| {
                            let mut moved = wide;
                            moved[k] += step;
                            plain(loss, &moved, truth)
                        };
                        let slope = (at(1e-4) - at(-1e-4)) / 2e-4;
                        assert_relative_eq!(gradient[k] as f64, slope, epsilon = 1e-4);
                    }
                }
            }
        }
    }

    #[test]
    fn optimum_is_the_true_class() {
        for loss in LOSSES {
            for truth in 0..6 {
                let mut sure = [-60.0; 6];
                sure[truth] = 60.0;
                assert!(loss.value(&sure, truth) < 1e-6);
                for other in (0..6).filter(|&k| k != truth) {
                    let mut wrong = [-60.0; 6];
                    wrong[other] = 60.0;
                    assert!(loss.value(&wrong, truth) > 1e-3, "{loss:?} {truth} {other}");
                }
            }
        }
    }

    /// CEA is at least the probability above the true class, so a small loss bounds the
    /// probability of an overestimate.
    #[test]
    fn cea_bounds_the_probability_above_the_true_class() {
        for seed in 0..300 {
            let x = logits(seed, 8);
            let mass = |x: &[f32]| -> f64 { x.iter().map(|&x| (x as f64).exp()).sum() };
            for loss in &LOSSES[1..] {
                for truth in 0..8 {
                    let [below, above] = [&x[..=truth], &x[truth + 1..]].map(mass);
                    let bound = ((below + above) / below).ln();
                    assert!(loss.value(&x, truth) as f64 >= bound * (1.0 - 1e-4) - 1e-5);
                    assert!(bound >= above / (below + above) - 1e-9);
                }
            }
        }
    }

    #[test]
    fn limits_are_cross_entropy_and_the_admissible_mass() {
        let x = logits(5, 8);
        for truth in 0..8 {
            let ce = Loss::Ce.value(&x, truth);
            let strict = Loss::Cea {
                beta: 1e5,
                eta: 0.0,
            };
            assert_relative_eq!(strict.value(&x, truth), ce, epsilon = 1e-4);
            // As β falls to 0, the weights of classes 1 to h* approach 1.
            let lax = Loss::Cea {
                beta: 1e-6,
                eta: 0.0,
            };
            let sum: f32 = x.iter().map(|x| x.exp()).sum();
            let from = usize::from(truth > 0);
            let mass: f32 = x[from..=truth].iter().map(|x| x.exp() / sum).sum();
            assert_relative_eq!(lax.value(&x, truth), -mass.ln(), epsilon = 1e-4);
            // η only adds cross-entropy.
            let both = Loss::Cea {
                beta: 1.0,
                eta: 0.25,
            };
            let alone = Loss::Cea {
                beta: 1.0,
                eta: 0.0,
            };
            let difference = both.value(&x, truth) - alone.value(&x, truth);
            assert_relative_eq!(difference, 0.25 * ce, epsilon = 1e-4);
        }
    }
}
