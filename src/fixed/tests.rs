//! Integer networks: all instruction sets against the plain formulas, updates of sums, refusals.

use super::batch::{BLOCK, Fast, Room};
use super::network::{FixedNetwork, Layer, Rows, Sizes};
use super::quantise::{RowBits, quantise};
use super::{FixedError, FixedRule};
use crate::files::Options;
use crate::learn::pair::{PairNetwork, Shape};
use crate::learn::sample::{CubeExamples, Examples};
use crate::pdb::cube::CubeTable;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A random network with weights near the limit of overflow.
fn random(seed: u64) -> FixedNetwork {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |n: u64| (rng.next_u64() >> 11) % n;
    let sizes = Sizes {
        values: (0..2 + below(6)).map(|_| 1 + below(12) as u16).collect(),
        rows: 16 * (1 + below(5) as usize),
        width: 16 * (1 + below(4) as usize),
        blocks: below(3) as usize,
        classes: 1 + below(20) as usize,
    };
    let mut around = |most: i64| below(2 * most as u64 + 1) as i64 - most;
    let all = sizes.all_rows().unwrap() * sizes.rows;
    let rows = if seed.is_multiple_of(2) {
        Rows::Narrow((0..all).map(|_| around(127) as i8).collect())
    } else {
        let most = 32_000 / (sizes.pairs() as i64 + 1);
        Rows::Wide((0..all).map(|_| around(most) as i16).collect())
    };
    let bias = (0..sizes.rows).map(|_| around(500) as i16).collect();
    let dims = sizes.layers();
    let layers = dims.iter().map(|&[inputs, outputs]| {
        // Inputs are at most 2^15, and sums at most 2^31.
        let most = (1 << 15) / inputs as i64;
        Layer {
            weights: (0..inputs * outputs).map(|_| around(most) as i16).collect(),
            bias: (0..outputs).map(|_| around(1 << 20) as i32).collect(),
            shift: 10 + (around(6) + 6) as u32,
            most: i16::MAX,
            carry: (around(5) + 5) as u32,
        }
    });
    let layers = layers.collect();
    let rule = match seed % 3 {
        0 => FixedRule::ArgMax,
        _ => FixedRule::Quantile {
            q: around(1 << 30) as u32,
        },
    };
    FixedNetwork::new(sizes, rows, bias, layers, rule).unwrap()
}

fn some_tokens(network: &FixedNetwork, seed: u64, count: usize) -> Vec<u16> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let values = &network.sizes().values;
    let one = |v: &u16| ((rng.next_u64() >> 11) % *v as u64) as u16;
    let all = values.iter().cycle().take(count * values.len());
    all.map(one).collect()
}

/// Logits equal the plain formulas to the last bit, in full and partial blocks.
#[test]
fn all_instructions_agree_on_random_networks() {
    let mut spread = std::collections::BTreeSet::new();
    for seed in 0..120 {
        let network = random(seed);
        let slots = network.sizes().values.len();
        let count = BLOCK + 1 + seed as usize % BLOCK;
        let tokens = some_tokens(&network, seed, count);
        let expected: Vec<Vec<i32>> = tokens
            .chunks(slots)
            .map(|tokens| network.logits(&network.sum(tokens)))
            .collect();
        let values: Vec<u8> = expected.iter().map(|l| network.rule().pick(l)).collect();
        spread.extend(expected.concat());
        for fast in Fast::each(&network) {
            let mut found = vec![0; count];
            Room::new(&fast).values(&tokens, &mut found);
            assert_eq!(found, values, "seed {seed}, {}", fast.instructions());
            let mut room = Room::new(&fast);
            let mut done = 0;
            for (i, tokens) in tokens.chunks(slots).enumerate() {
                if room.push(tokens) || i + 1 == count {
                    room.finish(|s, logits| assert_eq!(logits, expected[done + s], "seed {seed}"));
                    done = i + 1;
                }
            }
        }
    }
    assert!(spread.len() > 1000, "{}", spread.len());
}

#[test]
fn updated_sums_equal_new_sums() {
    for seed in 0..40 {
        let network = random(seed);
        let slots = network.sizes().values.len();
        let steps = some_tokens(&network, seed, 200);
        let mut tokens = steps[..slots].to_vec();
        let mut sum = network.sum(&tokens);
        for (step, new) in steps.chunks(slots).enumerate() {
            for changed in 0..=step % 3 {
                let slot = (step * 7 + changed * 3) % slots;
                tokens[slot] = new[slot];
            }
            network.update(&mut sum, &tokens);
            assert_eq!(sum, network.sum(&tokens), "seed {seed}, step {step}");
            assert_eq!(network.value_of_sum(&sum), network.value(&tokens));
        }
    }
}

#[test]
fn all_instructions_agree_on_all_states() {
    for (pattern, canonical) in [("edges:UR,UF,DL", false), ("corners:URF,UFL,ULB,UBR", true)] {
        let table = CubeTable::build(pattern.parse().unwrap(), &Options::default()).unwrap();
        let examples = CubeExamples::new(table, canonical).unwrap();
        let slots = examples.tokens().values().len();
        let shape = Shape {
            values: vec![24; slots],
            rows: 32,
            width: 16,
            blocks: 1,
            classes: 9,
        };
        let learned = PairNetwork::new(shape, 5).unwrap();
        let states: Vec<Vec<u16>> = (0..examples.states())
            .map(|number| {
                let mut tokens = vec![0; slots];
                examples.tokens().write(number, &mut tokens);
                tokens
            })
            .collect();
        for bits in [RowBits::Narrow, RowBits::Wide] {
            let rule = FixedRule::with_share(0.3);
            let network = quantise(&learned, bits, rule, &states[..500]).unwrap();
            let values: Vec<u8> = states.iter().map(|tokens| network.value(tokens)).collect();
            assert!(values.iter().any(|&v| v != values[0]));
            for fast in Fast::each(&network) {
                let mut found = vec![0; values.len()];
                Room::new(&fast).values(&states.concat(), &mut found);
                assert!(
                    found == values,
                    "{pattern}, {bits:?}, {}",
                    fast.instructions()
                );
            }
        }
    }
}

#[test]
fn quantisation_error_is_small_and_falls_with_bits() {
    let shape = Shape {
        values: vec![24; 4],
        rows: 48,
        width: 32,
        blocks: 2,
        classes: 9,
    };
    let learned = PairNetwork::new(shape, 11).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut state = || (0..4).map(|_| (rng.next_u64() >> 11) as u16 % 24).collect();
    let states: Vec<Vec<u16>> = (0..2000).map(|_| state()).collect();
    let error = |bits: RowBits| {
        let network = quantise(&learned, bits, FixedRule::ArgMax, &states[..500]).unwrap();
        let each = states.iter().map(|tokens| {
            let floats = learned.logits(tokens);
            let fixed = network.logits(&network.sum(tokens));
            let pairs = floats.iter().zip(&fixed);
            let off = pairs.map(|(&float, &fixed)| {
                (float as f64 * std::f64::consts::LOG2_E - fixed as f64 / 256.0).abs()
            });
            off.fold(0.0, f64::max)
        });
        each.fold(0.0, f64::max)
    };
    let (narrow, wide) = (error(RowBits::Narrow), error(RowBits::Wide));
    assert!(
        wide < 0.02 && narrow < 0.2 && wide < narrow,
        "{wide}, {narrow}"
    );
}

#[test]
fn networks_that_could_overflow_are_refused() {
    let network = random(3);
    let (sizes, rows) = (network.sizes().clone(), network.rows().clone());
    let (bias, layers) = (network.bias().to_vec(), network.layers().to_vec());
    let with = |rows: Rows, bias: Vec<i16>, layers: Vec<Layer>| {
        FixedNetwork::new(sizes.clone(), rows, bias, layers, FixedRule::ArgMax)
    };
    assert!(with(rows.clone(), bias.clone(), layers.clone()).is_ok());
    let mut heavy = bias.clone();
    heavy[0] = i16::MAX;
    let refused = with(rows.clone(), heavy, layers.clone()).unwrap_err();
    assert!(matches!(refused, FixedError::Rows { column: 0, .. }));
    for number in 0..layers.len() {
        let mut heavy = layers.clone();
        heavy[number].weights.fill(i16::MIN);
        let refused = with(rows.clone(), bias.clone(), heavy).unwrap_err();
        assert!(matches!(refused, FixedError::Layer { layer, .. } if layer == number));
    }
    let mut short = layers.clone();
    short.pop();
    let refused = with(rows.clone(), bias.clone(), short).unwrap_err();
    assert!(
        refused.to_string().contains("the number of layers"),
        "{refused}"
    );
    let mut shifted = layers;
    shifted[0].shift = 40;
    let refused = with(rows, bias, shifted).unwrap_err();
    assert!(
        refused.to_string().contains("a shift must be below 31"),
        "{refused}"
    );
}

#[test]
fn networks_survive_their_files() {
    use super::file::{Subject, from_tensors, to_tensors};
    use crate::learn::tensors::Tensors;
    let subject = Subject {
        pattern: "edges:UR,UF".to_owned(),
        base: Some("edges:UR".to_owned()),
        canonical: true,
    };
    for seed in 0..6 {
        let network = random(seed);
        let bytes = to_tensors(&network, &subject).to_bytes().unwrap();
        let read = from_tensors(&Tensors::from_bytes(&bytes).unwrap()).unwrap();
        assert_eq!(read, (network, subject.clone()));
    }
    let mut tensors = to_tensors(&random(1), &subject);
    for text in tensors.texts.values_mut() {
        *text = text.replace("\"arithmetic\":1", "\"arithmetic\":2");
    }
    let why = from_tensors(&tensors).unwrap_err();
    assert!(
        why.to_string().contains("its arithmetic is version 2"),
        "{why}"
    );
}
