//! Decision rules: from logits to a value.
//!
//! The paper takes the class with the largest logit. The quantile rule takes the largest k for
//! which P(class < k) ≤ q: the median for q = ½, and for smaller q fewer overestimates and a
//! lower mean.

use std::sync::LazyLock;

/// A decision rule.
///
/// ```
/// use admit::learn::decision_rule::Rule;
/// let logits = [0.0, 2.0, 2.1]; // about 6, 44 and 50 per cent
/// assert_eq!(Rule::ArgMax.pick(&logits), 2);
/// assert_eq!(Rule::Quantile { q: 0.6 }.pick(&logits), 2);
/// assert_eq!(Rule::Quantile { q: 0.1 }.pick(&logits), 1);
/// assert_eq!(Rule::Quantile { q: 0.01 }.pick(&logits), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// The class with the largest logit, and the smallest of these classes.
    ArgMax,
    /// The quantile rule: the largest k with P(class < k) ≤ q.
    Quantile {
        /// Bound on the probability of an overestimate according to the network.
        q: f32,
    },
}

impl Rule {
    /// The value for these logits.
    ///
    /// # Panics
    ///
    /// If there are no logits.
    pub fn pick(self, logits: &[f32]) -> u8 {
        match self {
            Rule::ArgMax => {
                let mut best = 0;
                for (class, &x) in logits.iter().enumerate() {
                    if x > logits[best] {
                        best = class;
                    }
                }
                best as u8
            }
            Rule::Quantile { q } => {
                let mut below = [0.0; 256];
                let below = shares_below(logits, &mut below);
                below.partition_point(|&share| share <= q).max(1) as u8 - 1
            }
        }
    }
}

/// P(class < k) for each k, ascending.
fn shares_below<'b>(logits: &[f32], below: &'b mut [f32; 256]) -> &'b [f32] {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for (slot, &x) in below.iter_mut().zip(logits) {
        *slot = sum;
        sum += (x - largest).exp();
    }
    for slot in &mut below[..logits.len()] {
        *slot /= sum;
    }
    &below[..logits.len()]
}

/// Overestimates and means of the quantile rule, for many q at once.
///
/// ```
/// use admit::learn::decision_rule::Calibration;
/// let mut calibration = Calibration::new();
/// for _ in 0..100 {
///     calibration.add(&[0.0, 2.0, 2.1], 1);
/// }
/// let (q, rate, mean) = calibration.best_below(0.0).unwrap();
/// assert!(q < 0.5 && rate == 0.0 && mean == 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Calibration {
    /// By n: number of (state, class) pairs for which the first n candidates reach the class.
    reached: Vec<u64>,
    /// By n: number of states that the first n candidates overestimate.
    over: Vec<u64>,
    samples: u64,
}

impl Default for Calibration {
    fn default() -> Calibration {
        Calibration::new()
    }
}

/// Number of candidate q.
const STEPS: usize = 177;
/// Index of q = ½.
const HALF: usize = 56;

/// Candidate q, descending: odds from 2¹⁴ to 2⁻³⁰ by factors of 2^(1/4). CEA puts much of the
/// probability below the true class, so q above ½ can be best.
static QS: LazyLock<[f32; STEPS]> = LazyLock::new(|| {
    std::array::from_fn(|step| {
        let against = ((step as f64 - HALF as f64) / 4.0).exp2();
        (1.0 / (1.0 + against)) as f32
    })
});

impl Calibration {
    /// No states.
    pub fn new() -> Calibration {
        Calibration {
            reached: vec![0; STEPS + 1],
            over: vec![0; STEPS + 1],
            samples: 0,
        }
    }

    /// Adds a state with its true class.
    pub fn add(&mut self, logits: &[f32], truth: u8) {
        let mut below = [0.0; 256];
        let below = shares_below(logits, &mut below);
        self.samples += 1;
        for (class, &share) in below.iter().enumerate().skip(1) {
            let count = QS.partition_point(|&q| share <= q);
            self.reached[count] += 1;
            if class == truth as usize + 1 {
                self.over[count] += 1;
            }
        }
    }

    /// Adds the states of another calibration.
    pub fn merge(&mut self, other: &Calibration) {
        self.samples += other.samples;
        let counts = self.reached.iter_mut().chain(&mut self.over);
        for (mine, other) in counts.zip(other.reached.iter().chain(&other.over)) {
            *mine += other;
        }
    }

    /// For each candidate: q, overestimation rate and mean.
    pub fn rows(&self) -> impl Iterator<Item = (f32, f64, f64)> {
        let samples = self.samples.max(1) as f64;
        let sums = [&self.over, &self.reached].map(|counts| counts[1..].iter().sum::<u64>());
        QS.iter().enumerate().scan(sums, move |sums, (step, &q)| {
            if step > 0 {
                sums[0] -= self.over[step];
                sums[1] -= self.reached[step];
            }
            Some((q, sums[0] as f64 / samples, sums[1] as f64 / samples))
        })
    }

    /// The quantile rule with the largest mean among those with at most this overestimation
    /// rate; q = 0 if there is none.
    pub fn rule_below(&self, rate: f64) -> Rule {
        let q = self.best_below(rate).map_or(0.0, |(q, _, _)| q);
        Rule::Quantile { q }
    }

    /// The q with the largest mean among those with at most this overestimation rate, with its
    /// overestimation rate and mean.
    pub fn best_below(&self, rate: f64) -> Option<(f32, f64, f64)> {
        self.rows()
            .filter(|row| row.1 <= rate)
            .max_by(|one, other| one.2.total_cmp(&other.2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_equal_their_definitions() {
        let logits = [-1.0, 0.5, 3.0, 2.0, -4.0, 0.0];
        let sum: f32 = logits.iter().map(|x: &f32| x.exp()).sum();
        for q in [0.9, 0.5, 0.3, 0.1, 0.05, 0.01, 1e-4] {
            let expected = (0..logits.len())
                .filter(|&k| logits[..k].iter().map(|x| x.exp() / sum).sum::<f32>() <= q)
                .max()
                .unwrap();
            assert_eq!(Rule::Quantile { q }.pick(&logits) as usize, expected, "{q}");
        }
        assert_eq!(Rule::ArgMax.pick(&logits), 2);
        assert_eq!(Rule::ArgMax.pick(&[1.0, 1.0]), 0);
    }

    #[test]
    fn calibration_equals_the_rule() {
        let samples = [
            ([0.0, 1.0, 0.5], 1),
            ([2.0, -1.0, 0.0], 0),
            ([0.0, 0.0, 3.0], 1),
        ];
        let mut calibration = Calibration::new();
        for (logits, truth) in &samples {
            calibration.add(logits, *truth);
        }
        for (q, rate, mean) in calibration.rows() {
            let values = samples.map(|(logits, truth)| (Rule::Quantile { q }.pick(&logits), truth));
            let over = values.iter().filter(|(value, truth)| value > truth).count();
            let sum: u32 = values.iter().map(|(value, _)| *value as u32).sum();
            assert!((rate - over as f64 / 3.0).abs() < 1e-9);
            assert!((mean - sum as f64 / 3.0).abs() < 1e-9);
        }
        let (_, rate, _) = calibration.best_below(0.4).unwrap();
        assert!(rate <= 0.4);
    }
}
