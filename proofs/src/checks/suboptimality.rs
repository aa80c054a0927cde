//! The two suboptimality bounds and how they compare.
//!
//! Throughout, v₀ … vₖ is an optimal path, C\* its cost, C the cost that A\* finds, and Ψ the
//! largest h − h\* on the path. In general h(goal) need not be 0; then it is subtracted from Ψ.

use crate::choices::{Case, Choices, Stop};
use crate::code::{Code, How, Searched};
use crate::problem::{OptimalPath, Problem, Scope};
use crate::{always, sometimes};
use admit::space::graph::{FiniteGraph, Vertex};

/// A problem, an optimal path, a search, and its loss C − C\*.
pub(super) struct Trial<const N: usize> {
    problem: Problem<N>,
    path: OptimalPath<N>,
    searched: Searched<N>,
    pub(super) loss: i64,
}

impl<const N: usize> Trial<N> {
    pub(super) fn any(
        c: &mut impl Choices,
        code: &impl Code,
        scope: &Scope,
        how: How,
    ) -> Result<Trial<N>, Stop> {
        let problem = Problem::<N>::any(c, scope)?;
        let path = OptimalPath::any(c, &problem, scope)?;
        let searched = code.search(&problem, how, &mut ());
        always!(c, searched.cost().is_some(), "a reachable goal is found");
        let loss = searched.cost().unwrap_or(0) as i64 - path.cost() as i64;
        Ok(Trial {
            problem,
            path,
            searched,
            loss,
        })
    }

    /// The largest h − h\* from vertex `first` of the path on, less h(goal).
    fn psi_from(&self, first: usize) -> i64 {
        psi_from(first, &self.problem, &self.path)
    }

    /// The sum of inconsistencies from edge `first` of the path on.
    pub(super) fn inconsistency_from(&self, first: usize, code: &impl Code) -> i64 {
        self.path.inconsistency_from(first, &self.problem.h, code)
    }
}

fn psi_from<const N: usize>(first: usize, problem: &Problem<N>, path: &OptimalPath<N>) -> i64 {
    path.inadmissibility_from(first, &problem.h) - problem.goal_value() as i64
}

/// With reopening, C − C\* is at most Ψ, less h(goal).
pub fn under_reopening<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::REOPENING)?;
    let (loss, psi) = (trial.loss, trial.psi_from(0));
    always!(c, loss <= psi, "C − C* is at most the maximum of h − h*");
    sometimes!(c, loss > 0, "the path is suboptimal");
    sometimes!(c, loss > 0 && loss == psi, "the bound is attained");
    sometimes!(
        c,
        trial.searched.summary.reopenings > 0,
        "a vertex is reopened"
    );
    Ok(())
}

/// The same for scopes in which h may be negative and h(goal) arbitrary.
pub fn under_reopening_any_h<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::REOPENING)?;
    let (loss, psi) = (trial.loss, trial.psi_from(0));
    always!(
        c,
        loss <= psi,
        "C − C* is at most the maximum of h − h*, less h(goal)"
    );
    let goal_value = trial.problem.goal_value();
    sometimes!(
        c,
        goal_value > 0 && loss > 0 && loss == psi,
        "the bound is attained with h(goal) > 0"
    );
    sometimes!(
        c,
        goal_value < 0 && loss > 0 && loss == psi,
        "the bound is attained with h(goal) < 0"
    );
    Ok(())
}

/// The maximum may omit the start: with reopening, C − C\* is at most the largest h − h\* from v₁
/// on, less h(goal).
pub fn leaving_out_the_start<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::REOPENING)?;
    let (loss, psi) = (trial.loss, trial.psi_from(1));
    always!(
        c,
        loss <= psi,
        "C − C* is at most the maximum of h − h* from v₁ on"
    );
    sometimes!(c, loss > 0 && loss == psi, "the bound is attained");
    sometimes!(
        c,
        psi < trial.psi_from(0),
        "omitting the start tightens the bound"
    );
    Ok(())
}

/// Without reopening, C − C\* is at most the sum of inconsistencies of all path edges but the
/// first.
pub fn without_reopening<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::CLOSING)?;
    let (loss, sum) = (trial.loss, trial.inconsistency_from(1, code));
    always!(
        c,
        loss <= sum,
        "C − C* is at most the sum of inconsistencies from the second edge on"
    );
    sometimes!(c, loss > 0 && loss == sum, "the bound is attained");
    sometimes!(
        c,
        sum < trial.inconsistency_from(0, code),
        "omitting the first edge tightens the bound"
    );
    Ok(())
}

/// Refuted: C − C\* is at most Ψ without reopening as well.
pub fn psi_fails_without_reopening<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::CLOSING)?;
    always!(
        c,
        trial.loss <= trial.psi_from(0),
        "C − C* is at most the maximum of h − h*, without reopening"
    );
    Ok(())
}

/// Refuted: Ψ, with the start, never exceeds the bound without reopening.
pub fn psi_never_above_inconsistency_with_start<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let path = OptimalPath::any(c, &problem, scope)?;
    always!(
        c,
        psi_from(0, &problem, &path) <= path.inconsistency_from(1, &problem.h, code),
        "the maximum of h − h* is at most the sum of inconsistencies from the second edge on"
    );
    Ok(())
}

/// Without the start, Ψ less h(goal) never exceeds the bound without reopening.
pub fn psi_never_above_inconsistency<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let path = OptimalPath::any(c, &problem, scope)?;
    let psi = psi_from(1, &problem, &path);
    let sum = path.inconsistency_from(1, &problem.h, code);
    always!(
        c,
        psi <= sum,
        "the maximum of h − h* from v₁ on is at most the sum of inconsistencies from v₁ on"
    );
    sometimes!(c, psi < sum, "the maximum is less than the sum");
    sometimes!(c, psi > 0 && psi == sum, "they are equal and positive");
    Ok(())
}

/// If every vertex of the path between start and goal precedes the goal in the tie-breaking order,
/// the bound is strict: a positive loss is less than the largest h − h\* from v₁ on.
pub fn strict_if_goal_last<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::REOPENING)?;
    let goal = trial.problem.graph.goal();
    let mut goal_last = true;
    for i in 1..N {
        goal_last &= trial.path.vertex(i) <= goal;
    }
    c.assume(goal_last)?;
    let (loss, psi) = (trial.loss, trial.psi_from(1));
    always!(
        c,
        loss == 0 || loss < psi,
        "a positive loss is less than the maximum of h − h* from v₁ on"
    );
    sometimes!(
        c,
        loss > 0 && loss + 1 == psi,
        "the loss is one below the maximum"
    );
    Ok(())
}

/// Refuted, though the printed proof concludes it: C − C\* is always less than Ψ. It fails if
/// nothing is lost and Ψ = 0.
pub fn strict_always<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::REOPENING)?;
    always!(
        c,
        trial.loss < trial.psi_from(0),
        "C − C* is less than the maximum of h − h*"
    );
    Ok(())
}

/// Refuted: C − C\* is less than Ψ whenever it is positive. It fails if the goal comes first in the
/// tie-breaking order.
pub fn strict_if_lost<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::REOPENING)?;
    always!(
        c,
        trial.loss == 0 || trial.loss < trial.psi_from(0),
        "a positive loss is less than the maximum of h − h*"
    );
    Ok(())
}

/// Refuted: the sum may omit the second edge of the path as well.
pub fn without_reopening_from_two<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::CLOSING)?;
    always!(
        c,
        trial.loss <= trial.inconsistency_from(2, code),
        "C − C* is at most the sum of inconsistencies from the third edge on"
    );
    Ok(())
}

/// Without reopening, when the goal is selected: the first vertex vᵢ of the path after the start
/// that is in OPEN has g − g\* at most the sum of inconsistencies of the edges from v₁ to vᵢ.
///
/// The printed step says so of "the" vertex of the path in OPEN. There may be several, and for the
/// others it fails: [`g_error_of_any_open_vertex`].
pub fn g_error_without_reopening<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::CLOSING)?;
    let mut before = 0;
    let mut seen = false;
    for i in 1..N {
        if !seen && let Some(error) = g_error(&trial, i) {
            seen = true;
            always!(
                c,
                error <= before,
                "g − g* is at most the sum of inconsistencies before the first open vertex"
            );
            sometimes!(c, error > 0 && error == before, "the bound is attained");
        }
        if i + 1 < N {
            before += trial.path.inconsistency_at(i, &trial.problem.h, code);
        }
    }
    always!(c, seen, "a vertex of the path after the start is in OPEN");
    Ok(())
}

/// Refuted: this holds for every vertex of the path in OPEN.
pub fn g_error_of_any_open_vertex<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let trial = Trial::<N>::any(c, code, scope, How::CLOSING)?;
    let mut before = 0;
    for i in 1..N {
        if let Some(error) = g_error(&trial, i) {
            always!(
                c,
                error <= before,
                "g − g* is at most the sum of inconsistencies before any open vertex"
            );
        }
        if i + 1 < N {
            before += trial.path.inconsistency_at(i, &trial.problem.h, code);
        }
    }
    Ok(())
}

/// g − g\* of vertex `i` of the path, if it is in OPEN.
fn g_error<const N: usize>(trial: &Trial<N>, i: usize) -> Option<i64> {
    let v: Vertex = trial.path.vertex(i);
    let g = trial.searched.g[v as usize]?;
    trial.searched.open[v as usize].then(|| g as i64 - trial.path.from_start(i) as i64)
}

/// For every vertex of the path, h − h\* less h(goal) is at most the sum of inconsistencies from it
/// on.
pub fn valenzano_h_error<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let path = OptimalPath::any(c, &problem, scope)?;
    let goal_value = problem.goal_value() as i64;
    let mut sum = 0;
    for i in (0..N).rev() {
        if i + 1 < N {
            sum += path.inconsistency_at(i, &problem.h, code);
        }
        let here = problem.h[path.vertex(i) as usize] as i64;
        let error = here - path.to_goal(i) as i64 - goal_value;
        always!(
            c,
            error <= sum,
            "h − h* is at most the sum of inconsistencies from the vertex on"
        );
        sometimes!(c, error > 0 && error == sum, "they are equal and positive");
        sometimes!(c, error > 0 && error < sum, "the sum is larger");
    }
    Ok(())
}
