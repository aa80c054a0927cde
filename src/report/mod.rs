//! What people look at: pictures of what was measured.
//!
//! | file | what it is for |
//! |---|---|
//! | `chart` | lines over axes, several charts beneath each other, as SVG |
//! | `paper` | what the paper prints of its networks |
//! | `run` | how a training run went (feature `learn`) |

pub mod chart;
pub mod paper;
#[cfg(feature = "learn")]
pub mod run;
