//! Parsing of untrusted headers, for many at once.

use crate::checks::header::valid_header;
use admit::pdb::cube::CubeHeader;

/// A header with any sizes is accepted or refused, without panic or overflow.
///
/// Bound: the header of the table of one edge with arbitrary bytes 64 to 95: numbers of states,
/// entries, states per entry, and bytes.
/// Unwind: a text of 192 bytes is scanned.
#[kani::proof]
#[kani::unwind(193)]
fn any_bytes_are_answered() {
    let mut bytes = valid_header();
    for byte in &mut bytes[64..96] {
        *byte = kani::any();
    }
    let read = CubeHeader::from_bytes(&bytes);
    kani::cover!(read.is_ok(), "a header is accepted");
    kani::cover!(read.is_err(), "a header is refused");
    std::mem::forget(read);
}
