//! Weights written by admit give the same network in `PyTorch`.
//!
//! `examples/weights.py` reads a file into a `PyTorch` network; its logits are ours,
//! up to rounding. Without torch, safetensors or numpy, the tests print so
//! and pass. `PYTHON` sets the interpreter, by default `python3`.
#![cfg(feature = "learn")]

use admit::learn::decision_rule::Rule;
use admit::learn::model::{About, Model};
use admit::learn::network::Network;
use admit::learn::pair::{PairNetwork, Shape};
use admit::learn::spec::Form;
use approx::assert_relative_eq;
use ndarray::Array2;
use ndarray_npy::{WritableElement, write_npy};
use std::path::Path;
use std::process::Command;

/// The interpreter, if it has the packages needed.
fn python() -> Option<String> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let there = Command::new(&python)
        .args(["-c", "import torch, safetensors, numpy"])
        .output();
    if there.is_ok_and(|o| o.status.success()) {
        return Some(python);
    }
    println!("not run: PyTorch is not installed here");
    None
}

/// `PyTorch`'s logits for nine inputs, and ours beside them.
fn same<T: WritableElement>(python: &str, weights: &Path, inputs: Vec<T>, ours: &[f32]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.npy");
    let rows = Array2::from_shape_vec((9, inputs.len() / 9), inputs).unwrap();
    write_npy(&path, &rows).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/weights.py");
    let ran = Command::new(python)
        .arg(script)
        .args([weights, &path])
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let theirs: Vec<f32> = String::from_utf8(ran.stdout)
        .unwrap()
        .split_whitespace()
        .map(|number| number.parse().unwrap())
        .collect();
    assert_eq!(theirs.len(), ours.len());
    for (theirs, ours) in theirs.iter().zip(ours) {
        assert_relative_eq!(theirs, ours, epsilon = 1e-4);
    }
}

#[test]
fn pytorch_computes_the_same_logits_of_pairs() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("model.safetensors");
    // Slots of different sizes test the order of embedding rows, and non-zero biases
    // test that they are read.
    for (values, blocks, classes) in [(vec![24; 6], 1, 11), (vec![5, 24, 7, 2], 2, 17)] {
        let shape = Shape {
            values,
            rows: 48,
            width: 32,
            blocks,
            classes,
        };
        let drawn = PairNetwork::new(shape.clone(), 17).unwrap();
        let moved = drawn.weights().iter().enumerate();
        let moved = moved.map(|(k, weight)| {
            // Numbers that are exact in 16 bits.
            ((weight + (k % 7) as f32 * 0.01) * 256.0).round() / 256.0
        });
        let network = PairNetwork::from_weights(shape.clone(), moved.collect()).unwrap();
        let about = About {
            pattern: "6-edge".to_owned(),
            base: None,
            canonical: false,
            rule: Rule::ArgMax,
            form: Form::Pair(shape.clone()),
            samples: 0,
            seed: 17,
        };
        let model = Model {
            about,
            network: network.copy(),
        };
        model.save(&weights).unwrap();
        let tokens = (0..9_u32).flat_map(|sample| {
            let token = move |(slot, &values): (u32, &u16)| {
                let drawn = (9 * slot + sample).wrapping_mul(2_654_435_761) >> 8;
                (drawn % u32::from(values)) as u16
            };
            (0..).zip(&shape.values).map(token)
        });
        let tokens: Vec<u16> = tokens.collect();
        let samples = tokens.chunks_exact(shape.values.len());
        let ours: Vec<f32> = samples.flat_map(|t| network.logits(t)).collect();
        let inputs = tokens.iter().map(|&token| i64::from(token)).collect();
        same::<i64>(&python, &weights, inputs, &ours);
    }
}

#[cfg(feature = "burn")]
#[test]
fn pytorch_computes_the_same_logits() {
    use admit::learn::burn::{PaperConfig, PaperNetwork};
    use burn::prelude::Device;
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("w.safetensors");
    for name in ["scaling/5", "paper/6-edge", "paper/7-edge"] {
        let config = PaperConfig::named(name).unwrap();
        let network = PaperNetwork::new(config, 17, &Device::default());
        network.save(&weights).unwrap();
        let x: Vec<f32> = (0..9 * config.inputs())
            .map(|i| (i as u32).wrapping_mul(2_654_435_761) as f32 / u32::MAX as f32)
            .collect();
        let ours = network.logits(x.clone());
        same(&python, &weights, x, &ours);
    }
}
