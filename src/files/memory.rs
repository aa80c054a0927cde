//! Memory of the machine and of this process.

/// Available memory in bytes; `u64::MAX` if unknown.
pub fn available_memory() -> u64 {
    field("/proc/meminfo", "MemAvailable:").unwrap_or(u64::MAX)
}

/// Memory of the machine in bytes, if known.
pub fn total_memory() -> Option<u64> {
    field("/proc/meminfo", "MemTotal:")
}

/// Peak memory of this process in bytes, if known.
pub fn peak_memory() -> Option<u64> {
    field("/proc/self/status", "VmHWM:")
}

/// Value of a field in kilobytes, as bytes.
fn field(file: &str, field: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|l| l.starts_with(field))?;
    let kb: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kb * 1024)
}
