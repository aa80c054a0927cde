//! Abstraction heuristics: minimum, difference, maximum and correction.
//!
//! An abstraction is any map of vertices to classes. An edge between two classes costs as much as
//! the cheapest edge between their members, and h of a vertex is the exact distance of its class to
//! the class of the goal. Scopes have no start here, so they must not be [trimmed](Scope::trimmed).

use crate::choices::{Case, Choices, Stop, distances};
use crate::code::Code;
use crate::problem::{Scope, any_graph, empty_graph};
use crate::{always, sometimes};
use admit::space::Cost;
use admit::space::graph::{FiniteGraph, Matrix, Vertex};

/// Any graph, and the value that stands for an infinite distance in it.
fn any_space<const N: usize>(
    c: &mut impl Choices,
    scope: &Scope,
) -> Result<(Matrix<N>, Cost), Stop> {
    let n = scope.any_size(c, N as u32);
    let goal = c.pick(n, |_| true)?;
    Ok((any_graph(c, scope, n, goal, goal)?, scope.far(N) + 1))
}

/// Any map of vertices to classes, numbered like vertices.
fn any_map<const N: usize>(c: &mut impl Choices, graph: &Matrix<N>) -> Result<[Vertex; N], Stop> {
    let mut map = [0; N];
    for class in map.iter_mut().take(graph.vertices() as usize) {
        *class = c.pick(graph.vertices(), |_| true)?;
    }
    Ok(map)
}

/// The abstract graph.
fn classes<const N: usize>(
    code: &impl Code,
    graph: &Matrix<N>,
    map: &[Vertex; N],
) -> Result<Matrix<N>, Stop> {
    let n = graph.vertices();
    let mut out = empty_graph(n, map[graph.goal() as usize])?;
    for from in 0..n {
        for to in 0..n {
            let (a, b) = (map[from as usize], map[to as usize]);
            if let Some(cost) = graph.cost(from, to)
                && a != b
            {
                let cost = match out.cost(a, b) {
                    Some(known) => code.abstract_cost(known, cost),
                    None => cost,
                };
                out = out.with_edge(a, b, cost);
            }
        }
    }
    Ok(out)
}

/// The exact distance of every vertex's class: a pattern database.
fn table<const N: usize>(
    code: &impl Code,
    graph: &Matrix<N>,
    map: &[Vertex; N],
    none: Cost,
) -> Result<[Cost; N], Stop> {
    let of_classes = distances(&classes(code, graph, map)?, none);
    let mut h = [0; N];
    for v in 0..N {
        h[v] = of_classes[map[v] as usize];
    }
    Ok(h)
}

/// Whether h is at most the distance everywhere.
fn is_admissible<const N: usize>(h: &[Cost; N], distances: &[Cost; N], vertices: u32) -> bool {
    let mut holds = true;
    for v in 0..N {
        holds &= v >= vertices as usize || h[v] <= distances[v];
    }
    holds
}

/// Whether h is consistent.
fn is_consistent<const N: usize>(h: &[Cost; N], graph: &Matrix<N>) -> bool {
    let mut holds = true;
    for from in 0..N {
        for to in 0..N {
            if let Some(cost) = graph.cost(from as Vertex, to as Vertex) {
                holds &= h[from] <= cost + h[to];
            }
        }
    }
    holds
}

/// Description of a graph, maps and h.
fn words<const N: usize>(graph: &Matrix<N>, maps: &[[Vertex; N]], h: &[Cost; N]) -> String {
    let n = graph.vertices() as usize;
    let mut edges = Vec::new();
    graph.for_each_edge(|edge| edges.push(format!("{}→{}:{}", edge.from, edge.to, edge.cost)));
    let mut parts = vec![format!("goal {}", graph.goal())];
    parts.push(format!("edges {}", edges.join(", ")));
    parts.extend(maps.iter().map(|map| format!("classes {:?}", &map[..n])));
    parts.push(format!("h {:?}", &h[..n]));
    parts.join(", ")
}

/// Distances in an abstraction are admissible.
pub fn pdb_admissible<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let (graph, none) = any_space::<N>(c, scope)?;
    let map = any_map(c, &graph)?;
    let h = table(code, &graph, &map, none)?;
    c.show(|| words(&graph, &[map], &h));
    let exact = distances(&graph, none);
    always!(
        c,
        is_admissible(&h, &exact, graph.vertices()),
        "the abstract distance is at most the distance"
    );
    let mut differs = false;
    for v in 0..N {
        differs |= 0 < h[v] && h[v] < exact[v] && exact[v] < none;
    }
    sometimes!(c, differs, "it is smaller, and positive");
    Ok(())
}

/// Distances in an abstraction are consistent.
pub fn pdb_consistent<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let (graph, none) = any_space::<N>(c, scope)?;
    let map = any_map(c, &graph)?;
    let h = table(code, &graph, &map, none)?;
    c.show(|| words(&graph, &[map], &h));
    always!(
        c,
        is_consistent(&h, &graph),
        "the abstract distance is consistent"
    );
    let mut falls = false;
    for from in 0..N {
        for to in 0..N {
            if let Some(cost) = graph.cost(from as Vertex, to as Vertex) {
                falls |= h[to] > 0 && h[from] < none && h[from] == cost + h[to];
            }
        }
    }
    sometimes!(c, falls, "it falls by the edge cost");
    Ok(())
}

/// Exact distances compressed to the minimum of each run of two or three vertices.
struct Compressed<const N: usize> {
    graph: Matrix<N>,
    exact: [Cost; N],
    h: [Cost; N],
}

impl<const N: usize> Compressed<N> {
    fn any(c: &mut impl Choices, code: &impl Code, scope: &Scope) -> Result<Compressed<N>, Stop> {
        let (graph, none) = any_space::<N>(c, scope)?;
        let factor = c.between(2, 3) as usize;
        let exact = distances(&graph, none);
        let n = graph.vertices() as usize;
        let mut h = [0; N];
        for (v, h) in h.iter_mut().enumerate().take(n) {
            let entry = (v / factor) as u64;
            *h = code.run_minimum(n as u64, factor as u64, entry, |i| exact[i as usize] as u8)
                as Cost;
        }
        c.show(|| format!("factor {factor}, {}", words(&graph, &[], &h)));
        Ok(Compressed { graph, exact, h })
    }
}

/// The minimum of a run of distances is admissible, and sometimes inconsistent.
pub fn minimum_admissible<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let Compressed { graph, exact, h } = Compressed::<N>::any(c, code, scope)?;
    always!(
        c,
        is_admissible(&h, &exact, graph.vertices()),
        "the minimum of a run is at most the distance"
    );
    let mut positive = false;
    for v in 0..N {
        positive |= 0 < h[v] && h[v] < exact[v];
    }
    sometimes!(c, positive, "it is smaller, and positive");
    sometimes!(c, !is_consistent(&h, &graph), "it is inconsistent");
    Ok(())
}

/// Refuted: the minimum of a run of distances is consistent.
pub fn minimum_consistent<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let Compressed { graph, h, .. } = Compressed::<N>::any(c, code, scope)?;
    always!(
        c,
        is_consistent(&h, &graph),
        "the minimum of a run is consistent"
    );
    Ok(())
}

/// An abstraction and a coarser one.
struct Nested<const N: usize> {
    graph: Matrix<N>,
    fine: [Cost; N],
    base: [Cost; N],
    none: Cost,
}

impl<const N: usize> Nested<N> {
    fn any(c: &mut impl Choices, code: &impl Code, scope: &Scope) -> Result<Nested<N>, Stop> {
        let (graph, none) = any_space::<N>(c, scope)?;
        let map = any_map(c, &graph)?;
        let further = any_map(c, &graph)?;
        let coarser = map.map(|class| further[class as usize]);
        let fine = table(code, &graph, &map, none)?;
        let base = table(code, &graph, &coarser, none)?;
        c.show(|| words(&graph, &[map, coarser], &fine));
        Ok(Nested {
            graph,
            fine,
            base,
            none,
        })
    }
}

/// Distances in a coarser abstraction are never larger.
pub fn delta_never_negative<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let nested = Nested::<N>::any(c, code, scope)?;
    always!(
        c,
        is_admissible(&nested.base, &nested.fine, nested.graph.vertices()),
        "the coarser distance is at most the finer one"
    );
    let mut less = false;
    for v in 0..N {
        less |=
            0 < nested.base[v] && nested.base[v] < nested.fine[v] && nested.fine[v] < nested.none;
    }
    sometimes!(c, less, "it is smaller, and positive");
    Ok(())
}

/// Base and difference sum to the finer distance.
pub fn delta_reconstructs<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let nested = Nested::<N>::any(c, code, scope)?;
    let mut large = false;
    for v in 0..N {
        let (fine, base) = (nested.fine[v], nested.base[v]);
        let difference = code.difference(fine, base);
        always!(
            c,
            code.restored(difference, base) == fine,
            "base and difference sum to the finer distance"
        );
        large |= base > 0 && difference > 1 && fine < nested.none;
    }
    sometimes!(
        c,
        large,
        "the difference exceeds 1, and so does not fit one bit"
    );
    Ok(())
}

/// Two abstractions of a graph, and their maximum.
struct Pair<const N: usize> {
    graph: Matrix<N>,
    exact: [Cost; N],
    one: [Cost; N],
    other: [Cost; N],
    both: [Cost; N],
}

impl<const N: usize> Pair<N> {
    fn any(c: &mut impl Choices, code: &impl Code, scope: &Scope) -> Result<Pair<N>, Stop> {
        let (graph, none) = any_space::<N>(c, scope)?;
        let maps = [any_map(c, &graph)?, any_map(c, &graph)?];
        let one = table(code, &graph, &maps[0], none)?;
        let other = table(code, &graph, &maps[1], none)?;
        let mut both = [0; N];
        for v in 0..N {
            both[v] = code.largest(one[v], other[v]);
        }
        c.show(|| words(&graph, &maps, &both));
        Ok(Pair {
            exact: distances(&graph, none),
            graph,
            one,
            other,
            both,
        })
    }

    /// Whether each is larger somewhere.
    fn both_count(&self) -> bool {
        let (mut more, mut less) = (false, false);
        for v in 0..N {
            more |= self.one[v] > self.other[v];
            less |= self.one[v] < self.other[v];
        }
        more && less
    }
}

/// The maximum of two abstract distances is admissible.
pub fn max_admissible<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let pair = Pair::<N>::any(c, code, scope)?;
    always!(
        c,
        is_admissible(&pair.both, &pair.exact, pair.graph.vertices()),
        "the maximum is at most the distance"
    );
    sometimes!(c, pair.both_count(), "each is larger somewhere");
    Ok(())
}

/// The maximum of two abstract distances is consistent.
pub fn max_consistent<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let pair = Pair::<N>::any(c, code, scope)?;
    always!(
        c,
        is_consistent(&pair.both, &pair.graph),
        "the maximum is consistent"
    );
    sometimes!(c, pair.both_count(), "each is larger somewhere");
    Ok(())
}

/// One-sided correction: for any h, if every overestimated vertex is flagged and each flagged value
/// is lowered by at least its excess, the result is admissible. Others may be flagged needlessly.
pub fn one_sided_correction<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let (graph, none) = any_space::<N>(c, scope)?;
    // A value of at most a lower bound is admissible.
    let bound = c.lower_bound(&graph, none)?;
    let (mut h, mut lower) = ([0; N], [0; N]);
    let mut needless = false;
    let mut needed = false;
    for v in 0..graph.vertices() as usize {
        h[v] = c.between(scope.least_h, scope.most_h);
        lower[v] = h[v];
        let excess = (h[v] - bound[v] as i32).max(0);
        let flagged = c.between((excess > 0) as i32, 1) == 1;
        if flagged {
            let by = excess + c.between(0, 1);
            lower[v] = code.corrected(h[v], by);
            needed |= excess > 0;
            needless |= excess == 0 && by > 0;
        }
    }
    c.show(|| format!("h {h:?} becomes {lower:?}, distances {bound:?}"));
    let mut admissible = true;
    for v in 0..graph.vertices() as usize {
        admissible &= lower[v] <= bound[v] as i32;
    }
    always!(c, admissible, "the corrected value is at most the distance");
    sometimes!(c, needed, "a value overestimates");
    sometimes!(c, needless, "a vertex is flagged needlessly");
    Ok(())
}
