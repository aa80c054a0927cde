//! Search instances made of choices, and optimal paths in them.

use crate::choices::{Choices, Stop};
use crate::code::Code;
use admit::space::Cost;
use admit::space::graph::{FiniteGraph, Matrix, Vertex};
use std::fmt;

/// The set of problems that a check ranges over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent restrictions")]
pub struct Scope {
    /// Least number of vertices; the largest is the capacity of the matrix.
    pub least_vertices: u32,
    /// Largest edge cost; the least is 1, and an edge may be missing.
    pub most_cost: Cost,
    /// Number of choices that mean "no edge", against one for each cost: 1, or more for sparse
    /// random graphs.
    pub thinness: u32,
    /// Whether self-loops occur.
    pub loops: bool,
    /// Whether edges into the start and out of the goal are omitted. They change neither optimal
    /// paths nor the search ([`idle_edges`](crate::checks::search::idle_edges)), and far fewer
    /// graphs remain.
    pub trimmed: bool,
    /// Least heuristic value.
    pub least_h: i32,
    /// Largest heuristic value.
    pub most_h: i32,
    /// Whether h is 0 at the goal.
    pub zero_at_goal: bool,
    /// Whether h is 0 at the start. A search never compares the start with another vertex, so
    /// h(start) affects bounds only.
    pub zero_at_start: bool,
}

impl Scope {
    /// As many vertices as the matrix holds, costs from 1 to `most_cost` or no edge, no loops, h
    /// from 0 to `most_h`, and h(goal) = 0.
    pub const fn new(most_cost: Cost, most_h: i32) -> Scope {
        Scope {
            least_vertices: u32::MAX,
            most_cost,
            thinness: 1,
            loops: false,
            trimmed: false,
            least_h: 0,
            most_h,
            zero_at_goal: true,
            zero_at_start: false,
        }
    }

    /// The same with h from `least`, also at the goal.
    #[must_use]
    pub const fn any_h_from(mut self, least: i32) -> Scope {
        self.least_h = least;
        self.zero_at_goal = false;
        self
    }

    /// The same with h(start) = 0.
    #[must_use]
    pub const fn zero_at_start(mut self) -> Scope {
        self.zero_at_start = true;
        self
    }

    /// The same without edges into the start and out of the goal.
    #[must_use]
    pub const fn trimmed(mut self) -> Scope {
        self.trimmed = true;
        self
    }

    /// The same with 2 vertices or more, sparse graphs and loops, for random cases.
    #[must_use]
    pub const fn ragged(mut self, thinness: u32) -> Scope {
        self.least_vertices = 2;
        self.thinness = thinness;
        self.loops = true;
        self
    }

    /// Any number of vertices in the scope, at most `most`.
    pub fn any_size(&self, c: &mut impl Choices, most: u32) -> u32 {
        if self.least_vertices >= most {
            most
        } else {
            c.between(self.least_vertices as i32, most as i32) as u32
        }
    }

    /// Upper bound on all finite distances among `n` vertices and on h.
    pub const fn far(&self, n: usize) -> Cost {
        let longest = self.most_cost * (n as Cost - 1);
        if self.most_h > longest as i32 {
            self.most_h as Cost
        } else {
            longest
        }
    }

    /// Description with the number of vertices.
    pub fn words(&self, n: usize) -> String {
        let vertices = if self.least_vertices >= n as u32 {
            format!("{n} vertices")
        } else {
            format!("{} to {n} vertices", self.least_vertices)
        };
        format!("digraphs of {vertices}, {self}")
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "costs 1 to {}", self.most_cost)?;
        if self.most_cost == 1 {
            write!(f, " only")?;
        }
        if self.loops {
            write!(f, ", loops")?;
        }
        if self.trimmed {
            write!(f, ", no edges into the start or out of the goal")?;
        }
        write!(f, ", h from {} to {}", self.least_h, self.most_h)?;
        if self.zero_at_goal {
            write!(f, ", 0 at the goal")?;
        }
        if self.zero_at_start {
            write!(f, ", 0 at the start")?;
        }
        write!(f, ", every start and goal")
    }
}

/// A graph, a start and a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem<const N: usize> {
    /// The graph and its goal.
    pub graph: Matrix<N>,
    /// The start; not the goal.
    pub start: Vertex,
    /// Heuristic value of each vertex.
    pub h: [i32; N],
}

impl<const N: usize> Problem<N> {
    /// Any problem in a scope.
    ///
    /// # Errors
    ///
    /// [`Stop::Skipped`] if the choices form no problem.
    pub fn any(c: &mut impl Choices, scope: &Scope) -> Result<Problem<N>, Stop> {
        let n = scope.any_size(c, N as u32);
        let goal = c.pick(n, |_| true)?;
        let start = c.pick(n, |v| v != goal)?;
        let graph = any_graph(c, scope, n, start, goal)?;
        let mut h = [0; N];
        for v in 0..n {
            let is_zero = (scope.zero_at_goal && v == goal) || (scope.zero_at_start && v == start);
            if !is_zero {
                h[v as usize] = c.between(scope.least_h, scope.most_h);
            }
        }
        let problem = Problem { graph, start, h };
        c.show(|| problem.to_string());
        Ok(problem)
    }

    /// h with a constant added.
    #[must_use]
    pub fn raised(&self, by: i32) -> Problem<N> {
        Problem {
            h: self.h.map(|h| h + by),
            ..*self
        }
    }

    /// h(goal).
    pub fn goal_value(&self) -> i32 {
        self.h[self.graph.goal() as usize]
    }

    /// The minimum of h and a bound. Every h below the bound has this form.
    #[must_use]
    pub fn lowered_to(&self, bound: &[Cost; N]) -> Problem<N> {
        let mut lower = *self;
        for (h, &bound) in lower.h.iter_mut().zip(bound) {
            *h = (*h).min(bound as i32);
        }
        lower
    }

    /// The largest consistent heuristic that is nowhere above h. Every consistent h has this form.
    #[must_use]
    pub fn made_consistent(&self) -> Problem<N> {
        let mut lower = *self;
        let n = self.graph.vertices();
        // A value is lowered along a path without repetition, so N rounds suffice.
        for _ in 0..N {
            let mut changed = false;
            for from in 0..n {
                for to in 0..n {
                    if let Some(cost) = self.graph.cost(from, to) {
                        let through = lower.h[to as usize] + cost as i32;
                        if through < lower.h[from as usize] {
                            lower.h[from as usize] = through;
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        lower
    }

    /// The exact distance of every vertex from the start; `none` where it is unreachable.
    pub fn from_start(&self, none: Cost) -> [Cost; N] {
        let n = self.graph.vertices();
        let mut best = [none; N];
        best[self.start as usize] = 0;
        // An optimal path repeats no vertex, so N rounds suffice.
        for _ in 0..N {
            let mut changed = false;
            for from in 0..n {
                for to in 0..n {
                    if let Some(cost) = self.graph.cost(from, to) {
                        let through = best[from as usize] + cost;
                        if through < best[to as usize] {
                            best[to as usize] = through;
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        best
    }
}

/// Any graph of `n` vertices in a scope.
///
/// # Errors
///
/// [`Stop::Skipped`] if there is no such goal.
pub fn any_graph<const N: usize>(
    c: &mut impl Choices,
    scope: &Scope,
    n: u32,
    start: Vertex,
    goal: Vertex,
) -> Result<Matrix<N>, Stop> {
    let mut graph = empty_graph(n, goal)?;
    for from in 0..n {
        for to in 0..n {
            let idle = scope.trimmed && (to == start || from == goal);
            if (from != to || scope.loops) && !idle {
                let most = (scope.most_cost * scope.thinness) as i32;
                let cost = c.between(0, most) as Cost;
                graph = graph.with_edge(from, to, if cost > scope.most_cost { 0 } else { cost });
            }
        }
    }
    Ok(graph)
}

/// The graph without edges. Each goal is a branch of its own, so that a symbolic engine sees a
/// constant number of vertices.
///
/// # Errors
///
/// [`Stop::Skipped`] if there is no such goal.
pub fn empty_graph<const N: usize>(n: u32, goal: Vertex) -> Result<Matrix<N>, Stop> {
    let mut graph = Matrix::new(n, 0).ok_or(Stop::Skipped)?;
    for this in 1..n {
        if this == goal {
            graph = Matrix::new(n, this).ok_or(Stop::Skipped)?;
        }
    }
    Ok(graph)
}

impl<const N: usize> fmt::Display for Problem<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "start {}, goal {}, edges", self.start, self.graph.goal())?;
        let mut edges = Vec::new();
        self.graph
            .for_each_edge(|edge| edges.push(format!("{}→{}:{}", edge.from, edge.to, edge.cost)));
        if edges.is_empty() {
            edges.push("none".to_owned());
        }
        let n = self.graph.vertices() as usize;
        write!(f, " {}, h {:?}", edges.join(", "), &self.h[..n])
    }
}

/// An optimal path from the start of a problem to its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptimalPath<const N: usize> {
    vertices: [Vertex; N],
    steps: usize,
    /// The exact distance of every vertex of the path; for others a lower bound.
    pub bound: [Cost; N],
}

impl<const N: usize> OptimalPath<N> {
    /// Any optimal path.
    ///
    /// # Errors
    ///
    /// [`Stop::Skipped`] if the goal cannot be reached.
    pub fn any(
        c: &mut impl Choices,
        problem: &Problem<N>,
        scope: &Scope,
    ) -> Result<OptimalPath<N>, Stop> {
        let graph = &problem.graph;
        let bound = c.lower_bound(graph, scope.far(N) + 1)?;
        let mut vertices = [problem.start; N];
        let mut steps = 0;
        let mut here = problem.start;
        for place in vertices.iter_mut().skip(1) {
            if here != graph.goal() {
                here = c.pick(graph.vertices(), |next| {
                    graph
                        .cost(here, next)
                        .is_some_and(|cost| bound[here as usize] == cost + bound[next as usize])
                })?;
                steps += 1;
            }
            *place = here;
        }
        c.assume(here == graph.goal())?;
        Ok(OptimalPath {
            vertices,
            steps,
            bound,
        })
    }

    /// Number of edges, at least 1.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Its cost.
    pub fn cost(&self) -> Cost {
        self.to_goal(0)
    }

    /// Vertex `i`, or the goal behind the end of the path.
    pub fn vertex(&self, i: usize) -> Vertex {
        self.vertices[i]
    }

    /// h\* of vertex `i`.
    pub fn to_goal(&self, i: usize) -> Cost {
        self.bound[self.vertices[i] as usize]
    }

    /// g\* of vertex `i`.
    pub fn from_start(&self, i: usize) -> Cost {
        self.cost() - self.to_goal(i)
    }

    /// The largest h − h\* from vertex `first` on.
    pub fn inadmissibility_from(&self, first: usize, h: &[i32; N]) -> i64 {
        let mut largest = i64::MIN;
        for i in first..N {
            let error = h[self.vertices[i] as usize] as i64 - self.to_goal(i) as i64;
            largest = largest.max(error);
        }
        largest
    }

    /// The inconsistency of edge `i`; 0 behind the goal.
    pub fn inconsistency_at(&self, i: usize, h: &[i32; N], code: &impl Code) -> i64 {
        let [here, next] = [self.vertices[i] as usize, self.vertices[i + 1] as usize];
        if here == next {
            return 0;
        }
        code.inconsistency(h[here], h[next], self.bound[here] - self.bound[next])
    }

    /// The sum of inconsistencies from edge `first` on.
    pub fn inconsistency_from(&self, first: usize, h: &[i32; N], code: &impl Code) -> i64 {
        let mut sum = 0;
        for i in first..N - 1 {
            sum += self.inconsistency_at(i, h, code);
        }
        sum
    }
}
