//! A hash table of compact nodes and a bucket queue.
//!
//! A node is a state, its g, and 32 bits for parent and open flag: 16 bytes where a state has 8.
//! Nodes are numbered by creation, in chunks that never move, so growth copies nothing. The hash
//! table holds their numbers.
//!
//! A node whose g falls while it is in OPEN is queued again. Its newest entry has the least f, so
//! it is popped first; when an older one is popped, the node is closed and the entry is dropped.
//! Entries need only the number of their node.

use super::queue::Queue;
use super::slots::Slots;
use super::{Full, Memory};
use crate::prefetch;
use crate::space::Cost;
use rustc_hash::FxHasher;
use std::fmt;
use std::hash::{Hash, Hasher};

const CHUNK_BITS: u32 = 12;
const CHUNK: usize = 1 << CHUNK_BITS;
const OPEN: u32 = 1 << 31;
/// No parent; one more than the largest node number.
const NONE: u32 = OPEN - 1;
/// Insertions into the queue between two checks of its size.
const UNSEEN: u32 = 1 << 10;
/// Fewer nodes are in the cache anyway.
const WORTH_EXPECTING: u32 = 1 << 18;

/// The memory for large searches, of up to 2³¹ states.
///
/// ```
/// use admit::search::{Astar, End, Limit, memory::Hashed};
/// use admit::heuristic::Zero;
/// use admit::space::cube::{FullCube, parse_state};
///
/// let mut memory = Hashed::with_limit(10_000_000);
/// let start = parse_state("R U F L D B").unwrap();
/// let run = Astar::new().run(&FullCube, start, &Zero, &mut memory, &mut ()).unwrap();
/// let End::Stopped { by: Limit::Memory, bound } = run.end else { panic!() };
/// assert!(bound <= 6 && memory.bytes() <= 10_000_000);
/// ```
pub struct Hashed<S> {
    chunks: Vec<Chunk<S>>,
    used: u32,
    slots: Slots,
    queue: Queue<S>,
    limit: usize,
    /// Insertions left before the next check of the queue's size.
    unseen: u32,
}

type Chunk<S> = Box<[Node<S>; CHUNK]>;

#[derive(Clone)]
struct Node<S> {
    state: S,
    g: Cost,
    parent_and_open: u32,
}

/// The insertion point of a state.
#[derive(Clone, Copy, Debug)]
pub struct Vacancy {
    group: usize,
    hash: u64,
}

impl<S: Clone + Ord + Hash> Hashed<S> {
    /// A memory without a limit.
    pub fn new() -> Hashed<S> {
        Hashed::with_limit(usize::MAX)
    }

    /// A memory of at most this many [`bytes`](Hashed::bytes) at any time.
    ///
    /// Some two megabytes (more for large states) are reserved for growth of the queue between two
    /// checks, so the memory is full a little below the limit, and from the beginning if the limit
    /// is less than that and room for 4,096 states.
    pub fn with_limit(bytes: usize) -> Hashed<S> {
        Hashed {
            chunks: Vec::new(),
            used: 0,
            slots: Slots::new(),
            queue: Queue::new(),
            limit: bytes,
            unseen: 0,
        }
    }

    /// Allocated bytes, without the allocator's overhead and heap data of states.
    pub fn bytes(&self) -> usize {
        self.chunks.len() * Self::CHUNK_BYTES
            + self.chunks.capacity() * size_of::<Chunk<S>>()
            + self.slots.bytes()
            + self.queue.bytes()
    }

    /// Whether this many more bytes are within the limit.
    fn allow(&self, more: usize) -> Result<(), Full> {
        // Without a limit nothing needs counting.
        if self.limit < usize::MAX && self.bytes() + more + Self::SET_ASIDE > self.limit {
            return Err(Full);
        }
        Ok(())
    }

    /// Whether the queue has room for another entry.
    #[inline]
    fn allow_entry(&mut self) -> Result<(), Full> {
        if self.unseen == 0 {
            self.allow(0)?;
            self.unseen = UNSEEN;
        }
        self.unseen -= 1;
        Ok(())
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.used as usize
    }

    /// Whether the memory is empty.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    const CHUNK_BYTES: usize = CHUNK * size_of::<Node<S>>();

    /// Upper bound on the growth of the queue between two checks. Most of it is for buckets: an
    /// entry may need a new one, and ordering one takes room for some twenty entries; besides, the
    /// array of buckets may reach its full length.
    const SET_ASIDE: usize = (1 << 20) + UNSEEN as usize * (20 * size_of::<(S, u32)>() + 512);

    #[inline]
    fn node(&self, number: u32) -> &Node<S> {
        in_chunks(&self.chunks, number)
    }

    #[inline]
    fn node_mut(&mut self, number: u32) -> &mut Node<S> {
        &mut self.chunks[(number >> CHUNK_BITS) as usize][number as usize & (CHUNK - 1)]
    }

    /// Appends a node; a new chunk is filled with copies of it.
    fn append(&mut self, node: Node<S>) -> Result<(), Full> {
        if self.used == NONE {
            return Err(Full);
        }
        if self.used as usize == self.chunks.len() * CHUNK {
            // The list of chunks doubles.
            let list = self.chunks.capacity() * size_of::<Chunk<S>>();
            self.allow(Self::CHUNK_BYTES + list)?;
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(CHUNK).map_err(|_| Full)?;
            chunk.resize(CHUNK, node.clone());
            let chunk = chunk.try_into().map_err(|_| Full)?;
            self.chunks.push(chunk);
        }
        *self.node_mut(self.used) = node;
        self.used += 1;
        Ok(())
    }

    /// A larger table.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result<(), Full> {
        self.allow(self.slots.bytes_of_larger() - self.slots.bytes())?;
        let Hashed { slots, chunks, .. } = self;
        slots.grow(self.used, |number| {
            hash_of(&in_chunks(chunks, number).state)
        })
    }
}

impl<S> fmt::Debug for Hashed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Hashed");
        shown
            .field("states", &self.used)
            .field("limit", &self.limit);
        shown.finish_non_exhaustive()
    }
}

impl<S: Clone + Ord + Hash> Default for Hashed<S> {
    fn default() -> Hashed<S> {
        Hashed::new()
    }
}

#[inline]
fn in_chunks<S>(chunks: &[Chunk<S>], number: u32) -> &Node<S> {
    &chunks[(number >> CHUNK_BITS) as usize][number as usize & (CHUNK - 1)]
}

/// The upper bits choose the group and the lower ones are stored, so all must depend on the whole
/// state.
#[inline]
fn hash_of<S: Hash>(state: &S) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    let product = hasher.finish().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

impl<S: Clone + Ord + Hash> Memory<S> for Hashed<S> {
    type Node = u32;
    type Vacancy = Vacancy;

    fn clear(&mut self) {
        *self = Hashed::with_limit(self.limit);
    }

    #[inline]
    fn find(&self, state: &S) -> Result<u32, Vacancy> {
        let hash = hash_of(state);
        let found = self.slots.find(hash, |number| {
            number < self.used && self.node(number).state == *state
        });
        found.map_err(|group| Vacancy { group, hash })
    }

    #[inline]
    fn state(&self, node: u32) -> S {
        self.node(node).state.clone()
    }

    #[inline]
    fn g(&self, node: u32) -> Cost {
        self.node(node).g
    }

    #[inline]
    fn parent(&self, node: u32) -> Option<u32> {
        let parent = self.node(node).parent_and_open & !OPEN;
        (parent != NONE).then_some(parent)
    }

    #[inline]
    fn is_open(&self, node: u32) -> bool {
        self.node(node).parent_and_open & OPEN != 0
    }

    fn add(
        &mut self,
        at: Vacancy,
        state: S,
        g: Cost,
        f: i64,
        parent: Option<u32>,
    ) -> Result<u32, Full> {
        self.allow_entry()?;
        let mut at = at;
        if self.used as usize == self.slots.room() {
            self.grow()?;
            at.group = self.slots.home(at.hash);
        }
        let number = self.used;
        self.append(Node {
            state: state.clone(),
            g,
            parent_and_open: parent.unwrap_or(NONE) | OPEN,
        })?;
        self.slots.put(at.group, at.hash, number);
        self.queue.push(f, state, number);
        Ok(number)
    }

    fn improve(&mut self, node: u32, g: Cost, f: i64, parent: u32) -> Result<(), Full> {
        self.allow_entry()?;
        let known = self.node_mut(node);
        known.g = g;
        known.parent_and_open = parent | OPEN;
        let state = known.state.clone();
        self.queue.push(f, state, node);
        Ok(())
    }

    fn select(&mut self) -> Option<(u32, i64)> {
        loop {
            let Hashed { queue, chunks, .. } = self;
            let (f, node) = queue.pop(|n| in_chunks(chunks, n).state.clone())?;
            if self.is_open(node) {
                return Some((node, f));
            }
        }
    }

    #[inline]
    fn likely_next(&self) -> Option<S> {
        if self.used < WORTH_EXPECTING {
            return None;
        }
        let (state, node) = self.queue.peek()?;
        prefetch::soon(self.node(node));
        Some(state)
    }

    #[inline]
    fn expect_soon(&self, states: impl Iterator<Item = S>) {
        for state in states {
            self.slots.expect(hash_of(&state));
        }
    }

    #[inline]
    fn close(&mut self, node: u32) {
        self.node_mut(node).parent_and_open &= !OPEN;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::from_fn;
    use crate::search::memory::Array;
    use crate::search::{Astar, Limits, Steps, Summary};
    use crate::space::Space;

    /// A random graph with shuffled state numbers.
    struct Graph {
        edges: Vec<Vec<(u16, Cost)>>,
        goal: u16,
    }

    impl Space for Graph {
        type State = u16;
        type Action = ();

        fn transitions(&self, &state: &u16) -> impl Iterator<Item = ((), u16, Cost)> {
            (self.edges[state as usize].iter()).map(|&(to, cost)| ((), to, cost))
        }

        fn is_goal(&self, &state: &u16) -> bool {
            state == self.goal
        }
    }

    /// Searches random graphs with heuristics that are neither admissible nor consistent: states
    /// are updated and reopened, and f is below that of the start and far from it.
    fn compare<const MOST: usize>(rounds: usize, dear: &[usize]) -> Summary {
        let mut x = 7_u64;
        let mut random = |n: usize| {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (x >> 33) as usize % n
        };
        let (mut all, mut hashed) = (Summary::default(), Hashed::new());
        for round in 0..rounds {
            let states = 2 + random(MOST - 1);
            let dear = dear[round % dear.len()];
            let edges = (0..states).map(|_| {
                let edges = 0..random(6);
                edges
                    .map(|_| (random(states) as u16, 1 + random(dear) as Cost))
                    .collect()
            });
            let graph = Graph {
                edges: edges.collect(),
                goal: (states - 1) as u16,
            };
            let h: Vec<i32> = (0..states).map(|_| random(3 * dear) as i32).collect();
            let h = from_fn(|&state: &u16| h[state as usize]);
            let how = match random(3) {
                0 => Astar::new(),
                1 => Astar::new().without_reopening(),
                _ => Astar::new().limits(Limits::NONE.expansions(random(MOST) as u64)),
            };
            let (mut plain_steps, mut steps) = (Steps::default(), Steps::default());
            let mut array = Array::<u16, MOST>::new();
            let plain = how.run(&graph, 0, &h, &mut array, &mut plain_steps);
            let run = how.run(&graph, 0, &h, &mut hashed, &mut steps);
            let (plain, run) = (plain.unwrap(), run.unwrap());
            assert_eq!(steps, plain_steps);
            assert_eq!(run.summary, plain.summary);
            assert_eq!(run.cost(&hashed), plain.cost(&array));
            assert!(run.backwards(&hashed).eq(plain.backwards(&array)));
            all.updates += run.summary.updates;
            all.reopenings += run.summary.reopenings;
            all.peak_open = all.peak_open.max(run.summary.peak_open);
        }
        all
    }

    #[test]
    fn traces_match_the_array_on_small_graphs() {
        let all = compare::<24>(5000, &[3, 30, 30_000]);
        assert!(all.updates > 1000 && all.reopenings > 500, "{all:?}");
    }

    /// Many states with the same f.
    #[test]
    fn traces_match_the_array_on_larger_graphs() {
        let all = compare::<1500>(100, &[1, 2]);
        assert!(all.updates > 1000 && all.reopenings > 200, "{all:?}");
        assert!(all.peak_open > 300, "{all:?}");
    }
}
