//! Code that is deliberately wrong, for the checks to notice.
//!
//! Each [`Mutant`] is the library with one function replaced by one that is
//! slightly wrong, in a way in which such code is wrong in real life. A check
//! that no mutant fails could as well be left out.

mod astar;

use crate::code::{Code, How, Searched, search_with};
use crate::problem::Problem;
use admit::search::Observer;
use admit::search::memory::Array;
use admit::space::graph::Vertex;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mutant {
    /// A\* never reopens, even when it is told to.
    NeverReopens,
}

impl Mutant {
    /// All of them.
    pub const ALL: &[Mutant] = &[Mutant::NeverReopens];
}

/// The library, or a mutant of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// As it is.
    Production,
    /// With one thing wrong.
    Mutant(Mutant),
}

impl Code for Subject {
    fn search<const N: usize>(
        &self,
        problem: &Problem<N>,
        how: How,
        observer: &mut impl Observer<Vertex>,
    ) -> Searched<N> {
        match self {
            Subject::Mutant(Mutant::NeverReopens) => {
                let how = How {
                    reopening: false,
                    ..how
                };
                search_with(problem, how, &mut Array::<Vertex, N>::new(), observer)
            }
            Subject::Production => {
                search_with(problem, how, &mut Array::<Vertex, N>::new(), observer)
            }
        }
    }
}
