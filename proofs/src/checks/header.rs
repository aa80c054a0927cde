//! Parsing of headers from untrusted files.

use crate::choices::{Case, Choices};
use crate::code::Code;
use crate::{always, sometimes};
use admit::pdb::cube::HEADER_BYTES;

/// Offset of the number of states.
const STATES_AT: usize = 64;
/// Offset of the digest.
const DIGEST_AT: usize = 480;

/// The header of the exact table of one edge, a template for others.
pub fn valid_header() -> [u8; HEADER_BYTES] {
    let mut bytes = [0; HEADER_BYTES];
    let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
    put(0, b"ADMITPDB");
    put(8, &1_u32.to_le_bytes());
    put(12, &(HEADER_BYTES as u32).to_le_bytes());
    put(20, &[1]); // one edge, number 0
    put(64, &24_u64.to_le_bytes());
    put(72, &24_u64.to_le_bytes());
    put(80, &1_u64.to_le_bytes());
    put(88, &12_u64.to_le_bytes());
    put(96, &24_u64.to_le_bytes());
    bytes
}

/// A header with this many bytes changed is refused or serialises to the same bytes; nothing
/// panics.
pub fn any_bytes_are_answered(
    c: &mut impl Choices,
    code: &impl Code,
    from: &[u8; HEADER_BYTES],
    changes: usize,
) -> Case {
    let mut bytes = *from;
    for _ in 0..changes {
        let at = c.pick(HEADER_BYTES as u32, |_| true)? as usize;
        bytes[at] = c.between(0, 255) as u8;
    }
    c.show(|| format!("{bytes:?}"));
    these_bytes_are_answered(c, code, &bytes)
}

fn these_bytes_are_answered(
    c: &mut impl Choices,
    code: &impl Code,
    bytes: &[u8; HEADER_BYTES],
) -> Case {
    let read = code.read_header(bytes);
    sometimes!(c, read.is_ok(), "a header is accepted");
    sometimes!(c, read.is_err(), "a header is refused");
    if let Ok(header) = read {
        let mut states = [0; 8];
        states.copy_from_slice(&bytes[STATES_AT..STATES_AT + 8]);
        let mut digest = [0; 32];
        digest.copy_from_slice(&bytes[DIGEST_AT..]);
        let again = header.to_bytes(u64::from_le_bytes(states), &digest);
        always!(
            c,
            again == *bytes,
            "an accepted header serialises to the same bytes"
        );
    }
    Ok(())
}
