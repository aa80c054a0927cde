//! The verdict on a convergence rate, by a rule fixed before any run: only the 95 % interval of
//! the slope decides.
//!
//! - it excludes −1/2: **not like 1/√N**;
//! - it contains −1/2 and excludes both −1/3 and −2/3: **like 1/√N**;
//! - it contains −1/2, and −1/3 or −2/3 too: **undecided**, because an experiment that
//!   cannot distinguish a square root from a cube root has shown neither.
//!
//! Intervals are closed. The bootstrap interval, the goodness of fit and the other
//! models are reported with the verdict and do not change it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::fit::Fit;

/// The slope of 1/√N.
pub const HALF: f64 = -0.5;
/// The slopes that an interval must exclude on either side to count as 1/√N.
pub const NEIGHBOURS: (f64, f64) = (-2.0 / 3.0, -1.0 / 3.0);

/// Verdict of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Judgement {
    /// Deviations shrink like 1/√N.
    AsHalf,
    /// Deviations do not shrink like 1/√N.
    NotHalf,
    /// The interval is too wide to decide.
    Undecided,
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::AsHalf => "like 1/√N",
            Self::NotHalf => "not like 1/√N",
            Self::Undecided => "undecided",
        })
    }
}

/// The verdict on a fit.
///
/// ```
/// use admit::stats::fit::{Group, fit};
/// use admit::stats::judge::{Judgement, judge};
/// // Four times the samples, half the deviation.
/// let group = |n, scale: f64| Group { n, deviations: vec![0.9 * scale, scale, 1.1 * scale] };
/// let found = fit(&[group(100, 4.0), group(400, 2.0), group(1_600, 1.0)], 1).unwrap();
/// assert_eq!(judge(&found), Judgement::AsHalf);
/// assert_eq!(judge(&found).to_string(), "like 1/√N");
/// ```
pub fn judge(fit: &Fit) -> Judgement {
    judge_interval(fit.interval)
}

/// The verdict on a 95 % interval of the slope.
///
/// ```
/// use admit::stats::judge::{Judgement, judge_interval};
/// assert_eq!(judge_interval((-0.55, -0.46)), Judgement::AsHalf);
/// assert_eq!(judge_interval((-0.45, -0.31)), Judgement::NotHalf);
/// assert_eq!(judge_interval((-0.62, -0.31)), Judgement::Undecided);
/// ```
pub fn judge_interval((low, high): (f64, f64)) -> Judgement {
    if high < HALF || HALF < low {
        Judgement::NotHalf
    } else if NEIGHBOURS.0 < low && high < NEIGHBOURS.1 {
        Judgement::AsHalf
    } else {
        // Also if an end is NaN.
        Judgement::Undecided
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::fit::fit;
    use crate::stats::tests::{Draws, Kind, experiment, sizes};

    #[test]
    fn three_experiments_have_the_three_verdicts() {
        let judged = |repetitions, slope, seed| {
            let mut draws = Draws::new(seed);
            let kinds = [Kind::HalfNormal];
            let groups = experiment(&mut draws, &sizes(7), repetitions, slope, &kinds);
            judge(&fit(&groups, 1).unwrap())
        };
        assert_eq!(judged(100, -0.5, 1), Judgement::AsHalf);
        assert_eq!(judged(100, -1.0, 1), Judgement::NotHalf);
        assert_eq!(judged(100, -1.0 / 3.0, 1), Judgement::NotHalf);
        assert_eq!(judged(2, -0.5, 1), Judgement::Undecided);
    }

    #[test]
    fn intervals_are_closed() {
        let (low, high) = NEIGHBOURS;
        assert_eq!(judge_interval((-0.5, -0.4)), Judgement::AsHalf);
        assert_eq!(judge_interval((-0.6, -0.5)), Judgement::AsHalf);
        assert_eq!(judge_interval((-0.6, -0.5001)), Judgement::NotHalf);
        assert_eq!(judge_interval((-0.4999, 0.2)), Judgement::NotHalf);
        assert_eq!(judge_interval((low, -0.4)), Judgement::Undecided);
        assert_eq!(judge_interval((-0.6, high)), Judgement::Undecided);
        assert_eq!(judge_interval((-1.5, 1.5)), Judgement::Undecided);
        let unknown = (f64::NAN, f64::NAN);
        assert_eq!(judge_interval(unknown), Judgement::Undecided);
    }

    #[test]
    fn verdicts_are_padded() {
        assert_eq!(format!("{:>15}", Judgement::NotHalf), "  not like 1/√N");
        assert_eq!(Judgement::Undecided.to_string(), "undecided");
    }
}
