//! The list of checks on steps of the paper's proofs: on all small graphs and, if true, on larger
//! random ones.

use super::graph_checks::{GraphCheck, graph_checks};
use admit_proofs::checks::steps;
use admit_proofs::problem::Scope;

/// 2 and 3 vertices.
const SMALL: Scope = Scope::new(2, 3);
/// 4 vertices, in seconds.
const FOUR: Scope = Scope::new(2, 3).trimmed();
/// Random graphs, sparse enough for long paths.
const LARGE: Scope = Scope::new(9, 30).ragged(12);

/// The same with h from `least_h`, still 0 at the goal.
const fn from_below(scope: Scope, least_h: i32) -> Scope {
    Scope { least_h, ..scope }
}

/// The same with h = 0, for statements without h.
const fn without_h(scope: Scope) -> Scope {
    Scope { most_h: 0, ..scope }
}

/// All checks of this list.
pub const CHECKS: &[GraphCheck] = graph_checks! {
    steps::g_never_rises, small: from_below(SMALL, -1), four: FOUR, large: from_below(LARGE, -10),
        kills: [ForgetsEdgeCost],
    steps::subpaths_are_optimal, small: without_h(Scope::new(3, 0)),
        four: without_h(Scope::new(3, 0).trimmed()), large: without_h(LARGE), kills: [],
    steps::printed_parents_lead_back, small: SMALL, kills: [],
    steps::inconsistency_bounds_reopening, small: from_below(SMALL, -1), four: from_below(FOUR, -1),
        large: from_below(LARGE, -10), kills: [StopsAtGeneration, SignedInconsistency],
    steps::loss_at_open_vertex, small: from_below(SMALL, -1), four: Scope::new(3, 2).trimmed(),
        large: from_below(LARGE, -10), kills: [StopsAtGeneration, SelectsLargest],
    steps::psi_from_overestimated, small: from_below(SMALL, -1), four: from_below(FOUR, -1),
        kills: [],
    steps::higher_mean_expands_less, small: without_h(SMALL), kills: [],
    steps::abstract_search_is_smaller, small: Scope::new(1, 0), four: Scope::new(1, 0).trimmed(),
        kills: [],
    steps::correction_consistent, small: SMALL, kills: [],
};
