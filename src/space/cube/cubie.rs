//! The cube as positions and orientations of its cubies.

use super::moves::Move;
use thiserror::Error;

/// A state of the cube, reachable or not.
///
/// Position by position: `corners[p]` is the cubie at corner position `p` and `twists[p]` its twist
/// (0, 1, 2 clockwise); `edges[p]` and `flips[p]` the same for edges. `Ord` compares the arrays in
/// this order and is the tie-break of searches on the cube.
///
/// ```
/// use admit::space::cube::{Cube, parse_moves};
/// let cube = Cube::SOLVED.apply_all(&parse_moves("F R").unwrap());
/// assert_eq!(cube.compose(&cube.inverse()), Cube::SOLVED);
/// assert!(cube.validate().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube {
    /// Cubie at each corner position.
    pub corners: [u8; 8],
    /// Twist of the cubie at each corner position.
    pub twists: [u8; 8],
    /// Cubie at each edge position.
    pub edges: [u8; 12],
    /// Flip of the cubie at each edge position.
    pub flips: [u8; 12],
}

/// Reason why a state is unreachable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeError {
    /// A cubie number or an orientation is out of range.
    #[error("{what} at position {position} is {value}, which is out of range")]
    OutOfRange {
        /// The array.
        what: &'static str,
        /// The index.
        position: usize,
        /// The value.
        value: u8,
    },
    /// A cubie at two positions.
    #[error("the {kind} {name} occurs twice (so another {kind} is missing)")]
    Twice {
        /// "corner" or "edge".
        kind: &'static str,
        /// Name of the cubie.
        name: &'static str,
    },
    /// The sum of twists is not a multiple of three.
    #[error(
        "corner twist: the corners are turned by {by}/3 {direction} in all, and turning faces never \
         changes that; one corner is twisted in its place (twist any single corner {fix} to mend it)"
    )]
    Twist {
        /// Thirds of a turn, 1 or 2.
        by: u8,
        /// Always "clockwise".
        direction: &'static str,
        /// The remedy.
        fix: &'static str,
    },
    /// The sum of flips is odd.
    #[error(
        "edge flip: an odd number of edges is flipped, and turning faces always flips an even number; \
         one edge is flipped in its place (flip any single edge to mend it)"
    )]
    Flip,
    /// Corner and edge permutation differ in parity.
    #[error(
        "permutation parity: two cubies are swapped, and turning faces always swaps an even number; \
         take out and exchange any two edges (or any two corners) to mend it"
    )]
    Parity,
}

impl Cube {
    /// The solved cube.
    pub const SOLVED: Cube = Cube {
        corners: [0, 1, 2, 3, 4, 5, 6, 7],
        twists: [0; 8],
        edges: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        flips: [0; 12],
    };

    /// The composition: first `self`, then `next`.
    ///
    /// ```
    /// # use admit::space::cube::{Cube, parse_moves};
    /// let [r, u] = ["R", "U"].map(|s| Cube::SOLVED.apply_all(&parse_moves(s).unwrap()));
    /// assert_eq!(r.compose(&u), Cube::SOLVED.apply_all(&parse_moves("R U").unwrap()));
    /// ```
    #[must_use]
    pub const fn compose(&self, next: &Cube) -> Cube {
        let mut out = Cube::SOLVED;
        let mut p = 0;
        while p < 8 {
            let from = next.corners[p] as usize;
            out.corners[p] = self.corners[from];
            out.twists[p] = (self.twists[from] + next.twists[p]) % 3;
            p += 1;
        }
        p = 0;
        while p < 12 {
            let from = next.edges[p] as usize;
            out.edges[p] = self.edges[from];
            out.flips[p] = self.flips[from] ^ next.flips[p];
            p += 1;
        }
        out
    }

    /// The inverse.
    ///
    /// ```
    /// # use admit::space::cube::{Cube, parse_moves};
    /// let cube = Cube::SOLVED.apply_all(&parse_moves("R U2 F'").unwrap());
    /// assert_eq!(cube.inverse(), Cube::SOLVED.apply_all(&parse_moves("F U2 R'").unwrap()));
    /// ```
    #[must_use]
    pub const fn inverse(&self) -> Cube {
        let mut out = Cube::SOLVED;
        let mut p = 0;
        while p < 8 {
            let cubie = self.corners[p] as usize;
            out.corners[cubie] = p as u8;
            out.twists[cubie] = (3 - self.twists[p]) % 3;
            p += 1;
        }
        p = 0;
        while p < 12 {
            let cubie = self.edges[p] as usize;
            out.edges[cubie] = p as u8;
            out.flips[cubie] = self.flips[p];
            p += 1;
        }
        out
    }

    /// This state after one move.
    ///
    /// ```
    /// # use admit::space::cube::{Cube, Move};
    /// for m in Move::ALL {
    ///     assert_eq!(Cube::SOLVED.apply(m).apply(m.inverse()), Cube::SOLVED);
    /// }
    /// ```
    #[must_use]
    pub const fn apply(&self, m: Move) -> Cube {
        self.compose(m.as_cube())
    }

    /// This state after several moves, first to last.
    ///
    /// ```
    /// # use admit::space::cube::{Cube, parse_moves};
    /// let twice = Cube::SOLVED.apply_all(&parse_moves("R R").unwrap());
    /// assert_eq!(twice, Cube::SOLVED.apply_all(&parse_moves("R2").unwrap()));
    /// ```
    #[must_use]
    pub fn apply_all(&self, moves: &[Move]) -> Cube {
        moves.iter().fold(*self, |cube, &m| cube.apply(m))
    }

    /// Checks that this state is reachable from the solved one.
    ///
    /// # Errors
    ///
    /// The first reason in the order range, duplicates, twist, flip, parity.
    ///
    /// ```
    /// # use admit::space::cube::{Cube, CubeError};
    /// let mut cube = Cube::SOLVED;
    /// cube.flips[3] = 1;
    /// assert_eq!(cube.validate(), Err(CubeError::Flip));
    /// ```
    pub fn validate(&self) -> Result<(), CubeError> {
        in_range("corner", &self.corners, 8)?;
        in_range("corner twist", &self.twists, 3)?;
        in_range("edge", &self.edges, 12)?;
        in_range("edge flip", &self.flips, 2)?;
        each_once("corner", &self.corners, &super::CORNER_NAMES)?;
        each_once("edge", &self.edges, &super::EDGE_NAMES)?;
        match self.twists.iter().sum::<u8>() % 3 {
            0 => {}
            by => {
                return Err(CubeError::Twist {
                    by,
                    direction: "clockwise",
                    fix: if by == 1 {
                        "anticlockwise"
                    } else {
                        "clockwise"
                    },
                });
            }
        }
        if self.flips.iter().sum::<u8>() % 2 != 0 {
            return Err(CubeError::Flip);
        }
        if odd(&self.corners) != odd(&self.edges) {
            return Err(CubeError::Parity);
        }
        Ok(())
    }
}

fn in_range(what: &'static str, values: &[u8], end: u8) -> Result<(), CubeError> {
    match values.iter().position(|&v| v >= end) {
        None => Ok(()),
        Some(position) => Err(CubeError::OutOfRange {
            what,
            position,
            value: values[position],
        }),
    }
}

fn each_once(kind: &'static str, cubies: &[u8], names: &[&'static str]) -> Result<(), CubeError> {
    let mut seen = 0_u16;
    for &c in cubies {
        if seen & 1 << c != 0 {
            return Err(CubeError::Twice {
                kind,
                name: names[c as usize],
            });
        }
        seen |= 1 << c;
    }
    Ok(())
}

/// Parity of a permutation, by counting inversions.
fn odd(permutation: &[u8]) -> bool {
    let mut inversions = 0;
    for (i, a) in permutation.iter().enumerate() {
        inversions += permutation[i + 1..].iter().filter(|&b| b < a).count();
    }
    inversions % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_impossible_cube_is_named() {
        let mut twisted = Cube::SOLVED;
        twisted.twists[2] = 2;
        assert!(matches!(
            twisted.validate(),
            Err(CubeError::Twist {
                by: 2,
                fix: "clockwise",
                ..
            })
        ));
        let mut swapped = Cube::SOLVED;
        swapped.edges.swap(0, 7);
        assert_eq!(swapped.validate(), Err(CubeError::Parity));
        swapped.corners.swap(3, 4);
        assert_eq!(swapped.validate(), Ok(()));
        let mut doubled = Cube::SOLVED;
        doubled.corners[1] = 0;
        assert_eq!(
            doubled.validate(),
            Err(CubeError::Twice {
                kind: "corner",
                name: "URF"
            })
        );
        let mut wild = Cube::SOLVED;
        wild.edges[11] = 12;
        assert!(matches!(
            wild.validate(),
            Err(CubeError::OutOfRange {
                position: 11,
                value: 12,
                ..
            })
        ));
    }
}
