//! The ledger: claims, findings, and the verdicts that follow from them.
//!
//! `claims.toml` has no field for a verdict: a verdict is a function of findings, and a finding
//! comes from a run.
//!
//! ```
//! use admit_verification::ledger::{Claims, EvidenceId, Finding, Ledger, Outcome, Verdict};
//!
//! let claims = Claims::parse(r#"
//!     [[claim]]
//!     id = "two-is-even"
//!     kind = "text"
//!     place = "nowhere"
//!     statement = "2 is even."
//!     evidence = ["exhaustive proofs/src/checks/parity.rs::two"]
//! "#).unwrap();
//! let id: EvidenceId = "exhaustive proofs/src/checks/parity.rs::two".parse().unwrap();
//! let mut finding = Finding::new(id, Outcome::Holds);
//! finding.scope = "the number 2".to_owned();
//! let ledger = Ledger::new(&claims, vec![finding]);
//! assert_eq!(ledger.entries[0].verdict, Verdict::Checked);
//! ```

mod cite;
mod claims;
mod entry;
mod evidence;
mod expected;
mod finding;
mod verdict;

pub use cite::{bibtex, sentence};
pub use claims::{Claim, Claims, ClaimsError, Kind, Repair};
pub use entry::{Entry, Ledger, Run};
pub use evidence::{Engine, EvidenceId, EvidenceIdError};
pub use expected::{Difference, Expected};
pub use finding::{Finding, Outcome};
pub use verdict::Verdict;
