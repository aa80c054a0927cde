//! States near the goal, with their exact values.
//!
//! Every search ends near the goal. These states are too few to change the mean, but their
//! values matter: a network with value 1 on half of the 243 states two moves from the goal cost
//! half as many nodes again. So the nearest states with too low a value are listed with the
//! table's value, which cannot overestimate; the recount checks them like all others.

/// Largest distance of a listed state.
pub const FARTHEST: u8 = 4;
/// Bytes of an entry.
const BYTES: u64 = 9;

/// Keys and exact values of states near the goal.
///
/// ```
/// use admit::certify::near_goal::NearGoal;
/// let near = NearGoal::of(vec![(70, 2), (12, 3)]);
/// assert_eq!(near.value(70, 1), 2);
/// assert_eq!(near.value(71, 1), 1);
/// assert_eq!(near.value(12, 4), 4); // never lowered
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NearGoal {
    /// Sorted by key.
    entries: Vec<(u64, u8)>,
}

impl NearGoal {
    /// From keys and values; of several values for a key the smallest is kept.
    pub fn of(mut entries: Vec<(u64, u8)>) -> NearGoal {
        entries.sort_unstable();
        entries.dedup_by_key(|(key, _)| *key);
        NearGoal { entries }
    }

    /// As many of the entries nearest to the goal as fit into some bytes.
    pub fn within(mut entries: Vec<(u64, u8)>, bytes: u64) -> NearGoal {
        entries.sort_unstable_by_key(|&(key, value)| (value, key));
        entries.dedup();
        entries.truncate((bytes / BYTES) as usize);
        NearGoal::of(entries)
    }

    /// Entries, sorted by key.
    pub fn entries(&self) -> &[(u64, u8)] {
        &self.entries
    }

    /// The larger of the given value and the listed value for this key.
    #[inline]
    pub fn value(&self, key: u64, value: u8) -> u8 {
        if value >= FARTHEST || self.entries.is_empty() {
            return value;
        }
        match self.entries.binary_search_by_key(&key, |&(key, _)| key) {
            Ok(at) => value.max(self.entries[at].1),
            Err(_) => value,
        }
    }
}
