//! Exact distances in an abstraction, and smaller tables made from them.
//!
//! | file | what it keeps |
//! |---|---|
//! | `pattern` | [`Pattern`]: which cubies are tracked; projecting a cube, moving an abstract state |
//! | `rank` | [`Ranker`]: numbering abstract states, in one of several [`Order`]s |
//! | `abstraction` | a [`Ranker`] is a ranked space into which the cube is projected |
//! | `coordinates` | [`Coordinates`]: numbers that are carried along from move to move |
//! | `tiles`, `topspin` | [`TilePattern`], [`TokenPattern`]: some of the tiles or tokens, as a ranked space |
//! | `places` | [`Places`]: where the tiles or tokens of a pattern are |
//! | `hog2` | the numbering that HOG2's tables use |
//! | `corner_classes` | the eight corners up to the 48 symmetries |
//! | `symmetric_pairs` | a numbering in which a state and its mirror image are neighbours |
//! | `blocks` | [`Blocks`]: how a move acts on all orientations of an arrangement at once |
//! | `compress`, `mod3` | the arithmetic of min-compression and of remainders modulo 3 |
//! | `header` | [`Header`]: what a table file says about itself |
//! | `build` | [`build`]: breadth-first search over whole blocks |
//! | `ranked` | [`RankedTable`]: build and prove the distances of any ranked space |
//! | `table`, `file` | [`Table`]: lookup; files that are whole or refused |
//! | `derive`, `reorder` | tables made from tables: compressed, differences, remainders, orbits |
//! | `check` | [`Table::check`]: a complete proof that a table is right |
//! | `progress` | [`Progress`]: how long computations tell how far they are |
//! | `exchange` | `.npy` and HOG2 files |
//!
//! ```
//! use admit::pdb::{Order, Pattern, SILENT, Table};
//! let pattern: Pattern = "4-edge".parse().unwrap();
//! let exact = Table::build(pattern, u64::MAX, SILENT).unwrap();
//! exact.check(u64::MAX, SILENT).unwrap();
//! let small = exact.compress(12, Order::best_for(&pattern), SILENT).unwrap();
//! assert!(small.header().payload() * 12 >= exact.header().payload());
//! ```

mod abstraction;
mod blocks;
mod compress;
mod coordinates;
mod corner_classes;
mod header;
mod hog2;
mod mod3;
mod pattern;
mod places;
mod rank;
mod symmetric_pairs;
mod tiles;
mod topspin;

pub use blocks::{Blocks, HeadMove, Step, TailMap, word_steps};
pub use compress::{compressed_len, run_minimum};
pub use coordinates::{Coordinate, Coordinates};
pub use header::{HEADER_BYTES, Header, HeaderError, Packing, mean};
pub use mod3::{TRITS_PER_BYTE, distance_by_descent, distance_near, pack_trits, unpack_trit};
pub use pattern::{AbstractState, Pattern, PatternError};
pub use places::{Places, PlacesError};
pub use rank::{Order, Ranker, UnknownOrder, arrangements, rank_arrangement, unrank_arrangement};
pub use tiles::TilePattern;
pub use topspin::TokenPattern;

#[cfg(feature = "tables")]
mod build;
#[cfg(feature = "tables")]
mod check;
#[cfg(feature = "tables")]
mod derive;
#[cfg(feature = "tables")]
pub mod exchange;
#[cfg(feature = "tables")]
mod file;
#[cfg(feature = "tables")]
mod progress;
#[cfg(feature = "tables")]
mod ranked;
#[cfg(feature = "tables")]
mod reorder;
#[cfg(feature = "tables")]
mod table;

#[cfg(feature = "tables")]
pub use build::{BuildError, Built, MAX_DISTANCE, build, memory_needed};
#[cfg(feature = "tables")]
pub use check::{CheckError, Checked};
#[cfg(feature = "tables")]
pub use derive::DeriveError;
#[cfg(feature = "tables")]
pub use file::{FileError, hex, write_whole};
#[cfg(feature = "tables")]
pub use progress::{Progress, SILENT};
#[cfg(feature = "tables")]
pub use ranked::{RankedCheckError, RankedChecked, RankedError, RankedTable, UNREACHABLE};
#[cfg(feature = "tables")]
pub use table::Table;
#[cfg(feature = "tables")]
pub(crate) use table::nibble;
