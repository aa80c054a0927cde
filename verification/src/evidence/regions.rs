//! How many ways A\* can behave, and what follows for the pseudo-dimension.
//!
//! The paper cuts the space of heuristics into regions by hyperplanes
//! h(u) − h(v) = k, in which A\* behaves in one way, and bounds the
//! pseudo-dimension of every utility by the logarithm of their number. Here the
//! regions are counted one by one, A\* is run in every one of them on every
//! small graph, and pseudo-dimensions are worked out from their definition.
//!
//! An instance is a start: graph and goal are fixed. So a class of utilities on
//! a graph of n vertices never shatters more than n − 1 instances, whatever the
//! regions are.

use super::arrangement::{Arrangement, Face, Point, UNIT, regions_by_formula, show};
use super::behaviour::{Trace, all_pairs, describe, digraph, run, starts, trimmed_pairs};
use super::{Evidence, Settled, Tier};
use admit::search::{Generation, Observer};
use admit::space::Cost;
use admit::space::graph::{FiniteGraph, Matrix, Vertex};
use admit::theory::behaviour::pseudo_dimension;
use admit::theory::{Bounds, Instance};
use admit_proofs::code::{Code, How, Production};
use admit_proofs::problem::Problem;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::OnceLock;

pub(super) fn evidence() -> Vec<Evidence> {
    let mut pieces = pieces! { "regions.rs":
        exhaustive Quick regions_formula,
        exhaustive Quick regions_as_printed,
        exhaustive Quick zero_hyperplane_needed,
        exhaustive Quick behaviour_constant_in_region,
        exhaustive Quick g_differences_suffice,
        exhaustive Quick behaviours_at_most_regions,
        exhaustive Quick pseudo_dimension_n,
        exhaustive Quick pseudo_dimension_m,
        exhaustive Quick abstract_regions_suffice,
        exhaustive Quick shared_g_in_a_class,
        exhaustive Quick pseudo_dimension_classes,
        exhaustive Quick hides_log_l,
        exhaustive Quick psi_pseudo_dimension,
        exhaustive Quick distinct_g_values,
    };
    pieces.push(Evidence::new(
        "exhaustive verification/src/evidence/regions.rs::behaviour_constant_in_region@4",
        Tier::Full,
        behaviour_constant_on_four,
    ));
    pieces
}

/// Counting one by one gives (mn + n)(mn + n − 1)…(mn + 2) regions.
fn regions_formula() -> Settled {
    let (mut wrong, mut cases, mut counted) = (None, 0, 0);
    for (n, most) in [(2, 6), (3, 6), (4, 6), (5, 4), (6, 2)] {
        for m in 0..=most {
            let regions = Arrangement::around(n, m).regions();
            let formula = regions_by_formula(n as u128, m as u128);
            cases += 1;
            counted += regions;
            if regions as u128 != formula && wrong.is_none() {
                wrong = Some(format!("n = {n}, m = {m}: {regions}, not {formula}"));
            }
        }
    }
    let scope = format!(
        "n = 2, 3 and 4 with m up to 6, n = 5 with m up to 4, n = 6 with m up to 2: {counted} regions counted one by one"
    );
    Settled::holds_unless(wrong, scope, cases)
}

/// "These hyperplanes partition Rⁿ into O((2n+1)ⁿ) regions", with constant 1 and
/// with any.
fn regions_as_printed() -> Settled {
    const MOST: usize = 5;
    type OfSize = fn(usize) -> Arrangement;
    let kinds: [(&str, OfSize); 3] = [
        ("as printed, ±1 to ±n", |n| {
            Arrangement::without_zero(n, n as i32)
        }),
        ("those that are needed, −(n−1) to n−1", |n| {
            Arrangement::around(n, n as i32 - 1)
        }),
        ("both, −n to n", |n| Arrangement::around(n, n as i32)),
    ];
    let (mut wrong, mut cases) = (Vec::new(), 0);
    for (words, arrangement) in kinds {
        for n in 2..=MOST {
            let regions = arrangement(n).regions();
            let printed = (2 * n as u64 + 1).pow(n as u32);
            cases += 1;
            if regions > printed {
                wrong.push(format!(
                    "{words}: n = {n}, {regions} regions, more than {printed}"
                ));
                break;
            }
        }
    }
    // By the formula, what the constant would have to be.
    let factor = |n: u32| {
        let n = n as f64;
        let regions: f64 = (2..=n as u32)
            .map(|k| ((n - 1.0) * n + k as f64).ln())
            .sum();
        (regions - n * (2.0 * n + 1.0).ln()).exp()
    };
    let factors = [5, 10, 20, 40].map(|n| format!("{:.3e} at n = {n}", factor(n)));
    let example = (!wrong.is_empty()).then(|| {
        format!(
            "{}; the constant would have to grow: {}",
            wrong.join("; "),
            factors.join(", ")
        )
    });
    let scope = format!("n = 2 to {MOST}, three arrangements, regions counted one by one");
    Settled::holds_unless(example, scope, cases)
}

/// A graph and a start.
type Instances<const N: usize> = Vec<(Matrix<N>, Vertex)>;

/// Every digraph of N vertices with every goal and every other start.
fn all_instances<const N: usize>() -> Instances<N> {
    let pairs = all_pairs(N as u32);
    let mut instances = Vec::new();
    for set in 0..1 << pairs.len() {
        for goal in 0..N as Vertex {
            let graph = digraph(&pairs, set, goal);
            let starts = (0..N as Vertex).filter(|&start| start != goal);
            instances.extend(starts.map(|start| (graph, start)));
        }
    }
    instances
}

/// The same without edges into the start and out of the goal.
fn trimmed_instances<const N: usize>() -> Instances<N> {
    let mut instances = Vec::new();
    for goal in 0..N as Vertex {
        for start in (0..N as Vertex).filter(|&start| start != goal) {
            let pairs = trimmed_pairs(N as u32, start, goal);
            let sets = 0..1 << pairs.len();
            instances.extend(sets.map(|set| (digraph(&pairs, set, goal), start)));
        }
    }
    instances
}

/// To which class each vertex belongs.
pub(super) type Classes<const N: usize> = [usize; N];

/// Each vertex in a class of its own.
fn apart<const N: usize>() -> Classes<N> {
    std::array::from_fn(|v| v)
}

fn count<const N: usize>(classes: &Classes<N>) -> usize {
    classes.iter().max().map_or(0, |most| most + 1)
}

/// Every way to sort vertices into classes, numbered in the order of their first
/// vertices.
pub(super) fn partitions<const N: usize>() -> Vec<Classes<N>> {
    let all = 0..N.pow(N as u32);
    let digits = all.map(|number| std::array::from_fn(|v| number / N.pow(v as u32) % N));
    digits
        .filter(|classes: &Classes<N>| (0..N).all(|v| classes[v] <= count_before(&classes[..v])))
        .collect()
}

fn count_before(classes: &[usize]) -> usize {
    classes.iter().max().map_or(0, |most| most + 1)
}

/// A heuristic with one value for each class.
fn spread<const N: usize>(values: &[i32], classes: &Classes<N>) -> [i32; N] {
    classes.map(|class| values[class])
}

/// Heuristics, each with the number of the face that it lies in.
type Placed<const N: usize> = Vec<(usize, [i32; N])>;

/// All heuristics with values from 0 to `most` in steps of a quarter, constant on
/// classes, placed by the faces of an arrangement of one variable a class.
fn quarters<const N: usize>(
    arrangement: &Arrangement,
    classes: &Classes<N>,
    most: i32,
) -> Placed<N> {
    const STEP: i32 = UNIT / 4;
    let values = (most * UNIT / STEP + 1) as usize;
    let variables = count(classes);
    let mut numbers: HashMap<Face, usize> = HashMap::new();
    (0..values.pow(variables as u32))
        .map(|number| {
            let digit = |i: usize| (number / values.pow(i as u32) % values) as i32 * STEP;
            let point: Vec<i32> = (0..variables).map(digit).collect();
            let next = numbers.len();
            let face = numbers.entry(arrangement.face_of(&point)).or_insert(next);
            (*face, spread(&point, classes))
        })
        .collect()
}

/// Whether runs differ within a face.
#[derive(Default)]
struct Constancy {
    runs: u64,
    /// Instances in which two heuristics of one face lead to different runs.
    differ: u64,
    example: Option<String>,
    /// Instances in which different faces do.
    several: u64,
}

impl Constancy {
    fn and(mut self, other: Constancy) -> Constancy {
        self.runs += other.runs;
        self.differ += other.differ;
        self.several += other.several;
        self.example = self.example.or(other.example);
        self
    }

    fn settled(self, scope: impl Into<String>) -> Settled {
        Settled::holds_unless(self.example, scope, self.runs).with_sometimes(
            "runs of one instance differ from face to face",
            self.several,
        )
    }
}

/// Runs every instance with every heuristic and compares within faces.
fn constancy<const N: usize>(instances: &Instances<N>, placed: &Placed<N>) -> Constancy {
    let faces = placed.iter().map(|(face, _)| face + 1).max().unwrap_or(0);
    let look = |&(graph, start): &(Matrix<N>, Vertex)| {
        let mut first: Vec<Option<(Trace, [i32; N])>> = vec![None; faces];
        let mut found = Constancy::default();
        let mut kinds = HashSet::new();
        for &(face, h) in placed {
            let problem = Problem { graph, start, h };
            let (trace, _) = run(&problem);
            found.runs += 1;
            match &first[face] {
                None => {
                    if !kinds.contains(&trace) {
                        kinds.insert(trace.clone());
                    }
                    first[face] = Some((trace, h));
                }
                Some((known, other)) if *known != trace && found.example.is_none() => {
                    found.differ = 1;
                    let words = describe(&problem);
                    found.example =
                        Some(format!("{words}: another run than with h {}", show(other)));
                }
                Some(_) => {}
            }
        }
        found.several = (kinds.len() > 1) as u64;
        found
    };
    instances
        .par_iter()
        .map(look)
        .reduce(Constancy::default, Constancy::and)
}

/// "Between any two of these hyperplanes" (±1 to ±n, but not 0) "the ordering
/// remains unchanged."
fn zero_hyperplane_needed() -> Settled {
    fn on<const N: usize>() -> Constancy {
        let arrangement = Arrangement::without_zero(N, N as i32);
        let mut placed = quarters(&arrangement, &apart::<N>(), 1);
        placed.retain(|(_, h)| Arrangement::is_region(&arrangement.face_of(h)));
        // A heuristic that is 0 at the goal, so that nothing hinges on that.
        placed.retain(|(_, h)| h[N - 1] == 0);
        let mut instances = trimmed_instances::<N>();
        instances.retain(|(graph, _)| graph.goal() as usize == N - 1);
        let edges = |graph: &Matrix<N>| {
            let mut edges = 0;
            graph.for_each_edge(|_| edges += 1);
            edges
        };
        instances.sort_by_key(|(graph, _)| edges(graph));
        constancy(&instances, &placed)
    }
    let two = on::<2>();
    let three = on::<3>();
    let scope = format!(
        "digraphs of 2 and 3 vertices, unit costs, the goal last, no edges into the start or out of the goal, h in quarters from 0 to 1, 0 at the goal, on no printed hyperplane: runs of one region differ in {} instances of 2 vertices and {} of 3",
        two.differ, three.differ
    );
    let both = two.and(three);
    Settled::holds_unless(both.example, scope, both.runs)
}

/// Heuristics with the same signs of h(u) − h(v) − k, k from −(n−1) to n−1, lead
/// to the same run from every start, on hyperplanes too.
fn behaviour_constant_in_region() -> Settled {
    let two = constancy(
        &all_instances::<2>(),
        &quarters(&Arrangement::around(2, 1), &apart(), 3),
    );
    let three = constancy(
        &all_instances::<3>(),
        &quarters(&Arrangement::around(3, 2), &apart(), 6),
    );
    two.and(three).settled(
        "all digraphs of 2 and 3 vertices, unit costs, every start and goal, all h in quarters from 0 to 3 and 0 to 6",
    )
}

/// The same for 4 vertices, with points of every face as far apart as can be.
fn behaviour_constant_on_four() -> Settled {
    let points = Arrangement::around(4, 3).spread_points();
    let faces = points.last().map_or(0, |(face, _)| face + 1);
    let placed: Placed<4> = points
        .iter()
        .map(|(face, point)| (*face, spread(point, &apart())))
        .collect();
    let scope = format!(
        "all digraphs of 4 vertices, unit costs, every start and goal, no edges into the start or out of the goal, {} points in all {faces} faces",
        placed.len()
    );
    constancy(&trimmed_instances::<4>(), &placed).settled(scope)
}

/// The largest difference of g between two vertices that are in OPEN together,
/// and whether two such vertices of one class differ.
struct OpenTogether<'a> {
    g: Vec<Option<Cost>>,
    largest: Cost,
    classes: &'a [usize],
    /// Two vertices of one class, and their g.
    unequal: Option<[(usize, Cost); 2]>,
}

impl OpenTogether<'_> {
    fn new(classes: &[usize]) -> OpenTogether<'_> {
        OpenTogether {
            g: vec![None; classes.len()],
            largest: 0,
            classes,
            unequal: None,
        }
    }
}

impl Observer<Vertex> for OpenTogether<'_> {
    fn selected(&mut self, &state: &Vertex, g: Cost, _: i64) {
        self.g[state as usize] = Some(g);
        for u in 0..self.g.len() {
            for v in 0..u {
                if let (Some(one), Some(other)) = (self.g[u], self.g[v]) {
                    self.largest = self.largest.max(one.abs_diff(other));
                    if one != other && self.classes[u] == self.classes[v] {
                        self.unequal = Some([(v, other), (u, one)]);
                    }
                }
            }
        }
    }

    fn generated(&mut self, _: &Vertex, &child: &Vertex, g: Cost, what: Generation) {
        if !matches!(what, Generation::NoBetter | Generation::LeftClosed) {
            self.g[child as usize] = Some(g);
        }
    }

    fn closed(&mut self, &state: &Vertex) {
        self.g[state as usize] = None;
    }
}

/// The largest difference of g in OPEN over all instances and heuristics.
fn largest_difference<const N: usize>(instances: &Instances<N>, points: &[Point]) -> Cost {
    let look = |&(graph, start): &(Matrix<N>, Vertex)| {
        let classes = apart::<N>();
        let mut largest = 0;
        for point in points {
            let mut watch = OpenTogether::new(&classes);
            let h = spread(point, &classes);
            Production.search(&Problem { graph, start, h }, How::REOPENING, &mut watch);
            largest = largest.max(watch.largest);
        }
        largest / UNIT as Cost
    };
    instances.par_iter().map(look).max().unwrap_or(0)
}

/// Differences of g from −(n−1) to n−1 suffice; far fewer do, and not any fewer
/// than those that occur in OPEN.
fn g_differences_suffice() -> Settled {
    // Points of the finer arrangement, placed by the faces of a coarser one.
    fn placed<const N: usize>(points: &[Point], coarser: &Arrangement) -> Placed<N> {
        let mut numbers: HashMap<Face, usize> = HashMap::new();
        let place = |point: &Point| {
            let next = numbers.len();
            let face = numbers.entry(coarser.face_of(&point[..N])).or_insert(next);
            (*face, spread(point, &apart()))
        };
        points.iter().map(place).collect()
    }
    let three = Arrangement::around(3, 2).points(true);
    let mut four = Arrangement::around(4, 3).points(false);
    four.extend(Arrangement::around(4, 1).points(true));
    let (on_three, on_four) = (all_instances::<3>(), trimmed_instances::<4>());
    let largest = [
        largest_difference(&on_three, &three),
        largest_difference(&on_four, &four),
    ];
    // With m hyperplanes on either side and 0; with none at all for −1.
    let at = |m: i32| Arrangement::around(4, m);
    let none = constancy(&on_three, &placed(&three, &Arrangement::around(3, -1)));
    let zero_on_three = constancy(&on_three, &placed(&three, &Arrangement::around(3, 0)));
    let one_on_four = constancy(&on_four, &placed(&four, &at(1)));
    let zero_on_four = constancy(&on_four, &placed(&four, &at(0)));
    let full = constancy(&on_three, &placed(&three, &Arrangement::around(3, 2)));
    let runs = none.runs + zero_on_three.runs + one_on_four.runs + zero_on_four.runs + full.runs;
    let example = full
        .example
        .or(zero_on_three.example)
        .or(one_on_four.example);
    let scope = format!(
        "all digraphs of 3 vertices with a point in each face, and of 4 without idle edges with a point in each region, unit costs: −(n−1) to n−1 suffice, and already 0 for n = 3 and −1 to 1 for n = 4, that is −(n−3) to n−3; the largest difference of g in OPEN is {} and {}",
        largest[0], largest[1]
    );
    Settled::holds_unless(example, scope, runs)
        .with_sometimes("without 0, runs differ on 3 vertices", none.differ)
        .with_sometimes(
            "with 0 alone, runs differ on 4 vertices",
            zero_on_four.differ,
        )
}

/// One graph and goal: what a class of heuristics makes of all its starts.
struct Row {
    vertices: usize,
    classes: usize,
    starts: u32,
    behaviours: u64,
    /// Number of expansions, cost found, most states in OPEN.
    pseudo_dimensions: [u32; 3],
    words: String,
}

/// Runs all starts of one graph with every heuristic.
fn look_at<const N: usize>(
    graph: &Matrix<N>,
    classes: usize,
    heuristics: impl Iterator<Item = [i32; N]>,
) -> Option<Row> {
    let starts = starts(graph);
    let first = *starts.first()?;
    let mut behaviours: HashSet<Vec<Trace>> = HashSet::new();
    let mut utilities: [BTreeSet<Vec<i64>>; 3] = Default::default();
    for h in heuristics {
        let mut traces = Vec::new();
        let mut values: [Vec<i64>; 3] = Default::default();
        for &start in &starts {
            let (trace, searched) = run(&Problem {
                graph: *graph,
                start,
                h,
            });
            traces.push(trace);
            values[0].push(searched.summary.expansions as i64);
            values[1].push(searched.cost().map_or(-1, i64::from));
            values[2].push(searched.summary.peak_open as i64);
        }
        // What the search does decides every utility.
        if behaviours.insert(traces) {
            for (utility, values) in utilities.iter_mut().zip(values) {
                utility.insert(values);
            }
        }
    }
    let problem = Problem {
        graph: *graph,
        start: first,
        h: [0; N],
    };
    Some(Row {
        vertices: N,
        classes,
        starts: starts.len() as u32,
        behaviours: behaviours.len() as u64,
        pseudo_dimensions: utilities.each_ref().map(pseudo_dimension),
        words: describe(&problem),
    })
}

/// Every graph of 2 and 3 vertices with every face, and of 4 vertices with every
/// region; each vertex a class of its own.
fn survey() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    fn rows<const N: usize>(points: &[Point]) -> Vec<Row> {
        let pairs = all_pairs(N as u32);
        let look = |set: u32| {
            let pairs = &pairs;
            (0..N as Vertex).filter_map(move |goal| {
                let heuristics = points.iter().map(|point| spread(point, &apart()));
                look_at::<N>(&digraph(pairs, set, goal), N, heuristics)
            })
        };
        let sets = 0..1_u32 << pairs.len();
        sets.into_par_iter().flat_map_iter(look).collect()
    }
    ROWS.get_or_init(|| {
        let mut all = rows::<2>(&Arrangement::around(2, 1).points(true));
        all.extend(rows::<3>(&Arrangement::around(3, 2).points(true)));
        // Runs on 4 vertices are constant in the faces of this arrangement.
        all.extend(rows::<4>(&Arrangement::around(4, 1).points(false)));
        all
    })
}

const SURVEYED: &str = "all digraphs of 2 and 3 vertices with h in each face, and of 4 vertices with h in each region, unit costs, every goal, all starts that reach it";

/// Never more behaviours than regions.
fn behaviours_at_most_regions() -> Settled {
    let rows = survey();
    let regions = |row: &Row| {
        let n = row.vertices as u128;
        regions_by_formula(n, n - 1)
    };
    let wrong = rows
        .iter()
        .find(|row| row.behaviours as u128 > regions(row));
    let example = wrong.map(|row| format!("{}: {} behaviours", row.words, row.behaviours));
    let most = |n: usize| {
        let of_n = rows.iter().filter(|row| row.vertices == n);
        of_n.map(|row| row.behaviours).max().unwrap_or(0)
    };
    let scope = format!(
        "{SURVEYED}: at most {}, {} and {} behaviours for n = 2, 3 and 4, where there are 4, 72 and 3360 regions",
        most(2),
        most(3),
        most(4)
    );
    let several = rows.iter().filter(|row| row.behaviours > 1).count();
    Settled::holds_unless(example, scope, rows.len() as u64)
        .with_sometimes("there are several behaviours", several as u64)
}

/// How many faces the arrangement of a row has: m variables, differences of g
/// from −(n−1) to n−1.
fn faces(vertices: usize, classes: usize) -> u64 {
    static COUNTS: OnceLock<HashMap<(usize, usize), u64>> = OnceLock::new();
    let counts = COUNTS.get_or_init(|| {
        let sizes = (2..=4).flat_map(|n| (1..=n).map(move |m| (n, m)));
        let count = |(n, m)| {
            let mut count = 0;
            Arrangement::around(m, n as i32 - 1).for_each(true, &mut |_| count += 1);
            ((n, m), count)
        };
        sizes.map(count).collect()
    });
    counts[&(vertices, classes)]
}

/// Whether something is wrong with a row: 2^Pdim is at most the number of
/// behaviours, that at most the number of faces (of regions where each vertex is
/// a class), that at most (2nm)^(m−1); and Pdim at most the number of starts.
fn beyond_its_bounds(row: &Row) -> bool {
    let (n, m) = (row.vertices as u128, row.classes as u128);
    let faces = faces(row.vertices, row.classes) as u128;
    let regions = regions_by_formula(m, n - 1);
    let places = if m == n { regions } else { faces };
    let subsets = row.pseudo_dimensions.map(|dimension| 1_u128 << dimension);
    subsets
        .iter()
        .any(|&subsets| subsets > row.behaviours as u128)
        || row.behaviours as u128 > places
        || regions > (n * m).pow(m as u32 - 1)
        || faces > (2 * n * m).pow(m as u32 - 1)
        || row.pseudo_dimensions.iter().any(|&d| d > row.starts)
}

fn largest(rows: &[Row], utility: usize, vertices: usize) -> u32 {
    let of_n = rows.iter().filter(|row| row.vertices == vertices);
    of_n.map(|row| row.pseudo_dimensions[utility])
        .max()
        .unwrap_or(0)
}

fn within_bounds(rows: &[Row], scope: String) -> Settled {
    let wrong = rows.iter().find(|row| beyond_its_bounds(row));
    let example = wrong.map(|row| {
        format!(
            "{}: {:?} by {} behaviours",
            row.words, row.pseudo_dimensions, row.behaviours
        )
    });
    let some = rows.iter().filter(|row| row.pseudo_dimensions[0] > 0);
    let more = rows.iter().filter(|row| row.pseudo_dimensions[0] > 1);
    Settled::holds_unless(example, scope, rows.len() as u64)
        .with_sometimes("an instance is shattered", some.count() as u64)
        .with_sometimes("two instances are shattered", more.count() as u64)
}

/// Pdim ≤ log₂ behaviours ≤ log₂ regions ≤ 2(n−1)·log₂ n, and never more than
/// the n − 1 starts.
fn pseudo_dimension_n() -> Settled {
    let rows = survey();
    let scope = format!(
        "{SURVEYED}; at most {}, {} and {} for the number of expansions, {}, {} and {} for the cost found (n = 2, 3, 4); 2^Pdim is at most the number of behaviours, of regions and n^(2(n−1)), and Pdim at most n − 1, the number of starts",
        largest(rows, 0, 2),
        largest(rows, 0, 3),
        largest(rows, 0, 4),
        largest(rows, 1, 2),
        largest(rows, 1, 3),
        largest(rows, 1, 4),
    );
    within_bounds(rows, scope)
}

/// With h constant on m classes: Pdim ≤ log₂ behaviours ≤ log₂ faces in Rᵐ
/// ≤ (m−1)·log₂(2nm). Regions alone do not do: vertices of two classes can tie in
/// either order of their numbers, so a hyperplane can behave like neither side.
fn pseudo_dimension_m() -> Settled {
    /// Rows, and in how many of them faces that are no regions add behaviours.
    fn rows<const N: usize>() -> (Vec<Row>, u64) {
        let pairs = all_pairs(N as u32);
        // Runs are constant in the faces of an arrangement of this width.
        let width = (N as i32 - 3).max(0);
        let points: Vec<[Vec<Point>; 2]> = (0..N)
            .map(|m| [true, false].map(|all| Arrangement::around(m.max(1), width).points(all)))
            .collect();
        let abstractions: Vec<Classes<N>> = partitions()
            .into_iter()
            .filter(|classes| count(classes) < N)
            .collect();
        let look = |set: u32| {
            let (pairs, points, abstractions) = (&pairs, &points, &abstractions);
            (0..N as Vertex).flat_map(move |goal| {
                let graph = digraph(pairs, set, goal);
                abstractions.iter().filter_map(move |classes| {
                    let m = count(classes);
                    let [faces, regions] = [0, 1].map(|kind| {
                        let points = points[m][kind].iter();
                        look_at::<N>(&graph, m, points.map(|point| spread(point, classes)))
                    });
                    let (faces, regions) = faces.zip(regions)?;
                    let more = faces.behaviours > regions.behaviours;
                    Some((faces, more))
                })
            })
        };
        let sets = 0..1_u32 << pairs.len();
        let found: Vec<(Row, bool)> = sets.into_par_iter().flat_map_iter(look).collect();
        let more = found.iter().filter(|(_, more)| *more).count() as u64;
        (found.into_iter().map(|(row, _)| row).collect(), more)
    }
    let (mut all, on_three) = rows::<3>();
    let (four, on_four) = rows::<4>();
    all.extend(four);
    let scope = format!(
        "all digraphs of 3 and 4 vertices with h in each face, every way to sort the vertices into fewer classes, unit costs, every goal, all starts that reach it, whether or not vertices of a class share a g; at most {} and {} for the number of expansions (n = 3, 4); 2^Pdim is at most the number of behaviours, of faces and (2nm)^(m−1); heuristics on hyperplanes add behaviours in {on_three} and {on_four} cases",
        largest(&all, 0, 3),
        largest(&all, 0, 4)
    );
    within_bounds(&all, scope)
}

/// With h constant on m classes, runs are constant in the faces of the
/// arrangement in Rᵐ: within a class g and the order of vertices decide.
fn abstract_regions_suffice() -> Settled {
    let mut all = Constancy::default();
    let three = all_instances::<3>();
    for classes in partitions::<3>() {
        let arrangement = Arrangement::around(count(&classes), 2);
        all = all.and(constancy(&three, &quarters(&arrangement, &classes, 6)));
    }
    let four = trimmed_instances::<4>();
    for classes in partitions::<4>() {
        let m = count(&classes);
        if m < 4 {
            let points = Arrangement::around(m, 3).spread_points();
            let placed = points
                .iter()
                .map(|(face, point)| (*face, spread(point, &classes)));
            all = all.and(constancy(&four, &placed.collect()));
        }
    }
    all.settled(
        "all digraphs of 3 vertices, all classes, all h in quarters from 0 to 6; all of 4 vertices without idle edges, all ways to sort them into fewer classes, points of every face as far apart as can be; unit costs, every start and goal",
    )
}

/// "All vertices within the same group have the same g-cost."
fn shared_g_in_a_class() -> Settled {
    fn search<const N: usize>(cases: &mut u64) -> Option<String> {
        let mut instances = trimmed_instances::<N>();
        instances.retain(|(graph, start)| starts(graph).contains(start));
        for classes in partitions::<N>() {
            let m = count(&classes);
            if m < 2 || m == N {
                continue;
            }
            let points = Arrangement::around(m, N as i32 - 1).points(false);
            for &(graph, start) in &instances {
                for point in &points {
                    let mut watch = OpenTogether::new(&classes);
                    let problem = Problem {
                        graph,
                        start,
                        h: spread(point, &classes),
                    };
                    Production.search(&problem, How::REOPENING, &mut watch);
                    *cases += 1;
                    if let Some([(u, g_u), (v, g_v)]) = watch.unequal {
                        return Some(format!(
                            "{}, classes {classes:?}: {u} and {v} are in one class and in OPEN together with g = {} and {}",
                            describe(&problem),
                            g_u / UNIT as Cost,
                            g_v / UNIT as Cost
                        ));
                    }
                }
            }
        }
        None
    }
    let mut cases = 0;
    let example = search::<3>(&mut cases).or_else(|| search::<4>(&mut cases));
    Settled::holds_unless(
        example,
        "digraphs of 3 and 4 vertices, unit costs, every way to sort them into fewer classes, vertices that are in OPEN together",
        cases,
    )
}

/// Room for the graphs of [`Chain`].
const CHAIN_ROOM: usize = 48;

/// `starts` starts, each of which leads to a vertex a and to a chain of vertices b.
/// From a and from the end of the chain an edge leads to the goal. All vertices
/// but a are of one class. How many of the chain are expanded before a tells
/// h(a) − h(b), up to the length of the chain, from every start.
struct Chain {
    graph: Matrix<CHAIN_ROOM>,
    starts: u32,
    classes: Classes<CHAIN_ROOM>,
}

impl Chain {
    /// The goal is numbered before the chain: of equal f it is selected first.
    fn new(starts: u32, length: u32) -> Chain {
        let [a, goal, first] = [starts, starts + 1, starts + 2];
        let end = first + length;
        let unit = UNIT as Cost;
        let mut graph = Matrix::new(end, goal).expect("room for the chain");
        for start in 0..starts {
            graph = graph
                .with_edge(start, a, unit)
                .with_edge(start, first, unit);
        }
        for b in first..end {
            let next = if b + 1 < end { b + 1 } else { goal };
            graph = graph.with_edge(b, next, unit);
        }
        let classes = std::array::from_fn(|v| (v == a as usize) as usize);
        Chain {
            graph: graph.with_edge(a, goal, unit),
            starts,
            classes,
        }
    }

    /// All utilities of heuristics with ℓ values on either class: from start j,
    /// bit j of the number of expansions. (A utility may be any function of the
    /// instance and of what the search does.)
    fn utilities(&self, values: i32) -> BTreeSet<Vec<i64>> {
        let mut all = BTreeSet::new();
        for rest in 0..values {
            for at_a in 0..values {
                let h = spread(&[rest * UNIT, at_a * UNIT], &self.classes);
                let bit = |start: u32| {
                    let problem = Problem {
                        graph: self.graph,
                        start,
                        h,
                    };
                    let (_, searched) = run(&problem);
                    (searched.summary.expansions >> start & 1) as i64
                };
                all.insert((0..self.starts).map(bit).collect());
            }
        }
        all
    }
}

/// With ℓ values a class there are ℓᵐ functions, so Pdim ≤ m·log₂ ℓ.
fn pseudo_dimension_classes() -> Settled {
    let (mut wrong, mut cases, mut shattered, mut tight) = (None, 0, 0, 0);
    let mut note = |dimension: u32, values: u128, m: u32, words: &dyn Fn() -> String| {
        cases += 1;
        shattered += (dimension > 0) as u64;
        tight += (1_u128 << dimension > values) as u64;
        if 1_u128 << dimension > values.pow(m) && wrong.is_none() {
            wrong = Some(format!("{}: {dimension} of ℓ = {values}, m = {m}", words()));
        }
    };
    let pairs = all_pairs(3);
    for set in 0..1 << pairs.len() {
        for goal in 0..3 {
            let graph = digraph::<3>(&pairs, set, goal);
            for classes in partitions::<3>() {
                for values in 1..=4 {
                    let m = count(&classes);
                    let heuristics = (0..values_pow(values, m)).map(|number| {
                        let digit = |i| number / values_pow(values, i) % values * UNIT;
                        spread(&(0..m).map(digit).collect::<Vec<i32>>(), &classes)
                    });
                    if let Some(row) = look_at::<3>(&graph, m, heuristics) {
                        let most = row.pseudo_dimensions.into_iter().max().unwrap_or(0);
                        note(most, values as u128, m as u32, &|| row.words.clone());
                    }
                }
            }
        }
    }
    for bits in 1..=5 {
        let values = (1 << bits) + 1;
        let utilities = Chain::new(bits, values).utilities(values as i32);
        let words = || format!("{bits} starts and a chain of {values}");
        note(pseudo_dimension(&utilities), values as u128, 2, &words);
    }
    Settled::holds_unless(
        wrong,
        "all digraphs of 3 vertices, all classes of vertices, h from 0 to ℓ − 1 with ℓ up to 4, expansions, costs and states in OPEN; and chains with two classes and ℓ = 3 to 33",
        cases,
    )
    .with_sometimes("an instance is shattered", shattered)
    .with_sometimes("more than log2 ℓ instances are shattered", tight)
}

fn values_pow(values: i32, exponent: usize) -> i32 {
    values.pow(exponent as u32)
}

/// "Setting O(ℓⁿ) ≥ 2ᴺ gives Pdim = O(n), and O(m) on a PDB": with m fixed the
/// pseudo-dimension grows with ℓ.
fn hides_log_l() -> Settled {
    let (mut beyond, mut grows) = (None, Vec::new());
    for bits in 1..=5_u32 {
        let values = (1 << bits) + 1;
        let chain = Chain::new(bits, values);
        let utilities = chain.utilities(values as i32);
        let dimension = pseudo_dimension(&utilities);
        grows.push(format!("{dimension} for ℓ = {values}"));
        if dimension > 2 && beyond.is_none() {
            beyond = Some(format!(
                "m = 2 classes, ℓ = {values} values: {bits} starts that lead to a vertex a of its own class and to a chain of {values} vertices, and a and the chain to the goal; u = bit j of the number of expansions from start j; all {} patterns occur and Pdim is {dimension}",
                1 << dimension
            ));
        }
    }
    let example = beyond.map(|words| format!("{words}; m = 2 throughout, {}", grows.join(", ")));
    Settled::holds_unless(
        example,
        "unit costs, one goal, h constant on m = 2 classes with ℓ values each, ℓ = 3 to 33, the bound O(m) (the bound O(n) holds for another reason: there are only n − 1 starts)",
        5,
    )
}

/// The inadmissibility functions shatter all starts and nothing else can be:
/// their pseudo-dimension is the number of vertices that reach the goal, less
/// the goal.
fn psi_pseudo_dimension() -> Settled {
    #[derive(Default)]
    struct Found {
        cases: u64,
        wrong: Option<String>,
        full: u64,
    }
    fn on<const N: usize>() -> Found {
        let pairs = all_pairs(N as u32);
        // A vertex at distance d needs a value of 2d to stand out.
        let values = 2 * N - 1;
        let look = |set: u32| {
            let mut found = Found::default();
            for goal in 0..N as Vertex {
                let graph = digraph::<N>(&pairs, set, goal);
                let starts = starts(&graph);
                let mut functions = BTreeSet::new();
                for number in 0..values.pow(N as u32 - 1) {
                    let mut h: [i32; N] = std::array::from_fn(|v| {
                        let place = v - (v > goal as usize) as usize;
                        let place = place.min(N - 2) as u32;
                        (number / values.pow(place) % values) as i32 * UNIT
                    });
                    h[goal as usize] = 0;
                    let instance = Instance::new(&graph, &h).expect("a value for each vertex");
                    let bounds = Bounds::new(&instance);
                    let psi = |&start: &Vertex| bounds.psi(start).map_or(0, |psi| psi.least);
                    functions.insert(starts.iter().map(psi).collect());
                }
                let dimension = pseudo_dimension(&functions);
                found.cases += 1;
                found.full += (dimension as usize == N - 1) as u64;
                if dimension as usize != starts.len() && found.wrong.is_none() {
                    let problem = Problem {
                        graph,
                        start: (goal + 1) % N as Vertex,
                        h: [0; N],
                    };
                    found.wrong = Some(format!(
                        "{}: {dimension} of {} starts",
                        describe(&problem),
                        starts.len()
                    ));
                }
            }
            found
        };
        let sets = 0..1_u32 << pairs.len();
        sets.into_par_iter().map(look).reduce(Found::default, both)
    }
    fn both(one: Found, other: Found) -> Found {
        Found {
            cases: one.cases + other.cases,
            wrong: one.wrong.or(other.wrong),
            full: one.full + other.full,
        }
    }
    let found = [on::<2>(), on::<3>(), on::<4>()]
        .into_iter()
        .fold(Found::default(), both);
    Settled::holds_unless(
        found.wrong,
        "all digraphs of 2 to 4 vertices, unit costs, every goal, h from 0 to 2(n−1), 0 at the goal, the least maximum over optimal paths: exactly the number of starts that reach the goal, so at most n − 1",
        found.cases,
    )
    .with_sometimes("all n − 1 starts are shattered", found.full)
}

/// Every g that a search gives a vertex.
#[derive(Default)]
struct Given {
    pairs: BTreeSet<(Vertex, Cost)>,
}

impl Observer<Vertex> for Given {
    fn selected(&mut self, &state: &Vertex, g: Cost, _: i64) {
        self.pairs.insert((state, g));
    }

    fn generated(&mut self, _: &Vertex, &child: &Vertex, g: Cost, what: Generation) {
        if !matches!(what, Generation::NoBetter | Generation::LeftClosed) {
            self.pairs.insert((child, g));
        }
    }
}

/// With unit costs g takes values from 0 to n − 1 only, so at most n for each
/// vertex and n² pairs.
fn distinct_g_values() -> Settled {
    #[derive(Default)]
    struct Found {
        runs: u64,
        wrong: Option<String>,
        longest: u64,
    }
    fn both(one: Found, other: Found) -> Found {
        Found {
            runs: one.runs + other.runs,
            wrong: one.wrong.or(other.wrong),
            longest: one.longest + other.longest,
        }
    }
    fn on<const N: usize>(instances: &Instances<N>, points: &[Point]) -> Found {
        let look = |&(graph, start): &(Matrix<N>, Vertex)| {
            let mut found = Found::default();
            for point in points {
                let h = spread(point, &apart());
                let problem = Problem { graph, start, h };
                for how in [How::REOPENING, How::CLOSING] {
                    let mut given = Given::default();
                    Production.search(&problem, how, &mut given);
                    let most = given.pairs.iter().map(|&(_, g)| g / UNIT as Cost).max();
                    found.runs += 1;
                    found.longest += (most == Some(N as Cost - 1)) as u64;
                    let few = most < Some(N as Cost) && given.pairs.len() <= N * N;
                    if !few && found.wrong.is_none() {
                        found.wrong = Some(format!("{}: g = {most:?}", describe(&problem)));
                    }
                }
            }
            found
        };
        instances.par_iter().map(look).reduce(Found::default, both)
    }
    let two = on(
        &all_instances::<2>(),
        &Arrangement::around(2, 1).points(true),
    );
    let three = on(
        &all_instances::<3>(),
        &Arrangement::around(3, 2).points(true),
    );
    let four = on(
        &trimmed_instances::<4>(),
        &Arrangement::around(4, 1).points(true),
    );
    let found = both(both(two, three), four);
    Settled::holds_unless(
        found.wrong,
        "all digraphs of 2 and 3 vertices and all of 4 without idle edges, unit costs, every start and goal, h in each face, with and without reopening",
        found.runs,
    )
    .with_sometimes("g is n − 1", found.longest)
}
