//! The paper's tables, digit by digit.
//!
//! Its figures stand here as they are printed; everything they are compared with
//! is computed by the run. A table that several pieces of evidence look at is
//! built once.

use super::arithmetic::{Fraction, Printed};
use super::{Evidence, Settled};
use admit::files::Options;
use admit::pdb::cube::{Coordinates, CubePattern, CubeTable, Order, distance_near};
use admit::space::cube::{CORNER_NAMES, Cube, EDGE_NAMES, Face, Move};
use rayon::prelude::*;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "tables.rs":
        sweep Quick distribution_8_corner,
        sweep Quick distribution_7_edge,
        sweep Quick distribution_6_edge,
        sweep Quick distribution_delta,
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

/// A table that is built when it is first asked for.
pub(super) struct Shelf {
    pattern: &'static str,
    table: OnceLock<CubeTable>,
}

impl Shelf {
    const fn new(pattern: &'static str) -> Shelf {
        Shelf {
            pattern,
            table: OnceLock::new(),
        }
    }

    /// The table.
    pub(super) fn get(&self) -> &CubeTable {
        self.table.get_or_init(|| built(self.pattern))
    }
}

pub(super) static CORNERS: Shelf = Shelf::new("8-corner");
pub(super) static SEVEN: Shelf = Shelf::new("7-edge");
pub(super) static SIX: Shelf = Shelf::new("6-edge");
pub(super) static FIVE: Shelf = Shelf::new("5-edge");
pub(super) static FOUR: Shelf = Shelf::new("4-edge");

// The same patterns as the paper's library lists them. They are mirror images of
// the ones above: the distances are the same, the numbers of states are not, and
// so neither is which states share an entry.
static LISTED_CORNERS: Shelf = Shelf::new("corners:UFL,UFR,UBR,UBL,DFL,DFR,DBR,DBL");
static LISTED_SIX: Shelf = Shelf::new("edges:UL,FL,UF,FR,UR,BR");
const LISTED_FOUR: &str = "edges:UL,FL,UF,FR";
const LISTED_SEVEN: &str = "edges:UL,FL,UF,FR,UR,BR,UB";

fn built(pattern: &str) -> CubeTable {
    let pattern = pattern.parse().expect("a pattern");
    CubeTable::build(pattern, &Options::default()).expect("a table that fits")
}

/// Entries of a table by value, without trailing zeros.
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

// The table of heuristic distributions.
const DISTRIBUTION_8_CORNER: [u64; 12] = [
    1, 18, 243, 2_874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616,
    64_736,
];
const DISTRIBUTION_7_EDGE: [u64; 12] = [
    1,
    15,
    191,
    2_455,
    30_519,
    356_462,
    3_766_700,
    32_719_467,
    186_297_009,
    274_719_633,
    13_042_507,
    81,
];
const DISTRIBUTION_6_EDGE: [u64; 11] = [
    1, 15, 184, 2_256, 25_909, 266_101, 2_239_790, 12_567_043, 24_415_346, 3_061_105, 170,
];
const DISTRIBUTION_DELTA: [u64; 8] = [
    1_076_354, 11_389_507, 21_759_383, 7_581_788, 742_213, 28_240, 428, 7,
];

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
    same_distribution(CORNERS.get(), &DISTRIBUTION_8_CORNER)
}

fn distribution_7_edge() -> Settled {
    same_distribution(SEVEN.get(), &DISTRIBUTION_7_EDGE)
}

fn distribution_6_edge() -> Settled {
    same_distribution(SIX.get(), &DISTRIBUTION_6_EDGE)
}

/// The 6-edge distances less those of the four edges UR UF FR FL.
fn distribution_delta() -> Settled {
    let delta = SIX
        .get()
        .minus(FOUR.get(), &Options::default())
        .expect("four of six");
    same_distribution(&delta, &DISTRIBUTION_DELTA)
}

fn same_average(table: &CubeTable, printed: Printed) -> Settled {
    let how = printed.how(mean(table));
    let six_decimals = format!("{:.6}", table.header().mean());
    let wrong = how
        .is_none()
        .then(|| format!("{six_decimals}, printed {printed}"));
    let scope = format!(
        "all {} states of {}: {six_decimals}, printed {printed} ({})",
        table.header().entries,
        table.header().pattern,
        how.unwrap_or("neither rounded nor cut")
    );
    Settled::holds_unless(wrong, scope, table.header().entries)
}

fn average_8_corner() -> Settled {
    same_average(CORNERS.get(), Printed::new(876, 2))
}

fn average_7_edge() -> Settled {
    same_average(SEVEN.get(), Printed::new(851, 2))
}

fn average_6_edge() -> Settled {
    same_average(SIX.get(), Printed::new(765, 2))
}

/// The row "4-edge" of the table of patterns: average, states, MB.
const FOUR_EDGE_ROW: (Printed, u64, Printed) =
    (Printed::new(675, 2), 3_041_280, Printed::new(152, 2));

/// Whether the row "4-edge" is that of any pattern of four edges.
fn four_edge_row() -> Settled {
    let (average, states, megabytes) = FOUR_EDGE_ROW;
    let mut fits = 0;
    let mut looked_at = 0;
    let mut largest = (0, 0.0_f64);
    for chosen in (0_u16..1 << 12).filter(|set| set.count_ones() == 4) {
        let edges: Vec<u8> = (0..12).filter(|e| chosen >> e & 1 == 1).collect();
        let pattern = CubePattern::new(&[], &edges).expect("four edges");
        let table = CubeTable::build(pattern, &Options::default()).expect("a small table");
        looked_at += 1;
        fits += (table.header().entries == states) as u64;
        largest.0 = largest.0.max(table.header().entries);
        largest.1 = largest.1.max(table.header().mean());
    }
    let wrong = (fits == 0).then(|| {
        format!(
            "every pattern of four edges has {} states and averages at most {:.6}, printed {states} states, {average} and {megabytes} MB",
            largest.0, largest.1
        )
    });
    let scope = format!("all {looked_at} patterns of four edges");
    Settled::holds_unless(wrong, scope, looked_at)
}

/// The same row is that of the five edges UR UF UL FR FL.
fn five_edge_row() -> Settled {
    let (average, states, printed_size) = FOUR_EDGE_ROW;
    let table = FIVE.get();
    let size = printed_size.how(megabytes(table));
    let how = average.how(mean(table));
    let found = format!(
        "{} states, {:.6} MB, average {:.6}",
        table.header().entries,
        table.header().payload() as f64 / 1e6,
        table.header().mean()
    );
    let fits = table.header().entries == states && size.is_some() && how.is_some();
    let scope = format!(
        "all states of the pattern UR UF UL FR FL: {found}; the average is printed as {average} ({})",
        how.unwrap_or("neither rounded nor cut")
    );
    Settled::holds_unless((!fits).then_some(found), scope, table.header().entries)
}

/// The other rows of the table of patterns: states and MB.
fn sizes() -> Settled {
    let rows = [
        (&SIX, 42_577_920, Printed::new(2_129, 2)),
        (&CORNERS, 88_179_840, Printed::new(4_409, 2)),
        (&SEVEN, 510_935_040, Printed::new(25_547, 2)),
    ];
    let mut wrong = None;
    let mut hows = Vec::new();
    for (shelf, states, size) in rows {
        let table = shelf.get();
        let how = size.how(megabytes(table));
        hows.push(format!("{} {}", shelf.pattern, how.unwrap_or("otherwise")));
        if table.header().entries != states || how.is_none() {
            wrong = Some(format!(
                "{}: {} states and {} bytes, printed {states} and {size} MB",
                shelf.pattern,
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

/// A min-compressed table in the order of the paper's library.
fn compressed(table: &CubeTable, factor: u64) -> CubeTable {
    let small = table.compress(factor, Order::Hog2, &Options::default());
    small.expect("a full table")
}

/// All eight corners, compressed as in the paper.
fn compressed_corners() -> &'static CubeTable {
    static SMALL: OnceLock<CubeTable> = OnceLock::new();
    SMALL.get_or_init(|| compressed(LISTED_CORNERS.get(), 23))
}

/// The average and the size of a min-compressed table.
fn same_compressed(small: &CubeTable, average: Printed, size: Printed) -> Settled {
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
        hows.0.unwrap_or("neither rounded nor cut"),
        hows.1.unwrap_or("neither rounded nor cut")
    );
    Settled::holds_unless(wrong, scope, small.header().entries)
}

fn compressed_8_corner() -> Settled {
    let (average, size) = (Printed::new(684, 2), Printed::new(191, 2));
    same_compressed(compressed_corners(), average, size)
}

fn compressed_7_edge() -> Settled {
    let (average, size) = (Printed::new(683, 2), Printed::new(365, 2));
    same_compressed(&compressed(&built(LISTED_SEVEN), 70), average, size)
}

fn compressed_6_edge() -> Settled {
    let (average, size) = (Printed::new(668, 2), Printed::new(193, 2));
    same_compressed(&compressed(LISTED_SIX.get(), 11), average, size)
}

fn compressed_delta() -> Settled {
    let delta = LISTED_SIX
        .get()
        .minus(&built(LISTED_FOUR), &Options::default());
    let small = compressed(&delta.expect("four of six"), 7);
    let (average, size) = (Printed::new(105, 2), Printed::new(304, 2));
    same_compressed(&small, average, size)
}

/// What a move does to the 24 ways a corner and the 24 ways an edge can stand.
type Standing = [u8; 48];

const NO_MOVE: Standing = {
    let mut same = [0; 48];
    let mut i = 0;
    while i < 48 {
        same[i] = i as u8;
        i += 1;
    }
    same
};

fn standing_after(cube: &Cube) -> Standing {
    let mut after = NO_MOVE;
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

fn then(first: &Standing, second: &Standing) -> Standing {
    first.map(|at| second[at as usize])
}

fn undone(after: &Standing) -> Standing {
    let mut before = NO_MOVE;
    for (from, &to) in (0..).zip(after) {
        before[to as usize] = from;
    }
    before
}

/// A chain of stabilisers (Schreier and Sims, in Knuth's form). Level k keeps
/// every point above k in place.
struct Group {
    generators: Vec<Vec<Standing>>,
    /// For each level k and each point that k can be carried to, how.
    carries: Vec<[Option<Standing>; 48]>,
}

impl Group {
    fn generated_by(moves: &[Standing]) -> Group {
        let mut group = Group {
            generators: vec![Vec::new(); 48],
            carries: (0..48)
                .map(|k| std::array::from_fn(|point| (point == k).then_some(NO_MOVE)))
                .collect(),
        };
        for m in moves {
            if !group.has(47, m) {
                group.generate(47, m);
            }
        }
        group
    }

    fn has(&self, level: usize, element: &Standing) -> bool {
        let mut rest = *element;
        for k in (0..=level).rev() {
            match &self.carries[k][rest[k] as usize] {
                Some(carry) => rest = then(&rest, &undone(carry)),
                None => return false,
            }
        }
        true
    }

    fn generate(&mut self, level: usize, element: &Standing) {
        self.generators[level].push(*element);
        let known: Vec<Standing> = self.carries[level].iter().flatten().copied().collect();
        for carry in known {
            self.follow(level, &then(&carry, element));
        }
    }

    fn follow(&mut self, level: usize, element: &Standing) {
        let to = element[level] as usize;
        let Some(carry) = self.carries[level][to] else {
            self.carries[level][to] = Some(*element);
            for generator in self.generators[level].clone() {
                self.follow(level, &then(element, &generator));
            }
            return;
        };
        let rest = then(element, &undone(&carry));
        if level > 0 && !self.has(level - 1, &rest) {
            self.generate(level - 1, &rest);
        }
    }

    fn order(&self) -> u128 {
        let reached = |carries: &[Option<Standing>; 48]| carries.iter().flatten().count() as u128;
        self.carries.iter().map(reached).product()
    }
}

fn factorial(n: u128) -> u128 {
    (1..=n).product()
}

/// How many states the group of all moves reaches.
fn cube_states() -> u128 {
    let moves: Vec<Standing> = Move::ALL
        .iter()
        .map(|m| standing_after(m.as_cube()))
        .collect();
    Group::generated_by(&moves).order()
}

const FULL_CUBE: u128 = 43_252_003_274_489_856_000;

/// All that moves reach is all that the laws of the cube allow.
fn full_cube_states() -> Settled {
    let formula = factorial(8) * 3_u128.pow(7) * factorial(12) * 2_u128.pow(11) / 2;
    let found = cube_states();
    let wrong = (found != formula || found != FULL_CUBE)
        .then(|| format!("{found} by the group of all moves, {formula} by the laws of the cube"));
    let scope = format!("the group that the 18 moves generate: {found} states");
    Settled::holds_unless(wrong, scope, 1)
}

/// "4.33 × 10¹⁹ states in the original graph."
fn printed_full_cube_states() -> Settled {
    let printed = Printed::new(433, 2);
    let found = cube_states();
    let in_1e19 = Fraction::new(found as i128, 10_i128.pow(19));
    let how = printed.how(in_1e19);
    let wrong = how.is_none().then(|| format!("{found}"));
    let scope = format!(
        "all {found} states of the cube, printed as 4.33e19 ({})",
        how.unwrap_or("neither rounded nor cut")
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
        "all 27 places of a 3 × 3 × 3 block but its middle",
        26,
    )
}

/// "An 8-corner PDB with 8! × 3⁷ states", every one of which can be reached.
fn corner_states() -> Settled {
    let formula = factorial(8) * 3_u128.pow(7);
    let table = CORNERS.get();
    let reached: u64 = table.header().histogram.iter().sum();
    let wrong = (reached as u128 != formula).then(|| format!("{reached}, not {formula}"));
    Settled::holds_unless(wrong, format!("all {reached} states of 8-corner"), reached)
}

/// "In the 6-edge PDB, more than 86% of the states fall in classes 7 and 8."
fn share_of_7_and_8() -> Settled {
    let header = SIX.get().header();
    let there = header.histogram[7] + header.histogram[8];
    let share = 100.0 * there as f64 / header.entries as f64;
    let wrong = (100 * there <= 86 * header.entries).then(|| format!("{share:.2}%"));
    let scope = format!("all {} states of 6-edge: {share:.2}%", header.entries);
    Settled::holds_unless(wrong, scope, header.entries)
        .with_sometimes("a state is in another class", header.entries - there)
}

/// Orbits of the 48 symmetries on the states of the 8-corner pattern.
const ORBITS: u64 = 1_841_970;

/// One entry for each orbit answers for every state with its distance.
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
        let state = ranker.unrank(i);
        let orbit = orbits.entry_of(&state);
        hit[orbit as usize].store(true, Ordering::Relaxed);
        orbits.entry(orbit) != table.entry(i)
    });
    let asked = hit.iter().filter(|h| h.load(Ordering::Relaxed)).count() as u64;
    let example = match wrong {
        Some(i) => Some(format!("state {i} has another distance than its orbit")),
        None if asked != ORBITS => Some(format!("{asked} orbits, not {ORBITS}")),
        None => None,
    };
    let scope = format!(
        "all {} states of 8-corner, in {asked} orbits, {} bytes at 4 bits each",
        ranker.states(),
        orbits.header().payload()
    );
    Settled::holds_unless(example, scope, ranker.states())
}

/// A remainder modulo 3 and the distance of any neighbour give the distance.
fn modulo_3() -> Settled {
    let table = CORNERS.get();
    let remainders = table.modulo3(&Options::default()).expect("an exact table");
    let ranker = table.ranker();
    let coordinates = Coordinates::new(table.header().pattern).expect("a pattern");
    let wrong = (0..ranker.states()).into_par_iter().find_first(|&i| {
        let here = coordinates.of(&ranker.unrank(i));
        let near = table.entry(i);
        Move::ALL.into_iter().any(|m| {
            let next = coordinates.rank(&coordinates.apply(&here, m));
            distance_near(near, remainders.entry(next)) != Some(table.entry(next))
        })
    });
    let example = wrong.map(|i| format!("a neighbour of state {i}"));
    let scope = format!(
        "all {} states of 8-corner and all 18 neighbours of each, {} bytes of remainders",
        ranker.states(),
        remainders.header().payload()
    );
    Settled::holds_unless(example, scope, 18 * ranker.states())
}

/// One state in so many is looked at where all would take too long.
const STRIDE: u64 = 997;

/// Min-compression never overestimates, and neighbours may differ by more than
/// the move between them.
fn min_compression_inconsistent() -> Settled {
    let exact = LISTED_CORNERS.get();
    let small = compressed_corners();
    let (ranker, pattern) = (exact.ranker(), exact.header().pattern);
    let (mut over, mut jumps, mut pairs) = (None, 0_u64, 0_u64);
    let mut largest: Option<(u8, String)> = None;
    for i in (0..ranker.states()).step_by(STRIDE as usize) {
        let state = ranker.unrank(i);
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
    let shown = largest.map_or("none is inconsistent".to_owned(), |(_, pair)| pair);
    let scope = format!(
        "the 18 moves from every {STRIDE}th state of the 8-corner table compressed by 23 in HOG2's order, such as: {shown}"
    );
    Settled::holds_unless(over, scope, pairs)
        .with_sometimes("a move takes more than 1 off the value", jumps)
}

/// The table of orbits is smaller than the compressed table, and exact.
fn symmetric_beats_compressed() -> Settled {
    let exact = CORNERS.get();
    let orbits = exact
        .reduce_by_symmetry(&Options::default())
        .expect("eight corners");
    let small = compressed_corners();
    let [by_orbits, by_minima] = [&orbits, small].map(|table| table.header().payload());
    let beats = by_orbits < by_minima && mean(exact) > mean(small);
    let found = format!(
        "{by_orbits} bytes and average {:.6} by orbits (beside {} bytes of tables that find the orbit of a state), {by_minima} bytes and average {:.6} compressed by 23",
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
    fn the_order_of_a_group_is_found() {
        // One quarter turn, two faces that do not touch, and all half turns.
        let order = |words: &str| {
            let moves = admit::space::cube::parse_moves(words).unwrap();
            let moves: Vec<Standing> = moves.iter().map(|m| standing_after(m.as_cube())).collect();
            Group::generated_by(&moves).order()
        };
        assert_eq!(order("U"), 4);
        assert_eq!(order("U D"), 16);
        assert_eq!(order("U2 D2 R2 L2 F2 B2"), 663_552);
        assert_eq!(order("R U"), 73_483_200);
    }

    #[test]
    fn ranks_by_coordinates_are_the_ranks_of_the_table() {
        let pattern: CubePattern = "4-edge".parse().unwrap();
        let ranker = CubeRanker::new(pattern).unwrap();
        let coordinates = Coordinates::new(pattern).unwrap();
        for i in (0..ranker.states()).step_by(101) {
            assert_eq!(coordinates.rank(&coordinates.of(&ranker.unrank(i))), i);
        }
    }
}
