//! Memories with other tie-breaking rules.
//!
//! Among states of least f the library selects the least state. Two claims are about other rules;
//! [`Tied`] wraps the library's [`Array`] and lets a [`Rule`] select.

use admit::search::memory::{Array, Full, Memory};
use admit::space::Cost;
use admit::space::graph::Vertex;

/// A tie-breaking rule: which vertex of least f is selected.
pub trait Rule<const N: usize> {
    /// Resets the rule for a new search.
    fn clear(&mut self);

    /// Records that a vertex entered OPEN or that its entry was replaced.
    fn entered(&mut self, vertex: usize);

    /// One of the marked vertices; at least one is marked.
    fn among(&mut self, tied: &[bool; N]) -> usize;
}

/// Selects the oldest entry.
#[derive(Clone, Copy, Debug)]
pub struct Oldest<const N: usize> {
    entered: [u32; N],
    entries: u32,
}

impl<const N: usize> Oldest<N> {
    /// The rule before the first entry.
    pub fn new() -> Oldest<N> {
        Oldest {
            entered: [0; N],
            entries: 0,
        }
    }
}

impl<const N: usize> Default for Oldest<N> {
    fn default() -> Oldest<N> {
        Oldest::new()
    }
}

impl<const N: usize> Rule<N> for Oldest<N> {
    fn clear(&mut self) {
        *self = Oldest::new();
    }

    fn entered(&mut self, vertex: usize) {
        self.entered[vertex] = self.entries;
        self.entries += 1;
    }

    fn among(&mut self, tied: &[bool; N]) -> usize {
        let mut best = N;
        for (v, &tied) in tied.iter().enumerate() {
            if tied && (best == N || self.entered[v] < self.entered[best]) {
                best = v;
            }
        }
        best
    }
}

/// At selection i, selects the tied vertex number `choices[i mod N]`, or else the last one.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<const N: usize> {
    choices: [u32; N],
    selections: usize,
}

impl<const N: usize> Chosen<N> {
    /// A rule with these choices.
    pub fn new(choices: [u32; N]) -> Chosen<N> {
        Chosen {
            choices,
            selections: 0,
        }
    }
}

impl<const N: usize> Rule<N> for Chosen<N> {
    fn clear(&mut self) {
        self.selections = 0;
    }

    fn entered(&mut self, _: usize) {}

    fn among(&mut self, tied: &[bool; N]) -> usize {
        let mut left = self.choices[self.selections];
        self.selections = (self.selections + 1) % N;
        let mut last = N;
        for (v, &tied) in tied.iter().enumerate() {
            if tied && (last == N || left > 0) {
                left = if last == N { left } else { left - 1 };
                last = v;
            }
        }
        last
    }
}

/// A memory with a tie-breaking rule.
#[derive(Clone, Copy, Debug)]
pub struct Tied<const N: usize, R> {
    inner: Array<Vertex, N>,
    f: [i64; N],
    rule: R,
}

impl<const N: usize, R: Rule<N>> Tied<N, R> {
    /// An empty memory with this rule.
    pub fn new(rule: R) -> Tied<N, R> {
        Tied {
            inner: Array::new(),
            f: [0; N],
            rule,
        }
    }
}

impl<const N: usize, R: Rule<N>> Memory<Vertex> for Tied<N, R> {
    type Node = usize;
    type Vacancy = ();

    fn clear(&mut self) {
        self.inner.clear();
        self.f = [0; N];
        self.rule.clear();
    }

    fn find(&self, state: &Vertex) -> Result<usize, ()> {
        self.inner.find(state)
    }

    fn state(&self, node: usize) -> Vertex {
        self.inner.state(node)
    }

    fn g(&self, node: usize) -> Cost {
        self.inner.g(node)
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.inner.parent(node)
    }

    fn is_open(&self, node: usize) -> bool {
        self.inner.is_open(node)
    }

    fn add(
        &mut self,
        (): (),
        state: Vertex,
        g: Cost,
        f: i64,
        parent: Option<usize>,
    ) -> Result<usize, Full> {
        let node = self.inner.add((), state, g, f, parent)?;
        self.f[node] = f;
        self.rule.entered(node);
        Ok(node)
    }

    fn improve(&mut self, node: usize, g: Cost, f: i64, parent: usize) -> Result<(), Full> {
        self.inner.improve(node, g, f, parent)?;
        self.f[node] = f;
        self.rule.entered(node);
        Ok(())
    }

    fn select(&mut self) -> Option<(usize, i64)> {
        let (_, least) = self.inner.select()?;
        let mut tied = [false; N];
        for (node, tied) in tied.iter_mut().enumerate() {
            *tied = self.inner.is_open(node) && self.f[node] == least;
        }
        Some((self.rule.among(&tied), least))
    }

    fn close(&mut self, node: usize) {
        self.inner.close(node);
    }
}
