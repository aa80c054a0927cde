//! Quantisation: from learned floats to integers.
//!
//! Every layer has its own scale: the largest for which its weights fit into 16 bits and no sum
//! can overflow. Table rows have a scale for each column, which the next layer undoes; the
//! middle of each column of a table moves into the bias, so that the rest is finer. Outputs of
//! a layer are divided by a power of two, and clamped above the values of a sample of states.
//!
//! Admissibility is not decided here but counted on the integers. Floats are only added,
//! multiplied and divided, in a fixed order, so the same weights give the same integers on every
//! machine.

use super::integer_rule::{FixedRule, UNIT_BITS};
use super::layer::{self, Carry};
use super::network::{FixedError, FixedNetwork, Layer, Rows, Sizes, most_sums};
use crate::learn::pair::PairNetwork;

/// Bits of the numbers in table rows.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[non_exhaustive]
pub enum RowBits {
    /// 8: half the size, and coarser.
    #[serde(rename = "8")]
    Narrow,
    /// 16.
    #[serde(rename = "16")]
    Wide,
}

/// Largest sum of 16-bit rows: fewer than 15 bits, which leaves more bits for weights.
const MOST_SUM: f64 = 16_383.0;
/// Largest output of a layer, for the same reason.
const MOST: i16 = 8_191;
/// Factor of the clamp above the largest value in the sample.
const ROOM: f64 = 1.25;

/// Tables and matrices as 64-bit floats.
struct Floats {
    sizes: Sizes,
    rows: Vec<f64>,
    bias: Vec<f64>,
    /// Weights by input, and a bias.
    layers: Vec<(Vec<f64>, Vec<f64>)>,
}

impl Floats {
    fn of(network: &PairNetwork) -> Floats {
        let shape = network.shape();
        let (mut rows, mut rest) = (Vec::new(), Vec::new());
        for (name, dims, weights) in network.parts() {
            let wide = weights.iter().map(|&w| w as f64);
            if name.starts_with("pairs.") {
                rows.extend(wide);
            } else {
                rest.push((dims, wide.collect::<Vec<f64>>()));
            }
        }
        let mut rest = rest.into_iter();
        let bias = rest.next().map_or(Vec::new(), |(_, bias)| bias);
        let mut layers = Vec::new();
        while let (Some((dims, weights)), Some((_, bias))) = (rest.next(), rest.next()) {
            layers.push((dims, weights, bias));
        }
        let count = layers.len();
        let layers = layers.into_iter().enumerate();
        let layers = layers.map(|(number, (dims, weights, bias))| {
            // Without the padding of the last layer.
            let outputs = if number + 1 == count {
                shape.classes
            } else {
                dims[1]
            };
            let rows = weights.chunks_exact(dims[1]);
            let weights = rows.flat_map(|row| row[..outputs].to_vec()).collect();
            (weights, bias[..outputs].to_vec())
        });
        Floats {
            sizes: Sizes {
                values: shape.values.clone(),
                rows: shape.rows,
                width: shape.width,
                blocks: shape.blocks,
                classes: shape.classes,
            },
            rows,
            bias,
            layers: layers.collect(),
        }
    }

    /// Calls a function with each pair of slots, the start of its rows, and their number.
    fn tables(&self, mut each: impl FnMut(usize, usize, usize, usize)) {
        let mut at = 0;
        for (j, &second) in self.sizes.values.iter().enumerate() {
            for (i, &first) in self.sizes.values[..j].iter().enumerate() {
                let count = first as usize * second as usize;
                each(i, j, at, count);
                at += count * self.sizes.rows;
            }
        }
    }

    /// Moves the middle of each column of each table into the bias.
    fn centre(&mut self) {
        let width = self.sizes.rows;
        let mut tables = Vec::new();
        self.tables(|_, _, at, count| tables.push((at, count)));
        for (at, count) in tables {
            for column in 0..width {
                let of = |row: usize| at + row * width + column;
                let (low, high) = (0..count).fold((f64::MAX, f64::MIN), |(low, high), row| {
                    let x = self.rows[of(row)];
                    (low.min(x), high.max(x))
                });
                let middle = f64::midpoint(low, high);
                self.bias[column] += middle;
                for row in 0..count {
                    self.rows[of(row)] -= middle;
                }
            }
        }
    }

    /// By column: the largest absolute entry of all rows, and the largest absolute sum of rows
    /// and bias.
    fn extents(&self) -> Vec<[f64; 2]> {
        let width = self.sizes.rows;
        let mut extents: Vec<[f64; 2]> = self.bias.iter().map(|b| [0.0, b.abs()]).collect();
        self.tables(|_, _, at, count| {
            for (column, [largest, sum]) in extents.iter_mut().enumerate() {
                let rows = (0..count).map(|row| self.rows[at + row * width + column].abs());
                let most = rows.fold(0.0, f64::max);
                *largest = largest.max(most);
                *sum += most;
            }
        });
        extents
    }

    /// The largest output of each layer on some states.
    fn largest(&self, states: &[Vec<u16>]) -> Vec<f64> {
        let mut largest = vec![0.0_f64; self.layers.len()];
        let width = self.sizes.rows;
        for tokens in states {
            let mut sum = self.bias.clone();
            self.tables(|i, j, at, _| {
                let values = self.sizes.values[j] as usize;
                let row = tokens[i] as usize * values + tokens[j] as usize;
                for (sum, x) in sum.iter_mut().zip(&self.rows[at + row * width..]) {
                    *sum += x;
                }
            });
            let mut x: Vec<f64> = sum.iter().map(|&x| x.max(0.0)).collect();
            let mut into_block = Vec::new();
            for (number, (weights, bias)) in self.layers[..self.layers.len() - 1].iter().enumerate()
            {
                let mut sums = bias.clone();
                for (x, row) in x.iter().zip(weights.chunks_exact(bias.len())) {
                    for (sum, weight) in sums.iter_mut().zip(row) {
                        *sum += x * weight;
                    }
                }
                if number > 0 && number % 2 == 0 {
                    for (sum, x) in sums.iter_mut().zip(&into_block) {
                        *sum += x;
                    }
                }
                x = sums.iter().map(|&x| x.max(0.0)).collect();
                largest[number] = x.iter().copied().fold(largest[number], f64::max);
                if number % 2 == 0 {
                    into_block.clone_from(&x);
                }
            }
        }
        largest
    }
}

/// Quantises a network. The states, a few thousand, determine the range of activations.
///
/// # Errors
///
/// If no scales without overflow are found.
///
/// ```
/// use admit::fixed::quantise::{RowBits, quantise};
/// use admit::fixed::FixedRule;
/// use admit::learn::pair::{PairNetwork, Shape};
/// let shape = Shape { values: vec![24; 3], rows: 16, width: 16, blocks: 1, classes: 6 };
/// let network = PairNetwork::new(shape, 1).unwrap();
/// let states: Vec<Vec<u16>> = (0..500).map(|n| vec![n % 24, n / 3 % 24, n / 7 % 24]).collect();
/// let fixed = quantise(&network, RowBits::Wide, FixedRule::ArgMax, &states).unwrap();
/// let logits = fixed.logits(&fixed.sum(&[3, 4, 5]));
/// for (integer, float) in logits.iter().zip(network.logits(&[3, 4, 5])) {
///     let doublings = float as f64 * std::f64::consts::LOG2_E;
///     assert!((*integer as f64 / 256.0 - doublings).abs() < 0.02);
/// }
/// ```
pub fn quantise(
    network: &PairNetwork,
    bits: RowBits,
    rule: FixedRule,
    states: &[Vec<u16>],
) -> Result<FixedNetwork, FixedError> {
    let mut floats = Floats::of(network);
    floats.centre();
    let largest = floats.largest(states);
    let sizes = floats.sizes.clone();
    // By column, so that no sum of rows overflows.
    let scales = floats.extents().into_iter().map(|[largest, sum]| {
        let by_sum = MOST_SUM / sum.max(f64::MIN_POSITIVE);
        match bits {
            RowBits::Narrow => by_sum.min(i8::MAX as f64 / largest.max(f64::MIN_POSITIVE)),
            RowBits::Wide => by_sum,
        }
    });
    let scales: Vec<f64> = scales.map(|scale| scale.min(1e9)).collect();
    let scaled = floats.rows.iter().zip(scales.iter().cycle());
    let scaled = scaled.map(|(x, scale)| (x * scale).round());
    let rows = match bits {
        RowBits::Narrow => Rows::Narrow(scaled.map(|x| x as i8).collect()),
        RowBits::Wide => Rows::Wide(scaled.map(|x| x as i16).collect()),
    };
    let bias = floats.bias.iter().zip(&scales);
    let bias: Vec<i16> = bias.map(|(b, scale)| (b * scale).round() as i16).collect();

    let mut most = most_sums(&sizes, &rows, &bias)?;
    // The integer for 1.0, by input; and at the start of the block.
    let mut ones = scales;
    let mut into_block = 0.0;
    let mut layers: Vec<Layer> = Vec::new();
    let last = floats.layers.len() - 1;
    for (number, (weights, bias)) in floats.layers.iter().enumerate() {
        let carries = number > 0 && number % 2 == 0 && number < last;
        let parts = Parts {
            weights,
            bias,
            ones: &ones,
            most: &most,
        };
        let (layer, one) = if number == last {
            let unit = (1 << UNIT_BITS) as f64 * std::f64::consts::LOG2_E;
            let (layer, shift) = parts.power_of_two(unit, |shift| (None, shift), number)?;
            (Layer { shift, ..layer }, 0.0)
        } else if carries {
            let carry = |shift| {
                let most = MOST;
                (Some(Carry { shift, most }), 0)
            };
            let (layer, carry) = parts.power_of_two(into_block, carry, number)?;
            let scale = into_block * (1_u64 << carry) as f64;
            let shift = shift_for(scale, largest[number]);
            let layer = Layer {
                shift,
                carry,
                ..layer
            };
            (layer, scale / (1_u64 << shift) as f64)
        } else {
            let (layer, scale) = parts.largest(number)?;
            let shift = shift_for(scale, largest[number]);
            let layer = Layer { shift, ..layer };
            (layer, scale / (1_u64 << shift) as f64)
        };
        if number % 2 == 0 {
            into_block = one;
        }
        ones = vec![one; layer.bias.len()];
        most = vec![layer.most; layer.bias.len()];
        layers.push(layer);
    }
    FixedNetwork::new(sizes, rows, bias, layers, rule)
}

/// The least shift of sums at a scale for which the largest value is at most [`MOST`].
fn shift_for(scale: f64, largest: f64) -> u32 {
    let mut shift = 0;
    while shift < layer::SHIFTS - 1
        && largest * ROOM * scale / (1_u64 << shift) as f64 > MOST as f64
    {
        shift += 1;
    }
    shift
}

/// Float weights and bias of a layer, with the scales and bounds of its inputs.
struct Parts<'f> {
    weights: &'f [f64],
    bias: &'f [f64],
    /// By input: the integer for 1.0.
    ones: &'f [f64],
    /// By input: the largest integer.
    most: &'f [i16],
}

impl Parts<'_> {
    /// The layer at a scale, if its weights fit and no sum can overflow.
    fn at(&self, scale: f64, carry: Option<Carry>, shift: u32) -> Result<Layer, layer::Overflow> {
        let outputs = self.bias.len();
        let fit = |x: f64, most: f64| (x.abs() <= most).then_some(x);
        let too_large = layer::Overflow {
            output: 0,
            worst: i64::MAX,
        };
        let rows = self.weights.chunks_exact(outputs).zip(self.ones);
        let weights = rows.flat_map(|(row, one)| row.iter().map(move |w| w * (scale / one)));
        let weights = weights.map(|w| fit(w.round(), i16::MAX as f64).map(|w| w as i16));
        let weights: Option<Vec<i16>> = weights.collect();
        let bias = self.bias.iter().map(|b| (b * scale).round());
        let bias: Option<Vec<i32>> = bias
            .map(|b| fit(b, i32::MAX as f64).map(|b| b as i32))
            .collect();
        let (Some(weights), Some(bias)) = (weights, bias) else {
            return Err(too_large);
        };
        // The shift is chosen later; this allows for up to 18.
        layer::check(self.most, &weights, &bias, carry, shift.max(18))?;
        Ok(Layer {
            weights,
            bias,
            shift: 0,
            most: MOST,
            carry: 0,
        })
    }

    /// The layer at the largest scale that fits, and the scale.
    fn largest(&self, number: usize) -> Result<(Layer, f64), FixedError> {
        let mut scale = 1e9;
        loop {
            match self.at(scale, None, 0) {
                Ok(layer) => return Ok((layer, scale)),
                Err(source) if scale < 1e-3 => {
                    return Err(FixedError::Layer {
                        layer: number,
                        source,
                    });
                }
                Err(_) => scale *= 0.99,
            }
        }
    }

    /// The layer at the largest scale `of` · 2^power that fits, and the power.
    fn power_of_two(
        &self,
        of: f64,
        with: impl Fn(u32) -> (Option<Carry>, u32),
        number: usize,
    ) -> Result<(Layer, u32), FixedError> {
        let mut power = layer::SHIFTS - 1;
        loop {
            let (carry, shift) = with(power);
            match self.at(of * (1_u64 << power) as f64, carry, shift) {
                Ok(layer) => return Ok((layer, power)),
                Err(source) if power == 0 => {
                    return Err(FixedError::Layer {
                        layer: number,
                        source,
                    });
                }
                Err(_) => power -= 1,
            }
        }
    }
}
