//! Binary fuse filters: sets with false positives and no false negatives.
//!
//! Every key has three slots and a fingerprint; the slots of a key in the set have the
//! fingerprint as their exclusive or. With slots of b bits a filter takes about 1.13 b bits a
//! key, and about one in 2^b keys outside the set is a false positive. Exclusive or is bitwise,
//! so a filter with 8-bit slots, built by the crate `xorf`, remains a filter when only the
//! lowest bits of each slot are kept.
//!
//! Graf and Lemire, *Binary Fuse Filters: Fast and Smaller Than Xor Filters*, 2022.

use thiserror::Error;

/// A binary fuse filter with slots of 1 to 8 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    shape: FilterShape,
    /// Packed slots, lowest bits first, and two bytes of padding: a slot is read from two bytes.
    slots: Vec<u8>,
}

/// Parameters of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "learn", derive(serde::Serialize, serde::Deserialize))]
pub struct FilterShape {
    /// Bits of a slot.
    pub bits: u8,
    /// Seed, added to keys before they are mixed.
    pub seed: u64,
    /// Slots in a segment; a power of two.
    pub segment: u32,
    /// Number of slots that can be the first slot of a key: a multiple of `segment`.
    pub first: u32,
}

/// Reason why a filter is invalid or cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FilterError {
    /// Invalid parameters.
    #[error("invalid filter: {0:?}")]
    Shape(FilterShape),
    /// Wrong number of bytes.
    #[error("a filter of {slots} slots of {bits} bits has {expected} bytes, not {found}")]
    Length {
        /// Number of slots.
        slots: u64,
        /// Bits of a slot.
        bits: u8,
        /// Expected number of bytes.
        expected: u64,
        /// Actual number of bytes.
        found: u64,
    },
    /// Failed construction.
    #[error("no filter was found for {0} keys")]
    Keys(usize),
}

impl FilterShape {
    /// Number of slots; `None` if the shape is invalid.
    pub fn slots(&self) -> Option<u64> {
        let whole = self.segment.is_power_of_two()
            && self.first > 0
            && self.first.is_multiple_of(self.segment);
        let slots = self.first as u64 + 2 * self.segment as u64;
        (whole && (1..=8).contains(&self.bits) && u32::try_from(slots).is_ok()).then_some(slots)
    }

    /// Size of the slots in bytes; `None` if the shape is invalid.
    pub fn bytes(&self) -> Option<u64> {
        Some((self.slots()? * self.bits as u64).div_ceil(8))
    }

    /// Indices of the three slots of a mixed key, all below [`FilterShape::slots`].
    #[inline]
    pub fn places(&self, mixed: u64) -> [u32; 3] {
        let first = ((mixed as u128 * self.first as u128) >> 64) as u32;
        let within = self.segment - 1;
        let second = (first + self.segment) ^ ((mixed >> 18) as u32 & within);
        let third = (first + 2 * self.segment) ^ (mixed as u32 & within);
        [first, second, third]
    }
}

/// Mixes a key: the finalizer of `MurmurHash3`.
#[inline]
const fn mix(mut x: u64) -> u64 {
    x ^= x >> 33;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}

impl Filter {
    /// From its parts.
    ///
    /// # Errors
    ///
    /// If the shape is invalid or the slots have another length.
    pub fn new(shape: FilterShape, mut slots: Vec<u8>) -> Result<Filter, FilterError> {
        let count = shape.slots().ok_or(FilterError::Shape(shape))?;
        let expected = (count * shape.bits as u64).div_ceil(8);
        if slots.len() as u64 != expected {
            return Err(FilterError::Length {
                slots: count,
                bits: shape.bits,
                expected,
                found: slots.len() as u64,
            });
        }
        slots.extend([0; 2]);
        Ok(Filter { shape, slots })
    }

    /// Parameters.
    pub fn shape(&self) -> FilterShape {
        self.shape
    }

    /// Packed slots.
    pub fn slots(&self) -> &[u8] {
        &self.slots[..self.slots.len() - 2]
    }

    /// Whether a key is in the set; about one in 2^bits other keys is a false positive.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        let mixed = mix(key.wrapping_add(self.shape.seed));
        let mut print = (mixed ^ (mixed >> 32)) as u8;
        for place in self.shape.places(mixed) {
            print ^= self.slot(place);
        }
        (print & mask(self.shape.bits)) == 0
    }

    /// A slot in the lowest bits; bits above it belong to its neighbour.
    #[inline]
    fn slot(&self, place: u32) -> u8 {
        let bit = place as usize * self.shape.bits as usize;
        let pair = u16::from_le_bytes([self.slots[bit / 8], self.slots[bit / 8 + 1]]);
        (pair >> (bit % 8)) as u8
    }

    /// A filter of the keys, in any order and with repetitions, with slots of `bits` bits.
    ///
    /// # Errors
    ///
    /// If `bits` is not in 1..=8, or no filter is found, which is next to impossible.
    ///
    /// ```
    /// use admit::certify::filter::Filter;
    /// let keys: Vec<u64> = (0..10_000).map(|k| k * k).collect();
    /// let filter = Filter::of(&keys, 5).unwrap();
    /// assert!(keys.iter().all(|&key| filter.contains(key)));
    /// assert!(filter.slots().len() < 10_000 * 5 * 3 / 2 / 8); // bytes; few keys need more slots
    /// let others = (0..100_000).filter(|k| filter.contains(1 << 40 | k)).count();
    /// assert!((2_500..3_700).contains(&others)); // 3125 expected
    /// ```
    #[cfg(feature = "learn")]
    pub fn of(keys: &[u64], bits: u8) -> Result<Filter, FilterError> {
        let mut keys = keys.to_vec();
        keys.sort_unstable();
        keys.dedup();
        let built =
            xorf::BinaryFuse8::try_from(&keys).map_err(|_| FilterError::Keys(keys.len()))?;
        let shape = FilterShape {
            bits,
            seed: built.descriptor.seed,
            segment: built.descriptor.segment_length,
            first: built.descriptor.segment_count_length,
        };
        let bytes = shape.bytes().ok_or(FilterError::Shape(shape))?;
        let mut slots = vec![0; bytes as usize + 2];
        for (place, &print) in built.fingerprints.iter().enumerate() {
            let bit = place * bits as usize;
            let shifted = ((print & mask(bits)) as u16) << (bit % 8);
            for (slot, part) in slots[bit / 8..].iter_mut().zip(shifted.to_le_bytes()) {
                *slot |= part;
            }
        }
        slots.truncate(bytes as usize);
        Filter::new(shape, slots)
    }
}

/// Mask of the lowest 1 to 8 bits.
#[inline]
const fn mask(bits: u8) -> u8 {
    u8::MAX >> (8 - bits)
}

#[cfg(all(test, feature = "learn"))]
mod tests {
    use super::*;

    fn keys(count: u64) -> Vec<u64> {
        (0..count)
            .map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20)
            .collect()
    }

    #[test]
    fn filters_have_no_false_negatives() {
        for count in [0, 1, 2, 3, 10, 1000, 50_000] {
            for bits in 1..=8 {
                let keys = keys(count);
                let filter = Filter::of(&keys, bits).unwrap();
                assert!(
                    keys.iter().all(|&key| filter.contains(key)),
                    "{count} {bits}"
                );
                let again = Filter::new(filter.shape(), filter.slots().to_vec()).unwrap();
                assert_eq!(again, filter);
            }
        }
    }

    #[test]
    fn eight_bits_equal_xorf() {
        use xorf::Filter as _;
        let keys = keys(3000);
        let built = xorf::BinaryFuse8::try_from(&keys).unwrap();
        let filter = Filter::of(&keys, 8).unwrap();
        for key in 0..100_000 {
            assert_eq!(filter.contains(key), built.contains(&key));
        }
    }

    #[test]
    fn invalid_filters_are_refused() {
        let filter = Filter::of(&keys(100), 3).unwrap();
        let (shape, slots) = (filter.shape(), filter.slots().to_vec());
        let with = |change: fn(&mut FilterShape)| {
            let mut shape = shape;
            change(&mut shape);
            Filter::new(shape, slots.clone()).unwrap_err()
        };
        assert!(matches!(with(|s| s.bits = 0), FilterError::Shape(_)));
        assert!(matches!(with(|s| s.bits = 9), FilterError::Shape(_)));
        assert!(matches!(with(|s| s.segment = 12), FilterError::Shape(_)));
        assert!(matches!(with(|s| s.first = 0), FilterError::Shape(_)));
        assert!(matches!(with(|s| s.first += 1), FilterError::Shape(_)));
        assert!(matches!(
            with(|s| s.first = u32::MAX - 3),
            FilterError::Shape(_)
        ));
        assert!(matches!(with(|s| s.bits = 4), FilterError::Length { .. }));
    }
}
