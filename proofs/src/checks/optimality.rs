//! When nothing is lost.
//!
//! An admissible h never exceeds the distance; a consistent one falls along no
//! edge by more than the cost of the edge. Where a claim is about such an h, any
//! h is taken and lowered until it is one: so all of them are seen, and no case
//! is thrown away.

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

/// With reopening, an admissible h that is not negative at the goal, and so 0
/// there, loses nothing.
///
/// # Errors
///
/// See [`Case`].
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
        "an admissible h finds an optimal path"
    );
    sometimes!(c, searched.summary.reopenings > 0, "a vertex is reopened");
    sometimes!(
        c,
        searched.summary.expansions > path.steps() as u64,
        "vertices off the path are expanded"
    );
    Ok(())
}

/// Not so: that h(goal) may be negative.
///
/// # Errors
///
/// See [`Case`].
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
        "an admissible h finds an optimal path, whatever h(goal) is"
    );
    Ok(())
}

/// With a consistent h, A\* that may reopen never does, and every vertex is
/// expanded once, with an optimal g.
///
/// # Errors
///
/// See [`Case`].
pub fn consistent_never_reopens<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = any_consistent::<N>(c, scope)?;
    let searched = code.search(&problem, How::REOPENING, &mut ());
    always!(c, searched.summary.reopenings == 0, "no vertex is reopened");
    // None was reopened, so g in CLOSED is what it was at the selection.
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
        "every vertex is expanded once"
    );
    sometimes!(
        c,
        searched.summary.updates > 0,
        "a vertex in OPEN is improved"
    );
    sometimes!(c, closed > 2, "three vertices are expanded");
    Ok(())
}

/// With a consistent h, A\* without reopening loses nothing.
///
/// # Errors
///
/// See [`Case`].
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
        "without reopening, a consistent h finds an optimal path"
    );
    sometimes!(
        c,
        searched.summary.expansions > path.steps() as u64,
        "vertices off the path are expanded"
    );
    Ok(())
}

/// Not so: that without reopening an admissible h loses nothing.
///
/// # Errors
///
/// See [`Case`].
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
        "without reopening, an admissible h finds an optimal path"
    );
    Ok(())
}
