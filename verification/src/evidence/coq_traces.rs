//! The library's A\* against the A\* that the Coq theorems are about.
//!
//! Theorems are about A\* as defined in Coq. That the library's A\* agrees is not proved but tested
//! event by event on random problems: Coq's definition is extracted to a program. Both generate
//! children in the same order, so events are compared as they are.

use super::{Evidence, Settled, counted};
use crate::coq;
use crate::engines::{Drawn, Tally, by_proptest};
use crate::ledger::Outcome;
use crate::sources::same_clone;
use admit::heuristic::from_fn;
use admit::search::memory::{Array, Hashed, Memory};
use admit::search::{Astar, End, Generation, Step, Steps};
use admit::space::graph::{Digraph, Edge, Vertex};
use admit::space::{Cost, Space};
use admit_proofs::choices::{Case, Choices, Stop};
use admit_proofs::{always, sometimes};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "coq_traces.rs":
        proptest Full as_in_coq,
    }
}

/// Number of problems compared.
pub const CASES: u32 = 50_000;
/// The largest number of vertices.
pub const MOST_VERTICES: usize = 12;
/// The largest number of edges for each vertex.
const MOST_EDGES: usize = 7;
/// Range of h before shaping.
const VALUES: [i32; 2] = [-5, 30];

/// A search problem: graph, start, goals, heuristic, reopening or not.
#[derive(Clone, Debug)]
pub struct Problem {
    reopening: bool,
    start: Vertex,
    goals: BTreeSet<Vertex>,
    h: Vec<i32>,
    edges: Vec<Edge>,
    graph: Digraph,
}

impl Space for Problem {
    type State = Vertex;
    type Action = Edge;

    fn transitions(&self, vertex: &Vertex) -> impl Iterator<Item = (Edge, Vertex, Cost)> {
        self.graph.transitions(vertex)
    }

    fn is_goal(&self, vertex: &Vertex) -> bool {
        self.goals.contains(vertex)
    }
}

impl Problem {
    /// Whether states are reopened.
    pub fn reopens(&self) -> bool {
        self.reopening
    }

    /// An arbitrary problem. Lower choices are simpler: one goal, no edge, h = 0.
    fn any(c: &mut impl Choices) -> Problem {
        // Half of them have the largest size.
        let most = MOST_VERTICES as i32;
        let n = c.between(2, 2 * most - 2).min(most);
        let reopening = c.between(0, 1) == 1;
        let start = c.between(0, n - 1) as Vertex;
        let how_many = [1, 1, 1, 2, 3][c.between(0, 4) as usize];
        // Sometimes the start is a goal.
        let mut goal = || match c.between(0, 24) {
            0 => start,
            apart => (start + 1 + (apart as Vertex) % (n as Vertex - 1)) % n as Vertex,
        };
        let goals: BTreeSet<Vertex> = (0..how_many).map(|_| goal()).collect();
        let kind = c.between(0, 8);
        let [least, most] = VALUES;
        let drawn = (0..n).map(|_| c.between(0, most - least));
        let drawn = drawn.map(|h| if h > most { most - h } else { h }).collect();
        let most_cost = [1, 3, 9, 9][c.between(0, 3) as usize];
        // Where few edges lead to a goal, searches are long.
        let secluded = c.between(0, 1) == 1;
        let leads =
            |edge: &Edge| !secluded || edge.from.is_multiple_of(3) || !goals.contains(&edge.to);
        let edges: Vec<Edge> = (0..c.between(n, MOST_EDGES as i32 * n))
            .map(|_| Edge {
                from: c.between(0, n - 1) as Vertex,
                to: c.between(0, n - 1) as Vertex,
                cost: c.between(0, most_cost) as Cost,
            })
            .filter(|edge| edge.cost > 0 && leads(edge))
            .collect();
        // The graph's own goal is not used.
        let graph = Digraph::numbered(n as u32, 0, edges.iter().copied(), 0);
        let mut problem = Problem {
            reopening,
            start,
            goals,
            h: drawn,
            edges,
            graph: graph.expect("vertices exist and costs are positive"),
        };
        problem.h = problem.shaped(kind);
        problem
    }

    /// A heuristic of the given kind from the drawn values.
    fn shaped(&self, kind: i32) -> Vec<i32> {
        let [least, most] = VALUES;
        let each = |shape: &dyn Fn(Vertex, i32) -> i32| -> Vec<i32> {
            (0..).zip(&self.h).map(|(v, &h)| shape(v, h)).collect()
        };
        match kind {
            0 => each(&|_, _| 0),
            1 => self.distances(),
            2 => self.lowered(self.h.clone()),
            // Highly inconsistent.
            3 => each(&|_, h| if h % 2 == 0 { least } else { most }),
            // Goals come last, so vertices are reached on many paths.
            4 | 5 => each(&|v, h| if self.goals.contains(&v) { most } else { h }),
            // Few values, so ties are common.
            6 => each(&|_, h| h.rem_euclid(4)),
            _ => self.h.clone(),
        }
    }

    /// The largest consistent values that are at most `h`.
    fn lowered(&self, mut h: Vec<i32>) -> Vec<i32> {
        loop {
            let mut changed = false;
            for edge in &self.edges {
                let most = h[edge.to as usize] + edge.cost as i32;
                changed |= h[edge.from as usize] > most;
                h[edge.from as usize] = h[edge.from as usize].min(most);
            }
            if !changed {
                return h;
            }
        }
    }

    /// Distances to the nearest goal; larger than any distance where unreachable.
    fn distances(&self) -> Vec<i32> {
        let far = MOST_VERTICES as i32 * 9;
        let goals = (0..self.h.len()).map(|v| self.goals.contains(&(v as Vertex)));
        self.lowered(goals.map(|goal| if goal { 0 } else { far }).collect())
    }

    /// The input format of the extracted program. The library generates the child of the last edge
    /// first, Coq the child of the first.
    fn line(&self) -> String {
        let mut numbers = vec![self.reopening as i64, self.start as i64];
        numbers.push(self.goals.len() as i64);
        numbers.extend(self.goals.iter().map(|&goal| goal as i64));
        numbers.push(self.h.len() as i64);
        numbers.extend(self.h.iter().map(|&h| h as i64));
        numbers.push(self.edges.len() as i64);
        for edge in self.edges.iter().rev() {
            numbers.extend([edge.from as i64, edge.to as i64, edge.cost as i64]);
        }
        let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        words.join(" ")
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reopening = if self.reopening { "with" } else { "without" };
        let edge = |e: &Edge| format!("{}→{} at {}", e.from, e.to, e.cost);
        let edges: Vec<String> = self.edges.iter().rev().map(edge).collect();
        write!(
            f,
            "{reopening} reopening, from {} to {:?}, h {:?}, edges {}",
            self.start,
            self.goals,
            self.h,
            if edges.is_empty() {
                "none".to_owned()
            } else {
                edges.join(", ")
            }
        )
    }
}

/// Trace of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    steps: Vec<Step<Vertex>>,
    /// Events and end, in the format of the extracted program.
    words: String,
    cost: Option<Cost>,
}

/// The library's A\* with a memory, with or without reopening.
pub fn search(problem: &Problem, reopening: bool, memory: &mut impl Memory<Vertex>) -> Traced {
    let astar = if reopening {
        Astar::new()
    } else {
        Astar::new().without_reopening()
    };
    let mut steps = Steps::default();
    let h = from_fn(|vertex: &Vertex| problem.h[*vertex as usize]);
    let run = astar.run(problem, problem.start, &h, memory, &mut steps);
    let run = run.expect("costs are positive and small");
    let mut words: Vec<String> = steps.0.iter().map(in_words).collect();
    words.push(match run.end {
        End::Found(goal) => {
            let mut path: Vec<String> = run.backwards(memory).map(|v| v.to_string()).collect();
            path.reverse();
            format!("found {} {}", memory.g(goal), path.join(" "))
        }
        End::Exhausted => "exhausted".to_owned(),
        End::Stopped { .. } => "stopped".to_owned(),
    });
    Traced {
        cost: run.cost(memory),
        steps: steps.0,
        words: words.join("; "),
    }
}

/// An event in the format of the extracted program.
fn in_words(step: &Step<Vertex>) -> String {
    match step {
        Step::Selected { state, g, f } => format!("select {state} {g} {f}"),
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
                Generation::LeftClosed => "left closed",
                Generation::NoBetter => "no better",
                Generation::DeadEnd => "dead end",
            };
            format!("generate {parent} {child} {g} {what}")
        }
        Step::Closed { state } => format!("close {state}"),
    }
}

/// Whether some selection had a tie on f in OPEN.
fn tied(problem: &Problem, steps: &[Step<Vertex>]) -> bool {
    let h = |vertex: Vertex| problem.h[vertex as usize] as i64;
    let mut open = BTreeMap::from([(problem.start, h(problem.start))]);
    steps.iter().any(|step| {
        match *step {
            Step::Selected { state, f, .. } => {
                open.remove(&state);
                return open.values().any(|&other| other == f);
            }
            Step::Generated { child, g, what, .. } => {
                if matches!(
                    what,
                    Generation::New | Generation::Improved | Generation::Reopened
                ) {
                    open.insert(child, g as i64 + h(child));
                }
            }
            Step::Closed { .. } => {}
        }
        false
    })
}

/// The running extracted program.
#[derive(Debug)]
pub struct Extracted {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Extracted {
    /// Compiles and starts it.
    ///
    /// # Errors
    ///
    /// `NotRun` if a tool is missing, `Broken` if it does not compile or start.
    pub fn start(root: &Path) -> Result<Extracted, Outcome> {
        let program = coq::traces(root)?;
        let child = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let started = child.ok().and_then(|mut child| {
            let (requests, answers) = (child.stdin.take()?, child.stdout.take()?);
            let answers = BufReader::new(answers);
            Some(Extracted {
                child,
                requests,
                answers,
            })
        });
        started.ok_or_else(|| Outcome::Broken {
            why: "the program extracted from Coq does not start".to_owned(),
        })
    }

    /// The trace of Coq's A\*; `None` if there is no answer.
    fn answer(&mut self, problem: &Problem) -> Option<String> {
        writeln!(self.requests, "{}", problem.line()).ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        line.strip_suffix('\n').map(str::to_owned)
    }
}

impl Drop for Extracted {
    fn drop(&mut self) {
        // The program has no state to lose.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A search compared with Coq's.
pub type Searcher<'s> = &'s dyn Fn(&Problem) -> Traced;

/// The library's A\* with both memories.
pub const LIBRARY: [Searcher<'static>; 2] = [
    &|problem| search(problem, problem.reopening, &mut Hashed::new()),
    &|problem| {
        let mut memory = Array::<Vertex, MOST_VERTICES>::new();
        search(problem, problem.reopening, &mut memory)
    },
];

/// Compares searches with Coq's on random problems.
///
/// # Errors
///
/// If the extracted program gives no answer.
pub fn compare(
    extracted: Extracted,
    cases: u32,
    searchers: &[Searcher<'_>],
) -> Result<Tally, String> {
    let extracted = RefCell::new(extracted);
    let unanswered = RefCell::new(None);
    let check = |c: &mut Drawn<'_>| -> Case {
        let problem = Problem::any(c);
        let Some(coq) = extracted.borrow_mut().answer(&problem) else {
            unanswered.borrow_mut().get_or_insert(problem);
            return Err(Stop::Skipped);
        };
        for search in searchers {
            let traced = search(&problem);
            c.show(|| format!("{problem}: {}", difference(&traced.words, &coq)));
            always!(
                c,
                traced.words == coq,
                "the library's A* agrees with Coq's event by event"
            );
        }
        let Some(traced) = searchers.first().map(|search| search(&problem)) else {
            return Err(Stop::Skipped);
        };
        let happens = |wanted: Generation| {
            let is =
                |step: &Step<_>| matches!(step, Step::Generated { what, .. } if *what == wanted);
            traced.steps.iter().any(is)
        };
        let distance = problem.distances()[problem.start as usize] as Cost;
        sometimes!(c, happens(Generation::Improved), "a g in OPEN is improved");
        sometimes!(c, happens(Generation::Reopened), "a vertex is reopened");
        sometimes!(
            c,
            happens(Generation::LeftClosed),
            "a vertex with a cheaper path is left closed"
        );
        sometimes!(c, traced.cost.is_none(), "OPEN becomes empty");
        sometimes!(
            c,
            traced.cost.is_some_and(|cost| cost > distance),
            "the path found is not optimal"
        );
        sometimes!(c, tied(&problem, &traced.steps), "f ties at a selection");
        sometimes!(c, problem.goals.len() > 1, "there are several goals");
        let mut ends = BTreeSet::new();
        let twice = |e: &Edge| !ends.insert((e.from, e.to));
        sometimes!(
            c,
            problem.edges.iter().any(twice),
            "there are parallel edges"
        );
        sometimes!(
            c,
            problem.edges.iter().any(|e| e.from == e.to),
            "there is a loop"
        );
        Ok(())
    };
    // Reopening, number of vertices, start, number of goals, goals, kind of h, values, costs,
    // secluded goals, number of edges, edges.
    let length = 4 + 3 + 1 + MOST_VERTICES + 3 + 3 * MOST_EDGES * MOST_VERTICES;
    let tally = by_proptest("as_in_coq", cases, length, check);
    match unanswered.into_inner() {
        Some(problem) => Err(format!("Coq's A* gives no answer: {problem}")),
        None => Ok(tally),
    }
}

/// The first event in which two searches differ.
fn difference(library: &str, coq: &str) -> String {
    let [mut library, mut coq] = [library, coq].map(|words| words.split("; "));
    for event in 1.. {
        match (library.next(), coq.next()) {
            (None, None) => break,
            (one, other) if one == other => {}
            (one, other) => {
                let [one, other] = [one, other].map(|event| event.unwrap_or("nothing"));
                return format!("event {event} is `{one}` here and `{other}` in Coq");
            }
        }
    }
    "no difference".to_owned()
}

/// The library's A\* and Coq's agree event by event.
fn as_in_coq() -> Settled {
    let root = match same_clone() {
        Ok(root) => root,
        Err(why) => return Settled::of(why.into()),
    };
    let compared = match Extracted::start(&root) {
        Ok(extracted) => compare(extracted, CASES, &LIBRARY),
        Err(outcome) => return Settled::of(outcome),
    };
    match compared {
        Ok(tally) => {
            let scope = format!(
                "{} random digraphs of 2 to {MOST_VERTICES} vertices, costs 1 to 9, 1 to 3 goals, any h, with and without reopening, in both memories",
                tally.cases
            );
            counted(&tally, scope)
        }
        Err(why) => Settled::of(Outcome::Broken { why }),
    }
}
