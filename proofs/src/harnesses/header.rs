//! What is read from a file that somebody else wrote, for many files at once.

use crate::checks::header::valid_header;
use admit::pdb::cube::CubeHeader;

/// Whatever sizes a header states, it is taken or refused: nothing panics and
/// nothing overflows.
///
/// Bound: the header of the table of one edge with any bytes from 64 to 95: how
/// many states, entries, states an entry, and bytes.
/// Unwind: the text of 192 bytes is looked through.
#[kani::proof]
#[kani::unwind(193)]
fn any_bytes_are_answered() {
    let mut bytes = valid_header();
    for byte in &mut bytes[64..96] {
        *byte = kani::any();
    }
    let read = CubeHeader::from_bytes(&bytes);
    kani::cover!(read.is_ok(), "a header is taken");
    kani::cover!(read.is_err(), "a header is refused");
    std::mem::forget(read);
}
