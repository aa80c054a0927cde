//! Invariants of OPEN after any number of expansions.
//!
//! The printed proof of the bound with reopening rests on one statement: until the goal is
//! selected, OPEN holds a vertex of every optimal path with an optimal g. The statement is true,
//! but the step that proves it is not: a child found in CLOSED is not moved back to OPEN if its g
//! is optimal already. A stronger invariant about the whole path up to that vertex carries the
//! induction.

use super::ties::any_how;
use crate::choices::{Case, Choices, Stop};
use crate::code::{Code, Ended, How, Searched};
use crate::problem::{OptimalPath, Problem, Scope};
use crate::{always, sometimes};
use admit::search::Observer;
use admit::space::graph::Vertex;

/// The vertex closed last.
#[derive(Default)]
struct LastClosed(Option<Vertex>);

impl Observer<Vertex> for LastClosed {
    fn closed(&mut self, state: &Vertex) {
        self.0 = Some(*state);
    }
}

/// An optimal path and a search of at most N expansions.
struct Moment<const N: usize> {
    path: OptimalPath<N>,
    searched: Searched<N>,
    closed_last: Option<Vertex>,
}

impl<const N: usize> Moment<N> {
    fn any(
        c: &mut impl Choices,
        code: &impl Code,
        scope: &Scope,
        how: How,
    ) -> Result<Moment<N>, Stop> {
        let problem = Problem::<N>::any(c, scope)?;
        let path = OptimalPath::any(c, &problem, scope)?;
        let expansions = c.between(1, N as i32) as u64;
        let mut last = LastClosed::default();
        let searched = code.search(&problem, how.at_most(expansions), &mut last);
        Ok(Moment {
            path,
            searched,
            closed_last: last.0,
        })
    }

    /// Whether vertex `i` of the path is in OPEN.
    fn is_open(&self, i: usize) -> bool {
        self.searched.open[self.path.vertex(i) as usize]
    }

    /// Whether vertex `i` of the path has an optimal g.
    fn is_optimal(&self, i: usize) -> bool {
        self.searched.g[self.path.vertex(i) as usize] == Some(self.path.from_start(i))
    }

    /// Whether vertex `i` of the path is in CLOSED.
    fn is_closed(&self, i: usize) -> bool {
        self.searched.g[self.path.vertex(i) as usize].is_some() && !self.is_open(i)
    }
}

/// With reopening, after any number of expansions and when the goal is selected, some vertex of the
/// path is in OPEN with an optimal g.
pub fn open_holds_optimal_vertex<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let now = Moment::<N>::any(c, code, scope, How::REOPENING)?;
    let mut holds = false;
    let mut another = false;
    for i in 0..N {
        holds |= now.is_open(i) && now.is_optimal(i);
        another |= now.is_open(i) && !now.is_optimal(i);
    }
    always!(
        c,
        holds,
        "a vertex of the path is in OPEN with an optimal g"
    );
    sometimes!(
        c,
        another,
        "another vertex of the path is in OPEN with a larger g"
    );
    sometimes!(
        c,
        now.searched.end == Ended::Stopped && now.searched.summary.reopenings > 0,
        "the search is unfinished after a reopening"
    );
    Ok(())
}

/// With and without reopening, some vertex of the path is in OPEN until the goal is expanded.
pub fn hart_lemma<const N: usize>(c: &mut impl Choices, code: &impl Code, scope: &Scope) -> Case {
    let how = any_how(c);
    let now = Moment::<N>::any(c, code, scope, how)?;
    let mut open = false;
    let mut closed = 0;
    for i in 0..N {
        open |= now.is_open(i);
        closed += now.is_closed(i) as u32;
    }
    always!(c, open, "a vertex of the path is in OPEN");
    sometimes!(c, closed > 1, "two vertices of the path are in CLOSED");
    Ok(())
}

/// Refuted, though the printed induction uses it: when a vertex of the path was expanded with an
/// optimal g, the next vertex of the path is in OPEN.
pub fn closed_child_is_moved_back<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let now = Moment::<N>::any(c, code, scope, How::REOPENING)?;
    for i in 0..N - 1 {
        let expanded = now.closed_last == Some(now.path.vertex(i)) && now.is_optimal(i);
        always!(
            c,
            !expanded || now.is_open(i + 1),
            "when a vertex of the path was expanded with an optimal g, the next one is in OPEN"
        );
    }
    Ok(())
}

/// With reopening, after any number of expansions: some vertex of the path is in OPEN with an
/// optimal g, and all before it are in CLOSED with optimal g.
pub fn stronger_invariant<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let now = Moment::<N>::any(c, code, scope, How::REOPENING)?;
    let mut so_far = true;
    let mut holds = false;
    let mut skipped = false;
    let mut reached = 0;
    for i in 0..N {
        holds |= so_far && now.is_open(i) && now.is_optimal(i);
        skipped |= !so_far && now.is_closed(i);
        so_far &= now.is_closed(i) && now.is_optimal(i);
        reached += so_far as u32;
    }
    always!(
        c,
        holds,
        "the path is closed with optimal g up to an open vertex with optimal g"
    );
    sometimes!(
        c,
        reached > 1,
        "two vertices of the path are closed with optimal g"
    );
    sometimes!(c, skipped, "a later vertex of the path was closed early");
    Ok(())
}
