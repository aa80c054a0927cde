//! Conversion of bits to four-bit entries.
//!
//! The table starts as zeros and every state is written exactly once, so the distance is XORed in,
//! sixteen states at a time: two bytes of a bit set are spread to four-bit fields, which are
//! multiplied by the distance.

use super::gather::Word;

/// Each bit of a byte spread to a four-bit field.
static SPREAD: [u32; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= ((byte as u32 >> bit) & 1) << (4 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

fn spread(bits: u16) -> u64 {
    let [low, high] = bits.to_le_bytes();
    (SPREAD[low as usize] as u64) | (SPREAD[high as usize] as u64) << 32
}

/// XORs `distance` into the table at every state of a run of words of `low` bits; the run begins at
/// state `first` of `table`. Returns the number of states.
pub(super) fn write<W: Word>(
    words: &[W],
    low: usize,
    table: &mut [u8],
    first: usize,
    distance: u8,
) -> u32 {
    let value = distance as u64;
    let mut count = 0;
    if low == 64 {
        let (fields, _) = table[first / 2..].as_chunks_mut::<8>();
        for (word, fields) in words.iter().zip(fields.chunks_exact_mut(4)) {
            let bits = word.to_u64();
            if bits == 0 {
                continue;
            }
            count += bits.count_ones();
            for (i, field) in fields.iter_mut().enumerate() {
                let new = spread((bits >> (16 * i)) as u16) * value;
                *field = (u64::from_le_bytes(*field) ^ new).to_le_bytes();
            }
        }
        return count;
    }
    // Words of other widths are joined into a bit stream, at most 32 bits at once, since up to 15
    // may be pending. The run may begin in the middle of a byte of the table.
    let mut at = first / 2;
    let mut held = first as u32 % 2;
    let mut stream = 0_u64;
    for word in words {
        let bits = word.to_u64();
        count += bits.count_ones();
        for (part, width) in [
            (bits & 0xFFFF_FFFF, low.min(32)),
            (bits >> 32, low.saturating_sub(32)),
        ] {
            stream |= part << held;
            held += width as u32;
            while held >= 16 {
                xor(table, at, stream as u16, value);
                stream >>= 16;
                held -= 16;
                at += 8;
            }
        }
    }
    if held > 0 {
        xor(table, at, stream as u16, value);
    }
    count
}

fn xor(table: &mut [u8], at: usize, bits: u16, value: u64) {
    if bits == 0 {
        return;
    }
    let new = spread(bits) * value;
    match table.get_mut(at..).and_then(|t| t.first_chunk_mut::<8>()) {
        Some(eight) => *eight = (u64::from_le_bytes(*eight) ^ new).to_le_bytes(),
        None => {
            for (t, n) in table[at..].iter_mut().zip(new.to_le_bytes()) {
                *t ^= n;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of any width and offset write each state to its entry.
    #[test]
    fn every_width_and_offset() {
        for low in [2_usize, 3, 9, 16, 24, 27, 32, 36, 48, 54] {
            for first in 0..5_usize {
                let words: Vec<u64> = (1..8_u64)
                    .map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) & (u64::MAX >> (64 - low)))
                    .collect();
                let states = first + 7 * low;
                let mut table = vec![0; states.div_ceil(2)];
                let count = write(&words, low, &mut table, first, 11);
                let mut wanted_count = 0;
                for i in 0..states {
                    let set =
                        i >= first && words[(i - first) / low] >> ((i - first) % low) & 1 == 1;
                    wanted_count += set as u32;
                    let entry = table[i / 2] >> (4 * (i % 2)) & 15;
                    let wanted = if set { 11 } else { 0 };
                    assert_eq!(entry, wanted, "width {low}, from {first}, state {i}");
                }
                assert_eq!(count, wanted_count);
            }
        }
    }

    /// Whole words take the fast path when the run begins at a whole byte.
    #[test]
    fn whole_words() {
        let words = [0x8000_0000_0000_0001_u64, 0, 0x00FF_00F0_1234_5678];
        let mut table = vec![0; 96];
        assert_eq!(write(&words, 64, &mut table, 0, 7), 2 + 8 + 4 + 13);
        for i in 0..192 {
            let set = words[i / 64] >> (i % 64) & 1 == 1;
            let wanted = if set { 7 } else { 0 };
            assert_eq!(table[i / 2] >> (4 * (i % 2)) & 15, wanted, "state {i}");
        }
    }
}
