//! Heuristic search: A\* and IDA\*.
//!
//! | file | contents |
//! |---|---|
//! | [`astar`] | [`Astar`]: the paper's Algorithm 1, with and without reopening; [`Search`]: the same step by step |
//! | `idastar` | [`idastar`] on any space, [`CubeSearch`] on the cube |
//! | `memory` | OPEN and CLOSED: a fixed array for model checkers, a hash table and a bucket queue for large spaces |
//! | `trace` | [`Observer`]: every step of a search; [`Summary`]: its counters |
//! | `limits` | [`Limits`] on expansions and time |
//! | `compare` | comparison of heuristics on the same random instances (feature `learn`) |
//!
//! Begin with [`solve`]. [`Astar::run`] is the same search with all options. Dead ends according to
//! the heuristic are pruned and counted.
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
