//! Positions of the tiles or tokens of a pattern.

use crate::space::nibbles;
use std::fmt;
use thiserror::Error;

/// Positions of the tracked tiles or tokens, in the pattern's order; for tiles the blank comes
/// first.
///
/// Four bits each, the first one most significant: within a pattern, ordered by rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Places(pub(super) u64);

impl Places {
    /// The first `tracked` positions.
    ///
    /// ```
    /// use admit::pdb::TilePattern;
    /// use admit::space::{Abstraction, tiles::Tiles};
    /// let tiles = Tiles::new(3, 3).unwrap();
    /// let pattern = TilePattern::new(&tiles, &[5, 2]).unwrap();
    /// let places = pattern.project(&tiles.parse("1 2 3 4 5 6 7 8 0").unwrap());
    /// assert_eq!(places.iter(3).collect::<Vec<_>>(), [8, 4, 1]); // blank, 5, 2
    /// ```
    pub fn iter(&self, tracked: usize) -> impl DoubleEndedIterator<Item = u8> + use<> {
        nibbles::each(self.0, tracked.min(nibbles::MOST))
    }
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Places({:x})", self.0)
    }
}

/// Reason why a list of tiles or tokens is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlacesError {
    /// An empty list.
    #[error("a pattern tracks at least one {what}")]
    Empty {
        /// "tile" or "token".
        what: &'static str,
    },
    /// An unknown number.
    #[error("there is no {what} {found}; expected {what}s from {first} to {last}")]
    Range {
        /// "tile" or "token".
        what: &'static str,
        /// The number.
        found: u8,
        /// The least number.
        first: u8,
        /// The largest number.
        last: u8,
    },
    /// A duplicate.
    #[error("{what} {number} is listed twice")]
    Twice {
        /// "tile" or "token".
        what: &'static str,
        /// Its number.
        number: u8,
    },
}

/// Checks that a list is a pattern.
pub(super) fn expect_pattern(
    what: &'static str,
    listed: &[u8],
    first: u8,
    last: u8,
) -> Result<(), PlacesError> {
    if listed.is_empty() {
        return Err(PlacesError::Empty { what });
    }
    for (i, &number) in listed.iter().enumerate() {
        if !(first..=last).contains(&number) {
            return Err(PlacesError::Range {
                what,
                found: number,
                first,
                last,
            });
        }
        if listed[..i].contains(&number) {
            return Err(PlacesError::Twice { what, number });
        }
    }
    Ok(())
}

/// Numbers separated by commas.
pub(super) fn commas(listed: &[u8]) -> String {
    let words: Vec<String> = listed.iter().map(u8::to_string).collect();
    words.join(",")
}
