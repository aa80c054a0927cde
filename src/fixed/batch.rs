//! Inference in blocks of states.
//!
//! Blocks fit into the first-level cache. Sums over the first slots are kept from one state to
//! the next, because states in order of their numbers share most tokens.
//!
//! Values equal [`FixedNetwork::value`], bit for bit, on every processor.

use super::integer_rule::{FEW, FixedRule};
use super::layer;
use super::network::{FixedNetwork, Rows};
use super::vector::{Kernel, Packed, TALL};
use crate::prefetch;

/// States in a block.
pub const BLOCK: usize = 8 * TALL;

/// A network prepared for inference in blocks.
///
/// ```
/// # use admit::fixed::network::{FixedNetwork, Layer, Rows, Sizes};
/// # use admit::fixed::FixedRule;
/// # let sizes = Sizes { values: vec![5; 3], rows: 16, width: 16, blocks: 0, classes: 7 };
/// # let rows = Rows::Wide((0..3 * 25 * 16).map(|i| (i * 7919 % 2001) as i16 - 1000).collect());
/// # let layer = |outputs: usize| Layer {
/// #     weights: (0..16 * outputs).map(|i| (i * 31 % 41) as i16 - 20).collect(),
/// #     bias: vec![0; outputs], shift: 4, most: 1000, carry: 0 };
/// # let network = FixedNetwork::new(
/// #     sizes, rows, vec![0; 16], vec![layer(16), layer(7)], FixedRule::ArgMax).unwrap();
/// use admit::fixed::batch::{Fast, Room};
/// let fast = Fast::new(network.clone());
/// let tokens = [[0, 1, 2], [4, 4, 0], [3, 0, 1]];
/// let mut values = [0; 3];
/// Room::new(&fast).values(&tokens.concat(), &mut values);
/// assert_eq!(values, tokens.map(|tokens| network.value(&tokens)));
/// ```
#[derive(Clone, Debug)]
pub struct Fast {
    network: FixedNetwork,
    layers: Vec<Packed>,
    kernel: Kernel,
    /// By pair of slots: start of its rows.
    starts: Vec<u32>,
    /// By slot: distance of rows whose first tokens differ by one.
    strides: Vec<u32>,
}

impl Fast {
    /// A network on the best instructions of this processor.
    pub fn new(network: FixedNetwork) -> Fast {
        Fast::on(network, Kernel::best())
    }

    /// A network on each instruction set of this processor, the best last. Values are equal.
    pub fn each(network: &FixedNetwork) -> Vec<Fast> {
        let each = Kernel::all().into_iter();
        each.map(|kernel| Fast::on(network.clone(), kernel))
            .collect()
    }

    fn on(network: FixedNetwork, kernel: Kernel) -> Fast {
        let sizes = &network.sizes;
        let stride = |&values: &u16| values as u32 * sizes.rows as u32;
        Fast {
            layers: network.layers.iter().map(Packed::of).collect(),
            starts: network.tables.iter().map(|t| t.2 as u32).collect(),
            strides: sizes.values.iter().map(stride).collect(),
            network,
            kernel,
        }
    }

    /// The network.
    pub fn network(&self) -> &FixedNetwork {
        &self.network
    }

    /// Writes the starts of the rows of a slot with each slot before it.
    #[inline]
    fn places(&self, tokens: &[u16], slot: usize, places: &mut [u32]) {
        let from = slot * (slot - 1) / 2;
        let (stride, row) = (self.strides[slot], self.network.sizes.rows as u32);
        let own = tokens[slot] as u32 * row;
        let each = places.iter_mut().zip(&self.starts[from..from + slot]);
        for ((place, start), &token) in each.zip(&tokens[..slot]) {
            *place = start + token as u32 * stride + own;
        }
    }

    /// Name of the instruction set.
    pub fn instructions(&self) -> &'static str {
        match self.kernel {
            Kernel::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => "AVX-512 VNNI",
        }
    }
}

/// Inference on one thread: a network and buffers.
#[derive(Debug)]
pub struct Room<'n> {
    fast: &'n Fast,
    own: Buffers,
}

/// Buffers of a [`Room`], which can be reused for the same network.
#[derive(Debug)]
pub struct Buffers {
    /// Tokens of the state whose sums are in the stack.
    before: Vec<u16>,
    /// The bias, then the sums of rows over the first two slots, the first three, and so on.
    stack: Vec<i16>,
    /// Starts of the rows of all states of the block.
    places: Vec<u32>,
    /// Number of states in the block.
    taken: usize,
    /// Sums of rows of all states of the block.
    summed: Vec<i16>,
    x: Vec<i16>,
    into_block: Vec<i16>,
    sums: Vec<i32>,
}

impl Buffers {
    /// Empty buffers for a network.
    pub fn new(fast: &Fast) -> Buffers {
        let sizes = &fast.network.sizes;
        let slots = sizes.values.len();
        let widest = fast.layers.iter().map(|layer| layer.outputs).max();
        let mut stack = vec![0; slots * sizes.rows];
        stack[..sizes.rows].copy_from_slice(&fast.network.bias);
        Buffers {
            // Not a token.
            before: vec![u16::MAX; slots],
            stack,
            places: vec![0; BLOCK * sizes.pairs()],
            taken: 0,
            summed: vec![0; BLOCK * sizes.rows],
            x: vec![0; BLOCK * sizes.width],
            into_block: vec![0; BLOCK * sizes.width],
            sums: vec![0; BLOCK * widest.unwrap_or(0)],
        }
    }
}

impl<'n> Room<'n> {
    /// Inference with new buffers.
    pub fn new(fast: &'n Fast) -> Room<'n> {
        Room::with(fast, Buffers::new(fast))
    }

    /// Inference with buffers that were made for the same network.
    pub fn with(fast: &'n Fast, own: Buffers) -> Room<'n> {
        Room { fast, own }
    }

    /// Returns the buffers.
    pub fn into_buffers(self) -> Buffers {
        self.own
    }

    /// Adds a state to the block, and returns whether the block is full. Sums over the first
    /// slots that it shares with the previous state are reused.
    ///
    /// # Panics
    ///
    /// If these are not the tokens of a state.
    pub fn push(&mut self, tokens: &[u16]) -> bool {
        let network = &self.fast.network;
        assert!(network.sees(tokens), "a token for each slot, all in range");
        let rows = network.sizes.rows;
        let same = tokens
            .iter()
            .zip(&self.own.before)
            .take_while(|(a, b)| a == b);
        let first = same.count().max(1);
        for slot in first..tokens.len() {
            let places = &mut self.own.places[..slot];
            self.fast.places(tokens, slot, places);
            let (below, above) = self.own.stack.split_at_mut(slot * rows);
            let (from, to) = (&below[(slot - 1) * rows..], &mut above[..rows]);
            self.fast.kernel.add_rows(&network.rows, places, from, to);
        }
        self.own.before.copy_from_slice(tokens);
        let top = &self.own.stack[(tokens.len() - 1) * rows..];
        self.own.summed[self.own.taken * rows..][..rows].copy_from_slice(&top[..rows]);
        self.own.taken += 1;
        self.own.taken == BLOCK
    }

    /// Fills the empty block with up to [`BLOCK`] states, in any order.
    fn fill(&mut self, tokens: &[u16]) {
        let fast = self.fast;
        let (sizes, rows) = (&fast.network.sizes, &fast.network.rows);
        let (slots, pairs) = (sizes.values.len(), sizes.pairs());
        let states = tokens.chunks_exact(slots);
        for (tokens, places) in states.zip(self.own.places.chunks_exact_mut(pairs)) {
            assert!(
                fast.network.sees(tokens),
                "a token for each slot, all in range"
            );
            let mut rest = places;
            for slot in 1..slots {
                let (own, others) = rest.split_at_mut(slot);
                fast.places(tokens, slot, own);
                for &place in &*own {
                    // Rows of many states are prefetched at once.
                    match rows {
                        Rows::Narrow(rows) => prefetch::soon(&rows[place as usize]),
                        Rows::Wide(rows) => prefetch::soon(&rows[place as usize]),
                    }
                }
                rest = others;
            }
        }
        self.own.taken = tokens.len() / slots;
        let sums = self
            .own
            .summed
            .chunks_exact_mut(sizes.rows)
            .take(self.own.taken);
        for (sum, places) in sums.zip(self.own.places.chunks_exact(pairs)) {
            fast.kernel.add_rows(rows, places, &fast.network.bias, sum);
        }
    }

    /// Calls `each` with the logits of all states in the block, in order, and empties it.
    pub fn finish(&mut self, mut each: impl FnMut(usize, &[i32])) {
        let outputs = self.layers();
        let classes = self.fast.network.sizes.classes;
        let each_state = self.own.sums.chunks_exact(outputs).take(self.own.taken);
        for (state, logits) in each_state.enumerate() {
            each(state, &logits[..classes]);
        }
        self.own.taken = 0;
    }

    /// Writes the values of all states in the block, in order, and empties it.
    ///
    /// # Panics
    ///
    /// If `values` is too short.
    pub fn finish_values(&mut self, values: &mut [u8]) {
        assert!(self.own.taken <= values.len(), "a value for each state");
        let outputs = self.layers();
        let network = &self.fast.network;
        let (rule, classes) = (network.rule(), network.sizes.classes);
        let logits = &self.own.sums[..self.own.taken * outputs];
        let values = &mut values[..self.own.taken];
        match rule {
            FixedRule::Quantile { q } if outputs == FEW => {
                self.fast.kernel.decide(q, classes, logits, values);
            }
            _ => {
                for (value, logits) in values.iter_mut().zip(logits.chunks_exact(outputs)) {
                    *value = rule.pick(&logits[..classes]);
                }
            }
        }
        self.own.taken = 0;
    }

    /// Computes logits from sums of rows; returns the padded number of logits of a state.
    fn layers(&mut self) -> usize {
        let fast = self.fast;
        let summed = &mut self.own.summed[..self.own.taken * fast.network.sizes.rows];
        for sum in summed {
            *sum = (*sum).max(0);
        }
        let states = self.own.taken.next_multiple_of(TALL);
        let last = fast.layers.len() - 1;
        let layers = fast.network.layers.iter().zip(&fast.layers);
        for (number, (layer, packed)) in layers.enumerate() {
            let own = &mut self.own;
            let (input, output) = match number {
                0 => (&own.summed, &mut own.into_block),
                _ if number % 2 == 0 => (&own.x, &mut own.into_block),
                _ => (&own.into_block, &mut own.x),
            };
            let sums = &mut own.sums[..states * packed.outputs];
            fast.kernel
                .sums(packed, &input[..states * packed.inputs], sums);
            if number == last {
                break;
            }
            if number > 0 && number % 2 == 0 {
                fast.kernel.add_carried(output, layer.carry, sums);
            }
            let output = &mut output[..sums.len()];
            fast.kernel.settle(sums, layer.shift, layer.most, output);
        }
        let shift = fast.network.layers[last].shift;
        let outputs = fast.layers[last].outputs;
        for sum in &mut self.own.sums[..self.own.taken * outputs] {
            *sum = layer::rounded(*sum, shift);
        }
        outputs
    }

    /// The values of states with consecutive tokens.
    ///
    /// # Panics
    ///
    /// If the numbers of tokens and values do not match, or a token is out of range.
    pub fn values(&mut self, tokens: &[u16], values: &mut [u8]) {
        let slots = self.fast.network.sizes.values.len();
        assert_eq!(tokens.len(), values.len() * slots, "a token for each slot");
        let blocks = tokens.chunks(BLOCK * slots).zip(values.chunks_mut(BLOCK));
        for (tokens, values) in blocks {
            self.fill(tokens);
            self.finish_values(values);
        }
    }
}
