//! All property tests in one program: linking each file separately would take longer than
//! most of them run.

#![expect(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands its values over"
)]

mod astar;
mod blocks;
mod builder;
mod check;
mod claims;
mod coq;
mod cube;
mod derived;
mod evidence;
mod exchange;
mod files;
mod graphs;
mod idastar;
mod mutants;
mod notation;
mod pattern;
mod rank;
mod ranked_table;
mod symmetry;
mod theory;
mod tiles;
mod topspin;

use admit::files::Options;
use admit_verification::seeded::Reached;

/// Options without a limit or a progress bar.
fn options() -> Options<'static> {
    Options::default()
}

/// A temporary folder and the path of a file in it.
fn temporary() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    (folder, path)
}

/// Counts the case if it is such a case.
fn hit_if(reached: &Reached, is_such: bool) {
    if is_such {
        reached.hit();
    }
}

/// Counts the case as one of the first or of the second kind.
fn hit_one(first: &Reached, second: &Reached, is_first: bool) {
    if is_first { first } else { second }.hit();
}
