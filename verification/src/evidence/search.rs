//! The list of checks on A\* and on abstractions, with their scopes.

use super::graph_checks::GraphCheck;
use crate::graph_check;
use admit_proofs::checks::{abstraction, invariant, optimality, search, suboptimality, ties};
use admit_proofs::mutants::Mutant;
use admit_proofs::problem::Scope;

const SEARCH: &str = "proofs/src/checks/search.rs";
const SUBOPTIMALITY: &str = "proofs/src/checks/suboptimality.rs";
const INVARIANT: &str = "proofs/src/checks/invariant.rs";
const TIES: &str = "proofs/src/checks/ties.rs";
const OPTIMALITY: &str = "proofs/src/checks/optimality.rs";
const ABSTRACTION: &str = "proofs/src/checks/abstraction.rs";

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
pub const CHECKS: &[GraphCheck] = &[
    graph_check! {
        search::idle_edges,
        file: SEARCH,
        small: SMALL,
        large: LARGE,
        kills: &[Mutant::ExpandsTheGoal],
    },
    graph_check! {
        search::completeness,
        file: SEARCH,
        small: SMALL,
        four: FOUR,
        large: LARGE,
        kills: &[
            Mutant::AlwaysReopens,
            Mutant::ForgetsLastVertex,
            Mutant::ForgetsEdgeCost,
        ],
    },
    graph_check! {
        search::selects_the_least,
        file: SEARCH,
        small: SMALL,
        four: FOUR_BY_STEP,
        large: LARGE,
        kills: &[
            Mutant::TiesByAge,
            Mutant::TiesByLargest,
            Mutant::SelectsLargest,
            Mutant::WideBuckets,
            Mutant::ForgetsG,
            Mutant::ReopenedKeepsF,
        ],
    },
    graph_check! {
        search::parents_add_up,
        file: SEARCH,
        small: SMALL,
        four: FOUR,
        large: LARGE,
        kills: &[
            Mutant::ForgetsEdgeCost,
            Mutant::KeepsParent,
            Mutant::ReopenedKeepsG,
        ],
    },
    graph_check! {
        suboptimality::under_reopening,
        file: SUBOPTIMALITY,
        small: SMALL,
        four: FOUR,
        slowly: FOUR_SLOWLY,
        large: LARGE,
        kills: &[
            Mutant::NeverReopens,
            Mutant::ReopenedKeepsG,
            Mutant::SelectsLargest,
            Mutant::WideBuckets,
            Mutant::ForgetsG,
            Mutant::NeverImproves,
            Mutant::StopsAtGeneration,
        ],
    },
    graph_check! {
        suboptimality::under_reopening_any_h,
        file: SUBOPTIMALITY,
        small: SMALL_ANY_H,
        four: FOUR_ANY_H_SEARCHED,
        slowly: FOUR_ANY_H_SLOWLY,
        large: LARGE_ANY_H,
        kills: &[Mutant::SelectsLargest],
    },
    graph_check! {
        suboptimality::leaving_out_the_start,
        file: SUBOPTIMALITY,
        small: SMALL,
        four: FOUR,
        slowly: FOUR_SLOWLY,
        large: LARGE,
        kills: &[Mutant::NeverReopens, Mutant::StopsAtGeneration],
    },
    graph_check! {
        suboptimality::without_reopening,
        file: SUBOPTIMALITY,
        small: SMALL,
        four: FOUR,
        slowly: FOUR_SLOWLY,
        large: LARGE,
        kills: &[Mutant::SignedInconsistency, Mutant::ReversedInconsistency, Mutant::ForgetsG],
    },
    graph_check! {
        suboptimality::psi_fails_without_reopening,
        file: SUBOPTIMALITY,
        small: SMALL,
        four: FOUR,
        kills: &[],
    },
    graph_check! {
        suboptimality::psi_never_above_inconsistency_with_start,
        file: SUBOPTIMALITY,
        small: SMALL,
        kills: &[],
    },
    graph_check! {
        suboptimality::psi_never_above_inconsistency,
        file: SUBOPTIMALITY,
        small: SMALL_ANY_H,
        four: FOUR_ANY_H,
        large: LARGE_ANY_H,
        kills: &[Mutant::SignedInconsistency, Mutant::ReversedInconsistency],
    },
    graph_check! {
        suboptimality::strict_if_goal_last,
        file: SUBOPTIMALITY,
        small: SMALL,
        four: FOUR,
        slowly: FOUR_SLOWLY,
        large: LARGE,
        kills: &[Mutant::TiesByLargest],
    },
    graph_check! {
        suboptimality::strict_always,
        file: SUBOPTIMALITY,
        small: SMALL,
        kills: &[],
    },
    graph_check! {
        suboptimality::strict_if_lost,
        file: SUBOPTIMALITY,
        small: SMALL,
        four: FOUR,
        kills: &[],
    },
    graph_check! {
        suboptimality::without_reopening_from_two,
        file: SUBOPTIMALITY,
        small: SMALL,
        four: FOUR,
        kills: &[],
    },
    graph_check! {
        suboptimality::g_error_without_reopening,
        file: SUBOPTIMALITY,
        small: SMALL,
        four: FOUR,
        large: LARGE,
        kills: &[Mutant::SignedInconsistency, Mutant::NeverImproves],
    },
    graph_check! {
        suboptimality::g_error_of_any_open_vertex,
        file: SUBOPTIMALITY,
        small: SMALL,
        four: FOUR,
        kills: &[],
    },
    graph_check! {
        suboptimality::valenzano_h_error,
        file: SUBOPTIMALITY,
        small: SMALL_ANY_H,
        four: FOUR_ANY_H,
        large: LARGE_ANY_H,
        kills: &[Mutant::ReversedInconsistency],
    },
    graph_check! {
        invariant::open_holds_optimal_vertex,
        file: INVARIANT,
        small: SMALL,
        four: FOUR_BY_STEP,
        slowly: FOUR,
        large: LARGE,
        kills: &[
            Mutant::NeverReopens,
            Mutant::ReopenedKeepsG,
            Mutant::NeverImproves,
            Mutant::ForgetsLastVertex,
        ],
    },
    graph_check! {
        invariant::hart_lemma,
        file: INVARIANT,
        small: SMALL,
        large: LARGE,
        kills: &[Mutant::ForgetsLastVertex],
    },
    graph_check! {
        invariant::closed_child_is_moved_back,
        file: INVARIANT,
        small: SMALL,
        four: FOUR_BY_STEP,
        kills: &[],
    },
    graph_check! {
        invariant::stronger_invariant,
        file: INVARIANT,
        small: SMALL,
        four: FOUR_BY_STEP,
        large: LARGE,
        kills: &[Mutant::NeverReopens, Mutant::ReopenedKeepsG, Mutant::NeverImproves],
    },
    graph_check! {
        ties::same_trace,
        file: TIES,
        small: SMALL_TIES,
        four: FOUR_TIES,
        slowly: FOUR_TIES_SLOWLY,
        large: LARGE,
        kills: &[Mutant::WideBuckets, Mutant::NegativeIsZero],
    },
    graph_check! {
        ties::same_trace_needs_order,
        file: TIES,
        small: SMALL_TIES,
        kills: &[],
    },
    graph_check! {
        ties::insertion_order_suffices,
        file: TIES,
        small: SMALL_TIES,
        four: FOUR_TIES,
        large: LARGE,
        kills: &[Mutant::WideBuckets, Mutant::NegativeIsZero],
    },
    graph_check! {
        optimality::admissible_is_optimal,
        file: OPTIMALITY,
        small: SMALL,
        four: FOUR,
        slowly: FOUR_SLOWLY,
        large: LARGE,
        kills: &[Mutant::NeverReopens, Mutant::WideBuckets, Mutant::StopsAtGeneration],
    },
    graph_check! {
        optimality::admissible_needs_goal_value,
        file: OPTIMALITY,
        small: SMALL_ANY_H,
        kills: &[],
    },
    graph_check! {
        optimality::consistent_never_reopens,
        file: OPTIMALITY,
        small: SMALL,
        four: FOUR,
        slowly: FOUR_SLOWLY,
        large: LARGE,
        kills: &[Mutant::EqualIsBetter, Mutant::WideBuckets, Mutant::SelectsLargest],
    },
    graph_check! {
        optimality::consistent_without_reopening_is_optimal,
        file: OPTIMALITY,
        small: SMALL,
        four: FOUR,
        large: LARGE,
        kills: &[Mutant::NeverImproves, Mutant::StopsAtGeneration],
    },
    graph_check! {
        optimality::admissible_without_reopening_loses,
        file: OPTIMALITY,
        small: SMALL,
        four: FOUR,
        kills: &[],
    },
    graph_check! {
        abstraction::pdb_admissible,
        file: ABSTRACTION,
        small: SMALL_MAP,
        four: FOUR_MAP,
        large: LARGE_MAP,
        kills: &[Mutant::DearestAbstractEdge],
    },
    graph_check! {
        abstraction::pdb_consistent,
        file: ABSTRACTION,
        small: SMALL_MAP,
        four: FOUR_MAP,
        large: LARGE_MAP,
        kills: &[Mutant::DearestAbstractEdge],
    },
    graph_check! {
        abstraction::minimum_admissible,
        file: ABSTRACTION,
        small: SMALL_MAP,
        four: SMALL_MAPS,
        large: LARGE_MAP,
        kills: &[Mutant::MaximumOfRun, Mutant::ShortRun],
    },
    graph_check! {
        abstraction::minimum_consistent,
        file: ABSTRACTION,
        small: SMALL_MAP,
        kills: &[],
    },
    graph_check! {
        abstraction::delta_never_negative,
        file: ABSTRACTION,
        small: SMALL_MAPS,
        large: LARGE_MAP,
        kills: &[Mutant::DearestAbstractEdge],
    },
    graph_check! {
        abstraction::delta_reconstructs,
        file: ABSTRACTION,
        small: SMALL_MAPS,
        large: LARGE_MAP,
        kills: &[Mutant::NarrowDifference, Mutant::ForgetsBase],
    },
    graph_check! {
        abstraction::max_admissible,
        file: ABSTRACTION,
        small: SMALL_MAPS,
        large: LARGE_MAP,
        kills: &[Mutant::SumForMaximum],
    },
    graph_check! {
        abstraction::max_consistent,
        file: ABSTRACTION,
        small: SMALL_MAPS,
        large: LARGE_MAP,
        kills: &[Mutant::SumForMaximum],
    },
    graph_check! {
        abstraction::one_sided_correction,
        file: ABSTRACTION,
        small: SMALL_CORRECTED,
        large: LARGE_MAP,
        kills: &[Mutant::CorrectionRaises],
    },
];
