//! Behaviours of A\* on a small graph for every heuristic of a class, and exact pseudo-dimensions
//! by exhaustive enumeration.
//!
//! A *behaviour* is the sequence of selections, generations and closings, with g, from every start
//! at once; f is omitted, because it reveals h and not what the search does. Utilities are
//! functions of behaviours, so no class of utilities has more functions than there are behaviours.

use super::{Bounds, Instance, InstanceError};
use crate::heuristic::from_fn;
use crate::search::memory::{Hashed, Memory};
use crate::search::{Astar, End, Generation, Observer, SearchError};
use crate::space::Cost;
use crate::space::graph::{FiniteGraph, Vertex};
use std::collections::{BTreeSet, HashSet};
use thiserror::Error;

/// The exact pseudo-dimension of a class. Functions are lists of their values, one per instance.
/// Every set of instances and every choice of thresholds is tried, so classes must be small;
/// instances from the 25th on are ignored.
///
/// ```
/// use admit::theory::behaviour::pseudo_dimension;
/// let class = [vec![0, 5], vec![1, 4], vec![0, 4], vec![1, 5]].into();
/// assert_eq!(pseudo_dimension(&class), 2);
/// // Monotone in one parameter: no two instances are shattered.
/// let line = (0..9).map(|x| vec![x, x / 2, x / 3]).collect();
/// assert_eq!(pseudo_dimension(&line), 1);
/// ```
pub fn pseudo_dimension(functions: &BTreeSet<Vec<i64>>) -> u32 {
    let instances = functions.first().map_or(0, Vec::len).min(24);
    let mut best = 0;
    for set in 0_u32..1 << instances {
        let size = set.count_ones();
        // A shattered set needs two functions for each instance in it.
        if size > best && 1 << size <= functions.len() && is_shattered(functions, set) {
            best = size;
        }
    }
    best
}

fn is_shattered(functions: &BTreeSet<Vec<i64>>, set: u32) -> bool {
    let chosen: Vec<usize> = (0..32).filter(|i| set >> i & 1 == 1).collect();
    // A threshold at the least value would leave every function above it.
    let candidates: Vec<Vec<i64>> = chosen
        .iter()
        .map(|&i| {
            let values: BTreeSet<i64> = functions.iter().map(|f| f[i]).collect();
            values.into_iter().skip(1).collect()
        })
        .collect();
    let ways: usize = candidates.iter().map(Vec::len).product();
    (0..ways).any(|mut way| {
        let thresholds: Vec<i64> = candidates
            .iter()
            .map(|values| {
                let threshold = values[way % values.len()];
                way /= values.len();
                threshold
            })
            .collect();
        let above = |f: &Vec<i64>| {
            let each = chosen.iter().zip(&thresholds).enumerate();
            each.fold(0_u32, |bits, (b, (&i, &z))| {
                bits | ((f[i] >= z) as u32) << b
            })
        };
        let patterns: BTreeSet<u32> = functions.iter().map(above).collect();
        patterns.len() == 1 << chosen.len()
    })
}

/// The events of a search, without f.
#[derive(Default, PartialEq, Eq, Hash)]
struct Trace(Vec<(u8, Vertex, Cost)>);

impl Observer<Vertex> for Trace {
    fn selected(&mut self, &state: &Vertex, g: Cost, _: i64) {
        self.0.push((0, state, g));
    }

    fn generated(&mut self, _: &Vertex, &child: &Vertex, g: Cost, what: Generation) {
        self.0.push((1 + what as u8, child, g));
    }

    fn closed(&mut self, &state: &Vertex) {
        self.0.push((u8::MAX, state, 0));
    }
}

/// Results of all heuristics of a class from all starts of one graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Survey {
    /// Starts from which the goal can be reached, except the goal.
    pub starts: u32,
    /// Number of heuristics tried.
    pub heuristics: u64,
    /// Number of distinct behaviours.
    pub behaviours: u64,
    /// Exact pseudo-dimensions of the utilities: number of expansions, suboptimality, maximum
    /// number of states in OPEN.
    pub utilities: [u32; 3],
    /// Exact pseudo-dimension of Ψ, the maximum of h − h\* on an optimal path (the minimum over all
    /// optimal paths).
    pub psi: u32,
}

/// Names of the utilities in [`Survey::utilities`].
pub const UTILITIES: [&str; 3] = ["expansions", "loss", "most in OPEN"];

/// Error of a survey.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A heuristic does not fit the graph.
    #[error(transparent)]
    Instance(#[from] InstanceError),
}

/// All heuristics with values 0 to `values` − 1, and 0 at the goal.
///
/// ```
/// use admit::theory::behaviour::all_heuristics;
/// let all: Vec<_> = all_heuristics(3, 1, 2).collect();
/// assert_eq!(all, [[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1]]);
/// ```
pub fn all_heuristics(vertices: u32, goal: Vertex, values: u32) -> impl Iterator<Item = Vec<i32>> {
    let all = (values as u64).pow(vertices.saturating_sub(1));
    (0..all).map(move |mut number| {
        let value = |vertex: Vertex| {
            if vertex == goal {
                return 0;
            }
            let value = number % values as u64;
            number /= values as u64;
            value as i32
        };
        (0..vertices).map(value).collect()
    })
}

/// Searches with every heuristic from every start that reaches the goal, with reopening.
///
/// # Errors
///
/// If a heuristic does not fit the graph, or a cost does not fit.
///
/// ```
/// use admit::space::graph::Matrix;
/// use admit::theory::behaviour::{all_heuristics, survey};
/// // 0 → 1 → 2, and 0 → 2.
/// let graph = Matrix::<3>::from_costs([[0, 1, 1], [0, 0, 1], [0, 0, 0]], 2).unwrap();
/// let found = survey(&graph, all_heuristics(3, 2, 3)).unwrap();
/// // Whether 1 is expanded on the way from 0 to 2, or not.
/// assert_eq!((found.starts, found.heuristics, found.behaviours), (2, 9, 2));
/// assert_eq!((found.utilities, found.psi), ([1, 0, 0], 2));
/// ```
pub fn survey<G: FiniteGraph>(
    graph: &G,
    heuristics: impl Iterator<Item = Vec<i32>>,
) -> Result<Survey, SurveyError> {
    let none = vec![0; graph.vertices() as usize];
    let instance = Instance::new(graph, &none)?;
    let distances = instance.distances().to_vec();
    let starts: Vec<Vertex> = (0..graph.vertices())
        .filter(|&v| v != graph.goal() && distances[v as usize].is_some())
        .collect();
    let mut behaviours = HashSet::new();
    let mut utilities: [BTreeSet<Vec<i64>>; 3] = Default::default();
    let mut psi = BTreeSet::new();
    let mut tried = 0;
    for h in heuristics {
        tried += 1;
        let bounds = Bounds::new(&Instance::new(graph, &h)?);
        let least = |&start: &Vertex| bounds.psi(start).map_or(0, |psi| psi.least);
        psi.insert(starts.iter().map(least).collect());
        let mut traces = Vec::with_capacity(starts.len());
        let mut values: [Vec<i64>; 3] = Default::default();
        for &start in &starts {
            let mut trace = Trace::default();
            let value = from_fn(|v: &Vertex| h[*v as usize]);
            let mut memory = Hashed::new();
            let ran = Astar::new().run(graph, start, &value, &mut memory, &mut trace)?;
            let cost = match ran.end {
                End::Found(node) => memory.g(node) as i64,
                _ => -1,
            };
            let best = distances[start as usize].map_or(0, i64::from);
            traces.push(trace);
            values[0].push(ran.summary.expansions as i64);
            values[1].push(cost - best);
            values[2].push(ran.summary.peak_open as i64);
        }
        if behaviours.insert(traces) {
            for (utility, values) in utilities.iter_mut().zip(values) {
                utility.insert(values);
            }
        }
    }
    Ok(Survey {
        starts: starts.len() as u32,
        heuristics: tried,
        behaviours: behaviours.len() as u64,
        utilities: utilities.each_ref().map(pseudo_dimension),
        psi: pseudo_dimension(&psi),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::graph::Matrix;

    #[test]
    fn pseudo_dimensions_of_small_classes() {
        let class = |rows: &[&[i64]]| rows.iter().map(|r| r.to_vec()).collect::<BTreeSet<_>>();
        assert_eq!(pseudo_dimension(&class(&[&[3, 3]])), 0);
        assert_eq!(pseudo_dimension(&class(&[&[0, 0], &[1, 1]])), 1);
        // Thresholds must be found: 0 and 1 separate nothing, 1 and 2 do.
        let hidden = class(&[&[0, 0], &[1, 2], &[2, 1], &[2, 2], &[1, 1]]);
        assert_eq!(pseudo_dimension(&hidden), 2);
        assert_eq!(pseudo_dimension(&BTreeSet::new()), 0);
    }

    #[test]
    fn a_loss_can_be_shattered() {
        // 0 → 1 → 3 is expensive, 0 → 2 → 3 is cheap; h(2) decides which is found.
        let graph =
            Matrix::<4>::from_costs([[0, 3, 1, 0], [0, 0, 0, 3], [0, 0, 0, 1], [0; 4]], 3).unwrap();
        let found = survey(&graph, all_heuristics(4, 3, 8)).unwrap();
        assert_eq!(found.heuristics, 512);
        assert_eq!((found.starts, found.utilities[1], found.psi), (3, 1, 3));
        assert!(found.behaviours > 2);
        // With one heuristic there is nothing to distinguish.
        let one = survey(&graph, std::iter::once(vec![0; 4])).unwrap();
        assert_eq!((one.behaviours, one.utilities, one.psi), (1, [0; 3], 0));
    }

    #[test]
    fn a_heuristic_must_fit() {
        let graph = Matrix::<2>::from_costs([[0, 1], [0, 0]], 1).unwrap();
        let error = survey(&graph, std::iter::once(vec![0])).unwrap_err();
        assert_eq!(
            error.to_string(),
            "2 vertices need as many values of h, not 1"
        );
    }
}
