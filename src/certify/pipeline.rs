//! All of certification, one step after the other: integers and a rule are chosen,
//! every state is swept, overestimates are lowered, every state is swept once more,
//! and the certificate is written.
//!
//! What is done is in the folder: the network, the correction, and logs of sweeps. Who
//! comes back to it goes on where it stopped. With shards, each takes its chunks of the
//! sweep at hand; whoever finds all chunks done goes on to the next step.

use super::certificate::{self, Certificate, Evidence, Time, digest, probe};
use super::choose::{Choice, Rules, Spread, slots};
use super::corrected::{CORRECTION, Certified, NETWORK};
use super::correction::Correction;
use super::filter::FilterError;
use super::log::{About, Log, LogError};
use super::near_goal::{Adjustment, Near};
use super::sweep::{Counts, Found, Sweep};
use crate::files::{FileError, write_whole};
use crate::fixed::batch::Fast;
use crate::fixed::file::Subject;
use crate::fixed::quantise::{RowBits, quantise};
use crate::fixed::{FixedError, FixedNetwork, FixedRule};
use crate::learn::pair::PairNetwork;
use crate::learn::sample::{CubeExamples, Examples, RankedExamples};
use crate::space::Ranked;
use std::path::Path;
use std::time::Instant;
use thiserror::Error;

/// States that make a chunk of a sweep: a second of work, or a few.
pub const CHUNK: u64 = 1 << 20;
/// States by which a rule is chosen, at most; of those that look alike one counts.
const CHOOSING: u64 = 1 << 22;
/// The share of all bytes that states near the goal may take: one in so many.
const NEAR: u64 = 100;
/// States by which scales are chosen.
const SCALING: u64 = 1 << 12;
/// What is true, and of which states.
pub struct Truth<'a> {
    /// Of which states a heuristic is.
    pub subject: Subject,
    /// The states, with their true values.
    pub examples: &'a dyn Examples,
    /// Digest of the table's entries, and their size.
    pub table: (String, u64),
    /// Digest of the entries of the table that is added, if one is.
    pub base: Option<String>,
    /// How many states have each true value.
    pub classes: Vec<u64>,
    /// Told which step it is, and how far it has come.
    pub progress: &'a (dyn Fn(&str, u64, u64) + Sync),
}

impl<'a> Truth<'a> {
    /// What the table of a pattern of the cube says.
    pub fn of_cubes(
        subject: Subject,
        examples: &'a CubeExamples,
        progress: &'a (dyn Fn(&str, u64, u64) + Sync),
    ) -> Truth<'a> {
        let table = examples.table();
        let mut classes = table.header().histogram.to_vec();
        while classes.last() == Some(&0) {
            classes.pop();
        }
        let base = examples.cube_tokens().base();
        Truth {
            subject,
            examples,
            table: (digest(table.bytes()), table.bytes().len() as u64),
            base: base.map(|base| digest(base.bytes())),
            classes,
            progress,
        }
    }
}

impl<'a> Truth<'a> {
    /// What the table of any ranked space says, silently. Whether the table is right is
    /// for [`Table::check`](crate::pdb::Table::check) to say.
    ///
    /// ```
    /// use admit::certify::pipeline::Truth;
    /// use admit::learn::sample::RankedExamples;
    /// use admit::files::SILENT;
    /// use admit::pdb::Table;
    /// use admit::space::tiles::{Board, Tiles};
    /// let tiles = Tiles::new(3, 2).unwrap();
    /// let table = Table::build(&tiles, u64::MAX, SILENT).unwrap();
    /// table.check(&tiles, SILENT).unwrap();
    /// let write = |board: &Board, tokens: &mut [u16]| {
    ///     for (token, tile) in tokens.iter_mut().zip(board.iter()) {
    ///         *token = tile as u16;
    ///     }
    /// };
    /// let examples = RankedExamples::new(tiles, &table, vec![6; 6], write).unwrap();
    /// let truth = Truth::of_ranked("3×2 tiles", &examples);
    /// assert_eq!(truth.classes, table.histogram());
    /// ```
    pub fn of_ranked<S: Ranked + Sync, W: Fn(&S::State, &mut [u16]) + Sync>(
        name: &str,
        examples: &'a RankedExamples<S, W>,
    ) -> Truth<'a> {
        let table = examples.table();
        let entries = table.entries().iter();
        let bytes: Vec<u8> = entries.flat_map(|entry| entry.to_le_bytes()).collect();
        Truth {
            subject: Subject {
                pattern: name.to_owned(),
                base: None,
                canonical: false,
            },
            examples,
            table: (digest(&bytes), bytes.len() as u64),
            base: None,
            classes: table.histogram(),
            progress: &|_, _, _| {},
        }
    }
}

/// What is certified, and with what.
pub struct Job<'a> {
    /// What is true.
    pub truth: Truth<'a>,
    /// The network, as it was learnt.
    pub network: &'a PairNetwork,
    /// Bytes of both files together, at most.
    pub bytes: u64,
    /// States that make a chunk of a sweep, [`CHUNK`] as a rule: so many are lost at
    /// most when the power fails.
    pub chunk: u64,
    /// Where files are written.
    pub folder: &'a Path,
    /// Which chunks are swept: those whose number leaves the first, less one, when it is
    /// divided by the second.
    pub shard: [u64; 2],
    /// Told of a sweep that was begun before: so many of its chunks are done.
    pub resumed: &'a (dyn Fn(&str, u64, u64) + Sync),
}

impl<'a> Job<'a> {
    /// All chunks on this machine, silently.
    pub fn new(
        truth: Truth<'a>,
        network: &'a PairNetwork,
        bytes: u64,
        folder: &'a Path,
    ) -> Job<'a> {
        Job {
            truth,
            network,
            bytes,
            chunk: CHUNK,
            folder,
            shard: [1, 1],
            resumed: &|_, _, _| {},
        }
    }
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// With a certificate.
    Certified(Box<Certificate>),
    /// With chunks of a sweep left for other shards.
    Waiting {
        /// Which sweep.
        step: &'static str,
        /// Chunks that are done.
        done: u64,
        /// Of so many.
        of: u64,
    },
}

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum CertifyError {
    /// The network cannot be turned into integers.
    #[error("the network cannot be turned into integers: {0}")]
    Fixed(#[from] FixedError),
    /// It is larger than allowed, or no rule leaves room for a filter.
    #[error(
        "{bytes} bytes are too few: the network alone takes {network} with rows of 8 bits; \
         allow more with --bytes"
    )]
    Small {
        /// What is allowed.
        bytes: u64,
        /// What the network takes.
        network: u64,
    },
    /// A filter was not found.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// A log was not read or written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A file was not written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Files of the folder could not be handled.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// States that were counted are not those of the table.
    #[error(
        "the states that were swept are not those of the table: true values {found:?}, \
         expected {expected:?}"
    )]
    Classes {
        /// How many of each true value were met.
        found: Vec<u64>,
        /// How many there are.
        expected: Vec<u64>,
    },
    /// Something is still too high.
    #[error("{0} states are overestimated after correction; this is a fault of the program")]
    Over(u64),
}

/// Certifies a heuristic, or goes on with it.
///
/// # Errors
///
/// If there is none within the bytes, or a file cannot be written.
pub fn certify(job: &Job<'_>) -> Result<End, CertifyError> {
    let start = Instant::now();
    std::fs::create_dir_all(job.folder)?;
    let mut room = job.bytes;
    loop {
        let network = chosen(job, room)?;
        let fast = Fast::new(network);
        let found = match swept(job, &fast, &Adjustment::default(), SWEEP)? {
            Ok(found) => found,
            Err(waiting) => return Ok(waiting),
        };
        let Some(certified) = corrected(job, &fast, &found)? else {
            // There are more overestimates than the sample made expect.
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
        let certificate = concluded(&job.truth, &certified, &found, &after.counts, time)?;
        let text = certificate.write();
        write_whole(&job.folder.join(certificate::FILE), |out| {
            out.write_all(text.as_bytes())
        })?;
        super::log::remove_all(job.folder)?;
        return Ok(End::Certified(Box::new(certificate)));
    }
}

/// What the sweeps are called.
const SWEEP: &str = "sweep";
const RECOUNT: &str = "recount";

/// Derives the certificate of a heuristic once more, from scratch: every single state
/// is asked, also those that look alike. It says what is found, overestimates too.
///
/// # Errors
///
/// If counts are not those of the table.
pub fn derived(truth: &Truth<'_>, certified: &Certified) -> Result<Certificate, CertifyError> {
    let start = Instant::now();
    let none = Adjustment::default();
    let mut counts = Vec::new();
    for (step, adjustment) in [(SWEEP, &none), (RECOUNT, certified.adjustment())] {
        let sweep = Sweep {
            fast: certified.fast(),
            adjustment,
            examples: truth.examples,
            every_single_one: true,
        };
        let states = truth.examples.states();
        let mut found = Found::new();
        for from in (0..states).step_by(CHUNK as usize) {
            (truth.progress)(step, from, states);
            found.merge(&sweep.run(from..(from + CHUNK).min(states)));
        }
        // Of states that look alike, one.
        found.over.sort_unstable();
        found.over.dedup();
        counts.push(found);
    }
    let time = time(start, certified.fast());
    concluded(truth, certified, &counts[0], &counts[1].counts, time)
}

/// How long it took, and on what.
fn time(start: Instant, fast: &Fast) -> Time {
    Time {
        seconds: start.elapsed().as_secs_f64(),
        threads: rayon::current_num_threads(),
        instructions: fast.instructions().to_owned(),
    }
}

/// The certificate for what was found.
fn concluded(
    truth: &Truth<'_>,
    certified: &Certified,
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
    let tokens = truth.examples.tokens();
    Ok(Certificate::new(Evidence {
        certified,
        before: &before.counts,
        after,
        keys: by_excess(&before.over),
        table: truth.table.clone(),
        base: truth.base.clone(),
        probe: probe(certified, tokens, truth.examples.states()),
        time,
    }))
}

/// How many keys are too high by more than 0, by more than 1, and so on.
fn by_excess(over: &[(u64, u8)]) -> Vec<u64> {
    let most = over.iter().map(|(_, excess)| *excess).max().unwrap_or(0);
    let more_than = |less: u8| over.iter().filter(|(_, excess)| *excess > less).count() as u64;
    (0..most).map(more_than).collect()
}

/// Tokens of some states, by which scales are chosen.
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

/// The network in integers, with rows and a rule that promise the largest mean within
/// some bytes.
fn chosen(job: &Job<'_>, bytes: u64) -> Result<FixedNetwork, CertifyError> {
    let states = job.truth.examples.states();
    let count = CHOOSING.saturating_mul(job.truth.examples.tokens().symmetries());
    let numbers = Spread::new(states, count);
    let scaling = scaling_states(job.truth.examples);
    let mut best: Option<(Choice, FixedNetwork)> = None;
    let mut least = u64::MAX;
    for (number, bits) in [RowBits::Narrow, RowBits::Wide].into_iter().enumerate() {
        (job.truth.progress)("choosing a rule", number as u64, 2);
        let network = quantise(job.network, bits, FixedRule::ArgMax, &scaling)?;
        let taken = Certified::new(
            job.truth.subject.clone(),
            network.clone(),
            Adjustment::default(),
        );
        let taken: u64 = taken.to_files().iter().map(|file| file.len() as u64).sum();
        least = least.min(taken);
        let Some(left) = bytes.checked_sub(taken) else {
            continue;
        };
        // A sample may count a few too few.
        let left = left.saturating_sub(left / 100 + bytes / NEAR);
        let fast = Fast::new(network);
        let rules = Rules::of(&fast, job.truth.examples, numbers);
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

/// Sweeps what is left to sweep of this shard.
fn swept(
    job: &Job<'_>,
    fast: &Fast,
    adjustment: &Adjustment,
    step: &'static str,
) -> Result<Result<Found, End>, CertifyError> {
    let subject = job.truth.subject.clone();
    let of = Certified::new(subject, fast.network().clone(), adjustment.clone()).to_files();
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
    let mut log = Log::open(job.folder, &format!("{step}-{shard}-of-{shards}"), about)?;
    let chunks = log.about().chunks();
    if log.done() > 0 {
        (job.resumed)(step, log.done(), chunks);
    }
    let sweep = Sweep {
        fast,
        adjustment,
        examples: job.truth.examples,
        every_single_one: false,
    };
    let states = log.about().states;
    for chunk in 0..chunks {
        if chunk % shards != shard - 1 || log.has(chunk) {
            continue;
        }
        (job.truth.progress)(step, (log.done() * job.chunk).min(states), states);
        let found = sweep.run(log.about().numbers(chunk));
        log.note(chunk, found)?;
    }
    (job.truth.progress)(step, (log.done() * job.chunk).min(states), states);
    Ok(log.all().ok_or(End::Waiting {
        step,
        done: log.done(),
        of: chunks,
    }))
}

/// The network with sets for all that it overestimates, as fine as bytes allow; nothing
/// if there are too many.
fn corrected(job: &Job<'_>, fast: &Fast, found: &Found) -> Result<Option<Certified>, CertifyError> {
    (job.truth.progress)("building filters", 0, 1);
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
        // Of states near the goal, those that are still too low.
        let low = found
            .near
            .iter()
            .filter(|(key, [truth, value])| correction.value(*key, *value) < *truth);
        let low = low.map(|&(key, [truth, _])| (key, truth)).collect();
        // A small difference to another table says nothing about how near a state is.
        let near = match job.truth.base {
            None => Near::within(low, job.bytes / NEAR),
            Some(_) => Near::default(),
        };
        let network = fast.network().clone();
        let adjustment = Adjustment { correction, near };
        Certified::new(job.truth.subject.clone(), network, adjustment)
    };
    let size = |certified: &Certified| -> u64 {
        let files = certified.to_files();
        files.iter().map(|file| file.len() as u64).sum()
    };
    let Some(mut left) = job.bytes.checked_sub(size(&with(Correction::default()))) else {
        return Ok(None);
    };
    // Sizes are known exactly once a filter is there.
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
