//! Tables of any ranked space: equal to those of the cube's own builder, equal to the distances of
//! directed spaces with any costs, and proved or refuted by their proof.

use crate::{hit_if, hit_one, options};
use admit::heuristic::{Estimate, Heuristic, Pdb, Zero};
use admit::pdb::cube::{CubePattern, CubeRanker, CubeTable};
use admit::pdb::{Table, TableError, UNREACHABLE};
use admit::search::memory::Hashed;
use admit::search::{Astar, End, Generation, Limits, Observer, idastar, solve};
use admit::space::distances::{dijkstra, to_goals};
use admit::space::{Abstraction, Cost, Ranked, Space, check};
use admit_verification::generate::pattern;
use admit_verification::seeded::{self, Reached};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq};
use std::collections::HashMap;
use std::sync::Arc;

fn build<S: Ranked + Sync>(space: &S) -> Table<&S> {
    Table::build(space, &options()).unwrap()
}

fn ranker(pattern: CubePattern) -> CubeRanker {
    CubeRanker::new(pattern).unwrap()
}

/// Whether the general table of a pattern equals that of the cube's own builder.
fn is_the_cubes_own(pattern: CubePattern) -> bool {
    let ranker = ranker(pattern);
    let own = CubeTable::build(pattern, &options()).unwrap();
    let general = build(&ranker);
    (0..ranker.size()).all(|number| {
        let value = own.value(&ranker.state(number));
        general.value(number) == Some(value as u16)
    })
}

#[test]
fn patterns_of_the_cube_get_the_same_table() {
    let claim = "patterns of the cube get the same table";
    seeded::proptest(claim, 40, pattern(40_000), |pattern| {
        prop_assert!(is_the_cubes_own(pattern), "{pattern}");
        Ok(())
    });
}

/// A graph with any edges, costs and goals. If `both_ways`, each
/// edge also exists in the other direction, and the graph declares so.
#[derive(Clone, Debug)]
struct Graph {
    edges: Vec<Vec<(usize, Cost)>>,
    goal: Vec<bool>,
    both_ways: bool,
}

impl Space for Graph {
    type State = usize;
    type Action = ();

    fn transitions(&self, &node: &usize) -> impl Iterator<Item = ((), usize, Cost)> {
        self.edges[node].iter().map(|&(to, cost)| ((), to, cost))
    }

    fn is_goal(&self, &node: &usize) -> bool {
        self.goal[node]
    }
}

/// Ranked in reverse, so that ranks and states differ.
impl Ranked for Graph {
    fn size(&self) -> u64 {
        self.edges.len() as u64
    }

    fn rank(&self, &node: &usize) -> u64 {
        (self.edges.len() - 1 - node) as u64
    }

    fn unrank(&self, number: u64) -> Option<usize> {
        (self.edges.len() - 1).checked_sub(number as usize)
    }

    fn is_undirected(&self) -> bool {
        self.both_ways
    }
}

const MOST_NODES: usize = 40;

fn graph() -> impl Strategy<Value = Graph> {
    let edge = (0..MOST_NODES, 0..MOST_NODES, 1..=3_u8, any::<u16>());
    (
        1..=MOST_NODES,
        vec(edge, 0..=3 * MOST_NODES),
        vec(0..MOST_NODES, 0..=3),
        any::<bool>(),
    )
        .prop_map(|(nodes, listed, goals, both_ways)| {
            let mut graph = Graph {
                edges: vec![Vec::new(); nodes],
                goal: vec![false; nodes],
                both_ways,
            };
            for (from, to, kind, cost) in listed {
                // Ones, small costs, and costs that soon overflow.
                let cost = match kind {
                    1 => 1,
                    2 => 1 + cost as Cost % 20,
                    _ => 1 + cost as Cost,
                };
                graph.edges[from % nodes].push((to % nodes, cost));
                if both_ways {
                    graph.edges[to % nodes].push((from % nodes, cost));
                }
            }
            for goal in goals {
                graph.goal[goal % nodes] = true;
            }
            graph
        })
}

#[test]
fn tables_of_graphs_are_their_distances_or_overflow() {
    let (one_way, both_ways) = (Reached::new(), Reached::new());
    let (infinite, too_far, long) = (Reached::new(), Reached::new(), Reached::new());
    let claim = "tables of graphs are their distances or say what does not fit";
    seeded::proptest(claim, 3000, graph(), |graph| {
        let exact = to_goals(&graph, 0..graph.edges.len()).unwrap();
        if graph.both_ways {
            // Then distances from the goals are distances to them.
            let goals = (0..graph.edges.len()).filter(|&node| graph.goal[node]);
            prop_assert_eq!(&dijkstra(&graph, goals, MOST_NODES).unwrap(), &exact);
        }
        let fits = exact
            .values()
            .all(|&distance| distance < UNREACHABLE as Cost);
        let table = match Table::build(&graph, &options()) {
            Ok(table) => table,
            Err(TableError::TooFar { state, cost }) => {
                too_far.hit();
                prop_assert!(!fits);
                let distance = exact[&graph.unrank(state).unwrap()];
                prop_assert!((UNREACHABLE as Cost..=cost as Cost).contains(&distance));
                return Ok(());
            }
            Err(other) => panic!("{other}"),
        };
        prop_assert!(fits);
        hit_one(&both_ways, &one_way, graph.both_ways);
        for number in 0..graph.size() {
            let distance = exact.get(&graph.unrank(number).unwrap()).copied();
            prop_assert_eq!(table.value(number).map(|d| d as Cost), distance);
            match distance {
                None => infinite.hit(),
                Some(distance) if distance > 1000 => long.hit(),
                Some(_) => {}
            }
        }
        prop_assert_eq!(
            table.max().map(|d| d as Cost),
            exact.values().copied().max()
        );
        prop_assert_eq!(table.histogram().iter().sum::<u64>(), exact.len() as u64);
        prop_assert_eq!(table.mean().is_some(), !exact.is_empty());
        if let Some(mean) = table.mean() {
            let sum: f64 = exact.values().map(|&distance| distance as f64).sum();
            prop_assert!((mean * exact.len() as f64 - sum).abs() < 1e-6 * sum.max(1.0));
        }
        let edges: usize = graph.edges.iter().map(Vec::len).sum();
        let checked = table.proof(&options()).unwrap();
        prop_assert_eq!(
            (checked.entries, checked.successors),
            (graph.size(), edges as u64)
        );
        Ok(())
    });
    one_way.expect("one-way edges");
    both_ways.expect("edges both ways");
    infinite.expect("a node that reaches no goal");
    too_far.expect("a distance that does not fit");
    long.expect("a long distance");
}

/// With one entry changed the proof fails; with the original entries it succeeds.
#[test]
fn a_single_wrong_entry_is_detected() {
    let (finite, infinite) = (Reached::new(), Reached::new());
    let claim = "a single wrong entry is found out";
    let values = (graph(), any::<usize>(), any::<u16>());
    seeded::proptest(claim, 2000, values, |(graph, at, wrong)| {
        let Ok(table) = Table::build(&graph, &options()) else {
            return Ok(());
        };
        let mut entries = table.entries().to_vec();
        let at = at % entries.len();
        // Small changes are harder to detect.
        let wrong = match wrong % 4 {
            0 => entries[at].wrapping_add(1),
            1 => entries[at].wrapping_sub(1),
            2 => UNREACHABLE,
            _ => wrong,
        };
        if wrong == entries[at] {
            return Ok(());
        }
        hit_one(&infinite, &finite, entries[at] == UNREACHABLE);
        entries[at] = wrong;
        let verdict = Table::from_entries(&graph, entries)
            .unwrap()
            .proof(&options());
        prop_assert!(verdict.is_err());
        Ok(())
    });
    finite.expect("a finite entry");
    infinite.expect("an infinite entry");
}

/// The space as its own abstraction: the table is then the exact heuristic.
impl Abstraction<Graph> for Graph {
    fn project(&self, &node: &usize) -> usize {
        node
    }
}

/// Searches with exact distances are optimal, prune every dead end, and so never select one.
#[test]
fn searches_with_exact_distances_are_optimal_and_prune_dead_ends() {
    struct OnlyFinite<'g>(&'g HashMap<usize, Cost>);
    impl Observer<usize> for OnlyFinite<'_> {
        fn selected(&mut self, state: &usize, _: Cost, _: i64) {
            assert!(self.0.contains_key(state), "{state} was selected");
        }

        fn generated(&mut self, _: &usize, child: &usize, _: Cost, what: Generation) {
            let dead = !self.0.contains_key(child);
            assert_eq!(what == Generation::DeadEnd, dead, "{child}: {what:?}");
        }
    }
    let (found_one, hopeless, pruned) = (Reached::new(), Reached::new(), Reached::new());
    let claim = "a search with exact distances goes straight and never into the infinite";
    seeded::proptest(claim, 1000, (graph(), any::<usize>()), |(graph, start)| {
        let start = start % graph.edges.len();
        let Ok(exact) = Pdb::build(&graph, graph.clone(), &options()) else {
            return Ok(());
        };
        let blind = solve(&graph, start, &Zero).unwrap();
        let with = Astar::new();
        let without = with.without_reopening();
        let guided = [
            with.solve(&graph, start, &exact),
            without.solve(&graph, start, &exact),
            idastar(&graph, start, &exact, &Limits::NONE),
        ];
        for guided in guided {
            let guided = guided.unwrap();
            prop_assert_eq!(guided.cost(), blind.cost());
            hit_if(
                &pruned,
                guided.summary.dead_ends > 0 && guided.cost() > Some(0),
            );
            if blind.cost().is_none() {
                prop_assert_eq!(&guided.end, &End::Exhausted);
                prop_assert_eq!(guided.summary.dead_ends, 1);
                prop_assert_eq!(guided.summary.expansions, 0);
            }
        }
        let finite = to_goals(&graph, 0..graph.edges.len()).unwrap();
        let mut memory = Hashed::new();
        let watched = with.run(&graph, start, &exact, &mut memory, &mut OnlyFinite(&finite));
        prop_assert_eq!(watched.unwrap().cost(&memory), blind.cost());
        let h = exact.h(&start).unwrap();
        prop_assert_eq!(h, Estimate::from(blind.cost().map(|cost| cost as i32)));
        hit_one(&hopeless, &found_one, h == Estimate::DeadEnd);
        Ok(())
    });
    found_one.expect("a way to a goal");
    hopeless.expect("a start without one");
    pruned.expect("a dead end on the way");
}

/// A quotient of a graph. Two classes have an edge if any of their states do, at the
/// least cost; a class that contains a goal is a goal.
#[derive(Clone, Debug)]
struct Groups {
    graph: Graph,
    group: Vec<usize>,
}

impl Abstraction<Graph> for Groups {
    fn project(&self, &node: &usize) -> usize {
        self.group[node]
    }
}

impl Space for Groups {
    type State = usize;
    type Action = ();

    fn transitions(&self, &group: &usize) -> impl Iterator<Item = ((), usize, Cost)> {
        let members = (0..self.group.len()).filter(move |&node| self.group[node] == group);
        members.flat_map(|node| {
            let edges = self.graph.edges[node].iter();
            edges.map(|&(to, cost)| ((), self.group[to], cost))
        })
    }

    fn is_goal(&self, &group: &usize) -> bool {
        let mut members = (0..self.group.len()).filter(|&node| self.group[node] == group);
        members.any(|node| self.graph.goal[node])
    }
}

impl Ranked for Groups {
    fn size(&self) -> u64 {
        self.group.len() as u64
    }

    fn rank(&self, &group: &usize) -> u64 {
        group as u64
    }

    fn unrank(&self, rank: u64) -> Option<usize> {
        (rank < self.size()).then_some(rank as usize)
    }
}

/// With the distances of any homomorphism of a directed graph, searches stay
/// complete and optimal, although they prune the dead ends of the abstraction.
#[test]
fn pruning_dead_ends_of_an_abstraction_keeps_searches_complete_and_optimal() {
    let (pruned, partly) = (Reached::new(), Reached::new());
    let claim = "dead ends of an abstraction are pruned and nothing is lost";
    let values = (graph(), vec(any::<u8>(), MOST_NODES), any::<usize>());
    seeded::proptest(claim, 2000, values, |(graph, group, start)| {
        let nodes = graph.edges.len();
        let start = start % nodes;
        let group = group[..nodes].iter().map(|&g| g as usize % nodes).collect();
        let groups = Groups {
            graph: graph.clone(),
            group,
        };
        let sampling = check::Sampling::default();
        let report = check::abstraction(&graph, 0..nodes, &groups, &sampling);
        prop_assert!(report.is_ok_and(|report| report.complete));
        let Ok(pdb) = Pdb::build(&graph, groups, &options()) else {
            return Ok(());
        };
        let blind = solve(&graph, start, &Zero).unwrap();
        let shared: Arc<dyn Heuristic<usize>> = Arc::new(pdb);
        for guided in [
            solve(&graph, start, &*shared),
            Astar::new()
                .without_reopening()
                .solve(&graph, start, &shared),
            idastar(&graph, start, &shared, &Limits::NONE.expansions(100_000)),
        ] {
            let guided = guided.unwrap();
            if matches!(guided.end, End::Stopped { .. }) {
                continue; // IDA* takes long where no goal can be reached
            }
            prop_assert_eq!(guided.cost(), blind.cost());
            prop_assert_eq!(guided.cost().is_none(), guided.end == End::Exhausted);
            if guided.summary.dead_ends > 0 {
                pruned.hit();
                hit_if(
                    &partly,
                    guided.summary.expansions > 2 && guided.cost().is_some(),
                );
            }
        }
        Ok(())
    });
    pruned.expect("a dead end");
    partly.expect("a dead end beside the way to a goal");
}
