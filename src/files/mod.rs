//! Files, digests, memory and progress, for all rooms.
//!
//! | file | contents |
//! |---|---|
//! | `write` | [`write_whole`], [`write_bytes`]: atomic writes |
//! | `map` | files mapped into memory |
//! | `digest` | [`digest`](digest()), [`hex`]: digests and their text |
//! | `memory` | [`available_memory`]: memory of the machine and the process |
//! | `error` | [`FileError`] |
//! | `progress` | [`Options`], [`Progress`]: memory limit and reports of long computations |

mod digest;
mod error;
mod map;
mod memory;
mod progress;
mod write;

pub use digest::{digest, digest_of_parts, hex};
pub use error::FileError;
pub(crate) use map::map;
pub use memory::{available_memory, peak_memory, total_memory};
pub use progress::{Options, Progress, Report};
pub use write::{write_bytes, write_whole};
