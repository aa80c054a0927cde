//! What is searched.
//!
//! Today one space stands here, the 3×3 Rubik's cube in the half-turn metric
//! ([`cube`]): its cubies, its 18 moves, its 48 symmetries, and the two ways in
//! which people write a state down.

pub mod cube;
