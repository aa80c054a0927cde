//! Properties of every search, for any h.

use crate::choices::{Case, Choices, distances};
use crate::code::{Code, Ended, How};
use crate::problem::{Problem, Scope};
use crate::{always, sometimes};
use admit::search::Observer;
use admit::space::Cost;
use admit::space::graph::{FiniteGraph, Vertex};

/// Edges into the start and out of the goal change neither the outcome of a search nor its final g
/// and parents.
pub fn idle_edges<const N: usize>(c: &mut impl Choices, code: &impl Code, scope: &Scope) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let mut trimmed = problem;
    let mut idle = 0;
    for v in 0..N as Vertex {
        for (from, to) in [(v, problem.start), (problem.graph.goal(), v)] {
            idle += problem.graph.cost(from, to).is_some() as u32;
            trimmed.graph = trimmed.graph.with_edge(from, to, 0);
        }
    }
    for how in [How::REOPENING, How::CLOSING] {
        let with = code.search(&problem, how, &mut ());
        let without = code.search(&trimmed, how, &mut ());
        always!(c, with.end == without.end, "the outcome is the same");
        always!(
            c,
            with.g == without.g && with.parent == without.parent,
            "every vertex has the same g and parent"
        );
        sometimes!(
            c,
            idle > 0 && with.summary.expansions > 1,
            "the graph has such edges"
        );
    }
    Ok(())
}

/// With and without reopening, an unlimited search finds the goal, at no less than its distance, if
/// the goal is reachable, and otherwise exhausts OPEN.
pub fn completeness<const N: usize>(c: &mut impl Choices, code: &impl Code, scope: &Scope) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let none = scope.far(N) + 1;
    let distances = distances(&problem.graph, none);
    let distance = distances[problem.start as usize];
    complete(c, code, &problem, How::REOPENING, distance, none)?;
    complete(c, code, &problem, How::CLOSING, distance, none)
}

/// The same with or without reopening, for a goal at this distance.
fn complete<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    problem: &Problem<N>,
    how: How,
    distance: Cost,
    none: Cost,
) -> Case {
    let searched = code.search(problem, how, &mut ());
    let found = searched.cost();
    always!(
        c,
        found.is_some() == (distance < none),
        "the goal is found if and only if it is reachable"
    );
    always!(
        c,
        found.is_some() || searched.end == Ended::Exhausted,
        "OPEN is exhausted if the goal is unreachable"
    );
    always!(
        c,
        how.reopening || searched.summary.reopenings == 0,
        "without reopening, no vertex is reopened"
    );
    always!(
        c,
        found.is_none_or(|cost| cost >= distance),
        "the cost found is at least the distance"
    );
    sometimes!(
        c,
        found.is_some() && searched.summary.expansions > 1,
        "the goal is found after two expansions"
    );
    sometimes!(c, found.is_none(), "the goal is unreachable");
    Ok(())
}

/// Parents are consistent with g. However a search ends, a vertex has a parent if and only if it
/// was generated and is not the start; there is an edge from the parent, and g is the parent's g
/// plus the edge cost, or more if the parent was reopened since and is still in OPEN. From a goal
/// found, parents lead to the start along edges whose costs sum to the cost returned.
pub fn parents_add_up<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    parents_fit(c, code, &problem, How::REOPENING)?;
    parents_fit(c, code, &problem, How::CLOSING)
}

/// The same with or without reopening.
fn parents_fit<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    problem: &Problem<N>,
    how: How,
) -> Case {
    let searched = code.search(problem, how, &mut ());
    for v in 0..N {
        let Some(g) = searched.g[v] else {
            always!(
                c,
                searched.parent[v].is_none(),
                "an ungenerated vertex has no parent"
            );
            continue;
        };
        let is_start = v as Vertex == problem.start;
        always!(
            c,
            is_start == searched.parent[v].is_none() && (!is_start || g == 0),
            "only the start has no parent, and g(start) = 0"
        );
        let Some(parent) = searched.parent[v] else {
            continue;
        };
        // Both exist if the first property holds.
        let cost = problem.graph.cost(parent, v as Vertex).unwrap_or(0);
        let through = searched.g[parent as usize].unwrap_or(0) + cost;
        let waits = how.reopening && searched.open[parent as usize];
        always!(c, cost > 0, "there is an edge from the parent");
        always!(
            c,
            g == through || (waits && g > through),
            "g is the parent's g plus the edge cost, unless the parent is in OPEN"
        );
    }
    let Some(returned) = searched.cost() else {
        return Ok(());
    };
    let mut here = problem.graph.goal();
    let mut sum = 0;
    for _ in 1..N {
        if let Some(parent) = searched.parent[here as usize] {
            sum += problem.graph.cost(parent, here).unwrap_or(0);
            here = parent;
        }
    }
    always!(c, here == problem.start, "parents lead to the start");
    always!(c, sum == returned, "edge costs sum to the cost returned");
    sometimes!(c, sum > 1, "the cost exceeds 1");
    Ok(())
}

/// The vertex selected last, and its f.
struct LastSelected(Vertex, i64);

impl Observer<Vertex> for LastSelected {
    fn selected(&mut self, state: &Vertex, _: Cost, f: i64) {
        *self = LastSelected(*state, f);
    }
}

/// After at most N expansions, the vertex selected next is in OPEN, its f is g + h, and every other
/// vertex in OPEN has a larger f, or the same f and a larger number.
pub fn selects_the_least<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let expansions = c.between(1, N as i32) as u64;
    let mut last = LastSelected(problem.start, 0);
    let searched = code.search(&problem, How::REOPENING.at_most(expansions), &mut last);
    c.assume(searched.end != Ended::Exhausted)?;
    let LastSelected(selected, f) = last;
    let mut least = true;
    let mut tied = false;
    let mut others = 0;
    for v in 0..N {
        if let Some(g) = searched.g[v]
            && searched.open[v]
        {
            let here = g as i64 + problem.h[v] as i64;
            if v as Vertex == selected {
                always!(c, here == f, "f of the selected vertex is g + h");
            } else {
                least &= f < here || (f == here && selected < v as Vertex);
                tied |= f == here;
                others += 1;
            }
        }
    }
    always!(
        c,
        searched.open[selected as usize],
        "the selected vertex is in OPEN"
    );
    always!(c, least, "the selected vertex is least");
    sometimes!(c, tied, "a tie is broken by vertex number");
    sometimes!(
        c,
        others > 0 && searched.summary.reopenings > 0,
        "a vertex was reopened"
    );
    Ok(())
}
