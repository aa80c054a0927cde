//! Comparison of heuristics of the cube on the same random instances: sizes, means, nodes
//! generated, time.
//!
//! | file | contents |
//! |---|---|
//! | here | [`Comparison`]: results by instance, by depth, and paired |
//! | `contenders` | [`Contenders`]: tables of a pattern of decreasing size, and a certified network |
//! | `instances` | [`RandomCube`] and its solution by a contender |

mod contenders;
mod instances;

pub use contenders::{ComparedPattern, Contender, Contenders, mean_of_states};
pub use instances::{RandomCube, Solution};

use super::SearchError;
use crate::certify::certificate::Digests;
use crate::files::Progress;
use crate::heuristic::{CubePdbError, RefusedError};
use crate::pdb::cube::{PatternError, StoreError};
use crate::space::cube::format_moves;
use crate::stats::RESAMPLES;
use crate::stats::paired::{Compared, PairedError, compare};
use serde::Serialize;
use std::path::PathBuf;
use thiserror::Error;

/// Error of a comparison.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The certificate of a folder is refused.
    #[error(transparent)]
    Refused(#[from] RefusedError),
    /// A table cannot be opened or built.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A table is not usable as a heuristic.
    #[error(transparent)]
    Pdb(#[from] CubePdbError),
    /// An invalid pattern name.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A search fails.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Results cannot be paired.
    #[error(transparent)]
    Paired(#[from] PairedError),
    /// A file cannot be read.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// The exact table is not larger than the limit.
    #[error(
        "the exact table of {pattern} takes {table} bytes and need not be compressed to {bytes}; \
         name fewer bytes than that"
    )]
    NothingToCompress {
        /// The pattern.
        pattern: String,
        /// The limit in bytes.
        bytes: u64,
        /// Size of the exact table in bytes.
        table: u64,
    },
    /// The certificate is about another table.
    #[error("{folder}: its certificate is about another table of {pattern} than the one here")]
    OtherTable {
        /// The folder.
        folder: PathBuf,
        /// The pattern.
        pattern: String,
    },
    /// The certificate is about another pattern.
    #[error("{folder}: its certificate is about {stated}, not about {expected}")]
    OtherPattern {
        /// The folder.
        folder: PathBuf,
        /// Its subject.
        stated: String,
        /// The expected subject.
        expected: String,
    },
    /// A contender does not solve a cube.
    #[error("{contender}, {cube}: {what}")]
    Unsolved {
        /// The contender.
        contender: String,
        /// The cube, as moves from the solved one.
        cube: String,
        /// The error.
        what: String,
    },
    /// Solutions of different length.
    #[error(
        "{cube}: {exact} moves with {first}, {other} with {contender}: one of them is not \
         admissible"
    )]
    Lengths {
        /// The cube, as moves from the solved one.
        cube: String,
        /// The first contender.
        first: String,
        /// Length of its solution.
        exact: usize,
        /// Length of another one.
        other: usize,
        /// The contender of that one.
        contender: String,
    },
}

impl Contenders {
    /// Solves each cube with every contender in turn, so that they share disturbances of the
    /// machine; returns the solutions by cube.
    ///
    /// # Errors
    ///
    /// If solutions of a cube differ in length.
    pub fn solve(
        &self,
        cubes: &[RandomCube],
        progress: Progress<'_>,
    ) -> Result<Vec<Vec<Solution>>, CompareError> {
        let mut all = Vec::with_capacity(cubes.len());
        for (done, cube) in cubes.iter().enumerate() {
            progress.report("solving", done as u64, cubes.len() as u64);
            let solutions = self.all.iter().map(|contender| contender.solve(cube));
            let solutions: Vec<Solution> = solutions.collect::<Result<_, _>>()?;
            self.same_lengths(cube, &solutions)?;
            all.push(solutions);
        }
        Ok(all)
    }

    /// Checks that all solutions are as long as the first, that of the exact table.
    fn same_lengths(&self, cube: &RandomCube, solutions: &[Solution]) -> Result<(), CompareError> {
        let length = |i: usize| solutions[i].moves.len();
        let other = (1..solutions.len()).find(|&i| length(i) != length(0));
        let Some(other) = other else {
            return Ok(());
        };
        Err(CompareError::Lengths {
            cube: format_moves(&cube.moves),
            first: self.all[0].name.clone(),
            exact: length(0),
            other: length(other),
            contender: self.all[other].name.clone(),
        })
    }
}

/// Results of a comparison.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// The pattern.
    pub pattern: String,
    /// The base pattern, if contenders are delta tables.
    pub base: Option<String>,
    /// Size of the base table in bytes.
    pub base_bytes: Option<u64>,
    /// Maximum size of compressed tables in bytes.
    pub bytes: u64,
    /// Seed of the instances and of the bootstrap.
    pub seed: u64,
    /// Threads of the searches.
    pub threads: usize,
    /// The contenders.
    pub contenders: Vec<ContenderSummary>,
    /// Digests of the certified network.
    pub certificate: Option<CertifiedDigests>,
    /// Results by depth.
    pub depths: Vec<DepthResults>,
    /// The certified network against each other contender.
    pub paired: Vec<PairedResults>,
    /// Bootstrap resamples.
    pub resamples: usize,
    /// Results by instance.
    pub instances: Vec<InstanceResults>,
}

/// A contender in a [`Comparison`].
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ContenderSummary {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Bytes of the base table that lookups also need.
    pub index_bytes: u64,
    /// Mean over all states.
    pub mean: f64,
    /// Digest of its file, if it is a table.
    pub digest: Option<String>,
    /// Short name.
    #[serde(skip)]
    pub short: &'static str,
}

/// Digest of a certificate, and those that it states.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CertifiedDigests {
    /// Digest of the certificate.
    pub certificate: String,
    /// The digests in it.
    #[serde(flatten)]
    pub stated: Digests,
}

/// Results at one depth.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct DepthResults {
    /// The depth.
    pub depth: u32,
    /// Instances.
    pub cubes: usize,
    /// Mean length of a solution.
    pub mean_length: f64,
    /// By contender.
    pub sums: Vec<Sums>,
}

/// Results of one contender at one depth.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Sums {
    /// Nodes generated.
    pub nodes: u64,
    /// Geometric mean of the nodes of an instance.
    pub geometric_mean: f64,
    /// Bootstrap interval of that mean at 95 %.
    pub interval: (f64, f64),
    /// Time.
    pub seconds: f64,
}

/// Two contenders on the same instances.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PairedResults {
    /// The certified network.
    pub one: String,
    /// The other contender.
    pub other: String,
    /// The depth; `None` for all depths.
    pub depth: Option<u32>,
    /// The comparison.
    #[serde(flatten)]
    pub found: Compared,
    /// Short names of both.
    #[serde(skip)]
    pub shorts: [&'static str; 2],
}

/// Results of one instance.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct InstanceResults {
    /// Its depth.
    pub depth: u32,
    /// The walk from the solved cube.
    pub moves: String,
    /// Length of its optimal solutions.
    pub length: usize,
    /// Nodes generated, by contender.
    pub nodes: Vec<u64>,
    /// Time, by contender.
    pub seconds: Vec<f64>,
}

/// Settings of a comparison: table sizes and instances.
#[derive(Clone, Debug)]
pub struct ComparisonPlan {
    /// Maximum size of compressed tables in bytes.
    pub bytes: u64,
    /// Lengths of the random walks.
    pub depths: Vec<u32>,
    /// Instances of each depth.
    pub instances: u32,
    /// Seed of the instances and of the bootstrap.
    pub seed: u64,
}

impl Comparison {
    /// Compares contenders on random cubes, optimally solved by IDA\*.
    ///
    /// # Errors
    ///
    /// If a search fails, or solutions of a cube differ in length.
    pub fn run(
        contenders: &Contenders,
        plan: &ComparisonPlan,
        progress: Progress<'_>,
    ) -> Result<Comparison, CompareError> {
        let seed = plan.seed;
        let mut depths = plan.depths.clone();
        depths.sort_unstable();
        depths.dedup();
        let cubes = depths
            .iter()
            .flat_map(|&depth| (0..plan.instances).map(move |i| RandomCube::draw(seed, depth, i)));
        let cubes: Vec<RandomCube> = cubes.collect();
        let solutions = contenders.solve(&cubes, progress)?;
        Comparison::of(contenders, plan, &cubes, &solutions)
    }

    fn of(
        contenders: &Contenders,
        plan: &ComparisonPlan,
        cubes: &[RandomCube],
        solutions: &[Vec<Solution>],
    ) -> Result<Comparison, CompareError> {
        let seed = plan.seed;
        let instances: Vec<InstanceResults> = cubes.iter().zip(solutions).map(instance).collect();
        let by_depth = instances.chunk_by(|a, b| a.depth == b.depth);
        let depths = by_depth
            .clone()
            .map(|part| DepthResults::new(part, contenders.all.len(), seed));
        let depths = depths.collect::<Result<_, _>>()?;
        let mut paired = Vec::new();
        if let Some(one) = contenders.certified {
            for other in (0..contenders.all.len()).filter(|&other| other != one) {
                let parts = by_depth.clone().map(|part| (Some(part[0].depth), part));
                // The pooled comparison, if there are several depths.
                let whole = (by_depth.clone().count() > 1).then_some((None, &instances[..]));
                for (depth, part) in parts.chain(whole) {
                    let pair = [one, other].map(|i| &contenders.all[i]);
                    let [a, b] = [one, other].map(|i| nodes(part, i));
                    paired.push(PairedResults {
                        one: pair[0].name.clone(),
                        other: pair[1].name.clone(),
                        depth,
                        found: compare(&a, &b, seed)?,
                        shorts: pair.map(|contender| contender.short),
                    });
                }
            }
        }
        let certificate = contenders.certificate.as_ref();
        Ok(Comparison {
            pattern: contenders.pattern.pattern.to_string(),
            base: contenders.pattern.base.map(|base| base.to_string()),
            base_bytes: contenders.base_bytes,
            bytes: plan.bytes,
            seed,
            threads: rayon::current_num_threads(),
            contenders: contenders.all.iter().map(ContenderSummary::new).collect(),
            certificate: certificate.map(|(certificate, own)| CertifiedDigests {
                certificate: own.clone(),
                stated: certificate.digests.clone(),
            }),
            depths,
            paired,
            resamples: RESAMPLES,
            instances,
        })
    }
}

fn instance((cube, solutions): (&RandomCube, &Vec<Solution>)) -> InstanceResults {
    InstanceResults {
        depth: cube.depth,
        moves: format_moves(&cube.moves),
        length: solutions[0].moves.len(),
        nodes: solutions.iter().map(|s| s.generated).collect(),
        seconds: solutions.iter().map(|s| s.seconds).collect(),
    }
}

/// Nodes of one contender by instance.
fn nodes(instances: &[InstanceResults], contender: usize) -> Vec<f64> {
    let nodes = instances.iter().map(|instance| instance.nodes[contender]);
    nodes.map(|nodes| nodes as f64).collect()
}

impl ContenderSummary {
    fn new(contender: &Contender) -> ContenderSummary {
        ContenderSummary {
            name: contender.name.clone(),
            bytes: contender.bytes,
            index_bytes: contender.index_bytes,
            mean: contender.mean,
            digest: contender.digest.clone(),
            short: contender.short,
        }
    }
}

impl DepthResults {
    /// Results of the instances of one depth, at least one.
    fn new(
        part: &[InstanceResults],
        contenders: usize,
        seed: u64,
    ) -> Result<DepthResults, PairedError> {
        let lengths: usize = part.iter().map(|instance| instance.length).sum();
        let ones = vec![1.0; part.len()];
        let sums = (0..contenders).map(|i| {
            // Paired with ones, ratios are the node counts themselves.
            let found = compare(&nodes(part, i), &ones, seed)?;
            Ok(Sums {
                nodes: part.iter().map(|instance| instance.nodes[i]).sum(),
                geometric_mean: found.ratio,
                interval: found.interval,
                seconds: part.iter().map(|instance| instance.seconds[i]).sum(),
            })
        });
        Ok(DepthResults {
            depth: part[0].depth,
            cubes: part.len(),
            mean_length: lengths as f64 / part.len() as f64,
            sums: sums.collect::<Result<_, _>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Zero;

    /// The cube, both lengths and the contender are named.
    #[test]
    fn an_inadmissible_contender_is_found() {
        let contender = |name: &str| Contender {
            name: name.to_owned(),
            short: "",
            heuristic: Box::new(Zero),
            bytes: 1,
            index_bytes: 0,
            mean: 0.0,
            digest: None,
        };
        let contenders = Contenders {
            pattern: ComparedPattern {
                pattern: "edges:UR".parse().unwrap(),
                base: None,
            },
            all: ["exact", "good", "bad"].map(contender).into(),
            certified: None,
            certificate: None,
            base_bytes: None,
        };
        let cube = RandomCube::draw(1, 2, 0);
        let first = contenders.all[0].solve(&cube).unwrap();
        assert_eq!(first.moves.len(), 2);
        let of_length = |length| Solution {
            moves: vec![first.moves[0]; length],
            generated: 1,
            seconds: 0.0,
        };
        let same = [2, 2, 2].map(of_length);
        assert!(contenders.same_lengths(&cube, &same).is_ok());
        let other = [2, 2, 4].map(of_length);
        let error = contenders.same_lengths(&cube, &other).unwrap_err();
        let moves = format_moves(&cube.moves);
        assert_eq!(
            error.to_string(),
            format!("{moves}: 2 moves with exact, 4 with bad: one of them is not admissible")
        );
    }
}
