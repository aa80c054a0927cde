//! The models that are kept in `models/`: each can be read, decides by its own rule,
//! and does on a sample of states what `models/models.json` says of all of them.

use admit::learn::evaluate::{ByClass, evaluate};
use admit::learn::model::Model;
use admit::learn::sample::{Batch, CubeExamples, Examples, Sampler, Shares};
use admit::pdb::cube::{CubeTableForm, CubeTableSpec};
use admit::stats::interval::clopper_pearson;
use admit_cli::report::page::results::Learnt;
use admit_verification::paper::TABLE_2;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What is said of a model.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    /// Its file.
    file: String,
    /// The pattern, as `admit train` takes it.
    pattern: String,
    /// The commands that made it, one after the other.
    commands: Vec<String>,
    /// Bytes at 16 bits a weight.
    bytes: usize,
    /// Samples seen, and for how many minutes of one core.
    samples: u64,
    minutes: f64,
    /// All states: how many, the mean value, how many are overestimated.
    states: u64,
    mean: f64,
    over: u64,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../models")
}

fn said() -> Vec<Said> {
    let text = std::fs::read_to_string(folder().join("models.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn examples(said: &Said, canonical: bool) -> CubeExamples {
    let CubeTableSpec { pattern, form } = said.pattern.parse().unwrap();
    let (pattern, base) = match form {
        CubeTableForm::Exact => (pattern, None),
        CubeTableForm::Delta { base, factor: None } => (pattern, Some(base)),
        _ => panic!("{} is no pattern", said.pattern),
    };
    CubeExamples::build(pattern, base, canonical).unwrap()
}

#[test]
fn models_do_what_is_said_of_them() {
    for said in said() {
        let path = folder().join(&said.file);
        assert!(
            path.metadata().unwrap().len() <= 4_000_000,
            "{} is too large to be kept",
            said.file
        );
        let model = Model::load(&path).unwrap();
        assert_eq!(2 * model.about.form.parameters(), said.bytes);
        assert_eq!(model.about.samples, said.samples);
        assert!(said.minutes > 0.0);
        let begun = format!("admit train {} ", said.pattern);
        assert!(said.commands[0].starts_with(&begun), "{:?}", said.commands);
        let examples = examples(&said, model.about.canonical);
        assert_eq!(examples.states(), said.states);

        let count = 1 << 18;
        let sampler = Sampler::new(&examples, Shares::Proportional, 99);
        let mut batch = Batch::default();
        sampler.draw(&examples, 0, count, &mut batch);
        let found = evaluate(&*model.network, model.about.rule, &examples, &batch.numbers);
        // Values differ by far less than 12 from each other.
        let error = 5.0 * 2.0 / (count as f64).sqrt();
        assert!(
            (found.mean() - said.mean).abs() < error,
            "{}: mean {}, said to be {}",
            said.file,
            found.mean(),
            said.mean
        );
        let rate = said.over as f64 / said.states as f64;
        let mut printed = TABLE_2.iter();
        if let Some(row) = printed.find(|row| row.pattern == said.pattern) {
            assert!(rate <= row.cea.rate.to_f64(), "{}: {rate:e}", said.file);
            // All but the differences are above the compressed table of the paper.
            let above = said.mean > row.compressed.mean.to_f64();
            assert_eq!(above, !said.pattern.contains("delta"), "{}", said.file);
        }
        let (low, high) = clopper_pearson(found.over(), found.states());
        assert!(
            low / 2.0 <= rate && rate <= 2.0 * high,
            "{}: {rate:e} is not between {low:e} and {high:e}",
            said.file
        );
    }
}

/// What the page is made of: the same models, class by class. The careful rule is that of
/// the file; where all classes were counted, they add up to what is said of all states.
#[test]
fn classes_add_up_to_what_is_said_of_all_states() {
    let text = std::fs::read_to_string(folder().join("learned.json")).unwrap();
    let learnt: Vec<Learnt> = serde_json::from_str(&text).unwrap();
    let said = said();
    for model in &said {
        let of_table = || learnt.iter().filter(|learnt| learnt.table == model.pattern);
        let careful = of_table().find(|learnt| learnt.name.ends_with("careful"));
        let careful = careful.unwrap_or_else(|| panic!("{}", model.pattern));
        assert!(
            (careful.mean - model.mean).abs() < 1e-12,
            "{}",
            model.pattern
        );
        assert_eq!(careful.over, model.over, "{}", model.pattern);
        for learnt in of_table() {
            assert_eq!(learnt.states, model.states);
            assert_eq!(
                (learnt.bytes, learnt.samples),
                (model.bytes as u64, model.samples)
            );
            assert!(learnt.command.starts_with(&model.commands[0]));
            if learnt.by_class.is_empty() {
                continue;
            }
            let sum = |of: fn(&ByClass) -> u64| learnt.by_class.iter().map(of).sum::<u64>();
            assert_eq!(sum(|class| class.states), learnt.states);
            assert_eq!(sum(|class| class.over), learnt.over);
            assert_eq!(sum(|class| class.excess.iter().sum()), learnt.over);
            let mean = sum(|class| class.sum) as f64 / learnt.states as f64;
            assert!((mean - learnt.mean).abs() < 1e-12);
        }
    }
    assert!(learnt.iter().filter(|l| !l.by_class.is_empty()).count() >= 4);
}
