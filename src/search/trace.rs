//! The trace of a search: each step while it runs, and counters.

use crate::space::Cost;

/// Outcome of generating a child, in the terms of Algorithm 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Generation {
    /// Neither in OPEN nor in CLOSED: added to OPEN.
    New,
    /// In OPEN, and the new path is cheaper: parent and g are replaced.
    Improved,
    /// In CLOSED, and the new path is cheaper: moved back to OPEN.
    Reopened,
    /// In CLOSED, and the new path is cheaper, but reopening is off.
    LeftClosed,
    /// In OPEN or CLOSED, and the new path is no cheaper.
    NoBetter,
    /// A dead end according to the heuristic: pruned.
    DeadEnd,
}

/// Observer of a search. Every method does nothing by default.
///
/// ```
/// use admit::search::{Astar, Observer, memory::Hashed};
/// use admit::heuristic::Zero;
/// use admit::space::cube::{Cube, FullCube, parse_state};
///
/// struct Depths(Vec<u32>);
/// impl Observer<Cube> for Depths {
///     fn selected(&mut self, _: &Cube, g: u32, _: i64) {
///         self.0.push(g);
///     }
/// }
///
/// let mut depths = Depths(Vec::new());
/// let start = parse_state("R U").unwrap();
/// Astar::new().run(&FullCube, start, &Zero, &mut Hashed::new(), &mut depths).unwrap();
/// assert!(depths.0.is_sorted()); // without a heuristic, nearest first
/// ```
pub trait Observer<S> {
    /// A state was selected from OPEN. A goal ends the search.
    fn selected(&mut self, state: &S, g: Cost, f: i64) {
        let _ = (state, g, f);
    }

    /// A child was generated; `g` is the cost of the new path to it.
    fn generated(&mut self, parent: &S, child: &S, g: Cost, what: Generation) {
        let _ = (parent, child, g, what);
    }

    /// All children have been generated; the state was moved to CLOSED.
    fn closed(&mut self, state: &S) {
        let _ = state;
    }
}

/// The observer that does nothing.
impl<S> Observer<S> for () {}

/// One step, as [`Steps`] records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step<S> {
    /// See [`Observer::selected`].
    Selected {
        /// The state.
        state: S,
        /// Cost of the path to it.
        g: Cost,
        /// g and h.
        f: i64,
    },
    /// See [`Observer::generated`].
    Generated {
        /// The state being expanded.
        parent: S,
        /// Its child.
        child: S,
        /// Cost of the new path to the child.
        g: Cost,
        /// The outcome.
        what: Generation,
    },
    /// See [`Observer::closed`].
    Closed {
        /// The state.
        state: S,
    },
}

/// Records every step.
///
/// ```
/// use admit::search::{Astar, Step, Steps, memory::Hashed};
/// use admit::heuristic::Zero;
/// use admit::space::cube::{Cube, FullCube};
/// let mut steps = Steps::default();
/// Astar::new().run(&FullCube, Cube::SOLVED, &Zero, &mut Hashed::new(), &mut steps).unwrap();
/// assert_eq!(steps.0, [Step::Selected { state: Cube::SOLVED, g: 0, f: 0 }]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps<S>(pub Vec<Step<S>>);

impl<S> Default for Steps<S> {
    fn default() -> Steps<S> {
        Steps(Vec::new())
    }
}

impl<S: Clone> Observer<S> for Steps<S> {
    fn selected(&mut self, state: &S, g: Cost, f: i64) {
        let state = state.clone();
        self.0.push(Step::Selected { state, g, f });
    }

    fn generated(&mut self, parent: &S, child: &S, g: Cost, what: Generation) {
        self.0.push(Step::Generated {
            parent: parent.clone(),
            child: child.clone(),
            g,
            what,
        });
    }

    fn closed(&mut self, state: &S) {
        let state = state.clone();
        self.0.push(Step::Closed { state });
    }
}

/// The counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Summary {
    /// Expansions; a goal that ends the search is selected, not expanded.
    pub expansions: u64,
    /// Children generated.
    pub generations: u64,
    /// Cheaper paths found to states in OPEN.
    pub updates: u64,
    /// States moved from CLOSED back to OPEN.
    pub reopenings: u64,
    /// Prunings of dead ends, once per generation, the start included.
    pub dead_ends: u64,
    /// Peak size of OPEN.
    pub peak_open: u64,
    /// Peak size of CLOSED.
    pub peak_closed: u64,
}

impl Summary {
    /// All counters 0.
    pub(super) const NONE: Summary = Summary {
        expansions: 0,
        generations: 0,
        updates: 0,
        reopenings: 0,
        dead_ends: 0,
        peak_open: 0,
        peak_closed: 0,
    };
}
