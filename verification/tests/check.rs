//! `CubeTable::proof` accepts every table that the library makes and refuses every
//! forgery: a table with one wrong entry and a valid format, digest and counts.

use admit::files::Options;
use admit::pdb::ProofMethod;
use admit::pdb::cube::{
    CubePattern, CubeProofError, CubeTable, HEADER_BYTES, Order, Packing, exchange,
};
use admit_verification::forge::{overwrite, recount, seal};
use admit_verification::generate::{SmallTable, nested, pattern, table};
use admit_verification::seeded::{self, Reached};
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq};
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use std::path::Path;

/// Enough for every small table, and too little for a large one.
const MEMORY: u64 = 64 << 20;

/// A correct table was refused.
fn wrong(error: &CubeProofError) -> TestCaseError {
    TestCaseError::fail(error.to_string())
}

#[test]
fn fresh_tables_are_right() {
    seeded::proptest("fresh tables are right", 100, table(300_000), |table| {
        let checked = table
            .proof(&Options::default().memory(0))
            .map_err(|e| wrong(&e))?;
        prop_assert_eq!(checked.entries, table.ranker().states());
        prop_assert_eq!(checked.successors, 18 * table.ranker().states());
        prop_assert_eq!(checked.method, ProofMethod::Successors);
        Ok(())
    });
}

/// The kinds of tables that derive from the distances of a pattern.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Exact,
    Renumbered,
    Minima,
    Difference,
    DifferenceMinima,
    Remainders,
}

const KINDS: [Kind; 6] = [
    Kind::Exact,
    Kind::Renumbered,
    Kind::Minima,
    Kind::Difference,
    Kind::DifferenceMinima,
    Kind::Remainders,
];

fn make(kind: Kind, outer: &SmallTable, base: &SmallTable, factor: u64, order: Order) -> CubeTable {
    let minus = || outer.minus(base, &Options::default());
    let made = match kind {
        Kind::Exact => outer.compress(1, Order::Block, &Options::default()),
        Kind::Renumbered => outer.compress(1, order, &Options::default()),
        Kind::Minima => outer.compress(factor, order, &Options::default()),
        Kind::Difference => minus(),
        Kind::DifferenceMinima => {
            minus().and_then(|d| d.compress(factor, order, &Options::default()))
        }
        Kind::Remainders => outer.modulo3(&Options::default()),
    };
    made.expect("made from an exact table")
}

/// A table of any kind, small enough for many cases.
fn derived(most_states: u64) -> impl Strategy<Value = (Kind, u64, Order, SmallTable, SmallTable)> {
    let orders = Order::ALL.into_iter().filter(|&o| o != Order::Symmetry);
    (
        select(&KINDS[..]),
        2..200_u64,
        select(orders.collect::<Vec<_>>()),
        nested(most_states),
    )
        .prop_map(|(kind, factor, order, (outer, inner))| {
            let [outer, inner] = [outer, inner].map(SmallTable::build);
            (kind, factor, order, outer, inner)
        })
}

#[test]
fn derived_tables_are_right() {
    let compared = Reached::new();
    seeded::proptest(
        "derived tables are right",
        200,
        derived(13_000),
        |(kind, factor, order, outer, base)| {
            let table = make(kind, &outer, &base, factor, order);
            let checked = table
                .proof(&Options::default().memory(MEMORY))
                .map_err(|e| wrong(&e))?;
            prop_assert_eq!(checked.entries, table.header().entries);
            let rebuilt = checked.method == ProofMethod::Rebuilt;
            if rebuilt {
                compared.hit();
            }
            prop_assert_eq!(rebuilt, !table.header().is_exact());
            Ok(())
        },
    );
    compared.expect("a table that had to be compared");
}

/// Changes entry `index` of a table file; returns its old and new value.
fn change_entry(file: &mut [u8], packing: Packing, index: u64, by: u8) -> (u8, u8) {
    let payload = &mut file[HEADER_BYTES..];
    match packing {
        Packing::Nibbles => {
            let (byte, shift) = (&mut payload[index as usize / 2], 4 * (index % 2));
            let old = *byte >> shift & 15;
            let new = (old + 1 + by % 15) % 16;
            *byte = *byte & !(15 << shift) | new << shift;
            (old, new)
        }
        Packing::Trits => {
            let power = 3_u8.pow((index % 5) as u32);
            let byte = &mut payload[index as usize / 5];
            let old = *byte / power % 3;
            let new = (old + 1 + by % 2) % 3;
            *byte = *byte - old * power + new * power;
            (old, new)
        }
    }
}

fn forged(table: &mut CubeTable, path: &Path, change: impl FnOnce(&mut Vec<u8>)) -> CubeTable {
    table.save(path).expect("written");
    let mut file = std::fs::read(path).expect("read");
    change(&mut file);
    seal(&mut file);
    overwrite(path, &file);
    CubeTable::open(path).expect("the digest and the counts fit")
}

#[test]
fn one_wrong_entry_is_found_in_any_kind_of_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lie.pdb");
    let found = KINDS.map(|_| Reached::new());
    let values = (derived(13_000), any::<u64>(), any::<u8>());
    seeded::proptest(
        "one wrong entry is found",
        400,
        values,
        |((kind, factor, order, outer, base), index, by)| {
            let mut table = make(kind, &outer, &base, factor, order);
            let index = index % table.header().entries;
            let packing = table.header().packing;
            let lie = forged(&mut table, &path, |file| {
                let (old, new) = change_entry(file, packing, index, by);
                recount(file, old, new);
            });
            prop_assert!(lie.entry(index) != table.entry(index));
            let said = lie
                .proof(&Options::default().memory(MEMORY))
                .expect_err("an entry is wrong");
            match kind {
                Kind::Exact | Kind::Renumbered => prop_assert!(
                    matches!(
                        said,
                        CubeProofError::Goal { .. }
                            | CubeProofError::SecondGoal { .. }
                            | CubeProofError::Neighbours { .. }
                    ),
                    "{said}"
                ),
                _ => prop_assert!(
                    matches!(said, CubeProofError::Entry { entry, .. } if entry == index),
                    "{said}"
                ),
            }
            found[kind as usize].hit();
            Ok(())
        },
    );
    for (kind, found) in KINDS.iter().zip(&found) {
        found.expect(&format!("kind {kind:?}"));
    }
}

#[test]
fn wrong_counts_with_the_right_sum_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lie.pdb");
    let values = (derived(13_000), any::<u8>(), any::<u8>());
    seeded::proptest(
        "wrong counts are found",
        100,
        values,
        |((kind, factor, order, outer, base), from, by)| {
            let mut table = make(kind, &outer, &base, factor, order);
            let histogram = table.header().histogram;
            let from = (0..16)
                .map(|i| (from % 16 + i) % 16)
                .find(|&v| histogram[v as usize] > 0)
                .expect("some value occurs");
            let to = (from + 1 + by % 15) % 16;
            let lie = forged(&mut table, &path, |file| recount(file, from, to));
            let said = lie
                .proof(&Options::default().memory(MEMORY))
                .expect_err("the counts are wrong");
            prop_assert!(matches!(said, CubeProofError::Histogram { .. }), "{said}");
            Ok(())
        },
    );
}

/// The table of a pattern with its distances changed, through a file without a
/// digest.
fn altered(pattern: CubePattern, path: &Path, change: impl FnOnce(&mut [u8])) -> CubeTable {
    let table = SmallTable::build(pattern);
    exchange::npy::write(&table, path).expect("written");
    let mut file = std::fs::read(path).expect("read");
    let start = file.len() - table.header().entries as usize;
    change(&mut file[start..]);
    overwrite(path, &file);
    exchange::npy::read(path, pattern, &Options::default()).expect("well-formed")
}

#[test]
fn a_consistent_lower_bound_is_not_accepted_as_the_distance() {
    // Every distance above some value lowered by one: still zero only at the goal,
    // and neighbours still differ by at most one.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("low.npy");
    let values = (pattern(13_000), any::<u8>());
    seeded::proptest("a lower bound", 60, values, |(pattern, key)| {
        let mut above = 0;
        let low = altered(pattern, &path, |distances| {
            let most = distances.iter().copied().max().expect("some state");
            above = 1 + key % (most - 1);
            for d in distances.iter_mut().filter(|d| **d > above) {
                *d -= 1;
            }
        });
        let said = low
            .proof(&Options::default().memory(0))
            .expect_err("too low");
        prop_assert!(
            matches!(said, CubeProofError::Neighbours { value, nearest, .. }
                if value == above && nearest == above),
            "{said}"
        );
        Ok(())
    });
}

#[test]
fn distances_raised_everywhere_are_found_at_the_goal() {
    // Neighbours still differ correctly; only the goal is wrong.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("high.npy");
    let values = (pattern(13_000), 1..=5_u8);
    seeded::proptest("distances raised", 60, values, |(pattern, by)| {
        let high = altered(pattern, &path, |distances| {
            for d in distances {
                *d += by;
            }
        });
        let said = high
            .proof(&Options::default().memory(0))
            .expect_err("too high");
        prop_assert!(
            matches!(said, CubeProofError::Goal { value, .. } if value == by),
            "{said}"
        );
        Ok(())
    });
}
