//! The list of checks on A\* and on abstractions, with their scopes.

use super::graph_checks::{GraphCheck, graph_checks};
use admit_proofs::checks::{abstraction, invariant, optimality, search, suboptimality, ties};
use admit_proofs::problem::Scope;

/// 2 and 3 vertices.
const SMALL: Scope = Scope::new(2, 3);
/// 4 vertices, in seconds.
const FOUR: Scope = Scope::new(3, 3).trimmed();
/// 4 vertices, in a minute.
const FOUR_SLOWLY: Scope = Scope::new(3, 6).trimmed();
/// Random graphs, sparse enough for long paths.
const LARGE: Scope = Scope::new(9, 30).ragged(12);

/// The same with arbitrary h, at the goal too.
const SMALL_ANY_H: Scope = Scope::new(3, 2).any_h_from(-2).trimmed();
const FOUR_ANY_H: Scope = Scope::new(2, 2).any_h_from(-1).trimmed();
const FOUR_ANY_H_SEARCHED: Scope = Scope::new(2, 3).any_h_from(-1).trimmed().zero_at_start();
const FOUR_ANY_H_SLOWLY: Scope = Scope::new(3, 3).any_h_from(-1).trimmed();
const LARGE_ANY_H: Scope = Scope::new(9, 30).any_h_from(-30).ragged(12);

/// The same where every number of expansions, or every step, is a case of its own.
const FOUR_BY_STEP: Scope = Scope::new(3, 2).trimmed().zero_at_start();
const SMALL_TIES: Scope = Scope::new(3, 2).trimmed();
const FOUR_TIES: Scope = Scope::new(1, 2).trimmed().zero_at_start();
const FOUR_TIES_SLOWLY: Scope = Scope::new(2, 2).trimmed().zero_at_start();

/// Graphs without a start, with one or two maps of vertices to classes.
const SMALL_MAP: Scope = Scope::new(3, 0);
const SMALL_MAPS: Scope = Scope::new(2, 0);
const FOUR_MAP: Scope = Scope::new(1, 0);
const LARGE_MAP: Scope = Scope::new(4, 60).ragged(12);
const SMALL_CORRECTED: Scope = Scope::new(2, 2);

/// All checks on graphs in this list. Those that kill no mutant state something false, with a
/// counterexample on small graphs.
pub const CHECKS: &[GraphCheck] = graph_checks! {
    search::idle_edges, small: SMALL, large: LARGE, kills: [ExpandsTheGoal],
    search::completeness, small: SMALL, four: FOUR, large: LARGE, kills: [AlwaysReopens,
        ForgetsLastVertex, ForgetsEdgeCost],
    search::selects_the_least, small: SMALL, four: FOUR_BY_STEP, large: LARGE, kills: [TiesByAge,
        TiesByLargest, SelectsLargest, WideBuckets, ForgetsG, ReopenedKeepsF],
    search::parents_add_up, small: SMALL, four: FOUR, large: LARGE, kills: [ForgetsEdgeCost,
        KeepsParent, ReopenedKeepsG],
    suboptimality::under_reopening, small: SMALL, four: FOUR, slowly: FOUR_SLOWLY, large: LARGE,
        kills: [NeverReopens, ReopenedKeepsG, SelectsLargest, WideBuckets, ForgetsG, NeverImproves,
        StopsAtGeneration],
    suboptimality::under_reopening_any_h, small: SMALL_ANY_H, four: FOUR_ANY_H_SEARCHED,
        slowly: FOUR_ANY_H_SLOWLY, large: LARGE_ANY_H, kills: [SelectsLargest],
    suboptimality::leaving_out_the_start, small: SMALL, four: FOUR, slowly: FOUR_SLOWLY,
        large: LARGE, kills: [NeverReopens, StopsAtGeneration],
    suboptimality::without_reopening, small: SMALL, four: FOUR, slowly: FOUR_SLOWLY, large: LARGE,
        kills: [SignedInconsistency, ReversedInconsistency, ForgetsG],
    suboptimality::psi_fails_without_reopening, small: SMALL, four: FOUR, kills: [],
    suboptimality::psi_never_above_inconsistency_with_start, small: SMALL, kills: [],
    suboptimality::psi_never_above_inconsistency, small: SMALL_ANY_H, four: FOUR_ANY_H,
        large: LARGE_ANY_H, kills: [SignedInconsistency, ReversedInconsistency],
    suboptimality::strict_if_goal_last, small: SMALL, four: FOUR, slowly: FOUR_SLOWLY, large: LARGE,
        kills: [TiesByLargest],
    suboptimality::strict_always, small: SMALL, kills: [],
    suboptimality::strict_if_lost, small: SMALL, four: FOUR, kills: [],
    suboptimality::without_reopening_from_two, small: SMALL, four: FOUR, kills: [],
    suboptimality::g_error_without_reopening, small: SMALL, four: FOUR, large: LARGE,
        kills: [SignedInconsistency, NeverImproves],
    suboptimality::g_error_of_any_open_vertex, small: SMALL, four: FOUR, kills: [],
    suboptimality::valenzano_h_error, small: SMALL_ANY_H, four: FOUR_ANY_H, large: LARGE_ANY_H,
        kills: [ReversedInconsistency],
    invariant::open_holds_optimal_vertex, small: SMALL, four: FOUR_BY_STEP, slowly: FOUR,
        large: LARGE, kills: [NeverReopens, ReopenedKeepsG, NeverImproves, ForgetsLastVertex],
    invariant::hart_lemma, small: SMALL, large: LARGE, kills: [ForgetsLastVertex],
    invariant::closed_child_is_moved_back, small: SMALL, four: FOUR_BY_STEP, kills: [],
    invariant::stronger_invariant, small: SMALL, four: FOUR_BY_STEP, large: LARGE,
        kills: [NeverReopens, ReopenedKeepsG, NeverImproves],
    ties::same_trace, small: SMALL_TIES, four: FOUR_TIES, slowly: FOUR_TIES_SLOWLY, large: LARGE,
        kills: [WideBuckets, NegativeIsZero],
    ties::same_trace_needs_order, small: SMALL_TIES, kills: [],
    ties::insertion_order_suffices, small: SMALL_TIES, four: FOUR_TIES, large: LARGE,
        kills: [WideBuckets, NegativeIsZero],
    optimality::admissible_is_optimal, small: SMALL, four: FOUR, slowly: FOUR_SLOWLY, large: LARGE,
        kills: [NeverReopens, WideBuckets, StopsAtGeneration],
    optimality::admissible_needs_goal_value, small: SMALL_ANY_H, kills: [],
    optimality::consistent_never_reopens, small: SMALL, four: FOUR, slowly: FOUR_SLOWLY,
        large: LARGE, kills: [EqualIsBetter, WideBuckets, SelectsLargest],
    optimality::consistent_without_reopening_is_optimal, small: SMALL, four: FOUR, large: LARGE,
        kills: [NeverImproves, StopsAtGeneration],
    optimality::admissible_without_reopening_loses, small: SMALL, four: FOUR, kills: [],
    abstraction::pdb_admissible, small: SMALL_MAP, four: FOUR_MAP, large: LARGE_MAP,
        kills: [DearestAbstractEdge],
    abstraction::pdb_consistent, small: SMALL_MAP, four: FOUR_MAP, large: LARGE_MAP,
        kills: [DearestAbstractEdge],
    abstraction::minimum_admissible, small: SMALL_MAP, four: SMALL_MAPS, large: LARGE_MAP,
        kills: [MaximumOfRun, ShortRun],
    abstraction::minimum_consistent, small: SMALL_MAP, kills: [],
    abstraction::delta_never_negative, small: SMALL_MAPS, large: LARGE_MAP,
        kills: [DearestAbstractEdge],
    abstraction::delta_reconstructs, small: SMALL_MAPS, large: LARGE_MAP, kills: [NarrowDifference,
        ForgetsBase],
    abstraction::max_admissible, small: SMALL_MAPS, large: LARGE_MAP, kills: [SumForMaximum],
    abstraction::max_consistent, small: SMALL_MAPS, large: LARGE_MAP, kills: [SumForMaximum],
    abstraction::one_sided_correction, small: SMALL_CORRECTED, large: LARGE_MAP,
        kills: [CorrectionRaises],
};
