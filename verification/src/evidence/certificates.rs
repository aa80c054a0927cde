//! Admissible learned heuristics: the models in `models/`, certified from scratch within a
//! byte limit, and swept again state by state.

use super::{Evidence, Settled};
use crate::ledger::Outcome;
use crate::seeded;
use crate::sources::clone_root;
use admit::certify::corrected::{CORRECTION, NETWORK};
use admit::certify::{
    Certificate, Certification, CertifyOutcome, CorrectedNetwork, GroundTruth, rederive,
};
use admit::files::{Options, Progress};
use admit::fixed::file::Subject;
use admit::heuristic::{CertifiedFiles, CubePdb, Heuristic, from_fn};
use admit::learn::model::Model;
use admit::pdb::Proved;
use admit::pdb::cube::{CubeTable, Order};
use admit::search::{CubeSearch, Whole};
use admit::space::cube::{Cube, Move};
use admit::stats::paired::compare;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "certificates.rs":
        sweep Full certified_8_corner,
        sweep Full certified_6_edge,
        sweep Full certified_7_edge,
        sweep Full certified_delta,
        measure Full half_the_nodes,
    }
}

fn certified_8_corner() -> Settled {
    never_overestimates("8-corner", 1_910_000, 8.5)
}

fn certified_6_edge() -> Settled {
    never_overestimates("6-edge", 1_950_000, 6.92)
}

fn certified_7_edge() -> Settled {
    never_overestimates("7-edge", 3_750_000, 7.45)
}

fn certified_delta() -> Settled {
    never_overestimates("delta", 3_200_000, 1.31)
}

/// A model, certified within some bytes, overestimates nothing, and its mean is above
/// this one.
fn never_overestimates(name: &str, bytes: u64, mean: f64) -> Settled {
    let model = match model(name) {
        Ok(model) => model,
        Err(missing) => return missing,
    };
    match certificates(&model, bytes) {
        Err(why) => panic!("{why}"),
        Ok([first, again]) => {
            let differences = first.differences(&again);
            let example = if again.after.over > 0 {
                Some(format!("{} states are overestimated", again.after.over))
            } else if again.bytes.all > bytes {
                Some(format!("it takes {} bytes", again.bytes.all))
            } else if again.after.mean <= mean {
                Some(format!("the mean is {}", again.after.mean))
            } else {
                differences.first().cloned()
            };
            let scope = format!(
                "all {} states, each asked: mean {:.6} in {} bytes, {} overestimates before \
                 correction and {} after",
                again.states,
                again.after.mean,
                again.bytes.all,
                again.before.over,
                again.after.over
            );
            Settled::holds_unless(example, scope, again.states)
                .with_sometimes("the network alone overestimates", again.before.over)
        }
    }
}

/// Cubes at each depth, and the turns of the random walks that lead to them.
const CUBES: u64 = 40;
const DEPTHS: [usize; 3] = [8, 9, 10];

/// Nodes that IDA\* generates with the certified network and with the compressed table
/// of the paper, on the same cubes; lengths are those of the exact table.
fn half_the_nodes() -> Settled {
    let model = match model("8-corner") {
        Ok(model) => model,
        Err(missing) => return missing,
    };
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (_, table, _) = certified(&model, 1_910_000, folder.path()).expect("it is certified");
    let files = CertifiedFiles::read(folder.path()).expect("it was just written");
    let network = files
        .cube_heuristic(None)
        .expect("the certificate covers it");
    let small = table.compress(24, Order::Hog2, &Options::default());
    let small = small.expect("8 corners have this order");
    let small_bytes = small.header().payload();
    let exact = CubeTable::build(table.header().pattern, &Options::default());
    let tables = [small, exact.expect("it was built before")];
    let [small, exact] = tables.map(|t| CubePdb::new(Arc::new(t)).expect("distances"));
    let mut nodes = [Vec::new(), Vec::new()];
    let mut wrong = None;
    for depth in DEPTHS {
        for number in 0..CUBES {
            let cube = walked(depth, number);
            let (length, _) = solved(&exact, &cube);
            let both = [solved(&network, &cube), solved(&small, &cube)];
            for (nodes, (found, generated)) in nodes.iter_mut().zip(both) {
                nodes.push(generated as f64);
                if found != length {
                    wrong = Some(format!("{found} moves instead of {length}"));
                }
            }
        }
    }
    let compared = compare(&nodes[0], &nodes[1], seeded::seed()).expect("as many of both");
    let (low, high) = compared.interval;
    let figure = format!(
        "{:.3} of the nodes, geometric mean of the ratios",
        compared.ratio
    );
    let outcome = match wrong {
        Some(example) => Outcome::Counterexample { example },
        None if high < 0.5 => Outcome::Measured {
            figure,
            interval: Some(format!("{low:.3} to {high:.3} at 95 %, paired bootstrap")),
        },
        None => Outcome::FellShort {
            reached: format!("{figure}, {low:.3} to {high:.3} at 95 %"),
            budget: format!("a certified network and a table of {small_bytes} bytes"),
        },
    };
    let p = compared.t.map_or(1.0, |test| test.p);
    Settled {
        scope: format!(
            "IDA* with each alone, {CUBES} random walks of each of {DEPTHS:?} turns, all solved in as \
             few moves as with the exact table; fewer nodes on {:.0} % of them, Student's p = {p:.0e}",
            100.0 * compared.less
        ),
        cases: compared.instances as u64,
        ..Settled::of(outcome)
    }
}

/// The cube at the end of a walk; no face is turned twice in a row.
fn walked(turns: usize, number: u64) -> Cube {
    let mut word = seeded::seed() ^ (number << 8 | turns as u64);
    let mut cube = Cube::SOLVED;
    let mut last = None;
    let mut left = turns;
    while left > 0 {
        word = word
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let m = Move::ALL[((word >> 40) % 18) as usize];
        if last != Some(m.face()) {
            cube = cube.apply(m);
            last = Some(m.face());
            left -= 1;
        }
    }
    cube
}

/// Length of an optimal solution, and nodes that were generated.
fn solved(heuristic: &(impl Heuristic<Cube> + Sync), cube: &Cube) -> (usize, u64) {
    let one_by_one = from_fn(|cube: &Cube| heuristic.h(cube).expect("an estimate"));
    let found = CubeSearch::new(&Whole(one_by_one))
        .solve(cube)
        .expect("no limits");
    let moves = found.moves().expect("every cube has a solution");
    (moves.len(), found.summary.generations)
}

/// The file of a model, which a clone has.
fn model(name: &str) -> Result<PathBuf, Settled> {
    let name = format!("models/{name}.safetensors");
    let file = clone_root().map(|root| root.join(&name));
    file.filter(|file| file.is_file()).ok_or_else(|| {
        let why = format!("{name} is not on this disk");
        Settled::of(Outcome::NotRun { why })
    })
}

/// The certificate of a model, and the same derived again, every single state.
fn certificates(model: &Path, bytes: u64) -> Result<[Certificate; 2], String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (first, _, truth) = certified(model, bytes, folder.path())?;
    let read = |name: &str| std::fs::read(folder.path().join(name)).map_err(|e| e.to_string());
    let network = CorrectedNetwork::from_files(&read(NETWORK)?, &read(CORRECTION)?);
    let network = network.map_err(|e| e.to_string())?;
    let again = rederive(&truth, &network, Progress::none()).map_err(|e| e.to_string())?;
    Ok([first, again])
}

/// Certifies a model in a folder; returns the certificate, the proved table, and the states.
fn certified(
    model: &Path,
    bytes: u64,
    folder: &Path,
) -> Result<(Certificate, Proved<CubeTable>, GroundTruth<'static>), String> {
    let model = Model::load(model).map_err(|e| e.to_string())?;
    let subject = Subject::from(&model.about);
    let options = Options::default();
    let build = |text: &str| {
        let pattern = text.parse().expect("a pattern");
        CubeTable::build(pattern, &options).map_err(|e| e.to_string())
    };
    let mut table = build(&subject.pattern)?;
    if let Some(base) = &subject.base {
        let difference = table.minus(&build(base)?, &options);
        table = difference.map_err(|e| e.to_string())?;
    }
    let table = table.prove(&options).map_err(|e| e.to_string())?;
    let truth = GroundTruth::of_cube(subject, &table, &options).map_err(|e| e.to_string())?;
    let network = model.pairs().map_err(|e| e.to_string())?;
    let certification = Certification::new(&truth, &network, bytes, folder);
    match certification.run().map_err(|e| e.to_string())? {
        CertifyOutcome::Certified(first) => Ok((*first, table, truth)),
        _ => Err("one shard is all".to_owned()),
    }
}
