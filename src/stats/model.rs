//! Models that rival the power law c·Nˢ for deviations that shrink with the sample size N.
//!
//! A fitted exponent near −1/2 may come from √(ln N/N), and a bend from a floor that
//! deviations do not fall below. Each model is fitted to the logarithms of the means,
//! weighted by their errors, and ranked by Akaike's criterion: χ² plus 2 for each
//! parameter, the least being best. A difference of 2 says little, one of 10 much.
//!
//! The small-sample correction (`AICc`) does not apply: it accounts for a variance that is
//! estimated from the residuals, and here the variance comes from the repetitions.
//!
//! Points are weighted by their errors here, and by their repetitions in
//! [`fit`](super::fit). So the exponent of c·Nˢ may differ a little from
//! [`Fit::slope`](super::fit::Fit::slope), which is the one to cite.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::fit::{Point, by_error, slope_by_error};

/// A model of deviations as a function of N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DecayModel {
    /// c/√N.
    Root,
    /// c·Nˢ.
    Power,
    /// c/N.
    Inverse,
    /// c·ln N/N.
    LogInverse,
    /// c·√(ln N/N).
    RootLog,
    /// a + c/√N, with a ≥ 0.
    Floor,
}

impl DecayModel {
    /// All models.
    pub const ALL: [Self; 6] = [
        Self::Root,
        Self::Power,
        Self::Inverse,
        Self::LogInverse,
        Self::RootLog,
        Self::Floor,
    ];

    /// Number of fitted parameters.
    ///
    /// ```
    /// use admit::stats::model::DecayModel;
    /// assert_eq!((DecayModel::Root.parameters(), DecayModel::Power.parameters()), (1, 2));
    /// ```
    pub fn parameters(self) -> usize {
        match self {
            Self::Power | Self::Floor => 2,
            Self::Root | Self::Inverse | Self::LogInverse | Self::RootLog => 1,
        }
    }
}

impl fmt::Display for DecayModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Root => "c/√N",
            Self::Power => "c·N^s",
            Self::Inverse => "c/N",
            Self::LogInverse => "c·ln N/N",
            Self::RootLog => "c·√(ln N/N)",
            Self::Floor => "a + c/√N",
        })
    }
}

/// A fitted model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FittedModel {
    /// The model.
    #[serde(rename = "shape")]
    pub model: DecayModel,
    /// Parameter c.
    pub c: f64,
    /// Parameter s of c·Nˢ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub s: Option<f64>,
    /// Parameter a of a + c/√N.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<f64>,
    /// Sum of squared residuals of the logarithms, each divided by its variance.
    pub chi2: f64,
    /// Akaike's criterion: χ² + 2 for each parameter.
    pub aic: f64,
    /// Difference to the best model.
    pub difference: f64,
    /// Akaike's weight: e to the −difference/2, as a share of the sum over all models.
    pub weight: f64,
}

impl FittedModel {
    /// The deviation at a sample size.
    ///
    /// ```
    /// use admit::stats::fit::{Group, fit};
    /// use admit::stats::model::DecayModel;
    /// let group = |n, mean: f64| Group { n, deviations: vec![0.99 * mean, 1.01 * mean] };
    /// // 3 + 20/√N.
    /// let groups = [group(100, 5.0), group(400, 4.0), group(1_600, 3.5), group(6_400, 3.25)];
    /// let best = fit(&groups, 1).unwrap().models[0];
    /// assert_eq!(best.model, DecayModel::Floor);
    /// assert!((best.value(1e12) - 3.0).abs() < 1e-3);
    /// ```
    pub fn value(&self, n: f64) -> f64 {
        match self.model {
            DecayModel::Root => self.c / n.sqrt(),
            DecayModel::Power => self.c * n.powf(self.s.unwrap_or(0.0)),
            DecayModel::Inverse => self.c / n,
            DecayModel::LogInverse => self.c * n.ln() / n,
            DecayModel::RootLog => self.c * (n.ln() / n).sqrt(),
            DecayModel::Floor => self.a.unwrap_or(0.0) + self.c / n.sqrt(),
        }
    }
}

/// Fits and compares all models, the best first. Models with ln N are left out if N = 1 occurs.
pub(super) fn compare(points: &[Point]) -> Vec<FittedModel> {
    let all = DecayModel::ALL
        .into_iter()
        .map(|model| fitted(model, points));
    let mut found: Vec<FittedModel> = all.filter(|fitted| fitted.chi2.is_finite()).collect();
    found.sort_by(|one, other| one.aic.total_cmp(&other.aic));
    let best = found.first().map_or(0.0, |fitted| fitted.aic);
    for fitted in &mut found {
        fitted.difference = fitted.aic - best;
        fitted.weight = (-fitted.difference / 2.0).exp();
    }
    let sum: f64 = found.iter().map(|fitted| fitted.weight).sum();
    for fitted in &mut found {
        fitted.weight /= sum;
    }
    found
}

fn fitted(model: DecayModel, points: &[Point]) -> FittedModel {
    let (mut s, mut a) = (None, None);
    let Scaled { log_c, chi2 } = match model {
        DecayModel::Root => scaled(points, |n| -0.5 * n.ln()),
        DecayModel::Inverse => scaled(points, |n| -n.ln()),
        DecayModel::LogInverse => scaled(points, |n| n.ln().ln() - n.ln()),
        DecayModel::RootLog => scaled(points, |n| 0.5 * (n.ln().ln() - n.ln())),
        DecayModel::Power => {
            let slope = slope_by_error(points);
            s = Some(slope);
            scaled(points, |n| slope * n.ln())
        }
        DecayModel::Floor => {
            let (ratio, scaled) = floor(points);
            a = Some(ratio * scaled.log_c.exp());
            scaled
        }
    };
    FittedModel {
        model,
        c: log_c.exp(),
        s,
        a,
        chi2,
        aic: chi2 + 2.0 * model.parameters() as f64,
        difference: 0.0,
        weight: 0.0,
    }
}

/// The best multiple of a curve.
#[derive(Clone, Copy)]
struct Scaled {
    log_c: f64,
    chi2: f64,
}

/// The best multiple of a curve, given by its logarithm.
fn scaled(points: &[Point], log: impl Fn(f64) -> f64) -> Scaled {
    let (mut total, mut sum) = (0.0, 0.0);
    for point in points {
        let weight = by_error(point);
        total += weight;
        sum += weight * (point.y() - log(point.n as f64));
    }
    let log_c = sum / total;
    let off = |p: &Point| (p.y() - log_c - log(p.n as f64)) / p.error;
    let chi2 = points.iter().map(|p| off(p).powi(2)).sum();
    Scaled { log_c, chi2 }
}

/// The best a/c of a + c/√N, and the best multiple for it: a search on a logarithmic grid with
/// steps of 0.1, then ternary search around the best point. Below the grid the floor is less
/// than 10⁻⁴ of the smallest c/√N; above, the largest c/√N is less than 10⁻⁴ of the floor.
fn floor(points: &[Point]) -> (f64, Scaled) {
    let at = |ratio: f64| scaled(points, |n| (ratio + n.sqrt().recip()).ln());
    let of_log = |log: f64| at(log.exp());
    let ends = points.iter().map(|p| -0.5 * (p.n as f64).ln());
    let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    let margin = 1e4_f64.ln();
    let step = 0.1;
    let steps = ((high - low + 2.0 * margin) / step).ceil() as usize;
    let (mut best, mut least) = (low - margin, f64::INFINITY);
    for i in 0..=steps {
        let log = low - margin + step * i as f64;
        let chi2 = of_log(log).chi2;
        if chi2 < least {
            (best, least) = (log, chi2);
        }
    }
    let (mut left, mut right) = (best - step, best + step);
    for _ in 0..80 {
        let third = (right - left) / 3.0;
        if of_log(left + third).chi2 < of_log(right - third).chi2 {
            right -= third;
        } else {
            left += third;
        }
    }
    let ratio = f64::midpoint(left, right).exp();
    let (with, without) = (at(ratio), at(0.0));
    if with.chi2 < without.chi2 {
        (ratio, with)
    } else {
        (0.0, without)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::fit::{Group, fit};
    use crate::stats::tests::sizes;

    /// Groups with means on a curve and a relative spread of 1 %.
    fn on(sizes: &[u64], curve: impl Fn(f64) -> f64) -> Vec<Group> {
        let group = |&n: &u64| {
            let mean = curve(n as f64);
            let share = |i: i32| mean * (1.0 + 0.01 * f64::from(i - 15) / 9.0);
            Group {
                n,
                deviations: (0..=30).map(share).collect(),
            }
        };
        sizes.iter().map(group).collect()
    }

    fn close(found: f64, expected: f64) -> bool {
        (found - expected).abs() <= 1e-3 * expected.abs()
    }

    #[test]
    fn each_model_is_recovered_from_its_points() {
        let curve = |model, n: f64| match model {
            DecayModel::Root => 3.0 / n.sqrt(),
            DecayModel::Power => 3.0 * n.powf(-0.45),
            DecayModel::Inverse => 3.0 / n,
            DecayModel::LogInverse => 3.0 * n.ln() / n,
            DecayModel::RootLog => 3.0 * (n.ln() / n).sqrt(),
            DecayModel::Floor => 0.01 + 3.0 / n.sqrt(),
        };
        for model in DecayModel::ALL {
            let found = fit(&on(&sizes(7), |n| curve(model, n)), 1).unwrap().models;
            assert_eq!(found.len(), 6);
            let best = found[0];
            assert_eq!(best.model, model, "{found:?}");
            assert!(best.chi2 < 1e-6 && close(best.c, 3.0), "{best:?}");
            assert!(close(best.aic, 2.0 * model.parameters() as f64));
            for n in [10.0, 5e3, 1e7] {
                assert!(close(best.value(n), curve(model, n)), "{best:?} at {n}");
            }
            assert_eq!(best.s.is_some(), model == DecayModel::Power);
            assert_eq!(best.a.is_some(), model == DecayModel::Floor);
        }
    }

    #[test]
    fn weights_add_up_and_follow_the_differences() {
        let found = fit(&on(&sizes(7), |n| 3.0 / n.sqrt()), 1).unwrap().models;
        assert!(close(found.iter().map(|s| s.weight).sum(), 1.0));
        assert!(found[0].difference.abs() < 1e-12);
        for pair in found.windows(2) {
            let apart = pair[1].difference - pair[0].difference;
            assert!(apart >= 0.0);
            assert!(pair[1].weight <= pair[0].weight * (-apart / 2.0).exp() * 1.001);
        }
        // On 1/√N, a further parameter costs 2 without any gain: a factor of e⁻¹ each.
        let further = [found[1], found[2]];
        for fitted in further {
            assert!(matches!(
                fitted.model,
                DecayModel::Power | DecayModel::Floor
            ));
            assert!(close(fitted.weight, found[0].weight * (-1_f64).exp()));
        }
    }

    /// If deviations fall faster than 1/√N, the best floor is 0.
    #[test]
    fn floors_are_not_negative() {
        let found = fit(&on(&sizes(7), |n| n.powf(-0.6)), 1).unwrap().models;
        let of = |model| *found.iter().find(|s| s.model == model).unwrap();
        assert_eq!(of(DecayModel::Floor).a, Some(0.0));
        assert!(close(of(DecayModel::Floor).chi2, of(DecayModel::Root).chi2));
        // If they do not fall at all, the floor is everything.
        let flat = fit(&on(&sizes(7), |_| 2.0), 1).unwrap().models;
        let floor = flat.iter().find(|s| s.model == DecayModel::Floor).unwrap();
        assert!(close(floor.a.unwrap(), 2.0) && close(floor.value(500.0), 2.0));
    }

    #[test]
    fn models_with_logarithms_are_left_out_at_size_1() {
        let found = fit(&on(&[1, 10, 100, 1_000], |n| 1.0 / n), 1).unwrap();
        let left: Vec<DecayModel> = found.models.iter().map(|s| s.model).collect();
        assert_eq!(left.len(), 4);
        assert!(!left.contains(&DecayModel::RootLog) && !left.contains(&DecayModel::LogInverse));
        assert_eq!(left[0], DecayModel::Inverse);
    }

    #[test]
    fn absent_parameters_are_not_serialised() {
        let found = fit(&on(&sizes(7), |n| 3.0 / n.sqrt()), 1).unwrap().models;
        let text = serde_json::to_string(&found[0]).unwrap();
        assert!(text.starts_with("{\"shape\":\"root\",\"c\":") && !text.contains("\"s\":"));
        assert_eq!(
            serde_json::from_str::<FittedModel>(&text).unwrap(),
            found[0]
        );
        assert_eq!(format!("{:>6}", DecayModel::Root), "  c/√N");
    }
}
