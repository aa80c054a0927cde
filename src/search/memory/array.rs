//! A memory of fixed size with one slot per state.

use super::{Full, Memory};
use crate::space::Cost;

/// One slot for each state number below `N`: no allocation, no hashing, no queue.
/// [`select`](Memory::select) scans all slots. Larger numbers do not fit.
///
/// ```
/// use admit::search::{Astar, memory::Array};
/// use admit::heuristic::Zero;
/// use admit::space::{Cost, Space};
///
/// /// A ring of five.
/// struct Ring;
/// impl Space for Ring {
///     type State = u8;
///     type Action = ();
///     fn transitions(&self, n: &u8) -> impl Iterator<Item = ((), u8, Cost)> {
///         [((), (n + 1) % 5, 1), ((), (n + 4) % 5, 1)].into_iter()
///     }
///     fn is_goal(&self, n: &u8) -> bool {
///         *n == 3
///     }
/// }
/// let mut memory = Array::<u8, 5>::new();
/// let run = Astar::new().run(&Ring, 0, &Zero, &mut memory, &mut ()).unwrap();
/// assert_eq!(run.cost(&memory), Some(2));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Array<S, const N: usize> {
    // One array per field, read and written by value: model checkers handle array indices better
    // than references.
    states: [Option<S>; N],
    g: [Cost; N],
    f: [i64; N],
    parents: [Option<usize>; N],
    open: [bool; N],
}

impl<S: Copy, const N: usize> Array<S, N> {
    /// An empty memory.
    pub fn new() -> Array<S, N> {
        Array {
            states: [None; N],
            g: [0; N],
            f: [0; N],
            parents: [None; N],
            open: [false; N],
        }
    }
}

impl<S: Copy, const N: usize> Default for Array<S, N> {
    fn default() -> Array<S, N> {
        Array::new()
    }
}

impl<S: Copy + Ord + Into<u32>, const N: usize> Memory<S> for Array<S, N> {
    type Node = usize;
    type Vacancy = ();

    fn clear(&mut self) {
        *self = Array::new();
    }

    fn find(&self, state: &S) -> Result<usize, ()> {
        let place = (*state).into() as usize;
        if place < N && self.states[place].is_some() {
            Ok(place)
        } else {
            Err(())
        }
    }

    fn state(&self, node: usize) -> S {
        self.states[node].expect("a node of this memory")
    }

    fn g(&self, node: usize) -> Cost {
        self.g[node]
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node]
    }

    fn is_open(&self, node: usize) -> bool {
        self.open[node]
    }

    fn add(
        &mut self,
        (): (),
        state: S,
        g: Cost,
        f: i64,
        parent: Option<usize>,
    ) -> Result<usize, Full> {
        let place = state.into() as usize;
        if place >= N {
            return Err(Full);
        }
        self.states[place] = Some(state);
        self.g[place] = g;
        self.f[place] = f;
        self.parents[place] = parent;
        self.open[place] = true;
        Ok(place)
    }

    fn improve(&mut self, node: usize, g: Cost, f: i64, parent: usize) -> Result<(), Full> {
        self.g[node] = g;
        self.f[node] = f;
        self.parents[node] = Some(parent);
        self.open[node] = true;
        Ok(())
    }

    fn select(&mut self) -> Option<(usize, i64)> {
        let mut best: Option<(i64, S, usize)> = None;
        for n in 0..N {
            if let Some(state) = self.states[n]
                && self.open[n]
                && best.is_none_or(|(f, least, _)| (self.f[n], state) < (f, least))
            {
                best = Some((self.f[n], state, n));
            }
        }
        best.map(|(f, _, n)| (n, f))
    }

    fn close(&mut self, node: usize) {
        self.open[node] = false;
    }
}
