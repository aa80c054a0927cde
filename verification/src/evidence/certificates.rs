//! Learnt heuristics that never overestimate: the models that are kept in `models/`,
//! certified from scratch within some bytes, and swept once more state by state.

use super::{Evidence, Settled};
use crate::run::root;
use admit::certify::certified::{CORRECTION, NETWORK};
use admit::certify::procedure::{CHUNK, End, Job, Truth, certify, derived};
use admit::certify::{Certificate, Certified};
use admit::fixed::file::Subject;
use admit::learn::model::Model;
use admit::learn::sample::CubeExamples;

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "certificates.rs":
        sweep Full certified_8_corner,
        sweep Full certified_6_edge,
        sweep Full certified_7_edge,
        sweep Full certified_delta,
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
    match certificates(name, bytes) {
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

/// The certificate of a model, and the same derived once more, every single state.
fn certificates(name: &str, bytes: u64) -> Result<[Certificate; 2], String> {
    let file = root().join(format!("models/{name}.safetensors"));
    let model = Model::load(&file).map_err(|e| e.to_string())?;
    let subject = Subject::from(&model.about);
    let parsed = |text: &str| text.parse().expect("a pattern");
    let (pattern, base) = (parsed(&subject.pattern), subject.base.as_deref());
    let examples = CubeExamples::build(pattern, base.map(parsed), subject.canonical);
    let examples = examples.map_err(|e| e.to_string())?;
    let checked = examples.table().check(u64::MAX, admit::pdb::SILENT);
    checked.map_err(|e| e.to_string())?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let network = model.pairs().map_err(|e| e.to_string())?;
    let job = Job {
        truth: Truth::of_cubes(subject, &examples, &|_, _, _| {}),
        network: &network,
        bytes,
        chunk: CHUNK,
        folder: folder.path(),
        shard: [1, 1],
        resumed: &|_, _, _| {},
    };
    let End::Certified(first) = certify(&job).map_err(|e| e.to_string())? else {
        return Err("one shard is all".to_owned());
    };
    let read = |name: &str| std::fs::read(folder.path().join(name)).map_err(|e| e.to_string());
    let certified = Certified::from_files(&read(NETWORK)?, &read(CORRECTION)?)?;
    let again = derived(&job.truth, &certified).map_err(|e| e.to_string())?;
    Ok([*first, again])
}
