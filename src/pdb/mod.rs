//! pdb
