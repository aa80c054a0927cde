//! Exact distances in an abstraction of any space, and smaller tables made from them.
//!
//! | file | contents |
//! |---|---|
//! | `table` | [`Table`]: builds and proves the distances of any ranked space |
//! | `tiles`, `topspin` | [`TilePattern`], [`TokenPattern`]: some of the tiles or tokens, as a ranked space |
//! | `places` | [`Places`]: where the tiles or tokens of a pattern are |
//! | `proved` | [`Proved`], [`Proof`]: a table that was proved, and how |
//! | `histogram` | [`Histogram`]: counts by value |
//! | `compress` | the arithmetic of min-compression |
//! | [`cube`] | tables of the cube, built block by block: the same distances, a hundred times as fast |

mod compress;
pub mod cube;
mod histogram;
mod places;
#[cfg(feature = "tables")]
mod proved;
#[cfg(feature = "tables")]
mod table;
mod tiles;
mod topspin;

pub use compress::{compressed_len, run_minimum};
pub use histogram::Histogram;
pub use places::{Places, PlacesError};
#[cfg(feature = "tables")]
pub use proved::{Proof, ProofMethod, Proved};
#[cfg(feature = "tables")]
pub use table::{ProofError, Table, TableError, UNREACHABLE};
pub use tiles::TilePattern;
pub use topspin::TokenPattern;
