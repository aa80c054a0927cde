//! The table of any ranked space: equal to the cube's own builder, equal to the
//! plain distances of spaces with any costs and one-way steps, and proved or
//! refuted by its check.

use admit::files::Options;
use admit::heuristic::{Heuristic, HeuristicError, Pdb};
use admit::pdb::cube::{CubePattern, CubeRanker, CubeTable};
use admit::pdb::{ProofError, Table, TableError, UNREACHABLE};
use admit::search::{End, solve};
use admit::space::cube::{Cube, FullCube};
use admit::space::distances::{dijkstra, to_goals};
use admit::space::{Abstraction, Cost, Ranked, Space};
use admit_verification::generate::{moves, pattern};
use admit_verification::seeded::{self, Reached};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq};

fn build<S: Ranked + Sync>(space: &S) -> Table<&S> {
    Table::build(space, &Options::default()).expect("a small table")
}

fn ranker(pattern: CubePattern) -> CubeRanker {
    CubeRanker::new(pattern).expect("few states")
}

/// Whether the general table of a pattern has the entries of the cube's own.
fn is_the_cubes_own(pattern: CubePattern) -> bool {
    let ranker = ranker(pattern);
    let own = CubeTable::build(pattern, &Options::default()).expect("a small pattern");
    let general = build(&ranker);
    (0..ranker.size()).all(|number| {
        let value = own.value(&Ranked::unrank(&ranker, number));
        general.value(number) == Some(value as u16)
    })
}

#[test]
fn named_patterns_of_the_cube_get_the_same_table() {
    for name in [
        "edges:UR,UF",
        "corners:URF,UFL",
        "corners:URF+edges:UF",
        "4-edge",
    ] {
        assert!(is_the_cubes_own(name.parse().expect("a pattern")), "{name}");
    }
}

#[test]
fn patterns_of_the_cube_get_the_same_table() {
    seeded::proptest(
        "patterns of the cube get the same table",
        40,
        pattern(40_000),
        |pattern| {
            prop_assert!(is_the_cubes_own(pattern), "{pattern}");
            Ok(())
        },
    );
}

#[test]
fn a_pattern_of_the_cube_guides_to_the_exact_distance() {
    let ranker = ranker("corners:URF,UFL,DBL+edges:UF".parse().expect("a pattern"));
    let heuristic =
        Pdb::build(&FullCube, ranker.clone(), &Options::default()).expect("a small table");
    seeded::proptest(
        "a pattern of the cube guides to the exact distance",
        30,
        moves(),
        |moves| {
            let near = Cube::SOLVED.apply_all(&moves[..moves.len().min(3)]);
            let exact = solve(&FullCube, near, &admit::heuristic::Zero).expect("a search");
            let guided = solve(&FullCube, near, &heuristic).expect("a search");
            prop_assert_eq!(guided.cost(), exact.cost());
            let cube = Cube::SOLVED.apply_all(&moves);
            let abstract_distance = solve(&ranker, ranker.project(&cube), &admit::heuristic::Zero);
            let abstract_distance = abstract_distance.expect("a search").cost();
            let h = heuristic.h(&cube).expect("a way to the goal");
            prop_assert_eq!(Some(h as u32), abstract_distance);
            Ok(())
        },
    );
}

/// A graph with any edges at any cost, and any goals. Where `both_ways`, each
/// edge is also there in the other direction, and says so.
#[derive(Clone, Debug)]
struct Graph {
    edges: Vec<Vec<(usize, Cost)>>,
    goal: Vec<bool>,
    both_ways: bool,
}

impl Space for Graph {
    type State = usize;

    fn successors(&self, &node: &usize) -> impl Iterator<Item = (usize, Cost)> {
        self.edges[node].iter().copied()
    }

    fn is_goal(&self, &node: &usize) -> bool {
        self.goal[node]
    }
}

/// Numbered from the back, so that numbers and states are not the same.
impl Ranked for Graph {
    fn size(&self) -> u64 {
        self.edges.len() as u64
    }

    fn rank(&self, &node: &usize) -> u64 {
        (self.edges.len() - 1 - node) as u64
    }

    fn unrank(&self, number: u64) -> usize {
        self.edges.len() - 1 - number as usize
    }

    fn undoes(&self) -> bool {
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
                // Ones, small costs, and costs that soon are too large.
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
fn tables_of_graphs_are_their_distances_or_say_what_does_not_fit() {
    let (one_way, both_ways) = (Reached::new(), Reached::new());
    let (infinite, too_far, long) = (Reached::new(), Reached::new(), Reached::new());
    seeded::proptest(
        "tables of graphs are their distances or say what does not fit",
        3000,
        graph(),
        |graph| {
            let exact = to_goals(&graph, 0..graph.edges.len()).expect("a small space");
            if graph.both_ways {
                // Then distances from the goals are distances to them.
                let goals = (0..graph.edges.len()).filter(|&node| graph.goal[node]);
                prop_assert_eq!(&dijkstra(&graph, goals, MOST_NODES).expect("small"), &exact);
            }
            let fits = exact
                .values()
                .all(|&distance| distance < UNREACHABLE as Cost);
            let table = match Table::build(&graph, &Options::default()) {
                Ok(table) => table,
                Err(TableError::TooFar { state, cost }) => {
                    too_far.hit();
                    prop_assert!(!fits);
                    let distance = exact[&graph.unrank(state)];
                    prop_assert!((UNREACHABLE as Cost..=cost as Cost).contains(&distance));
                    return Ok(());
                }
                Err(other) => panic!("{other}"),
            };
            prop_assert!(fits);
            if graph.both_ways {
                &both_ways
            } else {
                &one_way
            }
            .hit();
            for number in 0..graph.size() {
                let distance = exact.get(&graph.unrank(number)).copied();
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
            let checked = table.proof(&Options::default()).expect("a proof");
            prop_assert_eq!(
                (checked.entries, checked.successors),
                (graph.size(), edges as u64)
            );
            Ok(())
        },
    );
    one_way.expect("one-way edges");
    both_ways.expect("edges both ways");
    infinite.expect("a node that reaches no goal");
    too_far.expect("a distance that does not fit");
    long.expect("a long distance");
}

/// The way that is quick where steps are undone gives what the other gives.
#[test]
fn both_builders_agree_where_steps_are_undone() {
    let several = Reached::new();
    seeded::proptest(
        "both builders agree where steps are undone",
        1000,
        graph(),
        |mut graph| {
            if !graph.both_ways {
                return Ok(());
            }
            several.hit();
            let built =
                |graph: &Graph| Table::build(graph, &Options::default()).map(Table::into_entries);
            let quick = built(&graph);
            graph.both_ways = false;
            prop_assert_eq!(built(&graph), quick);
            Ok(())
        },
    );
    several.expect("edges both ways");
}

/// One entry changed, and the check objects; all as they were, and it does not.
#[test]
fn a_single_wrong_entry_is_found_out() {
    let (finite, infinite) = (Reached::new(), Reached::new());
    seeded::proptest(
        "a single wrong entry is found out",
        2000,
        (graph(), any::<usize>(), any::<u16>()),
        |(graph, at, wrong)| {
            let Ok(table) = Table::build(&graph, &Options::default()) else {
                return Ok(());
            };
            let mut entries = table.entries().to_vec();
            let at = at % entries.len();
            // Small changes are the harder ones to see.
            let wrong = match wrong % 4 {
                0 => entries[at].wrapping_add(1),
                1 => entries[at].wrapping_sub(1),
                2 => UNREACHABLE,
                _ => wrong,
            };
            if wrong == entries[at] {
                return Ok(());
            }
            if entries[at] == UNREACHABLE {
                &infinite
            } else {
                &finite
            }
            .hit();
            entries[at] = wrong;
            let verdict = Table::from_entries(&graph, entries)
                .expect("as many")
                .proof(&Options::default());
            prop_assert!(verdict.is_err());
            Ok(())
        },
    );
    finite.expect("a finite entry");
    infinite.expect("an infinite entry");
}

/// Entries that are all too small by the same amount, or a table that takes
/// everything for infinite, are no distances either.
#[test]
fn a_wholly_wrong_table_is_found_out() {
    let ranker = ranker("edges:UR".parse().expect("a pattern"));
    let table = build(&ranker);
    let shifted: Vec<u16> = table
        .entries()
        .iter()
        .map(|e| e.saturating_sub(1))
        .collect();
    assert!(matches!(
        Table::from_entries(&ranker, shifted)
            .expect("as many")
            .proof(&Options::default()),
        Err(ProofError::Entry { .. } | ProofError::NoWay { .. })
    ));
    let infinite = vec![UNREACHABLE; ranker.size() as usize];
    assert!(matches!(
        Table::from_entries(&ranker, infinite)
            .expect("as many")
            .proof(&Options::default()),
        Err(ProofError::Goal {
            found: UNREACHABLE,
            ..
        })
    ));
}

/// Itself as its own abstraction: then the table is the exact heuristic.
impl Abstraction<Graph> for Graph {
    fn project(&self, &node: &usize) -> usize {
        node
    }
}

#[test]
fn a_search_with_exact_distances_goes_straight_and_never_into_the_infinite() {
    let (found_one, hopeless) = (Reached::new(), Reached::new());
    seeded::proptest(
        "a search with exact distances goes straight and never into the infinite",
        1000,
        (graph(), any::<usize>()),
        |(graph, start)| {
            let start = start % graph.edges.len();
            let Ok(exact) = Pdb::build(&graph, graph.clone(), &Options::default()) else {
                return Ok(());
            };
            let blind = solve(&graph, start, &admit::heuristic::Zero).expect("a search");
            match exact.h(&start) {
                Ok(distance) => {
                    found_one.hit();
                    prop_assert_eq!(blind.cost(), Some(distance as Cost));
                }
                Err(error) => {
                    hopeless.hit();
                    prop_assert_eq!(blind.end, End::Exhausted);
                    prop_assert_eq!(error, HeuristicError::Infinite(graph.rank(&start)));
                }
            }
            Ok(())
        },
    );
    found_one.expect("a way to a goal");
    hopeless.expect("a start without one");
}
