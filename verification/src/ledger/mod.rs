//! What is claimed, what was found, and the verdict that follows.
//!
//! | file | what it keeps |
//! |---|---|
//! | `claims` | [`Claims`]: every claim, where it stands, and which evidence settles it |
//! | `evidence` | [`EvidenceId`]: a piece of evidence by engine, file and name |
//! | `finding` | [`Finding`]: what one piece of evidence found when it ran |
//! | `verdict` | [`Verdict`]: what follows from all findings about a claim |
//! | `book` | [`Ledger`]: all claims with findings and verdicts, as a file |
//! | `expected` | [`Expected`]: how every claim came out before |
//! | `cite` | the sentence that one may write, and a BibTeX entry |
//!
//! The file of claims states no verdict, and there is no place in it for one:
//! a verdict is a function of findings, and a finding comes from a run.
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

mod book;
mod cite;
mod claims;
mod evidence;
mod expected;
mod finding;
mod verdict;

pub use book::{Entry, Ledger, Run};
pub use cite::{bibtex, sentence};
pub use claims::{Claim, Claims, ClaimsError, Kind, Repair};
pub use evidence::{Engine, EvidenceId, EvidenceIdError};
pub use expected::{Difference, Expected};
pub use finding::{Finding, Outcome};
pub use verdict::Verdict;
