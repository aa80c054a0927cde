//! The steps of learning: one small network with each loss, both evaluated on every state, the one
//! of CEA certified, and cubes solved with it.

use super::super::compare::gather;
use super::super::context::{Context, Failure};
use super::super::eval::every_state;
use super::super::output::{Bar, Stages, Training};
use super::super::train::{examples, proved_table};
use crate::report::page::results::{Cubes, Learned, SolvedCube};
use admit::certify::{Certification, CertifyOutcome, GroundTruth};
use admit::learn::decision_rule::Rule;
use admit::learn::model::Model;
use admit::learn::sample::Shares;
use admit::learn::train::{Aim, Budget, Settings, Trainer};
use admit::search::compare::{ComparedPattern, Contender, RandomCube};
use admit::space::cube::format_moves;
use std::path::Path;

/// The pattern: 3,041,280 states.
const PATTERN: &str = "5-edge";
/// The network.
const NET: &str = "pair:32,32,1";
/// Training samples.
const SAMPLES: u64 = 1 << 25;
/// Batch size.
const BATCH: usize = 16_384;
/// Samples between evaluations.
const ROUND: u64 = 1 << 20;
const SEED: u64 = 1;
/// Bytes that a certified heuristic may have, both files together.
pub(super) const BYTES: u64 = 300_000;
/// The losses, by the names that `admit train` takes.
const LOSSES: [(&str, &str); 2] = [("CEA", "cea:1,0.1"), ("CE", "ce")];
/// The model that is certified.
pub(super) const MODEL: &str = "cea.safetensors";

/// Settings of each network.
pub(super) fn all_settings() -> Result<Vec<Settings>, Failure> {
    LOSSES.iter().map(|(_, loss)| settings(loss)).collect()
}

fn settings(loss: &str) -> Result<Settings, Failure> {
    Ok(Settings {
        aim: loss.parse::<Aim>()?,
        batch: BATCH,
        shares: Shares::Power(0.5),
        round: ROUND,
        seed: SEED,
        ..Settings::new(PATTERN, NET.parse()?, Budget::Samples(SAMPLES))
    })
}

/// The command that trains the same network.
fn command(loss: &str) -> String {
    format!(
        "admit train {PATTERN} --net {NET} --loss {loss} --shares 0.5 --batch {BATCH} \
         --samples {SAMPLES} --every {ROUND} --seed {SEED}"
    )
}

/// The commands that train, certify and compare.
pub(super) fn commands(report: &Path) -> [String; 3] {
    let report = report.display();
    [
        LOSSES.map(|(_, loss)| command(loss)).join(" && "),
        format!("admit certify {report}/{MODEL} --bytes {BYTES} --out {report}/certified"),
        format!("admit compare {PATTERN} --bytes {BYTES} --certified {report}/certified"),
    ]
}

/// Trains with each loss and evaluates on every state.
pub(super) fn learn(context: &Context, folder: &Path) -> Result<Vec<Learned>, Failure> {
    let examples = examples(context, PATTERN, None, false)?;
    let mut all = Vec::new();
    for (name, loss) in LOSSES {
        let mut trainer = Trainer::new(&examples, settings(loss)?)?;
        let bar = Training::new(&format!("{PATTERN} by {name}"));
        let mut log = Vec::new();
        while let Some(report) = trainer.round(&|_| true) {
            bar.show(&report, trainer.spent(), trainer.left());
            log.push(report);
        }
        drop(bar);
        let file = folder.join(format!("{}.safetensors", name.to_lowercase()));
        trainer.model(Rule::ArgMax).save(&file)?;
        // The network of the file, with its weights rounded.
        let model = Model::load(&file)?;
        let found = every_state(&model, model.about.rule, &examples);
        all.push(Learned {
            name: format!("{PATTERN} by {name}"),
            table: PATTERN.to_owned(),
            loss: name.to_owned(),
            net: NET.to_owned(),
            rule: "the largest logit".to_owned(),
            bytes: 2 * model.about.form.parameters() as u64,
            samples: SAMPLES,
            seed: SEED,
            states: found.states(),
            mean: found.mean(),
            over: found.over(),
            by_class: found.by_class,
            log,
            command: command(loss),
        });
    }
    Ok(all)
}

/// Certifies the network trained with CEA.
pub(super) fn certify(context: &Context, report: &Path, folder: &Path) -> Result<(), Failure> {
    let table = proved_table(context, PATTERN, None)?;
    let model = Model::load(&report.join(MODEL))?;
    let network = model.pairs()?;
    let stages = Stages::new();
    let options = stages.options();
    let truth = GroundTruth::of_cube((&model.about).into(), &table, &options)?;
    let certification = Certification::new(&truth, &network, BYTES, folder);
    match certification.progress(options.progress).run()? {
        CertifyOutcome::Certified(_) => Ok(()),
        other => Err(format!("the certification did not come to an end: {other:?}").into()),
    }
}

/// Numbers of turns, and of cubes for each.
const DEPTHS: [(u32, u32); 3] = [(8, 3), (9, 3), (10, 2)];

/// Solves cubes with the certified network and with tables.
pub(super) fn solve(context: &Context, folder: &Path) -> Result<Cubes, Failure> {
    let pattern = ComparedPattern {
        pattern: PATTERN.parse()?,
        base: None,
    };
    let mut contenders = gather(context, pattern, BYTES, Some(folder))?;
    if let Some(certified) = contenders.certified.take() {
        contenders.all.swap(0, certified);
    }
    let instances = DEPTHS
        .iter()
        .flat_map(|&(depth, count)| (0..count).map(move |i| RandomCube::draw(SEED, depth, i)));
    let instances: Vec<RandomCube> = instances.collect();
    let bar = Bar::new(format!("solving {} cubes", instances.len()));
    let solutions = contenders.solve(&instances, bar.options().progress)?;
    let cubes = instances.iter().zip(&solutions);
    let cubes = cubes.map(|(instance, solutions)| SolvedCube {
        scramble: format_moves(&instance.moves),
        solution: format_moves(&solutions[0].moves),
        moves: solutions[0].moves.len() as u32,
        generated: solutions.iter().map(|s| s.generated).collect(),
    });
    let size = |c: &Contender| format!("{} ({:.2} MB)", c.name, c.bytes as f64 / 1e6);
    Ok(Cubes {
        heuristics: contenders.all.iter().map(size).collect(),
        cubes: cubes.collect(),
    })
}
