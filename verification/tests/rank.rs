//! Rank and unrank are a bijection between the states of a pattern and 0..n, in every order: tested
//! at random for large patterns and exhaustively for small ones. The guarantees of the orders about
//! adjacent states are tested too.

use crate::hit_if;
use admit::pdb::cube::{
    AbstractState, CubePattern, CubeRanker, Order, arrangements, rank_arrangement,
    unrank_arrangement,
};
use admit::space::cube::{Face, Move, Turn};
use admit_verification::generate::{Moves, Tracked, cube, pattern, pattern_of_shape, states};
use admit_verification::reference::for_each_state;
use admit_verification::seeded::{self, Reached};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq};
use proptest::test_runner::TestCaseError;

/// No table is needed, so the number of states may be anything up to `u64::MAX`.
const ANY: u64 = 1_000_000_000_000;

fn rankers(pattern: CubePattern) -> impl Iterator<Item = CubeRanker> {
    let fitting = Order::ALL.into_iter().filter(move |o| o.fits(&pattern));
    fitting.map(move |order| CubeRanker::with_order(pattern, order).unwrap())
}

/// Whether this is a valid state of the pattern.
fn well_formed(pattern: &CubePattern, state: &AbstractState) -> bool {
    fn kind(tracked: usize, positions: &[u8], turns: &[u8], base: u8) -> bool {
        let all = positions.len();
        let different = (0..tracked)
            .all(|i| positions[i] < all as u8 && !positions[..i].contains(&positions[i]));
        let turned = turns[..tracked].iter().all(|&t| t < base)
            && (tracked < all || turns.iter().sum::<u8>().is_multiple_of(base));
        let rest = positions[tracked..].iter().chain(&turns[tracked..]);
        different && turned && rest.into_iter().all(|&x| x == 0)
    }
    kind(
        pattern.corners().len(),
        &state.corner_positions,
        &state.twists,
        3,
    ) && kind(
        pattern.edges().len(),
        &state.edge_positions,
        &state.flips,
        2,
    )
}

fn unrank_then_rank(pattern: CubePattern, numbers: &[u64]) -> Result<(), TestCaseError> {
    for ranker in rankers(pattern) {
        let last = ranker.states() - 1;
        for index in [0, last]
            .into_iter()
            .chain(numbers.iter().map(|n| n % (last + 1)))
        {
            let state = ranker.state(index);
            prop_assert!(well_formed(&pattern, &state), "{} {index}", ranker.order());
            prop_assert_eq!(ranker.rank(&state), index, "{}", ranker.order());
        }
    }
    Ok(())
}

#[test]
fn ranking_undoes_unranking() {
    let values = (pattern(ANY), vec(any::<u64>(), 20));
    let (corners, edges) = (Reached::new(), Reached::new());
    let claim = "ranking undoes unranking";
    seeded::proptest(claim, 2000, values, |(pattern, numbers)| {
        hit_if(&corners, pattern.corners().len() == 8);
        hit_if(&edges, pattern.edges().len() == 12);
        unrank_then_rank(pattern, &numbers)
    });
    corners.expect("a twist that follows from the others");
    edges.expect("a flip that follows from the others");
}

#[test]
fn unranking_undoes_ranking() {
    fn property(pattern: Tracked<ANY>, moves: Moves) -> bool {
        let state = pattern.0.project(&moves.cube());
        rankers(pattern.0).all(|ranker| {
            let index = ranker.rank(&state);
            index < ranker.states() && ranker.state(index) == state
        })
    }
    let claim = "unranking undoes ranking";
    seeded::quickcheck(claim, 3000, property as fn(_, _) -> bool);
}

#[test]
fn state_counts_are_right_or_too_large() {
    for corners in 0..=8_u8 {
        for edges in 0..=12_u8 {
            let listed = |n: u8| (0..n).collect::<Vec<u8>>();
            let Ok(pattern) = CubePattern::new(&listed(corners), &listed(edges)) else {
                assert_eq!(corners + edges, 0);
                continue;
            };
            let wanted = u64::try_from(states(corners as usize, edges as usize)).ok();
            let ranker = CubeRanker::new(pattern).ok();
            assert_eq!(ranker.as_ref().map(CubeRanker::states), wanted, "{pattern}");
            if let Some(r) = ranker {
                assert_eq!(r.arrangements() * r.orientations(), r.states(), "{pattern}");
            }
        }
    }
}

/// Every state of the pattern has its own rank in 0..n.
fn assert_bijection(pattern: CubePattern) {
    for ranker in rankers(pattern) {
        let states = ranker.states() as usize;
        let mut marked = vec![false; states];
        let mut visited = 0;
        for_each_state(&pattern, &mut |state| {
            let index = ranker.rank(state);
            let mark = &mut marked[index as usize];
            assert!(!*mark, "{pattern} {}: {index} twice", ranker.order());
            *mark = true;
            visited += 1;
            assert_eq!(ranker.state(index), *state, "{pattern} {}", ranker.order());
        });
        assert_eq!(visited, states, "{pattern}");
    }
}

/// All ordered pairs of different numbers in 0..n.
fn pairs(n: u8) -> impl Iterator<Item = [u8; 2]> {
    (0..n).flat_map(move |a| (0..n).filter(move |&b| a != b).map(move |b| [a, b]))
}

#[test]
fn patterns_of_one_or_two_cubies_are_ranked_bijectively() {
    let mut tried = 0;
    let mut try_one = |corners: &[u8], edges: &[u8]| {
        assert_bijection(CubePattern::new(corners, edges).unwrap());
        tried += 1;
    };
    (0..8).for_each(|c| try_one(&[c], &[]));
    (0..12).for_each(|e| try_one(&[], &[e]));
    pairs(8).for_each(|cs| try_one(&cs, &[]));
    pairs(12).for_each(|es| try_one(&[], &es));
    (0..8).for_each(|c| (0..12).for_each(|e| try_one(&[c], &[e])));
    assert_eq!(tried, 8 + 12 + 56 + 132 + 96);
}

#[test]
fn mixed_patterns_of_three_cubies_are_ranked_bijectively() {
    let mut tried = 0;
    for cs in pairs(8) {
        for e in 0..12 {
            assert_bijection(CubePattern::new(&cs, &[e]).unwrap());
            tried += 1;
        }
    }
    for es in pairs(12) {
        for c in 0..8 {
            assert_bijection(CubePattern::new(&[c], &es).unwrap());
            tried += 1;
        }
    }
    assert_eq!(tried, 56 * 12 + 132 * 8);
}

#[test]
fn patterns_of_two_corners_and_two_edges_are_ranked_bijectively() {
    let shape = any::<[u8; 20]>().prop_map(|keys| pattern_of_shape((2, 2), &keys));
    seeded::proptest("two corners and two edges", 24, shape, |pattern| {
        assert_bijection(pattern);
        Ok(())
    });
}

#[test]
fn arrangements_are_ranked_in_lexicographic_order() {
    let places = (1..=12_u32).prop_flat_map(|n| (proptest::strategy::Just(n), 0..=n));
    let values = (places, any::<[u64; 2]>());
    let claim = "arrangements are in order";
    seeded::proptest(claim, 2000, values, |((n, k), numbers)| {
        let [a, b] = numbers.map(|x| x % arrangements(n, k));
        let listed = |rank: u64| {
            let mut positions = vec![0; k as usize];
            unrank_arrangement(n, rank, &mut positions);
            positions
        };
        prop_assert_eq!(a.cmp(&b), listed(a).cmp(&listed(b)));
        prop_assert_eq!(rank_arrangement(n, &listed(a)), a);
        Ok(())
    });
}

#[test]
fn block_and_orientation_order_are_transposes() {
    fn property(pattern: Tracked<ANY>, moves: Moves) -> bool {
        let [block, orientation] = [Order::Block, Order::Orientation]
            .map(|order| CubeRanker::with_order(pattern.0, order).unwrap());
        let state = pattern.0.project(&moves.cube());
        let (b, o) = (block.rank(&state), orientation.rank(&state));
        let (arrangements, orientations) = (block.arrangements(), block.orientations());
        b / orientations == o % arrangements && b % orientations == o / arrangements
    }
    let claim = "block and orientation order";
    seeded::quickcheck(claim, 1000, property as fn(_, _) -> bool);
}

#[test]
fn in_cubie_order_the_last_cubie_is_the_last_digit() {
    static TRIED: Reached = Reached::new();
    fn property(pattern: Tracked<ANY>, moves: Moves) -> bool {
        let (corners, edges) = (pattern.0.corners(), pattern.0.edges());
        let (shorter, radix) = match (corners, edges) {
            ([first @ .., _], []) => (CubePattern::new(first, &[]), (8 - first.len()) * 3),
            (_, [first @ .., _]) => (CubePattern::new(corners, first), (12 - first.len()) * 2),
            ([], []) => unreachable!("a pattern tracks something"),
        };
        // A digit that follows from the others is omitted and cannot be dropped.
        let Ok(shorter) = shorter else { return true };
        if corners.len() == 8 || edges.len() == 12 {
            return true;
        }
        TRIED.hit();
        let rank = |p: CubePattern| {
            let ranker = CubeRanker::with_order(p, Order::Cubie).unwrap();
            ranker.rank(&p.project(&moves.cube()))
        };
        rank(pattern.0) / radix as u64 == rank(shorter)
    }
    let claim = "the last cubie is the last digit";
    seeded::quickcheck(claim, 1000, property as fn(_, _) -> bool);
    TRIED.expect("a cubie to leave out");
}

#[test]
fn only_the_stated_turns_change_the_orientation_part() {
    let (front, up) = (Reached::new(), Reached::new());
    let edges = (1..=11_usize, any::<[u8; 20]>())
        .prop_map(|(count, keys)| pattern_of_shape((0, count), &keys));
    let claim = "only some turns flip";
    seeded::proptest(claim, 500, (edges, cube()), |(pattern, cube)| {
        for (order, faces, changed) in [
            (Order::Orientation, [Face::F, Face::B], &front),
            (Order::UpDown, [Face::U, Face::D], &up),
        ] {
            let ranker = CubeRanker::with_order(pattern, order).unwrap();
            let flips = |c| ranker.rank(&pattern.project(&c)) / ranker.arrangements();
            for m in Move::ALL {
                if flips(cube) == flips(cube.apply(m)) {
                    continue;
                }
                changed.hit();
                prop_assert!(
                    faces.contains(&m.face()) && m.turn() != Turn::Half,
                    "{order} {m}"
                );
            }
        }
        Ok(())
    });
    front.expect("a flip by F or B");
    up.expect("a flip by U or D");
}
