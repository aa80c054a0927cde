//! Exact distances to the nearest goal, for every rank of any ranked space.
//!
//! The cube has its own builder, which moves whole blocks of states at once
//! ([`cube::build`](super::cube::build)); this one needs ranks and successors only.
//!
//! In undirected spaces, distances spread from the goals. The table is cut into short *runs*, each
//! with a lower bound on its distances not yet passed on. A level takes the least bound, visits the
//! runs that have it, in parallel, and relaxes the edges of those entries. Costs are positive, so a
//! least distance is final and each state is expanded once, for any costs. There are no lists of
//! states: besides the table, two bytes per run are all the memory needed.
//!
//! In directed spaces, every rank takes the minimum over its successors, sweep after sweep, until
//! nothing changes. Sweeps skip final entries: if all changes of the last sweep are at least some
//! distance, nothing up to one more than that distance changes again.
//!
//! Threads interact only by atomic minima, so the table does not depend on their number.

use super::histogram::Histogram;
use super::proved::{Proof, ProofMethod, Proved};
use crate::files::{Options, Progress};
use crate::space::{Cost, Ranked};
use rayon::prelude::*;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};
use thiserror::Error;

/// The entry of a dead end or unused rank.
pub const UNREACHABLE: u16 = u16::MAX;

/// Entries per run.
const RUN: usize = 4096;

/// Error of a space whose table cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The table exceeds the limit or the machine's memory.
    #[error(
        "the space has {states} states; their table takes {needed} MB of memory and {allowed} MB are available"
    )]
    Memory {
        /// Number of ranks.
        states: u64,
        /// Megabytes needed.
        needed: u64,
        /// Megabytes allowed.
        allowed: u64,
    },
    /// A distance exceeds an entry.
    #[error(
        "state {state} reaches a goal, but at a cost of more than {most}, which is what an entry holds at most; a path costs {cost}",
        most = UNREACHABLE - 1
    )]
    TooFar {
        /// The least rank of such a state.
        state: u64,
        /// The cost of a path found.
        cost: u64,
    },
    /// A step costs 0.
    #[error("a step from state {state} costs 0; costs are positive")]
    ZeroCost {
        /// The rank of its source.
        state: u64,
    },
    /// A rank out of range.
    #[error("state {state} leads to a state of rank {found}; expected ranks below {size}")]
    Number {
        /// The rank of a predecessor.
        state: u64,
        /// The rank found.
        found: u64,
        /// Number of ranks.
        size: u64,
    },
    /// The number of entries is not the number of ranks.
    #[error("the table has {found} entries, the space {expected} ranks")]
    Length {
        /// Number of ranks.
        expected: u64,
        /// Number of entries.
        found: u64,
    },
}

/// Error in a table, at the least rank.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The space is invalid or not that of the table.
    #[error(transparent)]
    Space(#[from] TableError),
    /// A goal whose entry is not 0.
    #[error("state {state} is a goal; its entry is {found}, expected 0")]
    Goal {
        /// Its rank.
        state: u64,
        /// Its entry.
        found: u16,
    },
    /// A state whose entry does not follow from its successors.
    #[error(
        "state {state} has entry {found}, but the least cost plus entry of a successor is {expected}"
    )]
    Entry {
        /// Its rank.
        state: u64,
        /// Its entry.
        found: u16,
        /// What follows from the successors.
        expected: u64,
    },
    /// A state with a finite entry whose successors have none.
    #[error("state {state} has entry {found}, but none of its successors has a finite one")]
    NoWay {
        /// Its rank.
        state: u64,
        /// Its entry.
        found: u16,
    },
    /// A finite entry of an unused rank.
    #[error("no state has rank {state}, but its entry is {found}")]
    NoState {
        /// The number.
        state: u64,
        /// Its entry.
        found: u16,
    },
}

impl ProofError {
    /// The rank of the error; the least one is reported.
    fn at(&self) -> u64 {
        match *self {
            ProofError::Space(
                TableError::ZeroCost { state } | TableError::Number { state, .. },
            )
            | ProofError::Goal { state, .. }
            | ProofError::Entry { state, .. }
            | ProofError::NoWay { state, .. }
            | ProofError::NoState { state, .. } => state,
            ProofError::Space(_) => 0,
        }
    }
}

/// The distance to the nearest goal, for every rank of a ranked space.
///
/// A table owns or borrows (`Table<&S>`) its space, so that lookups and proofs are about that
/// space.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::Table;
/// use admit::space::{Ranked, tiles::Tiles};
///
/// let tiles = Tiles::new(3, 3).unwrap();
/// let table = Table::build(&tiles, &Options::default()).unwrap();
/// assert_eq!(table.len(), 362_880);
/// assert_eq!(table.histogram().iter().sum::<u64>(), 181_440);
/// assert_eq!(table.max(), Some(31));
/// let far = tiles.parse("8 0 6 / 5 4 7 / 2 3 1").unwrap();
/// assert_eq!(table.distance(&far), Some(31));
/// table.prove(&Options::default()).unwrap();
/// ```
#[derive(Clone)]
pub struct Table<S> {
    space: S,
    entries: Vec<u16>,
}

impl<S> fmt::Debug for Table<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("space", &std::any::type_name::<S>())
            .field("entries", &self.entries.len())
            .finish()
    }
}

impl<S: Ranked> Table<S> {
    /// A table with unchecked entries; see [`prove`](Table::prove).
    ///
    /// # Errors
    ///
    /// If the number of entries is not the number of ranks.
    pub fn from_entries(space: S, entries: Vec<u16>) -> Result<Table<S>, TableError> {
        let (expected, found) = (space.size(), entries.len() as u64);
        if expected != found {
            return Err(TableError::Length { expected, found });
        }
        Ok(Table { space, entries })
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The distance of a state; `None` for a dead end.
    pub fn distance(&self, state: &S::State) -> Option<u16> {
        self.value(self.space.rank(state))
    }

    /// The entries, [`UNREACHABLE`] for dead ends and unused ranks.
    pub fn entries(&self) -> &[u16] {
        &self.entries
    }

    /// Returns the entries.
    pub fn into_entries(self) -> Vec<u16> {
        self.entries
    }

    /// The distance of the state with this rank; `None` for a dead end, an unused rank or one out
    /// of range.
    #[inline]
    pub fn value(&self, number: u64) -> Option<u16> {
        let entry = usize::try_from(number)
            .ok()
            .and_then(|i| self.entries.get(i));
        entry.copied().filter(|&entry| entry != UNREACHABLE)
    }

    /// Number of entries.
    pub fn len(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Counts of ranks by distance, without dead ends.
    pub fn histogram(&self) -> Histogram {
        let mut counts = Vec::new();
        for &entry in self.entries.iter().filter(|&&entry| entry != UNREACHABLE) {
            if counts.len() <= entry as usize {
                counts.resize(entry as usize + 1, 0);
            }
            counts[entry as usize] += 1;
        }
        Histogram::new(&counts)
    }

    /// The mean finite distance, if any.
    pub fn mean(&self) -> Option<f64> {
        let histogram = self.histogram();
        (!histogram.is_empty()).then(|| histogram.mean())
    }

    /// The largest finite distance, if any.
    pub fn max(&self) -> Option<u16> {
        let finite = self.entries.iter().copied().filter(|&e| e != UNREACHABLE);
        finite.max()
    }
}

impl<S: Ranked + Sync> Table<S> {
    /// Builds the table of a space, on the current rayon thread pool.
    ///
    /// Progress is reported after each level: states of known distance and number of ranks.
    ///
    /// # Errors
    ///
    /// If the table does not fit into the memory allowed, if a distance is more than 65,534, or if
    /// the space violates its contract: a step of cost 0, a rank out of range.
    pub fn build(space: S, options: &Options<'_>) -> Result<Table<S>, TableError> {
        let progress = options.progress;
        let mut search = Search::new(&space, options.memory)?;
        let goals = search.enter_goals();
        if space.is_undirected() {
            search.spread(progress)?;
        } else {
            search.sweep_until_still(goals, progress)?;
        }
        search.expect_all_fit()?;
        progress.report("building", space.size(), space.size());
        // Same size and alignment: the memory of the atomics is reused.
        let entries = search.entries.into_iter();
        let entries = entries.map(AtomicU16::into_inner).collect();
        Ok(Table { space, entries })
    }

    /// Proves that the table holds the distances of its space, independent of its construction.
    ///
    /// Goals are 0; every other finite entry is the minimum of cost plus entry over its successors;
    /// and infinite entries lead only to infinite ones. Costs are positive, so following the minima
    /// reaches a goal at the cost of the entry; no path costs less, since no step lowers an entry
    /// by more than its cost; and no path leads from an infinite entry to a goal.
    ///
    /// # Errors
    ///
    /// The error at the least wrong rank. The table is dropped; [`proof`](Table::proof) only
    /// borrows it.
    ///
    /// ```
    /// use admit::files::Options;
    /// use admit::pdb::{ProofError, Table};
    /// use admit::space::tiles::Tiles;
    /// let tiles = Tiles::new(2, 2).unwrap();
    /// let table = Table::build(&tiles, &Options::default()).unwrap();
    /// let table = table.prove(&Options::default()).unwrap();
    /// assert_eq!(table.proof().successors, 24 * 2);
    ///
    /// let mut entries = table.entries().to_vec();
    /// entries[0] = 1;
    /// let wrong = Table::from_entries(&tiles, entries).unwrap();
    /// let wrong = wrong.prove(&Options::default()).unwrap_err();
    /// assert_eq!(wrong, ProofError::Goal { state: 0, found: 1 });
    /// ```
    pub fn prove(self, options: &Options<'_>) -> Result<Proved<Table<S>>, ProofError> {
        Arc::new(self).prove_shared(options)
    }

    /// Proves a shared table; see [`prove`](Table::prove).
    ///
    /// # Errors
    ///
    /// As [`prove`](Table::prove).
    pub fn prove_shared(
        self: &Arc<Self>,
        options: &Options<'_>,
    ) -> Result<Proved<Table<S>>, ProofError> {
        Ok(Proved::new(self.clone(), self.proof(options)?))
    }

    /// Carries out the proof and returns its summary.
    ///
    /// # Errors
    ///
    /// As [`prove`](Table::prove).
    pub fn proof(&self, options: &Options<'_>) -> Result<Proof, ProofError> {
        let size = self.space.size();
        let (done, successors) = (AtomicU64::new(0), AtomicU64::new(0));
        let wrong = runs(self.entries.len())
            .filter_map(|run| {
                let checked = run.len() as u64;
                let mut looked_at = 0;
                let wrong = run
                    .map(|i| self.check_entry(i as u64, &mut looked_at))
                    .find_map(Result::err);
                successors.fetch_add(looked_at, Relaxed);
                let done = done.fetch_add(checked, Relaxed) + checked;
                options.progress.report("proving", done, size);
                wrong
            })
            .min_by_key(ProofError::at);
        match wrong {
            Some(wrong) => Err(wrong),
            None => Ok(Proof {
                method: ProofMethod::Successors,
                entries: size,
                successors: successors.into_inner(),
            }),
        }
    }

    fn check_entry(&self, state: u64, looked_at: &mut u64) -> Result<(), ProofError> {
        let space = &self.space;
        let found = self.entries[state as usize];
        let unranked = (space.unrank(state)).filter(|unranked| space.rank(unranked) == state);
        let Some(unranked) = unranked else {
            if found == UNREACHABLE {
                return Ok(());
            }
            return Err(ProofError::NoState { state, found });
        };
        let mut least = None;
        for (next, cost) in space.successors(&unranked) {
            *looked_at += 1;
            let number = valid(space, self.entries.len(), state, &next, cost)?;
            if let Some(entry) = self.value(number as u64) {
                let through = entry as u64 + cost as u64;
                least = Some(least.map_or(through, |least: u64| least.min(through)));
            }
        }
        if space.is_goal(&unranked) {
            if found == 0 {
                return Ok(());
            }
            return Err(ProofError::Goal { state, found });
        }
        match least {
            None if found == UNREACHABLE => Ok(()),
            None => Err(ProofError::NoWay { state, found }),
            Some(expected) if found != UNREACHABLE && found as u64 == expected => Ok(()),
            Some(expected) => Err(ProofError::Entry {
                state,
                found,
                expected,
            }),
        }
    }
}

/// The indices of all runs, in parallel.
fn runs(entries: usize) -> impl ParallelIterator<Item = Range<usize>> {
    (0..entries.div_ceil(RUN))
        .into_par_iter()
        .map(move |run| run_of(run, entries))
}

fn run_of(run: usize, entries: usize) -> Range<usize> {
    run * RUN..entries.min((run + 1) * RUN)
}

/// The index of a successor, if the step is valid.
#[inline]
fn valid<S: Ranked>(
    space: &S,
    size: usize,
    from: u64,
    next: &S::State,
    cost: Cost,
) -> Result<usize, TableError> {
    if cost == 0 {
        return Err(TableError::ZeroCost { state: from });
    }
    let found = space.rank(next);
    if found >= size as u64 {
        return Err(TableError::Number {
            state: from,
            found,
            size: size as u64,
        });
    }
    Ok(found as usize)
}

/// A table under construction.
struct Search<'a, S> {
    space: &'a S,
    entries: Vec<AtomicU16>,
    /// For each run, a lower bound on its entries not yet passed on.
    pending: Vec<AtomicU16>,
    /// Whether some path exceeded an entry. A shorter one may have been found since.
    overflowed: AtomicBool,
}

impl<'a, S: Ranked + Sync> Search<'a, S> {
    fn new(space: &'a S, memory: u64) -> Result<Self, TableError> {
        let states = space.size();
        let run_count = states.div_ceil(RUN as u64);
        let needed = 2 * (states as u128 + run_count as u128);
        let too_large = || TableError::Memory {
            states,
            needed: (needed >> 20) as u64,
            allowed: memory >> 20,
        };
        if needed > memory as u128 {
            return Err(too_large());
        }
        let unreachable = |count: u64| {
            let count = usize::try_from(count).map_err(|_| too_large())?;
            let mut all = Vec::new();
            // Also refuse if the limit exceeds the machine's memory.
            all.try_reserve_exact(count).map_err(|_| too_large())?;
            all.resize_with(count, || AtomicU16::new(UNREACHABLE));
            Ok(all)
        };
        Ok(Search {
            space,
            entries: unreachable(states)?,
            pending: unreachable(run_count)?,
            overflowed: AtomicBool::new(false),
        })
    }

    /// Sets every goal to 0; returns their number.
    fn enter_goals(&mut self) -> u64 {
        let (space, pending) = (self.space, &self.pending);
        (self.entries.par_chunks_mut(RUN).enumerate())
            .map(|(run, entries)| {
                let mut goals = 0;
                for (i, entry) in entries.iter_mut().enumerate() {
                    let number = (run * RUN + i) as u64;
                    if let Some(state) = space.unrank(number)
                        && space.is_goal(&state)
                        && space.rank(&state) == number
                    {
                        *entry.get_mut() = 0;
                        goals += 1;
                    }
                }
                if goals > 0 {
                    pending[run].store(0, Relaxed);
                }
                goals
            })
            .sum()
    }

    /// For undirected spaces: from the goals outwards.
    fn spread(&self, progress: Progress<'_>) -> Result<(), TableError> {
        let mut known = 0;
        loop {
            let least = self.pending.iter().map(|p| p.load(Relaxed)).min();
            let Some(distance) = least.filter(|&d| d != UNREACHABLE) else {
                return Ok(());
            };
            let due: Vec<usize> = (self.pending.iter().enumerate())
                .filter(|(_, p)| p.load(Relaxed) == distance)
                .map(|(run, _)| run)
                .collect();
            for &run in &due {
                self.pending[run].store(UNREACHABLE, Relaxed);
            }
            known += (due.into_par_iter())
                .map(|run| self.pass_on(run, distance))
                .try_reduce(|| 0, |a, b| Ok(a + b))?;
            progress.report("building", known, self.space.size());
        }
    }

    /// Relaxes the edges of the entries of a run at this distance; returns their number.
    fn pass_on(&self, run: usize, distance: u16) -> Result<u64, TableError> {
        let mut passed_on = 0;
        let mut later = UNREACHABLE;
        for i in run_of(run, self.entries.len()) {
            let entry = self.entries[i].load(Relaxed);
            if entry == distance {
                self.expand(i as u64, distance)?;
                passed_on += 1;
            } else if entry > distance {
                later = later.min(entry);
            }
        }
        // Other threads may write distances here meanwhile; each then lowers the bound itself.
        self.pending[run].fetch_min(later, Relaxed);
        Ok(passed_on)
    }

    fn expand(&self, number: u64, distance: u16) -> Result<(), TableError> {
        let Some(state) = self.space.unrank(number) else {
            return Ok(());
        };
        for (next, cost) in self.space.successors(&state) {
            let to = valid(self.space, self.entries.len(), number, &next, cost)?;
            let through = distance as u64 + cost as u64;
            // Most neighbours are known, and reading them is cheap.
            let entry = self.entries[to].load(Relaxed);
            if through >= entry as u64 {
                if entry == UNREACHABLE {
                    self.overflowed.store(true, Relaxed);
                }
                continue;
            }
            self.entries[to].fetch_min(through as u16, Relaxed);
            let pending = &self.pending[to / RUN];
            if pending.load(Relaxed) > through as u16 {
                pending.fetch_min(through as u16, Relaxed);
            }
        }
        Ok(())
    }

    /// For directed spaces: sweeps until nothing changes.
    fn sweep_until_still(&self, goals: u64, progress: Progress<'_>) -> Result<(), TableError> {
        let mut known = goals;
        // The least distance that changed in the last sweep.
        let mut changed = 0;
        loop {
            let (least, new) = runs(self.entries.len())
                .map(|run| self.sweep(run, changed))
                .try_reduce(|| (UNREACHABLE, 0), |a, b| Ok((a.0.min(b.0), a.1 + b.1)))?;
            known += new;
            progress.report("building", known, self.space.size());
            if least == UNREACHABLE {
                return Ok(());
            }
            changed = least;
        }
    }

    /// Recomputes every entry that can still change. Returns the least new distance and the number
    /// of entries that became finite.
    fn sweep(&self, run: Range<usize>, changed: u16) -> Result<(u16, u64), TableError> {
        let (mut least, mut new) = (UNREACHABLE, 0);
        for i in run {
            let before = self.entries[i].load(Relaxed);
            if before <= changed.saturating_add(1) && before != UNREACHABLE {
                continue;
            }
            let Some(through) = self.ask(i as u64)? else {
                continue;
            };
            if through >= UNREACHABLE as u64 {
                self.overflowed.store(true, Relaxed);
            } else if through < before as u64 {
                self.entries[i].store(through as u16, Relaxed);
                least = least.min(through as u16);
                new += (before == UNREACHABLE) as u64;
            }
        }
        Ok((least, new))
    }

    /// The least cost plus entry of the successors of a rank; `None` if all are infinite or the
    /// rank is unused.
    fn ask(&self, number: u64) -> Result<Option<u64>, TableError> {
        let state = self.space.unrank(number);
        let Some(state) = state.filter(|state| self.space.rank(state) == number) else {
            return Ok(None);
        };
        let mut least = None;
        for (next, cost) in self.space.successors(&state) {
            let to = valid(self.space, self.entries.len(), number, &next, cost)?;
            let entry = self.entries[to].load(Relaxed);
            if entry != UNREACHABLE {
                let through = entry as u64 + cost as u64;
                least = Some(least.map_or(through, |least: u64| least.min(through)));
            }
        }
        Ok(least)
    }

    /// Refuses a table with a distance that was too large. All smaller ones are correct, since no
    /// shortest path of theirs passes such a state; so an infinite entry with a finite successor is
    /// too far.
    fn expect_all_fit(&self) -> Result<(), TableError> {
        if !self.overflowed.load(Relaxed) {
            return Ok(());
        }
        let too_far = runs(self.entries.len())
            .flat_map_iter(|run| run.filter(|&i| self.entries[i].load(Relaxed) == UNREACHABLE))
            .filter_map(|i| {
                self.ask(i as u64)
                    .transpose()
                    .map(|through| (i as u64, through))
            })
            .min_by_key(|&(state, _)| state);
        match too_far {
            None => Ok(()),
            Some((state, cost)) => Err(TableError::TooFar { state, cost: cost? }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Report;
    use crate::space::Space;
    use std::sync::Mutex;

    /// A line of ranks; from each a step back at `cost`, and forth too if undirected. 0 is the
    /// goal; odd ranks may be unused.
    #[derive(Clone, Copy)]
    struct Line {
        length: u64,
        cost: Cost,
        undoes: bool,
        only_even: bool,
    }

    const LINE: Line = Line {
        length: 10_000,
        cost: 1,
        undoes: true,
        only_even: false,
    };

    impl Space for Line {
        type State = u64;
        type Action = ();

        fn transitions(&self, &n: &u64) -> impl Iterator<Item = ((), u64, Cost)> {
            let by = 1 + self.only_even as u64;
            let forth = (self.undoes && n + by < self.length).then_some(((), n + by, self.cost));
            let back = n.checked_sub(by).map(|n| ((), n, self.cost));
            back.into_iter().chain(forth)
        }

        fn is_goal(&self, &n: &u64) -> bool {
            n == 0
        }
    }

    impl Ranked for Line {
        fn size(&self) -> u64 {
            self.length
        }

        fn rank(&self, &n: &u64) -> u64 {
            n
        }

        fn unrank(&self, n: u64) -> Option<u64> {
            let exists = n < self.length && !(self.only_even && n % 2 == 1);
            exists.then_some(n)
        }

        fn is_undirected(&self) -> bool {
            self.undoes
        }
    }

    fn build(line: Line) -> Result<Table<Line>, TableError> {
        Table::build(line, &Options::default())
    }

    /// The result of the proof for these entries.
    fn prove<S: Ranked + Sync>(space: S, entries: Vec<u16>) -> Result<Proof, ProofError> {
        let table = Table::from_entries(space, entries)?;
        table
            .prove(&Options::default())
            .map(|proved| proved.proof().clone())
    }

    #[test]
    fn forward_and_backward_searches_agree() {
        for cost in [1, 2, 6] {
            let [there, back] = [true, false].map(|undoes| {
                build(Line {
                    cost,
                    undoes,
                    ..LINE
                })
                .unwrap()
            });
            assert_eq!(there.entries(), back.entries());
            assert_eq!(there.value(9_999), Some(9_999 * cost as u16));
            assert_eq!(there.max(), Some(9_999 * cost as u16));
            assert_eq!(there.value(10_000), None);
            assert!((there.mean().unwrap() - 4_999.5 * cost as f64).abs() < 1e-9);
        }
    }

    #[test]
    fn unused_ranks_are_infinite() {
        for undoes in [true, false] {
            let line = Line {
                undoes,
                only_even: true,
                ..LINE
            };
            let table = build(line).unwrap();
            assert_eq!((table.value(6), table.value(7)), (Some(3), None));
            assert_eq!(table.histogram(), vec![1; 5_000]);
            assert_eq!(table.proof(&Options::default()).unwrap().entries, 10_000);
            let mut entries = table.entries().to_vec();
            entries[7] = 3;
            assert_eq!(
                prove(line, entries),
                Err(ProofError::NoState { state: 7, found: 3 })
            );
        }
    }

    #[test]
    fn the_largest_distance_fits_and_the_next_is_refused() {
        for undoes in [true, false] {
            let line = Line {
                length: 65_535,
                undoes,
                ..LINE
            };
            assert_eq!(build(line).unwrap().max(), Some(65_534));
            let longer = Line {
                length: 65_536,
                ..line
            };
            let too_far = Err(TableError::TooFar {
                state: 65_535,
                cost: 65_535,
            });
            assert_eq!(build(longer).map(|_| ()), too_far);
            let steep = Line {
                length: 3,
                cost: Cost::MAX,
                ..line
            };
            assert!(matches!(
                build(steep),
                Err(TableError::TooFar { state: 1, cost }) if cost == Cost::MAX as u64
            ));
        }
    }

    /// Three ranks of which 0 is the goal, with listed edges.
    struct Listed {
        edges: Vec<(u64, u64, Cost)>,
        undoes: bool,
    }

    impl Space for Listed {
        type State = u64;
        type Action = ();

        fn transitions(&self, &n: &u64) -> impl Iterator<Item = ((), u64, Cost)> {
            self.edges.iter().flat_map(move |&(from, to, cost)| {
                let forth = (from == n).then_some(((), to, cost));
                let back = (self.undoes && to == n).then_some(((), from, cost));
                forth.into_iter().chain(back)
            })
        }

        fn is_goal(&self, &n: &u64) -> bool {
            n == 0
        }
    }

    impl Ranked for Listed {
        fn size(&self) -> u64 {
            3
        }

        fn rank(&self, &n: &u64) -> u64 {
            n
        }

        fn unrank(&self, n: u64) -> Option<u64> {
            (n < 3).then_some(n)
        }

        fn is_undirected(&self) -> bool {
            self.undoes
        }
    }

    #[test]
    fn a_path_too_long_for_an_entry_does_not_matter_beside_a_short_one() {
        for undoes in [true, false] {
            let edges = vec![(1, 0, 70_000), (2, 0, 5), (1, 2, 5)];
            let detour = Listed { edges, undoes };
            let table = Table::build(&detour, &Options::default()).unwrap();
            assert_eq!(table.entries(), [0, 10, 5]);
        }
    }

    #[test]
    fn too_little_memory_is_refused_before_any_is_taken() {
        let memory = |length, memory| {
            let options = Options::default().memory(memory);
            Table::build(Line { length, ..LINE }, &options).map(|_| ())
        };
        assert_eq!(memory(4096, 2 * 4097), Ok(()));
        assert!(matches!(
            memory(4096, 2 * 4097 - 1),
            Err(TableError::Memory { .. })
        ));
        // No machine has this much memory, whatever the limit.
        assert!(matches!(
            memory(1 << 62, u64::MAX),
            Err(TableError::Memory { .. })
        ));
        assert!(matches!(
            memory(u64::MAX, u64::MAX),
            Err(TableError::Memory { .. })
        ));
    }

    #[test]
    fn the_buffer_of_the_search_becomes_the_table() {
        let atomics: Vec<AtomicU16> = (0..1000).map(AtomicU16::new).collect();
        let before = atomics.as_ptr().addr();
        let plain: Vec<u16> = atomics.into_iter().map(AtomicU16::into_inner).collect();
        assert_eq!(plain.as_ptr().addr(), before);
    }

    #[test]
    fn contract_violations_are_reported() {
        for undoes in [true, false] {
            let free = Line {
                cost: 0,
                undoes,
                ..LINE
            };
            assert!(matches!(build(free), Err(TableError::ZeroCost { .. })));
        }
        for undoes in [true, false] {
            let edges = vec![(0, 1, 1), (1, 0, 1), (1, 5, 1)];
            let outside = Listed { edges, undoes };
            let number = TableError::Number {
                state: 1,
                found: 5,
                size: 3,
            };
            let table = Table::build(&outside, &Options::default());
            assert_eq!(table.map(|_| ()), Err(number.clone()));
            let proof = prove(&outside, vec![0, 1, UNREACHABLE]);
            assert_eq!(proof, Err(ProofError::Space(number)));
        }
    }

    #[test]
    fn each_kind_of_wrong_entry_is_found() {
        use ProofError as E;
        let line = Line {
            length: 9,
            undoes: false,
            ..LINE
        };
        let right = build(line).unwrap();
        assert_eq!(right.proof(&Options::default()).unwrap().successors, 8);
        let wrong = |changes: &[(usize, u16)]| {
            let mut entries = right.entries().to_vec();
            for &(i, entry) in changes {
                entries[i] = entry;
            }
            prove(line, entries)
        };
        assert_eq!(wrong(&[(0, 2)]), Err(E::Goal { state: 0, found: 2 }));
        let entry = |state, found, expected| {
            Err(E::Entry {
                state,
                found,
                expected,
            })
        };
        assert_eq!(wrong(&[(5, 4)]), entry(5, 4, 5));
        assert_eq!(wrong(&[(8, UNREACHABLE)]), entry(8, UNREACHABLE, 8));
        assert_eq!(
            wrong(&[(7, UNREACHABLE), (6, 0)]),
            entry(6, 0, 6),
            "the least of two"
        );
        let apart = Listed {
            edges: vec![(2, 1, 4)],
            undoes: true,
        };
        assert_eq!(
            prove(apart, vec![0, 7, UNREACHABLE]),
            Err(E::NoWay { state: 1, found: 7 })
        );
        let cut_off = Line { length: 1, ..line };
        assert!(matches!(
            Table::from_entries(cut_off, right.into_entries()),
            Err(TableError::Length {
                expected: 1,
                found: 9
            })
        ));
    }

    #[test]
    fn progress_grows_and_ends_with_all() {
        for undoes in [true, false] {
            let line = Line {
                length: 50,
                undoes,
                only_even: true,
                ..LINE
            };
            let told = Mutex::new(Vec::new());
            let tell = |r: Report<'_>| told.lock().unwrap().push((r.done, r.total));
            let options = Options::default().progress(Progress::new(&tell));
            Table::build(line, &options).unwrap();
            let told = told.into_inner().unwrap();
            assert!(told.is_sorted() && told.iter().all(|&(_, all)| all == 50));
            assert_eq!(told.last(), Some(&(50, 50)));
            assert!(told.contains(&(25, 50)), "all even numbers are known");
        }
    }
}
