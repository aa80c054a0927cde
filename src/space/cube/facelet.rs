//! The 54-letter form of a state: the colours of the faces U R F D L B, each read row by row, as
//! one sees them when the cube is unfolded with U above F and D below it.

use super::cubie::{Cube, CubeError};
use super::geometry::{CORNER_FACES, CORNER_NAMES, EDGE_FACES, EDGE_NAMES, Face, quarter_turn};
use thiserror::Error;

/// Index (0..9, row by row) of each corner facelet on its face.
const CORNER_PLACES: [[u8; 3]; 8] = [
    [8, 0, 2], // URF
    [6, 0, 2], // UFL
    [0, 0, 2], // ULB
    [2, 0, 2], // UBR
    [2, 8, 6], // DFR
    [0, 8, 6], // DLF
    [6, 8, 6], // DBL
    [8, 8, 6], // DRB
];

/// Index (0..9, row by row) of each edge facelet on its face.
const EDGE_PLACES: [[u8; 2]; 12] = [
    [5, 1], // UR
    [7, 1], // UF
    [3, 1], // UL
    [1, 1], // UB
    [5, 7], // DR
    [1, 7], // DF
    [3, 7], // DL
    [7, 7], // DB
    [5, 3], // FR
    [3, 5], // FL
    [5, 3], // BL
    [3, 5], // BR
];

/// Reason why 54 letters are not a solvable cube.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FaceletError {
    /// Not 54 letters.
    #[error(
        "a cube has 54 facelets, this has {found}: nine letters for each face, in the order U R F D L B"
    )]
    Length {
        /// Number of letters.
        found: usize,
    },
    /// A letter that is no colour.
    #[error(
        "facelet {name} is {found:?}; colours are named by the faces they belong to, U R F D L B"
    )]
    Letter {
        /// The facelet, such as `F3`.
        name: String,
        /// The letter.
        found: char,
    },
    /// Some colour does not occur nine times.
    #[error("each colour occurs nine times, but {counts}")]
    Count {
        /// Those colours with their numbers.
        counts: String,
    },
    /// The centres are rotated.
    #[error(
        "the cube is held another way: the centre of face {face} is {found}; turn the whole cube by {rotation} and read it again"
    )]
    Rotated {
        /// The first face with a foreign centre.
        face: char,
        /// The centre found there.
        found: char,
        /// The rotation of the whole cube that corrects it, in x y z notation.
        rotation: String,
    },
    /// The centres do not belong to a cube.
    #[error(
        "the six centres read {centres} (expected URFDLB), and no rotation of the cube gives that: check the colour scheme"
    )]
    Centres {
        /// The centres in URFDLB order.
        centres: String,
    },
    /// The colours at a position belong to no cubie.
    #[error("the {kind} at {position} shows {colours}; no {kind} has these colours{hint}")]
    NoSuchCubie {
        /// "corner" or "edge".
        kind: &'static str,
        /// Name of the position.
        position: &'static str,
        /// The colours, in the order of the position's name.
        colours: String,
        /// A hint, or empty.
        hint: &'static str,
    },
    /// All cubies exist, but the state is unreachable.
    #[error(transparent)]
    Impossible(#[from] CubeError),
}

impl Cube {
    /// The 54 letters of this state, in URFDLB order.
    ///
    /// ```
    /// # use admit::space::cube::{Cube, parse_moves};
    /// let r = Cube::SOLVED.apply_all(&parse_moves("R").unwrap());
    /// assert_eq!(r.to_facelets(), "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB");
    /// assert_eq!(Cube::from_facelets(&r.to_facelets()).unwrap(), r);
    /// ```
    pub fn to_facelets(&self) -> String {
        let mut out = [' '; 54];
        for face in Face::ALL {
            out[face as usize * 9 + 4] = face.letter();
        }
        for p in 0..8 {
            let colours = CORNER_FACES[self.corners[p] as usize];
            for (j, colour) in colours.into_iter().enumerate() {
                let at = (j + self.twists[p] as usize) % 3;
                out[facelet(&CORNER_FACES, &CORNER_PLACES, p, at)] =
                    Face::ALL[colour as usize].letter();
            }
        }
        for p in 0..12 {
            let colours = EDGE_FACES[self.edges[p] as usize];
            for (j, colour) in colours.into_iter().enumerate() {
                let at = (j + self.flips[p] as usize) % 2;
                out[facelet(&EDGE_FACES, &EDGE_PLACES, p, at)] =
                    Face::ALL[colour as usize].letter();
            }
        }
        out.iter().collect()
    }

    /// Reads 54 letters in URFDLB order, ignoring white space and case.
    ///
    /// # Errors
    ///
    /// The first error: length, letters, colour counts, centres, missing or duplicate cubies,
    /// twist, flip, parity.
    ///
    /// ```
    /// # use admit::space::cube::{Cube, FaceletError};
    /// let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    /// assert_eq!(Cube::from_facelets(solved).unwrap(), Cube::SOLVED);
    /// assert!(matches!(Cube::from_facelets("UUU"), Err(FaceletError::Length { found: 3 })));
    /// ```
    pub fn from_facelets(text: &str) -> Result<Cube, FaceletError> {
        let colours = colours(text)?;
        check_counts(&colours)?;
        check_centres(&colours)?;
        let mut cube = Cube::SOLVED;
        for p in 0..8 {
            let seen: [u8; 3] =
                std::array::from_fn(|j| colours[facelet(&CORNER_FACES, &CORNER_PLACES, p, j)]);
            (cube.corners[p], cube.twists[p]) =
                cubie_with(&CORNER_FACES, seen).ok_or_else(|| FaceletError::NoSuchCubie {
                    kind: "corner",
                    position: CORNER_NAMES[p],
                    colours: letters(&seen),
                    hint: if cubie_with(&CORNER_FACES, [seen[0], seen[2], seen[1]]).is_some() {
                        " in this order: two of its stickers are exchanged"
                    } else {
                        ""
                    },
                })?;
        }
        for p in 0..12 {
            let seen: [u8; 2] =
                std::array::from_fn(|j| colours[facelet(&EDGE_FACES, &EDGE_PLACES, p, j)]);
            (cube.edges[p], cube.flips[p]) =
                cubie_with(&EDGE_FACES, seen).ok_or_else(|| FaceletError::NoSuchCubie {
                    kind: "edge",
                    position: EDGE_NAMES[p],
                    colours: letters(&seen),
                    hint: "",
                })?;
        }
        cube.validate()?;
        Ok(cube)
    }
}

/// Index into the 54 letters of facelet `j` of position `p`.
fn facelet<const K: usize, const N: usize>(
    faces: &[[u8; K]; N],
    places: &[[u8; K]; N],
    p: usize,
    j: usize,
) -> usize {
    faces[p][j] as usize * 9 + places[p][j] as usize
}

/// The cubie with these colours in cyclic order, and its orientation.
fn cubie_with<const K: usize, const N: usize>(
    faces: &[[u8; K]; N],
    seen: [u8; K],
) -> Option<(u8, u8)> {
    for (cubie, own) in faces.iter().enumerate() {
        for turn in 0..K {
            if (0..K).all(|j| seen[(j + turn) % K] == own[j]) {
                return Some((cubie as u8, turn as u8));
            }
        }
    }
    None
}

fn colours(text: &str) -> Result<[u8; 54], FaceletError> {
    let found: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    if found.len() != 54 {
        return Err(FaceletError::Length { found: found.len() });
    }
    let mut colours = [0; 54];
    for (i, &c) in found.iter().enumerate() {
        colours[i] =
            Face::from_letter(c.to_ascii_uppercase()).ok_or_else(|| FaceletError::Letter {
                name: format!("{}{}", Face::ALL[i / 9].letter(), i % 9 + 1),
                found: c,
            })? as u8;
    }
    Ok(colours)
}

fn check_counts(colours: &[u8; 54]) -> Result<(), FaceletError> {
    let mut count = [0; 6];
    for &c in colours {
        count[c as usize] += 1;
    }
    let wrong: Vec<String> = Face::ALL
        .iter()
        .filter(|&&f| count[f as usize] != 9)
        .map(|&f| format!("{} occurs {} times", f.letter(), count[f as usize]))
        .collect();
    if wrong.is_empty() {
        return Ok(());
    }
    Err(FaceletError::Count {
        counts: wrong.join(", "),
    })
}

fn check_centres(colours: &[u8; 54]) -> Result<(), FaceletError> {
    let centres: [u8; 6] = std::array::from_fn(|f| colours[f * 9 + 4]);
    let Some(wrong) = (0..6).find(|&f| centres[f] as usize != f) else {
        return Ok(());
    };
    match rotation_home(centres) {
        Some(rotation) => Err(FaceletError::Rotated {
            face: Face::ALL[wrong].letter(),
            found: Face::ALL[centres[wrong] as usize].letter(),
            rotation,
        }),
        None => Err(FaceletError::Centres {
            centres: letters(&centres),
        }),
    }
}

/// The shortest rotation of the whole cube, at most two quarter or half turns about the axes x (as
/// R), y (as U), z (as F), that restores the centres. Two suffice for each of the 24.
fn rotation_home(centres: [u8; 6]) -> Option<String> {
    const AXES: [(Face, &str); 3] = [(Face::R, "x"), (Face::U, "y"), (Face::F, "z")];
    const TURNS: [(usize, &str); 3] = [(1, ""), (2, "2"), (3, "'")];
    let turned = |centres: [u8; 6], axis: Face, times: usize| {
        let to = quarter_turn(axis as usize);
        (0..times).fold(centres, |c, _| {
            let mut next = [0; 6];
            for f in 0..6 {
                next[to[f] as usize] = c[f];
            }
            next
        })
    };
    let home = [0, 1, 2, 3, 4, 5];
    let mut second = None;
    for (axis, name) in AXES {
        for (times, mark) in TURNS {
            let once = turned(centres, axis, times);
            if once == home {
                return Some(format!("{name}{mark}"));
            }
            for (axis, name2) in AXES {
                for (times, mark2) in TURNS {
                    if second.is_none() && turned(once, axis, times) == home {
                        second = Some(format!("{name}{mark} {name2}{mark2}"));
                    }
                }
            }
        }
    }
    second
}

fn letters(colours: &[u8]) -> String {
    colours
        .iter()
        .map(|&c| Face::ALL[c as usize].letter())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::cube::parse_moves;

    fn solved_with(change: impl FnOnce(&mut Vec<char>)) -> Result<Cube, FaceletError> {
        let mut letters: Vec<char> = Cube::SOLVED.to_facelets().chars().collect();
        change(&mut letters);
        Cube::from_facelets(&letters.iter().collect::<String>())
    }

    #[test]
    fn facelet_indices_are_distinct_and_skip_centres() {
        let mut seen = [false; 54];
        for p in 0..8 {
            for j in 0..3 {
                seen[facelet(&CORNER_FACES, &CORNER_PLACES, p, j)] = true;
            }
        }
        for p in 0..12 {
            for j in 0..2 {
                seen[facelet(&EDGE_FACES, &EDGE_PLACES, p, j)] = true;
            }
        }
        assert_eq!(seen.iter().filter(|&&s| s).count(), 48);
        assert!((0..6).all(|f| !seen[f * 9 + 4]));
    }

    #[test]
    fn a_known_scramble() {
        // The superflip, as published with its 20 moves.
        let moves = parse_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2").unwrap();
        let flipped = Cube::SOLVED.apply_all(&moves);
        assert_eq!(flipped.flips, [1; 12]);
        assert_eq!(
            flipped.to_facelets(),
            "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"
        );
    }

    #[test]
    fn invalid_facelets_are_explained() {
        use FaceletError as E;
        assert!(
            matches!(solved_with(|l| l[3] = 'X'), Err(E::Letter { found: 'X', name }) if name == "U4")
        );
        assert!(matches!(solved_with(|l| l[3] = 'R'), Err(E::Count { .. })));
        // Two stickers of URF exchanged: a mirrored corner.
        let mirrored = solved_with(|l| l.swap(9, 20)).unwrap_err();
        assert!(mirrored.to_string().contains("exchanged"), "{mirrored}");
        // U and D on one edge.
        assert!(matches!(
            solved_with(|l| l.swap(28, 19)),
            Err(E::NoSuchCubie {
                kind: "edge",
                position: "UF",
                ..
            })
        ));
        // Edge UF flipped.
        assert_eq!(
            solved_with(|l| l.swap(7, 19)),
            Err(E::Impossible(CubeError::Flip))
        );
        // Edges UF and UR exchanged.
        assert_eq!(
            solved_with(|l| l.swap(10, 19)),
            Err(E::Impossible(CubeError::Parity))
        );
        // Corner URF twisted clockwise: U sticker to R, R to F, F to U.
        let twisted = solved_with(|l| (l[8], l[9], l[20]) = ('F', 'U', 'R'));
        assert!(matches!(
            twisted,
            Err(E::Impossible(CubeError::Twist { by: 1, .. }))
        ));
    }

    #[test]
    fn duplicate_cubies_are_named() {
        // UR's R and DF's F exchanged: UF and DR are there twice.
        let twice = solved_with(|l| l.swap(10, 25));
        assert_eq!(
            twice,
            Err(FaceletError::Impossible(CubeError::Twice {
                kind: "edge",
                name: "UF"
            }))
        );
    }

    #[test]
    fn every_rotated_cube_gets_its_inverse_rotation() {
        // Close the 24 orientations of the centres under x and y.
        let turn = |c: [u8; 6], axis: Face| {
            let to = quarter_turn(axis as usize);
            let mut next = [0; 6];
            for f in 0..6 {
                next[to[f] as usize] = c[f];
            }
            next
        };
        let mut all = vec![[0, 1, 2, 3, 4, 5]];
        let mut i = 0;
        while i < all.len() {
            for axis in [Face::R, Face::U] {
                let next = turn(all[i], axis);
                if !all.contains(&next) {
                    all.push(next);
                }
            }
            i += 1;
        }
        assert_eq!(all.len(), 24);
        for centres in &all[1..] {
            assert!(rotation_home(*centres).is_some(), "{centres:?}");
        }
        assert_eq!(rotation_home([3, 1, 2, 0, 4, 5]), None);
        let held_upside_down = "DDDDDDDDDRRRRRRRRRBBBBBBBBBUUUUUUUUULLLLLLLLLFFFFFFFFF";
        assert!(matches!(
            Cube::from_facelets(held_upside_down),
            Err(FaceletError::Rotated { face: 'U', found: 'D', rotation }) if rotation == "x2"
        ));
    }
}
