//! A queue of buckets, one for each f.
//!
//! Only the bucket with the least f has to know its least state. So a bucket is
//! a mere list of node numbers while it waits, and becomes a heap, ordered by
//! state, when it is first taken from. Buckets whose f is near that of the
//! start stand in an array; the few others in a tree.
//!
//! Nothing is ever taken out but from the front. A node that gets a lower f is
//! put in again; whoever takes numbers out must know which are out of date.

use super::Full;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// How many buckets the array may have.
const NEAR: i64 = 1 << 16;
/// How far below the f of the start the array begins.
const BELOW: i64 = 1 << 10;

/// See the module's own words.
///
/// What it will allocate is known before it does: taking out turns one bucket
/// into a heap, and room for the largest is set aside while it waits.
pub(super) struct Queue<S> {
    base: i64,
    near: Vec<Bucket<S>>,
    /// No bucket below this one holds anything.
    low: usize,
    far: BTreeMap<i64, Bucket<S>>,
    /// How many buckets the array may have: fewer once there was no room.
    nears: i64,
    bytes: usize,
    /// Most nodes that ever waited in one bucket.
    most_waiting: usize,
}

/// How many places a list that is full should have to take one more; 0 if it is
/// not full.
const fn more(len: usize, capacity: usize) -> usize {
    match (len < capacity, capacity < 2) {
        (true, _) => 0,
        (false, true) => 4,
        (false, false) => 2 * capacity,
    }
}

struct Bucket<S> {
    waiting: Vec<u32>,
    heap: BinaryHeap<Reverse<(S, u32)>>,
    is_heap: bool,
}

impl<S: Copy + Ord> Bucket<S> {
    const EMPTY_BYTES: usize = size_of::<Bucket<S>>();
    /// In a tree whose nodes are half full.
    const FAR_BYTES: usize = 3 * (size_of::<i64>() + size_of::<Bucket<S>>());
    const ENTRY_BYTES: usize = size_of::<(S, u32)>();

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
        self.waiting.capacity() * size_of::<u32>() + self.heap.capacity() * Self::ENTRY_BYTES
    }

    /// Bytes that one more node makes it allocate.
    fn wanted(&self) -> usize {
        if self.is_heap {
            more(self.heap.len(), self.heap.capacity()) * Self::ENTRY_BYTES
        } else {
            more(self.waiting.len(), self.waiting.capacity()) * size_of::<u32>()
        }
    }

    fn push(&mut self, state: S, node: u32) -> Result<(), Full> {
        if self.is_heap {
            let len = self.heap.len();
            if len == self.heap.capacity() {
                let more = more(len, len) - len;
                self.heap.try_reserve_exact(more).map_err(|_| Full)?;
            }
            self.heap.push(Reverse((state, node)));
        } else {
            let len = self.waiting.len();
            if len == self.waiting.capacity() {
                let more = more(len, len) - len;
                self.waiting.try_reserve_exact(more).map_err(|_| Full)?;
            }
            self.waiting.push(node);
        }
        Ok(())
    }

    fn pop(&mut self, state_of: impl Fn(u32) -> S) -> Option<u32> {
        if !self.is_heap {
            let mut all = Vec::with_capacity(self.waiting.len());
            all.extend(self.waiting.iter().map(|&n| Reverse((state_of(n), n))));
            self.heap = all.into();
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
            nears: NEAR,
            bytes: 0,
            most_waiting: 0,
        }
    }

    /// Bytes that the queue has allocated.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes that taking out may have to allocate.
    pub(super) fn set_aside(&self) -> usize {
        self.most_waiting * Bucket::<S>::ENTRY_BYTES
    }

    /// Puts a node in, unless more bytes would have to be allocated or set aside
    /// for it than `limit` leaves to the queue; then nothing has changed.
    #[inline]
    pub(super) fn push(
        &mut self,
        f: i64,
        state: S,
        node: u32,
        limit: impl FnOnce() -> usize,
    ) -> Result<(), Full> {
        let place = f - self.base;
        if (0..self.near.len() as i64).contains(&place) {
            let place = place as usize;
            let bucket = &mut self.near[place];
            let expected = bucket.is_heap || bucket.waiting.len() < self.most_waiting;
            if expected && bucket.wanted() == 0 {
                self.low = self.low.min(place);
                return bucket.push(state, node);
            }
        }
        let room = limit().saturating_sub(self.bytes + self.set_aside());
        self.push_growing(f, state, node, room)
    }

    #[cold]
    fn push_growing(&mut self, f: i64, state: S, node: u32, room: usize) -> Result<(), Full> {
        if self.near.is_empty() && self.far.is_empty() {
            self.base = f - BELOW;
        }
        let place = f - self.base;
        let mut is_near = (0..self.nears).contains(&place);
        let place = place as usize;
        let before = self.near.capacity();
        let buckets = (2 * before).clamp(BELOW as usize + 1, NEAR as usize);
        let buckets = buckets.max(place.saturating_add(1));
        if is_near && place >= before && buckets * Bucket::<S>::EMPTY_BYTES > room / 4 {
            // Little memory is not for empty buckets. The array stays as it is,
            // so that whatever is above it is in the tree.
            self.nears = self.near.len() as i64;
            is_near = false;
        }
        let known = if is_near {
            self.near.get(place)
        } else {
            self.far.get(&f)
        };
        let mut wanted = known.map_or(more(0, 0) * size_of::<u32>(), Bucket::wanted);
        if is_near && place >= before {
            wanted += buckets * Bucket::<S>::EMPTY_BYTES;
        } else if !is_near && known.is_none() {
            wanted += Bucket::<S>::FAR_BYTES;
        }
        let waiting = known.map_or(1, |bucket| bucket.waiting.len() + 1);
        let most_waiting = self.most_waiting.max(waiting);
        if wanted + (most_waiting - self.most_waiting) * Bucket::<S>::ENTRY_BYTES > room {
            return Err(Full);
        }
        let bucket = if is_near {
            if place >= before {
                let more = buckets - self.near.len();
                self.near.try_reserve_exact(more).map_err(|_| Full)?;
                self.bytes += (self.near.capacity() - before) * Bucket::<S>::EMPTY_BYTES;
            }
            if place >= self.near.len() {
                self.near.resize_with(place + 1, Bucket::new);
            }
            self.low = self.low.min(place);
            &mut self.near[place]
        } else {
            let bytes = &mut self.bytes;
            self.far.entry(f).or_insert_with(|| {
                *bytes += Bucket::<S>::FAR_BYTES;
                Bucket::new()
            })
        };
        let before = bucket.bytes();
        bucket.push(state, node)?;
        self.bytes += bucket.bytes() - before;
        self.most_waiting = most_waiting;
        Ok(())
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
                self.bytes -= before + Bucket::<S>::FAR_BYTES;
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
