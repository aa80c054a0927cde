//! Integer pair networks.
//!
//! ```text
//! tokens ─ rows of pairs ─ Σ ─ layer ─ residual blocks of two layers ─ layer ─ logits ─ rule ─ value
//! ```
//!
//! Rows are summed in 16 bits, layers in 32. The constructor checks for all tokens, from the
//! weights, that no sum overflows.

use super::integer_rule::FixedRule;
use super::layer::{self, Carry, Overflow};
use thiserror::Error;

/// Sizes of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "learn", derive(serde::Serialize, serde::Deserialize))]
pub struct Sizes {
    /// Number of values of each slot.
    pub values: Vec<u16>,
    /// Numbers in a table row.
    pub rows: usize,
    /// Width of the layers.
    pub width: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Classes.
    pub classes: usize,
}

impl Sizes {
    /// Number of pairs of slots.
    pub fn pairs(&self) -> usize {
        self.values.len() * self.values.len().saturating_sub(1) / 2
    }

    /// Number of rows of all tables; `None` on overflow.
    pub(super) fn all_rows(&self) -> Option<usize> {
        let mut rows = 0_usize;
        for (j, &second) in self.values.iter().enumerate() {
            for &first in &self.values[..j] {
                rows = rows.checked_add(first as usize * second as usize)?;
            }
        }
        Some(rows)
    }

    /// Numbers of inputs and outputs of each layer.
    pub fn layers(&self) -> Vec<[usize; 2]> {
        let mut layers = vec![[self.rows, self.width]];
        for _ in 0..2 * self.blocks {
            layers.push([self.width; 2]);
        }
        layers.push([self.width, self.classes]);
        layers
    }
}

/// Rows of all tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// 8 bits for each number.
    Narrow(Vec<i8>),
    /// 16 bits for each number.
    Wide(Vec<i16>),
}

impl Rows {
    /// Number of entries.
    pub fn len(&self) -> usize {
        match self {
            Rows::Narrow(rows) => rows.len(),
            Rows::Wide(rows) => rows.len(),
        }
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn at(&self, i: usize) -> i16 {
        match self {
            Rows::Narrow(rows) => rows[i] as i16,
            Rows::Wide(rows) => rows[i],
        }
    }

    /// Adds a row to a sum, or subtracts it.
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
    /// Weights by input, then by output.
    pub weights: Vec<i16>,
    /// Bias by output.
    pub bias: Vec<i32>,
    /// Exponent of the power of two that divides sums.
    pub shift: u32,
    /// Largest output; logits are not clamped.
    pub most: i16,
    /// Exponent of the power of two that multiplies the residual connection, in the second
    /// layer of each block.
    pub carry: u32,
}

/// An integer network and its decision rule.
///
/// ```
/// use admit::fixed::network::{FixedNetwork, Layer, Rows, Sizes};
/// use admit::fixed::FixedRule;
/// // Two slots of two values; the value is 1 if both tokens are equal, else 0.
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
    /// By pair: both slots, and the start of its rows.
    pub(super) tables: Vec<(usize, usize, usize)>,
    pub(super) rows: Rows,
    pub(super) bias: Vec<i16>,
    pub(super) layers: Vec<Layer>,
    rule: FixedRule,
}

/// Reason why a network is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FixedError {
    /// Invalid sizes.
    #[error("{what} must be {expected}, not {found}")]
    Size {
        /// Name of the size.
        what: &'static str,
        /// Expected size.
        expected: String,
        /// Actual size.
        found: usize,
    },
    /// A sum of rows could overflow 16 bits.
    #[error("the sum of column {column} of all tables could be {worst}, more than 16 bits hold")]
    Rows {
        /// The column.
        column: usize,
        /// Bound on the absolute value of the sum.
        worst: i64,
    },
    /// A sum of a layer could overflow 32 bits.
    #[error("layer {layer}: {source}")]
    Layer {
        /// The layer.
        layer: usize,
        /// The overflow.
        source: Overflow,
    },
}

/// Divisor of all widths, so that vectors are filled.
pub const TILE: usize = 16;

impl FixedNetwork {
    /// From its parts: rows of tables, a bias for their sum, and layers.
    ///
    /// # Errors
    ///
    /// If parts do not fit together, or a sum could overflow.
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

    /// Sizes.
    pub fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// Rows of all tables.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Bias of the sum of rows.
    pub fn bias(&self) -> &[i16] {
        &self.bias
    }

    /// Layers from input to output.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Decision rule.
    pub fn rule(&self) -> FixedRule {
        self.rule
    }

    /// The same network with another rule.
    #[must_use]
    pub fn with_rule(self, rule: FixedRule) -> FixedNetwork {
        FixedNetwork { rule, ..self }
    }

    fn check_sums(&self) -> Result<(), FixedError> {
        let mut most = most_sums(&self.sizes, &self.rows, &self.bias)?;
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

    /// Start of the row of a pair.
    #[inline]
    pub(super) fn row(&self, pair: usize, tokens: &[u16]) -> usize {
        let (i, j, at) = self.tables[pair];
        let values = &self.sizes.values;
        debug_assert!(tokens[i] < values[i] && tokens[j] < values[j]);
        let number = tokens[i] as usize * values[j] as usize + tokens[j] as usize;
        at + number * self.sizes.rows
    }

    /// Whether there is one token for each slot, all in range.
    pub fn sees(&self, tokens: &[u16]) -> bool {
        let values = &self.sizes.values;
        tokens.len() == values.len() && tokens.iter().zip(values).all(|(t, v)| t < v)
    }

    /// The sum of the rows of a state.
    ///
    /// # Panics
    ///
    /// If these are not the tokens of a state.
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

    /// Updates the sum of one state to that of another: rows of changed pairs are subtracted
    /// and added, unless summing all rows is less work. The result is equal either way.
    ///
    /// # Panics
    ///
    /// If these are not the tokens of a state.
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

    /// The value for a sum of rows.
    pub fn value_of_sum(&self, sum: &RowSum) -> u8 {
        self.rule.pick(&self.logits(sum))
    }

    /// The value for a state.
    ///
    /// # Panics
    ///
    /// If these are not the tokens of a state.
    pub fn value(&self, tokens: &[u16]) -> u8 {
        self.value_of_sum(&self.sum(tokens))
    }
}

/// Whether a layer is the second of a block, with a residual connection.
const fn carries(number: usize, last: usize) -> bool {
    number > 0 && number.is_multiple_of(2) && number < last
}

/// The sum of the rows of a state, which can be updated along a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSum {
    tokens: Vec<u16>,
    pub(super) sum: Vec<i16>,
}

/// The largest sum of rows in each column, over all tokens.
///
/// # Errors
///
/// If a partial sum could overflow 16 bits.
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
