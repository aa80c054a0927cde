//! Graph families with known search effort.
//!
//! Two families attain theoretical bounds at every size: Martelli's, on which reopening costs
//! exponentially many expansions, and Valenzano's, on which a search without reopening loses all of
//! the summed inconsistency.

use super::{Digraph, Edge, Vertex};
use crate::space::Cost;

/// A graph of a family.
#[derive(Clone, Debug)]
pub struct Member {
    /// The graph, with its goal.
    pub graph: Digraph,
    /// The start.
    pub start: Vertex,
    /// The heuristic, by vertex.
    pub h: Vec<i32>,
}

/// The largest k of Martelli's family whose costs and heuristic values fit in 32 bits.
const LARGEST: u32 = 24;

impl Member {
    fn new(
        vertices: u32,
        [start, goal]: [Vertex; 2],
        edges: Vec<(Vertex, Vertex, Cost)>,
        h: Vec<i32>,
    ) -> Option<Member> {
        let edges = edges
            .into_iter()
            .map(|(from, to, cost)| Edge { from, to, cost });
        let graph = Digraph::numbered(vertices, 0, edges, goal).ok()?;
        Some(Member { graph, start, h })
    }
}

/// A family in the style of Martelli (1977): with an admissible heuristic, A* expands k + 2
/// vertices 2ᵏ times. `None` if k is 0, or if costs overflow.
///
/// The start is 0 and has an edge to every vertex i from 1 to k, of cost Gᵢ = 1 + Σ (2ʲ + 1) over i
/// ≤ j < k. Vertex i has an edge to every j < i of cost Gⱼ − Gᵢ − 2ⁱ⁻¹, so a path through more and
/// higher vertices is cheaper, like a binary number with more and higher digits. The goal k + 1
/// follows vertex 1 at cost k·2ᵏ.
///
/// h gives lower vertices lower f. Then expanding i improves all lower ones, each of which is
/// expanded in turn: E(i) = 1 + E(1) + … + E(i − 1) = 2ⁱ⁻¹ expansions, and 1 + E(1) + … + E(k) = 2ᵏ
/// in all.
///
/// ```
/// use admit::search::Astar;
/// use admit::heuristic::from_fn;
/// use admit::space::graph::families::martelli;
/// let member = martelli(10).unwrap();
/// let h = from_fn(|v: &u32| member.h[*v as usize]);
/// let with = Astar::new().solve(&member.graph, member.start, &h).unwrap();
/// let without = Astar::new().without_reopening().solve(&member.graph, member.start, &h).unwrap();
/// assert_eq!((with.summary.expansions, without.summary.expansions), (1024, 11));
/// assert!(martelli(0).is_none() && martelli(40).is_none());
/// ```
pub fn martelli(k: u32) -> Option<Member> {
    if k > LARGEST {
        return None;
    }
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

/// The family of Valenzano et al. (2014): without reopening, all of the summed inconsistency is
/// lost, here with an admissible heuristic. `None` if m is 0 or if costs overflow.
///
/// The optimal path is the start, v₁ … vₘ, the goal, with costs 1 up to vₘ. The start also leads to
/// every later vᵢ, at cost i + (i − 1)·gap. Heuristic values fall by 1 + gap along the path, so
/// each of its edges but the first and the last is inconsistent by gap and all vᵢ have the same f.
/// They are numbered backwards, so the last is closed first, each with the full cost of its detour.
///
/// ```
/// use admit::search::Astar;
/// use admit::space::graph::families::valenzano;
/// use admit::theory::{Bounds, Instance};
/// let member = valenzano(4, 2).unwrap();
/// let instance = Instance::new(&member.graph, &member.h).unwrap();
/// let bounds = Bounds::new(&instance);
/// let without = Astar::new().without_reopening();
/// let trial = instance.trial(&bounds, &without, member.start).unwrap().unwrap();
/// assert_eq!((trial.suboptimality(), trial.bound), (Some(6), 6));
/// assert!(valenzano(0, 1).is_none() && valenzano(1 << 20, 1 << 20).is_none());
/// ```
pub fn valenzano(m: u32, gap: u32) -> Option<Member> {
    // Bounds every sum below.
    let most = (m as u64 + 1) * (gap as u64 + 1);
    if m == 0 || most > i32::MAX as u64 {
        return None;
    }
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
    // vᵢ has number m − i, and m − i inconsistent edges before it.
    let mut h: Vec<i32> = (0..m).map(|left| (left * (1 + gap)) as i32).collect();
    h.extend([0, 0]);
    Member::new(m + 2, [start, goal], edges, h)
}
