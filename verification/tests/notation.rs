//! Notation round trips and is read in every spelling: move sequences, facelets
//! with any white space, and errors that point at the right position.

use admit::pdb::cube::CubePattern;
use admit::space::cube::{Cube, Move, Turn, format_moves, parse_moves, parse_state};
use admit_verification::generate::cube;
use admit_verification::seeded::{self, Reached};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_oneof};
use proptest::sample::select;

const SEPARATORS: [&str; 7] = ["", " ", ",", "\t", "\n", ", ", "  "];

fn spellings(turn: Turn) -> &'static [&'static str] {
    match turn {
        Turn::Quarter => &["", "1"],
        Turn::Half => &["2", "2'", "2’", "2`", "2i"],
        Turn::Back => &["'", "’", "`", "i", "3"],
    }
}

fn spelled(m: Move, choice: u8) -> String {
    let marks = spellings(m.turn());
    format!(
        "{}{}",
        m.face().letter(),
        marks[choice as usize % marks.len()]
    )
}

/// Moves, each in one of its spellings, and their separators.
fn written_moves() -> impl Strategy<Value = (Vec<Move>, String)> {
    let word = (select(&Move::ALL[..]), any::<u8>(), select(&SEPARATORS[..]));
    vec(word, 0..30).prop_map(|words| {
        let text = (words.iter())
            .map(|&(m, choice, separator)| spelled(m, choice) + separator)
            .collect();
        (words.into_iter().map(|(m, ..)| m).collect(), text)
    })
}

#[test]
fn every_spelling_of_a_move_means_the_move() {
    let claim = "every spelling means the move";
    seeded::proptest(claim, 2000, written_moves(), |(moves, text)| {
        prop_assert_eq!(parse_state(&text), Ok(Cube::SOLVED.apply_all(&moves)));
        prop_assert_eq!(parse_moves(&text), Ok(moves));
        Ok(())
    });
}

#[test]
fn errors_point_at_what_is_not_a_move() {
    const WRONG: [&str; 12] = [
        "x2", "M", "u", "Rw", "R4", "R''", "R22", "7", "é", "F2''", "i", "D-",
    ];
    let values = (written_moves(), select(&WRONG[..]), written_moves());
    let claim = "what is not a move is pointed at";
    seeded::proptest(claim, 2000, values, |((before, text), wrong, after)| {
        let error = parse_moves(&format!("{text} {wrong} {}", after.1)).unwrap_err();
        prop_assert_eq!(&error.text, wrong);
        prop_assert_eq!(error.number, before.len() + 1);
        prop_assert_eq!(error.column, text.chars().count() + 2);
        Ok(())
    });
}

#[test]
fn facelets_are_read_back_whatever_the_spacing_and_the_case() {
    let values = (
        cube(),
        vec((any::<bool>(), select(&["", "", "", " ", "\n"][..])), 54),
    );
    seeded::proptest("facelets are read back", 1000, values, |(cube, looks)| {
        let facelets = cube.to_facelets();
        prop_assert_eq!(Cube::from_facelets(&facelets), Ok(cube));
        prop_assert_eq!(parse_state(&facelets), Ok(cube));
        let mut scattered = String::new();
        for (c, (small, space)) in facelets.chars().zip(looks) {
            scattered.push(if small { c.to_ascii_lowercase() } else { c });
            scattered.push_str(space);
        }
        prop_assert_eq!(Cube::from_facelets(&scattered), Ok(cube));
        Ok(())
    });
}

#[test]
fn exchanged_stickers_are_refused_or_give_the_same_letters() {
    let (refused, taken) = (Reached::new(), Reached::new());
    let values = (cube(), vec((0..54_usize, 0..54_usize), 1..4));
    seeded::proptest("exchanged stickers", 3000, values, |(cube, swaps)| {
        let mut letters: Vec<char> = cube.to_facelets().chars().collect();
        for (a, b) in swaps {
            letters.swap(a, b);
        }
        let text: String = letters.into_iter().collect();
        match Cube::from_facelets(&text) {
            Err(_) => refused.hit(),
            Ok(read) => {
                taken.hit();
                prop_assert_eq!(read.validate(), Ok(()));
                prop_assert_eq!(read.to_facelets(), text);
            }
        }
        Ok(())
    });
    refused.expect("facelets that were refused");
    taken.expect("facelets that were taken");
}

#[test]
fn no_text_makes_a_reader_panic() {
    let (read, refused) = (Reached::new(), Reached::new());
    let near_misses = "[URFDLBurfdlbxMi0-9' ’`,:+\n\\-cornedgs]{0,70}";
    let texts = prop_oneof![3 => near_misses, 1 => any::<String>()];
    seeded::proptest("no text makes a reader panic", 4000, texts, |text| {
        match parse_moves(&text) {
            Ok(moves) => {
                read.hit();
                prop_assert_eq!(parse_moves(&format_moves(&moves)), Ok(moves));
            }
            Err(error) => {
                refused.hit();
                let rest: String = text.chars().skip(error.column - 1).collect();
                prop_assert!(rest.starts_with(&error.text), "{error:?}");
            }
        }
        let _ = parse_state(&text);
        let _ = Cube::from_facelets(&text);
        let _ = text.parse::<CubePattern>();
        Ok(())
    });
    read.expect("text that is moves");
    refused.expect("text that is not");
}
