//! Files and ranks of HOG2, byte for byte.
//!
//! Digests are those of files written by HOG2 (branch `PDB-refactor`, commit 70842df) with its 32
//! uninitialised bytes set to zero; ranks and distances are HOG2's for the states after the given
//! moves.

use super::tables::{LISTED_CORNERS, built};
use super::{Evidence, Settled};
use admit::files::{Options, hex};
use admit::pdb::cube::exchange::hog2;
use admit::pdb::cube::{CubePattern, CubeRanker, CubeTable, Order};
use admit::space::cube::{Cube, parse_moves};

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "hog2.rs":
        sweep Quick small_files,
        sweep Quick file_of_all_corners,
        sweep Quick compressed_file,
        exhaustive Quick ranks_of_states,
    }
}

/// Compares lengths and digests of written files; every byte counts as a case.
fn same_files<'a>(files: impl Iterator<Item = (&'a CubeTable, u64, &'static str)>) -> Settled {
    let (mut wrong, mut names, mut all) = (None, Vec::new(), 0);
    for (table, length, digest) in files {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let file = folder.path().join("hog2.pdb");
        hog2::write(table, &file, &Options::default()).expect("the file can be written");
        let bytes = std::fs::read(&file).expect("it was just written");
        let pattern = table.header().pattern;
        if (bytes.len() as u64, hex(blake3::hash(&bytes).as_bytes())) != (length, digest.to_owned())
        {
            wrong = Some(format!("the file of {pattern} differs"));
        }
        names.push(pattern.to_string());
        all += bytes.len() as u64;
    }
    let scope = format!("every byte of the files of {}", names.join("; "));
    Settled::holds_unless(wrong, scope, all)
}

/// Patterns with length and digest of their files.
#[rustfmt::skip]
const SMALL: [(&str, u64, &str); 9] = [
    ("edges:UL,FL,UF,FR", 95_276, "cc55bc9be3348f1580dad10554f39629e5f842851a949ed209fcf394f588f00f"),
    ("edges:UL,FR,BR", 5_508, "35ff23953f54158359f9e34b6a694b1e2caabf3f9c6f248972cee5bcc0af8818"),
    ("edges:BL,UR,UF,DF", 95_276, "6619572663bb15ed53d50a5bb3d2b035e8292471c66dc88665043d7120b97fe3"),
    ("corners:UFL,UFR,UBR", 4_764, "f5ad9519b17872048aa565888d11a8986c02937e597f89e3d5d9163f825f6671"),
    ("corners:UFR,DFL,DBR,DBL", 68_276, "d35b7bddf029190d2e0b3fd6ea082633708c8da272d9b050c7dfdcdcf6e7b3c7"),
    ("corners:UBR,DFR+edges:UL,FR", 133_292, "df0a3678675dcaed282d65d8eebbf9d2fd7b11efc8456fe3c70b6d72da4932b9"),
    ("corners:DBL,UBL+edges:DB,DL", 133_292, "acdf02ae40f769f7819987d776c1f6ee8008ee7e638803fe32c74c4bace4922c"),
    ("edges:BR", 228, "4cb0f91f08f3d41deebef205a1451ae0c9844b2d3d78e5d6d694905287303b1f"),
    ("corners:DBR,UFR", 476, "a629176a1869c3200bf0e635258f5a0b053f65def12ad9bdbd7b759d555d9572"),
];

fn small_files() -> Settled {
    let tables = SMALL.map(|(pattern, ..)| built(pattern));
    let files = tables.iter().zip(SMALL);
    same_files(files.map(|(table, (_, length, digest))| (table, length, digest)))
}

fn file_of_all_corners() -> Settled {
    let digest = "5fbbf61a8db4a1236867eea7980600b769f41bc8052969f69be6a469f1f94e53";
    same_files([(&*LISTED_CORNERS.get(), 44_090_188, digest)].into_iter())
}

/// Seven states share an entry; HOG2 calls such a table divided.
fn compressed_file() -> Settled {
    let divided = built("edges:UL,FL,UF,FR").compress(7, Order::Hog2, &Options::default());
    let divided = divided.expect("a full table");
    let digest = "b1de6e869cf4726d3734e7f297b66d51bd0d249d2a1850172a30e690b18b4879";
    same_files([(&divided, 13_820, digest)].into_iter())
}

/// Patterns of [`ANSWERS`].
const PATTERNS: [&str; 4] = [
    "edges:UL,FL,UF,FR",
    "edges:BL,UR,UF,DF",
    "corners:UFR,DFL,DBR,DBL",
    "corners:UBR,DFR+edges:UL,FR",
];

/// Moves, and for each pattern HOG2's rank and distance.
#[rustfmt::skip]
const ANSWERS: [(&str, [(u64, u8); 4]); 13] = [
    ("", [(0, 0), (7_963, 0), (1_593, 0), (12_130, 0)]),
    ("F D F L2 D2 B2 U' D2 U' F' F F' D2 B2 F2 U F", [(126_334, 6), (35_308, 4), (2_001, 4), (180_464, 6)]),
    ("L2 L2 U U2 R' R U F' R2 U F' D2 L'", [(77_778, 5), (86_996, 5), (10_999, 6), (39_705, 6)]),
    ("F B' L2 F R2 R' R F' F", [(134_300, 3), (89_478, 4), (15_732, 3), (204_081, 4)]),
    ("L' L B R2 U2", [(15_052, 2), (151_127, 3), (8_598, 3), (93_073, 3)]),
    ("D'", [(0, 0), (6_643, 1), (1_225, 1), (12_122, 1)]),
    ("U F2 U2 U L2 F' L' R2 L R D2 U B F2 F2 R2 U D2", [(8_510, 6), (98_847, 6), (26_672, 6), (49_874, 5)]),
    ("D2 R2 L U' L2 B B2 D D' D2 U R2 D2 L2", [(153_180, 6), (68_756, 5), (86_842, 4), (193_573, 6)]),
    ("L2 L2 U2 L2 F' F B' D2 U' L", [(47_922, 5), (58_592, 4), (6_262, 5), (15_196, 5)]),
    ("F R2 F' R2 B2 L'", [(185_011, 4), (31_853, 4), (85_773, 6), (245_703, 5)]),
    ("B2 D'", [(0, 0), (6_641, 2), (105, 2), (12_126, 2)]),
    ("B' L' D2 F' U' F2 D' U U2 F2 B' F R2 U D R L2 B2 L'", [(26_108, 6), (95_033, 4), (10_823, 4), (22_272, 6)]),
    ("B2 R D D' R D2 F2 D' U2 R' D' R2 B2 R2 F'", [(96_919, 6), (145_845, 6), (64_728, 6), (155_035, 6)]),
];

fn ranks_of_states() -> Settled {
    let patterns: [CubePattern; 4] = PATTERNS.map(|p| p.parse().expect("a pattern"));
    let tables = PATTERNS.map(built);
    let rankers = patterns.map(|p| CubeRanker::with_order(p, Order::Hog2).expect("it has one"));
    let mut wrong = None;
    for (moves, answers) in ANSWERS {
        let cube = Cube::SOLVED.apply_all(&parse_moves(moves).expect("moves"));
        for (i, (rank, distance)) in answers.into_iter().enumerate() {
            let state = patterns[i].project(&cube);
            let found = (rankers[i].rank(&state), tables[i].value(&state));
            if found != (rank, distance) || rankers[i].state(rank) != state {
                wrong = Some(format!("{} after {moves}: {found:?}", PATTERNS[i]));
            }
        }
    }
    let cases = ANSWERS.len() * PATTERNS.len();
    let scope = format!("ranks and distances of {cases} states, each after random moves");
    Settled::holds_unless(wrong, scope, cases as u64)
}
