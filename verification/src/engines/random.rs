//! Random choices by proptest and quickcheck.
//!
//! Both draw a list of numbers from which a check takes its choices, and 0 beyond its end. Failures
//! are shrunk to shorter lists with smaller numbers: fewer edges, lower values.

use super::{Asked, Failure, Source, Tally};
use crate::seeded;
use admit_proofs::choices::{Case, Stop};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed, TestCaseError, TestError, TestRunner};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};
use std::cell::RefCell;
use std::rc::Rc;

/// Choices from a list of numbers.
pub type Drawn<'a> = Asked<List<'a>>;

/// A list of numbers and the choices made from it; beyond its end, always 0.
#[derive(Clone, Debug)]
pub struct List<'a> {
    numbers: &'a [u32],
    at: usize,
    made: Vec<u32>,
}

impl<'a> List<'a> {
    fn new(numbers: &'a [u32]) -> List<'a> {
        List {
            numbers,
            at: 0,
            made: Vec::new(),
        }
    }
}

impl Source for List<'_> {
    fn choose(&mut self, of: u32) -> u32 {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        let choice = number % of;
        self.made.push(choice);
        choice
    }
}

/// A check on a list of numbers.
type OnList<'c> = &'c dyn Fn(&mut Drawn) -> Case;

/// Runs one list and counts it.
fn run(check: OnList, numbers: &[u32], tally: &RefCell<Tally>) -> Case {
    let mut choices = Asked::new(List::new(numbers), false);
    let case = check(&mut choices);
    let mut tally = tally.borrow_mut();
    // After a failure, further runs are shrinking attempts.
    if tally.failure.is_none() {
        match case {
            Err(Stop::Skipped) => tally.skipped += 1,
            _ => tally.cases += 1,
        }
        for (what, times) in choices.sometimes {
            *tally.sometimes.entry(what).or_default() += times;
        }
        if let Err(Stop::Failed(what)) = case {
            tally.failure = Some(failure(check, numbers, what));
        }
    }
    case
}

fn failure(check: OnList, numbers: &[u32], what: &'static str) -> Failure {
    let mut choices = Asked::new(List::new(numbers), true);
    let _ = check(&mut choices);
    Failure {
        what,
        case: choices.shown,
        choices: choices.source.made,
    }
}

/// Keeps the smallest failure of an engine.
fn keep(check: OnList, numbers: &[u32], tally: &mut Tally) {
    if let Err(Stop::Failed(what)) = check(&mut Asked::new(List::new(numbers), false)) {
        tally.failure = Some(failure(check, numbers, what));
    }
}

/// Runs a check on `cases` lists of at most `length` numbers, drawn by proptest. `name` enters the
/// seed.
pub fn by_proptest(
    name: &str,
    cases: u32,
    length: usize,
    check: impl Fn(&mut Drawn) -> Case,
) -> Tally {
    let tally = RefCell::new(Tally::default());
    let config = Config {
        cases,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(seeded::seed_for(name)),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&vec(any::<u32>(), length), |numbers| {
        match run(&check, &numbers, &tally) {
            Err(Stop::Failed(what)) => Err(TestCaseError::fail(what)),
            _ => Ok(()),
        }
    });
    let mut tally = tally.into_inner();
    if let Err(TestError::Fail(_, smallest)) = outcome {
        keep(&check, &smallest, &mut tally);
    }
    tally
}

/// A list of log-uniform numbers, drawn and shrunk by quickcheck. Unlike proptest's uniform ones
/// they favour few vertices, few edges, low costs and ties.
#[derive(Clone, Debug)]
struct Numbers(Vec<u32>);

thread_local! {
    /// Length of a list; quickcheck offers no other way to pass it.
    static LENGTH: RefCell<usize> = const { RefCell::new(0) };
}

impl Arbitrary for Numbers {
    fn arbitrary(g: &mut Gen) -> Numbers {
        let length = LENGTH.with(|length| *length.borrow());
        let mut number = || u32::arbitrary(g) >> (u8::arbitrary(g) % 32);
        Numbers((0..length).map(|_| number()).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Numbers>> {
        Box::new(self.0.shrink().map(Numbers))
    }
}

/// A check as a property of lists.
struct Property<F>(F, Rc<RefCell<Tally>>);

impl<F: Fn(&mut Drawn) -> Case + 'static> Testable for Property<F> {
    fn result(&self, g: &mut Gen) -> TestResult {
        let attempt = |numbers: &[u32]| match run(&self.0, numbers, &self.1) {
            Err(Stop::Failed(_)) => {
                keep(&self.0, numbers, &mut self.1.borrow_mut());
                true
            }
            _ => false,
        };
        let mut numbers = Numbers::arbitrary(g);
        if !attempt(&numbers.0) {
            return TestResult::passed();
        }
        while let Some(smaller) = numbers.shrink().find(|smaller| attempt(&smaller.0)) {
            numbers = smaller;
        }
        TestResult::failed()
    }
}

/// Runs a check on `cases` lists of at most `length` numbers, drawn by quickcheck. `name` enters
/// the seed.
pub fn by_quickcheck(
    name: &str,
    cases: u64,
    length: usize,
    check: impl Fn(&mut Drawn) -> Case + 'static,
) -> Tally {
    LENGTH.with(|l| *l.borrow_mut() = length);
    let tally = Rc::new(RefCell::new(Tally::default()));
    let random = Gen::from_size_and_seed(100, seeded::seed_for(name));
    // The tally holds the smallest failure.
    let _ = QuickCheck::new()
        .rng(random)
        .tests(cases)
        .max_tests(cases)
        .quicktest(Property(check, Rc::clone(&tally)));
    tally.take()
}

#[cfg(test)]
mod tests {
    use super::*;
    use admit_proofs::choices::Choices;
    use admit_proofs::{always, sometimes};

    fn below_a_thousand(c: &mut Drawn) -> Case {
        let numbers = [0; 6].map(|_| c.between(0, 5000));
        c.show(|| format!("{numbers:?}"));
        sometimes!(c, numbers[1] > 2500, "a large one");
        always!(c, numbers[2] < 4000, "the third is not large");
        Ok(())
    }

    #[test]
    fn failures_are_found_and_shrunk() {
        let tallies = [
            by_proptest("test", 500, 6, below_a_thousand),
            by_quickcheck("test", 500, 6, below_a_thousand),
        ];
        for tally in tallies {
            let failure = tally.failure.unwrap();
            assert_eq!(failure.case, "[0, 0, 4000, 0, 0, 0]");
            assert!(tally.cases > 0);
        }
    }

    #[test]
    fn cases_are_counted() {
        fn fine(c: &mut Drawn) -> Case {
            let n = c.between(0, 9);
            c.assume(n < 5)?;
            sometimes!(c, n == 4, "four");
            Ok(())
        }
        let tallies = [
            by_proptest("count", 1000, 1, fine),
            by_quickcheck("count", 1000, 1, fine),
        ];
        for tally in tallies {
            assert_eq!(tally.cases + tally.skipped, 1000);
            assert!((400..600).contains(&tally.cases), "{}", tally.cases);
            assert!(tally.never().is_empty() && tally.failure.is_none());
        }
    }
}
