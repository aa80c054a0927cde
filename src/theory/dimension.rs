//! Bounds on pseudo-dimensions as numbers, with their assumptions.
//!
//! Two kinds of classes are bounded: all *utilities* of A\* (functions of a run: expansions,
//! suboptimality, memory), and *Ψ*, the maximum of h − h\* on an optimal path. In both, h is from a
//! class of heuristics: any in Rⁿ, one value per abstract state, ℓ values, or the outputs of a
//! network.
//!
//! The paper's bounds hide constants. A bound [`By::Paper`] is the count of its proofs, with the
//! constant that they give; where that count does not hold, a bound [`By::Here`] replaces it.
//!
//! | bound | value | assumptions |
//! |---|---|---|
//! | number of starts | n − 1 | one graph, one goal |
//! | n log n | log₂ of the regions, at most 2(n−1)·log₂ n | one edge cost |
//! | m log n | (m−1)·log₂(2nm) | one edge cost, h constant on m classes |
//! | n log ℓ, m log ℓ | n·log₂ ℓ, m·log₂ ℓ | h has ℓ values |
//! | network, sign patterns | log₂ of the number of heuristics it can represent | ReLU, argmax |
//! | network, as in the paper | the largest t with 2^(t−1) ≤ R(t)·(…)^W | the paper's Theorem 6 |
//! | Ψ | n − 1, or m | h(goal) = 0 |
//!
//! # Sign patterns of a network
//!
//! On S states, the signs of the neurons of layer i are those of S·wᵢ polynomials of degree at most
//! i in the Wᵢ parameters up to that layer, piece by piece; and the argmax follows from the signs
//! of S·ℓ(ℓ−1)/2 differences of outputs, of degree L + 1. Polynomials of degree D in W variables
//! have at most 2(2esD/W)^W sign patterns, if there are s ≥ W of them (Warren; Theorem 8.3 of
//! Anthony and Bartlett, *Neural Network Learning*, 1999), and at most 2ˢ in any case. The product
//! over layers bounds the number of heuristics that the network can represent, and its log₂ the
//! pseudo-dimension of any class of utilities. It grows with log S, needs no set B of states that
//! represent an instance, and no polynomial that is an argmax: the two steps of the paper's proof
//! that do not hold.

use super::architecture::Architecture;
use super::regions::{log2, regions};
use std::f64::consts::{E, LN_2};

/// The functions that a bound is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Of {
    /// Any utility of A\*.
    Utilities,
    /// The maximum of h − h\* on an optimal path.
    Psi,
}

/// Source of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The paper, with the constants of its proofs.
    Paper,
    /// This library, with explicit constants.
    Here,
}

/// A bound on a pseudo-dimension.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Bound {
    /// The functions that it is about.
    pub of: Of,
    /// Its source.
    pub by: By,
    /// Its name.
    pub name: &'static str,
    /// Its formula.
    pub formula: &'static str,
    /// Its value.
    pub value: f64,
    /// Its assumptions.
    pub needs: &'static [&'static str],
}

/// A class of heuristics: the graph, and the assumptions on h.
///
/// ```
/// use admit::theory::dimension::{Of, Subject};
/// let subject = Subject { classes: Some(3), values: Some(4), ..Subject::graph(6) };
/// let least = subject.least(Of::Utilities).unwrap();
/// assert_eq!((least.name, least.value), ("number of starts", 5.0));
/// assert_eq!(subject.least(Of::Psi).unwrap().value, 3.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// n, the number of vertices of the graph.
    pub vertices: u128,
    /// Whether all edges cost the same.
    pub one_cost: bool,
    /// m, the number of classes of vertices on which h is constant.
    pub classes: Option<u128>,
    /// ℓ, the number of values of h.
    pub values: Option<u64>,
    /// The network that computes h.
    pub network: Option<Architecture>,
    /// |B|, the number of states that represent an instance in the paper's Theorem 6.
    pub represented: u64,
    /// Whether the goal varies from instance to instance.
    pub any_goal: bool,
}

const GRAPH: &str = "one graph";
const GOAL: &str = "one goal";
const ONE_COST: &str = "one edge cost";
const CONSTANT: &str = "h constant on classes";
const VALUES: &str = "h has ℓ values";
const ZERO: &str = "h(goal) = 0";
const RELU: &str = "ReLU and argmax";
const PAPERS_PROOF: &str = "steps of the paper's proof that do not hold";

/// Up to this n regions are counted in big integers; beyond, by their bound.
const COUNTED: u128 = 1_000;

/// Name, formula, value.
type Computed = (&'static str, &'static str, f64);

fn bound(by: By, (name, formula, value): Computed, needs: &'static [&'static str]) -> Bound {
    Bound {
        of: Of::Utilities,
        by,
        name,
        formula,
        value: value.max(0.0),
        needs,
    }
}

fn paper(computed: Computed, needs: &'static [&'static str]) -> Bound {
    bound(By::Paper, computed, needs)
}

fn here(computed: Computed, needs: &'static [&'static str]) -> Bound {
    bound(By::Here, computed, needs)
}

impl Subject {
    /// Any h on a graph with this number of vertices, all edges of one cost.
    pub fn graph(vertices: u128) -> Subject {
        Subject {
            vertices,
            one_cost: true,
            classes: None,
            values: None,
            network: None,
            represented: 1,
            any_goal: false,
        }
    }

    /// Number of inputs of h: vertices or their classes, times the goals.
    fn inputs(&self) -> f64 {
        let inputs = self.classes.unwrap_or(self.vertices) as f64;
        if self.any_goal {
            inputs * inputs
        } else {
            inputs
        }
    }

    /// All bounds that apply.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut all = self.by_graph();
        all.extend(self.by_values());
        all.extend(self.by_network());
        all.extend(self.of_psi());
        all
    }

    fn by_graph(&self) -> Vec<Bound> {
        let n = self.vertices as f64;
        if self.any_goal {
            let all = ("number of instances", "n(n − 1)", n * (n - 1.0));
            return vec![here(all, &[GRAPH])];
        }
        let all = ("number of starts", "n − 1", n - 1.0);
        let mut bounds = vec![here(all, &[GRAPH, GOAL])];
        if !self.one_cost {
            return bounds;
        }
        let needs = &[GRAPH, GOAL, ONE_COST];
        let printed = ("n log n", "n·log2(2n + 1)", n_log_n_printed(n));
        bounds.push(paper(printed, needs));
        let counted = if self.vertices <= COUNTED {
            let value = log2_regions(self.vertices as u32);
            ("n log n", "log2 of the regions", value)
        } else {
            ("n log n", "2(n − 1)·log2 n", n_log_n(n))
        };
        bounds.push(here(counted, needs));
        if let Some(m) = self.classes {
            let m = m as f64;
            let needs = &[GRAPH, GOAL, ONE_COST, CONSTANT];
            let printed = ("m log n", "m·log2(2n + 1)", m_log_n_printed(m, n));
            bounds.push(paper(printed, needs));
            let faces = ("m log n", "(m − 1)·log2(2nm)", m_log_n(m, n));
            bounds.push(here(faces, needs));
        }
        bounds
    }

    fn by_values(&self) -> Vec<Bound> {
        let Some(values) = self.values else {
            return Vec::new();
        };
        let value = classes_log(self.inputs(), values);
        let (name, printed, formula, needs): (_, _, _, &[&str]) = match self.classes {
            Some(_) => ("m log ℓ", "m", "m·log2 ℓ", &[VALUES, CONSTANT]),
            None => ("n log ℓ", "n", "n·log2 ℓ", &[VALUES]),
        };
        let counted = here((name, formula, value), needs);
        if self.any_goal {
            return vec![counted];
        }
        let printed = (name, printed, self.inputs());
        vec![paper(printed, &[PAPERS_PROOF]), counted]
    }

    fn by_network(&self) -> Vec<Bound> {
        let Some(network) = &self.network else {
            return Vec::new();
        };
        let goals = self.classes.unwrap_or(self.vertices) as f64;
        let goals = self.any_goal.then_some(goals);
        let gamma = hyperplanes(network, self.represented, goals);
        let needs = &[RELU, ONE_COST, PAPERS_PROOF];
        let order = network_order(network, self.represented, goals);
        let formula = match goals {
            Some(_) => "LW·log2(U + ℓ) + W·log2(ℓ|B|n(L + 1))",
            None => "LW·log2(U + ℓ) + W·log2(ℓ|B|(L + 1))",
        };
        let order = ("network, order", formula, order);
        let closed = network_closed(network, gamma);
        let closed = ("network, closed form", "t with λ = 8(LW + ℓw + W)", closed);
        let solved = network_solved(network, gamma);
        let solved = ("network, solved", "largest t, 2^(t−1) ≤ R(t)·(…)^W", solved);
        let patterns = network_sign_patterns(network, self.inputs());
        let patterns = (
            "network, sign patterns",
            "log2 of the number of heuristics",
            patterns,
        );
        vec![
            paper(order, needs),
            paper(closed, needs),
            paper(solved, needs),
            here(patterns, &[RELU]),
        ]
    }

    fn of_psi(&self) -> Vec<Bound> {
        if self.any_goal {
            return Vec::new();
        }
        let n = self.vertices as f64;
        let needs = &[GRAPH, GOAL, ZERO];
        let mut bounds = vec![
            paper(("Ψ, n log n", "n·log2 n", n * n.log2()), needs),
            here(("Ψ, vertices", "n − 1", n - 1.0), needs),
        ];
        if let Some(m) = self.classes {
            let classes = ("Ψ, classes", "m", m as f64);
            bounds.push(here(classes, &[GOAL, CONSTANT]));
        }
        if let Some(value) = self.log2_heuristics() {
            let there_are = ("Ψ, heuristics", "log2 of the number", value);
            bounds.push(here(there_are, &[VALUES]));
        }
        for bound in &mut bounds {
            bound.of = Of::Psi;
        }
        bounds
    }

    /// The least valid bound.
    pub fn least(&self, of: Of) -> Option<Bound> {
        let all = self.bounds().into_iter();
        all.filter(|bound| bound.of == of && bound.by == By::Here)
            .min_by(|one, other| one.value.total_cmp(&other.value))
    }

    /// log₂ of the number of heuristics, at most; `None` if it is infinite.
    pub fn log2_heuristics(&self) -> Option<f64> {
        let values = self.values.map(|values| classes_log(self.inputs(), values));
        let network = self.network.as_ref();
        let network = network.map(|network| network_sign_patterns(network, self.inputs()));
        [values, network].into_iter().flatten().reduce(f64::min)
    }
}

/// log₂ of the regions into which h(v) − h(w) = k·c₀, |k| < n, cut Rⁿ.
///
/// ```
/// use admit::theory::dimension::{log2_regions, n_log_n};
/// assert_eq!(log2_regions(4), (16.0 * 15.0 * 14.0_f64).log2());
/// assert!(log2_regions(200) < n_log_n(200.0));
/// ```
pub fn log2_regions(n: u32) -> f64 {
    log2(&regions(n, n.saturating_sub(1)))
}

/// 2(n − 1)·log₂ n, which is more than [`log2_regions`].
pub fn n_log_n(n: f64) -> f64 {
    2.0 * (n - 1.0) * n.log2()
}

/// n·log₂(2n + 1), as the paper's proof of Theorem 1 counts.
pub fn n_log_n_printed(n: f64) -> f64 {
    n * (2.0 * n + 1.0).log2()
}

/// (m − 1)·log₂(2nm): log₂ of the faces of the same hyperplanes in Rᵐ, at most.
pub fn m_log_n(m: f64, n: f64) -> f64 {
    (m - 1.0) * (2.0 * n * m).log2()
}

/// m·log₂(2n + 1), as the paper's proof of Theorem 2 counts.
pub fn m_log_n_printed(m: f64, n: f64) -> f64 {
    m * (2.0 * n + 1.0).log2()
}

/// log₂ of ℓ to the number of inputs: n·log₂ ℓ, or m·log₂ ℓ.
pub fn classes_log(inputs: f64, values: u64) -> f64 {
    inputs * (values as f64).log2()
}

/// Γ, the hyperplanes of the paper's Theorem 6 for one instance: 2ℓ for each pair of the states
/// that represent it. In Theorem 7, the same number for each goal.
///
/// ```
/// use admit::theory::architecture::Architecture;
/// use admit::theory::dimension::hyperplanes;
/// let network: Architecture = "4-8-3".parse().unwrap();
/// assert_eq!(hyperplanes(&network, 5, None), 2.0 * 3.0 * 10.0);
/// assert_eq!(hyperplanes(&network, 5, Some(7.0)), 2.0 * 3.0 * 10.0 * 7.0);
/// ```
pub fn hyperplanes(network: &Architecture, represented: u64, goals: Option<f64>) -> f64 {
    let pairs = represented as f64 * (represented as f64 - 1.0) / 2.0;
    // One state needs no comparison; one hyperplane is a valid upper bound.
    (2.0 * network.classes() as f64 * pairs * goals.unwrap_or(1.0)).max(1.0)
}

/// The sizes in the paper's Theorem 6.
struct Sizes {
    depth: f64,
    parameters: f64,
    neurons: f64,
    weighted: f64,
    classes: f64,
    last: f64,
}

impl Sizes {
    fn of(network: &Architecture) -> Sizes {
        Sizes {
            depth: network.depth() as f64,
            parameters: network.parameters() as f64,
            neurons: network.neurons() as f64,
            weighted: network.weighted_neurons() as f64,
            classes: network.classes() as f64,
            last: network.last_width() as f64,
        }
    }

    /// LW + ℓw + W, the factor of log t.
    fn logs(&self) -> f64 {
        self.depth * self.parameters + self.classes * self.last + self.parameters
    }
}

/// log₂ of R(t)·(2et(L + 1)/W)^W, with the paper's R(t).
fn log2_pieces(sizes: &Sizes, gamma: f64, t: f64) -> f64 {
    let (l, w) = (sizes.depth, sizes.parameters);
    let power = |base: f64, exponent: f64| exponent * base.log2();
    (l + 1.0)
        + power(2.0 * E * t * sizes.weighted / (l * w), l * w)
        + power(
            2.0 * E * t * gamma / sizes.classes,
            sizes.classes * sizes.last,
        )
        + power(2.0 * E * t * (l + 1.0) / w, w)
}

/// The paper's Theorem 6 (or 7, with its Γ), solved: the largest t with 2^(t−1) ≤ R(t)·(2et(L +
/// 1)/W)^W, and no less than LW, because the lemma behind R(t) is stated for t > LW.
///
/// ```
/// use admit::theory::architecture::Architecture;
/// use admit::theory::dimension::{hyperplanes, network_closed, network_solved};
/// let network: Architecture = "81-64-64-32".parse().unwrap();
/// let gamma = hyperplanes(&network, 100, None);
/// let solved = network_solved(&network, gamma);
/// assert!(solved > 0.0 && solved < network_closed(&network, gamma));
/// ```
pub fn network_solved(network: &Architecture, gamma: f64) -> f64 {
    let sizes = Sizes::of(network);
    let holds = |t: f64| t - 1.0 <= log2_pieces(&sizes, gamma, t);
    // The right side minus the left rises up to here, then falls.
    let top = sizes.logs() / LN_2;
    let least = sizes.depth * sizes.parameters;
    if !holds(top) {
        return least;
    }
    let (mut low, mut high) = (top, 2.0 * top);
    while holds(high) {
        (low, high) = (high, 2.0 * high);
    }
    while high - low > 1.0 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    // The largest integer that satisfies it.
    let floor = high.floor();
    let t = if holds(floor) { floor } else { low.floor() };
    t.max(least)
}

/// The same in closed form: the paper's last line before its O(·), solved for t, with the 1 that
/// its simplification loses.
pub fn network_closed(network: &Architecture, gamma: f64) -> f64 {
    let sizes = Sizes::of(network);
    let (l, w) = (sizes.depth, sizes.parameters);
    let (logs, last) = (sizes.logs(), sizes.classes * sizes.last);
    let right = l
        + 2.0
        + logs / LN_2 * (8.0 * logs / E).ln()
        + l * w * (2.0 * E * sizes.neurons / w).log2()
        + last * (2.0 * E * gamma / sizes.classes).log2()
        + w * (2.0 * E * (l + 1.0) / w).log2();
    right / (1.0 - 1.0 / (8.0 * LN_2))
}

/// The paper's O(·) of Theorem 6, or 7, with the constant 1.
///
/// ```
/// use admit::theory::architecture::Architecture;
/// use admit::theory::dimension::network_order;
/// let network: Architecture = "4-8-3".parse().unwrap(); // L = 1, W = 67, U = 8
/// let value = 67.0 * 11_f64.log2() + 67.0 * (3.0 * 5.0 * 2.0_f64).log2();
/// assert!((network_order(&network, 5, None) - value).abs() < 1e-9);
/// ```
pub fn network_order(network: &Architecture, represented: u64, goals: Option<f64>) -> f64 {
    let sizes = Sizes::of(network);
    let (l, w) = (sizes.depth, sizes.parameters);
    let inside = sizes.classes * represented as f64 * goals.unwrap_or(1.0) * (l + 1.0);
    l * w * (sizes.neurons + sizes.classes).log2() + w * inside.log2()
}

/// Upper bound on log₂ of the number of heuristics that a network can represent on a number of
/// inputs; see the [module](self).
///
/// ```
/// use admit::theory::architecture::Architecture;
/// use admit::theory::dimension::network_sign_patterns;
/// let network: Architecture = "24-16-12".parse().unwrap();
/// // On few inputs it may represent every function; on many, far fewer.
/// assert_eq!(network_sign_patterns(&network, 3.0), 3.0 * 12_f64.log2());
/// assert!(network_sign_patterns(&network, 1e8) < 2e-4 * 1e8 * 12_f64.log2());
/// ```
pub fn network_sign_patterns(network: &Architecture, inputs: f64) -> f64 {
    let mut parameters = 0.0;
    let mut sum = 0.0;
    for (degree, layer) in (1..).zip(network.hidden()) {
        parameters += layer.parameters as f64;
        let neurons = inputs * layer.neurons as f64;
        sum += log2_sign_patterns(neurons, degree as f64, parameters);
    }
    let classes = network.classes() as f64;
    let differences = inputs * classes * (classes - 1.0) / 2.0;
    let degree = network.depth() as f64 + 1.0;
    sum += log2_sign_patterns(differences, degree, network.parameters() as f64);
    sum.min(classes_log(inputs, network.classes()))
}

/// Upper bound on log₂ of the number of sign patterns of polynomials of a degree.
fn log2_sign_patterns(polynomials: f64, degree: f64, variables: f64) -> f64 {
    if polynomials < variables {
        return polynomials;
    }
    let warren = 1.0 + variables * (2.0 * E * polynomials * degree / variables).log2();
    warren.min(polynomials)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Architecture {
        text.parse().unwrap()
    }

    /// The solution is the largest t: the inequality holds for t and not for t + 1, by integer
    /// arithmetic on networks small enough for both sides to fit.
    #[test]
    fn the_largest_t_is_exact() {
        for text in ["1-1-2", "2-2-2", "1-1-1-2"] {
            let network = network(text);
            for represented in [2, 7] {
                let gamma = hyperplanes(&network, represented, None);
                let t = network_solved(&network, gamma);
                let sizes = Sizes::of(&network);
                let sides = |t: f64| {
                    let (l, w) = (sizes.depth, sizes.parameters);
                    let r = 2_f64.powf(l + 1.0)
                        * (2.0 * E * t * sizes.weighted / (l * w)).powf(l * w)
                        * (2.0 * E * t * gamma / sizes.classes).powf(sizes.classes * sizes.last);
                    (
                        2_f64.powf(t - 1.0),
                        r * (2.0 * E * t * (l + 1.0) / w).powf(w),
                    )
                };
                let (left, right) = sides(t);
                assert!(left <= right, "{text}: {t}");
                let (left, right) = sides(t + 1.0);
                assert!(left > right, "{text}: {t}");
                assert!(t < network_closed(&network, gamma));
            }
        }
    }

    /// A network 1-1-2 represents at most as many heuristics as the bound states: those on S points
    /// of the line are enumerated.
    #[test]
    fn sign_patterns_bound_the_heuristics_of_a_network() {
        let network = network("1-1-2");
        for points in 2..7 {
            let mut said = std::collections::BTreeSet::new();
            let grid: Vec<f64> = (-8..=8).map(|i| i as f64 / 2.0).collect();
            for &a in &[-1.0, 1.0] {
                for &b in &grid {
                    for &slope in &[-2.0, -0.5, 0.0, 0.5, 2.0] {
                        for &bias in &grid {
                            let says = |i: usize| {
                                let hidden = (a * i as f64 + b).max(0.0);
                                slope * hidden + bias > 0.0
                            };
                            said.insert((0..points).map(says).collect::<Vec<_>>());
                        }
                    }
                }
            }
            let bound = network_sign_patterns(&network, points as f64);
            assert!(said.len() > points, "{points}");
            assert!((said.len() as f64).log2() <= bound, "{points}: {bound}");
        }
    }

    #[test]
    fn bounds_apply_only_where_they_are_stated() {
        let names = |subject: &Subject| {
            let bounds = subject.bounds().into_iter();
            bounds.map(|bound| bound.name).collect::<Vec<_>>()
        };
        let plain = Subject {
            one_cost: false,
            ..Subject::graph(9)
        };
        assert_eq!(
            names(&plain),
            ["number of starts", "Ψ, n log n", "Ψ, vertices"]
        );
        let goals = Subject {
            any_goal: true,
            network: Some(network("8-8-4")),
            ..Subject::graph(9)
        };
        assert!(names(&goals).iter().all(|name| !name.contains("Ψ")));
        assert!(goals.least(Of::Psi).is_none());
        let solved = |subject: &Subject| {
            let bounds = subject.bounds().into_iter();
            let mut bounds = bounds.filter(|bound| bound.name == "network, solved");
            bounds.next().unwrap().value
        };
        let one = Subject {
            any_goal: false,
            ..goals.clone()
        };
        assert!(solved(&goals) >= solved(&one));
    }

    #[test]
    fn every_bound_is_finite_at_the_size_of_the_cube() {
        let subject = Subject {
            classes: Some(88_179_840),
            values: Some(12),
            network: Some(network("324-1000-300-12")),
            represented: 199,
            ..Subject::graph(43_252_003_274_489_856_000)
        };
        for bound in subject.bounds() {
            assert!(bound.value.is_finite() && bound.value > 0.0, "{bound:?}");
        }
        let least = subject.least(Of::Utilities).unwrap();
        assert_eq!(least.name, "network, sign patterns");
    }
}
