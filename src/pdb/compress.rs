//! The arithmetic of min-compression.
//!
//! A compressed table stores the minimum of every run of `factor` consecutive ranks. This is at
//! most a state's own value, so an admissible heuristic stays admissible, but not consistent: the
//! minima of two neighbours may differ by more than the cost between them.

/// Number of entries of a compressed table of `states`.
///
/// ```
/// use admit::pdb::compressed_len;
/// assert_eq!(compressed_len(88_179_840, 23), 3_833_907);
/// ```
pub const fn compressed_len(states: u64, factor: u64) -> u64 {
    states.div_ceil(factor)
}

/// The minimum of run `entry` of a table of `states`.
///
/// `value` must be defined for every rank below `states`.
///
/// ```
/// use admit::pdb::run_minimum;
/// let values = [5, 3, 4, 1, 2];
/// let minima: Vec<u8> = (0..3)
///     .map(|entry| run_minimum(5, 2, entry, |i| values[i as usize]))
///     .collect();
/// assert_eq!(minima, [3, 1, 2]);
/// ```
pub fn run_minimum(states: u64, factor: u64, entry: u64, value: impl Fn(u64) -> u8) -> u8 {
    let start = entry * factor;
    let end = states.min(start + factor);
    let mut least = u8::MAX;
    let mut i = start;
    while i < end {
        let v = value(i);
        if v < least {
            least = v;
        }
        i += 1;
    }
    least
}
