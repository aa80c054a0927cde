//! Contenders: tables of a pattern of decreasing size, and a certified network.

use super::CompareError;
use crate::certify::Certificate;
use crate::certify::certificate;
use crate::files::{Options, digest, hex};
use crate::heuristic::{CertifiedFiles, CubePdb, Delta, Heuristic};
use crate::pdb::cube::{CubePattern, CubeTable, CubeTableForm, CubeTableSpec, Order, TableStore};
use crate::space::cube::Cube;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A heuristic of the cube in a comparison.
#[non_exhaustive]
pub struct Contender {
    /// Its name.
    pub name: String,
    /// Short name.
    pub short: &'static str,
    /// The heuristic.
    pub heuristic: Box<dyn Heuristic<Cube> + Send + Sync>,
    /// Its size in bytes.
    pub bytes: u64,
    /// Bytes of the base table that lookups also need.
    pub index_bytes: u64,
    /// Mean over all states; for delta tables, of the differences.
    pub mean: f64,
    /// Digest of its file, if it is a table.
    pub digest: Option<String>,
}

impl fmt::Debug for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contender")
            .field("name", &self.name)
            .field("bytes", &self.bytes)
            .field("mean", &self.mean)
            .finish_non_exhaustive()
    }
}

/// The pattern whose heuristics are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedPattern {
    /// The pattern.
    pub pattern: CubePattern,
    /// The pattern of the base table, if contenders are delta tables.
    pub base: Option<CubePattern>,
}

impl fmt::Display for ComparedPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.base {
            None => self.pattern.fmt(f),
            Some(base) => write!(f, "{} less {base}", self.pattern),
        }
    }
}

impl ComparedPattern {
    /// The table, min-compressed by a factor or not.
    fn spec(&self, factor: Option<u64>) -> CubeTableSpec {
        let form = match (self.base, factor) {
            (Some(base), factor) => CubeTableForm::Delta { base, factor },
            (None, Some(factor)) => CubeTableForm::Compressed { factor },
            (None, None) => CubeTableForm::Exact,
        };
        let pattern = self.pattern;
        CubeTableSpec { pattern, form }
    }
}

/// All contenders. The first is the exact table.
#[derive(Debug)]
#[non_exhaustive]
pub struct Contenders {
    /// The subject.
    pub pattern: ComparedPattern,
    /// The contenders.
    pub all: Vec<Contender>,
    /// The index of the certified network, if it takes part.
    pub certified: Option<usize>,
    /// Its certificate, and the digest of the certificate file.
    pub certificate: Option<(Certificate, String)>,
    /// Size of the base table in bytes, or 0.
    pub base_bytes: Option<u64>,
}

/// The least factor at which four-bit entries take at most this many bytes.
fn factor(states: u64, bytes: u64) -> u64 {
    states.div_ceil(2 * bytes)
}

/// The mean over all states of a table in which `factor` states share an entry, fewer the last.
pub fn mean_of_states(table: &CubeTable) -> f64 {
    let header = table.header();
    let missing = header.entries * header.factor - table.ranker().states();
    let last = table.entry(header.entries - 1) as u64 * missing;
    let counts = header.histogram.iter().zip(0_u64..);
    let sum: u64 = counts.map(|(&n, value)| n * value).sum();
    (sum * header.factor - last) as f64 / table.ranker().states() as f64
}

impl Contenders {
    /// Opens or builds the tables of a pattern (exact, losslessly reduced, and min-compressed to at
    /// most `bytes`), and reads the certified network of a folder, if given.
    ///
    /// # Errors
    ///
    /// If a table cannot be built, if the exact one takes no more than `bytes`, or if the folder
    /// holds no certified network of this pattern.
    pub fn gather(
        pattern: ComparedPattern,
        bytes: u64,
        folder: Option<&Path>,
        store: &mut TableStore,
        options: &Options<'_>,
    ) -> Result<Contenders, CompareError> {
        // A foreign certificate is refused before any table is built.
        let certified = folder.map(CertifiedFiles::read).transpose()?;
        if let (Some(files), Some(folder)) = (&certified, folder) {
            same_pattern(pattern, files.certificate(), folder)?;
        }
        let exact = store.table(&pattern.spec(None), options)?;
        let states = exact.ranker().states();
        let factor = factor(states, bytes);
        if factor < 2 {
            return Err(CompareError::NothingToCompress {
                pattern: pattern.to_string(),
                bytes,
                table: exact.header().payload(),
            });
        }
        let base = pattern.base.map(|base| store.table(&base.into(), options));
        let base = base.transpose()?;
        let contender = |name: String, short, mean, table: Arc<CubeTable>| {
            Ok::<_, CompareError>(Contender {
                name,
                short,
                bytes: table.header().payload(),
                index_bytes: table.index_bytes() as u64,
                mean,
                digest: table.digest().map(|digest| hex(&digest)),
                heuristic: match &base {
                    Some(base) => Box::new(Delta::new(table, base.clone())?),
                    None => Box::new(CubePdb::new(table)?),
                },
            })
        };
        let mean = exact.header().mean();
        let mut all = vec![contender("exact".to_owned(), "exact", mean, exact.clone())?];
        if pattern.base.is_none() {
            let in_form = |form| CubeTableSpec {
                pattern: pattern.pattern,
                form,
            };
            let thirds = store.table(&in_form(CubeTableForm::Modulo3), options)?;
            all.push(contender("modulo 3".to_owned(), "modulo 3", mean, thirds)?);
            let (corners, edges) = (pattern.pattern.corners(), pattern.pattern.edges());
            if corners.len() == 8 && edges.is_empty() {
                let orbits = store.table(&in_form(CubeTableForm::Symmetry), options)?;
                let name = "symmetry-reduced";
                all.push(contender(name.to_owned(), name, mean, orbits)?);
            }
        }
        for (order, short) in [
            (Order::best_for(&pattern.pattern), "min-compressed"),
            (Order::Hog2, "min-compressed in HOG2's order"),
        ] {
            let small = store.table_in(&pattern.spec(Some(factor)), order, options)?;
            let mean = mean_of_states(&small);
            let name = format!("{short}, {factor} states an entry");
            all.push(contender(name, short, mean, small)?);
        }
        let mut contenders = Contenders {
            pattern,
            all,
            certified: None,
            certificate: None,
            base_bytes: base.as_ref().map(|base| base.header().payload()),
        };
        if let (Some(files), Some(folder)) = (certified, folder) {
            contenders.add_certified(files, folder, &exact, base)?;
        }
        Ok(contenders)
    }

    fn add_certified(
        &mut self,
        files: CertifiedFiles,
        folder: &Path,
        exact: &CubeTable,
        base: Option<Arc<CubeTable>>,
    ) -> Result<(), CompareError> {
        let certificate = files.certificate().clone();
        if certificate.digests.table != digest(exact.bytes()) {
            return Err(CompareError::OtherTable {
                folder: folder.to_owned(),
                pattern: self.pattern.to_string(),
            });
        }
        self.certified = Some(self.all.len());
        self.all.push(Contender {
            name: "certified network".to_owned(),
            short: "certified",
            bytes: certificate.bytes.all,
            index_bytes: 0,
            mean: certificate.after.mean,
            digest: None,
            heuristic: Box::new(files.cube_heuristic(base)?),
        });
        let path = folder.join(certificate::FILE);
        let text = std::fs::read(&path).map_err(|source| CompareError::Io { path, source })?;
        self.certificate = Some((certificate, digest(&text)));
        Ok(())
    }
}

/// Whether a certificate is about a pattern. Patterns are compared, not names: a pattern has
/// several.
fn same_pattern(
    pattern: ComparedPattern,
    certificate: &Certificate,
    folder: &Path,
) -> Result<(), CompareError> {
    let stated = &certificate.subject;
    let base = stated.base.as_deref().map(str::parse::<CubePattern>);
    let stated = ComparedPattern {
        pattern: stated.pattern.parse()?,
        base: base.transpose()?,
    };
    if stated == pattern {
        return Ok(());
    }
    Err(CompareError::OtherPattern {
        folder: folder.to_owned(),
        stated: stated.to_string(),
        expected: pattern.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table fits, and with one state fewer per entry it does not.
    #[test]
    fn the_factor_is_the_least_that_fits() {
        let size = |states: u64, factor: u64| states.div_ceil(factor).div_ceil(2);
        for (states, bytes) in [
            (88_179_840, 1_910_000),
            (190_080, 10_000),
            (24, 1),
            (25, 12),
        ] {
            let k = factor(states, bytes);
            assert!(size(states, k) <= bytes, "{states} {bytes}");
            assert!(k == 1 || size(states, k - 1) > bytes, "{states} {bytes}");
        }
        assert_eq!(factor(24, 12), 1);
    }

    /// Compared with the sum over states; 7 does not divide their number, so the last entry has
    /// fewer.
    #[test]
    fn means_are_over_states() {
        let pattern: CubePattern = "edges:UR,UF,DL".parse().unwrap();
        let exact = CubeTable::build(pattern, &Options::default()).unwrap();
        let small = exact.compress(7, Order::Hog2, &Options::default()).unwrap();
        let states = exact.ranker().states();
        assert_ne!(states % 7, 0);
        let values = (0..states).map(|i| small.value(&exact.ranker().state(i)) as u64);
        let mean = values.sum::<u64>() as f64 / states as f64;
        assert!((mean_of_states(&small) - mean).abs() < 1e-12);
        assert!((mean_of_states(&exact) - exact.header().mean()).abs() < 1e-12);
    }
}
