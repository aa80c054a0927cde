//! Sweep: the values of a network on every state, compared with the exact ones.
//!
//! State numbers are divided into chunks, and chunks into pieces for threads; counts do not
//! depend on the division. Of a symmetry class only the representative is evaluated.

use super::choose::Spread;
use super::corrected::Adjustment;
use super::lower::key;
use super::near_goal::FARTHEST;
use crate::files::Progress;
use crate::fixed::batch::{BLOCK, Fast, Room};
use crate::learn::sample::Examples;
use crate::pdb::Histogram;
use rayon::prelude::*;
use std::fmt;
use std::ops::Range;

/// States that a thread takes at once.
const PIECE: u64 = 1 << 14;

/// Counts of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// States.
    pub states: u64,
    /// Representatives among them.
    pub asked: u64,
    /// By true value: states, and the sum of their values.
    pub by_class: Vec<[u64; 2]>,
    /// By value − true value + 255: states.
    pub differences: Vec<u64>,
}

/// Index of difference 0.
const NO_DIFFERENCE: usize = 255;

impl Counts {
    /// No counts.
    pub fn new() -> Counts {
        Counts {
            states: 0,
            asked: 0,
            by_class: vec![[0; 2]; 256],
            differences: vec![0; 2 * NO_DIFFERENCE + 1],
        }
    }

    fn add(&mut self, states: u64, truth: u8, value: u8) {
        self.states += states;
        let [count, sum] = &mut self.by_class[truth as usize];
        *count += states;
        *sum += states * value as u64;
        self.differences[NO_DIFFERENCE + value as usize - truth as usize] += states;
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: &Counts) {
        self.states += other.states;
        self.asked += other.asked;
        for (mine, other) in self.by_class.iter_mut().zip(&other.by_class) {
            mine[0] += other[0];
            mine[1] += other[1];
        }
        for (mine, other) in self.differences.iter_mut().zip(&other.differences) {
            *mine += other;
        }
    }

    /// Sum of all values.
    pub fn sum(&self) -> u64 {
        self.by_class.iter().map(|[_, sum]| sum).sum()
    }

    /// Mean value.
    pub fn mean(&self) -> f64 {
        self.sum() as f64 / self.states.max(1) as f64
    }

    /// Mean true value.
    pub fn true_mean(&self) -> f64 {
        let classes = self.by_class.iter().enumerate();
        let sum: u64 = classes
            .map(|(class, [states, _])| class as u64 * states)
            .sum();
        sum as f64 / self.states.max(1) as f64
    }

    /// Overestimated states.
    pub fn over(&self) -> u64 {
        self.differences[NO_DIFFERENCE + 1..].iter().sum()
    }

    /// Differences between value and true value that occur, with their numbers of states.
    pub fn by_difference(&self) -> impl Iterator<Item = (i32, u64)> {
        let all = self.differences.iter().enumerate();
        let met = all.filter(|(_, states)| **states > 0);
        met.map(|(at, &states)| (at as i32 - NO_DIFFERENCE as i32, states))
    }

    /// Number of states with each true value, up to the largest.
    pub fn true_classes(&self) -> Vec<u64> {
        let states: Vec<u64> = self.by_class.iter().map(|[states, _]| *states).collect();
        Histogram::new(&states).into()
    }
}

/// Findings of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Counts.
    pub counts: Counts,
    /// Keys of overestimated states, and their excess.
    pub over: Vec<(u64, u8)>,
    /// Keys of states near the goal, with their true value and their swept value.
    pub near: Vec<(u64, [u8; 2])>,
}

impl Found {
    /// No findings.
    pub fn new() -> Found {
        Found {
            counts: Counts::new(),
            over: Vec::new(),
            near: Vec::new(),
        }
    }

    /// Adds other findings.
    pub fn merge(&mut self, other: &Found) {
        self.counts.merge(&other.counts);
        self.over.extend_from_slice(&other.over);
        self.near.extend_from_slice(&other.near);
    }
}

/// A sweep of a network and its adjustment.
#[derive(Clone, Copy)]
pub struct Sweep<'a> {
    /// The network.
    pub fast: &'a Fast,
    /// Adjustment of its values.
    pub adjustment: &'a Adjustment,
    /// The states, with their true values.
    pub examples: &'a dyn Examples,
    /// Whether every state of a symmetry class is evaluated, not only its representative.
    pub every_single_one: bool,
}

impl fmt::Debug for Sweep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sweep")
            .field("examples", &self.examples.states())
            .field("every_single_one", &self.every_single_one)
            .finish_non_exhaustive()
    }
}

impl Sweep<'_> {
    /// Sweeps a range of state numbers.
    pub fn run(&self, numbers: Range<u64>) -> Found {
        self.pieces(numbers, &|number| number)
    }

    /// Sweeps a sample of states.
    pub fn some(&self, numbers: Spread, progress: Progress<'_>) -> Found {
        let mut found = Found::new();
        for from in (0..numbers.count).step_by(1 << 20) {
            progress.report("sampling", from, numbers.count);
            let range = from..(from + (1 << 20)).min(numbers.count);
            found.merge(&self.pieces(range, &|i| numbers.at(i)));
        }
        found
    }

    fn pieces(&self, range: Range<u64>, number: &(dyn Fn(u64) -> u64 + Sync)) -> Found {
        let pieces = (range.end - range.start).div_ceil(PIECE);
        let found: Vec<Found> = (0..pieces)
            .into_par_iter()
            .map(|piece| {
                let from = range.start + piece * PIECE;
                self.piece((from..(from + PIECE).min(range.end)).map(number))
            })
            .collect();
        let mut all = Found::new();
        for found in &found {
            all.merge(found);
        }
        all
    }

    fn piece(&self, numbers: impl Iterator<Item = u64>) -> Found {
        let tokens = self.examples.tokens();
        let network = self.fast.network();
        let values = &network.sizes().values;
        let mut room = Room::new(self.fast);
        let mut written = vec![0; values.len()];
        let mut waiting = [(0_u64, 0_u64, 0_u8); BLOCK];
        let (mut taken, mut asked) = (0, 0);
        let mut found = Found::new();
        let mut finish = |room: &mut Room<'_>, waiting: &[(u64, u64, u8)]| {
            let mut values = [0; BLOCK];
            room.finish_values(&mut values);
            for (&(key, stands_for, truth), &value) in waiting.iter().zip(&values) {
                let value = self.adjustment.value(key, value);
                found.counts.add(stands_for, truth, value);
                if truth <= FARTHEST {
                    found.near.push((key, [truth, value]));
                }
                if value > truth {
                    found.over.push((key, value - truth));
                }
            }
        };
        for number in numbers {
            let mut stands_for = tokens.write_representative(number, &mut written) as u64;
            asked += (stands_for > 0) as u64;
            if self.every_single_one {
                tokens.write(number, &mut written);
                stands_for = 1;
            }
            if stands_for == 0 {
                continue;
            }
            let key = key(values, &written);
            waiting[taken] = (key, stands_for, self.examples.class(number));
            taken += 1;
            if room.push(&written) {
                finish(&mut room, &waiting);
                taken = 0;
            }
        }
        finish(&mut room, &waiting[..taken]);
        found.counts.asked = asked;
        found
    }
}
