//! Certification of small patterns from end to end: all states are swept, with any shards and
//! interruptions, and the certified heuristic never overestimates.

use super::choose::{Rules, Spread};
use super::corrected::{Adjustment, CORRECTION, NETWORK};
use super::correction::Correction;
use super::log::EXTENSION;
use super::pipeline::scaling_states;
use super::sweep::{Found, Sweep};
use super::*;
use crate::files::{Options, Progress};
use crate::fixed::FixedRule;
use crate::fixed::batch::Fast;
use crate::fixed::file::Subject;
use crate::fixed::quantise::{RowBits, quantise};
use crate::heuristic::{CertifiedFiles, Heuristic};
use crate::learn::encode::Encoding;
use crate::learn::loss::{Loss, Weights};
use crate::learn::pair::{Memory, PairNetwork, Shape};
use crate::learn::sample::{Batch, CubeExamples, Examples, RankedExamples, Sampler, Shares};
use crate::learn::train::{Budget, Settings, Trainer};
use crate::pdb::cube::CubeTable;
use crate::pdb::{Proved, Table};
use crate::space::tiles::{Board, Tiles};
use crate::space::{Abstraction, Cost, Ranked, Space};
use std::path::Path;

struct Case {
    table: Proved<CubeTable>,
    examples: CubeExamples,
    network: PairNetwork,
    subject: Subject,
}

/// A briefly trained network for a pattern.
fn learned(pattern: &str, canonical: bool) -> Case {
    let table = CubeTable::build(pattern.parse().unwrap(), &Options::default()).unwrap();
    let classes = table.header().counts().len();
    let table = table.prove(&Options::default()).unwrap();
    let examples = CubeExamples::new(table.clone(), canonical).unwrap();
    let shape = Shape {
        values: examples.tokens().values().to_vec(),
        rows: 16,
        width: 16,
        blocks: 1,
        classes,
    };
    let mut network = PairNetwork::new(shape, 1).unwrap();
    let mut memory = Memory::new(&network);
    let weights = Weights::new(Loss::Ce, classes);
    let sampler = Sampler::new(&examples, Shares::Proportional, 1);
    let mut batch = Batch::default();
    for step in 0..150 {
        sampler.draw(&examples, step, 512, &mut batch);
        let tokens = examples.tokens();
        network.learn(
            &mut memory,
            tokens,
            &batch.numbers,
            &batch.classes,
            &weights,
            0.01,
        );
    }
    Case {
        table,
        examples,
        network,
        subject: Subject {
            pattern: pattern.to_owned(),
            base: None,
            canonical,
        },
    }
}

impl Case {
    fn truth(&self) -> GroundTruth<'static> {
        GroundTruth::of_cube(self.subject.clone(), &self.table, &Options::default()).unwrap()
    }

    fn fast(&self, rule: FixedRule) -> Fast {
        let states = scaling_states(&self.examples);
        Fast::new(quantise(&self.network, RowBits::Narrow, rule, &states).unwrap())
    }

    fn certify(
        &self,
        folder: &Path,
        bytes: u64,
        [k, n]: [u64; 2],
    ) -> Result<CertifyOutcome, CertifyError> {
        let truth = self.truth();
        let certification = Certification::new(&truth, &self.network, bytes, folder);
        certification.chunk(1 << 14).shard(k, n).run()
    }

    fn certified(&self, folder: &Path) -> Box<Certificate> {
        match self.certify(folder, 60_000, [1, 1]) {
            Ok(CertifyOutcome::Certified(certificate)) => certificate,
            other => panic!("one shard is all: {other:?}"),
        }
    }
}

/// Findings by the plain formulas, state by state.
fn one_by_one(case: &Case, fast: &Fast, adjustment: &Adjustment) -> Found {
    let tokens = case.examples.tokens();
    let mut written = vec![0; tokens.values().len()];
    let mut found = Found::new();
    for number in 0..case.examples.states() {
        tokens.write(number, &mut written);
        let key = lower::key(tokens.values(), &written);
        let value = adjustment.value(key, fast.network().value(&written));
        let truth = case.examples.class(number);
        found.counts.states += 1;
        found.counts.by_class[truth as usize][0] += 1;
        found.counts.by_class[truth as usize][1] += value as u64;
        found.counts.differences[255 + value as usize - truth as usize] += 1;
        if value > truth {
            found.over.push((key, value - truth));
        }
    }
    found.over.sort_unstable();
    found.over.dedup();
    found
}

#[test]
fn sweep_equals_counts_one_by_one() {
    for (pattern, canonical) in [("edges:UR,UF,DL", false), ("edges:UF,UB,DF,DB", true)] {
        let case = learned(pattern, canonical);
        let fast = case.fast(FixedRule::with_share(0.7));
        let none = Adjustment::default();
        let expected = one_by_one(&case, &fast, &none);
        assert!(expected.counts.over() > 0);
        for every_single_one in [false, true] {
            let sweep = Sweep {
                fast: &fast,
                adjustment: &none,
                examples: &case.examples,
                every_single_one,
            };
            let mut found = sweep.run(0..case.examples.states());
            found.over.sort_unstable();
            found.over.dedup();
            assert_eq!(found.over, expected.over, "{pattern}");
            assert_eq!(found.counts.by_class, expected.counts.by_class);
            assert_eq!(found.counts.differences, expected.counts.differences);
            let asked = found.counts.asked;
            assert_eq!(asked < found.counts.states, canonical, "{asked}");
        }
        // A correction of all overestimates leaves none.
        let adjustment = Adjustment {
            correction: Correction::of(&expected.over, &[3]).unwrap(),
            ..Adjustment::default()
        };
        let after = one_by_one(&case, &fast, &adjustment);
        assert_eq!(after.counts.over(), 0);
        assert!(after.counts.sum() < expected.counts.sum());
    }
}

#[test]
fn counts_of_rules_equal_a_sweep() {
    let case = learned("edges:UR,UF,DL", false);
    let fast = case.fast(FixedRule::ArgMax);
    let states = case.examples.states();
    let rules = Rules::of(&fast, &case.examples, Spread::new(states, states));
    let mut means = Vec::new();
    for bytes in [500, 1000, 3000, 20_000] {
        let Some(choice) = rules.best(bytes, 1.0) else {
            continue;
        };
        let network = fast.network().clone().with_rule(choice.rule);
        let fast = Fast::new(network);
        let before = one_by_one(&case, &fast, &Adjustment::default());
        let expected: Vec<u64> = (0..choice.keys.len())
            .map(|less| {
                before
                    .over
                    .iter()
                    .filter(|(_, e)| *e as usize > less)
                    .count() as u64
            })
            .collect();
        assert_eq!(choice.keys, expected, "{bytes}");
        let rate = before.counts.over() as f64 / states as f64;
        assert!((choice.rate - rate).abs() < 1e-12);
        means.push(choice.mean);
    }
    assert!(means.len() > 2 && means.is_sorted(), "{means:?}");
}

#[test]
fn rederived_and_repeated_certificates_are_equal() {
    let case = learned("edges:UF,UB,DF,DB", true);
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let certificate = case.certified(&whole);
    assert_eq!(certificate.after.over, 0);
    assert!(certificate.before.over > 0);
    assert!(certificate.bytes.all <= 60_000);
    assert_eq!(certificate.states, case.examples.states());
    assert!(certificate.after.mean > 0.8 * certificate.table_mean);
    // No log is left, and the files hold the certified heuristic.
    let logs = std::fs::read_dir(&whole).unwrap();
    assert!(!logs.into_iter().any(|f| {
        f.unwrap()
            .path()
            .extension()
            .is_some_and(|e| e == EXTENSION)
    }));
    let read = |name: &str| std::fs::read(whole.join(name)).unwrap();
    let certified = CorrectedNetwork::from_files(&read(NETWORK), &read(CORRECTION)).unwrap();
    assert_eq!(certified.to_files(), [read(NETWORK), read(CORRECTION)]);
    let found = one_by_one(&case, certified.fast(), certified.adjustment());
    assert_eq!(found.counts.over(), 0);
    assert_eq!(found.counts.sum(), certificate.after.sum);
    let again = rederive(&case.truth(), &certified, Progress::none()).unwrap();
    assert_eq!(certificate.differences(&again), [""; 0]);
    let second = case.certified(&whole);
    assert_eq!(second.differences(&certificate), [""; 0]);
}

/// Three shards, each in a folder of its own; a run with all their logs continues.
#[test]
fn shards_make_the_same_certificate() {
    let case = learned("edges:UF,UB,DF,DB", true);
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let expected = case.certified(&whole);
    let all = folder.path().join("all");
    std::fs::create_dir(&all).unwrap();
    let gather = |shard: u64| {
        let own = folder.path().join(shard.to_string());
        for file in std::fs::read_dir(&own).unwrap() {
            let path = file.unwrap().path();
            std::fs::copy(&path, all.join(path.file_name().unwrap())).unwrap();
        }
    };
    for shard in 1..=3 {
        let own = folder.path().join(shard.to_string());
        let end = case.certify(&own, 60_000, [shard, 3]).unwrap();
        let CertifyOutcome::Incomplete { step, done, total } = end else {
            panic!("other shards are missing");
        };
        assert_eq!((step, total), ("sweep", 12));
        assert_eq!(done, 4);
        gather(shard);
    }
    let merged = case.certified(&all);
    assert_eq!(merged.differences(&expected), [""; 0]);
}

#[test]
fn too_few_bytes_are_refused() {
    let case = learned("edges:UR,UF,DL", false);
    let folder = tempfile::tempdir().unwrap();
    let refused = case.certify(folder.path(), 2000, [1, 1]).unwrap_err();
    let text = refused.to_string();
    assert!(text.contains("2000 bytes are too few"), "{text}");
}

#[test]
fn other_state_counts_are_refused() {
    let case = learned("edges:UR,UF,DL", false);
    let folder = tempfile::tempdir().unwrap();
    let mut truth = case.truth();
    truth.classes[2] += 1;
    truth.classes[3] -= 1;
    let certification = Certification::new(&truth, &case.network, 60_000, folder.path());
    let refused = certification.run().unwrap_err().to_string();
    assert!(refused.contains("are not those of the table"), "{refused}");
}

#[test]
fn a_table_of_another_pattern_is_refused() {
    let case = learned("edges:UR,UF,DL", false);
    let subject = Subject {
        pattern: "edges:UR,UF,DR".to_owned(),
        ..case.subject
    };
    let refused = GroundTruth::of_cube(subject, &case.table, &Options::default());
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains("the network is of edges:UR,UF,DR"),
        "{refused}"
    );
}

/// One token for each cell, in order or backwards.
#[derive(Clone, Copy)]
struct Cells {
    values: u16,
    backwards: bool,
}

impl Encoding<Board> for Cells {
    fn values(&self) -> Vec<u16> {
        vec![self.values; 6]
    }

    fn write(&self, board: &Board, tokens: &mut [u16]) {
        for (token, tile) in tokens.iter_mut().zip(board.iter()) {
            *token = tile as u16;
        }
        if self.backwards {
            tokens.reverse();
        }
    }
}

/// The 3×2 puzzle as an abstraction of itself.
#[derive(Clone)]
struct Itself(Tiles);

impl Space for Itself {
    type State = Board;

    type Action = usize;

    fn transitions(&self, board: &Board) -> impl Iterator<Item = (usize, Board, Cost)> {
        let steps = self.0.successors(board).enumerate();
        steps.map(|(i, (next, cost))| (i, next, cost))
    }

    fn is_goal(&self, board: &Board) -> bool {
        self.0.is_goal(board)
    }
}

impl Ranked for Itself {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn rank(&self, board: &Board) -> u64 {
        self.0.rank(board)
    }

    fn unrank(&self, rank: u64) -> Option<Board> {
        self.0.unrank(rank)
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

impl Abstraction<Tiles> for Itself {
    fn project(&self, board: &Board) -> Board {
        *board
    }
}

/// Certification of a space other than the cube; the heuristic that is read back is at most the
/// exact distance in every state.
#[test]
fn any_ranked_space_is_certified() {
    let tiles = Tiles::new(3, 2).unwrap();
    let space = Itself(tiles.clone());
    let cells = Cells {
        values: 6,
        backwards: false,
    };
    let table = Table::build(space.clone(), &Options::default()).unwrap();
    let table = table.prove(&Options::default()).unwrap();
    let examples = RankedExamples::new(table.clone(), cells).unwrap();
    let net = "pair:16,16,0".parse().unwrap();
    let settings = Settings::new("3×2 tiles", net, Budget::Samples(1 << 17));
    let trainer = Trainer::new(
        &examples,
        Settings {
            round: 1 << 17,
            ..settings
        },
    )
    .unwrap();
    let network = trainer.finish().pairs().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let truth = GroundTruth::new("3×2 tiles", &table, cells).unwrap();
    let certification = Certification::new(&truth, &network, 20_000, folder.path());
    let CertifyOutcome::Certified(certificate) = certification.run().unwrap() else {
        panic!("one shard is all");
    };
    assert_eq!((certificate.states, certificate.after.over), (360, 0));
    assert_eq!(certificate.bytes.table, 2 * 720);
    assert_eq!(Some(certificate.table_mean), table.mean());
    let proved = &certificate.proved;
    assert_eq!((&proved.table, &proved.base), (table.proof(), &None));

    let read = || CertifiedFiles::read(folder.path()).unwrap();
    let again = rederive(&truth, read().network(), Progress::none()).unwrap();
    assert_eq!(certificate.differences(&again), [""; 0]);
    let heuristic = read().heuristic(&tiles, space.clone(), cells).unwrap();
    let mut sum = 0;
    for number in 0..table.len() {
        if let Some(distance) = table.value(number) {
            let h = heuristic.h(&tiles.unrank(number).unwrap()).unwrap();
            let h = h.finite().unwrap();
            assert!((0..=distance as i32).contains(&h), "state {number}: {h}");
            sum += h as u64;
        }
    }
    assert_eq!(sum, certificate.after.sum);

    // Another encoding is refused.
    let refused = |cells: Cells| {
        let refused = read().heuristic(&tiles, space.clone(), cells);
        refused.err().unwrap().to_string()
    };
    let backwards = refused(Cells {
        backwards: true,
        ..cells
    });
    assert!(backwards.contains("computes other values"), "{backwards}");
    let more = refused(Cells { values: 7, ..cells });
    assert!(more.contains("encodes other states"), "{more}");
}
