//! Digests as text.

/// Lower-case hexadecimal digits of a digest.
///
/// ```
/// assert_eq!(admit::files::hex(&[0, 171]), "00ab");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut out = String::with_capacity(2 * bytes.len());
    for b in bytes {
        write!(out, "{b:02x}").expect("writing to a string succeeds");
    }
    out
}
