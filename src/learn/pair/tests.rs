//! Pair networks: gradients against finite differences, agreement of kernels, learning.

use super::*;
use crate::files::Options;
use crate::learn::loss::Loss;
use crate::learn::sample::{Batch, CubeExamples, Examples, Sampler, Shares};
use crate::pdb::cube::CubeTable;
use approx::assert_relative_eq;

fn examples(pattern: &str) -> CubeExamples {
    let table = CubeTable::build(pattern.parse().unwrap(), &Options::default()).unwrap();
    CubeExamples::new(table, false).unwrap()
}

fn shape(slots: usize, classes: usize) -> Shape {
    Shape {
        values: vec![24; slots],
        rows: 16,
        width: 16,
        blocks: 2,
        classes,
    }
}

/// Mean loss of a batch, from logits.
fn loss_of(network: &PairNetwork, examples: &CubeExamples, batch: &Batch, loss: Loss) -> f64 {
    let slots = network.shape().values.len();
    let mut tokens = vec![0; slots];
    let each = batch.numbers.iter().zip(&batch.classes);
    each.map(|(&number, &class)| {
        examples.tokens().write(number, &mut tokens);
        loss.value(&network.logits(&tokens), class as usize) as f64
    })
    .sum::<f64>()
        / batch.numbers.len() as f64
}

#[test]
fn gradients_equal_finite_differences() {
    let examples = examples("edges:UR,UF,DL");
    let sampler = Sampler::new(&examples, Shares::Proportional, 1);
    let mut batch = Batch::default();
    // The last block is partial.
    sampler.draw(&examples, 0, 150, &mut batch);
    for loss in [
        Loss::Ce,
        Loss::Cea {
            beta: 1.0,
            eta: 0.1,
        },
    ] {
        // More classes than occur, and than fit into one tile.
        let network = PairNetwork::new(shape(3, 19), 5).unwrap();
        let weights = Weights::new(loss, 19);
        let mut gradient = vec![0.0; network.layout.len];
        let mut work = Work::new(&network);
        for at in (0..150).step_by(BLOCK) {
            let end = (at + BLOCK).min(150);
            let (numbers, classes) = (&batch.numbers[at..end], &batch.classes[at..end]);
            work.fill(&network, examples.tokens(), numbers, classes);
            work.forward(&network);
            work.backward(&network, &weights, 1.0 / 150.0, &mut gradient);
        }
        // Some weights of every part.
        let mut looked_at = 0;
        for (name, _, part) in network.parts() {
            let from = part.as_ptr() as usize - network.weights.as_ptr() as usize;
            let from = from / size_of::<f32>();
            for k in (0..part.len()).step_by(part.len() / 7 + 1) {
                let at = |step: f32| {
                    let mut moved = network.weights.clone();
                    moved[from + k] += step;
                    let moved = PairNetwork::from_weights(network.shape.clone(), moved).unwrap();
                    loss_of(&moved, &examples, &batch, loss)
                };
                let slope = (at(2e-3) - at(-2e-3)) / 4e-3;
                let found = gradient[from + k] as f64;
                assert!(
                    (found - slope).abs() < 3e-4 + 0.05 * slope.abs(),
                    "{name}, {k}: {found}, {slope}"
                );
                looked_at += (slope.abs() > 1e-3) as u32;
            }
        }
        assert!(looked_at > 20, "most gradients are 0: {looked_at}");
    }
}

#[test]
fn both_kernels_agree() {
    let mut network = PairNetwork::new(shape(4, 7), 3).unwrap();
    let tokens = [3, 17, 0, 23];
    let best = network.logits(&tokens);
    network.kernel = Kernel::Portable;
    for (one, other) in network.logits(&tokens).iter().zip(&best) {
        assert_relative_eq!(one, other, epsilon = 1e-4);
    }
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    let examples = examples("edges:UR,UF,DL");
    let sampler = Sampler::new(&examples, Shares::Proportional, 1);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut network = PairNetwork::new(shape(3, sampler.classes()), 5).unwrap();
            let mut memory = Memory::new(&network);
            let loss = Weights::new(Loss::Ce, sampler.classes());
            let mut batch = Batch::default();
            for step in 0..20 {
                sampler.draw(&examples, step, 300, &mut batch);
                let (numbers, classes) = (&batch.numbers, &batch.classes);
                network.learn(
                    &mut memory,
                    examples.tokens(),
                    numbers,
                    classes,
                    &loss,
                    0.01,
                );
            }
            network.weights
        })
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_small_table_is_learned() {
    let examples = examples("edges:UR,UF,DL");
    let sampler = Sampler::new(&examples, Shares::Proportional, 1);
    let mut network = PairNetwork::new(shape(3, sampler.classes()), 5).unwrap();
    let mut memory = Memory::new(&network);
    let loss = Weights::new(Loss::Ce, sampler.classes());
    let mut batch = Batch::default();
    let mut last = Progress::default();
    for step in 0..600 {
        sampler.draw(&examples, step, 1024, &mut batch);
        let rate = 0.02 * (1.0 - step as f32 / 600.0);
        let (numbers, classes) = (&batch.numbers, &batch.classes);
        last = network.learn(
            &mut memory,
            examples.tokens(),
            numbers,
            classes,
            &loss,
            rate,
        );
    }
    assert!(last.right > 1000, "{last:?}");
}

#[test]
fn invalid_sizes_are_refused() {
    let shape = |values: usize, rows, width, classes| Shape {
        values: vec![24; values],
        rows,
        width,
        blocks: 0,
        classes,
    };
    let why = |shape: Shape| PairNetwork::new(shape, 1).unwrap_err().to_string();
    assert_eq!(
        why(shape(1, 16, 16, 3)),
        "a pair network needs at least two slots, not 1"
    );
    assert_eq!(
        why(shape(2, 20, 16, 3)),
        "the width of rows must be a multiple of 16 and not 0, not 20"
    );
    assert_eq!(
        why(shape(2, 16, 0, 3)),
        "the width of layers must be a multiple of 16 and not 0, not 0"
    );
    assert_eq!(
        why(shape(2, 16, 16, 257)),
        "there must be 1 to 256 classes, not 257"
    );
}
