//! Interrupted and resumed runs, and their results.

use super::*;
use crate::files::Options;
use crate::learn::sample::{CubeExamples, sizes};
use crate::learn::spec::Optimizer;
use crate::learn::tensors::Part;
use crate::pdb::cube::CubeTable;

fn examples() -> CubeExamples {
    let table = CubeTable::build("edges:UR,UF,DL".parse().unwrap(), &Options::default()).unwrap();
    CubeExamples::new(table, false).unwrap()
}

fn settings(aim: Aim) -> Settings {
    Settings {
        pattern: "edges:UR,UF,DL".to_owned(),
        base: None,
        canonical: false,
        net: "pair:16,16,1".parse().unwrap(),
        optimizer: Optimizer::Adam,
        from: None,
        aim,
        batch: 512,
        rate: 0.01,
        shares: Shares::Proportional,
        budget: Budget::Samples(60_000),
        round: 10_000,
        seed: 7,
    }
}

/// Weights after all remaining rounds.
fn whole(trainer: &mut Trainer<'_, CubeExamples>) -> Vec<Part> {
    while trainer.round(&|_| true).is_some() {}
    trainer.network().tensors()
}

/// Interrupts a run in the middle of a round; the resumed run has the same final weights.
fn resumes_bit_for_bit(settings: &Settings) {
    let examples = examples();
    let begin = || Trainer::new(&examples, settings.clone()).unwrap();
    let expected = whole(&mut begin());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.safetensors");
    let mut first = begin();
    for _ in 0..2 {
        first.round(&|_| true).unwrap();
    }
    assert!(first.round(&|samples| samples < 25_000).is_none());
    first.checkpoint(&path).unwrap();
    let mut second = begin();
    second.resume(&path).unwrap();
    assert!(second.so_far().0 >= 20_000 && second.so_far().0 < 25_000);
    assert!(whole(&mut second) == expected, "{settings:?}");
}

#[test]
fn held_out_states_are_proportional_with_any_shares() {
    let examples = examples();
    let shares = Shares::Power(0.0);
    let trainer = Trainer::new(
        &examples,
        Settings {
            shares,
            ..settings(Aim::Ce)
        },
    )
    .unwrap();
    for (class, size) in sizes(&examples).into_iter().enumerate() {
        let held_out = trainer.held_out.iter();
        let found = held_out.filter(|&&n| examples.class(n) == class as u8);
        let expected = HELD_OUT as f64 * size as f64 / examples.states() as f64;
        assert!((found.count() as f64 - expected).abs() <= 1.5, "{class}");
    }
}

#[test]
fn resumed_runs_are_equal_bit_for_bit() {
    resumes_bit_for_bit(&settings(Aim::Cea {
        patience: 1,
        rate: 0.0,
    }));
}

#[cfg(feature = "burn")]
#[test]
fn resumed_runs_of_the_papers_networks_are_equal_with_every_optimizer() {
    for optimizer in [
        Optimizer::Adam,
        Optimizer::AdamW,
        Optimizer::RmsProp,
        Optimizer::Sgd,
    ] {
        resumes_bit_for_bit(&Settings {
            net: "paper:3,20,12,1".parse().unwrap(),
            optimizer,
            rate: 0.002,
            budget: Budget::Samples(40_000),
            ..settings(Aim::Cea {
                patience: 1,
                rate: 0.0,
            })
        });
    }
}

/// Shards of a batch are those of the checkpoint.
#[cfg(feature = "burn")]
#[test]
fn resumed_runs_are_equal_with_other_threads() {
    let examples = examples();
    let settings = Settings {
        net: "paper:3,20,12,1".parse().unwrap(),
        budget: Budget::Samples(20_000),
        ..settings(Aim::Ce)
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.safetensors");
    let with = |threads: usize, work: &(dyn Fn() -> Vec<Part> + Sync)| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(work)
    };
    let begin = || Trainer::new(&examples, settings.clone()).unwrap();
    let expected = with(3, &|| {
        let mut trainer = begin();
        trainer.round(&|_| true).unwrap();
        trainer.checkpoint(&path).unwrap();
        whole(&mut trainer)
    });
    let found = with(2, &|| {
        let mut trainer = begin();
        trainer.resume(&path).unwrap();
        whole(&mut trainer)
    });
    assert!(found == expected);
}

/// Canonical planes: logits are equal in a symmetry class.
#[cfg(feature = "burn")]
#[test]
fn canonical_planes_are_those_of_the_representative() {
    let table =
        CubeTable::build("edges:UR,UF,UL,UB".parse().unwrap(), &Options::default()).unwrap();
    let states = CubeExamples::new(table, true).unwrap();
    let settings = Settings {
        pattern: "edges:UR,UF,UL,UB".to_owned(),
        canonical: true,
        net: "paper:4,32,24,0".parse().unwrap(),
        rate: 0.003,
        budget: Budget::Samples(20_000),
        ..settings(Aim::Ce)
    };
    let mut trainer = Trainer::new(&states, settings).unwrap();
    while trainer.round(&|_| true).is_some() {}
    let mut seen = std::collections::BTreeMap::new();
    let numbers: Vec<u64> = (0..states.states()).step_by(3).collect();
    let mut met = 0;
    trainer
        .network()
        .score(&states, &numbers, &mut |i, logits| {
            let mut tokens = [0; 4];
            states.tokens().write(numbers[i], &mut tokens);
            let known = seen.entry(tokens).or_insert_with(|| logits.to_vec());
            for (known, now) in known.iter().zip(logits) {
                assert!((known - now).abs() < 1e-4);
            }
            met += 1;
        });
    assert_eq!(met, numbers.len());
    assert!(seen.len() < met / 2, "{} of {met}", seen.len());
}

#[test]
fn runs_start_with_the_weights_of_another() {
    let examples = examples();
    let mut first = Trainer::new(&examples, settings(Aim::Ce)).unwrap();
    while first.round(&|_| true).is_some() {}
    let model = first.model(Rule::ArgMax);
    let mut second = Trainer::new(&examples, settings(Aim::Ce)).unwrap();
    second.begin_with(&model).unwrap();
    assert!(second.network().tensors() == first.network().tensors());
    assert_eq!(second.evaluate().by_class, first.evaluate().by_class);
    let wrong = |settings: Settings| {
        let mut other = Trainer::new(&examples, settings).unwrap();
        other.begin_with(&model).unwrap_err().to_string()
    };
    let larger = wrong(Settings {
        net: "pair:32,16,1".parse().unwrap(),
        ..settings(Aim::Ce)
    });
    assert!(
        larger.contains("network pair:16,16,1") && larger.contains("has pair:32,16,1"),
        "{larger}"
    );
    let elsewhere = wrong(Settings {
        pattern: "edges:UR,UF,DB".to_owned(),
        ..settings(Aim::Ce)
    });
    assert!(elsewhere.contains("pattern edges:UR,UF,DL"), "{elsewhere}");
}

#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let examples = examples();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.safetensors");
    let trainer = Trainer::new(&examples, settings(Aim::Ce)).unwrap();
    trainer.checkpoint(&path).unwrap();
    let mut other = settings(Aim::Ce);
    other.seed = 8;
    let mut other = Trainer::new(&examples, other).unwrap();
    let error = other.resume(&path).unwrap_err().to_string();
    assert!(error.contains("other settings") && error.contains("\"seed\":7"));
    std::fs::write(&path, b"nothing").unwrap();
    assert!(
        other
            .resume(&path)
            .unwrap_err()
            .to_string()
            .contains("no checkpoint")
    );
}

#[test]
fn sliding_tiles_are_learned() {
    use crate::learn::sample::RankedExamples;
    use crate::pdb::Table;
    use crate::space::tiles::Tiles;
    let tiles = Tiles::new(3, 2).unwrap();
    let table = Table::build(tiles.clone(), &Options::default()).unwrap();
    let examples = RankedExamples::new(table, tiles).unwrap();
    let settings = Settings {
        budget: Budget::Samples(300_000),
        ..settings(Aim::Ce)
    };
    let mut trainer = Trainer::new(&examples, settings).unwrap();
    let mut last = None;
    while let Some(report) = trainer.round(&|_| true) {
        last = Some(report);
    }
    // 22 classes, more than one tile of logits holds.
    assert!(last.unwrap().accuracy > 0.9, "{last:?}");
}

/// On a network that is too small to learn the table exactly.
#[test]
fn cea_overestimates_less_often() {
    let table = CubeTable::build("4-edge".parse().unwrap(), &Options::default()).unwrap();
    let examples = CubeExamples::new(table, false).unwrap();
    let rate = |aim: Aim| {
        let settings = Settings {
            pattern: "4-edge".to_owned(),
            budget: Budget::Samples(400_000),
            round: 100_000,
            ..settings(aim)
        };
        let mut trainer = Trainer::new(&examples, settings).unwrap();
        while trainer.round(&|_| true).is_some() {}
        trainer.evaluate().rate()
    };
    let cea = Aim::Fixed {
        beta: 0.5,
        eta: 0.01,
    };
    let (cea, ce) = (rate(cea), rate(Aim::Ce));
    assert!(cea < ce / 2.0, "CEA {cea}, CE {ce}");
}
