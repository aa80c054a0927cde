//! Names of faces, corners and edges, and the turns of faces.
//!
//! These are the only hand-written tables of the cube. A position is named by the faces it touches,
//! corners clockwise from the U or D facelet. Moves, symmetries and facelets all follow from the
//! names: a rigid motion takes faces to faces, so it takes the name of a position to the name of
//! another, and where the first letter lands is the change of orientation.

/// A face of the cube, and the colour of its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Face {
    /// Up.
    U,
    /// Right.
    R,
    /// Front.
    F,
    /// Down.
    D,
    /// Left.
    L,
    /// Back.
    B,
}

impl Face {
    /// All faces in URFDLB order.
    pub const ALL: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

    /// The letter of this face.
    ///
    /// ```
    /// # use admit::space::cube::Face;
    /// assert_eq!(Face::B.letter(), 'B');
    /// ```
    pub const fn letter(self) -> char {
        FACE_LETTERS[self as usize] as char
    }

    /// The face with a letter.
    ///
    /// ```
    /// # use admit::space::cube::Face;
    /// assert_eq!(Face::from_letter('L'), Some(Face::L));
    /// assert_eq!(Face::from_letter('M'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Face> {
        let mut i = 0;
        while i < 6 {
            if FACE_LETTERS[i] as char == letter {
                return Some(Face::ALL[i]);
            }
            i += 1;
        }
        None
    }

    /// The opposite face.
    ///
    /// ```
    /// # use admit::space::cube::Face;
    /// assert_eq!(Face::U.opposite(), Face::D);
    /// ```
    #[must_use]
    pub const fn opposite(self) -> Face {
        Face::ALL[(self as usize + 3) % 6]
    }
}

const FACE_LETTERS: [u8; 6] = *b"URFDLB";

/// Corner positions in this library's order.
///
/// Each name lists its faces clockwise, starting with U or D.
pub const CORNER_NAMES: [&str; 8] = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"];

/// Edge positions in this library's order.
pub const EDGE_NAMES: [&str; 12] = [
    "UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR",
];

/// The four side faces of each face, clockwise as seen from outside: a quarter turn carries a
/// sticker on one of them to the next.
const CLOCKWISE: [[u8; 4]; 6] = [
    *b"FLBR", // U
    *b"FUBD", // R
    *b"URDL", // F
    *b"FRBL", // D
    *b"FDBU", // L
    *b"ULDR", // B
];

const fn face_index(letter: u8) -> u8 {
    let mut i = 0;
    while i < 6 {
        if FACE_LETTERS[i] == letter {
            return i as u8;
        }
        i += 1;
    }
    panic!("not a face letter")
}

const fn faces_of<const K: usize, const N: usize>(names: [&str; N]) -> [[u8; K]; N] {
    let mut out = [[0; K]; N];
    let mut i = 0;
    while i < N {
        let mut j = 0;
        while j < K {
            out[i][j] = face_index(names[i].as_bytes()[j]);
            j += 1;
        }
        i += 1;
    }
    out
}

/// Faces (0..6, URFDLB) of each corner position, clockwise from U or D.
pub(super) const CORNER_FACES: [[u8; 3]; 8] = faces_of(CORNER_NAMES);
/// Faces (0..6, URFDLB) of each edge position, as named.
pub(super) const EDGE_FACES: [[u8; 2]; 12] = faces_of(EDGE_NAMES);

/// The map of faces under a clockwise quarter turn of `face`, for positions that touch it.
pub(super) const fn quarter_turn(face: usize) -> [u8; 6] {
    let mut to = [0, 1, 2, 3, 4, 5];
    let mut i = 0;
    while i < 4 {
        let from = face_index(CLOCKWISE[face][i]);
        to[from as usize] = face_index(CLOCKWISE[face][(i + 1) % 4]);
        i += 1;
    }
    to
}

/// The image of position `p` under a map of faces: the new position, and the index of the first
/// face of the old name in the new one.
pub(super) const fn image<const K: usize, const N: usize>(
    faces: &[[u8; K]; N],
    p: usize,
    to: &[u8; 6],
) -> (u8, u8) {
    let first = to[faces[p][0] as usize];
    let mut q = 0;
    while q < N {
        let mut hits = 0;
        let mut shift = 0;
        let mut j = 0;
        while j < K {
            let mut i = 0;
            while i < K {
                if faces[q][i] == to[faces[p][j] as usize] {
                    hits += 1;
                }
                i += 1;
            }
            if faces[q][j] == first {
                shift = j as u8;
            }
            j += 1;
        }
        if hits == K {
            return (q as u8, shift);
        }
        q += 1;
    }
    panic!("a motion of the cube carries positions to positions")
}

/// Number of the corner with these faces, in any order.
///
/// ```
/// # use admit::space::cube::corner_named;
/// assert_eq!(corner_named("URF"), Some(0));
/// assert_eq!(corner_named("FUR"), Some(0));
/// assert_eq!(corner_named("UR"), None);
/// ```
pub fn corner_named(name: &str) -> Option<u8> {
    position_named(&CORNER_NAMES, name)
}

/// Number of the edge with these faces, in any order.
///
/// ```
/// # use admit::space::cube::edge_named;
/// assert_eq!(edge_named("BR"), Some(11));
/// assert_eq!(edge_named("RB"), Some(11));
/// assert_eq!(edge_named("RL"), None);
/// ```
pub fn edge_named(name: &str) -> Option<u8> {
    position_named(&EDGE_NAMES, name)
}

fn position_named(names: &[&str], wanted: &str) -> Option<u8> {
    let sorted = |s: &str| {
        let mut letters: Vec<char> = s.chars().map(|c| c.to_ascii_uppercase()).collect();
        letters.sort_unstable();
        letters
    };
    let wanted = sorted(wanted);
    names
        .iter()
        .position(|name| sorted(name) == wanted)
        .map(|i| i as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_have_order_four_and_fix_their_own_axis() {
        for face in 0..6 {
            let to = quarter_turn(face);
            assert_eq!(to[face] as usize, face);
            assert_eq!(to[(face + 3) % 6] as usize, (face + 3) % 6);
            let four = |x: usize| (0..4).fold(x, |x, _| to[x] as usize);
            assert!((0..6).all(|x| four(x) == x));
            assert_eq!((0..6).filter(|&x| to[x] as usize != x).count(), 4);
        }
    }

    #[test]
    fn corner_names_run_clockwise() {
        // Seen from outside, going clockwise around a corner, a quarter turn about its first face
        // carries the third facelet's side to the second's or back; the handedness must be the same
        // for all corners.
        for faces in CORNER_FACES {
            let to = quarter_turn(faces[0] as usize);
            assert_eq!(to[faces[1] as usize], faces[2], "{faces:?}");
        }
    }
}
