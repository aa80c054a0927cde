//! How fast the mean over samples nears its expectation.
//!
//! What is wanted of a heuristic is small in expectation over all instances; what is seen
//! is its mean over N of them. For each of several N an experiment draws many samples,
//! and measures how far the mean over each is from the expectation. How the deviations
//! shrink as N grows is fitted, held against other shapes, and judged by a rule that
//! was fixed before.
//!
//! | file | what it keeps |
//! |---|---|
//! | [`instances`] | every start of a space with an optimal path, and Ψ of all of them at once |
//! | [`spaces`] | the 8-puzzle, `TopSpin` and the eight corners, start by start |
//! | [`learned`] | tables and networks that are learnt from a sample |
//! | [`experiment`] | [`experiment::measure`]: deviations for many N, many times, and what the theorem allows |
//! | [`fit`] | [`fit::fit`]: the exponent s of c·Nˢ, how sure it is, whether a power law fits at all |
//! | [`shapes`] | rivals of c·Nˢ, compared by Akaike's criterion |
//! | [`power`] | which exponents an experiment could have told from −1/2 |
//! | [`rated`] | [`rated::rate`]: all of it at once, as it is kept in a file |
//! | [`rule`] | [`rule::judge`]: like 1/√N, not like it, or undecided |

pub mod experiment;
pub mod fit;
pub mod instances;
pub mod learned;
pub mod power;
pub mod rated;
pub mod rule;
pub mod shapes;
pub mod spaces;
#[cfg(test)]
mod tests;
