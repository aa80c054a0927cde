//! Exact distances in small spaces, by textbook algorithms.
//!
//! A reference for the fast code elsewhere: breadth-first search and Dijkstra's algorithm over
//! standard maps, without ranks or threads. A limit on the number of states bounds memory.
//!
//! | function | distances | spaces |
//! |---|---|---|
//! | [`breadth_first`] | from the nearest of some states | all steps cost 1 |
//! | [`dijkstra`] | from the nearest of some states | any |
//! | [`to_goals`] | to the nearest goal, within a set of states | any |
//! | [`to_goals_from`] | to the nearest goal, for all states reachable from one | any |
//!
//! In undirected spaces distances *from* the goals are distances *to* them.
//!
//! ```
//! use admit::space::distances::{breadth_first, to_goals_from};
//! use admit::space::tiles::Tiles;
//!
//! let tiles = Tiles::new(3, 2).unwrap();
//! let from_goal = breadth_first(&tiles, [tiles.goal()], 1000).unwrap();
//! assert_eq!((from_goal.len(), from_goal.values().max()), (360, Some(&21)));
//! // Slides are undone by slides.
//! assert_eq!(to_goals_from(&tiles, tiles.goal(), 1000).unwrap(), from_goal);
//! ```

use super::{Cost, Space};
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};
use std::hash::Hash;
use thiserror::Error;

/// Reason why distances could not be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DistanceError {
    /// More states than were allowed.
    #[error("the space has more than {limit} states, which is the limit")]
    TooManyStates {
        /// The limit.
        limit: usize,
    },
    /// A distance overflows.
    #[error("a distance is too large: {distance} and then {cost} is more than {max}", max = Cost::MAX)]
    Overflow {
        /// Distance up to the last step.
        distance: Cost,
        /// Cost of the last step.
        cost: Cost,
    },
    /// A step costs 0.
    #[error("a step from {state} costs 0; costs are positive")]
    ZeroCost {
        /// Source.
        state: String,
    },
    /// Breadth-first search found a step that does not cost 1.
    #[error("a step from {state} costs {cost}; breadth-first search expects every step to cost 1")]
    NotOne {
        /// Source.
        state: String,
        /// Cost.
        cost: Cost,
    },
    /// A step leads to a state that was not given.
    #[error(
        "a step leads from {state} to {outside}, which is not among the states that were given"
    )]
    Outside {
        /// Source.
        state: String,
        /// Target.
        outside: String,
    },
}

/// Distances from the nearest of some states, in a space of unit costs. Unreachable states are not
/// in the map.
///
/// # Errors
///
/// If there are more than `limit` states, if some step does not cost 1, or if a distance does not
/// fit into [`Cost`].
///
/// ```
/// use admit::space::cube::{Cube, FullCube};
/// use admit::space::distances::{DistanceError, breadth_first};
/// let refused = breadth_first(&FullCube, [Cube::SOLVED], 1000);
/// assert_eq!(refused, Err(DistanceError::TooManyStates { limit: 1000 }));
/// ```
pub fn breadth_first<Sp: Space>(
    space: &Sp,
    starts: impl IntoIterator<Item = Sp::State>,
    limit: usize,
) -> Result<HashMap<Sp::State, Cost>, DistanceError> {
    let mut found = HashMap::new();
    let mut queue = VecDeque::new();
    for start in starts {
        if found.insert(start.clone(), 0).is_none() {
            queue.push_back(start);
        }
    }
    expect_few(found.len(), limit)?;
    while let Some(state) = queue.pop_front() {
        let distance = found[&state];
        for (next, cost) in space.successors(&state) {
            if cost != 1 {
                return Err(DistanceError::NotOne {
                    state: format!("{state:?}"),
                    cost,
                });
            }
            if let Entry::Vacant(vacant) = found.entry(next) {
                queue.push_back(vacant.key().clone());
                vacant.insert(sum(distance, cost)?);
                expect_few(found.len(), limit)?;
            }
        }
    }
    Ok(found)
}

/// Distances from the nearest of some states, for any costs. Unreachable states are not in the map.
///
/// # Errors
///
/// If there are more than `limit` states, if some step costs 0, or if the cost of a path does not
/// fit into [`Cost`].
///
/// ```
/// use admit::space::{Cost, Space, distances::dijkstra};
///
/// /// Stairs: one step for 2, three at once for 5.
/// struct Stairs;
/// impl Space for Stairs {
///     type State = u8;
///     type Action = ();
///     fn transitions(&self, &n: &u8) -> impl Iterator<Item = ((), u8, Cost)> {
///         [((), n + 1, 2), ((), n + 3, 5)].into_iter().filter(|&(_, n, _)| n <= 10)
///     }
///     fn is_goal(&self, &n: &u8) -> bool {
///         n == 10
///     }
/// }
/// assert_eq!(dijkstra(&Stairs, [0], 100).unwrap()[&10], 17);
/// ```
pub fn dijkstra<Sp: Space>(
    space: &Sp,
    starts: impl IntoIterator<Item = Sp::State>,
    limit: usize,
) -> Result<HashMap<Sp::State, Cost>, DistanceError> {
    nearest_first(starts, limit, |state| {
        (space.successors(state))
            .map(|(next, cost)| positive(state, cost).map(|cost| (next, cost)))
            .collect()
    })
}

/// Distances to the nearest goal within a complete set of states. Dead ends are not in the map.
///
/// # Errors
///
/// If a step leads to a state that was not given, if some step costs 0, or if the cost of a path
/// does not fit into [`Cost`].
///
/// ```
/// use admit::space::{Ranked, distances::to_goals, tiles::Tiles};
/// let tiles = Tiles::new(2, 2).unwrap();
/// let all = (0..tiles.size()).filter_map(|rank| tiles.unrank(rank));
/// assert_eq!(to_goals(&tiles, all).unwrap().len(), 12); // the solvable half
/// ```
pub fn to_goals<Sp: Space>(
    space: &Sp,
    states: impl IntoIterator<Item = Sp::State>,
) -> Result<HashMap<Sp::State, Cost>, DistanceError> {
    let states: HashSet<Sp::State> = states.into_iter().collect();
    let mut leads_here: HashMap<Sp::State, Vec<(Sp::State, Cost)>> = HashMap::new();
    for state in &states {
        for (next, cost) in space.successors(state) {
            let cost = positive(state, cost)?;
            if !states.contains(&next) {
                return Err(DistanceError::Outside {
                    state: format!("{state:?}"),
                    outside: format!("{next:?}"),
                });
            }
            leads_here
                .entry(next)
                .or_default()
                .push((state.clone(), cost));
        }
    }
    let goals: Vec<Sp::State> = (states.iter())
        .filter(|state| space.is_goal(state))
        .cloned()
        .collect();
    nearest_first(goals, states.len(), |state| {
        Ok(leads_here.get(state).cloned().unwrap_or_default())
    })
}

/// Distances to the nearest goal of every state reachable from `start`. Dead ends are not in the
/// map.
///
/// # Errors
///
/// As [`dijkstra`].
pub fn to_goals_from<Sp: Space>(
    space: &Sp,
    start: Sp::State,
    limit: usize,
) -> Result<HashMap<Sp::State, Cost>, DistanceError> {
    to_goals(space, dijkstra(space, [start], limit)?.into_keys())
}

/// Dijkstra's algorithm along any edges.
fn nearest_first<S: Clone + Ord + Hash>(
    starts: impl IntoIterator<Item = S>,
    limit: usize,
    edges: impl Fn(&S) -> Result<Vec<(S, Cost)>, DistanceError>,
) -> Result<HashMap<S, Cost>, DistanceError> {
    let mut found = HashMap::new();
    let mut queue = BinaryHeap::new();
    for start in starts {
        if found.insert(start.clone(), 0).is_none() {
            queue.push(Reverse((0, start)));
        }
    }
    expect_few(found.len(), limit)?;
    while let Some(Reverse((distance, state))) = queue.pop() {
        if distance > found[&state] {
            continue; // a nearer way was found in the meantime
        }
        for (next, cost) in edges(&state)? {
            let through = sum(distance, cost)?;
            let nearer = found.get(&next).is_none_or(|&known| through < known);
            if nearer {
                found.insert(next.clone(), through);
                queue.push(Reverse((through, next)));
                expect_few(found.len(), limit)?;
            }
        }
    }
    Ok(found)
}

fn sum(distance: Cost, cost: Cost) -> Result<Cost, DistanceError> {
    distance
        .checked_add(cost)
        .ok_or(DistanceError::Overflow { distance, cost })
}

fn positive<S: std::fmt::Debug>(state: &S, cost: Cost) -> Result<Cost, DistanceError> {
    if cost == 0 {
        return Err(DistanceError::ZeroCost {
            state: format!("{state:?}"),
        });
    }
    Ok(cost)
}

fn expect_few(states: usize, limit: usize) -> Result<(), DistanceError> {
    if states > limit {
        return Err(DistanceError::TooManyStates { limit });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A listed graph; the last state is the goal.
    struct Listed(Vec<(u8, u8, Cost)>, u8);

    impl Space for Listed {
        type State = u8;
        type Action = ();

        fn transitions(&self, &state: &u8) -> impl Iterator<Item = ((), u8, Cost)> {
            (self.0.iter())
                .filter(move |&&(from, ..)| from == state)
                .map(|&(_, to, cost)| ((), to, cost))
        }

        fn is_goal(&self, &state: &u8) -> bool {
            state == self.1
        }
    }

    #[test]
    fn a_cheaper_path_of_more_steps_wins() {
        let space = Listed(
            vec![(0, 3, 10), (0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 3, 1)],
            3,
        );
        let from = dijkstra(&space, [0], 4).unwrap();
        assert_eq!(from, HashMap::from([(0, 0), (1, 2), (2, 5), (3, 9)]));
        let to = to_goals_from(&space, 0, 4).unwrap();
        assert_eq!(to, HashMap::from([(0, 9), (1, 7), (2, 4), (3, 0)]));
    }

    #[test]
    fn directed_edges_lead_one_way() {
        let space = Listed(vec![(0, 1, 1), (0, 2, 1), (3, 2, 1)], 2);
        assert_eq!(breadth_first(&space, [0], 9).unwrap().len(), 3);
        // 1 leads nowhere, and 3 is not reached from 0 but does lead to the goal.
        assert_eq!(
            to_goals_from(&space, 0, 9).unwrap(),
            HashMap::from([(0, 1), (2, 0)])
        );
        let all = to_goals(&space, 0..4).unwrap();
        assert_eq!(all, HashMap::from([(0, 1), (2, 0), (3, 1)]));
    }

    #[test]
    fn distances_are_from_the_nearest_source() {
        let space = Listed((0..9).map(|i| (i, i + 1, 1)).collect(), 9);
        let found = breadth_first(&space, [0, 5, 5], 10).unwrap();
        assert_eq!((found[&4], found[&9]), (4, 4));
        assert_eq!(dijkstra(&space, [0, 5, 5], 10).unwrap(), found);
    }

    #[test]
    fn errors_name_their_states() {
        let line = |cost| Listed(vec![(0, 1, 1), (1, 2, cost)], 2);
        let too_many = Err(DistanceError::TooManyStates { limit: 2 });
        assert_eq!(breadth_first(&line(1), [0], 2), too_many);
        assert_eq!(dijkstra(&line(1), [0], 2), too_many);
        assert!(matches!(
            dijkstra(&line(Cost::MAX), [0], 9),
            Err(DistanceError::Overflow {
                distance: 1,
                cost: Cost::MAX
            })
        ));
        assert!(matches!(
            breadth_first(&line(2), [0], 9),
            Err(DistanceError::NotOne { cost: 2, .. })
        ));
        assert!(matches!(
            dijkstra(&line(0), [0], 9),
            Err(DistanceError::ZeroCost { .. })
        ));
        assert!(matches!(
            to_goals(&line(0), 0..3),
            Err(DistanceError::ZeroCost { .. })
        ));
        assert!(matches!(
            to_goals(&line(1), 0..2),
            Err(DistanceError::Outside { .. })
        ));
    }
}
