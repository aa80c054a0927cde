//! Arithmetic behind a certificate: values are lowered far enough, sums do not overflow, and every
//! key has its slots.

use crate::choices::{Case, Choices};
use crate::code::Code;
use crate::{always, sometimes};
use admit::certify::filter::FilterShape;
use admit::fixed::layer::Carry;

/// Maximum number of sets.
const SETS: usize = 4;

/// A value that exceeds the exact distance by at most the number of sets, and that is in as many
/// leading sets as its excess, is admissible after lowering, and no value rises. False positives of
/// the sets do not matter.
pub fn lowered_is_admissible(c: &mut impl Choices, code: &impl Code, most: i32) -> Case {
    let exact = c.between(0, most) as u8;
    let value = c.between(0, most) as u8;
    let sets = c.between(0, SETS as i32) as usize;
    let excess = value.saturating_sub(exact) as usize;
    c.assume(excess <= sets)?;
    let mut holds = [false; SETS];
    let mut needless = false;
    for (set, holds) in holds.iter_mut().enumerate() {
        // No false negatives.
        *holds = c.between((set < excess) as i32, 1) == 1;
        needless |= *holds && set >= excess;
    }
    let lower = code.lowered(value, sets, |set| holds[set]);
    c.show(|| format!("{value} of {exact} becomes {lower}, sets {holds:?}"));
    always!(
        c,
        lower <= exact || excess == 0,
        "a lowered overestimate is admissible"
    );
    always!(c, lower <= value, "no value rises");
    sometimes!(c, excess > 1, "the overestimate exceeds one");
    sometimes!(
        c,
        needless && lower < value,
        "a value is lowered needlessly"
    );
    sometimes!(c, lower == exact && excess > 0, "a lowered value is exact");
    Ok(())
}

/// Ranges of the numbers of a layer: least and largest.
#[derive(Clone, Copy, Debug)]
pub struct LayerScope {
    /// Weights.
    pub weight: [i16; 2],
    /// Largest input, output and carried value.
    pub most: i16,
    /// The bias.
    pub bias: [i32; 2],
    /// Largest shift.
    pub shift: u32,
}

impl LayerScope {
    /// The full 16-bit range, and a bias of 31 bits.
    pub const ALL: LayerScope = LayerScope {
        weight: [i16::MIN, i16::MAX],
        most: i16::MAX,
        bias: [1 - (1 << 30), (1 << 30) - 1],
        shift: 30,
    };
}

/// If the check of a layer accepts it, its sum is exact for all inputs: nothing overflows. The
/// output is the sum, rounded and clamped.
pub fn sums_never_overflow<const N: usize>(
    c: &mut impl Choices,
    code: &impl Code,
    scope: &LayerScope,
) -> Case {
    let (mut most, mut weights, mut inputs) = ([0; N], [0; N], [0; N]);
    for i in 0..N {
        let [least, greatest] = scope.weight;
        most[i] = c.wide(0, scope.most as i32) as i16;
        weights[i] = c.wide(least as i32, greatest as i32) as i16;
    }
    let bias = c.wide(scope.bias[0], scope.bias[1]);
    let shift = c.between(0, scope.shift as i32) as u32;
    let carry = Carry {
        shift: c.between(0, scope.shift as i32) as u32,
        most: c.wide(0, scope.most as i32) as i16,
    };
    let fits = code.layer_fits(&most, &weights, &[bias], Some(carry), shift);
    sometimes!(c, !fits, "a layer is refused");
    c.assume(fits)?;
    let mut exact = bias as i64;
    for i in 0..N {
        inputs[i] = c.wide(0, most[i] as i32) as i16;
        // A product of two 16-bit numbers fits in 32 bits.
        exact += (inputs[i] as i32 * weights[i] as i32) as i64;
    }
    let carried = [c.wide(0, carry.most as i32) as i16];
    exact += (carried[0] as i64) << carry.shift;
    let half = (1_i64 << shift) >> 1;
    let room = i32::MIN as i64 <= exact && exact + half <= i32::MAX as i64;
    c.show(|| {
        format!(
            "{inputs:?} · {weights:?} + {bias} + {carried:?} · 2^{} is {exact}",
            carry.shift
        )
    });
    always!(c, room, "the sum fits with its rounding term");
    let mut sums = [bias];
    code.add_products(&inputs, &weights, &mut sums);
    admit::fixed::layer::add_carried(&carried, carry.shift, &mut sums);
    always!(c, sums[0] as i64 == exact, "the sum is exact");
    let largest = c.wide(0, scope.most as i32) as i16;
    let settled = code.settled(sums[0], shift, largest);
    let rounded = (exact + half) >> shift;
    always!(
        c,
        settled as i64 == rounded.clamp(0, largest as i64),
        "the output is the sum, rounded and clamped"
    );
    sometimes!(c, exact < 0, "a sum is negative");
    sometimes!(
        c,
        settled == largest && largest > 0,
        "a sum is clamped from above"
    );
    sometimes!(
        c,
        exact > 0 && (settled as i64) < exact && settled > 0,
        "a sum is scaled down"
    );
    Ok(())
}

/// The three slots of any key exist in the filter with these segments, for mixed words whose 16-bit
/// quarters lie in −`any`..=`any` (two's complement).
pub fn slots_exist(
    c: &mut impl Choices,
    code: &impl Code,
    [segment, segments]: [u32; 2],
    any: i32,
) -> Case {
    let Some(first) = segment.checked_mul(segments) else {
        return c.assume(false);
    };
    let shape = FilterShape {
        bits: 8,
        seed: 0,
        segment,
        first,
    };
    let slots = shape.slots();
    c.assume(slots.is_some())?;
    let mixed = word(c, any);
    let places = code.places(&shape, mixed);
    c.show(|| format!("{mixed} is at {places:?} of {slots:?}"));
    let mut within = true;
    for place in places {
        within &= Some(place as u64) < slots;
    }
    always!(c, within, "every slot of a key exists");
    sometimes!(c, places[2] >= 2 * segment, "the last segment is used");
    Ok(())
}

/// A 64-bit word whose quarters lie in −`any`..=`any`.
fn word(c: &mut impl Choices, any: i32) -> u64 {
    let mut word = 0_u64;
    for _ in 0..4 {
        let quarter = c.wide(-any, any) as u16;
        word = word << 16 | quarter as u64;
    }
    word
}
