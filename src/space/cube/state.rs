//! Parsing of cubes: move sequences or facelets.

use super::cubie::Cube;
use super::facelet::FaceletError;
use super::moves::{MoveError, parse_moves};
use std::str::FromStr;
use thiserror::Error;

/// Error in the text of a cube.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StateError {
    /// An error in moves.
    #[error("{0}")]
    Moves(#[from] MoveError),
    /// An error in facelets.
    #[error("{0}")]
    Facelets(#[from] FaceletError),
}

/// Reads a state: a move sequence applied to the solved cube, or facelets.
///
/// Text of at least 40 letters without a turn mark (`'`, `i`, a digit) whose words are all longer
/// than two letters is read as facelets; everything else as moves. So `R U R U …` is always moves,
/// however long it is.
///
/// # Errors
///
/// The error of [`parse_moves`] or [`Cube::from_facelets`].
///
/// ```
/// use admit::space::cube::{Cube, parse_state};
/// let moved = parse_state("R U2 F'").unwrap();
/// assert_eq!(parse_state(&moved.to_facelets()).unwrap(), moved);
/// assert_eq!(parse_state("").unwrap(), Cube::SOLVED);
/// ```
pub fn parse_state(text: &str) -> Result<Cube, StateError> {
    if looks_like_facelets(text) {
        return Ok(Cube::from_facelets(text)?);
    }
    Ok(Cube::SOLVED.apply_all(&parse_moves(text)?))
}

/// As [`parse_state`].
///
/// ```
/// use admit::space::cube::Cube;
/// let cube: Cube = "R U".parse().unwrap();
/// assert_eq!(cube, Cube::SOLVED.apply("R".parse().unwrap()).apply("U".parse().unwrap()));
/// assert!("R X".parse::<Cube>().is_err());
/// ```
impl FromStr for Cube {
    type Err = StateError;

    fn from_str(text: &str) -> Result<Cube, StateError> {
        parse_state(text)
    }
}

fn looks_like_facelets(text: &str) -> bool {
    let letters = text.chars().filter(|c| !c.is_whitespace()).count();
    letters >= 40
        && text.split_whitespace().all(|word| word.len() > 2)
        && text
            .chars()
            .all(|c| c.is_whitespace() || (c.is_alphabetic() && c != 'i'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_move_sequences_are_not_taken_for_facelets() {
        let spaced = "R U ".repeat(27);
        assert_eq!(
            parse_state(&spaced).unwrap(),
            Cube::SOLVED.apply_all(&parse_moves(&spaced).unwrap())
        );
        let marked = "RU'".repeat(30);
        assert!(parse_state(&marked).is_ok());
    }

    #[test]
    fn a_facelet_string_one_letter_short_is_explained() {
        let short = &Cube::SOLVED.to_facelets()[1..];
        assert!(matches!(
            parse_state(short),
            Err(StateError::Facelets(FaceletError::Length { found: 53 }))
        ));
    }
}
