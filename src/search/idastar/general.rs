//! IDA\* on any space.

use super::super::astar::{End, SearchError, Solution, Solved, no_step, one_step_more};
use super::super::limits::Limits;
use super::super::trace::Summary;
use crate::heuristic::{Estimate, Heuristic};
use crate::space::{Cost, Space};

/// Iterative-deepening A\*: depth-first search within a limit on f that is raised to the least f
/// above it until a goal is found.
///
/// No path visits a state twice, so the search ends on every finite space. If `heuristic` is
/// admissible and 0 at every goal, the path is optimal. In the summary, `peak_open` is the number
/// of states on the longest path followed; nothing is ever updated, reopened or closed.
///
/// # Errors
///
/// If the heuristic fails, a transition costs 0, the cost of a path overflows, or the space returns
/// different transitions for the same state.
///
/// ```
/// use admit::search::{Limits, idastar};
/// use admit::heuristic::Zero;
/// use admit::space::cube::{FullCube, parse_state};
/// let found = idastar(&FullCube, parse_state("R U").unwrap(), &Zero, &Limits::NONE).unwrap();
/// assert_eq!(found.cost(), Some(2));
/// ```
pub fn idastar<Sp, H>(
    space: &Sp,
    start: Sp::State,
    heuristic: &H,
    limits: &Limits,
) -> Result<Solved<Sp::State, Sp::Action>, SearchError>
where
    Sp: Space,
    H: Heuristic<Sp::State> + ?Sized,
{
    let mut summary = Summary::default();
    let solved = |end, summary| Ok(Solved { end, summary });
    let Estimate::Finite(h) = heuristic.h(&start)? else {
        summary.dead_ends = 1;
        return solved(End::Exhausted, summary);
    };
    let mut limit = h as i64;
    // A child on the stack with the length of its path.
    let first: (usize, Sp::State, Cost) = (0, start, 0);
    loop {
        let mut least_above = None;
        let mut path: Vec<(Sp::State, Cost)> = Vec::new();
        let mut waiting = Vec::new();
        let mut children = vec![first.clone()];
        while let Some((before, state, g)) = children.pop() {
            path.truncate(before);
            path.push((state.clone(), g));
            summary.peak_open = summary.peak_open.max(path.len() as u64);
            if space.is_goal(&state) {
                return solved(End::Found(Solution::along(space, path)?), summary);
            }
            if let Some(by) = limits.reached(summary.expansions) {
                return solved(End::Stopped { by, bound: limit }, summary);
            }
            summary.expansions += 1;
            for (child, cost) in space.successors(&state) {
                summary.generations += 1;
                let g_new = one_step_more(g, cost).ok_or_else(|| no_step(g, cost))?;
                if path.iter().any(|(on_path, _)| *on_path == child) {
                    continue;
                }
                let Estimate::Finite(h) = heuristic.h(&child)? else {
                    summary.dead_ends += 1;
                    continue;
                };
                let f = g_new as i64 + h as i64;
                if f <= limit {
                    waiting.push((path.len(), child, g_new));
                } else {
                    least_above = Some(least_above.map_or(f, |least: i64| least.min(f)));
                }
            }
            children.extend(waiting.drain(..).rev());
        }
        match least_above {
            None => return solved(End::Exhausted, summary),
            Some(f) => limit = f,
        }
    }
}
