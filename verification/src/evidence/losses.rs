//! Suboptimality of A\* against its bounds, from every start of random graphs.

use super::{Evidence, Settled};
use crate::graphs::{Case, Values, case};
use crate::seeded::{self, Reached};
use admit::search::Astar;
use admit::space::graph::FiniteGraph;
use admit::theory::{Bounds, Instance};
use proptest::prelude::{TestCaseError, prop_assert, prop_assert_eq};

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "losses.rs": proptest Quick without_assumptions, }
}

/// Counts of non-trivial cases of a bound.
#[derive(Debug, Default)]
pub struct Earnest {
    /// Searches with a positive loss.
    pub lost: Reached,
    /// Searches whose loss equals the bound.
    pub tight: Reached,
    /// Searches that reopened a vertex.
    pub reopened: Reached,
}

/// Searches from every start and compares C − C\* with the bound.
///
/// # Errors
///
/// If a loss exceeds the bound, with the search.
pub fn within_bounds(
    Case { graph, h }: &Case,
    astar: &Astar,
    earnest: &Earnest,
) -> Result<(), TestCaseError> {
    let instance = Instance::new(graph, h).expect("small");
    let bounds = Bounds::new(&instance);
    for start in 0..graph.vertices() {
        let trial = instance
            .trial(&bounds, astar, start)
            .expect("costs are small");
        let Some(trial) = trial else {
            prop_assert_eq!(instance.distance(start), None);
            continue;
        };
        let lost = trial.suboptimality().expect("there is no limit");
        prop_assert!(lost >= 0, "cheaper than optimal from {start}: {trial:?}");
        prop_assert!(!trial.is_violated(), "from {start}: {trial:?}");
        if trial.reopening {
            let sharper = bounds.with_reopening_after_start(start).expect("reachable");
            prop_assert!(lost <= sharper, "{sharper} from {start}: {trial:?}");
        }
        if lost > 0 {
            earnest.lost.hit();
            if trial.slack() == Some(0) {
                earnest.tight.hit();
            }
        }
        if trial.summary.reopenings > 0 {
            earnest.reopened.hit();
        }
    }
    Ok(())
}

/// Number of random graphs.
const CASES: u32 = 20_000;

/// The paper assumes h ≥ 0 and h(goal) = 0; without reopening neither is needed.
fn without_assumptions() -> Settled {
    let (earnest, violated) = (Earnest::default(), Reached::new());
    let name = "without reopening the bound holds for any h";
    let astar = Astar::new().without_reopening();
    let tried = seeded::try_proptest(name, CASES, case(9, 6, Values::Any), |case| {
        let assumed = case.h[case.graph.goal() as usize] == 0 && case.h.iter().all(|&h| h >= 0);
        if assumed {
            return Ok(());
        }
        violated.hit();
        within_bounds(&case, &astar, &earnest)
    });
    let scope = "random digraphs of 2 to 9 vertices, costs 1 to 6, h from −8 to 12, negative \
                 somewhere or not 0 at the goal, from every start";
    Settled::holds_unless(tried.err(), scope, violated.times())
        .with_sometimes("a search has a positive loss", earnest.lost.times())
        .with_sometimes("a loss equals the bound", earnest.tight.times())
}
