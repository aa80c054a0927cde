//! How a state is given to a network.
//!
//! | file | what it is for |
//! |---|---|
//! | `planes` | the paper's encodings, as planes for a convolution |

pub mod planes;
