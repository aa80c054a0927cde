//! Evaluation of a network: mean and overestimation rate, in total and by true class, on all
//! states or a sample.
//!
//! On all states the figures are exact. On a sample the overestimation rate has a
//! Clopper–Pearson interval, whose coverage is at least 95 % for every rate. Means have a normal
//! interval, or that of [`hoeffding`] where the variance is unknown.

use super::decision_rule::{Calibration, Rule};
use super::network::Network;
use super::sample::{Batch, Examples, Sampler, Shares};
use crate::files::{Options, Progress};
use crate::stats::interval::{clopper_pearson, hoeffding, normal};
use rayon::prelude::*;
use thiserror::Error;

/// Results on one exact class.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ByClass {
    /// Number of states.
    pub states: u64,
    /// Sum of values.
    pub sum: u64,
    /// Sum of squared values.
    pub squares: u64,
    /// Number of overestimates.
    pub over: u64,
    /// Largest excess.
    pub most: u8,
    /// Number of overestimates by 1, by 2, and so on.
    #[serde(default)]
    pub excess: Vec<u64>,
}

/// Results of an evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By true class.
    pub by_class: Vec<ByClass>,
    /// Overestimates and means of quantile rules.
    pub calibration: Calibration,
    /// Whether all states were evaluated.
    pub all: bool,
}

impl ByClass {
    /// Mean value.
    ///
    /// ```
    /// use admit::learn::evaluate::ByClass;
    /// let class = ByClass { states: 4, sum: 10, ..ByClass::default() };
    /// assert_eq!(class.mean(), 2.5);
    /// ```
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.states.max(1) as f64
    }

    /// 95 % interval of the mean of all states, if these were drawn at random: the mean ± 1.96
    /// standard errors, by the sample variance. For fewer than 30 states it is the interval of
    /// [`hoeffding`], for values from 0 to `range`; if 30 or more states all have the same
    /// value, this value alone.
    ///
    /// ```
    /// use admit::learn::evaluate::ByClass;
    /// // 1 and 3, equally often: the variance is n/(n − 1).
    /// let class = ByClass { states: 1000, sum: 2000, squares: 5000, ..ByClass::default() };
    /// let (low, high) = class.mean_interval(11.0);
    /// assert!((low - 1.93799).abs() < 1e-5 && (high - 2.06201).abs() < 1e-5);
    /// ```
    pub fn mean_interval(&self, range: f64) -> (f64, f64) {
        normal(self.states, self.sum, self.squares, range)
    }

    fn merge(&mut self, other: &ByClass) {
        self.states += other.states;
        self.sum += other.sum;
        self.squares += other.squares;
        self.over += other.over;
        self.most = self.most.max(other.most);
        if self.excess.len() < other.excess.len() {
            self.excess.resize(other.excess.len(), 0);
        }
        for (all, some) in self.excess.iter_mut().zip(&other.excess) {
            *all += some;
        }
    }
}

impl Evaluation {
    fn none(classes: usize) -> Evaluation {
        Evaluation {
            by_class: vec![ByClass::default(); classes],
            calibration: Calibration::new(),
            all: false,
        }
    }

    /// All classes together.
    fn together(&self) -> ByClass {
        let mut all = ByClass::default();
        self.by_class.iter().for_each(|class| all.merge(class));
        all
    }

    /// Largest possible value.
    fn range(&self) -> f64 {
        self.by_class.len().saturating_sub(1) as f64
    }

    /// Number of states.
    pub fn states(&self) -> u64 {
        self.by_class.iter().map(|c| c.states).sum()
    }

    /// Number of overestimates.
    pub fn over(&self) -> u64 {
        self.by_class.iter().map(|c| c.over).sum()
    }

    /// Overestimation rate.
    pub fn rate(&self) -> f64 {
        self.over() as f64 / self.states().max(1) as f64
    }

    /// Mean value.
    pub fn mean(&self) -> f64 {
        self.together().mean()
    }

    /// 95 % interval of the overestimation rate; exact if all states were evaluated.
    pub fn rate_interval(&self) -> (f64, f64) {
        if self.all {
            return (self.rate(), self.rate());
        }
        clopper_pearson(self.over(), self.states())
    }

    /// 95 % interval of the mean; exact if all states were evaluated, else the mean ± 1.96 s/√n
    /// (see [`ByClass::mean_interval`]).
    ///
    /// Samples are stratified by class in proportion to size. Apart from rounding to whole
    /// states, which is negligible in samples of some hundreds, the variance of the mean is at
    /// most that of independent draws, s²/n; so for large samples coverage is at least 95 %.
    ///
    /// ```
    /// use admit::learn::decision_rule::Calibration;
    /// use admit::learn::evaluate::{ByClass, Evaluation};
    /// let class = ByClass { states: 1000, sum: 2000, squares: 5000, ..ByClass::default() };
    /// let calibration = Calibration::new();
    /// let mut found = Evaluation { by_class: vec![class; 4], calibration, all: false };
    /// let (low, high) = found.mean_interval();
    /// assert!((low - 1.96901).abs() < 1e-5 && (high - 2.03099).abs() < 1e-5);
    /// found.all = true;
    /// assert_eq!(found.mean_interval(), (2.0, 2.0));
    /// ```
    pub fn mean_interval(&self) -> (f64, f64) {
        if self.all {
            return (self.mean(), self.mean());
        }
        self.together().mean_interval(self.range())
    }

    /// 95 % interval of the mean of a quantile rule with this mean on these states; exact if all
    /// states were evaluated, else by [`hoeffding`], because sums of squares are unknown.
    ///
    /// Coverage is at least 95 % for a rule fixed beforehand. A rule chosen on the same states
    /// has a mean that is biased upwards; the bias is small beside the width, which allows for
    /// values anywhere between the first class and the last.
    ///
    /// ```
    /// use admit::learn::decision_rule::Calibration;
    /// use admit::learn::evaluate::{ByClass, Evaluation};
    /// let class = ByClass { states: 16_384, ..ByClass::default() };
    /// let calibration = Calibration::new();
    /// let mut found = Evaluation { by_class: vec![class; 4], calibration, all: false };
    /// let (low, high) = found.careful_interval(2.0);
    /// assert!((low - 1.98408).abs() < 1e-5 && (high - 2.01592).abs() < 1e-5);
    /// found.all = true;
    /// assert_eq!(found.careful_interval(2.0), (2.0, 2.0));
    /// ```
    pub fn careful_interval(&self, mean: f64) -> (f64, f64) {
        if self.all {
            return (mean, mean);
        }
        hoeffding(mean, self.range(), self.states())
    }

    fn merge(mut self, other: &Evaluation) -> Evaluation {
        for (mine, other) in self.by_class.iter_mut().zip(&other.by_class) {
            mine.merge(other);
        }
        self.calibration.merge(&other.calibration);
        self
    }
}

/// States that a thread takes at once.
const PIECE: usize = 1 << 14;

/// Evaluates the states with these numbers.
pub fn evaluate(
    network: &(impl Network + ?Sized),
    rule: Rule,
    examples: &impl Examples,
    numbers: &[u64],
) -> Evaluation {
    let classes = network.form().classes();
    numbers
        .par_chunks(PIECE)
        .map(|numbers| piece(network, rule, examples, numbers))
        .reduce(|| Evaluation::none(classes), |one, other| one.merge(&other))
}

/// A sample is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} states do not fit into memory")]
pub struct SampleError(pub u64);

/// Evaluates a sample of states, stratified by class.
///
/// # Errors
///
/// If the sample does not fit into memory.
pub fn evaluate_sample(
    network: &(impl Network + ?Sized),
    rule: Rule,
    examples: &impl Examples,
    count: u64,
    seed: u64,
    options: &Options<'_>,
) -> Result<Evaluation, SampleError> {
    if count.saturating_mul(16) > options.memory {
        return Err(SampleError(count));
    }
    let sampler = Sampler::new(examples, Shares::Proportional, seed);
    let mut batch = Batch::default();
    sampler.draw(examples, 0, count as usize, &mut batch);
    Ok(evaluate(network, rule, examples, &batch.numbers))
}

/// Evaluates every state.
pub fn evaluate_all(
    network: &(impl Network + ?Sized),
    rule: Rule,
    examples: &impl Examples,
    progress: Progress<'_>,
) -> Evaluation {
    let classes = network.form().classes();
    let states = examples.states();
    let done = std::sync::atomic::AtomicU64::new(0);
    let pieces = states.div_ceil(PIECE as u64);
    let found = (0..pieces)
        .into_par_iter()
        .map(|i| {
            let from = i * PIECE as u64;
            let to = (from + PIECE as u64).min(states);
            let numbers: Vec<u64> = (from..to).collect();
            let found = piece(network, rule, examples, &numbers);
            let before = done.fetch_add(to - from, std::sync::atomic::Ordering::Relaxed);
            progress.report("evaluating", before + to - from, states);
            found
        })
        .reduce(|| Evaluation::none(classes), |one, other| one.merge(&other));
    Evaluation { all: true, ..found }
}

fn piece(
    network: &(impl Network + ?Sized),
    rule: Rule,
    examples: &impl Examples,
    numbers: &[u64],
) -> Evaluation {
    let mut found = Evaluation::none(network.form().classes());
    // Beforehand, so that cache misses overlap.
    let truths: Vec<u8> = numbers.iter().map(|&n| examples.class(n)).collect();
    network.score(examples, numbers, &mut |i, logits| {
        let truth = truths[i];
        let value = rule.pick(logits);
        let class = &mut found.by_class[truth as usize];
        class.states += 1;
        class.sum += value as u64;
        class.squares += (value as u64).pow(2);
        if value > truth {
            class.over += 1;
            class.most = class.most.max(value - truth);
            class.excess.resize(class.most as usize, 0);
            class.excess[(value - truth - 1) as usize] += 1;
        }
        found.calibration.add(logits, truth);
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::pair::{PairNetwork, Shape};
    use crate::learn::sample::{CubeExamples, sizes};
    use crate::pdb::cube::CubeTable;

    /// All states of two edges, and an untrained network.
    fn two_edges() -> (CubeExamples, PairNetwork) {
        let table = CubeTable::build("edges:UR,UF".parse().unwrap(), &Options::default()).unwrap();
        let examples = CubeExamples::new(table, false).unwrap();
        let shape = Shape {
            values: vec![24; 2],
            rows: 16,
            width: 16,
            blocks: 0,
            classes: sizes(&examples).len(),
        };
        (examples, PairNetwork::new(shape, 2).unwrap())
    }

    #[test]
    fn evaluation_equals_counts_one_by_one() {
        let (examples, network) = two_edges();
        let classes = sizes(&examples);
        let numbers: Vec<u64> = (0..examples.states()).collect();
        let some = evaluate(&network, Rule::ArgMax, &examples, &numbers);
        let all = evaluate_all(&network, Rule::ArgMax, &examples, Progress::none());
        assert_eq!(some.by_class, all.by_class);
        assert_eq!(all.states(), examples.states());
        for (class, &size) in all.by_class.iter().zip(&classes) {
            assert_eq!(class.states, size);
        }
        assert_eq!(all.rate_interval(), (all.rate(), all.rate()));
        assert_eq!(all.mean_interval(), (all.mean(), all.mean()));
        let mut tokens = [0; 2];
        let values = numbers.iter().map(|&n| {
            examples.tokens().write(n, &mut tokens);
            (Rule::ArgMax.pick(&network.logits(&tokens)), n)
        });
        let values: Vec<(u8, u64)> = values.collect();
        let over = values.iter().filter(|(v, n)| *v > examples.class(*n));
        assert_eq!(over.count() as u64, all.over());
        let by_excess = all
            .by_class
            .iter()
            .map(|class| class.excess.iter().sum::<u64>());
        assert_eq!(by_excess.sum::<u64>(), all.over());
        assert!(all.over() > 0);
        let squares: u64 = values.iter().map(|(v, _)| u64::from(*v).pow(2)).sum();
        assert_eq!(squares, all.together().squares);
    }

    /// Intervals of at least 93 % of 400 samples contain the true mean, and have the width that
    /// follows from the true variance.
    #[test]
    fn intervals_cover_the_true_mean() {
        let (examples, network) = two_edges();
        let all = evaluate_all(&network, Rule::ArgMax, &examples, Progress::none());
        let truth = all.mean();
        let variance = all.together().squares as f64 / all.states() as f64 - truth.powi(2);
        let (samples, count) = (400, 300);
        let expected = 2.0 * crate::stats::NORMAL_QUANTILE * (variance / count as f64).sqrt();
        assert!(expected > 0.05, "{expected}: all values are the same");
        let mut batch = Batch::default();
        let (mut held, mut width) = (0, 0.0);
        for seed in 0..samples {
            let sampler = Sampler::new(&examples, Shares::Proportional, seed);
            sampler.draw(&examples, 0, count, &mut batch);
            let found = evaluate(&network, Rule::ArgMax, &examples, &batch.numbers);
            let (low, high) = found.mean_interval();
            held += u64::from(low <= truth && truth <= high);
            width += (high - low) / samples as f64;
            // All rules, none of them chosen on this sample.
            for (one, all) in found.calibration.rows().zip(all.calibration.rows()) {
                let (low, high) = found.careful_interval(one.2);
                assert!(low <= all.2 && all.2 <= high, "{seed}: {}", one.0);
            }
        }
        assert!(100 * held >= 93 * samples, "{held} of {samples}");
        assert!((width / expected - 1.0).abs() < 0.05, "{width} {expected}");
    }
}
