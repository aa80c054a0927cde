//! Specification of a network and its optimizer: as text, and with all sizes for given states
//! and classes.
//!
//! | text | network |
//! |---|---|
//! | `pair:ROWS,WIDTH,BLOCKS` | pair network, made for processors |
//! | `paper/8-corner`, `paper/6-edge`, `paper/7-edge`, `paper/delta` | those of the paper's main table |
//! | `scaling/1` to `scaling/5` | the paper's networks for the eight corners, of decreasing size |
//! | `paper:CHANNELS,FC,RES,BLOCKS` | the paper's architecture in other sizes |

use super::encode::planes::PlanesError;
use super::pair::{Shape, ShapeError};
use super::paper_sizes::PaperConfig;
use super::sample::Examples;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Specification of a network.
///
/// ```
/// use admit::learn::spec::Net;
/// let net: Net = "pair:96,64,1".parse().unwrap();
/// assert_eq!(net, Net::Pair { rows: 96, width: 64, blocks: 1 });
/// for text in ["pair:96,64,1", "paper/8-corner", "scaling/5", "paper:4,24,16,1"] {
///     assert_eq!(text.parse::<Net>().unwrap().to_string(), text);
/// }
/// let error = "paper/9-edge".parse::<Net>().unwrap_err();
/// assert!(error.to_string().contains("paper/8-corner, paper/6-edge"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
#[non_exhaustive]
pub enum Net {
    /// A pair network.
    Pair {
        /// Numbers in a table row.
        rows: usize,
        /// Width of the layers.
        width: usize,
        /// Residual blocks.
        blocks: usize,
    },
    /// A network of the paper.
    Paper {
        /// Name in [`PaperConfig::PRESETS`].
        name: String,
    },
    /// The paper's architecture in other sizes; planes and classes follow from the examples.
    Sized {
        /// Channels of the convolution.
        channels: usize,
        /// Neurons of the first full layer.
        fc: usize,
        /// Neurons of the second full layer and of blocks.
        res: usize,
        /// Residual blocks.
        blocks: usize,
    },
}

/// Error in the specification of a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetError {
    /// Unknown specification.
    #[error(
        "{0:?} is no network; expected pair:ROWS,WIDTH,BLOCKS, such as pair:96,64,1; \
         paper:CHANNELS,FC,RES,BLOCKS, such as paper:4,24,16,1; or one of {names}",
        names = names()
    )]
    Unknown(String),
    /// Invalid sizes of a pair network.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The states have no planes.
    #[error("{net} needs planes: {source}")]
    Planes {
        /// The network.
        net: String,
        /// The error.
        source: PlanesError,
    },
    /// Planes or classes differ from those of the states.
    #[error(
        "{net} is for planes of {expected:?} and {expected_classes} classes; here planes are \
         {found:?} with {found_classes} classes. The same architecture in other sizes \
         is paper:CHANNELS,FC,RES,BLOCKS"
    )]
    Unfit {
        /// The network.
        net: String,
        /// Its planes.
        expected: [usize; 3],
        /// Its classes.
        expected_classes: usize,
        /// The planes of the states.
        found: [usize; 3],
        /// The classes of the states.
        found_classes: usize,
    },
    /// A size is out of range.
    #[error("{0}: channels, fc and res are from 1 to {MOST}, and there are at most {MOST} blocks")]
    Sizes(String),
    /// Burn is not compiled in.
    #[error("{0} needs burn, and this build has none; build with the feature `burn`")]
    NoBurn(String),
    /// No graphics card is supported.
    #[error("this build computes on the processor alone; build with the feature `wgpu` or `cuda`")]
    NoGpu,
    /// Another optimizer or device for a pair network.
    #[error("pair networks learn by adam on the processor, not by {0}")]
    PairsOnly(String),
}

/// Largest number of neurons in a layer, and of blocks.
pub(super) const MOST: usize = 1 << 16;

fn names() -> String {
    let names: Vec<&str> = PaperConfig::PRESETS.iter().map(|p| p.name).collect();
    names.join(", ")
}

impl FromStr for Net {
    type Err = NetError;

    fn from_str(text: &str) -> Result<Net, NetError> {
        let wrong = || NetError::Unknown(text.to_owned());
        if PaperConfig::named(text).is_some() {
            let name = text.to_owned();
            return Ok(Net::Paper { name });
        }
        let (kind, numbers) = text.split_once(':').ok_or_else(wrong)?;
        let numbers: Result<Vec<usize>, _> = numbers.split(',').map(str::parse).collect();
        match (kind, &numbers.map_err(|_| wrong())?[..]) {
            ("pair", &[rows, width, blocks]) => Ok(Net::Pair {
                rows,
                width,
                blocks,
            }),
            ("paper", &[channels, fc, res, blocks]) => Ok(Net::Sized {
                channels,
                fc,
                res,
                blocks,
            }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Net::Pair {
                rows,
                width,
                blocks,
            } => write!(f, "pair:{rows},{width},{blocks}"),
            Net::Paper { name } => f.write_str(name),
            Net::Sized {
                channels,
                fc,
                res,
                blocks,
            } => write!(f, "paper:{channels},{fc},{res},{blocks}"),
        }
    }
}

impl TryFrom<String> for Net {
    type Error = NetError;

    fn try_from(text: String) -> Result<Net, NetError> {
        text.parse()
    }
}

impl From<Net> for String {
    fn from(net: Net) -> String {
        net.to_string()
    }
}

impl Net {
    /// Default learning rate.
    ///
    /// ```
    /// use admit::learn::spec::Net;
    /// assert_eq!("pair:16,16,1".parse::<Net>().unwrap().rate(), 0.004);
    /// ```
    pub fn rate(&self) -> f32 {
        match self {
            Net::Pair { .. } => 0.004,
            Net::Paper { .. } | Net::Sized { .. } => 0.001,
        }
    }

    /// The network for examples with `classes` classes.
    ///
    /// # Errors
    ///
    /// If the network does not fit the examples.
    pub fn fit(&self, examples: &dyn Examples, classes: usize) -> Result<Form, NetError> {
        let planes = || match examples.planes() {
            Ok(planes) => Ok(planes.shape()),
            Err(source) => Err(NetError::Planes {
                net: self.to_string(),
                source,
            }),
        };
        match *self {
            Net::Pair {
                rows,
                width,
                blocks,
            } => {
                let shape = Shape {
                    values: examples.tokens().values().to_vec(),
                    rows,
                    width,
                    blocks,
                    classes,
                };
                shape.check()?;
                Ok(Form::Pair(shape))
            }
            Net::Paper { ref name } => {
                let config = PaperConfig::named(name);
                let config = config.ok_or_else(|| NetError::Unknown(name.clone()))?;
                let found = planes()?;
                if config.planes != found || config.classes != classes {
                    return Err(NetError::Unfit {
                        net: name.clone(),
                        expected: config.planes,
                        expected_classes: config.classes,
                        found,
                        found_classes: classes,
                    });
                }
                Ok(Form::Paper(config))
            }
            Net::Sized {
                channels,
                fc,
                res,
                blocks,
            } => {
                if [channels, fc, res, blocks + 1]
                    .iter()
                    .any(|n| !(1..=MOST).contains(n))
                {
                    return Err(NetError::Sizes(self.to_string()));
                }
                Ok(Form::Paper(PaperConfig {
                    planes: planes()?,
                    channels,
                    fc,
                    res,
                    blocks,
                    classes,
                }))
            }
        }
    }
}

/// A network with all its sizes.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Form {
    /// A pair network. Earlier models have it under `shape`.
    #[serde(rename = "pair", alias = "shape")]
    Pair(Shape),
    /// The paper's architecture.
    #[serde(rename = "paper")]
    Paper(PaperConfig),
}

impl Form {
    /// Number of parameters.
    pub fn parameters(&self) -> usize {
        match self {
            Form::Pair(shape) => shape.parameters(),
            Form::Paper(config) => config.parameters(),
        }
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        match self {
            Form::Pair(shape) => shape.classes,
            Form::Paper(config) => config.classes,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Form::Pair(s) => write!(
                f,
                "pair:{},{},{} with {} slots and {} classes",
                s.rows,
                s.width,
                s.blocks,
                s.values.len(),
                s.classes
            ),
            Form::Paper(c) => write!(
                f,
                "paper:{},{},{},{} with planes {:?} and {} classes",
                c.channels, c.fc, c.res, c.blocks, c.planes, c.classes
            ),
        }
    }
}

/// An optimizer.
///
/// ```
/// use admit::learn::spec::Optimizer;
/// assert_eq!("rmsprop".parse(), Ok(Optimizer::RmsProp));
/// assert!("lion".parse::<Optimizer>().unwrap_err().to_string().contains("adam, adamw"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Optimizer {
    /// Adam, as in the paper.
    #[default]
    Adam,
    /// Adam with decoupled weight decay of 10⁻⁴.
    AdamW,
    /// `RMSProp` with momentum 0.9.
    RmsProp,
    /// Stochastic gradient descent with momentum 0.9.
    Sgd,
}

impl Optimizer {
    const ALL: [(&str, Optimizer); 4] = [
        ("adam", Optimizer::Adam),
        ("adamw", Optimizer::AdamW),
        ("rmsprop", Optimizer::RmsProp),
        ("sgd", Optimizer::Sgd),
    ];
}

impl fmt::Display for Optimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Optimizer::ALL.iter().find(|(_, one)| one == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for Optimizer {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Optimizer, ParseError> {
        let found = Optimizer::ALL.iter().find(|(name, _)| *name == text);
        let found = found.map(|&(_, optimizer)| optimizer);
        found.ok_or_else(|| ParseError {
            text: text.to_owned(),
            what: "optimizer",
            expected: "adam, adamw, rmsprop or sgd",
        })
    }
}

/// Error in the name of an optimizer, a device, a loss or a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no {what}; expected {expected}")]
#[non_exhaustive]
pub struct ParseError {
    /// The text.
    pub text: String,
    /// Kind of name.
    pub what: &'static str,
    /// All names.
    pub expected: &'static str,
}

/// Device of a network. Pair networks compute only on the processor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The processor.
    #[default]
    Cpu,
    /// A graphics card: the first of CUDA, if it is compiled in, else the default of wgpu.
    Gpu,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Place::Cpu => "cpu",
            Place::Gpu => "gpu",
        })
    }
}

impl FromStr for Place {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Place, ParseError> {
        match text {
            "cpu" => Ok(Place::Cpu),
            "gpu" => Ok(Place::Gpu),
            _ => Err(ParseError {
                text: text.to_owned(),
                what: "device",
                expected: "cpu or gpu",
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Options;
    use crate::learn::sample::{CubeExamples, sizes};
    use crate::pdb::cube::CubeTable;

    fn fit(net: &str, pattern: &str) -> Result<Form, String> {
        let table = CubeTable::build(pattern.parse().unwrap(), &Options::default()).unwrap();
        let examples = CubeExamples::new(table, false).unwrap();
        let classes = sizes(&examples).len();
        let net: Net = net.parse().unwrap();
        net.fit(&examples, classes).map_err(|e| e.to_string())
    }

    #[test]
    fn unknown_networks_are_refused() {
        for text in [
            "96,64,1",
            "pair:96,64",
            "pair:a,b,c",
            "paper/9-edge",
            "paper:1,2,3",
            "",
        ] {
            let error = text.parse::<Net>().unwrap_err().to_string();
            assert!(error.contains("such as pair:96,64,1"), "{error}");
        }
        assert!(serde_json::from_str::<Net>("\"scaling/9\"").is_err());
    }

    #[test]
    fn planes_and_classes_come_from_the_pattern() {
        let Ok(Form::Paper(config)) = fit("paper:4,24,16,1", "edges:UR,UF") else {
            panic!("edges have maps");
        };
        assert_eq!((config.planes, config.fc), ([6, 4, 3], 24));
        let [mixed, few, other, none] = [
            ("paper:4,24,16,1", "corners:URF+edges:UF"),
            ("paper:4,24,16,1", "corners:URF,UFL"),
            ("paper/8-corner", "edges:UR,UF"),
            ("paper:0,24,16,1", "edges:UR,UF"),
        ]
        .map(|(net, pattern)| fit(net, pattern).unwrap_err());
        assert!(mixed.contains("both"), "{mixed}");
        assert!(few.contains("all 8 corners"), "{few}");
        assert!(
            other.contains("planes of [36, 3, 3] and 12 classes")
                && other.contains("planes are [6, 4, 3]"),
            "{other}"
        );
        assert!(none.contains("from 1 to"), "{none}");
        assert!(
            fit("pair:10,16,0", "edges:UR,UF")
                .unwrap_err()
                .contains("multiple of 16")
        );
    }
}
