//! What is read from a file that somebody else wrote, for many files at once.

use crate::checks::header::valid_header;
use admit::pdb::Header;

/// Whatever sizes and counts a header states, it is taken or refused: nothing
/// panics and nothing overflows.
///
/// Bound: the header of the table of one edge with any bytes from 64 to 223: how
/// many states, entries, states an entry, bytes, and how many entries have each
/// of 16 values.
/// Unwind: the text of 192 bytes is looked through.
#[kani::proof]
#[kani::unwind(193)]
fn any_bytes_are_answered() {
    let mut bytes = valid_header();
    for byte in &mut bytes[64..224] {
        *byte = kani::any();
    }
    let read = Header::from_bytes(&bytes);
    kani::cover!(read.is_ok(), "a header is taken");
    kani::cover!(read.is_err(), "a header is refused");
    std::mem::forget(read);
}

/// The same of its first bytes: what it is, which version, how packed, in which
/// order, how many corners and edges are tracked.
///
/// Bound: the header of the table of one edge with any bytes from 0 to 23, but
/// not in order 5, whose numbering is made from a search.
/// Unwind: the text of 192 bytes is looked through.
#[kani::proof]
#[kani::unwind(193)]
fn any_first_bytes_are_answered() {
    let mut bytes = valid_header();
    for byte in &mut bytes[..24] {
        *byte = kani::any();
    }
    kani::assume(bytes[17] != 5);
    let read = Header::from_bytes(&bytes);
    kani::cover!(read.is_ok(), "a header is taken");
    kani::cover!(read.is_err(), "a header is refused");
    std::mem::forget(read);
}
