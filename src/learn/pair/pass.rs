//! Forward and backward pass of a block of samples.

use super::{PairNetwork, Progress};
use crate::learn::encode::{MOST_SLOTS, Tokens};
use crate::learn::loss::Weights;

/// Samples in a block.
pub(super) const BLOCK: usize = 64;

/// Activations and gradients of a block.
#[derive(Debug)]
pub(super) struct Work {
    /// Samples in the block; the rest are copies of the first, which do not count.
    count: usize,
    /// Starts of the rows of each sample.
    rows: Vec<u32>,
    classes: [u8; BLOCK],
    /// Sums of rows.
    sums: Vec<f32>,
    /// Their ReLU.
    summed: Vec<f32>,
    /// Inputs of each residual block, and of the last layer.
    layers: Vec<Vec<f32>>,
    /// Hidden activations of each residual block.
    inside: Vec<Vec<f32>>,
    logits: Vec<f32>,
    /// Gradients by logits, layers, hidden activations and sums.
    by_logits: Vec<f32>,
    by_layer: Vec<f32>,
    by_inside: Vec<f32>,
    by_sums: Vec<f32>,
}

fn repeat(rows: &mut [f32], row: &[f32]) {
    for one in rows.chunks_exact_mut(row.len()) {
        one.copy_from_slice(row);
    }
}

impl Work {
    pub(super) fn new(network: &PairNetwork) -> Work {
        let shape = network.shape();
        let wide = || vec![0.0; BLOCK * shape.width];
        let sums = || vec![0.0; BLOCK * shape.rows];
        let out = || vec![0.0; BLOCK * shape.out()];
        Work {
            count: 0,
            rows: vec![0; BLOCK * shape.pairs()],
            classes: [0; BLOCK],
            sums: sums(),
            summed: sums(),
            layers: (0..=shape.blocks).map(|_| wide()).collect(),
            inside: (0..shape.blocks).map(|_| wide()).collect(),
            logits: out(),
            by_logits: out(),
            by_layer: wide(),
            by_inside: wide(),
            by_sums: sums(),
        }
    }

    /// Fills the block with up to [`BLOCK`] states.
    pub(super) fn fill(
        &mut self,
        network: &PairNetwork,
        tokens: &dyn Tokens,
        numbers: &[u64],
        classes: &[u8],
    ) {
        let slots = network.shape().values.len();
        let mut written = [0; MOST_SLOTS];
        self.count = numbers.len();
        self.classes[..classes.len()].copy_from_slice(classes);
        for (i, &number) in numbers.iter().enumerate() {
            tokens.write(number, &mut written[..slots]);
            self.set(network, i, &written[..slots]);
        }
        let pairs = network.shape().pairs();
        for i in numbers.len()..BLOCK {
            self.rows.copy_within(..pairs, i * pairs);
        }
    }

    fn set(&mut self, network: &PairNetwork, i: usize, tokens: &[u16]) {
        let pairs = network.shape().pairs();
        network.rows(tokens, &mut self.rows[i * pairs..(i + 1) * pairs]);
    }

    pub(super) fn forward(&mut self, network: &PairNetwork) {
        let (shape, layout) = (&network.shape, &network.layout);
        let (kernel, weights) = (network.kernel, &network.weights);
        let (rows, width) = (shape.rows, shape.width);
        repeat(&mut self.sums, &weights[layout.sum_bias..][..rows]);
        let each = self.sums.chunks_exact_mut(rows);
        for (sum, of) in each.zip(self.rows.chunks_exact(shape.pairs())) {
            kernel.gather(weights, of, sum);
        }
        kernel.relu(&self.sums, &mut self.summed);
        repeat(&mut self.layers[0], &weights[layout.dense_bias..][..width]);
        let dense = &weights[layout.dense..][..rows * width];
        kernel.add_product(&self.summed, dense, &mut self.layers[0], rows, width);
        kernel.relu_in_place(&mut self.layers[0]);
        for block in 0..shape.blocks {
            let [first, second] = network.block(block);
            let (before, after) = self.layers.split_at_mut(block + 1);
            let (x, y) = (&before[block], &mut after[0]);
            let inside = &mut self.inside[block];
            repeat(inside, &first[width * width..]);
            kernel.add_product(x, &first[..width * width], inside, width, width);
            kernel.relu_in_place(inside);
            repeat(y, &second[width * width..]);
            kernel.add_row(y, x);
            kernel.add_product(inside, &second[..width * width], y, width, width);
            kernel.relu_in_place(y);
        }
        let columns = shape.out();
        repeat(&mut self.logits, &weights[layout.out_bias..][..columns]);
        let out = &weights[layout.out..][..width * columns];
        let last = &self.layers[shape.blocks];
        kernel.add_product(last, out, &mut self.logits, width, columns);
    }

    /// Adds the gradient of the loss of the block, times `scale`.
    pub(super) fn backward(
        &mut self,
        network: &PairNetwork,
        loss: &Weights,
        scale: f32,
        gradient: &mut [f32],
    ) -> Progress {
        let (shape, layout) = (&network.shape, &network.layout);
        let (kernel, transposed) = (network.kernel, &network.transposed);
        let (rows, width) = (shape.rows, shape.width);
        let columns = shape.out();
        let progress = self.losses(loss, shape.classes, columns, scale);

        let behind = layout.dense;
        let matrix = |at: usize, len: usize| &transposed[at - behind..at - behind + len];
        let last = &self.layers[shape.blocks];
        let out = &mut gradient[layout.out..][..width * columns];
        kernel.add_transposed(last, &self.by_logits, out, columns);
        let bias = &mut gradient[layout.out_bias..][..columns];
        kernel.add_rows(&self.by_logits, bias);
        self.by_layer.fill(0.0);
        let out = matrix(layout.out, width * columns);
        kernel.add_product(&self.by_logits, out, &mut self.by_layer, columns, width);

        for block in (0..shape.blocks).rev() {
            let square = width * width;
            let at = layout.blocks + block * 2 * (square + width);
            let second = at + square + width;
            let (x, inside) = (&self.layers[block], &self.inside[block]);
            kernel.relu_backward(&mut self.by_layer, &self.layers[block + 1]);
            let part = &mut gradient[second..second + square];
            kernel.add_transposed(inside, &self.by_layer, part, width);
            kernel.add_rows(&self.by_layer, &mut gradient[second + square..][..width]);
            self.by_inside.fill(0.0);
            let back = matrix(second, square);
            kernel.add_product(&self.by_layer, back, &mut self.by_inside, width, width);
            kernel.relu_backward(&mut self.by_inside, inside);
            let part = &mut gradient[at..at + square];
            kernel.add_transposed(x, &self.by_inside, part, width);
            kernel.add_rows(&self.by_inside, &mut gradient[at + square..][..width]);
            let back = matrix(at, square);
            kernel.add_product(&self.by_inside, back, &mut self.by_layer, width, width);
        }

        kernel.relu_backward(&mut self.by_layer, &self.layers[0]);
        let dense = &mut gradient[layout.dense..][..rows * width];
        kernel.add_transposed(&self.summed, &self.by_layer, dense, width);
        kernel.add_rows(&self.by_layer, &mut gradient[layout.dense_bias..][..width]);
        self.by_sums.fill(0.0);
        let dense = matrix(layout.dense, rows * width);
        kernel.add_product(&self.by_layer, dense, &mut self.by_sums, width, rows);
        kernel.relu_backward(&mut self.by_sums, &self.sums);
        kernel.add_rows(&self.by_sums, &mut gradient[layout.sum_bias..][..rows]);
        let each = self.by_sums.chunks_exact(rows).take(self.count);
        for (by, of) in each.zip(self.rows.chunks_exact(shape.pairs())) {
            kernel.scatter(gradient, of, by);
        }
        progress
    }

    /// Losses and their gradients; copies have gradient 0.
    fn losses(&mut self, loss: &Weights, classes: usize, columns: usize, scale: f32) -> Progress {
        let mut progress = Progress::default();
        self.by_logits.fill(0.0);
        let each = self
            .logits
            .chunks_exact(columns)
            .zip(self.by_logits.chunks_exact_mut(columns));
        for ((logits, by), &class) in each.zip(&self.classes[..self.count]) {
            let (logits, class) = (&logits[..classes], class as usize);
            progress.loss += loss.gradient(logits, class, scale, by) as f64;
            let best = (0..classes).all(|k| k == class || logits[k] < logits[class]);
            progress.right += best as u64;
        }
        progress
    }
}

impl PairNetwork {
    /// Both layers of a residual block, each followed by its bias.
    fn block(&self, block: usize) -> [&[f32]; 2] {
        let half = (self.shape.width + 1) * self.shape.width;
        let at = self.layout.blocks + 2 * block * half;
        let (first, second) = self.weights[at..at + 2 * half].split_at(half);
        [first, second]
    }
}

/// Inference for blocks of states.
#[derive(Debug)]
pub struct Scores {
    work: Work,
}

impl Scores {
    /// States in a block.
    pub const BLOCK: usize = BLOCK;

    /// Buffers for a network.
    pub fn new(network: &PairNetwork) -> Scores {
        Scores {
            work: Work::new(network),
        }
    }

    /// Sets the state at a place of the block.
    ///
    /// # Panics
    ///
    /// If the place or a token is out of range.
    pub fn set(&mut self, network: &PairNetwork, place: usize, tokens: &[u16]) {
        self.work.set(network, place, tokens);
    }

    /// The logits of all places, in order.
    pub fn compute(&mut self, network: &PairNetwork) -> impl Iterator<Item = &[f32]> {
        self.work.forward(network);
        let classes = network.shape.classes;
        let places = self.work.logits.chunks_exact(network.shape.out());
        places.map(move |logits| &logits[..classes])
    }
}
