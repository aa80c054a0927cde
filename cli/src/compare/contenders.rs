//! Who takes part: tables of a pattern, smaller and smaller, and a certified network.

use super::super::context::{Context, Failure};
use super::super::output::{megabytes, thousands};
use super::super::tables::{self, store};
use super::super::train::shown;
use admit::certify::Certificate;
use admit::certify::certificate::digest;
use admit::files::hex;
use admit::heuristic::{CubePdb, Delta, Heuristic, Vouched};
use admit::pdb::cube::{CubePattern, CubeTable, CubeTableForm, CubeTableSpec, Order};
use admit::space::cube::Cube;
use std::path::Path;
use std::sync::Arc;

/// A heuristic that takes part.
pub(crate) struct Contender {
    /// What it is.
    pub(crate) name: String,
    /// The same in a word or two.
    pub(crate) short: &'static str,
    pub(crate) heuristic: Box<dyn Heuristic<Cube> + Send + Sync>,
    /// Bytes that are its own.
    pub(crate) bytes: u64,
    /// Bytes that looking up needs beside them.
    pub(crate) index: u64,
    /// Mean over all states; of differences, where these are added to a table.
    pub(crate) mean: f64,
    /// Digest of its file, if it is a table.
    pub(crate) digest: Option<String>,
}

/// The pattern that all of them are of.
#[derive(Clone, Copy)]
pub(crate) struct Subject {
    pub(crate) pattern: CubePattern,
    /// The pattern whose table is added to differences.
    pub(crate) base: Option<CubePattern>,
}

/// All that take part.
pub(crate) struct Field {
    pub(crate) contenders: Vec<Contender>,
    /// Which of them is the certified network, if it takes part.
    pub(crate) certified: Option<usize>,
    /// What is said of it, and the digest of the file that says so.
    pub(crate) certificate: Option<(Certificate, String)>,
    /// Bytes of the table that is added to each, if one is.
    pub(crate) base_bytes: Option<u64>,
}

impl Subject {
    /// In words.
    pub(crate) fn shown(&self) -> String {
        let base = self.base.map(|base| base.to_string());
        shown(&self.pattern.to_string(), base.as_deref())
    }

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

/// The least factor by which entries of four bits take at most so many bytes.
fn factor(states: u64, bytes: u64) -> u64 {
    states.div_ceil(2 * bytes)
}

/// The mean over all states of a table in which so many share an entry. All entries
/// stand for as many states, but for the last.
pub(crate) fn mean_of_states(table: &CubeTable) -> f64 {
    let header = table.header();
    let missing = header.entries * header.factor - table.ranker().states();
    let last = table.entry(header.entries - 1) as u64 * missing;
    let counts = header.histogram.iter().zip(0_u64..);
    let sum: u64 = counts.map(|(&n, value)| n * value).sum();
    (sum * header.factor - last) as f64 / table.ranker().states() as f64
}

/// Opens or makes all that take part.
pub(crate) fn gather(
    context: &Context,
    subject: &Subject,
    bytes: u64,
    folder: Option<&Path>,
) -> Result<Field, Failure> {
    let mut store = store(context)?;
    let pattern = subject.pattern;
    let in_form = |form| CubeTableSpec { pattern, form };
    // A certificate of something else is refused before any table is made.
    let vouched = folder.map(Vouched::read).transpose()?;
    if let (Some(vouched), Some(folder)) = (&vouched, folder) {
        same_subject(subject, vouched.certificate(), folder)?;
    }
    let exact = tables::table(&mut store, subject.spec(None))?;
    let states = exact.ranker().states();
    let factor = factor(states, bytes);
    if factor < 2 {
        return Err(format!(
            "--bytes {}: the exact table of {} takes {} and need not be compressed; \
             name fewer bytes than that",
            thousands(bytes),
            subject.shown(),
            megabytes(exact.header().payload())
        )
        .into());
    }
    let base = subject.base.map(|base| tables::table(&mut store, base));
    let base = base.transpose()?;
    let table = |name: String, short, mean, table: Arc<CubeTable>| -> Result<Contender, Failure> {
        Ok(Contender {
            name,
            short,
            bytes: table.header().payload(),
            index: table.index_bytes() as u64,
            mean,
            digest: table.digest().map(|digest| hex(&digest)),
            heuristic: match &base {
                Some(base) => Box::new(Delta::new(table, base.clone())?),
                None => Box::new(CubePdb::new(table)?),
            },
        })
    };
    let mean = exact.header().mean();
    let mut contenders = vec![table("exact".to_owned(), "exact", mean, exact.clone())?];
    if subject.base.is_none() {
        let thirds = tables::table(&mut store, in_form(CubeTableForm::Modulo3))?;
        contenders.push(table("modulo 3".to_owned(), "modulo 3", mean, thirds)?);
        if pattern.corners().len() == 8 && pattern.edges().is_empty() {
            let orbits = tables::table(&mut store, in_form(CubeTableForm::Symmetry))?;
            let name = "symmetry-reduced";
            contenders.push(table(name.to_owned(), name, mean, orbits)?);
        }
    }
    for (order, short) in [
        (Order::best_for(&pattern), "min-compressed"),
        (Order::Hog2, "min-compressed in HOG2's order"),
    ] {
        let small = tables::table_in(&mut store, subject.spec(Some(factor)), order)?;
        let mean = mean_of_states(&small);
        let name = format!("{short}, {factor} states an entry");
        contenders.push(table(name, short, mean, small)?);
    }
    let mut field = Field {
        contenders,
        certified: None,
        certificate: None,
        base_bytes: base.as_ref().map(|base| base.header().payload()),
    };
    if let (Some(vouched), Some(folder)) = (vouched, folder) {
        let certificate = vouched.certificate().clone();
        if certificate.digests.table != digest(exact.bytes()) {
            return Err(format!(
                "{}: its certificate is about another table of {} than the one here",
                folder.display(),
                subject.shown()
            )
            .into());
        }
        field.certified = Some(field.contenders.len());
        field.contenders.push(Contender {
            name: "certified network".to_owned(),
            short: "certified",
            bytes: certificate.bytes.all,
            index: 0,
            mean: certificate.after.mean,
            digest: None,
            heuristic: Box::new(vouched.of_cubes(base)?),
        });
        let file = folder.join(admit::certify::certificate::FILE);
        let text = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        field.certificate = Some((certificate, digest(&text)));
    }
    Ok(field)
}

/// Whether a certificate is about the pattern that is asked for. Patterns are compared,
/// not their names: the same cubies can be written in several ways.
fn same_subject(
    subject: &Subject,
    certificate: &Certificate,
    folder: &Path,
) -> Result<(), Failure> {
    let stated = &certificate.subject;
    let pattern: CubePattern = stated.pattern.parse()?;
    let base = stated
        .base
        .as_deref()
        .map(str::parse::<CubePattern>)
        .transpose()?;
    if (pattern, base) == (subject.pattern, subject.base) {
        return Ok(());
    }
    Err(format!(
        "{}: its certificate is about {}, not about {}",
        folder.display(),
        shown(&stated.pattern, stated.base.as_deref()),
        subject.shown()
    )
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use admit::files::Options;

    /// The table is no larger than asked for, and with one state fewer an entry it
    /// would be.
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

    /// State by state; 7 does not divide the number of states, so that the last entry
    /// stands for fewer.
    #[test]
    fn means_are_over_states() {
        let pattern: CubePattern = "edges:UR,UF,DL".parse().unwrap();
        let exact = CubeTable::build(pattern, &Options::default()).unwrap();
        let small = exact.compress(7, Order::Hog2, &Options::default()).unwrap();
        let states = exact.ranker().states();
        assert_ne!(states % 7, 0);
        let values = (0..states).map(|i| small.value(&exact.ranker().unrank(i)) as u64);
        let mean = values.sum::<u64>() as f64 / states as f64;
        assert!((mean_of_states(&small) - mean).abs() < 1e-12);
        assert!((mean_of_states(&exact) - exact.header().mean()).abs() < 1e-12);
    }
}
