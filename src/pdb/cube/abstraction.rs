//! The abstract space of a pattern: its ranked states with the cube's moves.
//!
//! ```
//! use admit::pdb::cube::{CubePattern, CubeRanker};
//! use admit::search::solve;
//! use admit::space::{Abstraction, cube::parse_state};
//! use admit::heuristic::Zero;
//!
//! let ranker = CubeRanker::new("edges:UR,UF".parse().unwrap()).unwrap();
//! let start = ranker.project(&parse_state("R U F' L").unwrap());
//! assert!(solve(&ranker, start, &Zero).unwrap().cost().unwrap() <= 4);
//! ```

use super::pattern::AbstractState;
use super::rank::CubeRanker;
use crate::space::cube::{Cube, FullCube, Move};
use crate::space::{Abstraction, Cost, Ranked, Space};

impl Space for CubeRanker {
    type State = AbstractState;
    type Action = Move;

    fn transitions(
        &self,
        state: &AbstractState,
    ) -> impl Iterator<Item = (Move, AbstractState, Cost)> {
        let (pattern, state) = (self.pattern(), *state);
        Move::ALL
            .into_iter()
            .map(move |m| (m, pattern.apply(&state, m), 1))
    }

    fn is_goal(&self, state: &AbstractState) -> bool {
        *state == self.pattern().goal()
    }
}

impl Ranked for CubeRanker {
    fn size(&self) -> u64 {
        self.states()
    }

    fn rank(&self, state: &AbstractState) -> u64 {
        CubeRanker::rank(self, state)
    }

    fn unrank(&self, number: u64) -> Option<AbstractState> {
        (number < self.states()).then(|| self.state(number))
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

impl Abstraction<FullCube> for CubeRanker {
    fn project(&self, cube: &Cube) -> AbstractState {
        self.pattern().project(cube)
    }
}
