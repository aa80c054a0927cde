//! The builder against an independent breadth-first search, state by state in a hash
//! map: every state has the same distance. Larger tables are proved by their own proof,
//! and the block search gives the same bytes on any number of threads.

use crate::options;
use admit::pdb::cube::{CubePattern, CubeTable, Order};
use admit_verification::generate::{SmallTable, Tracked, pattern_of_shape, shapes, states};
use admit_verification::reference::{distances, for_each_state};
use admit_verification::seeded;
use proptest::prelude::{any, prop_assert};

/// Every state has the distance of the plain search, and the counts in the header are right.
fn assert_same_distances(pattern: CubePattern) {
    let table = SmallTable::build(pattern);
    let plain = distances(&pattern);
    let mut counts = [0; 16];
    let mut seen = 0;
    for_each_state(&pattern, &mut |state| {
        let distance = plain.get(state).copied();
        assert_eq!(Some(table.value(state)), distance, "{pattern} {state:?}");
        counts[table.value(state) as usize] += 1;
        seen += 1;
    });
    assert_eq!(seen, plain.len(), "{pattern}");
    assert_eq!(table.header().histogram, counts, "{pattern}");
    // An odd number of entries leaves half a byte, which must be zero.
    let whole = table.bytes().len() as u64 * 2;
    (table.header().entries..whole).for_each(|i| assert_eq!(table.entry(i), 0));
}

#[test]
fn small_tables_agree_with_a_plain_search() {
    fn property(pattern: Tracked<13_000>) {
        assert_same_distances(pattern.0);
    }
    seeded::quickcheck("a plain search finds the same", 150, property as fn(_));
}

#[test]
fn tables_of_every_shape_agree_with_a_plain_search() {
    let shapes: Vec<(usize, usize)> = shapes(300_000)
        .into_iter()
        .filter(|&(corners, edges)| states(corners, edges) > 13_000)
        .collect();
    // Two corners and two edges, four corners (whose blocks have several rows),
    // four edges, three and one either way.
    assert_eq!(shapes.len(), 5);
    for shape in shapes {
        let claim = format!("the same for {} corners and {} edges", shape.0, shape.1);
        seeded::proptest(&claim, 2, any::<[u8; 20]>(), |keys| {
            assert_same_distances(pattern_of_shape(shape, &keys));
            Ok(())
        });
    }
}

#[test]
fn larger_tables_are_proved() {
    // `CubeTable::proof` reads entries one by one and shares with the builder only
    // the block structure, which `blocks.rs` tests.
    let shapes: Vec<(usize, usize)> = shapes(15_000_000)
        .into_iter()
        .filter(|&(corners, edges)| states(corners, edges) > 300_000)
        .collect();
    // Five cubies in every mixture, and six corners, whose 27 rows are permuted in groups.
    assert_eq!(shapes.len(), 7);
    for shape in shapes {
        let claim = format!("{} corners and {} edges prove it", shape.0, shape.1);
        seeded::proptest(&claim, 2, any::<[u8; 20]>(), |keys| {
            let table = SmallTable::build(pattern_of_shape(shape, &keys));
            let checked = table.proof(&options().memory(0));
            prop_assert!(checked.is_ok(), "{checked:?}");
            Ok(())
        });
    }
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(work)
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    fn property(pattern: Tracked<300_000>) -> bool {
        let made = |threads| {
            on_threads(threads, || {
                let exact = CubeTable::build(pattern.0, &options()).unwrap();
                let packed = exact.modulo3(&options()).unwrap();
                let minima = exact.compress(7, Order::UpDown, &options()).unwrap();
                [exact, packed, minima].map(|t| (t.header().clone(), t.bytes().to_vec()))
            })
        };
        let alone = made(1);
        (2..=3).all(|threads| made(threads) == alone)
    }
    let claim = "the number of threads changes no byte";
    seeded::quickcheck(claim, 40, property as fn(_) -> bool);
}
