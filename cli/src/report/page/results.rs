//! Results of a complete run, one file for each step.
//!
//! | file | contents |
//! |---|---|
//! | `tables.json` | [`Tables`] |
//! | `ledger.json` | [`Ledger`](admit_verification::ledger::Ledger), of the quick tier |
//! | `learned.json` | a list of [`Learned`] |
//! | `certified/certificate.json` | [`Certificate`](admit::certify::certificate::Certificate) |
//! | `cubes.json` | [`Cubes`] |
//! | `convergence/SETTING.json` | [`ConvergenceRate`](admit_verification::convergence::ConvergenceRate) |
//! | `steps.json` | [`Steps`] |
//!
//! Published results have the same format: `models/learned.json`,
//! `certificates/*.json`, `verification/ledger.json`, `verification/convergence/*.json`.

use admit::learn::evaluate::ByClass;
use admit::learn::train::Report;
use serde::{Deserialize, Serialize};

/// Tables that were built and proved, and compressed tables made of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tables {
    /// Tables with every distance.
    pub whole: Vec<Whole>,
    /// Compressed tables.
    pub smaller: Vec<Smaller>,
}

/// A table of exact distances, or of exact differences.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Whole {
    /// Its name: `8-corner`, `6-edge/delta:4-edge`.
    pub name: String,
    /// The number of states, which is that of entries.
    pub states: u64,
    /// Bytes of entries.
    pub bytes: u64,
    /// The mean entry.
    pub mean: f64,
    /// Number of entries by value.
    pub histogram: Vec<u64>,
    /// BLAKE3 of the entries.
    pub digest: String,
    /// Build time in seconds.
    pub build_seconds: f64,
    /// Time of the proof in seconds; a table of differences has none of its own.
    pub check_seconds: Option<f64>,
    /// Number of successors that the proof checked.
    pub neighbours: u64,
}

/// A compressed table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Smaller {
    /// The `name` of the [`Whole`] that it was made of.
    pub table: String,
    /// Its compression: `every 23, block`, `one of each orbit`, `remainders`.
    pub how: String,
    /// Bytes of entries.
    pub bytes: u64,
    /// The mean heuristic value.
    pub mean: f64,
}

/// A trained network, its training log, and its evaluation on all states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    /// Its name: `8-corner`, `5-edge by CE`.
    pub name: String,
    /// The `name` of the [`Whole`] that it was trained on.
    pub table: String,
    /// `CEA` or `CE`.
    pub loss: String,
    /// The architecture, as in `admit train --net`.
    pub net: String,
    /// The rule that turns logits into a value, in words.
    pub rule: String,
    /// Bytes at 16 bits a weight.
    pub bytes: u64,
    /// Training samples.
    pub samples: u64,
    /// The seed.
    pub seed: u64,
    /// The number of states, all of which were evaluated.
    pub states: u64,
    /// The mean heuristic value.
    pub mean: f64,
    /// The number of overestimated states.
    pub over: u64,
    /// Counts by exact distance; empty if they were not recorded.
    pub by_class: Vec<ByClass>,
    /// One report for each evaluation; empty if the log was not kept.
    pub log: Vec<Report>,
    /// The command that reproduces it.
    pub command: String,
}

/// Cubes solved with several heuristics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cubes {
    /// The heuristics, the certified network first.
    pub heuristics: Vec<String>,
    /// The cubes.
    pub cubes: Vec<SolvedCube>,
}

/// A solved cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedCube {
    /// The moves that scrambled it.
    pub scramble: String,
    /// An optimal solution.
    pub solution: String,
    /// The length of the solution, the same with each heuristic.
    pub moves: u32,
    /// Nodes generated with each heuristic.
    pub generated: Vec<u64>,
}

/// The steps of a run, and its machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Steps {
    /// Steps in their order.
    pub steps: Vec<Step>,
    /// The machine.
    pub machine: Machine,
}

/// A step of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its name, in words.
    pub name: String,
    /// Its time in seconds.
    pub seconds: f64,
    /// Whether the result is that of an earlier run.
    pub reused: bool,
    /// The command that runs this step alone.
    pub command: String,
    /// BLAKE3 of the inputs.
    pub digest: String,
}

/// A machine, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// `linux, x86_64`.
    pub system: String,
    /// The processor's name.
    pub processor: Option<String>,
    /// The number of threads.
    pub threads: usize,
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// Names and versions of tools: admit, rustc, coq, kani.
    pub versions: Vec<(String, String)>,
}
