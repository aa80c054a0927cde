//! Sliding tiles: ranks, moves, reachable boards and distances.

use crate::{hit_if, hit_one, options};
use admit::heuristic::{Estimate, Heuristic, Manhattan, Pdb};
use admit::pdb::{Table, TilePattern};
use admit::search::solve;
use admit::space::distances::breadth_first;
use admit::space::tiles::{Board, Tiles, TilesError};
use admit::space::{Abstraction, Ranked, Space};
use admit_verification::seeded::{self, Reached};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq};
use proptest::sample::subsequence;
use std::collections::HashSet;

/// Number of boards of the 8-puzzle at each distance from the goal with the
/// blank in a corner (OEIS A089473).
const EIGHT: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

/// The same for 2 × 3 boards.
const FIVE: [u64; 22] = [
    1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1,
];

/// All sizes of board.
fn sizes() -> Vec<(usize, usize)> {
    (2..=8)
        .flat_map(|width| (2..=8).map(move |height| (width, height)))
        .filter(|(width, height)| width * height <= 16)
        .collect()
}

fn tiles(width: usize, height: usize) -> Tiles {
    Tiles::new(width, height).unwrap()
}

/// A board of any size with any arrangement as its goal, and any other.
fn any_board() -> impl Strategy<Value = (Tiles, Board)> {
    let size = proptest::sample::select(sizes());
    (size, any::<u64>(), any::<u64>()).prop_map(|((width, height), goal, board)| {
        let tiles = tiles(width, height);
        let [goal, board] =
            [goal, board].map(|number| tiles.unrank(number % tiles.size()).unwrap());
        (tiles.with_goal(goal).unwrap(), board)
    })
}

/// The moves, from the definition: two adjacent cells, one of them blank.
fn slides(tiles: &Tiles, board: &Board) -> HashSet<Vec<u8>> {
    let cells: Vec<u8> = board.iter().collect();
    let position = |cell: usize| (cell % tiles.width(), cell / tiles.width());
    let mut after = HashSet::new();
    for a in 0..cells.len() {
        for b in 0..cells.len() {
            let ((ax, ay), (bx, by)) = (position(a), position(b));
            let touch = (ax == bx && ay.abs_diff(by) == 1) || (ay == by && ax.abs_diff(bx) == 1);
            if touch && cells[a] == 0 {
                let mut cells = cells.clone();
                cells.swap(a, b);
                after.insert(cells);
            }
        }
    }
    after
}

#[test]
fn rank_and_unrank_are_inverse_on_boards_of_all_sizes() {
    let largest = Reached::new();
    let claim = "numbers and boards of all sizes belong together";
    let values = (any_board(), any::<u64>());
    seeded::proptest(claim, 5000, values, |((tiles, board), number)| {
        let number = number % tiles.size();
        let other = tiles.unrank(number).unwrap();
        prop_assert_eq!(tiles.rank(&other), number);
        prop_assert_eq!(tiles.unrank(tiles.rank(&board)).unwrap(), board);
        prop_assert_eq!(tiles.rank(&board).cmp(&number), board.cmp(&other));
        hit_if(&largest, tiles.cells() == 16);
        Ok(())
    });
    largest.expect("sixteen cells");
}

#[test]
fn successors_are_the_moves_and_have_inverses() {
    let claim = "successors are the slides and are undone";
    seeded::proptest(claim, 3000, any_board(), |(tiles, board)| {
        let after: Vec<(Board, u32)> = tiles.successors(&board).collect();
        let cells = after.iter().map(|(b, _)| b.iter().collect::<Vec<u8>>());
        prop_assert_eq!(cells.collect::<HashSet<_>>(), slides(&tiles, &board));
        prop_assert_eq!(after.len(), slides(&tiles, &board).len());
        for (next, cost) in after {
            prop_assert_eq!(cost, 1);
            prop_assert!(tiles.successors(&next).any(|back| back == (board, 1)));
        }
        Ok(())
    });
}

#[test]
fn boards_round_trip_through_text() {
    let claim = "boards are read as they are written";
    let values = (any_board(), vec(any::<u8>(), 16));
    seeded::proptest(claim, 1000, values, |((tiles, board), separators)| {
        prop_assert_eq!(tiles.parse(&tiles.show(&board)), Ok(board));
        prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        let mut loose = String::new();
        for (tile, &s) in board.iter().zip(&separators) {
            loose += &tile.to_string();
            loose += [" ", ",", ", ", "\n", "\t "][s as usize % 5];
        }
        prop_assert_eq!(tiles.parse(&loose), Ok(board));
        // One number missing, one too many, one duplicated.
        let cells: Vec<String> = board.iter().map(|tile| tile.to_string()).collect();
        prop_assert!(tiles.parse(&cells[1..].join(" ")).is_err());
        let longer = loose + " 0";
        prop_assert!(tiles.parse(&longer).is_err());
        let at = separators[0] as usize % (cells.len() - 1);
        let mut twice = cells.clone();
        twice[at] = twice[at + 1].clone();
        prop_assert!(tiles.parse(&twice.join(" ")).is_err());
        Ok(())
    });
}

#[test]
fn solvable_boards_are_the_reachable_ones() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        for tiles in [
            tiles(width, height),
            tiles(width, height).with_blank_last(),
            // Two tiles exchanged: the unreachable half.
            tiles(width, height)
                .with_goal(tiles(width, height).unrank(1).unwrap())
                .unwrap(),
        ] {
            let reached = breadth_first(&tiles, [tiles.goal()], 200_000).unwrap();
            assert_eq!(reached.len() as u64, tiles.size() / 2);
            for number in 0..tiles.size() {
                let board = tiles.unrank(number).unwrap();
                let solvable = tiles.check_solvable(&board);
                assert_eq!(solvable.is_ok(), reached.contains_key(&board), "{board}");
                if let Err(error) = solvable {
                    assert!(matches!(error, TilesError::Unsolvable { .. }));
                }
            }
        }
    }
}

#[test]
fn moves_preserve_solvability() {
    let (can, cannot) = (Reached::new(), Reached::new());
    let claim = "a slide leaves solvability as it was";
    seeded::proptest(claim, 2000, any_board(), |(tiles, board)| {
        let solvable = tiles.check_solvable(&board).is_ok();
        hit_one(&can, &cannot, solvable);
        for (next, _) in tiles.successors(&board) {
            prop_assert_eq!(tiles.check_solvable(&next).is_ok(), solvable);
        }
        Ok(())
    });
    can.expect("a board that can be solved");
    cannot.expect("a board that cannot");
}

#[test]
fn distances_of_small_boards_are_the_known_ones() {
    let check = |tiles: &Tiles, known: &[u64]| {
        let reached = breadth_first(tiles, [tiles.goal()], 200_000).unwrap();
        let table = Table::build(tiles, &options()).unwrap();
        assert_eq!(table.histogram(), known);
        for number in 0..tiles.size() {
            let exact = reached
                .get(&tiles.unrank(number).unwrap())
                .map(|&d| d as u16);
            assert_eq!(table.value(number), exact);
        }
        let proof = table.proof(&options()).unwrap();
        assert_eq!(proof.entries, tiles.size());
    };
    check(&tiles(3, 3), &EIGHT);
    check(&tiles(3, 3).with_blank_last(), &EIGHT);
    check(&tiles(3, 2), &FIVE);
    check(&tiles(2, 3), &FIVE);
}

#[test]
fn manhattan_is_admissible_and_consistent_on_every_board() {
    for tiles in [
        tiles(3, 2),
        tiles(2, 4),
        tiles(3, 3),
        tiles(3, 3).with_blank_last(),
    ] {
        let manhattan = Manhattan::new(&tiles);
        let h = |board: &Board| manhattan.h(board).unwrap().finite().unwrap();
        let exact = breadth_first(&tiles, [tiles.goal()], 200_000).unwrap();
        assert_eq!(h(&tiles.goal()), 0);
        let mut tight = 0;
        for (board, &distance) in &exact {
            assert!(h(board) <= distance as i32, "{board}");
            tight += (h(board) == distance as i32) as u64;
            for (next, cost) in tiles.successors(board) {
                assert_eq!(h(board).abs_diff(h(&next)), cost);
            }
        }
        assert!(tight > 1, "not only at the goal");
    }
}

/// A board of any size, a goal, and some tiles in some order.
fn any_pattern() -> impl Strategy<Value = (Tiles, Board, TilePattern)> {
    any_board().prop_flat_map(|(tiles, board)| {
        let all: Vec<u8> = (1..tiles.cells() as u8).collect();
        let count = all.len();
        (
            Just(tiles),
            Just(board),
            subsequence(all, 1..=count).prop_shuffle(),
        )
            .prop_map(|(tiles, board, tracked)| {
                let pattern = TilePattern::new(&tiles, &tracked).unwrap();
                (tiles, board, pattern)
            })
    })
}

#[test]
fn projection_commutes_with_moves_of_tiles() {
    let (moved, unmoved) = (Reached::new(), Reached::new());
    let claim = "projecting and sliding commute";
    seeded::proptest(claim, 3000, any_pattern(), |(tiles, board, pattern)| {
        prop_assert!(pattern.is_goal(&pattern.project(&tiles.goal())));
        let places = pattern.project(&board);
        let listed: Vec<u8> = places.iter(1 + pattern.tiles().len()).collect();
        let where_is = |tile: u8| board.iter().position(|t| t == tile).map(|c| c as u8);
        prop_assert_eq!(Some(listed[0]), where_is(0));
        for (&tile, &cell) in pattern.tiles().iter().zip(&listed[1..]) {
            prop_assert_eq!(Some(cell), where_is(tile));
        }
        // Both ways: nothing is missing and nothing is added.
        let projected: HashSet<_> = (tiles.successors(&board))
            .map(|(next, cost)| (pattern.project(&next), cost))
            .collect();
        let slid: HashSet<_> = pattern.successors(&places).collect();
        prop_assert_eq!(&projected, &slid);
        for (next, _) in slid {
            prop_assert!(pattern.successors(&next).any(|back| back == (places, 1)));
            let tiles_moved = listed[1..]
                .iter()
                .ne(&next.iter(listed.len()).skip(1).collect::<Vec<u8>>());
            hit_one(&moved, &unmoved, tiles_moved);
        }
        Ok(())
    });
    moved.expect("a tracked tile that slides");
    unmoved.expect("another tile that slides");
}

#[test]
fn ranks_and_positions_of_tiles_are_inverse() {
    let claim = "numbers and places belong together";
    let values = (any_pattern(), any::<u64>());
    seeded::proptest(claim, 2000, values, |((_, board, pattern), number)| {
        let number = number % pattern.size();
        prop_assert_eq!(pattern.rank(&pattern.unrank(number).unwrap()), number);
        let places = pattern.project(&board);
        prop_assert!(pattern.rank(&places) < pattern.size());
        prop_assert_eq!(pattern.unrank(pattern.rank(&places)).unwrap(), places);
        Ok(())
    });
}

/// All but one tile determine the last: the unsolvable half of the boards are dead ends, and the
/// other values are exact.
#[test]
fn a_pattern_of_all_but_one_tile_is_exact() {
    let tiles = tiles(3, 3);
    let exact = Table::build(&tiles, &options()).unwrap();
    let pattern = TilePattern::new(&tiles, &[1, 2, 3, 4, 5, 6, 7]).unwrap();
    let heuristic = Pdb::build(&tiles, pattern, &options()).unwrap();
    for number in 0..tiles.size() {
        let h = heuristic.h(&tiles.unrank(number).unwrap());
        assert_eq!(h, Ok(Estimate::from(exact.value(number).map(i32::from))));
    }
}

/// Number of boards of the 15-puzzle near the goal (OEIS A089484).
#[test]
fn level_sizes_of_the_fifteen_puzzle_are_the_known_ones() {
    let tiles = tiles(4, 4);
    let (mut seen, mut last) = (HashSet::from([tiles.goal()]), vec![tiles.goal()]);
    for known in [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808] {
        assert_eq!(last.len(), known);
        let next = last.iter().flat_map(|board| tiles.successors(board));
        last = next
            .map(|(board, _)| board)
            .filter(|&board| seen.insert(board))
            .collect();
    }
}

/// Two of Korf's hundred instances (1985), with their optimal lengths.
#[test]
fn instances_of_korf_have_the_published_lengths() {
    let tiles = tiles(4, 4);
    let manhattan = Manhattan::new(&tiles);
    for (instance, text, first, length) in [
        (12, "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 35, 45),
        (79, "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 28, 42),
    ] {
        let start = tiles.parse(text).unwrap();
        assert_eq!(
            manhattan.h(&start),
            Ok(Estimate::Finite(first)),
            "instance {instance}"
        );
        let found = solve(&tiles, start, &manhattan).unwrap();
        assert_eq!(found.cost(), Some(length), "instance {instance}");
    }
}
