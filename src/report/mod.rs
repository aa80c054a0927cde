//! What people look at: pictures of what was measured.
//!
//! | file | what it is for |
//! |---|---|
//! | `chart` | lines over axes, several charts beneath each other, as SVG |
//! | `run` | how a training run went (feature `learn`) |

pub mod chart;
#[cfg(feature = "learn")]
pub mod run;
