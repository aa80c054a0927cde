//! Uniform convergence: bounds on |mean over samples − expectation| for all functions of a class at
//! once, and the sample sizes that follow.
//!
//! The paper writes O(·). Here constants are explicit and have a source; the paper's formulas are
//! in [`printed`], with the constant 1, which is not proved.
//!
//! # By the pseudo-dimension
//!
//! Let functions take values in an interval of length H, and let d be the pseudo-dimension of the
//! class. With probability at least 1 − δ over N independent samples, N ≥ d, the mean of every
//! function is within
//!
//! ```text
//! H·( √(2·d·ln(e·N/d) / N) + √(ln(2/δ) / (2·N)) )
//! ```
//!
//! of its expectation. One side of it, with 1/δ in place of 2/δ, is Theorem 11.8 of Mohri,
//! Rostamizadeh and Talwalkar, *Foundations of Machine Learning* (2nd edition, 2018), the theorem
//! that the paper cites; the class of the functions 1 − f has the same pseudo-dimension, and both
//! sides hold together with δ/2 each. For N < d the first root is √(2 ln 2), because N points have
//! only 2ᴺ subsets; the bound is then vacuous.
//!
//! # By counting
//!
//! The means of all K functions are within H·√(ln(2K/δ) / (2N)): Hoeffding's inequality and a union
//! bound.

/// A class of functions: the length of the interval of their values, and the capacity of the class.
///
/// ```
/// use admit::theory::samples::Class;
/// let class = Class::of_dimension(7.0, 9.0);
/// let samples = class.samples(0.5, 0.05).unwrap();
/// assert!(class.error(samples, 0.05) <= 0.5);
/// assert!(class.error(samples - 1.0, 0.05) > 0.5);
/// // A class of 16,384 functions has a better bound than a dimension of 7.
/// let finite = Class::of_size(16_384_f64.ln(), 9.0);
/// assert!(finite.samples(0.5, 0.05).unwrap() < samples / 10.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Class {
    richness: Richness,
    /// The length of the interval.
    range: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Richness {
    Dimension(f64),
    /// The natural logarithm of the number of functions.
    Functions(f64),
}

/// Beyond this, a float does not distinguish consecutive sample sizes.
const MOST: f64 = 1e300;

impl Class {
    /// A class of at most this pseudo-dimension.
    pub fn of_dimension(dimension: f64, range: f64) -> Class {
        // With dimension 0 thresholds see a single function; the theorem needs at least 1.
        Class {
            richness: Richness::Dimension(dimension.max(1.0)),
            range,
        }
    }

    /// A finite class; the number of its functions is given by its natural logarithm.
    pub fn of_size(ln_functions: f64, range: f64) -> Class {
        Class {
            richness: Richness::Functions(ln_functions),
            range,
        }
    }

    /// Bound on |mean − expectation| over this many samples for every function of the class, with
    /// probability at least 1 − `delta`.
    pub fn error(&self, samples: f64, delta: f64) -> f64 {
        let n = samples;
        let share = match self.richness {
            Richness::Dimension(d) => {
                let subsets = if n >= d {
                    d * (1.0 + (n / d).ln())
                } else {
                    n * std::f64::consts::LN_2
                };
                (2.0 * subsets / n).sqrt() + ((2.0 / delta).ln() / (2.0 * n)).sqrt()
            }
            Richness::Functions(ln) => ((ln + (2.0 / delta).ln()) / (2.0 * n)).sqrt(),
        };
        self.range * share
    }

    /// Whether the bound is vacuous: at least the length of the interval.
    pub fn is_vacuous(&self, samples: f64, delta: f64) -> bool {
        self.error(samples, delta) >= self.range
    }

    /// The least number of samples for which means are within `epsilon`, with probability at least
    /// 1 − `delta`; `None` if it exceeds the precision of a float, or if `epsilon` or `delta` is
    /// not positive.
    pub fn samples(&self, epsilon: f64, delta: f64) -> Option<f64> {
        let enough = |n: f64| self.error(n, delta) <= epsilon;
        // Comparisons with NaN are false.
        if !(epsilon > 0.0 && delta > 0.0) {
            return None;
        }
        // The error falls from the first N for which the theorem is stated.
        let mut most = match self.richness {
            Richness::Dimension(d) => d.ceil(),
            Richness::Functions(_) => 1.0,
        };
        let mut least = most - 1.0;
        while !enough(most) {
            least = most;
            most *= 2.0;
            if most > MOST {
                return None;
            }
        }
        loop {
            let middle = f64::midpoint(least, most).floor();
            if middle <= least || middle >= most {
                return Some(most);
            }
            if enough(middle) {
                most = middle;
            } else {
                least = middle;
            }
        }
    }

    /// The least δ for which means over this many samples are within `epsilon`: an upper bound on
    /// the probability that some mean is further off. 1 if the bound is vacuous.
    ///
    /// ```
    /// use admit::theory::samples::Class;
    /// let class = Class::of_dimension(7.0, 9.0);
    /// let delta = class.risk(100_000.0, 0.5);
    /// assert!((class.error(100_000.0, delta) - 0.5).abs() < 1e-9);
    /// assert_eq!(class.risk(10.0, 0.5), 1.0);
    /// ```
    pub fn risk(&self, samples: f64, epsilon: f64) -> f64 {
        let n = samples;
        let share = epsilon / self.range;
        let delta = match self.richness {
            Richness::Dimension(d) if n >= d => {
                let rest = share - (2.0 * d * (1.0 + (n / d).ln()) / n).sqrt();
                2.0 * (-2.0 * n * rest.max(0.0).powi(2)).exp()
            }
            Richness::Dimension(_) => 1.0,
            Richness::Functions(ln) => 2.0 * (ln - 2.0 * n * share * share).exp(),
        };
        delta.min(1.0)
    }
}

/// The paper's formulas, with the constant of O(·) taken as 1.
pub mod printed {
    /// H·√((d·ln(N/d) + ln(1/δ)) / N), Proposition 1.
    ///
    /// ```
    /// use admit::theory::samples::{Class, printed};
    /// let (d, range, n, delta) = (7.0, 9.0, 1e4, 0.05);
    /// assert!(printed::error(d, range, n, delta) < Class::of_dimension(d, range).error(n, delta));
    /// ```
    pub fn error(dimension: f64, range: f64, samples: f64, delta: f64) -> f64 {
        let log = (samples / dimension).ln().max(0.0);
        range * ((dimension * log + (1.0 / delta).ln()) / samples).sqrt()
    }

    /// (H²/ε²)·(d·ln(H/ε) + ln(1/δ)), the sentence after Proposition 1.
    ///
    /// ```
    /// let samples = admit::theory::samples::printed::samples(7.0, 9.0, 0.5, 0.05);
    /// assert_eq!(samples.round(), 7526.0);
    /// ```
    pub fn samples(dimension: f64, range: f64, epsilon: f64, delta: f64) -> f64 {
        let ratio = range / epsilon;
        ratio * ratio * (dimension * ratio.ln().max(0.0) + (1.0 / delta).ln())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_size_and_error_are_inverse() {
        for range in [1.0, 12.0] {
            for epsilon in [0.01, 0.3, 2.0] {
                for delta in [1e-9, 0.05, 0.5] {
                    let classes = [
                        Class::of_dimension(1.0, range),
                        Class::of_dimension(88_179_840.0, range),
                        Class::of_size(0.0, range),
                        Class::of_size(1e6, range),
                    ];
                    for class in classes {
                        let n = class.samples(epsilon, delta).unwrap();
                        assert!(class.error(n, delta) <= epsilon, "{class:?} {n}");
                        let fewer = class.error(n - 1.0, delta);
                        let first = n <= 88_179_840.0 && class.error(n, delta) < epsilon;
                        assert!(fewer > epsilon || first || n < 2.0, "{class:?} {n}");
                        assert!(class.risk(n, epsilon) <= delta * (1.0 + 1e-6));
                    }
                }
            }
        }
    }

    #[test]
    fn one_function_gives_hoeffding() {
        // 2·exp(−2·N·ε²) for values in [0, 1].
        let class = Class::of_size(0.0, 1.0);
        let risk = 2.0 * (-2.0_f64 * 500.0 * 0.05 * 0.05).exp();
        approx::assert_relative_eq!(class.risk(500.0, 0.05), risk);
        approx::assert_relative_eq!(class.error(500.0, risk), 0.05, epsilon = 1e-12);
    }

    #[test]
    fn too_few_samples_give_no_bound() {
        let class = Class::of_dimension(1e6, 11.0);
        assert!(class.is_vacuous(1e5, 0.05) && class.is_vacuous(1e6, 0.05));
        assert!(!class.is_vacuous(1e8, 0.05));
        assert_eq!(class.samples(0.0, 0.05), None);
        assert_eq!(class.samples(0.1, f64::NAN), None);
        assert_eq!(class.samples(1e-200, 0.05), None);
    }

    /// Both are of the paper's order: the ratio to the printed formula stays within a constant.
    #[test]
    fn only_the_constant_differs_from_the_paper() {
        for dimension in [10.0, 1e4, 1e8] {
            for factor in [10.0, 1e3, 1e6] {
                let n = dimension * factor;
                let ours = Class::of_dimension(dimension, 11.0).error(n, 0.05);
                let ratio = ours / printed::error(dimension, 11.0, n, 0.05);
                assert!((1.0..3.0).contains(&ratio), "{dimension} {n} {ratio}");
            }
        }
    }
}
