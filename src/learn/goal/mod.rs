//! Goal-conditioned heuristics: the input of a network is a start and a goal.
//!
//! In the paper's instance-dependent setting an instance is a pair of a start and a goal, and one
//! network serves all pairs: 6.6 · 10¹⁰ for the 8-puzzle. A table for each goal is not needed if
//! renaming preserves distances. If the tiles of both boards are renamed alike, their distance
//! is the same; so every goal is equivalent to one of a few *standard* goals, and the distance
//! of a pair is that of its *relative* state to the standard goal. `TopSpin` has one standard
//! goal, sliding tiles one for each cell of the blank. By default a [`GoalSpace`] has no
//! renaming, and a table for each goal.
//!
//! Pairs are numbered by goal and relative state, relative states in order of distance, so the
//! class of a number and the states of a class are known without search ([`KnownClasses`]).
//!
//! [`split_goals`] holds out goals to test generalisation.

mod kind;
mod spaces;

use super::encode::{Encoding, MOST_SLOTS, Tokens};
use super::sample::{Examples, KnownClasses};
use crate::pdb::TableError;
use crate::space::{Ranked, Space};
use kind::Kind;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::sync::Arc;
use thiserror::Error;

/// A space in which any state may be the goal. Without renaming it needs only an [`Encoding`]:
///
/// ```
/// use admit::learn::encode::Encoding;
/// use admit::learn::goal::{Form, GoalExamples, GoalSpace};
/// use admit::learn::sample::Examples;
/// use admit::space::{Cost, Ranked, Space};
///
/// /// A ring of 12 hours with steps of one and five hours.
/// struct Clock;
///
/// impl Space for Clock {
///     type State = u16;
///     type Action = u16;
///     fn transitions(&self, hour: &u16) -> impl Iterator<Item = (u16, u16, Cost)> {
///         [1, 5].map(|step| (step, (hour + step) % 12, 1)).into_iter()
///     }
///     fn is_goal(&self, hour: &u16) -> bool {
///         *hour == 0
///     }
/// }
///
/// impl Ranked for Clock {
///     fn size(&self) -> u64 {
///         12
///     }
///     fn rank(&self, hour: &u16) -> u64 {
///         *hour as u64
///     }
///     fn unrank(&self, number: u64) -> Option<u16> {
///         (number < 12).then_some(number as u16)
///     }
/// }
///
/// impl Encoding<u16> for Clock {
///     fn values(&self) -> Vec<u16> {
///         vec![12]
///     }
///     fn write(&self, hour: &u16, tokens: &mut [u16]) {
///         tokens[0] = *hour;
///     }
/// }
///
/// impl GoalSpace for Clock {}
///
/// let goals: Vec<u64> = (0..12).collect();
/// let examples = GoalExamples::new(Clock, Form::Apart, &goals, u64::MAX).unwrap();
/// assert_eq!(examples.states(), 144);
/// assert_eq!(examples.distance(&3, &9), Some(2)); // 3 8 9
/// assert_eq!(examples.distance(&9, &3), Some(2)); // 9 2 3
/// ```
pub trait GoalSpace: Ranked + Encoding<<Self as Space>::State> {
    /// Number of kinds of goals. Goals of one kind are equal up to renaming.
    fn kinds(&self) -> u64 {
        self.size()
    }

    /// The kind of a goal.
    fn kind(&self, goal: &Self::State) -> u64 {
        self.rank(goal)
    }

    /// The standard goal of a kind.
    fn standard(&self, kind: u64) -> Self::State {
        self.unrank(kind).expect("the number of a goal")
    }

    /// The relative state: the start under the renaming that maps the goal to the standard goal
    /// of its kind. Its distance to the standard goal is that of the start to the goal.
    fn relative(&self, start: &Self::State, _goal: &Self::State) -> Self::State {
        start.clone()
    }

    /// The start with this relative state, for a goal.
    fn start(&self, relative: &Self::State, _goal: &Self::State) -> Self::State {
        relative.clone()
    }
}

/// Encoding of a pair as tokens.
///
/// A pair network has an embedding for each two tokens. For tiles and `TopSpin`, slots are tiles
/// and tokens are places.
///
/// After 20 seconds of one core (`pair:64,64,1`, batches of 4096, half of all goals), the share
/// of exact values for pairs of the 8-puzzle with held-out goals was 32 % apart, 41 % together
/// and 61 % renamed; for `TopSpin` with 9 tokens (`pair:32,64,1`) 52 %, 54 % and 77 %. With
/// cells as slots and tiles as tokens, together it was 31 %, and otherwise the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// The slots of the start, then those of the goal. An embedding represents where one tile
    /// is and where it belongs, or where two tiles are.
    Apart,
    /// The slots of one state; each token is the place of a tile in start and goal. An
    /// embedding represents both for two tiles: whether they are in each other's way.
    Together,
    /// The slots of the relative state, and the kind of the goal. Pairs that are equal up to
    /// renaming have equal tokens, so a held-out goal is nothing new if another of its kind was
    /// in training.
    Renamed,
}

/// Reason why there are no examples.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GoalError {
    /// A table cannot be built.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A distance is too large for a class.
    #[error("a distance of {0} is too large for a class; the largest is 255")]
    Far(u16),
    /// A goal is not a state.
    #[error("no state has the rank {0}")]
    Goal(u64),
    /// No goals.
    #[error("there must be at least one goal")]
    NoGoals,
    /// A pair has too many slots.
    #[error("start and goal take {0} slots in this form; there are at most {MOST_SLOTS}")]
    Slots(usize),
    /// A slot has too many values.
    #[error("a slot takes {0} values in this form; there are at most 65,535")]
    Values(u64),
    /// 2⁶⁴ pairs or more.
    #[error("there are 2⁶⁴ pairs or more")]
    Pairs,
}

/// Encoding of pairs of a start and a goal.
///
/// ```
/// use admit::learn::encode::Encoding;
/// use admit::learn::goal::{Form, GoalEncoding};
/// use admit::space::topspin::TopSpin;
/// let spin = TopSpin::new(5, 2).unwrap();
/// let goal = spin.goal();
/// let encoding = GoalEncoding::new(spin, Form::Apart).unwrap();
/// assert_eq!(encoding.values(), [5; 10]);
/// let mut tokens = [0; 10];
/// encoding.write(&(goal, goal), &mut tokens);
/// assert_eq!(tokens, [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
/// ```
#[derive(Debug)]
pub struct GoalEncoding<S> {
    space: Arc<S>,
    form: Form,
    values: Vec<u16>,
    /// Values of the slots of one state.
    of_one: Vec<u16>,
}

impl<S> Clone for GoalEncoding<S> {
    fn clone(&self) -> GoalEncoding<S> {
        GoalEncoding {
            space: Arc::clone(&self.space),
            form: self.form,
            values: self.values.clone(),
            of_one: self.of_one.clone(),
        }
    }
}

impl<S: GoalSpace> GoalEncoding<S> {
    /// Encoding of pairs of states of a space.
    ///
    /// # Errors
    ///
    /// If a pair has too many slots in this form, or a slot too many values.
    pub fn new(space: S, form: Form) -> Result<GoalEncoding<S>, GoalError> {
        Ok(GoalEncoding {
            values: values_of(&space, form)?,
            of_one: space.values(),
            space: Arc::new(space),
            form,
        })
    }
}

impl<S: GoalSpace> Encoding<(S::State, S::State)> for GoalEncoding<S> {
    fn values(&self) -> Vec<u16> {
        self.values.clone()
    }

    fn write(&self, (start, goal): &(S::State, S::State), tokens: &mut [u16]) {
        let space = &*self.space;
        match self.form {
            Form::Apart => {
                let (first, second) = tokens.split_at_mut(self.of_one.len());
                space.write(start, first);
                space.write(goal, second);
            }
            Form::Together => {
                let mut belongs = [0; MOST_SLOTS];
                let belongs = &mut belongs[..self.values.len()];
                space.write(start, tokens);
                space.write(goal, belongs);
                let each = tokens.iter_mut().zip(belongs).zip(&self.of_one);
                for ((token, belongs), &values) in each {
                    *token = *token * values + *belongs;
                }
            }
            Form::Renamed => {
                let relative = space.relative(start, goal);
                if space.kinds() == 1 {
                    space.write(&relative, tokens);
                } else if let Some((kind, slots)) = tokens.split_last_mut() {
                    space.write(&relative, slots);
                    *kind = space.kind(goal) as u16;
                }
            }
        }
    }
}

/// Goals of one kind, and the pairs that they make.
#[derive(Debug)]
struct Segment {
    /// Number of the first pair.
    first: u64,
    goals: Vec<u64>,
    kind: Arc<Kind>,
}

/// Pairs of a start and one of some goals, with exact distances; without pairs that have no path.
///
/// ```
/// use admit::learn::goal::{Form, GoalExamples, split_goals};
/// use admit::learn::sample::{Batch, Examples, Sampler, Shares};
/// use admit::space::{Ranked, tiles::Tiles};
///
/// let tiles = Tiles::new(3, 3).unwrap();
/// let (shown, unseen) = split_goals(&tiles, 300_000, 1);
/// assert_eq!(unseen.len(), 62_880);
/// let examples = GoalExamples::new(tiles, Form::Apart, &shown, u64::MAX).unwrap();
/// assert_eq!(examples.states(), 300_000 * 181_440);
/// // Tables are reused.
/// let held_out = examples.with_goals(&unseen, u64::MAX).unwrap();
///
/// let sampler = Sampler::new(&held_out, Shares::Proportional, 1);
/// let mut batch = Batch::default();
/// sampler.draw(&held_out, 0, 1000, &mut batch);
/// let (start, goal) = held_out.pair(batch.numbers[0]);
/// assert_eq!(held_out.distance(&start, &goal), Some(batch.classes[0] as u16));
/// ```
#[derive(Debug)]
pub struct GoalExamples<S> {
    encoding: GoalEncoding<S>,
    kinds: BTreeMap<u64, Arc<Kind>>,
    segments: Vec<Segment>,
    states: u64,
    /// By class: number of its pairs before each segment, then of all.
    before: Vec<Vec<u64>>,
}

impl<S: GoalSpace> GoalExamples<S> {
    /// All pairs with one of these goals, given by rank. A table may take `memory` bytes.
    ///
    /// # Errors
    ///
    /// If the form does not fit, a goal is not a state, or a table cannot be built or has a
    /// distance above 255.
    pub fn new(
        space: S,
        form: Form,
        goals: &[u64],
        memory: u64,
    ) -> Result<GoalExamples<S>, GoalError> {
        let encoding = GoalEncoding::new(space, form)?;
        GoalExamples::with(encoding, BTreeMap::new(), goals, memory)
    }

    /// The same for other goals. Goals of the same kind share tables.
    ///
    /// # Errors
    ///
    /// As for [`GoalExamples::new`].
    pub fn with_goals(&self, goals: &[u64], memory: u64) -> Result<GoalExamples<S>, GoalError> {
        GoalExamples::with(self.encoding.clone(), self.kinds.clone(), goals, memory)
    }

    fn with(
        encoding: GoalEncoding<S>,
        mut kinds: BTreeMap<u64, Arc<Kind>>,
        goals: &[u64],
        memory: u64,
    ) -> Result<GoalExamples<S>, GoalError> {
        let space = &encoding.space;
        let mut of_kind: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for &number in goals {
            let goal = space.unrank(number).ok_or(GoalError::Goal(number))?;
            let kind = space.kind(&goal);
            of_kind.entry(kind).or_default().push(number);
        }
        let (mut segments, mut states) = (Vec::new(), 0_u64);
        for (number, mut goals) in of_kind {
            goals.sort_unstable();
            goals.dedup();
            let kind = match kinds.get(&number) {
                Some(kind) => Arc::clone(kind),
                None => Arc::new(Kind::build(&**space, &space.standard(number), memory)?),
            };
            kinds.insert(number, Arc::clone(&kind));
            let first = states;
            let pairs = kind.len().checked_mul(goals.len() as u64);
            let all = pairs.and_then(|pairs| states.checked_add(pairs));
            states = all.ok_or(GoalError::Pairs)?;
            segments.push(Segment { first, goals, kind });
        }
        let lengths = segments.iter().map(|s| s.kind.nearer.len() - 1);
        let classes = lengths.max().ok_or(GoalError::NoGoals)?;
        let before = (0..classes).map(|class| {
            let mut before = vec![0];
            for segment in &segments {
                let size = segment.kind.size(class) * segment.goals.len() as u64;
                before.push(before[before.len() - 1] + size);
            }
            before
        });
        Ok(GoalExamples {
            before: before.collect(),
            encoding,
            kinds,
            segments,
            states,
        })
    }

    /// The encoding of pairs.
    pub fn encoding(&self) -> &GoalEncoding<S> {
        &self.encoding
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.encoding.space
    }

    /// The start and the goal with a number.
    pub fn pair(&self, number: u64) -> (S::State, S::State) {
        let (segment, within) = self.segment(number);
        let goal = segment.goals[(within / segment.kind.len()) as usize];
        let relative = segment.kind.states[(within % segment.kind.len()) as usize];
        let space = self.space();
        let [goal, relative] =
            [goal, relative].map(|rank| space.unrank(rank).expect("the rank of a state"));
        (space.start(&relative, &goal), goal)
    }

    /// The distance from a start to any goal; `None` if there is no path, or no table for goals
    /// of this kind.
    ///
    /// # Panics
    ///
    /// If they are states of a larger space.
    pub fn distance(&self, start: &S::State, goal: &S::State) -> Option<u16> {
        let kind = self.kinds.get(&self.space().kind(goal))?;
        let relative = self.space().relative(start, goal);
        kind.distance(self.space().rank(&relative))
    }
}

impl<S> GoalExamples<S> {
    /// The segment of a pair, and its number in the segment.
    fn segment(&self, number: u64) -> (&Segment, u64) {
        let at = self.segments.partition_point(|s| s.first <= number) - 1;
        (&self.segments[at], number - self.segments[at].first)
    }
}

impl<S: GoalSpace> Tokens for GoalExamples<S> {
    fn values(&self) -> &[u16] {
        &self.encoding.values
    }

    fn write(&self, number: u64, tokens: &mut [u16]) {
        self.encoding.write(&self.pair(number), tokens);
    }
}

impl<S: GoalSpace> Examples for GoalExamples<S> {
    fn states(&self) -> u64 {
        self.states
    }

    fn class(&self, number: u64) -> u8 {
        let (segment, within) = self.segment(number);
        segment.kind.class(within % segment.kind.len())
    }

    fn tokens(&self) -> &dyn Tokens {
        self
    }

    fn known_classes(&self) -> Option<&dyn KnownClasses> {
        Some(self)
    }
}

impl<S: Send + Sync> KnownClasses for GoalExamples<S> {
    fn sizes(&self) -> Vec<u64> {
        self.before
            .iter()
            .filter_map(|b| b.last().copied())
            .collect()
    }

    fn nth(&self, class: u8, k: u64) -> u64 {
        let before = &self.before[class as usize];
        let at = before.partition_point(|&before| before <= k) - 1;
        let segment = &self.segments[at];
        let within = k - before[at];
        let size = segment.kind.size(class as usize);
        let nearer = segment.kind.nearer[class as usize];
        segment.first + within / size * segment.kind.len() + nearer + within % size
    }
}

/// Number of values of each slot of a pair.
fn values_of<S: GoalSpace>(space: &S, form: Form) -> Result<Vec<u16>, GoalError> {
    let one = space.values();
    let fits = |values: u64| u16::try_from(values).map_err(|_| GoalError::Values(values));
    let values = match form {
        Form::Apart => [one.as_slice(), &one].concat(),
        Form::Together => {
            let both = one.iter().map(|&v| fits(v as u64 * v as u64));
            both.collect::<Result<_, _>>()?
        }
        Form::Renamed if space.kinds() == 1 => one,
        Form::Renamed => [one.as_slice(), &[fits(space.kinds())?]].concat(),
    };
    if values.len() > MOST_SLOTS {
        return Err(GoalError::Slots(values.len()));
    }
    Ok(values)
}

/// Splits the ranks of all states at random: at most `shown` goals to train with, and the rest.
///
/// ```
/// use admit::learn::goal::split_goals;
/// use admit::space::topspin::TopSpin;
/// let spin = TopSpin::new(5, 2).unwrap();
/// let (shown, unseen) = split_goals(&spin, 100, 7);
/// assert_eq!((shown.len(), unseen.len()), (100, 20));
/// assert_ne!(split_goals(&spin, 100, 8).1, unseen);
/// ```
pub fn split_goals(space: &impl Ranked, shown: usize, seed: u64) -> (Vec<u64>, Vec<u64>) {
    let mut goals: Vec<u64> = (0..space.size())
        .filter(|&number| space.unrank(number).is_some())
        .collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let shown = shown.min(goals.len());
    for i in 0..shown {
        let left = (goals.len() - i) as u128;
        let ahead = (rng.next_u64() as u128 * left) >> 64;
        goals.swap(i, i + ahead as usize);
    }
    let mut unseen = goals.split_off(shown);
    goals.sort_unstable();
    unseen.sort_unstable();
    (goals, unseen)
}

#[cfg(test)]
mod tests;
