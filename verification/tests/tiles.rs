//! Sliding tiles: ranks, moves, reachable boards and distances.

use admit::files::Options;
use admit::heuristic::{Estimate, Heuristic, Manhattan, Pdb, Zero};
use admit::pdb::{Table, TilePattern};
use admit::search::{Astar, Limits, solve};
use admit::space::distances::{breadth_first, to_goals};
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
    Tiles::new(width, height).expect("a board of that size")
}

/// A board of any size with any arrangement as its goal, and any other.
fn any_board() -> impl Strategy<Value = (Tiles, Board)> {
    let size = proptest::sample::select(sizes());
    (size, any::<u64>(), any::<u64>()).prop_map(|((width, height), goal, board)| {
        let tiles = tiles(width, height);
        let [goal, board] =
            [goal, board].map(|number| tiles.unrank(number % tiles.size()).expect("a state"));
        (tiles.with_goal(goal).expect("a goal of that size"), board)
    })
}

/// The end of a walk whose steps are given by numbers.
fn walk(space: &impl Space<State = Board>, start: Board, steps: &[u8]) -> Board {
    steps.iter().fold(start, |board, &step| {
        let after: Vec<Board> = space.successors(&board).map(|(b, _)| b).collect();
        after[step as usize % after.len()]
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
fn rank_and_unrank_are_inverse_on_small_boards() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (4, 2), (3, 3)] {
        let tiles = tiles(width, height);
        let mut last = None;
        for number in 0..tiles.size() {
            let board = tiles.unrank(number).expect("a state");
            assert_eq!(tiles.rank(&board), number);
            assert!(last < Some(board), "numbered in their order");
            last = Some(board);
            assert_eq!(Board::new(&board.iter().collect::<Vec<u8>>()), Ok(board));
        }
    }
}

#[test]
fn rank_and_unrank_are_inverse_on_boards_of_all_sizes() {
    let largest = Reached::new();
    seeded::proptest(
        "numbers and boards of all sizes belong together",
        5000,
        (any_board(), any::<u64>()),
        |((tiles, board), number)| {
            let number = number % tiles.size();
            let other = tiles.unrank(number).expect("a state");
            prop_assert_eq!(tiles.rank(&other), number);
            prop_assert_eq!(tiles.unrank(tiles.rank(&board)).expect("a state"), board);
            prop_assert_eq!(tiles.rank(&board).cmp(&number), board.cmp(&other));
            if tiles.cells() == 16 {
                largest.hit();
            }
            Ok(())
        },
    );
    largest.expect("sixteen cells");
}

#[test]
fn successors_are_the_moves_and_have_inverses() {
    seeded::proptest(
        "successors are the slides and are undone",
        3000,
        any_board(),
        |(tiles, board)| {
            let after: Vec<(Board, u32)> = tiles.successors(&board).collect();
            let cells = after.iter().map(|(b, _)| b.iter().collect::<Vec<u8>>());
            prop_assert_eq!(cells.collect::<HashSet<_>>(), slides(&tiles, &board));
            prop_assert_eq!(after.len(), slides(&tiles, &board).len());
            for (next, cost) in after {
                prop_assert_eq!(cost, 1);
                prop_assert!(tiles.successors(&next).any(|back| back == (board, 1)));
            }
            Ok(())
        },
    );
}

#[test]
fn boards_round_trip_through_text() {
    seeded::proptest(
        "boards are read as they are written",
        1000,
        (any_board(), vec(any::<u8>(), 16)),
        |((tiles, board), separators)| {
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
        },
    );
}

#[test]
fn solvable_boards_are_the_reachable_ones() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        for tiles in [
            tiles(width, height),
            tiles(width, height).with_blank_last(),
            // Two tiles exchanged: the unreachable half.
            tiles(width, height)
                .with_goal(tiles(width, height).unrank(1).expect("a state"))
                .expect("a goal of that size"),
        ] {
            let reached = breadth_first(&tiles, [tiles.goal()], 200_000).expect("a small space");
            assert_eq!(reached.len() as u64, tiles.size() / 2);
            for number in 0..tiles.size() {
                let board = tiles.unrank(number).expect("a state");
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
    seeded::proptest(
        "a slide leaves solvability as it was",
        2000,
        any_board(),
        |(tiles, board)| {
            let solvable = tiles.check_solvable(&board).is_ok();
            if solvable { &can } else { &cannot }.hit();
            for (next, _) in tiles.successors(&board) {
                prop_assert_eq!(tiles.check_solvable(&next).is_ok(), solvable);
            }
            Ok(())
        },
    );
    can.expect("a board that can be solved");
    cannot.expect("a board that cannot");
}

#[test]
fn distances_of_small_boards_are_the_known_ones() {
    let check = |tiles: &Tiles, known: &[u64]| {
        let reached = breadth_first(tiles, [tiles.goal()], 200_000).expect("a small space");
        let mut counts = vec![0; known.len()];
        for &distance in reached.values() {
            counts[distance as usize] += 1;
        }
        assert_eq!(counts, known);
        let table = Table::build(tiles, &Options::default()).expect("a small table");
        assert_eq!(table.histogram(), known);
        for number in 0..tiles.size() {
            let exact = reached
                .get(&tiles.unrank(number).expect("a state"))
                .map(|&d| d as u16);
            assert_eq!(table.value(number), exact);
        }
        let proof = table.proof(&Options::default()).expect("a proof");
        assert_eq!(proof.entries, tiles.size());
    };
    assert_eq!(EIGHT.iter().sum::<u64>(), 181_440);
    check(&tiles(3, 3), &EIGHT);
    check(&tiles(3, 3).with_blank_last(), &EIGHT);
    assert_eq!(FIVE.iter().sum::<u64>(), 360);
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
        let h = |board: &Board| {
            let h = manhattan.h(board).expect("an estimate");
            h.finite().expect("a number")
        };
        let exact = breadth_first(&tiles, [tiles.goal()], 200_000).expect("a small space");
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

#[test]
fn manhattan_is_the_sum_of_rows_and_columns() {
    seeded::proptest(
        "manhattan is the sum of rows and columns",
        3000,
        any_board(),
        |(tiles, board)| {
            let home = |tile: u8| tiles.goal().iter().position(|t| t == tile);
            let away: usize = (board.iter().enumerate())
                .filter(|&(_, tile)| tile != 0)
                .map(|(cell, tile)| {
                    let home = home(tile).expect("every tile has a home");
                    let (x, y) = (cell % tiles.width(), cell / tiles.width());
                    let (to_x, to_y) = (home % tiles.width(), home / tiles.width());
                    x.abs_diff(to_x) + y.abs_diff(to_y)
                })
                .sum();
            prop_assert_eq!(
                Manhattan::new(&tiles).h(&board),
                Ok(Estimate::Finite(away as i32))
            );
            Ok(())
        },
    );
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
                let pattern = TilePattern::new(&tiles, &tracked).expect("different tiles");
                (tiles, board, pattern)
            })
    })
}

#[test]
fn projection_commutes_with_moves_of_tiles() {
    let (moved, unmoved) = (Reached::new(), Reached::new());
    seeded::proptest(
        "projecting and sliding commute",
        3000,
        any_pattern(),
        |(tiles, board, pattern)| {
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
                if tiles_moved { &moved } else { &unmoved }.hit();
            }
            Ok(())
        },
    );
    moved.expect("a tracked tile that slides");
    unmoved.expect("another tile that slides");
}

#[test]
fn numbers_and_places_belong_together() {
    for (width, height, tracked) in [
        (2, 2, &[3][..]),
        (3, 2, &[1, 2, 3, 4, 5]),
        (3, 3, &[8, 1, 4]),
        (4, 4, &[15, 1, 7]),
    ] {
        let pattern = TilePattern::new(&tiles(width, height), tracked).expect("a pattern");
        let mut last = None;
        for number in 0..pattern.size() {
            let places = pattern.unrank(number).expect("a state");
            assert_eq!(pattern.rank(&places), number);
            assert!(last < Some(places));
            last = Some(places);
        }
    }
    seeded::proptest(
        "numbers and places belong together",
        2000,
        (any_pattern(), any::<u64>()),
        |((_, board, pattern), number)| {
            let number = number % pattern.size();
            prop_assert_eq!(
                pattern.rank(&pattern.unrank(number).expect("a state")),
                number
            );
            let places = pattern.project(&board);
            prop_assert!(pattern.rank(&places) < pattern.size());
            prop_assert_eq!(
                pattern.unrank(pattern.rank(&places)).expect("a state"),
                places
            );
            Ok(())
        },
    );
}

/// Every board of the 8-puzzle, several patterns: admissible, consistent, and
/// the value is the exact distance in the abstract space.
#[test]
fn pattern_databases_of_tiles_are_admissible() {
    let tiles = tiles(3, 3);
    let exact = Table::build(&tiles, &Options::default()).expect("a small table");
    let mut most_informed = 0.0;
    for tracked in [
        &[1][..],
        &[8, 7],
        &[1, 2, 3],
        &[4, 8, 1, 6],
        &[1, 2, 3, 4, 5, 6, 7],
    ] {
        let pattern = TilePattern::new(&tiles, tracked).expect("a pattern");
        let all = (0..pattern.size()).map(|number| pattern.unrank(number).expect("a state"));
        let plain = to_goals(&pattern, all).expect("a small space");
        let heuristic =
            Pdb::build(&tiles, pattern.clone(), &Options::default()).expect("a small table");
        heuristic
            .table()
            .proof(&Options::default())
            .expect("a proof");
        for number in 0..pattern.size() {
            let distance = plain
                .get(&pattern.unrank(number).expect("a state"))
                .map(|&d| d as u16);
            assert_eq!(heuristic.table().value(number), distance);
        }
        let mut sum = 0;
        for number in (0..tiles.size()).filter(|&n| exact.value(n).is_some()) {
            let board = tiles.unrank(number).expect("a state");
            let h = heuristic.h(&board).expect("an estimate");
            let h = h.finite().expect("a way to the goal");
            let distance = exact.value(number).expect("it is finite") as i32;
            assert!((0..=distance).contains(&h), "{pattern}: {board}");
            sum += h as i64;
            for (next, cost) in tiles.successors(&board) {
                let next = heuristic.h(&next).expect("an estimate");
                let next = next.finite().expect("a way to the goal");
                assert!(h <= next + cost as i32);
            }
        }
        most_informed = f64::max(most_informed, sum as f64 / 181_440.0);
        // Seven tiles determine the eighth: the other half is infinite.
        let unsolvable = tiles.parse("0 2 1 3 4 5 6 7 8").expect("a board");
        if tracked.len() == 7 {
            assert_eq!(heuristic.h(&unsolvable), Ok(Estimate::DeadEnd));
        }
    }
    assert_eq!(
        Some(most_informed),
        exact.mean(),
        "seven tiles say everything"
    );
}

#[test]
fn astar_finds_the_exact_distance() {
    let tiles = tiles(3, 3);
    let exact = Table::build(&tiles, &Options::default()).expect("a small table");
    let pattern = TilePattern::new(&tiles, &[1, 2, 3, 4]).expect("a pattern");
    let projected = Pdb::build(&tiles, pattern, &Options::default()).expect("a small table");
    let manhattan = Manhattan::new(&tiles);
    let far = Reached::new();
    seeded::proptest(
        "astar finds the exact distance",
        60,
        0..tiles.size(),
        |number| {
            let start = tiles.unrank(number).expect("a state");
            let Some(distance) = exact.value(number) else {
                return Ok(());
            };
            let cost = |h: &dyn Heuristic<Board>| {
                let found = solve(&tiles, start, h).expect("a search");
                let path = found.path().expect("a path").to_vec();
                assert!(path[0] == start && path.last().is_some_and(|b| tiles.is_goal(b)));
                for step in path.windows(2) {
                    assert!(tiles.successors(&step[0]).any(|(b, _)| b == step[1]));
                }
                found.cost()
            };
            prop_assert_eq!(cost(&manhattan), Some(distance as u32));
            prop_assert_eq!(cost(&projected), Some(distance as u32));
            if distance > 20 {
                far.hit();
            }
            Ok(())
        },
    );
    far.expect("a board far from the goal");
}

/// Walks on the largest board end at a distance known from breadth-first search.
#[test]
fn short_walks_of_the_fifteen_puzzle_are_solved_exactly() {
    let tiles = tiles(4, 4);
    let near = breadth_first_to_depth(&tiles, 14);
    let manhattan = Manhattan::new(&tiles);
    let compared = Reached::new();
    seeded::proptest(
        "short walks of the fifteen puzzle are solved exactly",
        300,
        vec(any::<u8>(), 0..=14),
        |steps| {
            let start = walk(&tiles, tiles.goal(), &steps);
            let distance = near.iter().position(|level| level.contains(&start));
            let distance = distance.expect("no further than the walk") as u32;
            prop_assert!(distance <= steps.len() as u32);
            prop_assert_eq!((steps.len() as u32 - distance) % 2, 0);
            let found = solve(&tiles, start, &manhattan).expect("a search");
            prop_assert_eq!(found.cost(), Some(distance));
            prop_assert!(tiles.check_solvable(&start).is_ok());
            if distance > 6 {
                compared.hit();
            }
            Ok(())
        },
    );
    compared.expect("a walk that leads somewhere");
}

/// The boards at each distance up to a depth, from the definition of a move.
fn breadth_first_to_depth(tiles: &Tiles, depth: usize) -> Vec<HashSet<Board>> {
    let mut levels = vec![HashSet::from([tiles.goal()])];
    let mut seen = levels[0].clone();
    while levels.len() <= depth {
        let mut next = HashSet::new();
        for board in &levels[levels.len() - 1] {
            for cells in slides(tiles, board) {
                let board = Board::new(&cells).expect("a board");
                if seen.insert(board) {
                    next.insert(board);
                }
            }
        }
        levels.push(next);
    }
    levels
}

/// Number of boards of the 15-puzzle near the goal (OEIS A089484).
#[test]
fn level_sizes_of_the_fifteen_puzzle_are_the_known_ones() {
    let near = breadth_first_to_depth(&tiles(4, 4), 12);
    let counts: Vec<usize> = near.iter().map(HashSet::len).collect();
    assert_eq!(
        counts,
        [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808]
    );
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
        let start = tiles.parse(text).expect("a board");
        assert_eq!(
            manhattan.h(&start),
            Ok(Estimate::Finite(first)),
            "instance {instance}"
        );
        let found = solve(&tiles, start, &manhattan).expect("a search");
        assert_eq!(found.cost(), Some(length), "instance {instance}");
    }
}

/// With a pattern of the largest board, the same length is found with fewer
/// expansions.
#[test]
fn patterns_of_the_fifteen_puzzle_find_the_same_length() {
    let tiles = tiles(4, 4);
    let pattern = TilePattern::new(&tiles, &[1, 4, 5, 2]).expect("a pattern");
    let projected = Pdb::build(&tiles, pattern, &Options::default()).expect("a small table");
    let fewer = Reached::new();
    seeded::proptest(
        "patterns of the fifteen puzzle guide to the same length",
        20,
        vec(any::<u8>(), 12..=16),
        |steps| {
            let start = walk(&tiles, tiles.goal(), &steps);
            let blind = solve(&tiles, start, &Zero).expect("a search");
            let limits = Limits::NONE.expansions(blind.summary.expansions);
            let guided = Astar::new().limits(limits).solve(&tiles, start, &projected);
            let guided = guided.expect("a search");
            prop_assert_eq!(guided.cost(), blind.cost());
            if guided.summary.expansions < blind.summary.expansions {
                fewer.hit();
            }
            Ok(())
        },
    );
    fewer.expect("a search that was guided");
}
