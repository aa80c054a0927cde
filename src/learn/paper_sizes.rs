//! Sizes of the paper's networks, by name, with the shapes of all parameters.
//!
//! The paper's figure of the network has no numbers. Its text gives the neurons of the full layers
//! and of the blocks for the eight corners (1000 and 300 in the largest model), the number of
//! blocks, and the sizes of all models at 16 bits a weight. The channels of the convolution and
//! the widths for edges were chosen here so that all sizes are within 5% of the printed ones.

use serde::{Deserialize, Serialize};

/// Key of the sizes in the metadata of a file.
pub(super) const KEY: &str = "admit.network";
/// Rows and columns of the kernel.
pub(super) const KERNEL: usize = 3;

/// Sizes of a network with the paper's architecture.
///
/// ```
/// use admit::learn::paper_sizes::PaperConfig;
/// let config = PaperConfig::named("scaling/3").unwrap();
/// assert_eq!((config.fc, config.res, config.blocks), (600, 200, 2));
/// assert_eq!(config.parameters(), 432_862); // printed: 0.86 MB, at 16 bits each
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperConfig {
    /// Planes of the input, their rows, their columns.
    pub planes: [usize; 3],
    /// Channels of the convolution.
    pub channels: usize,
    /// Neurons of the first full layer.
    pub fc: usize,
    /// Neurons of the second full layer and of every layer of a block.
    pub res: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Classes, one for each heuristic value.
    pub classes: usize,
}

/// A network of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Preset {
    /// Name.
    pub name: &'static str,
    /// Sizes.
    pub config: PaperConfig,
    /// Size at 16 bits a weight as printed in the paper, in 10⁶ bytes.
    pub printed_megabytes: f64,
}

impl PaperConfig {
    /// The network for the eight corners, `paper/8-corner` and `scaling/1`.
    pub const EIGHT_CORNER: PaperConfig = PaperConfig {
        planes: [36, 3, 3],
        channels: 26,
        fc: 1000,
        res: 300,
        blocks: 2,
        classes: 12,
    };

    /// The network for six edges, `paper/6-edge`.
    pub const SIX_EDGE: PaperConfig = PaperConfig {
        planes: [18, 4, 3],
        channels: 12,
        fc: 1000,
        res: 300,
        blocks: 3,
        classes: 11,
    };

    /// The network for seven edges, `paper/7-edge`.
    pub const SEVEN_EDGE: PaperConfig = PaperConfig {
        planes: [21, 4, 3],
        res: 450,
        classes: 12,
        ..PaperConfig::SIX_EDGE
    };

    /// The network for the difference of six edges and four, `paper/delta`.
    pub const DELTA: PaperConfig = PaperConfig {
        res: 420,
        classes: 8,
        ..PaperConfig::SIX_EDGE
    };

    /// All networks of the paper: those of its main table, and those for the eight corners with
    /// decreasing numbers of neurons.
    pub const PRESETS: [Preset; 9] = [
        preset("paper/8-corner", PaperConfig::EIGHT_CORNER, 1.89),
        preset("paper/6-edge", PaperConfig::SIX_EDGE, 1.95),
        preset("paper/7-edge", PaperConfig::SEVEN_EDGE, 3.75),
        preset("paper/delta", PaperConfig::DELTA, 3.20),
        preset("scaling/1", PaperConfig::scaling(1000, 300), 1.89),
        preset("scaling/2", PaperConfig::scaling(800, 250), 1.28),
        preset("scaling/3", PaperConfig::scaling(600, 200), 0.86),
        preset("scaling/4", PaperConfig::scaling(400, 150), 0.51),
        preset("scaling/5", PaperConfig::scaling(200, 100), 0.24),
    ];

    pub(super) const fn scaling(fc: usize, res: usize) -> PaperConfig {
        PaperConfig {
            fc,
            res,
            ..PaperConfig::EIGHT_CORNER
        }
    }

    /// The network of this name among [`PaperConfig::PRESETS`].
    pub fn named(name: &str) -> Option<PaperConfig> {
        let found = PaperConfig::PRESETS.iter().find(|p| p.name == name)?;
        Some(found.config)
    }

    /// Number of inputs.
    pub const fn inputs(&self) -> usize {
        self.planes[0] * self.planes[1] * self.planes[2]
    }

    /// Number of outputs of the convolution.
    pub(super) const fn features(&self) -> usize {
        self.channels * self.planes[1] * self.planes[2]
    }

    /// Names and shapes of all parameters, as in `PyTorch`.
    pub fn shapes(&self) -> Vec<(String, Vec<usize>)> {
        let mut shapes = vec![(
            "conv.weight".to_owned(),
            vec![self.channels, self.planes[0], KERNEL, KERNEL],
        )];
        shapes.push(("conv.bias".to_owned(), vec![self.channels]));
        let mut layer = |name: &str, from: usize, to: usize| {
            shapes.push((format!("{name}.weight"), vec![to, from]));
            shapes.push((format!("{name}.bias"), vec![to]));
        };
        layer("fc", self.features(), self.fc);
        layer("res", self.fc, self.res);
        for i in 0..self.blocks {
            layer(&format!("blocks.{i}.first"), self.res, self.res);
            layer(&format!("blocks.{i}.second"), self.res, self.res);
        }
        layer("out", self.res, self.classes);
        shapes
    }

    /// Number of parameters.
    pub fn parameters(&self) -> usize {
        let count = |(_, shape): &(String, Vec<usize>)| shape.iter().product::<usize>();
        self.shapes().iter().map(count).sum()
    }
}

const fn preset(name: &'static str, config: PaperConfig, printed_megabytes: f64) -> Preset {
    Preset {
        name,
        config,
        printed_megabytes,
    }
}
