//! A priority queue for many entries: a sorted front, sorted runs, and a heap for recent
//! insertions.
//!
//! Inserted entries are often among the least and leave at once, since a state's children are near
//! it in the order. So the least entries form a short sorted list, the front, and most entries come
//! and go at its end. The others go into a heap that fits the nearest caches; when full it becomes
//! a sorted run. The heads of all runs are in a heap of their own (after Sanders' sequence heaps,
//! with unlimited runs, so that none are merged).
//!
//! A run consists of node numbers, four bytes each, and the state of its head. The state of the
//! next node is looked up when it becomes the head: the node is about to be selected, so it is read
//! anyway.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// Maximum size of the front.
const FRONT: usize = 64;
/// Entries moved to the front when it is empty.
const REFILL: usize = 16;
/// Maximum size of the heap.
const YOUNG: usize = 1 << 11;

/// See the [module](self). Entries are ordered by state; no state occurs twice.
pub(super) struct Runs<S> {
    /// In descending order, the least entry last. Empty only if the queue is.
    front: Vec<Entry<S>>,
    young: BinaryHeap<Reverse<Entry<S>>>,
    sorted: BinaryHeap<Reverse<Run<S>>>,
}

#[derive(Clone)]
struct Entry<S> {
    state: S,
    node: u32,
}

/// Entries in descending order of states; the head is the least.
struct Run<S> {
    head: Entry<S>,
    others: Vec<u32>,
}

impl<S: Clone + Ord> Runs<S> {
    /// A queue of these, in any order.
    pub(super) fn of(
        pieces: impl Iterator<Item = Vec<u32>>,
        state_of: impl Fn(u32) -> S,
    ) -> Runs<S> {
        let mut entries = Vec::new();
        let runs = pieces.filter_map(|mut piece| {
            entries.clear();
            entries.extend(piece.iter().map(|&node| Entry {
                state: state_of(node),
                node,
            }));
            piece.clear();
            Run::of(&mut entries, piece).map(Reverse)
        });
        let mut all = Runs {
            sorted: runs.collect(),
            front: Vec::new(),
            young: BinaryHeap::new(),
        };
        all.refill(state_of);
        all
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.front.is_empty()
    }

    pub(super) fn bytes(&self) -> usize {
        let runs = self.sorted.iter().map(|Reverse(run)| run.others.capacity());
        runs.sum::<usize>() * size_of::<u32>()
            + (self.front.capacity() + self.young.capacity()) * size_of::<Entry<S>>()
            + self.sorted.capacity() * size_of::<Run<S>>()
    }

    #[inline]
    pub(super) fn push(&mut self, state: S, node: u32) {
        let entry = Entry { state, node };
        if self.front.len() >= FRONT {
            self.spill();
        }
        match self.front.first() {
            Some(most) if entry.state < most.state => self.push_front(entry),
            _ => self.push_behind(entry),
        }
    }

    #[inline]
    fn push_front(&mut self, entry: Entry<S>) {
        let less = (self.front.iter().rev()).take_while(|other| other.state < entry.state);
        let place = self.front.len() - less.count();
        self.front.insert(place, entry);
    }

    fn push_behind(&mut self, entry: Entry<S>) {
        if self.young.is_empty() && self.sorted.is_empty() {
            return self.front.insert(0, entry);
        }
        if self.young.len() == YOUNG {
            self.age();
        }
        self.young.push(Reverse(entry));
    }

    /// Turns the heap into a run.
    #[cold]
    fn age(&mut self) {
        let entries = self.young.drain().map(|Reverse(entry)| entry).collect();
        self.add_run(entries);
    }

    /// Moves the greater half of the front to a run. All runs have greater heads, so any will do.
    #[cold]
    fn spill(&mut self) {
        let greater = self.front.drain(..FRONT / 2);
        if let Some(mut first) = self.sorted.peek_mut() {
            for entry in greater {
                let before = std::mem::replace(&mut first.0.head, entry);
                first.0.others.push(before.node);
            }
            return;
        }
        let entries = greater.collect();
        self.add_run(entries);
    }

    fn add_run(&mut self, mut entries: Vec<Entry<S>>) {
        let run = Run::of(&mut entries, Vec::new());
        self.sorted.extend(run.map(Reverse));
    }

    /// Refills an empty front with the least entries.
    #[inline(never)]
    fn refill(&mut self, state_of: impl Fn(u32) -> S) {
        while self.front.len() < REFILL {
            let young = self.young.peek().map(|Reverse(entry)| &entry.state);
            if let Some(mut run) = self.sorted.peek_mut()
                && young.is_none_or(|young| run.0.head.state < *young)
            {
                self.front.push(run.0.head.clone());
                if let Some(node) = run.0.others.pop() {
                    let state = state_of(node);
                    run.0.head = Entry { state, node };
                    let others = &mut run.0.others;
                    if others.len() < others.capacity() / 4 {
                        others.shrink_to(others.capacity() / 2);
                    }
                } else {
                    PeekMut::pop(run);
                }
            } else if let Some(Reverse(entry)) = self.young.pop() {
                self.front.push(entry);
            } else {
                break;
            }
        }
        self.front.reverse();
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<(S, u32)> {
        self.front
            .last()
            .map(|entry| (entry.state.clone(), entry.node))
    }

    #[inline]
    pub(super) fn pop(&mut self, state_of: impl Fn(u32) -> S) -> Option<u32> {
        let entry = self.front.pop()?;
        if self.front.is_empty() {
            self.refill(state_of);
        }
        Some(entry.node)
    }
}

impl<S: Clone + Ord> Run<S> {
    /// A queue of these, in any order, if there are any; `others`, which is empty, is used as the
    /// buffer of numbers.
    fn of(entries: &mut [Entry<S>], mut others: Vec<u32>) -> Option<Run<S>> {
        entries.sort_unstable_by(|a, b| b.state.cmp(&a.state));
        let (head, greater) = entries.split_last()?;
        others.extend(greater.iter().map(|entry| entry.node));
        let head = head.clone();
        Some(Run { head, others })
    }
}

impl<S: Ord> Ord for Entry<S> {
    #[inline]
    fn cmp(&self, other: &Entry<S>) -> Ordering {
        self.state.cmp(&other.state)
    }
}

impl<S: Ord> PartialOrd for Entry<S> {
    #[inline]
    fn partial_cmp(&self, other: &Entry<S>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: Ord> PartialEq for Entry<S> {
    fn eq(&self, other: &Entry<S>) -> bool {
        self.state == other.state
    }
}

impl<S: Ord> Eq for Entry<S> {}

impl<S: Ord> Ord for Run<S> {
    #[inline]
    fn cmp(&self, other: &Run<S>) -> Ordering {
        self.head.cmp(&other.head)
    }
}

impl<S: Ord> PartialOrd for Run<S> {
    #[inline]
    fn partial_cmp(&self, other: &Run<S>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: Ord> PartialEq for Run<S> {
    fn eq(&self, other: &Run<S>) -> bool {
        self.head == other.head
    }
}

impl<S: Ord> Eq for Run<S> {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// More insertions than removals, then fewer; inserted anywhere, or below or just above the
    /// least.
    #[test]
    fn entries_are_popped_in_order_between_insertions() {
        let mut x = 1_u64;
        let mut random = |n: u64| {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (x >> 33) % n
        };
        let first: BTreeSet<u64> = (0..3000).map(|_| (1 << 29) + random(1 << 30)).collect();
        let numbers: Vec<u32> = first.iter().map(|&state| state as u32).collect();
        let state_of = |node: u32| node as u64;
        let mut runs = Runs::of(numbers.chunks(1000).map(<[u32]>::to_vec), state_of);
        let mut plain = first;
        let (mut popped, mut most_runs, mut spilt) = (0, 0, 0);
        for round in 0..120_000 {
            if random(10) < if round < 80_000 { 7 } else { 1 } {
                let least = plain.first().copied().unwrap_or(0);
                let state = match random(4) {
                    0 => (1 << 29) + random(1 << 30),
                    1 => least + random(1 << 14),
                    _ => least.saturating_sub(random(1 << 8)),
                };
                if plain.insert(state) {
                    spilt += (runs.front.len() == FRONT) as u32;
                    runs.push(state, state as u32);
                }
            } else {
                assert_eq!(runs.pop(state_of), plain.pop_first().map(|s| s as u32));
                popped += 1;
            }
            assert_eq!(runs.is_empty(), plain.is_empty());
            assert_eq!(runs.peek(), plain.first().map(|&s| (s, s as u32)));
            most_runs = most_runs.max(runs.sorted.len());
        }
        assert!(popped > 40_000, "{popped}");
        assert!(most_runs > 5, "{most_runs}");
        assert!(spilt > 100, "{spilt}");
        while let Some(least) = plain.pop_first() {
            assert_eq!(runs.pop(state_of), Some(least as u32));
        }
        assert_eq!((runs.pop(state_of), runs.is_empty()), (None, true));
    }
}
