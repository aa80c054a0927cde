//! TopSpin patterns: the positions of some tokens.
//!
//! Other tokens are indistinguishable. Every operator costs 1, even if it moves no tracked token,
//! so distances of two patterns are not additive; their maximum is admissible.

use super::places::{self, Places, PlacesError};
use crate::space::nibbles;
use crate::space::topspin::{Ring, TopSpin};
use crate::space::{Abstraction, Cost, Ranked, Space};
use std::fmt;

/// The tracked tokens, in order.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::{Table, TokenPattern};
/// use admit::space::{Abstraction, Ranked, topspin::TopSpin};
///
/// let spin = TopSpin::new(10, 4).unwrap();
/// let pattern = TokenPattern::new(&spin, &[0, 1, 2, 3]).unwrap();
/// assert_eq!(pattern.to_string(), "tokens:0,1,2,3");
/// assert_eq!(pattern.size(), 10 * 9 * 8 * 7);
///
/// let table = Table::build(&pattern, &Options::default()).unwrap();
/// let ring = spin.parse("3 2 1 0 4 5 6 7 8 9").unwrap();
/// assert_eq!(table.value(pattern.rank(&pattern.project(&ring))), Some(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenPattern {
    n: usize,
    tracked: Vec<u8>,
    goal: Places,
    /// For each operator, in the nibble of each position: the position to which it moves the token.
    carries: Vec<u64>,
}

impl TokenPattern {
    /// A pattern with these tokens.
    ///
    /// # Errors
    ///
    /// If a token is not on the ring or is listed twice, or if none is listed.
    pub fn new(spin: &TopSpin, tracked: &[u8]) -> Result<TokenPattern, PlacesError> {
        let n = spin.tokens();
        places::expect_pattern("token", tracked, 0, n as u8 - 1)?;
        let carry = |begin| {
            (0..n).fold(0, |carries, place| {
                carries | (spin.carry(begin, place) as u64) << (4 * place)
            })
        };
        let mut pattern = TokenPattern {
            n,
            tracked: tracked.to_vec(),
            goal: Places(0),
            carries: (0..n).map(carry).collect(),
        };
        pattern.goal = pattern.project(&spin.goal());
        Ok(pattern)
    }

    /// The tracked tokens, in order.
    pub fn tokens(&self) -> &[u8] {
        &self.tracked
    }

    /// Their positions in the goal.
    pub fn goal(&self) -> Places {
        self.goal
    }
}

impl fmt::Display for TokenPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tokens:{}", places::commas(&self.tracked))
    }
}

impl Space for TokenPattern {
    type State = Places;
    type Action = usize;

    #[inline]
    fn transitions(&self, places: &Places) -> impl Iterator<Item = (usize, Places, Cost)> {
        let (places, tracked) = (places.0, self.tracked.len());
        self.carries
            .iter()
            .enumerate()
            .map(move |(begin, carries)| {
                let mut after = 0;
                for i in 0..tracked {
                    let place = places >> (4 * i) & 15;
                    after |= (carries >> (4 * place) & 15) << (4 * i);
                }
                (begin, Places(after), 1)
            })
    }

    #[inline]
    fn is_goal(&self, places: &Places) -> bool {
        *places == self.goal
    }
}

impl Ranked for TokenPattern {
    fn size(&self) -> u64 {
        nibbles::lists(self.n, self.tracked.len())
    }

    #[inline]
    fn rank(&self, places: &Places) -> u64 {
        nibbles::rank(self.n, self.tracked.len(), places.0)
    }

    #[inline]
    fn unrank(&self, number: u64) -> Option<Places> {
        let exists = number < self.size();
        exists.then(|| Places(nibbles::unrank(self.n, self.tracked.len(), number)))
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

impl Abstraction<TopSpin> for TokenPattern {
    #[inline]
    fn project(&self, ring: &Ring) -> Places {
        let last = self.n as u64 - 1;
        // The projection of a ring of another size is meaningless, but has a rank.
        let place =
            |token: u8| last.wrapping_sub(nibbles::find(ring.bits(), token) as u64 / 4) & 15;
        let places = (self.tracked.iter()).fold(0, |places, &token| places << 4 | place(token));
        Places(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_patterns_are_rejected() {
        let spin = TopSpin::new(6, 3).unwrap();
        let complaint = |listed: &[u8]| TokenPattern::new(&spin, listed).unwrap_err().to_string();
        assert_eq!(complaint(&[]), "a pattern tracks at least one token");
        assert_eq!(
            complaint(&[6]),
            "there is no token 6; expected tokens from 0 to 5"
        );
        assert_eq!(complaint(&[2, 2]), "token 2 is listed twice");
    }

    #[test]
    fn all_tokens_of_the_largest_ring_can_be_tracked() {
        let spin = TopSpin::new(16, 4).unwrap();
        let all: Vec<u8> = (0..16).collect();
        let pattern = TokenPattern::new(&spin, &all).unwrap();
        assert_eq!(pattern.size(), spin.size());
        let (after, _) = pattern.successors(&pattern.goal()).next().unwrap();
        let listed: Vec<u8> = after.iter(16).take(5).collect();
        assert_eq!(listed, [3, 2, 1, 0, 4]);
    }
}
