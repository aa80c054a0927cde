//! Names of tables of the cube: a pattern and a form.
//!
//! | name | table |
//! |---|---|
//! | `8-corner`, `edges:UR,UF` | exact distances of a pattern |
//! | `8-corner/24` | the same, min-compressed by 24 |
//! | `8-corner/symmetry` | one entry per symmetry class |
//! | `8-corner/mod3` | distances modulo 3 |
//! | `6-edge/delta:4-edge` | differences to the table of a smaller pattern |
//! | `6-edge/delta:4-edge/7` | the same, min-compressed by 7 |

use super::pattern::{CubePattern, PatternError};
use super::rank::Order;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Name of a table: a pattern and a form.
///
/// ```
/// use admit::pdb::cube::{CubeTableForm, CubeTableSpec, Order};
/// let spec: CubeTableSpec = "8-corner/24".parse().unwrap();
/// assert_eq!(spec.form, CubeTableForm::Compressed { factor: 24 });
/// assert_eq!(spec.to_string(), "8-corner/24");
/// assert_eq!(spec.file_name(Order::Hog2), "8-corner.hog2.div24.pdb");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CubeTableSpec {
    /// The pattern.
    pub pattern: CubePattern,
    /// The form.
    pub form: CubeTableForm,
}

/// The form in which a table stores the distances of a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CubeTableForm {
    /// Exact distances.
    #[default]
    Exact,
    /// The minimum of every `factor` consecutive states.
    Compressed {
        /// States that share an entry.
        factor: u64,
    },
    /// One entry per symmetry class.
    Symmetry,
    /// Remainders modulo 3.
    Modulo3,
    /// Differences to the table of a subpattern.
    Delta {
        /// The subpattern.
        base: CubePattern,
        /// States that share an entry, if the differences are min-compressed.
        factor: Option<u64>,
    },
}

/// Error in the name of a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// An invalid pattern.
    #[error("{text:?}: {source}")]
    Pattern {
        /// The name.
        text: String,
        /// The error.
        source: PatternError,
    },
    /// An invalid form.
    #[error(
        "{text:?}: {form:?} is not understood behind a pattern; \
         expected a factor of at least 2, symmetry, mod3, or delta:PATTERN"
    )]
    Form {
        /// The name.
        text: String,
        /// The invalid part.
        form: String,
    },
}

impl CubeTableSpec {
    /// The exact table of a pattern.
    pub fn exact(pattern: CubePattern) -> CubeTableSpec {
        CubeTableSpec {
            pattern,
            form: CubeTableForm::Exact,
        }
    }

    /// File name of the table; for a min-compressed one it includes the order.
    pub fn file_name(&self, order: Order) -> String {
        let compressed = |factor| format!(".{order}.div{factor}");
        let form = match self.form {
            CubeTableForm::Exact => String::new(),
            CubeTableForm::Compressed { factor } => compressed(factor),
            CubeTableForm::Symmetry => ".orbits".to_owned(),
            CubeTableForm::Modulo3 => ".mod3".to_owned(),
            CubeTableForm::Delta { base, factor } => {
                let factor = factor.map_or(String::new(), compressed);
                format!(".minus-{}{factor}", base.file_stem())
            }
        };
        format!("{}{form}.pdb", self.pattern.file_stem())
    }
}

impl CubePattern {
    /// The name of the pattern as a portable file name.
    ///
    /// ```
    /// use admit::pdb::cube::CubePattern;
    /// let pattern: CubePattern = "corners:URF+edges:UF,UR".parse().unwrap();
    /// assert_eq!(pattern.file_stem(), "corners-URF_edges-UF-UR");
    /// ```
    pub fn file_stem(&self) -> String {
        self.to_string().replace([':', ','], "-").replace('+', "_")
    }
}

impl From<CubePattern> for CubeTableSpec {
    fn from(pattern: CubePattern) -> CubeTableSpec {
        CubeTableSpec::exact(pattern)
    }
}

impl FromStr for CubeTableSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<CubeTableSpec, SpecError> {
        let pattern = |written: &str| {
            written.parse().map_err(|source| SpecError::Pattern {
                text: text.to_owned(),
                source,
            })
        };
        let not_understood = |form: &str| SpecError::Form {
            text: text.to_owned(),
            form: form.to_owned(),
        };
        let factor = |written: &str| match written.parse() {
            Ok(factor) if factor >= 2 => Ok(factor),
            _ => Err(not_understood(written)),
        };
        let mut parts = text.split('/');
        let whole = pattern(parts.next().unwrap_or(""))?;
        let form = match parts.next() {
            None => CubeTableForm::Exact,
            Some("symmetry") => CubeTableForm::Symmetry,
            Some("mod3") => CubeTableForm::Modulo3,
            Some(form) => match form.strip_prefix("delta:") {
                Some(base) => CubeTableForm::Delta {
                    base: pattern(base)?,
                    factor: parts.next().map(factor).transpose()?,
                },
                None => CubeTableForm::Compressed {
                    factor: factor(form)?,
                },
            },
        };
        match parts.next() {
            Some(more) => Err(not_understood(more)),
            None => Ok(CubeTableSpec {
                pattern: whole,
                form,
            }),
        }
    }
}

impl fmt::Display for CubeTableSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pattern)?;
        match self.form {
            CubeTableForm::Exact => Ok(()),
            CubeTableForm::Compressed { factor } => write!(f, "/{factor}"),
            CubeTableForm::Symmetry => f.write_str("/symmetry"),
            CubeTableForm::Modulo3 => f.write_str("/mod3"),
            CubeTableForm::Delta { base, factor: None } => write!(f, "/delta:{base}"),
            CubeTableForm::Delta {
                base,
                factor: Some(factor),
            } => write!(f, "/delta:{base}/{factor}"),
        }
    }
}
