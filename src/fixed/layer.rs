//! Dense layers of integers.
//!
//! ```text
//! sum(j)    = bias(j) + carried(j) · 2^carry + Σ input(i) · weight(i, j)      32 bits
//! output(j) = sum(j) / 2^shift, rounded, not below 0 and not above `most`     16 bits
//! ```
//!
//! Every input lies between 0 and a known maximum. [`check`] sums the largest absolute values of
//! all terms and of rounding; if that fits into 32 bits, no partial sum overflows in any order.
//! Kani proves this of the functions below, within the scopes of its harnesses.

use thiserror::Error;

/// A sum of a layer could overflow 32 bits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the sum of output {output} could be {worst}, more than 32 bits hold")]
#[non_exhaustive]
pub struct Overflow {
    /// The output.
    pub output: usize,
    /// Bound on the absolute value of the sum.
    pub worst: i64,
}

/// Residual connection: values added to the sums of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carry {
    /// Exponent of the power of two that multiplies the values.
    pub shift: u32,
    /// Largest value; the smallest is 0.
    pub most: i16,
}

/// Exclusive upper bound on shifts.
pub const SHIFTS: u32 = 31;

/// Checks that all sums of a layer fit into 32 bits, for all inputs from 0 to `most`. Weights
/// are in order of inputs, `bias.len()` each.
///
/// # Errors
///
/// If a sum could overflow.
///
/// ```
/// use admit::fixed::layer::check;
/// assert!(check(&[100], &[7, -9], &[0, 1], None, 4).is_ok());
/// assert!(check(&[i16::MAX; 3], &[i16::MAX; 3], &[0], None, 4).is_err());
/// ```
pub fn check(
    most: &[i16],
    weights: &[i16],
    bias: &[i32],
    carry: Option<Carry>,
    shift: u32,
) -> Result<(), Overflow> {
    let half = (1_i64 << shift.min(SHIFTS)) / 2;
    let carried = carry.map_or(0, |c| (c.most as i64) << c.shift.min(SHIFTS));
    let outputs = bias.len();
    for (output, &bias) in bias.iter().enumerate() {
        let mut worst = (bias as i64).abs() + half + carried;
        for (input, &most) in most.iter().enumerate() {
            worst += most as i64 * (weights[input * outputs + output] as i64).abs();
        }
        if worst > i32::MAX as i64 {
            return Err(Overflow { output, worst });
        }
    }
    Ok(())
}

/// Adds `inputs · weights` to the sums, one for each output.
///
/// ```
/// use admit::fixed::layer::add_products;
/// let mut sums = [1, 1];
/// add_products(&[2, 3], &[10, 20, 100, 200], &mut sums);
/// assert_eq!(sums, [321, 641]);
/// ```
pub fn add_products(inputs: &[i16], weights: &[i16], sums: &mut [i32]) {
    let outputs = sums.len();
    for (input, &x) in inputs.iter().enumerate() {
        let row = &weights[input * outputs..][..outputs];
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum += x as i32 * weight as i32;
        }
    }
}

/// Adds the residual connection.
pub fn add_carried(carried: &[i16], shift: u32, sums: &mut [i32]) {
    for (sum, &x) in sums.iter_mut().zip(carried) {
        *sum += (x as i32) << shift;
    }
}

/// A sum divided by a power of two, rounded to nearest, ties up.
///
/// ```
/// use admit::fixed::layer::rounded;
/// assert_eq!([5, 6, -6, -7].map(|sum| rounded(sum, 2)), [1, 2, -1, -2]);
/// assert_eq!(rounded(5, 0), 5);
/// ```
#[inline]
pub const fn rounded(sum: i32, shift: u32) -> i32 {
    let half = (1 << shift) >> 1;
    (sum + half) >> shift
}

/// Output of a layer for a sum: rounded, then clamped to 0..=`most`.
///
/// ```
/// use admit::fixed::layer::settled;
/// assert_eq!([-9, 9, 999].map(|sum| settled(sum, 1, 100)), [0, 5, 100]);
/// ```
#[inline]
pub const fn settled(sum: i32, shift: u32, most: i16) -> i16 {
    let value = rounded(sum, shift);
    if value < 0 {
        0
    } else if value > most as i32 {
        most
    } else {
        value as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_is_exact_in_the_worst_case() {
        let most = [300, 7];
        let weights = [-5, 3, 2, i16::MIN];
        let bias = [10_i32, -11];
        for output in 0..2 {
            let worst = |sign: i32| {
                let mut sum = bias[output] as i64 * sign as i64;
                for (input, &most) in most.iter().enumerate() {
                    sum += (weights[input * 2 + output] as i64).abs() * most as i64;
                }
                sum
            };
            let largest = worst(if bias[output] < 0 { -1 } else { 1 });
            let room = i32::MAX as i64 - largest;
            let mut filled = bias;
            filled[output] += (room as i32) * bias[output].signum();
            assert!(check(&most, &weights, &filled, None, 0).is_ok());
            filled[output] += bias[output].signum();
            let error = check(&most, &weights, &filled, None, 0).unwrap_err();
            assert_eq!(error.output, output);
            assert_eq!(error.worst, i32::MAX as i64 + 1);
        }
    }

    #[test]
    fn residual_connection_and_rounding_count() {
        let carry = Some(Carry { shift: 30, most: 1 });
        assert!(check(&[], &[], &[(1 << 30) - 1], carry, 0).is_ok());
        assert!(check(&[], &[], &[1 << 30], carry, 0).is_err());
        assert!(check(&[], &[], &[(1 << 30) - 1], carry, 1).is_err());
    }
}
