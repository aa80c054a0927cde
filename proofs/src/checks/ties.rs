//! Invariance of the search under adding a constant to h, provided that the tie-breaking does not
//! depend on the constant.
//!
//! The paper's lemma on equal differences says that two heuristics with constant h − h′ perform
//! equally. That needs a tie-breaking rule: the order of states or the age of an entry will do, an
//! arbitrary choice will not.

use crate::choices::{Case, Choices, Stop};
use crate::code::{Code, How, Searched, search_with};
use crate::problem::{Problem, Scope};
use crate::ties::{Chosen, Tied};
use crate::{always, sometimes};
use admit::search::{Generation, Observer, Step};
use admit::space::Cost;
use admit::space::graph::Vertex;

/// Counts the steps of a search and keeps one of them.
struct Nth {
    wanted: u32,
    steps: u32,
    step: Option<Step<Vertex>>,
}

impl Nth {
    fn new(wanted: u32) -> Nth {
        Nth {
            wanted,
            steps: 0,
            step: None,
        }
    }

    fn take(&mut self, step: Step<Vertex>) {
        if self.steps == self.wanted {
            self.step = Some(step);
        }
        self.steps += 1;
    }
}

impl Observer<Vertex> for Nth {
    fn selected(&mut self, &state: &Vertex, g: Cost, f: i64) {
        self.take(Step::Selected { state, g, f });
    }

    fn generated(&mut self, &parent: &Vertex, &child: &Vertex, g: Cost, what: Generation) {
        self.take(Step::Generated {
            parent,
            child,
            g,
            what,
        });
    }

    fn closed(&mut self, &state: &Vertex) {
        self.take(Step::Closed { state });
    }
}

/// A step with f raised.
fn raised(step: Step<Vertex>, by: i32) -> Step<Vertex> {
    match step {
        Step::Selected { state, g, f } => Step::Selected {
            state,
            g,
            f: f + by as i64,
        },
        other => other,
    }
}

/// A constant within ±(`most_h` + 1), so that all values may become negative.
fn any_constant(c: &mut impl Choices, scope: &Scope) -> i32 {
    c.between(-scope.most_h - 1, scope.most_h + 1)
}

/// With or without reopening.
pub(super) fn any_how(c: &mut impl Choices) -> How {
    if c.between(0, 1) == 1 {
        How::REOPENING
    } else {
        How::CLOSING
    }
}

/// Any step of two searches, one with h raised by a constant, is the same up to f, and so is the
/// final state.
fn same_steps<const N: usize>(
    c: &mut impl Choices,
    scope: &Scope,
    search: impl Fn(&Problem<N>, &mut Nth) -> Searched<N>,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let by = any_constant(c, scope);
    let mut count = Nth::new(u32::MAX);
    search(&problem, &mut count);
    let wanted = c.pick(count.steps, |_| true)?;
    let (mut this, mut that) = (Nth::new(wanted), Nth::new(wanted));
    let searched = search(&problem, &mut this);
    let again = search(&problem.raised(by), &mut that);
    let step = this.step.map(|step| raised(step, by));
    always!(c, step == that.step, "every step is the same up to f");
    always!(
        c,
        this.steps == that.steps && searched == again,
        "the final states are equal"
    );
    sometimes!(
        c,
        by != 0 && searched.summary.updates > 0,
        "a vertex in OPEN is improved"
    );
    sometimes!(
        c,
        by < -scope.most_h && searched.cost().is_some() && wanted > 3,
        "all values become negative"
    );
    Ok(())
}

/// h and h + c give the same trace, with and without reopening.
pub fn same_trace<const N: usize>(c: &mut impl Choices, code: &impl Code, scope: &Scope) -> Case {
    let how = any_how(c);
    same_steps(c, scope, |problem: &Problem<N>, observer| {
        code.search(problem, how, observer)
    })
}

/// The same if ties are broken by age, the oldest entry first.
pub fn insertion_order_suffices<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let how = any_how(c).oldest_first();
    same_steps(c, scope, |problem: &Problem<N>, observer| {
        code.search(problem, how, observer)
    })
}

/// Refuted: h and h + c give the same number of expansions under any tie-breaking.
pub fn same_trace_needs_order<const N: usize>(
    c: &mut impl Choices,
    _: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let raised = problem.raised(any_constant(c, scope));
    let one = search_with(&problem, How::REOPENING, &mut any_ties::<N>(c)?, &mut ());
    let other = search_with(&raised, How::REOPENING, &mut any_ties::<N>(c)?, &mut ());
    always!(
        c,
        one.summary.expansions == other.summary.expansions,
        "the number of expansions is the same under any tie-breaking"
    );
    Ok(())
}

/// Tie-breaking by choices; none for the first selection, where OPEN holds only the start.
fn any_ties<const N: usize>(c: &mut impl Choices) -> Result<Tied<N, Chosen<N>>, Stop> {
    let mut choices = [0; N];
    for choice in choices.iter_mut().skip(1) {
        *choice = c.pick(N as u32 - 1, |_| true)?;
    }
    Ok(Tied::new(Chosen::new(choices)))
}
