//! Certification, step by step: integers and a decision rule are chosen, every state is
//! swept, overestimates are lowered, every state is swept again, and the certificate is
//! written.
//!
//! The folder keeps the network, the correction, and logs of the sweeps; an interrupted
//! certification continues from them. With shards, each sweeps its own chunks; the run
//! that finds all chunks done continues with the next step.

use super::certificate::probe_tokens;
use super::certificate::{self, Certificate, Evidence, TableProofs, Time, probe};
use super::choose::{Choice, Rules, Spread, slots};
use super::corrected::{Adjustment, CORRECTION, CorrectedNetwork, NETWORK};
use super::correction::Correction;
use super::filter::FilterError;
use super::log::{About, Log, LogError};
use super::near_goal::NearGoal;
use super::sweep::{Counts, Found, Sweep};
use crate::files::{FileError, Options, Progress, digest, write_whole};
use crate::fixed::batch::Fast;
use crate::fixed::file::Subject;
use crate::fixed::quantise::{RowBits, quantise};
use crate::fixed::{FixedError, FixedNetwork, FixedRule};
use crate::learn::encode::Encoding;
use crate::learn::pair::PairNetwork;
use crate::learn::sample::{CubeExamples, Examples, ExamplesError, RankedExamples};
use crate::pdb::cube::{BuildError, CubePattern, CubeProofError, CubeTable};
use crate::pdb::{Proved, Table};
use crate::space::Ranked;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use thiserror::Error;

/// States in a chunk of a sweep: a few seconds of work.
pub const CHUNK: u64 = 1 << 20;
/// Sample size for the choice of a rule, in symmetry classes.
const CHOOSING: u64 = 1 << 22;
/// Divisor of the byte limit: the part that states near the goal may take.
const NEAR: u64 = 100;
/// Sample size for the choice of scales.
const SCALING: u64 = 1 << 12;

/// Exact values to certify against: all states of a space, their encoding, and a proved
/// table.
///
/// It is made only from a [`Proved`] table, so no certificate rests on an unproved one.
pub struct GroundTruth<'a> {
    subject: Subject,
    examples: Box<dyn Examples + 'a>,
    /// Digest of the table's entries, and their size.
    table: (String, u64),
    /// Digest of the entries of the base table, if there is one.
    base: Option<String>,
    proved: TableProofs,
    /// Number of states of each exact value.
    pub(super) classes: Vec<u64>,
    probe: Vec<u16>,
}

/// Reason why a proved table is no ground truth.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GroundTruthError {
    /// Network and table have different patterns.
    #[error("the network is of {network}, the table of {table}")]
    Pattern {
        /// Pattern of the network.
        network: String,
        /// Pattern of the table.
        table: String,
    },
    /// Examples cannot be made from the table.
    #[error(transparent)]
    Examples(#[from] ExamplesError),
    /// The base table cannot be built.
    #[error("the base table: {0}")]
    Base(#[from] BuildError),
    /// The base table is wrong.
    #[error("the base table: {0}")]
    BaseProof(#[from] CubeProofError),
}

impl fmt::Debug for GroundTruth<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroundTruth")
            .field("subject", &self.subject)
            .field("states", &self.examples.states())
            .field("proved", &self.proved)
            .finish_non_exhaustive()
    }
}

impl<'a> GroundTruth<'a> {
    /// Exact values of any ranked space.
    ///
    /// # Errors
    ///
    /// If a distance is above 255.
    ///
    /// ```
    /// use admit::certify::GroundTruth;
    /// use admit::files::Options;
    /// use admit::pdb::Table;
    /// use admit::space::tiles::Tiles;
    /// let tiles = Tiles::new(3, 2).unwrap();
    /// let table = Table::build(tiles.clone(), &Options::default()).unwrap();
    /// let proved = table.prove(&Options::default()).unwrap();
    /// let truth = GroundTruth::new("3×2 tiles", &proved, tiles).unwrap();
    /// assert_eq!(truth.examples().states(), 360);
    /// ```
    pub fn new<S, E>(
        name: &str,
        table: &Proved<Table<S>>,
        encoding: E,
    ) -> Result<GroundTruth<'a>, GroundTruthError>
    where
        S: Ranked + Send + Sync + 'a,
        E: Encoding<S::State> + 'a,
    {
        let entries = table.entries().iter();
        let bytes: Vec<u8> = entries.flat_map(|entry| entry.to_le_bytes()).collect();
        let probe = probe_tokens(table.space(), &encoding);
        let examples = RankedExamples::new(Arc::clone(table.table()), encoding)?;
        Ok(GroundTruth {
            subject: Subject {
                pattern: name.to_owned(),
                base: None,
                canonical: false,
            },
            examples: Box::new(examples),
            table: (digest(&bytes), bytes.len() as u64),
            base: None,
            proved: TableProofs {
                table: table.proof().clone(),
                base: None,
            },
            classes: table.histogram().into(),
            probe,
        })
    }

    /// Exact values of a pattern of the cube, or differences to a base table, which is then
    /// built and proved as well.
    ///
    /// # Errors
    ///
    /// If network and table have different patterns, or the table has not one exact value for
    /// each state.
    ///
    /// ```
    /// use admit::certify::GroundTruth;
    /// use admit::files::Options;
    /// use admit::fixed::file::Subject;
    /// use admit::pdb::cube::CubeTable;
    /// let options = Options::default();
    /// let table = CubeTable::build("edges:UR,UF".parse().unwrap(), &options).unwrap();
    /// let subject = Subject {
    ///     pattern: "edges:UR,UF".to_owned(),
    ///     base: None,
    ///     canonical: false,
    /// };
    /// let proved = table.prove(&options).unwrap();
    /// let truth = GroundTruth::of_cube(subject, &proved, &options).unwrap();
    /// assert_eq!(truth.examples().states(), 528);
    /// ```
    pub fn of_cube(
        subject: Subject,
        table: &Proved<CubeTable>,
        options: &Options<'_>,
    ) -> Result<GroundTruth<'static>, GroundTruthError> {
        let header = table.header();
        let parse = |text: &str| text.parse::<CubePattern>().ok();
        let base = subject.base.as_deref().map(parse);
        if parse(&subject.pattern) != Some(header.pattern) || base != header.base.map(Some) {
            let of = |pattern: &str, base: Option<&str>| match base {
                Some(base) => format!("{pattern} less {base}"),
                None => pattern.to_owned(),
            };
            let [pattern, base] =
                [Some(header.pattern), header.base].map(|p| p.map(|p| p.to_string()));
            return Err(GroundTruthError::Pattern {
                network: of(&subject.pattern, subject.base.as_deref()),
                table: of(&pattern.unwrap_or_default(), base.as_deref()),
            });
        }
        let base = match header.base {
            Some(base) => Some(CubeTable::build(base, options)?.prove(options)?),
            None => None,
        };
        let base_table = base.as_ref().map(|base| Arc::clone(base.table()));
        let examples =
            CubeExamples::with_base(Arc::clone(table.table()), base_table, subject.canonical)?;
        Ok(GroundTruth {
            subject,
            table: (digest(table.bytes()), table.bytes().len() as u64),
            base: base.as_ref().map(|base| digest(base.bytes())),
            proved: TableProofs {
                table: table.proof().clone(),
                base: base.map(|base| base.proof().clone()),
            },
            classes: header.counts().into(),
            probe: probe_tokens(examples.table().ranker(), examples.encoding()),
            examples: Box::new(examples),
        })
    }

    /// The states, with their exact values.
    pub fn examples(&self) -> &dyn Examples {
        &*self.examples
    }

    /// The states that a network must be trained for.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }
}

/// A certification job: ground truth, network, byte limit and folder.
///
/// ```no_run
/// # fn f(truth: admit::certify::GroundTruth<'_>, network: admit::learn::pair::PairNetwork)
/// # -> Result<(), Box<dyn std::error::Error>> {
/// use admit::certify::{Certification, CertifyOutcome};
/// let certification = Certification::new(&truth, &network, 40_000, "certified").shard(2, 4);
/// if let CertifyOutcome::Certified(certificate) = certification.run()? {
///     assert_eq!(certificate.after.over, 0);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Certification<'a> {
    truth: &'a GroundTruth<'a>,
    network: &'a PairNetwork,
    bytes: u64,
    folder: PathBuf,
    chunk: u64,
    shard: [u64; 2],
    progress: Progress<'a>,
    on_resume: Option<OnResume<'a>>,
}

/// Callback for a resumed sweep: its name, finished chunks, and all chunks.
type OnResume<'a> = &'a (dyn Fn(&str, u64, u64) + Sync);

impl fmt::Debug for Certification<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certification")
            .field("truth", &self.truth)
            .field("bytes", &self.bytes)
            .field("folder", &self.folder)
            .field("chunk", &self.chunk)
            .field("shard", &self.shard)
            .finish_non_exhaustive()
    }
}

impl<'a> Certification<'a> {
    /// Certification of a network; network and correction together take at most `bytes`.
    pub fn new(
        truth: &'a GroundTruth<'a>,
        network: &'a PairNetwork,
        bytes: u64,
        folder: impl Into<PathBuf>,
    ) -> Certification<'a> {
        Certification {
            truth,
            network,
            bytes,
            folder: folder.into(),
            chunk: CHUNK,
            shard: [1, 1],
            progress: Progress::none(),
            on_resume: None,
        }
    }

    /// Sets the states in a chunk, by default [`CHUNK`]: at most one chunk is lost in a power
    /// failure.
    #[must_use]
    pub fn chunk(mut self, states: u64) -> Certification<'a> {
        self.chunk = states.max(1);
        self
    }

    /// Sweeps only the chunks i ≡ k − 1 (mod n): the `k`-th of `n` shards.
    ///
    /// # Panics
    ///
    /// Unless 1 ≤ k ≤ n.
    #[must_use]
    pub fn shard(mut self, k: u64, n: u64) -> Certification<'a> {
        assert!((1..=n).contains(&k), "shard {k} of {n}");
        self.shard = [k, n];
        self
    }

    /// Reports progress; the stage is the step.
    #[must_use]
    pub fn progress(mut self, progress: Progress<'a>) -> Certification<'a> {
        self.progress = progress;
        self
    }

    /// Calls a function for each resumed sweep, with its name, finished chunks, and all chunks.
    #[must_use]
    pub fn on_resume(mut self, f: &'a (dyn Fn(&str, u64, u64) + Sync)) -> Certification<'a> {
        self.on_resume = Some(f);
        self
    }

    /// Certifies the network, or continues an interrupted certification.
    ///
    /// # Errors
    ///
    /// If no certified heuristic fits into the bytes, or a file cannot be written.
    pub fn run(&self) -> Result<CertifyOutcome, CertifyError> {
        certify(self)
    }
}

/// Outcome of a certification.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CertifyOutcome {
    /// The certificate.
    Certified(Box<Certificate>),
    /// Chunks of a sweep are left for other shards.
    Incomplete {
        /// The sweep.
        step: &'static str,
        /// Finished chunks.
        done: u64,
        /// All chunks.
        total: u64,
    },
}

/// Failure of a certification.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The network cannot be quantised.
    #[error("the network cannot be quantised: {0}")]
    Fixed(#[from] FixedError),
    /// The network is larger than allowed, or no rule leaves room for a filter.
    #[error(
        "{bytes} bytes are too few: the network alone takes {network} with rows of 8 bits; \
         allow more with --bytes"
    )]
    Small {
        /// The byte limit.
        bytes: u64,
        /// Size of the network.
        network: u64,
    },
    /// No filter was found.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// A log was not read or written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A file was not written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder was not created or emptied of logs.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The swept states are not those of the table.
    #[error(
        "the states that were swept are not those of the table: true values {found:?}, \
         expected {expected:?}"
    )]
    Classes {
        /// Number of states by true value, counted.
        found: Vec<u64>,
        /// Number of states by true value, in the table.
        expected: Vec<u64>,
    },
    /// Overestimates remain after correction.
    #[error("{0} states are overestimated after correction; this is a bug")]
    Over(u64),
}

fn certify(job: &Certification<'_>) -> Result<CertifyOutcome, CertifyError> {
    let start = Instant::now();
    std::fs::create_dir_all(&job.folder)?;
    let mut room = job.bytes;
    loop {
        let network = chosen(job, room)?;
        let fast = Fast::new(network);
        let found = match swept(job, &fast, &Adjustment::default(), SWEEP)? {
            Ok(found) => found,
            Err(waiting) => return Ok(waiting),
        };
        let Some(certified) = corrected(job, &fast, &found)? else {
            // The sample had too few overestimates.
            room -= room / 50;
            continue;
        };
        let [network, correction] = certified.to_files();
        for (name, file) in [(NETWORK, &network), (CORRECTION, &correction)] {
            write_whole(&job.folder.join(name), |out| out.write_all(file))?;
        }
        let after = match swept(job, &fast, certified.adjustment(), RECOUNT)? {
            Ok(after) => after,
            Err(waiting) => return Ok(waiting),
        };
        if after.counts.over() > 0 {
            return Err(CertifyError::Over(after.counts.over()));
        }
        let time = time(start, &fast);
        let certificate = concluded(job.truth, &certified, &found, &after.counts, time)?;
        let text = certificate.write();
        write_whole(&job.folder.join(certificate::FILE), |out| {
            out.write_all(text.as_bytes())
        })?;
        super::log::remove_all(&job.folder)?;
        return Ok(CertifyOutcome::Certified(Box::new(certificate)));
    }
}

/// Names of the sweeps.
const SWEEP: &str = "sweep";
const RECOUNT: &str = "recount";

/// Derives the certificate of a network again, from scratch, and including overestimates: every
/// state is evaluated, not only one of each symmetry class.
///
/// # Errors
///
/// If counts differ from those of the table.
pub fn rederive(
    truth: &GroundTruth<'_>,
    certified: &CorrectedNetwork,
    progress: Progress<'_>,
) -> Result<Certificate, CertifyError> {
    let start = Instant::now();
    let none = Adjustment::default();
    let mut counts = Vec::new();
    for (step, adjustment) in [(SWEEP, &none), (RECOUNT, certified.adjustment())] {
        let sweep = Sweep {
            fast: certified.fast(),
            adjustment,
            examples: truth.examples(),
            every_single_one: true,
        };
        let states = truth.examples.states();
        let mut found = Found::new();
        for from in (0..states).step_by(CHUNK as usize) {
            progress.report(step, from, states);
            found.merge(&sweep.run(from..(from + CHUNK).min(states)));
        }
        // One key for each symmetry class.
        found.over.sort_unstable();
        found.over.dedup();
        counts.push(found);
    }
    let time = time(start, certified.fast());
    concluded(truth, certified, &counts[0], &counts[1].counts, time)
}

fn time(start: Instant, fast: &Fast) -> Time {
    Time {
        seconds: start.elapsed().as_secs_f64(),
        threads: rayon::current_num_threads(),
        instructions: fast.instructions().to_owned(),
    }
}

fn concluded(
    truth: &GroundTruth<'_>,
    certified: &CorrectedNetwork,
    before: &Found,
    after: &Counts,
    time: Time,
) -> Result<Certificate, CertifyError> {
    for counts in [&before.counts, after] {
        let (found, expected) = (counts.true_classes(), truth.classes.clone());
        if found != expected || counts.states != truth.examples.states() {
            return Err(CertifyError::Classes { found, expected });
        }
    }
    Ok(Certificate::new(Evidence {
        certified,
        before: &before.counts,
        after,
        keys: by_excess(&before.over),
        table: truth.table.clone(),
        base: truth.base.clone(),
        proved: truth.proved.clone(),
        probe: probe(certified, &truth.probe),
        time,
    }))
}

/// Number of keys with an excess of more than 0, more than 1, and so on.
fn by_excess(over: &[(u64, u8)]) -> Vec<u64> {
    let most = over.iter().map(|(_, excess)| *excess).max().unwrap_or(0);
    let more_than = |less: u8| over.iter().filter(|(_, excess)| *excess > less).count() as u64;
    (0..most).map(more_than).collect()
}

/// Tokens of a sample of states, for the choice of scales.
pub fn scaling_states(examples: &dyn Examples) -> Vec<Vec<u16>> {
    let tokens = examples.tokens();
    let write = |number: u64| {
        let mut written = vec![0; tokens.values().len()];
        tokens.write(number, &mut written);
        written
    };
    let numbers = Spread::new(examples.states(), SCALING);
    (0..numbers.count).map(|i| write(numbers.at(i))).collect()
}

/// The integer network whose rows and rule have the largest expected mean within a byte limit.
fn chosen(job: &Certification<'_>, bytes: u64) -> Result<FixedNetwork, CertifyError> {
    let states = job.truth.examples.states();
    let count = CHOOSING.saturating_mul(job.truth.examples.tokens().symmetries());
    let numbers = Spread::new(states, count);
    let scaling = scaling_states(job.truth.examples());
    let mut best: Option<(Choice, FixedNetwork)> = None;
    let mut least = u64::MAX;
    for (number, bits) in [RowBits::Narrow, RowBits::Wide].into_iter().enumerate() {
        job.progress.report("choosing a rule", number as u64, 2);
        let network = quantise(job.network, bits, FixedRule::ArgMax, &scaling)?;
        let taken = CorrectedNetwork::new(
            job.truth.subject.clone(),
            network.clone(),
            Adjustment::default(),
        );
        let taken: u64 = taken.to_files().iter().map(|file| file.len() as u64).sum();
        least = least.min(taken);
        let Some(left) = bytes.checked_sub(taken) else {
            continue;
        };
        // The sample may have too few overestimates.
        let left = left.saturating_sub(left / 100 + bytes / NEAR);
        let fast = Fast::new(network);
        let rules = Rules::of(&fast, job.truth.examples(), numbers);
        let choice = rules.best(left, states as f64 / numbers.count as f64);
        let Some(choice) = choice else { continue };
        if best
            .as_ref()
            .is_none_or(|(best, _)| choice.mean > best.mean)
        {
            let network = fast.network().clone().with_rule(choice.rule);
            best = Some((choice, network));
        }
    }
    let small = CertifyError::Small {
        bytes: job.bytes,
        network: least,
    };
    best.map(|(_, network)| network).ok_or(small)
}

/// Sweeps the unfinished chunks of this shard.
fn swept(
    job: &Certification<'_>,
    fast: &Fast,
    adjustment: &Adjustment,
    step: &'static str,
) -> Result<Result<Found, CertifyOutcome>, CertifyError> {
    let subject = job.truth.subject.clone();
    let of = CorrectedNetwork::new(subject, fast.network().clone(), adjustment.clone()).to_files();
    let mut hasher = blake3::Hasher::new();
    for part in [&of[0], &of[1]] {
        hasher.update(part);
    }
    hasher.update(job.truth.table.0.as_bytes());
    let about = About {
        subject: crate::files::hex(hasher.finalize().as_bytes()),
        states: job.truth.examples.states(),
        chunk: job.chunk,
    };
    let [shard, shards] = job.shard;
    let mut log = Log::open(&job.folder, &format!("{step}-{shard}-of-{shards}"), about)?;
    let chunks = log.about().chunks();
    if let Some(on_resume) = job.on_resume.filter(|_| log.done() > 0) {
        on_resume(step, log.done(), chunks);
    }
    let sweep = Sweep {
        fast,
        adjustment,
        examples: job.truth.examples(),
        every_single_one: false,
    };
    let states = log.about().states;
    for chunk in 0..chunks {
        if chunk % shards != shard - 1 || log.has(chunk) {
            continue;
        }
        job.progress
            .report(step, (log.done() * job.chunk).min(states), states);
        let found = sweep.run(log.about().numbers(chunk));
        log.note(chunk, found)?;
    }
    job.progress
        .report(step, (log.done() * job.chunk).min(states), states);
    Ok(log.all().ok_or(CertifyOutcome::Incomplete {
        step,
        done: log.done(),
        total: chunks,
    }))
}

/// The network with sets of all overestimates, as large as the byte limit allows; `None` if
/// there are too many.
fn corrected(
    job: &Certification<'_>,
    fast: &Fast,
    found: &Found,
) -> Result<Option<CorrectedNetwork>, CertifyError> {
    job.progress.report("building filters", 0, 1);
    let keys = by_excess(&found.over);
    let states = found.counts.states.max(1) as f64;
    let by_difference: Vec<(i32, u64)> = found.counts.by_difference().collect();
    let share = |more_than: usize| {
        let over = by_difference
            .iter()
            .filter(|(by, _)| *by > more_than as i32);
        over.map(|(_, states)| states).sum::<u64>() as f64 / states
    };
    let shares: Vec<f64> = (0..keys.len()).map(share).collect();
    let with = |correction: Correction| {
        // States near the goal whose value is too low.
        let low = found
            .near
            .iter()
            .filter(|(key, [truth, value])| correction.value(*key, *value) < *truth);
        let low = low.map(|&(key, [truth, _])| (key, truth)).collect();
        // A small difference to a base table does not mean that a state is near the goal.
        let near = match job.truth.base {
            None => NearGoal::within(low, job.bytes / NEAR),
            Some(_) => NearGoal::default(),
        };
        let network = fast.network().clone();
        let adjustment = Adjustment { correction, near };
        CorrectedNetwork::new(job.truth.subject.clone(), network, adjustment)
    };
    let size = |certified: &CorrectedNetwork| -> u64 {
        let files = certified.to_files();
        files.iter().map(|file| file.len() as u64).sum()
    };
    let Some(mut left) = job.bytes.checked_sub(size(&with(Correction::default()))) else {
        return Ok(None);
    };
    // The exact size is known only after building.
    loop {
        let Some(slots) = slots(&keys, &shares, left) else {
            return Ok(None);
        };
        let certified = with(Correction::of(&found.over, &slots.bits)?);
        let above = size(&certified).saturating_sub(job.bytes);
        if above == 0 {
            return Ok(Some(certified));
        }
        let Some(less) = left.checked_sub(above) else {
            return Ok(None);
        };
        left = less;
    }
}
