//! Mutation testing of the checks: every mutant is killed by every check that
//! names it, and mutants differ from the library only by their fault.

use admit::search::{Observer, Steps};
use admit::space::graph::Vertex;
use admit_proofs::always;
use admit_proofs::choices::{Case, Choices};
use admit_proofs::code::{Code, How};
use admit_proofs::mutants::{Mutant, Subject};
use admit_proofs::problem::{Problem, Scope};
use admit_verification::engines::exhaustive;
use admit_verification::evidence::{graph_checks, part_checks};
use std::collections::BTreeMap;

/// Every check, the mutants it names, and whether it fails on a subject.
struct Named {
    check: &'static str,
    kills: &'static [Mutant],
    fails_on: Box<dyn Fn(Subject) -> bool>,
}

fn all_checks() -> Vec<Named> {
    let graphs = graph_checks().map(|check| Named {
        check: check.name,
        kills: check.kills,
        fails_on: Box::new(|subject| check.fails_on(subject)),
    });
    let parts = part_checks().map(|check| Named {
        check: check.name,
        kills: check.kills,
        fails_on: Box::new(|subject| check.fails_on(subject)),
    });
    graphs.chain(parts).collect()
}

#[test]
fn every_mutant_is_killed_by_every_check_that_names_it() {
    let mut killers: BTreeMap<Mutant, Vec<&str>> = BTreeMap::new();
    let mut survived = Vec::new();
    let mut tried = 0;
    for named in all_checks() {
        for &mutant in named.kills {
            tried += 1;
            if (named.fails_on)(Subject::Mutant(mutant)) {
                killers.entry(mutant).or_default().push(named.check);
            } else {
                survived.push((mutant, named.check));
            }
        }
    }
    for (mutant, by) in &killers {
        println!("{mutant:?} is killed by {}", by.join(", "));
    }
    let killed = killers.len();
    println!(
        "{killed} of {} mutants killed, in {tried} pairs",
        Mutant::ALL.len()
    );
    assert_eq!(survived, [], "named and not killed");
    let unnamed: Vec<_> = Mutant::ALL
        .iter()
        .filter(|mutant| !killers.contains_key(mutant))
        .collect();
    assert!(unnamed.is_empty(), "killed by no check: {unnamed:?}");
}

/// Checks about graphs alone, which call no code that a mutant could change.
const ABOUT_GRAPHS_ALONE: &[&str] = &["subpaths_are_optimal", "psi_from_overestimated"];

#[test]
fn a_check_that_kills_nothing_states_something_false() {
    for named in all_checks() {
        if named.kills.is_empty() && !ABOUT_GRAPHS_ALONE.contains(&named.check) {
            let check = named.check;
            assert!(
                (named.fails_on)(Subject::Production),
                "{check} kills nothing"
            );
        }
    }
}

/// Both searches take the same steps and end in the same state.
fn same<const N: usize>(c: &mut impl Choices, scope: &Scope) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    for how in [
        How::REOPENING,
        How::CLOSING,
        How::REOPENING.at_most(2),
        How::CLOSING.oldest_first(),
        How::REOPENING.oldest_first(),
    ] {
        let (mut steps, mut again) = (Steps::default(), Steps::default());
        let searched = search(Subject::Production, &problem, how, &mut steps);
        let written_out = search(Subject::Transcription, &problem, how, &mut again);
        always!(c, steps == again, "every step is the same");
        always!(c, searched == written_out, "the end is the same");
    }
    Ok(())
}

fn search<const N: usize>(
    subject: Subject,
    problem: &Problem<N>,
    how: How,
    observer: &mut impl Observer<Vertex>,
) -> admit_proofs::code::Searched<N> {
    subject.search(problem, how, observer)
}

#[test]
fn the_search_of_the_mutants_without_a_fault_is_the_library_s() {
    let scope = Scope::new(2, 3).any_h_from(-1);
    let small = exhaustive(|c| same::<2>(c, &scope)).and(exhaustive(|c| same::<3>(c, &scope)));
    let four = Scope::new(3, 2).trimmed();
    let all = small.and(exhaustive(|c| same::<4>(c, &four)));
    assert_eq!(all.failure, None);
    assert!(all.cases > 1_000_000, "{}", all.cases);
}
