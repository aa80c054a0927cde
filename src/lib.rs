//! Heuristics for A\* that are *known* never to overestimate.
//!
//! The rooms of the library stand in the order in which data runs through
//! them; a room uses the rooms before it and never one behind it.
//!
//! | room | what it is for |
//! |---|---|
//! | [`space`] | what is searched: the 3×3 cube, sliding tiles, TopSpin, graphs, a space of one's own |
//! | [`pdb`] | exact distances in an abstraction: pattern, rank, build, check, compress |
//! | `learn` | heuristics that are learnt from tables: tokens, losses, networks, training |
//! | [`fixed`] | the same networks in whole numbers: the same bits on every machine |
//! | [`certify`] | every state swept, overestimates lowered, a certificate |
//! | [`heuristic`] | whatever answers h(state): tables, the largest of several, Manhattan distance |
//! | [`search`] | A\* with and without reopening, IDA\*; one trace type |
//! | [`theory`] | what is known of a heuristic on a graph: properties, bounds, trials |
//! | `rate` | how fast a mean over samples nears its expectation: experiment, fit, verdict |
//! | `ledger` | what is claimed, what was found, and the verdict that follows |
//! | `report` | pictures of what was measured, and the page |
//!
//! Everything except whole tables, searching the cube with them, and files of
//! graphs compiles with `--no-default-features` and two light dependencies, so
//! that a model checker can read it. The A\* that it reads is the one that
//! solves cubes.
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
