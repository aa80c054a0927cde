//! What is read from a file that somebody else wrote, for many files at once.

use super::{Production, Symbolic};
use crate::checks::header;

/// The bytes that say what the table holds are any at all; loops over bytes.
#[kani::proof]
#[kani::unwind(513)]
fn any_bytes_are_answered() {
    let known = header::valid_header();
    let _ = header::any_range_is_answered(&mut Symbolic, &Production, &known, 16, 24);
}
