//! Certification of learned heuristics: every state is swept, overestimates are lowered, and
//! a certificate states that the heuristic is admissible.
//!
//! | file | contents |
//! |---|---|
//! | [`lower`] | lowering of values by nested sets, and why no overestimate remains |
//! | [`filter`] | a set with false positives and no false negatives, a few bits an entry |
//! | [`exceptions`] | an exact set |
//! | [`correction`] | nested sets by excess, each of the smaller kind |
//! | `near_goal` | exact values of the few states near the goal, where a search ends |
//! | `choose` | the rule and the filters with the largest mean within a byte limit |
//! | `sweep` | values and overestimates of all states |
//! | `log` | finished chunks of a sweep, in files that survive a power failure |
//! | `pipeline` | all steps in order |
//! | `corrected` | a network and its correction: values, files |
//! | `certificate` | findings, with digests of network, correction and table |

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
