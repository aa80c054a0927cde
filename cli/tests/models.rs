//! The models in `models/`: each can be read, decides by its own rule, and reproduces on a sample
//! of states its figures in `models/models.json`, which are of all states.

use admit::learn::evaluate::{ByClass, evaluate};
use admit::learn::model::Model;
use admit::learn::sample::{Batch, CubeExamples, Examples, Sampler, Shares};
use admit::pdb::cube::{CubeTableForm, CubeTableSpec};
use admit::stats::interval::clopper_pearson;
use admit_cli::report::page::results::Learned;
use admit_verification::paper::TABLE_2;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The stated figures of a model.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated {
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

fn models() -> Vec<Stated> {
    let text = std::fs::read_to_string(folder().join("models.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn examples(stated: &Stated, canonical: bool) -> CubeExamples {
    let CubeTableSpec { pattern, form } = stated.pattern.parse().unwrap();
    let (pattern, base) = match form {
        CubeTableForm::Exact => (pattern, None),
        CubeTableForm::Delta { base, factor: None } => (pattern, Some(base)),
        _ => panic!("{} is no pattern", stated.pattern),
    };
    CubeExamples::build(pattern, base, canonical).unwrap()
}

#[test]
fn models_reproduce_their_stated_figures() {
    for stated in models() {
        let path = folder().join(&stated.file);
        assert!(
            path.metadata().unwrap().len() <= 4_000_000,
            "{} is too large to be kept",
            stated.file
        );
        let model = Model::load(&path).unwrap();
        assert_eq!(2 * model.about.form.parameters(), stated.bytes);
        assert_eq!(model.about.samples, stated.samples);
        assert!(stated.minutes > 0.0);
        let begun = format!("admit train {} ", stated.pattern);
        assert!(
            stated.commands[0].starts_with(&begun),
            "{:?}",
            stated.commands
        );
        let examples = examples(&stated, model.about.canonical);
        assert_eq!(examples.states(), stated.states);

        let count = 1 << 18;
        let sampler = Sampler::new(&examples, Shares::Proportional, 99);
        let mut batch = Batch::default();
        sampler.draw(&examples, 0, count, &mut batch);
        let found = evaluate(&*model.network, model.about.rule, &examples, &batch.numbers);
        // Values differ by far less than 12 from each other.
        let error = 5.0 * 2.0 / (count as f64).sqrt();
        assert!(
            (found.mean() - stated.mean).abs() < error,
            "{}: mean {}, stated {}",
            stated.file,
            found.mean(),
            stated.mean
        );
        let rate = stated.over as f64 / stated.states as f64;
        let mut printed = TABLE_2.iter();
        if let Some(row) = printed.find(|row| row.pattern == stated.pattern) {
            assert!(rate <= row.cea.rate.to_f64(), "{}: {rate:e}", stated.file);
            // All but the differences are above the compressed table of the paper.
            let above = stated.mean > row.compressed.mean.to_f64();
            assert_eq!(above, !stated.pattern.contains("delta"), "{}", stated.file);
        }
        let (low, high) = clopper_pearson(found.over(), found.states());
        assert!(
            low / 2.0 <= rate && rate <= 2.0 * high,
            "{}: {rate:e} is not between {low:e} and {high:e}",
            stated.file
        );
    }
}

/// The same models, class by class, as on the page. The careful rule is that of the file; where all
/// classes were counted, they add up to the figures of all states.
#[test]
fn classes_add_up_to_all_states() {
    let text = std::fs::read_to_string(folder().join("learned.json")).unwrap();
    let learned: Vec<Learned> = serde_json::from_str(&text).unwrap();
    let stated = models();
    for model in &stated {
        let of_table = || learned.iter().filter(|l| l.table == model.pattern);
        let careful = of_table().find(|l| l.name.ends_with("careful"));
        let careful = careful.unwrap_or_else(|| panic!("{}", model.pattern));
        assert!(
            (careful.mean - model.mean).abs() < 1e-12,
            "{}",
            model.pattern
        );
        assert_eq!(careful.over, model.over, "{}", model.pattern);
        for learned in of_table() {
            assert_eq!(learned.states, model.states);
            assert_eq!(
                (learned.bytes, learned.samples),
                (model.bytes as u64, model.samples)
            );
            assert!(learned.command.starts_with(&model.commands[0]));
            if learned.by_class.is_empty() {
                continue;
            }
            let sum = |of: fn(&ByClass) -> u64| learned.by_class.iter().map(of).sum::<u64>();
            assert_eq!(sum(|class| class.states), learned.states);
            assert_eq!(sum(|class| class.over), learned.over);
            assert_eq!(sum(|class| class.excess.iter().sum()), learned.over);
            let mean = sum(|class| class.sum) as f64 / learned.states as f64;
            assert!((mean - learned.mean).abs() < 1e-12);
        }
    }
    assert!(learned.iter().filter(|l| !l.by_class.is_empty()).count() >= 4);
}
