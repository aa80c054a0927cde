//! The experiment: how far means of Ψ over N instances are from the expectation, for
//! many N, many times, beside what the theorem allows.
//!
//! Every expectation is exact, because every instance is looked at. There are three
//! kinds of settings.
//!
//! - On **small graphs** the supremum over a whole class is taken, all heuristics with
//!   ℓ values on every vertex but the goal: it is what the theorem bounds.
//! - On the **8-puzzle** and on **`TopSpin`** one heuristic is learned from the N
//!   instances, as a table or as a network, and its mean over these very instances is
//!   held against its expectation.
//! - On the **eight corners** of the cube likewise, with networks: the paper's figure.
//!
//! Each repetition has a sample of its own and depends on the seed and its number
//! alone, not on threads.

use super::instances::Instances;
use super::learned::How;
use super::spaces::{self, SpaceError};
use admit::learn::pair::ShapeError;
use admit::space::Cost;
use admit::space::graph::{FiniteGraph, Matrix, Vertex};
use admit::stats::fit::Group;
use admit::stats::random::below;
use admit::theory::architecture::Architecture;
use admit::theory::behaviour::all_heuristics;
use admit::theory::dimension::{Of, Subject};
use admit::theory::samples::Class;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

/// How likely it may be that some mean is further off than the bound.
pub const DELTA: f64 = 0.05;

/// Default seed.
pub const SEED: u64 = 1;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Three by three vertices, each joined to its neighbours; 6 values.
    Grid,
    /// Eight vertices, edges of cost 1 at random; 6 values.
    Random,
    /// Seven vertices, edges of costs 1 to 5 at random; 10 values.
    Costs,
    /// The 8-puzzle with tables.
    PuzzleTable,
    /// The 8-puzzle with networks.
    PuzzleNetwork,
    /// `TopSpin` with tables.
    SpinTable,
    /// `TopSpin` with networks.
    SpinNetwork,
    /// The eight corners of the cube with networks that see all symmetric states alike.
    Corners,
    /// The same with networks that see every state as it is.
    CornersPlain,
}

impl Setting {
    /// All of them.
    pub const ALL: [Setting; 9] = [
        Setting::Grid,
        Setting::Random,
        Setting::Costs,
        Setting::PuzzleTable,
        Setting::PuzzleNetwork,
        Setting::SpinTable,
        Setting::SpinNetwork,
        Setting::Corners,
        Setting::CornersPlain,
    ];

    /// That with a name.
    pub fn named(name: &str) -> Option<Setting> {
        Setting::ALL
            .into_iter()
            .find(|setting| setting.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Grid => "grid",
            Setting::Random => "random",
            Setting::Costs => "costs",
            Setting::PuzzleTable => "8-puzzle-table",
            Setting::PuzzleNetwork => "8-puzzle-network",
            Setting::SpinTable => "topspin-table",
            Setting::SpinNetwork => "topspin-network",
            Setting::Corners => "8-corner-network",
            Setting::CornersPlain => "8-corner-plain",
        }
    }

    /// What it is.
    pub fn words(self) -> &'static str {
        match self {
            Setting::Grid => "supremum over all heuristics, grid of 3×3 vertices",
            Setting::Random => "supremum over all heuristics, 8 vertices, cost 1",
            Setting::Costs => "supremum over all heuristics, 7 vertices, costs 1 to 5",
            Setting::PuzzleTable => "table learned from N instances, 8-puzzle",
            Setting::PuzzleNetwork => "network learned from N instances, 8-puzzle",
            Setting::SpinTable => "table learned from N instances, TopSpin(9,4)",
            Setting::SpinNetwork => "network learned from N instances, TopSpin(9,4)",
            Setting::Corners => "symmetric network learned from N instances, 8-corner",
            Setting::CornersPlain => "plain network learned from N instances, 8-corner",
        }
    }
}

/// How much is measured.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Plan {
    /// Numbers of instances.
    pub sizes: Vec<u64>,
    /// Repetitions for each.
    pub repetitions: usize,
    /// Steps of training, where networks are trained.
    pub steps: u64,
}

/// Two numbers a decade, from one power of ten to another.
fn half_decades(from: u32, to: u32) -> Vec<u64> {
    let halves = 2 * from..=2 * to;
    halves
        .map(|half| 10_f64.powf(half as f64 / 2.0).round() as u64)
        .collect()
}

fn decades(from: u32, to: u32) -> Vec<u64> {
    (from..=to).map(|decade| 10_u64.pow(decade)).collect()
}

impl Plan {
    /// At full size.
    pub fn full(setting: Setting) -> Plan {
        let (sizes, repetitions) = match setting {
            Setting::Grid | Setting::Random | Setting::Costs => (half_decades(1, 5), 200),
            Setting::PuzzleTable | Setting::SpinTable => (half_decades(2, 6), 100),
            Setting::PuzzleNetwork | Setting::SpinNetwork => (half_decades(2, 5), 60),
            Setting::Corners => (half_decades(2, 6), 60),
            // Every repetition asks about 88 million states.
            Setting::CornersPlain => (decades(2, 6), 30),
        };
        Plan {
            sizes,
            repetitions,
            steps: 2_000,
        }
    }

    /// In a few seconds, or a minute where networks are trained: the same decades,
    /// shorter training.
    pub fn quick(setting: Setting) -> Plan {
        let full = Plan::full(setting);
        let networks = matches!(
            setting,
            Setting::PuzzleNetwork
                | Setting::SpinNetwork
                | Setting::Corners
                | Setting::CornersPlain
        );
        Plan {
            sizes: if networks { decades(2, 5) } else { full.sizes },
            repetitions: if networks {
                30
            } else {
                full.repetitions.min(50)
            },
            steps: 300,
        }
    }

    fn jobs(&self) -> usize {
        self.sizes.len() * self.repetitions
    }
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Measured {
    /// The setting.
    pub setting: String,
    /// What it is.
    pub words: String,
    /// How many instances there are.
    pub instances: u64,
    /// How the class is bounded.
    pub class: Richness,
    /// Seed.
    pub seed: u64,
    /// The plan.
    pub plan: Plan,
    /// Deviations, by N.
    pub groups: Vec<Group>,
    /// By N, the mean expectation of Ψ: of the learned heuristics, or, where
    /// a supremum is taken, of those that attain it.
    pub expectations: Vec<f64>,
}

/// What is known of a class.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Richness {
    /// Ψ lies between 0 and this.
    pub range: f64,
    /// Its pseudo-dimension is at most this.
    pub dimension: f64,
    /// log₂ of how many heuristics there are, at most.
    pub log2_heuristics: f64,
}

impl Richness {
    /// What the theorem allows for N instances, by the pseudo-dimension.
    pub fn by_dimension(&self, n: f64) -> f64 {
        Class::of_dimension(self.dimension, self.range).error(n, DELTA)
    }

    /// And by how many heuristics there are.
    pub fn by_counting(&self, n: f64) -> f64 {
        let ln = self.log2_heuristics * std::f64::consts::LN_2;
        Class::of_size(ln, self.range).error(n, DELTA)
    }

    /// The smaller of the two. Which one that is depends on N and on the class, not on
    /// the sample, so that it holds as surely.
    pub fn bound(&self, n: u64) -> f64 {
        let n = n as f64;
        self.by_dimension(n).min(self.by_counting(n))
    }
}

impl Measured {
    /// How many deviations lie above the bound, of how many.
    pub fn crossings(&self) -> (usize, usize) {
        let above = |group: &Group| {
            let bound = self.class.bound(group.n);
            group.deviations.iter().filter(|&&d| d > bound).count()
        };
        let all = self.groups.iter().map(|group| group.deviations.len());
        (self.groups.iter().map(above).sum(), all.sum())
    }

    /// The least N measured for which the bound says something.
    pub fn first_not_vacuous(&self) -> Option<u64> {
        let says = |n: &u64| self.class.bound(*n) < self.class.range;
        self.plan.sizes.iter().copied().find(says)
    }
}

/// Why there is no experiment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExperimentError {
    /// The space is not there.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// No network fits.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The plan is empty.
    #[error("an experiment needs numbers of instances of at least 1, and repetitions")]
    Empty,
}

/// Told how many repetitions are done, of how many.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Runs a setting.
///
/// # Errors
///
/// If the plan is empty, or there is not enough memory.
///
/// ```
/// use admit_verification::convergence::experiment::{Plan, Setting, measure};
/// let plan = Plan { sizes: vec![10, 100, 1000], repetitions: 30, steps: 0 };
/// let found = measure(Setting::Costs, &plan, 1, &|_, _| ()).unwrap();
/// let mean = |i: usize| found.groups[i].deviations.iter().sum::<f64>() / 30.0;
/// assert!(mean(0) > 2.0 * mean(1) && mean(1) > 2.0 * mean(2));
/// assert_eq!(found.crossings(), (0, 90));
/// ```
pub fn measure(
    setting: Setting,
    plan: &Plan,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Measured, ExperimentError> {
    if plan.jobs() == 0 || plan.sizes.contains(&0) {
        return Err(ExperimentError::Empty);
    }
    let of_width = |width| How::Network {
        steps: plan.steps,
        batch: 512,
        rate: 0.01,
        width,
    };
    let (network, narrow) = (of_width(32), of_width(16));
    let (instances, class, found) = match setting {
        Setting::Grid => supremum(&grid(), 6, plan, seed, progress),
        Setting::Random => supremum(&random::<8>(1, seed), 6, plan, seed, progress),
        Setting::Costs => supremum(&random::<7>(5, seed), 10, plan, seed, progress),
        Setting::PuzzleTable => {
            learned(&spaces::eight_puzzle()?, How::Table, plan, seed, progress)?
        }
        Setting::PuzzleNetwork => learned(&spaces::eight_puzzle()?, network, plan, seed, progress)?,
        Setting::SpinTable => learned(&spaces::top_spin()?, How::Table, plan, seed, progress)?,
        Setting::SpinNetwork => learned(&spaces::top_spin()?, network, plan, seed, progress)?,
        Setting::Corners => learned(&spaces::eight_corners()?, network, plan, seed, progress)?,
        Setting::CornersPlain => {
            let corners = spaces::eight_corners_plain()?;
            learned(&corners, narrow, plan, seed, progress)?
        }
    };
    let of_size = |i: usize| &found[i * plan.repetitions..][..plan.repetitions];
    let groups = plan.sizes.iter().enumerate().map(|(i, &n)| Group {
        n,
        deviations: of_size(i).iter().map(|one| one.deviation).collect(),
    });
    let mean = |i: usize| {
        let sum: f64 = of_size(i).iter().map(|one| one.expectation).sum();
        sum / plan.repetitions as f64
    };
    Ok(Measured {
        setting: setting.name().to_owned(),
        words: setting.words().to_owned(),
        instances,
        class,
        seed,
        plan: plan.clone(),
        groups: groups.collect(),
        expectations: (0..plan.sizes.len()).map(mean).collect(),
    })
}

/// One repetition.
#[derive(Clone, Copy, Default)]
struct Repetition {
    deviation: f64,
    expectation: f64,
}

type Found = (u64, Richness, Vec<Repetition>);

/// Random numbers of one repetition.
fn stream(seed: u64, job: usize) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed ^ (job as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Runs all repetitions, one on each thread: training asks for threads itself, and would
/// be given pieces of other repetitions while it waits.
fn repeat<E: Send>(
    plan: &Plan,
    progress: Progress<'_>,
    one: impl Fn(usize, u64) -> Result<Repetition, E> + Sync,
) -> Result<Vec<Repetition>, E> {
    let jobs = plan.jobs();
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let found = Mutex::new(Ok(vec![Repetition::default(); jobs]));
    let work = || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                return;
            }
            // The longest first, so that no thread is left with one of them at the end.
            let job = jobs - 1 - job;
            let size = plan.sizes[job / plan.repetitions];
            let result = match &pool {
                Ok(pool) => pool.install(|| one(job, size)),
                Err(_) => one(job, size),
            };
            let mut all = found
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            match (&mut *all, result) {
                (Ok(all), Ok(result)) => all[job] = result,
                (Err(_), _) => return,
                (all, Err(error)) => {
                    *all = Err(error);
                    return;
                }
            }
            drop(all);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, jobs);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(work);
        }
    });
    found
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// One heuristic is learned from each sample.
fn learned(
    instances: &Instances,
    how: How,
    plan: &Plan,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Found, ExperimentError> {
    let values = instances.farthest() as u64 + 1;
    let inputs = match how {
        How::Table => instances.abstract_state(0).1 as u128,
        How::Network { .. } => instances.different() as u128 - 1,
    };
    let subject = Subject {
        classes: Some(inputs),
        values: Some(values),
        network: how
            .shape(instances)
            .map(|shape| Architecture::of_pairs(&shape)),
        ..Subject::graph(instances.starts() as u128)
    };
    let dimension = subject.least(Of::Psi);
    let class = Richness {
        range: (values - 1) as f64,
        dimension: dimension.map_or(f64::INFINITY, |bound| bound.value),
        log2_heuristics: subject.log2_heuristics().unwrap_or(f64::INFINITY),
    };
    let found = repeat(plan, progress, |job, size| {
        let mut rng = stream(seed, job);
        let sample = instances.draw(size, &mut rng);
        let h = how.learn(instances, &sample, rng.next_u64())?;
        let psi = instances.psi(&h);
        let expectation = instances.expectation(&psi);
        let sum: u64 = sample.iter().map(|&start| psi[start as usize] as u64).sum();
        Ok::<_, ShapeError>(Repetition {
            deviation: (sum as f64 / size as f64 - expectation).abs(),
            expectation,
        })
    })?;
    Ok((instances.starts(), class, found))
}

/// The supremum over all heuristics with so many values, 0 at the goal.
fn supremum<G: FiniteGraph>(
    graph: &G,
    values: u32,
    plan: &Plan,
    seed: u64,
    progress: Progress<'_>,
) -> Found {
    let functions = all_psi(graph, values);
    let starts = graph.vertices() as usize - 1;
    let most = functions.iter().flatten().copied().max().unwrap_or(0);
    let class = Richness {
        range: most as f64,
        dimension: starts as f64,
        log2_heuristics: (functions.len() as f64).log2(),
    };
    let found = repeat(plan, progress, |job, size| {
        let mut rng = stream(seed, job);
        let mut counts = vec![0_u64; starts];
        for _ in 0..size {
            counts[below(&mut rng, starts as u64) as usize] += 1;
        }
        // Whole numbers decide which is the largest: N·(n − 1) times the deviation.
        let (n, all) = (size as i64, starts as i64);
        let off: Vec<i64> = counts.iter().map(|&c| c as i64 * all - n).collect();
        let deviation = |psi: &Vec<i64>| psi.iter().zip(&off).map(|(p, o)| p * o).sum::<i64>();
        let worst = functions.iter().max_by_key(|psi| deviation(psi).abs());
        let worst = worst.expect("there is a heuristic");
        Ok::<_, std::convert::Infallible>(Repetition {
            deviation: deviation(worst).abs() as f64 / (n * all) as f64,
            expectation: worst.iter().sum::<i64>() as f64 / starts as f64,
        })
    });
    let Ok(found) = found;
    (starts as u64, class, found)
}

/// Ψ of every start, by every heuristic of so many values; each list once.
fn all_psi<G: FiniteGraph>(graph: &G, values: u32) -> BTreeSet<Vec<i64>> {
    let distances = graph
        .distances_to_goal()
        .expect("costs are small and vertices are few");
    let goal = graph.goal();
    let distance = |v: Vertex| distances[v as usize].expect("every vertex reaches the goal");
    let path_step = |v: Vertex| {
        let mut steps = graph.successors(&v);
        let step = steps.find(|&(w, cost)| distance(w) + cost == distance(v));
        step.map_or(goal, |(w, _)| w)
    };
    let mut order: Vec<Vertex> = (0..graph.vertices()).filter(|&v| v != goal).collect();
    order.sort_by_key(|&v| distance(v));
    let psi = |h: Vec<i32>| {
        let mut psi = vec![0_i64; graph.vertices() as usize];
        for &v in &order {
            let error = h[v as usize] as i64 - distance(v) as i64;
            psi[v as usize] = error.max(psi[path_step(v) as usize]);
        }
        psi.remove(goal as usize);
        psi
    };
    let all = all_heuristics(graph.vertices(), goal, values);
    all.map(psi).collect()
}

/// Three by three, the goal in a corner.
fn grid() -> Matrix<9> {
    let mut graph = Matrix::new(9, 0).expect("a goal");
    for v in 0..9_u32 {
        for (to, joined) in [(v + 1, v % 3 < 2), (v + 3, v < 6)] {
            if joined {
                graph = graph.with_edge(v, to, 1).with_edge(to, v, 1);
            }
        }
    }
    graph
}

/// Edges at random, of costs up to this, until every vertex reaches the last.
fn random<const N: usize>(most: Cost, seed: u64) -> Matrix<N> {
    let mut rng = stream(seed, usize::MAX - 1);
    loop {
        let mut graph = Matrix::new(N as u32, N as u32 - 1).expect("a goal");
        for v in 0..N as u32 {
            for w in 0..N as u32 {
                if v != w && below(&mut rng, 4) == 0 {
                    graph = graph.with_edge(v, w, 1 + below(&mut rng, most as u64) as Cost);
                }
            }
        }
        let reached = graph.distances_to_goal();
        if reached.is_ok_and(|all| all.iter().all(Option::is_some)) {
            return graph;
        }
    }
}
