//! `TopSpin`: ranks, operators, reachable states and distances.

use crate::{hit_if, hit_one, options};
use admit::pdb::{Table, TokenPattern};
use admit::space::distances::breadth_first;
use admit::space::topspin::{Ring, TopSpin};
use admit::space::{Abstraction, Ranked, Space};
use admit_verification::seeded::{self, Reached};
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq};
use proptest::sample::subsequence;

fn spin(n: usize, k: usize) -> TopSpin {
    TopSpin::new(n, k).unwrap()
}

/// A ring of any size with any turnstile.
fn any_ring() -> impl Strategy<Value = (TopSpin, Ring)> {
    (2_usize..=16)
        .prop_flat_map(|n| (Just(n), 2..=n, any::<u64>()))
        .prop_map(|(n, k, number)| {
            let spin = spin(n, k);
            (spin, spin.unrank(number % spin.size()).unwrap())
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
    let claim = "numbers and rings belong together";
    let values = (any_ring(), any::<u64>());
    seeded::proptest(claim, 3000, values, |((spin, ring), number)| {
        prop_assert_eq!(spin.unrank(spin.rank(&ring)).unwrap(), ring);
        let number = number % spin.size();
        let other = spin.unrank(number).unwrap();
        prop_assert_eq!(spin.rank(&other), number);
        prop_assert_eq!(spin.rank(&ring).cmp(&number), ring.cmp(&other));
        prop_assert_eq!(spin.parse(&ring.to_string()), Ok(ring));
        prop_assert_eq!(ring.to_string().replace(' ', ",").parse::<Ring>(), Ok(ring));
        Ok(())
    });
}

#[test]
fn successors_are_the_reversals_and_their_own_inverses() {
    let around = Reached::new();
    let claim = "successors are the reversals and undo themselves";
    seeded::proptest(claim, 3000, any_ring(), |(spin, ring)| {
        let (n, k) = (spin.tokens(), spin.reversed());
        let after: Vec<(Ring, u32)> = spin.successors(&ring).collect();
        let tokens: Vec<Vec<u8>> = after.iter().map(|(r, _)| r.iter().collect()).collect();
        prop_assert_eq!(tokens, operate(n, k, &ring));
        for (begin, (next, cost)) in after.into_iter().enumerate() {
            prop_assert_eq!(cost, 1);
            prop_assert_eq!(spin.successors(&next).nth(begin), Some((ring, 1)));
            hit_if(&around, begin + k > n);
        }
        Ok(())
    });
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
            let reached = breadth_first(&spin, [spin.goal()], 50_000).unwrap();
            let mut allowed = 0;
            for number in 0..spin.size() {
                let ring = spin.unrank(number).unwrap();
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
    assert_eq!(exact, 15, "rings with at least two tokens outside");
}

/// Exchanging neighbours on a ring of n takes ⌊n²/4⌋ exchanges at most.
#[test]
fn exchanges_of_neighbours_have_the_known_diameter() {
    for n in 3..=8_u16 {
        let spin = spin(n as usize, 2);
        let table = Table::build(&spin, &options()).unwrap();
        assert_eq!(table.max(), Some(n * n / 4));
        assert_eq!(table.histogram().iter().sum::<u64>(), spin.size());
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
                let pattern = TokenPattern::new(&spin, &tracked).unwrap();
                (spin, ring, pattern)
            })
    })
}

#[test]
fn projection_commutes_with_reversals() {
    let (moved, unmoved) = (Reached::new(), Reached::new());
    let claim = "projecting and reversing commute";
    seeded::proptest(claim, 3000, any_pattern(), |(spin, ring, pattern)| {
        prop_assert!(pattern.is_goal(&pattern.project(&spin.goal())));
        let places = pattern.project(&ring);
        let listed = places.iter(pattern.tokens().len());
        for (&token, place) in pattern.tokens().iter().zip(listed) {
            prop_assert_eq!(ring.token(place as usize), token);
        }
        prop_assert_eq!(pattern.unrank(pattern.rank(&places)).unwrap(), places);
        let projected: Vec<_> = (spin.successors(&ring))
            .map(|(next, cost)| (pattern.project(&next), cost))
            .collect();
        let reversed: Vec<_> = pattern.successors(&places).collect();
        prop_assert_eq!(&projected, &reversed);
        for (next, _) in reversed {
            hit_one(&unmoved, &moved, next == places);
        }
        Ok(())
    });
    moved.expect("a tracked token that moves");
    unmoved.expect("a reversal that moves none");
}
