//! Which exponents an experiment could have told from −1/2.
//!
//! That an interval holds −1/2 says little if it would have held −0.4 as well. So the
//! error of the slope is turned round: if the true slope were another, how likely would
//! the test of −1/2 have found so? The test's statistic is then Student's t, moved by
//! as many errors as the true slope is away. Exactly it would be the noncentral t; with
//! the 50 and more degrees of seven sizes and 30 repetitions, the two differ by less than
//! one in a hundred. The error is taken to be the same at every slope: it is
//! that of the logarithm, which does not mind how large deviations are.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::fit::quantile;

/// The slopes for which [`Power`] says how likely they are found.
pub const SLOPES: [f64; 7] = [-1.0, -2.0 / 3.0, -0.6, -0.55, -0.45, -0.4, -1.0 / 3.0];

/// What an experiment could have found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Power {
    /// The smallest distance from −1/2 that is found with a probability of 80 %.
    pub found_80: f64,
    /// The smallest that is found with 95 %.
    pub found_95: f64,
    /// For each of [`SLOPES`], how likely it is found not to be −1/2.
    pub at: Vec<Chance>,
}

/// How likely a slope is found not to be −1/2.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// The true slope.
    pub slope: f64,
    /// The probability that the interval of 95 % leaves −1/2 out.
    pub probability: f64,
}

impl Power {
    /// Of an experiment whose slope has this error, with these degrees of freedom.
    ///
    /// ```
    /// use admit::stats::power::Power;
    /// let power = Power::new(0.02, 100.0);
    /// // 1.98 errors to leave −1/2 out, and 0.85 more to do so four times of five.
    /// assert!((power.found_80 - 2.83 * 0.02).abs() < 1e-3);
    /// // −1/3 is 8 errors away.
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

/// How likely a slope that is so many errors from −1/2 is found not to be −1/2.
///
/// ```
/// use admit::stats::power::probability;
/// // What is not there is found one time in twenty.
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

/// How many errors from −1/2 a slope must be, to be found with a probability.
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
    fn the_smallest_slope_found_is_found_as_often_as_said() {
        for degrees in [1.0, 7.5, 60.0, 1_000.0] {
            let power = Power::new(0.03, degrees);
            for (distance, wanted) in [(power.found_80, 0.8), (power.found_95, 0.95)] {
                let found = probability(distance / 0.03, degrees);
                assert!((found - wanted).abs() < 1e-9, "{degrees}: {found}");
            }
            // As far above as below.
            for (one, other) in [(2, 5), (3, 4)] {
                let (one, other) = (power.at[one], power.at[other]);
                assert!((one.probability - other.probability).abs() < 1e-9);
            }
        }
        // Without degrees there is nothing to say, and no loop without an end.
        assert!(Power::new(0.03, f64::NAN).at[0].probability.is_nan());
    }

    /// Experiments with slopes near enough to −1/2 that it matters: as many intervals
    /// leave −1/2 out as was said they would.
    #[test]
    fn experiments_find_as_much_as_was_said() {
        let mut draws = Draws::new(3);
        let sizes = sizes(7);
        for (slope, between) in [(-0.55, 0.3..0.8), (-0.45, 0.3..0.8), (-0.4, 0.9..1.0)] {
            let (mut said, mut found, experiments) = (0.0, 0, 4_000);
            for _ in 0..experiments {
                let groups = experiment(&mut draws, &sizes, 30, slope, &[Kind::HalfNormal]);
                let slope_of = line(&groups).unwrap().slope;
                let errors = (slope + 0.5) / slope_of.error;
                said += probability(errors, slope_of.degrees);
                let t = (slope_of.value + 0.5) / slope_of.error;
                found += usize::from(t.abs() > quantile(slope_of.degrees));
            }
            let (said, found) = (said / experiments as f64, found as f64 / experiments as f64);
            assert!((said - found).abs() < 0.03, "{slope}: {said}, {found}");
            assert!(between.contains(&found), "{slope}: {found}");
        }
    }
}
