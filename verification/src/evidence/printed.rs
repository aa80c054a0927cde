//! Sentences, formulas and small sums of the paper, tried out case by case: the
//! example in the proof of Theorem 1, how many classes there are, what the two
//! losses look at, and what follows from one printed figure and another.
//!
//! Figures of the paper stand here as it prints them, in units of their last
//! place. Arithmetic is exact, but for the two pieces about functions that have
//! no exact values, `softmax_keeps_order` and `log_inequality`; each says how far
//! apart its cases are, which is far more than an error of rounding.

use super::{Evidence, Settled};
use crate::ledger::Outcome;
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

/// The vertex that A\* expands right after the start, when both `v_1` and `v_2`
/// are in OPEN. Everything is in halves.
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
    selected.nth(1).expect("there are two to choose from")
}

/// Values of h in the example go up to here, in halves.
const HALVES: i32 = 24;

/// Every case of the example: g-costs 2 and 4 with a difference of h that
/// `differs`, and 1 and 4 with differences of 3.5 and 2.5; in halves, with the
/// vertex that is said to be preferred. The smallest values come first.
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
            "g-costs {} and {}, h {} and {}: f is {} and {}, so that A* selects {} and not {}",
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

/// The preferences the other way round.
fn example_reversed() -> Settled {
    example(&cases_of_the_example(
        |difference| difference > 4,
        [V_2, V_2, V_1],
    ))
}

// ---- How many values, how many hyperplanes ---------------------------------

/// Largest value and largest step that are tried.
const VALUES: u64 = 200;

/// Compares the number of values from 0 to D in steps of c0 with a formula.
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
                    "D = {most} and c0 = {step}: there are {values} values, and the formula gives {}",
                    formula(most, step)
                ));
            }
        }
    }
    let scope = format!("all D and c0 from 1 to {VALUES}");
    Settled::holds_unless(counterexample, scope, cases)
        .with_sometimes("D is no multiple of c0", uneven)
        .with_sometimes("D is a multiple of c0", cases - uneven)
}

fn class_count_as_printed() -> Settled {
    classes(u64::div_ceil)
}

fn class_count() -> Settled {
    classes(|most, step| most / step + 1)
}

/// 2ℓ hyperplanes for every pair of states, compared with ℓ|B|².
fn gamma(fits: impl Fn(u64, u64) -> bool) -> Settled {
    let mut counterexample = None;
    let mut cases = 0;
    // A search from a start that is not the goal meets two states at least.
    for states in 2..=60_u64 {
        let pairs = (0..states).flat_map(|i| (i + 1..states).map(move |j| (i, j)));
        let pairs = pairs.count() as u64;
        for l in 1..=60 {
            let (left, right) = (2 * l * pairs, l * states * states);
            cases += 1;
            if !fits(left, right) && counterexample.is_none() {
                counterexample = Some(format!(
                    "ℓ = {l} and |B| = {states}: {left} hyperplanes, and ℓ|B|² = {right}"
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

/// Calls `visit` with every list of so many numbers from 0 that add up to `sum`:
/// every distribution with that denominator.
fn for_each_share(parts: usize, sum: u64, visit: &mut impl FnMut(&[u64])) {
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

/// Calls `visit` with every list of so many numbers from `least` to `most`.
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

/// Cross-entropy of one sample as it is printed, with classes 0 to ℓ and sums
/// from class 1.
fn printed_cross_entropy(outputs: &[i32], truth: usize) -> f64 {
    let exponentials = outputs.iter().map(|&x| f64::from(x).exp());
    let sum: f64 = exponentials.clone().skip(1).sum();
    let terms = exponentials.enumerate().skip(1);
    -terms
        .map(|(k, e)| if k == truth { (e / sum).ln() } else { 0.0 })
        .sum::<f64>()
}

/// A true class is counted if the loss depends on the outputs at all. The loss of
/// a class that is left out is an empty sum, exactly 0.
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
        .with_sometimes("a true class is counted", counted)
}

/// The exponential of the loss of one sample, which is an exact fraction: the
/// product of 1/p over all classes to the power of y.
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
            // By the share of the true class: the loss, and where the rest lies.
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
        .with_sometimes("probability moves past the true class", moved)
}

/// For β a multiple of a quarter, the fourth power of a weight is (k/h\*) to the
/// power of 4β, an exact fraction.
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
                // Against every larger β, and cross-multiplied.
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

/// The largest inner sum, as a fraction, with which a class above h\* can still
/// have the largest probability: it and the `m` classes up to h\* have 1/(m + 1)
/// each.
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

/// β is 1, 2 or 3, or 0, which stands for what the weights tend to as β falls.
fn cea_certificate() -> Settled {
    const WHOLE: u64 = 15;
    let mut counterexample = None;
    let (mut cases, mut certified, mut wrong_at) = (0, 0, BTreeMap::new());
    for beta in 0..=3 {
        for h in 1..=3_u64 {
            let limit = largest_uncertain(h, beta);
            // The weights of β = 0 are the largest, and there the two agree.
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
            "for every h* and β, a class above is likeliest at the largest sum with which it can",
            everywhere as u64 * wrong_at.values().sum::<u64>(),
        )
}

/// Inputs are multiples of a half, so that outputs that differ do so by a factor
/// of 1.6 at least.
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

/// x and λ are quotients of small numbers: where they differ, the two sides are
/// more than a millionth apart. Sides within 1e-12 count as equal.
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

/// All admissible heuristics from −1 upwards in steps of a half.
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

/// In expectation over all batches, against a batch in proportion.
fn proportional_sampling() -> Settled {
    let mut unchanged: Option<String> = None;
    let (mut cases, mut same) = (0_u64, 0_u64);
    for total in 3..=6_u64 {
        for small in 1..total.div_ceil(2) {
            let large = total - small;
            for batch in 1..=6_u64 {
                // Only where a batch can have exactly these proportions.
                if !(batch * small).is_multiple_of(total) {
                    continue;
                }
                let drawn = batch * large / total;
                // All batches of a uniform sample; state i is in the large class
                // from number `small` on.
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
                            "classes of {small} and {large} states, batches of {batch}: in all {batches} uniform batches {in_large} draws are from the larger class, {drawn} a batch, as many as in proportion"
                        )
                    });
                }
            }
        }
    }
    let counterexample =
        unchanged.map(|example| format!("{example}; so in {same} of {cases} cases"));
    let scope = "two classes of 3 to 6 states in all, one larger, batches of up to 6 that can have their proportions";
    Settled::holds_unless(counterexample, scope, cases)
}

/// States of the tables in Table 2, the factor of compression, and what is
/// printed in hundredths: the size in MB and the rate.
const COMPRESSED: [(&str, u64, u64, u64, u64); 4] = [
    ("7-edge", 510_935_040, 70, 365, 7000),
    ("8-corner", 88_179_840, 23, 191, 2300),
    ("6-edge", 42_577_920, 11, 193, 1103),
    ("delta (6,4)", 42_577_920, 7, 304, 700),
];

/// Hundredths of a megabyte, in bytes.
const HUNDREDTH: u64 = 10_000;

/// The size of 7-edge is rounded and the others are cut, and the rate of 6-edge
/// alone is not the factor but a quotient of printed sizes.
fn compressed_sizes() -> Settled {
    let mut counterexample = None;
    let (mut differ, mut quotients) = (0, 0);
    for (name, states, factor, size, rate) in COMPRESSED {
        let bytes = states.div_ceil(factor).div_ceil(2);
        let (cut, rounded) = (bytes / HUNDREDTH, (bytes + HUNDREDTH / 2) / HUNDREDTH);
        differ += (cut != rounded) as u64;
        let size_fits = size == if name == "7-edge" { rounded } else { cut };
        // The whole table in printed hundredths, rounded, over the printed size.
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
        .with_sometimes("a size that is cut is another than rounded", differ)
        .with_sometimes("a rate is a quotient of printed sizes", quotients)
}

/// Averages in Table 2, in hundredths: with CEA, and compressed.
const AVERAGES: [(&str, u32, u32); 4] = [
    ("7-edge", 745, 683),
    ("8-corner", 876, 684),
    ("6-edge", 692, 668),
    ("delta (6,4)", 131, 105),
];

fn cea_average_above_compressed() -> Settled {
    let found = AVERAGES
        .iter()
        .find(|(_, cea, compressed)| cea <= compressed);
    let counterexample =
        found.map(|(name, cea, compressed)| format!("{name}: {cea} against {compressed}"));
    Settled::holds_unless(counterexample, "the four patterns of Table 2", 4)
}

/// 3e-6 with one digit is anything from 2.5e-6 to 3.5e-6.
fn fully_admissible_delta() -> Settled {
    const STATES: u64 = 42_577_920;
    const TENTHS_OF_A_MILLIONTH: u64 = 10_000_000;
    let least = (25 * STATES).div_ceil(TENTHS_OF_A_MILLIONTH);
    let most = 35 * STATES / TENTHS_OF_A_MILLIONTH;
    let counterexample = (least > 0).then(|| {
        format!("a rate of 3e-6, rounded to one digit, is {least} to {most} of {STATES} states")
    });
    Settled::holds_unless(
        counterexample,
        "every rate that is printed as 3e-6",
        most - least + 1,
    )
}

/// β and η in hundredths: where training begins, and in the column of 8-corner
/// in Table 4.
const FIRST_PHASE: [(&str, u32, u32); 2] = [("β", 100, 100), ("η", 10, 1)];

fn first_phase_of_8_corner() -> Settled {
    let found = FIRST_PHASE.iter().find(|(_, first, last)| first != last);
    let counterexample = found.map(|(name, first, last)| {
        let value = |hundredths: &u32| f64::from(*hundredths) / 100.0;
        format!(
            "{name} begins at {} and is {} in Table 4",
            value(first),
            value(last)
        )
    });
    Settled::holds_unless(counterexample, "β and η of 8-corner", 2)
}

/// The sum of a table's entries and their number.
fn sum_and_count(table: &CubeTable) -> (u128, u128) {
    let histogram = table.header().histogram;
    let values = histogram.iter().zip(0_u128..);
    let sum = values.map(|(&count, value)| u128::from(count) * value);
    let count = histogram.iter().map(|&count| u128::from(count));
    (sum.sum(), count.sum())
}

/// Averages in Table 3 and of the base, in millionths.
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
            format!("the averages are {delta} of delta, {large} of 6-edge and {base} of the base")
        });
    let scope = "every state of 6-edge and of the base UR, UF, FR, FL";
    Settled::holds_unless(counterexample, scope, d_of as u64)
}
