//! Admissible heuristics for A\*: pattern databases with a proof, learned heuristics with a
//! certificate, searches that are model-checked.
//!
//! A heuristic is *admitted* to search only when it is known never to overestimate: a table because
//! every entry was proved, a network because every state was swept and every overestimate lowered.
//!
//! # Should I be using this crate?
//!
//! - You search a space of your own and want pattern databases, A\* or IDA\* for it: yes. Implement
//!   [`space::Space`], and [`space::Ranked`] for tables.
//! - You train heuristics and want them admissible, with evidence: yes. See `learn` and `certify`.
//! - You study A\* on explicit graphs (inconsistency, reopening, suboptimality bounds): yes. See
//!   [`theory`].
//! - You want the command `admit`, charts, or the ledger of claims about the paper: that is the
//!   package `admit-cli` of the same repository.
//!
//! # Rooms
//!
//! A room uses only rooms above it in this table.
//!
//! | room | contents |
//! |---|---|
//! | [`files`] | atomic writes, digests, progress |
//! | [`stats`] | intervals, paired tests, regression |
//! | [`space`] | state spaces: graphs, the 3×3 cube, sliding tiles, TopSpin; the traits for other spaces |
//! | [`pdb`] | exact distances in an abstraction of any space: rank, build, prove, compress |
//! | [`learn`] | encodings, samples, losses, networks, training |
//! | [`fixed`] | integer networks: the same bits on every machine |
//! | [`certify`] | sweep every state, lower every overestimate, write a certificate |
//! | [`heuristic`] | heuristics: tables, maximum, difference, dual, certified networks |
//! | [`search`] | A\* with and without reopening, IDA\*; one trace type |
//! | [`theory`] | inconsistency, inadmissibility, bounds, pseudo-dimension, sample sizes |
//!
//! # Features
//!
//! | feature | adds | default |
//! |---|---|---|
//! | `tables` | building, storing and proving whole tables: threads, mapped files, digests | yes |
//! | `graphs` | explicit graphs of any size, their files | yes |
//! | `theory` | pseudo-dimensions and sample sizes in big integers | yes (by `learn`) |
//! | `learn` | training, integer networks, certificates, statistics | yes |
//! | `burn` | the paper's networks, on tensors of the crate `burn` | no |
//! | `wgpu`, `cuda` | the same on a GPU | no |
//!
//! Without default features the *light core* remains, with two small dependencies: graphs, the
//! cube, ranking, compression, A\*, the bounds, integer layers, the arithmetic of certificates.
//! Kani verifies it, including the A\* that solves cubes.
//!
//! # Example
//!
//! ```
//! use admit::space::cube::{Cube, parse_moves};
//! use admit::pdb::cube::{CubePattern, CubeRanker};
//!
//! let mut cube = Cube::SOLVED;
//! for m in parse_moves("R U2 F'").unwrap() {
//!     cube = cube.apply(m);
//! }
//! let pattern: CubePattern = "6-edge".parse().unwrap();
//! let ranker = CubeRanker::new(pattern).unwrap();
//! assert_eq!(ranker.states(), 42_577_920);
//! assert!(ranker.rank(&pattern.project(&cube)) < ranker.states());
//! ```
#![forbid(unsafe_op_in_unsafe_fn)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Links to rooms behind a feature resolve in builds with that feature.
#![cfg_attr(not(feature = "learn"), allow(rustdoc::broken_intra_doc_links))]

pub mod certify;
#[cfg(feature = "tables")]
pub mod files;
pub mod fixed;
pub mod heuristic;
#[cfg(feature = "learn")]
pub mod learn;
pub mod pdb;
mod prefetch;
pub mod search;
pub mod space;
#[cfg(feature = "learn")]
pub mod stats;
pub mod theory;

/// The README's example, as a test.
#[cfg(all(doctest, feature = "tables"))]
#[doc = include_str!("../README.md")]
struct Readme;
