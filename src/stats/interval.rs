//! Confidence intervals.

use statrs::distribution::{Beta, ContinuousCDF};

/// The interval of Clopper and Pearson for a share, at 95 %.
///
/// ```
/// use admit::stats::interval::clopper_pearson;
/// let (low, high) = clopper_pearson(0, 1000);
/// assert!(low == 0.0 && (high - 0.003682).abs() < 1e-5);
/// let (low, high) = clopper_pearson(50, 100);
/// assert!((low - 0.3983).abs() < 1e-3 && (high - 0.6017).abs() < 1e-3);
/// ```
pub fn clopper_pearson(hits: u64, of: u64) -> (f64, f64) {
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
/// use admit::stats::interval::upper_limit;
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

/// The interval of Hoeffding for a mean of values from 0 to `range`, of so many
/// states: what is at most that far from the mean. It asks for nothing but the range,
/// so that it is wide, and holds the true mean with a probability of at least 95 %,
/// of many states or few.
///
/// ```
/// use admit::stats::interval::hoeffding;
/// let (low, high) = hoeffding(6.0, 11.0, 65_536);
/// assert!((low - 5.94164).abs() < 1e-5 && (high - 6.05836).abs() < 1e-5);
/// // Nothing is known of no states.
/// assert_eq!(hoeffding(0.0, 11.0, 0), (0.0, 11.0));
/// ```
pub fn hoeffding(mean: f64, range: f64, of: u64) -> (f64, f64) {
    let half = range * ((2.0_f64 / 0.05).ln() / (2.0 * of as f64)).sqrt();
    ((mean - half).max(0.0), (mean + half).min(range))
}
