//! Tables for and from other programs.
//!
//! | file | format |
//! |---|---|
//! | [`npy`] | NumPy's `.npy`: one unsigned byte an entry, in the order of the table |
//! | [`hog2`] | the PDB files of HOG2, header, index order and all |
//!
//! Both formats carry less than ours: `.npy` does not say which pattern it holds, and neither says
//! how it was made or whether it is whole. What is read is therefore checked for shape here, and
//! for truth by [`CubeTable::prove`](super::CubeTable::prove).

pub mod hog2;
pub mod npy;
