//! A bucket queue, one bucket for each f.
//!
//! Only the bucket of least f needs its least state. So a bucket is an unordered list of node
//! numbers until it is first popped, and then ordered by state. Buckets with f near that of the
//! start are in an array, the few others in a tree.
//!
//! Entries are only removed at the front. A node with a lower f is inserted again; the caller
//! recognises outdated entries.

use super::runs::Runs;
use std::collections::BTreeMap;

/// Maximum number of buckets in the array.
const NEAR: i64 = 1 << 14;
/// Distance of the array's first f below the f of the start.
const BELOW: i64 = 1 << 5;

/// See the [module](self).
pub(super) struct Queue<S> {
    base: i64,
    near: Vec<Bucket<S>>,
    /// All buckets below this one are empty.
    low: usize,
    far: BTreeMap<i64, Bucket<S>>,
}

enum Bucket<S> {
    /// Not popped yet.
    Waiting(Waiting),
    Ordered(Box<Runs<S>>),
}

/// Nodes in insertion order, in chunks that are never copied.
#[derive(Default)]
struct Waiting {
    full: Vec<Box<[u32]>>,
    last: Vec<u32>,
}

impl Waiting {
    const PIECE: usize = 1 << 12;

    #[inline]
    fn push(&mut self, node: u32) {
        if self.last.len() == Waiting::PIECE {
            self.full.push(std::mem::take(&mut self.last).into());
        }
        self.last.push(node);
    }

    fn is_empty(&self) -> bool {
        self.last.is_empty()
    }

    fn into_pieces(self) -> impl Iterator<Item = Vec<u32>> {
        let full = self.full.into_iter().map(Vec::from);
        full.chain([self.last])
    }

    fn bytes(&self) -> usize {
        (self.full.len() * Waiting::PIECE + self.last.capacity()) * size_of::<u32>()
    }
}

impl<S: Clone + Ord> Bucket<S> {
    fn new() -> Bucket<S> {
        Bucket::Waiting(Waiting::default())
    }

    #[inline]
    fn is_empty(&self) -> bool {
        match self {
            Bucket::Waiting(nodes) => nodes.is_empty(),
            Bucket::Ordered(runs) => runs.is_empty(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Bucket::Waiting(nodes) => nodes.bytes(),
            Bucket::Ordered(runs) => size_of::<Runs<S>>() + runs.bytes(),
        }
    }

    #[inline]
    fn push(&mut self, state: S, node: u32) {
        match self {
            Bucket::Waiting(nodes) => nodes.push(node),
            Bucket::Ordered(runs) => runs.push(state, node),
        }
    }

    #[inline]
    fn pop(&mut self, state_of: impl Fn(u32) -> S) -> Option<u32> {
        if let Bucket::Waiting(nodes) = self {
            let pieces = std::mem::take(nodes).into_pieces();
            *self = Bucket::Ordered(Box::new(Runs::of(pieces, &state_of)));
        }
        match self {
            Bucket::Waiting(_) => None,
            Bucket::Ordered(runs) => runs.pop(state_of),
        }
    }
}

impl<S: Clone + Ord> Queue<S> {
    pub(super) fn new() -> Queue<S> {
        Queue {
            base: 0,
            near: Vec::new(),
            low: usize::MAX,
            far: BTreeMap::new(),
        }
    }

    /// Allocated bytes; scans all buckets.
    pub(super) fn bytes(&self) -> usize {
        let buckets = self.near.iter().chain(self.far.values());
        buckets.map(Bucket::bytes).sum::<usize>()
            + (self.near.capacity() + self.far.len()) * size_of::<Bucket<S>>()
    }

    #[inline]
    pub(super) fn push(&mut self, f: i64, state: S, node: u32) {
        let place = (f - self.base) as usize;
        if let Some(bucket) = self.near.get_mut(place) {
            bucket.push(state, node);
            self.low = self.low.min(place);
        } else {
            self.push_elsewhere(f, state, node);
        }
    }

    /// Inserts into a bucket that may not exist yet.
    fn push_elsewhere(&mut self, f: i64, state: S, node: u32) {
        if self.near.is_empty() && self.far.is_empty() {
            self.base = f - BELOW;
        }
        let place = f - self.base;
        if !(0..NEAR).contains(&place) {
            let bucket = self.far.entry(f).or_insert_with(Bucket::new);
            return bucket.push(state, node);
        }
        let place = place as usize;
        if place >= self.near.len() {
            // Grows in steps, without doubling.
            let buckets = (place + 1).next_multiple_of(64);
            self.near.reserve_exact(buckets - self.near.len());
            self.near.resize_with(place + 1, Bucket::new);
        }
        self.near[place].push(state, node);
        self.low = self.low.min(place);
    }

    /// The next entry, if cheap to find and nothing is inserted.
    pub(super) fn peek(&self) -> Option<(S, u32)> {
        match self.near.get(self.low)? {
            Bucket::Waiting(_) => None,
            Bucket::Ordered(runs) => runs.peek(),
        }
    }

    /// Pops the node of least f, ties by least state.
    #[inline]
    pub(super) fn pop(&mut self, state_of: impl Fn(u32) -> S) -> Option<(i64, u32)> {
        while self.low < self.near.len() && self.near[self.low].is_empty() {
            if let Bucket::Ordered(_) = self.near[self.low] {
                self.near[self.low] = Bucket::new();
            }
            self.low += 1;
        }
        if !self.far.is_empty()
            && let Some(mut first) = self.far.first_entry()
            && (self.low >= self.near.len() || *first.key() < self.base)
        {
            let f = *first.key();
            let node = first.get_mut().pop(state_of)?;
            if first.get().is_empty() {
                first.remove();
            }
            return Some((f, node));
        }
        let node = self.near.get_mut(self.low)?.pop(state_of)?;
        Some((self.base + self.low as i64, node))
    }
}
