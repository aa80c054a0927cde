//! The certificates in `certificates/`: each is about a model of `models/` and is the same,
//! to the last digit, when it is made again, except for `time`.
#![cfg(feature = "learn")]

use admit::certify::corrected::{CORRECTION, NETWORK};
use admit::certify::{Certificate, Certification, CertifyOutcome, GroundTruth};
use admit::files::Options;
use admit::fixed::file::Subject;
use admit::heuristic::{CertifiedFiles, Estimate, Heuristic};
use admit::learn::model::Model;
use admit::pdb::ProofMethod;
use admit::pdb::cube::CubeTable;
use admit::space::cube::parse_state;
use std::path::{Path, PathBuf};

/// Name of the model, and byte budget.
const KEPT: [(&str, u64); 4] = [
    ("8-corner", 1_910_000),
    ("6-edge", 1_950_000),
    ("7-edge", 3_750_000),
    ("delta", 3_200_000),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn kept(name: &str) -> Certificate {
    let file = root().join(format!("certificates/{name}.json"));
    Certificate::read(&std::fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn nothing_is_overestimated_and_all_is_within_its_bytes() {
    for (name, bytes) in KEPT {
        let kept = kept(name);
        assert_eq!(kept.after.over, 0, "{name}");
        assert!(kept.bytes.all <= bytes, "{name}");
        let model = root().join(format!("models/{name}.safetensors"));
        let about = Model::load(&model).unwrap().about;
        assert_eq!(kept.subject, Subject::from(&about), "{name}");
        let counted: u64 = kept.after.differences.iter().map(|(_, n)| n).sum();
        assert_eq!(counted, kept.states, "{name}");
    }
}

/// Certifies a model of `models/` again, in a folder.
fn again(name: &str, bytes: u64, folder: &Path) -> Certificate {
    let model = Model::load(&root().join(format!("models/{name}.safetensors"))).unwrap();
    let subject = Subject::from(&model.about);
    assert_eq!(
        subject.base, None,
        "{name}: certified here are patterns alone"
    );
    let options = Options::default();
    let table = CubeTable::build(subject.pattern.parse().unwrap(), &options).unwrap();
    let table = table.prove(&options).unwrap();
    let truth = GroundTruth::of_cube(subject, &table, &options).unwrap();
    let network = model.pairs().unwrap();
    let certification = Certification::new(&truth, &network, bytes, folder);
    let CertifyOutcome::Certified(found) = certification.run().unwrap() else {
        panic!("one shard is all");
    };
    assert_eq!(found.states, truth.examples().states());
    *found
}

/// On any machine, with any vector width and any number of threads.
#[test]
fn certificates_are_the_same_when_they_are_made_once_more() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in KEPT.into_iter().take(2) {
        let own = folder.path().join(name);
        let found = again(name, bytes, &own);
        assert_eq!(kept(name).differences(&found), [""; 0], "{name}");
        let kept = kept(name);
        let mut again = found.clone();
        again.time = kept.time.clone();
        assert_eq!(again, kept, "{name}: only time may differ");
        let proof = &found.proved.table;
        assert_eq!(proof.method, ProofMethod::Successors, "{name}");
        assert_eq!(proof.entries, kept.states, "{name}");
        // The heuristic that was just made is accepted.
        let files = CertifiedFiles::read(&own).unwrap();
        assert!(own.join(NETWORK).exists() && own.join(CORRECTION).exists());
        let heuristic = files.cube_heuristic(None).unwrap();
        let cubes =
            ["", "R", "R U F2 L' D B", "R L U2 D2 F B R' D F2"].map(|s| parse_state(s).unwrap());
        let mut h = [Estimate::Finite(0); 4];
        heuristic.h_batch(&cubes, &mut h).unwrap();
        assert_eq!(h[0], Estimate::Finite(0), "{name}: the solved cube");
        for ((cube, h), at_most) in cubes.iter().zip(h).zip([0, 1, 6, 9]) {
            assert!(
                (Estimate::Finite(0)..=Estimate::Finite(at_most)).contains(&h),
                "{name}: {h}"
            );
            assert_eq!(heuristic.h(cube), Ok(h), "{name}: alone and among others");
        }
    }
}
