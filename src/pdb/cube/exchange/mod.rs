//! Exchange of tables with other programs.
//!
//! | file | format |
//! |---|---|
//! | [`npy`] | NumPy's `.npy`: one unsigned byte per entry, in the order of the table |
//! | [`hog2`] | the PDB files of HOG2 with their header and index order |
//!
//! Both formats carry less than ours: `.npy` does not name the pattern, and neither has provenance
//! or a digest. So input is checked for shape here, and for correctness by
//! [`CubeTable::prove`](super::CubeTable::prove).

pub mod hog2;
pub mod npy;
