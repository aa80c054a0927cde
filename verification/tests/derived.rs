//! Derived tables keep their guarantees: compression never raises a value and keeps the minimum of
//! each run, differences plus their base are the distance, and remainders modulo 3 determine it.

use crate::{hit_if, hit_one, options, temporary};
use admit::pdb::cube::{
    CubeTable, DeriveError, Order, Packing, distance_by_descent, exchange, pack_trits, unpack_trit,
};
use admit_verification::forge::overwrite;
use admit_verification::generate::{Exact, Moves, SmallTable, nested, pattern, table};
use admit_verification::reference::for_each_state;
use admit_verification::seeded::{self, Reached};
use proptest::prelude::{any, prop_assert, prop_assert_eq};
use proptest::sample::select;

#[test]
fn compression_keeps_the_minimum_of_each_run() {
    let lossy = Reached::new();
    let values = (table(13_000), 1..200_u64, select(&Order::ALL[..]));
    let claim = "compression keeps the least of each run";
    seeded::proptest(claim, 300, values, |(exact, factor, order)| {
        let pattern = exact.header().pattern;
        let small = match exact.compress(factor, order, &options()) {
            Ok(small) => small,
            Err(error) => {
                prop_assert!(!order.fits(&pattern), "{error}");
                return Ok(());
            }
        };
        let entries = small.header().entries;
        prop_assert_eq!(entries, exact.header().entries.div_ceil(factor));
        let mut least = vec![u8::MAX; entries as usize];
        let mut raised = None;
        for_each_state(&pattern, &mut |state| {
            let (here, there) = (exact.value(state), small.value(state));
            if there > here {
                raised = Some(*state);
            }
            hit_if(&lossy, there < here);
            // The run is computed with the ranker, not with the table.
            let run = small.ranker().rank(state) / factor;
            least[run as usize] = least[run as usize].min(here);
        });
        prop_assert_eq!(raised, None);
        let kept: Vec<u8> = (0..entries).map(|i| small.entry(i)).collect();
        prop_assert_eq!(kept, least);
        Ok(())
    });
    lossy.expect("a state whose value was lowered");
}

#[test]
fn differences_and_base_add_up() {
    let (zero, more) = (Reached::new(), Reached::new());
    let claim = "differences and base add up";
    seeded::proptest(claim, 150, nested(13_000), |(outer, inner)| {
        let (large, base) = (SmallTable::build(outer), SmallTable::build(inner));
        let delta = large.minus(&base, &options()).unwrap();
        prop_assert_eq!(delta.header().base, Some(inner));
        let mut wrong = None;
        for_each_state(&outer, &mut |state| {
            let seen = outer.restrict(state, &inner).unwrap();
            let difference = delta.value(state);
            hit_one(&zero, &more, difference == 0);
            if difference + base.value(&seen) != large.value(state) {
                wrong = Some(*state);
            }
        });
        prop_assert_eq!(wrong, None);
        let back = delta.plus(&base, &options()).unwrap();
        prop_assert_eq!(back.bytes(), large.bytes());
        prop_assert_eq!(back.header().histogram, large.header().histogram);
        prop_assert!(back.header().is_exact());
        Ok(())
    });
    zero.expect("a difference of zero");
    more.expect("a difference above zero");
}

#[test]
fn differences_need_a_base_inside_the_pattern() {
    let (outside, other) = (Reached::new(), Reached::new());
    let values = (nested(13_000), pattern(13_000));
    let claim = "a base must be inside";
    seeded::proptest(claim, 200, values, |((outer, inner), stranger)| {
        let [large, base, foreign] = [outer, inner, stranger].map(SmallTable::build);
        let delta = large.minus(&base, &options()).unwrap();
        if !outer.contains(&stranger) {
            outside.hit();
            let refused = large.minus(&foreign, &options()).map(|_| ());
            let (pattern, base) = (outer, stranger);
            prop_assert_eq!(refused, Err(DeriveError::NotInside { pattern, base }));
        }
        if stranger != inner {
            other.hit();
            let refused = delta.plus(&foreign, &options()).map(|_| ());
            let (expected, found) = (inner, stranger);
            prop_assert_eq!(refused, Err(DeriveError::OtherBase { expected, found }));
        }
        let refused = large.plus(&base, &options()).map(|_| ());
        prop_assert_eq!(refused, Err(DeriveError::NoDifferences(outer)));
        Ok(())
    });
    outside.expect("a base that is not inside");
    other.expect("another base");
}

#[test]
fn a_base_that_exceeds_the_table_is_refused_at_the_first_such_state() {
    let (_folder, path) = temporary();
    let values = (nested(13_000), any::<u64>());
    let claim = "a base that exceeds";
    seeded::proptest(claim, 60, values, |((outer, inner), which)| {
        let (large, base) = (SmallTable::build(outer), SmallTable::build(inner));
        // One entry of the base is raised, through a file without a digest.
        exchange::npy::write(&base, &path).unwrap();
        let mut file = std::fs::read(&path).unwrap();
        let start = file.len() - base.header().entries as usize;
        let index = which % base.header().entries;
        file[start + index as usize] = 14;
        overwrite(&path, &file);
        let raised = exchange::npy::read(&path, inner, &options()).unwrap();
        let first = (0..large.header().entries).find(|&i| {
            let state = large.ranker().state(i);
            let seen = outer.restrict(&state, &inner).unwrap();
            raised.value(&seen) > large.value(&state)
        });
        let refused = large.minus(&raised, &options()).map(|_| ());
        let first = first.unwrap();
        prop_assert_eq!(refused, Err(DeriveError::BaseExceeds(first)));
        Ok(())
    });
}

#[test]
fn only_exact_tables_are_derived_from() {
    fn property(exact: Exact<600>) -> bool {
        let exact = exact.0;
        let packed = exact.modulo3(&options()).unwrap();
        let minima = exact.compress(2, Order::Block, &options()).unwrap();
        let renumbered = exact.compress(1, Order::Hog2, &options()).unwrap();
        let differences = exact.minus(&exact, &options()).unwrap();
        let refused = |made: Result<CubeTable, DeriveError>| {
            matches!(made, Err(DeriveError::NotExact { .. }))
        };
        [&packed, &minima, &renumbered].into_iter().all(|t| {
            refused(t.modulo3(&options()))
                && refused(t.compress(3, Order::Block, &options()))
                && refused(t.minus(&exact, &options()))
                && refused(exact.minus(t, &options()))
                && refused(differences.plus(t, &options()))
        }) && refused(differences.modulo3(&options()))
            && exact.compress(0, Order::Block, &options()).err() == Some(DeriveError::Factor)
    }
    let claim = "what is not exact is not derived from";
    seeded::quickcheck(claim, 100, property as fn(_) -> bool);
}

#[test]
fn remainders_are_those_of_the_distances() {
    fn property(exact: Exact<13_000>) -> bool {
        let pattern = exact.0.header().pattern;
        let packed = exact.0.modulo3(&options()).unwrap();
        assert_eq!(packed.header().packing, Packing::Trits);
        let mut right = true;
        for_each_state(&pattern, &mut |state| {
            right &= packed.value(state) == exact.0.value(state) % 3;
        });
        right
    }
    let claim = "remainders near a known distance";
    seeded::quickcheck(claim, 40, property as fn(_) -> bool);
}

#[test]
fn remainders_determine_the_distance_by_descent() {
    static FAR: Reached = Reached::new();
    fn property(exact: Exact<13_000>, scrambles: Vec<Moves>) -> bool {
        let pattern = exact.0.header().pattern;
        let packed = exact.0.modulo3(&options()).unwrap();
        scrambles.iter().all(|moves| {
            let state = pattern.project(&moves.cube());
            let distance = exact.0.value(&state);
            hit_if(&FAR, distance > 3);
            distance_by_descent(&pattern, state, |s| packed.value(s)) == Some(distance)
        })
    }
    let claim = "remainders tell the distance";
    seeded::quickcheck(claim, 100, property as fn(_, _) -> bool);
    FAR.expect("a state further than one round of remainders");
}

#[test]
fn five_remainders_fit_a_byte() {
    for number in 0..3_usize.pow(5) {
        let trits = [1, 3, 9, 27, 81].map(|power| (number / power % 3) as u8);
        for len in 0..=5 {
            let byte = pack_trits(&trits[..len]);
            for i in 0..5 {
                let wanted = if i < len { trits[i] } else { 0 };
                assert_eq!(unpack_trit(byte, i as u64), wanted, "{trits:?} {len}");
            }
        }
    }
}

/// Where a symmetry pairs the states of a pattern, compression by two that joins the pairs loses
/// less than in any other order.
#[test]
fn joining_symmetric_pairs_loses_least() {
    for pattern in [
        "edges:UR,UF,UL",
        "edges:UR,UL,FR,FL",
        "corners:URF,UFL,DFR,DLF",
        "corners:URF,UFL+edges:UR,UL",
    ] {
        let exact = SmallTable::build(pattern.parse().unwrap());
        let mean = |order| {
            exact
                .compress(2, order, &options())
                .unwrap()
                .header()
                .mean()
        };
        let joined = mean(Order::Symmetry);
        assert!(exact.header().mean() - joined < 0.1, "{pattern}: {joined}");
        let others = [
            Order::Block,
            Order::Orientation,
            Order::Cubie,
            Order::UpDown,
        ];
        for order in others {
            assert!(mean(order) < joined, "{pattern} {order}");
        }
    }
}
