//! Exact number of regions of a hyperplane arrangement.
//!
//! If every edge costs c₀ and there are n vertices, A\* compares g + h of two vertices, and the two
//! g differ by k·c₀ with |k| < n. So its behaviour depends on h only by the signs of h(v) − h(w) −
//! k·c₀. These hyperplanes are the *extended Catalan arrangement*: xᵢ − xⱼ = k for |k| ≤ m, which
//! cuts Rⁿ into
//!
//! ```text
//! (mn + n)(mn + n − 1) ··· (mn + 2)
//! ```
//!
//! regions. The paper counts O((2n + 1)ⁿ), which is fewer from n = 4 on, and omits the hyperplanes
//! of k = 0. Numbers grow fast, so they are big integers.

use num_bigint::BigUint;

/// Regions of xᵢ − xⱼ = k for all i, j and |k| ≤ m in Rⁿ.
///
/// ```
/// use admit::theory::regions::regions;
/// // Four vertices; differences of g from −3 to 3.
/// assert_eq!(regions(4, 3), (16_u32 * 15 * 14).into());
/// assert_eq!(regions(3, 0), 6_u32.into()); // the orders of three numbers
/// assert_eq!(regions(1, 5), 1_u32.into());
/// assert_eq!(regions(100, 99).bits(), 1315);
/// ```
pub fn regions(n: u32, m: u32) -> BigUint {
    let first = m as u64 * n as u64;
    (2..=n as u64).fold(BigUint::from(1_u32), |product, i| product * (first + i))
}

/// Regions as the paper counts them, (2n + 1)ⁿ.
///
/// ```
/// use admit::theory::regions::{regions, regions_as_printed};
/// // From 4 vertices on the exact number is larger, with |k| ≤ n as in the paper.
/// assert!(regions(3, 3) < regions_as_printed(3));
/// assert!(regions(4, 4) > regions_as_printed(4));
/// ```
pub fn regions_as_printed(n: u32) -> BigUint {
    BigUint::from(2 * n as u64 + 1).pow(n)
}

/// log₂ of a positive number, to the precision of a float.
///
/// ```
/// use admit::theory::regions::log2;
/// assert_eq!(log2(&1024_u32.into()), 10.0);
/// let large = num_bigint::BigUint::from(3_u32).pow(5000);
/// assert!((log2(&large) - 5000.0 * 3_f64.log2()).abs() < 1e-8);
/// ```
pub fn log2(number: &BigUint) -> f64 {
    // The top 64 bits are more than the precision of a float.
    let below = number.bits().saturating_sub(64);
    let top = number >> below;
    let top = top.iter_u64_digits().next().unwrap_or(0);
    (top as f64).log2() + below as f64
}
