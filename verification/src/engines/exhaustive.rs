//! Enumeration of all choices.
//!
//! A run of a check is a path in a tree of choices. Paths are enumerated in order, like an
//! odometer; prefixes are distributed among threads.

use super::{Asked, Failure, Source, Tally};
use admit_proofs::choices::{Case, Stop};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::sync::atomic::{AtomicBool, Ordering};

/// Choices along a path; beyond its end, always the first.
pub type Enumerated = Asked<Path>;

/// A path in the tree of choices.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// Each choice with the number of options.
    wheels: Vec<(u32, u32)>,
    at: usize,
}

impl Source for Path {
    fn choose(&mut self, of: u32) -> u32 {
        if self.at == self.wheels.len() {
            self.wheels.push((0, of));
        }
        let (choice, was) = self.wheels[self.at];
        assert_eq!(
            was, of,
            "a check repeats the same choices in the same order"
        );
        self.at += 1;
        choice
    }
}

impl Path {
    fn beginning(wheels: Vec<(u32, u32)>) -> Path {
        Path { wheels, at: 0 }
    }

    /// Advances to the next path with the same first `fixed` choices.
    fn advance(&mut self, fixed: usize) -> bool {
        // Choices that were not made do not exist on this path.
        self.wheels.truncate(self.at);
        self.at = 0;
        while self.wheels.len() > fixed {
            let last = self.wheels.len() - 1;
            let (choice, of) = self.wheels[last];
            if choice + 1 < of {
                self.wheels[last].0 += 1;
                return true;
            }
            self.wheels.pop();
        }
        false
    }
}

/// Number of parts that balances the load of all threads.
const PARTS: usize = 256;

/// Runs a check on all cases. Keeps the smallest failure, which is the same on every machine.
pub fn exhaustive(check: impl Fn(&mut Enumerated) -> Case + Sync) -> Tally {
    let parts = split(&check);
    parts
        .into_par_iter()
        .map(|part| run_part(&check, part, || false))
        .reduce(Tally::default, Tally::and)
}

/// Whether a check fails in some case; stops at the first failure.
pub fn fails_somewhere(check: impl Fn(&mut Enumerated) -> Case + Sync) -> bool {
    let parts = split(&check);
    let failed = AtomicBool::new(false);
    parts.into_par_iter().any(|part| {
        let tally = run_part(&check, part, || failed.load(Ordering::Relaxed));
        if tally.failure.is_some() {
            failed.store(true, Ordering::Relaxed);
        }
        tally.failure.is_some()
    })
}

/// Prefixes that partition all paths.
fn split(check: &impl Fn(&mut Enumerated) -> Case) -> Vec<Vec<(u32, u32)>> {
    let mut parts = vec![Vec::new()];
    loop {
        let mut longer = Vec::new();
        for part in &parts {
            let mut choices = Asked::new(Path::beginning(part.clone()), false);
            let _ = check(&mut choices);
            match choices.source.wheels.get(part.len()) {
                Some(&(_, of)) if choices.source.at > part.len() => {
                    for choice in 0..of {
                        let mut next = part.clone();
                        next.push((choice, of));
                        longer.push(next);
                    }
                }
                _ => longer.push(part.clone()),
            }
        }
        if longer.len() == parts.len() || longer.len() >= PARTS {
            return longer;
        }
        parts = longer;
    }
}

/// Runs all paths with one prefix until `stop`.
fn run_part(
    check: &impl Fn(&mut Enumerated) -> Case,
    part: Vec<(u32, u32)>,
    stop: impl Fn() -> bool,
) -> Tally {
    let fixed = part.len();
    let mut choices = Asked::new(Path::beginning(part), false);
    let mut tally = Tally::default();
    loop {
        match check(&mut choices) {
            Ok(()) => tally.cases += 1,
            Err(Stop::Skipped) => tally.skipped += 1,
            Err(Stop::Failed(what)) => {
                tally.cases += 1;
                let path = &choices.source;
                let path: Vec<u32> = path.wheels[..path.at].iter().map(|w| w.0).collect();
                let failure = Failure {
                    what,
                    case: String::new(),
                    choices: path,
                };
                if tally
                    .failure
                    .as_ref()
                    .is_none_or(|known| failure.size() < known.size())
                {
                    let path = Path::beginning(choices.source.wheels.clone());
                    let mut again = Asked::new(path, true);
                    let _ = check(&mut again);
                    tally.failure = Some(Failure {
                        case: again.shown,
                        ..failure
                    });
                }
            }
        }
        if stop() || !choices.source.advance(fixed) {
            tally.sometimes = choices.sometimes;
            return tally;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use admit_proofs::choices::Choices;
    use admit_proofs::{always, sometimes};

    #[test]
    fn every_path_is_visited_once() {
        // A first digit d in 0..9, then d digits in 0..3.
        let tally = exhaustive(|c| {
            let digits = c.between(0, 8);
            for _ in 0..digits {
                c.between(0, 2);
            }
            Ok(())
        });
        assert_eq!(tally.cases, (0..9).map(|d| 3_u64.pow(d)).sum::<u64>());
        assert_eq!((tally.skipped, tally.failure), (0, None));
    }

    #[test]
    fn only_allowed_options_are_picked() {
        let tally = exhaustive(|c| {
            let odd = c.pick(10, |n| n % 2 == 1)?;
            let larger = c.pick(10, |n| n > odd)?;
            always!(c, odd % 2 == 1 && larger > odd, "as asked for");
            Ok(())
        });
        // 1, 3, 5, 7 have 8, 6, 4, 2 larger numbers; 9 has none.
        assert_eq!((tally.cases, tally.skipped), (20, 1));
    }

    #[test]
    fn the_smallest_failure_is_kept_and_counts_are_exact() {
        let tally = exhaustive(|c| {
            let numbers = [0; 5].map(|_| c.between(0, 3));
            c.show(|| format!("{numbers:?}"));
            let sum: i32 = numbers.iter().sum();
            c.assume(numbers[0] > 0)?;
            sometimes!(c, sum == 15, "all are 3");
            sometimes!(c, sum > 15, "more than there is");
            always!(c, numbers[4] < 2, "the last is small");
            Ok(())
        });
        assert_eq!((tally.cases, tally.skipped), (768, 256));
        assert_eq!(tally.sometimes["all are 3"], 1);
        assert_eq!(tally.never(), ["more than there is"]);
        let failure = tally.failure.unwrap();
        assert_eq!(
            (failure.case.as_str(), failure.size()),
            ("[1, 0, 0, 0, 2]", 3)
        );
    }
}
