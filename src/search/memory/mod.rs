//! What A* remembers: OPEN, CLOSED, parents and g.
//!
//! [`Astar`](super::Astar) is written once, against [`Memory`]. Two memories
//! stand here:
//!
//! | memory | how it works | what for |
//! |---|---|---|
//! | [`Array`] | a place for every state, looked through one by one; allocates nothing | model checkers, and as the plain meaning of the other |
//! | [`Hashed`] | a hash table of compact nodes and a queue of buckets by f | everything else |
//!
//! That both give the same search, step by step, is a property that the
//! verification suite tests.

mod array;
mod hashed;
mod queue;
mod runs;
mod slots;

pub use array::Array;
pub use hashed::Hashed;

use crate::space::Cost;
use std::fmt::Debug;

/// The memory holds no further state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// OPEN, CLOSED, parents and g of the states generated so far.
///
/// Nodes and vacancies are answers of this memory, valid until it is cleared.
pub trait Memory<S> {
    /// A state that is remembered.
    type Node: Copy + PartialEq + Debug;
    /// The place of a state that is not, valid until the next change.
    type Vacancy: Copy;

    /// Forgets everything.
    fn clear(&mut self);

    /// The node of a state, or where it would be.
    ///
    /// # Errors
    ///
    /// Its place, if the state is not remembered.
    fn find(&self, state: &S) -> Result<Self::Node, Self::Vacancy>;

    /// The state of a node.
    fn state(&self, node: Self::Node) -> S;

    /// Cost of the cheapest path found to a node.
    fn g(&self, node: Self::Node) -> Cost;

    /// The last node but one on that path.
    fn parent(&self, node: Self::Node) -> Option<Self::Node>;

    /// Whether a node is in OPEN; otherwise it is in CLOSED.
    fn is_open(&self, node: Self::Node) -> bool;

    /// Adds a state to OPEN.
    ///
    /// # Errors
    ///
    /// If there is no room; then nothing has changed.
    fn add(
        &mut self,
        at: Self::Vacancy,
        state: S,
        g: Cost,
        f: i64,
        parent: Option<Self::Node>,
    ) -> Result<Self::Node, Full>;

    /// Gives a node a lower g and a new parent; it is in OPEN afterwards,
    /// wherever it was before. `f` is lower than before by as much as `g` is.
    ///
    /// # Errors
    ///
    /// If there is no room; then nothing has changed.
    fn improve(
        &mut self,
        node: Self::Node,
        g: Cost,
        f: i64,
        parent: Self::Node,
    ) -> Result<(), Full>;

    /// The node of OPEN with the least f, of several the one with the least
    /// state, and its f. It stays in OPEN, and [`close`](Memory::close) must
    /// follow before the next selection.
    fn select(&mut self) -> Option<(Self::Node, i64)>;

    /// Moves the selected node from OPEN to CLOSED.
    fn close(&mut self, node: Self::Node);

    /// The state that may well be selected next, if that is easily told. A
    /// wrong answer costs time and changes nothing.
    fn likely_next(&self) -> Option<S> {
        None
    }

    /// Makes ready to be asked for these states in a while.
    fn expect_soon(&self, states: impl Iterator<Item = S>) {
        let _ = states;
    }
}
