//! How much A\* may lose.

use crate::choices::{Case, Choices};
use crate::code::{Code, How};
use crate::problem::{OptimalPath, Problem, Scope};
use crate::{always, sometimes};

/// With reopening, C − C* is at most the largest h − h\* along any optimal path,
/// less h(goal).
///
/// # Errors
///
/// See [`Case`].
pub fn under_reopening<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &Scope,
) -> Case {
    let problem = Problem::<N>::any(c, scope)?;
    let path = OptimalPath::any(c, &problem, scope)?;
    let found = code.search(&problem, How::REOPENING, &mut ());
    always!(
        c,
        found.cost().is_some(),
        "a goal that can be reached is found"
    );
    let loss = found.cost().unwrap_or(0) as i64 - path.cost() as i64;
    let goal_value = problem.h[path.vertex(N - 1) as usize] as i64;
    let psi = path.inadmissibility_from(0, &problem.h) - goal_value;
    always!(c, loss <= psi, "C − C* is at most the maximum of h − h*");
    sometimes!(c, loss > 0, "something is lost");
    sometimes!(
        c,
        loss > 0 && loss == psi,
        "all that the bound allows is lost"
    );
    sometimes!(c, found.summary.reopenings > 0, "a vertex is reopened");
    Ok(())
}
