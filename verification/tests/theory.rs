//! Properties and bounds of heuristics on graphs agree with their definitions,
//! and the suboptimality of A* is within the paper's bounds.
//!
//! Suboptimal searches are counted, so that a bound is not considered tested by
//! optimal searches alone.

use admit::search::Astar;
use admit::space::graph::{Edge, FiniteGraph, Matrix, Vertex};
use admit::theory::{Bounds, Instance, inconsistency, inconsistency_along};
use admit_verification::graphs::{Case, Values, case, optimal_paths};
use admit_verification::seeded::{self, Reached};
use proptest::prelude::{TestCaseError, prop_assert, prop_assert_eq};

fn psi_along(instance: &Instance<'_, impl FiniteGraph>, path: &[(Vertex, u32)]) -> i64 {
    let error = |&(v, _): &(Vertex, u32)| {
        let distance = instance.distance(v).expect("on a path to the goal");
        instance.h()[v as usize] as i64 - distance as i64
    };
    path.iter().map(error).max().expect("a path has a vertex")
}

#[test]
fn bounds_are_minima_over_all_optimal_paths() {
    let (several, spread, differ) = (Reached::new(), Reached::new(), Reached::new());
    let property = |Case { graph, h }: Case| {
        let instance = Instance::new(&graph, &h).expect("small");
        let bounds = Bounds::new(&instance);
        for start in 0..graph.vertices() {
            let paths = optimal_paths(&graph, start);
            let Some(psi) = bounds.psi(start) else {
                prop_assert!(paths.is_empty());
                prop_assert_eq!(bounds.psi_path(start), None);
                prop_assert_eq!(bounds.without_reopening(start), None);
                continue;
            };
            let psis = || paths.iter().map(|path| psi_along(&instance, path));
            prop_assert_eq!(Some(psi.least), psis().min());
            prop_assert_eq!(Some(psi.greatest), psis().max());
            let goal_value = h[graph.goal() as usize] as i64;
            prop_assert_eq!(bounds.with_reopening(start), Some(psi.least - goal_value));
            let after = paths.iter().map(|path| {
                // The path is the goal alone if the search starts there.
                psi_along(&instance, if path.len() > 1 { &path[1..] } else { path })
            });
            let after = after.min().map(|least| least - goal_value);
            prop_assert_eq!(bounds.with_reopening_after_start(start), after);
            let sums = || paths.iter().map(|path| inconsistency_along(&h, &path[1..]));
            let least = bounds.without_reopening(start);
            prop_assert_eq!(least, sums().min());

            // The returned paths are optimal and attain their bounds.
            let named = |path: Option<Vec<Vertex>>| {
                let path = path.expect("there is one");
                let vertices = |p: &Vec<(Vertex, u32)>| p.iter().map(|&(v, _)| v).collect();
                let same = paths.iter().find(|p| -> bool {
                    let vertices: Vec<Vertex> = vertices(p);
                    vertices == path
                });
                same.cloned()
            };
            let Some(path) = named(bounds.psi_path(start)) else {
                return Err(TestCaseError::fail("the path of Ψ is not optimal"));
            };
            prop_assert_eq!(psi_along(&instance, &path), psi.least);
            let Some(path) = named(bounds.without_reopening_path(start)) else {
                return Err(TestCaseError::fail("the path of the sum is not optimal"));
            };
            prop_assert_eq!(Some(inconsistency_along(&h, &path[1..])), least);
            if paths.len() > 1 {
                several.hit();
            }
            if psi.least < psi.greatest {
                spread.hit();
            }
            if sums().max() != sums().min() {
                differ.hit();
            }
        }
        Ok(())
    };
    let claim = "bounds are the least over all optimal paths";
    seeded::proptest(claim, 6000, case(6, 3, Values::Any), property);
    several.expect("several optimal paths");
    spread.expect("two optimal paths with different Ψ");
    differ.expect("two optimal paths with different sums");
}

#[test]
fn properties_agree_with_their_definitions() {
    let (admissible, consistent, neither) = (Reached::new(), Reached::new(), Reached::new());
    let property = |Case { graph, h }: Case| {
        let instance = Instance::new(&graph, &h).expect("small");
        let all = instance.properties();
        let value = |v: Vertex| h[v as usize] as i64;
        let excess = |v: Vertex| Some(value(v) - instance.distance(v)? as i64);
        let excesses: Vec<i64> = (0..graph.vertices()).filter_map(excess).collect();
        let over = excesses.iter().filter(|&&e| e > 0).count() as u64;
        prop_assert_eq!(all.overestimates, over);
        prop_assert_eq!(all.is_admissible(), over == 0);
        let worst = all.worst_overestimate.map(|w| w.by());
        prop_assert_eq!(worst, excesses.into_iter().filter(|&e| e > 0).max());
        if let Some(w) = all.worst_overestimate {
            prop_assert_eq!(excess(w.vertex), Some(w.by()));
        }

        let by = |e: &Edge| (value(e.from) - value(e.to) - e.cost as i64).max(0);
        prop_assert_eq!(
            all.total_inconsistency,
            graph.edges().map(|e| by(&e)).sum::<i64>()
        );
        let bad: Vec<Edge> = graph.edges().filter(|e| by(e) > 0).collect();
        prop_assert_eq!(all.inconsistent_edges, bad.len() as u64);
        prop_assert_eq!(all.is_consistent(), bad.is_empty());
        prop_assert_eq!(
            all.most_inconsistent.map(|w| w.by),
            bad.iter().map(by).max()
        );
        if let Some(w) = all.most_inconsistent {
            prop_assert!(bad.contains(&w.edge) && by(&w.edge) == w.by);
        }
        for e in graph.edges() {
            let (parent, child) = (h[e.from as usize], h[e.to as usize]);
            prop_assert_eq!(inconsistency(parent, child, e.cost), by(&e));
        }

        prop_assert_eq!(all.goal_value as i64, value(graph.goal()));
        prop_assert_eq!(all.negative, h.iter().filter(|&&h| h < 0).count() as u64);
        prop_assert_eq!(Some(&all.lowest.1), h.iter().min());
        prop_assert_eq!(value(all.lowest.0), all.lowest.1 as i64);
        // A consistent heuristic with h(goal) ≤ 0 is admissible.
        if all.is_consistent() && all.goal_value <= 0 {
            prop_assert!(all.is_admissible());
            consistent.hit();
        }
        if all.is_admissible() && !all.is_consistent() {
            admissible.hit();
        }
        if !all.is_admissible() && !all.is_consistent() {
            neither.hit();
        }
        Ok(())
    };
    let claim = "properties are what their definitions say";
    seeded::proptest(claim, 6000, case(6, 9, Values::Any), property);
    admissible.expect("an admissible but inconsistent heuristic");
    consistent.expect("a consistent heuristic");
    neither.expect("a heuristic that is neither");
}

/// Number of suboptimal searches on which a bound was tested.
#[derive(Default)]
struct Earnest {
    lost: Reached,
    tight: Reached,
    reopened: Reached,
}

/// Searches from every start; C − C* stays within the bound.
fn within_bounds(
    Case { graph, h }: &Case,
    astar: &Astar,
    earnest: &Earnest,
) -> Result<(), TestCaseError> {
    let instance = Instance::new(graph, h).expect("small");
    let bounds = Bounds::new(&instance);
    for start in 0..graph.vertices() {
        let trial = instance
            .trial(&bounds, astar, start)
            .expect("costs are small");
        let Some(trial) = trial else {
            prop_assert_eq!(instance.distance(start), None);
            continue;
        };
        let lost = trial.suboptimality().expect("there is no limit");
        prop_assert!(lost >= 0, "cheaper than optimal from {start}: {trial:?}");
        prop_assert!(!trial.is_violated(), "from {start}: {trial:?}");
        if trial.reopening {
            let sharper = bounds.with_reopening_after_start(start).expect("reachable");
            prop_assert!(lost <= sharper, "{sharper} from {start}: {trial:?}");
        }
        if lost > 0 {
            earnest.lost.hit();
            if trial.slack() == Some(0) {
                earnest.tight.hit();
            }
        }
        if trial.summary.reopenings > 0 {
            earnest.reopened.hit();
        }
    }
    Ok(())
}

#[test]
fn suboptimality_with_reopening_is_at_most_psi_for_any_h() {
    let earnest = Earnest::default();
    let claim = "with reopening no more than Ψ − h(goal) is lost, nor than without the start";
    seeded::proptest(claim, 20_000, case(9, 6, Values::Any), |case| {
        within_bounds(&case, &Astar::new(), &earnest)
    });
    earnest.lost.expect("a search that lost something");
    earnest.tight.expect("a search that lost all that it may");
    earnest.reopened.expect("a reopening");
}

#[test]
fn suboptimality_without_reopening_is_at_most_the_inconsistency() {
    let earnest = Earnest::default();
    let claim = "without reopening no more than the summed inconsistency is lost";
    let astar = Astar::new().without_reopening();
    seeded::proptest(claim, 20_000, case(9, 6, Values::Claimed), |case| {
        within_bounds(&case, &astar, &earnest)
    });
    earnest.lost.expect("a search that lost something");
    earnest.tight.expect("a search that lost all that it may");
}

/// The paper assumes h ≥ 0 and h(goal) = 0; neither is needed.
#[test]
fn without_reopening_the_bound_needs_no_assumption() {
    let earnest = Earnest::default();
    let claim = "without reopening the bound holds for any h";
    let astar = Astar::new().without_reopening();
    seeded::proptest(claim, 20_000, case(9, 6, Values::Any), |case| {
        let assumed = case.h[case.graph.goal() as usize] == 0 && case.h.iter().all(|&h| h >= 0);
        if assumed {
            return Ok(());
        }
        within_bounds(&case, &astar, &earnest)
    });
    earnest.lost.expect("a search that lost something");
    earnest.tight.expect("a search that lost all that it may");
}

/// Ψ, whose maximum includes the start, may exceed the bound without reopening,
/// which omits the first edge. Without the start it never does.
#[test]
fn psi_exceeds_the_inconsistency_only_through_the_start() {
    let above = Reached::new();
    let claim = "Ψ after the start is never above the summed inconsistency";
    seeded::proptest(
        claim,
        6000,
        case(7, 6, Values::Claimed),
        |Case { graph, h }| {
            let instance = Instance::new(&graph, &h).expect("small");
            let bounds = Bounds::new(&instance);
            for start in 0..graph.vertices() {
                let sharper = bounds.with_reopening_after_start(start);
                prop_assert!(sharper <= bounds.without_reopening(start));
                if bounds.with_reopening(start) > bounds.without_reopening(start) {
                    above.hit();
                }
            }
            Ok(())
        },
    );
    above.expect("a Ψ above the summed inconsistency");
}

/// With the goal last among ties, every vertex left in OPEN has a
/// larger f, and the suboptimality is strictly less than the bound. With the goal
/// first it need not be.
#[test]
fn with_the_goal_last_among_ties_the_bound_is_strict() {
    let (last, equal) = (Reached::new(), Reached::new());
    let claim = "with the goal last among ties the bound is strict";
    seeded::proptest(
        claim,
        20_000,
        case(7, 6, Values::Any),
        |Case { graph, h }| {
            let goal_last = graph.goal() == graph.vertices() - 1;
            let instance = Instance::new(&graph, &h).expect("small");
            let bounds = Bounds::new(&instance);
            for start in 0..graph.vertices() {
                let trial = instance
                    .trial(&bounds, &Astar::new(), start)
                    .expect("small");
                let Some(lost) = trial.and_then(|t| t.suboptimality()).filter(|&l| l > 0) else {
                    continue;
                };
                let sharper = bounds.with_reopening_after_start(start).expect("reachable");
                if goal_last {
                    prop_assert!(lost < sharper, "{lost} of {sharper} from {start}");
                    last.hit();
                } else if lost == sharper {
                    equal.hit();
                }
            }
            Ok(())
        },
    );
    last.expect("a search that lost something with the goal last");
    equal.expect("a search that lost all that it may with the goal elsewhere");
}

/// Every graph of three vertices with costs up to 3, every goal, every h from 0
/// to 3, exhaustively. Edges that leave the goal are omitted: no
/// search from elsewhere and no path to the goal uses them.
#[test]
fn both_bounds_hold_on_all_graphs_of_three_vertices() {
    let (lost, mut instances) = (Reached::new(), 0_u64);
    for (goal, code) in (0..3).flat_map(|goal| (0..256_u32).map(move |code| (goal, code))) {
        let starts: Vec<Vertex> = (0..3).filter(|&v| v != goal).collect();
        let mut digits = (0..4).map(|i| code >> (2 * i) & 3);
        let mut graph = Matrix::<3>::new(3, goal).expect("three vertices");
        for &from in &starts {
            for to in (0..3).filter(|&to| to != from) {
                graph = graph.with_edge(from, to, digits.next().expect("four digits"));
            }
        }
        for values in 0..64_i32 {
            let h = [values % 4, values / 4 % 4, values / 16];
            let instance = Instance::new(&graph, &h).expect("small");
            let bounds = Bounds::new(&instance);
            instances += 1;
            for &start in &starts {
                for astar in [Astar::new(), Astar::new().without_reopening()] {
                    let trial = instance.trial(&bounds, &astar, start).expect("small");
                    let Some(trial) = trial else { continue };
                    assert!(!trial.is_violated(), "{graph:?} {h:?} {trial:?}");
                    if trial.suboptimality() > Some(0) {
                        lost.hit();
                    }
                }
            }
        }
    }
    assert_eq!(instances, 3 * 256 * 64);
    lost.expect("a search that lost something");
}

/// The sum without the first edge is attained, even by an admissible
/// heuristic and with the goal last among ties, so no further edge can be
/// omitted.
#[test]
fn the_bound_without_reopening_is_attained() {
    let graph = Matrix::<4>::new(4, 3).expect("four vertices");
    let graph = graph.with_edge(2, 1, 1).with_edge(1, 0, 1);
    let graph = graph.with_edge(2, 0, 3).with_edge(0, 3, 4);
    let h = [0, 2, 0, 0];
    let instance = Instance::new(&graph, &h).expect("small");
    assert!(instance.properties().is_admissible());
    let bounds = Bounds::new(&instance);
    let astar = Astar::new().without_reopening();
    let trial = instance.trial(&bounds, &astar, 2).expect("small");
    let trial = trial.expect("reachable");
    assert_eq!((trial.suboptimality(), trial.bound), (Some(1), 1));
    assert_eq!(bounds.without_reopening_path(2), Some(vec![2, 1, 0, 3]));
}
