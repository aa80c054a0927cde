//! Every statistic, once.
//!
//! | file | contents |
//! |---|---|
//! | [`fit`] | the exponent s of c·Nˢ, its interval, and whether a power law fits at all |
//! | [`interval`] | confidence intervals for shares and means |
//! | [`judge`] | like 1/√N, not like it, or undecided |
//! | [`model`] | rivals of c·Nˢ, compared by Akaike's criterion |
//! | [`power`] | which exponents an experiment could have told from −1/2 |
//! | [`random`] | uniform draws |
//! | [`paired`] | two that did the same work: ratio, interval, tests |

pub mod fit;
pub mod interval;
pub mod judge;
pub mod model;
pub mod paired;
pub mod power;
pub mod random;
#[cfg(test)]
mod tests;
