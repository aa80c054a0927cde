//! Derived tables keep their guarantees: compression never raises a
//! value and keeps the minimum of each run, differences plus their base are
//! the distance, and remainders modulo 3 determine it.

#![expect(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands its values over"
)]

use admit::files::Options;
use admit::pdb::cube::{
    CubeTable, DeriveError, Order, Packing, distance_by_descent, distance_near, exchange,
    pack_trits, unpack_trit,
};
use admit::pdb::{compressed_len, run_minimum};
use admit::space::cube::Move;
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
    seeded::proptest(
        "compression keeps the least of each run",
        300,
        values,
        |(exact, factor, order)| {
            let pattern = exact.header().pattern;
            let small = match exact.compress(factor, order, &Options::default()) {
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
                if there < here {
                    lossy.hit();
                }
                // The run is computed with the ranker, not with the table.
                let run = small.ranker().rank(state) / factor;
                least[run as usize] = least[run as usize].min(here);
            });
            prop_assert_eq!(raised, None);
            let kept: Vec<u8> = (0..entries).map(|i| small.entry(i)).collect();
            prop_assert_eq!(kept, least);
            Ok(())
        },
    );
    lossy.expect("a state whose value was lowered");
}

#[test]
fn compression_by_one_only_renumbers() {
    fn property(exact: Exact<13_000>) -> bool {
        let pattern = exact.0.header().pattern;
        let mut orders = Order::ALL.into_iter().filter(|o| o.fits(&pattern));
        orders.all(|order| {
            let other = exact
                .0
                .compress(1, order, &Options::default())
                .expect("exact");
            let mut same = other.header().histogram == exact.0.header().histogram;
            for_each_state(&pattern, &mut |s| {
                same &= other.value(s) == exact.0.value(s);
            });
            same
        })
    }
    seeded::quickcheck(
        "compression by one only renumbers",
        40,
        property as fn(_) -> bool,
    );
}

#[test]
fn run_minima_are_minima_of_chunks() {
    fn property(values: Vec<u8>, factor: u8) -> bool {
        let (states, factor) = (values.len() as u64, factor.max(1) as u64);
        let wanted: Vec<u8> = (values.chunks(factor as usize))
            .map(|run| *run.iter().min().expect("a chunk has a value"))
            .collect();
        let found = (0..compressed_len(states, factor))
            .map(|entry| run_minimum(states, factor, entry, |i| values[i as usize]));
        found.collect::<Vec<u8>>() == wanted
    }
    seeded::quickcheck("run minima", 1000, property as fn(_, _) -> bool);
}

#[test]
fn differences_and_base_add_up() {
    let (zero, more) = (Reached::new(), Reached::new());
    seeded::proptest(
        "differences and base add up",
        150,
        nested(13_000),
        |(outer, inner)| {
            let (large, base) = (SmallTable::build(outer), SmallTable::build(inner));
            let delta = large
                .minus(&base, &Options::default())
                .expect("the base is inside");
            prop_assert_eq!(delta.header().base, Some(inner));
            let mut wrong = None;
            for_each_state(&outer, &mut |state| {
                let seen = outer.restrict(state, &inner).expect("inside");
                let difference = delta.value(state);
                if difference == 0 { &zero } else { &more }.hit();
                if difference + base.value(&seen) != large.value(state) {
                    wrong = Some(*state);
                }
            });
            prop_assert_eq!(wrong, None);
            let back = delta
                .plus(&base, &Options::default())
                .expect("its own base");
            prop_assert_eq!(back.bytes(), large.bytes());
            prop_assert_eq!(back.header().histogram, large.header().histogram);
            prop_assert!(back.header().is_exact());
            Ok(())
        },
    );
    zero.expect("a difference of zero");
    more.expect("a difference above zero");
}

#[test]
fn differences_need_a_base_inside_the_pattern() {
    let (outside, other) = (Reached::new(), Reached::new());
    let values = (nested(13_000), pattern(13_000));
    seeded::proptest(
        "a base must be inside",
        200,
        values,
        |((outer, inner), stranger)| {
            let [large, base, foreign] = [outer, inner, stranger].map(SmallTable::build);
            let delta = large
                .minus(&base, &Options::default())
                .expect("the base is inside");
            if !outer.contains(&stranger) {
                outside.hit();
                let refused = large.minus(&foreign, &Options::default()).map(|_| ());
                let (pattern, base) = (outer, stranger);
                prop_assert_eq!(refused, Err(DeriveError::NotInside { pattern, base }));
            }
            if stranger != inner {
                other.hit();
                let refused = delta.plus(&foreign, &Options::default()).map(|_| ());
                let (expected, found) = (inner, stranger);
                prop_assert_eq!(refused, Err(DeriveError::OtherBase { expected, found }));
            }
            let refused = large.plus(&base, &Options::default()).map(|_| ());
            prop_assert_eq!(refused, Err(DeriveError::NoDifferences(outer)));
            Ok(())
        },
    );
    outside.expect("a base that is not inside");
    other.expect("another base");
}

#[test]
fn a_base_that_exceeds_the_table_is_refused_at_the_first_such_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("raised.npy");
    let values = (nested(13_000), any::<u64>());
    seeded::proptest(
        "a base that exceeds",
        60,
        values,
        |((outer, inner), which)| {
            let (large, base) = (SmallTable::build(outer), SmallTable::build(inner));
            // One entry of the base is raised, through a file without a digest.
            exchange::npy::write(&base, &path).expect("written");
            let mut file = std::fs::read(&path).expect("read");
            let start = file.len() - base.header().entries as usize;
            let index = which % base.header().entries;
            file[start + index as usize] = 14;
            overwrite(&path, &file);
            let raised =
                exchange::npy::read(&path, inner, &Options::default()).expect("well-formed");
            let first = (0..large.header().entries).find(|&i| {
                let state = large.ranker().unrank(i);
                let seen = outer.restrict(&state, &inner).expect("inside");
                raised.value(&seen) > large.value(&state)
            });
            let refused = large.minus(&raised, &Options::default()).map(|_| ());
            let first = first.expect("no small table reaches 14");
            prop_assert_eq!(refused, Err(DeriveError::BaseExceeds(first)));
            Ok(())
        },
    );
}

#[test]
fn only_exact_tables_are_derived_from() {
    fn property(exact: Exact<600>) -> bool {
        let exact = exact.0;
        let packed = exact.modulo3(&Options::default()).expect("exact");
        let minima = exact
            .compress(2, Order::Block, &Options::default())
            .expect("exact");
        let renumbered = exact
            .compress(1, Order::Hog2, &Options::default())
            .expect("exact");
        let differences = exact
            .minus(&exact, &Options::default())
            .expect("inside itself");
        let refused = |made: Result<CubeTable, DeriveError>| {
            matches!(made, Err(DeriveError::NotExact { .. }))
        };
        [&packed, &minima, &renumbered].into_iter().all(|t| {
            refused(t.modulo3(&Options::default()))
                && refused(t.compress(3, Order::Block, &Options::default()))
                && refused(t.minus(&exact, &Options::default()))
                && refused(exact.minus(t, &Options::default()))
                && refused(differences.plus(t, &Options::default()))
        }) && refused(differences.modulo3(&Options::default()))
            && exact.compress(0, Order::Block, &Options::default()).err()
                == Some(DeriveError::Factor)
    }
    seeded::quickcheck(
        "what is not exact is not derived from",
        100,
        property as fn(_) -> bool,
    );
}

#[test]
fn remainders_near_a_known_distance_determine_the_distance() {
    static DIFFERENT: Reached = Reached::new();
    fn property(exact: Exact<13_000>) -> bool {
        let pattern = exact.0.header().pattern;
        let packed = exact.0.modulo3(&Options::default()).expect("exact");
        assert_eq!(packed.header().packing, Packing::Trits);
        let mut right = true;
        for_each_state(&pattern, &mut |state| {
            let here = exact.0.value(state);
            right &= packed.value(state) == here % 3;
            for m in Move::ALL {
                let neighbour = pattern.apply(state, m);
                let there = distance_near(here, packed.value(&neighbour))
                    .expect("a neighbour of this state");
                if there != here {
                    DIFFERENT.hit();
                }
                right &= there == exact.0.value(&neighbour);
            }
        });
        right
    }
    seeded::quickcheck(
        "remainders near a known distance",
        40,
        property as fn(_) -> bool,
    );
    DIFFERENT.expect("neighbours at different distances");
}

#[test]
fn remainders_determine_the_distance_by_descent() {
    static FAR: Reached = Reached::new();
    fn property(exact: Exact<13_000>, scrambles: Vec<Moves>) -> bool {
        let pattern = exact.0.header().pattern;
        let packed = exact.0.modulo3(&Options::default()).expect("exact");
        scrambles.iter().all(|moves| {
            let state = pattern.project(&moves.cube());
            let distance = exact.0.value(&state);
            if distance > 3 {
                FAR.hit();
            }
            distance_by_descent(&pattern, state, |s| packed.value(s)) == Some(distance)
        })
    }
    seeded::quickcheck(
        "remainders tell the distance",
        100,
        property as fn(_, _) -> bool,
    );
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

/// Where a symmetry pairs the states of a pattern, compression by two that joins
/// the pairs loses less than in any other order.
#[test]
fn joining_symmetric_pairs_loses_least() {
    for pattern in [
        "edges:UR,UF,UL",
        "edges:UR,UL,FR,FL",
        "corners:URF,UFL,DFR,DLF",
        "corners:URF,UFL+edges:UR,UL",
    ] {
        let exact = CubeTable::build(pattern.parse().expect("a pattern"), &Options::default());
        let exact = exact.expect("a small table");
        let mean = |order| {
            let halved = exact
                .compress(2, order, &Options::default())
                .expect("exact");
            halved.header().mean()
        };
        let joined = mean(Order::Symmetry);
        assert!(exact.header().mean() - joined < 0.1, "{pattern}: {joined}");
        for order in [
            Order::Block,
            Order::Orientation,
            Order::Cubie,
            Order::UpDown,
        ] {
            assert!(mean(order) < joined, "{pattern} {order}");
        }
    }
}
