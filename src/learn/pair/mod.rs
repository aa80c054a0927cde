//! Pair networks, made for processors: the first layer sums an embedding for every pair of slots.
//!
//! A state has a token in each slot. Every pair of slots has a table with a row, the embedding,
//! for each pair of tokens, and the rows of a state are summed. This takes additions only, where
//! a matrix would multiply mostly zeros, and represents interactions of two tokens at once. One
//! dense layer and residual blocks follow, all narrow.
//!
//! ```text
//! tokens ─ rows of pairs ─ Σ ─ relu ─ dense ─ relu ─ (x + dense ∘ relu ∘ dense, relu)* ─ dense ─ logits
//! ```
//!
//! Samples are processed in blocks that fit into the first-level cache. Gradients are summed in
//! two shards in a fixed order, so a run is the same with any number of threads.

mod kernel;
mod learner;
mod pass;

pub use learner::PairLearner;
pub use pass::Scores;

use super::encode::Tokens;
use super::loss::Weights;
use kernel::{Adam, AdamSlices, Kernel, WIDE};
use pass::{BLOCK, Work};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use thiserror::Error;

/// Sizes of a pair network.
///
/// ```
/// use admit::learn::pair::Shape;
/// let shape = Shape { values: vec![24; 6], rows: 96, width: 64, blocks: 1, classes: 11 };
/// assert_eq!(shape.pairs(), 15);
/// assert!(shape.check().is_ok());
/// assert!(shape.parameters() * 2 < 1_950_000); // bytes at 16 bits
/// ```
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    /// Number of values of each slot.
    pub values: Vec<u16>,
    /// Numbers in a table row: the width of the sum.
    pub rows: usize,
    /// Width of the layers.
    pub width: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Classes.
    pub classes: usize,
}

/// Reason why sizes are invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// Fewer than two slots.
    #[error("a pair network needs at least two slots, not {0}")]
    Slots(usize),
    /// A width without whole tiles.
    #[error("{what} must be a multiple of 16 and not 0, not {is}")]
    Width {
        /// Name of the width.
        what: &'static str,
        /// The width.
        is: usize,
    },
    /// No classes, or more than 256.
    #[error("there must be 1 to 256 classes, not {0}")]
    Classes(usize),
}

/// Starts of the parameters of each part.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    /// By pair: both slots, and the start of its rows.
    tables: Vec<(usize, usize, usize)>,
    sum_bias: usize,
    dense: usize,
    dense_bias: usize,
    blocks: usize,
    out: usize,
    out_bias: usize,
    len: usize,
}

impl Shape {
    /// Number of pairs of slots.
    pub fn pairs(&self) -> usize {
        self.values.len() * self.values.len().saturating_sub(1) / 2
    }

    /// Checks that sizes are valid.
    ///
    /// # Errors
    ///
    /// If a size is invalid.
    pub fn check(&self) -> Result<(), ShapeError> {
        if self.values.len() < 2 {
            return Err(ShapeError::Slots(self.values.len()));
        }
        for (what, is) in [
            ("the width of rows", self.rows),
            ("the width of layers", self.width),
        ] {
            if is == 0 || is % WIDE != 0 {
                return Err(ShapeError::Width { what, is });
            }
        }
        if !(1..=256).contains(&self.classes) {
            return Err(ShapeError::Classes(self.classes));
        }
        Ok(())
    }

    /// Number of parameters, without the padding of the last layer.
    pub fn parameters(&self) -> usize {
        let layout = self.layout();
        layout.len - (self.out() - self.classes) * (self.width + 1)
    }

    /// Number of logits, padded to whole tiles.
    fn out(&self) -> usize {
        self.classes.next_multiple_of(WIDE)
    }

    fn layout(&self) -> Layout {
        let mut at = 0;
        let mut next = |len: usize| {
            let start = at;
            at += len;
            start
        };
        let mut tables = Vec::with_capacity(self.pairs());
        for (j, &second) in self.values.iter().enumerate() {
            for (i, &first) in self.values[..j].iter().enumerate() {
                let rows = first as usize * second as usize;
                tables.push((i, j, next(rows * self.rows)));
            }
        }
        Layout {
            tables,
            sum_bias: next(self.rows),
            dense: next(self.rows * self.width),
            dense_bias: next(self.width),
            blocks: next(self.blocks * 2 * (self.width + 1) * self.width),
            out: next(self.width * self.out()),
            out_bias: next(self.out()),
            len: at,
        }
    }
}

/// A pair network.
#[derive(Clone, Debug)]
pub struct PairNetwork {
    shape: Shape,
    layout: Layout,
    kernel: Kernel,
    weights: Vec<f32>,
    /// Transposed matrices of all layers after the sum, for the backward pass.
    transposed: Vec<f32>,
}

/// State of Adam, and buffers of gradients.
#[derive(Clone, Debug)]
pub struct Memory {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: u64,
    gradients: [Vec<f32>; SHARDS],
}

/// Number of partial sums of gradients.
const SHARDS: usize = 2;
/// β₁ and β₂ of Adam.
const KEEP: [f32; 2] = [0.9, 0.99];

/// Loss and accuracy of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Sum of losses of the batch.
    pub loss: f64,
    /// Number of samples whose true class had the largest logit.
    pub right: u64,
}

impl Memory {
    /// Initial state for a network.
    pub fn new(network: &PairNetwork) -> Memory {
        let zeros = || vec![0.0; network.layout.len];
        Memory {
            first: zeros(),
            second: zeros(),
            steps: 0,
            gradients: [zeros(), zeros()],
        }
    }

    /// First moments, second moments, and number of steps.
    pub fn parts(&self) -> (&[f32], &[f32], u64) {
        (&self.first, &self.second, self.steps)
    }

    /// From the result of [`Memory::parts`]; `None` if it belongs to another network.
    pub fn from_parts(
        network: &PairNetwork,
        first: Vec<f32>,
        second: Vec<f32>,
        steps: u64,
    ) -> Option<Memory> {
        let len = network.layout.len;
        (first.len() == len && second.len() == len).then(|| Memory {
            first,
            second,
            steps,
            ..Memory::new(network)
        })
    }
}

impl PairNetwork {
    /// A network with random weights.
    ///
    /// # Errors
    ///
    /// If a size is invalid.
    ///
    /// ```
    /// use admit::learn::pair::{PairNetwork, Shape};
    /// let shape = Shape { values: vec![24, 24], rows: 16, width: 16, blocks: 0, classes: 6 };
    /// let network = PairNetwork::new(shape, 1).unwrap();
    /// assert_eq!(network.logits(&[0, 2]).len(), 6);
    /// ```
    pub fn new(shape: Shape, seed: u64) -> Result<PairNetwork, ShapeError> {
        shape.check()?;
        let layout = shape.layout();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut weights = vec![0.0; layout.len];
        let mut fill = |from: usize, len: usize, deviation: f32| {
            for weight in &mut weights[from..from + len] {
                *weight = deviation * normal(&mut rng);
            }
        };
        let (rows, width) = (shape.rows, shape.width);
        fill(0, layout.sum_bias, 0.5 / (shape.pairs() as f32).sqrt());
        fill(layout.dense, rows * width, (2.0 / rows as f32).sqrt());
        for block in 0..shape.blocks {
            let at = layout.blocks + block * 2 * (width + 1) * width;
            let deviation = (2.0 / width as f32).sqrt();
            fill(at, width * width, deviation);
            // Small, so that blocks are initially close to the identity.
            fill(at + (width + 1) * width, width * width, 0.1 * deviation);
        }
        fill(layout.out, width * shape.out(), 0.5 / (width as f32).sqrt());
        Ok(PairNetwork::with(shape, layout, weights))
    }

    /// From the result of [`PairNetwork::weights`].
    ///
    /// # Errors
    ///
    /// If a size is invalid, or the number of weights is wrong.
    pub fn from_weights(shape: Shape, weights: Vec<f32>) -> Result<PairNetwork, ShapeError> {
        shape.check()?;
        let layout = shape.layout();
        if weights.len() != layout.len {
            let is = weights.len();
            let what = "the number of weights";
            return Err(ShapeError::Width { what, is });
        }
        Ok(PairNetwork::with(shape, layout, weights))
    }

    fn with(shape: Shape, layout: Layout, weights: Vec<f32>) -> PairNetwork {
        let transposed = vec![0.0; layout.len - layout.dense];
        let mut network = PairNetwork {
            kernel: Kernel::best(),
            shape,
            layout,
            weights,
            transposed,
        };
        network.transpose();
        network
    }

    /// Sizes.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// All weights: table rows, then biases and matrices from input to output.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Names, shapes and weights of all tensors.
    pub fn parts(&self) -> Vec<(String, Vec<usize>, &[f32])> {
        let (shape, layout) = (&self.shape, &self.layout);
        let (rows, width) = (shape.rows, shape.width);
        let part = |from: usize, dims: &[usize]| {
            let len: usize = dims.iter().product();
            (dims.to_vec(), &self.weights[from..from + len])
        };
        let mut parts = Vec::new();
        let mut add = |name: String, (dims, weights)| parts.push((name, dims, weights));
        for &(i, j, at) in &layout.tables {
            let count = shape.values[i] as usize * shape.values[j] as usize;
            add(format!("pairs.{i}.{j}"), part(at, &[count, rows]));
        }
        add("sum.bias".into(), part(layout.sum_bias, &[rows]));
        add("dense.weight".into(), part(layout.dense, &[rows, width]));
        add("dense.bias".into(), part(layout.dense_bias, &[width]));
        for block in 0..shape.blocks {
            for half in 0..2 {
                let at = layout.blocks + (2 * block + half) * (width + 1) * width;
                let name = format!("blocks.{block}.{half}");
                add(format!("{name}.weight"), part(at, &[width, width]));
                add(format!("{name}.bias"), part(at + width * width, &[width]));
            }
        }
        let out = shape.out();
        add("out.weight".into(), part(layout.out, &[width, out]));
        add("out.bias".into(), part(layout.out_bias, &[out]));
        parts
    }

    /// The logits of one state.
    ///
    /// # Panics
    ///
    /// If the number of tokens is wrong, or one is out of range.
    pub fn logits(&self, tokens: &[u16]) -> Vec<f32> {
        assert_eq!(tokens.len(), self.shape.values.len(), "one token a slot");
        let mut scores = Scores::new(self);
        scores.set(self, 0, tokens);
        let mut places = scores.compute(self);
        places.next().map(<[f32]>::to_vec).unwrap_or_default()
    }

    /// Writes the start of the row of each pair.
    fn rows(&self, tokens: &[u16], rows: &mut [u32]) {
        let shape = &self.shape;
        for (row, &(i, j, at)) in rows.iter_mut().zip(&self.layout.tables) {
            let number = tokens[i] as usize * shape.values[j] as usize + tokens[j] as usize;
            *row = (at + number * shape.rows) as u32;
        }
    }

    /// Learns from a batch: one step of Adam with the learning rate `rate`.
    ///
    /// # Panics
    ///
    /// If a class or a token is out of range.
    pub fn learn(
        &mut self,
        memory: &mut Memory,
        tokens: &dyn Tokens,
        numbers: &[u64],
        classes: &[u8],
        loss: &Weights,
        rate: f32,
    ) -> Progress {
        let scale = 1.0 / numbers.len() as f32;
        let this: &PairNetwork = self;
        let half = numbers.len().div_ceil(SHARDS).next_multiple_of(BLOCK);
        let progress = memory
            .gradients
            .par_iter_mut()
            .enumerate()
            .map(|(shard, gradient)| {
                let from = (shard * half).min(numbers.len());
                let to = (from + half).min(numbers.len());
                let mut work = Work::new(this);
                let mut progress = Progress::default();
                for at in (from..to).step_by(BLOCK) {
                    let end = (at + BLOCK).min(to);
                    work.fill(this, tokens, &numbers[at..end], &classes[at..end]);
                    work.forward(this);
                    let one = work.backward(this, loss, scale, gradient);
                    progress.loss += one.loss;
                    progress.right += one.right;
                }
                progress
            })
            .collect::<Vec<_>>()
            .into_iter()
            .fold(Progress::default(), |sum, one| Progress {
                loss: sum.loss + one.loss,
                right: sum.right + one.right,
            });
        self.adam(memory, rate);
        progress
    }

    fn adam(&mut self, memory: &mut Memory, rate: f32) {
        memory.steps += 1;
        let steps = i32::try_from(memory.steps).unwrap_or(i32::MAX);
        let step = Adam {
            rate,
            keep_first: KEEP[0],
            keep_second: KEEP[1],
            first_correction: 1.0 / (1.0 - KEEP[0].powi(steps)),
            second_correction: 1.0 / (1.0 - KEEP[1].powi(steps)),
            epsilon: 1e-8,
        };
        let kernel = self.kernel;
        let piece = 1 << 15;
        let [one, other] = &mut memory.gradients;
        self.weights
            .par_chunks_mut(piece)
            .zip(memory.first.par_chunks_mut(piece))
            .zip(memory.second.par_chunks_mut(piece))
            .zip(one.par_chunks_mut(piece).zip(other.par_chunks_mut(piece)))
            .for_each(|(((weights, first), second), (one, other))| {
                let at = AdamSlices {
                    weights,
                    first,
                    second,
                    gradients: [one, other],
                };
                kernel.adam(&step, at);
            });
        self.transpose();
    }

    /// Transposes the matrices of all layers after the sum.
    fn transpose(&mut self) {
        let (rows, width) = (self.shape.rows, self.shape.width);
        let base = self.layout.dense;
        let (weights, transposed) = (&self.weights, &mut self.transposed);
        let mut transpose = |at: usize, rows: usize, columns: usize| {
            let from = &weights[at..at + rows * columns];
            let to = &mut transposed[at - base..at - base + rows * columns];
            for (r, row) in from.chunks_exact(columns).enumerate() {
                for (c, &weight) in row.iter().enumerate() {
                    to[c * rows + r] = weight;
                }
            }
        };
        transpose(self.layout.dense, rows, width);
        for matrix in 0..2 * self.shape.blocks {
            transpose(
                self.layout.blocks + matrix * (width + 1) * width,
                width,
                width,
            );
        }
        transpose(self.layout.out, width, self.shape.out());
    }
}

/// A standard normal number, by Box and Muller.
fn normal(rng: &mut Xoshiro256PlusPlus) -> f32 {
    let mut unit = || ((rng.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    let (u, v) = (unit(), unit());
    ((-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()) as f32
}

#[cfg(test)]
mod tests;
