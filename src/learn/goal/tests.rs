//! Pairs: distances against a search from each goal, numbers, tokens, generalisation.

use super::*;
use crate::learn::decision_rule::Rule;
use crate::learn::evaluate::evaluate;
use crate::learn::sample::{Batch, Sampler, Shares, sizes};
use crate::learn::spec::Optimizer;
use crate::learn::train::{Aim, Budget, Settings, Trainer};
use crate::space::Cost;
use crate::space::tiles::Tiles;
use crate::space::topspin::{Ring, TopSpin};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

const FORMS: [Form; 3] = [Form::Apart, Form::Together, Form::Renamed];

fn all<S: GoalSpace>(space: S, form: Form) -> GoalExamples<S> {
    let goals: Vec<u64> = (0..space.size()).collect();
    GoalExamples::new(space, form, &goals, u64::MAX).unwrap()
}

/// Distances to a goal in an undirected space with unit costs, by breadth-first search.
fn search<S: Space>(space: &S, goal: S::State) -> BTreeMap<S::State, u16> {
    let mut found = BTreeMap::from([(goal.clone(), 0)]);
    let mut open = VecDeque::from([goal]);
    while let Some(state) = open.pop_front() {
        let next = found[&state] + 1;
        for (after, _) in space.successors(&state) {
            if let std::collections::btree_map::Entry::Vacant(entry) = found.entry(after.clone()) {
                entry.insert(next);
                open.push_back(after);
            }
        }
    }
    found
}

/// Distances equal a search, also where there is no path.
fn distances_are_exact<S: GoalSpace>(space: S, goals: &[u64]) {
    let examples = GoalExamples::new(space, Form::Apart, goals, u64::MAX).unwrap();
    let space = examples.space();
    let mut pairs = 0;
    for &goal in goals {
        let goal = space.unrank(goal).unwrap();
        let found = search(space, goal.clone());
        pairs += found.len() as u64;
        for number in (0..space.size()).step_by(1 + space.size() as usize / 5000) {
            let start = space.unrank(number).unwrap();
            let expected = found.get(&start).copied();
            assert_eq!(
                examples.distance(&start, &goal),
                expected,
                "{start:?} {goal:?}"
            );
        }
    }
    assert_eq!(examples.states(), pairs);
}

#[test]
fn distances_equal_a_search_from_the_goal() {
    let tiles = |width, height| Tiles::new(width, height).unwrap();
    let spin = |n, k| TopSpin::new(n, k).unwrap();
    let every = |space: &dyn Fn() -> u64| (0..space()).collect::<Vec<u64>>();
    distances_are_exact(tiles(2, 2), &every(&|| 24));
    distances_are_exact(tiles(3, 2), &every(&|| 720));
    // Every place of the blank, both halves.
    let some: Vec<u64> = (0..18).map(|i| i * 20_011).collect();
    distances_are_exact(tiles(3, 3), &some);
    distances_are_exact(spin(5, 3), &every(&|| 120));
    // Spaces that are not connected: even permutations only, tokens that stay in one half.
    distances_are_exact(spin(5, 4), &every(&|| 120));
    distances_are_exact(spin(6, 3), &every(&|| 720));
    distances_are_exact(spin(8, 4), &[0, 1, 12_345, 40_319]);
}

/// Numbers are a bijection to pairs, classes are distances, and known classes equal an enumeration.
fn numbers_are_pairs<S: GoalSpace>(space: S, goals: &[u64]) {
    let examples = GoalExamples::new(space, Form::Apart, goals, u64::MAX).unwrap();
    let mut seen = BTreeSet::new();
    let mut counted = vec![0; sizes(&examples).len()];
    for number in 0..examples.states() {
        let (start, goal) = examples.pair(number);
        let class = examples.class(number);
        assert_eq!(examples.distance(&start, &goal), Some(class as u16));
        assert!(goals.contains(&examples.space().rank(&goal)));
        assert!(seen.insert((start, goal)));
        counted[class as usize] += 1;
    }
    assert_eq!(counted, sizes(&examples));
    let mut numbers = BTreeSet::new();
    for (class, &size) in counted.iter().enumerate() {
        for k in 0..size {
            let number = examples.nth(class as u8, k);
            assert_eq!(examples.class(number), class as u8);
            assert!(numbers.insert(number));
        }
    }
    assert_eq!(numbers.len() as u64, examples.states());
}

#[test]
fn every_pair_has_one_number() {
    let goals: Vec<u64> = (0..720).step_by(11).collect();
    numbers_are_pairs(Tiles::new(3, 2).unwrap(), &goals);
    numbers_are_pairs(TopSpin::new(6, 3).unwrap(), &goals);
    numbers_are_pairs(TopSpin::new(5, 4).unwrap(), &[0, 7, 100]);
}

/// A space without renaming: two tokens may not be adjacent. Every goal is a kind of its own.
struct Plain(TopSpin);

impl Space for Plain {
    type State = crate::space::topspin::Ring;
    type Action = usize;

    fn transitions(&self, ring: &Self::State) -> impl Iterator<Item = (usize, Self::State, Cost)> {
        let apart = |ring: &Self::State| {
            let place = |token| ring.iter().position(|t| t == token).unwrap();
            place(0).abs_diff(place(1)) != 1
        };
        let from = apart(ring);
        let all = self.0.transitions(ring);
        all.filter(move |(_, after, _)| from && apart(after))
    }

    fn is_goal(&self, ring: &Self::State) -> bool {
        self.0.is_goal(ring)
    }
}

impl Ranked for Plain {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn rank(&self, state: &Self::State) -> u64 {
        self.0.rank(state)
    }

    fn unrank(&self, number: u64) -> Option<Self::State> {
        self.0.unrank(number)
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

impl Encoding<Ring> for Plain {
    fn values(&self) -> Vec<u16> {
        self.0.values()
    }

    fn write(&self, state: &Ring, tokens: &mut [u16]) {
        self.0.write(state, tokens);
    }
}

impl GoalSpace for Plain {}

#[test]
fn without_renaming_every_goal_has_a_table() {
    let space = || Plain(TopSpin::new(5, 2).unwrap());
    let goals: Vec<u64> = (0..120).collect();
    distances_are_exact(space(), &goals);
    numbers_are_pairs(space(), &goals[30..50]);
    let examples = GoalExamples::new(space(), Form::Apart, &[50], u64::MAX).unwrap();
    let (start, other) = (space().unrank(3).unwrap(), space().unrank(51).unwrap());
    assert_eq!(examples.distance(&start, &other), None);
}

#[test]
fn tokens_determine_the_pair() {
    fn check<S: GoalSpace + Clone>(space: &S) {
        for form in [Form::Apart, Form::Together] {
            let examples = all(space.clone(), form);
            let mut tokens = vec![0; Tokens::values(&examples).len()];
            let seen: BTreeSet<Vec<u16>> = (0..examples.states())
                .map(|number| {
                    examples.tokens().write(number, &mut tokens);
                    let values = Tokens::values(&examples);
                    assert!(tokens.iter().zip(values).all(|(t, v)| t < v));
                    tokens.clone()
                })
                .collect();
            assert_eq!(seen.len() as u64, examples.states());
        }
        // Renamed tokens determine the distance, and their number is minimal.
        let examples = all(space.clone(), Form::Renamed);
        let mut tokens = vec![0; Tokens::values(&examples).len()];
        let mut seen = BTreeMap::new();
        for number in 0..examples.states() {
            examples.tokens().write(number, &mut tokens);
            let class = examples.class(number);
            assert_eq!(*seen.entry(tokens.clone()).or_insert(class), class);
        }
        let relative: u64 = examples.kinds.values().map(|k| k.len()).sum();
        assert_eq!(seen.len() as u64, relative);
    }
    check(&Tiles::new(2, 2).unwrap());
    check(&TopSpin::new(5, 4).unwrap());
}

#[test]
fn batches_have_the_given_shares() {
    let examples = all(Tiles::new(3, 3).unwrap(), Form::Apart);
    assert_eq!(examples.states(), 362_880 * 181_440);
    for shares in [Shares::Proportional, Shares::Power(0.0)] {
        let sampler = Sampler::new(&examples, shares, 7);
        let mut batch = Batch::default();
        sampler.draw(&examples, 3, 10_000, &mut batch);
        assert_eq!(batch.numbers.len(), 10_000);
        let mut counts = vec![0; sampler.classes()];
        for (&number, &class) in batch.numbers.iter().zip(&batch.classes) {
            assert_eq!(examples.class(number), class);
            counts[class as usize] += 1;
        }
        for (&count, &size) in counts.iter().zip(sampler.sizes()) {
            let wanted = match shares {
                Shares::Proportional => 1e4 * size as f64 / examples.states() as f64,
                Shares::Power(_) => 1e4 / sampler.classes() as f64,
            };
            assert!((f64::from(count) - wanted).abs() <= 2.0);
        }
        // Goals are uniform: about half of them are odd boards.
        let odd = batch.numbers.iter().filter(|&&number| {
            let tiles = examples.space();
            tiles.check_solvable(&examples.pair(number).1).is_err()
        });
        assert!((4700..5300).contains(&odd.count()));
    }
}

#[test]
fn goals_are_split() {
    let tiles = Tiles::new(3, 2).unwrap();
    let (shown, unseen) = split_goals(&tiles, 500, 3);
    let together: BTreeSet<u64> = shown.iter().chain(&unseen).copied().collect();
    assert_eq!((shown.len(), unseen.len(), together.len()), (500, 220, 720));
    assert_eq!(split_goals(&tiles, 500, 3).0, shown);
    assert_ne!(split_goals(&tiles, 500, 4).0, shown);
    assert!(split_goals(&tiles, 1000, 4).1.is_empty());
}

#[test]
fn invalid_forms_and_goals_are_refused() {
    let why = |n, form, goals: &[u64]| {
        let spin = TopSpin::new(n, 3).unwrap();
        let Err(error) = GoalExamples::new(spin, form, goals, 1 << 20) else {
            panic!("there are examples");
        };
        error.to_string()
    };
    assert_eq!(
        why(11, Form::Apart, &[0]),
        "start and goal take 22 slots in this form; there are at most 20"
    );
    assert!(why(11, Form::Together, &[0]).contains("MB are available"));
    assert_eq!(why(5, Form::Apart, &[120]), "no state has the rank 120");
    assert_eq!(why(5, Form::Apart, &[]), "there must be at least one goal");
}

fn settings(samples: u64) -> Settings {
    Settings {
        pattern: "any goal".to_owned(),
        base: None,
        canonical: false,
        net: "pair:32,32,1".parse().unwrap(),
        optimizer: Optimizer::Adam,
        from: None,
        aim: Aim::Ce,
        batch: 1024,
        rate: 0.01,
        shares: Shares::Proportional,
        budget: Budget::Samples(samples),
        round: samples,
        seed: 5,
    }
}

/// Accuracy of a trained network on held-out goals, and of the most common distance.
fn learn<S: GoalSpace>(space: S, form: Form, shown: usize, samples: u64) -> (f64, f64) {
    let (shown, unseen) = split_goals(&space, shown, 1);
    let examples = GoalExamples::new(space, form, &shown, u64::MAX).unwrap();
    let held_out = examples.with_goals(&unseen, u64::MAX).unwrap();
    let mut trainer = Trainer::new(&examples, settings(samples)).unwrap();
    while trainer.round(&|_| true).is_some() {}
    let network = trainer.network();
    let sizes = sizes(&held_out);
    let common = *sizes.iter().max().unwrap() as f64 / held_out.states() as f64;
    let numbers: Vec<u64> = (0..held_out.states()).step_by(7).collect();
    let mut right = 0;
    network.score(&held_out, &numbers, &mut |i, logits| {
        right += usize::from(Rule::ArgMax.pick(logits) == held_out.class(numbers[i]));
    });
    let found = evaluate(network, Rule::ArgMax, &held_out, &numbers);
    assert!(found.over() <= (numbers.len() - right) as u64);
    let accuracy = right as f64 / numbers.len() as f64;
    (accuracy, common)
}

#[test]
fn networks_generalise_to_held_out_goals() {
    for form in FORMS {
        let tiles = Tiles::new(3, 2).unwrap();
        let (accuracy, common) = learn(tiles, form, 600, 300_000);
        assert!(common < 0.13);
        assert!(accuracy > 0.5, "tiles, {form:?}: {accuracy}");
        let spin = TopSpin::new(6, 3).unwrap();
        let (accuracy, common) = learn(spin, form, 600, 100_000);
        assert!(common < 0.4);
        assert!(accuracy > 0.9, "TopSpin, {form:?}: {accuracy}");
    }
}
