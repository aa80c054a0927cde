//! `TopSpin`: ranks, operators, reachable states and distances.

use admit::files::Options;
use admit::heuristic::{Heuristic, Pdb, Zero};
use admit::pdb::{Table, TokenPattern};
use admit::search::solve;
use admit::space::distances::{breadth_first, to_goals};
use admit::space::topspin::{Ring, TopSpin};
use admit::space::{Abstraction, Ranked, Space};
use admit_verification::seeded::{self, Reached};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq};
use proptest::sample::subsequence;
use std::collections::HashSet;

fn spin(n: usize, k: usize) -> TopSpin {
    TopSpin::new(n, k).expect("a ring of that size")
}

/// A ring of any size with any turnstile.
fn any_ring() -> impl Strategy<Value = (TopSpin, Ring)> {
    (2_usize..=16)
        .prop_flat_map(|n| (Just(n), 2..=n, any::<u64>()))
        .prop_map(|(n, k, number)| {
            let spin = spin(n, k);
            (spin, spin.unrank(number % spin.size()).expect("a state"))
        })
}

/// The successors of a ring, from the definition: lists, doubled so
/// that every window is contiguous.
fn operate(n: usize, k: usize, ring: &Ring) -> Vec<Vec<u8>> {
    let tokens: Vec<u8> = ring.iter().collect();
    (0..n)
        .map(|begin| {
            let window: Vec<usize> = (begin..begin + k).map(|place| place % n).collect();
            let mut after = tokens.clone();
            for (&from, &to) in window.iter().zip(window.iter().rev()) {
                after[to] = tokens[from];
            }
            after
        })
        .collect()
}

#[test]
fn rank_and_unrank_are_inverse_on_rings() {
    for n in 2..=8 {
        let spin = spin(n, 2);
        let mut last = None;
        for number in 0..spin.size() {
            let ring = spin.unrank(number).expect("a state");
            assert_eq!(spin.rank(&ring), number);
            assert!(last < Some(ring), "numbered in their order");
            last = Some(ring);
        }
    }
    seeded::proptest(
        "numbers and rings belong together",
        3000,
        (any_ring(), any::<u64>()),
        |((spin, ring), number)| {
            prop_assert_eq!(spin.unrank(spin.rank(&ring)).expect("a state"), ring);
            let number = number % spin.size();
            prop_assert_eq!(spin.rank(&spin.unrank(number).expect("a state")), number);
            prop_assert_eq!(spin.parse(&ring.to_string()), Ok(ring));
            prop_assert_eq!(ring.to_string().replace(' ', ",").parse::<Ring>(), Ok(ring));
            Ok(())
        },
    );
}

#[test]
fn successors_are_the_reversals_and_their_own_inverses() {
    let around = Reached::new();
    seeded::proptest(
        "successors are the reversals and undo themselves",
        3000,
        any_ring(),
        |(spin, ring)| {
            let (n, k) = (spin.tokens(), spin.reversed());
            let after: Vec<(Ring, u32)> = spin.successors(&ring).collect();
            let tokens: Vec<Vec<u8>> = after.iter().map(|(r, _)| r.iter().collect()).collect();
            prop_assert_eq!(tokens, operate(n, k, &ring));
            for (begin, (next, cost)) in after.into_iter().enumerate() {
                prop_assert_eq!(cost, 1);
                prop_assert_eq!(spin.successors(&next).nth(begin), Some((ring, 1)));
                if begin + k > n {
                    around.hit();
                }
            }
            Ok(())
        },
    );
    around.expect("a window around the end");
}

/// Number of reachable arrangements, for every small ring: exactly those
/// that the two rules allow, except where the whole ring is reflected.
#[test]
fn reachable_arrangements_are_those_that_the_rules_allow() {
    let mut exact = 0;
    for n in 2..=8 {
        for k in 2..=n {
            let spin = spin(n, k);
            let reached = breadth_first(&spin, [spin.goal()], 50_000).expect("a small space");
            let mut allowed = 0;
            for number in 0..spin.size() {
                let ring = spin.unrank(number).expect("a state");
                let solvable = spin.check_solvable(&ring).is_ok();
                allowed += solvable as usize;
                assert!(solvable || !reached.contains_key(&ring), "{n} {k}: {ring}");
            }
            if k + 1 >= n {
                assert!(reached.len() <= 2 * n, "{n} {k}");
            } else {
                assert_eq!(reached.len(), allowed, "{n} {k}");
                exact += 1;
            }
            if spin.keeps_even() && !spin.keeps_places() {
                assert_eq!(allowed as u64, spin.size() / 2);
            }
        }
    }
    assert_eq!(
        exact, 15,
        "rings with at least two tokens outside the window"
    );
}

/// Exchanging neighbours on a ring of n takes ⌊n²/4⌋ exchanges at most.
#[test]
fn exchanges_of_neighbours_have_the_known_diameter() {
    for n in 3..=8_u16 {
        let spin = spin(n as usize, 2);
        let table = Table::build(&spin, &Options::default()).expect("a small table");
        assert_eq!(table.max(), Some(n * n / 4));
        assert_eq!(table.histogram().iter().sum::<u64>(), spin.size());
    }
}

#[test]
fn tables_of_rings_are_their_distances() {
    for (n, k) in [
        (2, 2),
        (5, 4),
        (6, 3),
        (6, 4),
        (7, 4),
        (8, 3),
        (8, 4),
        (8, 5),
    ] {
        let spin = spin(n, k);
        let plain = breadth_first(&spin, [spin.goal()], 50_000).expect("a small space");
        let table = Table::build(&spin, &Options::default()).expect("a small table");
        let table = table.prove(&Options::default()).expect("a proof");
        for number in 0..spin.size() {
            let distance = plain
                .get(&spin.unrank(number).expect("a state"))
                .map(|&d| d as u16);
            assert_eq!(table.value(number), distance);
        }
        assert_eq!(table.histogram().iter().sum::<u64>(), plain.len() as u64);
    }
}

/// A ring of any size and some of its tokens in some order.
fn any_pattern() -> impl Strategy<Value = (TopSpin, Ring, TokenPattern)> {
    any_ring().prop_flat_map(|(spin, ring)| {
        let all: Vec<u8> = (0..spin.tokens() as u8).collect();
        let count = all.len();
        subsequence(all, 1..=count)
            .prop_shuffle()
            .prop_map(move |tracked| {
                let pattern = TokenPattern::new(&spin, &tracked).expect("different tokens");
                (spin, ring, pattern)
            })
    })
}

#[test]
fn projection_commutes_with_reversals() {
    let (moved, unmoved) = (Reached::new(), Reached::new());
    seeded::proptest(
        "projecting and reversing commute",
        3000,
        any_pattern(),
        |(spin, ring, pattern)| {
            prop_assert!(pattern.is_goal(&pattern.project(&spin.goal())));
            let places = pattern.project(&ring);
            for (&token, place) in pattern
                .tokens()
                .iter()
                .zip(places.iter(pattern.tokens().len()))
            {
                prop_assert_eq!(ring.token(place as usize), token);
            }
            prop_assert_eq!(
                pattern.unrank(pattern.rank(&places)).expect("a state"),
                places
            );
            let projected: Vec<_> = (spin.successors(&ring))
                .map(|(next, cost)| (pattern.project(&next), cost))
                .collect();
            let reversed: Vec<_> = pattern.successors(&places).collect();
            prop_assert_eq!(&projected, &reversed);
            for (next, _) in reversed {
                if next == places { &unmoved } else { &moved }.hit();
            }
            Ok(())
        },
    );
    moved.expect("a tracked token that moves");
    unmoved.expect("a reversal that moves none");
}

#[test]
fn numbers_and_places_belong_together() {
    for (n, tracked) in [
        (2, &[1][..]),
        (5, &[4, 0, 2, 1, 3]),
        (9, &[8, 2, 5]),
        (16, &[0, 15, 7]),
    ] {
        let pattern = TokenPattern::new(&spin(n, 2), tracked).expect("a pattern");
        let all: HashSet<_> = (0..pattern.size())
            .inspect(|&number| {
                assert_eq!(
                    pattern.rank(&pattern.unrank(number).expect("a state")),
                    number
                );
            })
            .map(|number| pattern.unrank(number).expect("a state"))
            .collect();
        assert_eq!(all.len() as u64, pattern.size());
    }
}

#[test]
fn pattern_databases_of_rings_are_admissible() {
    let spin = spin(8, 4);
    let exact = Table::build(&spin, &Options::default()).expect("a small table");
    let mut below = 0;
    for tracked in [&[3][..], &[0, 4], &[7, 2, 5, 1], &[0, 1, 2, 3, 4, 5]] {
        let pattern = TokenPattern::new(&spin, tracked).expect("a pattern");
        let all = (0..pattern.size()).map(|number| pattern.unrank(number).expect("a state"));
        let plain = to_goals(&pattern, all).expect("a small space");
        let heuristic =
            Pdb::build(&spin, pattern.clone(), &Options::default()).expect("a small table");
        for number in 0..pattern.size() {
            let distance = plain
                .get(&pattern.unrank(number).expect("a state"))
                .map(|&d| d as u16);
            assert_eq!(heuristic.table().value(number), distance);
        }
        for number in (0..spin.size()).filter(|&n| exact.value(n).is_some()) {
            let ring = spin.unrank(number).expect("a state");
            let h = heuristic.h(&ring).expect("an estimate");
            let h = h.finite().expect("a way to the goal");
            let distance = exact.value(number).expect("it is finite") as i32;
            assert!(h <= distance, "{pattern}: {ring}");
            below += (h < distance) as u64;
            for (next, cost) in spin.successors(&ring) {
                let next = heuristic.h(&next).expect("an estimate");
                assert!(h <= next.finite().expect("a way") + cost as i32);
            }
        }
        seeded::proptest(
            "patterns of rings guide to the exact distance",
            30,
            vec(any::<u8>(), 0..12),
            |steps| {
                let start = steps.iter().fold(spin.goal(), |ring, &step| {
                    let after = spin.successors(&ring).nth(step as usize % 8);
                    after.expect("eight operators").0
                });
                let distance = exact.value(spin.rank(&start)).map(|d| d as u32);
                let guided = solve(&spin, start, &heuristic).expect("a search");
                prop_assert_eq!(guided.cost(), distance);
                let blind = solve(&spin, start, &Zero).expect("a search");
                prop_assert_eq!(blind.cost(), distance);
                Ok(())
            },
        );
    }
    assert!(below > 0, "patterns are smaller than the ring");
}
