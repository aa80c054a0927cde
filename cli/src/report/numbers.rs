//! Numbers as people read them.

/// Digits in groups of three.
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

/// Bytes as megabytes (10⁶), the way tables are usually compared; fewer than 100,000 as bytes.
pub fn megabytes(bytes: u64) -> String {
    if bytes < 100_000 {
        return format!("{} bytes", thousands(bytes));
    }
    format!("{:.2} MB", bytes as f64 / 1e6)
}

/// A duration in seconds or minutes.
pub fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.01 => "< 0.01 s".to_owned(),
        _ if seconds < 10.0 => format!("{seconds:.2} s"),
        _ if seconds < 120.0 => format!("{seconds:.0} s"),
        _ => format!("{:.0} min", seconds / 60.0),
    }
}

/// A share in per cent, or as a power of ten where that would be 0.
pub fn share(share: f64) -> String {
    match share {
        _ if share <= 0.0 => "0".to_owned(),
        _ if share >= 0.001 => format!("{} %", trimmed(share * 100.0)),
        _ => format!("{share:.0e}").replace('-', "−"),
    }
}

/// A count and its share of all.
pub fn part(count: u64, all: u64) -> String {
    let of = share(count as f64 / all.max(1) as f64);
    format!("{} ({of})", thousands(count))
}

/// Three decimals, with a minus sign as wide as a digit.
pub fn signed(value: f64) -> String {
    format!("{value:.3}").replace('-', "−")
}

/// An interval of [`signed`] values.
pub fn interval((low, high): (f64, f64)) -> String {
    format!("{} to {}", signed(low), signed(high))
}

/// A value in few characters, for axes.
pub fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if !(0.01..1e12).contains(&size) => format!("{value:.0e}").replace('-', "−"),
        size if size >= 1e9 => trimmed(value / 1e9) + "G",
        size if size >= 1e6 => trimmed(value / 1e6) + "M",
        size if size >= 1e3 => trimmed(value / 1e3) + "k",
        _ => trimmed(value),
    }
}

/// At most two decimals.
fn trimmed(value: f64) -> String {
    let digits = format!("{value:.2}");
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    digits.replace('-', "−")
}

/// A count in at most three digits and a letter.
pub fn compact(count: u64) -> String {
    let (value, unit) = match count {
        0..1_000 => return count.to_string(),
        1_000..1_000_000 => (count as f64 / 1e3, "k"),
        1_000_000..1_000_000_000 => (count as f64 / 1e6, "M"),
        _ => (count as f64 / 1e9, "G"),
    };
    let decimals = usize::from(value < 9.95);
    format!("{value:.decimals$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([1_234_567, 890].map(thousands), ["1,234,567", "890"]);
        assert_eq!(
            [1_916_954, 95_040].map(megabytes),
            ["1.92 MB", "95,040 bytes"]
        );
        assert_eq!(
            [1.234, 0.001, 600.0].map(duration),
            ["1.23 s", "< 0.01 s", "10 min"]
        );
        assert_eq!([0.15, 3e-7].map(share), ["15 %", "3e−7"]);
        assert_eq!(part(1_200, 60_000), "1,200 (2 %)");
        assert_eq!(interval((-0.5, 1.0)), "−0.500 to 1.000");
        let texts = [0.0, 1.5e9, 2e6, 12_000.0, -8.25, 0.03, 1e-6].map(short);
        assert_eq!(texts, ["0", "1.5G", "2M", "12k", "−8.25", "0.03", "1e−6"]);
        let texts = [0, 999, 1_234, 505_250, 4_240_000].map(compact);
        assert_eq!(texts, ["0", "999", "1.2k", "505k", "4.2M"]);
    }
}
