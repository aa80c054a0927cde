//! Simulated experiments with a known slope, and the tests that simulate many of them.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::fit::{Fit, FitError, Group, fit, goodness, line, quantile};
use super::judge::{Judgement, judge};

/// Random numbers of several distributions.
pub(super) struct Draws {
    rng: Xoshiro256PlusPlus,
    spare: Option<f64>,
}

/// Distribution of deviations around their mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// |Normal|: the limit for a mean of many samples.
    HalfNormal,
    /// χ with three degrees of freedom: less skewed.
    Chi3,
    /// The logarithm is normal, with this standard deviation.
    LogNormal(f64),
    Exponential,
    /// Half-normal, but 0 in three of ten.
    WithZeros,
}

impl Draws {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            spare: None,
        }
    }

    fn unit(&mut self) -> f64 {
        super::random::unit(&mut self.rng)
    }

    /// A standard normal number, by the Box–Muller method, which makes two at a time.
    fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        let (sine, cosine) = (std::f64::consts::TAU * self.unit()).sin_cos();
        self.spare = Some(radius * sine);
        radius * cosine
    }

    /// A deviation whose expectation is 1.
    fn deviation(&mut self, kind: Kind) -> f64 {
        // The expectation of |Normal|.
        let half_normal = std::f64::consts::FRAC_2_PI.sqrt();
        match kind {
            Kind::HalfNormal => self.normal().abs() / half_normal,
            Kind::Chi3 => {
                let squares: f64 = (0..3).map(|_| self.normal().powi(2)).sum();
                squares.sqrt() / (2.0 * half_normal)
            }
            Kind::LogNormal(sigma) => (sigma * self.normal() - sigma * sigma / 2.0).exp(),
            Kind::Exponential => -(1.0 - self.unit()).ln(),
            Kind::WithZeros if self.unit() < 0.3 => 0.0,
            Kind::WithZeros => self.normal().abs() / half_normal / 0.7,
        }
    }
}

/// `count` sample sizes over three decades, from 100.
pub(super) fn sizes(count: usize) -> Vec<u64> {
    let decade = |i: usize| 2.0 + 3.0 * i as f64 / (count - 1) as f64;
    (0..count)
        .map(|i| 10_f64.powf(decade(i)).round() as u64)
        .collect()
}

/// Deviations that shrink with a slope, of each kind in turn.
pub(super) fn experiment(
    draws: &mut Draws,
    sizes: &[u64],
    repetitions: usize,
    slope: f64,
    kinds: &[Kind],
) -> Vec<Group> {
    let group = |(&n, &kind): (&u64, &Kind)| Group {
        n,
        deviations: (0..repetitions)
            .map(|_| 0.3 * (n as f64).powf(slope) * draws.deviation(kind))
            .collect(),
    };
    sizes.iter().zip(kinds.iter().cycle()).map(group).collect()
}

/// A row of the table in [`super::fit`].
struct Row {
    name: &'static str,
    sizes: usize,
    repetitions: usize,
    kinds: Vec<Kind>,
    /// Allowed coverage.
    within: (f64, f64),
}

fn rows() -> Vec<Row> {
    let row = |name, sizes, repetitions, kinds: &[Kind], within| Row {
        name,
        sizes,
        repetitions,
        kinds: kinds.to_vec(),
        within,
    };
    let (half, even, long) = (Kind::HalfNormal, Kind::Chi3, Kind::LogNormal(1.0));
    let sorted = [even, even, half, half, Kind::Exponential, long, long];
    let right = (0.94, 0.96);
    vec![
        row("half-normal", 7, 30, &[half], right),
        row("half-normal", 13, 30, &[half], right),
        row("half-normal", 7, 100, &[half], right),
        row("half-normal", 3, 30, &[half], right),
        row("half-normal", 7, 5, &[half], right),
        row("χ, three degrees", 7, 30, &[even], right),
        row("lognormal, σ = ½", 7, 30, &[Kind::LogNormal(0.5)], right),
        row("lognormal, σ = 1", 7, 30, &[long], right),
        row("exponential", 7, 30, &[Kind::Exponential], right),
        row("half-normal, 30 % of 0", 7, 30, &[Kind::WithZeros], right),
        row("mixed", 7, 30, &[even, half, long], right),
        row("mixed", 13, 30, &[even, half, long], right),
        row("mixed", 13, 100, &[even, half, long], right),
        row("sorted", 7, 30, &sorted, (0.925, 0.96)),
        row("sorted", 7, 100, &sorted, (0.93, 0.96)),
    ]
}

/// Whether the usual interval contains −1/2: weights from measured variances, first-order
/// errors, the normal distribution.
fn usual_holds(groups: &[Group]) -> bool {
    let points: Vec<[f64; 3]> = groups
        .iter()
        .map(|group| {
            let count = group.deviations.len() as f64;
            let mean = group.deviations.iter().sum::<f64>() / count;
            let squares: f64 = group.deviations.iter().map(|d| (d - mean).powi(2)).sum();
            let variance = squares / (count - 1.0) / count / mean.powi(2);
            [(group.n as f64).ln(), mean.ln(), variance.recip()]
        })
        .collect();
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        points
            .iter()
            .map(|[x, y, weight]| weight * of(*x, *y))
            .sum()
    };
    let centre = sum(&|x, _| x) / sum(&|_, _| 1.0);
    let squares = sum(&|x, _| (x - centre).powi(2));
    let slope = sum(&|x, y| (x - centre) * y) / squares;
    (slope + 0.5).abs() <= 1.959_964 / squares.sqrt()
}

/// Simulates the table in [`super::fit`].
#[test]
fn intervals_have_the_stated_coverage() {
    let experiments = 10_000;
    let mut wrong = Vec::new();
    for (seed, row) in rows().into_iter().enumerate() {
        let mut draws = Draws::new(seed as u64);
        let sizes = sizes(row.sizes);
        let (mut held, mut usual, mut bent, mut points) = (0, 0, 0, 0);
        for _ in 0..experiments {
            let groups = experiment(&mut draws, &sizes, row.repetitions, -0.5, &row.kinds);
            let found = line(&groups).unwrap();
            let t = (found.slope.value + 0.5) / found.slope.error;
            held += usize::from(t.abs() <= quantile(found.slope.degrees));
            usual += usize::from(usual_holds(&groups));
            bent += usize::from(goodness(&found.points).p < 0.05);
            let (low, high) = found.points[0].interval;
            // 0.3/√100.
            points += usize::from(low <= 0.03 && 0.03 <= high);
        }
        let [held, usual, bent, points] =
            [held, usual, bent, points].map(|count| count as f64 / experiments as f64);
        println!(
            "| {} | {} | {} | {:.1} % | {:.1} % | {:.1} % | a point {:.1} %",
            row.name,
            row.sizes,
            row.repetitions,
            100.0 * held,
            100.0 * usual,
            100.0 * bent,
            100.0 * points,
        );
        let (low, high) = row.within;
        let right = (low..=high).contains(&held)
            && (0.03..0.08).contains(&bent)
            && (0.915..0.965).contains(&points);
        if !right {
            wrong.push((row.name, row.sizes, row.repetitions, held, bent, points));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn base(slope: f64, seed: u64) -> Fit {
    let mut draws = Draws::new(seed);
    let groups = experiment(&mut draws, &sizes(7), 30, slope, &[Kind::HalfNormal]);
    fit(&groups, seed).unwrap()
}

/// True slopes other than −1/2 are covered in all but a few experiments, and −1/2 is
/// excluded.
#[test]
fn other_slopes_are_detected() {
    for slope in [-1.0, -1.0 / 3.0] {
        let mut held = 0;
        for seed in 0..40 {
            let found = base(slope, seed);
            let (low, high) = found.interval;
            held += usize::from(low <= slope && slope <= high);
            assert!(
                high < -0.5 || -0.5 < low,
                "{slope}, {seed}: {low} to {high}"
            );
            assert!(found.against_half.p < 1e-3);
            assert_eq!(found.against_half.statistic > 0.0, slope > -0.5);
            assert_eq!(judge(&found), Judgement::NotHalf);
        }
        assert!((34..=40).contains(&held), "{slope}: {held} of 40");
    }
}

/// The test and the interval agree: p is below 0.05 where the interval excludes −1/2.
#[test]
fn test_and_interval_agree() {
    let mut out = 0;
    for seed in 0..60 {
        let found = base(-0.55, seed);
        let excluded = found.interval.1 < -0.5 || -0.5 < found.interval.0;
        assert_eq!(found.against_half.p < 0.05, excluded, "{found:?}");
        out += usize::from(excluded);
    }
    assert!((15..=50).contains(&out), "{out}");
}

#[test]
fn the_bootstrap_interval_is_nearly_the_same() {
    let width = |(low, high): (f64, f64)| high - low;
    let mut ratios = 0.0;
    for seed in 0..20 {
        let found = base(-0.5, seed);
        let ratio = width(found.bootstrap) / width(found.interval);
        assert!((0.8..1.1).contains(&ratio), "{ratio}");
        ratios += ratio / 20.0;
        assert!(found.bootstrap.0 < found.slope && found.slope < found.bootstrap.1);
    }
    // It ignores the uncertainty of the variance itself, so it is a little narrower.
    assert!((0.9..1.0).contains(&ratios), "{ratios}");
}

#[test]
fn a_fit_depends_on_its_seed_and_not_on_the_order() {
    let mut draws = Draws::new(8);
    let kinds = [Kind::WithZeros];
    let mut groups = experiment(&mut draws, &sizes(9), 30, -0.5, &kinds);
    let found = fit(&groups, 8).unwrap();
    assert!(found.points.windows(2).all(|pair| pair[0].n < pair[1].n));
    let other = fit(&groups, 9).unwrap();
    assert_ne!(other.bootstrap, found.bootstrap);
    assert_eq!(other.interval, found.interval);
    groups.reverse();
    assert_eq!(fit(&groups, 8).unwrap(), found);
    let text = serde_json::to_string(&found).unwrap();
    assert_eq!(serde_json::from_str::<Fit>(&text).unwrap(), found);
}

/// Two deviations a and b: leaving one out leaves the other, so the logarithm of the
/// mean has the variance (ln a − ln b)²/4. With sizes at equal distances the slope is
/// that from the first to the last.
#[test]
fn a_line_by_hand() {
    let group = |n, deviations: [f64; 2]| Group {
        n,
        deviations: deviations.to_vec(),
    };
    let groups = [
        group(100, [3.0, 1.0]),
        group(1_000, [0.4, 1.2]),
        group(10_000, [0.1, 0.3]),
    ];
    let found = fit(&groups, 1).unwrap();
    let close = |found: f64, expected: f64| {
        assert!(
            (found - expected).abs() < 1e-9 * expected.abs(),
            "{found} for {expected}"
        );
    };
    let error = 3_f64.ln() / 2.0;
    close(found.points[0].error, error);
    close(found.points[1].mean, 0.8);
    close(found.points[1].degrees, 1.0);
    let decades = 100_f64.ln();
    close(found.slope, -1.0 / 2.0);
    close(found.slope_error, 2_f64.sqrt() * error / decades);
    // Two equal variances of one degree of freedom each.
    close(found.degrees, 2.0);
    close(
        found.interval.1,
        -0.5 + 4.302_652_729_911 * found.slope_error,
    );
    // The line is at the mean of the three logarithms in the middle.
    let middle = (2_f64.ln() + 0.8_f64.ln() + 0.2_f64.ln()) / 3.0;
    close(found.at(1_000.0), middle.exp());
    close(
        found.band(1_000.0).1,
        (middle + 3.182_446_305_284 * error / 3_f64.sqrt()).exp(),
    );
    // The middle is off by ln 0.8 − middle, of which two thirds remain as residual.
    let off = 0.8_f64.ln() - f64::midpoint(2_f64.ln(), 0.2_f64.ln());
    close(found.goodness.chi2, (off / error).powi(2) / 1.5);
    assert_eq!(found.goodness.degrees, 1);
}

/// A size with more repetitions has more weight.
#[test]
fn repetitions_are_weights() {
    let group = |n, scale: f64, times: usize| Group {
        n,
        deviations: [0.8 * scale, 1.2 * scale].repeat(times),
    };
    let of = |times| {
        let groups = [
            group(10, 1.0, 5),
            group(100, 0.5, times),
            group(1_000, 0.01, 5),
        ];
        fit(&groups, 1).unwrap().at(100.0)
    };
    // Through (1·0.5·0.01)^⅓ with equal weights, and nearer to 0.5 with more.
    assert!((of(5) - 0.171).abs() < 1e-3 && of(500) > 0.48);
}

/// The interval at a size that was not measured contains the true value.
#[test]
fn the_band_covers_the_true_value() {
    let mut held = [0; 2];
    for seed in 0..150 {
        let mut draws = Draws::new(seed);
        let groups = experiment(&mut draws, &sizes(5), 20, -0.5, &[Kind::HalfNormal]);
        let found = fit(&groups, seed).unwrap();
        for (held, n) in held.iter_mut().zip([5_000.0_f64, 1e7]) {
            let (low, high) = found.band(n);
            let truth = 0.3 / n.sqrt();
            *held += usize::from(low <= truth && truth <= high);
        }
    }
    assert!(
        held.iter().all(|held| (134..=149).contains(held)),
        "{held:?}"
    );
    assert!(base(-0.5, 1).band(-3.0).0.is_nan());
}

/// A floor bends the line. The goodness of fit shows it, and the best model is the floor.
#[test]
fn a_bend_is_detected() {
    let mut draws = Draws::new(4);
    let mut groups = experiment(&mut draws, &sizes(7), 30, -0.5, &[Kind::HalfNormal]);
    let straight = fit(&groups, 1).unwrap().goodness;
    assert!(straight.p > 0.05, "{straight:?}");
    for group in &mut groups {
        for deviation in &mut group.deviations {
            *deviation += 0.005;
        }
    }
    let bent = fit(&groups, 1).unwrap();
    assert!(bent.goodness.p < 1e-3, "{:?}", bent.goodness);
    assert_eq!(bent.models[0].model, super::model::DecayModel::Floor);
}

#[test]
fn invalid_experiments_are_refused() {
    let group = |n, deviations: &[f64]| Group {
        n,
        deviations: deviations.to_vec(),
    };
    let good = [1.0, 2.0, 0.0];
    let with = |third: Group| {
        let groups = [group(10, &good), group(20, &good), third];
        fit(&groups, 1).map(|found| found.points.len())
    };
    assert_eq!(with(group(30, &good)), Ok(3));
    let two = [group(10, &good), group(20, &good)];
    assert_eq!(fit(&two, 1), Err(FitError::Sizes(2)));
    assert_eq!(fit(&[], 1), Err(FitError::Sizes(0)));
    assert_eq!(with(group(0, &good)), Err(FitError::Empty));
    assert_eq!(with(group(20, &good)), Err(FitError::Twice(20)));
    let (n, found) = (30, 1);
    let refused = FitError::Repetitions { n, found };
    assert_eq!(with(group(30, &[1.0])), Err(refused));
    for value in [-1e-9, f64::INFINITY, f64::NEG_INFINITY] {
        let repetition = 1;
        let refused = FitError::Deviation {
            n,
            repetition,
            value,
        };
        assert_eq!(with(group(30, &[1.0, value, 2.0])), Err(refused));
    }
    let refused = with(group(30, &[f64::NAN, 1.0])).unwrap_err();
    assert!(
        refused
            .to_string()
            .ends_with("repetition 0 at size 30 has NaN")
    );
    assert_eq!(with(group(30, &[0.0; 5])), Err(FitError::Zeros(30)));
    assert_eq!(with(group(30, &[0.0, 0.0, 4.0])), Err(FitError::Zeros(30)));
    assert_eq!(with(group(30, &[0.1; 7])), Err(FitError::Flat(30)));
    let crowded = [1, 2, 3].map(|i| group((1 << 60) + i, &good));
    assert_eq!(fit(&crowded, 1), Err(FitError::Crowded));
}

/// Deviations at the limits of floats, and one that is nearly the whole sum.
#[test]
fn extreme_deviations_are_fitted() {
    for scale in [1e-300, 1.0, 1e300] {
        let group = |n: u64| Group {
            n,
            deviations: [0.5, 1.0, 1.6].map(|d| scale * d / n as f64).to_vec(),
        };
        let found = fit(&[group(10), group(100), group(1_000)], 1).unwrap();
        assert!((found.slope + 1.0).abs() < 1e-9, "{found:?}");
        assert!(found.bootstrap.0 > -1.4 && found.bootstrap.1 < -0.6);
        assert!((found.at(50.0) / scale - 0.020_67).abs() < 1e-4);
    }
    let group = |n: u64| Group {
        n,
        deviations: vec![1.0, 1e-200, 0.0],
    };
    let found = fit(&[group(1), group(10), group(u64::MAX)], 1).unwrap();
    assert!(
        found.slope_error > 1.0 && found.slope.abs() < 1e-9,
        "{found:?}"
    );
    assert_eq!(judge(&found), Judgement::Undecided);
}

#[test]
fn student_quantiles_leave_tails_of_a_fortieth() {
    for tenths in (10..3_000).step_by(7) {
        let degrees = f64::from(tenths) / 10.0;
        let student = StudentsT::new(0.0, 1.0, degrees).unwrap();
        let above = student.sf(quantile(degrees));
        assert!((above - 0.025).abs() < 1e-9, "{degrees}: {above}");
    }
    assert!(quantile(f64::NAN).is_nan() && quantile(-1.0).is_nan());
}
