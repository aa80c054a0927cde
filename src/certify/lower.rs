//! Lowering of overestimates by nested sets.
//!
//! Sets are nested by excess: a state whose value is `e` too high is in the first `e` sets. Its
//! value is lowered by one for each set that contains it, from the first set to the first that
//! does not. The sets have no false negatives, so no overestimate remains; a false positive
//! only lowers a value without need.

/// The value, lowered by one for each leading set that contains the state, but not below 0.
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

/// Key of a state in the sets: its tokens as digits of a mixed-radix number, modulo 2⁶⁴. States
/// whose keys collide are lowered together, which may lower one of them without need.
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
