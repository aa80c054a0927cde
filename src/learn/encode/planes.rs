//! The paper's encodings of abstract states: planes of zeros and ones, for a convolution.
//!
//! | encoder | pattern | planes | size |
//! |---|---|---|---|
//! | [`Faces`] | all eight corners | 36: one for each face and colour | 3×3 |
//! | [`EdgeMaps`] | n edges | 3n: position of each edge, position if unflipped, home position | 4×3 |
//!
//! The paper says no more than that; the order is chosen here. Faces and colours are in the order
//! U R F D L B, and faces row by row as in the 54 letters of a cube. Maps have three positions a
//! row, in the order of edge positions in this library; the three maps of an edge are
//! consecutive. Neighbours on a map are not neighbours on the cube, which matters to a
//! convolution.

use super::CubeEncoding;
use crate::pdb::cube::{AbstractState, CubePattern, CubeRanker};
use crate::space::cube::{Cube, Face};
use thiserror::Error;

/// Reason why a pattern has no planes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlanesError {
    /// Faces need all eight corners and no edges.
    #[error("planes of faces need a pattern of all 8 corners and no edges, not {0}")]
    Faces(CubePattern),
    /// Edge maps need edges alone.
    #[error("planes of edges need a pattern of edges alone, not {0}")]
    Edges(CubePattern),
    /// There are no planes for corners and edges together.
    #[error("planes need a pattern of all 8 corners, or of edges alone, not {0}, which has both")]
    Both(CubePattern),
    /// States of other spaces have no planes.
    #[error("these states have no planes, only tokens")]
    None,
}

/// Planes of numbered states.
pub trait Planes: Sync {
    /// Planes, rows, columns.
    fn shape(&self) -> [usize; 3];

    /// Writes all planes of the state with this number.
    fn write(&self, number: u64, planes: &mut [f32]);
}

/// Planes of a pattern of the cube: faces or edge maps, of states or of their representatives.
///
/// ```
/// use admit::learn::encode::planes::{CubePlanes, Planes};
/// use admit::pdb::cube::{CubePattern, CubeRanker};
/// let pattern: CubePattern = "edges:UR,UF".parse().unwrap();
/// let ranker = CubeRanker::new(pattern).unwrap();
/// let solved = ranker.rank(&pattern.goal());
/// let planes = CubePlanes::new(ranker, false).unwrap();
/// assert_eq!(planes.shape(), [6, 4, 3]);
/// let mut of_solved = [0.5; 72];
/// planes.write(solved, &mut of_solved);
/// assert_eq!(of_solved.iter().sum::<f32>(), 6.0);
/// ```
#[derive(Clone, Debug)]
pub struct CubePlanes {
    ranker: CubeRanker,
    encoding: CubeEncoding,
    encoder: Encoder,
}

#[derive(Clone, Debug)]
enum Encoder {
    Faces(Faces),
    Edges(EdgeMaps),
}

impl CubePlanes {
    /// Planes of ranked states or, if canonical, of their representatives.
    ///
    /// # Errors
    ///
    /// If the pattern is neither of all eight corners nor of edges alone.
    pub fn new(ranker: CubeRanker, canonical: bool) -> Result<CubePlanes, PlanesError> {
        let encoding = CubeEncoding::new(ranker.pattern(), canonical);
        CubePlanes::of(ranker, encoding)
    }

    /// Planes of ranked states, with the representatives of an encoding.
    ///
    /// # Errors
    ///
    /// As for [`CubePlanes::new`].
    pub fn of(ranker: CubeRanker, encoding: CubeEncoding) -> Result<CubePlanes, PlanesError> {
        let pattern = encoding.pattern();
        let encoder = match (pattern.corners(), pattern.edges()) {
            (_, []) => Encoder::Faces(Faces::new(pattern)?),
            ([], _) => Encoder::Edges(EdgeMaps::new(pattern)?),
            _ => return Err(PlanesError::Both(pattern)),
        };
        Ok(CubePlanes {
            ranker,
            encoding,
            encoder,
        })
    }
}

impl Planes for CubePlanes {
    fn shape(&self) -> [usize; 3] {
        match &self.encoder {
            Encoder::Faces(faces) => faces.shape(),
            Encoder::Edges(maps) => maps.shape(),
        }
    }

    fn write(&self, number: u64, planes: &mut [f32]) {
        let state = self.encoding.representative(&self.ranker.state(number));
        match &self.encoder {
            Encoder::Faces(faces) => faces.encode(&state, planes),
            Encoder::Edges(maps) => maps.encode(&state, planes),
        }
    }
}

/// Number of faces and of colours.
const FACES: usize = 6;
/// Facelets of a face.
const FACELETS: usize = 9;

/// The six faces of a cube with the corners of the state and all other cubies solved: 36 planes
/// of 3×3. Plane 6·face + colour is 1 where the face shows the colour.
///
/// ```
/// use admit::learn::encode::planes::Faces;
/// let pattern = "8-corner".parse().unwrap();
/// let faces = Faces::new(pattern).unwrap();
/// assert_eq!((faces.shape(), faces.len()), ([36, 3, 3], 324));
///
/// let mut planes = [0.0; 324];
/// faces.encode(&pattern.goal(), &mut planes);
/// assert_eq!(planes[..9], [1.0; 9]); // U shows its own colour
/// assert_eq!(planes[9..54], [0.0; 45]); // and no other
/// ```
#[derive(Clone, Debug)]
pub struct Faces {
    pattern: CubePattern,
    /// Centres and edges, equal in all states.
    fixed: Vec<f32>,
    /// Indices of the three ones of a corner, by cubie, position, twist.
    ones: Vec<[u16; 3]>,
}

impl Faces {
    /// Faces for a pattern of all eight corners, in any order.
    ///
    /// # Errors
    ///
    /// If the pattern is another.
    pub fn new(pattern: CubePattern) -> Result<Faces, PlanesError> {
        if pattern.corners().len() != 8 || !pattern.edges().is_empty() {
            return Err(PlanesError::Faces(pattern));
        }
        let solved = colours(&Cube::SOLVED);
        let mut fixed = vec![0.0; FACES * FACES * FACELETS];
        for (facelet, &colour) in solved.iter().enumerate() {
            // Corners are at the even places of a face other than its centre.
            let place = facelet % FACELETS;
            if place % 2 == 1 || place == FACELETS / 2 {
                fixed[one(facelet, colour) as usize] = 1.0;
            }
        }
        let mut ones = Vec::with_capacity(8 * 8 * 3);
        for cubie in 0..8 {
            for position in 0..8 {
                let facelets = facelets_of(position, &solved);
                for twist in 0..3 {
                    let mut cube = Cube::SOLVED;
                    cube.corners[position] = cubie;
                    cube.twists[position] = twist;
                    let shown = colours(&cube);
                    ones.push(facelets.map(|facelet| one(facelet, shown[facelet])));
                }
            }
        }
        Ok(Faces {
            pattern,
            fixed,
            ones,
        })
    }

    /// Planes, rows, columns.
    pub fn shape(&self) -> [usize; 3] {
        [FACES * FACES, 3, 3]
    }

    /// Number of entries of all planes.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.fixed.len()
    }

    /// Writes all planes of a state.
    ///
    /// # Panics
    ///
    /// Unless `planes` has length [`Faces::len`].
    pub fn encode(&self, state: &AbstractState, planes: &mut [f32]) {
        planes.copy_from_slice(&self.fixed);
        for (i, &cubie) in self.pattern.corners().iter().enumerate() {
            let (position, twist) = (state.corner_positions[i], state.twists[i]);
            let entry = (cubie as usize * 8 + position as usize) * 3 + twist as usize;
            for at in self.ones[entry] {
                planes[at as usize] = 1.0;
            }
        }
    }
}

/// Index of a facelet (of 54) in the plane of a colour.
fn one(facelet: usize, colour: usize) -> u16 {
    let (face, place) = (facelet / FACELETS, facelet % FACELETS);
    ((face * FACES + colour) * FACELETS + place) as u16
}

/// Colours of the 54 facelets, as numbers of faces.
fn colours(cube: &Cube) -> Vec<usize> {
    let number = |letter| Face::from_letter(letter).expect("facelets show faces") as usize;
    cube.to_facelets().chars().map(number).collect()
}

/// The three facelets of a corner position: those that change when its cubie is replaced by the
/// opposite one, which shares no colour with it.
fn facelets_of(position: usize, solved: &[usize]) -> [usize; 3] {
    let mut changed = Cube::SOLVED;
    let across = |&other: &usize| {
        let corner = |c: usize| crate::space::cube::CORNER_NAMES[c];
        let opposite = |letter| Face::from_letter(letter).map(|f| f.opposite().letter());
        corner(position)
            .chars()
            .all(|letter| opposite(letter).is_some_and(|o| corner(other).contains(o)))
    };
    let other = (0..8).find(across).expect("every corner has an opposite");
    changed.corners[position] = other as u8;
    let shown = colours(&changed);
    let mut places = (0..solved.len()).filter(|&f| solved[f] != shown[f]);
    std::array::from_fn(|_| places.next().expect("a corner shows three facelets"))
}

/// Three 4×3 maps for each edge of the pattern. For the `i`-th edge, plane 3i is 1 at its
/// position; plane 3i + 1 is 1 at its position if it is not flipped; plane 3i + 2 is 1 at its
/// home position.
///
/// ```
/// use admit::learn::encode::planes::EdgeMaps;
/// use admit::space::cube::parse_state;
/// let pattern = "edges:UF,FR".parse().unwrap();
/// let maps = EdgeMaps::new(pattern).unwrap();
/// assert_eq!((maps.shape(), maps.len()), ([6, 4, 3], 72));
///
/// let mut planes = [0.0; 72];
/// let state = pattern.project(&parse_state("F").unwrap());
/// maps.encode(&state, &mut planes);
/// let ones: Vec<usize> = (0..72).filter(|&i| planes[i] == 1.0).collect();
/// // UF went to FR, position 8, flipped, and belongs to position 1; FR went to
/// // DF, position 5, flipped, and belongs to position 8.
/// assert_eq!(ones, [8, 24 + 1, 36 + 5, 60 + 8]);
/// ```
#[derive(Clone, Debug)]
pub struct EdgeMaps {
    pattern: CubePattern,
}

/// Positions on a map.
const POSITIONS: usize = 12;

impl EdgeMaps {
    /// Maps for a pattern of edges.
    ///
    /// # Errors
    ///
    /// If the pattern has a corner.
    pub fn new(pattern: CubePattern) -> Result<EdgeMaps, PlanesError> {
        if !pattern.corners().is_empty() {
            return Err(PlanesError::Edges(pattern));
        }
        Ok(EdgeMaps { pattern })
    }

    /// Planes, rows, columns.
    pub fn shape(&self) -> [usize; 3] {
        [3 * self.pattern.edges().len(), 4, 3]
    }

    /// Number of entries of all planes.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        3 * self.pattern.edges().len() * POSITIONS
    }

    /// Writes all planes of a state.
    ///
    /// # Panics
    ///
    /// Unless `planes` has length [`EdgeMaps::len`].
    pub fn encode(&self, state: &AbstractState, planes: &mut [f32]) {
        assert_eq!(planes.len(), self.len(), "planes of {}", self.pattern);
        planes.fill(0.0);
        for (i, &cubie) in self.pattern.edges().iter().enumerate() {
            let maps = &mut planes[3 * i * POSITIONS..][..3 * POSITIONS];
            let position = state.edge_positions[i] as usize;
            maps[position] = 1.0;
            maps[POSITIONS + position] = f32::from(state.flips[i] == 0);
            maps[2 * POSITIONS + cubie as usize] = 1.0;
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // zeros and ones are exact
mod tests {
    use super::*;
    use crate::pdb::cube::CubeRanker;
    use crate::space::cube::{Move, parse_state};
    use std::collections::HashSet;

    /// The 54 letters of planes with one colour for each facelet.
    fn letters(planes: &[f32]) -> String {
        let shown = |facelet: usize| {
            let is = |&colour: &usize| planes[one(facelet, colour) as usize] == 1.0;
            let shown: Vec<usize> = (0..FACES).filter(is).collect();
            assert_eq!(shown.len(), 1, "facelet {facelet} shows {shown:?}");
            Face::ALL[shown[0]].letter()
        };
        assert!(planes.iter().all(|&x| x == 0.0 || x == 1.0));
        (0..54).map(shown).collect()
    }

    #[test]
    fn faces_of_single_moves() {
        let pattern: CubePattern = "8-corner".parse().unwrap();
        let faces = Faces::new(pattern).unwrap();
        let mut planes = vec![0.5; faces.len()];
        // By hand: only the corners of a face and of its neighbours change.
        for (moves, seen) in [
            ("", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"),
            (
                "R",
                "UUFUUUUUFRRRRRRRRRFFDFFFFFDDDBDDDDDBLLLLLLLLLUBBBBBUBB",
            ),
            (
                "U",
                "UUUUUUUUUBRBRRRRRRRFRFFFFFFDDDDDDDDDFLFLLLLLLLBLBBBBBB",
            ),
            (
                "F2",
                "UUUUUUDUDLRRRRRLRRFFFFFFFFFUDUDDDDDDLLRLLLLLRBBBBBBBBB",
            ),
        ] {
            let state = pattern.project(&parse_state(moves).unwrap_or(Cube::SOLVED));
            faces.encode(&state, &mut planes);
            assert_eq!(letters(&planes), seen, "{moves}");
            assert_eq!(planes.iter().filter(|&&x| x == 1.0).count(), 54);
        }
    }

    #[test]
    fn faces_determine_the_state() {
        let listed = "corners:DRB,URF,ULB,UFL,DFR,UBR,DLF,DBL";
        for pattern in ["8-corner", listed].map(|p| p.parse::<CubePattern>().unwrap()) {
            let faces = Faces::new(pattern).unwrap();
            let ranker = CubeRanker::new(pattern).unwrap();
            let mut planes = vec![0.0; faces.len()];
            let mut seen = HashSet::new();
            for i in 0..2000 {
                let number = i * 44_087 + i % 7;
                let state = ranker.state(number);
                faces.encode(&state, &mut planes);
                let text = letters(&planes);
                // Solved edges may have the wrong parity; then two edges are exchanged.
                let exchanged = |text: &str| {
                    let mut letters: Vec<char> = text.chars().collect();
                    letters.swap(10, 19); // UR and UF, their sides
                    letters.into_iter().collect::<String>()
                };
                let cube = Cube::from_facelets(&text)
                    .or_else(|_| Cube::from_facelets(&exchanged(&text)))
                    .unwrap();
                assert_eq!(pattern.project(&cube), state);
                seen.insert(text);
            }
            assert_eq!(seen.len(), 2000);
        }
    }

    #[test]
    fn edge_maps_of_single_moves() {
        let pattern: CubePattern = "4-edge".parse().unwrap(); // UR UF FR FL: 0, 1, 8, 9
        let maps = EdgeMaps::new(pattern).unwrap();
        let ones = |moves: &str| {
            let mut planes = vec![0.5; maps.len()];
            let cube = parse_state(moves).unwrap_or(Cube::SOLVED);
            maps.encode(&pattern.project(&cube), &mut planes);
            assert!(planes.iter().all(|&x| x == 0.0 || x == 1.0));
            let planes = planes.chunks(12);
            let at = |plane: &[f32]| plane.iter().position(|&x| x == 1.0);
            planes.map(at).collect::<Vec<_>>()
        };
        let home = [0, 0, 0, 1, 1, 1, 8, 8, 8, 9, 9, 9].map(Some);
        assert_eq!(ones(""), home);
        // L moves FL alone, to DL (6), and flips nothing.
        let mut moved = home;
        moved[9..11].fill(Some(6));
        assert_eq!(ones("L"), moved);
        // F carries UF to FR, FR to DF (5), FL to UF, and flips all three.
        let mut moved = home;
        moved[3..5].copy_from_slice(&[Some(8), None]);
        moved[6..8].copy_from_slice(&[Some(5), None]);
        moved[9..11].copy_from_slice(&[Some(1), None]);
        assert_eq!(ones("F"), moved);
    }

    #[test]
    fn edge_maps_are_distinct() {
        let pattern: CubePattern = "edges:BR,UF,DL".parse().unwrap();
        let maps = EdgeMaps::new(pattern).unwrap();
        let ranker = CubeRanker::new(pattern).unwrap();
        let mut seen = HashSet::new();
        for number in 0..ranker.states() {
            let mut planes = vec![0.0; maps.len()];
            maps.encode(&ranker.state(number), &mut planes);
            seen.insert(planes.into_iter().map(|x| x == 1.0).collect::<Vec<_>>());
        }
        assert_eq!(seen.len() as u64, ranker.states());
    }

    #[test]
    fn encoding_overwrites_the_slice() {
        let pattern: CubePattern = "8-corner".parse().unwrap();
        let faces = Faces::new(pattern).unwrap();
        let [mut used, mut fresh] = [vec![7.0; 324], vec![0.0; 324]];
        for m in Move::ALL {
            let state = pattern.apply(&pattern.goal(), m);
            faces.encode(&state, &mut used);
            fresh.fill(0.0);
            faces.encode(&state, &mut fresh);
            assert_eq!(used, fresh);
        }
    }

    #[test]
    fn other_patterns_are_refused() {
        let [mixed, edges, few] =
            ["corners:URF+edges:UF", "4-edge", "corners:URF"].map(|p| p.parse().unwrap());
        for pattern in [mixed, edges, few] {
            assert_eq!(
                Faces::new(pattern).unwrap_err(),
                PlanesError::Faces(pattern)
            );
        }
        for pattern in [mixed, few] {
            assert_eq!(
                EdgeMaps::new(pattern).unwrap_err(),
                PlanesError::Edges(pattern)
            );
        }
        assert!(EdgeMaps::new(edges).is_ok());
    }
}
