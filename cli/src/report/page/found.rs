//! What a run of everything leaves behind for the page, one file a step.
//!
//! | file | what it holds |
//! |---|---|
//! | `tables.json` | [`Tables`] |
//! | `ledger.json` | [`Ledger`](admit_verification::ledger::Ledger), of the quick tier |
//! | `learnt.json` | a list of [`Learnt`] |
//! | `certified/certificate.json` | [`Certificate`](admit::certify::certificate::Certificate) |
//! | `cubes.json` | [`Cubes`] |
//! | `convergence/SETTING.json` | [`ConvergenceRate`](admit_verification::convergence::ConvergenceRate) |
//! | `steps.json` | [`Steps`] |
//!
//! What was published with a version has the same form: `models/learnt.json`,
//! `certificates/*.json`, `verification/ledger.json`, `verification/convergence/*.json`.

use admit::learn::evaluate::ByClass;
use admit::learn::train::Report;
use serde::{Deserialize, Serialize};

/// Tables that were built and proved, and smaller ones that were made of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tables {
    /// With every distance.
    pub whole: Vec<Whole>,
    /// With less.
    pub smaller: Vec<Smaller>,
}

/// A table of exact distances, or of exact differences.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Whole {
    /// How it is named: `8-corner`, `6-edge/delta:4-edge`.
    pub name: String,
    /// States, and entries.
    pub states: u64,
    /// Bytes of entries.
    pub bytes: u64,
    /// The mean entry.
    pub mean: f64,
    /// How many entries have each value, from 0 on.
    pub histogram: Vec<u64>,
    /// BLAKE3 of the entries.
    pub digest: String,
    /// How long it took to build.
    pub build_seconds: f64,
    /// How long it took to prove on every state; a difference is not proved by itself.
    pub check_seconds: Option<f64>,
    /// How many neighbours the proof looked at.
    pub neighbours: u64,
}

/// A smaller table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Smaller {
    /// Of which table: the `name` of a [`Whole`].
    pub table: String,
    /// How it was made: `every 23, block`, `one of each orbit`, `remainders`.
    pub how: String,
    /// Bytes of entries.
    pub bytes: u64,
    /// The mean heuristic value.
    pub mean: f64,
}

/// A network, how it learnt, and what it says of all states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learnt {
    /// What to call it: `8-corner`, `5-edge by CE`.
    pub name: String,
    /// The table it learnt: the `name` of a [`Whole`].
    pub table: String,
    /// `CEA` or `CE`.
    pub loss: String,
    /// The network, as `admit train --net` takes it.
    pub net: String,
    /// The rule by which it decides, in words.
    pub rule: String,
    /// Bytes at 16 bits a weight.
    pub bytes: u64,
    /// Samples it learnt from.
    pub samples: u64,
    /// Where random numbers began.
    pub seed: u64,
    /// States that were looked at: all of them.
    pub states: u64,
    /// The mean value.
    pub mean: f64,
    /// Overestimated states.
    pub over: u64,
    /// By true class; empty where classes were not counted.
    pub by_class: Vec<ByClass>,
    /// One line for each round of training; none where the log was not kept.
    pub log: Vec<Report>,
    /// The command that repeats it.
    pub command: String,
}

/// Cubes that were solved with several heuristics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cubes {
    /// The heuristics, the certified network first.
    pub heuristics: Vec<String>,
    /// The cubes.
    pub cubes: Vec<SolvedCube>,
}

/// A cube that was solved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedCube {
    /// How it was turned.
    pub scramble: String,
    /// A shortest way back.
    pub solution: String,
    /// Its length, the same with each heuristic.
    pub moves: u32,
    /// Nodes generated with each heuristic.
    pub generated: Vec<u64>,
}

/// What was done, and on what machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Steps {
    /// One after the other.
    pub steps: Vec<Step>,
    /// On what.
    pub machine: Machine,
}

/// A step of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// What was done, in words.
    pub name: String,
    /// How long it took when it was done.
    pub seconds: f64,
    /// Whether it had been done before, and was not repeated.
    pub reused: bool,
    /// The command that does this step alone.
    pub command: String,
    /// BLAKE3 of all that the step depends on.
    pub digest: String,
}

/// A machine, as far as it tells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// `linux, x86_64`.
    pub system: String,
    /// The processor's name.
    pub processor: Option<String>,
    /// Threads that were used.
    pub threads: usize,
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// Versions of what was used: admit, rustc, coq, kani and the like.
    pub versions: Vec<(String, String)>,
}
