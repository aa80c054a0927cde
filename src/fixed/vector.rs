//! Products of 16-bit integers, with the widest vectors of the processor.
//!
//! One instruction multiplies 16-bit integers and adds neighbouring products, so weights of two
//! consecutive inputs are stored in pairs for each output. Sums equal the plain formula to the
//! last bit, because no partial sum overflows ([`super::layer`]).

use super::integer_rule::{FEW, quantile};
use super::network::{Layer, Rows, TILE};

/// Instruction sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    Portable,
    /// 256-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit vectors, with a fused multiply-accumulate.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// States in a tile; blocks have a multiple of it.
pub(super) const TALL: usize = 4;

/// A layer with weights in pairs of inputs, and outputs padded to whole tiles.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pairs: Vec<i16>,
    pub(super) bias: Vec<i32>,
}

impl Packed {
    pub(super) fn of(layer: &Layer) -> Packed {
        let real = layer.bias.len();
        let (inputs, outputs) = (layer.weights.len() / real, real.next_multiple_of(TILE));
        let mut pairs = vec![0; inputs * outputs];
        for (input, row) in layer.weights.chunks_exact(real).enumerate() {
            for (output, &weight) in row.iter().enumerate() {
                pairs[(input / 2 * outputs + output) * 2 + input % 2] = weight;
            }
        }
        let mut bias = layer.bias.clone();
        bias.resize(outputs, 0);
        Packed {
            inputs,
            outputs,
            pairs,
            bias,
        }
    }
}

impl Kernel {
    /// The best of this processor.
    pub(super) fn best() -> Kernel {
        Kernel::all().pop().unwrap_or(Kernel::Portable)
    }

    /// All of this processor, the best last.
    pub(super) fn all() -> Vec<Kernel> {
        #[allow(unused_mut)]
        let mut all = vec![Kernel::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx2") {
                all.push(Kernel::Avx2);
            }
            if std::arch::is_x86_feature_detected!("avx512bw")
                && std::arch::is_x86_feature_detected!("avx512vnni")
            {
                all.push(Kernel::Avx512);
            }
        }
        all
    }

    /// Sums of a layer for some states: bias + inputs · weights.
    ///
    /// # Panics
    ///
    /// If lengths do not fit together.
    pub(super) fn sums(self, layer: &Packed, inputs: &[i16], sums: &mut [i32]) {
        let states = sums.len() / layer.outputs;
        assert_eq!(states % TALL, 0, "whole tiles");
        assert_eq!(inputs.len(), states * layer.inputs);
        assert_eq!(sums.len(), states * layer.outputs);
        assert_eq!(layer.pairs.len(), layer.inputs * layer.outputs);
        assert!(layer.inputs.is_multiple_of(2) && layer.outputs.is_multiple_of(TILE));
        assert_eq!(layer.bias.len(), layer.outputs);
        match self {
            Kernel::Portable => products(layer, inputs, sums),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `all` makes this kernel only on a processor with these instructions, and
            // lengths are as asserted above.
            Kernel::Avx2 => unsafe { avx2::products(layer, inputs, sums) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kernel::Avx512 => unsafe { avx512::products(layer, inputs, sums) },
        }
    }

    /// Writes `from + Σ rows` to `to`, for rows that start at `places`.
    pub(super) fn add_rows(self, rows: &Rows, places: &[u32], from: &[i16], to: &mut [i16]) {
        match self {
            Kernel::Portable => add_rows(rows, places, from, to),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `all` makes this kernel only on a processor with these
            // instructions.
            Kernel::Avx2 => unsafe { add_rows_avx2(rows, places, from, to) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kernel::Avx512 => unsafe { add_rows_avx512(rows, places, from, to) },
        }
    }

    /// Values of the quantile rule, for logits padded to [`FEW`] classes.
    pub(super) fn decide(self, q: u32, classes: usize, logits: &[i32], values: &mut [u8]) {
        match self {
            Kernel::Portable => decide(q, classes, logits, values),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `all` makes this kernel only on a processor with these
            // instructions.
            Kernel::Avx2 => unsafe { decide_avx2(q, classes, logits, values) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kernel::Avx512 => unsafe { decide_avx512(q, classes, logits, values) },
        }
    }

    /// Adds a residual connection; see [`super::layer::add_carried`].
    pub(super) fn add_carried(self, carried: &[i16], shift: u32, sums: &mut [i32]) {
        match self {
            Kernel::Portable => add_carried(carried, shift, sums),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `all` makes this kernel only on a processor with these
            // instructions.
            Kernel::Avx2 => unsafe { add_carried_avx2(carried, shift, sums) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kernel::Avx512 => unsafe { add_carried_avx512(carried, shift, sums) },
        }
    }

    /// Outputs of a layer from its sums; see [`super::layer::settled`].
    pub(super) fn settle(self, sums: &[i32], shift: u32, most: i16, to: &mut [i16]) {
        match self {
            Kernel::Portable => settle(sums, shift, most, to),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `all` makes this kernel only on a processor with these
            // instructions.
            Kernel::Avx2 => unsafe { settle_avx2(sums, shift, most, to) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kernel::Avx512 => unsafe { settle_avx512(sums, shift, most, to) },
        }
    }
}

#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "a body is compiled for the instructions of the function it is inlined into"
)]
fn decide(q: u32, classes: usize, logits: &[i32], values: &mut [u8]) {
    let (logits, _) = logits.as_chunks::<FEW>();
    for (value, logits) in values.iter_mut().zip(logits) {
        *value = quantile(q, logits, classes);
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn add_carried(carried: &[i16], shift: u32, sums: &mut [i32]) {
    super::layer::add_carried(carried, shift, sums);
}

fn products(layer: &Packed, inputs: &[i16], sums: &mut [i32]) {
    let outputs = layer.outputs;
    for (inputs, sums) in inputs
        .chunks_exact(layer.inputs)
        .zip(sums.chunks_exact_mut(outputs))
    {
        sums.copy_from_slice(&layer.bias);
        let rows = layer.pairs.chunks_exact(2 * outputs);
        for (x, row) in inputs.chunks_exact(2).zip(rows) {
            let (x, y) = (x[0] as i32, x[1] as i32);
            for (sum, weights) in sums.iter_mut().zip(row.chunks_exact(2)) {
                *sum += x * weights[0] as i32 + y * weights[1] as i32;
            }
        }
    }
}

/// Numbers of a row that stay in registers.
const PIECE: usize = 32;

#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn add_rows(rows: &Rows, places: &[u32], from: &[i16], to: &mut [i16]) {
    match rows {
        Rows::Narrow(rows) => add_each(rows, places, from, to),
        Rows::Wide(rows) => add_each(rows, places, from, to),
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn add_each<T: Copy + Into<i16>>(rows: &[T], places: &[u32], from: &[i16], to: &mut [i16]) {
    let mut at = 0;
    while at + PIECE <= to.len() {
        add_piece::<T, PIECE>(rows, places, at, from, to);
        at += PIECE;
    }
    while at + TILE <= to.len() {
        add_piece::<T, TILE>(rows, places, at, from, to);
        at += TILE;
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn add_piece<T: Copy + Into<i16>, const N: usize>(
    rows: &[T],
    places: &[u32],
    at: usize,
    from: &[i16],
    to: &mut [i16],
) {
    let mut sums = [0_i16; N];
    sums.copy_from_slice(&from[at..at + N]);
    for &place in places {
        let row = &rows[place as usize + at..][..N];
        for (sum, &x) in sums.iter_mut().zip(row) {
            *sum += x.into();
        }
    }
    to[at..at + N].copy_from_slice(&sums);
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn settle(sums: &[i32], shift: u32, most: i16, to: &mut [i16]) {
    for (to, &sum) in to.iter_mut().zip(sums) {
        let value = super::layer::rounded(sum, shift);
        *to = value.clamp(0, most as i32) as i16;
    }
}

macro_rules! compiled {
    ($($name:ident as $plain:ident for $features:literal, ($($argument:ident: $type:ty),*);)*) => {$(
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        fn $name($($argument: $type),*) {
            $plain($($argument),*);
        }
    )*};
}

compiled! {
    add_rows_avx2 as add_rows for "avx2", (rows: &Rows, places: &[u32], from: &[i16], to: &mut [i16]);
    add_rows_avx512 as add_rows for "avx512bw,avx512vl", (rows: &Rows, places: &[u32], from: &[i16], to: &mut [i16]);
    decide_avx2 as decide for "avx2", (q: u32, classes: usize, logits: &[i32], values: &mut [u8]);
    decide_avx512 as decide for "avx512bw,avx512vl", (q: u32, classes: usize, logits: &[i32], values: &mut [u8]);
    add_carried_avx2 as add_carried for "avx2", (carried: &[i16], shift: u32, sums: &mut [i32]);
    add_carried_avx512 as add_carried for "avx512bw,avx512vl", (carried: &[i16], shift: u32, sums: &mut [i32]);
    settle_avx2 as settle for "avx2", (sums: &[i32], shift: u32, most: i16, to: &mut [i16]);
    settle_avx512 as settle for "avx512bw,avx512vl", (sums: &[i32], shift: u32, most: i16, to: &mut [i16]);
}

/// [`products`] in tiles of [`TALL`] states and a few vectors of outputs, whose sums stay in
/// registers.
#[cfg(target_arch = "x86_64")]
macro_rules! products {
    (
        $module:ident, $features:literal, $vector:ident, $lanes:literal, $most:literal,
        $load:ident, $store:ident, $splat:ident, |$sum:ident, $x:ident, $w:ident| $dot:expr
    ) => {
        mod $module {
            use super::{Packed, TALL};
            use std::arch::x86_64::*;

            /// # Safety
            ///
            /// The processor has these instructions; inputs, sums, weights and bias have the
            /// lengths that the layer and a multiple of `TALL` states make.
            #[target_feature(enable = $features)]
            pub(super) unsafe fn products(layer: &Packed, inputs: &[i16], sums: &mut [i32]) {
                let states = sums.len() / layer.outputs;
                for top in (0..states).step_by(TALL) {
                    let mut left = 0;
                    while left + $most * $lanes <= layer.outputs {
                        // SAFETY: the tile lies within all three.
                        unsafe { tile::<$most>(layer, inputs, sums, top, left) };
                        left += $most * $lanes;
                    }
                    while left < layer.outputs {
                        // SAFETY: as above; outputs are whole tiles.
                        unsafe { tile::<1>(layer, inputs, sums, top, left) };
                        left += $lanes;
                    }
                }
            }

            /// # Safety
            ///
            /// There are `TALL` states from `top` on and `V` vectors of outputs from
            /// `left` on, in inputs, weights, bias and sums.
            #[target_feature(enable = $features)]
            unsafe fn tile<const V: usize>(
                layer: &Packed,
                inputs: &[i16],
                sums: &mut [i32],
                top: usize,
                left: usize,
            ) {
                let outputs = layer.outputs;
                debug_assert!((top + TALL) * outputs <= sums.len());
                debug_assert!((top + TALL) * layer.inputs <= inputs.len());
                debug_assert!(left + V * $lanes <= outputs);
                let at = |s: usize, v: usize| (top + s) * outputs + left + v * $lanes;
                let bias: [$vector; V] = std::array::from_fn(|v| {
                    // SAFETY: the bias has so many vectors from there on.
                    unsafe { $load(layer.bias.as_ptr().add(left + v * $lanes).cast()) }
                });
                let mut tile = [bias; TALL];
                for pair in 0..layer.inputs / 2 {
                    let row = (pair * outputs + left) * 2;
                    let weights: [$vector; V] = std::array::from_fn(|v| {
                        // SAFETY: weights have `2 · outputs` numbers for each pair.
                        unsafe { $load(layer.pairs.as_ptr().add(row + 2 * v * $lanes).cast()) }
                    });
                    for (s, sums) in tile.iter_mut().enumerate() {
                        let two = (top + s) * layer.inputs + 2 * pair;
                        // SAFETY: two inputs of the state, read unaligned as one number.
                        let $x = $splat(unsafe {
                            inputs.as_ptr().add(two).cast::<i32>().read_unaligned()
                        });
                        for (sum, &$w) in sums.iter_mut().zip(&weights) {
                            let $sum = *sum;
                            *sum = $dot;
                        }
                    }
                }
                for (s, row) in tile.iter().enumerate() {
                    for (v, &sum) in row.iter().enumerate() {
                        // SAFETY: sums has so many vectors from there on.
                        unsafe { $store(sums.as_mut_ptr().add(at(s, v)).cast(), sum) };
                    }
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
products!(
    avx2,
    "avx2",
    __m256i,
    8,
    2,
    _mm256_loadu_si256,
    _mm256_storeu_si256,
    _mm256_set1_epi32,
    |sum, x, w| _mm256_add_epi32(sum, _mm256_madd_epi16(x, w))
);

#[cfg(target_arch = "x86_64")]
products!(
    avx512,
    "avx512bw,avx512vnni",
    __m512i,
    16,
    4,
    _mm512_loadu_si512,
    _mm512_storeu_si512,
    _mm512_set1_epi32,
    |sum, x, w| _mm512_dpwssd_epi32(sum, x, w)
);

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudorandom numbers.
    fn numbers(seed: u32, count: usize, most: i32) -> Vec<i16> {
        let number = |k: u32| {
            let mixed = seed
                .wrapping_mul(97)
                .wrapping_add(k)
                .wrapping_mul(2_654_435_761);
            ((mixed >> 8) % (2 * most as u32 + 1)) as i32 - most
        };
        (0..count as u32).map(|k| number(k) as i16).collect()
    }

    #[test]
    fn sums_equal_the_plain_formula() {
        for (states, inputs, outputs) in [(4, 2, 16), (8, 48, 12), (12, 96, 64), (4, 128, 80)] {
            let layer = Layer {
                weights: numbers(1, inputs * outputs, 1 << 14),
                bias: numbers(2, outputs, 1 << 14)
                    .iter()
                    .map(|&b| b as i32 * 9999)
                    .collect(),
                shift: 0,
                most: 0,
                carry: 0,
            };
            let x: Vec<i16> = numbers(3, states * inputs, 600)
                .iter()
                .map(|x| x.abs())
                .collect();
            let packed = Packed::of(&layer);
            for kernel in Kernel::all() {
                let mut sums = vec![7; states * packed.outputs];
                kernel.sums(&packed, &x, &mut sums);
                for (x, sums) in x.chunks(inputs).zip(sums.chunks(packed.outputs)) {
                    let mut expected = layer.bias.clone();
                    super::super::layer::add_products(x, &layer.weights, &mut expected);
                    assert_eq!(sums[..outputs], expected, "{kernel:?}");
                }
            }
        }
    }

    /// Saturating instructions would differ here.
    #[test]
    fn extreme_sums_are_exact() {
        for weight in [i16::MIN, i16::MAX] {
            let layer = Layer {
                weights: vec![weight; 2 * 16],
                bias: vec![if weight < 0 { -1 } else { 1 }; 16],
                shift: 0,
                most: 0,
                carry: 0,
            };
            let most = [i16::MAX, 32_766];
            assert!(
                super::super::layer::check(&most, &layer.weights, &layer.bias, None, 0).is_ok()
            );
            for kernel in Kernel::all() {
                let mut sums = [0; 4 * 16];
                kernel.sums(&Packed::of(&layer), &most.repeat(4), &mut sums);
                let expected = layer.bias[0] + 65_533 * weight as i32;
                assert_eq!(sums, [expected; 64], "{kernel:?}");
            }
        }
    }

    #[test]
    fn row_sums_and_outputs_equal_the_plain_formulas() {
        for width in [16, 32, 48, 112] {
            let wide = numbers(4, 30 * width, 900);
            let narrow = Rows::Narrow(wide.iter().map(|&x| (x / 8) as i8).collect());
            for rows in [Rows::Wide(wide), narrow] {
                let places = [3, 0, 29, 3].map(|row| row * width as u32);
                let from = numbers(5, width, 5000);
                let mut expected = vec![0; width];
                add_rows(&rows, &places, &from, &mut expected);
                for kernel in Kernel::all() {
                    let mut to = vec![1; width];
                    kernel.add_rows(&rows, &places, &from, &mut to);
                    assert_eq!(to, expected, "{kernel:?}");
                }
            }
        }
        let sums: Vec<i32> = numbers(6, 100, i16::MAX as i32)
            .iter()
            .map(|&x| x as i32 * 50_000)
            .collect();
        for (shift, most) in [(0, 5), (9, 20_000), (20, 700), (30, i16::MAX)] {
            let expected: Vec<i16> = sums
                .iter()
                .map(|&s| super::super::layer::settled(s, shift, most))
                .collect();
            for kernel in Kernel::all() {
                let mut to = vec![1; 100];
                kernel.settle(&sums, shift, most, &mut to);
                assert_eq!(to, expected, "{kernel:?}");
            }
        }
    }
}
