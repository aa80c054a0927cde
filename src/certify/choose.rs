//! Choice of the decision rule and the filters: the largest mean within a byte limit.
//!
//! A higher quantile raises values and causes more overestimates, whose filters take bytes.
//! Slots of fewer bits take less room and cause more false positives. All of this follows from
//! counts for every q: classes reached, and overestimates by excess.

use super::filter::FilterShape;
use crate::fixed::FixedRule;
use crate::fixed::batch::{BLOCK, Fast, Room};
use crate::fixed::integer_rule::least_shares;
use crate::learn::sample::Examples;
use rayon::prelude::*;
use std::sync::LazyLock;

/// Rules with an excess of this or more are not chosen.
pub const MOST_EXCESS: usize = 12;
/// Candidate slot sizes in bits.
const SLOT_BITS: std::ops::RangeInclusive<u8> = 1..=8;
/// Number of candidate q.
const STEPS: usize = 705;
/// Index of q = ½.
const HALF: usize = 480;
/// States that a thread takes at once.
const PIECE: u64 = 1 << 14;

/// Candidate q, ascending, in units of 2⁻³²: odds from 2⁻³⁰ to 2¹⁴ by factors of 2^(1/16).
/// Roots and products are rounded identically on every machine; powers are not.
static QS: LazyLock<[u32; STEPS]> = LazyLock::new(|| {
    let factor = 2.0_f64.sqrt().sqrt().sqrt().sqrt();
    let mut odds = 1.0 / (1_u64 << (HALF / 16)) as f64;
    std::array::from_fn(|_| {
        let q = odds / (1.0 + odds);
        odds *= factor;
        (q * (1_u64 << 32) as f64) as u32
    })
});

/// A sample of state numbers, the same in every run.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    states: u64,
    /// Sample size.
    pub count: u64,
    /// Whether the sample is all states.
    all: bool,
}

/// Seed of the sample.
pub const SEED: u64 = 1;

impl Spread {
    /// A sample of `count` states, with replacement; all states if there are no more.
    pub fn new(states: u64, count: u64) -> Spread {
        Spread {
            states,
            count: count.min(states),
            all: count >= states,
        }
    }

    /// A sample of `count` states, with replacement.
    pub fn drawn(states: u64, count: u64) -> Spread {
        Spread {
            states,
            count,
            all: false,
        }
    }

    /// The `i`-th number of the sample.
    pub fn at(&self, i: u64) -> u64 {
        if self.all {
            return i;
        }
        // SplitMix64.
        let mut mixed = SEED.wrapping_add(i).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        ((mixed as u128 * self.states as u128) >> 64) as u64
    }
}

/// Counts of a sample for all candidate rules at once.
#[derive(Clone, Debug)]
pub struct Rules {
    /// For each step, the number of (state, class) pairs whose class is first reached there.
    reached: Vec<u64>,
    /// By excess − 1 and step: the number of states first overestimated so much there.
    over: Vec<Vec<u64>>,
    /// The same in symmetry classes.
    keys: Vec<Vec<u64>>,
    states: u64,
}

impl Rules {
    fn new() -> Rules {
        let none = || vec![0; STEPS + 1];
        Rules {
            reached: none(),
            over: vec![none(); MOST_EXCESS],
            keys: vec![none(); MOST_EXCESS],
            states: 0,
        }
    }

    fn add(&mut self, logits: &[i32], truth: u8, stands_for: u32) {
        let mut shares = [0; 256];
        let shares = &mut shares[..logits.len()];
        least_shares(logits, shares);
        let states = stands_for as u64;
        self.states += states;
        for (class, &share) in shares.iter().enumerate().skip(1) {
            let step = QS.partition_point(|&q| (q as u64) < share);
            self.reached[step] += states;
            if class > truth as usize {
                let excess = (class - truth as usize).min(MOST_EXCESS) - 1;
                self.over[excess][step] += states;
                self.keys[excess][step] += 1;
            }
        }
    }

    fn merge(mut self, other: &Rules) -> Rules {
        let add = |mine: &mut Vec<u64>, other: &Vec<u64>| {
            for (mine, other) in mine.iter_mut().zip(other) {
                *mine += other;
            }
        };
        add(&mut self.reached, &other.reached);
        for (mine, other) in self.over.iter_mut().zip(&other.over) {
            add(mine, other);
        }
        for (mine, other) in self.keys.iter_mut().zip(&other.keys) {
            add(mine, other);
        }
        self.states += other.states;
        self
    }

    /// Counts of a sample; of a symmetry class only the representative is evaluated.
    pub fn of(fast: &Fast, examples: &dyn Examples, numbers: Spread) -> Rules {
        (0..numbers.count.div_ceil(PIECE))
            .into_par_iter()
            .map(|piece| {
                let tokens = examples.tokens();
                let mut room = Room::new(fast);
                let mut written = vec![0; fast.network().sizes().values.len()];
                let mut waiting = [(0, 0); BLOCK];
                let mut taken = 0;
                let mut rules = Rules::new();
                for i in piece * PIECE..((piece + 1) * PIECE).min(numbers.count) {
                    let number = numbers.at(i);
                    let stands_for = tokens.write_representative(number, &mut written);
                    if stands_for == 0 {
                        continue;
                    }
                    waiting[taken] = (examples.class(number), stands_for);
                    taken += 1;
                    if room.push(&written) {
                        taken = 0;
                        room.finish(|s, logits| rules.add(logits, waiting[s].0, waiting[s].1));
                    }
                }
                room.finish(|s, logits| rules.add(logits, waiting[s].0, waiting[s].1));
                rules
            })
            .reduce(Rules::new, |one, other| one.merge(&other))
    }

    /// The choice with the largest mean within `bytes` for filters, for a sample of one in
    /// `one_in` states; `None` if no rule fits.
    pub fn best(&self, bytes: u64, one_in: f64) -> Option<Choice> {
        let states = self.states.max(1) as f64;
        let mut reached = 0;
        let (mut over, mut keys) = ([0_u64; MOST_EXCESS], [0_u64; MOST_EXCESS]);
        let mut best: Option<Choice> = None;
        for (step, &q) in QS.iter().enumerate() {
            reached += self.reached[step];
            for excess in 0..MOST_EXCESS {
                over[excess] += self.over[excess][step];
                keys[excess] += self.keys[excess][step];
            }
            // Larger excesses are not told apart.
            if over[MOST_EXCESS - 1] > 0 {
                break;
            }
            let keys = keys.map(|count| (count as f64 * one_in) as u64);
            let lowered: u64 = over.iter().sum();
            let mean = (reached - lowered) as f64 / states;
            let shares = over.map(|count| count as f64 / states);
            let Some(slots) = slots(&keys, &shares, bytes) else {
                continue;
            };
            let mean = mean - slots.lost;
            if best.as_ref().is_none_or(|best| mean > best.mean) {
                best = Some(Choice {
                    rule: FixedRule::Quantile { q },
                    mean,
                    bytes: slots.bytes,
                    keys: keys.to_vec(),
                    rate: over[0] as f64 / states,
                });
            }
        }
        best
    }
}

/// A rule with its expected mean, bytes and overestimates.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Choice {
    /// The rule.
    pub rule: FixedRule,
    /// Expected mean after correction.
    pub mean: f64,
    /// Expected size of the filters.
    pub bytes: u64,
    /// By excess − 1: expected number of keys.
    pub keys: Vec<u64>,
    /// Overestimation rate before correction.
    pub rate: f64,
}

/// Bits for the slots of each set.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Slots {
    /// Bits of a slot in each set; the last entry holds for all further sets.
    pub bits: Vec<u8>,
    /// Expected size of the sets.
    pub bytes: u64,
    /// Expected loss of the mean by false positives.
    pub lost: f64,
}

/// Slot sizes of nested sets with the least loss within a byte limit, from the keys and the
/// share of states of each set; `None` if even one bit a slot is too much.
///
/// ```
/// use admit::certify::choose::slots;
/// let found = slots(&[1_000_000, 1000], &[0.01, 0.0001], 700_000).unwrap();
/// assert_eq!(found.bits[0], 4); // 4.5 bits a key
/// assert!(found.bytes <= 700_000);
/// assert!(slots(&[1_000_000], &[0.01], 100_000).is_none());
/// ```
pub fn slots(keys: &[u64], shares: &[f64], bytes: u64) -> Option<Slots> {
    let mut best: Option<Slots> = None;
    for first in SLOT_BITS {
        for second in SLOT_BITS {
            let bits = [first, second];
            let needed: u64 = (0..keys.len())
                .map(|set| set_bytes(keys[set], bits[set.min(1)]))
                .sum();
            if needed > bytes {
                continue;
            }
            let lost = lost(shares, bits);
            if best.as_ref().is_none_or(|best| lost < best.lost) {
                best = Some(Slots {
                    bits: bits.to_vec(),
                    bytes: needed,
                    lost,
                });
            }
        }
    }
    best
}

/// Expected size of a filter.
fn set_bytes(keys: u64, bits: u8) -> u64 {
    if keys == 0 {
        return 0;
    }
    // Layout of `xorf`: about 1.13 slots a key, in whole segments.
    let n = (keys as f64).max(2.0);
    let factor = (0.875 + 0.25 * 1e6_f64.ln() / n.ln()).max(1.125);
    let segment = 1_u32 << ((n.ln() / 3.33_f64.ln() + 2.25).floor() as u32).min(18);
    let capacity = (n * factor).round() as u32;
    let segments = capacity.div_ceil(segment).max(3);
    let shape = FilterShape {
        bits,
        seed: 0,
        segment,
        first: (segments - 2) * segment,
    };
    // 200 bytes of metadata.
    shape.bytes().unwrap_or(u64::MAX) + 200
}

/// Expected loss of the mean by false positives: a state with excess e is lowered further by
/// one for each false positive in a row from set e + 1 on.
fn lost(shares: &[f64], bits: [u8; 2]) -> f64 {
    let chance = |set: usize| 0.5_f64.powi(bits[set.min(1)] as i32);
    let sets = shares
        .iter()
        .rposition(|&share| share > 0.0)
        .map_or(0, |last| last + 1);
    let mut lost = 0.0;
    for excess in 0..=sets {
        let from = if excess == 0 { 1.0 } else { shares[excess - 1] };
        let to = shares.get(excess).copied().unwrap_or(0.0);
        let mut further = 0.0;
        for set in (excess..sets).rev() {
            further = chance(set) * (1.0 + further);
        }
        lost += (from - to) * further;
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_ascend_through_one_half() {
        assert!(QS.is_sorted());
        assert!((QS[HALF] as f64 / 2_f64.powi(31) - 1.0).abs() < 1e-9);
        assert_eq!(QS[0], 3); // 2⁻³⁰, rounded down
        assert!(QS[STEPS - 1] > u32::MAX - (1 << 18) - 100);
    }

    #[test]
    fn loss_equals_its_expectation_by_hand() {
        let lost = lost(&[0.2, 0.05], [2, 3]);
        let [first, second] = [1.0 / 4.0, 1.0 / 8.0];
        let expected = 0.8 * first * (1.0 + second) + 0.15 * second;
        assert!((lost - expected).abs() < 1e-12, "{lost}");
        assert!(super::lost(&[0.0, 0.0], [1, 1]).abs() < 1e-12);
    }

    #[test]
    fn expected_sizes_are_close_to_actual_sizes() {
        use crate::certify::filter::Filter;
        for count in [10_u64, 1000, 30_000, 400_000] {
            let keys: Vec<u64> = (0..count).map(|k| k * 0x1234_5677).collect();
            let found = Filter::of(&keys, 5).unwrap().slots().len() as u64;
            let expected = set_bytes(count, 5);
            let range = found..=found + found / 50 + 220;
            assert!(range.contains(&expected), "{count}");
        }
    }
}
