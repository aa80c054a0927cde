//! The stage: A\* searches of small graphs, recorded for a reader to step through.
//!
//! Every trace is recorded from [`Astar`] by [`Steps`], and both bounds are those of
//! [`Bounds`]. The browser only replays OPEN and CLOSED up to a step.

use admit::heuristic::from_fn;
use admit::search::memory::Hashed;
use admit::search::{Astar, Generation, SearchError, Solved, Step, Steps};
use admit::space::graph::families::{Member, martelli, valenzano};
use admit::space::graph::json as graph_file;
use admit::space::graph::reading::GraphError;
use admit::space::graph::{Digraph, DigraphError, Edge, FiniteGraph, Vertex};
use admit::theory::{Bounds, Instance, InstanceError};
use serde::{Serialize, Serializer};
use serde_json::json;
use thiserror::Error;

/// A graph with two recorded searches.
#[derive(Serialize)]
pub struct Scene {
    /// Its identifier in links.
    id: &'static str,
    name: &'static str,
    /// What it demonstrates.
    words: &'static str,
    vertices: Vec<Spot>,
    /// Edges in the order of the graph.
    edges: Vec<Drawn>,
    start: Vertex,
    goal: Vertex,
    /// C\*: the cost of an optimal path.
    optimal: u32,
    admissible: bool,
    consistent: bool,
    /// The bound on the loss with reopening: Ψ, the largest h − h\* on an optimal path.
    psi: i64,
    /// The bound on the loss without reopening: the summed inconsistency of an optimal path
    /// without its first edge.
    inconsistency: i64,
    with: Played,
    without: Played,
}

/// A vertex with its position in the drawing.
#[derive(Serialize)]
struct Spot {
    name: String,
    h: i32,
    x: i32,
    y: i32,
}

/// An edge with its curvature in the drawing.
#[derive(Serialize)]
struct Drawn {
    from: Vertex,
    to: Vertex,
    cost: u32,
    /// How far it bends down; negative values bend up.
    bend: i32,
}

/// A recorded search.
#[derive(Debug, PartialEq, Serialize)]
struct Played {
    #[serde(serialize_with = "write_steps")]
    steps: Vec<Step<Vertex>>,
    path: Vec<Vertex>,
    cost: u32,
    /// The loss: cost − C\*.
    lost: i64,
    /// The bound on the loss: Ψ with reopening, summed inconsistency without.
    bound: i64,
    expansions: u64,
    reopenings: u64,
}

/// Why a search cannot be recorded.
#[derive(Debug, Error)]
pub enum StageError {
    #[error(transparent)]
    Graph(#[from] DigraphError),
    #[error(transparent)]
    File(#[from] GraphError),
    #[error(transparent)]
    Instance(#[from] InstanceError),
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error("no path leads to the goal")]
    NoPath,
}

/// Steps as the page replays them; names are short because there are many.
fn write_steps<S: Serializer>(steps: &[Step<Vertex>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(steps.iter().map(|step| match step {
        Step::Selected { state, g, f } => json!({"is": "select", "v": state, "g": g, "f": f}),
        Step::Generated {
            parent,
            child,
            g,
            what,
        } => {
            let what = match what {
                Generation::New => "new",
                Generation::Improved => "improved",
                Generation::Reopened => "reopened",
                Generation::LeftClosed => "left",
                // The heuristics that are played have no dead ends.
                Generation::NoBetter | Generation::DeadEnd => "same",
            };
            json!({"is": "child", "of": parent, "v": child, "g": g, "what": what})
        }
        Step::Closed { state } => json!({"is": "close", "v": state}),
    }))
}

/// Positions of vertices.
enum Layout {
    /// From left to right in this order; edges to the next are straight, longer ones are
    /// arcs, above if they leave the start and below if not.
    Row(Vec<Vertex>),
    /// In rows of this length, by number.
    Grid(u32),
}

/// Distance between neighbours, in units of the drawing.
const APART: i32 = 140;
/// How far an arc over one vertex bends.
const BEND: i32 = 74;

impl Layout {
    fn place(&self, vertex: Vertex) -> (i32, i32) {
        match self {
            Layout::Row(order) => {
                let at = order.iter().position(|v| *v == vertex).unwrap_or(0);
                (at as i32 * APART, 0)
            }
            Layout::Grid(width) => {
                let (row, column) = (vertex / width, vertex % width);
                (column as i32 * APART, row as i32 * 110)
            }
        }
    }

    fn bend(&self, edge: &Edge, start: Vertex) -> i32 {
        let ((from, _), (to, _)) = (self.place(edge.from), self.place(edge.to));
        let over = (to - from).abs() / APART - 1;
        match self {
            Layout::Row(_) if over > 0 && edge.from == start => -BEND * (over + 1) / 2 - 20,
            Layout::Row(_) if over > 0 => BEND * (over + 1) / 2 + 20,
            _ => 0,
        }
    }
}

/// All recorded searches.
///
/// # Errors
///
/// If one of them cannot be recorded.
pub fn scenes() -> Result<Vec<Scene>, StageError> {
    Ok(vec![
        from_martelli(
            3,
            [
                "martelli-3",
                "Martelli's graph, k = 3",
                "Five vertices, eight expansions. The heuristic is admissible but inconsistent, and longer paths are cheaper, so that vertices are reopened again and again, like the digits of a binary counter.",
            ],
        )?,
        from_martelli(
            4,
            [
                "martelli-4",
                "Martelli's graph, k = 4",
                "One vertex more than k = 3, and twice as many expansions: 16. Without reopening, each vertex is expanded once.",
            ],
        )?,
        from_valenzano()?,
        from_file()?,
        psi_fails()?,
        psi_is_tight()?,
        grid()?,
    ])
}

fn from_martelli(k: u32, texts: [&'static str; 3]) -> Result<Scene, StageError> {
    let order = std::iter::once(0).chain((1..=k).rev()).chain([k + 1]);
    let member = martelli(k).ok_or(StageError::NoPath)?;
    scene(texts, &member, &Layout::Row(order.collect()))
}

fn from_valenzano() -> Result<Scene, StageError> {
    let (m, gap) = (4, 2);
    let member = valenzano(m, gap).ok_or(StageError::NoPath)?;
    let order = std::iter::once(m).chain((0..m).rev()).chain([m + 1]);
    let texts = [
        "valenzano-4-2",
        "Valenzano's graph, m = 4, gap 2",
        "Without reopening, the loss is the whole summed inconsistency, although h is admissible: each vertex is closed with the cost of its detour, the last one first.",
    ];
    scene(texts, &member, &Layout::Row(order.collect()))
}

fn from_file() -> Result<Scene, StageError> {
    let file = "examples/reopening.json";
    let read = graph_file::read(file, include_str!("../../../../examples/reopening.json"))?;
    let h = read.h.unwrap_or_default();
    let order = (0..read.graph.vertices()).collect();
    let member = Member {
        graph: read.graph,
        start: 0,
        h,
    };
    let texts = [
        "reopening",
        "examples/reopening.json",
        "One reopening: c is closed with g = 5, then reached with g = 3.",
    ];
    scene(texts, &member, &Layout::Row(order))
}

fn psi_fails() -> Result<Scene, StageError> {
    let edges = [(1, 2, 3), (1, 3, 1), (2, 0, 1), (3, 2, 1)];
    let texts = [
        "psi-fails",
        "Ψ needs reopening",
        "The smallest graph on which Ψ does not bound the loss without reopening. h is admissible, so Ψ = 0, but the loss is 1. The summed inconsistency bounds it.",
    ];
    let member = listed(4, [1, 0], &edges, vec![0, 0, 0, 2])?;
    scene(texts, &member, &Layout::Row(vec![1, 3, 2, 0]))
}

fn psi_is_tight() -> Result<Scene, StageError> {
    let edges = [(0, 2, 1), (2, 3, 1), (3, 1, 1), (0, 1, 7)];
    let texts = [
        "psi-tight",
        "Ψ is tight",
        "Vertex 3 is overestimated by 4: h = 5 at distance 1. This delays the optimal path just until the goal is selected with the largest cost that Ψ allows.",
    ];
    let member = listed(4, [0, 1], &edges, vec![0, 0, 2, 5])?;
    scene(texts, &member, &Layout::Row(vec![0, 2, 3, 1]))
}

/// Edges to the right and down; h is the number of remaining steps.
fn grid() -> Result<Scene, StageError> {
    const WIDTH: u32 = 4;
    const RIGHT: [[u32; 3]; 3] = [[1, 1, 3], [2, 1, 1], [1, 2, 1]];
    const DOWN: [[u32; 4]; 2] = [[2, 1, 3, 1], [1, 2, 1, 2]];
    let mut edges = Vec::new();
    for row in 0..3_u32 {
        for column in 0..WIDTH {
            let here = row * WIDTH + column;
            if let Some(cost) = RIGHT[row as usize].get(column as usize) {
                edges.push((here, here + 1, *cost));
            }
            if let Some(costs) = DOWN.get(row as usize) {
                edges.push((here, here + WIDTH, costs[column as usize]));
            }
        }
    }
    let h = (0..12).map(|v| (2 - v / 4) + (3 - v % 4)).collect();
    let member = listed(12, [0, 11], &edges, h)?;
    let texts = [
        "grid",
        "A grid with a consistent heuristic",
        "Every edge costs at least 1, and h is the number of remaining steps. h is consistent, so no vertex is reopened, and both searches are the same.",
    ];
    scene(texts, &member, &Layout::Grid(WIDTH))
}

fn listed(
    vertices: u32,
    [start, goal]: [Vertex; 2],
    edges: &[(Vertex, Vertex, u32)],
    h: Vec<i32>,
) -> Result<Member, DigraphError> {
    let edges = edges
        .iter()
        .map(|&(from, to, cost)| Edge { from, to, cost });
    let graph = Digraph::numbered(vertices, 0, edges, goal)?;
    Ok(Member { graph, start, h })
}

fn scene(
    [id, name, words]: [&'static str; 3],
    member: &Member,
    layout: &Layout,
) -> Result<Scene, StageError> {
    let Member { graph, start, h } = member;
    let instance = Instance::new(graph, h)?;
    let bounds = Bounds::new(&instance);
    let optimal = instance.distance(*start).ok_or(StageError::NoPath)?;
    let psi = bounds.with_reopening(*start).ok_or(StageError::NoPath)?;
    let inconsistency = bounds.without_reopening(*start);
    let inconsistency = inconsistency.ok_or(StageError::NoPath)?;
    let properties = instance.properties();
    let play = |astar: &Astar, bound| play(member, astar, optimal, bound);
    let spot = |v: Vertex| {
        let (x, y) = layout.place(v);
        let (name, h) = (graph.name(v).into_owned(), h[v as usize]);
        Spot { name, h, x, y }
    };
    let drawn = |edge: Edge| {
        let bend = layout.bend(&edge, *start);
        let Edge { from, to, cost } = edge;
        Drawn {
            from,
            to,
            cost,
            bend,
        }
    };
    Ok(Scene {
        id,
        name,
        words,
        vertices: (0..graph.vertices()).map(spot).collect(),
        edges: graph.edges().map(drawn).collect(),
        start: *start,
        goal: graph.goal(),
        optimal,
        admissible: properties.is_admissible(),
        consistent: properties.is_consistent(),
        psi,
        inconsistency,
        with: play(&Astar::new(), psi)?,
        without: play(&Astar::new().without_reopening(), inconsistency)?,
    })
}

fn play(member: &Member, astar: &Astar, optimal: u32, bound: i64) -> Result<Played, StageError> {
    let h = from_fn(|v: &Vertex| member.h[*v as usize]);
    let (mut memory, mut steps) = (Hashed::new(), Steps::default());
    let run = astar.run(&member.graph, member.start, &h, &mut memory, &mut steps)?;
    let solved = Solved::of(&member.graph, &run, &memory)?;
    let (path, cost) = solved.path().zip(solved.cost()).ok_or(StageError::NoPath)?;
    Ok(Played {
        steps: steps.0,
        path: path.to_vec(),
        cost,
        lost: cost as i64 - optimal as i64,
        bound,
        expansions: run.summary.expansions,
        reopenings: run.summary.reopenings,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn find<'a>(scenes: &'a [Scene], id: &str) -> &'a Scene {
        scenes.iter().find(|scene| scene.id == id).unwrap()
    }

    /// OPEN and CLOSED with g and parent, replayed from a trace as the page does it.
    #[derive(Default)]
    struct Replay {
        open: BTreeMap<Vertex, (u32, Option<Vertex>)>,
        closed: BTreeMap<Vertex, (u32, Option<Vertex>)>,
        expansions: u64,
        reopenings: u64,
    }

    fn replay(scene: &Scene, played: &Played) -> Replay {
        let mut now = Replay::default();
        now.open.insert(scene.start, (0, None));
        let f = |v: Vertex, g: u32| g as i64 + scene.vertices[v as usize].h as i64;
        for step in &played.steps {
            match *step {
                Step::Selected {
                    state: v,
                    g,
                    f: said,
                } => {
                    // The least f; ties go to the least vertex.
                    let next = now.open.iter().map(|(v, (g, _))| (f(*v, *g), *v)).min();
                    assert_eq!(next, Some((said, v)), "{}", scene.id);
                    assert_eq!(now.open[&v].0, g);
                }
                Step::Generated {
                    parent,
                    child: v,
                    g,
                    what,
                } => {
                    let known = now.open.get(&v).or(now.closed.get(&v)).map(|(g, _)| *g);
                    let cheaper = known.is_none_or(|known| g < known);
                    assert_eq!(cheaper, what != Generation::NoBetter);
                    match what {
                        Generation::New => assert!(known.is_none()),
                        Generation::Improved => assert!(now.open.contains_key(&v)),
                        Generation::Reopened => {
                            assert!(now.closed.remove(&v).is_some());
                            now.reopenings += 1;
                        }
                        Generation::LeftClosed => assert!(now.closed.contains_key(&v)),
                        Generation::NoBetter => {}
                        Generation::DeadEnd => panic!("no vertex is a dead end"),
                    }
                    if !matches!(what, Generation::NoBetter | Generation::LeftClosed) {
                        now.open.insert(v, (g, Some(parent)));
                    }
                }
                Step::Closed { state } => {
                    let known = now.open.remove(&state).unwrap();
                    now.closed.insert(state, known);
                    now.expansions += 1;
                }
            }
        }
        now
    }

    #[test]
    fn a_replayed_trace_is_the_search() {
        for scene in scenes().unwrap() {
            for played in [&scene.with, &scene.without] {
                let end = replay(&scene, played);
                assert_eq!(end.expansions, played.expansions, "{}", scene.id);
                assert_eq!(end.reopenings, played.reopenings, "{}", scene.id);
                // The goal is selected, not closed, and its parents are the path.
                let (cost, mut parent) = end.open[&scene.goal];
                assert_eq!(cost, played.cost, "{}", scene.id);
                let mut path = vec![scene.goal];
                while let Some(vertex) = parent {
                    path.push(vertex);
                    let known = end.closed.get(&vertex).or(end.open.get(&vertex));
                    parent = known.unwrap().1;
                }
                path.reverse();
                assert_eq!(path, played.path, "{}", scene.id);
            }
        }
    }

    #[test]
    fn bounds_hold_and_are_tight_as_described() {
        let scenes = scenes().unwrap();
        for scene in &scenes {
            for played in [&scene.with, &scene.without] {
                let within = (0..=played.bound).contains(&played.lost);
                assert!(within, "{}: {} of {}", scene.id, played.lost, played.bound);
            }
        }
        let lost = |id: &str| {
            let scene = find(&scenes, id);
            let [with, without] = [&scene.with, &scene.without].map(|played| played.lost);
            (with, scene.psi, without, scene.inconsistency)
        };
        assert_eq!(lost("valenzano-4-2"), (0, 0, 6, 6));
        assert_eq!(lost("psi-fails"), (0, 0, 1, 1));
        let (with, psi, ..) = lost("psi-tight");
        assert_eq!((with, psi), (4, 4));
        assert_eq!(find(&scenes, "martelli-3").with.expansions, 8);
        assert_eq!(find(&scenes, "martelli-4").with.expansions, 16);
        assert!(find(&scenes, "reopening").with.reopenings > 0);
        let grid = find(&scenes, "grid");
        assert!(grid.consistent && grid.with == grid.without);
    }

    #[test]
    fn vertices_have_distinct_positions() {
        for scene in scenes().unwrap() {
            let mut places: Vec<_> = scene.vertices.iter().map(|v| (v.x, v.y)).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), scene.vertices.len(), "{}", scene.id);
        }
    }
}
