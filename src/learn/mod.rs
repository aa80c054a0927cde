//! Heuristics that are learnt from tables: how a state is given to a network,
//! networks, losses, sampling, training.
//!
//! | file | what it is for |
//! |---|---|
//! | `tokens` | states as short lists of small numbers, in canonical form if wanted |
//! | `loss` | cross-entropy and CEA, from logits, with their gradients |

pub mod decide;
pub mod evaluate;
pub mod loss;
pub mod model;
pub mod pair;
pub mod sample;
pub mod schedule;
pub mod tokens;
pub mod train;
