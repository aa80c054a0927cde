//! Products of small row-major matrices.
//!
//! A block of samples and the matrices of a layer fit into the first-level cache. Tiles of 4 or 8
//! by 16 numbers stay in registers. The same source is compiled three times: for any processor,
//! and for 256-bit and 512-bit vectors with fused multiply-add, which rounds once instead of
//! twice; so results agree to within rounding, not to the last bit.

#![expect(
    clippy::inline_always,
    reason = "a body is compiled for the instructions of the function it is inlined into"
)]

/// Rows of a tile; a divisor of the rows of all matrices.
const TALL: usize = 4;
/// Rows of a tile with 512-bit vectors.
const TALLER: usize = 8;
/// Columns of a tile; a divisor of the columns of all matrices.
pub(super) const WIDE: usize = 16;

/// `x · y + z`.
trait Multiply {
    fn fused(x: f32, y: f32, z: f32) -> f32;
}

/// Two instructions.
struct Separate;

impl Multiply for Separate {
    #[inline(always)]
    fn fused(x: f32, y: f32, z: f32) -> f32 {
        x * y + z
    }
}

/// One instruction.
struct Fused;

impl Multiply for Fused {
    #[inline(always)]
    fn fused(x: f32, y: f32, z: f32) -> f32 {
        x.mul_add(y, z)
    }
}

/// Adds `x · w` to `y`: `x` has `inner` columns, `w` and `y` have `columns`. Tiles have
/// `T` rows, and remaining ones [`TALL`].
#[inline(always)]
fn add_product<M: Multiply, const T: usize>(
    x: &[f32],
    w: &[f32],
    y: &mut [f32],
    inner: usize,
    columns: usize,
) {
    let rows = y.len() / columns;
    let whole = rows - rows % T;
    for left in (0..columns).step_by(WIDE) {
        for top in (0..whole).step_by(T) {
            product_tile::<M, T>(x, w, y, [top, left], [inner, columns]);
        }
        for top in (whole..rows).step_by(TALL) {
            product_tile::<M, TALL>(x, w, y, [top, left], [inner, columns]);
        }
    }
}

#[inline(always)]
fn product_tile<M: Multiply, const T: usize>(
    x: &[f32],
    w: &[f32],
    y: &mut [f32],
    [top, left]: [usize; 2],
    [inner, columns]: [usize; 2],
) {
    let mut tile = read_tile::<T>(y, [top, left], columns);
    let x: [&[f32]; T] = std::array::from_fn(|r| &x[(top + r) * inner..][..inner]);
    for k in 0..inner {
        let w = &w[k * columns + left..][..WIDE];
        for (row, x) in tile.iter_mut().zip(&x) {
            for (sum, &w) in row.iter_mut().zip(w) {
                *sum = M::fused(x[k], w, *sum);
            }
        }
    }
    write_tile(&tile, y, [top, left], columns);
}

/// Adds `xᵀ · d` to `w`: `x` has as many columns as `w` has rows. Tiles are as in
/// [`add_product`].
#[inline(always)]
fn add_transposed<M: Multiply, const T: usize>(
    x: &[f32],
    d: &[f32],
    w: &mut [f32],
    columns: usize,
) {
    let inner = w.len() / columns;
    let whole = inner - inner % T;
    for left in (0..columns).step_by(WIDE) {
        for top in (0..whole).step_by(T) {
            transposed_tile::<M, T>(x, d, w, [top, left], [inner, columns]);
        }
        for top in (whole..inner).step_by(TALL) {
            transposed_tile::<M, TALL>(x, d, w, [top, left], [inner, columns]);
        }
    }
}

#[inline(always)]
fn transposed_tile<M: Multiply, const T: usize>(
    x: &[f32],
    d: &[f32],
    w: &mut [f32],
    [top, left]: [usize; 2],
    [inner, columns]: [usize; 2],
) {
    let mut tile = read_tile::<T>(w, [top, left], columns);
    // One slice for each row of the tile: from a single slice the compiler would make one vector
    // and split it again. Slices of equal length need one bounds check.
    let length = x.len() - inner + 1;
    let x: [&[f32]; T] = std::array::from_fn(|r| &x[top + r..][..length]);
    for s in 0..d.len() / columns {
        let d = &d[s * columns + left..][..WIDE];
        for (row, x) in tile.iter_mut().zip(&x) {
            for (sum, &d) in row.iter_mut().zip(d) {
                *sum = M::fused(x[s * inner], d, *sum);
            }
        }
    }
    write_tile(&tile, w, [top, left], columns);
}

#[inline(always)]
fn read_tile<const T: usize>(
    y: &[f32],
    [top, left]: [usize; 2],
    columns: usize,
) -> [[f32; WIDE]; T] {
    let mut tile = [[0.0; WIDE]; T];
    for (r, row) in tile.iter_mut().enumerate() {
        row.copy_from_slice(&y[(top + r) * columns + left..][..WIDE]);
    }
    tile
}

#[inline(always)]
fn write_tile<const T: usize>(
    tile: &[[f32; WIDE]; T],
    y: &mut [f32],
    [top, left]: [usize; 2],
    columns: usize,
) {
    for (r, row) in tile.iter().enumerate() {
        y[(top + r) * columns + left..][..WIDE].copy_from_slice(row);
    }
}

/// Adds `other` to `row`.
#[inline(always)]
fn add_row<M: Multiply>(row: &mut [f32], other: &[f32]) {
    for (sum, &x) in row.iter_mut().zip(other) {
        *sum = M::fused(1.0, x, *sum);
    }
}

/// Columns that stay in registers for all rows of a sample.
const KEPT: usize = 2 * WIDE;

/// Adds to `sum` the rows of a table that start at `places`.
#[inline(always)]
fn gather<M: Multiply>(table: &[f32], places: &[u32], sum: &mut [f32]) {
    let mut pieces = sum.chunks_exact_mut(KEPT);
    let mut left = 0;
    for piece in &mut pieces {
        gather_columns::<M, KEPT>(table, places, left, piece);
        left += KEPT;
    }
    for piece in pieces.into_remainder().chunks_exact_mut(WIDE) {
        gather_columns::<M, WIDE>(table, places, left, piece);
        left += WIDE;
    }
}

#[inline(always)]
fn gather_columns<M: Multiply, const N: usize>(
    table: &[f32],
    places: &[u32],
    left: usize,
    sum: &mut [f32],
) {
    let mut kept = [0.0_f32; N];
    kept.copy_from_slice(sum);
    for &place in places {
        add_row::<M>(&mut kept, &table[place as usize + left..][..N]);
    }
    sum.copy_from_slice(&kept);
}

/// Adds `row` to the rows of a table that start at `places`.
#[inline(always)]
fn scatter<M: Multiply>(table: &mut [f32], places: &[u32], row: &[f32]) {
    let pieces = row.chunks_exact(KEPT);
    let mut left = row.len() - pieces.remainder().len();
    let rest = pieces.remainder().chunks_exact(WIDE);
    for (i, piece) in pieces.enumerate() {
        scatter_columns::<M, KEPT>(table, places, i * KEPT, piece);
    }
    for piece in rest {
        scatter_columns::<M, WIDE>(table, places, left, piece);
        left += WIDE;
    }
}

#[inline(always)]
fn scatter_columns<M: Multiply, const N: usize>(
    table: &mut [f32],
    places: &[u32],
    left: usize,
    row: &[f32],
) {
    let mut kept = [0.0_f32; N];
    kept.copy_from_slice(row);
    for &place in places {
        add_row::<M>(&mut table[place as usize + left..][..N], &kept);
    }
}

/// Writes the ReLU of `x` to `y`.
#[inline(always)]
fn relu<M: Multiply>(x: &[f32], y: &mut [f32]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y = x.max(0.0);
    }
}

#[inline(always)]
fn relu_in_place<M: Multiply>(values: &mut [f32]) {
    for value in values {
        *value = value.max(0.0);
    }
}

/// Gradient of the ReLU, from its output (or its input).
#[inline(always)]
fn relu_backward<M: Multiply>(gradient: &mut [f32], output: &[f32]) {
    for (gradient, &output) in gradient.iter_mut().zip(output) {
        *gradient = if output > 0.0 { *gradient } else { 0.0 };
    }
}

/// Adds all rows to `sum`.
#[inline(always)]
fn add_rows<M: Multiply>(rows: &[f32], sum: &mut [f32]) {
    for row in rows.chunks_exact(sum.len()) {
        add_row::<M>(sum, row);
    }
}

/// One step of Adam, which sets gradients to 0.
#[inline(always)]
fn adam<M: Multiply>(step: &Adam, at: AdamSlices<'_>) {
    let AdamSlices {
        weights,
        first,
        second,
        gradients: [one, other],
    } = at;
    let each = weights.iter_mut().zip(first).zip(second);
    for (((weight, m), v), (a, b)) in each.zip(one.iter_mut().zip(other)) {
        let gradient = *a + *b;
        *a = 0.0;
        *b = 0.0;
        *m = M::fused(step.keep_first, *m, (1.0 - step.keep_first) * gradient);
        let square = (1.0 - step.keep_second) * gradient * gradient;
        *v = M::fused(step.keep_second, *v, square);
        let size = (*v * step.second_correction).sqrt() + step.epsilon;
        *weight -= step.rate * (*m * step.first_correction) / size;
    }
}

/// Constants of a step of Adam.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adam {
    /// Learning rate.
    pub(super) rate: f32,
    /// β₁.
    pub(super) keep_first: f32,
    /// β₂.
    pub(super) keep_second: f32,
    /// Bias correction 1/(1 − β₁ᵗ).
    pub(super) first_correction: f32,
    /// Bias correction 1/(1 − β₂ᵗ).
    pub(super) second_correction: f32,
    /// ε.
    pub(super) epsilon: f32,
}

/// Slices that a step of Adam updates; the gradient is the sum of two.
pub(super) struct AdamSlices<'a> {
    pub(super) weights: &'a mut [f32],
    pub(super) first: &'a mut [f32],
    pub(super) second: &'a mut [f32],
    pub(super) gradients: [&'a mut [f32]; 2],
}

/// Instruction sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    Portable,
    /// AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// AVX-512, AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

/// Proof that the processor has AVX2 and FMA. Only [`Kernel::all`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx2(());

/// Proof that the processor has AVX-512, AVX2 and FMA. Only [`Kernel::all`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx512(());

impl Kernel {
    /// All of this processor, the best last.
    fn all() -> Vec<Kernel> {
        let mut all = vec![Kernel::Portable];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            all.push(Kernel::Avx2(Avx2(())));
            if is_x86_feature_detected!("avx512f") {
                all.push(Kernel::Avx512(Avx512(())));
            }
        }
        all
    }

    /// The best of this processor.
    pub(super) fn best() -> Kernel {
        Kernel::all().pop().unwrap_or(Kernel::Portable)
    }
}

/// Compiles a function for every instruction set, as a method of [`Kernel`].
macro_rules! compiled {
    ($name:ident, [$avx2:ident, $avx512:ident], $(tiles: $tall:ident, $taller:ident,)? ($($arg:ident: $type:ty),*)) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        fn $avx2($($arg: $type),*) {
            $name::<Fused $(, $tall)?>($($arg),*);
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx2,fma")]
        fn $avx512($($arg: $type),*) {
            $name::<Fused $(, $taller)?>($($arg),*);
        }

        impl Kernel {
            #[inline]
            pub(super) fn $name(self, $($arg: $type),*) {
                match self {
                    Kernel::Portable => $name::<Separate $(, $tall)?>($($arg),*),
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: `Avx2` exists only on a processor with these instructions.
                    Kernel::Avx2(_) => unsafe { $avx2($($arg),*) },
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: `Avx512` exists only on a processor with these instructions.
                    Kernel::Avx512(_) => unsafe { $avx512($($arg),*) },
                }
            }
        }
    };
}

compiled! {
    add_product, [add_product_avx2, add_product_avx512], tiles: TALL, TALLER,
    (x: &[f32], w: &[f32], y: &mut [f32], inner: usize, columns: usize)
}
compiled! {
    add_transposed, [add_transposed_avx2, add_transposed_avx512], tiles: TALL, TALLER,
    (x: &[f32], d: &[f32], w: &mut [f32], columns: usize)
}
compiled! {
    add_row, [add_row_avx2, add_row_avx512],
    (row: &mut [f32], other: &[f32])
}
compiled! {
    gather, [gather_avx2, gather_avx512],
    (table: &[f32], places: &[u32], sum: &mut [f32])
}
compiled! {
    scatter, [scatter_avx2, scatter_avx512],
    (table: &mut [f32], places: &[u32], row: &[f32])
}
compiled! {
    relu, [relu_avx2, relu_avx512],
    (x: &[f32], y: &mut [f32])
}
compiled! {
    relu_in_place, [relu_in_place_avx2, relu_in_place_avx512],
    (values: &mut [f32])
}
compiled! {
    relu_backward, [relu_backward_avx2, relu_backward_avx512],
    (gradient: &mut [f32], output: &[f32])
}
compiled! {
    add_rows, [add_rows_avx2, add_rows_avx512],
    (rows: &[f32], sum: &mut [f32])
}
compiled! {
    adam, [adam_avx2, adam_avx512],
    (step: &Adam, at: AdamSlices<'_>)
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// Pseudorandom numbers.
    fn numbers(seed: u32, count: usize) -> Vec<f32> {
        let number = |k: u32| {
            seed.wrapping_mul(97)
                .wrapping_add(k)
                .wrapping_mul(2_654_435_761)
                >> 16
        };
        (0..count as u32)
            .map(|k| number(k) as f32 / 32_768.0 - 1.0)
            .collect()
    }

    fn kernels() -> impl Iterator<Item = Kernel> {
        Kernel::all().into_iter()
    }

    #[test]
    fn products_equal_the_plain_formula() {
        for (rows, inner, columns) in [(4, 1, 16), (12, 7, 32), (64, 96, 64)] {
            let (x, w) = (numbers(1, rows * inner), numbers(2, inner * columns));
            let before = numbers(3, rows * columns);
            for kernel in kernels() {
                let mut y = before.clone();
                kernel.add_product(&x, &w, &mut y, inner, columns);
                for r in 0..rows {
                    for c in 0..columns {
                        let product: f32 = (0..inner)
                            .map(|k| x[r * inner + k] * w[k * columns + c])
                            .sum();
                        let expected = before[r * columns + c] + product;
                        assert_relative_eq!(y[r * columns + c], expected, epsilon = 1e-4);
                    }
                }
            }
        }
    }

    #[test]
    fn transposed_products_equal_the_plain_formula() {
        for (rows, inner, columns) in [(1, 4, 16), (5, 12, 32), (64, 96, 64)] {
            let (x, d) = (numbers(4, rows * inner), numbers(5, rows * columns));
            for kernel in kernels() {
                let mut w = vec![0.0; inner * columns];
                kernel.add_transposed(&x, &d, &mut w, columns);
                for k in 0..inner {
                    for c in 0..columns {
                        let expected: f32 = (0..rows)
                            .map(|s| x[s * inner + k] * d[s * columns + c])
                            .sum();
                        assert_relative_eq!(w[k * columns + c], expected, epsilon = 1e-4);
                    }
                }
            }
        }
    }

    /// Widths with whole and partial pieces.
    #[test]
    fn rows_are_gathered_and_scattered() {
        for width in [16, 32, 48, 80, 96] {
            let table = numbers(8, 20 * width);
            // A repeated row counts twice.
            let places = [3, 0, 19, 3].map(|row| row * width as u32);
            for kernel in kernels() {
                let mut sum = numbers(9, width);
                kernel.gather(&table, &places, &mut sum);
                let mut spread = table.clone();
                let row = numbers(10, width);
                kernel.scatter(&mut spread, &places, &row);
                for c in 0..width {
                    let rows = places.map(|place| table[place as usize + c]);
                    let expected = numbers(9, width)[c] + rows.iter().sum::<f32>();
                    assert_relative_eq!(sum[c], expected, epsilon = 1e-5);
                    for r in 0..20 {
                        let times = places.iter().filter(|&&p| p == (r * width) as u32);
                        let expected = table[r * width + c] + times.count() as f32 * row[c];
                        assert_relative_eq!(spread[r * width + c], expected, epsilon = 1e-5);
                    }
                }
            }
        }
    }

    #[test]
    fn relu_and_its_gradient() {
        // Exact comparison, by text.
        let same = |one: &[f32], other: &[f32]| {
            let written = |numbers: &[f32]| format!("{numbers:?}");
            assert_eq!(written(one), written(other));
        };
        let x = [-1.0, 0.0, 2.0, -3.5, 3.0];
        for kernel in kernels() {
            let mut y = [9.0; 5];
            kernel.relu(&x, &mut y);
            same(&y, &[0.0, 0.0, 2.0, 0.0, 3.0]);
            let mut in_place = x;
            kernel.relu_in_place(&mut in_place);
            same(&in_place, &y);
            let mut gradient = [1.0, 2.0, 3.0, 4.0, f32::INFINITY];
            kernel.relu_backward(&mut gradient, &y);
            same(&gradient, &[0.0, 0.0, 3.0, 0.0, f32::INFINITY]);
            let mut sum = [1.0, 1.0];
            kernel.add_rows(&[1.0, 2.0, 3.0, 4.0], &mut sum);
            same(&sum, &[5.0, 7.0]);
        }
    }

    #[test]
    fn adam_steps_against_the_gradient() {
        let step = Adam {
            rate: 0.1,
            keep_first: 0.9,
            keep_second: 0.99,
            first_correction: 10.0,
            second_correction: 100.0,
            epsilon: 1e-8,
        };
        for kernel in kernels() {
            let mut weights = vec![0.0; 37];
            let (mut first, mut second) = (vec![0.0; 37], vec![0.0; 37]);
            let (mut one, mut other) = (numbers(6, 37), numbers(7, 37));
            let sums: Vec<f32> = one.iter().zip(&other).map(|(a, b)| a + b).collect();
            kernel.adam(
                &step,
                AdamSlices {
                    weights: &mut weights,
                    first: &mut first,
                    second: &mut second,
                    gradients: [&mut one, &mut other],
                },
            );
            for (weight, sum) in weights.iter().zip(&sums) {
                // The first step has the length of the learning rate.
                assert_relative_eq!(*weight, -0.1 * sum.signum(), epsilon = 1e-3);
            }
            assert!(one.iter().chain(&other).all(|&g| g == 0.0));
        }
    }
}
