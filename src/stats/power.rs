//! Statistical power: the exponents that an experiment could have distinguished from −1/2.
//!
//! That an interval contains −1/2 means little if it would have contained −0.4 as well. So the
//! power of the test of −1/2 is computed for other true slopes. The statistic is approximated by
//! Student's t, shifted by the distance of the true slope in standard errors. The exact
//! distribution is the noncentral t; with the 50 and more degrees of freedom of seven sizes and
//! 30 repetitions, the two differ by less than one in a hundred. The standard error is assumed to
//! be the same at every slope: it is that of the logarithm, which does not depend on scale.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::fit::quantile;

/// The slopes for which [`Power`] is computed.
pub const SLOPES: [f64; 7] = [-1.0, -2.0 / 3.0, -0.6, -0.55, -0.45, -0.4, -1.0 / 3.0];

/// Power of an experiment against other slopes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Power {
    /// The smallest distance from −1/2 that is detected with a probability of 80 %.
    pub found_80: f64,
    /// The smallest distance that is detected with a probability of 95 %.
    pub found_95: f64,
    /// The power at each of [`SLOPES`].
    pub at: Vec<Chance>,
}

/// Power at one slope.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Chance {
    /// The true slope.
    pub slope: f64,
    /// The probability that the 95 % interval excludes −1/2.
    pub probability: f64,
}

impl Power {
    /// Power of an experiment whose slope has this standard error and these degrees of
    /// freedom.
    ///
    /// ```
    /// use admit::stats::power::Power;
    /// let power = Power::new(0.02, 100.0);
    /// // 1.98 standard errors to exclude −1/2, and 0.85 more to do so with 80 %.
    /// assert!((power.found_80 - 2.83 * 0.02).abs() < 1e-3);
    /// // −1/3 is 8 standard errors away.
    /// assert!(power.at[6].probability > 0.9999);
    /// ```
    pub fn new(error: f64, degrees: f64) -> Self {
        let at = |slope: f64| Chance {
            slope,
            probability: probability((slope + 0.5) / error, degrees),
        };
        Self {
            found_80: error * errors_for(0.8, degrees),
            found_95: error * errors_for(super::CONFIDENCE, degrees),
            at: SLOPES.into_iter().map(at).collect(),
        }
    }
}

/// Power at a slope that is `errors` standard errors from −1/2.
///
/// ```
/// use admit::stats::power::probability;
/// // Without a difference, the test rejects with a probability of 5 %.
/// assert!((probability(0.0, 40.0) - 0.05).abs() < 1e-6);
/// assert!(probability(4.0, 40.0) > 0.97);
/// ```
pub fn probability(errors: f64, degrees: f64) -> f64 {
    let Ok(student) = StudentsT::new(0.0, 1.0, degrees) else {
        return f64::NAN;
    };
    let limit = quantile(degrees);
    student.sf(limit - errors) + student.cdf(-limit - errors)
}

/// Distance from −1/2 in standard errors that is detected with a probability.
fn errors_for(wanted: f64, degrees: f64) -> f64 {
    let mut high = 1.0;
    while probability(high, degrees) < wanted {
        high *= 2.0;
    }
    let mut low = 0.0;
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if probability(middle, degrees) < wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::fit::line;
    use crate::stats::tests::{Draws, Kind, experiment, sizes};

    #[test]
    fn the_smallest_detectable_slope_has_the_stated_power() {
        for degrees in [1.0, 7.5, 60.0, 1_000.0] {
            let power = Power::new(0.03, degrees);
            for (distance, wanted) in [(power.found_80, 0.8), (power.found_95, 0.95)] {
                let found = probability(distance / 0.03, degrees);
                assert!((found - wanted).abs() < 1e-9, "{degrees}: {found}");
            }
            // Symmetric around −1/2.
            for (one, other) in [(2, 5), (3, 4)] {
                let (one, other) = (power.at[one], power.at[other]);
                assert!((one.probability - other.probability).abs() < 1e-9);
            }
        }
        // Invalid degrees of freedom give NaN, and the search terminates.
        assert!(Power::new(0.03, f64::NAN).at[0].probability.is_nan());
    }

    /// Simulated experiments with slopes close to −1/2: the share of intervals that exclude
    /// −1/2 is the computed power.
    #[test]
    fn simulated_power_equals_computed_power() {
        let mut draws = Draws::new(3);
        let sizes = sizes(7);
        for (slope, between) in [(-0.55, 0.3..0.8), (-0.45, 0.3..0.8), (-0.4, 0.9..1.0)] {
            let (mut computed, mut found, experiments) = (0.0, 0_usize, 4_000);
            for _ in 0..experiments {
                let groups = experiment(&mut draws, &sizes, 30, slope, &[Kind::HalfNormal]);
                let slope_of = line(&groups).unwrap().slope;
                let errors = (slope + 0.5) / slope_of.error;
                computed += probability(errors, slope_of.degrees);
                let t = (slope_of.value + 0.5) / slope_of.error;
                found += usize::from(t.abs() > quantile(slope_of.degrees));
            }
            let [computed, found] = [computed, found as f64].map(|sum| sum / experiments as f64);
            let off = (computed - found).abs();
            assert!(off < 0.03, "{slope}: {computed}, {found}");
            assert!(between.contains(&found), "{slope}: {found}");
        }
    }
}
