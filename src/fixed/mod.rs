//! Integer networks: the same bits on every machine.
//!
//! Floats that round differently elsewhere would void a certificate, so a network is quantised
//! before it is certified: weights and activations have 16 bits (table rows may have 8), sums of
//! products 32. Overflow is excluded from the weights alone, before anything is computed
//! ([`layer::check`]), so sums are equal in any order, with any instructions, on any number of
//! threads.
//!
//! | file | contents |
//! |---|---|
//! | [`layer`] | a dense layer: products, rounding, and the check against overflow |
//! | [`integer_rule`] | decision rules on integer logits |
//! | [`network`] | sums of table rows, layers; the value for tokens |
//! | [`batch`] | inference in blocks, with the widest vectors of the processor |
//! | `quantise` | quantisation of learned networks |
//! | `file` | files of networks |

#[cfg(feature = "tables")]
pub mod batch;
#[cfg(feature = "learn")]
pub mod file;
pub mod integer_rule;
pub mod layer;
pub mod network;
#[cfg(feature = "learn")]
pub mod quantise;
#[cfg(feature = "tables")]
mod vector;

pub use integer_rule::FixedRule;
pub use network::{FixedError, FixedNetwork, Sizes};

#[cfg(all(test, feature = "learn"))]
mod tests;
