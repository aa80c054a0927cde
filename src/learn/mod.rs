//! Heuristics learned from tables.
//!
//! | file | contents |
//! |---|---|
//! | `encode` | encodings of a state for a network: tokens, or the paper's planes |
//! | `sample` | examples and batches |
//! | `goal` | examples with any goal: pairs of a start and a goal |
//! | `loss` | cross-entropy and CEA from logits, with gradients |
//! | `spec` | specifications of networks and optimizers |
//! | `network` | traits of all networks: evaluation and learning |
//! | `pair` | pair networks for processors: sums of embeddings of token pairs, and narrow layers |
//! | `paper_sizes` | sizes of the paper's networks, by name |
//! | `burn` | the paper's networks, on tensors of the crate `burn` (feature `burn`) |
//! | `schedule` | the learning rate, and the paper's phases of β and η |
//! | `train` | training in rounds, with checkpoints |
//! | `decision_rule` | decision rules: from logits to a value, by argmax or by a quantile |
//! | `choose_rule` | choice of the decision rule by an overestimation rate or by bytes |
//! | `evaluate` | mean value and overestimation rate, on all states or a sample |
//! | `model` | files of trained networks, with all that evaluation needs |
//! | `tensors` | files of named tensors |

#[cfg(feature = "burn")]
pub mod burn;
pub mod choose_rule;
pub mod decision_rule;
pub mod encode;
pub mod evaluate;
pub mod goal;
pub mod loss;
pub mod model;
pub mod network;
pub mod pair;
pub mod paper_sizes;
pub mod sample;
pub mod schedule;
pub mod spec;
pub mod tensors;
pub mod train;
