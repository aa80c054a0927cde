//! The 18 moves of the half-turn metric and their notation.

use super::cubie::Cube;
use super::geometry::{CORNER_FACES, EDGE_FACES, Face, image, quarter_turn};
use std::fmt;
use std::iter::Peekable;
use std::str::{CharIndices, FromStr};
use thiserror::Error;

/// The angle of a turn, clockwise as seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Turn {
    /// A quarter turn clockwise.
    Quarter = 1,
    /// A half turn.
    Half = 2,
    /// A quarter turn anticlockwise.
    Back = 3,
}

/// One of the 18 moves: a face and a turn.
///
/// Numbered `3·face + (turn − 1)` with faces in URFDLB order.
///
/// ```
/// use admit::space::cube::{Face, Move, Turn};
/// let m = Move::new(Face::F, Turn::Back);
/// assert_eq!(m.to_string(), "F'");
/// assert_eq!(m.inverse().to_string(), "F");
/// assert_eq!(Move::ALL[m.index()], m);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// Number of moves.
    pub const COUNT: usize = 18;

    /// All moves: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'.
    pub const ALL: [Move; 18] = {
        let mut all = [Move(0); 18];
        let mut i = 0;
        while i < 18 {
            all[i] = Move(i as u8);
            i += 1;
        }
        all
    };

    /// The move that turns `face` by `turn`.
    pub const fn new(face: Face, turn: Turn) -> Move {
        Move(face as u8 * 3 + turn as u8 - 1)
    }

    /// Number of this move in [`Move::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The face that is turned.
    pub const fn face(self) -> Face {
        Face::ALL[self.0 as usize / 3]
    }

    /// The turn.
    pub const fn turn(self) -> Turn {
        match self.0 % 3 {
            0 => Turn::Quarter,
            1 => Turn::Half,
            _ => Turn::Back,
        }
    }

    /// The inverse move.
    #[must_use]
    pub const fn inverse(self) -> Move {
        Move(self.0 - self.0 % 3 + 2 - self.0 % 3)
    }

    /// The solved cube after this move.
    pub const fn as_cube(self) -> &'static Cube {
        &MOVE_CUBES[self.0 as usize]
    }

    /// The action on corners: new position and added twist, by old position.
    pub const fn corners(self) -> &'static Carry<8> {
        &CORNER_CARRY[self.0 as usize]
    }

    /// The action on edges: new position and added flip, by old position.
    pub const fn edges(self) -> &'static Carry<12> {
        &EDGE_CARRY[self.0 as usize]
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.turn() {
            Turn::Quarter => "",
            Turn::Half => "2",
            Turn::Back => "'",
        };
        write!(f, "{}{mark}", self.face().letter())
    }
}

/// The action of a move on the cubies at `N` positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carry<const N: usize> {
    /// New position, by old position.
    pub to: [u8; N],
    /// Added orientation, by old position.
    pub turn: [u8; N],
}

const fn quarter_carry<const K: usize, const N: usize>(
    faces: &[[u8; K]; N],
    face: usize,
) -> Carry<N> {
    let motion = quarter_turn(face);
    let mut carry = Carry {
        to: [0; N],
        turn: [0; N],
    };
    let mut p = 0;
    while p < N {
        carry.to[p] = p as u8;
        let mut j = 0;
        while j < K {
            if faces[p][j] as usize == face {
                let (to, turn) = image(faces, p, &motion);
                carry.to[p] = to;
                carry.turn[p] = turn;
            }
            j += 1;
        }
        p += 1;
    }
    carry
}

const fn all_carries<const K: usize, const N: usize>(faces: &[[u8; K]; N]) -> [Carry<N>; 18] {
    let mut all = [Carry {
        to: [0; N],
        turn: [0; N],
    }; 18];
    let mut m = 0;
    while m < 18 {
        let quarter = quarter_carry(faces, m / 3);
        let mut p = 0;
        while p < N {
            let mut at = p as u8;
            let mut turned = 0;
            let mut n = 0;
            while n <= m % 3 {
                turned = (turned + quarter.turn[at as usize]) % K as u8;
                at = quarter.to[at as usize];
                n += 1;
            }
            all[m].to[p] = at;
            all[m].turn[p] = turned;
            p += 1;
        }
        m += 1;
    }
    all
}

static CORNER_CARRY: [Carry<8>; 18] = all_carries(&CORNER_FACES);
static EDGE_CARRY: [Carry<12>; 18] = all_carries(&EDGE_FACES);

static MOVE_CUBES: [Cube; 18] = {
    let corners = all_carries(&CORNER_FACES);
    let edges = all_carries(&EDGE_FACES);
    let mut cubes = [Cube::SOLVED; 18];
    let mut m = 0;
    while m < 18 {
        let mut p = 0;
        while p < 8 {
            let to = corners[m].to[p] as usize;
            cubes[m].corners[to] = p as u8;
            cubes[m].twists[to] = corners[m].turn[p];
            p += 1;
        }
        p = 0;
        while p < 12 {
            let to = edges[m].to[p] as usize;
            cubes[m].edges[to] = p as u8;
            cubes[m].flips[to] = edges[m].turn[p];
            p += 1;
        }
        m += 1;
    }
    cubes
};

/// Error in a move sequence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown move {text:?}, move {number} at column {column}: {reason}")]
#[non_exhaustive]
pub struct MoveError {
    /// The offending text.
    pub text: String,
    /// Number of the move, counted from 1.
    pub number: usize,
    /// Column of its first character, counted from 1.
    pub column: usize,
    /// What was expected.
    pub reason: &'static str,
}

/// Parses one move as [`parse_moves`] does.
///
/// ```
/// use admit::space::cube::Move;
/// let turn: Move = "R'".parse().unwrap();
/// assert_eq!(turn.to_string(), "R'");
/// assert_eq!("".parse::<Move>().unwrap_err().reason, "expected one move");
/// assert_eq!("R U".parse::<Move>().unwrap_err().number, 2);
/// ```
impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        match parse_moves(text)?[..] {
            [one] => Ok(one),
            ref moves => Err(MoveError {
                text: text.to_owned(),
                number: moves.len().min(2),
                column: 1,
                reason: "expected one move",
            }),
        }
    }
}

/// Reads a move sequence in Singmaster notation.
///
/// A move is a face letter, then nothing or `1` for a quarter turn clockwise, `2` for a half turn,
/// and `3`, `'`, `’`, `` ` `` or `i` for a quarter turn anticlockwise; `2'` is a half turn too.
/// Moves may be separated by spaces, tabs, line ends or commas, or by nothing at all.
///
/// # Errors
///
/// The first move that is none of the 18.
///
/// ```
/// use admit::space::cube::{format_moves, parse_moves};
/// let moves = parse_moves("R U2 Fi,L3  D1B'").unwrap();
/// assert_eq!(format_moves(&moves), "R U2 F' L' D B'");
/// assert!(parse_moves("").unwrap().is_empty());
///
/// let error = parse_moves("R U x2").unwrap_err();
/// assert_eq!((error.text.as_str(), error.number, error.column), ("x2", 3, 5));
/// ```
pub fn parse_moves(line: &str) -> Result<Vec<Move>, MoveError> {
    let mut moves = Vec::new();
    let mut chars = line.char_indices().peekable();
    while let Some(&(start, letter)) = chars.peek() {
        if letter.is_whitespace() || letter == ',' {
            chars.next();
            continue;
        }
        chars.next();
        let Some(face) = Face::from_letter(letter) else {
            return Err(unknown(line, start, moves.len(), why_not_a_face(letter)));
        };
        match turn_mark(&mut chars) {
            Ok(turn) => moves.push(Move::new(face, turn)),
            Err(reason) => return Err(unknown(line, start, moves.len(), reason)),
        }
    }
    Ok(moves)
}

fn turn_mark(chars: &mut Peekable<CharIndices<'_>>) -> Result<Turn, &'static str> {
    let mut turn = Turn::Quarter;
    let mut digit = false;
    let mut prime = false;
    while let Some(&(_, mark)) = chars.peek() {
        match mark {
            '1' | '2' | '3' if !digit && !prime => {
                digit = true;
                turn = match mark {
                    '1' => Turn::Quarter,
                    '2' => Turn::Half,
                    _ => Turn::Back,
                };
            }
            '\'' | '’' | '`' | '′' | 'i' if !prime => {
                prime = true;
                turn = match turn {
                    Turn::Quarter => Turn::Back,
                    Turn::Half => Turn::Half,
                    Turn::Back => Turn::Quarter,
                };
            }
            'w' => return Err("wide turns are not among the 18 face turns"),
            c if c.is_ascii_digit() || matches!(c, '\'' | '’' | '`' | '′' | 'i' | '-' | '^') => {
                return Err("a face letter is followed by nothing, 1, 2, 3, ' or i");
            }
            _ => break,
        }
        chars.next();
    }
    Ok(turn)
}

fn why_not_a_face(letter: char) -> &'static str {
    match letter {
        'u' | 'r' | 'f' | 'd' | 'l' | 'b' => {
            "a small letter means a wide turn, which is not among the 18 face turns"
        }
        'x' | 'y' | 'z' => "rotations of the whole cube are not moves; hold the cube still",
        'M' | 'E' | 'S' => "slice turns are not among the 18 face turns; write them as two",
        _ => "a move starts with one of U R F D L B",
    }
}

fn unknown(line: &str, start: usize, before: usize, reason: &'static str) -> MoveError {
    let text = line[start..]
        .split(|c: char| c.is_whitespace() || c == ',')
        .next()
        .unwrap_or_default();
    MoveError {
        text: text.to_owned(),
        number: before + 1,
        column: line[..start].chars().count() + 1,
        reason,
    }
}

/// Writes a move sequence in Singmaster notation with single spaces.
///
/// ```
/// use admit::space::cube::{Move, format_moves};
/// assert_eq!(format_moves(&Move::ALL[..3]), "U U2 U'");
/// ```
pub fn format_moves(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(Move::to_string).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_move_four_corners_and_four_edges() {
        for m in Move::ALL {
            let moved = |to: &[u8]| (0..to.len()).filter(|&p| to[p] as usize != p).count();
            assert_eq!(moved(&m.corners().to), 4, "{m}");
            assert_eq!(moved(&m.edges().to), 4, "{m}");
        }
    }

    #[test]
    fn only_the_stated_turns_change_orientations() {
        for m in Move::ALL {
            let quarter = m.turn() != Turn::Half;
            let twists = quarter && !matches!(m.face(), Face::U | Face::D);
            let flips = quarter && matches!(m.face(), Face::F | Face::B);
            assert_eq!(m.corners().turn.iter().any(|&t| t != 0), twists, "{m}");
            assert_eq!(m.edges().turn.iter().any(|&t| t != 0), flips, "{m}");
        }
    }

    #[test]
    fn a_quarter_turn_of_r() {
        // The usual table of R: the cubie that comes to each position.
        let r = Cube::SOLVED.apply(Move::new(Face::R, Turn::Quarter));
        assert_eq!(r.corners, [4, 1, 2, 0, 7, 5, 6, 3]);
        assert_eq!(r.twists, [2, 0, 0, 1, 1, 0, 0, 2]);
        assert_eq!(r.edges, [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0]);
        assert_eq!(r.flips, [0; 12]);
        let f = Cube::SOLVED.apply(Move::new(Face::F, Turn::Quarter));
        assert_eq!(f.edges, [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11]);
        assert_eq!(f.flips, [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0]);
    }

    #[test]
    fn carries_agree_with_composition() {
        for m in Move::ALL {
            let cube = Cube::SOLVED.apply(m);
            for p in 0..8 {
                let to = m.corners().to[p] as usize;
                assert_eq!(cube.corners[to] as usize, p);
                assert_eq!(cube.twists[to], m.corners().turn[p]);
            }
        }
    }

    #[test]
    fn alternative_spellings_are_accepted() {
        for (written, meant) in [
            ("R3", "R'"),
            ("R2'", "R2"),
            ("R’U`", "R' U'"),
            ("RUR'U'", "R U R' U'"),
            ("\tR\n,U ,", "R U"),
            ("R3'", "R"),
        ] {
            assert_eq!(format_moves(&parse_moves(written).unwrap()), meant);
        }
        for (written, number, column) in [
            ("R u", 2, 3),
            ("R U4", 2, 3),
            ("R''", 1, 1),
            ("U R22", 2, 3),
            ("é", 1, 1),
            ("R M", 2, 3),
            ("Rw", 1, 1),
        ] {
            let e = parse_moves(written).unwrap_err();
            assert_eq!((e.number, e.column), (number, column), "{written}: {e}");
        }
    }
}
