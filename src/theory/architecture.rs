//! Architecture of a network as bounds use it: neurons and parameters per layer.
//!
//! Bounds on the capacity of a class of networks count the pieces into which the signs of neurons
//! cut the parameter space, layer by layer. They depend only on the number of neurons of a layer
//! and the number of parameters up to it: shared weights, as in a convolution, and skip
//! connections, as in a residual block, do not change that the i-th layer is piecewise a polynomial
//! of degree at most i in the parameters.

#[cfg(feature = "learn")]
use crate::learn::{pair::Shape, paper_sizes::PaperConfig, spec::Form};
use std::str::FromStr;
use thiserror::Error;

/// A layer with ReLU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Number of neurons.
    pub neurons: u64,
    /// Number of weights and biases of this layer.
    pub parameters: u64,
}

/// Hidden layers with ReLU, and an output layer with one neuron per class.
///
/// ```
/// use admit::theory::architecture::Architecture;
/// let network: Architecture = "24-100-50-12".parse().unwrap();
/// assert_eq!((network.depth(), network.neurons()), (2, 150));
/// assert_eq!(network.parameters(), 25 * 100 + 101 * 50 + 51 * 12);
/// let error = "24-0-12".parse::<Architecture>().unwrap_err();
/// assert!(error.to_string().contains("24-100-50-12"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Architecture {
    hidden: Vec<Layer>,
    last: Layer,
}

/// Error in the text of an architecture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is no network; expected widths from the inputs to the classes, such as 24-100-50-12, \
     at least one of them hidden, none of them 0"
)]
pub struct ArchitectureError(String);

impl FromStr for Architecture {
    type Err = ArchitectureError;

    fn from_str(text: &str) -> Result<Architecture, ArchitectureError> {
        let widths: Option<Vec<u64>> = text
            .split('-')
            .map(|width| width.parse().ok().filter(|w| (1..=1 << 30).contains(w)))
            .collect();
        let wrong = || ArchitectureError(text.to_owned());
        let widths = widths.filter(|w| w.len() >= 3).ok_or_else(wrong)?;
        Ok(Architecture::dense(&widths).expect("there is a hidden layer"))
    }
}

impl Architecture {
    /// Dense layers with biases, of these widths: the inputs first, the classes last. `None` unless
    /// there are inputs, a hidden layer and classes.
    pub fn dense(widths: &[u64]) -> Option<Architecture> {
        let layers = widths.windows(2).map(|pair| Layer {
            neurons: pair[1],
            parameters: (pair[0] + 1) * pair[1],
        });
        Architecture::new(layers.collect())
    }

    /// From its layers, the last of which has one neuron per class. `None` without a hidden layer.
    pub fn new(mut layers: Vec<Layer>) -> Option<Architecture> {
        let last = layers.pop()?;
        (!layers.is_empty()).then_some(Architecture {
            hidden: layers,
            last,
        })
    }

    /// A network of the paper: the convolution is one layer, each residual block two.
    ///
    /// ```
    /// use admit::learn::paper_sizes::PaperConfig;
    /// use admit::theory::architecture::Architecture;
    /// let network = Architecture::of_paper(&PaperConfig::EIGHT_CORNER);
    /// assert_eq!((network.depth(), network.classes()), (7, 12));
    /// assert_eq!(network.parameters(), PaperConfig::EIGHT_CORNER.parameters() as u64);
    /// ```
    #[cfg(feature = "learn")]
    pub fn of_paper(config: &PaperConfig) -> Architecture {
        // Each layer has a weight and a bias, in this order; there are as many biases as neurons,
        // but for the convolution, which has one for each channel.
        let shapes = config.shapes();
        let count = |shape: &[usize]| shape.iter().product::<usize>() as u64;
        let places = (config.planes[1] * config.planes[2]) as u64;
        let layers = shapes.chunks(2).enumerate().map(|(i, parts)| Layer {
            neurons: count(&parts[1].1) * if i == 0 { places } else { 1 },
            parameters: parts.iter().map(|(_, shape)| count(shape)).sum(),
        });
        Architecture::new(layers.collect()).expect("there are hidden layers")
    }

    /// A pair network: the sum of embeddings is a layer.
    ///
    /// ```
    /// use admit::learn::pair::Shape;
    /// use admit::theory::architecture::Architecture;
    /// let shape = Shape { values: vec![24; 6], rows: 96, width: 64, blocks: 1, classes: 11 };
    /// let network = Architecture::of_pairs(&shape);
    /// assert_eq!((network.depth(), network.neurons()), (4, 96 + 3 * 64));
    /// assert_eq!(network.parameters(), shape.parameters() as u64);
    /// ```
    #[cfg(feature = "learn")]
    pub fn of_pairs(shape: &Shape) -> Architecture {
        let [rows, width, classes] = [shape.rows, shape.width, shape.classes].map(|w| w as u64);
        let dense = |from: u64, neurons: u64| Layer {
            neurons,
            parameters: (from + 1) * neurons,
        };
        let mut layers = vec![dense(rows, width)];
        layers.extend((0..2 * shape.blocks).map(|_| dense(width, width)));
        layers.push(dense(width, classes));
        let after: u64 = layers.iter().map(|layer| layer.parameters).sum();
        let sums = Layer {
            neurons: rows,
            parameters: (shape.parameters() as u64).saturating_sub(after),
        };
        layers.insert(0, sums);
        Architecture::new(layers).expect("there are hidden layers")
    }

    /// A network of either kind.
    #[cfg(feature = "learn")]
    pub fn of_form(form: &Form) -> Architecture {
        match form {
            Form::Pair(shape) => Architecture::of_pairs(shape),
            Form::Paper(config) => Architecture::of_paper(config),
        }
    }

    /// Hidden layers, from the inputs to the outputs.
    pub fn hidden(&self) -> &[Layer] {
        &self.hidden
    }

    /// L, the number of hidden layers.
    pub fn depth(&self) -> u64 {
        self.hidden.len() as u64
    }

    /// U, the number of hidden neurons.
    pub fn neurons(&self) -> u64 {
        self.hidden.iter().map(|layer| layer.neurons).sum()
    }

    /// W, the number of parameters.
    pub fn parameters(&self) -> u64 {
        let hidden: u64 = self.hidden.iter().map(|layer| layer.parameters).sum();
        hidden + self.last.parameters
    }

    /// ℓ, the number of classes.
    pub fn classes(&self) -> u64 {
        self.last.neurons
    }

    /// Number of neurons of the last hidden layer.
    pub fn last_width(&self) -> u64 {
        self.hidden.last().map_or(0, |layer| layer.neurons)
    }

    /// Σ i·wᵢ over hidden layers, counted from 1.
    pub fn weighted_neurons(&self) -> u64 {
        let layers = (1..).zip(&self.hidden);
        layers.map(|(i, layer)| i * layer.neurons).sum()
    }
}
