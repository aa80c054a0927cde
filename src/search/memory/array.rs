//! A memory of fixed size, looked through place by place.

use super::{Full, Memory};
use crate::space::Cost;

/// Room for `N` states and nothing that could go wrong: no allocation, no
/// hashing, no order of its own. [`select`](Memory::select) looks at every
/// place.
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
///     fn successors(&self, n: &u8) -> impl Iterator<Item = (u8, Cost)> {
///         [((n + 1) % 5, 1), ((n + 4) % 5, 1)].into_iter()
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
    nodes: [Option<Node<S>>; N],
    used: usize,
}

#[derive(Clone, Copy, Debug)]
struct Node<S> {
    state: S,
    g: Cost,
    f: i64,
    parent: Option<usize>,
    open: bool,
}

impl<S: Copy, const N: usize> Array<S, N> {
    /// An empty memory.
    pub fn new() -> Array<S, N> {
        Array {
            nodes: [None; N],
            used: 0,
        }
    }

    fn node(&self, node: usize) -> &Node<S> {
        self.nodes[node].as_ref().expect("a node of this memory")
    }

    fn node_mut(&mut self, node: usize) -> &mut Node<S> {
        self.nodes[node].as_mut().expect("a node of this memory")
    }
}

impl<S: Copy, const N: usize> Default for Array<S, N> {
    fn default() -> Array<S, N> {
        Array::new()
    }
}

impl<S: Copy + Ord, const N: usize> Memory<S> for Array<S, N> {
    type Node = usize;
    type Vacancy = ();

    fn clear(&mut self) {
        *self = Array::new();
    }

    fn find(&self, state: &S) -> Result<usize, ()> {
        (0..self.used)
            .find(|&n| self.node(n).state == *state)
            .ok_or(())
    }

    fn state(&self, node: usize) -> S {
        self.node(node).state
    }

    fn g(&self, node: usize) -> Cost {
        self.node(node).g
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.node(node).parent
    }

    fn is_open(&self, node: usize) -> bool {
        self.node(node).open
    }

    fn add(
        &mut self,
        (): (),
        state: S,
        g: Cost,
        f: i64,
        parent: Option<usize>,
    ) -> Result<usize, Full> {
        if self.used == N {
            return Err(Full);
        }
        self.nodes[self.used] = Some(Node {
            state,
            g,
            f,
            parent,
            open: true,
        });
        self.used += 1;
        Ok(self.used - 1)
    }

    fn improve(&mut self, node: usize, g: Cost, f: i64, parent: usize) -> Result<(), Full> {
        let node = self.node_mut(node);
        node.g = g;
        node.f = f;
        node.parent = Some(parent);
        node.open = true;
        Ok(())
    }

    fn select(&mut self) -> Option<(usize, i64)> {
        let mut best: Option<usize> = None;
        for n in 0..self.used {
            let here = self.node(n);
            let better = match best {
                None => true,
                Some(b) => (here.f, here.state) < (self.node(b).f, self.node(b).state),
            };
            if here.open && better {
                best = Some(n);
            }
        }
        best.map(|n| (n, self.node(n).f))
    }

    fn close(&mut self, node: usize) {
        self.node_mut(node).open = false;
    }
}
