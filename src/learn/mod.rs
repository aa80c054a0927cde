//! Heuristics learned from tables.
//!
//! | file | what it is for |
//! |---|---|
//! | `encode` | encodings of a state for a network: tokens, or the paper's planes |
//! | `sample` | examples, and which of them make a batch |
//! | `goal` | pairs of a start and a goal as examples: one network for any goal |
//! | `loss` | cross-entropy and CEA, from logits, with their gradients |
//! | `spec` | the network as it is specified, and whether it fits the states |
//! | `network` | the traits of all networks: evaluation and learning |
//! | `pair` | networks for processors: rows for pairs of tokens, added up, and narrow layers |
//! | `paper_sizes` | the sizes of the paper's networks, by name |
//! | `burn` | the paper's networks, on tensors of the crate `burn` (feature `burn`) |
//! | `schedule` | the learning rate, and the paper's phases of β and η |
//! | `train` | rounds of training, and going on where one stopped |
//! | `decision_rule` | decision rules: from logits to a value, by argmax or by a quantile |
//! | `choose_rule` | choice of the decision rule by an overestimation rate or by bytes |
//! | `evaluate` | mean value and overestimation rate, on all states or a sample |
//! | `model` | a trained network in a file, with all that evaluation needs |
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
