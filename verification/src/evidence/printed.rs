//! Sentences, formulas and small sums of the paper, case by case: the example in the proof of
//! Theorem 1, the number of classes, properties of both losses, and consequences of printed
//! figures.
//!
//! Arithmetic is exact except in `softmax_keeps_order` and `log_inequality`; there the
//! documentation states the margin between cases, which far exceeds rounding errors.

use super::{Evidence, Settled};
use crate::decimal::Decimal;
use crate::ledger::Outcome;
use crate::paper::TABLE_2;
use admit::files::Options;
use admit::pdb::cube::CubeTable;
use admit::search::{Step, Steps};
use admit::space::Cost;
use admit::space::graph::{Matrix, Vertex};
use admit_proofs::code::{Code, How, Production};
use admit_proofs::problem::Problem;
use std::collections::BTreeMap;

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "printed.rs":
        exhaustive Quick example_of_two_and_four,
        exhaustive Quick example_reversed,
        exhaustive Quick class_count_as_printed,
        exhaustive Quick class_count,
        exhaustive Quick ce_class_zero,
        exhaustive Quick ce_ignores_order,
        exhaustive Quick cea_weights,
        exhaustive Quick cea_certificate,
        exhaustive Quick softmax_keeps_order,
        exhaustive Quick log_inequality,
        exhaustive Quick optimum_is_perfect,
        exhaustive Quick gamma_as_printed,
        exhaustive Quick gamma_at_most,
        exhaustive Quick proportional_sampling,
        exhaustive Quick compressed_sizes,
        exhaustive Quick cea_average_above_compressed,
        exhaustive Quick fully_admissible_delta,
        exhaustive Quick first_phase_of_8_corner,
        sweep Quick average_delta,
    }
}

// ---- The example in the proof of Theorem 1 ---------------------------------

const V_1: Vertex = 0;
const V_2: Vertex = 1;
const START: Vertex = 2;
const GOAL: Vertex = 3;

/// The vertex that A\* selects after the start, when both `v_1` and `v_2` are in OPEN. All values
/// are in halves.
fn preferred(g: [Cost; 2], h: [i32; 2]) -> Vertex {
    let graph = Matrix::<4>::new(4, GOAL)
        .expect("there is room for four")
        .with_edge(START, V_1, g[0])
        .with_edge(START, V_2, g[1]);
    let problem = Problem {
        graph,
        start: START,
        h: [h[0], h[1], 0, 0],
    };
    let mut steps = Steps::default();
    Production.search(&problem, How::REOPENING, &mut steps);
    let mut selected = steps.0.iter().filter_map(|step| match step {
        Step::Selected { state, .. } => Some(*state),
        _ => None,
    });
    selected.nth(1).expect("two vertices are open")
}

/// The largest value of h in the example, in halves.
const HALVES: i32 = 24;

/// All cases of the example: g-costs 2 and 4 where `differs` holds for the difference of h, and 1
/// and 4 with differences of 3.5 and 2.5; in halves, with the vertex stated to be preferred. The
/// smallest values come first.
fn cases_of_the_example(
    differs: impl Fn(i32) -> bool,
    said: [Vertex; 3],
) -> Vec<([Cost; 2], [i32; 2], Vertex)> {
    let mut cases = Vec::new();
    for h_2 in 0..=HALVES {
        for h_1 in 0..=HALVES {
            let difference = h_1 - h_2;
            if differs(difference) {
                cases.push(([4, 8], [h_1, h_2], said[0]));
            }
            if difference == 7 {
                cases.push(([2, 8], [h_1, h_2], said[1]));
            }
            if difference == 5 {
                cases.push(([2, 8], [h_1, h_2], said[2]));
            }
        }
    }
    cases
}

fn example(cases: &[([Cost; 2], [i32; 2], Vertex)]) -> Settled {
    let name = |v: Vertex| if v == V_1 { "v_1" } else { "v_2" };
    let found = cases.iter().find(|&&(g, h, said)| preferred(g, h) != said);
    let counterexample = found.map(|&(g, h, said)| {
        let whole = |halves: i32| halves as f64 / 2.0;
        let f = |i: usize| whole(g[i] as i32 + h[i]);
        format!(
            "g-costs {} and {}, h {} and {}: f is {} and {}, so A* selects {}, not {}",
            whole(g[0] as i32),
            whole(g[1] as i32),
            whole(h[0]),
            whole(h[1]),
            f(0),
            f(1),
            name(preferred(g, h)),
            name(said),
        )
    });
    let wins = |v| cases.iter().filter(|c| preferred(c.0, c.1) == v).count() as u64;
    let scope = format!(
        "the example's g-costs and all values of h from 0 to {} in halves, searched by A*",
        HALVES / 2
    );
    Settled::holds_unless(counterexample, scope, cases.len() as u64)
        .with_sometimes("v_1 is preferred", wins(V_1))
        .with_sometimes("v_2 is preferred", wins(V_2))
}

/// The preferences as the paper prints them.
fn example_of_two_and_four() -> Settled {
    example(&cases_of_the_example(
        |difference| difference >= 4,
        [V_1, V_1, V_2],
    ))
}

/// The reversed preferences.
fn example_reversed() -> Settled {
    example(&cases_of_the_example(
        |difference| difference > 4,
        [V_2, V_2, V_1],
    ))
}

// ---- Numbers of values and hyperplanes -------------------------------------

/// Largest value and largest step.
const VALUES: u64 = 200;

/// Compares a formula with the number of multiples of c0 in 0..=D.
fn classes(formula: impl Fn(u64, u64) -> u64) -> Settled {
    let mut counterexample = None;
    let (mut cases, mut uneven) = (0, 0);
    for most in 1..=VALUES {
        for step in 1..=VALUES {
            let values = (0..).map(|i| i * step).take_while(|&value| value <= most);
            let values = values.count() as u64;
            cases += 1;
            uneven += !most.is_multiple_of(step) as u64;
            if values != formula(most, step) && counterexample.is_none() {
                counterexample = Some(format!(
                    "D = {most} and c0 = {step}: {values} values, but the formula gives {}",
                    formula(most, step)
                ));
            }
        }
    }
    let scope = format!("all D and c0 from 1 to {VALUES}");
    Settled::holds_unless(counterexample, scope, cases)
        .with_sometimes("D is not a multiple of c0", uneven)
        .with_sometimes("D is a multiple of c0", cases - uneven)
}

fn class_count_as_printed() -> Settled {
    classes(u64::div_ceil)
}

fn class_count() -> Settled {
    classes(|most, step| most / step + 1)
}

/// Compares the number of hyperplanes, 2ℓ for each pair of states, with ℓ|B|².
fn gamma(fits: impl Fn(u64, u64) -> bool) -> Settled {
    let mut counterexample = None;
    let mut cases = 0;
    // A search whose start is not the goal meets at least two states.
    for states in 2..=60_u64 {
        let pairs = (0..states).flat_map(|i| (i + 1..states).map(move |j| (i, j)));
        let pairs = pairs.count() as u64;
        for l in 1..=60 {
            let (left, right) = (2 * l * pairs, l * states * states);
            cases += 1;
            if !fits(left, right) && counterexample.is_none() {
                counterexample = Some(format!(
                    "ℓ = {l} and |B| = {states}: {left} hyperplanes, but ℓ|B|² = {right}"
                ));
            }
        }
    }
    Settled::holds_unless(counterexample, "|B| from 2 to 60, ℓ from 1 to 60", cases)
}

fn gamma_as_printed() -> Settled {
    gamma(|left, right| left == right)
}

fn gamma_at_most() -> Settled {
    gamma(|left, right| left <= right)
}

// ---- Losses ----------------------------------------------------------------

/// Visits all lists of `parts` non-negative integers with this sum: all distributions with that
/// denominator.
pub(super) fn for_each_share(parts: usize, sum: u64, visit: &mut impl FnMut(&[u64])) {
    fn go(left: u64, at: usize, shares: &mut [u64], visit: &mut impl FnMut(&[u64])) {
        if at + 1 == shares.len() {
            shares[at] = left;
            visit(shares);
            return;
        }
        for share in 0..=left {
            shares[at] = share;
            go(left - share, at + 1, shares, visit);
        }
    }
    go(sum, 0, &mut vec![0; parts], visit);
}

/// Visits all lists of `length` integers in `least..=most`.
fn for_each_list(length: usize, least: i32, most: i32, visit: &mut impl FnMut(&[i32])) {
    let mut list = vec![least; length];
    loop {
        visit(&list);
        let Some(at) = list.iter().rposition(|&x| x < most) else {
            return;
        };
        list[at] += 1;
        list[at + 1..].fill(least);
    }
}

/// Cross-entropy of one sample as printed, with classes 0 to ℓ and sums from class 1.
fn printed_cross_entropy(outputs: &[i32], truth: usize) -> f64 {
    let exponentials = outputs.iter().map(|&x| f64::from(x).exp());
    let sum: f64 = exponentials.clone().skip(1).sum();
    let terms = exponentials.enumerate().skip(1);
    -terms
        .map(|(k, e)| if k == truth { (e / sum).ln() } else { 0.0 })
        .sum::<f64>()
}

/// A true class counts if its loss depends on the outputs. The loss of an omitted class is an empty
/// sum, exactly 0.
fn ce_class_zero() -> Settled {
    let mut counterexample = None;
    let (mut cases, mut counted) = (0, 0);
    for last in 2..=4_usize {
        for truth in 0..=last {
            let (mut tried, mut positive) = (0_u64, 0_u64);
            for_each_list(last + 1, 0, 2, &mut |outputs| {
                tried += 1;
                positive += (printed_cross_entropy(outputs, truth) > 0.0) as u64;
            });
            cases += tried;
            counted += (positive > 0) as u64;
            if positive == 0 && counterexample.is_none() {
                counterexample = Some(format!(
                    "classes 0 to {last}, true class {truth}: the loss is 0 for all {tried} outputs of 0, 1 or 2"
                ));
            }
        }
    }
    let scope = "classes 0 to ℓ for ℓ from 2 to 4, every true class, all outputs of 0, 1 or 2";
    Settled::holds_unless(counterexample, scope, cases)
        .with_sometimes("the loss of a true class depends on the outputs", counted)
}

/// The exponential of the loss of one sample, an exact fraction: the product of p^(−y) over all
/// classes.
fn cross_entropy(shares: &[u64], whole: u64, truth: usize) -> (u64, u64) {
    let mut loss = (1, 1);
    for (k, &share) in shares.iter().enumerate() {
        if k == truth {
            loss = (loss.0 * whole, loss.1 * share);
        }
    }
    loss
}

fn ce_ignores_order() -> Settled {
    const WHOLE: u64 = 12;
    let mut counterexample = None;
    let (mut cases, mut moved) = (0, 0);
    for classes in 2..=5_usize {
        for truth in 0..classes {
            // By the share of the true class: its loss and the first distribution.
            let mut seen: BTreeMap<u64, ((u64, u64), Vec<u64>)> = BTreeMap::new();
            for_each_share(classes, WHOLE, &mut |shares| {
                cases += 1;
                let loss = cross_entropy(shares, WHOLE, truth);
                let first = seen
                    .entry(shares[truth])
                    .or_insert_with(|| (loss, shares.to_vec()));
                let above = |s: &[u64]| s[truth + 1..].iter().sum::<u64>();
                moved += (above(shares) != above(&first.1)) as u64;
                if loss != first.0 && counterexample.is_none() {
                    counterexample = Some(format!(
                        "true class {truth}, probabilities {:?} and {shares:?} of {WHOLE}",
                        first.1
                    ));
                }
            });
        }
    }
    let scope =
        format!("all distributions over 2 to 5 classes in steps of 1/{WHOLE}, every true class");
    Settled::holds_unless(counterexample, scope, cases)
        .with_sometimes("probability moves across the true class", moved)
}

/// β is a multiple of 1/4, so the fourth power of a weight, (k/h\*)^(4β), is an exact fraction.
fn cea_weights() -> Settled {
    const QUARTERS: u32 = 16;
    let power = |k: u128, e: u32| k.pow(e);
    let mut counterexample = None;
    let (mut cases, mut below_one) = (0, 0);
    for h in 1..=11_u128 {
        for e in 1..=QUARTERS {
            for k in 1..=h {
                cases += 1;
                let falls = power(k - 1, e) < power(k, e);
                // Against every larger β, cross-multiplied.
                let nearer = (e + 1..=QUARTERS).all(|larger| {
                    let (this, that) = (
                        power(k, e) * power(h, larger),
                        power(k, larger) * power(h, e),
                    );
                    if k == h { this == that } else { this > that }
                });
                let at_most_one = power(k, e) <= power(h, e);
                below_one += (k < h) as u64;
                if !(falls && nearer && at_most_one) && counterexample.is_none() {
                    let beta = f64::from(e) / 4.0;
                    counterexample = Some(format!("h* = {h}, k = {k}, β = {beta}"));
                }
            }
        }
    }
    let scope = "h* from 1 to 11, every class from 1 to h*, β from 1/4 to 4 in quarters";
    Settled::holds_unless(counterexample, scope, cases)
        .with_sometimes("a class lies below the true one", below_one)
}

/// The largest inner sum, as a fraction, at which a class above h\* can have the largest
/// probability: it and the `m` classes up to h\* have probability 1/(m + 1) each.
fn largest_uncertain(h: u64, beta: u32) -> (u64, u64) {
    let mut largest = (0, 1);
    for m in 1..=h {
        let weights: u64 = (h - m + 1..=h).map(|k| k.pow(beta)).sum();
        let here = (weights, h.pow(beta) * (m + 1));
        if here.0 * largest.1 > largest.0 * here.1 {
            largest = here;
        }
    }
    largest
}

/// β is 1, 2 or 3, or 0 for the limit of the weights as β → 0.
fn cea_certificate() -> Settled {
    const WHOLE: u64 = 15;
    let mut counterexample = None;
    let (mut cases, mut certified, mut wrong_at) = (0, 0, BTreeMap::new());
    for beta in 0..=3 {
        for h in 1..=3_u64 {
            let limit = largest_uncertain(h, beta);
            // The weights are largest for β = 0, where both limits agree.
            let within = limit.0 * (h + 1) <= h * limit.1;
            let agree = beta > 0 || limit.0 * (h + 1) == h * limit.1;
            for whole in 1..=WHOLE {
                for_each_share(h as usize + 3, whole, &mut |shares| {
                    cases += 1;
                    let most = *shares.iter().max().expect("there are classes");
                    let above = shares[h as usize + 1..].contains(&most);
                    let sum: u64 = (1..=h).map(|k| k.pow(beta) * shares[k as usize]).sum();
                    let of = h.pow(beta) * whole;
                    let exceeds = sum * (h + 1) > h * of;
                    certified += exceeds as u64;
                    let beyond = sum * limit.1 > limit.0 * of;
                    if above && sum * limit.1 == limit.0 * of {
                        *wrong_at.entry((beta, h)).or_insert(0_u64) += 1;
                    }
                    let holds = !(above && (exceeds || beyond)) && within && agree;
                    if !holds && counterexample.is_none() {
                        counterexample = Some(format!(
                            "h* = {h}, β = {beta}, probabilities {shares:?} of {whole}"
                        ));
                    }
                });
            }
        }
    }
    let scope = format!(
        "h* from 1 to 3, two classes above, β = 1, 2, 3 and the limit 0, all distributions with denominators up to {WHOLE}"
    );
    let everywhere = wrong_at.len() as u64 == 4 * 3;
    Settled::holds_unless(counterexample, scope, cases)
        .with_sometimes("the sum exceeds h*/(h* + 1)", certified)
        .with_sometimes(
            "for every h* and β, a class above is most likely at the largest possible sum",
            everywhere as u64 * wrong_at.values().sum::<u64>(),
        )
}

/// Inputs are multiples of 1/2, so different outputs differ by a factor of at least 1.6.
fn softmax_keeps_order() -> Settled {
    let mut counterexample = None;
    let (mut cases, mut ties, mut apart) = (0, 0, 0);
    for length in 1..=5 {
        for_each_list(length, -4, 4, &mut |halves| {
            cases += 1;
            let exponentials: Vec<f64> =
                halves.iter().map(|&x| (f64::from(x) / 2.0).exp()).collect();
            let sum: f64 = exponentials.iter().sum();
            let outputs: Vec<f64> = exponentials.iter().map(|e| e / sum).collect();
            for i in 0..length {
                for j in 0..length {
                    let inputs = halves[i].cmp(&halves[j]);
                    ties += (i < j && inputs.is_eq()) as u64;
                    apart += inputs.is_lt() as u64;
                    if Some(inputs) != outputs[i].partial_cmp(&outputs[j])
                        && counterexample.is_none()
                    {
                        counterexample = Some(format!("inputs {halves:?} in halves"));
                    }
                }
            }
        });
    }
    let scope = "all lists of 1 to 5 inputs from −2 to 2 in steps of 1/2, every pair of them";
    Settled::holds_unless(counterexample, scope, cases)
        .with_sometimes("two inputs are equal", ties)
        .with_sometimes("two inputs differ", apart)
}

/// x and λ are quotients of small integers: if they differ, the two sides differ by more than 1e-6.
/// Sides within 1e-12 count as equal.
fn log_inequality() -> Settled {
    const EQUAL: f64 = 1e-12;
    let numbers: Vec<(u32, u32)> = (1..=40)
        .flat_map(|above| [1, 3, 8].map(|below| (above, below)))
        .collect();
    let mut counterexample = None;
    let (mut cases, mut equal) = (0, 0);
    for &(a, b) in &numbers {
        for &(c, d) in &numbers {
            cases += 1;
            let (x, lambda) = (f64::from(a) / f64::from(b), f64::from(c) / f64::from(d));
            let margin = x / lambda + (lambda / std::f64::consts::E).ln() - x.ln();
            let same = a * d == c * b;
            equal += same as u64;
            let holds = if same {
                margin.abs() <= EQUAL
            } else {
                margin > EQUAL
            };
            if !holds && counterexample.is_none() {
                counterexample = Some(format!("x = {a}/{b}, λ = {c}/{d}: margin {margin:e}"));
            }
        }
    }
    let scope = "x and λ from 1/8 to 40, numerators 1 to 40 over 1, 3 and 8";
    Settled::holds_unless(counterexample, scope, cases)
        .with_sometimes("x = λ, with equality", equal)
        .with_sometimes("x and λ differ", cases - equal)
}

/// All admissible heuristics with values from −1 upwards in steps of 1/2.
fn optimum_is_perfect() -> Settled {
    let mut counterexample = None;
    let (mut cases, mut several) = (0, 0);
    for states in 1..=4 {
        for_each_list(states, 0, 3, &mut |exact| {
            let twice: Vec<i32> = exact.iter().map(|d| 2 * d).collect();
            let mut best: Option<(i32, Vec<Vec<i32>>)> = None;
            let mut admissible = 0;
            let most = *twice.iter().max().expect("there is a state");
            for_each_list(states, -2, most, &mut |h| {
                if h.iter().zip(&twice).any(|(h, d)| h > d) {
                    return;
                }
                admissible += 1;
                let sum = h.iter().sum();
                match &mut best {
                    Some((largest, which)) if *largest == sum => which.push(h.to_vec()),
                    Some((largest, _)) if *largest > sum => {}
                    _ => best = Some((sum, vec![h.to_vec()])),
                }
            });
            cases += admissible;
            several += (admissible > 1) as u64;
            let alone = best.is_some_and(|(_, which)| which == [twice]);
            if !alone && counterexample.is_none() {
                counterexample = Some(format!("h* = {exact:?}"));
            }
        });
    }
    let scope = "all h* from 0 to 3 on 1 to 4 states, all admissible h from −1 in steps of 1/2";
    Settled::holds_unless(counterexample, scope, cases)
        .with_sometimes("there are several admissible heuristics", several)
}

// ---- Figures ---------------------------------------------------------------

/// Class shares in expectation over all uniform batches, against those of proportional batches.
fn proportional_sampling() -> Settled {
    let mut unchanged: Option<String> = None;
    let (mut cases, mut same) = (0_u64, 0_u64);
    for total in 3..=6_u64 {
        for small in 1..total.div_ceil(2) {
            let large = total - small;
            for batch in 1..=6_u64 {
                // Only if a batch can have exactly these proportions.
                if !(batch * small).is_multiple_of(total) {
                    continue;
                }
                let drawn = batch * large / total;
                // All uniform batches; states `small..` are in the larger class.
                let (mut batches, mut in_large) = (0_u64, 0_u64);
                for_each_list(batch as usize, 0, total as i32 - 1, &mut |states| {
                    batches += 1;
                    in_large += states.iter().filter(|&&s| s >= small as i32).count() as u64;
                });
                cases += 1;
                if in_large == drawn * batches {
                    same += 1;
                    unchanged.get_or_insert_with(|| {
                        format!(
                            "classes of {small} and {large} states, batches of {batch}: in all {batches} uniform batches {in_large} draws are from the larger class, {drawn} per batch, as in proportional sampling"
                        )
                    });
                }
            }
        }
    }
    let counterexample =
        unchanged.map(|example| format!("{example}; so in {same} of {cases} cases"));
    let scope = "two classes of different size, 3 to 6 states in all, batches of up to 6 that can have their proportions";
    Settled::holds_unless(counterexample, scope, cases)
}

/// Hundredths of a megabyte, in bytes.
const HUNDREDTH: u64 = 10_000;

/// The size of 7-edge is rounded and the others are truncated; the compression rate of 6-edge alone
/// is a quotient of printed sizes, not the factor.
fn compressed_sizes() -> Settled {
    let mut counterexample = None;
    let (mut differ, mut quotients) = (0, 0);
    for row in &TABLE_2 {
        let (name, states, factor) = (row.pattern, row.whole().states, row.factor);
        let hundredths = |figure: Decimal| figure.units() as u64;
        let size = hundredths(row.compressed.megabytes);
        let rate = hundredths(row.table_compression);
        let bytes = states.div_ceil(factor).div_ceil(2);
        let (cut, rounded) = (bytes / HUNDREDTH, (bytes + HUNDREDTH / 2) / HUNDREDTH);
        differ += (cut != rounded) as u64;
        let size_fits = size == if name == "7-edge" { rounded } else { cut };
        // The full table in hundredths of a megabyte, rounded, over the printed size.
        let table = (states / 2 + HUNDREDTH / 2) / HUNDREDTH;
        let rate_fits = if name == "6-edge" {
            quotients += 1;
            rate != 100 * factor && rate == 100 * table / size
        } else {
            rate == 100 * factor
        };
        if !(size_fits && rate_fits) && counterexample.is_none() {
            counterexample = Some(format!(
                "{name} over {factor}: {bytes} bytes, printed {size} and {rate} hundredths"
            ));
        }
    }
    Settled::holds_unless(counterexample, "the four rows of compressed tables", 4)
        .with_sometimes("truncation and rounding of a size differ", differ)
        .with_sometimes(
            "a compression rate is a quotient of printed sizes",
            quotients,
        )
}

fn cea_average_above_compressed() -> Settled {
    let averages = TABLE_2.map(|row| (row.pattern, row.cea.mean, row.compressed.mean));
    let mut rows = averages.into_iter();
    let found = rows.find(|(_, cea, compressed)| cea.face() <= compressed.face());
    let counterexample =
        found.map(|(name, cea, compressed)| format!("{name}: {cea} against {compressed}"));
    Settled::holds_unless(counterexample, "the four patterns of Table 2", 4)
}

/// 3e-6 with one digit stands for any overestimation rate from 2.5e-6 to 3.5e-6.
fn fully_admissible_delta() -> Settled {
    let row = &TABLE_2[3];
    let (states, rate) = (row.whole().states, row.cea.rate);
    // In halves of a unit in the last place.
    let unit = 2 * 10_u64.pow(rate.places());
    let halves = 2 * rate.units() as u64;
    let least = ((halves - 1) * states).div_ceil(unit);
    let most = (halves + 1) * states / unit;
    let counterexample = (least > 0).then(|| {
        format!("an overestimation rate of {rate}, rounded to one digit, is {least} to {most} of {states} states")
    });
    let scope = format!("every overestimation rate that rounds to {rate}");
    Settled::holds_unless(counterexample, scope, most - least + 1)
}

/// β and η in hundredths: initially, and in the 8-corner column of Table 4.
const FIRST_PHASE: [(&str, u32, u32); 2] = [("β", 100, 100), ("η", 10, 1)];

fn first_phase_of_8_corner() -> Settled {
    let found = FIRST_PHASE.iter().find(|(_, first, last)| first != last);
    let counterexample = found.map(|(name, first, last)| {
        let value = |hundredths: &u32| f64::from(*hundredths) / 100.0;
        format!(
            "{name} is {} initially and {} in Table 4",
            value(first),
            value(last)
        )
    });
    Settled::holds_unless(counterexample, "β and η of 8-corner", 2)
}

/// Sum and number of a table's entries.
fn sum_and_count(table: &CubeTable) -> (u128, u128) {
    let histogram = table.header().histogram;
    let values = histogram.iter().zip(0_u128..);
    let sum = values.map(|(&count, value)| u128::from(count) * value);
    let count = histogram.iter().map(|&count| u128::from(count));
    (sum.sum(), count.sum())
}

/// Means in Table 3 and of the base, in millionths.
const AVERAGE_DELTA: u128 = 1_896_906;
const AVERAGE_6_EDGE: u128 = 7_650_062;
const AVERAGE_BASE: u128 = 5_753_157;

fn average_delta() -> Settled {
    let built = |pattern: &str| {
        let pattern = pattern.parse().map_err(|error| format!("{error}"))?;
        CubeTable::build(pattern, &Options::default()).map_err(|error| error.to_string())
    };
    let tables = || {
        let large = built("6-edge")?;
        let base = built("edges:UR,UF,FR,FL")?;
        let delta = large
            .minus(&base, &Options::default())
            .map_err(|e| e.to_string())?;
        Ok([delta, large, base].map(|table| sum_and_count(&table)))
    };
    let averages: [(u128, u128); 3] = match tables() {
        Ok(averages) => averages,
        Err(why) => return Settled::of(Outcome::Broken { why }),
    };
    let millionths = averages.map(|(sum, count)| (2_000_000 * sum + count) / (2 * count));
    let [(d, d_of), (l, l_of), (b, b_of)] = averages;
    // d/d_of = l/l_of − b/b_of, exactly.
    let add_up = d * l_of * b_of + b * d_of * l_of == l * d_of * b_of;
    let counterexample = (millionths != [AVERAGE_DELTA, AVERAGE_6_EDGE, AVERAGE_BASE] || !add_up)
        .then(|| {
            let [delta, large, base] = millionths.map(|m| m as f64 / 1e6);
            format!("the means are {delta} for delta, {large} for 6-edge and {base} for the base")
        });
    let scope = "every state of 6-edge and of the base UR, UF, FR, FL";
    Settled::holds_unless(counterexample, scope, d_of as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_distributions_are_enumerated() {
        let mut count = 0;
        for_each_share(4, 6, &mut |shares| {
            assert_eq!(shares.iter().sum::<u64>(), 6);
            count += 1;
        });
        // Stars and bars: 9 choose 3.
        assert_eq!(count, 84);
    }
}
