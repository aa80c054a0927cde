//! Networks in integers: the same bits on every machine.
//!
//! A float that rounds otherwise elsewhere would void a certificate. So a network
//! that a certificate vouches for is first turned into integers: weights and what
//! layers hand on are of 16 bits (rows of tables may be of 8), sums of products of
//! 32. Whether a sum could overflow is settled from the weights alone, before
//! anything is computed ([`layer::check`]); so sums may be added up in any order, by
//! any instructions, on any number of threads, and are the same.
//!
//! | file | what it keeps |
//! |---|---|
//! | [`layer`] | a dense layer: products, rounding, and why nothing overflows |
//! | [`integer_rule`] | from logits to a value, without a float |
//! | [`network`] | sums of table rows, layers behind them; a value for tokens |
//! | [`batch`] | many states at once, with the widest vectors of the processor |
//! | `quantise` | from the floats that were learned to integers |
//! | `file` | networks in files |

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
