//! States near the goal, with their exact values.
//!
//! A search ends among few states: those near the goal. The mean over all states does
//! not see them, but a search that is sent on from each of them does: a network that
//! said 1 of half of the 243 states two moves from the goal cost half as many nodes
//! again. So the nearest states whose value is too low are listed with the value that
//! the table has. That cannot overestimate; and the recount looks at it as at all else.

/// States are listed up to this distance.
pub const FARTHEST: u8 = 4;
/// What an entry takes.
const BYTES: u64 = 9;

/// Keys of states near the goal, and their exact values.
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
    /// By key.
    entries: Vec<(u64, u8)>,
}

impl NearGoal {
    /// From keys and values; of several values for a key the least counts.
    pub fn of(mut entries: Vec<(u64, u8)>) -> NearGoal {
        entries.sort_unstable();
        entries.dedup_by_key(|(key, _)| *key);
        NearGoal { entries }
    }

    /// Those of them that come nearest to the goal, as many as fit into some bytes.
    pub fn within(mut entries: Vec<(u64, u8)>, bytes: u64) -> NearGoal {
        entries.sort_unstable_by_key(|&(key, value)| (value, key));
        entries.dedup();
        entries.truncate((bytes / BYTES) as usize);
        NearGoal::of(entries)
    }

    /// Its entries, by key.
    pub fn entries(&self) -> &[(u64, u8)] {
        &self.entries
    }

    /// The value of the state with this key: what is listed, or what was given, if that
    /// is higher.
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
