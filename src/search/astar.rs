//! A\*: the paper's Algorithm 1, with and without reopening.
//!
//! OPEN and CLOSED are in a [`Memory`]; the search itself is one loop and knows
//! nothing of how they are kept. What a model checker reads and what solves a
//! cube is this loop.
//!
//! It follows the paper's lines in their order, with three remarks.
//! The printed algorithm does not set the parent of a child that is new; it must, and here it
//! does. Without reopening, a cheaper path to a state in CLOSED changes nothing,
//! neither g nor parent (the paper removes both lines). And "minimum f, ties by
//! the strict total order" is the least pair of f and state.

use super::limits::{Limit, Limits};
use super::memory::{Full, Hashed, Memory};
use super::trace::{Generation, Observer, Summary};
use crate::heuristic::{Heuristic, HeuristicError};
use crate::space::{Cost, Space};
use std::ops::ControlFlow;
use thiserror::Error;

/// How to search: with or without reopening, and when to give up.
///
/// ```
/// use admit::search::{Astar, Limits};
/// let careful = Astar::new();
/// let quick = Astar::new().without_reopening().limits(Limits { expansions: 1000, ..Limits::NONE });
/// assert!(careful.reopens() && !quick.reopens());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Astar {
    reopening: bool,
    limits: Limits,
}

/// Why a search cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// The heuristic has no answer.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// The cost of a path does not fit.
    #[error("the cost of a path is too large: {g} and then {cost} is more than {max}", max = Cost::MAX)]
    CostOverflow {
        /// Cost up to the last step.
        g: Cost,
        /// Cost of the last step.
        cost: Cost,
    },
    /// A step costs nothing.
    #[error("a step costs 0; costs are positive")]
    ZeroCost,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<N> {
    /// A goal was selected.
    Found(N),
    /// OPEN is empty: no goal can be reached.
    Exhausted,
    /// A limit was reached.
    Stopped {
        /// Which one.
        by: Limit,
        /// The largest f selected so far. Where h is admissible and states are
        /// reopened (or h is consistent), no path to a goal is cheaper.
        bound: i64,
    },
}

impl<N> End<N> {
    /// The same end, with something else for what was found.
    pub fn map<M>(self, found: impl FnOnce(N) -> M) -> End<M> {
        match self {
            End::Found(goal) => End::Found(found(goal)),
            End::Exhausted => End::Exhausted,
            End::Stopped { by, bound } => End::Stopped { by, bound },
        }
    }
}

/// The end of a search in a memory, which still holds everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<N> {
    /// How it ended.
    pub end: End<N>,
    /// What it did.
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

    /// Leaves states in CLOSED even if a cheaper path to them is found.
    #[must_use]
    pub const fn without_reopening(mut self) -> Astar {
        self.reopening = false;
        self
    }

    /// Gives up when one of these is reached.
    #[must_use]
    pub const fn limits(mut self, limits: Limits) -> Astar {
        self.limits = limits;
        self
    }

    /// Whether states are reopened.
    pub const fn reopens(&self) -> bool {
        self.reopening
    }

    /// Algorithm 1.
    ///
    /// `memory` is cleared first and holds OPEN, CLOSED, g and parents
    /// afterwards, however the search ends.
    ///
    /// # Errors
    ///
    /// If the heuristic has no answer for a state, if a step costs nothing, or
    /// if the cost of a path does not fit into [`Cost`].
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
        H: Heuristic<Sp::State>,
        M: Memory<Sp::State>,
        O: Observer<Sp::State>,
    {
        let mut summary = Summary::default();
        let (mut open, mut closed) = (0_u64, 0_u64);
        let mut bound = heuristic.h(&start)? as i64;

        memory.clear();
        if let Err(vacancy) = memory.find(&start) {
            if memory.add(vacancy, start, 0, bound, None) == Err(Full) {
                return Ok(stopped(Limit::Memory, bound, summary));
            }
            open += 1;
        }
        summary.peak_open = open;

        while let Some((node, f)) = memory.select() {
            let (state, g) = (memory.state(node), memory.g(node));
            bound = bound.max(f);
            observer.selected(&state, g, f);
            if space.is_goal(&state) {
                return Ok(Run {
                    end: End::Found(node),
                    summary,
                });
            }
            if let Some(limit) = self.limits.reached(summary.expansions) {
                return Ok(stopped(limit, bound, summary));
            }
            if let Some(next) = memory.likely_next() {
                memory.expect_soon(space.successors(&next).map(|(child, _)| child));
            }
            // Iterated from inside, so that a model checker sees as many rounds
            // as there may be children, not as many as it cannot rule out; and
            // what goes wrong is set down once, not handed on from call to call.
            let mut halt = None;
            let _ = space.successors(&state).try_for_each(|(child, cost)| {
                summary.generations += 1;
                let Some(g_new) = one_step_more(g, cost) else {
                    halt = Some(Halt::Step(cost));
                    return ControlFlow::Break(());
                };
                let place = memory.find(&child);
                let what = match place {
                    Err(_) => Generation::New,
                    Ok(known) if g_new >= memory.g(known) => Generation::NoBetter,
                    Ok(known) if memory.is_open(known) => Generation::Improved,
                    Ok(_) if self.reopening => Generation::Reopened,
                    Ok(_) => Generation::LeftClosed,
                };
                if !matches!(what, Generation::NoBetter | Generation::LeftClosed) {
                    let f = match heuristic.h(&child) {
                        Ok(h) => g_new as i64 + h as i64,
                        Err(error) => {
                            halt = Some(Halt::Heuristic(error));
                            return ControlFlow::Break(());
                        }
                    };
                    let done = match place {
                        Err(vacancy) => {
                            let added = memory.add(vacancy, child, g_new, f, Some(node));
                            added.map(drop)
                        }
                        Ok(known) => memory.improve(known, g_new, f, node),
                    };
                    if done == Err(Full) {
                        halt = Some(Halt::Full);
                        return ControlFlow::Break(());
                    }
                }
                match what {
                    Generation::New => open += 1,
                    Generation::Improved => summary.updates += 1,
                    Generation::Reopened => {
                        summary.reopenings += 1;
                        open += 1;
                        closed -= 1;
                    }
                    Generation::LeftClosed | Generation::NoBetter => {}
                }
                summary.peak_open = summary.peak_open.max(open);
                observer.generated(&state, &child, g_new, what);
                ControlFlow::Continue(())
            });
            match halt {
                None => {}
                Some(Halt::Full) => return Ok(stopped(Limit::Memory, bound, summary)),
                Some(Halt::Step(cost)) => return Err(no_step(g, cost)),
                Some(Halt::Heuristic(error)) => return Err(error.into()),
            }
            memory.close(node);
            summary.expansions += 1;
            open -= 1;
            closed += 1;
            summary.peak_closed = summary.peak_closed.max(closed);
            observer.closed(&state);
        }
        Ok(Run {
            end: End::Exhausted,
            summary,
        })
    }

    /// Searches from `start` in a memory of its own and keeps the path.
    ///
    /// # Errors
    ///
    /// As [`run`](Astar::run).
    pub fn solve<Sp, H>(
        &self,
        space: &Sp,
        start: Sp::State,
        heuristic: &H,
    ) -> Result<Solved<Sp::State>, SearchError>
    where
        Sp: Space,
        H: Heuristic<Sp::State>,
    {
        let mut memory = Hashed::new();
        let run = self.run(space, start, heuristic, &mut memory, &mut ())?;
        Ok(Solved::of(&run, &memory))
    }
}

impl Default for Astar {
    fn default() -> Astar {
        Astar::new()
    }
}

/// The end of a search, with the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<S> {
    /// How it ended; with the path from start to goal and its cost, if there is
    /// one.
    pub end: End<(Vec<S>, Cost)>,
    /// What it did.
    pub summary: Summary,
}

impl<S> Solved<S> {
    /// What a run in a memory came to.
    pub fn of<M: Memory<S>>(run: &Run<M::Node>, memory: &M) -> Solved<S> {
        let end = run.end.map(|goal| {
            let mut path: Vec<S> = run.backwards(memory).collect();
            path.reverse();
            (path, memory.g(goal))
        });
        Solved {
            end,
            summary: run.summary,
        }
    }

    /// Cost of the path, if there is one.
    pub fn cost(&self) -> Option<Cost> {
        match self.end {
            End::Found((_, cost)) => Some(cost),
            _ => None,
        }
    }

    /// The path from start to goal, if there is one.
    pub fn path(&self) -> Option<&[S]> {
        match &self.end {
            End::Found((path, _)) => Some(path),
            _ => None,
        }
    }
}

/// A* with reopening and without limits; the path is optimal where `heuristic`
/// is admissible and 0 at every goal. (One that is negative at a goal lets that
/// goal be selected too early.)
///
/// # Errors
///
/// As [`Astar::run`].
///
/// ```
/// use admit::search::solve;
/// use admit::heuristic::Zero;
/// use admit::space::cube::{FullCube, parse_state};
/// let found = solve(&FullCube, parse_state("R L2").unwrap(), &Zero).unwrap();
/// assert_eq!(found.cost(), Some(2));
/// assert_eq!(found.path().unwrap().len(), 3);
/// ```
pub fn solve<Sp, H>(
    space: &Sp,
    start: Sp::State,
    heuristic: &H,
) -> Result<Solved<Sp::State>, SearchError>
where
    Sp: Space,
    H: Heuristic<Sp::State>,
{
    Astar::new().solve(space, start, heuristic)
}

/// Why an expansion was broken off.
enum Halt {
    Full,
    /// A step of this cost cannot be made.
    Step(Cost),
    Heuristic(HeuristicError),
}

/// Cost of a path and one step more, if there is such a step.
#[inline]
pub(super) fn one_step_more(g: Cost, cost: Cost) -> Option<Cost> {
    if cost == 0 {
        return None;
    }
    g.checked_add(cost)
}

/// Why there is none.
pub(super) fn no_step(g: Cost, cost: Cost) -> SearchError {
    if cost == 0 {
        SearchError::ZeroCost
    } else {
        SearchError::CostOverflow { g, cost }
    }
}

fn stopped<N>(by: Limit, bound: i64, summary: Summary) -> Run<N> {
    Run {
        end: End::Stopped { by, bound },
        summary,
    }
}
