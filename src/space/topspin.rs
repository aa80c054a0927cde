//! `TopSpin`: a ring of tokens, and a turnstile that reverses some of them.
//!
//! `n` tokens lie at positions 0, 1, 2, … of a ring. An operator reverses the tokens at `k`
//! consecutive positions, beginning anywhere, at cost 1; there are `n` operators, each its own
//! inverse. The goal is token `i` at position `i`. Rotations of a ring are different states.
//!
//! Not every permutation can be reached from the goal.
//!
//! - Reversing `k` tokens is `⌊k / 2⌋` transpositions. Where that is even (`k` ≡ 0 or 1 mod 4), at
//!   most the even half of all permutations can be reached.
//! - Where `n` is even and `k` odd, every token keeps the parity of its position.
//! - Where `k` is `n` or `n − 1`, an operator is a reflection of the whole ring, and at most `2 n`
//!   permutations are reached.
//!
//! All `n!` permutations have ranks ([`Ranked`]); those that cannot reach the goal are infinite in
//! a table. [`TopSpin::check_solvable`] applies the first two rules.
//!
//! ```
//! use admit::heuristic::Zero;
//! use admit::search::solve;
//! use admit::space::topspin::TopSpin;
//!
//! let spin = TopSpin::new(8, 4).unwrap();
//! let start = spin.parse("3 2 1 0 4 5 6 7").unwrap();
//! assert_eq!(solve(&spin, start, &Zero).unwrap().cost(), Some(1));
//! ```

use super::nibbles::{self, ListError};
use super::{Cost, Ranked, Space};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The token at each position.
///
/// Four bits per position, position 0 most significant: rings and their ranks are ordered
/// lexicographically.
///
/// ```
/// use admit::space::topspin::Ring;
/// let ring: Ring = "2 0 1 3".parse().unwrap();
/// assert_eq!((ring.len(), ring.token(0)), (4, 2));
/// assert!(ring < Ring::new(&[2, 1, 0, 3]).unwrap());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ring(u64);

/// Reason why a ring or puzzle is invalid or unsolvable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TopSpinError {
    /// Unsupported sizes.
    #[error(
        "a ring of {n} tokens of which {k} are reversed; expected 2 to 16 tokens, and 2 to all of them reversed"
    )]
    Size {
        /// Tokens on the ring.
        n: usize,
        /// Tokens reversed.
        k: usize,
    },
    /// The tokens are not a permutation of 0, 1, 2, …
    #[error(transparent)]
    List(#[from] ListError),
    /// An odd permutation where all operators are even.
    #[error(
        "the ring {ring} cannot be solved: it is an odd permutation, and reversing {k} tokens is an even one"
    )]
    Odd {
        /// The ring.
        ring: Ring,
        /// Tokens reversed.
        k: usize,
    },
    /// A token at an odd distance from its goal where all operators move by even distances.
    #[error(
        "the ring {ring} cannot be solved: reversing {k} of {n} tokens moves each by an even number of places, and token {token} is at place {place}"
    )]
    WrongPlaces {
        /// The ring.
        ring: Ring,
        /// Tokens on the ring.
        n: usize,
        /// Tokens reversed.
        k: usize,
        /// The first such token.
        token: u8,
        /// Its position.
        place: usize,
    },
}

impl Ring {
    /// A ring with these tokens, from position 0 on.
    ///
    /// # Errors
    ///
    /// If the tokens are not a permutation of 2 to 16 numbers from 0.
    pub fn new(tokens: &[u8]) -> Result<Ring, ListError> {
        let tokens: Vec<u64> = tokens.iter().map(|&token| token as u64).collect();
        nibbles::pack_all(&tokens).map(Ring)
    }

    /// Number of tokens.
    #[expect(clippy::len_without_is_empty, reason = "a ring is never empty")]
    pub fn len(&self) -> usize {
        nibbles::length_of_all(self.0)
    }

    /// The token at a position; 0 beyond the ring.
    pub fn token(&self, place: usize) -> u8 {
        self.iter().nth(place).unwrap_or(0)
    }

    /// The tokens from position 0 on.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u8> + use<> {
        nibbles::each(self.0, self.len())
    }

    /// The packed tokens: four bits each, the last position lowest.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&nibbles::words(self.0, self.len()))
    }
}

impl fmt::Debug for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ring({self})")
    }
}

impl FromStr for Ring {
    type Err = ListError;

    fn from_str(text: &str) -> Result<Ring, ListError> {
        nibbles::pack_all(&nibbles::numbers(text)?).map(Ring)
    }
}

/// A TopSpin puzzle: a ring of `n` tokens whose turnstile reverses `k`.
///
/// ```
/// use admit::space::{Ranked, Space, topspin::TopSpin};
/// let spin = TopSpin::new(12, 4).unwrap();
/// assert_eq!(spin.size(), 479_001_600);
/// assert_eq!(spin.successors(&spin.goal()).count(), 12);
/// assert!(TopSpin::new(17, 4).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopSpin {
    n: usize,
    k: usize,
}

impl TopSpin {
    /// A TopSpin puzzle: a ring of `n` tokens whose turnstile reverses `k`.
    ///
    /// # Errors
    ///
    /// If there are not 2 to 16 tokens, or not 2 to `n` reversed.
    pub fn new(n: usize, k: usize) -> Result<TopSpin, TopSpinError> {
        if !(2..=nibbles::MOST).contains(&n) || !(2..=n).contains(&k) {
            return Err(TopSpinError::Size { n, k });
        }
        Ok(TopSpin { n, k })
    }

    /// Tokens on the ring.
    pub fn tokens(&self) -> usize {
        self.n
    }

    /// Tokens that an operator reverses.
    pub fn reversed(&self) -> usize {
        self.k
    }

    /// Token `i` at position `i`.
    pub fn goal(&self) -> Ring {
        Ring(nibbles::identity(self.n))
    }

    /// The position to which an operator moves the token at a position.
    ///
    /// ```
    /// use admit::space::topspin::TopSpin;
    /// let spin = TopSpin::new(6, 4).unwrap();
    /// // Places 4 5 0 1 become 1 0 5 4.
    /// assert_eq!([4, 5, 0, 1, 2, 3].map(|p| spin.carry(4, p)), [1, 0, 5, 4, 2, 3]);
    /// ```
    pub fn carry(&self, begin: usize, place: usize) -> usize {
        let (n, k) = (self.n, self.k);
        let inside = (place + n - begin % n) % n;
        if inside < k {
            (begin + k - 1 - inside) % n
        } else {
            place
        }
    }

    /// Whether every operator is an even permutation.
    pub fn keeps_even(&self) -> bool {
        self.k % 4 < 2
    }

    /// Whether every operator moves every token by an even distance.
    pub fn keeps_places(&self) -> bool {
        self.n.is_multiple_of(2) && self.k % 2 == 1
    }

    /// Reads a ring: numbers separated by blanks or commas.
    ///
    /// # Errors
    ///
    /// If that is not a ring of this size. Solvability is a matter of
    /// [`check_solvable`](TopSpin::check_solvable).
    ///
    /// ```
    /// use admit::space::topspin::TopSpin;
    /// let spin = TopSpin::new(5, 2).unwrap();
    /// assert_eq!(spin.parse("4, 3, 2, 1, 0").unwrap().to_string(), "4 3 2 1 0");
    /// assert_eq!(
    ///     spin.parse("0 1 2 3").unwrap_err().to_string(),
    ///     "expected 5 numbers, 0 to 4 once each; found 4"
    /// );
    /// ```
    pub fn parse(&self, text: &str) -> Result<Ring, TopSpinError> {
        let numbers = nibbles::numbers(text)?;
        self.expect_tokens(numbers.len())?;
        Ok(Ring(nibbles::pack_all(&numbers)?))
    }

    /// Refuses rings that are unsolvable by parity of the permutation or of a token's position.
    ///
    /// The test is not complete. Where `k` is at least `n − 1` the ring is only ever reflected;
    /// where `n` is even and `k` is 9, the tokens at even and at odd positions are each permuted
    /// evenly.
    ///
    /// # Errors
    ///
    /// The reason, or a ring of another size.
    ///
    /// ```
    /// use admit::space::topspin::TopSpin;
    /// let spin = TopSpin::new(8, 4).unwrap();
    /// assert!(spin.check_solvable(&spin.parse("1 0 2 3 4 5 6 7").unwrap()).is_err());
    /// assert!(spin.check_solvable(&spin.parse("1 0 3 2 4 5 6 7").unwrap()).is_ok());
    /// ```
    pub fn check_solvable(&self, ring: &Ring) -> Result<(), TopSpinError> {
        self.expect_tokens(ring.len())?;
        let (n, k, ring) = (self.n, self.k, *ring);
        if self.keeps_places() {
            let strayed = |&(place, token): &(usize, u8)| (place + token as usize) % 2 == 1;
            if let Some((place, token)) = ring.iter().enumerate().find(strayed) {
                return Err(TopSpinError::WrongPlaces {
                    ring,
                    n,
                    k,
                    token,
                    place,
                });
            }
        }
        if self.keeps_even() && nibbles::is_odd(n, ring.0) {
            return Err(TopSpinError::Odd { ring, k });
        }
        Ok(())
    }

    fn expect_tokens(&self, found: usize) -> Result<(), ListError> {
        if found != self.n {
            return Err(ListError::Count {
                expected: self.n,
                found,
            });
        }
        Ok(())
    }

    /// The ring rotated so that position `by` becomes position 0, for `by` below `n`.
    #[inline]
    fn turn(&self, ring: u64, by: usize) -> u64 {
        if by == 0 {
            return ring;
        }
        (ring << (4 * by) | ring >> (4 * (self.n - by))) & nibbles::mask(self.n)
    }

    /// Reverses the `k` tokens that end at this shift.
    #[inline]
    fn reverse_at(&self, ring: u64, shift: usize) -> u64 {
        let window = ring >> shift & nibbles::mask(self.k);
        ring ^ (window ^ nibbles::reverse(window, self.k)) << shift
    }

    /// The operator that begins at a position below `n`.
    #[inline]
    fn operate(&self, ring: u64, begin: usize) -> u64 {
        let (n, k) = (self.n, self.k);
        if begin + k <= n {
            return self.reverse_at(ring, 4 * (n - k - begin));
        }
        // The operator wraps around: rotate the ring first.
        self.turn(
            self.reverse_at(self.turn(ring, begin), 4 * (n - k)),
            n - begin,
        )
    }
}

impl Space for TopSpin {
    type State = Ring;
    /// The position where the operator begins, as in [`carry`](TopSpin::carry).
    type Action = usize;

    #[inline]
    fn transitions(&self, ring: &Ring) -> impl Iterator<Item = (usize, Ring, Cost)> {
        let (spin, ring) = (*self, ring.0);
        (0..spin.n).map(move |begin| (begin, Ring(spin.operate(ring, begin)), 1))
    }

    #[inline]
    fn is_goal(&self, ring: &Ring) -> bool {
        *ring == self.goal()
    }
}

impl Ranked for TopSpin {
    fn size(&self) -> u64 {
        nibbles::lists(self.n, self.n)
    }

    fn rank(&self, ring: &Ring) -> u64 {
        nibbles::rank(self.n, self.n, ring.0)
    }

    fn unrank(&self, rank: u64) -> Option<Ring> {
        (rank < self.size()).then(|| Ring(nibbles::unrank(self.n, self.n, rank)))
    }

    fn is_undirected(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_reverse_around_the_ring() {
        let spin = TopSpin::new(6, 4).unwrap();
        let after: Vec<String> = (spin.successors(&spin.goal()))
            .map(|(ring, _)| ring.to_string())
            .collect();
        assert_eq!(
            after,
            [
                "3 2 1 0 4 5",
                "0 4 3 2 1 5",
                "0 1 5 4 3 2",
                "3 1 2 0 5 4",
                "5 4 2 3 1 0",
                "1 0 5 3 4 2",
            ]
        );
    }

    #[test]
    fn operators_are_what_carry_says() {
        for n in 2..=16 {
            for k in 2..=n {
                let spin = TopSpin::new(n, k).unwrap();
                let ring = Ring(nibbles::unrank(n, n, nibbles::lists(n, n) / 3));
                for (begin, (after, cost)) in spin.successors(&ring).enumerate() {
                    assert_eq!(cost, 1);
                    for place in 0..n {
                        let to = spin.carry(begin, place);
                        assert_eq!(after.token(to), ring.token(place), "{n} {k} {begin}");
                    }
                }
            }
        }
    }

    #[test]
    fn invalid_sizes_are_rejected() {
        for (n, k) in [(1, 1), (5, 1), (5, 6), (17, 4), (0, 0)] {
            assert_eq!(TopSpin::new(n, k), Err(TopSpinError::Size { n, k }));
        }
    }

    #[test]
    fn unsolvable_rings_are_explained() {
        let why = |n: usize, k: usize, text: &str| {
            let spin = TopSpin::new(n, k).unwrap();
            spin.check_solvable(&spin.parse(text).unwrap())
                .unwrap_err()
                .to_string()
        };
        assert!(why(5, 4, "1 0 2 3 4").contains("an odd permutation"));
        assert!(why(6, 3, "1 0 2 3 4 5").contains("token 1 is at place 0"));
        let other = "0 1 2 3".parse().unwrap();
        assert!(matches!(
            TopSpin::new(5, 2).unwrap().check_solvable(&other),
            Err(TopSpinError::List(ListError::Count {
                expected: 5,
                found: 4
            }))
        ));
    }
}
