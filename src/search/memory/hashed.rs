//! A hash table of compact nodes, and a queue of buckets.
//!
//! A node is a state, its g, and 32 bits for its parent and for whether it is
//! open: 16 bytes where a state has 8. Nodes stand in the order of their
//! creation, in chunks that never move, so that growing copies nothing. The
//! hash table holds their numbers, with as much of the hash beside them as four
//! bytes have room for; few nodes are looked at in vain.
//!
//! A node that gets a lower g while it is in OPEN is put into the queue again.
//! Its newest entry has the least f of all its entries, because g only ever
//! falls, so it is the first to come out; when an older one comes out, the node
//! has been closed, and the entry is dropped. No entry needs to carry more than
//! the number of its node.

use super::queue::Queue;
use super::{Full, Memory};
use crate::space::Cost;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

const CHUNK_BITS: u32 = 12;
const CHUNK: usize = 1 << CHUNK_BITS;
const OPEN: u32 = 1 << 31;
/// "No parent", and one more than the largest number of a node.
const NONE: u32 = OPEN - 1;
const FIRST_SLOTS: usize = 64;

/// The memory for everything that is large.
///
/// ```
/// use admit::search::{Astar, End, Limit, memory::Hashed};
/// use admit::heuristic::Zero;
/// use admit::space::cube::{FullCube, parse_state};
///
/// let mut memory = Hashed::with_limit(1_000_000);
/// let start = parse_state("R U F L D B").unwrap();
/// let run = Astar::new().run(&FullCube, start, &Zero, &mut memory, &mut ()).unwrap();
/// let End::Stopped { by: Limit::Memory, bound } = run.end else { panic!() };
/// assert!(bound <= 6 && memory.bytes() <= 1_000_000);
/// ```
pub struct Hashed<S> {
    chunks: Vec<Vec<Node<S>>>,
    used: u32,
    slots: Vec<u32>,
    /// Lower bits of a slot that hold the number of a node and one; the upper
    /// bits hold those of the hash.
    number_mask: u32,
    queue: Queue<S>,
    limit: usize,
}

#[derive(Clone, Copy)]
struct Node<S> {
    state: S,
    g: Cost,
    parent_and_open: u32,
}

/// Where a state would be.
#[derive(Clone, Copy, Debug)]
pub struct Vacancy {
    slot: usize,
    hash: u64,
}

impl<S: Copy + Ord + Hash> Hashed<S> {
    /// Grows as far as the machine allows.
    pub fn new() -> Hashed<S> {
        Hashed::with_limit(usize::MAX)
    }

    /// Never allocates more than so many bytes: [`bytes`](Hashed::bytes) stays
    /// within the limit, whatever is added, improved or selected.
    ///
    /// Room that selecting may need is set aside beforehand, so the memory is
    /// full a little before the limit is reached. One that has not room for a
    /// single chunk of 4,096 states is full from the beginning.
    pub fn with_limit(bytes: usize) -> Hashed<S> {
        Hashed {
            chunks: Vec::new(),
            used: 0,
            slots: Vec::new(),
            number_mask: 0,
            queue: Queue::new(),
            limit: bytes,
        }
    }

    /// Bytes that are allocated, not counting what the allocator adds.
    pub fn bytes(&self) -> usize {
        Self::table_bytes(&self.chunks, &self.slots) + self.queue.bytes()
    }

    #[inline]
    fn table_bytes(chunks: &Vec<Vec<Node<S>>>, slots: &Vec<u32>) -> usize {
        chunks.len() * Self::CHUNK_BYTES
            + chunks.capacity() * size_of::<Vec<Node<S>>>()
            + slots.capacity() * size_of::<u32>()
    }

    #[inline]
    fn enqueue(&mut self, f: i64, state: S, node: u32) -> Result<(), Full> {
        let limit = || {
            self.limit
                .saturating_sub(Self::table_bytes(&self.chunks, &self.slots))
        };
        self.queue.push(f, state, node, limit)
    }

    /// How many states are remembered.
    pub fn len(&self) -> usize {
        self.used as usize
    }

    /// Whether no state is.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    const CHUNK_BYTES: usize = CHUNK * size_of::<Node<S>>();

    /// Bytes that may still be allocated.
    #[inline]
    fn room(&self) -> usize {
        let taken = self.bytes() + self.queue.set_aside();
        self.limit.saturating_sub(taken)
    }

    #[inline]
    fn node(&self, number: u32) -> &Node<S> {
        &self.chunks[(number >> CHUNK_BITS) as usize][number as usize & (CHUNK - 1)]
    }

    #[inline]
    fn node_mut(&mut self, number: u32) -> &mut Node<S> {
        &mut self.chunks[(number >> CHUNK_BITS) as usize][number as usize & (CHUNK - 1)]
    }

    /// Room for another node in its chunk, or a new chunk.
    fn make_room(&mut self) -> Result<(), Full> {
        if self.used == NONE {
            return Err(Full);
        }
        if self.used as usize == self.chunks.len() * CHUNK {
            let mut list = 0;
            if self.chunks.len() == self.chunks.capacity() {
                list = (2 * self.chunks.len()).max(4);
            }
            if list * size_of::<Vec<Node<S>>>() + Self::CHUNK_BYTES > self.room() {
                return Err(Full);
            }
            let more = list.saturating_sub(self.chunks.len());
            self.chunks.try_reserve_exact(more).map_err(|_| Full)?;
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(CHUNK).map_err(|_| Full)?;
            self.chunks.push(chunk);
        }
        Ok(())
    }

    /// Half as many slots again, so that a fifth stays empty.
    fn grow(&mut self) -> Result<(), Full> {
        let slots = (self.slots.len() + self.slots.len() / 2).max(FIRST_SLOTS);
        let old = self.slots.len();
        // The old ones are given back first.
        if (slots - old) * size_of::<u32>() > self.room() {
            return Err(Full);
        }
        self.slots = Vec::new();
        if self.slots.try_reserve_exact(slots).is_err() {
            self.fill_slots(old);
            return Err(Full);
        }
        self.fill_slots(slots);
        Ok(())
    }

    /// So many slots, and in them every node that there is.
    fn fill_slots(&mut self, slots: usize) {
        self.slots.reserve_exact(slots);
        self.slots.resize(slots, 0);
        self.number_mask = (slots.next_power_of_two() - 1) as u32;
        for number in 0..self.used {
            let hash = hash_of(&self.node(number).state);
            let mut slot = self.first_slot(hash);
            while self.slots[slot] != 0 {
                slot = self.next_slot(slot);
            }
            self.slots[slot] = self.slot_for(hash, number);
        }
    }

    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        ((hash as u128 * self.slots.len() as u128) >> 64) as usize
    }

    #[inline]
    fn next_slot(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() {
            0
        } else {
            slot + 1
        }
    }

    #[inline]
    fn slot_for(&self, hash: u64, number: u32) -> u32 {
        hash as u32 & !self.number_mask | (number + 1)
    }

    #[inline]
    fn search(&self, hash: u64, state: &S) -> Result<u32, Vacancy> {
        let mut slot = self.first_slot(hash);
        loop {
            let held = self.slots[slot];
            if held == 0 {
                return Err(Vacancy { slot, hash });
            }
            if (held ^ hash as u32) & !self.number_mask == 0 {
                let number = (held & self.number_mask) - 1;
                if self.node(number).state == *state {
                    return Ok(number);
                }
            }
            slot = self.next_slot(slot);
        }
    }
}

impl<S: Copy + Ord + Hash> Default for Hashed<S> {
    fn default() -> Hashed<S> {
        Hashed::new()
    }
}

/// The upper bits choose the slot and the lower ones stand in it, so all must
/// depend on the whole state.
#[inline]
fn hash_of<S: Hash>(state: &S) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    let product = hasher.finish().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

impl<S: Copy + Ord + Hash> Memory<S> for Hashed<S> {
    type Node = u32;
    type Vacancy = Vacancy;

    fn clear(&mut self) {
        *self = Hashed::with_limit(self.limit);
    }

    #[inline]
    fn find(&self, state: &S) -> Result<u32, Vacancy> {
        let hash = hash_of(state);
        if self.slots.is_empty() {
            return Err(Vacancy { slot: 0, hash });
        }
        self.search(hash, state)
    }

    #[inline]
    fn state(&self, node: u32) -> S {
        self.node(node).state
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
        self.make_room()?;
        let mut at = at;
        if (self.used as usize + 1) * 5 > self.slots.len() * 4 {
            self.grow()?;
            if let Err(vacancy) = self.search(at.hash, &state) {
                at = vacancy;
            }
        }
        let number = self.used;
        self.enqueue(f, state, number)?;
        self.chunks[(number >> CHUNK_BITS) as usize].push(Node {
            state,
            g,
            parent_and_open: parent.unwrap_or(NONE) | OPEN,
        });
        self.used += 1;
        self.slots[at.slot] = self.slot_for(at.hash, number);
        Ok(number)
    }

    fn improve(&mut self, node: u32, g: Cost, f: i64, parent: u32) -> Result<(), Full> {
        self.enqueue(f, self.state(node), node)?;
        let known = self.node_mut(node);
        known.g = g;
        known.parent_and_open = parent | OPEN;
        Ok(())
    }

    fn select(&mut self) -> Option<(u32, i64)> {
        loop {
            let Hashed { queue, chunks, .. } = self;
            let state_of =
                |n: u32| chunks[(n >> CHUNK_BITS) as usize][n as usize & (CHUNK - 1)].state;
            let (f, node) = queue.pop(state_of)?;
            if self.is_open(node) {
                return Some((node, f));
            }
        }
    }

    #[inline]
    fn close(&mut self, node: u32) {
        self.node_mut(node).parent_and_open &= !OPEN;
    }
}
