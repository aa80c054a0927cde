//! Lists of at most 16 four-bit numbers, packed in one word.
//!
//! A list occupies the low bits of a word, its first number most significant. Words of equal length
//! compare lexicographically, and so do the ranks of lists of *distinct* numbers.

use thiserror::Error;

/// Maximum length of a list.
pub(crate) const MOST: usize = 16;

/// A one in every nibble.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Reason why a list is not a permutation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ListError {
    /// Not a number.
    #[error(
        "{found:?} is not a number; expected numbers from 0, separated by blanks, commas or slashes"
    )]
    NotANumber {
        /// The text.
        found: String,
    },
    /// Too few or too many numbers.
    #[error("expected {expected} numbers, 0 to {last} once each; found {found}", last = expected - 1)]
    Count {
        /// Expected number.
        expected: usize,
        /// Actual number.
        found: usize,
    },
    /// An unsupported length.
    #[error("expected 2 to 16 numbers, found {found}")]
    Length {
        /// Actual number.
        found: usize,
    },
    /// A number out of range.
    #[error("expected numbers from 0 to {last}, found {found}")]
    Range {
        /// Largest allowed number.
        last: usize,
        /// The number found.
        found: u64,
    },
    /// A duplicate.
    #[error("{number} occurs twice; expected each number once")]
    Twice {
        /// The number.
        number: u8,
    },
}

/// Parses the numbers of a text; [`pack_all`] checks their range.
pub(crate) fn numbers(text: &str) -> Result<Vec<u64>, ListError> {
    text.split(|c: char| c.is_whitespace() || c == ',' || c == '/')
        .filter(|word| !word.is_empty())
        .map(|word| {
            word.parse().map_err(|_| ListError::NotANumber {
                found: word.to_owned(),
            })
        })
        .collect()
}

/// Packs a permutation of 0, 1, 2, …
pub(crate) fn pack_all(numbers: &[u64]) -> Result<u64, ListError> {
    let found = numbers.len();
    if !(2..=MOST).contains(&found) {
        return Err(ListError::Length { found });
    }
    let (mut packed, mut seen) = (0, 0_u32);
    for &number in numbers {
        if number >= found as u64 {
            return Err(ListError::Range {
                last: found - 1,
                found: number,
            });
        }
        if seen >> number & 1 == 1 {
            return Err(ListError::Twice {
                number: number as u8,
            });
        }
        seen |= 1 << number;
        packed = packed << 4 | number;
    }
    Ok(packed)
}

/// 0, 1, 2, … below `n`.
pub(crate) fn identity(n: usize) -> u64 {
    (0..n as u64).fold(0, |packed, number| packed << 4 | number)
}

/// Mask of the bits of a list of this length.
pub(crate) const fn mask(length: usize) -> u64 {
    if length == 0 {
        0
    } else {
        u64::MAX >> (64 - 4 * length)
    }
}

/// Left shift of the entry with this index.
#[inline]
pub(crate) const fn shift(length: usize, index: usize) -> u32 {
    4 * (length - 1 - index) as u32
}

/// Bit 3 of every zero nibble. Exact for the lowest one; above it there may be false positives.
#[inline]
const fn zeros(packed: u64) -> u64 {
    // A nibble borrows only if it is 0, so nothing is flagged below the first 0.
    packed.wrapping_sub(ONES) & !packed & (ONES << 3)
}

/// The shift of the last entry equal to `value`; below 64 if there is one.
#[inline]
pub(crate) const fn find(packed: u64, value: u8) -> u32 {
    zeros(packed ^ (ONES * value as u64)).trailing_zeros() & !3
}

/// A one in the nibble of the last of `length` entries equal to `value`, or 0.
#[inline]
pub(crate) const fn place_of(packed: u64, length: usize, value: u8) -> u64 {
    let flagged = zeros(packed ^ (ONES * value as u64)) & mask(length);
    (flagged & flagged.wrapping_neg()) >> 3
}

/// The reversed list.
#[inline]
pub(crate) const fn reverse(packed: u64, length: usize) -> u64 {
    const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    let bytes = packed.swap_bytes();
    ((bytes & LOW) << 4 | bytes >> 4 & LOW) >> (64 - 4 * length)
}

/// Lexicographic rank of a list of `length` distinct numbers below `n`.
#[inline]
pub(crate) const fn rank(n: usize, length: usize, packed: u64) -> u64 {
    let (mut rank, mut i) = (0, 0);
    // Nibble `p` counts the numbers below `p` that have not occurred.
    let mut unused_below = 0xFEDC_BA98_7654_3210_u64;
    while i < length {
        let at = 4 * (packed >> shift(length, i) & 15);
        rank = rank * (n - i) as u64 + (unused_below >> at & 15);
        // Every nibble above the number counted it.
        unused_below = unused_below.wrapping_sub(ONES << 4 << at);
        i += 1;
    }
    rank
}

/// The list with a rank, the inverse of [`rank`].
#[inline]
pub(crate) fn unrank(n: usize, length: usize, mut rank: u64) -> u64 {
    let mut digits = [0; MOST];
    for i in (0..length).rev() {
        let radix = (n - i) as u64;
        digits[i] = rank % radix;
        rank /= radix;
    }
    let mut unused = 0xFEDC_BA98_7654_3210_u64;
    let mut packed = 0;
    for digit in &digits[..length] {
        let at = 4 * digit;
        packed = packed << 4 | (unused >> at & 15);
        let below = (1 << at) - 1;
        unused = unused & below | unused >> 4 & !below;
    }
    packed
}

/// Number of lists of `length` distinct numbers below `n`.
pub(crate) fn lists(n: usize, length: usize) -> u64 {
    (0..length).map(|i| (n - i) as u64).product()
}

/// Whether a permutation is odd.
pub(crate) const fn is_odd(length: usize, packed: u64) -> bool {
    let (mut smaller_behind, mut i) = (0, 0);
    while i < length {
        let mut j = i + 1;
        while j < length {
            let [a, b] = [
                packed >> shift(length, i) & 15,
                packed >> shift(length, j) & 15,
            ];
            smaller_behind += (b < a) as u32;
            j += 1;
        }
        i += 1;
    }
    smaller_behind % 2 == 1
}

/// The length of a permutation: one more than its largest number.
pub(crate) fn length_of_all(packed: u64) -> usize {
    let largest = (0..MOST).map(|i| packed >> (4 * i) & 15).max();
    largest.unwrap_or(0) as usize + 1
}

/// The numbers of a list, first to last.
pub(crate) fn each(packed: u64, length: usize) -> impl DoubleEndedIterator<Item = u8> {
    (0..length).map(move |i| (packed >> shift(length, i) & 15) as u8)
}

/// Writes the numbers of a list, separated by blanks.
pub(crate) fn words(packed: u64, length: usize) -> String {
    let words: Vec<String> = each(packed, length).map(|n| n.to_string()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_lexicographic() {
        for (n, length) in [(2, 2), (5, 3), (6, 6), (7, 1), (8, 4), (16, 2), (16, 3)] {
            let mut last = None;
            for number in 0..lists(n, length) {
                let packed = unrank(n, length, number);
                assert_eq!(rank(n, length, packed), number);
                assert!(last < Some(packed) && packed <= mask(length));
                assert!(each(packed, length).all(|x| (x as usize) < n));
                last = Some(packed);
            }
        }
        assert_eq!(rank(16, 16, u64::MAX - identity(16)), lists(16, 16) - 1);
        assert_eq!(unrank(16, 16, lists(16, 16) - 1), 0xFEDC_BA98_7654_3210);
    }

    #[test]
    fn entries_are_located() {
        for number in 0..lists(6, 6) {
            let packed = unrank(6, 6, number);
            for (i, value) in each(packed, 6).enumerate() {
                assert_eq!(find(packed, value), shift(6, i));
                assert_eq!(place_of(packed, 6, value), 1 << shift(6, i));
                // Not among those behind it.
                assert_eq!(place_of(packed, 5 - i, value), 0);
            }
            assert_eq!(place_of(packed, 6, 6), 0);
        }
    }

    #[test]
    fn half_of_all_permutations_are_odd_and_a_swap_changes_parity() {
        let odd = (0..120).filter(|&i| is_odd(5, unrank(5, 5, i))).count();
        assert_eq!(odd, 60);
        assert!(!is_odd(16, identity(16)));
        assert!(is_odd(4, 0x1023) && !is_odd(4, 0x1203) && is_odd(4, 0x3201));
    }

    #[test]
    fn reversing() {
        assert_eq!(reverse(0x1234, 4), 0x4321);
        assert_eq!(reverse(0x123, 3), 0x321);
        assert_eq!(reverse(identity(16), 16), 0xFEDC_BA98_7654_3210);
    }

    #[test]
    fn invalid_lists_are_rejected() {
        let read = |text: &str| numbers(text).and_then(|n| pack_all(&n));
        assert_eq!(read("1, 2 /0"), Ok(0x120));
        assert_eq!(read("1 1 0"), Err(ListError::Twice { number: 1 }));
        assert_eq!(read("1 0 3"), Err(ListError::Range { last: 2, found: 3 }));
        assert_eq!(read(""), Err(ListError::Length { found: 0 }));
        assert_eq!(read(&"0 ".repeat(17)), Err(ListError::Length { found: 17 }));
        let huge = read("0 1 99999999999999999999").unwrap_err();
        assert!(matches!(huge, ListError::NotANumber { .. }));
        let word = read("0 x 1").unwrap_err().to_string();
        assert!(word.starts_with("\"x\" is not a number"), "{word}");
    }
}
