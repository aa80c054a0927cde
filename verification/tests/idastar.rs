//! IDA* agrees with A* and breadth-first search, and on the cube its solution is independent of the
//! number of threads, of the batch size of its heuristic, and of the admissible heuristic itself.
//!
//! On the cube every admissible heuristic gives the first optimal solution in the
//! order of moves, because none of them prunes any part of it; so
//! solutions are compared move by move, not only by length.

use crate::{hit_if, options};
use admit::heuristic::{
    CubePdb, Estimate, Heuristic, HeuristicError, Manhattan, Max, Pdb, Zero, from_fn,
};
use admit::pdb::cube::{CubePattern, CubeTable};
use admit::pdb::{TilePattern, TokenPattern};
use admit::search::{Astar, CubeSearch, CubeSolved, End, Guide, Limit, Limits};
use admit::search::{SearchError, Tables, Whole, idastar};
use admit::space::cube::{Cube, Move, parse_state};
use admit::space::distances::breadth_first;
use admit::space::graph::FiniteGraph;
use admit::space::tiles::Tiles;
use admit::space::topspin::TopSpin;
use admit::space::{Cost, Space};
use admit_verification::graphs::{Case, Values, bellman_ford, case};
use admit_verification::reference::cube_distance;
use admit_verification::seeded::{self, Reached};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

fn limited(expansions: u64) -> Limits {
    Limits::NONE.expansions(expansions)
}

/// The cost of a path, with the cheapest edge at every step.
fn cost_along<Sp: Space>(space: &Sp, path: &[Sp::State]) -> Option<Cost> {
    let step = |pair: &[Sp::State]| {
        let edges = space.successors(&pair[0]);
        edges.filter(|(v, _)| *v == pair[1]).map(|(_, c)| c).min()
    };
    path.windows(2).map(step).sum()
}

#[test]
fn admissible_heuristics_give_dijkstra_s_cost_on_graphs() {
    let (found, none) = (Reached::new(), Reached::new());
    let (several, stopped) = (Reached::new(), Reached::new());
    let claim = "on graphs an admissible heuristic gives the cost of Dijkstra";
    let values = case(8, 6, Values::Claimed);
    seeded::proptest(claim, 16_000, values, |Case { graph, mut h }| {
        let distances = bellman_ford(&graph);
        for (h, distance) in h.iter_mut().zip(&distances) {
            *h = distance.map_or(*h, |d| (*h).min(d as i32));
        }
        let guide = from_fn(|&v: &u32| h[v as usize]);
        for start in 0..graph.vertices() {
            let optimum = distances[start as usize];
            let solved = idastar(&graph, start, &guide, &Limits::NONE).unwrap();
            prop_assert_eq!(solved.cost().map(u64::from), optimum);
            let by_astar = Astar::new().solve(&graph, start, &guide).unwrap();
            prop_assert_eq!(by_astar.cost(), solved.cost());
            if let Some(path) = solved.path() {
                prop_assert_eq!((path[0], path[path.len() - 1]), (start, graph.goal()));
                prop_assert_eq!(cost_along(&graph, path), solved.cost());
                found.hit();
            } else {
                prop_assert_eq!(solved.end, End::Exhausted);
                none.hit();
            }
            hit_if(&several, optimum > Some(h[start as usize] as u64));
            for expansions in 0..solved.summary.expansions.min(20) {
                let end = idastar(&graph, start, &guide, &limited(expansions)).unwrap();
                prop_assert_eq!(end.summary.expansions, expansions);
                let End::Stopped {
                    by: Limit::Expansions,
                    bound,
                } = end.end
                else {
                    panic!("not stopped after {expansions}: {:?}", end.end);
                };
                if let Some(optimum) = optimum {
                    prop_assert!(bound <= optimum as i64);
                    stopped.hit();
                }
            }
        }
        Ok(())
    });
    found.expect("a path");
    none.expect("a goal that cannot be reached");
    several.expect("several limits");
    stopped.expect("a search that was stopped");
}

/// Any heuristic values, near the limits of their type too: the search terminates, finds a path if
/// and only if there is one, and the path is valid and has the reported cost.
#[test]
fn any_heuristic_finds_a_path_if_there_is_one() {
    let (lost, none) = (Reached::new(), Reached::new());
    let claim = "on graphs any heuristic finds a path if there is one";
    let wild = vec(any::<i32>(), 8);
    let values = (case(7, 6, Values::Any), wild, any::<bool>());
    seeded::proptest(claim, 8_000, values, |(case, wild, is_wild)| {
        let Case { graph, h } = case;
        let h = if is_wild { wild } else { h };
        let guide = from_fn(|&v: &u32| h[v as usize]);
        let distances = bellman_ford(&graph);
        for start in 0..graph.vertices() {
            let solved = idastar(&graph, start, &guide, &Limits::NONE).unwrap();
            let optimum = distances[start as usize];
            prop_assert_eq!(solved.cost().is_some(), optimum.is_some());
            let Some(path) = solved.path() else {
                none.hit();
                continue;
            };
            prop_assert_eq!((path[0], path[path.len() - 1]), (start, graph.goal()));
            let cost = solved.cost().map(u64::from);
            prop_assert!(cost_along(&graph, path) <= solved.cost() && optimum <= cost);
            hit_if(&lost, optimum < cost);
        }
        Ok(())
    });
    lost.expect("a path that is not optimal");
    none.expect("a goal that cannot be reached");
}

/// A* and IDA* with each heuristic find the exact distance, from every state of a random walk.
fn all_alike<Sp: Space>(
    claim: &str,
    space: &Sp,
    goal: &Sp::State,
    cases: u32,
    heuristics: &[&dyn Heuristic<Sp::State>],
) {
    let distances = breadth_first(space, [goal.clone()], 200_000).unwrap();
    let furthest = Reached::new();
    seeded::proptest(claim, cases, vec(any::<u8>(), 0..24), |walk| {
        let start = walk.iter().fold(goal.clone(), |state, &turn| {
            let next: Vec<Sp::State> = space.successors(&state).map(|(s, _)| s).collect();
            next[turn as usize % next.len()].clone()
        });
        let expected = Some(distances[&start]);
        hit_if(&furthest, expected >= Some(5));
        for h in heuristics {
            let found = Astar::new().solve(space, start.clone(), *h).unwrap();
            prop_assert_eq!(found.cost(), expected);
            let found = idastar(space, start.clone(), *h, &Limits::NONE).unwrap();
            prop_assert_eq!(found.cost(), expected);
            let path = found.path().unwrap();
            prop_assert_eq!(cost_along(space, path), expected);
        }
        Ok(())
    });
    furthest.expect("a state that is some way from the goal");
}

#[test]
fn astar_and_idastar_agree_on_tiles() {
    for (height, tracked) in [(2, &[1, 2, 3][..]), (3, &[1, 2, 3, 4])] {
        let tiles = Tiles::new(3, height).unwrap();
        let manhattan = Manhattan::new(&tiles);
        let pattern = TilePattern::new(&tiles, tracked).unwrap();
        let table = Pdb::build(&tiles, pattern, &options()).unwrap();
        all_alike(
            &format!("tiles of 3 × {height} are solved alike"),
            &tiles,
            &tiles.goal(),
            100,
            &[&manhattan, &table],
        );
    }
}

#[test]
fn astar_and_idastar_agree_on_topspin() {
    for (n, k, tracked) in [(6, 4, 3), (7, 3, 4), (8, 4, 5)] {
        let spin = TopSpin::new(n, k).unwrap();
        let tracked: Vec<u8> = (0..tracked).collect();
        let pattern = TokenPattern::new(&spin, &tracked).unwrap();
        let table = Pdb::build(&spin, pattern, &options()).unwrap();
        let claim = format!("TopSpin with {n} tokens, of which {k} are reversed, is solved alike");
        all_alike(&claim, &spin, &spin.goal(), 60, &[&table]);
    }
}

static TABLES: LazyLock<[Arc<CubeTable>; 3]> = LazyLock::new(|| {
    ["4-edge", "corners:URF,UFL,ULB,UBR", "edges:UR,DL,BR"].map(|pattern| {
        let pattern: CubePattern = pattern.parse().unwrap();
        Arc::new(CubeTable::build(pattern, &options()).unwrap())
    })
});

fn pdb(i: usize) -> CubePdb {
    CubePdb::new(TABLES[i].clone()).unwrap()
}

fn largest(tables: &[usize]) -> Max<Cube> {
    let boxed = |&i: &usize| Box::new(pdb(i)) as Box<dyn Heuristic<Cube> + Send + Sync>;
    Max(tables.iter().map(boxed).collect())
}

/// Cubes after a number of moves in this range.
fn cubes(moves: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Cube> {
    vec(0..Move::COUNT, moves).prop_map(|numbers| {
        let moves: Vec<Move> = numbers.into_iter().map(|n| Move::ALL[n]).collect();
        Cube::SOLVED.apply_all(&moves)
    })
}

fn solved<G: Guide>(guide: &G, cube: &Cube) -> CubeSolved {
    let found = CubeSearch::new(guide).solve(cube).unwrap();
    let moves = found.moves().unwrap();
    assert_eq!(cube.apply_all(moves), Cube::SOLVED);
    found
}

#[test]
fn every_admissible_heuristic_gives_the_same_solution() {
    let guide_1 = Tables::new([&*TABLES[0]]).unwrap();
    let guide_2 = Tables::new([&*TABLES[1], &*TABLES[0]]).unwrap();
    let guide_3 = Tables::new([&*TABLES[2], &*TABLES[0], &*TABLES[1]]).unwrap();
    let whole = [largest(&[0]), largest(&[1, 0]), largest(&[2, 0, 1])].map(Whole);
    let guide_0 = Tables::new([]).unwrap();
    let (seven, trivial) = (Reached::new(), Reached::new());
    let claim = "every guide gives the same optimal solution";
    seeded::proptest(claim, 300, cubes(0..=7), |cube| {
        let expected = cube_distance(cube).unwrap() as usize;
        let first = solved(&guide_1, &cube);
        let moves = first.moves().unwrap();
        prop_assert_eq!(moves.len(), expected);
        let same = |found: &CubeSolved| found.moves() == Some(moves);
        prop_assert!(same(&solved(&guide_2, &cube)));
        prop_assert!(same(&solved(&guide_3, &cube)));
        for whole in &whole {
            prop_assert!(same(&solved(whole, &cube)));
        }
        if expected <= 4 {
            prop_assert!(same(&solved(&Whole(Zero), &cube)));
            prop_assert!(same(&solved(&guide_0, &cube)));
        }
        match expected {
            0 => trivial.hit(),
            7 => seven.hit(),
            _ => {}
        }
        Ok(())
    });
    trivial.expect("the solved cube");
    seven.expect("a cube that is seven moves from solved");
}

/// Tries sequences in the order of moves, a face never twice in a row and opposite faces in one
/// order, until one solves the cube; counts the solutions.
fn in_order(
    h: &impl Heuristic<Cube>,
    cube: Cube,
    left: usize,
    path: &mut Vec<Move>,
    found: &mut (Vec<Move>, usize),
) {
    let h_here = h.h(&cube).unwrap().finite().unwrap();
    if h_here as usize > left {
        return;
    }
    if left == 0 {
        if cube == Cube::SOLVED {
            if found.1 == 0 {
                found.0.clone_from(path);
            }
            found.1 += 1;
        }
        return;
    }
    for m in Move::ALL {
        let face = m.index() / 3;
        let last = path.last().map(|m| m.index() / 3);
        if last == Some(face) || last == Some(face + 3) {
            continue;
        }
        path.push(m);
        in_order(h, cube.apply(m), left - 1, path, found);
        path.pop();
    }
}

/// Half turns give cubes with many optimal solutions.
#[test]
fn the_first_optimal_solution_in_order_is_found() {
    let pools = pools();
    let guide = Tables::new([&*TABLES[1], &*TABLES[0]]).unwrap();
    let max = largest(&[1, 0]);
    let batches = [1, 64, 5_000].map(|batch| Whole(Asked::new(largest(&[1, 0]), batch)));
    let several = Reached::new();
    let claim = "of several optimal solutions the first is found";
    seeded::proptest(claim, 30, vec(0..6_usize, 5..=9), |turns| {
        let half = |&face: &usize| Move::ALL[3 * face + 1];
        let turns: Vec<Move> = turns.iter().map(half).collect();
        let cube = Cube::SOLVED.apply_all(&turns);
        let found = solved(&guide, &cube);
        let moves = found.moves().unwrap();
        let mut first = (Vec::new(), 0);
        in_order(&max, cube, moves.len(), &mut Vec::new(), &mut first);
        prop_assert_eq!(moves, &first.0);
        for pool in &pools {
            for whole in &batches {
                let found = pool.install(|| solved(whole, &cube));
                prop_assert_eq!(found.moves(), Some(&first.0[..]));
            }
        }
        hit_if(&several, first.1 > 4 && moves.len() > 5);
        Ok(())
    });
    several.expect("a cube with several optimal solutions");
}

fn pools() -> [ThreadPool; 4] {
    [1, 2, 3, 8].map(|n| ThreadPoolBuilder::new().num_threads(n).build().unwrap())
}

/// The solution and all counters.
#[test]
fn the_result_is_independent_of_the_number_of_threads() {
    let pools = pools();
    let guide = Tables::new([&*TABLES[0]]).unwrap();
    let whole = Whole(pdb(0));
    let (long, many) = (Reached::new(), Reached::new());
    let claim = "any number of threads gives one answer";
    seeded::proptest(claim, 10, cubes(7..=9), |cube| {
        let first = pools[0].install(|| solved(&guide, &cube));
        let first_whole = pools[0].install(|| solved(&whole, &cube));
        prop_assert_eq!(first.moves(), first_whole.moves());
        for pool in &pools[1..] {
            prop_assert_eq!(&pool.install(|| solved(&guide, &cube)), &first);
            prop_assert_eq!(&pool.install(|| solved(&whole, &cube)), &first_whole);
        }
        hit_if(&long, first.moves().is_some_and(|m| m.len() >= 8));
        hit_if(&many, first.summary.expansions > 20_000);
        Ok(())
    });
    long.expect("a long solution");
    many.expect("a search that many threads have a share in");
}

/// A heuristic with a preferred batch size that records its requests.
struct Asked<H> {
    inner: H,
    batch: usize,
    most: AtomicUsize,
    least: AtomicUsize,
}

impl<H> Asked<H> {
    fn new(inner: H, batch: usize) -> Asked<H> {
        Asked {
            inner,
            batch,
            most: AtomicUsize::new(0),
            least: AtomicUsize::new(usize::MAX),
        }
    }
}

impl<H: Heuristic<Cube>> Heuristic<Cube> for Asked<H> {
    fn h(&self, cube: &Cube) -> Result<Estimate, HeuristicError> {
        self.inner.h(cube)
    }

    fn h_batch(&self, cubes: &[Cube], out: &mut [Estimate]) -> Result<(), HeuristicError> {
        assert_eq!(cubes.len(), out.len());
        self.most.fetch_max(cubes.len(), Relaxed);
        self.least.fetch_min(cubes.len(), Relaxed);
        self.inner.h_batch(cubes, out)
    }

    fn batch(&self) -> usize {
        self.batch
    }
}

#[test]
fn the_solution_is_independent_of_the_batch_size() {
    let pools = pools();
    let asked = [1, 64, 5_000].map(|batch| Whole(Asked::new(pdb(0), batch)));
    let claim = "batches of any size give one solution";
    seeded::proptest(claim, 5, cubes(8..=9), |cube| {
        let expected = solved(&Tables::new([&*TABLES[0]]).unwrap(), &cube);
        for whole in &asked {
            let first = pools[0].install(|| solved(whole, &cube));
            prop_assert_eq!(first.moves(), expected.moves());
            for pool in &pools[1..] {
                prop_assert_eq!(&pool.install(|| solved(whole, &cube)), &first);
            }
        }
        Ok(())
    });
    // A parent has 13 to 18 children, and batches hold whole families.
    let most = asked.each_ref().map(|whole| whole.0.most.load(Relaxed));
    let least = asked.each_ref().map(|whole| whole.0.least.load(Relaxed));
    assert!(most[0] <= 18, "{most:?}");
    assert!((40..=64).contains(&most[1]), "{most:?}");
    assert!((2_500..=5_000).contains(&most[2]), "{most:?}");
    assert!(least.iter().all(|&n| n > 0), "asked about nothing");
}

#[test]
fn limits_end_a_search_with_a_bound() {
    // Sixteen moves, and a table with values of at most eight or nine.
    let cube = parse_state("R U F' L2 D B' R2 U' F L D2 B R' U2 F2 L'").unwrap();
    let guide = Tables::new([&*TABLES[0]]).unwrap();
    for pool in &pools() {
        for expansions in [0, 1, 100, 10_000, 1_000_000] {
            let search = CubeSearch::new(&guide).limits(limited(expansions));
            let stopped = pool.install(|| search.solve(&cube)).unwrap();
            let End::Stopped { by, bound } = stopped.end else {
                panic!("not stopped after {expansions}: {:?}", stopped.end);
            };
            assert_eq!(by, Limit::Expansions);
            assert!((1..=16).contains(&bound), "{bound}");
            assert_eq!(bound, stopped.summary.peak_open as i64);
            let threads = pool.current_num_threads() as u64;
            // As documented, plus the levels before threads start.
            let slack = (threads + 1) * (16_384 + 64) + 4_000;
            assert!(stopped.summary.expansions <= expansions + slack);
        }
        let late = Limits::NONE.deadline(Instant::now());
        let search = CubeSearch::new(&guide).limits(late);
        let stopped = pool.install(|| search.solve(&cube)).unwrap();
        assert!(
            matches!(stopped.end, End::Stopped { by: Limit::Time, bound } if bound <= 16),
            "{:?}",
            stopped.end
        );
    }
    // A limit that is not reached changes nothing.
    let near = parse_state("R U F' L2 D").unwrap();
    let without = solved(&guide, &near);
    let within = CubeSearch::new(&guide).limits(limited(u64::MAX - 1));
    assert_eq!(within.solve(&near).unwrap(), without);
}

/// A heuristic that fails on about one cube in this number.
struct Gaps<H>(H, u64);

fn mixed(cube: &Cube) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for byte in cube.to_facelets().bytes() {
        hash = (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3);
    }
    hash ^ hash >> 29
}

impl<H: Heuristic<Cube>> Heuristic<Cube> for Gaps<H> {
    fn h(&self, cube: &Cube) -> Result<Estimate, HeuristicError> {
        let number = mixed(cube);
        if number.is_multiple_of(self.1) {
            return Err(HeuristicError::NotADistance(number));
        }
        self.0.h(cube)
    }
}

/// Whether a solution or a failure of the heuristic comes first does not depend on threads either.
#[test]
fn failures_of_the_heuristic_are_reported_from_any_thread() {
    let pools = pools();
    let (failed, found) = (Reached::new(), Reached::new());
    let claim = "a heuristic without an answer is reported from any thread";
    let gaps = [3, 30_000].map(|one_in| Whole(Gaps(pdb(0), one_in)));
    seeded::proptest(claim, 30, cubes(7..=9), |cube| {
        for guide in &gaps {
            let search = CubeSearch::new(guide);
            let first = pools[0].install(|| search.solve(&cube));
            match &first {
                Ok(solved) => {
                    prop_assert!(solved.moves().is_some());
                    found.hit();
                }
                Err(error) => {
                    let heuristic = matches!(error, SearchError::Heuristic(_));
                    prop_assert!(heuristic, "{error}");
                    failed.hit();
                }
            }
            for pool in &pools[1..] {
                prop_assert_eq!(&pool.install(|| search.solve(&cube)), &first);
            }
        }
        Ok(())
    });
    failed.expect("a heuristic that had no answer");
    found.expect("a heuristic that had all the answers");
    let nothing = CubeSearch::new(&Whole(Gaps(Zero, 1))).solve(&Cube::SOLVED);
    assert!(matches!(nothing, Err(SearchError::Heuristic(_))));
}

/// The value of a learned heuristic at the solved cube need not be 0. With a
/// constant added, the search is the same.
#[test]
fn a_constant_added_to_every_estimate_changes_nothing() {
    let claim = "a constant added to every estimate changes nothing on the cube";
    let table = pdb(0);
    seeded::proptest(claim, 40, (cubes(0..=6), -50..=50_i32), |(cube, shift)| {
        let shifted = from_fn(|c: &Cube| table.h(c).unwrap().finite().map(|h| h + shift));
        let plain = solved(&Whole(&table), &cube);
        let found = solved(&Whole(shifted), &cube);
        prop_assert_eq!(found.moves(), plain.moves());
        prop_assert_eq!(found.summary.expansions, plain.summary.expansions);
        Ok(())
    });
}

/// A heuristic may lead the search down any path; a path beyond the maximum length is not followed.
#[test]
fn extreme_heuristic_values_terminate() {
    let cube = parse_state("R U F' L2 D B' R2 U' F L D2 B R' U2 F2 L'").unwrap();
    let down = from_fn(|c: &Cube| if *c == cube { 0 } else { -1_000 });
    let far = from_fn(|c: &Cube| if *c == cube { 1_000 } else { 0 });
    let ends = from_fn(|c: &Cube| match mixed(c) % 3 {
        0 => i32::MIN,
        1 => i32::MAX,
        _ => 0,
    });
    let wild: [&(dyn Heuristic<Cube> + Sync); 3] = [&down, &far, &ends];
    for h in wild {
        let guide = Whole(h);
        let search = CubeSearch::new(&guide).limits(limited(50_000));
        let end = search.solve(&cube).unwrap();
        match end.end {
            End::Found(moves) => assert_eq!(cube.apply_all(&moves), Cube::SOLVED),
            End::Stopped { by, .. } => assert_eq!(by, Limit::Expansions),
            End::Exhausted => panic!("every cube can be solved"),
        }
    }
}
