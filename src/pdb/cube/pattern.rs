//! Patterns: the cubies that an abstraction keeps, in order.
//!
//! The abstract state of a cube is the position and orientation of each tracked cubie. The order of
//! the list changes no distance, only the ranks of states.
//!
//! | name | tracked cubies | arrangements × orientations | states |
//! |---|---|---|---|
//! | `8-corner` | all corners | 8! × 3⁷ | 88,179,840 |
//! | `4-edge` | UR UF FR FL | 12·11·10·9 × 2⁴ | 190,080 |
//! | `5-edge` | UR UF UL FR FL | 12···8 × 2⁵ | 3,041,280 |
//! | `6-edge` | UR UF UL FR FL BL | 12···7 × 2⁶ | 42,577,920 |
//! | `7-edge` | UR UF UL UB FR FL BL | 12···6 × 2⁷ | 510,935,040 |

use super::rank::Order;
use crate::space::cube::{CORNER_NAMES, Cube, EDGE_NAMES, Move, corner_named, edge_named};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A pattern: the tracked cubies, in order.
///
/// ```
/// use admit::pdb::cube::CubePattern;
/// let named: CubePattern = "4-edge".parse().unwrap();
/// let listed: CubePattern = "edges:UR,UF,FR,FL".parse().unwrap();
/// assert_eq!(named, listed);
/// assert_eq!(listed.to_string(), "4-edge");
///
/// let mixed: CubePattern = "corners:URF,UFL+edges:UF".parse().unwrap();
/// assert_eq!((mixed.corners(), mixed.edges()), (&[0, 1][..], &[1][..]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CubePattern {
    corners: [u8; 8],
    corner_count: u8,
    edges: [u8; 12],
    edge_count: u8,
}

/// Positions and orientations of the tracked cubies of a pattern.
///
/// Entry `i` belongs to cubie `i` of the pattern; further entries are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct AbstractState {
    /// Position of each tracked corner.
    pub corner_positions: [u8; 8],
    /// Twist of each tracked corner.
    pub twists: [u8; 8],
    /// Position of each tracked edge.
    pub edge_positions: [u8; 12],
    /// Flip of each tracked edge.
    pub flips: [u8; 12],
}

/// Error in the text of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PatternError {
    /// Neither a name nor a list.
    #[error(
        "unknown pattern {0:?}; a pattern is one of {names}, or a list such as edges:UR,UF,FR or corners:URF,UFL+edges:UF",
        names = NAMED.map(|(name, _)| name).join(", ")
    )]
    Unknown(String),
    /// A list names a cubie that does not exist.
    #[error("there is no {kind} {name:?}; the {kind}s are {all}")]
    NoSuchCubie {
        /// "corner" or "edge".
        kind: &'static str,
        /// The text.
        name: String,
        /// All names.
        all: String,
    },
    /// A list names a cubie twice.
    #[error("the {kind} {name} is listed twice")]
    Twice {
        /// "corner" or "edge".
        kind: &'static str,
        /// Its name.
        name: &'static str,
    },
    /// No cubie at all.
    #[error("a pattern tracks at least one cubie")]
    Empty,
    /// More abstract states than fit 64-bit ranks.
    #[error("pattern {0} has {1} states, too many for 64-bit ranks")]
    TooLarge(CubePattern, u128),
    /// The order does not support this pattern.
    #[error(
        "order {0} is for patterns that a symmetry carries to themselves; none does so with {1}"
    )]
    Order(Order, CubePattern),
}

/// The named patterns.
const NAMED: [(&str, &str); 5] = [
    ("8-corner", "corners:URF,UFL,ULB,UBR,DFR,DLF,DBL,DRB"),
    ("4-edge", "edges:UR,UF,FR,FL"),
    ("5-edge", "edges:UR,UF,UL,FR,FL"),
    ("6-edge", "edges:UR,UF,UL,FR,FL,BL"),
    ("7-edge", "edges:UR,UF,UL,UB,FR,FL,BL"),
];

impl CubePattern {
    /// A pattern with these cubies in this order.
    ///
    /// # Errors
    ///
    /// If a number is out of range or listed twice, or if there is none.
    ///
    /// ```
    /// use admit::pdb::cube::CubePattern;
    /// assert_eq!(CubePattern::new(&[], &[0, 1, 8, 9]).unwrap().to_string(), "4-edge");
    /// assert!(CubePattern::new(&[], &[3, 3]).is_err());
    /// ```
    pub fn new(corners: &[u8], edges: &[u8]) -> Result<CubePattern, PatternError> {
        if corners.is_empty() && edges.is_empty() {
            return Err(PatternError::Empty);
        }
        Ok(CubePattern {
            corners: distinct("corner", corners, &CORNER_NAMES)?,
            corner_count: corners.len() as u8,
            edges: distinct("edge", edges, &EDGE_NAMES)?,
            edge_count: edges.len() as u8,
        })
    }

    /// All named patterns with their names.
    pub fn named() -> impl Iterator<Item = (&'static str, CubePattern)> {
        NAMED.iter().map(|&(name, list)| {
            let pattern = parse_lists(list).expect("the named patterns are well-formed");
            (name, pattern)
        })
    }

    /// Tracked corners, in order.
    pub fn corners(&self) -> &[u8] {
        &self.corners[..self.corner_count as usize]
    }

    /// Tracked edges, in order.
    pub fn edges(&self) -> &[u8] {
        &self.edges[..self.edge_count as usize]
    }

    /// Names of the tracked cubies, corners first.
    ///
    /// ```
    /// use admit::pdb::cube::CubePattern;
    /// let p: CubePattern = "corners:URF+edges:UF".parse().unwrap();
    /// assert_eq!(p.cubie_names().collect::<Vec<_>>(), ["URF", "UF"]);
    /// ```
    pub fn cubie_names(&self) -> impl Iterator<Item = &'static str> {
        let corners = self.corners().iter().map(|&c| CORNER_NAMES[c as usize]);
        let edges = self.edges().iter().map(|&e| EDGE_NAMES[e as usize]);
        corners.chain(edges)
    }

    /// Whether every cubie of `other` is tracked by this pattern too.
    ///
    /// ```
    /// use admit::pdb::cube::CubePattern;
    /// let [six, four]: [CubePattern; 2] = ["6-edge", "4-edge"].map(|s| s.parse().unwrap());
    /// assert!(six.contains(&four) && !four.contains(&six));
    /// ```
    pub fn contains(&self, other: &CubePattern) -> bool {
        other.corners().iter().all(|c| self.corners().contains(c))
            && other.edges().iter().all(|e| self.edges().contains(e))
    }

    /// The abstract state of the solved cube.
    pub fn goal(&self) -> AbstractState {
        self.project(&Cube::SOLVED)
    }

    /// The abstract state of a cube.
    ///
    /// ```
    /// use admit::pdb::cube::CubePattern;
    /// use admit::space::cube::parse_state;
    /// let p: CubePattern = "edges:UR".parse().unwrap();
    /// let state = p.project(&parse_state("R").unwrap());
    /// assert_eq!(state.edge_positions[0], 11); // UR went to BR
    /// ```
    pub fn project(&self, cube: &Cube) -> AbstractState {
        let mut state = AbstractState::default();
        for (i, &c) in self.corners().iter().enumerate() {
            for p in 0..8 {
                if cube.corners[p] == c {
                    state.corner_positions[i] = p as u8;
                    state.twists[i] = cube.twists[p];
                }
            }
        }
        for (i, &e) in self.edges().iter().enumerate() {
            for p in 0..12 {
                if cube.edges[p] == e {
                    state.edge_positions[i] = p as u8;
                    state.flips[i] = cube.flips[p];
                }
            }
        }
        state
    }

    /// The abstract state after a move.
    ///
    /// Projection commutes with moves:
    ///
    /// ```
    /// use admit::pdb::cube::CubePattern;
    /// use admit::space::cube::{Cube, Move, parse_state};
    /// let p: CubePattern = "7-edge".parse().unwrap();
    /// let cube = parse_state("F R' B2 L").unwrap();
    /// for m in Move::ALL {
    ///     assert_eq!(p.apply(&p.project(&cube), m), p.project(&cube.apply(m)));
    /// }
    /// ```
    #[must_use]
    pub fn apply(&self, state: &AbstractState, m: Move) -> AbstractState {
        let mut next = AbstractState::default();
        for i in 0..self.corner_count as usize {
            let p = state.corner_positions[i] as usize;
            next.corner_positions[i] = m.corners().to[p];
            next.twists[i] = (state.twists[i] + m.corners().turn[p]) % 3;
        }
        for i in 0..self.edge_count as usize {
            let p = state.edge_positions[i] as usize;
            next.edge_positions[i] = m.edges().to[p];
            next.flips[i] = state.flips[i] ^ m.edges().turn[p];
        }
        next
    }

    /// The projection of an abstract state to a subpattern; `None` if `inner` is not one.
    ///
    /// ```
    /// use admit::pdb::cube::CubePattern;
    /// use admit::space::cube::parse_state;
    /// let [six, four]: [CubePattern; 2] = ["6-edge", "4-edge"].map(|s| s.parse().unwrap());
    /// let cube = parse_state("F R' B2 L").unwrap();
    /// assert_eq!(six.restrict(&six.project(&cube), &four), Some(four.project(&cube)));
    /// assert_eq!(four.restrict(&four.project(&cube), &six), None);
    /// ```
    pub fn restrict(&self, state: &AbstractState, inner: &CubePattern) -> Option<AbstractState> {
        let mut seen = AbstractState::default();
        for (i, c) in inner.corners().iter().enumerate() {
            let j = self.corners().iter().position(|own| own == c)?;
            seen.corner_positions[i] = state.corner_positions[j];
            seen.twists[i] = state.twists[j];
        }
        for (i, e) in inner.edges().iter().enumerate() {
            let j = self.edges().iter().position(|own| own == e)?;
            seen.edge_positions[i] = state.edge_positions[j];
            seen.flips[i] = state.flips[j];
        }
        Some(seen)
    }

    /// The list form, also of named patterns.
    pub fn listed(&self) -> String {
        let names = |cubies: &[u8], names: &[&'static str]| {
            let listed: Vec<&str> = cubies.iter().map(|&c| names[c as usize]).collect();
            listed.join(",")
        };
        let mut parts = Vec::new();
        if self.corner_count > 0 {
            parts.push(format!("corners:{}", names(self.corners(), &CORNER_NAMES)));
        }
        if self.edge_count > 0 {
            parts.push(format!("edges:{}", names(self.edges(), &EDGE_NAMES)));
        }
        parts.join("+")
    }
}

fn distinct<const N: usize>(
    kind: &'static str,
    cubies: &[u8],
    names: &[&'static str; N],
) -> Result<[u8; N], PatternError> {
    let mut out = [0; N];
    for (i, &c) in cubies.iter().enumerate() {
        let Some(&name) = names.get(c as usize) else {
            return Err(PatternError::NoSuchCubie {
                kind,
                name: c.to_string(),
                all: names.join(" "),
            });
        };
        // Distinct cubies never exceed N.
        if cubies[..i].contains(&c) || i >= N {
            return Err(PatternError::Twice { kind, name });
        }
        out[i] = c;
    }
    Ok(out)
}

fn parse_lists(text: &str) -> Result<CubePattern, PatternError> {
    let mut corners = Vec::new();
    let mut edges = Vec::new();
    for part in text.split('+') {
        let unknown = || PatternError::Unknown(text.to_owned());
        let (kind, list) = part.split_once(':').ok_or_else(unknown)?;
        let (cubies, kind, all) = match kind.trim().to_ascii_lowercase().as_str() {
            "corners" | "corner" => (&mut corners, "corner", &CORNER_NAMES[..]),
            "edges" | "edge" => (&mut edges, "edge", &EDGE_NAMES[..]),
            _ => return Err(unknown()),
        };
        for name in list.split(',').map(str::trim).filter(|s| !s.is_empty()) {
            let found = if kind == "corner" {
                corner_named(name)
            } else {
                edge_named(name)
            };
            cubies.push(found.ok_or_else(|| PatternError::NoSuchCubie {
                kind,
                name: name.to_owned(),
                all: all.join(" "),
            })?);
        }
    }
    CubePattern::new(&corners, &edges)
}

impl FromStr for CubePattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<CubePattern, PatternError> {
        let name = text.trim();
        match NAMED.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
            Some((_, list)) => parse_lists(list),
            None => parse_lists(name),
        }
    }
}

impl fmt::Display for CubePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match CubePattern::named().find(|(_, p)| p == self) {
            Some((name, _)) => f.write_str(name),
            None => f.write_str(&self.listed()),
        }
    }
}

impl fmt::Debug for CubePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CubePattern({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in [
            "8-corner",
            "7-edge",
            "edges:BR,UF",
            "corners:DRB+edges:UR,FL",
        ] {
            let pattern: CubePattern = text.parse().unwrap();
            assert_eq!(pattern.to_string(), text);
            assert_eq!(pattern.listed().parse::<CubePattern>().unwrap(), pattern);
        }
        assert_eq!(
            "edges: ru , fu".parse::<CubePattern>().unwrap().listed(),
            "edges:UR,UF"
        );
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let said = |text: &str| text.parse::<CubePattern>().unwrap_err().to_string();
        assert!(said("9-edge").contains("8-corner, 4-edge"));
        assert!(said("edges:UR,XY").contains("\"XY\""));
        assert!(said("edges:UR,RU").contains("UR is listed twice"));
        assert!(said("edges:").contains("at least one"));
        assert!(said("edges:UR+edges:UR").contains("twice"));
        assert!(said("").contains("unknown pattern"));
        let thirteen: Vec<u8> = (0..12).chain([0]).collect();
        assert!(CubePattern::new(&[], &thirteen).is_err());
    }
}
