//! Schedules of training: the learning rate, and the paper's phases of β and η.
//!
//! The learning rate rises linearly over the first steps, and falls along half a cosine to a
//! hundredth. The paper's phases start with β = 1 and η = 0.1; both are halved when neither the
//! loss nor the overestimation rate has fallen by 1 % for some evaluations, until the
//! overestimation rate is low enough.

use super::loss::Loss;

/// Steps of warm-up.
const WARM_UP: f64 = 200.0;
/// Final share of the learning rate.
const LEAST: f64 = 0.01;
/// A fall below this share is progress: by chance alone a loss nearly always falls a little.
const PROGRESS: f64 = 0.99;

/// The learning rate at a step, after a share of all training.
///
/// ```
/// use admit::learn::schedule::learning_rate;
/// assert!(learning_rate(0.01, 0.0, 1) < 2e-4);
/// assert_eq!(learning_rate(0.01, 0.0, 500), 0.01);
/// assert!((learning_rate(0.01, 1.0, 500) - 1e-4).abs() < 1e-9);
/// ```
pub fn learning_rate(most: f32, share: f64, step: u64) -> f32 {
    let cosine = 0.5 * (1.0 + (std::f64::consts::PI * share.clamp(0.0, 1.0)).cos());
    let rising = ((step + 1) as f64 / WARM_UP).min(1.0);
    (most as f64 * cosine.max(LEAST) * rising) as f32
}

/// The paper's phases.
///
/// ```
/// use admit::learn::{loss::Loss, schedule::Phases};
/// let mut phases = Phases::new(2, 1e-3);
/// assert_eq!(phases.loss(), Loss::Cea { beta: 1.0, eta: 0.1 });
/// assert!(!phases.observe(1.0, 0.2)); // better than nothing
/// assert!(!phases.observe(1.1, 0.3)); // no better, once
/// assert!(phases.observe(1.1, 0.3)); // twice: halved
/// assert_eq!(phases.loss(), Loss::Cea { beta: 0.5, eta: 0.05 });
/// assert!(!phases.observe(2.0, 1e-4) && phases.reached());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Phases {
    beta: f32,
    eta: f32,
    /// Evaluations without progress after which both are halved.
    patience: u32,
    /// Sufficient overestimation rate.
    wanted: f64,
    /// Least loss in this phase.
    loss: Option<f64>,
    /// Least overestimation rate in this phase.
    rate: Option<f64>,
    /// Evaluations without progress.
    waited: u32,
    reached: bool,
}

impl Phases {
    /// The first phase.
    pub fn new(patience: u32, wanted: f64) -> Phases {
        Phases {
            beta: 1.0,
            eta: 0.1,
            patience: patience.max(1),
            wanted,
            loss: None,
            rate: None,
            waited: 0,
            reached: false,
        }
    }

    /// The loss of this phase.
    pub fn loss(&self) -> Loss {
        Loss::Cea {
            beta: self.beta,
            eta: self.eta,
        }
    }

    /// Whether the last evaluation had a sufficient overestimation rate.
    pub fn reached(&self) -> bool {
        self.reached
    }

    /// Records the loss and overestimation rate of an evaluation; returns whether a new phase
    /// begins.
    pub fn observe(&mut self, loss: f64, rate: f64) -> bool {
        self.reached = rate <= self.wanted;
        let less = |known: Option<f64>, now: f64| known.is_none_or(|known| now < PROGRESS * known);
        if less(self.loss, loss) || less(self.rate, rate) {
            self.loss = Some(self.loss.map_or(loss, |known| known.min(loss)));
            self.rate = Some(self.rate.map_or(rate, |known| known.min(rate)));
            self.waited = 0;
            return false;
        }
        self.waited += 1;
        if self.reached || self.waited < self.patience {
            return false;
        }
        *self = Phases {
            beta: self.beta / 2.0,
            eta: self.eta / 2.0,
            ..Phases::new(self.patience, self.wanted)
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_in_loss_or_rate_keeps_a_phase() {
        let mut phases = Phases::new(1, 0.0);
        assert!(!phases.observe(1.0, 0.5));
        for i in 1..10 {
            // The loss rises; the rate falls.
            assert!(!phases.observe(1.0 + i as f64, 0.5 / i as f64 - 0.01));
        }
        assert!(phases.observe(20.0, 0.5));
        // A new phase forgets earlier evaluations.
        assert!(!phases.observe(30.0, 0.6));
    }

    #[test]
    fn no_phase_follows_once_the_rate_is_reached() {
        let mut phases = Phases::new(1, 0.1);
        assert!(!phases.observe(1.0, 0.05));
        assert!(!phases.observe(2.0, 0.06) && phases.reached());
        assert!(phases.observe(2.0, 0.2) && !phases.reached());
    }

    #[test]
    fn learning_rate_rises_then_falls() {
        let rates: Vec<f32> = (0..=100)
            .map(|i| learning_rate(1.0, i as f64 / 100.0, 1000))
            .collect();
        assert!(rates.windows(2).all(|pair| pair[0] >= pair[1]));
        assert!(learning_rate(1.0, 0.0, 10) < learning_rate(1.0, 0.0, 20));
    }
}
