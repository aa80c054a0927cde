//! Single steps of the paper's proofs, and statements that its arguments use. Those marked "As
//! claimed" are false as stated; an engine finds the smallest counterexample.

use super::suboptimality::Trial;
use crate::choices::{Case, Choices, distances};
use crate::code::{Code, Ended, How};
use crate::problem::{OptimalPath, Problem, Scope};
use crate::{always, sometimes};
use admit::space::Cost;
use admit::space::graph::{FiniteGraph, Matrix, Vertex};

/// After every expansion, the g-cost of every generated vertex is at least its distance from the
/// start and no larger than before.
pub fn g_never_rises<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let none = scope.far(N) + 1;
    let exact = problem.from_start(none);
    for how in [How::REOPENING, How::CLOSING] {
        let mut before = [None; N];
        let mut expansions = 0;
        loop {
            let now = code.search(&problem, how.at_most(expansions), &mut ());
            let (mut bounded, mut kept, mut above, mut falls) = (true, true, false, false);
            for v in 0..N {
                if let Some(g) = now.g[v] {
                    bounded &= exact[v] < none && exact[v] <= g;
                    above |= exact[v] < g;
                }
                if let Some(old) = before[v] {
                    kept &= now.g[v].is_some_and(|g| g <= old);
                    falls |= now.g[v].is_some_and(|g| g < old);
                }
            }
            always!(c, bounded, "no g-cost is below the distance from the start");
            always!(c, kept, "no g-cost increases");
            sometimes!(c, above, "a g-cost is above the distance");
            sometimes!(c, falls, "a g-cost decreases");
            before = now.g;
            if now.end != Ended::Stopped {
                break;
            }
            expansions += 1;
        }
    }
    Ok(())
}

/// Every subpath of an optimal path is optimal, and C\* = g\* + h\* at each of its vertices.
pub fn subpaths_are_optimal<const N: usize>(
    c: &mut impl Choices,
    _: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let path = OptimalPath::any(c, &problem, scope)?;
    for i in 0..path.steps() {
        let start = path.vertex(i);
        let from_here = Problem { start, ..problem }.from_start(scope.far(N) + 1);
        let mut cost = 0;
        for j in i..path.steps() {
            let [here, next] = [path.vertex(j), path.vertex(j + 1)];
            cost += problem.graph.cost(here, next).unwrap_or(0);
            always!(
                c,
                from_here[next as usize] == cost,
                "a subpath of an optimal path is optimal"
            );
        }
        always!(
            c,
            path.from_start(i) + cost == path.cost(),
            "C* = g* + h* at every vertex of an optimal path"
        );
    }
    sometimes!(c, path.steps() > 1, "the path has an inner vertex");
    let direct = problem.graph.cost(problem.start, problem.graph.goal());
    sometimes!(
        c,
        path.steps() > 1 && direct.is_some(),
        "a more expensive path exists"
    );
    Ok(())
}

/// Algorithm 1 as printed, line by line, with ties broken by number: the parents when the goal is
/// selected, if it is.
fn algorithm_1<const N: usize>(problem: &Problem<N>) -> Option<[Option<Vertex>; N]> {
    let graph = &problem.graph;
    let (mut open, mut closed) = ([false; N], [false; N]);
    let mut parent = [None; N];
    let mut g: [Cost; N] = [0; N];
    open[problem.start as usize] = true;
    loop {
        let mut s: Option<usize> = None;
        let f = |v: usize| g[v] as i64 + problem.h[v] as i64;
        for (v, open) in open.into_iter().enumerate() {
            if open && s.is_none_or(|best| f(v) < f(best)) {
                s = Some(v);
            }
        }
        let s = s?;
        if s == graph.goal() as usize {
            return Some(parent);
        }
        for child in 0..N {
            let Some(cost) = graph.cost(s as Vertex, child as Vertex) else {
                continue;
            };
            let g_new = g[s] + cost;
            if !open[child] && !closed[child] {
                g[child] = g_new;
                open[child] = true;
            } else if open[child] && g_new < g[child] {
                g[child] = g_new;
                parent[child] = Some(s as Vertex);
            } else if closed[child] && g_new < g[child] {
                g[child] = g_new;
                parent[child] = Some(s as Vertex);
                closed[child] = false;
                open[child] = true;
            }
        }
        open[s] = false;
        closed[s] = true;
    }
}

/// As claimed: in Algorithm 1 as printed, the parents lead from a selected goal back to the start.
pub fn printed_parents_lead_back<const N: usize>(
    c: &mut impl Choices,
    _: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let parents = algorithm_1(&problem);
    c.assume(parents.is_some())?;
    let parents = parents.unwrap_or([None; N]);
    let mut here = problem.graph.goal();
    for _ in 0..N {
        if let Some(parent) = parents[here as usize] {
            here = parent;
        }
    }
    always!(
        c,
        here == problem.start,
        "the parents lead from the goal back to the start"
    );
    Ok(())
}

/// With reopening too, the loss is at most the sum of inconsistencies of an optimal path without
/// its first edge.
pub fn inconsistency_bounds_reopening<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::REOPENING)?;
    let (loss, bound) = (trial.loss, trial.inconsistency_from(1, code));
    always!(
        c,
        loss <= bound,
        "C − C* is at most the sum of inconsistencies from the second edge on"
    );
    sometimes!(c, loss > 0, "the path is suboptimal");
    sometimes!(c, loss > 0 && loss == bound, "the bound is attained");
    Ok(())
}

/// When the goal is selected, the loss is at most (g − g\*) + (h − h\*) at every vertex of an
/// optimal path in OPEN.
pub fn loss_at_open_vertex<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let path = OptimalPath::any(c, &problem, scope)?;
    // On a path of one edge only the goal is open at the end, where both sides are equal.
    c.assume(path.steps() > 1)?;
    for how in [How::REOPENING, How::CLOSING] {
        let found = code.search(&problem, how, &mut ());
        always!(c, found.cost().is_some(), "a reachable goal is found");
        let loss = found.cost().unwrap_or(0) as i64 - path.cost() as i64;
        for i in 0..path.steps() {
            let v = path.vertex(i) as usize;
            if !found.open[v] {
                continue;
            }
            let g_error = found.g[v].unwrap_or(0) as i64 - path.from_start(i) as i64;
            let h_error = problem.h[v] as i64 - path.to_goal(i) as i64;
            always!(
                c,
                loss <= g_error + h_error,
                "C − C* is at most (g − g*) + (h − h*) of an open vertex"
            );
            sometimes!(c, loss > 0, "the path is suboptimal beside an open vertex");
            sometimes!(c, g_error > 0, "an open vertex has a g-cost error");
        }
    }
    Ok(())
}

/// With h(goal) = 0 the largest h − h\* on an optimal path is that of its overestimated vertices,
/// or 0 if there are none.
pub fn psi_from_overestimated<const N: usize>(
    c: &mut impl Choices,
    _: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let path = OptimalPath::any(c, &problem, scope)?;
    let psi = path.inadmissibility_from(0, &problem.h);
    let mut overestimated = 0;
    let mut largest = 0;
    for i in 0..=path.steps() {
        let error = problem.h[path.vertex(i) as usize] as i64 - path.to_goal(i) as i64;
        if error > 0 {
            overestimated += 1;
            largest = if error > largest { error } else { largest };
        }
    }
    always!(c, psi >= 0, "the maximum of h − h* is never negative");
    always!(
        c,
        psi == largest,
        "the maximum is that of the overestimated vertices or 0"
    );
    sometimes!(c, overestimated == 0, "no vertex is overestimated");
    sometimes!(c, overestimated > 1, "several vertices are overestimated");
    Ok(())
}

/// As claimed: of two admissible heuristics, the one with the higher mean makes A\* expand no more.
/// Every vertex reaches the goal.
pub fn higher_mean_expands_less<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let mut higher = Problem::<N>::any(c, scope)?;
    let exact = distances(&higher.graph, Cost::MAX);
    c.assume(exact.iter().all(|&distance| distance != Cost::MAX))?;
    let mut lower = higher;
    for (v, &distance) in exact.iter().enumerate() {
        higher.h[v] = c.between(0, distance as i32);
        lower.h[v] = c.between(0, distance as i32);
    }
    c.show(|| format!("{higher}, against h {:?}", lower.h));
    let sum = |problem: &Problem<N>| problem.h.iter().sum::<i32>();
    c.assume(sum(&higher) > sum(&lower))?;
    let [with_higher, with_lower] =
        [&higher, &lower].map(|p| code.search(p, How::REOPENING, &mut ()).summary);
    always!(
        c,
        with_higher.expansions <= with_lower.expansions,
        "the higher mean expands no more vertices"
    );
    Ok(())
}

/// The abstract graph: for each pair of classes the cheapest edge between their members, no
/// self-loops.
fn image<const N: usize>(graph: &Matrix<N>, classes: u32, class: &[u32; N]) -> Option<Matrix<N>> {
    let mut abstracted = Matrix::new(classes, class[graph.goal() as usize])?;
    graph.for_each_edge(|edge| {
        let [from, to] = [class[edge.from as usize], class[edge.to as usize]];
        let cheaper = abstracted.cost(from, to).is_none_or(|c| edge.cost < c);
        if from != to && cheaper {
            abstracted = abstracted.with_edge(from, to, edge.cost);
        }
    });
    Some(abstracted)
}

/// As claimed: with exact distances, a search in an abstraction generates no more states than one
/// in the graph. Every vertex reaches the goal, and so does every class.
pub fn abstract_search_is_smaller<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let mut problem = Problem::<N>::any(c, scope)?;
    let exact = distances(&problem.graph, Cost::MAX);
    c.assume(exact.iter().all(|&distance| distance != Cost::MAX))?;
    let mut class = [0; N];
    let mut classes = 1;
    for class in class.iter_mut().skip(1) {
        // A vertex joins an existing class or starts a new one.
        *class = c.between(0, classes as i32) as u32;
        classes += (*class == classes) as u32;
    }
    let start = class[problem.start as usize];
    c.assume(start != class[problem.graph.goal() as usize])?;
    let Some(graph) = image(&problem.graph, classes, &class) else {
        return Ok(());
    };
    problem.h = exact.map(|distance| distance as i32);
    let abstracted = Problem {
        graph,
        start,
        h: distances(&graph, 0).map(|distance| distance as i32),
    };
    c.show(|| format!("{problem}, abstract states {class:?}"));
    let [below, above] = [&problem, &abstracted].map(|p| {
        let searched = code.search(p, How::REOPENING, &mut ());
        searched.g.iter().filter(|g| g.is_some()).count()
    });
    always!(
        c,
        above <= below,
        "the search in the abstraction generates no more states"
    );
    Ok(())
}

/// As claimed: the minimum of a heuristic and a consistent table, here of exact distances, is
/// consistent. Every vertex reaches the goal.
pub fn correction_consistent<const N: usize>(
    c: &mut impl Choices,
    _: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let table = distances(&problem.graph, Cost::MAX);
    c.assume(table.iter().all(|&distance| distance != Cost::MAX))?;
    let corrected = |v: Vertex| {
        let [network, exact] = [problem.h[v as usize], table[v as usize] as i32];
        if network > exact { exact } else { network }
    };
    for from in 0..N as Vertex {
        for to in 0..N as Vertex {
            if let Some(cost) = problem.graph.cost(from, to) {
                always!(
                    c,
                    corrected(from) <= cost as i32 + corrected(to),
                    "the corrected heuristic is consistent"
                );
            }
        }
    }
    Ok(())
}
