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
//! | [`learned`] | tables and networks that are learned from a sample |
//! | [`experiment`] | [`experiment::measure`]: deviations for many N, many times, and what the theorem allows |
//! | [`result`] | [`result::rate`]: all of it at once, as it is kept in a file |

pub mod experiment;
pub mod instances;
pub mod learned;
pub mod result;
pub mod spaces;
