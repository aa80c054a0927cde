//! State spaces.
//!
//! A search needs a [`Space`]: states, transitions and goals. A [`Ranked`] space numbers its
//! states, for tables of exact distances. An [`Abstraction`] maps the states of one space to those
//! of a smaller one. [`check`] tests an implementation against the contracts of these traits.
//!
//! | file | contents |
//! |---|---|
//! | [`cube`] | the 3×3 Rubik's cube in the half-turn metric |
//! | [`tiles`] | sliding-tile puzzles: the 8-puzzle, the 15-puzzle and others |
//! | [`topspin`] | TopSpin: a ring of tokens and a turnstile that reverses some of them |
//! | [`graph`] | explicit graphs, and files of them |
//! | [`distances`] | exact distances in small spaces, by textbook algorithms |
//! | [`check`] | tests of a space against its contracts |
//! | `nibbles` | short lists of small numbers packed in one word; [`ListError`] |
//!
//! ```
//! use admit::heuristic::from_fn;
//! use admit::space::{Cost, Space};
//!
//! /// From a number to the next one or to its double, up to 100.
//! struct Hundred;
//!
//! impl Space for Hundred {
//!     type State = u32;
//!     type Action = &'static str;
//!
//!     fn transitions(&self, n: &u32) -> impl Iterator<Item = (&'static str, u32, Cost)> {
//!         let all = [("add one", n + 1, 1), ("double", n * 2, 3)];
//!         all.into_iter().filter(|&(_, m, _)| m <= 100)
//!     }
//!
//!     fn is_goal(&self, n: &u32) -> bool {
//!         *n == 100
//!     }
//! }
//!
//! let h = from_fn(|n: &u32| (100 - *n as i32 + 24) / 25);
//! let found = admit::search::solve(&Hundred, 24, &h).unwrap();
//! assert_eq!(found.cost(), Some(7));
//! assert_eq!(found.path().unwrap(), [24, 25, 50, 100]);
//! assert_eq!(found.actions().unwrap(), ["add one", "double", "double"]);
//! ```

pub mod check;
pub mod cube;
pub mod distances;
pub mod graph;
pub(crate) mod nibbles;
pub mod tiles;
pub mod topspin;

pub use nibbles::ListError;

use std::fmt::Debug;
use std::hash::Hash;

/// The cost of a transition: a positive integer. Sums are checked: an overflowing path cost is an
/// error and never wraps.
pub type Cost = u32;

/// A state space: states, transitions and goals.
///
/// A reference to a space is a space as well. See the [module](self) for an example.
pub trait Space {
    /// A state. `Ord` is the tie-break of searches: among open states with the same f the smallest
    /// is expanded first.
    type State: Clone + Ord + Hash + Debug;

    /// The name of a transition: a move, an operator, an edge. `()` if irrelevant.
    type Action: Clone + Debug;

    /// The transitions from a state: action, successor and positive cost.
    ///
    /// The same successor may occur twice (parallel edges), and a state may be its own successor. A
    /// state always has the same transitions in the same order; searches report them in this order.
    fn transitions(
        &self,
        state: &Self::State,
    ) -> impl Iterator<Item = (Self::Action, Self::State, Cost)>;

    /// Whether a state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The successors of a state and their costs: the [`transitions`](Space::transitions), in the
    /// same order, without actions.
    ///
    /// Searches call this method. Override it only if omitting actions saves time.
    #[inline]
    fn successors(&self, state: &Self::State) -> impl Iterator<Item = (Self::State, Cost)> {
        (self.transitions(state)).map(|(_, successor, cost)| (successor, cost))
    }
}

/// A space whose states have ranks, so that a table can hold one entry for each.
///
/// Contract: [`rank`](Ranked::rank) of a state is below [`size`](Ranked::size), and
/// [`unrank`](Ranked::unrank) of it is that state. [`check::ranked`] tests it.
pub trait Ranked: Space {
    /// The number of ranks, some of which may belong to no state.
    fn size(&self) -> u64;

    /// The rank of a state.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state with a rank; `None` for an unused rank, and from [`size`](Ranked::size) on.
    fn unrank(&self, rank: u64) -> Option<Self::State>;

    /// Whether every transition has a reverse of the same cost, so that one search from the goals
    /// yields the distances to them.
    fn is_undirected(&self) -> bool {
        false
    }
}

/// An abstraction of the space `Of`: a homomorphism into a smaller space.
///
/// Contract: a goal is mapped to a goal, and for every transition of `Of` either both states are
/// mapped to the same one, or there is a transition of no higher cost between the states that they
/// are mapped to. Exact distances in the abstraction are then admissible and consistent for `Of`,
/// and a state that is mapped to a dead end is a dead end. [`check::abstraction`] tests it.
pub trait Abstraction<Of: Space>: Ranked {
    /// The abstract state of a state.
    fn project(&self, state: &Of::State) -> Self::State;
}

impl<S: Space + ?Sized> Space for &S {
    type State = S::State;
    type Action = S::Action;

    #[inline]
    fn transitions(
        &self,
        state: &Self::State,
    ) -> impl Iterator<Item = (Self::Action, Self::State, Cost)> {
        (**self).transitions(state)
    }

    #[inline]
    fn is_goal(&self, state: &Self::State) -> bool {
        (**self).is_goal(state)
    }

    #[inline]
    fn successors(&self, state: &Self::State) -> impl Iterator<Item = (Self::State, Cost)> {
        (**self).successors(state)
    }
}

impl<S: Ranked + ?Sized> Ranked for &S {
    fn size(&self) -> u64 {
        (**self).size()
    }

    #[inline]
    fn rank(&self, state: &Self::State) -> u64 {
        (**self).rank(state)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<Self::State> {
        (**self).unrank(rank)
    }

    fn is_undirected(&self) -> bool {
        (**self).is_undirected()
    }
}

impl<Of: Space, A: Abstraction<Of> + ?Sized> Abstraction<Of> for &A {
    #[inline]
    fn project(&self, state: &Of::State) -> Self::State {
        (**self).project(state)
    }
}
