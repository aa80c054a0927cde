//! From logits to one value.
//!
//! The paper takes the class with the largest logit. A careful rule asks how sure
//! the network is: the largest k for which the classes below k have together a
//! probability of at most q. With q = ½ that is the median; the smaller q, the
//! fewer overestimates and the lower the mean.

use std::sync::LazyLock;

/// How a value is chosen.
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
    /// The class with the largest logit; the least of them, if several have it.
    ArgMax,
    /// The largest k with P(class < k) ≤ q.
    Quantile {
        /// How likely an overestimate may seem to the network.
        q: f32,
    },
}

impl Rule {
    /// The value for these logits.
    ///
    /// # Panics
    ///
    /// If there are none.
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
                // They rise, so that the last that is small enough is wanted.
                below.partition_point(|&share| share <= q).max(1) as u8 - 1
            }
        }
    }
}

/// The probability of all classes below each.
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

/// What a rule would do, for many q at once.
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
    /// How many classes, of all states, a rule reaches for just so many q, from the
    /// largest on.
    reached: Vec<u64>,
    /// For how many q the value of a state was too high, likewise.
    over: Vec<u64>,
    samples: u64,
}

impl Default for Calibration {
    fn default() -> Calibration {
        Calibration::new()
    }
}

/// How many q are tried.
const STEPS: usize = 177;
/// Which of them is ½.
const HALF: usize = 56;

/// All q that are tried, from the largest on: the odds that they give fall by a factor
/// of 2^(1/4) each, from 2¹⁴ to 2⁻³⁰. CEA puts much of what is probable below the true
/// class, so that q above ½ may be wanted.
static QS: LazyLock<[f32; STEPS]> = LazyLock::new(|| {
    std::array::from_fn(|step| {
        let against = ((step as f64 - HALF as f64) / 4.0).exp2();
        (1.0 / (1.0 + against)) as f32
    })
});

impl Calibration {
    /// Nothing seen yet.
    pub fn new() -> Calibration {
        Calibration {
            reached: vec![0; STEPS + 1],
            over: vec![0; STEPS + 1],
            samples: 0,
        }
    }

    /// One more state, with its true class.
    pub fn add(&mut self, logits: &[f32], truth: u8) {
        let mut below = [0.0; 256];
        let below = shares_below(logits, &mut below);
        self.samples += 1;
        for (class, &share) in below.iter().enumerate().skip(1) {
            // The value is this class at least for the first so many q.
            let count = QS.partition_point(|&q| share <= q);
            self.reached[count] += 1;
            if class == truth as usize + 1 {
                self.over[count] += 1;
            }
        }
    }

    /// Adds what another has seen.
    pub fn merge(&mut self, other: &Calibration) {
        self.samples += other.samples;
        let counts = self.reached.iter_mut().chain(&mut self.over);
        for (mine, other) in counts.zip(other.reached.iter().chain(&other.over)) {
            *mine += other;
        }
    }

    /// For each q: q, the share of overestimates, and the mean.
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

    /// The careful rule with the largest mean of those whose rate is at most this;
    /// the most careful of all if none is.
    pub fn rule_below(&self, rate: f64) -> Rule {
        let q = self.best_below(rate).map_or(0.0, |(q, _, _)| q);
        Rule::Quantile { q }
    }

    /// The q with the largest mean of those whose rate is at most this, with its
    /// rate and mean; nothing if none is.
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
    fn a_rule_is_what_it_says() {
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
    fn calibration_counts_what_the_rule_does() {
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
