//! Property tests with a fixed seed, which is printed on failure.
//!
//! The words of a property enter the seed, so different properties get different cases.

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed, TestCaseError, TestRunner};
use quickcheck::{Gen, QuickCheck, Testable};
use std::sync::atomic::{AtomicU64, Ordering};

/// The default seed.
pub const SEED: u64 = 43_252_003;

/// Environment variable with another seed.
pub const SEED_VARIABLE: &str = "ADMIT_SEED";

/// Quickcheck's size for lists, such as move sequences.
const LIST_LENGTH: usize = 40;

/// The seed of this run.
///
/// # Panics
///
/// If the variable is not a number, so that a typing error does not silently repeat the default
/// run.
pub fn seed() -> u64 {
    match std::env::var(SEED_VARIABLE) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|e| panic!("{SEED_VARIABLE}={text}: {e}")),
        Err(_) => SEED,
    }
}

/// The seed of one property: FNV-1a over its words, starting from the seed.
pub fn seed_for(claim: &str) -> u64 {
    claim
        .bytes()
        .fold(seed() ^ 0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3)
        })
}

fn how_to_repeat() -> String {
    let seed = seed();
    format!("seed {seed}: repeat with {SEED_VARIABLE}={seed}")
}

/// Tests a property on random values with proptest.
///
/// # Errors
///
/// The smallest failure found, in words, and the seed.
pub fn try_proptest<S: Strategy>(
    claim: &str,
    cases: u32,
    values: S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) -> Result<(), String> {
    let config = Config {
        cases,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(seed_for(claim)),
        failure_persistence: None,
        ..Config::default()
    };
    let tried = TestRunner::new(config).run(&values, property);
    tried.map_err(|error| format!("{error}\n{}", how_to_repeat()))
}

/// As [`try_proptest`], for tests.
///
/// # Panics
///
/// If the property fails, with the smallest failure and the seed.
pub fn proptest<S: Strategy>(
    claim: &str,
    cases: u32,
    values: S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    if let Err(error) = try_proptest(claim, cases, values, property) {
        panic!("{claim}: {error}");
    }
}

/// Settles a claim by quickcheck.
///
/// # Panics
///
/// If the property fails, with the smallest failure and the seed, or if too many cases were
/// discarded.
pub fn quickcheck(claim: &str, cases: u64, property: impl Testable) {
    let random = Gen::from_size_and_seed(LIST_LENGTH, seed_for(claim));
    let mut engine = QuickCheck::new()
        .rng(random)
        .tests(cases)
        .max_tests(10 * cases);
    match engine.quicktest(property) {
        Ok(passed) => assert_eq!(passed, cases, "{claim}: too many cases discarded"),
        Err(failure) => panic!("{claim}: {failure:?}\n{}", how_to_repeat()),
    }
}

/// Counter of a guarded part of a property, to detect vacuous tests.
#[derive(Debug, Default)]
pub struct Reached(AtomicU64);

impl Reached {
    /// A counter at 0.
    pub const fn new() -> Reached {
        Reached(AtomicU64::new(0))
    }

    /// Increments the counter.
    pub fn hit(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// The count.
    pub fn times(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Asserts that it was reached.
    ///
    /// # Panics
    ///
    /// If it was not.
    pub fn expect(&self, what: &str) {
        assert!(self.times() > 0, "vacuous: never reached: {what}");
    }
}
