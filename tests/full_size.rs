//! The paper's tables at full size: distributions to the last digit, means,
//! means of compressed tables, and smaller exact tables.
//!
//! "Paper" is *Learning Admissible Heuristics for A\*: Theory and Practice*,
//! Futuhi and Sturtevant; its table of distributions and its summary table are
//! quoted here digit by digit.

use admit::files::Options;
use admit::pdb::cube::{CubePattern, CubeTable, Order, distance_by_descent};
use approx::assert_abs_diff_eq;

fn built(pattern: &str) -> CubeTable {
    CubeTable::build(pattern.parse().unwrap(), &Options::default()).unwrap()
}

/// The paper truncates its means after two decimals.
fn cut(mean: f64) -> f64 {
    (mean * 100.0).floor() / 100.0
}

fn compressed_mean(table: &CubeTable, factor: u64, order: Order) -> f64 {
    table
        .compress(factor, order, &Options::default())
        .unwrap()
        .header()
        .mean()
}

#[test]
fn corners_8() {
    let table = built("8-corner");
    let header = table.header();
    #[rustfmt::skip]
    let paper = [1, 18, 243, 2_874, 28_000, 205_416, 1_168_516, 5_402_628,
        20_776_176, 45_391_616, 15_139_616, 64_736];
    assert_eq!(header.counts(), paper);
    assert_eq!(header.entries, 88_179_840);
    assert_eq!(header.payload(), 44_089_920);
    assert_abs_diff_eq!(cut(header.mean()), 8.76);
    let checked = table.proof(&Options::default()).unwrap();
    assert_eq!(checked.successors, 18 * 88_179_840);

    // One entry per symmetry class: at most a megabyte, and exact on every state.
    let orbits = table.reduce_by_symmetry(&Options::default()).unwrap();
    assert_eq!(orbits.header().entries, 1_841_970);
    assert!(orbits.header().payload() + 512 <= 1_000_000);
    orbits.proof(&Options::default()).unwrap();
    let ranker = table.ranker();
    let mut looked_at = 0_u64;
    for i in (0..ranker.states()).step_by(13) {
        assert_eq!(orbits.value(&ranker.unrank(i)), table.entry(i), "state {i}");
        looked_at += 1;
    }
    assert_eq!(looked_at, 88_179_840_u64.div_ceil(13));

    // Min-compression: an order by symmetry classes loses next to nothing if the
    // factor divides 48, while the builder's order loses two moves.
    let together = compressed_mean(&table, 24, Order::Symmetry);
    assert!(header.mean() - together < 0.01, "{together}");
    assert!(compressed_mean(&table, 24, Order::Block) < 7.0);

    // Modulo 3: walks to the goal read the exact distance back.
    let trits = table.modulo3(&Options::default()).unwrap();
    assert_eq!(trits.header().payload(), 88_179_840 / 5);
    let pattern = table.header().pattern;
    for i in (0..ranker.states()).step_by(8_817_983) {
        let state = ranker.unrank(i);
        let walked = distance_by_descent(&pattern, state, |s| trits.value(s));
        assert_eq!(walked, Some(table.entry(i)));
    }
}

#[test]
fn edges_4_and_5() {
    let four = built("4-edge");
    assert_eq!(four.header().entries, 190_080);
    // The summary table's row "4-edge: 3,041,280 states, 1.52 MB, 6.75" is a
    // pattern of five edges.
    let five = built("5-edge");
    assert_eq!(five.header().entries, 3_041_280);
    assert_eq!(five.header().payload(), 1_520_640);
    assert_abs_diff_eq!(cut(five.header().mean()), 6.75);
    assert!(four.header().mean() < 5.76);
}

#[test]
fn edges_6_and_the_difference_to_4() {
    let six = built("6-edge");
    #[rustfmt::skip]
    let paper = [1, 15, 184, 2_256, 25_909, 266_101, 2_239_790, 12_567_043,
        24_415_346, 3_061_105, 170];
    assert_eq!(six.header().counts(), paper);
    assert_eq!(six.header().payload(), 21_288_960);
    assert_abs_diff_eq!(cut(six.header().mean()), 7.65);
    six.proof(&Options::default()).unwrap();

    let four = built("4-edge");
    let delta = six.minus(&four, &Options::default()).unwrap();
    #[rustfmt::skip]
    let paper = [1_076_354, 11_389_507, 21_759_383, 7_581_788, 742_213, 28_240, 428, 7];
    assert_eq!(delta.header().counts(), paper);
    assert_eq!(
        delta.plus(&four, &Options::default()).unwrap().bytes(),
        six.bytes()
    );
}

#[test]
fn edges_7() {
    let seven = built("7-edge");
    #[rustfmt::skip]
    let paper = [1, 15, 191, 2_455, 30_519, 356_462, 3_766_700, 32_719_467,
        186_297_009, 274_719_633, 13_042_507, 81];
    assert_eq!(seven.header().counts(), paper);
    assert_eq!(seven.header().payload(), 255_467_520);
    // 8.5076, which the summary table prints as 8.51: rounded, not cut.
    assert_abs_diff_eq!(seven.header().mean(), 8.51, epsilon = 0.005);
    let checked = seven.proof(&Options::default()).unwrap();
    assert_eq!(checked.successors, 18 * 510_935_040);
    // A state and its mirror image share an entry, without loss.
    let pairs = compressed_mean(&seven, 70, Order::Symmetry);
    assert_abs_diff_eq!(pairs, 7.267_378, epsilon = 5e-7);
    assert!(compressed_mean(&seven, 70, Order::UpDown) < pairs);
    assert_eq!(Order::best_for(&seven.header().pattern), Order::Symmetry);
}

/// The paper's means of min-compressed tables, in the order of its library and
/// with its patterns (mirror images of ours), to six decimals.
#[test]
fn averages_of_compressed_tables() {
    let averages = |table: &CubeTable, factor, six_decimals: f64, paper: f64| {
        let mean = compressed_mean(table, factor, Order::Hog2);
        assert_abs_diff_eq!(mean, six_decimals, epsilon = 5e-7);
        assert_abs_diff_eq!(cut(mean), paper);
    };
    let corners = built("corners:UFL,UFR,UBR,UBL,DFL,DFR,DBR,DBL");
    averages(&corners, 23, 6.841_623, 6.84);
    let six = built("edges:UL,FL,UF,FR,UR,BR");
    averages(&six, 11, 6.682_344, 6.68);
    let four = built("edges:UL,FL,UF,FR");
    averages(
        &six.minus(&four, &Options::default()).unwrap(),
        7,
        1.058_973,
        1.05,
    );
    let seven = built("edges:UL,FL,UF,FR,UR,BR,UB");
    averages(&seven, 70, 6.834_663, 6.83);
}

/// The default order loses least.
#[test]
fn the_default_order_is_the_best_one() {
    let six = built("6-edge");
    let delta = six.minus(&built("4-edge"), &Options::default()).unwrap();
    for (table, factor, mean) in [
        (&six, 11, 6.825_410),
        (&delta, 7, 1.272_368),
        (&built("8-corner"), 23, 8.530_780),
    ] {
        let pattern: CubePattern = table.header().pattern;
        let best = compressed_mean(table, factor, Order::best_for(&pattern));
        assert_abs_diff_eq!(best, mean, epsilon = 5e-7);
        for order in Order::ALL.into_iter().filter(|o| o.fits(&pattern)) {
            assert!(
                compressed_mean(table, factor, order) <= best,
                "{pattern} {order}"
            );
        }
    }
}
