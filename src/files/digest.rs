//! BLAKE3 digests, on all threads of the current pool.

/// Digest of bytes, in hexadecimal digits.
///
/// ```
/// let digest = admit::files::digest(b"");
/// assert_eq!(&digest[..8], "af1349b9");
/// assert_eq!(digest.len(), 64);
/// ```
pub fn digest(bytes: &[u8]) -> String {
    hex(&digest_of_parts(&[bytes]))
}

/// Digest of the concatenation of several pieces.
///
/// ```
/// use admit::files::{digest, digest_of_parts, hex};
/// assert_eq!(hex(&digest_of_parts(&[b"in ", b"parts"])), digest(b"in parts"));
/// ```
pub fn digest_of_parts(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update_rayon(part);
    }
    *hasher.finalize().as_bytes()
}

/// Lower-case hexadecimal digits of bytes.
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
