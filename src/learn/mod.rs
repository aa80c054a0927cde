//! Heuristics that are learnt from tables: how a state is given to a network,
//! networks, losses, sampling, training.
//!
//! | file | what it is for |
//! |---|---|
//! | `burn` | the paper's networks, on tensors of the crate `burn` |
//! | `encode` | how a state is given to a network |
//! | `loss` | cross-entropy and CEA, from logits, with their gradients |

#[cfg(feature = "burn")]
pub mod burn;
pub mod encode;
pub mod loss;
