//! Figures of the paper that follow from its other figures, and its losses on all small
//! distributions.
//!
//! A printed figure stands for all numbers that round or truncate to it; the paper
//! does both. A sentence is refuted only if no such numbers make it true. All arithmetic is exact.

use super::printed::for_each_share;
use super::{Evidence, Settled};
use crate::decimal::{Decimal, Fraction, quotient};
use crate::paper::{Compared, SCALING, TABLE_2};
use admit::theory::inconsistency;

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "arithmetic.rs":
        exhaustive Quick compression_rates,
        exhaustive Quick rates_text,
        exhaustive Quick ce_ratio,
        exhaustive Quick fully_admissible,
        exhaustive Quick few_thousand,
        exhaustive Quick scaling_monotone,
        exhaustive Quick scaling_ratio,
        exhaustive Quick half_parameters,
        exhaustive Quick rate_51,
        exhaustive Quick cea_class_zero,
        exhaustive Quick cea_optimum,
        exhaustive Quick ce_optimum,
        exhaustive Quick inc_definition,
    }
}

const RESULT_ROWS: &str = "the four patterns of the table of results";

/// A compression rate in the table of results is the size of the full table over the size of its
/// replacement.
fn compression_rates() -> Settled {
    let (mut wrong, mut rows, mut at_face_value) = (None, 0, 0);
    for row in &TABLE_2 {
        let whole = row.whole().megabytes;
        for (size, rate) in [
            (row.cea.megabytes, row.network_compression),
            (row.compressed.megabytes, row.table_compression),
        ] {
            let [least, most] = quotient(whole, size);
            rows += 1;
            at_face_value += rate.how(whole.face().over(size.face())).is_some() as u64;
            let possible = least < rate.most() && rate.least() < most;
            if !possible && wrong.is_none() {
                wrong = Some(format!(
                    "{}: {} MB over {size} MB is from {:.2} to {:.2}, printed {rate}",
                    row.pattern,
                    whole,
                    least.to_f64(),
                    most.to_f64()
                ));
            }
        }
    }
    let scope = format!(
        "all sizes and compression rates of {RESULT_ROWS}, for all values that the printed figures can stand for"
    );
    Settled::holds_unless(wrong, scope, rows).with_sometimes(
        "the compression rate is the quotient at face value",
        at_face_value,
    )
}

/// One part in a million.
const MILLIONTH: Fraction = Fraction::new(1, 1_000_000);
/// Slightly less than √10: a number within this factor of a power of ten is of its order of
/// magnitude.
const ROOT_OF_TEN: Fraction = Fraction::new(3162, 1000);

/// "Inadmissibility rates around 1e-6 across all PDBs", and "below 1e-6".
fn rates_text() -> Settled {
    let around = |row: &Compared| {
        row.cea.rate.least() <= MILLIONTH.times(ROOT_OF_TEN)
            && row.cea.rate.most() >= MILLIONTH.over(ROOT_OF_TEN)
    };
    let below = |row: &Compared| row.cea.rate.least() < MILLIONTH;
    let list = |fits: &dyn Fn(&Compared) -> bool| {
        let not = TABLE_2.iter().filter(|row| !fits(row));
        let words: Vec<String> = not
            .map(|r| format!("{} {}", r.pattern, r.cea.rate))
            .collect();
        words.join(", ")
    };
    let (not_around, not_below) = (list(&around), list(&below));
    let wrong = (!not_around.is_empty() || !not_below.is_empty())
        .then(|| format!("not of the order of 1e-6: {not_around}; not below 1e-6: {not_below}"));
    Settled::holds_unless(wrong, RESULT_ROWS, TABLE_2.len() as u64)
}

/// "Across all PDBs, the overestimation rate is nearly 10⁴ times smaller than
/// that obtained with the CE loss."
fn ce_ratio() -> Settled {
    let said = Fraction::new(10_000, 1);
    let mut wrong = Vec::new();
    let mut as_said = 0;
    for row in &TABLE_2 {
        let [least, most] = quotient(row.ce.rate, row.cea.rate);
        if least <= said.times(ROOT_OF_TEN) && most >= said.over(ROOT_OF_TEN) {
            as_said += 1;
        } else {
            wrong.push(format!(
                "{} {:.0} times ({:.0} to {:.0} given the printed digits)",
                row.pattern,
                row.ce.rate.face().over(row.cea.rate.face()).to_f64(),
                least.to_f64(),
                most.to_f64()
            ));
        }
    }
    let example = (!wrong.is_empty()).then(|| wrong.join("; "));
    Settled::holds_unless(example, RESULT_ROWS, TABLE_2.len() as u64)
        .with_sometimes("the ratio is of the order of 10^4", as_said)
}

/// The number of states in a printed share: least, at face value, most.
fn states_of(share: Decimal, states: u64) -> [i128; 3] {
    let of = |share: Fraction| share.above * states as i128 / share.below;
    [of(share.least()), of(share.face()), of(share.most())]
}

/// "The CEA loss achieved a fully admissible heuristic in the 8-corner PDB."
fn fully_admissible() -> Settled {
    let row = &TABLE_2[1];
    let [fewest, at_face, most] = states_of(row.cea.rate, row.whole().states);
    let wrong = (fewest > 0).then(|| {
        format!(
            "{} of {} states of the {} are {at_face} overestimated states ({fewest} to {most})",
            row.cea.rate,
            row.whole().states,
            row.pattern
        )
    });
    Settled::holds_unless(wrong, "the 8-corner row of the table of results", 1)
}

/// Our reading of "a few thousand".
const A_FEW_THOUSAND: i128 = 5_000;

/// "Only a few thousand overestimated states for the 6-edge and 7-edge PDBs."
fn few_thousand() -> Settled {
    let (mut wrong, mut few) = (None, 0);
    for row in [&TABLE_2[2], &TABLE_2[0]] {
        let [fewest, at_face, most] = states_of(row.cea.rate, row.whole().states);
        if fewest <= A_FEW_THOUSAND {
            few += 1;
        } else {
            wrong = Some(format!(
                "{} of {} states of the {} are {at_face} ({fewest} to {most})",
                row.cea.rate,
                row.whole().states,
                row.pattern
            ));
        }
    }
    let scope = format!(
        "the 6-edge and 7-edge rows of the table of results, a few thousand read as at most {A_FEW_THOUSAND}"
    );
    Settled::holds_unless(wrong, scope, 2).with_sometimes("a row has a few thousand", few)
}

const MODEL_ROWS: &str = "the five models of the scaling experiment";

/// "As model size decreases, the over-estimation rate rises monotonically", read as never falls.
fn scaling_monotone() -> Settled {
    let (mut wrong, mut rises) = (None, 0);
    let models = SCALING.map(|(_, row)| (row.megabytes, row.rate));
    for pair in models.windows(2) {
        let [(size, rate), (next_size, next_rate)] = [pair[0], pair[1]];
        rises += (rate.face() < next_rate.face()) as u64;
        if next_size.face() >= size.face() || next_rate.face() < rate.face() {
            wrong = Some(format!("{size} MB {rate}, but {next_size} MB {next_rate}"));
        }
    }
    let scope = format!(
        "{MODEL_ROWS}, rises read as never falls: the first three overestimation rates are equal"
    );
    Settled::holds_unless(wrong, scope, SCALING.len() as u64 - 1).with_sometimes(
        "the overestimation rate is higher than that of the previous model",
        rises,
    )
}

/// "About 10³ times higher in Model 5 than in Model 1."
fn scaling_ratio() -> Settled {
    let (first, last) = (SCALING[0].1.rate, SCALING[4].1.rate);
    let said = Fraction::new(1_000, 1);
    let [least, most] = quotient(last, first);
    let figure = format!(
        "{:.0} at face value, {:.0} to {:.0} given the printed digits",
        last.face().over(first.face()).to_f64(),
        least.to_f64(),
        most.to_f64()
    );
    let possible = least <= said.times(ROOT_OF_TEN) && most >= said.over(ROOT_OF_TEN);
    let wrong = (!possible).then(|| figure.clone());
    Settled::holds_unless(wrong, format!("{MODEL_ROWS}: {figure}"), 1)
}

/// "Model 3 uses fewer than half as many parameters as Model 1", at equal bytes per parameter.
fn half_parameters() -> Settled {
    let [_, most] = quotient(SCALING[2].1.megabytes, SCALING[0].1.megabytes);
    let wrong = (most >= Fraction::new(1, 2))
        .then(|| format!("Model 3 may be {:.3} of Model 1", most.to_f64()));
    let scope = format!(
        "Models 1 and 3 of the scaling experiment, ratio of sizes: at most {:.3}",
        most.to_f64()
    );
    Settled::holds_unless(wrong, scope, 1)
}

/// "A 51× compression relative to the original PDB."
fn rate_51() -> Settled {
    let said = Decimal::new(51, 0);
    let [least, most] = quotient(TABLE_2[1].whole().megabytes, SCALING[2].1.megabytes);
    let figure = format!("{:.2} to {:.2}", least.to_f64(), most.to_f64());
    let possible = least < said.most() && said.least() < most;
    let wrong = (!possible).then(|| figure.clone());
    let scope = format!("Model 3 of the scaling experiment and the 8-corner table: {figure}");
    Settled::holds_unless(wrong, scope, 1)
}

/// A distribution over classes 1 to ℓ, as numerators of one denominator.
struct Shares {
    parts: Vec<i128>,
    whole: i128,
}

impl Shares {
    fn of(&self, class: usize) -> Fraction {
        Fraction::new(self.parts[class - 1], self.whole)
    }

    /// The argument of the logarithm in the CEA loss: Σ (k/h\*)^β·`p_k` over k = 1 … h\*. An empty
    /// sum is 0.
    fn weighed(&self, class: usize, beta: u32) -> Fraction {
        let terms = (1..=class).map(|k| (k as i128).pow(beta) * self.parts[k - 1]);
        let below = (class.max(1) as i128).pow(beta) * self.whole;
        Fraction::new(terms.sum(), below)
    }

    /// The argument of the logarithm in the CE loss: the product of `p_k` to the power of its one-hot
    /// label.
    fn likelihood(&self, class: usize) -> Fraction {
        let factors = (1..=self.parts.len()).filter(|&k| k == class);
        factors.fold(Fraction::new(1, 1), |product, k| product.times(self.of(k)))
    }

    fn show(&self) -> String {
        format!("p = {:?}/{}", self.parts, self.whole)
    }
}

const MOST_CLASSES: usize = 4;
const LARGEST_DENOMINATOR: i128 = 6;
const BETAS: [u32; 2] = [1, 2];
/// The argument of the logarithm for a perfect prediction.
const ONE: Fraction = Fraction::new(1, 1);

/// Visits all small distributions.
fn for_each_distribution(mut visit: impl FnMut(&Shares)) {
    for classes in 1..=MOST_CLASSES {
        for whole in 1..=LARGEST_DENOMINATOR {
            for_each_share(classes, whole as u64, &mut |shares| {
                let parts = shares.iter().map(|&share| share.into()).collect();
                visit(&Shares { parts, whole });
            });
        }
    }
}

fn distributions() -> String {
    format!(
        "all distributions over 1 to {MOST_CLASSES} classes with denominators up to {LARGEST_DENOMINATOR}"
    )
}

/// Whether the CEA loss is defined for every class: some distribution has a positive argument of
/// the logarithm.
fn cea_class_zero() -> Settled {
    let (mut wrong, mut defined) = (None, 0);
    // In every distance table of the paper one state has h* = 0.
    for class in 0..=MOST_CLASSES {
        let mut largest = Fraction::new(0, 1);
        for_each_distribution(|p| {
            if class <= p.parts.len() {
                for beta in BETAS {
                    largest = largest.max(p.weighed(class, beta));
                }
            }
        });
        if largest > Fraction::new(0, 1) {
            defined += 1;
        } else {
            wrong = Some(format!(
                "h* = {class}, the class of the goal: for every p, the sum over k from 1 to {class} is empty, and the loss is −log 0"
            ));
        }
    }
    let scope = format!("true classes 0 to {MOST_CLASSES}, {}", distributions());
    Settled::holds_unless(wrong, scope, MOST_CLASSES as u64 + 1)
        .with_sometimes("the loss is finite for some distribution", defined)
}

/// "With this loss, the unique global optimum is achieved when p_{h\*} = 1": the inner sum attains
/// its maximum there only.
fn cea_optimum() -> Settled {
    let mut wrong = None;
    let [mut cases, mut optimal, mut below, mut above] = [0_u64; 4];
    for_each_distribution(|p| {
        for class in 1..=p.parts.len() {
            for beta in BETAS {
                let sure = p.of(class) == ONE;
                let weighed = p.weighed(class, beta);
                cases += 1;
                optimal += sure as u64;
                below += p.parts[..class - 1].iter().any(|&part| part > 0) as u64;
                above += p.parts[class..].iter().any(|&part| part > 0) as u64;
                if (weighed > ONE || (weighed == ONE) != sure) && wrong.is_none() {
                    wrong = Some(format!("{}, h* = {class}, β = {beta}", p.show()));
                }
            }
        }
    });
    let scope = format!("{}, every true class, β = 1 and 2", distributions());
    Settled::holds_unless(wrong, scope, cases)
        .with_sometimes("the true class has probability 1", optimal)
        .with_sometimes("a lower class has positive probability", below)
        .with_sometimes("a higher class has positive probability", above)
}

/// The CE loss is minimal if the true class has probability 1, and depends on that probability
/// only, so it does not distinguish under- from overestimates.
fn ce_optimum() -> Settled {
    let mut wrong = None;
    let [mut cases, mut optimal, mut moved] = [0_u64; 3];
    for_each_distribution(|p| {
        for class in 1..=p.parts.len() {
            let likelihood = p.likelihood(class);
            let sure = p.of(class) == ONE;
            // All probability below the true class, moved above it.
            let mut other = Shares {
                parts: p.parts.clone(),
                whole: p.whole,
            };
            if class < other.parts.len() {
                let under: i128 = other.parts[..class - 1].iter().sum();
                other.parts[..class - 1].fill(0);
                other.parts[class] += under;
                moved += (under > 0) as u64;
            }
            let alike = other.likelihood(class) == likelihood;
            cases += 1;
            optimal += sure as u64;
            if (likelihood > ONE || (likelihood == ONE) != sure || !alike) && wrong.is_none() {
                wrong = Some(format!("{}, true class {class}", p.show()));
            }
        }
    });
    Settled::holds_unless(
        wrong,
        format!("{}, every true class", distributions()),
        cases,
    )
    .with_sometimes("the true class has probability 1", optimal)
    .with_sometimes("underestimates become overestimates", moved)
}

/// The library's inconsistency of an edge is the paper's max {h(p) − h(c) − c(p, c), 0}.
fn inc_definition() -> Settled {
    const VALUES: i32 = 40;
    const COSTS: u32 = 40;
    let mut wrong = None;
    let [mut cases, mut positive, mut none] = [0_u64; 3];
    let ends = [i32::MIN, i32::MAX];
    let values: Vec<i32> = (-VALUES..=VALUES).chain(ends).collect();
    for &parent in &values {
        for &child in &values {
            for cost in (1..=COSTS).chain([u32::MAX]) {
                let printed = (parent as i128 - child as i128 - cost as i128).max(0);
                let found = inconsistency(parent, child, cost) as i128;
                cases += 1;
                positive += (printed > 0) as u64;
                none += (printed == 0) as u64;
                if found != printed && wrong.is_none() {
                    wrong = Some(format!(
                        "h {parent} and {child}, cost {cost}: {found}, not {printed}"
                    ));
                }
            }
        }
    }
    let scope = format!(
        "all h from −{VALUES} to {VALUES} and costs from 1 to {COSTS}, and the extreme values of each type"
    );
    Settled::holds_unless(wrong, scope, cases)
        .with_sometimes("an edge is inconsistent", positive)
        .with_sometimes("an edge is consistent", none)
}
