//! The 3×3 Rubik's cube in the half-turn metric.
//!
//! | file | contents |
//! |---|---|
//! | `geometry` | the names of faces, corners and edges, in one fixed order; everything else is derived from these names |
//! | `cubie` | [`Cube`]: positions and orientations of cubies; composition, inverse, validity |
//! | `moves` | [`Move`]: the 18 turns, and move sequences in Singmaster notation |
//! | `facelet` | the 54-letter form in URFDLB order, and its errors |
//! | `symmetry` | [`Symmetry`]: the 48 symmetries of the cube and conjugation by them |
//! | `full` | [`FullCube`]: the whole cube as a space to search |
//! | `state` | [`parse_state`]: moves or facelets |
//!
//! # Conventions
//!
//! A *position* is fixed in the frame, a *cubie* moves; both share names and numbers, so in the
//! solved cube cubie `i` is at position `i`. A corner's twist says how many facelets clockwise its
//! U/D sticker is away from the U/D facelet of its position; an edge's flip says whether its
//! first-named sticker is off the first-named facelet of its position. Under these conventions only
//! R, L, F, B quarter turns twist corners and only F and B quarter turns flip edges.
//!
//! ```
//! use admit::space::cube::{Cube, Move, parse_moves};
//! let sexy: Vec<Move> = parse_moves("R U R' U'").unwrap();
//! let mut cube = Cube::SOLVED;
//! for _ in 0..6 {
//!     cube = cube.apply_all(&sexy);
//! }
//! assert_eq!(cube, Cube::SOLVED);
//! ```

mod cubie;
mod facelet;
mod full;
mod geometry;
mod moves;
mod state;
mod symmetry;

pub use cubie::{Cube, CubeError};
pub use facelet::FaceletError;
pub use full::FullCube;
pub use geometry::{CORNER_NAMES, EDGE_NAMES, Face, corner_named, edge_named};
pub use moves::{Carry, Move, MoveError, Turn, format_moves, parse_moves};
pub use state::{StateError, parse_state};
pub use symmetry::Symmetry;
