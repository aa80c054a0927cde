//! Capacity of function classes: orders of vertices, shattered sets, sign patterns.
//!
//! Dimensions are computed by definition, over every set, every threshold and every relevant member
//! of the class. For infinite classes each function documents a finite set of representatives.

use super::{Evidence, Settled, counted};
use crate::engines::{Tally, exhaustive};
use admit::search::{Step, Steps};
use admit::space::Cost;
use admit::space::graph::Vertex;
use admit_proofs::always;
use admit_proofs::choices::{Case, Choices, distances};
use admit_proofs::code::{Code, How, Production};
use admit_proofs::problem::{Problem, Scope, any_graph};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write;

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "dimension.rs":
        exhaustive Quick orderings,
        exhaustive Quick pseudo_dimension_at_most_starts,
        exhaustive Quick representation_suffices,
        exhaustive Quick threshold_vc_dimension,
        exhaustive Quick dual_threshold_vc_dimension,
        exhaustive Quick affine_sign_patterns,
        exhaustive Quick affine_sign_patterns_beyond,
    }
}

/// All lists of `length` numbers in `0..below`.
fn lists(length: usize, below: usize) -> impl Iterator<Item = Vec<usize>> {
    let count = below.pow(length as u32);
    (0..count).map(move |number| {
        let digits = (0..length as u32).map(|i| number / below.pow(i) % below);
        digits.collect()
    })
}

/// All increasing lists of `length` numbers in `0..below`; with `again`, non-decreasing ones.
fn choices_of(length: usize, below: usize, again: bool) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..length {
        let longer = |list: Vec<usize>| {
            let least = list.last().map_or(0, |&last| last + !again as usize);
            (least..below).map(move |next| [list.clone(), vec![next]].concat())
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found
}

/// Orders of the vertices by (h, number). With n vertices, n values of h give all orders.
fn orderings() -> Settled {
    const MOST: usize = 7;
    let mut counterexample = None;
    let (mut cases, mut ties) = (0, 0);
    let mut factorial = 1;
    for n in 1..=MOST {
        factorial *= n;
        let mut orders = BTreeSet::new();
        for h in lists(n, n) {
            cases += 1;
            let values: BTreeSet<usize> = h.iter().copied().collect();
            ties += (values.len() < n) as u64;
            let mut order: Vec<usize> = (0..n).collect();
            order.sort_by_key(|&v| (h[v], v));
            orders.insert(order);
        }
        if orders.len() != factorial && counterexample.is_none() {
            counterexample = Some(format!("{n} vertices: {} orders", orders.len()));
        }
    }
    let scope = format!("1 to {MOST} vertices, all h with values in 0..n");
    Settled::holds_unless(counterexample, scope, cases)
        .with_sometimes("two vertices have the same h", ties)
}

/// Whether the functions, given by their values, shatter these points with these thresholds.
fn shattered(functions: &[Vec<usize>], points: &[usize], thresholds: &[usize]) -> bool {
    let mut seen = vec![false; 1 << points.len()];
    for function in functions {
        let passes = |i: usize| ((function[points[i]] >= thresholds[i]) as usize) << i;
        seen[(0..points.len()).map(passes).sum::<usize>()] = true;
    }
    seen.iter().all(|&seen| seen)
}

/// The class of all functions on k instances contains every other class, and shatters what any of
/// them shatters. If no point occurs more than r times, only the order of a value among r
/// thresholds matters, so thresholds 1 to r and values 0 to r suffice.
fn pseudo_dimension_at_most_starts() -> Settled {
    const MOST: usize = 4;
    let mut counterexample = None;
    let (mut cases, mut reached) = (0, 0);
    for instances in 1..=MOST {
        let distinct: Vec<usize> = (0..instances).collect();
        let all: Vec<Vec<usize>> = lists(instances, 2).collect();
        reached += shattered(&all, &distinct, &vec![1; instances]) as u64;
        for points in choices_of(instances + 1, instances, true) {
            let times = |point: usize| points.iter().filter(|&&p| p == point).count();
            let fullest = distinct.iter().map(|&point| times(point)).max();
            let fullest = fullest.expect("there is an instance");
            let functions: Vec<Vec<usize>> = lists(instances, fullest + 1).collect();
            for thresholds in lists(instances + 1, fullest) {
                let thresholds: Vec<usize> = thresholds.iter().map(|z| z + 1).collect();
                cases += 1;
                if counterexample.is_none() && shattered(&functions, &points, &thresholds) {
                    counterexample = Some(format!(
                        "{instances} instances: {points:?} with thresholds {thresholds:?}"
                    ));
                }
            }
        }
    }
    let scope = format!(
        "the class of all functions on 1 to {MOST} instances, all multisets of one point more than there are instances, all thresholds"
    );
    let everywhere = (reached == MOST as u64) as u64;
    Settled::holds_unless(counterexample, scope, cases).with_sometimes(
        "all instances are shattered, for every number of instances",
        everywhere * reached,
    )
}

/// Trace of A\* without the values of f, and the generated vertices.
fn run<const N: usize>(problem: &Problem<N>) -> (Vec<Step<Vertex>>, [bool; N]) {
    let mut steps = Steps::default();
    let searched = Production.search(problem, How::REOPENING, &mut steps);
    for step in &mut steps.0 {
        if let Step::Selected { f, .. } = step {
            *f = 0;
        }
    }
    (steps.0, searched.g.map(|g| g.is_some()))
}

/// Two heuristics that agree on the states that A\* with h\* generates, on a unit-cost graph in
/// which every vertex reaches the goal, from vertex 0 to the last; h is 0 at start and goal.
fn agreeing<const N: usize>(c: &mut impl Choices) -> Case {
    let scope = Scope::new(1, 2).trimmed();
    let goal = N as Vertex - 1;
    let graph = any_graph::<N>(c, &scope, N as u32, 0, goal)?;
    let exact = distances(&graph, Cost::MAX);
    c.assume(exact.iter().all(|&distance| distance != Cost::MAX))?;
    let perfect = Problem {
        graph,
        start: 0,
        h: exact.map(|distance| distance as i32),
    };
    let (_, met) = run(&perfect);
    c.assume(met.contains(&false))?;
    let mut one = Problem {
        h: [0; N],
        ..perfect
    };
    for v in 1..N - 1 {
        one.h[v] = c.between(0, scope.most_h);
    }
    let mut other = one;
    for (v, &met) in met.iter().enumerate() {
        // The start and the goal are always met.
        if !met {
            other.h[v] = c.between(0, scope.most_h);
        }
    }
    c.show(|| {
        let met: Vec<usize> = (0..N).filter(|&v| met[v]).collect();
        format!(
            "{one}, against h {:?}; with h* A* generates {met:?}",
            other.h
        )
    });
    always!(
        c,
        run(&one).0 == run(&other).0,
        "A* has the same trace with both"
    );
    Ok(())
}

fn representation_suffices() -> Settled {
    let sizes: [fn() -> Tally; 3] = [
        || exhaustive(agreeing::<3>),
        || exhaustive(agreeing::<4>),
        || exhaustive(agreeing::<5>),
    ];
    let mut tally = Tally::default();
    for run in sizes {
        if tally.failure.is_none() {
            tally = tally.and(run());
        }
    }
    counted(
        &tally,
        "digraphs of 3 to 5 vertices with unit costs in which every vertex reaches the goal, from the first vertex to the last, h from 0 to 2 and 0 at start and goal",
    )
}

/// The subsets that thresholds on one coordinate separate, as a bit set of subsets, if the points
/// have this order in the coordinate. Equal coordinates would add no subset.
fn cut_off(order: &[usize]) -> u64 {
    let mut subset = 0;
    let mut found = 1;
    for &point in order {
        subset |= 1 << point;
        found |= 1 << subset;
    }
    found
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    let all = lists(n, n);
    all.filter(|list| list.iter().copied().collect::<BTreeSet<_>>().len() == n)
        .collect()
}

/// Whether thresholds on single coordinates shatter some `points` points of R^n, and the number of
/// order choices examined.
fn thresholds_shatter(n: usize, points: usize) -> (bool, u64) {
    let chains: Vec<u64> = permutations(points).iter().map(|o| cut_off(o)).collect();
    let all = (1_u64 << (1 << points)) - 1;
    let mut looked_at = 0;
    for orders in choices_of(n, chains.len(), true) {
        looked_at += 1;
        if orders.iter().fold(0, |cut, &i| cut | chains[i]) == all {
            return (true, looked_at);
        }
    }
    (false, looked_at)
}

fn threshold_vc_dimension() -> Settled {
    let mut counterexample = None;
    let (mut cases, mut equal) = (0, 0);
    for n in 1..=4 {
        let mut dimension = 0;
        loop {
            let (shatters, looked_at) = thresholds_shatter(n, dimension + 1);
            cases += looked_at;
            if !shatters {
                break;
            }
            dimension += 1;
        }
        equal += (dimension == n) as u64;
        if dimension != n && counterexample.is_none() {
            let points = dimension + 1;
            counterexample = Some(format!(
                "n = {n}: {dimension} points are shattered, but no {points} points are, in any orders in the {n} coordinates"
            ));
        }
    }
    let scope = "n from 1 to 4, all orders of up to 4 points in every coordinate";
    Settled::holds_unless(counterexample, scope, cases).with_sometimes("the dimension is n", equal)
}

/// Two thresholds on one coordinate leave three of four patterns, so three for each coordinate are
/// enough.
fn dual_threshold_vc_dimension() -> Settled {
    const MOST: usize = 5;
    const THRESHOLDS: usize = 3;
    let mut counterexample = None;
    let (mut cases, mut reached) = (0, 0);
    for n in 1..=MOST {
        let points: Vec<Vec<usize>> = lists(n, THRESHOLDS + 1).collect();
        // Threshold i is i mod 3 + 1 on coordinate i / 3.
        let shatters = |set: &Vec<usize>| {
            let coordinates: Vec<usize> = set.iter().map(|i| i / THRESHOLDS).collect();
            let thresholds: Vec<usize> = set.iter().map(|i| i % THRESHOLDS + 1).collect();
            shattered(&points, &coordinates, &thresholds)
        };
        let as_many = choices_of(n, n * THRESHOLDS, false);
        let more = choices_of(n + 1, n * THRESHOLDS, false);
        cases += (as_many.len() + more.len()) as u64;
        let some = as_many.par_iter().any(shatters);
        reached += some as u64;
        let too_many = more.par_iter().find_first(|set| shatters(set));
        if (!some || too_many.is_some()) && counterexample.is_none() {
            counterexample = Some(format!(
                "n = {n}: {too_many:?} of {THRESHOLDS} thresholds each"
            ));
        }
    }
    let scope = format!(
        "n from 1 to {MOST}, all sets of n and n + 1 thresholds, {THRESHOLDS} on every coordinate"
    );
    Settled::holds_unless(counterexample, scope, cases)
        .with_sometimes("n thresholds are shattered", reached)
}

/// An affine function: its coefficients, then its constant.
type Affine = Vec<i128>;

/// A fraction with a positive denominator.
type Quotient = (i128, i128);

/// A positive multiple of the function with its first variables substituted.
fn substitute(function: &Affine, values: &[Quotient]) -> Affine {
    let mut function = function.clone();
    for &(above, below) in values {
        let first = function.remove(0) * above;
        for coefficient in &mut function {
            *coefficient *= below;
        }
        *function.last_mut().expect("there is a constant") += first;
    }
    function
}

/// Every root of functions of one variable, and a point in every interval between and beyond them.
fn places(functions: &[Affine]) -> Vec<Quotient> {
    let mut roots: Vec<Quotient> = functions
        .iter()
        .filter(|f| f[0] != 0)
        .map(|f| {
            if f[0] > 0 {
                (-f[1], f[0])
            } else {
                (f[1], -f[0])
            }
        })
        .collect();
    roots.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    roots.dedup_by(|a, b| a.0 * b.1 == b.0 * a.1);
    let (Some(&first), Some(&last)) = (roots.first(), roots.last()) else {
        return vec![(0, 1)];
    };
    let between = roots
        .windows(2)
        .map(|pair| {
            let [a, b] = [pair[0], pair[1]];
            (a.0 * b.1 + b.0 * a.1, 2 * a.1 * b.1)
        })
        .collect::<Vec<_>>();
    let beyond = [(first.0 - first.1, first.1), (last.0 + last.1, last.1)];
    [roots, between, beyond.to_vec()].concat()
}

/// At least one point of every face of the arrangement of affine functions. The last variable is
/// eliminated: two functions have the same root in it where an affine function of the other
/// variables is 0.
fn faces(functions: &[Affine], variables: usize) -> Vec<Vec<Quotient>> {
    if variables == 0 {
        return vec![Vec::new()];
    }
    let last = variables - 1;
    let without_last = |f: &Affine| [&f[..last], &f[variables..]].concat();
    let mut below: Vec<Affine> = Vec::new();
    for (i, f) in functions.iter().enumerate() {
        if f[last] == 0 {
            below.push(without_last(f));
        }
        for g in &functions[..i] {
            if f[last] != 0 && g[last] != 0 {
                let terms = f.iter().zip(g);
                let both = terms.map(|(a, b)| a * g[last] - b * f[last]).collect();
                below.push(without_last(&both));
            }
        }
    }
    let mut found = Vec::new();
    for point in faces(&below, last) {
        let here: Vec<Affine> = functions.iter().map(|f| substitute(f, &point)).collect();
        found.extend(places(&here).into_iter().map(|place| {
            let mut point = point.clone();
            point.push(place);
            point
        }));
    }
    found
}

/// Number of sign patterns that occur; a sign is negative or not.
fn sign_patterns(functions: &[Affine], variables: usize) -> usize {
    let pattern = |point: &Vec<Quotient>| -> Vec<bool> {
        let values = functions.iter().map(|f| substitute(f, point));
        values.map(|value| value[0] < 0).collect()
    };
    let patterns: BTreeSet<Vec<bool>> = faces(functions, variables).iter().map(pattern).collect();
    patterns.len()
}

/// The largest number of functions considered together.
const FUNCTIONS: usize = 4;
/// Coefficients for 1, 2 and 3 variables, ordered so that the simplest counterexample comes first.
const COEFFICIENTS: [&[i128]; 3] = [&[0, 1, -1, 2, -2], &[0, 1, -1], &[0, 1]];

fn in_words(function: &Affine) -> String {
    let mut words = String::new();
    for (i, &coefficient) in function.iter().enumerate() {
        let variable = ["x", "y", "z"].get(i).filter(|_| i + 1 < function.len());
        if coefficient != 0 {
            let _ = match variable {
                Some(variable) => write!(words, "{coefficient:+}{variable}"),
                None => write!(words, "{coefficient:+}"),
            };
        }
    }
    let words = words.replace("+1x", "+x").replace('-', "−");
    match words.trim_start_matches('+') {
        "" => "0".to_owned(),
        words => words.to_owned(),
    }
}

/// Compares the number of patterns with (e·t/(ℓ + 1))^(ℓ+1), for t ≥ ℓ + `more`. No such bound is
/// near an integer.
fn affine(more: usize) -> Settled {
    let mut counterexample = None;
    let (mut cases, mut generic) = (0, 0);
    for (variables, coefficients) in (1..).zip(COEFFICIENTS) {
        let functions: Vec<Affine> = lists(variables + 1, coefficients.len())
            .map(|list| list.iter().map(|&i| coefficients[i]).collect())
            .collect();
        for t in variables + more..=FUNCTIONS {
            let base = std::f64::consts::E * t as f64 / (variables + 1) as f64;
            let bound = base.powi(variables as i32 + 1);
            let regions: usize = (0..=variables).map(|k| choices_of(k, t, false).len()).sum();
            let sets = choices_of(t, functions.len(), false);
            let counts: Vec<usize> = sets
                .par_iter()
                .map(|set| {
                    let chosen: Vec<Affine> = set.iter().map(|&i| functions[i].clone()).collect();
                    sign_patterns(&chosen, variables)
                })
                .collect();
            cases += counts.len() as u64;
            generic += counts.iter().filter(|&&count| count == regions).count() as u64;
            let beyond = counts.iter().position(|&count| count as f64 > bound);
            if let Some(i) = beyond
                && counterexample.is_none()
            {
                let chosen = sets[i].iter().map(|&i| in_words(&functions[i]));
                counterexample = Some(format!(
                    "ℓ = {variables}, t = {t}, {}: {} patterns occur, but the bound is {bound:.2}",
                    chosen.collect::<Vec<_>>().join(", "),
                    counts[i]
                ));
            }
        }
    }
    let least = if more == 0 { "ℓ" } else { "ℓ + 1" };
    let scope = format!(
        "t from {least} to {FUNCTIONS} affine functions with coefficients −2 to 2 on R, −1 to 1 on R², 0 and 1 on R³"
    );
    Settled::holds_unless(counterexample, scope, cases).with_sometimes(
        "there are as many patterns as regions in general position",
        generic,
    )
}

fn affine_sign_patterns() -> Settled {
    affine(0)
}

fn affine_sign_patterns_beyond() -> Settled {
    affine(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_patterns_include_those_on_hyperplanes() {
        // Two crossing lines have four patterns, three in general position seven.
        let lines = [vec![1, 0, 0], vec![0, 1, 0], vec![1, 1, -1]];
        assert_eq!(sign_patterns(&lines[..2], 2), 4);
        assert_eq!(sign_patterns(&lines, 2), 7);
        // x and −x are both non-negative at one point only.
        assert_eq!(sign_patterns(&[vec![1, 0], vec![-1, 0]], 1), 3);
        // Constants have one sign.
        assert_eq!(sign_patterns(&[vec![0, -1], vec![0, 0]], 1), 1);
        // Three planes form eight octants.
        let planes = [vec![1, 0, 0, 0], vec![0, 1, 0, 0], vec![0, 0, 1, 0]];
        assert_eq!(sign_patterns(&planes, 3), 8);
    }

    #[test]
    fn affine_functions_are_formatted() {
        assert_eq!(in_words(&vec![1, 0]), "x");
        assert_eq!(in_words(&vec![-1, 2, -2]), "−1x+2y−2");
        assert_eq!(in_words(&vec![0, 0]), "0");
    }
}
