//! Speed of training pair networks, compared with `PyTorch` in the same run.
//!
//! Both sides take the same steps in turn: Adam, cross-entropy, the same batch of 16,384 samples,
//! with the same number of threads. Tokens are drawn and encoded beforehand, on both sides, so that
//! only the network is measured; `PyTorch` even receives the indices of embedding rows, which admit
//! computes from tokens at every step. Rounds alternate, so that other load on the machine affects
//! both; for each side the best round counts. `PyTorch` is measured in several variants (see
//! `pytorch.py`), and admit is compared with the fastest; without it, only admit is measured.
//! `PYTHON` sets the interpreter, by default `python3`.
//!
//! `cargo bench --bench pair` takes about two minutes on an idle machine; `-- 6-edge`
//! runs one network.

use admit::learn::encode::{CubeEncoding, RankedTokens, Tokens};
use admit::learn::loss::{Loss, Weights};
use admit::learn::pair::{Memory, PairNetwork, Shape};
use admit::pdb::cube::{CubePattern, CubeRanker};
use pytorch::Python;
use std::time::Instant;
#[path = "common/pytorch.rs"]
mod pytorch;
// Shared with other benches, which use more of it.
#[allow(dead_code)]
#[path = "common/time.rs"]
mod time;

/// Pattern, width of embedding rows, width of layers, blocks, classes.
const NETWORKS: [(&str, usize, usize, usize, usize); 2] =
    [("6-edge", 96, 64, 1, 11), ("8-corner", 48, 64, 2, 12)];
const BATCH: usize = 16_384;
const STEPS: usize = 4;
const ROUNDS: usize = 5;
const FORMS: [&str; 4] = ["plain", "tuned", "sparse", "gathered"];

/// Tokens that were encoded beforehand.
struct Written {
    values: Vec<u16>,
    tokens: Vec<u16>,
}

impl Tokens for Written {
    fn values(&self) -> &[u16] {
        &self.values
    }

    fn write(&self, number: u64, tokens: &mut [u16]) {
        let at = number as usize * tokens.len();
        tokens.copy_from_slice(&self.tokens[at..at + tokens.len()]);
    }
}

fn main() {
    let networks = NETWORKS.map(|network| (network.0, network));
    pytorch::beside(
        rayon::current_num_threads(),
        "admit",
        ROUNDS,
        networks,
        compare,
    );
}

fn compare(network: (&str, usize, usize, usize, usize), mut python: Option<&mut Python>) {
    let (name, rows, width, blocks, classes) = network;
    let written = draw(name);
    let shape = Shape {
        values: written.values.clone(),
        rows,
        width,
        blocks,
        classes,
    };
    let numbers: Vec<u64> = (0..BATCH as u64).collect();
    let targets: Vec<u8> = (0..BATCH).map(|i| (i % classes) as u8).collect();
    let mut network = PairNetwork::new(shape.clone(), 1).expect("it is a shape");
    let mut memory = Memory::new(&network);
    let loss = Weights::new(Loss::Ce, classes);
    let mut step = || network.learn(&mut memory, &written, &numbers, &targets, &loss, 1e-3);
    step();
    let rows: Vec<&[u16]> = written.tokens.chunks_exact(shape.values.len()).collect();
    let mut asked = serde_json::json!({
        "pair": shape, "tokens": rows, "classes": targets, "steps": STEPS,
    });
    let mut best = [[f64::INFINITY; 2]; 1 + FORMS.len()];
    for _ in 0..ROUNDS {
        let (start, processor) = (Instant::now(), time::processor_seconds());
        for _ in 0..STEPS {
            step();
        }
        let seconds = start.elapsed().as_secs_f64();
        let mut round = vec![[seconds, time::processor_seconds() - processor]];
        if let Some(python) = &mut python {
            for form in FORMS {
                asked["form"] = form.into();
                round.push(python.train(&asked));
            }
        }
        for (best, found) in best.iter_mut().zip(round) {
            for (best, found) in best.iter_mut().zip(found) {
                *best = best.min(found);
            }
        }
    }
    println!("{name} pair:{},{width},{blocks}", shape.rows);
    let samples = (BATCH * STEPS) as f64;
    for (side, times) in ["admit"].iter().chain(&FORMS).zip(best) {
        if times[0].is_finite() {
            let [wall, processor] = times.map(|seconds| samples / seconds);
            let [by_wall, by_processor] = [0, 1].map(|i| times[i] / best[0][i]);
            println!(
                "  {side:<9} {wall:>9.0} ({processor:>9.0})  {by_wall:.2} ({by_processor:.2})"
            );
        }
    }
    let least = |i: usize| best[1..].iter().map(|t| t[i]).fold(f64::INFINITY, f64::min);
    let [wall, processor] = [0, 1].map(|i| least(i) / best[0][i]);
    if wall.is_finite() {
        println!("  compared with the fastest variant of PyTorch: {wall:.2} ({processor:.2})");
    }
}

/// A batch of states of a pattern.
fn draw(pattern: &str) -> Written {
    let pattern: CubePattern = pattern.parse().expect("the benchmarks use named patterns");
    let ranker = CubeRanker::new(pattern).expect("they can be numbered");
    let states = ranker.states();
    let tokens = RankedTokens::new(ranker.clone(), CubeEncoding::new(ranker.pattern(), false));
    let slots = tokens.values().len();
    let mut written = vec![0; BATCH * slots];
    for (i, written) in (1..).zip(written.chunks_exact_mut(slots)) {
        // Steps of the golden ratio are as spread out as random draws.
        let number = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(i) as u128 * states as u128;
        tokens.write((number >> 64) as u64, written);
    }
    Written {
        values: tokens.values().to_vec(),
        tokens: written,
    }
}
