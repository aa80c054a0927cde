//! Puzzles and their abstractions.
//!
//! Pattern databases are admissible and consistent: at every state of small puzzles, along nested
//! patterns of the cube, and on random states of the full cube against a blind search. On random
//! graphs A\* is compared with petgraph's searches.

use super::tables::{Built, CORNERS, FIVE, FOUR, SEVEN, SIX};
use super::{Evidence, Settled, counted};
use crate::engines::{Drawn, by_proptest, by_quickcheck};
use crate::reference::{MOST_DISTANCE, cube_distance};
use admit::files::Options;
use admit::heuristic::{Pdb, from_fn};
use admit::pdb::cube::{AbstractState, CubePattern, CubeRanker, CubeTable};
use admit::pdb::{Table, TilePattern, TokenPattern};
use admit::search::{Limits, idastar};
use admit::space::cube::{Cube, FullCube, Move, format_moves};
use admit::space::graph::{FiniteGraph, Vertex};
use admit::space::tiles::Tiles;
use admit::space::topspin::TopSpin;
use admit::space::{Abstraction, Ranked};
use admit_proofs::choices::{Case, Choices, distances};
use admit_proofs::code::{Code, How, Production};
use admit_proofs::problem::{Problem, Scope};
use admit_proofs::{always, sometimes};
use petgraph::graph::{DiGraph, NodeIndex};
use rayon::prelude::*;

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "spaces.rs":
        sweep Quick eight_puzzle_pdb,
        sweep Quick topspin_pdb,
        sweep Quick nested_edges,
        proptest Quick full_cube,
        quickcheck Quick abstraction_keeps_moves,
        proptest Quick judges,
    }
}

/// Comparison of a heuristic with exact distances over a space.
#[derive(Default)]
struct Seen {
    wrong: Option<String>,
    states: u64,
    moves: u64,
    below: u64,
    falls: u64,
}

/// Compares abstract with exact distances at every state that reaches the goal, and over every move
/// from it.
fn sweep<S, A>(space: &S, abstraction: A, seen: &mut Seen)
where
    S: Ranked + Sync,
    A: Abstraction<S> + Sync,
{
    let exact = Table::build(space, &Options::default()).expect("a small space");
    let pattern = Pdb::build(space, abstraction, &Options::default()).expect("a small space");
    let h = |state: &S::State| {
        let number = pattern
            .abstraction()
            .rank(&pattern.abstraction().project(state));
        pattern.table().value(number).map(i64::from)
    };
    for number in 0..space.size() {
        let Some(state) = space.unrank(number) else {
            continue;
        };
        let Some(distance) = exact.value(number).map(i64::from) else {
            continue;
        };
        let here = h(&state);
        seen.states += 1;
        seen.below += (here < Some(distance)) as u64;
        let mut right = here.is_some_and(|here| (0..=distance).contains(&here))
            && (!space.is_goal(&state) || here == Some(0));
        for (next, cost) in space.successors(&state) {
            let there = h(&next);
            let apart = exact.value(space.rank(&next)).map(i64::from);
            seen.moves += 1;
            seen.falls += (there < here) as u64;
            let at_most = |other: Option<i64>| other.map(|value| value + cost as i64);
            right &= here.is_some() && here <= at_most(there) && Some(distance) <= at_most(apart);
        }
        if !right && seen.wrong.is_none() {
            seen.wrong = Some(format!("{state:?}: h {here:?}, distance {distance}"));
        }
    }
}

fn settled(seen: Seen, scope: String) -> Settled {
    Settled::holds_unless(seen.wrong, scope, seen.moves)
        .with_sometimes("the pattern underestimates", seen.below)
        .with_sometimes("a move lowers the abstract distance", seen.falls)
}

/// Sliding tiles: exact distances, and those of the blank and four tiles, are admissible and
/// consistent on every move.
fn eight_puzzle_pdb() -> Settled {
    let tiles = Tiles::new(3, 3).expect("a board");
    let mut seen = Seen::default();
    for tracked in [[1, 2, 3, 4], [5, 6, 7, 8]] {
        let pattern = TilePattern::new(&tiles, &tracked).expect("four tiles");
        sweep(&tiles, pattern, &mut seen);
    }
    let scope = format!(
        "all {} arrangements of the 8-puzzle, half of which reach the goal, exact distances and the patterns of tiles 1 to 4 and 5 to 8",
        tiles.size()
    );
    // Each of two patterns visits the half that reaches the goal.
    if seen.states != tiles.size() && seen.wrong.is_none() {
        seen.wrong = Some(format!("{} states reach the goal", seen.states / 2));
    }
    settled(seen, scope)
}

/// `TopSpin`: the same with four tokens of eight.
fn topspin_pdb() -> Settled {
    let spin = TopSpin::new(8, 4).expect("a ring");
    let mut seen = Seen::default();
    for tracked in [[0, 1, 2, 3], [0, 2, 4, 6]] {
        let pattern = TokenPattern::new(&spin, &tracked).expect("four tokens");
        sweep(&spin, pattern, &mut seen);
    }
    let scope = format!(
        "all {} states of the (8,4) TopSpin, {} of which reach the goal, exact distances and the patterns of tokens 0 1 2 3 and 0 2 4 6",
        spin.size(),
        seen.states / 2
    );
    settled(seen, scope)
}

/// Maps ranks of a pattern to ranks of a pattern inside it; arrangement and orientation contribute
/// separately.
struct Within {
    kept: Vec<usize>,
    ranker: CubeRanker,
    orientations: Vec<u64>,
}

impl Within {
    fn new(outer: &CubeRanker, inner: CubePattern) -> Within {
        let place = |edge: &u8| outer.pattern().edges().iter().position(|e| e == edge);
        let kept = inner
            .edges()
            .iter()
            .map(|e| place(e).expect("an edge inside"));
        let mut within = Within {
            kept: kept.collect(),
            ranker: CubeRanker::new(inner).expect("a small pattern"),
            orientations: Vec::new(),
        };
        let base = within.rank(&outer.state(0));
        let orientations = 0..outer.orientations();
        within.orientations = orientations
            .map(|o| within.rank(&outer.state(o)) - base)
            .collect();
        within
    }

    fn rank(&self, outer: &AbstractState) -> u64 {
        let mut inner = AbstractState::default();
        for (i, &from) in self.kept.iter().enumerate() {
            inner.edge_positions[i] = outer.edge_positions[from];
            inner.flips[i] = outer.flips[from];
        }
        self.ranker.rank(&inner)
    }
}

/// The value of a pattern is at most that of a pattern containing it: four, six, seven edges.
fn nested_edges() -> Settled {
    let [seven, six, four] = [&SEVEN, &SIX, &FOUR].map(Built::get);
    let ranker = seven.ranker();
    let [in_six, in_four] = [&six, &four].map(|t| Within::new(ranker, t.header().pattern));
    let orientations = ranker.orientations();
    let look = |arrangement: u64| {
        let first = arrangement * orientations;
        let state = ranker.state(first);
        let [six_at, four_at] = [&in_six, &in_four].map(|within| within.rank(&state));
        let (mut wrong, mut below) = (None, [0_u64; 2]);
        for o in 0..orientations {
            let most = seven.entry(first + o);
            let middle = six.entry(six_at + in_six.orientations[o as usize]);
            let least = four.entry(four_at + in_four.orientations[o as usize]);
            if !(least <= middle && middle <= most) && wrong.is_none() {
                wrong = Some((first + o, [least, middle, most]));
            }
            below[0] += (least < middle) as u64;
            below[1] += (middle < most) as u64;
        }
        (wrong, below)
    };
    let (wrong, below) = (0..ranker.arrangements()).into_par_iter().map(look).reduce(
        || (None, [0; 2]),
        |(a, [b, c]), (d, [e, f])| (a.into_iter().chain(d).min(), [b + e, c + f]),
    );
    let example = wrong.map(|(state, values)| {
        format!("state {state} of 7-edge: values {values:?} of 4, 6 and 7 edges")
    });
    let scope = format!(
        "all {} states of 7-edge, with 6-edge and 4-edge inside",
        ranker.states()
    );
    Settled::holds_unless(example, scope, ranker.states())
        .with_sometimes("six edges exceed four", below[0])
        .with_sometimes("seven edges exceed six", below[1])
}

fn value(table: &CubeTable, cube: &Cube) -> u32 {
    table.value(&table.header().pattern.project(cube)) as u32
}

/// On the full cube, patterns never overestimate, and a search with them finds the cost that a
/// blind search finds.
fn full_cube() -> Settled {
    const CASES: u32 = 400;
    let [corners, five, six] = [&CORNERS, &FIVE, &SIX].map(Built::get);
    let check = |c: &mut Drawn<'_>| -> Case {
        let turns = c.between(0, MOST_DISTANCE as i32);
        let moves: Vec<Move> = (0..turns)
            .map(|_| Move::ALL[c.between(0, Move::COUNT as i32 - 1) as usize])
            .collect();
        c.show(|| format_moves(&moves));
        let cube = Cube::SOLVED.apply_all(&moves);
        let distance = cube_distance(cube);
        always!(
            c,
            distance <= Some(turns as u32),
            "the distance is at most the number of moves"
        );
        always!(c, distance.is_some(), "the distance is found");
        let best = [&corners, &five, &six].map(|table| value(table, &cube));
        always!(
            c,
            best.iter().all(|&value| Some(value) <= distance),
            "no pattern overestimates"
        );
        let h = from_fn(|cube: &Cube| value(&corners, cube).max(value(&six, cube)) as i32);
        let found = idastar(&FullCube, cube, &h, &Limits::NONE);
        always!(
            c,
            found.is_ok_and(|found| found.cost() == distance),
            "a search with patterns finds the same cost"
        );
        sometimes!(
            c,
            distance == Some(MOST_DISTANCE),
            "a state has the largest distance"
        );
        sometimes!(
            c,
            best.iter().any(|&value| Some(value) < distance),
            "a pattern underestimates"
        );
        Ok(())
    };
    let tally = by_proptest("full_cube", CASES, MOST_DISTANCE as usize + 1, check);
    let scope = format!(
        "{} random states of the cube, 0 to {MOST_DISTANCE} random moves from solved, by 8-corner, 5-edge and 6-edge",
        tally.cases
    );
    counted(&tally, scope)
}

/// Projection commutes with moves, so an edge of the cube is an edge or a loop of the abstraction,
/// by the same move.
fn abstraction_keeps_moves() -> Settled {
    const CASES: u64 = 4_000;
    const MOST_MOVES: usize = 40;
    let check = |c: &mut Drawn<'_>| -> Case {
        let sets = [c.between(0, 255) as u32, c.between(0, 4095) as u32];
        let members = |set: u32, of: u8| (0..of).filter(|i| set >> i & 1 == 1).collect::<Vec<u8>>();
        let [corners, edges] = [members(sets[0], 8), members(sets[1], 12)];
        c.assume(!corners.is_empty() || !edges.is_empty())?;
        let moves: Vec<Move> = (0..MOST_MOVES)
            .map(|_| Move::ALL[c.between(0, Move::COUNT as i32 - 1) as usize])
            .collect();
        let pattern = CubePattern::new(&corners, &edges).expect("different cubies");
        c.show(|| format!("{pattern} after {}", format_moves(&moves)));
        let cube = Cube::SOLVED.apply_all(&moves);
        let state = pattern.project(&cube);
        for m in Move::ALL {
            let moved = pattern.apply(&state, m);
            always!(
                c,
                pattern.project(&cube.apply(m)) == moved,
                "projection commutes with moves"
            );
            sometimes!(
                c,
                moved == state,
                "a move leaves the abstract state unchanged"
            );
            sometimes!(c, moved != state, "a move changes the abstract state");
        }
        Ok(())
    };
    let tally = by_quickcheck("abstraction_keeps_moves", CASES, MOST_MOVES + 2, check);
    let scope = format!(
        "{} random cubes, each with a random pattern of up to all 20 cubies, and all 18 moves",
        tally.cases
    );
    counted(&tally, scope)
}

/// Largest number of vertices of random graphs.
const LARGE: usize = 60;
/// Random graphs, sparse enough for long paths; h is made admissible later.
const SPARSE: Scope = Scope::new(9, 60).ragged(12);

/// A\* with an admissible h finds the same distances as petgraph's Dijkstra and Bellman–Ford.
fn judges() -> Settled {
    const CASES: u32 = 4_000;
    let check = |c: &mut Drawn<'_>| -> Case {
        let mut problem = Problem::<LARGE>::any(c, &SPARSE)?;
        let to_goal = distances(&problem.graph, u32::MAX);
        for (h, &most) in problem.h.iter_mut().zip(&to_goal) {
            *h = (*h).min(most.min(i32::MAX as u32) as i32);
        }
        c.show(|| problem.to_string());
        let mut graph = DiGraph::<(), f64>::new();
        for _ in 0..problem.graph.vertices() {
            graph.add_node(());
        }
        problem.graph.for_each_edge(|edge| {
            let ends = [edge.from, edge.to].map(|v| NodeIndex::new(v as usize));
            graph.add_edge(ends[0], ends[1], edge.cost as f64);
        });
        let ends =
            [problem.start, problem.graph.goal()].map(|v: Vertex| NodeIndex::new(v as usize));
        let by_dijkstra = petgraph::algo::dijkstra(&graph, ends[0], Some(ends[1]), |e| *e.weight());
        let by_dijkstra = by_dijkstra.get(&ends[1]).map(|&cost| cost as u32);
        let by_bellman = petgraph::algo::bellman_ford(&graph, ends[0]);
        let by_bellman = by_bellman.expect("costs are positive").distances[ends[1].index()];
        let by_bellman = by_bellman.is_finite().then_some(by_bellman as u32);
        let found = Production.search(&problem, How::REOPENING, &mut ());
        always!(c, found.cost() == by_dijkstra, "A* agrees with Dijkstra");
        always!(c, found.cost() == by_bellman, "A* agrees with Bellman–Ford");
        sometimes!(c, by_dijkstra.is_none(), "there is no path");
        sometimes!(c, by_dijkstra > Some(20), "there is a long path");
        sometimes!(c, found.summary.reopenings > 0, "a vertex is reopened");
        Ok(())
    };
    let tally = by_proptest("judges", CASES, LARGE * LARGE + 2 * LARGE, check);
    let scope = format!(
        "{} random digraphs of 2 to {LARGE} vertices with admissible h",
        tally.cases
    );
    counted(&tally, scope)
}
