//! Heuristics that are learnt from tables.
//!
//! | file | what it is for |
//! |---|---|
//! | `encode` | how a state is given to a network: as tokens, or as the paper's planes |
//! | `sample` | examples, and which of them make a batch |
//! | `goal` | pairs of a start and a goal as examples: one network for any goal |
//! | `loss` | cross-entropy and CEA, from logits, with their gradients |
//! | `spec` | which network is asked for, and whether it fits the states |
//! | `network` | what all networks have in common: to be asked, and to learn |
//! | `pair` | networks for processors: rows for pairs of tokens, added up, and narrow layers |
//! | `paper_sizes` | the sizes of the paper's networks, by name |
//! | `burn` | the paper's networks, on tensors of the crate `burn` (feature `burn`) |
//! | `schedule` | the learning rate, and the paper's phases of β and η |
//! | `train` | rounds of training, and going on where one stopped |
//! | `decision_rule` | from logits to a value: the largest, or a careful quantile |
//! | `choose_rule` | choice of the decision rule by an overestimation rate or by bytes |
//! | `evaluate` | mean and overestimates, on all states or a sample |
//! | `model` | a network with all that is needed to ask it, in a file |
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
