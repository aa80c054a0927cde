//! Figures printed in the paper.
//!
//! Source: *Learning Admissible Heuristics for A\*: Theory and Practice*. Sizes are in 10⁶
//! bytes; those of networks are at 16 bits a weight.

use crate::decimal::Decimal;

/// A row of a table of the paper.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Printed {
    /// Mean heuristic value.
    pub mean: Decimal,
    /// Overestimation rate: the share of overestimated states.
    pub rate: Decimal,
    /// Size in 10⁶ bytes.
    pub megabytes: Decimal,
}

/// A pattern in the paper's table of patterns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whole {
    /// Its name.
    pub pattern: &'static str,
    /// Number of states.
    pub states: u64,
    /// Size of its table in 10⁶ bytes.
    pub megabytes: Decimal,
    /// Mean distance.
    pub mean: Decimal,
}

/// A pattern of the comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// The pattern, with the subtracted one, in the syntax of `admit train`.
    pub pattern: &'static str,
    /// The paper's network.
    pub network: &'static str,
    /// Number of states that share an entry of the compressed table.
    pub factor: u64,
    /// The network trained with CEA.
    pub cea: Printed,
    /// The network trained with cross-entropy.
    pub ce: Printed,
    /// The compressed table.
    pub compressed: Printed,
    /// Size of the table over that of the networks.
    pub network_compression: Decimal,
    /// Size of the table over that of the compressed one.
    pub table_compression: Decimal,
}

impl Compared {
    /// The full table of its pattern; a difference has the same number of states.
    pub fn whole(&self) -> &'static Whole {
        let name = self.pattern.split('/').next();
        let row = PATTERNS.iter().find(|row| Some(row.pattern) == name);
        row.expect("a test covers all rows")
    }
}

const fn decimal(units: i128, places: u32) -> Decimal {
    Decimal::new(units, places)
}

/// A row from a mean in hundredths, an overestimation rate, and a size in hundredths of 10⁶ bytes.
const fn printed(mean: i128, rate: Decimal, megabytes: i128) -> Printed {
    Printed {
        mean: decimal(mean, 2),
        rate,
        megabytes: decimal(megabytes, 2),
    }
}

const NONE: Decimal = decimal(0, 0);

/// The table of patterns. The row of 4 edges is one of 5 edges: see claim `summary-4-edge`.
pub const PATTERNS: [Whole; 4] = [
    whole("4-edge", 3_041_280, 152, 675),
    whole("6-edge", 42_577_920, 2_129, 765),
    whole("8-corner", 88_179_840, 4_409, 876),
    whole("7-edge", 510_935_040, 25_547, 851),
];

const fn whole(pattern: &'static str, states: u64, megabytes: i128, mean: i128) -> Whole {
    Whole {
        pattern,
        states,
        megabytes: decimal(megabytes, 2),
        mean: decimal(mean, 2),
    }
}

/// The table of heuristic distributions: states by distance, in the order of [`TABLE_2`].
#[rustfmt::skip]
pub const DISTRIBUTIONS: [&[u64]; 4] = [
    &[1, 15, 191, 2_455, 30_519, 356_462, 3_766_700, 32_719_467, 186_297_009, 274_719_633, 13_042_507, 81],
    &[1, 18, 243, 2_874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64_736],
    &[1, 15, 184, 2_256, 25_909, 266_101, 2_239_790, 12_567_043, 24_415_346, 3_061_105, 170],
    &[1_076_354, 11_389_507, 21_759_383, 7_581_788, 742_213, 28_240, 428, 7],
];

/// The comparison of networks with compressed tables.
///
/// ```
/// use admit_verification::paper::TABLE_2;
/// let corners = TABLE_2.iter().find(|row| row.pattern == "8-corner").unwrap();
/// // 26 states of 88,179,840.
/// assert_eq!((corners.cea.rate.to_f64() * 88_179_840.0).round(), 26.0);
/// ```
pub const TABLE_2: [Compared; 4] = [
    Compared {
        pattern: "7-edge",
        network: "paper/7-edge",
        factor: 70,
        cea: printed(745, decimal(2, 5), 375),
        ce: printed(844, decimal(14, 3), 375),
        compressed: printed(683, NONE, 365),
        network_compression: decimal(6_812, 2),
        table_compression: decimal(7_000, 2),
    },
    Compared {
        pattern: "8-corner",
        network: "paper/8-corner",
        factor: 23,
        cea: printed(876, decimal(3, 7), 189),
        ce: printed(876, decimal(2, 3), 189),
        compressed: printed(684, NONE, 191),
        network_compression: decimal(2_332, 2),
        table_compression: decimal(2_300, 2),
    },
    Compared {
        pattern: "6-edge",
        network: "paper/6-edge",
        factor: 11,
        cea: printed(692, decimal(9, 5), 195),
        ce: printed(746, decimal(9, 2), 195),
        compressed: printed(668, NONE, 193),
        network_compression: decimal(1_091, 2),
        table_compression: decimal(1_103, 2),
    },
    Compared {
        pattern: "6-edge/delta:4-edge",
        network: "paper/delta",
        factor: 7,
        cea: printed(131, decimal(3, 6), 320),
        ce: printed(189, decimal(15, 2), 320),
        compressed: printed(105, NONE, 304),
        network_compression: decimal(665, 2),
        table_compression: decimal(700, 2),
    },
];

/// The 8-corner networks of decreasing size, all trained with CEA: name here and printed row.
pub const SCALING: [(&str, Printed); 5] = [
    ("scaling/1", TABLE_2[1].cea),
    ("scaling/2", printed(876, decimal(3, 7), 128)),
    ("scaling/3", printed(875, decimal(3, 7), 86)),
    ("scaling/4", printed(857, decimal(2, 5), 51)),
    ("scaling/5", printed(824, decimal(1, 3), 24)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_comparison_has_a_table() {
        for (row, distribution) in TABLE_2.iter().zip(DISTRIBUTIONS) {
            assert_eq!(row.whole().states, distribution.iter().sum::<u64>());
        }
    }
}
