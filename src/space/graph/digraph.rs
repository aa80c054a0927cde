//! Weighted digraphs of any size whose vertices have names, on petgraph.

use super::{Edge, FiniteGraph, Vertex};
use crate::space::{Cost, Ranked, Space};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use std::borrow::Cow;
use std::collections::HashMap;
use thiserror::Error;

/// Maximum number of vertices, more than the largest road networks in use have. A short file can
/// thus not request unlimited memory.
pub const MOST_VERTICES: u32 = 1 << 25;

/// Keeps sums over all edges within 64 bits.
const MOST_EDGES: usize = i32::MAX as usize;

/// A weighted digraph with one goal. Parallel edges and self-loops are allowed; costs are positive.
///
/// A state is the number of a vertex, counted from 0 in the order in which vertices were given.
/// Names are distinct and not empty. Successors come latest edge first, as in petgraph.
///
/// ```
/// use admit::heuristic::Zero;
/// use admit::search::solve;
/// use admit::space::graph::{Digraph, Edge};
///
/// let names = ["home", "bridge", "work"].map(String::from).to_vec();
/// let edges = [
///     Edge { from: 0, to: 1, cost: 2 },
///     Edge { from: 0, to: 1, cost: 9 }, // parallel
///     Edge { from: 1, to: 2, cost: 3 },
/// ];
/// let graph = Digraph::named(names, edges, 2).unwrap();
/// let home = graph.vertex("home").unwrap();
/// let found = solve(&graph, home, &Zero).unwrap();
/// assert_eq!(found.cost(), Some(5));
/// let path: Vec<_> = found.path().unwrap().iter().map(|&v| graph.name(v)).collect();
/// assert_eq!(path, ["home", "bridge", "work"]);
/// ```
#[derive(Clone, Debug)]
pub struct Digraph {
    graph: DiGraph<(), Cost>,
    names: Names,
    goal: Vertex,
}

/// Numeric names are not stored: road networks have millions of them.
#[derive(Clone, Debug)]
enum Names {
    Numbers {
        first: u32,
    },
    Words {
        words: Vec<String>,
        vertices: HashMap<String, Vertex>,
    },
}

/// Reason why a graph is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DigraphError {
    /// No vertex, and so no goal.
    #[error("the graph is empty: it has no vertex")]
    Empty,
    /// More than [`MOST_VERTICES`] vertices.
    #[error("{0} vertices are too many: at most {MOST_VERTICES} are allowed")]
    TooManyVertices(u64),
    /// More edges than allowed.
    #[error("there are too many edges: at most {MOST_EDGES} are allowed")]
    TooManyEdges,
    /// The goal, or one end of an edge, does not exist.
    #[error("there is no vertex number {vertex}: the graph has {vertices}, counted from 0")]
    NoSuchVertex {
        /// The number.
        vertex: u64,
        /// Number of vertices.
        vertices: u32,
    },
    /// An edge of cost 0.
    #[error("the edge from vertex number {from} to {to} costs 0; costs are positive")]
    ZeroCost {
        /// Source.
        from: Vertex,
        /// Target.
        to: Vertex,
    },
    /// An empty name.
    #[error("vertex number {0} has an empty name")]
    NoName(Vertex),
    /// Two vertices with the same name.
    #[error("vertices number {first} and {second} are both called {name:?}")]
    SameName {
        /// Their name.
        name: String,
        /// One vertex.
        first: Vertex,
        /// The other vertex.
        second: Vertex,
    },
}

impl Digraph {
    /// A graph whose vertices are named `first`, `first` + 1, and so on.
    ///
    /// ```
    /// use admit::space::graph::{Digraph, Edge};
    /// let graph = Digraph::numbered(2, 1, [Edge { from: 0, to: 1, cost: 4 }], 1).unwrap();
    /// assert_eq!(graph.name(0), "1");
    /// assert_eq!(graph.vertex("2"), Some(1));
    /// ```
    ///
    /// # Errors
    ///
    /// [`DigraphError`] if the graph is invalid.
    pub fn numbered(
        vertices: u32,
        first: u32,
        edges: impl IntoIterator<Item = Edge>,
        goal: Vertex,
    ) -> Result<Digraph, DigraphError> {
        Digraph::new(vertices as usize, Names::Numbers { first }, edges, goal)
    }

    /// A graph with these vertex names.
    ///
    /// # Errors
    ///
    /// [`DigraphError`] if the graph is invalid.
    pub fn named(
        names: Vec<String>,
        edges: impl IntoIterator<Item = Edge>,
        goal: Vertex,
    ) -> Result<Digraph, DigraphError> {
        let n = names.len();
        if n > MOST_VERTICES as usize {
            return Err(DigraphError::TooManyVertices(n as u64));
        }
        let mut vertices = HashMap::with_capacity(n);
        for (second, name) in (0..).zip(&names) {
            if name.is_empty() {
                return Err(DigraphError::NoName(second));
            }
            if let Some(first) = vertices.insert(name.clone(), second) {
                let name = name.clone();
                return Err(DigraphError::SameName {
                    name,
                    first,
                    second,
                });
            }
        }
        let words = names;
        Digraph::new(n, Names::Words { words, vertices }, edges, goal)
    }

    fn new(
        vertices: usize,
        names: Names,
        edges: impl IntoIterator<Item = Edge>,
        goal: Vertex,
    ) -> Result<Digraph, DigraphError> {
        if vertices == 0 {
            return Err(DigraphError::Empty);
        }
        if vertices > MOST_VERTICES as usize {
            return Err(DigraphError::TooManyVertices(vertices as u64));
        }
        let mut graph = DiGraph::with_capacity(vertices, 0);
        for _ in 0..vertices {
            graph.add_node(());
        }
        let mut built = Digraph { graph, names, goal };
        built.expect_vertex(goal)?;
        for edge in edges {
            built.add_edge(edge)?;
        }
        Ok(built)
    }

    /// Adds an edge, possibly parallel to others.
    ///
    /// # Errors
    ///
    /// If its cost is 0, an end does not exist or there are too many edges; the graph is then
    /// unchanged.
    pub fn add_edge(&mut self, edge: Edge) -> Result<(), DigraphError> {
        let Edge { from, to, cost } = edge;
        self.expect_vertex(from)?;
        self.expect_vertex(to)?;
        if cost == 0 {
            return Err(DigraphError::ZeroCost { from, to });
        }
        if self.graph.edge_count() == MOST_EDGES {
            return Err(DigraphError::TooManyEdges);
        }
        self.graph.add_edge(from.into(), to.into(), cost);
        Ok(())
    }

    /// Converts a petgraph graph whose node weights are names; vertex numbers stay.
    ///
    /// ```
    /// use admit::space::graph::Digraph;
    /// use petgraph::graph::DiGraph;
    /// let mut graph = DiGraph::<String, u32>::new();
    /// let s = graph.add_node("s".into());
    /// let t = graph.add_node("t".into());
    /// graph.add_edge(s, t, 3);
    /// let graph = Digraph::from_petgraph(graph, t).unwrap();
    /// assert_eq!(graph.to_petgraph().edge_count(), 1);
    /// ```
    ///
    /// # Errors
    ///
    /// [`DigraphError`] if costs or names are invalid.
    pub fn from_petgraph(
        graph: DiGraph<String, Cost>,
        goal: NodeIndex,
    ) -> Result<Digraph, DigraphError> {
        let (nodes, edges) = graph.into_nodes_edges();
        let names = nodes.into_iter().map(|node| node.weight).collect();
        let edges = edges.into_iter().map(|edge| Edge {
            from: edge.source().index() as Vertex,
            to: edge.target().index() as Vertex,
            cost: edge.weight,
        });
        Digraph::named(names, edges, goal.index() as Vertex)
    }

    /// Converts to a petgraph graph whose node weights are names.
    pub fn to_petgraph(&self) -> DiGraph<String, Cost> {
        self.graph.map(
            |vertex, ()| self.name(vertex.index() as Vertex).into_owned(),
            |_, &cost| cost,
        )
    }

    /// The underlying petgraph graph, without names.
    pub fn petgraph(&self) -> &DiGraph<(), Cost> {
        &self.graph
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.graph.edge_count()
    }

    /// All edges in insertion order.
    pub fn edges(&self) -> impl Iterator<Item = Edge> {
        self.graph.raw_edges().iter().map(|edge| Edge {
            from: edge.source().index() as Vertex,
            to: edge.target().index() as Vertex,
            cost: edge.weight,
        })
    }

    /// The name of a vertex; for a number that is no vertex, the number.
    pub fn name(&self, vertex: Vertex) -> Cow<'_, str> {
        match &self.names {
            Names::Numbers { first } => Cow::Owned((*first as u64 + vertex as u64).to_string()),
            Names::Words { words, .. } => match words.get(vertex as usize) {
                Some(word) => Cow::Borrowed(word),
                None => Cow::Owned(vertex.to_string()),
            },
        }
    }

    /// The vertex with a name.
    pub fn vertex(&self, name: &str) -> Option<Vertex> {
        match &self.names {
            Names::Numbers { first } => {
                let vertex = name.parse::<u64>().ok()?.checked_sub(*first as u64)?;
                let vertex = Vertex::try_from(vertex).ok()?;
                // Names are canonical: neither +3 nor 03 is 3.
                (vertex < self.vertices() && self.name(vertex) == name).then_some(vertex)
            }
            Names::Words { vertices, .. } => vertices.get(name).copied(),
        }
    }

    /// The first name, if names are numbers.
    pub fn first_number(&self) -> Option<u32> {
        match self.names {
            Names::Numbers { first } => Some(first),
            Names::Words { .. } => None,
        }
    }

    /// The same graph with another goal.
    ///
    /// # Errors
    ///
    /// If there is no such vertex.
    pub fn with_goal(mut self, goal: Vertex) -> Result<Digraph, DigraphError> {
        self.expect_vertex(goal)?;
        self.goal = goal;
        Ok(self)
    }

    fn expect_vertex(&self, vertex: Vertex) -> Result<(), DigraphError> {
        if vertex < self.vertices() {
            return Ok(());
        }
        Err(DigraphError::NoSuchVertex {
            vertex: vertex as u64,
            vertices: self.vertices(),
        })
    }
}

impl Space for Digraph {
    type State = Vertex;
    type Action = Edge;

    #[inline]
    fn transitions(&self, &from: &Vertex) -> impl Iterator<Item = (Edge, Vertex, Cost)> {
        self.graph.edges(from.into()).map(move |edge| {
            let (to, cost) = (edge.target().index() as Vertex, *edge.weight());
            (Edge { from, to, cost }, to, cost)
        })
    }

    fn is_goal(&self, vertex: &Vertex) -> bool {
        *vertex == self.goal
    }
}

impl Ranked for Digraph {
    fn size(&self) -> u64 {
        self.graph.node_count() as u64
    }

    fn rank(&self, vertex: &Vertex) -> u64 {
        *vertex as u64
    }

    fn unrank(&self, rank: u64) -> Option<Vertex> {
        (rank < self.size()).then_some(rank as Vertex)
    }
}

impl FiniteGraph for Digraph {
    fn vertices(&self) -> u32 {
        self.graph.node_count() as u32
    }

    fn goal(&self) -> Vertex {
        self.goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: Vertex, to: Vertex, cost: Cost) -> Edge {
        Edge { from, to, cost }
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&w| w.to_owned()).collect()
    }

    #[test]
    fn invalid_graphs_are_rejected() {
        use DigraphError::*;
        let no_vertex = |vertex, vertices| NoSuchVertex { vertex, vertices };
        let same = SameName {
            name: "s".into(),
            first: 0,
            second: 2,
        };
        let cases = [
            (Digraph::numbered(0, 0, [], 0), Empty),
            (Digraph::named(vec![], [], 0), Empty),
            (Digraph::numbered(2, 0, [], 2), no_vertex(2, 2)),
            (Digraph::numbered(2, 0, [edge(0, 2, 1)], 1), no_vertex(2, 2)),
            (Digraph::numbered(2, 0, [edge(7, 1, 1)], 1), no_vertex(7, 2)),
            (
                Digraph::numbered(2, 0, [edge(1, 0, 0)], 1),
                ZeroCost { from: 1, to: 0 },
            ),
            (
                Digraph::numbered(u32::MAX, 0, [], 1),
                TooManyVertices(u32::MAX as u64),
            ),
            (Digraph::named(words(&["s", "t", "s"]), [], 0), same),
            (Digraph::named(words(&["s", ""]), [], 0), NoName(1)),
        ];
        for (built, error) in cases {
            assert_eq!(built.unwrap_err(), error);
        }
    }

    #[test]
    fn names_are_canonical() {
        let graph = Digraph::numbered(12, 1, [], 0).unwrap();
        for vertex in 0..12 {
            assert_eq!(graph.vertex(&graph.name(vertex)), Some(vertex));
        }
        for no_name in ["0", "13", "01", "+1", "-1", " 1", "", "4294967297"] {
            assert_eq!(graph.vertex(no_name), None, "{no_name}");
        }
    }

    #[test]
    fn parallel_edges_and_loops_are_kept() {
        let edges = [edge(0, 1, 5), edge(0, 1, 5), edge(0, 0, 1), edge(0, 1, 2)];
        let graph = Digraph::numbered(2, 0, edges, 1).unwrap();
        assert_eq!(graph.edges().collect::<Vec<_>>(), edges);
        let successors: Vec<_> = graph.successors(&0).collect();
        assert_eq!(successors, [(1, 2), (0, 1), (1, 5), (1, 5)]);
        assert_eq!(graph.distances_to_goal().unwrap()[0], Some(2));
        assert_eq!(graph.successors(&9).count(), 0);
    }

    #[test]
    fn the_goal_can_be_moved() {
        let graph = Digraph::numbered(3, 0, [], 1)
            .unwrap()
            .with_goal(2)
            .unwrap();
        assert!(graph.is_goal(&2) && !graph.is_goal(&1) && graph.goal() == 2);
        assert!(graph.with_goal(3).is_err());
    }
}
