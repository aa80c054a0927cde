//! By how much a value is lowered.
//!
//! Sets are nested by excess: a state whose value is `e` too high is in the first `e`
//! of them. A state is lowered by as many sets as claim to hold it, counted from the
//! first until one does not. No overestimate is missed, so that no value stays too
//! high; a state that a set holds by mistake is lowered without need, and nothing
//! else happens.

/// A value, lowered by one for each of the first sets in a row that hold its state,
/// and never below 0.
///
/// ```
/// use admit::certify::lowered;
/// let sets = [true, true, false, true];
/// assert_eq!(lowered(9, 4, |set| sets[set]), 7);
/// assert_eq!(lowered(1, 4, |set| sets[set]), 0);
/// assert_eq!(lowered(9, 0, |_| true), 9);
/// ```
#[inline]
pub fn lowered(value: u8, sets: usize, holds: impl Fn(usize) -> bool) -> u8 {
    let mut value = value;
    for set in 0..sets {
        if value == 0 || !holds(set) {
            break;
        }
        value -= 1;
    }
    value
}

/// A key for tokens, by which sets know them: the number of which they are the
/// digits, or what is left of it in 64 bits. Different tokens may then have one key,
/// and one of them may be lowered without need.
///
/// ```
/// use admit::certify::lower::key;
/// assert_eq!(key(&[24, 24, 24], &[1, 0, 2]), 1 * 24 * 24 + 2);
/// ```
#[inline]
pub fn key(values: &[u16], tokens: &[u16]) -> u64 {
    let mut key = 0_u64;
    for (&values, &token) in values.iter().zip(tokens) {
        key = key.wrapping_mul(values as u64).wrapping_add(token as u64);
    }
    key
}
