//! Numbers as people read them: digits in groups of three, bytes as megabytes.

/// Digits in groups of three.
///
/// ```
/// use admit_cli::report::numbers::thousands;
/// assert_eq!(thousands(1_234_567), "1,234,567");
/// assert_eq!(thousands(890), "890");
/// ```
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, d) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(d);
    }
    out
}

/// Bytes as megabytes (10⁶), the way tables are usually compared; few of them as they
/// are.
///
/// ```
/// use admit_cli::report::numbers::megabytes;
/// assert_eq!(megabytes(1_916_954), "1.92 MB");
/// assert_eq!(megabytes(95_040), "95,040 bytes");
/// ```
pub fn megabytes(bytes: u64) -> String {
    if bytes < 100_000 {
        return format!("{} bytes", thousands(bytes));
    }
    format!("{:.2} MB", bytes as f64 / 1e6)
}
