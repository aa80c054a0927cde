//! Graphs by size, whose searches are known in closed form.
//!
//! Two families show that what a bound allows does happen, at every size:
//! Martelli's, on which reopening costs exponentially many expansions, and
//! Valenzano's, on which a search that never reopens loses all of the summed
//! inconsistency.

use super::{Evidence, Settled};
use admit::search::{Astar, Solved};
use admit::space::Cost;
use admit::space::graph::{Digraph, Edge, Vertex};
use admit::theory::{Bounds, Instance};

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "families.rs":
        exhaustive Quick martelli,
        exhaustive Quick valenzano,
    }
}

/// One graph of a family.
struct Member {
    graph: Digraph,
    start: Vertex,
    h: Vec<i32>,
}

impl Member {
    fn new(
        vertices: u32,
        [start, goal]: [Vertex; 2],
        edges: Vec<(Vertex, Vertex, Cost)>,
        h: Vec<i32>,
    ) -> Member {
        let edges = edges
            .into_iter()
            .map(|(from, to, cost)| Edge { from, to, cost });
        let graph = Digraph::numbered(vertices, 0, edges, goal);
        Member {
            graph: graph.expect("vertices exist and costs are positive"),
            start,
            h,
        }
    }

    fn search(&self, astar: &Astar) -> Solved<Vertex> {
        let h = |v: &Vertex| self.h[*v as usize];
        let found = astar.solve(&self.graph, self.start, &h);
        found.expect("costs are positive and small")
    }

    fn instance(&self) -> Instance<'_, Digraph> {
        Instance::new(&self.graph, &self.h).expect("a value for each vertex")
    }
}

/// The start is 0 and leads to every vertex i from 1 to k, at cost
/// Gᵢ = 1 + Σ (2ʲ + 1) over i ≤ j < k. Vertex i leads to every lesser j at cost
/// Gⱼ − Gᵢ − 2ⁱ⁻¹, so a path through more and higher vertices is cheaper, like
/// a binary number with more and higher digits. The goal is k + 1, behind
/// vertex 1 at cost k·2ᵏ. h is such that a lesser vertex always has a lesser f.
fn martelli_member(k: u32) -> Member {
    let cost = |i: u32| 1 + (i..k).map(|j| (1 << j) + 1).sum::<u32>();
    let mut edges = Vec::new();
    for i in 1..=k {
        edges.push((0, i, cost(i)));
        edges.extend((1..i).map(|j| (i, j, cost(j) - cost(i) - (1 << (i - 1)))));
    }
    edges.push((1, k + 1, k << k));
    let between = |i: u32| (1..i).map(|j| (1 << k) - (1 << j) + 2).sum::<i32>();
    let mut h = vec![0];
    h.extend((1..=k).map(between));
    h.push(0);
    Member::new(k + 2, [0, k + 1], edges, h)
}

/// The largest graph of Martelli's family that is searched.
const MARTELLI_SIZES: u32 = 16;

/// With an admissible h, A\* with reopening expands vertices 2ᵏ times, and every
/// vertex but the goal exactly once without.
fn martelli() -> Settled {
    let (mut wrong, mut reopened) = (None, 0);
    for k in 1..=MARTELLI_SIZES {
        let member = martelli_member(k);
        let instance = member.instance();
        let with = member.search(&Astar::new());
        let without = member.search(&Astar::new().without_reopening());
        let optimal = instance.distance(member.start);
        let as_known = instance.properties().is_admissible()
            && with.cost() == optimal
            && with.summary.expansions == 1 << k
            && without.summary.expansions == k as u64 + 1;
        reopened += with.summary.reopenings;
        if !as_known && wrong.is_none() {
            wrong = Some(format!(
                "k = {k}: {} expansions with reopening and {} without",
                with.summary.expansions, without.summary.expansions
            ));
        }
    }
    let scope = format!(
        "Martelli's graphs of k + 2 vertices, k from 1 to {MARTELLI_SIZES}: 2^k expansions with reopening, k + 1 without, h admissible"
    );
    Settled::holds_unless(wrong, scope, MARTELLI_SIZES as u64)
        .with_sometimes("a vertex is reopened", reopened)
}

/// The optimal path is the start, v₁ … vₘ, the goal, with costs 1 up to vₘ. The
/// start also leads to every later vᵢ, at cost i + (i − 1)·gap. Estimates fall
/// by 1 + gap along the path, so that each of its edges but the first and the
/// last is inconsistent by gap, all vᵢ have one f, and, numbered backwards, the
/// last is closed first, each with all of its detour.
fn valenzano_member(m: u32, gap: u32) -> Member {
    let number = |i: u32| m - i;
    let (start, goal) = (m, m + 1);
    let mut edges = Vec::new();
    for i in 1..=m {
        edges.push((start, number(i), i + (i - 1) * gap));
        if i < m {
            edges.push((number(i), number(i + 1), 1));
        }
    }
    edges.push((number(m), goal, (m - 1) * gap + 1));
    let mut h: Vec<i32> = (0..m).map(|left| (left * (1 + gap)) as i32).collect();
    h.extend([0, 0]);
    Member::new(m + 2, [start, goal], edges, h)
}

/// The longest path and the largest gap of Valenzano's family that are searched.
const VALENZANO_SIZES: [u32; 2] = [40, 12];

/// With an admissible h, A\* without reopening loses exactly the summed
/// inconsistency along the optimal path but for its first edge.
fn valenzano() -> Settled {
    let [longest, widest] = VALENZANO_SIZES;
    let (mut wrong, mut lossy, mut cases) = (None, 0, 0);
    for m in 1..=longest {
        for gap in 1..=widest {
            let member = valenzano_member(m, gap);
            let instance = member.instance();
            let bound = Bounds::new(&instance).without_reopening(member.start);
            let found = member.search(&Astar::new().without_reopening());
            let optimal = instance.distance(member.start);
            let loss = found.cost().zip(optimal).map(|(c, o)| c as i64 - o as i64);
            let expected = (m - 1) as i64 * gap as i64;
            let as_known =
                instance.properties().is_admissible() && loss == bound && loss == Some(expected);
            cases += 1;
            lossy += (loss > Some(0)) as u64;
            if !as_known && wrong.is_none() {
                wrong = Some(format!("m = {m}, gap {gap}: {loss:?} lost of {bound:?}"));
            }
        }
    }
    let scope = format!(
        "Valenzano's graphs of m + 2 vertices, m from 1 to {longest}, gaps from 1 to {widest}: exactly (m − 1)·gap, all of the bound, is lost without reopening, h admissible"
    );
    Settled::holds_unless(wrong, scope, cases).with_sometimes("something is lost", lossy)
}
