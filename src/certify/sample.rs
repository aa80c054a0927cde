//! What can be said of spaces that are too large to sweep.
//!
//! Of states drawn at random, so many are overestimated; Clopper and Pearson say below
//! which limit the true rate then lies. It is a statement about chance: it may be wrong
//! once in a while, and it never says that the rate is zero.

pub use crate::stats::interval::upper_limit;

#[cfg(test)]
mod tests {
    use super::*;

    /// For every rate, the limit is below it with a probability of at most the risk:
    /// binomial probabilities, added up.
    #[test]
    fn the_limit_is_too_low_no_more_often_than_it_says() {
        let n = 60;
        for risk in [0.05, 0.01] {
            for step in 1..200 {
                let rate = step as f64 / 200.0;
                let mut probability = (1.0_f64 - rate).powi(n as i32);
                let mut missed = 0.0;
                for met in 0..=n {
                    if upper_limit(met, n, risk) < rate {
                        missed += probability;
                    }
                    probability *= (n - met) as f64 / (met + 1) as f64 * rate / (1.0 - rate);
                }
                assert!(missed <= risk + 1e-9, "{rate}: {missed}");
            }
        }
    }
}
