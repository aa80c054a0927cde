//! The 48 symmetries of the cube: 24 rotations and 24 reflections.
//!
//! Conjugating a state by a symmetry moves the frame, makes the same turns there and moves it back.
//! Turns are mapped to turns (by reflections to inverse ones), so conjugation preserves the
//! distance to the solved cube.
//!
//! If a sticker `j` of cubie `c` is on facelet `j + t` of position `p`, and the motion takes
//! facelet `j` of position `q` to facelet `shift(q) ± j` of its image (`+` for rotations, `−` for
//! reflections), then the new orientation is `shift(p) − shift(c) ± t`. For edges all signs are
//! equal.

use super::cubie::Cube;
use super::geometry::{CORNER_FACES, EDGE_FACES, Face, image};
use super::moves::{Move, Turn};

/// One of the 48 symmetries.
///
/// Numbered by the permutation of axes and the three reflections; number 0 is the identity.
///
/// ```
/// use admit::space::cube::{Cube, Symmetry, parse_moves};
/// let scramble = parse_moves("R U2 F' L").unwrap();
/// let cube = Cube::SOLVED.apply_all(&scramble);
/// for s in Symmetry::all() {
///     let moved: Vec<_> = scramble.iter().map(|&m| s.conjugate_move(m)).collect();
///     assert_eq!(s.conjugate(&cube), Cube::SOLVED.apply_all(&moved));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    faces: [u8; 6],
    corners: [u8; 8],
    corner_shifts: [u8; 8],
    edges: [u8; 12],
    edge_shifts: [u8; 12],
    reflection: bool,
}

impl Symmetry {
    /// Number of symmetries.
    pub const COUNT: usize = 48;

    /// All 48, the identity first.
    pub fn all() -> &'static [Symmetry; 48] {
        &SYMMETRIES
    }

    /// The image of each face, in URFDLB order.
    pub fn face(&self, face: Face) -> Face {
        Face::ALL[self.faces[face as usize] as usize]
    }

    /// Whether this is a reflection.
    pub fn is_reflection(&self) -> bool {
        self.reflection
    }

    /// The image of corner cubie or position `c`.
    pub fn corner(&self, c: u8) -> u8 {
        self.corners[c as usize]
    }

    /// The image of edge cubie or position `e`.
    pub fn edge(&self, e: u8) -> u8 {
        self.edges[e as usize]
    }

    /// The image of the `twist` of a corner `cubie` at `position`.
    pub fn twist(&self, cubie: u8, position: u8, twist: u8) -> u8 {
        let turned = if self.reflection { 3 - twist } else { twist };
        (turned + self.corner_shifts[position as usize] + 3 - self.corner_shifts[cubie as usize])
            % 3
    }

    /// The image of the `flip` of an edge `cubie` at `position`.
    pub fn flip(&self, cubie: u8, position: u8, flip: u8) -> u8 {
        flip ^ self.edge_shifts[position as usize] ^ self.edge_shifts[cubie as usize]
    }

    /// The conjugate of a state.
    #[must_use]
    pub fn conjugate(&self, cube: &Cube) -> Cube {
        let mut out = Cube::SOLVED;
        for p in 0..8_u8 {
            let cubie = cube.corners[p as usize];
            let to = self.corner(p) as usize;
            out.corners[to] = self.corner(cubie);
            out.twists[to] = self.twist(cubie, p, cube.twists[p as usize]);
        }
        for p in 0..12_u8 {
            let cubie = cube.edges[p as usize];
            let to = self.edge(p) as usize;
            out.edges[to] = self.edge(cubie);
            out.flips[to] = self.flip(cubie, p, cube.flips[p as usize]);
        }
        out
    }

    /// The conjugate of a move; reflections reverse its direction.
    #[must_use]
    pub fn conjugate_move(&self, m: Move) -> Move {
        let turn = match (m.turn(), self.reflection) {
            (Turn::Quarter, true) => Turn::Back,
            (Turn::Back, true) => Turn::Quarter,
            (turn, _) => turn,
        };
        Move::new(self.face(m.face()), turn)
    }
}

static SYMMETRIES: [Symmetry; 48] = {
    const AXES: [[usize; 3]; 6] = [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
        [2, 1, 0],
        [1, 0, 2],
    ];
    let identity = Symmetry {
        faces: [0; 6],
        corners: [0; 8],
        corner_shifts: [0; 8],
        edges: [0; 12],
        edge_shifts: [0; 12],
        reflection: false,
    };
    let mut all = [identity; 48];
    let mut n = 0;
    while n < 48 {
        let axes = AXES[n / 8];
        let mut s = identity;
        let mut negated = 0;
        let mut a = 0;
        while a < 3 {
            // Faces a and a + 3 are the two ends of axis a.
            let flip = n >> a & 1;
            negated += flip;
            s.faces[a] = (axes[a] + 3 * flip) as u8;
            s.faces[a + 3] = (axes[a] + 3 * (1 - flip)) as u8;
            a += 1;
        }
        s.reflection = (negated + n / 24) % 2 == 1;
        let mut p = 0;
        while p < 8 {
            (s.corners[p], s.corner_shifts[p]) = image(&CORNER_FACES, p, &s.faces);
            p += 1;
        }
        p = 0;
        while p < 12 {
            (s.edges[p], s.edge_shifts[p]) = image(&EDGE_FACES, p, &s.faces);
            p += 1;
        }
        all[n] = s;
        n += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_48_are_reflections_and_all_differ() {
        let all = Symmetry::all();
        assert_eq!(all.iter().filter(|s| s.is_reflection()).count(), 24);
        for i in 0..48 {
            for j in 0..i {
                assert_ne!(all[i].faces, all[j].faces);
            }
        }
        assert_eq!(all[0].faces, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn conjugation_maps_moves_to_moves() {
        for s in Symmetry::all() {
            for m in Move::ALL {
                assert_eq!(
                    s.conjugate(m.as_cube()),
                    *s.conjugate_move(m).as_cube(),
                    "{m}"
                );
            }
        }
    }
}
