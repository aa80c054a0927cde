//! Many states at once.
//!
//! States go through the layers in blocks that fit into the nearest cache. Before
//! them, the sums of their rows: where states follow one another in the order of their
//! numbers, most tokens stay as they were, and sums over the first slots are kept.
//!
//! Values are those of [`FixedNetwork::value`], bit for bit, on every processor.

use super::layer;
use super::network::FixedNetwork;
use super::vector::{Kernel, Packed, TALL};

/// States that go through together.
pub const BLOCK: usize = 8 * TALL;

/// A network, ready to be asked about many states.
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
}

impl Fast {
    /// A network on the best instructions that there are.
    pub fn new(network: FixedNetwork) -> Fast {
        Fast::on(network, Kernel::best())
    }

    /// A network on the instructions of any processor. Values are the same.
    pub fn portable(network: FixedNetwork) -> Fast {
        Fast::on(network, Kernel::Portable)
    }

    /// A network on each kind of instructions that there are, the best last.
    pub fn each(network: &FixedNetwork) -> Vec<Fast> {
        let each = Kernel::all().into_iter();
        each.map(|kernel| Fast::on(network.clone(), kernel))
            .collect()
    }

    fn on(network: FixedNetwork, kernel: Kernel) -> Fast {
        Fast {
            layers: network.layers.iter().map(Packed::of).collect(),
            network,
            kernel,
        }
    }

    /// The network.
    pub fn network(&self) -> &FixedNetwork {
        &self.network
    }

    /// The name of its instructions.
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

/// Room to work in, one for each thread.
#[derive(Debug)]
pub struct Room<'n> {
    fast: &'n Fast,
    /// Tokens of the state whose sums are in the stack.
    before: Vec<u16>,
    /// Sums of the rows among the first slots: of the first two, of the first three,
    /// and so on; in front of them the bias.
    stack: Vec<i16>,
    /// How many states of the block are taken.
    taken: usize,
    /// Sums of rows, of all states of the block, negative ones as 0.
    summed: Vec<i16>,
    /// What goes into the layer at hand, into its block, and comes out.
    x: Vec<i16>,
    into_block: Vec<i16>,
    sums: Vec<i32>,
}

impl<'n> Room<'n> {
    /// Room for a network.
    pub fn new(fast: &'n Fast) -> Room<'n> {
        let sizes = &fast.network.sizes;
        let slots = sizes.values.len();
        let widest = fast.layers.iter().map(|layer| layer.outputs).max();
        let mut stack = vec![0; slots * sizes.rows];
        stack[..sizes.rows].copy_from_slice(&fast.network.bias);
        Room {
            fast,
            // No token of any slot.
            before: vec![u16::MAX; slots],
            stack,
            taken: 0,
            summed: vec![0; BLOCK * sizes.rows],
            x: vec![0; BLOCK * sizes.width],
            into_block: vec![0; BLOCK * sizes.width],
            sums: vec![0; BLOCK * widest.unwrap_or(0)],
        }
    }

    /// Puts a state into the block; says whether it is full then.
    ///
    /// # Panics
    ///
    /// If these are no tokens of a state.
    pub fn push(&mut self, tokens: &[u16]) -> bool {
        let network = &self.fast.network;
        assert!(network.sees(tokens), "a token for each slot, all in range");
        let rows = network.sizes.rows;
        let same = tokens.iter().zip(&self.before).take_while(|(a, b)| a == b);
        let first = same.count().max(1);
        let mut places = [0_u32; 256];
        for slot in first..tokens.len() {
            // The pairs of a slot with those before it stand together.
            let pairs = slot * (slot - 1) / 2..slot * (slot + 1) / 2;
            let places = &mut places[..slot];
            for (place, pair) in places.iter_mut().zip(pairs) {
                *place = network.row(pair, tokens) as u32;
            }
            let (below, above) = self.stack.split_at_mut(slot * rows);
            let (from, to) = (&below[(slot - 1) * rows..], &mut above[..rows]);
            self.fast.kernel.add_rows(&network.rows, places, from, to);
        }
        self.before.copy_from_slice(tokens);
        let top = &self.stack[(tokens.len() - 1) * rows..];
        let summed = &mut self.summed[self.taken * rows..][..rows];
        for (to, &sum) in summed.iter_mut().zip(top) {
            *to = sum.max(0);
        }
        self.taken += 1;
        self.taken == BLOCK
    }

    /// Gives `each` the logits of all states in the block, in their order, and empties
    /// it.
    pub fn finish(&mut self, mut each: impl FnMut(usize, &[i32])) {
        if self.taken == 0 {
            return;
        }
        let fast = self.fast;
        let states = self.taken.next_multiple_of(TALL);
        let last = fast.layers.len() - 1;
        let layers = fast.network.layers.iter().zip(&fast.layers);
        for (number, (layer, packed)) in layers.enumerate() {
            let input = if number == 0 { &self.summed } else { &self.x };
            let sums = &mut self.sums[..states * packed.outputs];
            fast.kernel
                .sums(packed, &input[..states * packed.inputs], sums);
            if number == last {
                break;
            }
            if number > 0 && number % 2 == 0 {
                layer::add_carried(&self.into_block, layer.carry, sums);
            }
            let x = &mut self.x[..sums.len()];
            fast.kernel.settle(sums, layer.shift, layer.most, x);
            if number % 2 == 0 {
                self.into_block[..x.len()].copy_from_slice(x);
            }
        }
        let (shift, classes) = (fast.network.layers[last].shift, fast.network.sizes.classes);
        let outputs = fast.layers[last].outputs;
        let each_state = self.sums.chunks_exact_mut(outputs).take(self.taken);
        for (state, sums) in each_state.enumerate() {
            let logits = &mut sums[..classes];
            for sum in &mut *logits {
                *sum = layer::rounded(*sum, shift);
            }
            each(state, logits);
        }
        self.taken = 0;
    }

    /// The values of some states, whose tokens follow one another.
    ///
    /// # Panics
    ///
    /// If there are not as many tokens as slots for each value, or one is out of range.
    pub fn values(&mut self, tokens: &[u16], values: &mut [u8]) {
        let slots = self.fast.network.sizes.values.len();
        assert_eq!(tokens.len(), values.len() * slots, "a token for each slot");
        let rule = self.fast.network.rule();
        let blocks = tokens.chunks(BLOCK * slots).zip(values.chunks_mut(BLOCK));
        for (tokens, values) in blocks {
            for tokens in tokens.chunks_exact(slots) {
                self.push(tokens);
            }
            self.finish(|state, logits| values[state] = rule.pick(logits));
        }
    }
}
