//! The checks under Kani: all cases at once, within the bound stated for each.
//!
//! Loops over vertices, edges and rounds of relaxation have constant bounds. Only the main loop of
//! A\* has none: among 3 vertices it expands the start and one more and selects the goal, 3 rounds;
//! among 4, with costs up to 3, one of the two between start and goal may be expanded twice, 5
//! rounds. The unwinding is one more, and Kani checks that it suffices.

mod abstraction;
mod certify;
mod header;
mod invariant;
mod optimality;
mod ranking;
mod search;
mod suboptimality;
mod ties;

use crate::choices::Symbolic;
use crate::code::Production;
use crate::problem::Scope;

/// Costs from 1 to 3 or no edge, h from 0 to 15 and 0 at the goal.
const SCOPE: Scope = Scope::new(3, 15).trimmed();
/// The same with h from −8 to 7, also at the goal.
const ANY_H: Scope = Scope::new(3, 7).any_h_from(-8).trimmed();
