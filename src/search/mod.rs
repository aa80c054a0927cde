//! Finding paths.
//!
//! | file | what it keeps |
//! |---|---|
//! | [`astar`] | [`Astar`]: the paper's Algorithm 1, with and without reopening |
//! | `idastar` | [`idastar`] on any space, [`CubeSearch`] on the cube |
//! | `memory` | what A* remembers: a fixed array where a model checker looks, a hash table and a bucket queue where large spaces are searched |
//! | `trace` | [`Observer`]: what a search tells while it runs; [`Summary`]: what it tells at the end |
//! | `limits` | [`Limits`]: when to give up |
//! | `compare` | heuristics on the same random instances (feature `learn`) |
//!
//! The friendly way in is [`solve`]; [`Astar::run`] is the same search with every
//! choice in the open.
//!
//! ```
//! use admit::search::solve;
//! use admit::space::cube::{FullCube, parse_state};
//! use admit::heuristic::Zero;
//!
//! let cube = parse_state("R U F").unwrap();
//! let found = solve(&FullCube, cube, &Zero).unwrap();
//! assert_eq!(found.cost(), Some(3));
//! ```

pub mod astar;
#[cfg(feature = "learn")]
pub mod compare;
mod idastar;
mod limits;
pub mod memory;
mod trace;

pub use astar::{Astar, End, Run, Search, SearchError, Solution, Solved, solve};
pub use idastar::idastar;
#[cfg(feature = "tables")]
pub use idastar::{CubeSearch, CubeSolved, Entry, Guide, Tables, TablesError, Tally, Watch, Whole};
pub use limits::{Limit, Limits};
pub use trace::{Generation, Observer, Step, Steps, Summary};
