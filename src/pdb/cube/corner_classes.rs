//! Symmetry classes of the permutations of all eight corners.
//!
//! Conjugation by a symmetry maps a permutation to a permutation, and its twists along with it. The
//! 40,320 permutations form 984 classes under the 48 symmetries. Each class has one
//! *representative*; for every other member a symmetry that maps it there is stored. A state of the
//! corners is thus, up to symmetry, a representative and a twist number.
//!
//! If a representative has a non-trivial *stabiliser*, several twist numbers are the same state up
//! to symmetry; [`CornerClasses::orbit`] numbers them once, which gives 1,841,970 orbits of
//! 88,179,840 states.

use super::pattern::{AbstractState, CubePattern};
use super::rank::{rank_arrangement, rank_digits, unrank_arrangement, unrank_digits};
use crate::space::cube::Symmetry;
use std::sync::OnceLock;

const ARRANGEMENTS: usize = 40_320;
/// Twists of eight corners, the last one being determined.
pub(super) const TWISTS: usize = 2_187;
const WORDS: usize = TWISTS.div_ceil(64);

/// The symmetry classes of all eight corners; see the [module](self).
pub(super) struct CornerClasses {
    /// By permutation: class in the upper ten bits, symmetry in the lower six.
    class_and_symmetry: Vec<u16>,
    /// Permutations sorted by class; the representative is the smallest.
    members: Vec<u16>,
    /// By permutation: its index among the members of its class.
    place: Vec<u8>,
    /// Offset of each class in `members`, and the total.
    starts: Vec<u32>,
    /// Offset of the orbits of each class, and the total.
    orbit_starts: Vec<u32>,
    /// For classes with a stabiliser: the twist numbers that are the smallest of their orbit.
    /// Indexed by `reduced_of`.
    reduced: Vec<Reduced>,
    /// By class: index into `reduced`, or `u16::MAX`.
    reduced_of: Vec<u16>,
}

struct Reduced {
    stabiliser: Vec<u8>,
    smallest: [u64; WORDS],
    before: [u16; WORDS],
}

/// Corner positions and twists by cubie.
type Corners = ([u8; 8], [u8; 8]);

fn conjugate(symmetry: &Symmetry, (positions, twists): &Corners) -> Corners {
    let mut out = ([0; 8], [0; 8]);
    for cubie in 0..8_u8 {
        let p = positions[cubie as usize];
        let to = symmetry.corner(cubie) as usize;
        out.0[to] = symmetry.corner(p);
        out.1[to] = symmetry.twist(cubie, p, twists[cubie as usize]);
    }
    out
}

fn twist_number(twists: &[u8; 8]) -> usize {
    rank_digits(3, &twists[..7]) as usize
}

fn twists_of(number: usize) -> [u8; 8] {
    let mut twists = [0; 8];
    unrank_digits(3, number as u64, 8, &mut twists);
    twists
}

fn positions_of(arrangement: usize) -> [u8; 8] {
    let mut positions = [0; 8];
    unrank_arrangement(8, arrangement as u64, &mut positions);
    positions
}

/// Whether a pattern tracks exactly the eight corners.
pub(super) fn applies_to(pattern: &CubePattern) -> bool {
    pattern.corners().len() == 8 && pattern.edges().is_empty()
}

impl CornerClasses {
    /// The classes, computed at the first call.
    pub(super) fn get() -> &'static CornerClasses {
        static CLASSES: OnceLock<CornerClasses> = OnceLock::new();
        CLASSES.get_or_init(CornerClasses::new)
    }

    fn new() -> CornerClasses {
        // The smallest permutation of each orbit, and a symmetry that maps there.
        let smallest: Vec<(usize, usize)> = (0..ARRANGEMENTS)
            .map(|a| {
                let state = (positions_of(a), [0; 8]);
                (0..Symmetry::COUNT)
                    .map(|s| {
                        let image = conjugate(&Symmetry::all()[s], &state);
                        (rank_arrangement(8, &image.0) as usize, s)
                    })
                    .min()
                    .expect("48 symmetries")
            })
            .collect();
        let mut sizes = vec![0_usize; ARRANGEMENTS];
        for &(representative, _) in &smallest {
            sizes[representative] += 1;
        }
        // Large classes first: blocks of 48 then begin at multiples of 48.
        let mut members: Vec<u16> = (0..ARRANGEMENTS as u16).collect();
        members.sort_by_key(|&a| {
            let representative = smallest[a as usize].0;
            (48 - sizes[representative], representative, a)
        });
        let mut classes = CornerClasses {
            class_and_symmetry: vec![0; ARRANGEMENTS],
            place: vec![0; ARRANGEMENTS],
            starts: Vec::new(),
            orbit_starts: vec![0],
            reduced: Vec::new(),
            reduced_of: Vec::new(),
            members,
        };
        let mut at = 0;
        while at < ARRANGEMENTS {
            let representative = classes.members[at] as usize;
            let class = classes.starts.len();
            let size = sizes[representative];
            classes.starts.push(at as u32);
            for place in 0..size {
                let a = classes.members[at + place] as usize;
                classes.place[a] = place as u8;
                classes.class_and_symmetry[a] = (class << 6 | smallest[a].1) as u16;
            }
            let orbits = classes.reduce(representative, size);
            let start = classes.orbit_starts[class];
            classes.orbit_starts.push(start + orbits as u32);
            at += size;
        }
        classes.starts.push(ARRANGEMENTS as u32);
        classes
    }

    /// Marks the twist numbers of a representative that are the smallest of their orbit under its
    /// stabiliser; returns their number.
    fn reduce(&mut self, representative: usize, size: usize) -> usize {
        if size == Symmetry::COUNT {
            self.reduced_of.push(u16::MAX);
            return TWISTS;
        }
        let positions = positions_of(representative);
        let stabiliser: Vec<u8> = (0..Symmetry::COUNT as u8)
            .filter(|&s| {
                conjugate(&Symmetry::all()[s as usize], &(positions, [0; 8])).0 == positions
            })
            .collect();
        let mut reduced = Reduced {
            stabiliser,
            smallest: [0; WORDS],
            before: [0; WORDS],
        };
        let mut count = 0;
        for twist in 0..TWISTS {
            if twist % 64 == 0 {
                reduced.before[twist / 64] = count as u16;
            }
            if reduced.canonical(&positions, twist) == twist {
                reduced.smallest[twist / 64] |= 1 << (twist % 64);
                count += 1;
            }
        }
        self.reduced_of.push(self.reduced.len() as u16);
        self.reduced.push(reduced);
        count
    }

    /// Number of orbits of states.
    #[cfg(any(feature = "tables", test))]
    pub(super) fn orbits(&self) -> usize {
        *self
            .orbit_starts
            .last()
            .expect("one entry more than classes") as usize
    }

    /// Number of classes of permutations.
    #[cfg(test)]
    fn classes(&self) -> usize {
        self.starts.len() - 1
    }

    /// Bytes of the index in memory.
    #[cfg(feature = "tables")]
    pub(super) fn bytes(&self) -> usize {
        let stabilisers = self.reduced.iter().map(|r| r.stabiliser.len());
        (self.class_and_symmetry.len() + self.members.len() + self.reduced_of.len()) * 2
            + (self.starts.len() + self.orbit_starts.len()) * 4
            + self.place.len()
            + self.reduced.len() * size_of::<Reduced>()
            + stabilisers.sum::<usize>()
    }

    /// The class of a state, its permutation, and its twists relative to the representative.
    fn locate(&self, pattern: &CubePattern, state: &AbstractState) -> (usize, usize, usize) {
        let mut corners: Corners = ([0; 8], [0; 8]);
        for (i, &cubie) in pattern.corners().iter().enumerate() {
            corners.0[cubie as usize] = state.corner_positions[i];
            corners.1[cubie as usize] = state.twists[i];
        }
        let arrangement = rank_arrangement(8, &corners.0) as usize;
        let found = self.class_and_symmetry[arrangement] as usize;
        let moved = conjugate(&Symmetry::all()[found & 63], &corners);
        (found >> 6, arrangement, twist_number(&moved.1))
    }

    /// A rank in which symmetric states are consecutive.
    pub(super) fn rank(&self, pattern: &CubePattern, state: &AbstractState) -> u64 {
        let (class, arrangement, twist) = self.locate(pattern, state);
        let start = self.starts[class] as usize;
        let size = self.starts[class + 1] as usize - start;
        (start * TWISTS + twist * size + self.place[arrangement] as usize) as u64
    }

    /// The inverse of [`CornerClasses::rank`].
    pub(super) fn unrank(&self, pattern: &CubePattern, index: u64) -> AbstractState {
        let index = index as usize;
        let class = self
            .starts
            .partition_point(|&s| s as usize * TWISTS <= index)
            - 1;
        let start = self.starts[class] as usize;
        let size = self.starts[class + 1] as usize - start;
        let rest = index - start * TWISTS;
        let arrangement = self.members[start + rest % size] as usize;
        let symmetry = &Symmetry::all()[self.class_and_symmetry[arrangement] as usize & 63];
        let moved = twists_of(rest / size);
        let positions = positions_of(arrangement);
        let mut state = AbstractState::default();
        for (i, &cubie) in pattern.corners().iter().enumerate() {
            let p = positions[cubie as usize];
            let wanted = moved[symmetry.corner(cubie) as usize];
            state.corner_positions[i] = p;
            state.twists[i] = (0..3)
                .find(|&t| symmetry.twist(cubie, p, t) == wanted)
                .expect("a symmetry permutes the twists of a cubie");
        }
        state
    }

    /// The index of the orbit of a state.
    #[cfg(any(feature = "tables", test))]
    pub(super) fn orbit(&self, pattern: &CubePattern, state: &AbstractState) -> usize {
        let (class, _, twist) = self.locate(pattern, state);
        let start = self.orbit_starts[class] as usize;
        let Some(reduced) = self.reduced.get(self.reduced_of[class] as usize) else {
            return start + twist;
        };
        let representative = self.members[self.starts[class] as usize] as usize;
        start + reduced.place(reduced.canonical(&positions_of(representative), twist))
    }

    /// One state of every orbit, in order, for a pattern that lists the eight corners in any order.
    #[cfg(any(feature = "tables", test))]
    pub(super) fn representatives(
        &self,
        pattern: CubePattern,
    ) -> impl Iterator<Item = AbstractState> {
        (0..self.starts.len() - 1).flat_map(move |class| {
            let arrangement = self.members[self.starts[class] as usize] as usize;
            let positions = positions_of(arrangement);
            let reduced = self.reduced.get(self.reduced_of[class] as usize);
            (0..TWISTS)
                .filter(move |&twist| reduced.is_none_or(|r| r.is_smallest(twist)))
                .map(move |twist| listed(&pattern, &(positions, twists_of(twist))))
        })
    }
}

/// The abstract state of a pattern whose corners are given by cubie.
#[cfg(any(feature = "tables", test))]
fn listed(pattern: &CubePattern, (positions, twists): &Corners) -> AbstractState {
    let mut state = AbstractState::default();
    for (i, &cubie) in pattern.corners().iter().enumerate() {
        state.corner_positions[i] = positions[cubie as usize];
        state.twists[i] = twists[cubie as usize];
    }
    state
}

impl Reduced {
    fn canonical(&self, positions: &[u8; 8], twist: usize) -> usize {
        let state = (*positions, twists_of(twist));
        let images = self.stabiliser.iter().map(|&s| {
            let image = conjugate(&Symmetry::all()[s as usize], &state);
            twist_number(&image.1)
        });
        images.min().expect("the identity is in every stabiliser")
    }

    #[cfg(any(feature = "tables", test))]
    fn is_smallest(&self, twist: usize) -> bool {
        self.smallest[twist / 64] >> (twist % 64) & 1 == 1
    }

    #[cfg(any(feature = "tables", test))]
    fn place(&self, twist: usize) -> usize {
        let below = self.smallest[twist / 64] & ((1 << (twist % 64)) - 1);
        self.before[twist / 64] as usize + below.count_ones() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_classes_and_orbits_match_burnside() {
        let classes = CornerClasses::get();
        assert_eq!(classes.classes(), 984);
        assert_eq!(classes.orbits(), 1_841_970);
        // Burnside: the number of orbits is the mean number of states fixed by a symmetry, counted
        // here directly.
        let mut fixed = 0_usize;
        for symmetry in Symmetry::all() {
            for a in 0..ARRANGEMENTS {
                let positions = positions_of(a);
                if conjugate(symmetry, &(positions, [0; 8])).0 != positions {
                    continue;
                }
                fixed += (0..TWISTS)
                    .filter(|&t| {
                        let state = (positions, twists_of(t));
                        conjugate(symmetry, &state) == state
                    })
                    .count();
            }
        }
        assert_eq!(fixed, 48 * classes.orbits());
    }

    #[test]
    fn representatives_are_numbered_in_order() {
        let classes = CornerClasses::get();
        let pattern: CubePattern = "8-corner".parse().unwrap();
        for (i, state) in classes.representatives(pattern).enumerate().step_by(97) {
            assert_eq!(classes.orbit(&pattern, &state), i);
        }
    }
}
