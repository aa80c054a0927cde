//! Every piece of quick evidence runs, and every verdict is the expected one.

use admit_verification::evidence::Tier;
use admit_verification::{published, run};

#[test]
fn every_verdict_is_the_expected_one() {
    let options = run::Options::new(Tier::Quick);
    let ledger = run::ledger(&published::claims(), &options, &());
    let differences = published::expected().differences(&ledger);
    let words: Vec<String> = differences.iter().map(ToString::to_string).collect();
    assert!(words.is_empty(), "not as expected:\n{}", words.join("\n"));
    println!(
        "{} cases exhaustively, {} at random",
        ledger.exhaustive_cases, ledger.random_cases
    );
}
