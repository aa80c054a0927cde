//! Decision rules on integer logits, without floats.
//!
//! Logits are base-2 logarithms in units of 1/256: a difference of 256 is a factor of two in
//! probability. Fractional powers of two come from a table of 256 integers, computed without
//! floats.

use std::fmt;

/// Fractional bits of logits.
pub const UNIT_BITS: u32 = 8;
/// Fractional bits of a weight: few enough that 256 weights sum to less than 2³², and enough
/// that rounding loses less than 10⁻⁶ of the largest weight.
const WEIGHT_BITS: u32 = 23;
/// Units of q in 1.
const ONE: u64 = 1 << 32;
/// Largest number of classes.
const CLASSES: usize = 256;
/// Number of classes up to which a small array suffices.
pub(super) const FEW: usize = 16;

/// Decision rule: the value for some logits.
///
/// ```
/// use admit::fixed::FixedRule;
/// let logits = [0, 739, 775]; // about 6, 44 and 50 per cent
/// assert_eq!(FixedRule::ArgMax.pick(&logits), 2);
/// assert_eq!(FixedRule::with_share(0.6).pick(&logits), 2);
/// assert_eq!(FixedRule::with_share(0.1).pick(&logits), 1);
/// assert_eq!(FixedRule::with_share(0.01).pick(&logits), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "learn", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "learn", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum FixedRule {
    /// The class with the largest logit, and the smallest of these classes.
    ArgMax,
    /// The quantile rule: the largest k with P(class < k) ≤ q.
    Quantile {
        /// Probability in units of 2⁻³².
        q: u32,
    },
}

impl FixedRule {
    /// The quantile rule for q, rounded down to a unit.
    pub fn with_share(q: f64) -> FixedRule {
        FixedRule::Quantile {
            q: (q * ONE as f64) as u32,
        }
    }

    /// The value for these logits; 0 if there are none.
    pub fn pick(self, logits: &[i32]) -> u8 {
        match self {
            FixedRule::ArgMax => {
                let mut best = 0;
                for (class, &x) in logits.iter().enumerate() {
                    if x > logits[best] {
                        best = class;
                    }
                }
                best as u8
            }
            FixedRule::Quantile { q } if logits.len() <= FEW => padded::<FEW>(q, logits),
            FixedRule::Quantile { q } => padded::<CLASSES>(q, logits),
        }
    }
}

fn padded<const N: usize>(q: u32, logits: &[i32]) -> u8 {
    let mut all = [0; N];
    all[..logits.len()].copy_from_slice(logits);
    quantile(q, &all, logits.len())
}

/// The quantile rule for the first `classes` logits, without branches that depend on data.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "it is compiled for the instructions of the function it is inlined into"
)]
pub(super) fn quantile<const N: usize>(q: u32, logits: &[i32; N], classes: usize) -> u8 {
    let weights = weigh(logits, classes);
    let total: u32 = weights.iter().sum();
    let room = ((total as u64 * q as u64) >> 32) as u32;
    let mut below = 0;
    let mut value = 0;
    for class in 1..N {
        below += weights[class - 1];
        // `below` never decreases, so exactly the classes 1..=value count.
        value += (below <= room && class < classes) as u8;
    }
    value
}

impl fmt::Display for FixedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            FixedRule::ArgMax => f.write_str("the largest logit"),
            FixedRule::Quantile { q } => {
                let share = q as f64 / ONE as f64;
                write!(f, "the largest k with P(class < k) ≤ {share:.3e}")
            }
        }
    }
}

/// For each class the least q, in units of 2⁻³², for which the value is at least the class: 0
/// for class 0, and ascending.
///
/// ```
/// use admit::fixed::integer_rule::{FixedRule, least_shares};
/// let logits = [0, 700, 800, -200];
/// let mut shares = [0; 4];
/// least_shares(&logits, &mut shares);
/// for (class, &q) in shares.iter().enumerate().skip(1) {
///     let [at, below] = [q, q - 1].map(|q| FixedRule::Quantile { q: q as u32 }.pick(&logits));
///     assert!(at as usize >= class && (below as usize) < class);
/// }
/// ```
pub fn least_shares(logits: &[i32], shares: &mut [u64]) {
    let mut all = [0; CLASSES];
    all[..logits.len()].copy_from_slice(logits);
    let weights = weigh(&all, logits.len());
    let total = weights.iter().sum::<u32>() as u64;
    let mut below = 0_u64;
    for (share, &weight) in shares.iter_mut().zip(&weights[..logits.len()]) {
        *share = (below << 32).div_ceil(total);
        below += weight as u64;
    }
}

/// Weights of the first `classes` classes, proportional to their probabilities; 0 for the others.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn weigh<const N: usize>(logits: &[i32; N], classes: usize) -> [u32; N] {
    let mut largest = i32::MIN;
    for (class, &x) in logits.iter().enumerate() {
        largest = largest.max(if class < classes { x } else { i32::MIN });
    }
    let mut weights = [0; N];
    for (class, (weight, &x)) in weights.iter_mut().zip(logits).enumerate() {
        // The difference to the largest fits into `u32`.
        let less = largest.wrapping_sub(x) as u32;
        let power = power(less);
        *weight = if class < classes { power } else { 0 };
    }
    weights
}

/// 2^(23 − less/256), rounded down.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn power(less: u32) -> u32 {
    let halvings = less >> UNIT_BITS;
    let within = POWERS[(less & ((1 << UNIT_BITS) - 1)) as usize];
    within >> halvings.min(u32::BITS - 1)
}

/// 2^(23 − k/256) for k < 256, rounded down.
static POWERS: [u32; 1 << UNIT_BITS] = powers();

const fn powers() -> [u32; 1 << UNIT_BITS] {
    // With 62 fractional bits: 2^(−1/256), by eight square roots of ½.
    let mut step = 1_u128 << 61;
    let mut roots = 0;
    while roots < UNIT_BITS {
        step = root(step << 62);
        roots += 1;
    }
    let mut powers = [0; 1 << UNIT_BITS];
    let mut power = 1_u128 << 62;
    let mut k = 0;
    while k < powers.len() {
        powers[k] = (power >> (62 - WEIGHT_BITS)) as u32;
        power = (power * step) >> 62;
        k += 1;
    }
    powers
}

/// ⌊√x⌋.
const fn root(x: u128) -> u128 {
    let mut root = 0_u128;
    let mut bit = 1_u128 << 63;
    while bit > 0 {
        let tried = root | bit;
        if tried * tried <= x {
            root = tried;
        }
        bit >>= 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_equal_floats() {
        for (k, &power) in POWERS.iter().enumerate() {
            let expected = (-(k as f64) / 256.0).exp2() * (1_u32 << WEIGHT_BITS) as f64;
            assert!((power as f64 - expected).abs() < 2.0, "{k}");
        }
        assert_eq!(power(0), 1 << WEIGHT_BITS);
        assert_eq!(power(256), 1 << (WEIGHT_BITS - 1));
        assert_eq!(power(256 * 23 + 1), 0);
        assert_eq!(power(u32::MAX), 0);
    }

    #[test]
    fn rules_equal_their_definitions() {
        let logits = [-256, 128, 900, 512, -1024, 0];
        let weights = logits.map(|x: i32| (x as f64 / 256.0).exp2());
        let sum: f64 = weights.iter().sum();
        for q in [0.9, 0.5, 0.3, 0.1, 0.05, 0.01, 1e-4] {
            let below = |k: usize| weights[..k].iter().sum::<f64>() / sum;
            let expected = (0..logits.len()).filter(|&k| below(k) <= q).max();
            let value = FixedRule::with_share(q).pick(&logits);
            assert_eq!(Some(value as usize), expected, "{q}");
        }
        assert_eq!(FixedRule::ArgMax.pick(&logits), 2);
        assert_eq!(FixedRule::ArgMax.pick(&[5, 5]), 0);
        assert_eq!(FixedRule::with_share(0.5).pick(&[]), 0);
        let far = [i32::MIN, i32::MAX, i32::MIN];
        assert_eq!(FixedRule::with_share(0.0).pick(&far), 1);
        assert_eq!(FixedRule::with_share(0.999).pick(&far), 1);
    }

    /// Also with classes of weight 0.
    #[test]
    fn least_shares_equal_the_rule() {
        let all = [
            vec![0, 0, 0],
            vec![-40_000, 0, 3, -40_000],
            (0..256).map(|k| (k * 37) % 501).collect(),
        ];
        for logits in all {
            let mut shares = vec![0; logits.len()];
            least_shares(&logits, &mut shares);
            for q in (0..32).map(|bit| 1_u32 << bit).chain([0, u32::MAX]) {
                let value = FixedRule::Quantile { q }.pick(&logits);
                let reached = shares.iter().rposition(|&share| share <= q as u64);
                assert_eq!(Some(value as usize), reached, "{q} of {logits:?}");
            }
        }
    }
}
