//! Tables of full size that are derived from others: by symmetry, modulo 3, by difference,
//! and compressed in the default order. (The paper's own figures are evidence of claims.)

use admit::files::Options;
use admit::pdb::cube::{CubePattern, CubeTable, Order, distance_by_descent};
use approx::assert_abs_diff_eq;

fn built(pattern: &str) -> CubeTable {
    CubeTable::build(pattern.parse().unwrap(), &Options::default()).unwrap()
}

fn compressed_mean(table: &CubeTable, factor: u64, order: Order) -> f64 {
    table
        .compress(factor, order, &Options::default())
        .unwrap()
        .header()
        .mean()
}

#[test]
fn eight_corners_by_symmetry_and_modulo_3() {
    let table = built("8-corner");
    // One entry an orbit: at most a megabyte, proved like any other table.
    let orbits = table.reduce_by_symmetry(&Options::default()).unwrap();
    assert_eq!(orbits.header().entries, 1_841_970);
    assert!(orbits.header().payload() + 512 <= 1_000_000);
    orbits.proof(&Options::default()).unwrap();

    // Symmetric states together lose next to nothing once the factor divides 48, while
    // the builder's order loses two moves.
    let together = compressed_mean(&table, 24, Order::Symmetry);
    assert!(table.header().mean() - together < 0.01, "{together}");
    assert!(compressed_mean(&table, 24, Order::Block) < 7.0);

    // Walks to the goal recover the exact distance from remainders.
    let trits = table.modulo3(&Options::default()).unwrap();
    assert_eq!(trits.header().payload(), 88_179_840 / 5);
    let (ranker, pattern) = (table.ranker(), table.header().pattern);
    for i in (0..ranker.states()).step_by(8_817_983) {
        let state = ranker.state(i);
        let walked = distance_by_descent(&pattern, state, |s| trits.value(s));
        assert_eq!(walked, Some(table.entry(i)));
    }
}

#[test]
fn a_difference_can_be_added_again() {
    let (six, four) = (built("6-edge"), built("4-edge"));
    let delta = six.minus(&four, &Options::default()).unwrap();
    assert_eq!(
        delta.plus(&four, &Options::default()).unwrap().bytes(),
        six.bytes()
    );
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
    // A state and its mirror image share an entry, without loss.
    let seven = built("7-edge");
    let pairs = compressed_mean(&seven, 70, Order::Symmetry);
    assert_abs_diff_eq!(pairs, 7.267_378, epsilon = 5e-7);
    assert!(compressed_mean(&seven, 70, Order::UpDown) < pairs);
    assert_eq!(Order::best_for(&seven.header().pattern), Order::Symmetry);
}
