//! Draws from a seeded generator.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// Uniform in `0..n`, up to a bias of at most n/2⁶⁴.
///
/// ```
/// use admit::stats::random::below;
/// use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// assert!((0..100).all(|_| below(&mut rng, 6) < 6));
/// ```
#[inline]
pub fn below(rng: &mut Xoshiro256PlusPlus, n: u64) -> u64 {
    ((rng.next_u64() as u128 * n as u128) >> 64) as u64
}

/// Uniform in `[0, 1)`.
pub fn unit(rng: &mut Xoshiro256PlusPlus) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
