//! What the paper prints of its networks, as data: the rows of its two experiments,
//! beside which a run of one's own can be set.
//!
//! Source: *Learning Admissible Heuristics for A\*: Theory and Practice*, the table
//! that compares networks with compressed tables, and the table of sizes in its
//! appendix. Sizes are in 10⁶ bytes at 16 bits a weight.

/// One line of a table of the paper.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Printed {
    /// Mean value of the heuristic.
    pub mean: f64,
    /// Share of overestimated states.
    pub rate: f64,
    /// Size in 10⁶ bytes.
    pub megabytes: f64,
}

/// A pattern of the comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// The pattern, with what is subtracted from its table, as `admit train` takes
    /// it.
    pub pattern: &'static str,
    /// The paper's network.
    pub network: &'static str,
    /// How many states share an entry of the compressed table.
    pub factor: u64,
    /// The network trained with CEA.
    pub cea: Printed,
    /// The network trained with cross-entropy.
    pub ce: Printed,
    /// The compressed table.
    pub compressed: Printed,
}

const fn printed(mean: f64, rate: f64, megabytes: f64) -> Printed {
    Printed {
        mean,
        rate,
        megabytes,
    }
}

/// The comparison of networks with compressed tables.
///
/// ```
/// use admit_verification::paper::TABLE_2;
/// let corners = TABLE_2.iter().find(|row| row.pattern == "8-corner").unwrap();
/// // 26 states of 88,179,840.
/// assert_eq!((corners.cea.rate * 88_179_840.0).round(), 26.0);
/// ```
pub const TABLE_2: [Compared; 4] = [
    Compared {
        pattern: "7-edge",
        network: "paper/7-edge",
        factor: 70,
        cea: printed(7.45, 2e-5, 3.75),
        ce: printed(8.44, 1.4e-2, 3.75),
        compressed: printed(6.83, 0.0, 3.65),
    },
    Compared {
        pattern: "8-corner",
        network: "paper/8-corner",
        factor: 23,
        cea: printed(8.76, 3e-7, 1.89),
        ce: printed(8.76, 2e-3, 1.89),
        compressed: printed(6.84, 0.0, 1.91),
    },
    Compared {
        pattern: "6-edge",
        network: "paper/6-edge",
        factor: 11,
        cea: printed(6.92, 9e-5, 1.95),
        ce: printed(7.46, 9e-2, 1.95),
        compressed: printed(6.68, 0.0, 1.93),
    },
    Compared {
        pattern: "6-edge/delta:4-edge",
        network: "paper/delta",
        factor: 7,
        cea: printed(1.31, 3e-6, 3.20),
        ce: printed(1.89, 15e-2, 3.20),
        compressed: printed(1.05, 0.0, 3.04),
    },
];

/// The networks for the eight corners with fewer and fewer neurons, all trained with
/// CEA: what each is called here, and what the paper prints.
pub const SCALING: [(&str, Printed); 5] = [
    ("scaling/1", printed(8.76, 3e-7, 1.89)),
    ("scaling/2", printed(8.76, 3e-7, 1.28)),
    ("scaling/3", printed(8.75, 3e-7, 0.86)),
    ("scaling/4", printed(8.57, 2e-5, 0.51)),
    ("scaling/5", printed(8.24, 1e-3, 0.24)),
];
