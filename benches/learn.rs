//! Speed of training the paper's networks with burn, compared with `PyTorch` in the same run.
//!
//! Both sides alternate with the same steps: Adam, cross-entropy, batches of 4096
//! samples, drawn once, with the same number of threads. Rounds alternate, so
//! that other load on the machine affects both; for each side the best round counts.
//! `PyTorch` is measured in two variants, plain and tuned (see `pytorch.py`);
//! without it, only burn is measured. `PYTHON` sets the interpreter, by default
//! `python3`.
//!
//! `cargo bench --bench learn` takes about two minutes; `-- scaling/5` runs one
//! network.

use admit::learn::burn::{PaperConfig, PaperNetwork, Trainer};
use admit::learn::loss::Loss;
use burn::prelude::Device;
use pytorch::Python;
use std::time::Instant;
#[path = "common/pytorch.rs"]
mod pytorch;
// Shared with other benches, which use more of it.
#[allow(dead_code)]
#[path = "common/time.rs"]
mod time;

/// Batches become tensors of many megabytes, which the system's allocator returns
/// to the system and requests again at every step.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const NETWORKS: [&str; 3] = ["scaling/1", "scaling/3", "scaling/5"];
const BATCH: usize = 4096;
const ROUNDS: usize = 5;
const SIDES: [&str; 4] = [
    "burn",
    "burn, one shard",
    "PyTorch, plain",
    "PyTorch, tuned",
];

fn main() {
    let networks = NETWORKS.map(|name| (name, name));
    pytorch::beside(
        rayon::current_num_threads(),
        "burn",
        ROUNDS,
        networks,
        compare,
    );
}

fn compare(name: &str, mut python: Option<&mut Python>) {
    let config = PaperConfig::named(name).expect("the benchmarks use named networks");
    let steps = 2_000_000 / config.parameters() + 4;
    let trainer = |shards| {
        let network = PaperNetwork::new(config, 1, &Device::default());
        Trainer::with_shards(network, shards)
    };
    let mut trainers = [rayon::current_num_threads(), 1].map(trainer);
    let inputs: Vec<f32> = (0..BATCH * config.inputs())
        .map(|i| (i as u32).wrapping_mul(2_654_435_761) as f32 / u32::MAX as f32)
        .collect();
    let targets: Vec<u8> = (0..BATCH).map(|i| (i % config.classes) as u8).collect();
    for trainer in &mut trainers {
        trainer.step(inputs.clone(), &targets, Loss::Ce, 1e-3);
    }
    let burn = |trainer: &mut Trainer| {
        let (start, processor) = (Instant::now(), time::processor_seconds());
        for _ in 0..steps {
            trainer.step(inputs.clone(), &targets, Loss::Ce, 1e-3);
        }
        [
            start.elapsed().as_secs_f64(),
            time::processor_seconds() - processor,
        ]
    };
    let mut best = [[f64::INFINITY; 2]; SIDES.len()];
    for _ in 0..ROUNDS {
        let mut round: Vec<[f64; 2]> = trainers.iter_mut().map(burn).collect();
        if let Some(python) = &mut python {
            round.extend(["plain", "tuned"].map(|form| {
                python.train(&serde_json::json!({
                    "network": config, "form": form, "batch": BATCH, "steps": steps,
                }))
            }));
        }
        for (best, found) in best.iter_mut().zip(round) {
            for (best, found) in best.iter_mut().zip(found) {
                *best = best.min(found);
            }
        }
    }
    // PyTorch's threads busy-wait for each other: with fewer cores than threads it
    // loses most of its speed, not only its share.
    let busy = best[0][1] / best[0][0] / rayon::current_num_threads() as f64;
    if busy < 0.8 {
        println!("other programs used the cores ({busy:.2} of them were left): compare single");
        println!("threads only, with RAYON_NUM_THREADS=1");
    }
    let samples = (BATCH * steps) as f64;
    println!("{name} ({}/{})", config.fc, config.res);
    let rate = |[wall, processor]: [f64; 2]| {
        format!("{:>9.0} ({:>9.0})", samples / wall, samples / processor)
    };
    for (side, times) in SIDES.into_iter().zip(best) {
        if times[0].is_finite() {
            let [wall, processor] = [0, 1].map(|i| times[i] / best[0][i]);
            println!("  {side:<15} {}  {wall:.2} ({processor:.2})", rate(times));
        }
    }
}
