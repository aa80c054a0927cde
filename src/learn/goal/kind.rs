//! Goals of one kind: one table, and its states in order of distance.

use super::{GoalError, GoalSpace};
use crate::files::Options;
use crate::pdb::{Table, UNREACHABLE};
use crate::space::{Cost, Ranked, Space};

/// The states from which the standard goal of a kind is reached.
#[derive(Debug)]
pub(super) struct Kind {
    /// By rank.
    distances: Vec<u16>,
    /// Ranks of states, the nearest first.
    pub(super) states: Vec<u64>,
    /// Number of states nearer than each distance; the last is all.
    pub(super) nearer: Vec<u64>,
}

/// A space with one of its states as the goal.
struct Towards<'s, S> {
    space: &'s S,
    /// Rank of the goal.
    goal: u64,
}

impl<S: Ranked> Space for Towards<'_, S> {
    type State = S::State;
    type Action = S::Action;

    fn transitions(&self, state: &S::State) -> impl Iterator<Item = (S::Action, S::State, Cost)> {
        self.space.transitions(state)
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.rank(state) == self.goal
    }
}

impl<S: Ranked> Ranked for Towards<'_, S> {
    fn size(&self) -> u64 {
        self.space.size()
    }

    fn rank(&self, state: &S::State) -> u64 {
        self.space.rank(state)
    }

    fn unrank(&self, number: u64) -> Option<S::State> {
        self.space.unrank(number)
    }

    fn is_undirected(&self) -> bool {
        self.space.is_undirected()
    }
}

impl Kind {
    pub(super) fn build<S: GoalSpace>(
        space: &S,
        goal: &S::State,
        memory: u64,
    ) -> Result<Kind, GoalError> {
        let goal = space.rank(goal);
        let table = Table::build(Towards { space, goal }, &Options::default().memory(memory))?;
        if let Some(far) = table.max().filter(|&far| far > u8::MAX as u16) {
            return Err(GoalError::Far(far));
        }
        let mut nearer = vec![0];
        for size in table.histogram().iter() {
            nearer.push(nearer[nearer.len() - 1] + size);
        }
        let reached = |&number: &u64| table.value(number).is_some();
        let mut states: Vec<u64> = (0..table.len()).filter(reached).collect();
        states.sort_by_key(|&number| table.value(number));
        Ok(Kind {
            distances: table.into_entries(),
            states,
            nearer,
        })
    }

    /// The distance of the state with this rank, if it reaches the goal.
    pub(super) fn distance(&self, number: u64) -> Option<u16> {
        let distance = self.distances[number as usize];
        (distance != UNREACHABLE).then_some(distance)
    }

    pub(super) fn len(&self) -> u64 {
        self.states.len() as u64
    }

    pub(super) fn class(&self, place: u64) -> u8 {
        (self.nearer.partition_point(|&nearer| nearer <= place) - 1) as u8
    }

    /// Number of states at a distance.
    pub(super) fn size(&self, class: usize) -> u64 {
        match self.nearer.get(class..class + 2) {
            Some(both) => both[1] - both[0],
            None => 0,
        }
    }
}
