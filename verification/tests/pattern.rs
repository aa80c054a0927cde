//! A pattern is an abstraction: projection commutes with every move and with restriction to fewer
//! cubies, so its distances are admissible. Printed patterns are read back.

use crate::{hit_if, hit_one};
use admit::pdb::cube::{CubePattern, PatternError};
use admit::space::cube::{CORNER_NAMES, EDGE_NAMES, Move};
use admit_verification::generate::{Tracked, cube, nested, pattern};
use admit_verification::seeded::{self, Reached};
use proptest::prelude::{any, prop_assert, prop_assert_eq};

/// No table is needed, so the number of states may be anything up to `u64::MAX`.
const ANY: u64 = 1_000_000_000_000;

#[test]
fn restriction_is_projection_and_commutes_with_moves() {
    let smaller = Reached::new();
    let claim = "restriction is projection";
    let values = (nested(ANY), cube());
    seeded::proptest(claim, 1000, values, |((outer, inner), cube)| {
        hit_if(&smaller, inner != outer);
        prop_assert!(outer.contains(&inner));
        let state = outer.project(&cube);
        let seen = outer.restrict(&state, &inner);
        prop_assert_eq!(seen, Some(inner.project(&cube)));
        for m in Move::ALL {
            let moved = outer.restrict(&outer.apply(&state, m), &inner);
            prop_assert_eq!(moved, seen.map(|s| inner.apply(&s, m)));
        }
        Ok(())
    });
    smaller.expect("a pattern strictly inside");
}

#[test]
fn restriction_to_a_pattern_that_is_not_inside_is_refused() {
    let (inside, outside) = (Reached::new(), Reached::new());
    let claim = "nothing is seen of what is not inside";
    let values = (pattern(ANY), pattern(ANY), cube());
    seeded::proptest(claim, 2000, values, |(one, other, cube)| {
        let all_named = other
            .cubie_names()
            .all(|n| one.cubie_names().any(|o| o == n));
        prop_assert_eq!(one.contains(&other), all_named);
        let seen = one.restrict(&one.project(&cube), &other);
        prop_assert_eq!(seen.is_some(), all_named);
        hit_one(&inside, &outside, all_named);
        Ok(())
    });
    inside.expect("a pattern inside");
    outside.expect("a pattern not inside");
}

#[test]
fn printed_patterns_are_read_back() {
    fn property(pattern: Tracked<{ u64::MAX }>) -> bool {
        let pattern = pattern.0;
        pattern.to_string().parse() == Ok(pattern) && pattern.listed().parse() == Ok(pattern)
    }
    let claim = "printed patterns are read back";
    seeded::quickcheck(claim, 2000, property as fn(_) -> bool);
    for (name, pattern) in CubePattern::named() {
        assert_eq!(pattern.to_string(), name);
        assert_eq!(name.parse(), Ok(pattern));
        assert_eq!(pattern.listed().parse(), Ok(pattern));
    }
}

/// A cubie's name with its letters rotated, some in lower case.
fn respelled(name: &str, key: u8) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let turn = key as usize % letters.len();
    letters.rotate_left(turn);
    if key & 4 != 0 {
        letters.reverse();
    }
    if key & 8 != 0 {
        letters[0].make_ascii_lowercase();
    }
    let [before, after] = [key >> 4 & 1, key >> 5 & 1].map(|n| " ".repeat(n as usize));
    before + &letters.into_iter().collect::<String>() + &after
}

#[test]
fn patterns_are_read_however_the_cubies_are_spelled() {
    let values = (pattern(u64::MAX), any::<[u8; 20]>(), any::<u8>());
    let claim = "patterns are read however they are spelled";
    seeded::proptest(claim, 1000, values, |(pattern, keys, style)| {
        let names = |cubies: &[u8], names: &[&str], keys: &[u8]| {
            let respelled =
                (cubies.iter().zip(keys)).map(|(&c, &key)| respelled(names[c as usize], key));
            respelled.collect::<Vec<_>>().join(",")
        };
        let corners = names(pattern.corners(), &CORNER_NAMES, &keys[..8]);
        let edges = names(pattern.edges(), &EDGE_NAMES, &keys[8..]);
        let kind = |plural: &str| {
            let word = if style & 1 == 0 {
                plural
            } else {
                plural.trim_end_matches('s')
            };
            if style & 2 == 0 {
                word.to_owned()
            } else {
                word.to_uppercase()
            }
        };
        let mut parts = [
            format!("{}:{corners}", kind("corners")),
            format!("{}:{edges}", kind("edges")),
        ];
        if style & 4 != 0 {
            parts.reverse();
        }
        prop_assert_eq!(parts.join("+").parse(), Ok(pattern));
        Ok(())
    });
}

#[test]
fn a_cubie_listed_twice_is_refused() {
    fn property(pattern: Tracked<ANY>, which: u8) -> bool {
        let (mut corners, mut edges) = (pattern.0.corners().to_vec(), pattern.0.edges().to_vec());
        let which = which as usize % (corners.len() + edges.len());
        let name = pattern.0.cubie_names().nth(which);
        if which < corners.len() {
            corners.push(corners[which]);
        } else {
            edges.push(edges[which - corners.len()]);
        }
        let refused = CubePattern::new(&corners, &edges);
        matches!(refused, Err(PatternError::Twice { name: said, .. }) if Some(said) == name)
    }
    let claim = "a cubie listed twice is refused";
    seeded::quickcheck(claim, 500, property as fn(_, _) -> bool);
}
