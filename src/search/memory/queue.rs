//! A queue of buckets, one for each f.
//!
//! Only the bucket with the least f has to know its least state. So a bucket is
//! a mere list of node numbers while it waits, and becomes a heap, ordered by
//! state, when it is first taken from. Buckets whose f is near that of the
//! start stand in an array; the few others in a tree.
//!
//! Nothing is ever taken out but from the front. A node that gets a lower f is
//! put in again; whoever takes numbers out must know which are out of date.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// How many buckets the array may have.
const NEAR: i64 = 1 << 16;
/// How far below the f of the start the array begins.
const BELOW: i64 = 1 << 10;

/// See the module's own words.
pub(super) struct Queue<S> {
    base: i64,
    near: Vec<Bucket<S>>,
    /// No bucket below this one holds anything.
    low: usize,
    far: BTreeMap<i64, Bucket<S>>,
    bytes: usize,
}

struct Bucket<S> {
    waiting: Vec<u32>,
    heap: BinaryHeap<Reverse<(S, u32)>>,
    is_heap: bool,
}

impl<S: Copy + Ord> Bucket<S> {
    const EMPTY_BYTES: usize = size_of::<Bucket<S>>();

    fn new() -> Bucket<S> {
        Bucket {
            waiting: Vec::new(),
            heap: BinaryHeap::new(),
            is_heap: false,
        }
    }

    fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.heap.is_empty()
    }

    fn bytes(&self) -> usize {
        self.waiting.capacity() * size_of::<u32>() + self.heap.capacity() * size_of::<(S, u32)>()
    }

    fn push(&mut self, state: S, node: u32) {
        if self.is_heap {
            self.heap.push(Reverse((state, node)));
        } else {
            self.waiting.push(node);
        }
    }

    fn pop(&mut self, state_of: impl Fn(u32) -> S) -> Option<u32> {
        if !self.is_heap {
            let all = self.waiting.drain(..).map(|n| Reverse((state_of(n), n)));
            self.heap = all.collect();
            self.waiting = Vec::new();
            self.is_heap = true;
        }
        self.heap.pop().map(|Reverse((_, node))| node)
    }
}

impl<S: Copy + Ord> Queue<S> {
    pub(super) fn new() -> Queue<S> {
        Queue {
            base: 0,
            near: Vec::new(),
            low: usize::MAX,
            far: BTreeMap::new(),
            bytes: 0,
        }
    }

    /// Bytes that the queue has allocated.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn push(&mut self, f: i64, state: S, node: u32) {
        if self.near.is_empty() && self.far.is_empty() {
            self.base = f - BELOW;
        }
        let place = f - self.base;
        let bucket = if (0..NEAR).contains(&place) {
            let place = place as usize;
            if place >= self.near.len() {
                let more = place + 1 - self.near.len();
                self.near.resize_with(place + 1, Bucket::new);
                self.bytes += more * Bucket::<S>::EMPTY_BYTES;
            }
            self.low = self.low.min(place);
            &mut self.near[place]
        } else {
            let bytes = &mut self.bytes;
            self.far.entry(f).or_insert_with(|| {
                *bytes += Bucket::<S>::EMPTY_BYTES + size_of::<i64>();
                Bucket::new()
            })
        };
        let before = bucket.bytes();
        bucket.push(state, node);
        self.bytes += bucket.bytes() - before;
    }

    /// Takes out the node with the least f, of several the one with the least
    /// state.
    pub(super) fn pop(&mut self, state_of: impl Fn(u32) -> S) -> Option<(i64, u32)> {
        while self.low < self.near.len() && self.near[self.low].is_empty() {
            let bytes = self.near[self.low].bytes();
            if bytes > 1 << 12 || self.near[self.low].is_heap {
                self.bytes -= bytes;
                self.near[self.low] = Bucket::new();
            }
            self.low += 1;
        }
        let far_first = self
            .far
            .first_entry()
            .filter(|first| self.low >= self.near.len() || *first.key() < self.base);
        if let Some(mut first) = far_first {
            let f = *first.key();
            let bucket = first.get_mut();
            let before = bucket.bytes();
            let node = bucket.pop(state_of)?;
            if bucket.is_empty() {
                self.bytes -= before + Bucket::<S>::EMPTY_BYTES + size_of::<i64>();
                first.remove();
            } else {
                self.bytes = self.bytes + bucket.bytes() - before;
            }
            return Some((f, node));
        }
        if self.low >= self.near.len() {
            return None;
        }
        let bucket = &mut self.near[self.low];
        let before = bucket.bytes();
        let node = bucket.pop(state_of)?;
        self.bytes = self.bytes + bucket.bytes() - before;
        Some((self.base + self.low as i64, node))
    }
}
