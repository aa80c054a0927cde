//! The convergence experiment: deviations of means of Ψ over N instances from the expectation, for
//! many N, repeated, with the theorem's bound.
//!
//! Expectations are exact, over all instances. There are three kinds of settings.
//!
//! - On **small graphs** the supremum over a class is measured, all heuristics with
//!   ℓ values on every vertex but the goal; the theorem bounds it.
//! - On the **8-puzzle** and **`TopSpin`** one heuristic is learned from the N
//!   instances, as a table or a network, and its mean over these instances is
//!   compared with its expectation.
//! - On the **eight corners** of the cube the same, with networks, as in the paper's figure.
//!
//! Each repetition depends on the seed and its index alone, not on threads.

use super::instances::Instances;
use super::learned::Method;
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
use std::time::Instant;
use thiserror::Error;

/// The probability δ with which a deviation may exceed the bound.
pub const DELTA: f64 = 0.05;

/// Default seed.
pub const SEED: u64 = 1;

/// A setting of the experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Grid of 3×3 vertices; 6 values.
    Grid,
    /// Random graph of 8 vertices with cost 1; 6 values.
    Random,
    /// Random graph of 7 vertices with costs 1 to 5; 10 values.
    Costs,
    /// The 8-puzzle with tables.
    PuzzleTable,
    /// The 8-puzzle with networks.
    PuzzleNetwork,
    /// `TopSpin` with tables.
    SpinTable,
    /// `TopSpin` with networks.
    SpinNetwork,
    /// The eight corners of the cube with symmetric networks, which have equal inputs for symmetric
    /// states.
    Corners,
    /// The same with plain networks, whose input is the state itself.
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

    /// The setting with a name.
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

    /// Its description.
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

/// Size of an experiment.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Plan {
    /// Sample sizes N.
    pub sizes: Vec<u64>,
    /// Repetitions for each N.
    pub repetitions: usize,
    /// Training steps, for networks.
    pub steps: u64,
}

/// Two numbers per decade, from one power of ten to another.
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
            // Every repetition evaluates 88 million states.
            Setting::CornersPlain => (decades(2, 6), 30),
        };
        Plan {
            sizes,
            repetitions,
            steps: 2_000,
        }
    }

    /// A few seconds, or a minute for networks: fewer sizes and repetitions, shorter training.
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

/// A measurement.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Measured {
    /// The setting.
    pub setting: String,
    /// Its description.
    pub words: String,
    /// Number of instances.
    pub instances: u64,
    /// Bounds on the class.
    pub class: Capacity,
    /// Seed.
    pub seed: u64,
    /// The plan.
    pub plan: Plan,
    /// Deviations, by N.
    pub groups: Vec<Group>,
    /// By N, the mean expectation of Ψ: of the learned heuristics, or of those that attain the
    /// supremum.
    pub expectations: Vec<f64>,
}

/// Capacity of a class.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Capacity {
    /// Ψ lies between 0 and this.
    pub range: f64,
    /// Upper bound on its pseudo-dimension.
    pub dimension: f64,
    /// Upper bound on log₂ of the number of heuristics.
    pub log2_heuristics: f64,
}

impl Capacity {
    /// The theorem's bound for N instances, by the pseudo-dimension.
    pub fn by_dimension(&self, n: f64) -> f64 {
        Class::of_dimension(self.dimension, self.range).error(n, DELTA)
    }

    /// The bound by the number of heuristics.
    pub fn by_counting(&self, n: f64) -> f64 {
        let ln = self.log2_heuristics * std::f64::consts::LN_2;
        Class::of_size(ln, self.range).error(n, DELTA)
    }

    /// The smaller of the two. The choice depends on N and the class, not on the sample, so the
    /// confidence is the same.
    pub fn bound(&self, n: u64) -> f64 {
        let n = n as f64;
        self.by_dimension(n).min(self.by_counting(n))
    }
}

impl Measured {
    /// Number of deviations above the bound, and of all deviations.
    pub fn crossings(&self) -> (usize, usize) {
        let above = |group: &Group| {
            let bound = self.class.bound(group.n);
            group.deviations.iter().filter(|&&d| d > bound).count()
        };
        let all = self.groups.iter().map(|group| group.deviations.len());
        (self.groups.iter().map(above).sum(), all.sum())
    }

    /// The least measured N for which the bound is not vacuous.
    pub fn first_not_vacuous(&self) -> Option<u64> {
        let says = |n: &u64| self.class.bound(*n) < self.class.range;
        self.plan.sizes.iter().copied().find(says)
    }
}

/// Error of [`measure`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExperimentError {
    /// The space cannot be built.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The network's shape is invalid.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The plan is empty.
    #[error("an experiment needs sample sizes of at least 1, and repetitions")]
    Empty,
}

/// Callback with the numbers of finished and of all repetitions.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Measurements of this process, each with its run time in seconds. Evidence and the main job ask
/// for the same ones, which always have the same numbers.
static MEASURED: Mutex<Vec<(Measured, f64)>> = Mutex::new(Vec::new());

/// Runs a setting, or returns the measurement of the same plan and seed by this process.
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
    timed(setting, plan, seed, progress).map(|(measured, _)| measured)
}

/// [`measure`], with the run time of the measurement in seconds.
pub(super) fn timed(
    setting: Setting,
    plan: &Plan,
    seed: u64,
    progress: Progress<'_>,
) -> Result<(Measured, f64), ExperimentError> {
    let same = |(known, _): &&(Measured, f64)| {
        known.setting == setting.name() && known.plan == *plan && known.seed == seed
    };
    let known = MEASURED.lock().expect("no thread panics here");
    if let Some(known) = known.iter().find(same) {
        return Ok(known.clone());
    }
    // Not locked meanwhile: a measurement waits for threads that may measure too.
    drop(known);
    let start = Instant::now();
    let measured = run(setting, plan, seed, progress)?;
    let measured = (measured, start.elapsed().as_secs_f64());
    let mut all = MEASURED.lock().expect("no thread panics here");
    all.push(measured.clone());
    Ok(measured)
}

fn run(
    setting: Setting,
    plan: &Plan,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Measured, ExperimentError> {
    if plan.jobs() == 0 || plan.sizes.contains(&0) {
        return Err(ExperimentError::Empty);
    }
    let of_width = |width| Method::Network {
        steps: plan.steps,
        batch: 512,
        rate: 0.01,
        width,
    };
    let (table, network, narrow) = (Method::Table, of_width(32), of_width(16));
    let (instances, class, found) = match setting {
        Setting::Grid => supremum(&grid(), 6, plan, seed, progress),
        Setting::Random => supremum(&random::<8>(1, seed), 6, plan, seed, progress),
        Setting::Costs => supremum(&random::<7>(5, seed), 10, plan, seed, progress),
        Setting::PuzzleTable => learned(&spaces::eight_puzzle()?, table, plan, seed, progress)?,
        Setting::PuzzleNetwork => learned(&spaces::eight_puzzle()?, network, plan, seed, progress)?,
        Setting::SpinTable => learned(&spaces::top_spin()?, table, plan, seed, progress)?,
        Setting::SpinNetwork => learned(&spaces::top_spin()?, network, plan, seed, progress)?,
        Setting::Corners => learned(&spaces::eight_corners()?, network, plan, seed, progress)?,
        Setting::CornersPlain => learned(
            &spaces::eight_corners_plain()?,
            narrow,
            plan,
            seed,
            progress,
        )?,
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

type Found = (u64, Capacity, Vec<Repetition>);

/// The random number generator of one repetition.
fn stream(seed: u64, job: usize) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed ^ (job as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Runs all repetitions, one on each thread. Each has a pool of one thread: in a shared pool,
/// training would steal work of other repetitions.
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
            // Longest first, to balance the load.
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

/// Learns one heuristic from each sample.
fn learned(
    instances: &Instances,
    method: Method,
    plan: &Plan,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Found, ExperimentError> {
    let values = instances.farthest() as u64 + 1;
    let inputs = match method {
        Method::Table => instances.abstract_state(0).1 as u128,
        Method::Network { .. } => instances.representatives() as u128 - 1,
    };
    let subject = Subject {
        classes: Some(inputs),
        values: Some(values),
        network: method
            .shape(instances)
            .map(|shape| Architecture::of_pairs(&shape)),
        ..Subject::graph(instances.starts() as u128)
    };
    let dimension = subject.least(Of::Psi);
    let class = Capacity {
        range: (values - 1) as f64,
        dimension: dimension.map_or(f64::INFINITY, |bound| bound.value),
        log2_heuristics: subject.log2_heuristics().unwrap_or(f64::INFINITY),
    };
    let found = repeat(plan, progress, |job, size| {
        let mut rng = stream(seed, job);
        let sample = instances.draw(size, &mut rng);
        let h = method.learn(instances, &sample, rng.next_u64())?;
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

/// The supremum over all heuristics with `values` values, 0 at the goal.
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
    let class = Capacity {
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
        // Deviations are compared exactly, as integers times 1/(N·(n − 1)).
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

/// All distinct vectors of Ψ over the starts, for heuristics with `values` values.
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

/// The 3×3 grid with the goal in a corner.
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

/// A random graph with costs up to `most` in which every vertex reaches the last.
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
