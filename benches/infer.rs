//! Speed of integer inference with pair networks, compared with the same networks in
//! `PyTorch` and ONNX Runtime in the same run, on one core.
//!
//! All sides evaluate the same states, one at a time and in batches of 16,384. Tokens
//! are encoded beforehand; `PyTorch` even receives the indices of embedding rows, which
//! admit computes from tokens. For admit, all instruction sets are measured, and also
//! states in rank order, as in a sweep. Rounds alternate, so that other load
//! on the machine affects all sides; for each side the best round counts, by processor
//! time. `PyTorch` and ONNX Runtime are measured in several variants (see `pytorch.py`),
//! with 32-bit and 16-bit floats. `PYTHON` sets the interpreter, by default `python3`.
//!
//! `cargo bench --bench infer` takes about two minutes; `-- 6-edge` runs one network.

use admit::fixed::batch::{Fast, Room};
use admit::fixed::quantise::{RowBits, quantise};
use admit::fixed::{FixedNetwork, FixedRule};
use admit::learn::encode::{CubeEncoding, RankedTokens, Tokens};
use admit::learn::pair::{PairNetwork, Shape};
use admit::pdb::cube::{CubePattern, CubeRanker};
use pytorch::Python;
#[path = "common/pytorch.rs"]
mod pytorch;
#[allow(dead_code)]
#[path = "common/time.rs"]
mod time;

/// Pattern, width of embedding rows, width of layers, blocks, classes.
const NETWORKS: [(&str, usize, usize, usize, usize); 3] = [
    ("6-edge", 96, 64, 1, 11),
    ("7-edge", 112, 64, 1, 12),
    ("8-corner", 48, 64, 2, 12),
];
const BATCH: usize = 16_384;
const ROUNDS: usize = 5;
const FORMS: [&str; 6] = ["plain", "gathered", "half", "compiled", "onnx", "onnx-half"];
/// The variants that admit is compared with; the fastest counts.
const KINDS: [(&str, &[&str]); 4] = [
    ("PyTorch at 32 bits", &["plain", "gathered", "compiled"]),
    ("PyTorch at 16 bits", &["half"]),
    ("ONNX Runtime at 32 bits", &["onnx"]),
    ("ONNX Runtime at 16 bits", &["onnx-half"]),
];

fn main() {
    let networks = NETWORKS.map(|network| (network.0, network));
    pytorch::beside(1, "admit", ROUNDS, networks, compare);
}

/// A side, and the states per second that it evaluates.
struct Side {
    name: String,
    states: usize,
    seconds: f64,
}

impl Side {
    fn new(name: impl Into<String>, states: usize) -> Side {
        Side {
            name: name.into(),
            states,
            seconds: f64::INFINITY,
        }
    }

    fn measure(&mut self, mut run: impl FnMut()) {
        let start = time::processor_seconds();
        run();
        self.seconds = self.seconds.min(time::processor_seconds() - start);
    }

    fn rate(&self) -> f64 {
        self.states as f64 / self.seconds
    }
}

fn compare(network: (&str, usize, usize, usize, usize), mut python: Option<&mut Python>) {
    let (name, rows, width, blocks, classes) = network;
    let pattern: CubePattern = name.parse().expect("the benchmarks use named patterns");
    let ranker = CubeRanker::new(pattern).expect("they can be numbered");
    let states = ranker.states();
    let tokens = RankedTokens::new(ranker.clone(), CubeEncoding::new(ranker.pattern(), false));
    let slots = tokens.values().len();
    let write = |number: &dyn Fn(u64) -> u64| {
        let mut written = vec![0; BATCH * slots];
        for (i, written) in (1..).zip(written.chunks_exact_mut(slots)) {
            tokens.write(number(i), written);
        }
        written
    };
    // Steps of the golden ratio are as spread out as random draws.
    let golden = |i: u64| 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(i) as u128 * states as u128;
    let drawn = write(&|i| (golden(i) >> 64) as u64);
    let in_order = write(&|i| states / 3 + i);
    let shape = Shape {
        values: tokens.values().to_vec(),
        rows,
        width,
        blocks,
        classes,
    };
    let learned = PairNetwork::new(shape.clone(), 1).expect("it is a shape");
    let some: Vec<Vec<u16>> = drawn
        .chunks(slots)
        .take(1000)
        .map(<[u16]>::to_vec)
        .collect();
    let fixed = |bits| -> FixedNetwork {
        quantise(&learned, bits, FixedRule::with_share(0.3), &some).expect("nothing overflows")
    };

    let mut own = Vec::new();
    for (bits, word) in [(RowBits::Narrow, "8"), (RowBits::Wide, "16")] {
        for fast in Fast::each(&fixed(bits)) {
            let name = format!("admit, rows of {word} bits, {}", fast.instructions());
            for (tokens, batch, what) in [
                (&drawn, 1, "one at a time"),
                (&drawn, BATCH, "at once"),
                (&in_order, BATCH, "in order"),
            ] {
                let side = Side::new(format!("{name}, {what}"), BATCH);
                own.push((side, fast.clone(), tokens, batch));
            }
        }
    }
    let peers =
        |states: usize, what: &str| FORMS.map(|f| Side::new(format!("{f}, {what}"), states));
    let mut peers = [peers(BATCH, "at once"), peers(1, "one at a time")];
    let rows: Vec<&[u16]> = drawn.chunks_exact(slots).collect();
    let mut values = vec![0; BATCH];
    for _ in 0..ROUNDS {
        for (side, fast, tokens, batch) in &mut own {
            let mut room = Room::new(fast);
            side.measure(|| {
                let each = tokens.chunks(*batch * slots).zip(values.chunks_mut(*batch));
                for (tokens, values) in each {
                    room.values(tokens, values);
                }
            });
        }
        let Some(python) = &mut python else { continue };
        for (peers, steps) in peers.iter_mut().zip([4, 400]) {
            let tokens = &rows[..peers[0].states];
            for (side, form) in peers.iter_mut().zip(FORMS) {
                let asked = serde_json::json!({
                    "infer": shape, "tokens": tokens, "form": form, "steps": steps,
                });
                let [_, processor] = python.train(&asked);
                if processor.is_finite() {
                    side.seconds = side.seconds.min(processor / steps as f64);
                }
            }
        }
    }

    println!(
        "{name} pair:{},{width},{blocks}, states per second of processor time",
        shape.rows
    );
    let own: Vec<Side> = own.into_iter().map(|(side, ..)| side).collect();
    print(&own, &peers);
}

fn print(own: &[Side], peers: &[[Side; FORMS.len()]; 2]) {
    let all = own.iter().chain(peers.iter().flatten());
    for side in all.filter(|side| side.seconds.is_finite()) {
        println!("  {:>10.0}  {}", side.rate(), side.name);
    }
    let best = |what: &str| {
        let rates = own.iter().filter(|side| side.name.ends_with(what));
        rates.map(Side::rate).fold(0.0, f64::max)
    };
    for (peers, what) in peers.iter().zip(["at once", "one at a time"]) {
        for (kind, forms) in KINDS {
            let named = |side: &&Side| forms.iter().any(|f| side.name == format!("{f}, {what}"));
            let peer = peers.iter().filter(named).map(Side::rate);
            let peer = peer.fold(0.0, f64::max);
            if peer > 0.0 {
                let ratio = best(what) / peer;
                println!("  {ratio:.1} times {kind}, {what}");
            }
        }
    }
}
