//! The arithmetic of min-compression.
//!
//! A compressed table keeps, for every run of `factor` consecutive numbers, the smallest value. A
//! state then gets the smallest value of its run: at most its own, so an admissible heuristic stays
//! admissible. It does not stay consistent: two neighbours in different runs may get values that
//! differ by more than the cost between them.

/// How many entries a table of `states` has after compression.
///
/// ```
/// use admit::pdb::compressed_len;
/// assert_eq!(compressed_len(88_179_840, 23), 3_833_907);
/// ```
pub const fn compressed_len(states: u64, factor: u64) -> u64 {
    states.div_ceil(factor)
}

/// The smallest value in run number `entry` of a table of `states`.
///
/// `value` answers for every number below `states`.
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
