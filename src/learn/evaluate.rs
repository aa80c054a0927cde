//! How good a network is: its mean, how often it overestimates, and both by true
//! class, over all states or over a sample.
//!
//! Over all states the figures are exact. Of a sample the rate of overestimates has
//! the interval of Clopper and Pearson, which holds the true rate with a
//! probability of at least 95 %, however small the rate is.

use super::decide::{Calibration, Rule};
use super::learner::Network;
use super::sample::Examples;
use rayon::prelude::*;
use statrs::distribution::{Beta, ContinuousCDF};

/// What was found of one true class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ByClass {
    /// States looked at.
    pub states: u64,
    /// Sum of values.
    pub sum: u64,
    /// Values above the true class.
    pub over: u64,
    /// By how much at most.
    pub most: u8,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By true class.
    pub by_class: Vec<ByClass>,
    /// What other rules would do.
    pub calibration: Calibration,
    /// Whether every state was looked at.
    pub all: bool,
}

/// The interval of Clopper and Pearson for a share, at 95 %.
///
/// ```
/// use admit::learn::evaluate::interval;
/// let (low, high) = interval(0, 1000);
/// assert!(low == 0.0 && (high - 0.003682).abs() < 1e-5);
/// let (low, high) = interval(50, 100);
/// assert!((low - 0.3983).abs() < 1e-3 && (high - 0.6017).abs() < 1e-3);
/// ```
pub fn interval(hits: u64, of: u64) -> (f64, f64) {
    let low = match hits {
        0 => 0.0,
        _ => quantile(hits, of - hits + 1, 0.025),
    };
    (low, upper_limit(hits, of, 0.025))
}

/// The upper limit of Clopper and Pearson for a rate, of which so many cases were met
/// among so many, that is too low with a probability of at most `risk`.
///
/// ```
/// use admit::learn::evaluate::upper_limit;
/// // The rule of three: nothing among n leaves 3/n at 95 %.
/// assert!((upper_limit(0, 1000, 0.05) - 0.002991).abs() < 1e-6);
/// assert_eq!(upper_limit(10, 10, 0.05), 1.0);
/// assert!(upper_limit(5, 1000, 0.05) > 0.005);
/// ```
pub fn upper_limit(met: u64, among: u64, risk: f64) -> f64 {
    if met >= among {
        return 1.0;
    }
    quantile(met + 1, among - met, 1.0 - risk)
}

/// Below which a number of Beta's distribution is with this probability.
fn quantile(a: u64, b: u64, at: f64) -> f64 {
    Beta::new(a as f64, b as f64).map_or(f64::NAN, |beta| beta.inverse_cdf(at))
}

impl Evaluation {
    fn none(classes: usize) -> Evaluation {
        Evaluation {
            by_class: vec![ByClass::default(); classes],
            calibration: Calibration::new(),
            all: false,
        }
    }

    /// States looked at.
    pub fn states(&self) -> u64 {
        self.by_class.iter().map(|c| c.states).sum()
    }

    /// Overestimated states.
    pub fn over(&self) -> u64 {
        self.by_class.iter().map(|c| c.over).sum()
    }

    /// Share of overestimated states.
    pub fn rate(&self) -> f64 {
        self.over() as f64 / self.states().max(1) as f64
    }

    /// Mean value.
    pub fn mean(&self) -> f64 {
        let sum: u64 = self.by_class.iter().map(|c| c.sum).sum();
        sum as f64 / self.states().max(1) as f64
    }

    /// Between which values the rate lies: exactly, if all states were looked at.
    pub fn rate_interval(&self) -> (f64, f64) {
        if self.all {
            return (self.rate(), self.rate());
        }
        interval(self.over(), self.states())
    }

    fn merge(mut self, other: &Evaluation) -> Evaluation {
        for (mine, other) in self.by_class.iter_mut().zip(&other.by_class) {
            mine.states += other.states;
            mine.sum += other.sum;
            mine.over += other.over;
            mine.most = mine.most.max(other.most);
        }
        self.calibration.merge(&other.calibration);
        self
    }
}

/// How many states a thread takes at once.
const PIECE: usize = 1 << 14;

/// Looks at some states.
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

/// Looks at every state; says how many are done.
pub fn evaluate_all(
    network: &(impl Network + ?Sized),
    rule: Rule,
    examples: &impl Examples,
    progress: &(dyn Fn(u64, u64) + Sync),
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
            progress(before + to - from, states);
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
    // Beforehand, so that memory is asked for many entries at once.
    let truths: Vec<u8> = numbers.iter().map(|&n| examples.class(n)).collect();
    network.score(examples, numbers, &mut |i, logits| {
        let truth = truths[i];
        let value = rule.pick(logits);
        let class = &mut found.by_class[truth as usize];
        class.states += 1;
        class.sum += value as u64;
        if value > truth {
            class.over += 1;
            class.most = class.most.max(value - truth);
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
    use crate::pdb::{SILENT, Table};

    #[test]
    fn a_sample_of_all_states_is_all_states() {
        let table = Table::build("edges:UR,UF".parse().unwrap(), u64::MAX, SILENT).unwrap();
        let examples = CubeExamples::new(table, false).unwrap();
        let classes = sizes(&examples);
        let shape = Shape {
            values: vec![24; 2],
            rows: 16,
            width: 16,
            blocks: 0,
            classes: classes.len(),
        };
        let network = PairNetwork::new(shape, 2).unwrap();
        let numbers: Vec<u64> = (0..examples.states()).collect();
        let some = evaluate(&network, Rule::ArgMax, &examples, &numbers);
        let all = evaluate_all(&network, Rule::ArgMax, &examples, &|_, _| ());
        assert_eq!(some.by_class, all.by_class);
        assert_eq!(all.states(), examples.states());
        for (class, &size) in all.by_class.iter().zip(&classes) {
            assert_eq!(class.states, size);
        }
        assert_eq!(all.rate_interval(), (all.rate(), all.rate()));
        // Counted again, one by one.
        let mut tokens = [0; 2];
        let over = numbers.iter().filter(|&&n| {
            examples.tokens().write(n, &mut tokens);
            Rule::ArgMax.pick(&network.logits(&tokens)) > examples.class(n)
        });
        assert_eq!(over.count() as u64, all.over());
        assert!(all.over() > 0);
    }

    /// The interval holds the true rate, in at least 95 of 100 cases, for rates
    /// large and small: by adding up the binomial distribution.
    #[test]
    fn the_interval_covers() {
        let n = 60_u64;
        for rate in [0.001, 0.02, 0.3, 0.5, 0.97] {
            let mut probability = (1.0_f64 - rate).powi(n as i32);
            let mut covered = 0.0;
            for hits in 0..=n {
                let (low, high) = interval(hits, n);
                if low <= rate && rate <= high {
                    covered += probability;
                }
                probability *= (n - hits) as f64 / (hits + 1) as f64 * rate / (1.0 - rate);
            }
            assert!(covered >= 0.95, "{rate}: {covered}");
        }
    }
}
