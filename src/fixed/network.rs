//! A network of pairs in whole numbers.
//!
//! ```text
//! tokens ─ rows of pairs ─ Σ ─ layer ─ (layer, layer + what came in)* ─ layer ─ logits ─ rule ─ value
//! ```
//!
//! The rows of a state are added up in 16 bits. That none of these sums can leave
//! them, nor any sum of a layer 32, is checked when a network is made, from its
//! weights and for all tokens; there is no network of which it does not hold.

use super::integer_rule::FixedRule;
use super::layer::{self, Carry, Overflow};
use thiserror::Error;

/// How large a network is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "learn", derive(serde::Serialize, serde::Deserialize))]
pub struct Sizes {
    /// How many values each slot takes.
    pub values: Vec<u16>,
    /// Numbers in a table row.
    pub rows: usize,
    /// Width of what follows.
    pub width: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Classes.
    pub classes: usize,
}

impl Sizes {
    /// How many pairs of slots there are.
    pub fn pairs(&self) -> usize {
        self.values.len() * self.values.len().saturating_sub(1) / 2
    }

    /// How many rows all tables have together; nothing if they cannot be counted.
    fn all_rows(&self) -> Option<usize> {
        let mut rows = 0_usize;
        for (j, &second) in self.values.iter().enumerate() {
            for &first in &self.values[..j] {
                rows = rows.checked_add(first as usize * second as usize)?;
            }
        }
        Some(rows)
    }

    /// How many inputs and outputs each layer has.
    pub fn layers(&self) -> Vec<[usize; 2]> {
        let mut layers = vec![[self.rows, self.width]];
        for _ in 0..2 * self.blocks {
            layers.push([self.width; 2]);
        }
        layers.push([self.width, self.classes]);
        layers
    }
}

/// The rows of all tables, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// 8 bits for each number.
    Narrow(Vec<i8>),
    /// 16 bits for each number.
    Wide(Vec<i16>),
}

impl Rows {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            Rows::Narrow(rows) => rows.len(),
            Rows::Wide(rows) => rows.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of the numbers.
    #[inline]
    fn at(&self, i: usize) -> i16 {
        match self {
            Rows::Narrow(rows) => rows[i] as i16,
            Rows::Wide(rows) => rows[i],
        }
    }

    /// Adds a row to a sum, or takes it off again.
    #[inline]
    fn apply(&self, at: usize, sum: &mut [i16], sign: i16) {
        match self {
            Rows::Narrow(rows) => {
                for (sum, &x) in sum.iter_mut().zip(&rows[at..]) {
                    *sum += sign * x as i16;
                }
            }
            Rows::Wide(rows) => {
                for (sum, &x) in sum.iter_mut().zip(&rows[at..]) {
                    *sum += sign * x;
                }
            }
        }
    }
}

/// A dense layer; see [`layer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// By input, then by output.
    pub weights: Vec<i16>,
    /// By output.
    pub bias: Vec<i32>,
    /// By which power of two sums are divided.
    pub shift: u32,
    /// The largest value that is handed on; logits are handed on as they are.
    pub most: i16,
    /// By which power of two what came into the block is multiplied, in the second
    /// layer of each.
    pub carry: u32,
}

/// A network in whole numbers, and the rule by which it decides.
///
/// ```
/// use admit::fixed::network::{FixedNetwork, Layer, Rows, Sizes};
/// use admit::fixed::FixedRule;
/// // Two slots of two values; says 1 if both have the same value, else 0.
/// let sizes = Sizes { values: vec![2, 2], rows: 16, width: 16, blocks: 0, classes: 2 };
/// let rows = [9, 0, 0, 9].iter().flat_map(|&first| {
///     let mut row = vec![0_i8; 16];
///     row[0] = first;
///     row
/// });
/// let mut weights = vec![0; 16 * 16];
/// weights[0] = 10;
/// let dense = Layer { weights, bias: vec![0; 16], shift: 0, most: 1000, carry: 0 };
/// let mut weights = vec![0; 16 * 2];
/// weights[1] = 10;
/// let out = Layer { weights, bias: vec![100, 0], shift: 0, most: 0, carry: 0 };
/// let rows = Rows::Narrow(rows.collect());
/// let network =
///     FixedNetwork::new(sizes, rows, vec![0; 16], vec![dense, out], FixedRule::ArgMax).unwrap();
/// assert_eq!(network.value(&[1, 1]), 1);
/// assert_eq!(network.value(&[1, 0]), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedNetwork {
    pub(super) sizes: Sizes,
    /// By pair: both slots, and where its rows begin.
    pub(super) tables: Vec<(usize, usize, usize)>,
    pub(super) rows: Rows,
    pub(super) bias: Vec<i16>,
    pub(super) layers: Vec<Layer>,
    rule: FixedRule,
}

/// Why there is no such network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FixedError {
    /// Its sizes are none.
    #[error("{what} must be {expected}, not {found}")]
    Size {
        /// Of what.
        what: &'static str,
        /// What it should be.
        expected: String,
        /// What it is.
        found: usize,
    },
    /// A sum of rows might leave 16 bits.
    #[error("the sum of column {column} of all tables could be {worst}, more than 16 bits hold")]
    Rows {
        /// Of which column.
        column: usize,
        /// How large in absolute value.
        worst: i64,
    },
    /// A sum of a layer might leave 32 bits.
    #[error("layer {layer}: {source}")]
    Layer {
        /// Of which layer.
        layer: usize,
        /// How.
        source: Overflow,
    },
}

/// Widths are multiples of this, so that vectors are filled.
pub const TILE: usize = 16;

impl FixedNetwork {
    /// From its parts: rows of tables, a bias for their sum, and layers.
    ///
    /// # Errors
    ///
    /// If parts do not fit together, or a sum might overflow for some state.
    pub fn new(
        sizes: Sizes,
        rows: Rows,
        bias: Vec<i16>,
        layers: Vec<Layer>,
        rule: FixedRule,
    ) -> Result<FixedNetwork, FixedError> {
        check_sizes(&sizes, &rows, &bias, &layers)?;
        let mut tables = Vec::with_capacity(sizes.pairs());
        let mut at = 0;
        for (j, &second) in sizes.values.iter().enumerate() {
            for (i, &first) in sizes.values[..j].iter().enumerate() {
                tables.push((i, j, at));
                at += first as usize * second as usize * sizes.rows;
            }
        }
        let network = FixedNetwork {
            sizes,
            tables,
            rows,
            bias,
            layers,
            rule,
        };
        network.check_sums()?;
        Ok(network)
    }

    /// Its sizes.
    pub fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// The rows of its tables.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// What the sum of rows begins with.
    pub fn bias(&self) -> &[i16] {
        &self.bias
    }

    /// Its layers, in the order in which they are used.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// How it decides.
    pub fn rule(&self) -> FixedRule {
        self.rule
    }

    /// The same network with another rule.
    #[must_use]
    pub fn with_rule(self, rule: FixedRule) -> FixedNetwork {
        FixedNetwork { rule, ..self }
    }

    /// The largest value that each column of the sum of rows can have, of all tokens.
    ///
    /// # Errors
    ///
    /// If a sum might leave 16 bits on the way.
    pub fn most_sums(&self) -> Result<Vec<i16>, FixedError> {
        most_sums(&self.sizes, &self.rows, &self.bias)
    }

    fn check_sums(&self) -> Result<(), FixedError> {
        let mut most = self.most_sums()?;
        let last = self.layers.len() - 1;
        let mut into_block = 0;
        for (number, layer) in self.layers.iter().enumerate() {
            let carry = carries(number, last).then_some(Carry {
                shift: layer.carry,
                most: into_block,
            });
            layer::check(&most, &layer.weights, &layer.bias, carry, layer.shift).map_err(
                |source| FixedError::Layer {
                    layer: number,
                    source,
                },
            )?;
            if number % 2 == 0 {
                into_block = layer.most;
            }
            most = vec![layer.most; layer.bias.len()];
        }
        Ok(())
    }

    /// Where the row of each pair begins.
    ///
    /// # Panics
    ///
    /// If there are not as many tokens as slots, or one is out of range.
    #[inline]
    pub(super) fn row(&self, pair: usize, tokens: &[u16]) -> usize {
        let (i, j, at) = self.tables[pair];
        let values = &self.sizes.values;
        debug_assert!(tokens[i] < values[i] && tokens[j] < values[j]);
        let number = tokens[i] as usize * values[j] as usize + tokens[j] as usize;
        at + number * self.sizes.rows
    }

    /// Whether tokens are those of some state: one for each slot, all in range.
    pub fn sees(&self, tokens: &[u16]) -> bool {
        let values = &self.sizes.values;
        tokens.len() == values.len() && tokens.iter().zip(values).all(|(t, v)| t < v)
    }

    /// The sum of the rows of a state.
    ///
    /// # Panics
    ///
    /// If these are no tokens of a state.
    pub fn sum(&self, tokens: &[u16]) -> RowSum {
        assert!(self.sees(tokens), "a token for each slot, all in range");
        let mut sum = self.bias.clone();
        for pair in 0..self.tables.len() {
            self.rows.apply(self.row(pair, tokens), &mut sum, 1);
        }
        RowSum {
            tokens: tokens.to_vec(),
            sum,
        }
    }

    /// Brings the sum of one state to that of another: only rows of pairs that
    /// changed are taken off and added, unless adding up all of them is less work.
    /// Sums of integers are the same whichever way they are reached.
    ///
    /// # Panics
    ///
    /// If these are no tokens of a state.
    ///
    /// ```
    /// # use admit::fixed::network::{FixedNetwork, Layer, Rows, Sizes};
    /// # use admit::fixed::FixedRule;
    /// # let sizes = Sizes { values: vec![5; 6], rows: 16, width: 16, blocks: 0, classes: 2 };
    /// # let rows = Rows::Wide((0..15 * 25 * 16).map(|i| (i * 7919 % 2001) as i16 - 1000).collect());
    /// # let layer = |outputs: usize| Layer {
    /// #     weights: vec![1; 16 * outputs], bias: vec![0; outputs], shift: 4, most: 100, carry: 0 };
    /// # let network = FixedNetwork::new(
    /// #     sizes, rows, vec![0; 16], vec![layer(16), layer(2)], FixedRule::ArgMax).unwrap();
    /// let mut sum = network.sum(&[0, 1, 2, 3, 4, 0]);
    /// network.update(&mut sum, &[0, 1, 2, 0, 4, 0]);
    /// assert_eq!(sum, network.sum(&[0, 1, 2, 0, 4, 0]));
    /// ```
    pub fn update(&self, sum: &mut RowSum, tokens: &[u16]) {
        assert!(self.sees(tokens), "a token for each slot, all in range");
        let before = &sum.tokens;
        let changed = |pair: &usize| {
            let (i, j, _) = self.tables[*pair];
            tokens[i] != before[i] || tokens[j] != before[j]
        };
        let changes = (0..self.tables.len()).filter(changed).count();
        if 2 * changes >= self.tables.len() {
            *sum = self.sum(tokens);
            return;
        }
        for pair in 0..self.tables.len() {
            if changed(&pair) {
                self.rows.apply(self.row(pair, before), &mut sum.sum, -1);
                self.rows.apply(self.row(pair, tokens), &mut sum.sum, 1);
            }
        }
        sum.tokens.copy_from_slice(tokens);
    }

    /// The logits for the sum of a state's rows, in units of
    /// [`UNIT_BITS`](super::integer_rule::UNIT_BITS).
    pub fn logits(&self, sum: &RowSum) -> Vec<i32> {
        let last = self.layers.len() - 1;
        let mut x: Vec<i16> = sum.sum.iter().map(|&x| x.max(0)).collect();
        let mut into_block = Vec::new();
        for (number, layer) in self.layers[..last].iter().enumerate() {
            let mut sums = layer.bias.clone();
            layer::add_products(&x, &layer.weights, &mut sums);
            if carries(number, last) {
                layer::add_carried(&into_block, layer.carry, &mut sums);
            }
            let settle = |&sum: &i32| layer::settled(sum, layer.shift, layer.most);
            x = sums.iter().map(settle).collect();
            if number % 2 == 0 {
                into_block.clone_from(&x);
            }
        }
        let layer = &self.layers[last];
        let mut sums = layer.bias.clone();
        layer::add_products(&x, &layer.weights, &mut sums);
        for sum in &mut sums {
            *sum = layer::rounded(*sum, layer.shift);
        }
        sums
    }

    /// The value for the sum of a state's rows.
    pub fn value_of_sum(&self, sum: &RowSum) -> u8 {
        self.rule.pick(&self.logits(sum))
    }

    /// The value for a state.
    ///
    /// # Panics
    ///
    /// If these are no tokens of a state.
    pub fn value(&self, tokens: &[u16]) -> u8 {
        self.value_of_sum(&self.sum(tokens))
    }
}

/// Whether what came into a block is added to the sums of this layer: the second of
/// each block.
const fn carries(number: usize, last: usize) -> bool {
    number > 0 && number.is_multiple_of(2) && number < last
}

/// The sum of a state's rows, to be handed from state to state along a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSum {
    tokens: Vec<u16>,
    pub(super) sum: Vec<i16>,
}

/// The largest value of each column of a sum of rows, of all tokens.
///
/// # Errors
///
/// If a sum might leave 16 bits on the way.
pub fn most_sums(sizes: &Sizes, rows: &Rows, bias: &[i16]) -> Result<Vec<i16>, FixedError> {
    let width = sizes.rows;
    let mut worst: Vec<i64> = bias.iter().map(|&b| (b as i64).abs()).collect();
    let mut most: Vec<i64> = bias.iter().map(|&b| b as i64).collect();
    let mut at = 0;
    for (j, &second) in sizes.values.iter().enumerate() {
        for &first in &sizes.values[..j] {
            let count = first as usize * second as usize;
            for column in 0..width {
                let entries = (0..count).map(|row| rows.at(at + row * width + column) as i64);
                let (low, high) = entries.fold((i64::MAX, i64::MIN), |(low, high), x| {
                    (low.min(x), high.max(x))
                });
                worst[column] += low.abs().max(high.abs());
                most[column] += high;
            }
            at += count * width;
        }
    }
    for (column, &worst) in worst.iter().enumerate() {
        if worst > i16::MAX as i64 {
            return Err(FixedError::Rows { column, worst });
        }
    }
    Ok(most.iter().map(|&most| most.max(0) as i16).collect())
}

fn check_sizes(
    sizes: &Sizes,
    rows: &Rows,
    bias: &[i16],
    layers: &[Layer],
) -> Result<(), FixedError> {
    let wrong = |what, expected: String, found| {
        Err(FixedError::Size {
            what,
            expected,
            found,
        })
    };
    let slots = sizes.values.len();
    if slots < 2 {
        return wrong("the number of slots", "at least 2".to_owned(), slots);
    }
    if sizes.values.contains(&0) {
        return wrong("the number of values of a slot", "at least 1".to_owned(), 0);
    }
    for (what, is) in [
        ("the width of rows", sizes.rows),
        ("the width of layers", sizes.width),
    ] {
        if is == 0 || is % TILE != 0 {
            return wrong(what, format!("a multiple of {TILE} and not 0"), is);
        }
    }
    if !(1..=256).contains(&sizes.classes) {
        let found = sizes.classes;
        return wrong("the number of classes", "1 to 256".to_owned(), found);
    }
    let equal = |what, expected: usize, found: usize| {
        if found == expected {
            Ok(())
        } else {
            wrong(what, expected.to_string(), found)
        }
    };
    let all = sizes.all_rows().and_then(|n| n.checked_mul(sizes.rows));
    equal("the number of table entries", all.unwrap_or(0), rows.len())?;
    equal("the length of the first bias", sizes.rows, bias.len())?;
    let expected = sizes.layers();
    equal("the number of layers", expected.len(), layers.len())?;
    for ([inputs, outputs], layer) in expected.into_iter().zip(layers) {
        let weights = layer.weights.len();
        equal("the number of weights", inputs * outputs, weights)?;
        equal("the length of a bias", outputs, layer.bias.len())?;
        for (what, shift) in [("a shift", layer.shift), ("a carry", layer.carry)] {
            if shift >= layer::SHIFTS {
                let expected = format!("below {}", layer::SHIFTS);
                return wrong(what, expected, shift as usize);
            }
        }
        if layer.most < 0 {
            let found = layer.most.unsigned_abs() as usize;
            return wrong("the largest value", "not negative".to_owned(), found);
        }
    }
    Ok(())
}
