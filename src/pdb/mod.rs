//! Exact distances in an abstraction of any space, and smaller tables made from them.
//!
//! | file | contents |
//! |---|---|
//! | `table` | [`Table`]: builds and proves the distances of any ranked space |
//! | `tiles`, `topspin` | [`TilePattern`], [`TokenPattern`]: patterns of tiles and tokens |
//! | `places` | [`Places`]: positions of the tiles or tokens of a pattern |
//! | `proved` | [`Proved`], [`Proof`]: a proved table and the summary of its proof |
//! | `histogram` | [`Histogram`]: counts by value |
//! | `compress` | the arithmetic of min-compression |
//! | [`cube`] | tables of the cube, built block by block, a hundred times as fast |

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
