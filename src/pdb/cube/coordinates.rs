//! Incremental ranks of abstract states.
//!
//! Ranking from scratch costs far more than a move. A [`Coordinate`] represents a state such that a
//! move is one small table lookup, and the rank, in the builder's order, a few multiplications
//! away.
//!
//! | part | representation | a move | table |
//! |---|---|---|---|
//! | arrangement of up to 8 corners | its rank, below 40,320 | one lookup, by arrangement and move | 72 bytes per arrangement, 2.9 MB for all eight |
//! | their twists | two numbers, of up to four and three digits in base 3 | digit-wise addition of values from the same lookup | 10 KB |
//! | up to 3 edges | rank of their arrangement, below 1,320, and their flips above it | one lookup and an XOR | 48 KB |
//! | up to 12 edges | up to four such groups | each by itself | the same |
//!
//! The rank of an arrangement is in mixed radix. A group's digits count the positions that earlier
//! groups leave free, so they depend on the *set* of positions those take, not on their order:
//! three of twelve positions have 220 sets, and a table gives the rank of a group for each (0.6 MB
//! for the second group, 2.4 MB for the third).

use super::pattern::{AbstractState, CubePattern, PatternError};
use super::rank::{
    CubeRanker, arrangements, rank_arrangement, rank_digits, stored_digits, unrank_arrangement,
};
use crate::space::cube::Move;
use std::array;
use std::sync::OnceLock;

/// Edges per group.
const GROUP: usize = 3;
/// Bit offset of the flips of a group, above its arrangement.
const FLIPS_AT: u32 = 11;
const ARRANGEMENT: u16 = (1 << FLIPS_AT) - 1;
/// Digits of the higher one of the two numbers that hold the twists.
const HIGH_TWISTS: usize = 4;

/// An abstract state in incremental form; see [`Coordinates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Coordinate {
    /// Arrangement (16 bits), high and low twists (8 bits each).
    corners: u32,
    edges: [u16; 4],
}

/// Tables for incremental ranks of a pattern's states.
///
/// ```
/// use admit::pdb::cube::{Coordinates, CubePattern, CubeRanker};
/// use admit::space::cube::{Cube, parse_moves};
///
/// let pattern: CubePattern = "7-edge".parse().unwrap();
/// let (coordinates, ranker) = (Coordinates::new(pattern).unwrap(), CubeRanker::new(pattern).unwrap());
/// let (mut cube, mut here) = (Cube::SOLVED, coordinates.of(&pattern.goal()));
/// for m in parse_moves("R U2 F' L D B2").unwrap() {
///     cube = cube.apply(m);
///     here = coordinates.apply(&here, m);
///     assert_eq!(coordinates.rank(&here), ranker.rank(&pattern.project(&cube)));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Coordinates {
    pattern: CubePattern,
    corners: Corners,
    edges: Edges,
    orientations: u64,
}

#[derive(Clone, Debug)]
struct Corners {
    /// By arrangement and move: the next arrangement, and what is added to the high and low twists.
    rows: &'static [[u32; 18]],
    low_twists: u64,
    twists: u64,
    sums: &'static TwistSums,
}

#[derive(Clone, Debug)]
struct Edges {
    groups: Vec<Group>,
    /// Whether the last flip is determined and omitted from the rank.
    drops_last_flip: bool,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    size: usize,
    tables: &'static GroupTables,
    /// Number of values of the group given the earlier ones.
    numbers: u64,
    /// None for the first group.
    relative: Option<&'static Relative>,
}

/// Tables of a group of edges, padded to powers of two so that every index is in bounds.
#[derive(Debug)]
struct GroupTables {
    /// By arrangement (11 bits) and move (5 bits): the next arrangement, and above it the flips
    /// that change.
    rows: Box<[u16; 1 << 16]>,
    /// By arrangement: the set of its positions.
    positions: Box<[u16; 1 << FLIPS_AT]>,
}

/// The rank of a group among free positions.
#[derive(Debug)]
struct Relative {
    /// By set of taken positions: its index among the sets of that size.
    sets: Box<[u16; 1 << 12]>,
    /// By index of the set (10 bits) and arrangement (11 bits).
    numbers: Box<[u16; 1 << 21]>,
}

/// Digit-wise sums of two numbers of up to four digits in base 3, seven bits each.
type TwistSums = [u8; 1 << 14];

fn twist_sums() -> &'static TwistSums {
    static SUMS: OnceLock<Box<TwistSums>> = OnceLock::new();
    SUMS.get_or_init(|| {
        let mut sums = Box::new([0; 1 << 14]);
        for a in 0..81_u8 {
            for b in 0..81_u8 {
                let digits = [1, 3, 9, 27].map(|power| (a / power + b / power) % 3 * power);
                sums[(a as usize) << 7 | b as usize] = digits.iter().sum();
            }
        }
        sums
    })
}

#[inline]
fn twist_sum(sums: &TwistSums, a: u32, b: u32) -> u32 {
    sums[((a & 127) << 7 | b & 127) as usize] as u32
}

/// Allocates a table of fixed size on the heap.
#[expect(
    clippy::unnecessary_box_returns,
    reason = "it is too large for the stack"
)]
fn zeros<const LEN: usize>() -> Box<[u16; LEN]> {
    vec![0; LEN].try_into().expect("it has this length")
}

impl Corners {
    fn new(cubies: usize) -> Corners {
        static ROWS: [OnceLock<Vec<[u32; 18]>>; 9] = [const { OnceLock::new() }; 9];
        let stored = stored_digits(cubies, 8);
        let high = stored.min(HIGH_TWISTS);
        Corners {
            rows: ROWS[cubies].get_or_init(|| Corners::rows(cubies, high, stored)),
            low_twists: 3_u64.pow((stored - high) as u32),
            twists: 3_u64.pow(stored as u32),
            sums: twist_sums(),
        }
    }

    fn rows(cubies: usize, high: usize, stored: usize) -> Vec<[u32; 18]> {
        let (mut before, mut after, mut turns) = ([0; 8], [0; 8], [0; 8]);
        let rows = (0..arrangements(8, cubies as u32)).map(|a| {
            unrank_arrangement(8, a, &mut before[..cubies]);
            Move::ALL.map(|m| {
                let carry = m.corners();
                for (i, &p) in before[..cubies].iter().enumerate() {
                    after[i] = carry.to[p as usize];
                    turns[i] = carry.turn[p as usize];
                }
                let added =
                    rank_digits(3, &turns[..high]) | rank_digits(3, &turns[high..stored]) << 8;
                (rank_arrangement(8, &after[..cubies]) | added << 16) as u32
            })
        });
        rows.collect()
    }

    fn of(&self, state: &AbstractState, cubies: usize) -> u32 {
        let arrangement = rank_arrangement(8, &state.corner_positions[..cubies]);
        let twist = rank_digits(3, &state.twists[..stored_digits(cubies, 8)]);
        let (high, low) = (twist / self.low_twists, twist % self.low_twists);
        (arrangement | high << 16 | low << 24) as u32
    }
}

impl Edges {
    fn new(cubies: usize) -> Edges {
        let mut groups = Vec::new();
        for before in (0..cubies).step_by(GROUP) {
            let size = GROUP.min(cubies - before);
            groups.push(Group {
                size,
                tables: GroupTables::get(size),
                numbers: arrangements(12 - before as u32, size as u32),
                relative: (before > 0).then(|| Relative::get(before, size)),
            });
        }
        Edges {
            groups,
            drops_last_flip: cubies == 12,
        }
    }

    fn of(&self, state: &AbstractState) -> [u16; 4] {
        let mut edges = [0; 4];
        for (i, group) in self.groups.iter().enumerate() {
            let cubies = i * GROUP..i * GROUP + group.size;
            let arrangement = rank_arrangement(12, &state.edge_positions[cubies.clone()]);
            let flips = rank_digits(2, &state.flips[cubies]);
            edges[i] = (arrangement | flips << FLIPS_AT) as u16;
        }
        edges
    }
}

impl GroupTables {
    fn get(size: usize) -> &'static GroupTables {
        static TABLES: [OnceLock<GroupTables>; GROUP] = [const { OnceLock::new() }; GROUP];
        TABLES[size - 1].get_or_init(|| GroupTables::new(size))
    }

    fn new(size: usize) -> GroupTables {
        let mut tables = GroupTables {
            rows: zeros(),
            positions: zeros(),
        };
        let mut positions = vec![0; size];
        for a in 0..arrangements(12, size as u32) as usize {
            unrank_arrangement(12, a as u64, &mut positions);
            for m in Move::ALL {
                let carry = m.edges();
                let moved: Vec<u8> = positions.iter().map(|&p| carry.to[p as usize]).collect();
                let turns: Vec<u8> = positions.iter().map(|&p| carry.turn[p as usize]).collect();
                tables.rows[a << 5 | m.index()] =
                    (rank_arrangement(12, &moved) | rank_digits(2, &turns) << FLIPS_AT) as u16;
            }
            tables.positions[a] = set_of(&positions);
        }
        tables
    }

    /// The group after a move.
    #[inline]
    fn apply(&self, here: u16, m: usize) -> u16 {
        // Shifting the flips out leaves the arrangement.
        self.rows[(here << 5 | m as u16 & 31) as usize] ^ here & !ARRANGEMENT
    }
}

impl Relative {
    fn get(before: usize, size: usize) -> &'static Relative {
        static TABLES: [[OnceLock<Relative>; GROUP]; 3] =
            [const { [const { OnceLock::new() }; GROUP] }; 3];
        TABLES[before / GROUP - 1][size - 1].get_or_init(|| Relative::new(before, size))
    }

    fn new(before: usize, size: usize) -> Relative {
        let mut relative = Relative {
            sets: zeros(),
            numbers: zeros(),
        };
        let mut positions = vec![0; size];
        let sets = (0..1_u16 << 12).filter(|s| s.count_ones() as usize == before);
        for (number, taken) in sets.enumerate() {
            relative.sets[taken as usize] = number as u16;
            for a in 0..arrangements(12, size as u32) as usize {
                unrank_arrangement(12, a as u64, &mut positions);
                if set_of(&positions) & taken != 0 {
                    continue;
                }
                for p in &mut positions {
                    *p -= (taken & ((1 << *p) - 1)).count_ones() as u8;
                }
                relative.numbers[number << FLIPS_AT | a] =
                    rank_arrangement(12 - before as u32, &positions) as u16;
            }
        }
        relative
    }

    #[inline]
    fn number(&self, taken: u16, arrangement: u16) -> u64 {
        let set = self.sets[(taken & 0xFFF) as usize] as usize & 0x3FF;
        self.numbers[set << FLIPS_AT | arrangement as usize & ARRANGEMENT as usize] as u64
    }
}

fn set_of(positions: &[u8]) -> u16 {
    positions.iter().fold(0, |set, &p| set | 1 << p)
}

impl Coordinates {
    /// Tables for a pattern; most are shared between patterns and computed once.
    ///
    /// # Errors
    ///
    /// If the pattern has too many states for 64-bit ranks.
    pub fn new(pattern: CubePattern) -> Result<Coordinates, PatternError> {
        CubeRanker::new(pattern)?;
        let (corners, edges) = (pattern.corners().len(), pattern.edges().len());
        let (corners, edges) = (Corners::new(corners), Edges::new(edges));
        let flips = 1_u64 << stored_digits(pattern.edges().len(), 12);
        Ok(Coordinates {
            pattern,
            orientations: corners.twists * flips,
            corners,
            edges,
        })
    }

    /// The pattern.
    pub fn pattern(&self) -> CubePattern {
        self.pattern
    }

    /// The coordinate of a state.
    pub fn of(&self, state: &AbstractState) -> Coordinate {
        Coordinate {
            corners: self.corners.of(state, self.pattern.corners().len()),
            edges: self.edges.of(state),
        }
    }

    /// The coordinate after a move.
    #[must_use]
    pub fn apply(&self, here: &Coordinate, m: Move) -> Coordinate {
        match self.edges.groups.len() {
            0 => self.after::<true, 0>(&[], here, m.index()),
            1 => self.apply_to::<1>(here, m),
            2 => self.apply_to::<2>(here, m),
            3 => self.apply_to::<3>(here, m),
            _ => self.apply_to::<4>(here, m),
        }
    }

    fn apply_to<const GROUPS: usize>(&self, here: &Coordinate, m: Move) -> Coordinate {
        let groups = array::from_fn(|g| self.edges.groups[g]);
        self.after::<true, GROUPS>(&groups, here, m.index())
    }

    /// The rank of a state in the builder's order.
    pub fn rank(&self, here: &Coordinate) -> u64 {
        match self.edges.groups.len() {
            0 => self.number::<true, 0>(&[], here),
            1 => self.rank_of::<1>(here),
            2 => self.rank_of::<2>(here),
            3 => self.rank_of::<3>(here),
            _ => self.rank_of::<4>(here),
        }
    }

    fn rank_of<const GROUPS: usize>(&self, here: &Coordinate) -> u64 {
        let groups = array::from_fn(|g| self.edges.groups[g]);
        self.number::<true, GROUPS>(&groups, here)
    }

    #[cfg(feature = "tables")]
    /// Ranks many states one move away from known ones: `step` maps each of `steps` to a coordinate
    /// and a move number, and `take` gets the index of the step and the rank of the next state.
    #[inline]
    pub(crate) fn numbers_after<T: Copy>(
        &self,
        steps: &[T],
        step: impl Fn(T) -> (Coordinate, usize),
        take: impl FnMut(usize, u64),
    ) {
        let corners = !self.pattern.corners().is_empty();
        match (corners, self.edges.groups.len()) {
            (_, 0) => self.number_all::<true, 0, T>(steps, step, take),
            (false, 1) => self.number_all::<false, 1, T>(steps, step, take),
            (false, 2) => self.number_all::<false, 2, T>(steps, step, take),
            (false, 3) => self.number_all::<false, 3, T>(steps, step, take),
            (false, _) => self.number_all::<false, 4, T>(steps, step, take),
            (true, 1) => self.number_all::<true, 1, T>(steps, step, take),
            (true, 2) => self.number_all::<true, 2, T>(steps, step, take),
            (true, 3) => self.number_all::<true, 3, T>(steps, step, take),
            (true, _) => self.number_all::<true, 4, T>(steps, step, take),
        }
    }

    #[cfg(feature = "tables")]
    /// As [`numbers_after`](Coordinates::numbers_after), specialised by corners and number of edge
    /// groups: this is the innermost loop of a search.
    fn number_all<const CORNERS: bool, const GROUPS: usize, T: Copy>(
        &self,
        steps: &[T],
        step: impl Fn(T) -> (Coordinate, usize),
        mut take: impl FnMut(usize, u64),
    ) {
        let groups: [Group; GROUPS] = array::from_fn(|g| self.edges.groups[g]);
        for (i, &from) in steps.iter().enumerate() {
            let (here, m) = step(from);
            let next = self.after::<CORNERS, GROUPS>(&groups, &here, m);
            take(i, self.number::<CORNERS, GROUPS>(&groups, &next));
        }
    }

    #[inline]
    fn after<const CORNERS: bool, const GROUPS: usize>(
        &self,
        groups: &[Group; GROUPS],
        here: &Coordinate,
        m: usize,
    ) -> Coordinate {
        let mut next = Coordinate::default();
        if CORNERS {
            let step = self.corners.rows[(here.corners & 0xFFFF) as usize][m];
            let high = twist_sum(self.corners.sums, here.corners >> 16, step >> 16);
            let low = twist_sum(self.corners.sums, here.corners >> 24, step >> 24);
            next.corners = step & 0xFFFF | high << 16 | low << 24;
        }
        for ((group, here), next) in groups.iter().zip(here.edges).zip(&mut next.edges) {
            *next = group.tables.apply(here, m);
        }
        next
    }

    #[inline]
    fn number<const CORNERS: bool, const GROUPS: usize>(
        &self,
        groups: &[Group; GROUPS],
        here: &Coordinate,
    ) -> u64 {
        let (mut arrangement, mut orientation) = (0, 0);
        if CORNERS {
            arrangement = (here.corners & 0xFFFF) as u64;
            let (high, low) = (here.corners >> 16 & 255, here.corners >> 24);
            orientation = high as u64 * self.corners.low_twists + low as u64;
        }
        if GROUPS > 0 {
            let mut taken = 0;
            for (group, &here) in groups.iter().zip(&here.edges) {
                let own = here & ARRANGEMENT;
                let number = match group.relative {
                    None => own as u64,
                    Some(relative) => relative.number(taken, own),
                };
                arrangement = arrangement * group.numbers + number;
                orientation = orientation << group.size | (here >> FLIPS_AT) as u64;
                taken |= group.tables.positions[own as usize];
            }
            orientation >>= self.edges.drops_last_flip as u32;
        }
        arrangement * self.orientations + orientation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long random walks for every kind of pattern, compared with ranking from scratch.
    #[test]
    fn coordinates_match_the_ranker() {
        let patterns = [
            "8-corner",
            "corners:DBL",
            "corners:URF,UFL,ULB,UBR,DFR",
            "4-edge",
            "6-edge",
            "7-edge",
            "edges:UB",
            "edges:UB,DR",
            "edges:UR,UF,UL,UB,DR,DF,DL,DB,FR",
            "edges:UR,UF,UL,UB,DR,DF,DL,DB,FR,FL,BL,BR",
            "corners:URF,DBL+edges:BR",
            "corners:URF,UFL,ULB,UBR,DFR+edges:BR,BL,DF,UL",
            "corners:URF+edges:UR,UF,UL,UB,DR,DF,DL",
            "corners:DFR+edges:UR,UF,UL,UB,DR,DF,DL,DB,FR,FL",
        ];
        for text in patterns {
            let pattern: CubePattern = text.parse().unwrap();
            let ranker = CubeRanker::new(pattern).unwrap();
            let coordinates = Coordinates::new(pattern).unwrap();
            let mut state = pattern.goal();
            let mut here = coordinates.of(&state);
            for i in 0..5_000_usize {
                let m = Move::ALL[(i * i + 7 * i + i / 18) % 18];
                state = pattern.apply(&state, m);
                here = coordinates.apply(&here, m);
                assert_eq!(here, coordinates.of(&state), "{text}");
                assert_eq!(coordinates.rank(&here), ranker.rank(&state), "{text}");
            }
        }
    }
}
