//! What is searched.
//!
//! A [`Space`] is a set of states, what leads from one to the next at which
//! cost, and which states are goals. That is all a search needs. A [`Ranked`]
//! space also numbers its states, which is all that a table of exact distances
//! needs. Bringing a space of one's own means writing these few methods.
//!
//! | file | what it keeps |
//! |---|---|
//! | [`cube`] | the 3×3 Rubik's cube in the half-turn metric |
//! | [`tiles`] | sliding tiles: the 8-puzzle, the 15-puzzle and their kind |
//! | [`topspin`] | a ring of tokens and a turnstile that reverses some of them |
//! | [`distances`] | exact distances in small spaces, found the plain way |
//! | `nibbles` | short lists of small numbers in one word; [`ListError`] |
//! | [`graph`] | graphs that are written down edge by edge, and files of them |
//!
//! ```
//! use admit::space::{Cost, Space};
//!
//! /// Count up by one or double, until 100.
//! struct Hundred;
//!
//! impl Space for Hundred {
//!     type State = u32;
//!
//!     fn successors(&self, n: &u32) -> impl Iterator<Item = (u32, Cost)> {
//!         [(n + 1, 1), (n * 2, 3)].into_iter().filter(|&(m, _)| m <= 100)
//!     }
//!
//!     fn is_goal(&self, n: &u32) -> bool {
//!         *n == 100
//!     }
//! }
//!
//! let found = admit::search::solve(&Hundred, 1, &|n: &u32| (100 - *n as i32 + 24) / 25).unwrap();
//! assert_eq!(found.cost(), Some(18)); // 1 2 3 6 12 24 25 50 100
//! ```

pub mod cube;
pub mod distances;
pub mod graph;
pub(crate) mod nibbles;
pub mod tiles;
pub mod topspin;

pub use nibbles::ListError;

use std::fmt::Debug;
use std::hash::Hash;

/// What an edge costs: a positive integer. Sums of costs are checked: a path
/// whose cost does not fit is an error, never a small number.
pub type Cost = u32;

/// States, what leads from one to the next, and which are goals.
///
/// See the [module](self) for an example.
pub trait Space {
    /// A state. `Ord` is the tie-break of searches: among open states with the
    /// same f the smallest is expanded first.
    type State: Copy + Ord + Hash + Debug;

    /// What can be reached from a state in one step, and what each step costs.
    ///
    /// The same state may occur twice (parallel edges) and a state may lead to
    /// itself. The order is part of what a search reports, not of what it
    /// finds.
    fn successors(&self, state: &Self::State) -> impl Iterator<Item = (Self::State, Cost)>;

    /// Whether a state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;
}

/// A space whose states are numbered, so that a table can hold one entry for
/// each.
pub trait Ranked: Space {
    /// How many numbers there are. Every state has one; not every number need
    /// be the number of a state that can be reached.
    fn size(&self) -> u64;

    /// The number of a state.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state with a number below [`size`](Ranked::size).
    fn unrank(&self, number: u64) -> Self::State;

    /// Whether every step can be undone by one step of the same cost. Then
    /// distances to the goals are found by searching from the goals, each state
    /// once.
    fn undoes(&self) -> bool {
        false
    }
}

/// A smaller space into which another one is projected: where one step leads
/// from a state to another, one step of no higher cost, or none at all, leads
/// from the projection of the first to that of the second; and a goal is
/// projected to a goal. Exact distances in the smaller space are then lower
/// bounds of those in the larger one.
pub trait Abstraction<Of: Space>: Ranked {
    /// What the smaller space sees of a state.
    fn project(&self, state: &Of::State) -> Self::State;
}

impl<S: Space> Space for &S {
    type State = S::State;

    fn successors(&self, state: &S::State) -> impl Iterator<Item = (S::State, Cost)> {
        (**self).successors(state)
    }

    fn is_goal(&self, state: &S::State) -> bool {
        (**self).is_goal(state)
    }
}

impl<S: Ranked> Ranked for &S {
    fn size(&self) -> u64 {
        (**self).size()
    }

    fn rank(&self, state: &S::State) -> u64 {
        (**self).rank(state)
    }

    fn unrank(&self, number: u64) -> S::State {
        (**self).unrank(number)
    }

    fn undoes(&self) -> bool {
        (**self).undoes()
    }
}

impl<Of: Space, A: Abstraction<Of>> Abstraction<Of> for &A {
    fn project(&self, state: &Of::State) -> A::State {
        (**self).project(state)
    }
}
