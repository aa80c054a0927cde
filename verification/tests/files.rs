//! A table file is read exactly as written or refused: every flipped
//! bit, every truncation, every added byte. A changed header with a valid digest
//! is either refused or read as its bytes say, and never causes a panic.

use crate::{hit_if, options, temporary};
use admit::files::FileError;
use admit::pdb::cube::{CubeTable, HEADER_BYTES, Order};
use admit_verification::forge::{DIGEST_AT, overwrite, seal};
use admit_verification::generate::{Exact, SmallTable};
use admit_verification::reference::for_each_state;
use admit_verification::seeded::{self, Reached};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_oneof};
use std::path::Path;

/// One small table of every kind: distances, minima, differences, minima of
/// differences, remainders.
fn of_every_kind(exact: &SmallTable, base: &SmallTable) -> Vec<CubeTable> {
    let differences = || exact.minus(base, &options()).unwrap();
    vec![
        exact.compress(1, Order::Block, &options()).unwrap(),
        exact.compress(7, Order::UpDown, &options()).unwrap(),
        differences(),
        differences().compress(3, Order::Hog2, &options()).unwrap(),
        exact.modulo3(&options()).unwrap(),
    ]
}

fn smallest() -> Vec<CubeTable> {
    let [exact, base] =
        ["edges:UR,UF", "edges:UF"].map(|text| SmallTable::build(text.parse().unwrap()));
    of_every_kind(&exact, &base)
}

fn saved(table: &mut CubeTable, path: &Path) -> Vec<u8> {
    table.save(path).unwrap();
    std::fs::read(path).unwrap()
}

fn is_refused(path: &Path, file: &[u8]) -> bool {
    overwrite(path, file);
    CubeTable::open(path).is_err()
}

#[test]
fn tables_round_trip_through_files() {
    fn property(exact: Exact<13_000>, inside: Exact<600>) -> bool {
        // A pattern contains itself; few contain a random one.
        let contains = exact
            .0
            .header()
            .pattern
            .contains(&inside.0.header().pattern);
        let base = if contains { &inside.0 } else { &exact.0 };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new folder").join("x.pdb");
        of_every_kind(&exact.0, base).iter_mut().all(|table| {
            let file = saved(table, &path);
            let read = CubeTable::open(&path).unwrap();
            let pattern = table.header().pattern;
            let mut same = read.header() == table.header()
                && read.bytes() == table.bytes()
                && read.digest() == table.digest()
                && read.digest().is_some()
                && file.len() as u64 == HEADER_BYTES as u64 + table.header().payload();
            for_each_state(&pattern, &mut |s| same &= read.value(s) == table.value(s));
            // Saving an opened table writes the same bytes.
            let mut read = read;
            same && saved(&mut read, &path) == file
        })
    }
    let claim = "what is saved is what is opened";
    seeded::quickcheck(claim, 40, property as fn(_, _) -> bool);
}

#[test]
fn a_derived_table_names_its_source_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let build = |text: &str| CubeTable::build(text.parse().unwrap(), &options());
    let mut large = build("edges:UR,UF,DL").unwrap();
    let mut base = build("edges:DL,UR").unwrap();
    large.save(&path("large")).unwrap();
    base.save(&path("base")).unwrap();
    let mut delta = large.minus(&base, &options()).unwrap();
    delta.save(&path("delta")).unwrap();
    let read = CubeTable::open(&path("delta")).unwrap();
    assert_eq!(Some(read.header().source), large.digest());
    assert_eq!(Some(read.header().base_source), base.digest());
    assert_ne!(large.digest(), base.digest());
}

#[test]
fn every_flipped_bit_is_refused() {
    let (_folder, path) = temporary();
    for mut table in smallest() {
        let file = saved(&mut table, &path);
        for bit in 0..8 * file.len() {
            let mut flipped = file.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let what = table.header().what();
            assert!(
                is_refused(&path, &flipped),
                "{what}: bit {} of byte {}",
                bit % 8,
                bit / 8
            );
        }
        assert!(!is_refused(&path, &file));
    }
}

#[test]
fn truncated_and_extended_files_are_refused() {
    let (_folder, path) = temporary();
    for mut table in smallest() {
        let file = saved(&mut table, &path);
        for len in 0..file.len() {
            overwrite(&path, &file[..len]);
            let refused = CubeTable::open(&path).expect_err("cut short");
            let FileError::Length {
                found, expected, ..
            } = refused
            else {
                panic!("{len} bytes: {refused}");
            };
            assert_eq!(found, len as u64);
            assert!(expected > found);
        }
        for added in 0..=u8::MAX {
            // Sealed with a new digest, so that other checks must detect it.
            let mut longer = [&file[..], &[added]].concat();
            assert!(is_refused(&path, &longer), "{added}");
            seal(&mut longer);
            overwrite(&path, &longer);
            let refused = CubeTable::open(&path).expect_err("too long");
            assert!(matches!(refused, FileError::Length { .. }), "{refused}");
        }
    }
}

#[test]
fn several_wrong_bytes_are_refused() {
    let (_folder, path) = temporary();
    let files: Vec<Vec<u8>> = smallest()
        .iter_mut()
        .map(|table| saved(table, &path))
        .collect();
    let damage = vec((any::<usize>(), 1..=u8::MAX), 2..20);
    let claim = "several wrong bytes";
    seeded::proptest(claim, 2000, (0..files.len(), damage), |(which, damage)| {
        let mut file = files[which].clone();
        for (at, change) in damage {
            let at = at % file.len();
            file[at] ^= change;
        }
        // Two changes at one position may cancel.
        prop_assert!(file == files[which] || is_refused(&path, &file));
        Ok(())
    });
}

/// A position in the header, mostly in the fields that describe the table, and
/// the byte to write there.
fn header_change() -> impl Strategy<Value = (usize, u8)> {
    let small = prop_oneof![0..4_u8, any::<u8>()];
    (prop_oneof![8..96_usize, 16..64_usize, 0..DIGEST_AT], small)
}

#[test]
fn a_changed_header_with_a_valid_digest_is_refused_or_read_as_written() {
    let (_folder, path) = temporary();
    let files: Vec<Vec<u8>> = smallest()
        .iter_mut()
        .map(|table| saved(table, &path))
        .collect();
    let (refused, taken, wrong) = (Reached::new(), Reached::new(), Reached::new());
    let values = (0..files.len(), vec(header_change(), 1..4));
    seeded::proptest("a sealed header", 8000, values, |(which, changes)| {
        let mut file = files[which].clone();
        for (at, value) in changes {
            file[at] = value;
        }
        seal(&mut file);
        overwrite(&path, &file);
        let Ok(table) = CubeTable::open(&path) else {
            refused.hit();
            return Ok(());
        };
        taken.hit();
        let digest = table.digest().unwrap();
        let again = table.header().to_bytes(table.ranker().states(), &digest);
        prop_assert_eq!(&again[..], &file[..HEADER_BYTES]);
        // An accepted table can be used and proved without a panic.
        let goal = table.header().pattern.goal();
        prop_assert!(table.entry_of(&goal) < table.header().entries);
        let _ = table.value(&goal);
        hit_if(&wrong, table.proof(&options().memory(16 << 20)).is_err());
        Ok(())
    });
    refused.expect("a header that was refused");
    taken.expect("a header that was taken");
    wrong.expect("a table that was taken and found wrong");
}
