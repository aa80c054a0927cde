//! A hash table of node numbers, in groups of half a cache line.
//!
//! A slot has 32 bits: the number of a node plus one, and above it as many hash bits of its state
//! as fit; 0 is empty. Eight slots form a group, compared at once without a branch for each; few
//! nodes are looked up in vain. A group is filled from its first slot, and overflows into the next
//! one. Nothing is ever removed.

use super::Full;
use crate::prefetch;

const WIDTH: usize = 8;
/// Maximum load: slots in use per two groups, on average.
const MOST_OF_TWO: usize = 13;
/// The table doubles up to this many groups, and then grows by half.
const DOUBLING: usize = 1 << 14;
/// Nodes moved to a larger table at a time, so that memory is prefetched.
const AHEAD: usize = 32;

/// See the [module](self).
pub(super) struct Slots {
    groups: Vec<Group>,
    /// Upper bits of a slot, those of the hash.
    hash_mask: u32,
}

#[derive(Clone, Copy)]
#[repr(align(32))]
struct Group([u32; WIDTH]);

// Both loops are uniform over slots, so that compilers vectorise them.
impl Group {
    /// The OR of all slots that equal `hash` under `mask`: the slot itself if there is one, 0 if
    /// there is none.
    #[inline]
    fn like(&self, hash: u32, mask: u32) -> u32 {
        let is_like = |held: u32| (held ^ hash) & mask == 0;
        (self.0.iter()).fold(0, |all, &held| all | if is_like(held) { held } else { 0 })
    }

    /// Number of slots in use.
    #[inline]
    fn used(&self) -> usize {
        self.0.iter().map(|&held| (held != 0) as u32).sum::<u32>() as usize
    }
}

impl Slots {
    pub(super) const fn new() -> Slots {
        Slots {
            groups: Vec::new(),
            hash_mask: 0,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.groups.capacity() * size_of::<Group>()
    }

    /// Number of entries before the table must [`grow`](Slots::grow).
    #[inline]
    pub(super) fn room(&self) -> usize {
        self.groups.len() * MOST_OF_TWO / 2
    }

    /// Bytes of the next larger table during growth.
    pub(super) fn bytes_of_larger(&self) -> usize {
        self.more_groups() * (size_of::<Group>() + size_of::<u8>())
    }

    fn more_groups(&self) -> usize {
        match self.groups.len() {
            0 => 2,
            n if n < DOUBLING => 2 * n,
            n => n + n / 2,
        }
    }

    /// A larger table of all numbers below `used`, allocated after the old one is freed.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, used: u32, hash_of: impl Fn(u32) -> u64) -> Result<(), Full> {
        let (before, groups) = (self.groups.len(), self.more_groups());
        self.groups = Vec::new();
        if self.groups.try_reserve_exact(groups).is_err() {
            self.fill(before, used, hash_of);
            return Err(Full);
        }
        self.fill(groups, used, hash_of);
        Ok(())
    }

    /// A table of this many groups that holds the numbers below `used`.
    fn fill(&mut self, groups: usize, used: u32, hash_of: impl Fn(u32) -> u64) {
        self.groups.reserve_exact(groups);
        self.groups.resize(groups, Group([0; WIDTH]));
        let mut in_use = vec![0_u8; groups];
        self.hash_mask = !((self.room() + 1).next_power_of_two() as u64 - 1) as u32;
        for first in (0..used).step_by(AHEAD) {
            let numbers = first..used.min(first + AHEAD as u32);
            let mut hashes = [0; AHEAD];
            for (number, hash) in numbers.clone().zip(&mut hashes) {
                *hash = hash_of(number);
                self.expect(*hash);
            }
            for (number, hash) in numbers.zip(hashes) {
                let mut at = self.home(hash);
                while in_use[at] as usize == WIDTH {
                    at = self.after(at);
                }
                self.groups[at].0[in_use[at] as usize % WIDTH] = self.slot(hash, number);
                in_use[at] += 1;
            }
        }
    }

    /// The first group of a hash.
    #[inline]
    pub(super) fn home(&self, hash: u64) -> usize {
        ((hash as u128 * self.groups.len() as u128) >> 64) as usize
    }

    #[inline]
    fn slot(&self, hash: u64, number: u32) -> u32 {
        hash as u32 & self.hash_mask | (number + 1)
    }

    /// Prefetches the first group of a hash.
    #[inline]
    pub(super) fn expect(&self, hash: u64) {
        if let Some(group) = self.groups.get(self.home(hash)) {
            prefetch::soon(group);
        }
    }

    /// The number with this hash that matches. The predicate may be called for numbers that were
    /// never inserted.
    ///
    /// # Errors
    ///
    /// The group for insertion, if there is none.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_right: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mut at = self.home(hash);
        while let Some(group) = self.groups.get(at) {
            let like = group.like(hash as u32, self.hash_mask);
            if like != 0 {
                let number = (like & !self.hash_mask) - 1;
                if is_right(number) {
                    return Ok(number);
                }
                if let Some(number) = self.find_among(group, hash, &is_right) {
                    return Ok(number);
                }
            }
            if group.0[WIDTH - 1] == 0 {
                return Err(at);
            }
            at = self.after(at);
        }
        Err(0)
    }

    /// Several slots share the hash bits: one by one.
    #[cold]
    #[inline(never)]
    fn find_among(&self, group: &Group, hash: u64, is_right: impl Fn(u32) -> bool) -> Option<u32> {
        (group.0.iter())
            .filter(|&&held| held != 0 && (held ^ hash as u32) & self.hash_mask == 0)
            .map(|&held| (held & !self.hash_mask) - 1)
            .find(|&number| is_right(number))
    }

    #[inline]
    fn after(&self, at: usize) -> usize {
        if at + 1 == self.groups.len() {
            0
        } else {
            at + 1
        }
    }

    /// Inserts a number into the first empty slot from this group on. Requires [room](Slots::room).
    #[inline]
    pub(super) fn put(&mut self, at: usize, hash: u64, number: u32) {
        let slot_for = self.slot(hash, number);
        let mut at = at;
        loop {
            let used = self.groups[at].used();
            if let Some(slot) = self.groups[at].0.get_mut(used) {
                *slot = slot_for;
                return;
            }
            at = self.after(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(number: u32) -> u64 {
        (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Full tables of many sizes.
    fn check(hash_of: impl Fn(u32) -> u64, most: u32) {
        let mut slots = Slots::new();
        for number in 0..most {
            if number as usize == slots.room() {
                slots.grow(number, &hash_of).unwrap();
                for before in 0..number {
                    let found = slots.find(hash_of(before), |n| n == before);
                    assert_eq!(found, Ok(before));
                }
            }
            let at = slots.find(hash_of(number), |_| false).unwrap_err();
            slots.put(at, hash_of(number), number);
            assert_eq!(slots.find(hash_of(number), |n| n == number), Ok(number));
        }
    }

    #[test]
    fn exactly_the_inserted_states_are_found() {
        check(spread, 60_000);
    }

    /// Groups overflow, the last one into the first, and slots are alike.
    #[test]
    fn equal_hashes_are_distinguished() {
        check(|_| u64::MAX, 1000);
        check(|number| spread(number % 7), 1000);
        check(|number| (number as u64) << 60, 1000);
    }

    #[test]
    fn equal_slots_are_merged() {
        let group = Group([0x1_0001, 0x2_0002, 0x1_0004, 0, 0, 0, 0, 0]);
        assert_eq!(group.like(0x2_0000, 0xFFFF_0000), 0x2_0002);
        assert_eq!(group.like(0x1_0000, 0xFFFF_0000), 0x1_0005);
        assert_eq!(group.like(0x3_0000, 0xFFFF_0000), 0);
        assert_eq!(group.like(0, 0xFFFF_0000), 0);
        assert_eq!(group.used(), 3);
    }
}
