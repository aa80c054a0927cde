//! Engines: sources of the choices that checks make.
//!
//! Kani's engine is in `admit-proofs`.

mod exhaustive;
mod random;
mod tally;

pub use exhaustive::{Enumerated, exhaustive, fails_somewhere};
pub use random::{Drawn, by_proptest, by_quickcheck};
pub use tally::{Failure, Tally};

use admit_proofs::choices::{Case, Choices, Stop};
use std::collections::BTreeMap;

/// A source of choices.
pub trait Source {
    /// A choice in `0..of`; `of` is positive.
    fn choose(&mut self, of: u32) -> u32;
}

/// One run of a check: its source of choices, event counts and description.
#[derive(Clone, Debug, Default)]
pub struct Asked<S> {
    source: S,
    sometimes: BTreeMap<&'static str, u64>,
    show: bool,
    shown: String,
}

impl<S> Asked<S> {
    fn new(source: S, show: bool) -> Asked<S> {
        Asked {
            source,
            sometimes: BTreeMap::new(),
            show,
            shown: String::new(),
        }
    }
}

impl<S: Source> Choices for Asked<S> {
    fn between(&mut self, least: i32, most: i32) -> i32 {
        least + self.source.choose((most - least + 1) as u32) as i32
    }

    fn pick(&mut self, below: u32, allowed: impl Fn(u32) -> bool) -> Result<u32, Stop> {
        let allowed = || (0..below).filter(|&n| allowed(n));
        let count = allowed().count() as u32;
        if count == 0 {
            return Err(Stop::Skipped);
        }
        let nth = self.source.choose(count) as usize;
        allowed().nth(nth).ok_or(Stop::Skipped)
    }

    fn assume(&mut self, holds: bool) -> Case {
        if holds { Ok(()) } else { Err(Stop::Skipped) }
    }

    fn reached(&mut self, holds: bool, what: &'static str) {
        *self.sometimes.entry(what).or_default() += holds as u64;
    }

    fn show(&mut self, describe: impl FnOnce() -> String) {
        if self.show {
            self.shown = describe();
        }
    }
}
