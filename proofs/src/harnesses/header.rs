//! What is read from a file that somebody else wrote, for many files at once.

use super::{Production, Symbolic};
use crate::checks::header;

/// Whatever a header says is refused, or written as the same bytes again.
///
/// Bound: the header of the table of one edge, with any bytes from 64 to 95: how
/// many states, entries, states an entry and bytes.
/// Unwind: loops over the 512 bytes.
#[kani::proof]
#[kani::unwind(513)]
fn any_bytes_are_answered() {
    let known = header::valid_header();
    let _ = header::any_range_is_answered(&mut Symbolic, &Production, &known, 64, 96);
}
