//! All instances of a space, sorted by distance, each with one optimal path, so that Ψ, the largest
//! h − h\* on each path, is computed in one pass.
//!
//! Of several optimal paths, that along the first optimal step is used; the paper speaks of *the*
//! optimal path of an instance. If h is invariant under a symmetry, one representative stands for
//! its symmetry class, and the paths of the others are images of its path.

use admit::learn::encode::Tokens;
use admit::learn::sample::Examples;
use admit::stats::random::below;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Every start of a space with one goal, which has number 0.
#[derive(Debug)]
pub struct Instances {
    /// Name of the space.
    pub name: String,
    /// Cumulative sizes of the symmetry classes; empty if all are 1.
    cumulative: Vec<u64>,
    distances: Vec<u8>,
    /// The next state on the path; the goal's is the goal.
    next: Vec<u32>,
    values: Vec<u16>,
    /// One token for each slot, start by start.
    tokens: Vec<u8>,
    /// The abstract state of each start; empty if unknown.
    abstract_states: Vec<u32>,
    abstract_count: u32,
}

/// A start, as input to [`Instances::new`].
pub(super) struct Start {
    /// Its rank in the space.
    pub number: u64,
    pub distance: u8,
    /// The rank of the next state on its path.
    pub next: u64,
    /// Size of its symmetry class.
    pub class_size: u32,
    pub abstract_state: u32,
}

impl Instances {
    /// Instances from starts in any order; `write` encodes the state of a rank.
    pub(super) fn new(
        name: impl Into<String>,
        mut starts: Vec<Start>,
        values: Vec<u16>,
        abstract_count: u32,
        write: impl Fn(u64, &mut [u16]),
    ) -> Instances {
        starts.sort_unstable_by_key(|start| (start.distance, start.number));
        let mut places: Vec<(u64, u32)> = (0..)
            .zip(&starts)
            .map(|(place, start)| (start.number, place))
            .collect();
        places.sort_unstable();
        let place = |number: u64| {
            let at = places.binary_search_by_key(&number, |place| place.0);
            places[at.expect("the next on a path is a start")].1
        };
        let next = starts.iter().map(|start| place(start.next)).collect();
        let mut tokens = Vec::with_capacity(starts.len() * values.len());
        let mut slots = vec![0_u16; values.len()];
        for start in &starts {
            write(start.number, &mut slots);
            tokens.extend(slots.iter().map(|&token| token as u8));
        }
        let cumulative = if starts.iter().all(|start| start.class_size == 1) {
            Vec::new()
        } else {
            let sums = starts.iter().scan(0, |sum, start| {
                *sum += start.class_size as u64;
                Some(*sum)
            });
            sums.collect()
        };
        Instances {
            name: name.into(),
            cumulative,
            distances: starts.iter().map(|start| start.distance).collect(),
            next,
            values,
            tokens,
            abstract_states: starts.iter().map(|start| start.abstract_state).collect(),
            abstract_count,
        }
    }

    /// Instances from starts already sorted by distance, each representing itself.
    pub(super) fn sorted(
        name: impl Into<String>,
        distances: Vec<u8>,
        next: Vec<u32>,
        values: Vec<u16>,
        tokens: Vec<u8>,
    ) -> Instances {
        Instances {
            name: name.into(),
            cumulative: Vec::new(),
            distances,
            next,
            values,
            tokens,
            abstract_states: Vec::new(),
            abstract_count: 0,
        }
    }

    /// Number of starts.
    pub fn starts(&self) -> u64 {
        self.cumulative
            .last()
            .map_or(self.distances.len() as u64, |&all| all)
    }

    /// Number of representatives.
    pub fn representatives(&self) -> usize {
        self.distances.len()
    }

    /// The largest distance.
    pub fn farthest(&self) -> u8 {
        self.distances.last().map_or(0, |&distance| distance)
    }

    /// The distance of a start.
    pub fn distance(&self, number: usize) -> u8 {
        self.distances[number]
    }

    /// Its abstract state and the number of abstract states; (0, 1) if unknown.
    pub fn abstract_state(&self, number: usize) -> (u32, u32) {
        let known = self.abstract_states.get(number);
        known.map_or((0, 1), |&state| (state, self.abstract_count))
    }

    /// Ψ of every start: the largest h − h\* on its path, with h(goal) = 0, so Ψ ≥ 0.
    pub fn psi(&self, h: &[u8]) -> Vec<u8> {
        let mut psi = vec![0_u8; self.representatives()];
        for number in 1..self.representatives() {
            let error = h[number].saturating_sub(self.distances[number]);
            // Nearer starts come first, so the rest of the path is known.
            psi[number] = error.max(psi[self.next[number] as usize]);
        }
        psi
    }

    /// The mean of values over all starts, with one rounding.
    pub fn expectation(&self, of: &[u8]) -> f64 {
        let mut before = 0;
        let sum: u64 = match self.cumulative.len() {
            0 => of.iter().map(|&value| value as u64).sum(),
            _ => of
                .iter()
                .zip(&self.cumulative)
                .map(|(&value, &sum)| (sum - std::mem::replace(&mut before, sum)) * value as u64)
                .sum(),
        };
        sum as f64 / self.starts() as f64
    }

    /// Independent uniform starts.
    pub(super) fn draw(&self, count: u64, rng: &mut Xoshiro256PlusPlus) -> Vec<u32> {
        let all = self.starts();
        (0..count)
            .map(|_| {
                let number = below(rng, all);
                if self.cumulative.is_empty() {
                    number as u32
                } else {
                    self.cumulative.partition_point(|&sum| sum <= number) as u32
                }
            })
            .collect()
    }
}

impl Tokens for Instances {
    fn values(&self) -> &[u16] {
        &self.values
    }

    fn write(&self, number: u64, tokens: &mut [u16]) {
        let slots = self.values.len();
        let from = &self.tokens[number as usize * slots..][..slots];
        for (token, &value) in tokens.iter_mut().zip(from) {
            *token = value as u16;
        }
    }
}

impl Examples for Instances {
    fn states(&self) -> u64 {
        self.representatives() as u64
    }

    fn class(&self, number: u64) -> u8 {
        self.distances[number as usize]
    }

    fn tokens(&self) -> &dyn Tokens {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convergence::spaces;
    use rand_xoshiro::rand_core::SeedableRng;

    /// `theory` computes Ψ over all optimal paths; in the graph of the paths used here each start
    /// has one.
    #[test]
    fn psi_agrees_with_theory() {
        use admit::space::graph::{Digraph, Edge};
        use admit::theory::{Bounds, Instance};
        let puzzle = spaces::eight_puzzle().unwrap();
        let vertices = puzzle.representatives() as u32;
        let edges = (1..vertices).map(|from| Edge {
            from,
            to: puzzle.next[from as usize],
            cost: 1,
        });
        let graph = Digraph::numbered(vertices, 0, edges, 0).unwrap();
        let h: Vec<u8> = (0..vertices)
            .map(|v| (v.wrapping_mul(2_654_435_761) >> 27) as u8)
            .collect();
        let mut whole: Vec<i32> = h.iter().map(|&h| h as i32).collect();
        whole[0] = 0;
        let instance = Instance::new(&graph, &whole).unwrap();
        let bounds = Bounds::new(&instance);
        let psi = puzzle.psi(&h);
        for v in 0..vertices {
            assert_eq!(
                instance.distance(v),
                Some(puzzle.distance(v as usize) as u32)
            );
            assert_eq!(bounds.psi(v).unwrap().least, psi[v as usize] as i64);
        }
        let sum: u64 = psi.iter().map(|&psi| psi as u64).sum();
        approx::assert_relative_eq!(puzzle.expectation(&psi), sum as f64 / 181_440.0);
    }

    #[test]
    fn representatives_are_drawn_by_class_size() {
        let start = |number, distance, class_size| Start {
            number,
            distance,
            next: 0,
            class_size,
            abstract_state: 0,
        };
        let starts = vec![start(2, 1, 6), start(0, 0, 1), start(1, 1, 3)];
        let few = Instances::new("few", starts, vec![3], 1, |n, t| t[0] = n as u16);
        assert_eq!((few.starts(), few.representatives()), (10, 3));
        approx::assert_relative_eq!(few.expectation(&[0, 1, 2]), 1.5);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let drawn = few.draw(10_000, &mut rng);
        let share = |number| drawn.iter().filter(|&&d| d == number).count();
        for (number, wanted) in [(0, 1_000), (1, 3_000), (2, 6_000)] {
            assert!(share(number).abs_diff(wanted) < 150, "{number}");
        }
        let mut token = [9];
        few.write(2, &mut token);
        assert_eq!(token, [2]);
    }
}
