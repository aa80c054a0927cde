//! Proofs about the code that runs, for model checkers.
//!
//! Harnesses in this crate call the functions of `admit` themselves, not copies
//! of them. They need only its light core (graphs, search, ranking,
//! compression, headers), which builds without default features and with one
//! small dependency. No harness has been written yet.
