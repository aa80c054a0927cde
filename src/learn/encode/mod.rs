//! How a state is given to a network.
//!
//! | file | what it is for |
//! |---|---|
//! | `tokens` | short lists of small numbers, in canonical form if wanted |
//! | `planes` | the paper's encodings, as planes for a convolution |

pub mod planes;
pub mod tokens;
