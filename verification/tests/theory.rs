//! Properties and bounds of heuristics on graphs agree with their definitions,
//! and the suboptimality of A* is within the paper's bounds.
//!
//! Suboptimal searches are counted, so that a bound is not considered tested by
//! optimal searches alone.

use crate::hit_if;
use admit::search::Astar;
use admit::space::graph::{Edge, FiniteGraph, Vertex};
use admit::theory::{Bounds, Instance, inconsistency, inconsistency_along};
use admit_verification::evidence::losses::{Earnest, within_bounds};
use admit_verification::graphs::{Case, Values, case, optimal_paths};
use admit_verification::seeded::{self, Reached};
use proptest::prelude::{TestCaseError, prop_assert, prop_assert_eq};

fn psi_along(instance: &Instance<'_, impl FiniteGraph>, path: &[(Vertex, u32)]) -> i64 {
    let error = |&(v, _): &(Vertex, u32)| {
        let distance = instance.distance(v).unwrap();
        instance.h()[v as usize] as i64 - distance as i64
    };
    path.iter().map(error).max().unwrap()
}

#[test]
fn bounds_are_minima_over_all_optimal_paths() {
    let (several, spread, differ) = (Reached::new(), Reached::new(), Reached::new());
    let property = |Case { graph, h }: Case| {
        let instance = Instance::new(&graph, &h).unwrap();
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
                let path = path.unwrap();
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
            hit_if(&several, paths.len() > 1);
            hit_if(&spread, psi.least < psi.greatest);
            hit_if(&differ, sums().max() != sums().min());
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
        let instance = Instance::new(&graph, &h).unwrap();
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
        hit_if(&admissible, all.is_admissible() && !all.is_consistent());
        hit_if(&neither, !all.is_admissible() && !all.is_consistent());
        Ok(())
    };
    let claim = "properties are what their definitions say";
    seeded::proptest(claim, 6000, case(6, 9, Values::Any), property);
    admissible.expect("an admissible but inconsistent heuristic");
    consistent.expect("a consistent heuristic");
    neither.expect("a heuristic that is neither");
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
