//! The paper's tables, compared to the last printed digit.
//!
//! Every figure is compared with a computed one. Tables that several pieces of evidence share are
//! built once.

use super::{Evidence, Settled};
use crate::decimal::{Decimal, Fraction};
use crate::paper::{Compared, DISTRIBUTIONS, PATTERNS, TABLE_2};
use admit::files::Options;
use admit::pdb::cube::{Coordinates, CubePattern, CubeTable, Order, distance_near};
use admit::space::cube::{CORNER_NAMES, Cube, EDGE_NAMES, Face, Move};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "tables.rs":
        sweep Quick distribution_8_corner,
        sweep Quick distribution_7_edge,
        sweep Quick distribution_6_edge,
        sweep Quick distribution_delta,
        sweep Full exact_8_corner,
        sweep Full exact_7_edge,
        sweep Quick exact_6_edge,
        sweep Quick average_8_corner,
        sweep Quick average_7_edge,
        sweep Quick average_6_edge,
        sweep Quick four_edge_row,
        sweep Quick five_edge_row,
        sweep Quick sizes,
        sweep Quick compressed_8_corner,
        sweep Full compressed_7_edge,
        sweep Quick compressed_6_edge,
        sweep Quick compressed_delta,
        sweep Quick full_cube_states,
        sweep Quick printed_full_cube_states,
        sweep Quick cubies,
        sweep Quick corner_states,
        sweep Quick share_of_7_and_8,
        sweep Full orbits_8_corner,
        sweep Full modulo_3,
        sweep Quick min_compression_inconsistent,
        sweep Quick symmetric_beats_compressed,
    }
}

/// A lazily built table, dropped after a run.
pub(super) struct Built {
    pattern: &'static str,
    table: Mutex<Option<Arc<CubeTable>>>,
}

impl Built {
    const fn new(pattern: &'static str) -> Built {
        Built {
            pattern,
            table: Mutex::new(None),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<CubeTable>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table.
    pub(super) fn get(&self) -> Arc<CubeTable> {
        let mut table = self.lock();
        Arc::clone(table.get_or_insert_with(|| Arc::new(built(self.pattern))))
    }
}

/// Drops all built tables.
pub(super) fn release() {
    for table in [
        &CORNERS,
        &SEVEN,
        &SIX,
        &FIVE,
        &FOUR,
        &LISTED_CORNERS,
        &LISTED_SIX,
    ] {
        table.lock().take();
    }
}

pub(super) static CORNERS: Built = Built::new("8-corner");
pub(super) static SEVEN: Built = Built::new("7-edge");
pub(super) static SIX: Built = Built::new("6-edge");
pub(super) static FIVE: Built = Built::new("5-edge");
pub(super) static FOUR: Built = Built::new("4-edge");

// The same patterns as HOG2 lists them: mirror images of those above. Distances agree, but ranks
// differ, and so do the states that share an entry.
pub(super) static LISTED_CORNERS: Built = Built::new("corners:UFL,UFR,UBR,UBL,DFL,DFR,DBR,DBL");
static LISTED_SIX: Built = Built::new("edges:UL,FL,UF,FR,UR,BR");
const LISTED_FOUR: &str = "edges:UL,FL,UF,FR";
const LISTED_SEVEN: &str = "edges:UL,FL,UF,FR,UR,BR,UB";

pub(super) fn built(pattern: &str) -> CubeTable {
    let pattern = pattern.parse().expect("a pattern");
    CubeTable::build(pattern, &Options::default()).expect("a table that fits")
}

/// Number of entries by value, without trailing zeros.
fn counts(table: &CubeTable) -> Vec<u64> {
    table.header().counts().into()
}

fn mean(table: &CubeTable) -> Fraction {
    let histogram = &table.header().histogram;
    let sum: i128 = (0..).zip(histogram).map(|(d, &n)| d * n as i128).sum();
    Fraction::new(sum, table.header().entries as i128)
}

/// Size in MB, at 10⁶ bytes.
fn megabytes(table: &CubeTable) -> Fraction {
    Fraction::new(table.header().payload() as i128, 1_000_000)
}

fn same_distribution(table: &CubeTable, printed: &[u64]) -> Settled {
    let found = counts(table);
    let wrong = (found != printed).then(|| {
        let rows = found.len().max(printed.len());
        let row = |list: &[u64], h: usize| list.get(h).copied().unwrap_or(0);
        let first = (0..rows).find(|&h| row(&found, h) != row(printed, h));
        let h = first.unwrap_or(0);
        format!("h = {h}: {}, printed {}", row(&found, h), row(printed, h))
    });
    let header = table.header();
    let scope = format!(
        "all {} states of {} ({})",
        header.entries,
        header.pattern,
        header.what()
    );
    Settled::holds_unless(wrong, scope, header.entries)
}

fn distribution_8_corner() -> Settled {
    same_distribution(&CORNERS.get(), DISTRIBUTIONS[1])
}

fn distribution_7_edge() -> Settled {
    same_distribution(&SEVEN.get(), DISTRIBUTIONS[0])
}

fn distribution_6_edge() -> Settled {
    same_distribution(&SIX.get(), DISTRIBUTIONS[2])
}

/// The 6-edge distances minus those of the four edges UR UF FR FL.
fn distribution_delta() -> Settled {
    let delta = SIX.get().minus(&FOUR.get(), &Options::default());
    same_distribution(&delta.expect("four of six"), DISTRIBUTIONS[3])
}

/// A table is the distance function if and only if the goal alone is 0 and every other state is one
/// more than the minimum over its 18 neighbours.
fn exact(table: &CubeTable) -> Settled {
    let states = table.header().entries;
    let pattern = table.header().pattern;
    let (wrong, neighbours) = match table.proof(&Options::default()) {
        Ok(proof) => (None, proof.successors),
        Err(error) => (Some(error.to_string()), 0),
    };
    let scope = format!("all {states} states of {pattern} and all 18 neighbours of each");
    Settled::holds_unless(wrong, scope, neighbours).with_sometimes(
        "all neighbours of all states are compared",
        (neighbours == 18 * states) as u64,
    )
}

fn exact_8_corner() -> Settled {
    exact(&CORNERS.get())
}

fn exact_7_edge() -> Settled {
    exact(&SEVEN.get())
}

fn exact_6_edge() -> Settled {
    exact(&SIX.get())
}

fn same_average(table: &CubeTable, printed: Decimal) -> Settled {
    let how = printed.how(mean(table));
    let six_decimals = format!("{:.6}", table.header().mean());
    let wrong = how
        .is_none()
        .then(|| format!("{six_decimals}, printed {printed}"));
    let scope = format!(
        "all {} states of {}: {six_decimals}, printed {printed} ({})",
        table.header().entries,
        table.header().pattern,
        how.unwrap_or("neither rounded nor truncated")
    );
    Settled::holds_unless(wrong, scope, table.header().entries)
}

fn average_8_corner() -> Settled {
    same_average(&CORNERS.get(), PATTERNS[2].mean)
}

fn average_7_edge() -> Settled {
    same_average(&SEVEN.get(), PATTERNS[3].mean)
}

fn average_6_edge() -> Settled {
    same_average(&SIX.get(), PATTERNS[1].mean)
}

/// The row "4-edge" fits no pattern of four edges.
fn four_edge_row() -> Settled {
    let row = &PATTERNS[0];
    let mut fits = 0;
    let mut looked_at = 0;
    let mut largest = (0, 0.0_f64);
    for chosen in (0_u16..1 << 12).filter(|set| set.count_ones() == 4) {
        let edges: Vec<u8> = (0..12).filter(|e| chosen >> e & 1 == 1).collect();
        let pattern = CubePattern::new(&[], &edges).expect("four edges");
        let table = CubeTable::build(pattern, &Options::default()).expect("a small table");
        looked_at += 1;
        fits += (table.header().entries == row.states) as u64;
        largest.0 = largest.0.max(table.header().entries);
        largest.1 = largest.1.max(table.header().mean());
    }
    let wrong = (fits == 0).then(|| {
        format!(
            "every pattern of four edges has {} states and averages at most {:.6}, printed {} states, {} and {} MB",
            largest.0, largest.1, row.states, row.mean, row.megabytes
        )
    });
    let scope = format!("all {looked_at} patterns of four edges");
    Settled::holds_unless(wrong, scope, looked_at)
}

/// That row is the pattern of the five edges UR UF UL FR FL.
fn five_edge_row() -> Settled {
    let row = &PATTERNS[0];
    let table = FIVE.get();
    let size = row.megabytes.how(megabytes(&table));
    let how = row.mean.how(mean(&table));
    let found = format!(
        "{} states, {:.6} MB, average {:.6}",
        table.header().entries,
        table.header().payload() as f64 / 1e6,
        table.header().mean()
    );
    let fits = table.header().entries == row.states && size.is_some() && how.is_some();
    let scope = format!(
        "all states of the pattern UR UF UL FR FL: {found}; printed average {} ({})",
        row.mean,
        how.unwrap_or("neither rounded nor truncated")
    );
    Settled::holds_unless((!fits).then_some(found), scope, table.header().entries)
}

/// Numbers of states and sizes in the other rows of the table of patterns.
fn sizes() -> Settled {
    let rows = [&SIX, &CORNERS, &SEVEN].into_iter().zip(&PATTERNS[1..]);
    let mut wrong = None;
    let mut hows = Vec::new();
    for (built, row) in rows {
        let (table, states, size) = (built.get(), row.states, row.megabytes);
        let how = size.how(megabytes(&table));
        hows.push(format!("{} {}", built.pattern, how.unwrap_or("differs")));
        if table.header().entries != states || how.is_none() {
            wrong = Some(format!(
                "{}: {} states and {} bytes, printed {states} and {size} MB",
                built.pattern,
                table.header().entries,
                table.header().payload()
            ));
        }
    }
    let scope = format!(
        "the rows 6-edge, 8-corner and 7-edge of the table of patterns, 4 bits a state, 10^6 bytes a MB ({})",
        hows.join(", ")
    );
    Settled::holds_unless(wrong, scope, 3)
}

/// A min-compressed table in HOG2's order.
fn compressed(table: &CubeTable, factor: u64) -> CubeTable {
    let small = table.compress(factor, Order::Hog2, &Options::default());
    small.expect("a full table")
}

/// The 8-corner table, compressed as in the paper.
fn compressed_corners() -> CubeTable {
    compressed(&LISTED_CORNERS.get(), TABLE_2[1].factor)
}

/// Compares mean and size of a min-compressed table with the printed ones.
fn same_compressed(small: &CubeTable, row: &Compared) -> Settled {
    let (average, size) = (row.compressed.mean, row.compressed.megabytes);
    let hows = (average.how(mean(small)), size.how(megabytes(small)));
    let found = format!(
        "average {:.6} and {:.6} MB",
        small.header().mean(),
        small.header().payload() as f64 / 1e6
    );
    let wrong = (hows.0.is_none() || hows.1.is_none())
        .then(|| format!("{found}, printed {average} and {size} MB"));
    let scope = format!(
        "all {} entries of {} compressed by {} in HOG2's order: {found}, printed {average} ({}) and {size} MB ({})",
        small.header().entries,
        small.header().pattern,
        small.header().factor,
        hows.0.unwrap_or("neither rounded nor truncated"),
        hows.1.unwrap_or("neither rounded nor truncated")
    );
    Settled::holds_unless(wrong, scope, small.header().entries)
}

fn compressed_8_corner() -> Settled {
    same_compressed(&compressed_corners(), &TABLE_2[1])
}

fn compressed_7_edge() -> Settled {
    let row = &TABLE_2[0];
    same_compressed(&compressed(&built(LISTED_SEVEN), row.factor), row)
}

fn compressed_6_edge() -> Settled {
    let row = &TABLE_2[2];
    same_compressed(&compressed(&LISTED_SIX.get(), row.factor), row)
}

fn compressed_delta() -> Settled {
    let row = &TABLE_2[3];
    let delta = LISTED_SIX
        .get()
        .minus(&built(LISTED_FOUR), &Options::default());
    same_compressed(&compressed(&delta.expect("four of six"), row.factor), row)
}

/// A permutation of the 24 positions with orientation of a corner and the 24 of an edge.
type Permutation = [u8; 48];

fn identity() -> Permutation {
    std::array::from_fn(|i| i as u8)
}

fn permutation_of(cube: &Cube) -> Permutation {
    let mut after = identity();
    for p in 0..8 {
        for twist in 0..3 {
            let to = 3 * p as u8 + (twist + cube.twists[p]) % 3;
            after[3 * cube.corners[p] as usize + twist as usize] = to;
        }
    }
    for p in 0..12 {
        for flip in 0..2 {
            let to = 24 + 2 * p as u8 + (flip + cube.flips[p]) % 2;
            after[24 + 2 * cube.edges[p] as usize + flip as usize] = to;
        }
    }
    after
}

fn compose(first: &Permutation, second: &Permutation) -> Permutation {
    first.map(|at| second[at as usize])
}

fn inverse(after: &Permutation) -> Permutation {
    let mut before = identity();
    for (from, &to) in (0..).zip(after) {
        before[to as usize] = from;
    }
    before
}

/// A stabiliser chain (Schreier–Sims algorithm, Knuth's variant). Level k fixes every point above
/// k.
struct Group {
    generators: Vec<Vec<Permutation>>,
    /// For each level k and each point in the orbit of k, an element that maps k there.
    carries: Vec<[Option<Permutation>; 48]>,
}

impl Group {
    fn generated_by(moves: &[Permutation]) -> Group {
        let mut group = Group {
            generators: vec![Vec::new(); 48],
            carries: (0..48)
                .map(|k| std::array::from_fn(|point| (point == k).then(identity)))
                .collect(),
        };
        for m in moves {
            if !group.has(47, m) {
                group.generate(47, m);
            }
        }
        group
    }

    fn has(&self, level: usize, element: &Permutation) -> bool {
        let mut rest = *element;
        for k in (0..=level).rev() {
            match &self.carries[k][rest[k] as usize] {
                Some(carry) => rest = compose(&rest, &inverse(carry)),
                None => return false,
            }
        }
        true
    }

    fn generate(&mut self, level: usize, element: &Permutation) {
        self.generators[level].push(*element);
        let known: Vec<Permutation> = self.carries[level].iter().flatten().copied().collect();
        for carry in known {
            self.follow(level, &compose(&carry, element));
        }
    }

    fn follow(&mut self, level: usize, element: &Permutation) {
        let to = element[level] as usize;
        let Some(carry) = self.carries[level][to] else {
            self.carries[level][to] = Some(*element);
            for generator in self.generators[level].clone() {
                self.follow(level, &compose(element, &generator));
            }
            return;
        };
        let rest = compose(element, &inverse(&carry));
        if level > 0 && !self.has(level - 1, &rest) {
            self.generate(level - 1, &rest);
        }
    }

    fn order(&self) -> u128 {
        let reached =
            |carries: &[Option<Permutation>; 48]| carries.iter().flatten().count() as u128;
        self.carries.iter().map(reached).product()
    }
}

fn factorial(n: u128) -> u128 {
    (1..=n).product()
}

/// Order of the group generated by all moves.
fn cube_states() -> u128 {
    let moves: Vec<Permutation> = Move::ALL
        .iter()
        .map(|m| permutation_of(m.as_cube()))
        .collect();
    Group::generated_by(&moves).order()
}

const FULL_CUBE: u128 = 43_252_003_274_489_856_000;

/// The reachable states are exactly those that the parity laws of the cube allow.
fn full_cube_states() -> Settled {
    let formula = factorial(8) * 3_u128.pow(7) * factorial(12) * 2_u128.pow(11) / 2;
    let found = cube_states();
    let wrong = (found != formula || found != FULL_CUBE)
        .then(|| format!("{found} by the group of all moves, {formula} by the parity laws"));
    let scope = format!("the group that the 18 moves generate: {found} states");
    Settled::holds_unless(wrong, scope, 1)
}

/// "4.33 × 10¹⁹ states in the original graph."
fn printed_full_cube_states() -> Settled {
    let printed = Decimal::new(433, 2);
    let found = cube_states();
    let in_1e19 = Fraction::new(found as i128, 10_i128.pow(19));
    let how = printed.how(in_1e19);
    let wrong = how.is_none().then(|| format!("{found}"));
    let scope = format!(
        "all {found} states of the cube, printed as 4.33e19 ({})",
        how.unwrap_or("neither rounded nor truncated")
    );
    Settled::holds_unless(wrong, scope, 1)
}

/// "26 cubies: 12 edges, 8 corners, and 6 centers."
fn cubies() -> Settled {
    let mut by_faces = [0_usize; 4];
    for place in 0..27 {
        let coordinates = [place / 9, place / 3 % 3, place % 3];
        by_faces[coordinates.iter().filter(|&&at| at != 1).count()] += 1;
    }
    let [_, centres, edges, corners] = by_faces;
    let library = [Face::ALL.len(), EDGE_NAMES.len(), CORNER_NAMES.len()];
    let fits = [centres, edges, corners] == library
        && library == [6, 12, 8]
        && centres + edges + corners == 26;
    let wrong = (!fits).then(|| format!("{centres} centres, {edges} edges, {corners} corners"));
    Settled::holds_unless(
        wrong,
        "all 27 positions of a 3 × 3 × 3 block except its centre",
        26,
    )
}

/// "An 8-corner PDB with 8! × 3⁷ states", all of them reachable.
fn corner_states() -> Settled {
    let formula = factorial(8) * 3_u128.pow(7);
    let table = CORNERS.get();
    let reached: u64 = table.header().histogram.iter().sum();
    let wrong = (reached as u128 != formula).then(|| format!("{reached}, not {formula}"));
    Settled::holds_unless(wrong, format!("all {reached} states of 8-corner"), reached)
}

/// "In the 6-edge PDB, more than 86% of the states fall in classes 7 and 8."
fn share_of_7_and_8() -> Settled {
    let table = SIX.get();
    let header = table.header();
    let there = header.histogram[7] + header.histogram[8];
    let share = 100.0 * there as f64 / header.entries as f64;
    let wrong = (100 * there <= 86 * header.entries).then(|| format!("{share:.2}%"));
    let scope = format!("all {} states of 6-edge: {share:.2}%", header.entries);
    Settled::holds_unless(wrong, scope, header.entries)
        .with_sometimes("a state is in another class", header.entries - there)
}

/// Orbits of the 48 symmetries on the states of the 8-corner pattern.
const ORBITS: u64 = 1_841_970;

/// The table with one entry for each orbit holds the distance of every state.
fn orbits_8_corner() -> Settled {
    let table = CORNERS.get();
    let orbits = table
        .reduce_by_symmetry(&Options::default())
        .expect("eight corners");
    let ranker = table.ranker();
    let hit: Vec<AtomicBool> = (0..orbits.header().entries)
        .map(|_| AtomicBool::new(false))
        .collect();
    let wrong = (0..ranker.states()).into_par_iter().find_first(|&i| {
        let state = ranker.state(i);
        let orbit = orbits.entry_of(&state);
        hit[orbit as usize].store(true, Ordering::Relaxed);
        orbits.entry(orbit) != table.entry(i)
    });
    let reached = hit.iter().filter(|h| h.load(Ordering::Relaxed)).count() as u64;
    let example = match wrong {
        Some(i) => Some(format!(
            "the distance of state {i} differs from that of its orbit"
        )),
        None if reached != ORBITS => Some(format!("{reached} orbits, not {ORBITS}")),
        None => None,
    };
    let scope = format!(
        "all {} states of 8-corner, in {reached} orbits, {} bytes at 4 bits each",
        ranker.states(),
        orbits.header().payload()
    );
    Settled::holds_unless(example, scope, ranker.states())
}

/// The distance modulo 3 and the distance of any neighbour determine the distance.
fn modulo_3() -> Settled {
    let table = CORNERS.get();
    let remainders = table.modulo3(&Options::default()).expect("an exact table");
    let ranker = table.ranker();
    let coordinates = Coordinates::new(table.header().pattern).expect("a pattern");
    let wrong = (0..ranker.states()).into_par_iter().find_first(|&i| {
        let here = coordinates.of(&ranker.state(i));
        let near = table.entry(i);
        Move::ALL.into_iter().any(|m| {
            let next = coordinates.rank(&coordinates.apply(&here, m));
            distance_near(near, remainders.entry(next)) != Some(table.entry(next))
        })
    });
    let example = wrong.map(|i| format!("the distance of a neighbour of state {i} differs"));
    let scope = format!(
        "all {} states of 8-corner and all 18 neighbours of each, {} bytes of remainders",
        ranker.states(),
        remainders.header().payload()
    );
    Settled::holds_unless(example, scope, 18 * ranker.states())
}

/// Sampling step where all states would take too long.
const STRIDE: u64 = 997;

/// Min-compression never overestimates but is inconsistent.
fn min_compression_inconsistent() -> Settled {
    let exact = LISTED_CORNERS.get();
    let small = compressed_corners();
    let (ranker, pattern) = (exact.ranker(), exact.header().pattern);
    let (mut over, mut jumps, mut pairs) = (None, 0_u64, 0_u64);
    let mut largest: Option<(u8, String)> = None;
    for i in (0..ranker.states()).step_by(STRIDE as usize) {
        let state = ranker.state(i);
        let here = small.value(&state);
        if here > exact.entry(i) && over.is_none() {
            over = Some(format!(
                "state {i} gets {here}, its distance is {}",
                exact.entry(i)
            ));
        }
        for m in Move::ALL {
            let there = small.value(&pattern.apply(&state, m));
            let gap = here.saturating_sub(there);
            pairs += 1;
            jumps += (gap > 1) as u64;
            if gap > 1 && largest.as_ref().is_none_or(|(known, _)| gap > *known) {
                largest = Some((gap, format!("state {i} gets {here}, and {there} after {m}")));
            }
        }
    }
    let shown = largest.map_or("no move is inconsistent".to_owned(), |(_, pair)| pair);
    let scope = format!(
        "the 18 moves from every {STRIDE}th state of the 8-corner table compressed by 23 in HOG2's order, such as: {shown}"
    );
    Settled::holds_unless(over, scope, pairs)
        .with_sometimes("a move lowers the value by more than 1", jumps)
}

/// The table with one entry for each orbit is smaller than the compressed table, and exact.
fn symmetric_beats_compressed() -> Settled {
    let exact = CORNERS.get();
    let orbits = exact
        .reduce_by_symmetry(&Options::default())
        .expect("eight corners");
    let small = compressed_corners();
    let [by_orbits, by_minima] = [&orbits, &small].map(|table| table.header().payload());
    let beats = by_orbits < by_minima && mean(&exact) > mean(&small);
    let found = format!(
        "{by_orbits} bytes and average {:.6} by orbits (plus {} bytes of index), {by_minima} bytes and average {:.6} compressed by 23",
        exact.header().mean(),
        orbits.index_bytes(),
        small.header().mean()
    );
    let wrong = (!beats).then(|| found.clone());
    Settled::holds_unless(wrong, format!("both tables of 8-corner: {found}"), 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use admit::pdb::cube::CubeRanker;

    #[test]
    fn group_orders_are_exact() {
        // One quarter turn, two opposite faces, and all half turns.
        let order = |words: &str| {
            let moves = admit::space::cube::parse_moves(words).unwrap();
            let moves: Vec<Permutation> =
                moves.iter().map(|m| permutation_of(m.as_cube())).collect();
            Group::generated_by(&moves).order()
        };
        assert_eq!(order("U"), 4);
        assert_eq!(order("U D"), 16);
        assert_eq!(order("U2 D2 R2 L2 F2 B2"), 663_552);
        assert_eq!(order("R U"), 73_483_200);
    }

    #[test]
    fn coordinate_ranks_agree_with_table_ranks() {
        let pattern: CubePattern = "4-edge".parse().unwrap();
        let ranker = CubeRanker::new(pattern).unwrap();
        let coordinates = Coordinates::new(pattern).unwrap();
        for i in (0..ranker.states()).step_by(101) {
            assert_eq!(coordinates.rank(&coordinates.of(&ranker.state(i))), i);
        }
    }
}
