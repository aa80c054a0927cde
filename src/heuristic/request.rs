//! How a list of heuristics is written.
//!
//! | written | means |
//! |---|---|
//! | `zero` | 0 for every state |
//! | `8-corner`, `edges:UR,UF` | the exact table of a pattern |
//! | `8-corner/24` | that table, min-compressed by 24 |
//! | `8-corner/symmetry` | one entry for each orbit of the symmetries |
//! | `8-corner/mod3` | distances modulo 3 |
//! | `6-edge/delta:4-edge` | the differences to a smaller pattern, and that pattern's table |
//! | `6-edge/delta:4-edge/7` | the same, the differences min-compressed by 7 |
//! | `dual:8-corner` | any of these, of the inverse of a cube |
//! | `tables/mine.pdb` | a table file |
//! | `certified:DIR` | a learnt heuristic, with its certificate in that folder |
//!
//! Several are separated by commas; a comma inside a list of cubies is one of
//! that list.

use crate::pdb::cube::{CubePattern, PatternError};
use crate::space::cube::{corner_named, edge_named};
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

/// One heuristic that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// 0 for every state.
    Zero,
    /// A table of a pattern.
    Table(CubePattern, Made),
    /// A table file.
    File(String),
    /// The folder of a certified heuristic.
    Certified(String),
    /// Another one, of the inverse of a cube.
    Dual(Box<Request>),
}

/// What a table is made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// Nothing: exact distances.
    Exact,
    /// The minimum of every so many states.
    Compressed(u64),
    /// One entry for each orbit of the symmetries.
    Symmetry,
    /// Remainders modulo 3.
    Modulo3,
    /// Differences to the table of a pattern inside, min-compressed or not.
    Delta(CubePattern, Option<u64>),
}

/// Several heuristics, of which the largest counts.
///
/// ```
/// use admit::heuristic::{Made, Request, Requests};
/// let list: Requests = "8-corner,edges:UR,UF,dual:6-edge/mod3".parse().unwrap();
/// assert_eq!(list.0.len(), 3);
/// assert_eq!(list.0[1], Request::Table("edges:UR,UF".parse().unwrap(), Made::Exact));
/// assert_eq!(list.to_string(), "8-corner,edges:UR,UF,dual:6-edge/mod3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requests(pub Vec<Request>);

/// Why a list of heuristics was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RequestError {
    /// A part of it is no pattern.
    #[error("heuristic {text:?}: {source}")]
    Pattern {
        /// The part.
        text: String,
        /// Why not.
        source: PatternError,
    },
    /// What stands behind a slash is not understood.
    #[error(
        "heuristic {text:?}: {suffix:?} is not understood behind a pattern; \
         expected a factor of at least 2, symmetry, mod3, or delta:PATTERN"
    )]
    Suffix {
        /// The part.
        text: String,
        /// What stands behind the slash.
        suffix: String,
    },
    /// No folder is named.
    #[error("certified: needs the folder of a certified heuristic, as in certified:DIR")]
    NoFolder,
    /// There is nothing between two commas, or nothing at all.
    #[error("an empty heuristic in {0:?}; for none at all, write zero")]
    Empty(String),
}

impl FromStr for Requests {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Requests, RequestError> {
        let mut parts: Vec<String> = Vec::new();
        for piece in text.split(',') {
            match parts.last_mut() {
                Some(list) if begins_with_cubie(piece) => {
                    list.push(',');
                    list.push_str(piece);
                }
                _ => parts.push(piece.to_owned()),
            }
        }
        let parts = parts.iter().map(|part| match part.trim() {
            "" => Err(RequestError::Empty(text.to_owned())),
            part => part.parse(),
        });
        Ok(Requests(parts.collect::<Result<_, _>>()?))
    }
}

/// Whether a piece between commas goes on with the list of cubies before it.
fn begins_with_cubie(piece: &str) -> bool {
    let name = piece.split(['+', '/']).next().unwrap_or("").trim();
    corner_named(name).is_some() || edge_named(name).is_some()
}

impl FromStr for Request {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Request, RequestError> {
        if text == "zero" {
            return Ok(Request::Zero);
        }
        if let Some(inner) = text.strip_prefix("dual:") {
            return Ok(Request::Dual(Box::new(inner.parse()?)));
        }
        if let Some(folder) = text.strip_prefix("certified:") {
            return match folder {
                "" => Err(RequestError::NoFolder),
                _ => Ok(Request::Certified(folder.to_owned())),
            };
        }
        if Path::new(text).extension().is_some_and(|e| e == "pdb") {
            return Ok(Request::File(text.to_owned()));
        }
        let pattern = |written: &str| {
            written.parse().map_err(|source| RequestError::Pattern {
                text: text.to_owned(),
                source,
            })
        };
        let not_understood = |suffix: &str| RequestError::Suffix {
            text: text.to_owned(),
            suffix: suffix.to_owned(),
        };
        let factor = |written: &str| match written.parse() {
            Ok(factor) if factor >= 2 => Ok(factor),
            _ => Err(not_understood(written)),
        };
        let mut parts = text.split('/');
        let whole = pattern(parts.next().unwrap_or(""))?;
        let made = match parts.next() {
            None => Made::Exact,
            Some("symmetry") => Made::Symmetry,
            Some("mod3") => Made::Modulo3,
            Some(suffix) => match suffix.strip_prefix("delta:") {
                Some(base) => Made::Delta(pattern(base)?, parts.next().map(factor).transpose()?),
                None => Made::Compressed(factor(suffix)?),
            },
        };
        match parts.next() {
            Some(more) => Err(not_understood(more)),
            None => Ok(Request::Table(whole, made)),
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Zero => f.write_str("zero"),
            Request::File(file) => f.write_str(file),
            Request::Certified(folder) => write!(f, "certified:{folder}"),
            Request::Dual(inner) => write!(f, "dual:{inner}"),
            Request::Table(pattern, made) => match made {
                Made::Exact => write!(f, "{pattern}"),
                Made::Compressed(factor) => write!(f, "{pattern}/{factor}"),
                Made::Symmetry => write!(f, "{pattern}/symmetry"),
                Made::Modulo3 => write!(f, "{pattern}/mod3"),
                Made::Delta(base, None) => write!(f, "{pattern}/delta:{base}"),
                Made::Delta(base, Some(factor)) => write!(f, "{pattern}/delta:{base}/{factor}"),
            },
        }
    }
}

impl fmt::Display for Requests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, request) in self.0.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{request}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_and_written_back() {
        let all = "zero,8-corner,8-corner/24,8-corner/symmetry,dual:6-edge/mod3,\
                   6-edge/delta:4-edge,6-edge/delta:4-edge/7,dir/mine.pdb,dual:certified:some/dir,\
                   corners:URF,UFL+edges:UB,BR/12,edges:UR,UF,UL/delta:edges:UR,UL/3,dual:dual:zero";
        let list: Requests = all.parse().unwrap();
        assert_eq!(list.0.len(), 12);
        assert_eq!(list.to_string(), all);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let reason = |text: &str| text.parse::<Requests>().unwrap_err().to_string();
        assert!(reason("8-corner,,zero").contains("empty heuristic"));
        assert!(reason("").contains("empty heuristic"));
        assert!(reason("certified:").contains("needs the folder"));
        assert!(reason("9-corner").contains("unknown pattern \"9-corner\""));
        assert!(reason("8-corner/1").contains("\"1\" is not understood"));
        assert!(reason("8-corner/half").contains("\"half\" is not understood"));
        assert!(reason("8-corner/mod3/4").contains("\"4\" is not understood"));
        assert!(reason("6-edge/delta:4-corner").contains("unknown pattern \"4-corner\""));
    }
}
