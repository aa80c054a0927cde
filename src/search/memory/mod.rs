//! The memory of A\*: OPEN, CLOSED, parents and g.
//!
//! [`Astar`](super::Astar) is written once, against [`Memory`]. There are two implementations:
//!
//! | memory | data structure | use |
//! |---|---|---|
//! | [`Array`] | one slot per state, scanned linearly; allocates nothing | model checkers, and as the reference implementation |
//! | [`Hashed`] | a hash table of compact nodes and a bucket queue by f | everything else |
//!
//! The verification suite tests that both give the same trace.

mod array;
mod hashed;
mod queue;
mod runs;
mod slots;

pub use array::Array;
pub use hashed::Hashed;

use crate::space::Cost;
use std::fmt::Debug;

/// The memory is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// OPEN, CLOSED, parents and g of the states generated so far.
///
/// Nodes and vacancies are valid until the memory is cleared.
pub trait Memory<S> {
    /// The handle of a stored state.
    type Node: Copy + PartialEq + Debug;
    /// The insertion point of a state that is not stored, valid until the next change.
    type Vacancy: Copy;

    /// Removes all states.
    fn clear(&mut self);

    /// The node of a state.
    ///
    /// # Errors
    ///
    /// The insertion point, if the state is not stored.
    fn find(&self, state: &S) -> Result<Self::Node, Self::Vacancy>;

    /// The state of a node.
    fn state(&self, node: Self::Node) -> S;

    /// Cost of the cheapest path found to a node.
    fn g(&self, node: Self::Node) -> Cost;

    /// The node before it on that path.
    fn parent(&self, node: Self::Node) -> Option<Self::Node>;

    /// Whether a node is in OPEN; otherwise it is in CLOSED.
    fn is_open(&self, node: Self::Node) -> bool;

    /// Adds a state to OPEN.
    ///
    /// # Errors
    ///
    /// If there is no room; the memory is then unchanged.
    fn add(
        &mut self,
        at: Self::Vacancy,
        state: S,
        g: Cost,
        f: i64,
        parent: Option<Self::Node>,
    ) -> Result<Self::Node, Full>;

    /// Lowers the g of a node, sets its parent and moves it to OPEN if it is not there. `f` falls
    /// by as much as `g`.
    ///
    /// # Errors
    ///
    /// If there is no room; the memory is then unchanged.
    fn improve(
        &mut self,
        node: Self::Node,
        g: Cost,
        f: i64,
        parent: Self::Node,
    ) -> Result<(), Full>;

    /// The node of OPEN with the least f, ties by least state, and its f. It stays in OPEN, and
    /// [`close`](Memory::close) must follow before the next selection.
    fn select(&mut self) -> Option<(Self::Node, i64)>;

    /// Moves the selected node from OPEN to CLOSED.
    fn close(&mut self, node: Self::Node);

    /// A cheap guess of the next selected state, for prefetching. A wrong guess only costs time.
    fn likely_next(&self) -> Option<S> {
        None
    }

    /// Prefetches what [`find`](Memory::find) reads for these states.
    fn expect_soon(&self, states: impl Iterator<Item = S>) {
        let _ = states;
    }
}
