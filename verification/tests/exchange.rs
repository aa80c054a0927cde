//! Other formats: tables survive a round trip through `.npy` and HOG2 files;
//! damaged files are refused, or at least do not cause a panic.

use crate::{hit_one, options, temporary};
use admit::files::FileError;
use admit::pdb::cube::exchange::{hog2, npy};
use admit::pdb::cube::{CubePattern, CubeTable, Order};
use admit_verification::forge::overwrite;
use admit_verification::generate::{Exact, SmallTable, table};
use admit_verification::reference::for_each_state;
use admit_verification::seeded::{self, Reached};
use proptest::collection::vec;
use proptest::prelude::{any, prop_assert, prop_assert_eq};
use proptest::test_runner::TestCaseError;
use std::path::Path;

/// A low limit, so that a damaged file cannot make a proof build a large table.
const MEMORY: u64 = 16 << 20;

fn smallest() -> (SmallTable, CubePattern) {
    let pattern = "edges:UR,UF".parse().unwrap();
    (SmallTable::build(pattern), pattern)
}

fn same_values(a: &CubeTable, b: &CubeTable) -> bool {
    let mut same = a.header().pattern == b.header().pattern;
    for_each_state(&a.header().pattern, &mut |s| {
        same &= a.value(s) == b.value(s);
    });
    same
}

/// Writes a table as HOG2 does, and returns the file.
fn written(table: &CubeTable, path: &Path) -> Vec<u8> {
    hog2::write(table, path, &options()).unwrap();
    std::fs::read(path).unwrap()
}

fn opened(path: &Path, factor: Option<u64>) -> Result<CubeTable, FileError> {
    hog2::read(path, factor, &options())
}

#[test]
fn npy_files_round_trip() {
    fn property(exact: Exact<13_000>) -> bool {
        let (_folder, path) = temporary();
        let exact = exact.0;
        npy::write(&exact, &path).unwrap();
        let file = std::fs::read(&path).unwrap();
        let start = file.len() - exact.header().entries as usize;
        let entries = (0..exact.header().entries).map(|i| exact.entry(i));
        let read = npy::read(&path, exact.header().pattern, &options()).unwrap();
        file.starts_with(b"\x93NUMPY")
            && entries.eq(file[start..].iter().copied())
            && read.bytes() == exact.bytes()
            && read.header().histogram == exact.header().histogram
            && read.header().is_exact()
    }
    seeded::quickcheck("npy round trip", 60, property as fn(_) -> bool);
}

#[test]
fn hog2_files_round_trip_from_any_order() {
    let values = (table(13_000), any::<u8>());
    seeded::proptest("HOG2 round trip", 60, values, |(exact, order)| {
        let (_folder, path) = temporary();
        let order = Order::ALL[order as usize % 5];
        let renumbered = exact.compress(1, order, &options()).unwrap();
        hog2::write(&renumbered, &path, &options()).unwrap();
        let read = opened(&path, None).unwrap();
        prop_assert_eq!(read.bytes(), exact.bytes());
        prop_assert_eq!(read.header().histogram, exact.header().histogram);
        prop_assert!(read.header().is_exact());
        // Writing again gives the same file.
        let file = std::fs::read(&path).unwrap();
        hog2::write(&read, &path, &options()).unwrap();
        prop_assert_eq!(std::fs::read(&path).unwrap(), file);
        Ok(())
    });
}

#[test]
fn compressed_hog2_files_round_trip_with_the_factor() {
    let (inferred, ambiguous) = (Reached::new(), Reached::new());
    let values = (table(13_000), 2..200_u64);
    seeded::proptest("HOG2 compressed", 200, values, |(exact, factor)| {
        let (_folder, path) = temporary();
        let small = exact.compress(factor, Order::Hog2, &options()).unwrap();
        hog2::write(&small, &path, &options()).unwrap();
        let read = opened(&path, Some(factor)).unwrap();
        prop_assert_eq!(read.bytes(), small.bytes());
        prop_assert_eq!(read.header().histogram, small.header().histogram);
        prop_assert_eq!(
            (read.header().factor, read.header().order),
            (factor, Order::Hog2)
        );
        // Without the factor: the right one or none, unless there is one entry,
        // as for every larger factor.
        match opened(&path, None) {
            Ok(read) => {
                inferred.hit();
                prop_assert!(same_values(&read, &small));
            }
            Err(error) => {
                ambiguous.hit();
                prop_assert!(error.to_string().contains("say which"), "{error}");
            }
        }
        let other = opened(&path, Some(factor + 200));
        let states = exact.header().entries;
        let fits = states.div_ceil(factor) == states.div_ceil(factor + 200);
        prop_assert_eq!(other.is_ok(), fits);
        Ok(())
    });
    inferred.expect("a factor that could be inferred");
    ambiguous.expect("a factor that could not");
}

#[test]
fn tables_without_a_hog2_form_are_not_written() {
    let (_folder, path) = temporary();
    let (exact, _) = smallest();
    let refused =
        |table: CubeTable| hog2::write(&table, &path, &options()).is_err() && !path.exists();
    assert!(refused(exact.modulo3(&options()).unwrap()));
    assert!(refused(exact.minus(&exact, &options()).unwrap()));
    for order in [
        Order::Block,
        Order::Orientation,
        Order::Cubie,
        Order::UpDown,
    ] {
        assert!(
            refused(exact.compress(2, order, &options()).unwrap()),
            "{order}"
        );
    }
}

/// The length of a HOG2 header with this number of cubies.
fn hog2_header(cubies: usize) -> usize {
    204 + 8 * cubies
}

fn is_format_error(read: Result<CubeTable, FileError>) -> bool {
    matches!(read, Err(FileError::Format { .. }))
}

#[test]
fn truncated_and_extended_hog2_files_are_refused() {
    let (_folder, path) = temporary();
    let (exact, _) = smallest();
    let file = written(&exact, &path);
    assert_eq!(file.len(), hog2_header(2) + 528 / 2);
    for len in 0..file.len() {
        overwrite(&path, &file[..len]);
        assert!(is_format_error(opened(&path, None)), "{len} bytes");
    }
    for added in 1..20 {
        let longer = [&file[..], &vec![0; added]].concat();
        overwrite(&path, &longer);
        assert!(is_format_error(opened(&path, None)), "{added} added");
    }
}

#[test]
fn a_flipped_bit_in_a_hog2_header_is_refused_or_ignored() {
    let (_folder, path) = temporary();
    let (exact, _) = smallest();
    let file = written(&exact, &path);
    let (mut refused, mut taken) = (0, 0);
    for bit in 0..8 * hog2_header(2) {
        let mut flipped = file.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        overwrite(&path, &flipped);
        match opened(&path, None) {
            Err(_) => refused += 1,
            Ok(read) => {
                taken += 1;
                assert!(same_values(&read, &exact), "bit {bit}");
            }
        }
    }
    // Twice 16 bytes are ignored, and a plain table is also a table divided by one.
    assert_eq!(taken, 2 * 16 * 8 + 1);
    assert!(refused > 0);
}

/// Reads and uses a file with any content.
fn use_hog2(path: &Path, factor: Option<u64>) -> Result<bool, TestCaseError> {
    let Ok(table) = opened(path, factor) else {
        return Ok(false);
    };
    let goal = table.header().pattern.goal();
    prop_assert!(table.entry_of(&goal) < table.header().entries);
    let _ = table.value(&goal);
    let _ = table.proof(&options().memory(MEMORY));
    Ok(true)
}

#[test]
fn damaged_hog2_files_never_panic() {
    let (_folder, path) = temporary();
    let (exact, _) = smallest();
    let plain = written(&exact, &path);
    let minima = exact.compress(9, Order::Hog2, &options()).unwrap();
    let divided = written(&minima, &path);
    let (refused, taken) = (Reached::new(), Reached::new());
    let values = (
        any::<bool>(),
        vec((0..plain.len(), any::<u8>()), 1..6),
        proptest::option::of(1..20_u64),
    );
    let claim = "damaged HOG2 files";
    seeded::proptest(claim, 6000, values, |(which, damage, factor)| {
        let mut file = if which {
            plain.clone()
        } else {
            divided.clone()
        };
        for (at, value) in damage {
            let at = at % file.len();
            file[at] = value;
        }
        overwrite(&path, &file);
        hit_one(&taken, &refused, use_hog2(&path, factor)?);
        Ok(())
    });
    refused.expect("a file that was refused");
    taken.expect("a file that was taken");
}

#[test]
fn a_factor_of_zero_is_refused_when_a_hog2_file_is_read() {
    let (_folder, path) = temporary();
    let (exact, _) = smallest();
    let mut file = written(&exact, &path);
    // The type of the table: "divided", here by one.
    let at = hog2_header(2) - 60;
    assert_eq!(file[at..at + 4], [0; 4]);
    file[at] = 1;
    overwrite(&path, &file);
    let divided = opened(&path, Some(1)).unwrap();
    assert!(same_values(&divided, &exact));
    assert!(is_format_error(opened(&path, Some(0))));
}

#[test]
fn damaged_npy_files_never_panic() {
    let (_folder, path) = temporary();
    let (exact, pattern) = smallest();
    npy::write(&exact, &path).unwrap();
    let file = std::fs::read(&path).unwrap();
    for len in 0..file.len() {
        overwrite(&path, &file[..len]);
        assert!(
            is_format_error(npy::read(&path, pattern, &options())),
            "{len} bytes"
        );
    }
    overwrite(&path, &[&file[..], &[0]].concat());
    assert!(is_format_error(npy::read(&path, pattern, &options())));
    let (refused, taken) = (Reached::new(), Reached::new());
    let header = file.len() - exact.header().entries as usize;
    // Bytes with a meaning in the header, and any others.
    let byte = proptest::prop_oneof![
        proptest::sample::select(&b"0123456789,()[]{}'|<>u1bTrueFals:- \n\0\xFF"[..]),
        any::<u8>(),
    ];
    let damage = vec((0..file.len().min(2 * header), byte), 1..5);
    seeded::proptest("damaged npy files", 6000, damage, |damage| {
        let mut file = file.clone();
        for (at, value) in damage {
            file[at] = value;
        }
        overwrite(&path, &file);
        match npy::read(&path, pattern, &options()) {
            Err(_) => refused.hit(),
            Ok(table) => {
                taken.hit();
                let right = table.bytes() == exact.bytes();
                prop_assert_eq!(table.proof(&options().memory(MEMORY)).is_ok(), right);
            }
        }
        Ok(())
    });
    refused.expect("a file that was refused");
    taken.expect("a file that was taken");
}

#[test]
fn npy_refuses_other_patterns_and_values_that_are_not_distances() {
    let (_folder, path) = temporary();
    let (exact, pattern) = smallest();
    npy::write(&exact, &path).unwrap();
    let other = "edges:UR".parse().unwrap();
    assert!(is_format_error(npy::read(&path, other, &options())));
    let file = std::fs::read(&path).unwrap();
    let start = file.len() - exact.header().entries as usize;
    for value in 0..=u8::MAX {
        let mut changed = file.clone();
        changed[start + 100] = value;
        overwrite(&path, &changed);
        assert_eq!(
            npy::read(&path, pattern, &options()).is_ok(),
            value <= 14,
            "{value}"
        );
    }
}
