//! The paper's networks: a convolution, two dense layers, residual blocks.
//!
//! ```text
//! planes → convolution 3×3, same padding → ReLU → flat
//!        → dense (fc) → ReLU → dense (res) → ReLU
//!        → blocks: x ← ReLU(x + L₂(ReLU(L₁(x))))
//!        → dense (classes)
//! ```
//!
//! Sizes are in [`crate::learn::paper_sizes`].
//!
//! On planes this small a convolution is a matrix product with as many multiplications as its
//! unfolded form: 324 × 9c for 36 planes of 3×3 and c channels. So the kernel is expanded to a
//! matrix from all inputs to all outputs, by a product with a constant 0/1 matrix, and the batch
//! is multiplied by it at once. Function, parameters and gradients are the same, in about a
//! third of the time of burn's own convolution (one thread, 4096 samples, with gradients).

use crate::learn::paper_sizes::{KERNEL, PaperConfig};
use burn::module::{Param, ParamId};
use burn::nn::Linear;
use burn::prelude::*;
use burn::tensor::activation::relu;

/// A 3×3 convolution with same padding, as one matrix product.
#[derive(Module, Debug)]
struct Convolution {
    weight: Param<Tensor<4>>,
    bias: Param<Tensor<1>>,
}

impl Convolution {
    /// From `[samples, planes · rows · columns]` to `[samples, channels · rows · columns]`.
    fn forward(&self, x: Tensor<2>, rows: usize, columns: usize) -> Tensor<2> {
        let [channels, planes, ..] = self.weight.dims();
        let places = rows * columns;
        let spread = Tensor::<2>::from_data(
            TensorData::new(spread(rows, columns), [KERNEL * KERNEL, places * places]),
            &x.device(),
        );
        let weight = self.weight.val();
        let matrix = weight
            .reshape([channels * planes, KERNEL * KERNEL])
            .matmul(spread)
            .reshape([channels, planes, places, places])
            .permute([1, 2, 0, 3])
            .reshape([planes * places, channels * places]);
        let bias = self.bias.val().reshape([channels, 1]);
        let bias = bias.repeat_dim(1, places).reshape([channels * places]);
        burn::tensor::module::linear(x, matrix, Some(bias))
    }
}

/// For every place of the kernel a 0/1 matrix from inputs to outputs, row by row.
fn spread(rows: usize, columns: usize) -> Vec<f32> {
    let places = rows * columns;
    let mut ones = vec![0.0; KERNEL * KERNEL * places * places];
    for output in 0..places {
        for place in 0..KERNEL * KERNEL {
            // The kernel is centred at the output.
            let row = (output / columns + place / KERNEL).checked_sub(KERNEL / 2);
            let column = (output % columns + place % KERNEL).checked_sub(KERNEL / 2);
            if let (Some(row), Some(column)) = (row, column)
                && row < rows
                && column < columns
            {
                let input = row * columns + column;
                ones[(place * places + input) * places + output] = 1.0;
            }
        }
    }
    ones
}

/// A residual block of two dense layers.
#[derive(Module, Debug)]
struct Block {
    first: Linear,
    second: Linear,
}

impl Block {
    fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        let inner = relu(self.first.forward(x.clone()));
        relu(x + self.second.forward(inner))
    }
}

/// A network of the paper.
///
/// ```
/// use admit::learn::burn::{PaperConfig, PaperNetwork};
/// use burn::prelude::*;
/// let device = Device::default();
/// let network = PaperNetwork::new(PaperConfig::named("scaling/5").unwrap(), 1, &device);
/// let logits = network.forward(Tensor::zeros([4, 36 * 9], &device));
/// assert_eq!(logits.dims(), [4, 12]);
/// ```
#[derive(Module, Debug)]
pub struct PaperNetwork {
    conv: Convolution,
    fc: Linear,
    res: Linear,
    blocks: Vec<Block>,
    out: Linear,
    #[module(skip)]
    config: PaperConfig,
}

impl PaperNetwork {
    /// A network with random weights as in `PyTorch`: uniform in ±1/√n, where n is the fan-in.
    pub fn new(config: PaperConfig, seed: u64, device: &Device) -> PaperNetwork {
        let mut random = SplitMix(seed);
        let mut fan_in = 1;
        let draw = |_: &str, shape: &[usize]| {
            // Biases follow the weights of their layer.
            if shape.len() > 1 {
                fan_in = shape[1..].iter().product();
            }
            let most = 1.0 / (fan_in as f32).sqrt();
            let len: usize = shape.iter().product();
            (0..len)
                .map(|_| (2.0 * random.unit() - 1.0) * most)
                .collect()
        };
        PaperNetwork::from_numbers(config, draw, device)
    }

    /// A network with the weights that a function returns for each name and shape, in the order
    /// of [`PaperConfig::shapes`].
    pub(super) fn from_numbers(
        config: PaperConfig,
        mut numbers: impl FnMut(&str, &[usize]) -> Vec<f32>,
        device: &Device,
    ) -> PaperNetwork {
        let mut all = config.shapes().into_iter().map(|(name, shape)| {
            let data = TensorData::new(numbers(&name, &shape), shape);
            (name, data)
        });
        let mut next = |expected: &str| {
            let (name, data) = all.next().expect("as many shapes as layers");
            debug_assert_eq!(name, expected);
            data
        };
        let mut ids = 1..;
        let conv = Convolution {
            weight: parameter(&mut ids, next("conv.weight"), device),
            bias: parameter(&mut ids, next("conv.bias"), device),
        };
        let mut layer = |name: &str| {
            // PyTorch and burn have transposed weights.
            let weight = Tensor::<2>::from_data(next(&format!("{name}.weight")), device);
            let weight = weight.transpose().into_data();
            Linear {
                weight: parameter(&mut ids, weight, device),
                bias: Some(parameter(&mut ids, next(&format!("{name}.bias")), device)),
            }
        };
        PaperNetwork {
            conv,
            fc: layer("fc"),
            res: layer("res"),
            blocks: (0..config.blocks)
                .map(|i| Block {
                    first: layer(&format!("blocks.{i}.first")),
                    second: layer(&format!("blocks.{i}.second")),
                })
                .collect(),
            out: layer("out"),
            config,
        }
    }

    /// All weights, with the order and layout of [`PaperConfig::shapes`].
    pub(super) fn numbers(&self) -> Vec<Vec<f32>> {
        let read = |data: TensorData| data.try_into_vec::<f32>().expect("weights have 32 bits");
        let mut all = vec![
            read(self.conv.weight.val().into_data()),
            read(self.conv.bias.val().into_data()),
        ];
        let blocks = self.blocks.iter().flat_map(|b| [&b.first, &b.second]);
        for layer in [&self.fc, &self.res]
            .into_iter()
            .chain(blocks)
            .chain([&self.out])
        {
            all.push(read(layer.weight.val().transpose().into_data()));
            let bias = layer.bias.as_ref().expect("every layer has a bias");
            all.push(read(bias.val().into_data()));
        }
        all
    }

    /// Sizes.
    pub fn config(&self) -> &PaperConfig {
        &self.config
    }

    /// Logits of a batch: from `[samples, planes · rows · columns]` to `[samples, classes]`.
    pub fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        let [_, rows, columns] = self.config.planes;
        let x = relu(self.conv.forward(x, rows, columns));
        let x = relu(self.fc.forward(x));
        let mut x = relu(self.res.forward(x));
        for block in &self.blocks {
            x = block.forward(x);
        }
        self.out.forward(x)
    }

    /// Logits of a batch, sample by sample, without gradients.
    ///
    /// # Panics
    ///
    /// If the inputs are not whole samples.
    pub fn logits(&self, inputs: Vec<f32>) -> Vec<f32> {
        let network = self.valid();
        let device = network.device();
        let logits = network.forward(network.batch(inputs, &device)).into_data();
        logits.try_into_vec::<f32>().expect("logits have 32 bits")
    }

    /// Device of the network.
    pub(super) fn device(&self) -> Device {
        self.conv.bias.val().device()
    }

    /// Samples as a tensor.
    pub(super) fn batch(&self, inputs: Vec<f32>, device: &Device) -> Tensor<2> {
        let each = self.config.inputs();
        assert_eq!(inputs.len() % each, 0, "{each} numbers a sample");
        let shape = [inputs.len() / each, each];
        Tensor::from_data(TensorData::new(inputs, shape), device)
    }
}

/// A parameter with the next id. Ids are deterministic, so that the state of an optimizer fits a
/// new network.
fn parameter<const D: usize>(
    ids: &mut impl Iterator<Item = u64>,
    data: TensorData,
    device: &Device,
) -> Param<Tensor<D>> {
    let mut parameter = Param::from_data(data, device);
    parameter.id = ParamId::from(ids.next().expect("numbers do not end"));
    parameter
}

/// `SplitMix64`; the generator of burn is global to the process.
struct SplitMix(u64);

impl SplitMix {
    /// Uniform in [0, 1).
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 40) as f32 / (1_u64 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::paper_sizes::Preset;
    use approx::assert_relative_eq;
    use burn::nn::PaddingConfig2d;
    use burn::nn::conv::Conv2dConfig;

    #[test]
    fn sizes_are_within_5_percent_of_the_paper() {
        for Preset {
            name,
            config,
            printed_megabytes,
        } in PaperConfig::PRESETS
        {
            let network = PaperNetwork::new(config, 0, &Device::default());
            assert_eq!(network.num_params(), config.parameters(), "{name}");
            let megabytes = 2.0 * network.num_params() as f64 / 1e6;
            let ratio = megabytes / printed_megabytes;
            println!("{name}: {megabytes:.3} MB, printed {printed_megabytes}, ratio {ratio:.3}");
            assert!((ratio - 1.0).abs() < 0.05, "{name}: {megabytes} MB");
            assert_eq!(PaperConfig::named(name), Some(config));
        }
        assert_eq!(PaperConfig::named("paper/9-edge"), None);
    }

    /// Outputs and gradients equal burn's convolution.
    #[test]
    fn matrix_product_equals_convolution() {
        for planes in [[36, 3, 3], [18, 4, 3], [1, 1, 5], [2, 2, 1]] {
            let [channels_in, rows, columns] = planes;
            let device = Device::default().autodiff();
            let config = PaperConfig {
                planes,
                channels: 5,
                ..PaperConfig::scaling(3, 2)
            };
            let network = PaperNetwork::new(config, 3, &device);
            let mut theirs = Conv2dConfig::new([channels_in, 5], [3, 3])
                .with_padding(PaddingConfig2d::Same)
                .init(&device);
            theirs.weight = Param::from_data(network.conv.weight.val().into_data(), &device);
            theirs.bias = Some(Param::from_data(
                network.conv.bias.val().into_data(),
                &device,
            ));
            let mut random = SplitMix(9);
            let mut tensor = |shape: [usize; 2]| {
                let numbers: Vec<f32> = (0..shape[0] * shape[1]).map(|_| random.unit()).collect();
                Tensor::<2>::from_data(TensorData::new(numbers, shape), &device)
            };
            let x = tensor([7, config.inputs()]);
            let weights = tensor([7, 5 * rows * columns]);

            let ours = network.conv.forward(x.clone(), rows, columns);
            let other = theirs
                .forward(x.reshape([7, channels_in, rows, columns]))
                .reshape([7, 5 * rows * columns]);
            let numbers = |t: Tensor<2>| t.into_data().try_into_vec::<f32>().unwrap();
            let near = |a: Vec<f32>, b: Vec<f32>| {
                assert_eq!(a.len(), b.len());
                for (a, b) in a.into_iter().zip(b) {
                    assert_relative_eq!(a, b, epsilon = 1e-4, max_relative = 1e-4);
                }
            };
            near(numbers(ours.clone()), numbers(other.clone()));

            let ours = (ours * weights.clone()).sum().backward();
            let other = (other * weights).sum().backward();
            let flat = |t: Tensor<4>| t.into_data().try_into_vec::<f32>().unwrap();
            near(
                flat(network.conv.weight.val().grad(&ours).unwrap()),
                flat(theirs.weight.val().grad(&other).unwrap()),
            );
            let flat = |t: Tensor<1>| t.into_data().try_into_vec::<f32>().unwrap();
            near(
                flat(network.conv.bias.val().grad(&ours).unwrap()),
                flat(theirs.bias.unwrap().val().grad(&other).unwrap()),
            );
        }
    }

    #[test]
    fn logits_equal_plain_loops() {
        let config = PaperConfig {
            planes: [3, 4, 3],
            channels: 2,
            fc: 7,
            res: 5,
            blocks: 2,
            classes: 4,
        };
        let device = Device::default();
        let network = PaperNetwork::new(config, 11, &device);
        let numbers = network.numbers();
        let mut random = SplitMix(5);
        let x: Vec<f32> = (0..config.inputs()).map(|_| random.unit()).collect();

        let relu = |x: Vec<f32>| x.into_iter().map(|x| x.max(0.0)).collect::<Vec<f32>>();
        let layer = |i: usize, x: &[f32]| -> Vec<f32> {
            let (weights, biases) = (&numbers[2 * i], &numbers[2 * i + 1]);
            let rows = weights.chunks(x.len()).zip(biases);
            rows.map(|(row, bias)| row.iter().zip(x).map(|(w, x)| w * x).sum::<f32>() + bias)
                .collect()
        };
        let mut hidden = vec![0.0; config.features()];
        for (at, slot) in hidden.iter_mut().enumerate() {
            let (channel, row, column) = (at / 12, at % 12 / 3, at % 3);
            *slot = numbers[1][channel];
            for plane in 0..3 {
                for i in 0..3 {
                    for j in 0..3 {
                        let r = (row + i).wrapping_sub(1);
                        let c = (column + j).wrapping_sub(1);
                        if r < 4 && c < 3 {
                            *slot += numbers[0][(channel * 3 + plane) * 9 + i * 3 + j]
                                * x[plane * 12 + r * 3 + c];
                        }
                    }
                }
            }
        }
        let mut hidden = relu(layer(2, &relu(layer(1, &relu(hidden)))));
        for block in 0..2 {
            let inner = layer(4 + 2 * block, &relu(layer(3 + 2 * block, &hidden)));
            hidden = relu(hidden.iter().zip(inner).map(|(a, b)| a + b).collect());
        }
        let expected = layer(7, &hidden);

        let x = Tensor::<2>::from_data(TensorData::new(x, [1, config.inputs()]), &device);
        let found = network
            .forward(x)
            .into_data()
            .try_into_vec::<f32>()
            .unwrap();
        for (a, b) in found.into_iter().zip(expected) {
            assert_relative_eq!(a, b, epsilon = 1e-5, max_relative = 1e-4);
        }
    }

    #[test]
    fn weights_depend_on_the_seed() {
        let config = PaperConfig::scaling(20, 10);
        let numbers = |seed| PaperNetwork::new(config, seed, &Device::default()).numbers();
        assert_eq!(numbers(1), numbers(1));
        assert_ne!(numbers(1), numbers(2));
    }
}
