//! The checks about A\*, exhaustively on small graphs and at random on larger
//! ones.

use super::graph_checks::GraphCheck;
use crate::graph_check;
use admit_proofs::checks::{search, suboptimality};
use admit_proofs::mutants::Mutant;
use admit_proofs::problem::Scope;

const SEARCH: &str = "proofs/src/checks/search.rs";
const SUBOPTIMALITY: &str = "proofs/src/checks/suboptimality.rs";

/// 2 and 3 vertices.
const SMALL: Scope = Scope::new(2, 3);
/// 4 vertices, in seconds.
const FOUR: Scope = Scope::new(3, 3).trimmed();
/// 4 vertices, in a minute.
const FOUR_SLOWLY: Scope = Scope::new(3, 6).trimmed();
/// At random, sparse enough for long paths.
const LARGE: Scope = Scope::new(9, 30).ragged(12);

/// Every check about A\* on graphs.
pub const CHECKS: &[GraphCheck] = &[
    graph_check! {
        search::idle_edges,
        file: SEARCH,
        small: SMALL,
        large: LARGE,
        kills: &[],
    },
    graph_check! {
        suboptimality::under_reopening,
        file: SUBOPTIMALITY,
        small: SMALL,
        four: FOUR,
        slowly: FOUR_SLOWLY,
        large: LARGE,
        kills: &[Mutant::NeverReopens],
    },
];
