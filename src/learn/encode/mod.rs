//! Encoding of states for a network.
//!
//! An [`Encoding`] writes a state as *tokens*: one small integer for each slot. The same
//! encoding serves training, certification and search, so that all three see the same
//! states. Training and certification take states by rank ([`RankedTokens`] derives that
//! from the encoding by unranking); a certified heuristic takes states by projection
//! ([`crate::heuristic::CertifiedHeuristic`]).
//!
//! | file | contents |
//! |---|---|
//! | here | [`Encoding`], and [`Tokens`] of ranked states |
//! | `cube` | [`CubeEncoding`]: patterns of the cube, as they are or in canonical form |
//! | `planes` | the paper's encodings, as planes for a convolution |

mod cube;
pub mod planes;

pub use cube::CubeEncoding;

use crate::space::Ranked;

/// Largest number of slots of a state.
pub const MOST_SLOTS: usize = 20;

/// Encoding of states as tokens.
///
/// ```
/// use admit::learn::encode::Encoding;
///
/// /// One slot for each digit of a number below 1000.
/// struct Digits;
///
/// impl Encoding<u16> for Digits {
///     fn values(&self) -> Vec<u16> {
///         vec![10; 3]
///     }
///     fn write(&self, number: &u16, tokens: &mut [u16]) {
///         tokens.copy_from_slice(&[number / 100, number / 10 % 10, number % 10]);
///     }
/// }
///
/// let mut tokens = [0; 3];
/// Digits.write(&407, &mut tokens);
/// assert_eq!(tokens, [4, 0, 7]);
/// ```
pub trait Encoding<State: ?Sized>: Send + Sync {
    /// Number of values of each slot: at most [`MOST_SLOTS`] slots.
    fn values(&self) -> Vec<u16>;

    /// Writes one token for each slot, below the number of values of the slot.
    fn write(&self, state: &State, tokens: &mut [u16]);

    /// Writes the tokens of a representative, and returns the size of its symmetry class;
    /// returns 0 for other states, and then the tokens are unspecified. Over all states the
    /// sizes sum to the number of states.
    fn write_representative(&self, state: &State, tokens: &mut [u16]) -> u32 {
        self.write(state, tokens);
        1
    }

    /// Size of the largest symmetry class.
    fn symmetries(&self) -> u64 {
        1
    }

    /// Number to add to the value of a network for these tokens: the entry of the base table,
    /// if the network learned differences to one.
    fn base_value(&self, _tokens: &[u16]) -> u16 {
        0
    }
}

impl<State: ?Sized, E: Encoding<State> + ?Sized> Encoding<State> for &E {
    fn values(&self) -> Vec<u16> {
        (**self).values()
    }

    fn write(&self, state: &State, tokens: &mut [u16]) {
        (**self).write(state, tokens);
    }

    fn write_representative(&self, state: &State, tokens: &mut [u16]) -> u32 {
        (**self).write_representative(state, tokens)
    }

    fn symmetries(&self) -> u64 {
        (**self).symmetries()
    }

    fn base_value(&self, tokens: &[u16]) -> u16 {
        (**self).base_value(tokens)
    }
}

/// Tokens of numbered states, for training and certification. [`RankedTokens`] derives them from
/// an [`Encoding`].
pub trait Tokens: Sync {
    /// Number of values of each slot.
    fn values(&self) -> &[u16];

    /// Writes one token for each slot of the state with this number.
    fn write(&self, number: u64, tokens: &mut [u16]);

    /// See [`Encoding::write_representative`].
    fn write_representative(&self, number: u64, tokens: &mut [u16]) -> u32 {
        self.write(number, tokens);
        1
    }

    /// See [`Encoding::symmetries`].
    fn symmetries(&self) -> u64 {
        1
    }
}

/// Tokens of the states of a space, by rank.
///
/// ```
/// use admit::learn::encode::{CubeEncoding, RankedTokens, Tokens};
/// use admit::pdb::cube::{CubePattern, CubeRanker};
/// let pattern: CubePattern = "edges:UR,UF".parse().unwrap();
/// let ranker = CubeRanker::new(pattern).unwrap();
/// let solved = ranker.rank(&pattern.goal());
/// let tokens = RankedTokens::new(ranker, CubeEncoding::new(pattern, false));
/// assert_eq!(tokens.values(), [24, 24]);
/// let mut of_solved = [0; 2];
/// tokens.write(solved, &mut of_solved);
/// assert_eq!(of_solved, [0, 2]); // UR and UF, in place and not flipped
/// ```
#[derive(Clone, Debug)]
pub struct RankedTokens<S, E> {
    space: S,
    encoding: E,
    values: Vec<u16>,
}

impl<S: Ranked, E: Encoding<S::State>> RankedTokens<S, E> {
    /// Tokens by rank in a space.
    pub fn new(space: S, encoding: E) -> RankedTokens<S, E> {
        let values = encoding.values();
        RankedTokens {
            space,
            encoding,
            values,
        }
    }

    /// The encoding.
    pub fn encoding(&self) -> &E {
        &self.encoding
    }

    /// The state with this rank.
    ///
    /// # Panics
    ///
    /// If no state has this rank.
    fn state(&self, rank: u64) -> S::State {
        self.space.unrank(rank).expect("the rank of a state")
    }
}

impl<S: Ranked + Sync, E: Encoding<S::State>> Tokens for RankedTokens<S, E> {
    fn values(&self) -> &[u16] {
        &self.values
    }

    fn write(&self, rank: u64, tokens: &mut [u16]) {
        self.encoding.write(&self.state(rank), tokens);
    }

    fn write_representative(&self, rank: u64, tokens: &mut [u16]) -> u32 {
        self.encoding
            .write_representative(&self.state(rank), tokens)
    }

    fn symmetries(&self) -> u64 {
        self.encoding.symmetries()
    }
}
