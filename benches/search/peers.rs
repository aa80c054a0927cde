//! A* compared with the crates `pathfinding` and `petgraph`, on the same spaces with
//! the same heuristics.
//!
//! The crates break ties differently and so expand different states; the cost per expansion is
//! compared. The memory of a run is its peak allocation, divided by the number of distinct states
//! for which h was evaluated, which are all generated states.

use super::ALLOCATED;
use super::spaces::{Grid, walk};
use super::time::processor_seconds;
use admit::heuristic::{Estimate, Heuristic, Manhattan, from_fn};
use admit::search::Astar;
use admit::search::memory::Hashed;
use admit::space::Space;
use admit::space::tiles::Tiles;
use petgraph::visit::{
    Data, EdgeRef, GraphBase, IntoEdgeReferences, IntoEdges, IntoNeighbors, Visitable,
};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;

/// In the 15-puzzle and on grids.
const MOST_SUCCESSORS: usize = 4;
const ROUNDS: usize = 5;

/// Cost of one search.
struct Cost {
    length: u32,
    expanded: u64,
    seconds: f64,
    bytes: usize,
}

pub fn compare() {
    println!(
        "A*: expansions per second and bytes per node (processor time, minimum of {ROUNDS})\n"
    );
    println!(
        "{:22} {:12} {:>6} {:>10} {:>10} {:>11} {:>7} {:>10} {:>7}",
        "", "", "length", "expanded", "nodes", "million/s", "ratio", "bytes/node", "ratio"
    );
    let tiles = Tiles::new(4, 4).expect("4 × 4 is a board");
    let manhattan = Manhattan::new(&tiles);
    for (steps, seed) in [(90, 1), (120, 5)] {
        let start = walk(&tiles, steps, seed);
        let name = format!("15-puzzle, walk {steps}");
        table(&name, &tiles, start, &|board| {
            let h = manhattan.h(board).ok().and_then(Estimate::finite);
            h.expect("Manhattan distance is finite") as u32
        });
    }
    for (side, one_in) in [(1000, 5), (2000, 4)] {
        let grid = Grid::new(side, one_in, 2);
        let name = format!("grid {side} × {side}, 1/{one_in}");
        table(&name, &grid, grid.cells() - 1, &|&cell| {
            grid.manhattan(cell)
        });
    }
}

/// A* of one of the three crates.
type Search<Sp> = fn(&Sp, <Sp as Space>::State, &dyn Fn(&<Sp as Space>::State) -> u32) -> Cost;

fn table<Sp: Space<State: Copy>>(
    name: &str,
    space: &Sp,
    start: Sp::State,
    h: &dyn Fn(&Sp::State) -> u32,
) {
    let searches: [(&str, Search<Sp>); 3] = [
        ("admit", admit),
        ("pathfinding", pathfinding),
        ("petgraph", petgraph),
    ];
    // In turn, so that other load on the machine affects all alike.
    let mut costs: [Option<Cost>; 3] = [const { None }; 3];
    for _ in 0..ROUNDS {
        for ((_, search), least) in searches.iter().zip(&mut costs) {
            let cost = search(space, start, h);
            if least.as_ref().is_none_or(|l| cost.seconds < l.seconds) {
                *least = Some(cost);
            }
        }
    }
    let mut ours = None;
    for ((crate_name, search), cost) in searches.into_iter().zip(costs) {
        let met = RefCell::new(HashSet::new());
        search(space, start, &|state| {
            met.borrow_mut().insert(*state);
            h(state)
        });
        let nodes = met.into_inner().len();
        let cost = cost.expect("at least one round");
        let rate = cost.expanded as f64 / cost.seconds;
        let bytes = cost.bytes as f64 / nodes as f64;
        let &mut (length, our_rate, our_bytes) = ours.get_or_insert((cost.length, rate, bytes));
        assert_eq!(length, cost.length, "all are optimal");
        println!(
            "{name:22} {crate_name:12} {length:6} {:10} {nodes:10} {:11.2} {:6.1}x {bytes:10.1} {:6.1}x",
            cost.expanded,
            rate / 1e6,
            our_rate / rate,
            bytes / our_bytes,
        );
    }
    println!();
}

/// Runs a search that returns its path length and its number of expansions.
fn measured(search: impl FnOnce() -> (u32, u64)) -> Cost {
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let start = processor_seconds();
    let (length, expanded) = search();
    let seconds = processor_seconds() - start;
    Cost {
        length,
        expanded,
        seconds,
        bytes: ALLOCATED.peak_usage() - before,
    }
}

fn admit<Sp: Space<State: Copy>>(
    space: &Sp,
    start: Sp::State,
    h: &dyn Fn(&Sp::State) -> u32,
) -> Cost {
    measured(|| {
        let mut memory = Hashed::new();
        let h = from_fn(|state: &Sp::State| h(state) as i32);
        let run = Astar::new().run(space, start, &h, &mut memory, &mut ());
        let run = run.expect("costs are small");
        let length = run.cost(&memory).expect("the goal can be reached");
        (length, run.summary.expansions)
    })
}

fn pathfinding<Sp: Space<State: Copy>>(
    space: &Sp,
    start: Sp::State,
    h: &dyn Fn(&Sp::State) -> u32,
) -> Cost {
    measured(|| {
        let expanded = Cell::new(0);
        let found = pathfinding::prelude::astar(
            &start,
            |state| {
                expanded.set(expanded.get() + 1);
                steps(space, state)
            },
            h,
            |state| space.is_goal(state),
        );
        let (_, length) = found.expect("the goal can be reached");
        (length, expanded.get())
    })
}

fn petgraph<Sp: Space<State: Copy>>(
    space: &Sp,
    start: Sp::State,
    h: &dyn Fn(&Sp::State) -> u32,
) -> Cost {
    measured(|| {
        let implicit = Implicit {
            space,
            expanded: Cell::new(0),
        };
        let found = petgraph::algo::astar(
            &implicit,
            start,
            |state| space.is_goal(&state),
            |edge| edge.cost,
            |state| h(&state),
        );
        let (length, _) = found.expect("the goal can be reached");
        (length, implicit.expanded.get())
    })
}

/// Successors of a state as an owned list, which both other crates need.
fn steps<Sp: Space<State: Copy>>(space: &Sp, from: &Sp::State) -> Steps<Sp::State> {
    let mut steps = [(*from, 0); MOST_SUCCESSORS];
    let mut count = 0;
    for step in space.successors(from) {
        steps[count] = step;
        count += 1;
    }
    steps.into_iter().take(count)
}

type Steps<S> = std::iter::Take<std::array::IntoIter<(S, u32), MOST_SUCCESSORS>>;

/// A space as petgraph sees graphs.
struct Implicit<'s, Sp> {
    space: &'s Sp,
    expanded: Cell<u64>,
}

#[derive(Clone, Copy)]
struct Edge<S> {
    from: S,
    to: S,
    cost: u32,
}

struct Edges<S> {
    from: S,
    steps: Steps<S>,
}

impl<S: Copy> Iterator for Edges<S> {
    type Item = Edge<S>;
    fn next(&mut self) -> Option<Edge<S>> {
        let (to, cost) = self.steps.next()?;
        let from = self.from;
        Some(Edge { from, to, cost })
    }
}

impl<S: Copy> EdgeRef for Edge<S> {
    type NodeId = S;
    type EdgeId = ();
    type Weight = ();
    fn source(&self) -> S {
        self.from
    }
    fn target(&self) -> S {
        self.to
    }
    fn weight(&self) -> &() {
        &()
    }
    fn id(&self) {}
}

impl<Sp: Space<State: Copy>> GraphBase for Implicit<'_, Sp> {
    type NodeId = Sp::State;
    type EdgeId = ();
}

impl<Sp: Space<State: Copy>> Data for Implicit<'_, Sp> {
    type NodeWeight = ();
    type EdgeWeight = ();
}

impl<Sp: Space<State: Copy>> Visitable for Implicit<'_, Sp> {
    type Map = HashSet<Sp::State>;
    fn visit_map(&self) -> HashSet<Sp::State> {
        HashSet::new()
    }
    fn reset_map(&self, map: &mut HashSet<Sp::State>) {
        map.clear();
    }
}

impl<'s, Sp: Space<State: Copy>> IntoNeighbors for &'s Implicit<'_, Sp> {
    type Neighbors = Box<dyn Iterator<Item = Sp::State> + 's>;
    fn neighbors(self, state: Sp::State) -> Self::Neighbors {
        Box::new(self.edges(state).map(|edge| edge.to))
    }
}

impl<Sp: Space<State: Copy>> IntoEdgeReferences for &Implicit<'_, Sp> {
    type EdgeRef = Edge<Sp::State>;
    type EdgeReferences = std::iter::Empty<Edge<Sp::State>>;
    fn edge_references(self) -> Self::EdgeReferences {
        std::iter::empty()
    }
}

impl<Sp: Space<State: Copy>> IntoEdges for &Implicit<'_, Sp> {
    type Edges = Edges<Sp::State>;
    fn edges(self, from: Sp::State) -> Edges<Sp::State> {
        self.expanded.set(self.expanded.get() + 1);
        let steps = steps(self.space, &from);
        Edges { from, steps }
    }
}
