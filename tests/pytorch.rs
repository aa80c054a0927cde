//! Weights that admit writes are the same network in `PyTorch`.
//!
//! `examples/weights.py` reads a file into a network of `PyTorch`; its logits are ours,
//! up to rounding. Where Python has no torch, safetensors or numpy, the test says so
//! and passes. `PYTHON` names another interpreter than `python3`.
#![cfg(feature = "burn")]

use admit::learn::burn::{PaperConfig, PaperNetwork};
use approx::assert_relative_eq;
use burn::prelude::Device;
use ndarray::Array2;
use std::process::Command;

#[test]
fn pytorch_computes_the_same_logits() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let there = Command::new(&python)
        .args(["-c", "import torch, safetensors, numpy"])
        .output();
    if !there.is_ok_and(|o| o.status.success()) {
        println!("not run: PyTorch is not installed here");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [weights, inputs] = ["w.safetensors", "x.npy"].map(|name| folder.path().join(name));
    for name in ["scaling/5", "paper/6-edge", "paper/7-edge"] {
        let config = PaperConfig::named(name).unwrap();
        let network = PaperNetwork::new(config, 17, &Device::default());
        network.save(&weights).unwrap();
        let x: Vec<f32> = (0..9 * config.inputs())
            .map(|i| (i as u32).wrapping_mul(2_654_435_761) as f32 / u32::MAX as f32)
            .collect();
        let rows = Array2::from_shape_vec((9, config.inputs()), x.clone()).unwrap();
        ndarray_npy::write_npy(&inputs, &rows).unwrap();

        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/weights.py");
        let ran = Command::new(&python)
            .arg(script)
            .args([&weights, &inputs])
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
        let ours = network.logits(x);
        assert_eq!(theirs.len(), ours.len(), "{name}");
        for (theirs, ours) in theirs.into_iter().zip(ours) {
            assert_relative_eq!(theirs, ours, epsilon = 1e-4);
        }
    }
}
