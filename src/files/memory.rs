//! Memory of the machine and of this process.

/// Bytes of memory that may still be used; `u64::MAX` where the system does not
/// tell.
pub fn available_memory() -> u64 {
    field("/proc/meminfo", "MemAvailable:").unwrap_or(u64::MAX)
}

/// Bytes of memory that the machine has, where the system tells.
pub fn total_memory() -> Option<u64> {
    field("/proc/meminfo", "MemTotal:")
}

/// The most bytes of memory that this process had at once, where the system
/// tells.
pub fn peak_memory() -> Option<u64> {
    field("/proc/self/status", "VmHWM:")
}

/// A field in kilobytes.
fn field(file: &str, field: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|l| l.starts_with(field))?;
    let kb: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kb * 1024)
}
