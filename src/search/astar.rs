//! A\*: the paper's Algorithm 1, with and without reopening.
//!
//! OPEN and CLOSED are in a [`Memory`]. The search is a loop around one step, an expansion:
//! [`Astar::run`] runs it to the end, [`Search::step`] one step at a time. Kani verifies the same
//! code that solves cubes.
//!
//! It follows the paper's lines in order, with four remarks. The printed algorithm omits to set the
//! parent of a new child; here it is set. Without reopening, a cheaper path to a state in CLOSED
//! changes neither g nor parent (the paper removes both lines). "Minimum f, ties by the strict
//! total order" is the least pair of f and state. A dead end according to the heuristic never
//! enters OPEN.

use super::limits::{Limit, Limits};
use super::memory::{Full, Hashed, Memory};
use super::trace::{Generation, Observer, Summary};
use crate::heuristic::{Estimate, Heuristic, HeuristicError};
use crate::space::{Cost, Space};
use std::ops::ControlFlow;
use thiserror::Error;

/// Settings of A\*: reopening and limits.
///
/// ```
/// use admit::search::{Astar, Limits};
/// let careful = Astar::new();
/// let quick = Astar::new().without_reopening().limits(Limits::NONE.expansions(1000));
/// assert!(careful.reopens() && !quick.reopens());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Astar {
    reopening: bool,
    limits: Limits,
}

/// Error of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The heuristic failed.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// The cost of a path overflows.
    #[error("the cost of a path is too large: {g} and then {cost} is more than {max}", max = Cost::MAX)]
    CostOverflow {
        /// Cost up to the last step.
        g: Cost,
        /// Cost of the last step.
        cost: Cost,
    },
    /// A transition costs 0.
    #[error("a transition costs 0; costs are positive")]
    ZeroCost,
    /// A state on the path no longer has a transition to the next one.
    #[error(
        "the space gives other transitions than before: none for step {step} of the path found"
    )]
    NotRepeated {
        /// The step, counted from 0.
        step: usize,
    },
}

/// Outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<N> {
    /// A goal was selected.
    Found(N),
    /// OPEN is empty: no goal can be reached.
    Exhausted,
    /// A limit was reached.
    Stopped {
        /// The limit.
        by: Limit,
        /// The largest f selected so far: a lower bound on the cost of a solution if h is
        /// admissible and states are reopened, or if h is consistent.
        bound: i64,
    },
}

impl<N> End<N> {
    /// Maps the result.
    pub fn map<M>(self, found: impl FnOnce(N) -> M) -> End<M> {
        match self {
            End::Found(goal) => End::Found(found(goal)),
            End::Exhausted => End::Exhausted,
            End::Stopped { by, bound } => End::Stopped { by, bound },
        }
    }
}

/// The end of a search whose memory is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Run<N> {
    /// Outcome.
    pub end: End<N>,
    /// Counters.
    pub summary: Summary,
}

impl<N: Copy> Run<N> {
    /// Cost of the path found, if any.
    pub fn cost<S, M: Memory<S, Node = N>>(&self, memory: &M) -> Option<Cost> {
        match self.end {
            End::Found(goal) => Some(memory.g(goal)),
            _ => None,
        }
    }

    /// The path found, goal first.
    pub fn backwards<'m, S, M: Memory<S, Node = N>>(
        &self,
        memory: &'m M,
    ) -> impl Iterator<Item = S> + use<'m, N, S, M> {
        let last = match self.end {
            End::Found(goal) => Some(goal),
            _ => None,
        };
        std::iter::successors(last, |&node| memory.parent(node)).map(|node| memory.state(node))
    }
}

impl Astar {
    /// With reopening and without limits.
    pub const fn new() -> Astar {
        Astar {
            reopening: true,
            limits: Limits::NONE,
        }
    }

    /// Switches reopening off.
    #[must_use]
    pub const fn without_reopening(mut self) -> Astar {
        self.reopening = false;
        self
    }

    /// Sets limits.
    #[must_use]
    pub const fn limits(mut self, limits: Limits) -> Astar {
        self.limits = limits;
        self
    }

    /// Whether states are reopened.
    pub const fn reopens(&self) -> bool {
        self.reopening
    }

    /// Algorithm 1: selects and expands until a goal is selected, OPEN is empty or a limit is
    /// reached. The same steps one by one: [`start`](Astar::start).
    ///
    /// `memory` is cleared first and holds OPEN, CLOSED, g and parents afterwards, however the
    /// search ends.
    ///
    /// # Errors
    ///
    /// If the heuristic fails, if a transition costs 0, or if the cost of a path does not fit into
    /// [`Cost`].
    pub fn run<Sp, H, M, O>(
        &self,
        space: &Sp,
        start: Sp::State,
        heuristic: &H,
        memory: &mut M,
        observer: &mut O,
    ) -> Result<Run<M::Node>, SearchError>
    where
        Sp: Space,
        H: Heuristic<Sp::State> + ?Sized,
        M: Memory<Sp::State>,
        O: Observer<Sp::State> + ?Sized,
    {
        let mut counters = Counters::NONE;
        if enter(start, heuristic, memory, &mut counters)? == Err(Full) {
            return Ok(counters.stopped(Limit::Memory));
        }
        while let Some(selected) = counters.select(memory, observer) {
            let expanded =
                self.expand(space, heuristic, memory, selected, &mut counters, observer)?;
            if let ControlFlow::Break(end) = expanded {
                return Ok(counters.run(end));
            }
        }
        Ok(counters.run(End::Exhausted))
    }

    /// A stepwise search from `start` in this memory, which is cleared first.
    ///
    /// # Errors
    ///
    /// If the heuristic fails for the start.
    ///
    /// ```
    /// use admit::heuristic::Zero;
    /// use admit::search::{Astar, End, memory::Hashed};
    /// use admit::space::cube::{FullCube, parse_state};
    /// use std::ops::ControlFlow;
    ///
    /// let start = parse_state("R U").unwrap();
    /// let mut search = Astar::new().start(FullCube, start, Zero, Hashed::new()).unwrap();
    /// assert_eq!(search.step(&mut ()), Ok(ControlFlow::Continue(())));
    /// assert_eq!((search.summary().expansions, search.memory().len()), (1, 19));
    /// let run = search.run(&mut ()).unwrap();
    /// assert_eq!(run.cost(search.memory()), Some(2));
    /// ```
    pub fn start<Sp, H, M>(
        &self,
        space: Sp,
        start: Sp::State,
        heuristic: H,
        memory: M,
    ) -> Result<Search<Sp, H, M>, SearchError>
    where
        Sp: Space,
        H: Heuristic<Sp::State>,
        M: Memory<Sp::State>,
    {
        let mut search = self.resume(space, heuristic, memory);
        let entered = enter(
            start,
            &search.heuristic,
            &mut search.memory,
            &mut search.counters,
        )?;
        search.no_room = entered == Err(Full);
        Ok(search)
    }

    /// A stepwise search from the contents of this memory, which are arbitrary except that no node
    /// may be selected and not yet closed.
    ///
    /// Counters start at 0, the peaks included.
    ///
    /// ```
    /// use admit::heuristic::Zero;
    /// use admit::search::{Astar, memory::{Array, Memory}};
    /// use admit::space::graph::Matrix;
    ///
    /// let graph = Matrix::<3>::new(3, 2).unwrap().with_edge(0, 1, 5).with_edge(1, 2, 1);
    /// // 1 is open with g = 4, although no path costs 4.
    /// let mut memory = Array::<u32, 3>::new();
    /// memory.add((), 1, 4, 4, None).unwrap();
    /// let mut search = Astar::new().resume(&graph, Zero, memory);
    /// let run = search.run(&mut ()).unwrap();
    /// assert_eq!(run.cost(search.memory()), Some(5));
    /// ```
    pub fn resume<Sp, H, M>(&self, space: Sp, heuristic: H, memory: M) -> Search<Sp, H, M>
    where
        Sp: Space,
        H: Heuristic<Sp::State>,
        M: Memory<Sp::State>,
    {
        Search {
            astar: *self,
            space,
            heuristic,
            memory,
            counters: Counters::NONE,
            selected: None,
            no_room: false,
        }
    }

    /// Goal test, limits, children and the move to CLOSED after a selection. Breaks with the end of
    /// the search.
    #[inline]
    fn expand<Sp, H, M, O>(
        &self,
        space: &Sp,
        heuristic: &H,
        memory: &mut M,
        (node, state, g): (M::Node, Sp::State, Cost),
        counters: &mut Counters,
        observer: &mut O,
    ) -> Result<ControlFlow<End<M::Node>>, SearchError>
    where
        Sp: Space,
        H: Heuristic<Sp::State> + ?Sized,
        M: Memory<Sp::State>,
        O: Observer<Sp::State> + ?Sized,
    {
        let bound = counters.bound;
        if space.is_goal(&state) {
            return Ok(ControlFlow::Break(End::Found(node)));
        }
        if let Some(by) = self.limits.reached(counters.summary.expansions) {
            return Ok(ControlFlow::Break(End::Stopped { by, bound }));
        }
        if let Some(next) = memory.likely_next() {
            memory.expect_soon(space.successors(&next).map(|(child, _)| child));
        }
        // Internal iteration, so that a model checker unrolls as many rounds as there can be
        // children; errors are stored, not returned through the calls.
        let mut halt = None;
        let _ = space.successors(&state).try_for_each(|(child, cost)| {
            counters.summary.generations += 1;
            let Some(g_new) = one_step_more(g, cost) else {
                halt = Some(Halt::Step(cost));
                return ControlFlow::Break(());
            };
            let place = memory.find(&child);
            let mut what = match place {
                Err(_) => Generation::New,
                Ok(known) if g_new >= memory.g(known) => Generation::NoBetter,
                Ok(known) if memory.is_open(known) => Generation::Improved,
                Ok(_) if self.reopening => Generation::Reopened,
                Ok(_) => Generation::LeftClosed,
            };
            if !matches!(what, Generation::NoBetter | Generation::LeftClosed) {
                match heuristic.h(&child) {
                    Ok(Estimate::Finite(h)) => {
                        let f = g_new as i64 + h as i64;
                        let done = match place {
                            Err(vacancy) => {
                                let added =
                                    memory.add(vacancy, child.clone(), g_new, f, Some(node));
                                added.map(drop)
                            }
                            Ok(known) => memory.improve(known, g_new, f, node),
                        };
                        if done == Err(Full) {
                            halt = Some(Halt::Full);
                            return ControlFlow::Break(());
                        }
                    }
                    Ok(Estimate::DeadEnd) => what = Generation::DeadEnd,
                    Err(error) => {
                        halt = Some(Halt::Heuristic(error));
                        return ControlFlow::Break(());
                    }
                }
            }
            counters.count(what);
            observer.generated(&state, &child, g_new, what);
            ControlFlow::Continue(())
        });
        match halt {
            None => {}
            Some(Halt::Full) => {
                let by = Limit::Memory;
                return Ok(ControlFlow::Break(End::Stopped { by, bound }));
            }
            Some(Halt::Step(cost)) => return Err(no_step(g, cost)),
            Some(Halt::Heuristic(error)) => return Err(error.into()),
        }
        memory.close(node);
        counters.closed();
        observer.closed(&state);
        Ok(ControlFlow::Continue(()))
    }

    /// Searches from `start` in a new memory and returns the path.
    ///
    /// # Errors
    ///
    /// As [`run`](Astar::run) and [`Solved::of`].
    pub fn solve<Sp, H>(
        &self,
        space: &Sp,
        start: Sp::State,
        heuristic: &H,
    ) -> Result<Solved<Sp::State, Sp::Action>, SearchError>
    where
        Sp: Space,
        H: Heuristic<Sp::State> + ?Sized,
    {
        let mut memory = Hashed::new();
        let run = self.run(space, start, heuristic, &mut memory, &mut ())?;
        Solved::of(space, &run, &memory)
    }
}

/// Clears the memory and puts the start into OPEN, unless it is a dead end.
fn enter<S, H, M>(
    start: S,
    heuristic: &H,
    memory: &mut M,
    counters: &mut Counters,
) -> Result<Result<(), Full>, SearchError>
where
    H: Heuristic<S> + ?Sized,
    M: Memory<S>,
{
    memory.clear();
    let Estimate::Finite(h) = heuristic.h(&start)? else {
        counters.summary.dead_ends = 1;
        return Ok(Ok(()));
    };
    counters.bound = h as i64;
    if let Err(vacancy) = memory.find(&start) {
        if memory.add(vacancy, start, 0, h as i64, None) == Err(Full) {
            return Ok(Err(Full));
        }
        counters.count(Generation::New);
    }
    Ok(Ok(()))
}

/// The counters of a search, and the largest f selected.
#[derive(Clone, Copy, Debug)]
struct Counters {
    open: u64,
    closed: u64,
    bound: i64,
    summary: Summary,
}

impl Counters {
    const NONE: Counters = Counters {
        open: 0,
        closed: 0,
        bound: i64::MIN,
        summary: Summary::NONE,
    };

    /// Selects a node, with its state and g.
    #[inline]
    fn select<S, M: Memory<S>>(
        &mut self,
        memory: &mut M,
        observer: &mut (impl Observer<S> + ?Sized),
    ) -> Option<(M::Node, S, Cost)> {
        let (node, f) = memory.select()?;
        let (state, g) = (memory.state(node), memory.g(node));
        self.bound = self.bound.max(f);
        observer.selected(&state, g, f);
        Some((node, state, g))
    }

    /// Counts the outcome of a child. A resumed memory may hold more states than were counted.
    #[inline]
    fn count(&mut self, what: Generation) {
        match what {
            Generation::New => self.open += 1,
            Generation::Improved => self.summary.updates += 1,
            Generation::Reopened => {
                self.summary.reopenings += 1;
                self.open += 1;
                self.closed = self.closed.saturating_sub(1);
            }
            Generation::DeadEnd => self.summary.dead_ends += 1,
            Generation::LeftClosed | Generation::NoBetter => {}
        }
        self.summary.peak_open = self.summary.peak_open.max(self.open);
    }

    /// Counts an expansion.
    #[inline]
    fn closed(&mut self) {
        self.summary.expansions += 1;
        self.open = self.open.saturating_sub(1);
        self.closed += 1;
        self.summary.peak_closed = self.summary.peak_closed.max(self.closed);
    }

    fn run<N>(&self, end: End<N>) -> Run<N> {
        Run {
            end,
            summary: self.summary,
        }
    }

    fn stopped<N>(&self, by: Limit) -> Run<N> {
        let bound = self.bound;
        self.run(End::Stopped { by, bound })
    }
}

/// An A\* search that is advanced step by step: held, paused, inspected and continued. Made by
/// [`Astar::start`] and [`Astar::resume`].
///
/// Space and heuristic may be references.
#[derive(Clone, Debug)]
pub struct Search<Sp: Space, H, M: Memory<Sp::State>> {
    astar: Astar,
    space: Sp,
    heuristic: H,
    memory: M,
    counters: Counters,
    /// The selected node at which the search ended, not expanded.
    selected: Option<(M::Node, Sp::State, Cost)>,
    /// The memory had no room for the start.
    no_room: bool,
}

impl<Sp, H, M> Search<Sp, H, M>
where
    Sp: Space,
    H: Heuristic<Sp::State>,
    M: Memory<Sp::State>,
{
    /// One expansion: selects the best node of OPEN, tests whether it is a goal, generates its
    /// children and moves it to CLOSED. Breaks with the end of the search.
    ///
    /// A search that has ended ends the same way again, unless it was stopped by a limit that has
    /// been [raised](Search::limits) since: then it continues.
    ///
    /// # Errors
    ///
    /// As [`Astar::run`].
    #[inline]
    pub fn step<O: Observer<Sp::State> + ?Sized>(
        &mut self,
        observer: &mut O,
    ) -> Result<ControlFlow<End<M::Node>>, SearchError> {
        let waiting = self.selected.take();
        let selected = waiting.or_else(|| self.counters.select(&mut self.memory, observer));
        let Some(selected) = selected else {
            return Ok(ControlFlow::Break(if self.no_room {
                End::Stopped {
                    by: Limit::Memory,
                    bound: self.counters.bound,
                }
            } else {
                End::Exhausted
            }));
        };
        let kept = selected.clone();
        let Search {
            space,
            heuristic,
            memory,
            counters,
            ..
        } = self;
        let expanded = (self.astar).expand(space, heuristic, memory, selected, counters, observer);
        if !matches!(expanded, Ok(ControlFlow::Continue(()))) {
            self.selected = Some(kept);
        }
        expanded
    }

    /// Steps until the search has ended.
    ///
    /// # Errors
    ///
    /// As [`Astar::run`].
    pub fn run<O: Observer<Sp::State> + ?Sized>(
        &mut self,
        observer: &mut O,
    ) -> Result<Run<M::Node>, SearchError> {
        loop {
            if let ControlFlow::Break(end) = self.step(observer)? {
                return Ok(self.counters.run(end));
            }
        }
    }

    /// Replaces the limits. Expansions are counted from the start of the search.
    pub fn limits(&mut self, limits: Limits) {
        self.astar.limits = limits;
    }

    /// The memory: OPEN, CLOSED, g and parents.
    pub fn memory(&self) -> &M {
        &self.memory
    }

    /// The memory, after the search.
    pub fn into_memory(self) -> M {
        self.memory
    }

    /// The counters so far.
    pub fn summary(&self) -> Summary {
        self.counters.summary
    }

    /// The largest f selected so far; `None` before the first selection of a resumed search.
    pub fn bound(&self) -> Option<i64> {
        (self.counters.bound != i64::MIN).then_some(self.counters.bound)
    }
}

impl Default for Astar {
    fn default() -> Astar {
        Astar::new()
    }
}

/// The end of a search, with the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<S, A> {
    /// Outcome.
    pub end: End<Solution<S, A>>,
    /// Counters.
    pub summary: Summary,
}

/// A path from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution<S, A> {
    /// The states from start to goal.
    pub path: Vec<S>,
    /// The actions between them, one less than there are states.
    pub actions: Vec<A>,
    /// The cost of the path.
    pub cost: Cost,
}

impl<S: Clone + Ord, A: Clone> Solution<S, A> {
    /// The path through these states with these g, by the first action between each two whose cost
    /// is the difference of g.
    ///
    /// # Errors
    ///
    /// [`SearchError::NotRepeated`] if there is no action between two states.
    pub(super) fn along<Sp>(space: &Sp, path: Vec<(S, Cost)>) -> Result<Self, SearchError>
    where
        Sp: Space<State = S, Action = A>,
    {
        let actions = path.windows(2).enumerate().map(|(step, pair)| {
            let [(here, g), (next, g_next)] = pair else {
                unreachable!("windows of two")
            };
            // A resumed memory may hold any g: then the nearest cost.
            (space.transitions(here))
                .filter(|(_, to, _)| to == next)
                .min_by_key(|&(.., cost)| g.saturating_add(cost).abs_diff(*g_next))
                .map(|(action, ..)| action)
                .ok_or(SearchError::NotRepeated { step })
        });
        Ok(Solution {
            actions: actions.collect::<Result<_, _>>()?,
            cost: path.last().map_or(0, |&(_, g)| g),
            path: path.into_iter().map(|(state, _)| state).collect(),
        })
    }
}

impl<S: Clone + Ord, A: Clone> Solved<S, A> {
    /// The end of a run with its path. Actions are not stored: the states on the path are expanded
    /// again.
    ///
    /// # Errors
    ///
    /// [`SearchError::NotRepeated`] if the space returns other transitions than during the search.
    pub fn of<Sp, M>(space: &Sp, run: &Run<M::Node>, memory: &M) -> Result<Self, SearchError>
    where
        Sp: Space<State = S, Action = A>,
        M: Memory<S>,
    {
        let end = match run.end {
            End::Found(goal) => {
                let backwards = std::iter::successors(Some(goal), |&node| memory.parent(node));
                let mut path: Vec<(S, Cost)> = backwards
                    .map(|node| (memory.state(node), memory.g(node)))
                    .collect();
                path.reverse();
                End::Found(Solution::along(space, path)?)
            }
            End::Exhausted => End::Exhausted,
            End::Stopped { by, bound } => End::Stopped { by, bound },
        };
        let summary = run.summary;
        Ok(Solved { end, summary })
    }
}

impl<S, A> Solved<S, A> {
    /// The path found, if any, with actions and cost.
    pub fn solution(&self) -> Option<&Solution<S, A>> {
        match &self.end {
            End::Found(solution) => Some(solution),
            _ => None,
        }
    }

    /// The cost of the path, if there is one.
    pub fn cost(&self) -> Option<Cost> {
        Some(self.solution()?.cost)
    }

    /// The states from start to goal, if a path was found.
    pub fn path(&self) -> Option<&[S]> {
        Some(&self.solution()?.path)
    }

    /// The actions from start to goal, if a path was found.
    pub fn actions(&self) -> Option<&[A]> {
        Some(&self.solution()?.actions)
    }
}

/// A\* with reopening and without limits. The path is optimal if `heuristic` is admissible and 0 at
/// every goal. (A goal with a negative value may be selected too early.)
///
/// # Errors
///
/// As [`Astar::run`] and [`Solved::of`].
///
/// ```
/// use admit::search::solve;
/// use admit::heuristic::{Heuristic, Zero};
/// use admit::space::cube::{Cube, FullCube, format_moves, parse_state};
/// let heuristic: Box<dyn Heuristic<Cube>> = Box::new(Zero);
/// let found = solve(&FullCube, parse_state("R L2").unwrap(), &*heuristic).unwrap();
/// assert_eq!(found.cost(), Some(2));
/// assert_eq!(found.path().unwrap().len(), 3);
/// assert_eq!(format_moves(found.actions().unwrap()), "R' L2");
/// ```
pub fn solve<Sp, H>(
    space: &Sp,
    start: Sp::State,
    heuristic: &H,
) -> Result<Solved<Sp::State, Sp::Action>, SearchError>
where
    Sp: Space,
    H: Heuristic<Sp::State> + ?Sized,
{
    Astar::new().solve(space, start, heuristic)
}

/// Reason why an expansion was aborted.
enum Halt {
    Full,
    /// A step of an invalid cost.
    Step(Cost),
    Heuristic(HeuristicError),
}

/// Cost of a path extended by one step.
#[inline]
pub(super) fn one_step_more(g: Cost, cost: Cost) -> Option<Cost> {
    if cost == 0 {
        return None;
    }
    g.checked_add(cost)
}

/// The error for such a step.
pub(super) fn no_step(g: Cost, cost: Cost) -> SearchError {
    if cost == 0 {
        SearchError::ZeroCost
    } else {
        SearchError::CostOverflow { g, cost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{Zero, from_fn};
    use crate::search::memory::Array;
    use crate::search::{Steps, idastar};
    use crate::space::graph::{Matrix, Vertex};
    use std::cell::Cell;

    /// 0 → 1 → 2 → 3 is optimal, 0 → 2 is more expensive and closed first; 4 is a dead end.
    fn shortcut() -> Matrix<5> {
        Matrix::new(5, 3)
            .unwrap()
            .with_edge(0, 1, 1)
            .with_edge(1, 2, 1)
            .with_edge(0, 2, 3)
            .with_edge(2, 3, 5)
            .with_edge(0, 4, 1)
            .with_edge(2, 4, 1)
            .with_edge(4, 4, 1)
    }

    /// Admissible and inconsistent; 4 is a dead end.
    const H: [Option<i32>; 5] = [Some(0), Some(6), Some(0), Some(0), None];

    fn h() -> impl Heuristic<Vertex> {
        from_fn(|v: &Vertex| H[*v as usize])
    }

    #[test]
    fn single_steps_match_an_interrupted_run() {
        let graph = shortcut();
        for astar in [Astar::new(), Astar::new().without_reopening()] {
            let (mut memory, mut whole) = (Hashed::new(), Steps::default());
            let run = astar.run(&graph, 0, &h(), &mut memory, &mut whole).unwrap();
            let limited = astar.limits(Limits::NONE.expansions(0));
            let mut search = limited.start(&graph, 0, h(), Hashed::new()).unwrap();
            let mut steps = Steps::default();
            let mut expansions = 0;
            let end = loop {
                match search.step(&mut steps).unwrap() {
                    ControlFlow::Continue(()) => expansions += 1,
                    ControlFlow::Break(End::Stopped { by, bound }) => {
                        assert_eq!((by, Some(bound)), (Limit::Expansions, search.bound()));
                        assert_eq!(search.summary().expansions, expansions);
                        // Stopped again, and no event is reported twice.
                        let told = steps.0.len();
                        assert!(search.step(&mut steps).unwrap().is_break());
                        assert_eq!(steps.0.len(), told);
                        search.limits(Limits::NONE.expansions(expansions + 1));
                    }
                    ControlFlow::Break(end) => break end,
                }
            };
            assert_eq!(steps, whole);
            assert_eq!((end, search.summary()), (run.end, run.summary));
            assert_eq!(search.run(&mut ()), Ok(run));
            let solved = Solved::of(&graph, &run, search.memory()).unwrap();
            let lost = !astar.reopens() as u32;
            assert_eq!(solved.cost(), Some(7 + lost));
            let edges = solved.actions().unwrap().iter().map(|edge| edge.cost);
            assert_eq!(edges.sum::<Cost>(), 7 + lost);
        }
    }

    #[test]
    fn dead_ends_are_pruned_counted_and_shown() {
        let graph = shortcut();
        let mut steps = Steps::default();
        let mut memory = Array::<Vertex, 5>::new();
        let run = Astar::new().run(&graph, 0, &h(), &mut memory, &mut steps);
        // 2 is expanded twice, and leads to 4 each time.
        assert_eq!(run.unwrap().summary.dead_ends, 3);
        assert!(memory.find(&4).is_err());
        let shown = steps.0.iter().filter(|step| {
            matches!(step, crate::search::Step::Generated { child: 4, what, .. }
                if *what == Generation::DeadEnd)
        });
        assert_eq!(shown.count(), 3);
        let deepening = idastar(&graph, 0, &h(), &Limits::NONE).unwrap();
        assert_eq!(deepening.cost(), Some(7));
        assert!(deepening.summary.dead_ends > 0);
        // A dead end as the start.
        for solved in [
            Astar::new().solve(&graph, 4, &h()).unwrap(),
            idastar(&graph, 4, &h(), &Limits::NONE).unwrap(),
        ] {
            assert_eq!(solved.end, End::Exhausted);
            assert_eq!(
                (solved.summary.dead_ends, solved.summary.generations),
                (1, 0)
            );
        }
        let mut search = Astar::new().start(&graph, 4, h(), memory).unwrap();
        let end = search.step(&mut ()).unwrap();
        assert_eq!(end, ControlFlow::Break(End::Exhausted));
    }

    /// Whatever the memory holds, counters do not underflow.
    #[test]
    fn a_search_resumes_from_any_memory() {
        let graph = shortcut();
        let mut memory = Array::<Vertex, 5>::new();
        let [closed, open] = [(2, 4), (1, 1)].map(|(v, g)| memory.add((), v, g, g as i64, None));
        memory.close(closed.unwrap());
        assert!(memory.is_open(open.unwrap()));
        let mut search = Astar::new().resume(&graph, h(), memory);
        assert_eq!(search.bound(), None);
        assert_eq!(search.step(&mut ()), Ok(ControlFlow::Continue(())));
        assert_eq!((search.summary().reopenings, search.bound()), (1, Some(1)));
        let run = search.run(&mut ()).unwrap();
        assert_eq!(run.cost(search.memory()), Some(7));
    }

    #[test]
    fn a_memory_without_room_for_the_start_stops_the_search() {
        let graph = shortcut();
        let memory = Array::<Vertex, 2>::new();
        let mut search = Astar::new().start(&graph, 2, Zero, memory).unwrap();
        let by = Limit::Memory;
        let end = search.step(&mut ()).unwrap();
        assert_eq!(end, ControlFlow::Break(End::Stopped { by, bound: 0 }));
    }

    /// Words over `a` and `b`, to which a letter is added at a cost of 1 or 2, or at a cost of 3 in
    /// another way. States are not `Copy`.
    struct Words(Cell<bool>);

    impl Space for Words {
        type State = String;
        type Action = (char, Cost);

        fn transitions(&self, word: &String) -> impl Iterator<Item = ((char, Cost), String, Cost)> {
            let all = [('a', 3), ('b', 2), ('a', 1)];
            let kept = if self.0.get() { 0 } else { all.len() };
            (all.into_iter().take(kept))
                .map(move |(letter, cost)| ((letter, cost), format!("{word}{letter}"), cost))
        }

        fn is_goal(&self, word: &String) -> bool {
            word == "aba"
        }
    }

    #[test]
    fn states_need_not_be_copy_and_parallel_transitions_are_distinguished() {
        let space = Words(Cell::new(false));
        let h = from_fn(|word: &String| ("aba".starts_with(word.as_str())).then_some(0));
        let found = solve(&space, String::new(), &h).unwrap();
        assert_eq!(found.path().unwrap(), ["", "a", "ab", "aba"]);
        let cheapest = [('a', 1), ('b', 2), ('a', 1)];
        assert_eq!(found.actions().unwrap(), cheapest);
        assert_eq!(found.cost(), Some(4));
        // With a large overestimate IDA* takes the first path.
        let far = from_fn(|word: &String| {
            let h = h.h(word).unwrap().finite();
            h.map(|h| if word.is_empty() { 9 } else { h })
        });
        let dear = idastar(&space, String::new(), &far, &Limits::NONE).unwrap();
        assert_eq!(dear.actions().unwrap(), [('a', 3), ('b', 2), ('a', 3)]);
        assert_eq!(dear.cost(), Some(8));
        // A space whose transitions change between calls.
        let mut memory = Hashed::new();
        let run = Astar::new()
            .run(&space, String::new(), &h, &mut memory, &mut ())
            .unwrap();
        space.0.set(true);
        let error = Solved::of(&space, &run, &memory).unwrap_err();
        assert_eq!(error, SearchError::NotRepeated { step: 0 });
    }
}
