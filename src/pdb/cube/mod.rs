//! Pattern databases of the cube, built by moving whole blocks of states.
//!
//! | file | contents |
//! |---|---|
//! | `pattern` | [`CubePattern`]: the tracked cubies; projection and moves |
//! | `rank` | [`CubeRanker`]: ranks abstract states, in one of several [`Order`]s |
//! | `abstraction` | [`CubeRanker`] as a ranked space and an abstraction of the cube |
//! | `coordinates` | [`Coordinates`]: ranks updated incrementally |
//! | `hog2` | the order that HOG2's tables use |
//! | `corner_classes` | the eight corners up to the 48 symmetries |
//! | `symmetric_pairs` | an order in which a state and its mirror image are adjacent |
//! | `blocks` | [`Blocks`]: the action of moves on all orientations of an arrangement |
//! | `mod3` | distances modulo 3: packing, and recovering the distance |
//! | `header` | [`CubeHeader`]: the header of a table file |
//! | `build` | [`build`]: breadth-first search over whole blocks |
//! | `table`, `file` | [`CubeTable`]: lookup, reading and writing |
//! | `derive`, `reorder` | derived tables: compressed, differences, remainders, orbits |
//! | `proof` | [`CubeTable::prove`]: a complete proof of a table |
//! | `spec` | [`CubeTableSpec`]: names of tables, such as `8-corner/24` |
//! | `store` | [`TableStore`]: a folder of tables, built on demand |
//! | `exchange` | `.npy` and HOG2 files |
//!
//! ```
//! use admit::files::Options;
//! use admit::pdb::cube::{CubePattern, CubeTable, Order};
//! let pattern: CubePattern = "4-edge".parse().unwrap();
//! let exact = CubeTable::build(pattern, &Options::default()).unwrap();
//! let exact = exact.prove(&Options::default()).unwrap();
//! let small = exact.compress(12, Order::best_for(&pattern), &Options::default()).unwrap();
//! assert!(small.header().payload() * 12 >= exact.header().payload());
//! ```

mod abstraction;
mod blocks;
mod coordinates;
mod corner_classes;
mod header;
mod hog2;
mod mod3;
mod pattern;
mod rank;
mod spec;
mod symmetric_pairs;

pub use blocks::{Blocks, HeadMove, Step, TailMap, word_steps};
pub use coordinates::{Coordinate, Coordinates};
pub use header::{CubeHeader, HEADER_BYTES, HeaderError, Packing};
pub use mod3::{TRITS_PER_BYTE, distance_by_descent, distance_near, pack_trits, unpack_trit};
pub use pattern::{AbstractState, CubePattern, PatternError};
pub use rank::{
    CubeRanker, Order, UnknownOrder, arrangements, rank_arrangement, unrank_arrangement,
};

pub use spec::{CubeTableForm, CubeTableSpec, SpecError};

#[cfg(feature = "tables")]
mod build;
#[cfg(feature = "tables")]
mod derive;
#[cfg(feature = "tables")]
pub mod exchange;
#[cfg(feature = "tables")]
mod file;
#[cfg(feature = "tables")]
mod proof;
#[cfg(feature = "tables")]
mod reorder;
#[cfg(feature = "tables")]
mod store;
#[cfg(feature = "tables")]
mod table;

#[cfg(feature = "tables")]
pub use build::{BuildError, Built, MAX_DISTANCE, build, memory_needed};
#[cfg(feature = "tables")]
pub use derive::DeriveError;
#[cfg(feature = "tables")]
pub use proof::CubeProofError;
#[cfg(feature = "tables")]
pub use store::{StoreError, StoreEvent, TableStore};
#[cfg(feature = "tables")]
pub use table::CubeTable;
#[cfg(feature = "tables")]
pub(crate) use table::nibble;
