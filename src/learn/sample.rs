//! Examples: numbered states with their exact class; and batches drawn from them.
//!
//! Batches are stratified by class; inside a class states are drawn uniformly. In proportion to
//! the sizes of classes, as in the paper, this is a uniform draw with less variance. States are
//! drawn from the table by rejection; small classes are listed beforehand. Examples that know
//! the states of each class ([`KnownClasses`]) are not searched, so there may be any number of
//! them.
//!
//! Batch `step` depends only on the seed and `step`, so a resumed run equals an uninterrupted one.

use super::encode::planes::{CubePlanes, Planes, PlanesError};
use super::encode::{CubeEncoding, Encoding, RankedTokens, Tokens};
use crate::files::Options;
use crate::pdb::cube::{CubePattern, CubeRanker, CubeTable, Packing};
use crate::pdb::{Histogram, Table};
use crate::space::Ranked;
use crate::stats::random::{below, unit};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rayon::prelude::*;
use std::sync::Arc;
use thiserror::Error;

/// Numbered states with their true classes.
pub trait Examples: Sync {
    /// Number of states.
    fn states(&self) -> u64;

    /// The true class of a state: its entry in the table.
    fn class(&self, number: u64) -> u8;

    /// The encoding of its states.
    fn tokens(&self) -> &dyn Tokens;

    /// The planes of its states, for the paper's networks.
    ///
    /// # Errors
    ///
    /// If the states have no planes.
    fn planes(&self) -> Result<&dyn Planes, PlanesError> {
        Err(PlanesError::None)
    }

    /// The states of each class, if known without enumeration. There may then be more states
    /// than can be enumerated.
    fn known_classes(&self) -> Option<&dyn KnownClasses> {
        None
    }
}

/// The states of each class, known without enumeration.
pub trait KnownClasses: Sync {
    /// Number of states of each class, up to the last that has any.
    fn sizes(&self) -> Vec<u64>;

    /// The number of the `k`-th state of a class, for `k` below the size of the class, in any
    /// order.
    fn nth(&self, class: u8, k: u64) -> u64;
}

/// Reason why a table gives no examples.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExamplesError {
    /// The table does not have one value for each state.
    #[error("a table to learn from has one value for each state; this one is {0}")]
    Reduced(&'static str),
    /// The base table cannot be built.
    #[error("the base table: {0}")]
    Base(String),
    /// The table cannot be built.
    #[error("the table to learn from: {0}")]
    Table(String),
    /// A distance is too large for a class.
    #[error("a distance of {0} is too large for a class; the largest is 255")]
    Far(u16),
}

/// The states of a pattern of the cube, with the entries of a table.
///
/// ```
/// use admit::learn::sample::{CubeExamples, Examples};
/// use admit::files::Options;
/// use admit::pdb::cube::CubeTable;
/// let table = CubeTable::build("edges:UR,UF".parse().unwrap(), &Options::default()).unwrap();
/// let examples = CubeExamples::new(table, false).unwrap();
/// assert_eq!(examples.states(), 12 * 11 * 4);
/// ```
#[derive(Debug)]
pub struct CubeExamples {
    table: Arc<CubeTable>,
    tokens: RankedTokens<CubeRanker, CubeEncoding>,
    planes: Result<CubePlanes, PlanesError>,
}

impl CubeExamples {
    /// From a table with one value for each state, with tokens of the representative or not.
    ///
    /// # Errors
    ///
    /// If the table is compressed, reduced or holds remainders.
    pub fn new(
        table: impl Into<Arc<CubeTable>>,
        canonical: bool,
    ) -> Result<CubeExamples, ExamplesError> {
        let table = table.into();
        let base = table
            .header()
            .base
            .map(|base| CubeTable::build(base, &Options::default()));
        let base = base
            .transpose()
            .map_err(|e| ExamplesError::Base(e.to_string()))?;
        CubeExamples::with_base(table, base.map(Arc::new), canonical)
    }

    /// The same, with the base table of the differences.
    ///
    /// # Errors
    ///
    /// If the table is compressed, reduced or holds remainders, or the base table has another
    /// pattern.
    pub fn with_base(
        table: impl Into<Arc<CubeTable>>,
        base: Option<Arc<CubeTable>>,
        canonical: bool,
    ) -> Result<CubeExamples, ExamplesError> {
        let table = table.into();
        let header = table.header();
        if header.symmetric {
            return Err(ExamplesError::Reduced("reduced by symmetry"));
        }
        if header.factor != 1 {
            return Err(ExamplesError::Reduced("compressed"));
        }
        if header.packing != Packing::Nibbles {
            return Err(ExamplesError::Reduced("a table of remainders"));
        }
        let given = base.as_ref().map(|base| base.header().pattern);
        if given != header.base {
            let name = |pattern: Option<CubePattern>| {
                pattern.map_or_else(|| "none".to_owned(), |pattern| pattern.to_string())
            };
            let (expected, found) = (name(header.base), name(given));
            return Err(ExamplesError::Base(format!(
                "{found} instead of {expected}"
            )));
        }
        let ranker = table.ranker().clone();
        let encoding = CubeEncoding::with_base(ranker.pattern(), canonical, base);
        Ok(CubeExamples {
            planes: CubePlanes::of(ranker.clone(), encoding.clone()),
            tokens: RankedTokens::new(ranker, encoding),
            table,
        })
    }

    /// Builds the table of a pattern, or of its differences to a base pattern.
    ///
    /// # Errors
    ///
    /// If a table cannot be built.
    ///
    /// ```
    /// use admit::learn::sample::{CubeExamples, Examples};
    /// let [pattern, inside] = ["edges:UR,UF", "edges:UR"].map(|p| p.parse().unwrap());
    /// let examples = CubeExamples::build(pattern, Some(inside), false).unwrap();
    /// assert_eq!(examples.states(), 12 * 11 * 4);
    /// ```
    pub fn build(
        pattern: CubePattern,
        base: Option<CubePattern>,
        canonical: bool,
    ) -> Result<CubeExamples, ExamplesError> {
        let built = |pattern: CubePattern| {
            let table = CubeTable::build(pattern, &Options::default());
            table.map_err(|e| ExamplesError::Table(e.to_string()))
        };
        let mut table = built(pattern)?;
        if let Some(base) = base {
            let difference = table.minus(&built(base)?, &Options::default());
            table = difference.map_err(|e| ExamplesError::Table(e.to_string()))?;
        }
        CubeExamples::new(table, canonical)
    }

    /// The table.
    pub fn table(&self) -> &CubeTable {
        &self.table
    }

    /// The encoding of its states.
    pub fn encoding(&self) -> &CubeEncoding {
        self.tokens.encoding()
    }
}

impl Examples for CubeExamples {
    fn states(&self) -> u64 {
        self.table.ranker().states()
    }

    fn class(&self, number: u64) -> u8 {
        self.table.entry(number)
    }

    fn tokens(&self) -> &dyn Tokens {
        &self.tokens
    }

    fn planes(&self) -> Result<&dyn Planes, PlanesError> {
        match &self.planes {
            Ok(planes) => Ok(planes),
            Err(error) => Err(error.clone()),
        }
    }
}

/// The states of a ranked space with a table of exact distances, without dead ends.
///
/// ```
/// use admit::learn::sample::{Examples, RankedExamples};
/// use admit::files::Options;
/// use admit::pdb::Table;
/// use admit::space::tiles::Tiles;
/// let tiles = Tiles::new(3, 2).unwrap();
/// let table = Table::build(tiles.clone(), &Options::default()).unwrap();
/// let examples = RankedExamples::new(table, tiles).unwrap();
/// assert_eq!(examples.states(), 360); // half of 6!
/// ```
pub struct RankedExamples<S, E> {
    table: Arc<Table<S>>,
    encoding: E,
    values: Vec<u16>,
    /// Ranks of states that reach a goal.
    ranks: Vec<u64>,
    /// Their distances.
    classes: Vec<u8>,
}

impl<S: Ranked, E: Encoding<S::State>> RankedExamples<S, E> {
    /// Examples from a table of exact distances.
    ///
    /// # Errors
    ///
    /// If a distance is above 255.
    pub fn new(
        table: impl Into<Arc<Table<S>>>,
        encoding: E,
    ) -> Result<RankedExamples<S, E>, ExamplesError> {
        let table = table.into();
        let mut ranks = Vec::new();
        let mut classes = Vec::new();
        for rank in 0..table.len() {
            if let Some(distance) = table.value(rank) {
                let class = u8::try_from(distance).map_err(|_| ExamplesError::Far(distance))?;
                ranks.push(rank);
                classes.push(class);
            }
        }
        Ok(RankedExamples {
            values: encoding.values(),
            table,
            encoding,
            ranks,
            classes,
        })
    }

    /// The table.
    pub fn table(&self) -> &Arc<Table<S>> {
        &self.table
    }

    /// The encoding.
    pub fn encoding(&self) -> &E {
        &self.encoding
    }

    /// The rank of an example in the space.
    pub fn rank(&self, number: u64) -> u64 {
        self.ranks[number as usize]
    }

    fn state(&self, number: u64) -> S::State {
        let state = self.table.space().unrank(self.rank(number));
        state.expect("the table has a distance for it")
    }
}

impl<S, E> std::fmt::Debug for RankedExamples<S, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RankedExamples")
            .field("states", &self.ranks.len())
            .field("values", &self.values)
            .finish_non_exhaustive()
    }
}

impl<S: Ranked + Send + Sync, E: Encoding<S::State>> Tokens for RankedExamples<S, E> {
    fn values(&self) -> &[u16] {
        &self.values
    }

    fn write(&self, number: u64, tokens: &mut [u16]) {
        self.encoding.write(&self.state(number), tokens);
    }

    fn write_representative(&self, number: u64, tokens: &mut [u16]) -> u32 {
        self.encoding
            .write_representative(&self.state(number), tokens)
    }

    fn symmetries(&self) -> u64 {
        self.encoding.symmetries()
    }
}

impl<S: Ranked + Send + Sync, E: Encoding<S::State>> Examples for RankedExamples<S, E> {
    fn states(&self) -> u64 {
        self.ranks.len() as u64
    }

    fn class(&self, number: u64) -> u8 {
        self.classes[number as usize]
    }

    fn tokens(&self) -> &dyn Tokens {
        self
    }
}

/// Shares of the classes in a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Shares {
    /// Proportional to size, as in the paper.
    #[default]
    Proportional,
    /// Proportional to a power of size; 0 means equal shares.
    Power(f64),
}

impl Shares {
    /// The share of each class, from the sizes of all.
    fn of(self, sizes: &[u64]) -> Vec<f64> {
        let power = match self {
            Shares::Proportional => 1.0,
            Shares::Power(power) => power,
        };
        let weight = |&size: &u64| match size {
            0 => 0.0,
            size => (size as f64).powf(power),
        };
        let total: f64 = sizes.iter().map(weight).sum();
        sizes.iter().map(|size| weight(size) / total).collect()
    }
}

/// Size of the largest class that is listed.
const LISTED: u64 = 1 << 22;
/// States that a thread takes at once.
const PIECE: u64 = 1 << 20;

/// Sampler of batches.
#[derive(Clone, Debug)]
pub struct Sampler {
    seed: u64,
    sizes: Vec<u64>,
    shares: Vec<f64>,
    /// All states of each small class.
    listed: Vec<Option<Vec<u64>>>,
}

/// The states of a batch and their true classes.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Batch {
    /// Numbers of states.
    pub numbers: Vec<u64>,
    /// Their true classes.
    pub classes: Vec<u8>,
}

impl Sampler {
    /// A sampler; the classes of all examples are counted unless known.
    ///
    /// ```
    /// use admit::learn::sample::{Batch, CubeExamples, Sampler, Shares};
    /// use admit::files::Options;
    /// use admit::pdb::cube::CubeTable;
    /// let table = CubeTable::build("4-edge".parse().unwrap(), &Options::default()).unwrap();
    /// let examples = CubeExamples::new(table, false).unwrap();
    /// let sampler = Sampler::new(&examples, Shares::Proportional, 1);
    /// let mut batch = Batch::default();
    /// sampler.draw(&examples, 0, 1000, &mut batch);
    /// let share = |class| batch.classes.iter().filter(|&&c| c == class).count();
    /// let size = sampler.sizes()[6] as f64 / 190_080.0;
    /// assert!((share(6) as f64 - 1000.0 * size).abs() < 1.0);
    /// ```
    pub fn new(examples: &impl Examples, shares: Shares, seed: u64) -> Sampler {
        let sizes = sizes(examples);
        Sampler {
            seed,
            shares: shares.of(&sizes),
            listed: match examples.known_classes() {
                Some(_) => vec![None; sizes.len()],
                None => lists(examples, &sizes),
            },
            sizes,
        }
    }

    /// The same sampler with other shares and another seed.
    #[must_use]
    pub fn with(mut self, shares: Shares, seed: u64) -> Sampler {
        self.shares = shares.of(&self.sizes);
        self.seed = seed;
        self
    }

    /// Number of states of each class.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.sizes.len()
    }

    /// Draws batch `step`, of `count` states.
    pub fn draw(&self, examples: &impl Examples, step: u64, count: usize, batch: &mut Batch) {
        let mut rng = stream(self.seed, step);
        let mut wanted = self.quotas(count, &mut rng);
        batch.numbers.clear();
        batch.classes.clear();
        if let Some(known) = examples.known_classes() {
            for (class, (&size, &wanted)) in self.sizes.iter().zip(&wanted).enumerate() {
                for _ in 0..wanted {
                    let number = known.nth(class as u8, below(&mut rng, size));
                    batch.numbers.push(number);
                    batch.classes.push(class as u8);
                }
            }
            return;
        }
        let mut open = 0;
        for (class, listed) in self.listed.iter().enumerate() {
            let Some(listed) = listed else {
                open += wanted[class];
                continue;
            };
            for _ in 0..std::mem::take(&mut wanted[class]) {
                let at = below(&mut rng, listed.len() as u64);
                batch.numbers.push(listed[at as usize]);
                batch.classes.push(class as u8);
            }
        }
        // Many at once, so that cache misses overlap.
        let mut drawn = [0_u64; 64];
        let mut found = [0_u8; 64];
        while open > 0 {
            for number in &mut drawn {
                *number = below(&mut rng, examples.states());
            }
            for (class, &number) in found.iter_mut().zip(&drawn) {
                *class = examples.class(number);
            }
            for (&class, &number) in found.iter().zip(&drawn) {
                if wanted[class as usize] > 0 {
                    wanted[class as usize] -= 1;
                    open -= 1;
                    batch.numbers.push(number);
                    batch.classes.push(class);
                }
            }
        }
    }

    /// Number of states of each class: the expected number, by systematic sampling rounded up or
    /// down so that the sum is exact and the mean unbiased.
    fn quotas(&self, count: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<usize> {
        let start = unit(rng);
        let mut before = 0.0;
        let mut sum = 0.0;
        let mut quotas: Vec<usize> = self
            .shares
            .iter()
            .map(|share| {
                sum += share * count as f64;
                let after = (sum + start).floor();
                let quota = after - before;
                before = after;
                quota as usize
            })
            .collect();
        // Float error may make the sum off by one.
        let largest = (0..quotas.len()).max_by_key(|&c| quotas[c]).unwrap_or(0);
        let drawn: usize = quotas.iter().sum();
        quotas[largest] = quotas[largest] + count - drawn;
        quotas
    }
}

/// The generator for one batch.
fn stream(seed: u64, step: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed ^ step.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Ranges of state numbers.
fn pieces(states: u64) -> impl IndexedParallelIterator<Item = std::ops::Range<u64>> {
    let count = states.div_ceil(PIECE) as usize;
    (0..count).into_par_iter().map(move |i| {
        let from = i as u64 * PIECE;
        from..(from + PIECE).min(states)
    })
}

/// Number of states of each class, up to the last that has any.
pub fn sizes(examples: &impl Examples) -> Vec<u64> {
    if let Some(known) = examples.known_classes() {
        return known.sizes();
    }
    let count = |numbers: std::ops::Range<u64>| {
        let mut sizes = [0_u64; 256];
        for number in numbers {
            sizes[examples.class(number) as usize] += 1;
        }
        sizes
    };
    let add = |mut one: [u64; 256], other: [u64; 256]| {
        for (a, b) in one.iter_mut().zip(other) {
            *a += b;
        }
        one
    };
    let all = pieces(examples.states())
        .map(count)
        .reduce(|| [0; 256], add);
    Histogram::new(&all).into()
}

/// The states of small classes.
fn lists(examples: &impl Examples, sizes: &[u64]) -> Vec<Option<Vec<u64>>> {
    let small: Vec<bool> = sizes.iter().map(|&size| size <= LISTED).collect();
    let found: Vec<Vec<(u8, u64)>> = pieces(examples.states())
        .map(|numbers| {
            numbers
                .map(|number| (examples.class(number), number))
                .filter(|(class, _)| small[*class as usize])
                .collect()
        })
        .collect();
    let mut lists: Vec<Option<Vec<u64>>> = small
        .iter()
        .zip(sizes)
        .map(|(small, &size)| small.then(|| Vec::with_capacity(size as usize)))
        .collect();
    for (class, number) in found.into_iter().flatten() {
        if let Some(list) = &mut lists[class as usize] {
            list.push(number);
        }
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples(pattern: &str) -> CubeExamples {
        let table = CubeTable::build(pattern.parse().unwrap(), &Options::default()).unwrap();
        CubeExamples::new(table, false).unwrap()
    }

    fn counts(batch: &Batch, classes: usize) -> Vec<usize> {
        let mut counts = vec![0; classes];
        for &class in &batch.classes {
            counts[class as usize] += 1;
        }
        counts
    }

    /// States with equal planes have equal differences, so no symmetry is used that the base
    /// pattern lacks.
    #[test]
    fn equal_planes_have_equal_differences() {
        let [large, base] = ["edges:UR,UF,UB", "edges:UF"]
            .map(|p| CubeTable::build(p.parse().unwrap(), &Options::default()).unwrap());
        let table = large.minus(&base, &Options::default()).unwrap();
        let examples = CubeExamples::new(table, true).unwrap();
        let planes = examples.planes().unwrap();
        let mut drawn = vec![0.0; planes.shape().iter().product()];
        let mut seen = std::collections::BTreeMap::new();
        for number in 0..examples.states() {
            planes.write(number, &mut drawn);
            let key: Vec<u8> = drawn.iter().map(|&x| x as u8).collect();
            let known = *seen.entry(key).or_insert(examples.class(number));
            assert_eq!(known, examples.class(number), "state {number}");
        }
    }

    #[test]
    fn batches_have_the_given_shares() {
        let examples = examples("5-edge");
        for (shares, power) in [(Shares::Proportional, 1.0), (Shares::Power(0.0), 0.0)] {
            let sampler = Sampler::new(&examples, shares, 7);
            let total: f64 = sampler
                .sizes()
                .iter()
                .map(|&s| (s as f64).powf(power))
                .sum();
            let mut batch = Batch::default();
            let mut sums = vec![0; sampler.classes()];
            for step in 0..50 {
                sampler.draw(&examples, step, 5000, &mut batch);
                assert_eq!(batch.numbers.len(), 5000);
                for (number, class) in batch.numbers.iter().zip(&batch.classes) {
                    assert_eq!(examples.class(*number), *class);
                }
                let counts = counts(&batch, sampler.classes());
                for (class, &size) in sampler.sizes().iter().enumerate() {
                    let wanted = 5000.0 * (size as f64).powf(power) / total;
                    assert!((counts[class] as f64 - wanted).abs() <= 2.0, "{class}");
                    sums[class] += counts[class];
                }
            }
            // On average, small classes get their share too.
            let wanted = 50.0 * 5000.0 * (sampler.sizes()[3] as f64).powf(power) / total;
            assert!((sums[3] as f64 - wanted).abs() < 5.0 + wanted * 0.1);
        }
    }

    /// With 30 draws a state on average, no state is drawn far more or far less often.
    #[test]
    fn states_of_a_class_are_drawn_uniformly() {
        let examples = examples("edges:UR,UF");
        let sampler = Sampler::new(&examples, Shares::Proportional, 3);
        let mut times = vec![0_u32; examples.states() as usize];
        let mut batch = Batch::default();
        for step in 0..30 {
            sampler.draw(&examples, step, examples.states() as usize, &mut batch);
            for &number in &batch.numbers {
                times[number as usize] += 1;
            }
        }
        assert!(times.iter().all(|t| (6..=62).contains(t)), "{times:?}");
    }

    #[test]
    fn a_batch_depends_on_seed_and_step_alone() {
        let examples = examples("4-edge");
        let draw = |seed, step| {
            let sampler = Sampler::new(&examples, Shares::Proportional, seed);
            let mut batch = Batch::default();
            sampler.draw(&examples, step, 100, &mut batch);
            batch.numbers
        };
        assert_eq!(draw(1, 5), draw(1, 5));
        assert_ne!(draw(1, 5), draw(1, 6));
        assert_ne!(draw(1, 5), draw(2, 5));
    }

    #[test]
    fn tables_without_a_value_for_each_state_are_refused() {
        let table = CubeTable::build("4-edge".parse().unwrap(), &Options::default()).unwrap();
        let compressed = table
            .compress(4, crate::pdb::cube::Order::Block, &Options::default())
            .unwrap();
        let error = CubeExamples::new(compressed, false).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a table to learn from has one value for each state; this one is compressed"
        );
    }
}
