//! A ranking in which a state and its image under a symmetry are adjacent.
//!
//! Some symmetries map the tracked cubies of a pattern to tracked cubies; a state and its image
//! then have the same distance, and sharing an entry loses nothing. Take such an involution that
//! maps some tracked cubie `u` to another, `v`. If `u` is at `x` and `v` at `y`, then in the image
//! `u` is at the image of `y` and `v` at the image of `x`. So the ordered pairs `(x, y)` form
//! couples and a few fixed points; the latter keep their states apart, the former rank each state
//! next to its image:
//!
//! ```text
//! orientation · arrangements + couple · 2 · rest + (rest of the arrangement) · 2 + (0 or 1)
//! ```
//!
//! where orientation and rest are those of the state whose `(x, y)` is the smaller of the couple.

use super::pattern::{AbstractState, CubePattern};
use super::rank::{arrangements, rank_arrangement, unrank_arrangement};
use crate::space::cube::Symmetry;

/// A ranking with adjacent mirror images; see the [module](self).
#[derive(Clone, Debug)]
pub(super) struct SymmetricPairs {
    symmetry: &'static Symmetry,
    /// Whether `u` and `v` are edges; else they are corners.
    on_edges: bool,
    /// Indices of `u` and `v` in the pattern.
    chosen: [usize; 2],
    /// Images of the tracked corners and edges, as indices in the pattern.
    corner_images: [usize; 8],
    edge_images: [usize; 12],
    /// By `x · places + y`: index of the couple or fixed point, and the member of the couple.
    couple_of: [(u8, u8); 144],
    /// The smaller `(x, y)` of every couple, then the fixed points.
    smaller: Vec<[u8; 2]>,
    couples: u64,
    /// Arrangements of all cubies but `u` and `v`.
    rest: u64,
    /// Arrangements of the other kind of cubies, the last factor of `rest`.
    other_kind: u64,
}

impl SymmetricPairs {
    /// The ranking for a pattern, if it has such a symmetry.
    pub(super) fn new(pattern: &CubePattern) -> Option<SymmetricPairs> {
        Symmetry::all()[1..]
            .iter()
            .find_map(|symmetry| SymmetricPairs::with(pattern, symmetry))
    }

    fn with(pattern: &CubePattern, symmetry: &'static Symmetry) -> Option<SymmetricPairs> {
        let corner_images = images(pattern.corners(), |c| symmetry.corner(c))?;
        let edge_images = images(pattern.edges(), |e| symmetry.edge(e))?;
        let (corners, edges) = (pattern.corners().len(), pattern.edges().len());
        let moved = |images: &[usize]| {
            let own_inverse = (0..images.len()).all(|i| images[images[i]] == i);
            let u = (0..images.len()).find(|&i| images[i] != i)?;
            own_inverse.then_some([u, images[u]])
        };
        let by_edges = moved(&edge_images[..edges]);
        let chosen = by_edges.or_else(|| moved(&corner_images[..corners]))?;
        let on_edges = by_edges.is_some();
        let places: u8 = if on_edges { 12 } else { 8 };
        let carry = |p: u8| {
            if on_edges {
                symmetry.edge(p)
            } else {
                symmetry.corner(p)
            }
        };
        // The tracked cubies might be exchanged by a symmetry of higher order.
        if (0..places).any(|p| carry(carry(p)) != p) {
            return None;
        }
        let mut couple_of = [(0, 0); 144];
        let mut smaller = Vec::new();
        let pairs = || {
            let all = (0..places).flat_map(|x| (0..places).map(move |y| [x, y]));
            all.filter(|[x, y]| x != y)
        };
        let image = |[x, y]: [u8; 2]| [carry(y), carry(x)];
        let code = |[x, y]: [u8; 2]| (x * places + y) as usize;
        for pair in pairs().filter(|&p| p < image(p)) {
            couple_of[code(pair)] = (smaller.len() as u8, 0);
            couple_of[code(image(pair))] = (smaller.len() as u8, 1);
            smaller.push(pair);
        }
        let couples = smaller.len() as u64;
        for single in pairs().filter(|&p| p == image(p)) {
            couple_of[code(single)] = (smaller.len() as u8, 0);
            smaller.push(single);
        }
        let (own, other, other_places) = if on_edges {
            (edges, corners, 8)
        } else {
            (corners, edges, 12)
        };
        let other_kind = arrangements(other_places, other as u32);
        Some(SymmetricPairs {
            symmetry,
            on_edges,
            chosen,
            corner_images,
            edge_images,
            couple_of,
            smaller,
            couples,
            rest: arrangements(places as u32 - 2, own as u32 - 2) * other_kind,
            other_kind,
        })
    }

    /// The image of a state.
    fn image(&self, pattern: &CubePattern, state: &AbstractState) -> AbstractState {
        let mut image = AbstractState::default();
        for (i, &cubie) in pattern.corners().iter().enumerate() {
            let (p, to) = (state.corner_positions[i], self.corner_images[i]);
            image.corner_positions[to] = self.symmetry.corner(p);
            image.twists[to] = self.symmetry.twist(cubie, p, state.twists[i]);
        }
        for (i, &cubie) in pattern.edges().iter().enumerate() {
            let (p, to) = (state.edge_positions[i], self.edge_images[i]);
            image.edge_positions[to] = self.symmetry.edge(p);
            image.flips[to] = self.symmetry.flip(cubie, p, state.flips[i]);
        }
        image
    }

    /// The representative of a state's couple, and the rank of the given state's arrangement.
    pub(super) fn rank(
        &self,
        pattern: &CubePattern,
        state: &AbstractState,
    ) -> (AbstractState, u64) {
        let positions = self.positions(state);
        let [x, y] = self.chosen.map(|i| positions[i]);
        let places = self.places() as u8;
        let (couple, which) = self.couple_of[(x * places + y) as usize];
        let standing = if which == 0 {
            *state
        } else {
            self.image(pattern, state)
        };
        let couple = couple as u64;
        let rest = self.rank_rest(pattern, &standing);
        let number = if couple < self.couples {
            couple * 2 * self.rest + rest * 2 + which as u64
        } else {
            (couple + self.couples) * self.rest + rest
        };
        (standing, number)
    }

    /// The inverse of [`SymmetricPairs::rank`]; `orient` sets the orientations of the
    /// representative.
    pub(super) fn unrank(
        &self,
        pattern: &CubePattern,
        number: u64,
        orient: impl Fn(&mut AbstractState),
    ) -> AbstractState {
        let in_couples = 2 * self.couples * self.rest;
        let (couple, rest, which) = if number < in_couples {
            let inside = number % (2 * self.rest);
            (number / (2 * self.rest), inside / 2, inside % 2)
        } else {
            let single = number - in_couples;
            (self.couples + single / self.rest, single % self.rest, 0)
        };
        let mut state = self.unrank_rest(pattern, self.smaller[couple as usize], rest);
        orient(&mut state);
        if which == 1 {
            return self.image(pattern, &state);
        }
        state
    }

    /// Whether an arrangement is ranked as the image of another.
    #[cfg(feature = "tables")]
    pub(super) fn is_image(&self, number: u64) -> bool {
        number < 2 * self.couples * self.rest && number % 2 == 1
    }

    fn places(&self) -> u32 {
        if self.on_edges { 12 } else { 8 }
    }

    fn positions<'a>(&self, state: &'a AbstractState) -> &'a [u8] {
        if self.on_edges {
            &state.edge_positions
        } else {
            &state.corner_positions
        }
    }

    /// Rank of the arrangement of all cubies but `u` and `v` in the positions that those leave
    /// free.
    fn rank_rest(&self, pattern: &CubePattern, state: &AbstractState) -> u64 {
        let (corners, edges) = (pattern.corners().len(), pattern.edges().len());
        let (own, other) = if self.on_edges {
            let other = rank_arrangement(8, &state.corner_positions[..corners]);
            (&state.edge_positions[..edges], other)
        } else {
            let other = rank_arrangement(12, &state.edge_positions[..edges]);
            (&state.corner_positions[..corners], other)
        };
        let [x, y] = self.chosen.map(|i| own[i]);
        let mut left = [0; 12];
        let mut count = 0;
        for (i, &p) in own.iter().enumerate() {
            if !self.chosen.contains(&i) {
                left[count] = p - (x < p) as u8 - (y < p) as u8;
                count += 1;
            }
        }
        rank_arrangement(self.places() - 2, &left[..count]) * self.other_kind + other
    }

    fn unrank_rest(&self, pattern: &CubePattern, [x, y]: [u8; 2], rest: u64) -> AbstractState {
        let (corners, edges) = (pattern.corners().len(), pattern.edges().len());
        let mut state = AbstractState::default();
        let (own, other, other_places) = if self.on_edges {
            let other = &mut state.corner_positions[..corners];
            (&mut state.edge_positions[..edges], other, 8)
        } else {
            let other = &mut state.edge_positions[..edges];
            (&mut state.corner_positions[..corners], other, 12)
        };
        unrank_arrangement(other_places, rest % self.other_kind, other);
        let mut left = [0; 12];
        let left = &mut left[..own.len() - 2];
        unrank_arrangement(self.places() - 2, rest / self.other_kind, left);
        let (low, high) = (x.min(y), x.max(y));
        let mut next = left.iter();
        for (i, p) in own.iter_mut().enumerate() {
            *p = if i == self.chosen[0] {
                x
            } else if i == self.chosen[1] {
                y
            } else {
                let slot = next.next().expect("all but two cubies are left");
                let above_low = slot + (*slot >= low) as u8;
                above_low + (above_low >= high) as u8
            };
        }
        state
    }
}

/// The images of the cubies of a list, as indices in the list; `None` if one leaves it.
fn images<const N: usize>(cubies: &[u8], to: impl Fn(u8) -> u8) -> Option<[usize; N]> {
    let mut places = [0; N];
    for (i, &cubie) in cubies.iter().enumerate() {
        places[i] = cubies.iter().position(|&c| c == to(cubie))?;
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pattern: &str) -> Option<SymmetricPairs> {
        SymmetricPairs::new(&pattern.parse().unwrap())
    }

    #[test]
    fn named_patterns_with_such_a_symmetry() {
        // The reflection that exchanges F with L and B with R.
        let seven = pairs("7-edge").unwrap();
        assert!(seven.symmetry.is_reflection());
        assert!(pairs("5-edge").is_some() && pairs("8-corner").is_some());
        // No symmetry but the identity keeps these.
        assert!(pairs("6-edge").is_none() && pairs("4-edge").is_none());
    }

    #[test]
    fn couples_and_singles_are_all_pairs_of_positions() {
        let seven = pairs("7-edge").unwrap();
        let singles = seven.smaller.len() as u64 - seven.couples;
        assert_eq!(2 * seven.couples + singles, 12 * 11);
        assert_eq!((2 * seven.couples + singles) * seven.rest, 3_991_680);
    }
}
