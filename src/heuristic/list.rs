//! Text form of lists of heuristics of the cube.
//!
//! | written | heuristic |
//! |---|---|
//! | `zero` | 0 for every state |
//! | `8-corner`, `8-corner/24`, … | a table, by [its name](CubeTableSpec) |
//! | `dual:8-corner` | any of these, applied to the inverse of a cube |
//! | `tables/mine.pdb` | a table file |
//! | `certified:DIR` | a learned heuristic, with its certificate in that folder |
//!
//! Several are separated by commas; a comma inside a list of cubies belongs to that list.

use crate::pdb::cube::{CubeTableSpec, SpecError};
use crate::space::cube::{corner_named, edge_named};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use thiserror::Error;

/// One heuristic of the cube, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeuristicSpec {
    /// 0 for every state.
    Zero,
    /// A table.
    Table(CubeTableSpec),
    /// A table file.
    File(PathBuf),
    /// The folder of a certified heuristic.
    Certified(PathBuf),
    /// Another one, applied to the inverse of a cube.
    Dual(Box<HeuristicSpec>),
}

/// A list of heuristics, combined by maximum.
///
/// ```
/// use admit::heuristic::{HeuristicList, HeuristicSpec};
/// let list: HeuristicList = "8-corner,edges:UR,UF,dual:6-edge/mod3".parse().unwrap();
/// assert_eq!(list.0.len(), 3);
/// assert_eq!(list.0[1], HeuristicSpec::Table("edges:UR,UF".parse().unwrap()));
/// assert_eq!(list.to_string(), "8-corner,edges:UR,UF,dual:6-edge/mod3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeuristicList(pub Vec<HeuristicSpec>);

/// Error in a list of heuristics.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HeuristicListError {
    /// A part is not the name of a table.
    #[error("heuristic {0}")]
    Table(#[from] SpecError),
    /// No folder is named.
    #[error("certified: needs the folder of a certified heuristic, as in certified:DIR")]
    NoFolder,
    /// An empty part or list.
    #[error("an empty heuristic in {0:?}; for none at all, write zero")]
    Empty(String),
}

impl FromStr for HeuristicList {
    type Err = HeuristicListError;

    fn from_str(text: &str) -> Result<HeuristicList, HeuristicListError> {
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
            "" => Err(HeuristicListError::Empty(text.to_owned())),
            part => part.parse(),
        });
        Ok(HeuristicList(parts.collect::<Result<_, _>>()?))
    }
}

/// Whether a part between commas continues the preceding list of cubies.
fn begins_with_cubie(piece: &str) -> bool {
    let name = piece.split(['+', '/']).next().unwrap_or("").trim();
    corner_named(name).is_some() || edge_named(name).is_some()
}

impl FromStr for HeuristicSpec {
    type Err = HeuristicListError;

    fn from_str(text: &str) -> Result<HeuristicSpec, HeuristicListError> {
        if text == "zero" {
            return Ok(HeuristicSpec::Zero);
        }
        if let Some(inner) = text.strip_prefix("dual:") {
            return Ok(HeuristicSpec::Dual(Box::new(inner.parse()?)));
        }
        if let Some(folder) = text.strip_prefix("certified:") {
            return match folder {
                "" => Err(HeuristicListError::NoFolder),
                _ => Ok(HeuristicSpec::Certified(folder.into())),
            };
        }
        if Path::new(text).extension().is_some_and(|e| e == "pdb") {
            return Ok(HeuristicSpec::File(text.into()));
        }
        Ok(HeuristicSpec::Table(text.parse()?))
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeuristicSpec::Zero => f.write_str("zero"),
            HeuristicSpec::File(file) => write!(f, "{}", file.display()),
            HeuristicSpec::Certified(folder) => write!(f, "certified:{}", folder.display()),
            HeuristicSpec::Dual(inner) => write!(f, "dual:{inner}"),
            HeuristicSpec::Table(spec) => write!(f, "{spec}"),
        }
    }
}

impl fmt::Display for HeuristicList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, spec) in self.0.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{spec}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_round_trips() {
        let all = "zero,8-corner,8-corner/24,8-corner/symmetry,dual:6-edge/mod3,\
                   6-edge/delta:4-edge,6-edge/delta:4-edge/7,dir/mine.pdb,dual:certified:some/dir,\
                   corners:URF,UFL+edges:UB,BR/12,edges:UR,UF,UL/delta:edges:UR,UL/3,dual:dual:zero";
        let list: HeuristicList = all.parse().unwrap();
        assert_eq!(list.0.len(), 12);
        assert_eq!(list.to_string(), all);
    }

    #[test]
    fn errors_name_the_faulty_part() {
        let reason = |text: &str| text.parse::<HeuristicList>().unwrap_err().to_string();
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
