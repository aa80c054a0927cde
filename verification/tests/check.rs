//! `CubeTable::proof` accepts every table that the library makes and refuses every
//! forgery: a table with one wrong entry and a valid format, digest and counts.

use crate::{hit_if, options, temporary};
use admit::pdb::ProofMethod;
use admit::pdb::cube::{
    CubePattern, CubeProofError, CubeTable, HEADER_BYTES, Order, Packing, exchange,
};
use admit_verification::forge::{overwrite, recount, seal};
use admit_verification::generate::{SmallTable, nested, pattern};
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
    let minus = || outer.minus(base, &options());
    let made = match kind {
        Kind::Exact => outer.compress(1, Order::Block, &options()),
        Kind::Renumbered => outer.compress(1, order, &options()),
        Kind::Minima => outer.compress(factor, order, &options()),
        Kind::Difference => minus(),
        Kind::DifferenceMinima => minus().and_then(|d| d.compress(factor, order, &options())),
        Kind::Remainders => outer.modulo3(&options()),
    };
    made.unwrap()
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
    let claim = "derived tables are right";
    let values = derived(13_000);
    seeded::proptest(claim, 200, values, |(kind, factor, order, outer, base)| {
        let table = make(kind, &outer, &base, factor, order);
        let checked = table
            .proof(&options().memory(MEMORY))
            .map_err(|e| wrong(&e))?;
        prop_assert_eq!(checked.entries, table.header().entries);
        let rebuilt = checked.method == ProofMethod::Rebuilt;
        hit_if(&compared, rebuilt);
        prop_assert_eq!(rebuilt, !table.header().is_exact());
        Ok(())
    });
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
    table.save(path).unwrap();
    let mut file = std::fs::read(path).unwrap();
    change(&mut file);
    seal(&mut file);
    overwrite(path, &file);
    CubeTable::open(path).unwrap()
}

#[test]
fn one_wrong_entry_is_found_in_any_kind_of_table() {
    use CubeProofError::{Entry, Goal, Neighbours, SecondGoal};
    let (_folder, path) = temporary();
    let found = KINDS.map(|_| Reached::new());
    let values = (derived(13_000), any::<u64>(), any::<u8>());
    let claim = "one wrong entry is found";
    seeded::proptest(claim, 400, values, |(derived, index, by)| {
        let (kind, factor, order, outer, base) = derived;
        let mut table = make(kind, &outer, &base, factor, order);
        let index = index % table.header().entries;
        let packing = table.header().packing;
        let lie = forged(&mut table, &path, |file| {
            let (old, new) = change_entry(file, packing, index, by);
            recount(file, old, new);
        });
        prop_assert!(lie.entry(index) != table.entry(index));
        let said = lie.proof(&options().memory(MEMORY)).unwrap_err();
        let named = match kind {
            Kind::Exact | Kind::Renumbered => {
                matches!(said, Goal { .. } | SecondGoal { .. } | Neighbours { .. })
            }
            _ => matches!(said, Entry { entry, .. } if entry == index),
        };
        prop_assert!(named, "{said}");
        found[kind as usize].hit();
        Ok(())
    });
    for (kind, found) in KINDS.iter().zip(&found) {
        found.expect(&format!("kind {kind:?}"));
    }
}

#[test]
fn wrong_counts_with_the_right_sum_are_found() {
    let (_folder, path) = temporary();
    let values = (derived(13_000), any::<u8>(), any::<u8>());
    let claim = "wrong counts are found";
    seeded::proptest(claim, 100, values, |(derived, from, by)| {
        let (kind, factor, order, outer, base) = derived;
        let mut table = make(kind, &outer, &base, factor, order);
        let histogram = table.header().histogram;
        let mut counted = (0..16).map(|i| (from % 16 + i) % 16);
        let from = counted.find(|&v| histogram[v as usize] > 0).unwrap();
        let to = (from + 1 + by % 15) % 16;
        let lie = forged(&mut table, &path, |file| recount(file, from, to));
        let said = lie.proof(&options().memory(MEMORY)).unwrap_err();
        prop_assert!(matches!(said, CubeProofError::Histogram { .. }), "{said}");
        Ok(())
    });
}

/// The table of a pattern with its distances changed, through a file without a digest.
fn altered(pattern: CubePattern, path: &Path, change: impl FnOnce(&mut [u8])) -> CubeTable {
    let table = SmallTable::build(pattern);
    exchange::npy::write(&table, path).unwrap();
    let mut file = std::fs::read(path).unwrap();
    let start = file.len() - table.header().entries as usize;
    change(&mut file[start..]);
    overwrite(path, &file);
    exchange::npy::read(path, pattern, &options()).unwrap()
}

#[test]
fn a_consistent_lower_bound_is_not_accepted_as_the_distance() {
    // Every distance above some value lowered by one: still zero only at the goal,
    // and neighbours still differ by at most one.
    let (_folder, path) = temporary();
    let values = (pattern(13_000), any::<u8>());
    seeded::proptest("a lower bound", 60, values, |(pattern, key)| {
        let mut above = 0;
        let low = altered(pattern, &path, |distances| {
            let most = distances.iter().copied().max().unwrap();
            above = 1 + key % (most - 1);
            for d in distances.iter_mut().filter(|d| **d > above) {
                *d -= 1;
            }
        });
        let said = low.proof(&options().memory(0)).unwrap_err();
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
    let (_folder, path) = temporary();
    let values = (pattern(13_000), 1..=5_u8);
    seeded::proptest("distances raised", 60, values, |(pattern, by)| {
        let high = altered(pattern, &path, |distances| {
            for d in distances {
                *d += by;
            }
        });
        let said = high.proof(&options().memory(0)).unwrap_err();
        prop_assert!(
            matches!(said, CubeProofError::Goal { value, .. } if value == by),
            "{said}"
        );
        Ok(())
    });
}
