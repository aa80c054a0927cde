//! A priority queue for many entries: sorted runs, and a small heap for what
//! came last.
//!
//! A heap of a million entries waits for memory at almost every level. Here an
//! entry first goes into a heap that stays in the nearest cache. When that is
//! full, it becomes a sorted run; runs of similar length are merged. The least
//! entry is the least of the heap's and of the runs' ends, of which there are
//! a dozen. An entry is moved as often as it would rise in a heap, but always
//! to its neighbour's side (after Sanders' sequence heaps).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Entries in the heap, at most.
const YOUNG: usize = 512;

/// See the module's own words. Entries are ordered by state; no state is held
/// twice.
pub(super) struct Runs<S> {
    young: BinaryHeap<Reverse<(S, u32)>>,
    /// Each in descending order, the least entry last; the longest run first.
    runs: Vec<Vec<(S, u32)>>,
}

impl<S: Copy + Ord> Runs<S> {
    pub(super) fn new() -> Runs<S> {
        Runs {
            young: BinaryHeap::new(),
            runs: Vec::new(),
        }
    }

    /// All of these, in any order.
    pub(super) fn of(mut entries: Vec<(S, u32)>) -> Runs<S> {
        entries.sort_unstable_by_key(|&(state, _)| Reverse(state));
        let mut all = Runs::new();
        if !entries.is_empty() {
            all.runs.push(entries);
        }
        all
    }

    pub(super) fn is_empty(&self) -> bool {
        self.young.is_empty() && self.runs.is_empty()
    }

    pub(super) fn bytes(&self) -> usize {
        let entries = self.young.capacity() + self.runs.iter().map(Vec::capacity).sum::<usize>();
        entries * size_of::<(S, u32)>()
    }

    pub(super) fn push(&mut self, state: S, node: u32) {
        if self.young.len() == YOUNG {
            self.age();
        }
        self.young.push(Reverse((state, node)));
    }

    /// Makes a run of the heap.
    fn age(&mut self) {
        let mut run: Vec<(S, u32)> = self.young.drain().map(|Reverse(entry)| entry).collect();
        run.sort_unstable_by_key(|&(state, _)| Reverse(state));
        while let Some(shorter) = self.runs.pop_if(|last| last.len() < 2 * run.len()) {
            run = merged(&shorter, &run);
        }
        self.runs.push(run);
    }

    /// The least entry, and the run it is in; none if it is in the heap.
    #[inline]
    fn least(&self) -> Option<(Option<usize>, (S, u32))> {
        let mut least = self.young.peek().map(|Reverse(entry)| (None, *entry));
        for (i, run) in self.runs.iter().enumerate() {
            if let Some(&end) = run.last()
                && least.is_none_or(|(_, entry)| end.0 < entry.0)
            {
                least = Some((Some(i), end));
            }
        }
        least
    }

    pub(super) fn peek(&self) -> Option<(S, u32)> {
        self.least().map(|(_, entry)| entry)
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        let (from, (_, node)) = self.least()?;
        let Some(i) = from else {
            self.young.pop();
            return Some(node);
        };
        let run = &mut self.runs[i];
        run.pop();
        if run.is_empty() {
            self.runs.remove(i);
        } else if run.len() + run.len() / 2 < run.capacity() {
            run.shrink_to_fit();
        }
        Some(node)
    }
}

/// Two runs in one, in descending order.
fn merged<S: Copy + Ord>(a: &[(S, u32)], b: &[(S, u32)]) -> Vec<(S, u32)> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let from_a = a[i].0 > b[j].0;
        all.push(if from_a { a[i] } else { b[j] });
        i += from_a as usize;
        j += !from_a as usize;
    }
    all.extend_from_slice(&a[i..]);
    all.extend_from_slice(&b[j..]);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn entries_come_out_in_order_whatever_came_in_between() {
        let mut x = 1_u64;
        let mut random = |n: u64| {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (x >> 33) % n
        };
        let first: BTreeSet<u64> = (0..3000).map(|_| random(1 << 30)).collect();
        let mut runs = Runs::of(first.iter().map(|&s| (s, s as u32)).collect());
        let mut plain = first;
        let mut popped = 0;
        for round in 0..60_000 {
            // More come than go, then more go than come.
            if random(10) < if round < 40_000 { 7 } else { 1 } {
                let state = random(1 << 30);
                if plain.insert(state) {
                    runs.push(state, state as u32);
                }
            } else {
                assert_eq!(runs.pop(), plain.pop_first().map(|s| s as u32));
                popped += 1;
            }
            assert_eq!(runs.is_empty(), plain.is_empty());
        }
        assert!(popped > 20_000 && runs.runs.len() > 1);
        while let Some(least) = plain.pop_first() {
            assert_eq!(runs.pop(), Some(least as u32));
        }
        assert_eq!((runs.pop(), runs.is_empty()), (None, true));
    }
}
