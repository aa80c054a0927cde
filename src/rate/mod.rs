//! How fast the mean over samples nears its expectation.
//!
//! A loss is an expectation over all states, and training sees means over samples of
//! it. For each of several sample sizes N an experiment draws many samples, and
//! measures how far the mean over each is from the expectation. How the deviations
//! shrink as N grows is fitted, held against other shapes, and judged by a rule that
//! was fixed before.
//!
//! | file | what it keeps |
//! |---|---|
//! | [`fit`] | [`fit::fit`]: the exponent s of c·Nˢ, how sure it is, whether a power law fits at all |
//! | [`shapes`] | rivals of c·Nˢ, compared by Akaike's criterion |
//! | [`power`] | which exponents an experiment could have told from −1/2 |
//! | [`rule`] | [`rule::judge`]: like 1/√N, not like it, or undecided |

pub mod fit;
pub mod power;
pub mod rule;
pub mod shapes;
#[cfg(test)]
mod tests;
