//! The paper's networks, on tensors of the crate `burn`.
//!
//! | file | contents |
//! |---|---|
//! | `residual_network` | [`PaperNetwork`]: a convolution, two dense layers, residual blocks |
//! | `loss` | [`loss::Criterion`]: cross-entropy and CEA on tensors |
//! | `weights` | files of weights for `PyTorch` |
//! | `trainer` | [`Trainer`]: steps of an optimizer on batches |
//! | `learner` | the traits that [`crate::learn::train`] needs, and devices |
//!
//! ```
//! use admit::learn::burn::{PaperConfig, PaperNetwork, Trainer};
//! use admit::learn::loss::Loss;
//! let small = PaperConfig { channels: 2, fc: 16, res: 8, blocks: 1, ..PaperConfig::SIX_EDGE };
//! let mut trainer = Trainer::new(PaperNetwork::new(small, 7, &Default::default()));
//! let inputs = vec![0.5; small.inputs()];
//! let before = trainer.step(inputs.clone(), &[3], Loss::Ce, 1e-2);
//! let after = trainer.step(inputs, &[3], Loss::Ce, 1e-2);
//! assert!(after < before);
//! ```

mod learner;
pub mod loss;
mod residual_network;
mod trainer;
mod weights;

pub use super::paper_sizes::{PaperConfig, Preset};
pub use learner::device;
pub use residual_network::PaperNetwork;
pub use trainer::Trainer;
pub use weights::WeightsError;
