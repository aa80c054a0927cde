//! Parallel IDA\* on the cube, with a deterministic result.
//!
//! For every limit the first few levels are expanded into a list of some hundred entries in
//! depth-first order. Threads take entries from the front. When one finds a solution, later entries
//! are abandoned and earlier ones finished; the solution of the first entry that has one is
//! returned. So the result and its counters are those of a single thread: work behind the solution
//! is not counted.
//!
//! An entry is searched from a stack in batches of the guide's preferred size. The stack is in
//! depth-first order, the first sequence on top; a solution removes all behind it.

use super::super::astar::{End, SearchError};
use super::super::limits::{Limit, Limits};
use super::super::trace::Summary;
use super::guide::{Entry, Guide, LONGEST, Tally};
use crate::heuristic::{Estimate, HeuristicError};
use crate::space::cube::{Cube, Move};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// Minimum number of entries after the first levels. Independent of the threads, since it affects
/// the counters.
const ENTRIES: usize = 200;
/// Expansions between two readings of the clock.
const ROUND: u64 = 1 << 14;

/// The f of paths not followed because they are too long.
const TOO_LONG: i64 = i64::MAX - 1;

/// Progress callback, called from any thread with the limit on the length and the number of states
/// generated so far.
pub type Watch<'w> = &'w (dyn Fn(u32, u64) + Sync);

/// IDA\* on the cube: a guide, limits, and an optional progress callback.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::cube::CubeTable;
/// use admit::search::{CubeSearch, Limits, Tables};
/// use admit::space::cube::{format_moves, parse_state};
///
/// let table = CubeTable::build("5-edge".parse().unwrap(), &Options::default()).unwrap();
/// let guide = Tables::new([&table]).unwrap();
/// let cube = parse_state("R U2 F' L D").unwrap();
/// let found = CubeSearch::new(&guide).solve(&cube).unwrap();
/// assert_eq!(format_moves(found.moves().unwrap()), "D' L' F U2 R'");
/// ```
pub struct CubeSearch<'g, G> {
    guide: &'g G,
    limits: Limits,
    watch: Option<Watch<'g>>,
}

impl<G> fmt::Debug for CubeSearch<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("CubeSearch");
        shown.field("limits", &self.limits);
        shown.finish_non_exhaustive()
    }
}

/// Result of a search on the cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CubeSolved {
    /// Outcome, with the solution if one was found.
    pub end: End<Vec<Move>>,
    /// `peak_open` is the largest limit on the length that was searched; nothing is ever updated,
    /// reopened or closed.
    pub summary: Summary,
}

impl CubeSolved {
    /// The moves that solve the cube, if they were found.
    pub fn moves(&self) -> Option<&[Move]> {
        match &self.end {
            End::Found(moves) => Some(moves),
            _ => None,
        }
    }
}

/// Shared state of the threads within one limit.
struct Shared {
    limit: i64,
    next_entry: AtomicUsize,
    /// The first entry with a solution or a failure.
    winner: AtomicUsize,
    expanded: AtomicU64,
    generated: AtomicU64,
    stopped: AtomicBool,
}

/// Outcome of one entry.
enum Outcome {
    Exhausted,
    Solved(Vec<Move>),
    /// The heuristic failed. As with a solution, earlier entries are finished, so the first failure
    /// does not depend on the number of threads.
    Failed(HeuristicError),
    /// Another entry, or a limit, made it unnecessary.
    Abandoned,
}

impl<'g, G: Guide> CubeSearch<'g, G> {
    /// A search without limits or progress callback.
    pub fn new(guide: &'g G) -> CubeSearch<'g, G> {
        CubeSearch {
            guide,
            limits: Limits::NONE,
            watch: None,
        }
    }

    /// Sets limits. Each thread checks them every 16,384 expansions and may exceed them by as many.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> CubeSearch<'g, G> {
        self.limits = limits;
        self
    }

    /// Sets a progress callback.
    #[must_use]
    pub fn watched(mut self, watch: Watch<'g>) -> CubeSearch<'g, G> {
        self.watch = Some(watch);
        self
    }

    /// Searches on all threads of the current rayon pool. Sequences of more than 25 moves are not
    /// followed.
    ///
    /// # Errors
    ///
    /// If the guide's heuristic fails for a state.
    pub fn solve(&self, cube: &Cube) -> Result<CubeSolved, SearchError> {
        let (node, h) = self.guide.root(cube)?;
        let Estimate::Finite(h) = h else {
            return Ok(CubeSolved {
                end: End::Exhausted,
                summary: Summary {
                    dead_ends: 1,
                    ..Summary::default()
                },
            });
        };
        let root = Entry::root(node);
        let mut total = Tally::NOTHING;
        let mut limit = h as i64;
        loop {
            let end = self.within(cube, root, limit, &mut total)?;
            let summary = Summary {
                expansions: total.expanded,
                generations: total.generated,
                dead_ends: total.dead_ends,
                peak_open: limit.max(0) as u64,
                ..Summary::default()
            };
            if let Some(end) = end {
                return Ok(CubeSolved { end, summary });
            }
            let end = match std::mem::replace(&mut total.least_above, i64::MAX) {
                i64::MAX => End::Exhausted,
                TOO_LONG => End::Stopped {
                    by: Limit::Length,
                    bound: LONGEST as i64 + 1,
                },
                least_above => {
                    limit = least_above;
                    continue;
                }
            };
            return Ok(CubeSolved { end, summary });
        }
    }

    /// Searches within one limit; `None` if nothing was found.
    fn within(
        &self,
        cube: &Cube,
        root: Entry<G::Node>,
        limit: i64,
        total: &mut Tally,
    ) -> Result<Option<End<Vec<Move>>>, HeuristicError> {
        let mut entries = vec![root];
        let mut scratch = G::Scratch::default();
        while (1..ENTRIES).contains(&entries.len()) {
            let mut deeper = Vec::new();
            for entry in &entries {
                if let Some(moves) = solution(cube, entry) {
                    return Ok(Some(End::Found(moves)));
                }
                if entry.depth() == LONGEST {
                    total.least_above = total.least_above.min(TOO_LONG);
                    continue;
                }
                total.expanded += 1;
                let one = std::slice::from_ref(entry);
                self.guide
                    .expand(one, limit, &mut scratch, &mut deeper, total)?;
            }
            entries = deeper;
        }
        let shared = Shared {
            limit,
            next_entry: AtomicUsize::new(0),
            winner: AtomicUsize::new(usize::MAX),
            expanded: AtomicU64::new(total.expanded),
            generated: AtomicU64::new(total.generated),
            stopped: AtomicBool::new(self.limits.reached(total.expanded).is_some()),
        };
        let by_thread = rayon::broadcast(|_| self.work(cube, &entries, &shared));
        let mut outcomes: Vec<(usize, Outcome, Tally)> = Vec::new();
        for thread in by_thread {
            outcomes.extend(thread);
        }
        outcomes.sort_unstable_by_key(|(entry, ..)| *entry);
        for (_, outcome, tally) in outcomes {
            total.add(&tally);
            match outcome {
                Outcome::Exhausted => {}
                Outcome::Solved(moves) => return Ok(Some(End::Found(moves))),
                Outcome::Failed(error) => return Err(error),
                Outcome::Abandoned => break,
            }
        }
        if shared.stopped.load(Relaxed) {
            let by = if shared.expanded.load(Relaxed) >= self.limits.expansions {
                Limit::Expansions
            } else {
                Limit::Time
            };
            return Ok(Some(End::Stopped { by, bound: limit }));
        }
        Ok(None)
    }

    /// The loop of one thread: takes entries from the front while they can affect the result.
    fn work(
        &self,
        cube: &Cube,
        entries: &[Entry<G::Node>],
        shared: &Shared,
    ) -> Vec<(usize, Outcome, Tally)> {
        let mut outcomes = Vec::new();
        let mut scratch = G::Scratch::default();
        loop {
            let i = shared.next_entry.fetch_add(1, Relaxed);
            if i >= entries.len() || i > shared.winner.load(Relaxed) || shared.stopped.load(Relaxed)
            {
                return outcomes;
            }
            let mut tally = Tally::NOTHING;
            let outcome = self.search(cube, i, entries[i], shared, &mut scratch, &mut tally);
            let outcome = outcome.unwrap_or_else(Outcome::Failed);
            if matches!(outcome, Outcome::Solved(_) | Outcome::Failed(_)) {
                shared.winner.fetch_min(i, Relaxed);
            }
            outcomes.push((i, outcome, tally));
        }
    }

    /// Searches below one entry.
    fn search(
        &self,
        cube: &Cube,
        number: usize,
        first: Entry<G::Node>,
        shared: &Shared,
        scratch: &mut G::Scratch,
        tally: &mut Tally,
    ) -> Result<Outcome, HeuristicError> {
        let batch = self.guide.batch().max(1);
        let mut stack = vec![first];
        let (mut parents, mut followed) = (Vec::new(), Vec::new());
        let mut found = None;
        let mut told = *tally;
        while !stack.is_empty() {
            parents.clear();
            for _ in 0..batch {
                let Some(entry) = stack.pop() else { break };
                if let Some(moves) = solution(cube, &entry) {
                    // Only earlier entries can still affect the result.
                    found = Some(moves);
                    stack.clear();
                    break;
                }
                if entry.depth() == LONGEST {
                    tally.least_above = tally.least_above.min(TOO_LONG);
                    continue;
                }
                parents.push(entry);
            }
            tally.expanded += parents.len() as u64;
            followed.clear();
            self.guide
                .expand(&parents, shared.limit, scratch, &mut followed, tally)?;
            stack.extend(followed.iter().rev());
            if tally.expanded - told.expanded >= ROUND {
                self.report(shared, tally, &mut told);
                if number > shared.winner.load(Relaxed) || shared.stopped.load(Relaxed) {
                    return Ok(Outcome::Abandoned);
                }
            }
        }
        self.report(shared, tally, &mut told);
        Ok(found.map_or(Outcome::Exhausted, Outcome::Solved))
    }

    /// Adds a thread's counters to the shared ones and checks the limits.
    fn report(&self, shared: &Shared, tally: &Tally, told: &mut Tally) {
        let expanded = tally.expanded - told.expanded;
        let generated = tally.generated - told.generated;
        let expanded = shared.expanded.fetch_add(expanded, Relaxed) + expanded;
        let generated = shared.generated.fetch_add(generated, Relaxed) + generated;
        *told = *tally;
        let late = self.limits.deadline.is_some_and(|d| Instant::now() >= d);
        if late || expanded >= self.limits.expansions {
            shared.stopped.store(true, Relaxed);
        }
        if let Some(watch) = self.watch {
            watch(shared.limit.max(0) as u32, generated);
        }
    }
}

/// The moves of an entry, if they solve the cube.
fn solution<N: Copy>(cube: &Cube, entry: &Entry<N>) -> Option<Vec<Move>> {
    if !entry.maybe_goal {
        return None;
    }
    let moves = entry.path();
    (cube.apply_all(&moves) == Cube::SOLVED).then_some(moves)
}
