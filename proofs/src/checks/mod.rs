//! What is claimed, as code: one function a clause, for every engine.
//!
//! | file | claims about |
//! |---|---|
//! | `search` | what every search does, whatever h is |
//! | `steps` | steps of the paper's proofs, one by one |
//! | `suboptimality` | how much A\* may lose, with and without reopening |

pub mod search;
pub mod steps;
pub mod suboptimality;
