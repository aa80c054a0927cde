//! Behaviours of A\* on small graphs, and the pseudo-dimension they imply.
//!
//! The paper partitions the space of heuristics by hyperplanes h(u) − h(v) = k into regions on
//! which A\* behaves identically, and bounds the pseudo-dimension of every utility by the logarithm
//! of their number. Here regions are enumerated, A\* runs in each of them on every small graph, and
//! pseudo-dimensions are computed by definition.
//!
//! An instance is a start: graph and goal are fixed. So a class of utilities on a graph of n
//! vertices shatters at most n − 1 instances, whatever the regions are.

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

/// Enumeration yields (mn + n)(mn + n − 1)…(mn + 2) regions.
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
        "n = 2, 3 and 4 with m up to 6, n = 5 with m up to 4, n = 6 with m up to 2: {counted} regions enumerated"
    );
    Settled::holds_unless(wrong, scope, cases)
}

/// "These hyperplanes partition Rⁿ into O((2n+1)ⁿ) regions": with constant 1, and the constant that
/// the formula for regions would need.
fn regions_as_printed() -> Settled {
    const MOST: usize = 5;
    type OfSize = fn(usize) -> Arrangement;
    let kinds: [(&str, OfSize); 3] = [
        ("as printed, ±1 to ±n", |n| {
            Arrangement::without_zero(n, n as i32)
        }),
        ("the necessary ones, −(n−1) to n−1", |n| {
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
    // The constant that the formula would need.
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
            "{}; the constant would grow: {}",
            wrong.join("; "),
            factors.join(", ")
        )
    });
    let scope = format!("n = 2 to {MOST}, three arrangements, regions enumerated");
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

/// As [`all_instances`], without edges into the start or out of the goal.
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

/// The class of each vertex.
pub(super) type Classes<const N: usize> = [usize; N];

/// Singleton classes.
fn apart<const N: usize>() -> Classes<N> {
    std::array::from_fn(|v| v)
}

/// Number of classes.
fn count(classes: &[usize]) -> usize {
    classes.iter().max().map_or(0, |most| most + 1)
}

/// All set partitions of the vertices, classes numbered by first vertex.
pub(super) fn partitions<const N: usize>() -> Vec<Classes<N>> {
    let all = 0..N.pow(N as u32);
    let digits = all.map(|number| std::array::from_fn(|v| number / N.pow(v as u32) % N));
    digits
        .filter(|classes: &Classes<N>| (0..N).all(|v| classes[v] <= count(&classes[..v])))
        .collect()
}

/// A heuristic with one value for each class.
fn spread<const N: usize>(values: &[i32], classes: &Classes<N>) -> [i32; N] {
    classes.map(|class| values[class])
}

/// Heuristics, each with the index of its face.
type Placed<const N: usize> = Vec<(usize, [i32; N])>;

/// All heuristics with values in {0, ¼, …, `most`} that are constant on classes, with their faces
/// in an arrangement with one variable for each class.
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

/// Comparison of runs within faces.
#[derive(Default)]
struct Constancy {
    runs: u64,
    /// Instances with different runs within one face.
    differ: u64,
    example: Option<String>,
    /// Instances with different runs in different faces.
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
        Settled::holds_unless(self.example, scope, self.runs)
            .with_sometimes("runs of one instance differ between faces", self.several)
    }
}

/// Runs every instance with every heuristic and compares runs within faces.
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
                    kinds.insert(trace.clone());
                    first[face] = Some((trace, h));
                }
                Some((known, other)) if *known != trace && found.example.is_none() => {
                    found.differ = 1;
                    let words = describe(&problem);
                    found.example = Some(format!(
                        "{words}: its run differs from that with h {}",
                        show(other)
                    ));
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

/// "Between any two of these hyperplanes" (±1 to ±n, but not 0) "the ordering remains unchanged."
fn zero_hyperplane_needed() -> Settled {
    fn on<const N: usize>() -> Constancy {
        let arrangement = Arrangement::without_zero(N, N as i32);
        let mut placed = quarters(&arrangement, &apart::<N>(), 1);
        placed.retain(|(_, h)| Arrangement::is_region(&arrangement.face_of(h)));
        // h(goal) = 0, so that the counterexample does not depend on h(goal).
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
        "digraphs of 2 and 3 vertices, unit costs, the goal last, no edges into the start or out of the goal, h in {{0, 1/4, …, 1}}, 0 at the goal, on no printed hyperplane: runs within one region differ in {} instances of 2 vertices and {} of 3",
        two.differ, three.differ
    );
    let both = two.and(three);
    Settled::holds_unless(both.example, scope, both.runs)
}

/// Heuristics with the same signs of h(u) − h(v) − k, |k| < n, have the same run from every start,
/// on hyperplanes too.
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
        "all digraphs of 2 and 3 vertices, unit costs, every start and goal, all h in quarters from 0 to 3 (n = 2) and from 0 to 6 (n = 3)",
    )
}

/// The same for 4 vertices, with extreme points of every face.
fn behaviour_constant_on_four() -> Settled {
    let points = Arrangement::around(4, 3).spread_points();
    let faces = points.last().map_or(0, |(face, _)| face + 1);
    let placed: Placed<4> = points
        .iter()
        .map(|(face, point)| (*face, spread(point, &apart())))
        .collect();
    let scope = format!(
        "all digraphs of 4 vertices, unit costs, every start and goal, no edges into the start or out of the goal, {} points in all {faces} faces together",
        placed.len()
    );
    constancy(&trimmed_instances::<4>(), &placed).settled(scope)
}

/// The largest difference of g between two vertices in OPEN, and a pair of one class with different
/// g.
struct OpenTogether<'a> {
    g: Vec<Option<Cost>>,
    largest: Cost,
    classes: &'a [usize],
    /// Two vertices of one class in OPEN with different g.
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

/// The largest difference of g within OPEN over all instances and heuristics.
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

/// Hyperplanes for differences of g from −(n−1) to n−1 suffice; far fewer do, but not fewer than
/// the differences that occur in OPEN.
fn g_differences_suffice() -> Settled {
    // Points of the finer arrangement, with their faces in a coarser one.
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
    // Thresholds −m to m; none for m = −1.
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
        "all digraphs of 3 vertices with a point in each face, and of 4 vertices, without edges into the start or out of the goal, with a point in each region, unit costs: thresholds −(n−1) to n−1 suffice, and already 0 for n = 3 and −1 to 1 for n = 4, that is −(n−3) to n−3; the largest difference of g within OPEN is {} and {}",
        largest[0], largest[1]
    );
    Settled::holds_unless(example, scope, runs)
        .with_sometimes(
            "without threshold 0, runs differ on 3 vertices",
            none.differ,
        )
        .with_sometimes(
            "with threshold 0 alone, runs differ on 4 vertices",
            zero_on_four.differ,
        )
}

/// Results for one graph and goal, over all starts and a class of heuristics.
struct Row {
    vertices: usize,
    classes: usize,
    starts: u32,
    behaviours: u64,
    /// Of the number of expansions, the solution cost and the peak size of OPEN.
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
        // The trace determines every utility.
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

/// All graphs of 2 and 3 vertices with a heuristic in every face, and of 4 vertices with one in
/// every region; singleton classes.
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
        // On 4 vertices runs are constant on the faces of this arrangement.
        all.extend(rows::<4>(&Arrangement::around(4, 1).points(false)));
        all
    })
}

const SURVEYED: &str = "all digraphs of 2 and 3 vertices with h in each face, and of 4 vertices with h in each region, unit costs, every goal, all starts that reach it";

/// There are at most as many behaviours as regions.
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
        .with_sometimes("a graph has several behaviours", several as u64)
}

/// Number of faces for `vertices` = n and m classes: m variables, thresholds −(n−1) to n−1.
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

/// Whether a row violates one of the bounds: 2^Pdim ≤ behaviours ≤ faces (regions for singleton
/// classes) ≤ (2nm)^(m−1), and Pdim ≤ starts.
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

/// Pdim ≤ log₂ behaviours ≤ log₂ regions ≤ 2(n−1)·log₂ n, and Pdim ≤ n − 1, the number of starts.
fn pseudo_dimension_n() -> Settled {
    let rows = survey();
    let scope = format!(
        "{SURVEYED}; Pdim at most {}, {} and {} for the number of expansions, {}, {} and {} for the solution cost (n = 2, 3, 4); 2^Pdim is at most the number of behaviours, the number of regions and n^(2(n−1)), and Pdim at most n − 1, the number of starts",
        largest(rows, 0, 2),
        largest(rows, 0, 3),
        largest(rows, 0, 4),
        largest(rows, 1, 2),
        largest(rows, 1, 3),
        largest(rows, 1, 4),
    );
    within_bounds(rows, scope)
}

/// With h constant on m classes: Pdim ≤ log₂ behaviours ≤ log₂ faces in Rᵐ ≤ (m−1)·log₂(2nm).
/// Regions are too few: vertices of two classes can tie in either order of their numbers, so the
/// behaviour on a hyperplane can differ from both sides.
fn pseudo_dimension_m() -> Settled {
    /// Rows, and the number of those in which lower-dimensional faces add behaviours.
    fn rows<const N: usize>() -> (Vec<Row>, u64) {
        let pairs = all_pairs(N as u32);
        // Runs are constant on the faces of an arrangement of this width.
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
        "all digraphs of 3 and 4 vertices with h in each face, every partition of the vertices into fewer than n classes, unit costs, every goal, all starts that reach it, whether or not vertices of a class share a g; Pdim at most {} and {} for the number of expansions (n = 3, 4); 2^Pdim is at most the number of behaviours, the number of faces and (2nm)^(m−1); heuristics on hyperplanes add behaviours in {on_three} and {on_four} cases",
        largest(&all, 0, 3),
        largest(&all, 0, 4)
    );
    within_bounds(&all, scope)
}

/// With h constant on m classes, runs are constant on the faces of the arrangement in Rᵐ: within a
/// class, g and the tie-breaking order decide.
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
        "all digraphs of 3 vertices, all partitions into classes, all h in quarters from 0 to 6; all of 4 vertices without edges into the start or out of the goal, all partitions into fewer than 4 classes, extreme points of every face; unit costs, every start and goal",
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
                            "{}, classes {classes:?}: {u} and {v} of one class are in OPEN with g = {} and {}",
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
        "digraphs of 3 and 4 vertices, unit costs, every partition into fewer classes than vertices, pairs of vertices in OPEN",
        cases,
    )
}

/// Capacity for the graphs of [`Chain`].
const CHAIN_ROOM: usize = 48;

/// `starts` starts, each with an edge to a vertex a and to the head of a chain of vertices b; a and
/// the end of the chain have an edge to the goal. All vertices but a form one class. The number of
/// chain vertices expanded before a reveals h(a) − h(b), up to the length of the chain, from every
/// start.
struct Chain {
    graph: Matrix<CHAIN_ROOM>,
    starts: u32,
    classes: Classes<CHAIN_ROOM>,
}

impl Chain {
    /// The goal precedes the chain in the order for ties.
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

    /// All utility vectors of heuristics with ℓ values on either class: for start j, bit j of the
    /// number of expansions. (A utility may be any function of the instance and the trace.)
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

/// With ℓ values for each class there are ℓᵐ functions, so Pdim ≤ m·log₂ ℓ.
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
        "all digraphs of 3 vertices, all partitions into classes, h from 0 to ℓ − 1 with ℓ up to 4, for expansions, solution cost and peak size of OPEN; and chains with two classes and ℓ = 3 to 33",
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
                "m = 2 classes, ℓ = {values} values: {bits} starts with edges to a vertex a of its own class and to a chain of {values} vertices, and edges from a and the end of the chain to the goal; utility: bit j of the number of expansions from start j; all {} patterns occur and Pdim is {dimension}",
                1 << dimension
            ));
        }
    }
    let example = beyond.map(|words| format!("{words}; m = 2 throughout, {}", grows.join(", ")));
    Settled::holds_unless(
        example,
        "unit costs, one goal, h constant on m = 2 classes with ℓ values each, ℓ = 3 to 33, the bound O(m) (O(n) holds because there are only n − 1 starts)",
        5,
    )
}

/// Cases, the first counterexample, and the number of extreme cases.
#[derive(Default)]
struct Found {
    cases: u64,
    wrong: Option<String>,
    extreme: u64,
}

impl Found {
    fn and(self, other: Found) -> Found {
        Found {
            cases: self.cases + other.cases,
            wrong: self.wrong.or(other.wrong),
            extreme: self.extreme + other.extreme,
        }
    }
}

/// The pseudo-dimension of the class of Ψ is the number of vertices, other than the goal, that
/// reach the goal.
fn psi_pseudo_dimension() -> Settled {
    fn on<const N: usize>() -> Found {
        let pairs = all_pairs(N as u32);
        // A vertex at distance d needs a value of 2d to attain the maximum alone.
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
                found.extreme += (dimension as usize == N - 1) as u64;
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
        sets.into_par_iter()
            .map(look)
            .reduce(Found::default, Found::and)
    }
    let found = on::<2>().and(on::<3>()).and(on::<4>());
    Settled::holds_unless(
        found.wrong,
        "all digraphs of 2 to 4 vertices, unit costs, every goal, h from 0 to 2(n−1), 0 at the goal, Ψ as the minimum over optimal paths of the maximum: exactly the number of starts that reach the goal, so at most n − 1",
        found.cases,
    )
    .with_sometimes("all n − 1 starts are shattered", found.extreme)
}

/// All pairs of a vertex and a g that it is assigned.
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

/// With unit costs g is in 0..n, so there are at most n² pairs of a vertex and its g.
fn distinct_g_values() -> Settled {
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
                    found.cases += 1;
                    found.extreme += (most == Some(N as Cost - 1)) as u64;
                    let few = most < Some(N as Cost) && given.pairs.len() <= N * N;
                    if !few && found.wrong.is_none() {
                        found.wrong = Some(format!("{}: g = {most:?}", describe(&problem)));
                    }
                }
            }
            found
        };
        instances
            .par_iter()
            .map(look)
            .reduce(Found::default, Found::and)
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
    let found = two.and(three).and(four);
    Settled::holds_unless(
        found.wrong,
        "all digraphs of 2 and 3 vertices, and all of 4 without edges into the start or out of the goal, unit costs, every start and goal, h in each face, with and without reopening",
        found.cases,
    )
    .with_sometimes("g is n − 1", found.extreme)
}
