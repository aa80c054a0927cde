//! Conditions under which A\* is optimal.
//!
//! Admissible and consistent h are obtained by lowering an arbitrary h, so that all of them occur
//! and no case is skipped.

use crate::choices::{Case, Choices, Stop};
use crate::code::{Code, How};
use crate::problem::{OptimalPath, Problem, Scope};
use crate::{always, sometimes};

/// Any problem with an admissible h, and an optimal path.
fn any_admissible<const N: usize>(
    c: &mut impl Choices,
    scope: &Scope,
) -> Result<(Problem<N>, OptimalPath<N>), Stop> {
    let problem = Problem::<N>::any(c, scope)?;
    let path = OptimalPath::any(c, &problem, scope)?;
    let problem = problem.lowered_to(&path.bound);
    c.show(|| problem.to_string());
    Ok((problem, path))
}

/// Any problem with a consistent h.
fn any_consistent<const N: usize>(c: &mut impl Choices, scope: &Scope) -> Result<Problem<N>, Stop> {
    let problem = Problem::<N>::any(c, scope)?.made_consistent();
    c.show(|| problem.to_string());
    Ok(problem)
}

/// With reopening and an admissible h with h(goal) = 0, A\* is optimal.
pub fn admissible_is_optimal<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let (problem, path) = any_admissible::<N>(c, scope)?;
    c.assume(problem.goal_value() >= 0)?;
    let searched = code.search(&problem, How::REOPENING, &mut ());
    always!(
        c,
        searched.cost() == Some(path.cost()),
        "A* with an admissible h is optimal"
    );
    sometimes!(c, searched.summary.reopenings > 0, "a vertex is reopened");
    sometimes!(
        c,
        searched.summary.expansions > path.steps() as u64,
        "vertices off the path are expanded"
    );
    Ok(())
}

/// Refuted: the same with negative h(goal).
pub fn admissible_needs_goal_value<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let (problem, path) = any_admissible::<N>(c, scope)?;
    let searched = code.search(&problem, How::REOPENING, &mut ());
    always!(
        c,
        searched.cost() == Some(path.cost()),
        "A* with an admissible h is optimal, whatever h(goal) is"
    );
    Ok(())
}

/// With a consistent h, A\* never reopens, and expands every vertex at most once, with an optimal
/// g.
pub fn consistent_never_reopens<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = any_consistent::<N>(c, scope)?;
    let searched = code.search(&problem, How::REOPENING, &mut ());
    always!(c, searched.summary.reopenings == 0, "no vertex is reopened");
    // Nothing was reopened, so g in CLOSED is g at the selection.
    let from_start = problem.from_start(scope.far(N) + 1);
    let mut closed = 0;
    for (v, &optimal) in from_start.iter().enumerate() {
        if let Some(g) = searched.g[v]
            && !searched.open[v]
        {
            closed += 1;
            always!(c, g == optimal, "g was optimal at every selection");
        }
    }
    always!(
        c,
        closed == searched.summary.expansions,
        "every closed vertex was expanded once"
    );
    sometimes!(
        c,
        searched.summary.updates > 0,
        "a vertex in OPEN is improved"
    );
    sometimes!(c, closed > 2, "three vertices are expanded");
    Ok(())
}

/// With a consistent h, A\* without reopening is optimal.
pub fn consistent_without_reopening_is_optimal<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = any_consistent::<N>(c, scope)?;
    let path = OptimalPath::any(c, &problem, scope)?;
    let searched = code.search(&problem, How::CLOSING, &mut ());
    always!(
        c,
        searched.cost() == Some(path.cost()),
        "A* with a consistent h is optimal without reopening"
    );
    sometimes!(
        c,
        searched.summary.expansions > path.steps() as u64,
        "vertices off the path are expanded"
    );
    Ok(())
}

/// Refuted: with an admissible h, A\* without reopening is optimal.
pub fn admissible_without_reopening_loses<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let (problem, path) = any_admissible::<N>(c, scope)?;
    let searched = code.search(&problem, How::CLOSING, &mut ());
    always!(
        c,
        searched.cost() == Some(path.cost()),
        "A* with an admissible h is optimal without reopening"
    );
    Ok(())
}
