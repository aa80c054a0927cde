//! Heuristics that are learnt from tables: how a state is given to a network,
//! networks, losses, sampling, training.
//!
//! | file | what it is for |
//! |---|---|
//! | `loss` | cross-entropy and CEA, from logits, with their gradients |

pub mod loss;
