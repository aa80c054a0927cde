//! Certification of learned heuristics: every state is swept, overestimates are lowered, and
//! a certificate states that the heuristic is admissible.
//!
//! ```text
//! network (integers) ─ choose ─ sweep ─ correct ─ certificate
//! ```
//!
//! | file | what it keeps |
//! |---|---|
//! | [`lower`] | by how much a value is lowered, and why it is never too high then |
//! | [`filter`] | a set with false positives and no false negatives, a few bits an entry |
//! | [`exceptions`] | a set with neither |
//! | [`correction`] | sets by amount of excess, of whichever kind is smaller |
//! | `near_goal` | exact values of the few states near the goal, where a search ends |
//! | `choose` | the rule and the filter that give the largest mean within some bytes |
//! | `sweep` | every state: what it is worth, what overestimates |
//! | `log` | how far a sweep has come, in files that survive a power cut |
//! | `pipeline` | all of it, one step after the other |
//! | `corrected` | a network and its correction: values, files |
//! | `certificate` | what was found, with digests of all that it is about |

#[cfg(feature = "learn")]
pub mod certificate;
#[cfg(feature = "learn")]
pub mod choose;
#[cfg(feature = "learn")]
pub mod corrected;
pub mod correction;
pub mod exceptions;
pub mod filter;
#[cfg(feature = "learn")]
pub mod log;
pub mod lower;
#[cfg(feature = "learn")]
pub mod near_goal;
#[cfg(feature = "learn")]
pub mod pipeline;
#[cfg(feature = "learn")]
pub mod sweep;

#[cfg(feature = "learn")]
pub use certificate::Certificate;
#[cfg(feature = "learn")]
pub use corrected::CorrectedNetwork;
pub use correction::Correction;
pub use lower::lowered;
#[cfg(feature = "learn")]
pub use pipeline::{Certification, CertifyError, CertifyOutcome, GroundTruth, rederive};

#[cfg(all(test, feature = "learn"))]
mod tests;
