//! The library's A\* beside the one that theorems are about.
//!
//! Theorems speak of A\* as it is defined in Coq. That the library does the same
//! is not proved; it is seen here, event by event: Coq's definition is extracted
//! to a program, and both are given the same random problems. Children are
//! generated in the same order, so that nothing needs to be rearranged before the
//! comparison.

use super::{Evidence, Settled, counted};
use crate::coq;
use crate::engines::{Drawn, Tally, by_proptest};
use crate::ledger::Outcome;
use crate::run::root;
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

/// How many problems are compared.
pub const CASES: u32 = 50_000;
/// The most vertices that a problem has.
pub const MOST_VERTICES: usize = 12;
/// The most edges for each vertex.
const MOST_EDGES: usize = 7;
/// Values of h, unless they are made to measure.
const VALUES: [i32; 2] = [-5, 30];

/// A graph, a start, goals, a heuristic, and whether states are reopened.
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

    /// Any problem. Lower choices are simpler: one goal, no edge, h 0 everywhere.
    fn any(c: &mut impl Choices) -> Problem {
        // Half of them as large as can be.
        let most = MOST_VERTICES as i32;
        let n = c.between(2, 2 * most - 2).min(most);
        let reopening = c.between(0, 1) == 1;
        let start = c.between(0, n - 1) as Vertex;
        let how_many = [1, 1, 1, 2, 3][c.between(0, 4) as usize];
        // The start is a goal now and then.
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
        // The one goal of such a graph is not used: goals are those above.
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

    /// A heuristic of some kind, made from values that were drawn.
    fn shaped(&self, kind: i32) -> Vec<i32> {
        let [least, most] = VALUES;
        let each = |shape: &dyn Fn(Vertex, i32) -> i32| -> Vec<i32> {
            (0..).zip(&self.h).map(|(v, &h)| shape(v, h)).collect()
        };
        match kind {
            0 => each(&|_, _| 0),
            1 => self.distances(),
            2 => self.lowered(self.h.clone()),
            // As far from consistent as can be.
            3 => each(&|_, h| if h % 2 == 0 { least } else { most }),
            // So that goals come last and vertices are reached in many ways.
            4 | 5 => each(&|v, h| if self.goals.contains(&v) { most } else { h }),
            // So few values that ties are common.
            6 => each(&|_, h| h.rem_euclid(4)),
            _ => self.h.clone(),
        }
    }

    /// The largest values that are at most these and fall by no more than an edge
    /// costs.
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

    /// Distances to the nearest goal; more than any distance where there is none.
    fn distances(&self) -> Vec<i32> {
        let far = MOST_VERTICES as i32 * 9;
        let goals = (0..self.h.len()).map(|v| self.goals.contains(&(v as Vertex)));
        self.lowered(goals.map(|goal| if goal { 0 } else { far }).collect())
    }

    /// As the program that was extracted reads it. The library's graphs generate
    /// the child of the latest edge first; Coq's the child of the first.
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

/// What a search did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    steps: Vec<Step<Vertex>>,
    /// Events and ending, in the words of the program that was extracted.
    words: String,
    cost: Option<Cost>,
}

/// The library's A\* in some memory, with or without reopening.
pub fn search(problem: &Problem, reopening: bool, memory: &mut impl Memory<Vertex>) -> Told {
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
    Told {
        cost: run.cost(memory),
        steps: steps.0,
        words: words.join("; "),
    }
}

/// As the program that was extracted says it.
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

/// Whether some vertex was selected while another one in OPEN had the same f.
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

/// The program that was extracted, at work.
#[derive(Debug)]
pub struct Extracted {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Extracted {
    /// Compiles it and starts it.
    ///
    /// # Errors
    ///
    /// That evidence with it is not run, because a tool is missing, or is broken,
    /// because it does not compile.
    pub fn start(root: &Path) -> Result<Extracted, Outcome> {
        let program = coq::traces(root)?;
        let child = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let started = child.ok().and_then(|mut child| {
            let (asks, answers) = (child.stdin.take()?, child.stdout.take()?);
            let answers = BufReader::new(answers);
            Some(Extracted {
                child,
                asks,
                answers,
            })
        });
        started.ok_or_else(|| Outcome::Broken {
            why: "the program that is extracted from Coq does not start".to_owned(),
        })
    }

    /// What Coq's A\* does with a problem; nothing if there is no answer.
    fn answer(&mut self, problem: &Problem) -> Option<String> {
        writeln!(self.asks, "{}", problem.line()).ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        line.strip_suffix('\n').map(str::to_owned)
    }
}

impl Drop for Extracted {
    fn drop(&mut self) {
        // It does nothing that could be lost.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A search to compare with Coq's.
pub type Searcher<'s> = &'s dyn Fn(&Problem) -> Told;

/// The library's search in both of its memories.
pub const LIBRARY: [Searcher<'static>; 2] = [
    &|problem| search(problem, problem.reopening, &mut Hashed::new()),
    &|problem| {
        let mut memory = Array::<Vertex, MOST_VERTICES>::new();
        search(problem, problem.reopening, &mut memory)
    },
];

/// Compares searches with Coq's on so many random problems.
///
/// # Errors
///
/// If the program that was extracted gives no answer.
pub fn compare(
    extracted: Extracted,
    cases: u32,
    searchers: &[Searcher<'_>],
) -> Result<Tally, String> {
    let extracted = RefCell::new(extracted);
    let silent = RefCell::new(None);
    let check = |c: &mut Drawn<'_>| -> Case {
        let problem = Problem::any(c);
        let Some(coq) = extracted.borrow_mut().answer(&problem) else {
            silent.borrow_mut().get_or_insert(problem);
            return Err(Stop::Skipped);
        };
        for search in searchers {
            let told = search(&problem);
            c.show(|| format!("{problem}: {}", difference(&told.words, &coq)));
            always!(
                c,
                told.words == coq,
                "the library's A* does event by event what Coq's does"
            );
        }
        let Some(told) = searchers.first().map(|search| search(&problem)) else {
            return Err(Stop::Skipped);
        };
        let happens = |wanted: Generation| {
            let is =
                |step: &Step<_>| matches!(step, Step::Generated { what, .. } if *what == wanted);
            told.steps.iter().any(is)
        };
        let distance = problem.distances()[problem.start as usize] as Cost;
        sometimes!(c, happens(Generation::Improved), "a g in OPEN is improved");
        sometimes!(c, happens(Generation::Reopened), "a vertex is reopened");
        sometimes!(
            c,
            happens(Generation::LeftClosed),
            "a vertex with a cheaper path is left closed"
        );
        sometimes!(c, told.cost.is_none(), "OPEN becomes empty");
        sometimes!(
            c,
            told.cost.is_some_and(|cost| cost > distance),
            "the path found is not optimal"
        );
        sometimes!(c, tied(&problem, &told.steps), "f ties at a selection");
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
    // Whether to reopen, how many vertices, start, how many goals, which, what
    // kind of h, values, costs, whether goals are secluded, how many edges, which.
    let length = 4 + 3 + 1 + MOST_VERTICES + 3 + 3 * MOST_EDGES * MOST_VERTICES;
    let tally = by_proptest("as_in_coq", cases, length, check);
    match silent.into_inner() {
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

/// The library's A\* and Coq's are the same, event by event.
fn as_in_coq() -> Settled {
    let compared = match Extracted::start(&root()) {
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
