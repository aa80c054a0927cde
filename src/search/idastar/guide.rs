//! Guides: selection of the children that a search on the cube follows.

use super::sequences::{AFTER, NO_FACE};
use crate::heuristic::{Estimate, Heuristic, HeuristicError};
use crate::space::cube::{Cube, Move};

/// Maximum length of a path, at 5 bits per move. Every cube can be solved in 20.
pub(super) const LONGEST: u32 = 25;

/// A state to be expanded: the guide's node and the moves that lead to it.
#[derive(Clone, Copy, Debug)]
pub struct Entry<N> {
    pub(super) node: N,
    /// 5 bits per move, the last one lowest.
    path: u128,
    pub(super) depth: u8,
    last_face: u8,
    /// Whether it may be a goal.
    pub(super) maybe_goal: bool,
}

impl<N: Copy> Entry<N> {
    pub(super) fn root(node: N) -> Entry<N> {
        Entry {
            node,
            path: 0,
            depth: 0,
            last_face: NO_FACE,
            maybe_goal: true,
        }
    }

    /// The guide's node.
    pub fn node(&self) -> &N {
        &self.node
    }

    /// Number of moves.
    pub fn depth(&self) -> u32 {
        self.depth as u32
    }

    /// Numbers of the moves that may follow, ascending.
    pub fn moves(&self) -> &'static [u8] {
        let allowed = &AFTER[self.last_face as usize];
        &allowed.moves[..allowed.count]
    }

    /// The entry after move number `m`. The search tests whether a possible goal is one.
    #[must_use]
    #[inline]
    pub fn child(&self, m: u8, node: N, maybe_goal: bool) -> Entry<N> {
        Entry {
            node,
            path: self.path << 5 | m as u128,
            depth: self.depth + 1,
            last_face: m / 3,
            maybe_goal,
        }
    }

    /// The moves that lead here.
    pub fn path(&self) -> Vec<Move> {
        (0..self.depth)
            .rev()
            .map(|i| Move::ALL[(self.path >> (5 * i) & 31) as usize])
            .collect()
    }
}

/// Counters of expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// States expanded.
    pub expanded: u64,
    /// Children generated.
    pub generated: u64,
    /// Children pruned as dead ends.
    pub dead_ends: u64,
    /// Least f found above the limit.
    pub least_above: i64,
}

impl Tally {
    pub(super) const NOTHING: Tally = Tally {
        expanded: 0,
        generated: 0,
        dead_ends: 0,
        least_above: i64::MAX,
    };

    pub(super) fn add(&mut self, other: &Tally) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.dead_ends += other.dead_ends;
        self.least_above = self.least_above.min(other.least_above);
    }
}

/// Selects the children that a search on the cube follows.
///
/// A search needs no heuristic values, only the children within its limit. A guide may represent
/// states in its own form, carried from parent to child.
pub trait Guide: Sync {
    /// The guide's representation of a state.
    type Node: Copy + Send + Sync;
    /// Buffers of one thread.
    type Scratch: Default;

    /// The node of the start, and its h.
    ///
    /// # Errors
    ///
    /// If the heuristic fails.
    fn root(&self, cube: &Cube) -> Result<(Self::Node, Estimate), HeuristicError>;

    /// Preferred number of states per batch.
    fn batch(&self) -> usize {
        1
    }

    /// Appends to `followed`, parent by parent and move by move, the children that are not dead
    /// ends and whose f is not above the limit; updates the counters and the least f above.
    ///
    /// # Errors
    ///
    /// If the heuristic fails for a child.
    fn expand(
        &self,
        parents: &[Entry<Self::Node>],
        limit: i64,
        scratch: &mut Self::Scratch,
        followed: &mut Vec<Entry<Self::Node>>,
        tally: &mut Tally,
    ) -> Result<(), HeuristicError>;
}

/// A heuristic of whole cubes as a guide. Children are gathered into batches of the size that the
/// heuristic asks for; no batch is empty.
///
/// Any heuristic values are allowed, also for the solved cube. If the heuristic is admissible and 0
/// for the solved cube, solutions are optimal.
///
/// ```
/// use admit::heuristic::Zero;
/// use admit::search::{CubeSearch, Whole};
/// use admit::space::cube::{format_moves, parse_state};
/// let cube = parse_state("R U2 F'").unwrap();
/// let found = CubeSearch::new(&Whole(Zero)).solve(&cube).unwrap();
/// assert_eq!(format_moves(found.moves().unwrap()), "F U2 R'");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Whole<H: ?Sized>(pub H);

impl<H: Heuristic<Cube> + Sync + ?Sized> Guide for Whole<H> {
    type Node = Cube;
    type Scratch = (Vec<Cube>, Vec<Estimate>);

    fn root(&self, cube: &Cube) -> Result<(Cube, Estimate), HeuristicError> {
        Ok((*cube, self.0.h(cube)?))
    }

    fn batch(&self) -> usize {
        // A parent has 12 or 15 children, and only the first one has 18.
        (self.0.batch() / 15).max(1)
    }

    fn expand(
        &self,
        parents: &[Entry<Cube>],
        limit: i64,
        (cubes, h): &mut Self::Scratch,
        followed: &mut Vec<Entry<Cube>>,
        tally: &mut Tally,
    ) -> Result<(), HeuristicError> {
        cubes.clear();
        for parent in parents {
            let children = parent.moves().iter();
            cubes.extend(children.map(|&m| parent.node.apply(Move::ALL[m as usize])));
        }
        if cubes.is_empty() {
            return Ok(());
        }
        h.clear();
        h.resize(cubes.len(), Estimate::Finite(0));
        self.0.h_batch(cubes, h)?;
        tally.generated += cubes.len() as u64;
        let mut answers = cubes.iter().zip(h.iter());
        for parent in parents {
            for (&m, (&cube, &h)) in parent.moves().iter().zip(&mut answers) {
                let Estimate::Finite(h) = h else {
                    tally.dead_ends += 1;
                    continue;
                };
                let f = parent.depth as i64 + 1 + h as i64;
                if f <= limit {
                    followed.push(parent.child(m, cube, cube == Cube::SOLVED));
                } else {
                    tally.least_above = tally.least_above.min(f);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{Dual, Zero, from_fn};
    use crate::search::{CubeSearch, End};
    use crate::space::cube::{format_moves, parse_moves};

    #[test]
    fn dead_ends_are_pruned_and_counted() {
        let scramble = parse_moves("R U F").unwrap();
        let path: Vec<Cube> = (0..=3)
            .map(|n| Cube::SOLVED.apply_all(&scramble[..n]))
            .collect();
        let heuristic = from_fn(|cube: &Cube| path.contains(cube).then_some(0));
        let found = CubeSearch::new(&Whole(&heuristic)).solve(&path[3]).unwrap();
        assert_eq!(format_moves(found.moves().unwrap()), "F' U' R'");
        // Limits 0 to 3 lead down the path, where 17, 14 and 14 children are dead.
        let all = 17 + 14 + 14;
        assert_eq!(found.summary.dead_ends, 17 + (17 + 14) + 2 * all);
        let only_start = from_fn(|cube: &Cube| (*cube == path[3]).then_some(0));
        let none = CubeSearch::new(&Whole(only_start)).solve(&path[3]).unwrap();
        assert_eq!((none.end, none.summary.dead_ends), (End::Exhausted, 18));
        let nowhere = from_fn(|_: &Cube| None);
        let none = CubeSearch::new(&Whole(nowhere)).solve(&path[3]).unwrap();
        assert_eq!((none.end, none.summary.dead_ends), (End::Exhausted, 1));
    }

    #[test]
    fn a_heuristic_behind_a_pointer_guides() {
        let boxed: Box<dyn Heuristic<Cube> + Sync> = Box::new(Zero);
        let dual = Dual(&*boxed);
        let cube = Cube::SOLVED.apply_all(&parse_moves("R U").unwrap());
        let found = CubeSearch::new(&Whole(dual)).solve(&cube).unwrap();
        assert_eq!(format_moves(found.moves().unwrap()), "U' R'");
    }
}
