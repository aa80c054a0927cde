//! The stage: small graphs with all that A\* does on them, recorded for a reader to step
//! through.
//!
//! What is shown is what ran: every trace comes from [`Astar`] with [`Steps`] watching, and
//! both bounds from [`Bounds`]. Nothing is computed in the browser but which vertices are
//! in OPEN and CLOSED after so many steps.

use admit::heuristic::from_fn;
use admit::search::memory::Hashed;
use admit::search::{Astar, Generation, SearchError, Solved, Step, Steps};
use admit::space::graph::families::{Member, martelli, valenzano};
use admit::space::graph::{Digraph, DigraphError, Edge, FiniteGraph, Vertex, json};
use admit::theory::{Bounds, Instance, InstanceError};
use serde::Serialize;
use thiserror::Error;

/// A graph to play, and both searches of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// How a link names it.
    pub id: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// Why it is worth a look.
    pub words: &'static str,
    /// Vertices, by number.
    pub vertices: Vec<Spot>,
    /// Edges, in the order in which they were given.
    pub edges: Vec<Drawn>,
    /// Where searches begin.
    pub start: Vertex,
    /// Where they end.
    pub goal: Vertex,
    /// C\*: what a cheapest path costs.
    pub optimal: u32,
    /// Whether h never exceeds the true distance.
    pub admissible: bool,
    /// Whether h never falls by more than an edge costs.
    pub consistent: bool,
    /// What may be lost with reopening: Ψ, the largest h − h\* on an optimal path.
    pub psi: i64,
    /// What may be lost without: the summed inconsistency of an optimal path but for its
    /// first edge.
    pub inconsistency: i64,
    /// With reopening.
    pub with: Played,
    /// Without.
    pub without: Played,
}

/// A vertex, and where it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spot {
    /// Its name.
    pub name: String,
    /// Its estimate.
    pub h: i32,
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// An edge, and how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// Where it begins.
    pub from: Vertex,
    /// Where it ends.
    pub to: Vertex,
    /// What it costs.
    pub cost: u32,
    /// How far it bends down; up if it is negative.
    pub bend: i32,
}

/// A search that was recorded.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played {
    /// Step by step.
    pub steps: Vec<Move>,
    /// The path that was found.
    pub path: Vec<Vertex>,
    /// What it costs.
    pub cost: u32,
    /// How much more that is than C\*.
    pub lost: i64,
    /// The bound on that: Ψ with reopening, summed inconsistency without.
    pub bound: i64,
    /// States expanded.
    pub expansions: u64,
    /// States reopened.
    pub reopenings: u64,
}

/// A step, in few letters because there are many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Move {
    /// Selected from OPEN.
    Select {
        /// Which vertex.
        v: Vertex,
        /// Cost of the path to it.
        g: u32,
        /// g and h.
        f: i64,
    },
    /// A child was generated.
    Child {
        /// Of which vertex.
        of: Vertex,
        /// Which vertex.
        v: Vertex,
        /// Cost of the new path to it.
        g: u32,
        /// What happened to it.
        what: What,
    },
    /// Moved to CLOSED.
    Close {
        /// Which vertex.
        v: Vertex,
    },
}

/// What happened to a child: see [`Generation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// Added to OPEN.
    New,
    /// Cheaper, and in OPEN.
    Improved,
    /// Cheaper, and moved back to OPEN.
    Reopened,
    /// Cheaper, but left in CLOSED.
    Left,
    /// No cheaper.
    Same,
}

/// Why a graph cannot be played.
#[derive(Debug, Error)]
pub enum StageError {
    /// It is no graph.
    #[error(transparent)]
    Graph(#[from] DigraphError),
    /// Its file is none.
    #[error(transparent)]
    File(#[from] admit::space::graph::reading::GraphError),
    /// Its estimates do not fit it.
    #[error(transparent)]
    Instance(#[from] InstanceError),
    /// It cannot be searched.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// No path leads to the goal.
    #[error("no path leads to the goal")]
    NoPath,
}

impl From<Step<Vertex>> for Move {
    fn from(step: Step<Vertex>) -> Move {
        match step {
            Step::Selected { state, g, f } => Move::Select { v: state, g, f },
            Step::Generated {
                parent,
                child,
                g,
                what,
            } => Move::Child {
                of: parent,
                v: child,
                g,
                what: match what {
                    Generation::New => What::New,
                    Generation::Improved => What::Improved,
                    Generation::Reopened => What::Reopened,
                    Generation::LeftClosed => What::Left,
                    // The heuristics that are played have no dead ends.
                    Generation::NoBetter | Generation::DeadEnd => What::Same,
                },
            },
            Step::Closed { state } => Move::Close { v: state },
        }
    }
}

/// Where vertices are drawn.
enum Layout {
    /// From left to right in this order; edges to the next are straight, longer ones are
    /// arcs, above if they leave the start and below if not.
    Row(Vec<Vertex>),
    /// In rows of so many, as numbered.
    Grid(u32),
}

/// Between neighbours, in units of the drawing.
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

/// All graphs that are ready to play.
///
/// ```
/// use admit_cli::report::page::stage::scenes;
/// let scenes = scenes().unwrap();
/// let valenzano = scenes.iter().find(|scene| scene.id == "valenzano-4-2").unwrap();
/// assert_eq!((valenzano.without.lost, valenzano.inconsistency), (6, 6));
/// ```
///
/// # Errors
///
/// If one of them cannot be played.
pub fn scenes() -> Result<Vec<Scene>, StageError> {
    Ok(vec![
        from_martelli(
            3,
            [
                "martelli-3",
                "Martelli's graph, k = 3",
                "Five vertices, eight expansions. The heuristic is admissible and inconsistent, and a longer way is a cheaper one, so that vertices come back again and again like the digits of a binary counter.",
            ],
        )?,
        from_martelli(
            4,
            [
                "martelli-4",
                "Martelli's graph, k = 4",
                "One vertex more than k = 3, and twice the expansions: 16. Without reopening each vertex is expanded once.",
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
        "Without reopening, all of the summed inconsistency is lost, although h is admissible: every vertex is closed at the end of its detour, the last one first.",
    ];
    scene(texts, &member, &Layout::Row(order.collect()))
}

fn from_file() -> Result<Scene, StageError> {
    let file = "examples/reopening.json";
    let read = json::read(file, include_str!("../../../../examples/reopening.json"))?;
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
        "One reopening is all it takes: c is closed at cost 5, and then reached at cost 3.",
    ];
    scene(texts, &member, &Layout::Row(order))
}

fn psi_fails() -> Result<Scene, StageError> {
    let edges = [(1, 2, 3), (1, 3, 1), (2, 0, 1), (3, 2, 1)];
    let texts = [
        "psi-fails",
        "Ψ needs reopening",
        "The smallest graph on which Ψ does not bound what is lost without reopening. No h is above h*, so Ψ allows nothing; still 1 is lost. The summed inconsistency allows it.",
    ];
    let member = listed(4, [1, 0], &edges, vec![0, 0, 0, 2])?;
    scene(texts, &member, &Layout::Row(vec![1, 3, 2, 0]))
}

fn psi_is_tight() -> Result<Scene, StageError> {
    let edges = [(0, 2, 1), (2, 3, 1), (3, 1, 1), (0, 1, 7)];
    let texts = [
        "psi-tight",
        "Ψ is tight",
        "Vertex 3 is overestimated by 4: h = 5, and the goal is 1 away. That hides the optimal path just long enough for the goal to be selected at the dearest cost that Ψ allows.",
    ];
    let member = listed(4, [0, 1], &edges, vec![0, 0, 2, 5])?;
    scene(texts, &member, &Layout::Row(vec![0, 2, 3, 1]))
}

/// Right and down, with h the number of steps that are left.
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
        "Every step costs at least 1, and h counts the steps that are left. Along no edge does h fall by more than it costs, so no vertex is ever reopened, and both searches are the same.",
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
    Ok(Scene {
        id,
        name,
        words,
        vertices: (0..graph.vertices())
            .map(|v| {
                let (x, y) = layout.place(v);
                Spot {
                    name: graph.name(v).into_owned(),
                    h: h[v as usize],
                    x,
                    y,
                }
            })
            .collect(),
        edges: graph
            .edges()
            .map(|edge| Drawn {
                from: edge.from,
                to: edge.to,
                cost: edge.cost,
                bend: layout.bend(&edge, *start),
            })
            .collect(),
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
        steps: steps.0.into_iter().map(Move::from).collect(),
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

    /// What the page does with a trace, done here: OPEN and CLOSED with g and parent.
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
                Move::Select { v, g, f: said } => {
                    // The least f, and of equal ones the least vertex.
                    let next = now.open.iter().map(|(v, (g, _))| (f(*v, *g), *v)).min();
                    assert_eq!(next, Some((said, v)), "{}", scene.id);
                    assert_eq!(now.open[&v].0, g);
                }
                Move::Child { of, v, g, what } => {
                    let known = now.open.get(&v).or(now.closed.get(&v)).map(|(g, _)| *g);
                    let cheaper = known.is_none_or(|known| g < known);
                    assert_eq!(cheaper, what != What::Same);
                    match what {
                        What::New => assert!(known.is_none()),
                        What::Improved => assert!(now.open.contains_key(&v)),
                        What::Reopened => {
                            assert!(now.closed.remove(&v).is_some());
                            now.reopenings += 1;
                        }
                        What::Left => assert!(now.closed.contains_key(&v)),
                        What::Same => {}
                    }
                    if !matches!(what, What::Same | What::Left) {
                        now.open.insert(v, (g, Some(of)));
                    }
                }
                Move::Close { v } => {
                    let known = now.open.remove(&v).unwrap();
                    now.closed.insert(v, known);
                    now.expansions += 1;
                }
            }
        }
        now
    }

    #[test]
    fn a_trace_replayed_is_the_search() {
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
    fn bounds_hold_and_are_tight_where_it_is_said() {
        let scenes = scenes().unwrap();
        for scene in &scenes {
            for played in [&scene.with, &scene.without] {
                assert!(
                    (0..=played.bound).contains(&played.lost),
                    "{}: {} of {}",
                    scene.id,
                    played.lost,
                    played.bound
                );
            }
        }
        let lost = |id: &str| {
            let scene = find(&scenes, id);
            (
                scene.with.lost,
                scene.psi,
                scene.without.lost,
                scene.inconsistency,
            )
        };
        assert_eq!(lost("valenzano-4-2"), (0, 0, 6, 6));
        assert_eq!(lost("psi-fails"), (0, 0, 1, 1));
        assert_eq!(lost("psi-tight").0, 4);
        assert_eq!(lost("psi-tight").1, 4);
        assert_eq!(find(&scenes, "martelli-3").with.expansions, 8);
        assert_eq!(find(&scenes, "martelli-4").with.expansions, 16);
        assert!(find(&scenes, "reopening").with.reopenings > 0);
        let grid = find(&scenes, "grid");
        assert!(grid.consistent && grid.with == grid.without);
    }

    #[test]
    fn no_two_vertices_are_drawn_in_one_place() {
        for scene in scenes().unwrap() {
            let mut places: Vec<_> = scene.vertices.iter().map(|v| (v.x, v.y)).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), scene.vertices.len(), "{}", scene.id);
        }
    }
}
