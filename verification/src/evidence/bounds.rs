//! The formulas of `theory` against brute force.

use super::behaviour::{all_pairs, digraph_of_cost};
use super::regions::partitions;
use super::{Evidence, Settled};
use admit::space::Cost;
use admit::space::graph::{FiniteGraph, Matrix, Vertex};
use admit::theory::architecture::Architecture;
use admit::theory::behaviour::{Survey, all_heuristics, pseudo_dimension, survey};
use admit::theory::dimension::{
    Of, Subject, hyperplanes, network_closed, network_order, network_sign_patterns, network_solved,
};
use admit::theory::samples::{Class, printed};
use rayon::prelude::*;
use std::collections::BTreeSet;

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "bounds.rs":
        exhaustive Quick below_every_bound,
        exhaustive Quick psi_at_most_classes,
        exhaustive Quick networks_say_no_more,
        exhaustive Quick solved_below_closed_form,
        exhaustive Quick sample_size_order,
    }
}

/// Maxima over all graphs of n vertices.
struct Largest {
    graphs: u64,
    behaviours: u64,
    utilities: [u32; 3],
    psi: u32,
    wrong: Option<String>,
}

/// The exact pseudo-dimension that a bound is about.
fn exact(of: Of, utilities: [u32; 3], psi: u32) -> f64 {
    f64::from(match of {
        Of::Utilities => utilities.into_iter().max().unwrap_or(0),
        Of::Psi => psi,
    })
}

/// Surveys every digraph of N vertices with every goal and every heuristic with `values` values.
fn largest<const N: usize>(values: u32) -> Largest {
    let pairs = all_pairs(N as u32);
    let subject = Subject {
        values: Some(values as u64),
        ..Subject::graph(N as u128)
    };
    let bounds = subject.bounds();
    let look = |set: u32| -> Vec<(Survey, Option<String>)> {
        (0..N as Vertex)
            .map(|goal| {
                let graph = digraph_of_cost::<N>(&pairs, set, goal, 1);
                let found = survey(&graph, all_heuristics(N as u32, goal, values));
                let found = found.expect("costs are small");
                let exact = |of| exact(of, found.utilities, found.psi);
                let over = bounds.iter().find(|bound| exact(bound.of) > bound.value);
                let words = |name: &str| format!("{found:?} exceeds {name} on digraph {set}");
                let wrong = over.map(|bound| words(bound.name));
                (found, wrong)
            })
            .collect()
    };
    let sets = 0..1_u32 << pairs.len();
    let all: Vec<(Survey, Option<String>)> = sets.into_par_iter().flat_map_iter(look).collect();
    let most = |of: &dyn Fn(&Survey) -> u32| all.iter().map(|(one, _)| of(one)).max().unwrap_or(0);
    Largest {
        graphs: all.len() as u64,
        behaviours: all.iter().map(|(one, _)| one.behaviours).max().unwrap_or(0),
        utilities: [0, 1, 2].map(|i| most(&|one| one.utilities[i])),
        psi: most(&|one| one.psi),
        wrong: all.iter().find_map(|(_, wrong)| wrong.clone()),
    }
}

/// Exact pseudo-dimensions of A\*'s utilities and of Ψ on all graphs of 3 and 4 vertices, against
/// every bound.
fn below_every_bound() -> Settled {
    let mut scope = Vec::new();
    let (mut cases, mut wrong, mut shattered) = (0, None, 0);
    for (n, values, found) in [(3, 6, largest::<3>(6)), (4, 4, largest::<4>(4))] {
        let subject = Subject {
            values: Some(values),
            ..Subject::graph(n)
        };
        let bounds = subject.bounds();
        let listed = bounds.iter().map(|bound| {
            let by = format!("{:?}", bound.by).to_lowercase();
            let above = bound.value - exact(bound.of, found.utilities, found.psi);
            format!("{} ({by}) {:.1}, {above:.1} above", bound.name, bound.value)
        });
        let [expansions, loss, open] = found.utilities;
        scope.push(format!(
            "n = {n}, {values} values: at most {} behaviours, pseudo-dimensions at most \
             {expansions} (expansions), {loss} (loss), {open} (peak size of OPEN), {} (Ψ); {}",
            found.behaviours,
            found.psi,
            listed.collect::<Vec<_>>().join("; ")
        ));
        cases += found.graphs;
        wrong = wrong.or(found.wrong);
        shattered += found.utilities[0] as u64;
    }
    let scope = format!(
        "all digraphs of 3 and 4 vertices, unit costs, every goal, all starts. {}",
        scope.join(". ")
    );
    Settled::holds_unless(wrong, scope, cases)
        .with_sometimes("the number of expansions shatters an instance", shattered)
}

/// Ψ along one optimal path of every start.
fn psi_on_paths<const N: usize>(
    graph: &Matrix<N>,
    distances: &[Option<Cost>],
    h: &[i32],
) -> Vec<i64> {
    let distance = |v: Vertex| distances[v as usize].map_or(i64::MAX, i64::from);
    let mut values = Vec::new();
    for start in (0..N as Vertex).filter(|&v| distance(v) < i64::MAX) {
        let mut most = i64::MIN;
        let mut at = start;
        loop {
            most = most.max(h[at as usize] as i64 - distance(at));
            if at == graph.goal() {
                break;
            }
            let mut steps = (0..N as Vertex).filter(|&next| {
                let cost = graph.cost(at, next);
                cost.is_some_and(|cost| {
                    distance(next) < i64::MAX && distance(next) + cost as i64 == distance(at)
                })
            });
            at = steps.next().expect("an optimal path goes on");
        }
        values.push(most);
    }
    values
}

/// With h constant on m classes, the pseudo-dimension of Ψ is at most m.
fn psi_at_most_classes() -> Settled {
    /// Cases, those that attain m, those with fewer classes than starts, and a counterexample.
    type Found = (u64, u64, u64, Option<String>);
    fn on<const N: usize>() -> Found {
        let pairs = all_pairs(N as u32);
        let values = N as i32 + 1;
        let look = |set: u32| {
            let (mut cases, mut attained, mut fewer, mut wrong) = (0, 0, 0, None);
            for goal in 0..N as Vertex {
                let graph = digraph_of_cost::<N>(&pairs, set, goal, 1);
                let distances = graph.distances_to_goal().expect("they are short");
                let starts = distances.iter().flatten().count();
                for classes in partitions::<N>() {
                    let m = classes.iter().max().map_or(0, |&last| last + 1);
                    let all = (0..values.pow(m as u32)).map(|number| {
                        let value = |class: usize| number / values.pow(class as u32) % values;
                        let h: Vec<i32> = classes.iter().map(|&class| value(class)).collect();
                        psi_on_paths(&graph, &distances, &h)
                    });
                    let functions: BTreeSet<Vec<i64>> = all.collect();
                    let dimension = pseudo_dimension(&functions) as usize;
                    cases += 1;
                    attained += u64::from(dimension == m);
                    fewer += u64::from(m < starts);
                    if dimension > m && wrong.is_none() {
                        wrong = Some(format!("digraph {set}, {classes:?}: {dimension} of {m}"));
                    }
                }
            }
            (cases, attained, fewer, wrong)
        };
        let sets = 0..1_u32 << pairs.len();
        sets.into_par_iter().map(look).reduce(
            || (0, 0, 0, None),
            |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2, a.3.or(b.3)),
        )
    }
    let parts = [on::<2>(), on::<3>(), on::<4>()];
    let sum = |of: &dyn Fn(&Found) -> u64| parts.iter().map(of).sum();
    let wrong = parts.iter().find_map(|part| part.3.clone());
    Settled::holds_unless(
        wrong,
        "all digraphs of 2 to 4 vertices, unit costs, every goal, every partition of the vertices into m classes, all values from 0 to n, at the goal too; one optimal path for each start",
        sum(&|part| part.0),
    )
    .with_sometimes("the pseudo-dimension is m", sum(&|part| part.1))
    .with_sometimes("there are fewer classes than starts", sum(&|part| part.2))
}

/// One hidden neuron and two classes on the states 0 to S − 1: the number of all representable
/// heuristics against the bound, which from S = 60 on is below the trivial S bits.
///
/// The second class has the larger output if w·relu(ax + b) + c > 0. Signs of a and w are combined
/// with all relevant half-integers b and c, so that no state lies on a threshold.
fn networks_say_no_more() -> Settled {
    let network: Architecture = "1-1-2".parse().expect("an architecture");
    let (mut cases, mut wrong, mut says_less) = (0, None, 0);
    let mut listed = Vec::new();
    for states in [2_i32, 6, 20, 60, 100, 200] {
        let odds = || (-2 * states..=2 * states).map(|half| 2 * half + 1);
        let heuristics: BTreeSet<Vec<bool>> = odds()
            .collect::<Vec<_>>()
            .into_par_iter()
            .flat_map_iter(|b| {
                let each = move |a: i32, w: i32, c: i32| {
                    let says = |x: i32| w * (2 * a * x + b).max(0) + c > 0;
                    (0..states).map(says).collect::<Vec<bool>>()
                };
                let signs = [-1, 0, 1].into_iter();
                signs.flat_map(move |a| {
                    [-1, 0, 1]
                        .into_iter()
                        .flat_map(move |w| odds().map(move |c| each(a, w, c)))
                })
            })
            .collect();
        let bound = network_sign_patterns(&network, states as f64);
        let log = (heuristics.len() as f64).log2();
        cases += heuristics.len() as u64;
        says_less += u64::from(bound < states as f64);
        listed.push(format!(
            "{states} states: {} heuristics, {bound:.1} bits",
            heuristics.len()
        ));
        if log > bound {
            wrong = Some(format!(
                "{} heuristics on {states} states",
                heuristics.len()
            ));
        }
    }
    let scope = format!(
        "one hidden neuron, two classes, states on a line, all representable heuristics: {}",
        listed.join("; ")
    );
    Settled::holds_unless(wrong, scope, cases)
        .with_sometimes("the bound is below the number of states", says_less)
}

/// The largest t that solves the paper's inequality is at most its closed form, and at most a
/// constant times its order.
fn solved_below_closed_form() -> Settled {
    let (mut cases, mut wrong) = (0, None);
    let (mut to_closed, mut to_order): (f64, f64) = (0.0, 0.0);
    for depth in 1..=8 {
        for width in [2, 16, 128, 1024] {
            for classes in [2, 12, 32] {
                for inputs in [2, 300] {
                    let mut widths = vec![width; depth + 2];
                    (widths[0], widths[depth + 1]) = (inputs, classes);
                    let network = Architecture::dense(&widths).expect("it has hidden layers");
                    for represented in [2, 100, 100_000] {
                        let gamma = hyperplanes(&network, represented, None);
                        let solved = network_solved(&network, gamma);
                        let closed = network_closed(&network, gamma);
                        let order = network_order(&network, represented, None);
                        cases += 1;
                        to_closed = to_closed.max(solved / closed);
                        to_order = to_order.max(solved / order);
                        if solved > closed || solved > 4.0 * order {
                            wrong = Some(format!(
                                "widths {widths:?}, |B| = {represented}: {solved} solved, {closed} \
                                 in closed form, order {order}"
                            ));
                        }
                    }
                }
            }
        }
    }
    let scope = format!(
        "dense networks of 1 to 8 hidden layers of 2 to 1024 neurons, 2 to 32 classes, 2 and 300 \
         inputs, |B| from 2 to 100,000: the largest t is at most {to_closed:.3} of the closed form \
         and {to_order:.2} times LW·log2(U + ℓ) + W·log2(ℓ|B|(L + 1))"
    );
    Settled::holds_unless(wrong, scope, cases)
}

/// The sufficient number of samples, with constants, is at most a constant times the paper's.
fn sample_size_order() -> Settled {
    let (mut cases, mut wrong) = (0, None);
    let mut largest: f64 = 0.0;
    for dimension in [1.0, 7.0, 1e3, 1e6, 1e9] {
        for ratio in [2.0, 3.0, 10.0, 100.0, 1e4] {
            for delta in [0.5, 0.05, 1e-3, 1e-9] {
                let (range, epsilon) = (11.0, 11.0 / ratio);
                let needed = Class::of_dimension(dimension, range).samples(epsilon, delta);
                let printed = printed::samples(dimension, range, epsilon, delta);
                let times = needed.map_or(f64::INFINITY, |needed| needed / printed);
                cases += 1;
                largest = largest.max(times);
                if times > 20.0 {
                    wrong = Some(format!(
                        "Pdim {dimension}, H/ε = {ratio}, δ = {delta}: {times} times the paper's number"
                    ));
                }
            }
        }
    }
    let scope = format!(
        "Pdim from 1 to 10⁹, H/ε from 2 to 10⁴, δ from 0.5 to 10⁻⁹: with the constants of the \
         cited theorem at most {largest:.1} times (H²/ε²)·(Pdim·ln(H/ε) + ln(1/δ)) samples suffice"
    );
    Settled::holds_unless(wrong, scope, cases)
}
