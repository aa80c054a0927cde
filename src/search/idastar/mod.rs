//! IDA\*: depth-first search with a growing limit on f; memory for one path.
//!
//! | file | contents |
//! |---|---|
//! | `general` | [`idastar`]: for any space |
//! | `sequences` | pruning of redundant move sequences |
//! | `guide` | [`Guide`]: selection of children; [`Whole`]: any heuristic as a guide |
//! | `tables` | [`Tables`]: exact tables as a guide, with coordinates carried along |
//! | `cube` | [`CubeSearch`]: the parallel search, with a deterministic result |

#[cfg(feature = "tables")]
mod cube;
mod general;
#[cfg(feature = "tables")]
mod guide;
#[cfg(feature = "tables")]
mod sequences;
#[cfg(feature = "tables")]
mod tables;

#[cfg(feature = "tables")]
pub use cube::{CubeSearch, CubeSolved, Watch};
pub use general::idastar;
#[cfg(feature = "tables")]
pub use guide::{Entry, Guide, Tally, Whole};
#[cfg(feature = "tables")]
pub use tables::{Tables, TablesError};
