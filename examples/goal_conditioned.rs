//! Trains one network for all goals, and evaluates it on goals held out of training.
//!
//! ```text
//! cargo run --release --example goal_conditioned [8-puzzle|topspin] [minutes] [goals] [apart|together|renamed]
//! ```
//!
//! An instance is a random pair of a start and a goal; the network reads both. A number of goals,
//! by default 2000, are used for training. After every tenth of the time a line shows the results
//! on pairs with training goals and on pairs with held-out goals: the share of exact values, the
//! mean, and the overestimation rate with its 95 % interval. At the end the quantile rule that
//! overestimates at most one pair in a thousand with training goals is evaluated on the held-out
//! goals, beside heuristics that need no learning.

use admit::files::Options;
use admit::heuristic::{Heuristic, Manhattan, Max, Pdb};
use admit::learn::decision_rule::Rule;
use admit::learn::evaluate::{Evaluation, evaluate};
use admit::learn::goal::{Form, GoalExamples, GoalSpace, split_goals};
use admit::learn::network::Network;
use admit::learn::sample::{Batch, Examples, Sampler, Shares};
use admit::learn::spec::Optimizer;
use admit::learn::train::{Aim, Budget, Settings, Trainer};
use admit::pdb::TokenPattern;
use admit::space::tiles::{Board, Tiles};
use admit::space::topspin::{Ring, TopSpin};
use std::error::Error;

const SEED: u64 = 1;
/// Number of pairs on which a network is evaluated.
const MEASURED: usize = 1 << 16;
/// Overestimation rate allowed for the quantile rule on training goals.
const ALLOWED: f64 = 1e-3;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize| words.get(i).map(String::as_str);
    let minutes: f64 = word(1).unwrap_or("5").parse()?;
    let goals = word(2).unwrap_or("2000").parse()?;
    let form = match word(3).unwrap_or("together") {
        "apart" => Form::Apart,
        "together" => Form::Together,
        "renamed" => Form::Renamed,
        other => return Err(format!("{other} is not a form: apart, together or renamed").into()),
    };
    match word(0).unwrap_or("8-puzzle") {
        "8-puzzle" => {
            let tiles = Tiles::new(3, 3)?;
            let of_goal = tiles.clone();
            let manhattan = move |start: &Board, goal: &Board| {
                let tiles = of_goal.clone().with_goal(*goal)?;
                Ok(Manhattan::new(&tiles)
                    .h(start)?
                    .finite()
                    .ok_or("a dead end")?)
            };
            run(
                tiles,
                minutes,
                goals,
                form,
                "Manhattan distance",
                &manhattan,
            )
        }
        "topspin" => {
            let spin = TopSpin::new(9, 4)?;
            // Two tables serve every goal, because tokens can be renamed.
            let table = |tokens: &[u8]| -> Result<_, Box<dyn Error>> {
                let pattern = TokenPattern::new(&spin, tokens)?;
                Ok(Box::new(Pdb::build(&spin, pattern, &Options::default())?))
            };
            let tables = Max(vec![table(&[0, 1, 2, 3, 4])?, table(&[4, 5, 6, 7, 8])?]);
            let larger = |start: &Ring, goal: &Ring| {
                let h = tables.h(&spin.relative(start, goal))?;
                Ok(h.finite().ok_or("a dead end")?)
            };
            let name = "the larger of two tables for 5 tokens";
            run(spin, minutes, goals, form, name, &larger)
        }
        other => Err(format!("{other} is not a space: 8-puzzle or topspin").into()),
    }
}

/// Another heuristic for a start and a goal.
type Other<'o, State> = &'o dyn Fn(&State, &State) -> Result<i32, Box<dyn Error>>;

fn run<S: GoalSpace>(
    space: S,
    minutes: f64,
    goals: usize,
    form: Form,
    name: &str,
    other: Other<'_, S::State>,
) -> Result<(), Box<dyn Error>> {
    let (shown, unseen) = split_goals(&space, goals, SEED);
    let examples = GoalExamples::new(space, form, &shown, u64::MAX)?;
    let held_out = examples.with_goals(&unseen, u64::MAX)?;
    let sides = [&examples, &held_out].map(|side| (side, draw(side)));
    let settings = Settings {
        pattern: "any goal".to_owned(),
        base: None,
        canonical: false,
        net: "pair:64,64,1".parse()?,
        optimizer: Optimizer::Adam,
        from: None,
        aim: Aim::Ce,
        batch: 8192,
        rate: 0.01,
        shares: Shares::Proportional,
        budget: Budget::Seconds(60.0 * minutes),
        round: 1 << 18,
        seed: SEED,
    };
    let mut trainer = Trainer::new(&examples, settings)?;
    println!(
        "{} training goals, {} held out; {:?}, {} parameters, seed {SEED}",
        shown.len(),
        unseen.len(),
        form,
        trainer.network().form().parameters()
    );
    println!("                  training goals                         held-out goals");
    println!(
        " seconds  samples  right  mean h  overestimates           right  mean h  overestimates"
    );
    let mut tenths = 0.0;
    while trainer.round(&|_| true).is_some() {
        if trainer.spent() * 10.0 < tenths + 1.0 {
            continue;
        }
        tenths = (trainer.spent() * 10.0).floor();
        let (samples, seconds) = trainer.so_far();
        let found = sides.each_ref().map(|(side, numbers)| {
            let found = evaluate(trainer.network(), Rule::ArgMax, *side, numbers);
            let right = right(trainer.network(), *side, numbers);
            format!("{:5.2}%  {}", 100.0 * right, show(&found))
        });
        println!(
            "{seconds:8.0} {:7.1}M  {}",
            samples as f64 / 1e6,
            found.join("  ")
        );
    }
    let network = trainer.network();
    let [(_, numbers), (_, others)] = &sides;
    let found = evaluate(network, Rule::ArgMax, &examples, numbers);
    let rule = found.calibration.rule_below(ALLOWED);
    for (name, side, numbers) in [
        ("training goals", &examples, numbers),
        ("held-out goals", &held_out, others),
    ] {
        let found = evaluate(network, rule, side, numbers);
        println!("{rule:?}, {name}: mean h {}", show(&found));
    }
    let mut sums = [0.0; 2];
    for &number in others {
        let (start, goal) = held_out.pair(number);
        sums[0] += f64::from(other(&start, &goal)?);
        sums[1] += f64::from(held_out.class(number));
    }
    let [other, truth] = sums.map(|sum| sum / others.len() as f64);
    println!("held-out goals: mean of {name} {other:.3}, of the exact distance {truth:.3}");
    Ok(())
}

/// Pairs for evaluation, drawn independently of those of training.
fn draw(examples: &impl Examples) -> Vec<u64> {
    let mut batch = Batch::default();
    let sampler = Sampler::new(examples, Shares::Proportional, !SEED ^ 1);
    sampler.draw(examples, 0, MEASURED, &mut batch);
    batch.numbers
}

fn show(found: &Evaluation) -> String {
    let (low, high) = found.rate_interval();
    let [rate, low, high] = [found.rate(), low, high].map(|share| 100.0 * share);
    format!("{:6.3}  {rate:6.3}% ({low:6.3}-{high:6.3})", found.mean())
}

/// Share of exact values.
fn right(network: &dyn Network, examples: &dyn Examples, numbers: &[u64]) -> f64 {
    let mut right = 0;
    network.score(examples, numbers, &mut |i, logits| {
        right += u64::from(Rule::ArgMax.pick(logits) == examples.class(numbers[i]));
    });
    right as f64 / numbers.len() as f64
}
