//! Conversion of ranks in any order to block order.

use super::derive::fill_nibbles;
use super::rank::{CubeRanker, Order};
use super::table::nibble;
use crate::files::Options;
use rayon::prelude::*;

/// Four-bit entries, one per state, converted to block order.
pub(super) fn into_block_order(bytes: &[u8], from: &CubeRanker, options: &Options<'_>) -> Vec<u8> {
    let block = CubeRanker::new(from.pattern()).expect("an ordered pattern can be numbered");
    fill_nibbles(block.states(), ("reordering", options), |i| {
        nibble(bytes, from.rank(&block.state(i)))
    })
}

/// Converts ranks in some order to ranks in block order.
///
/// Orders of the form `orientation · arrangements + arrangement` are converted by small tables: the
/// image of each arrangement with the flips it adds, and of each orientation. Others are unranked
/// and ranked again.
pub(super) enum ToBlock<'a> {
    Same,
    Tables {
        orientations: u64,
        arrangements: u64,
        /// By arrangement: twice its rank in block order, plus one if it is ranked as the image of
        /// another.
        arrangement: Vec<u32>,
        flips: Vec<u16>,
        /// By orientation: its rank for a representative arrangement, and for an image.
        orientation: Vec<[u32; 2]>,
    },
    ByState {
        from: &'a CubeRanker,
        block: CubeRanker,
    },
}

impl<'a> ToBlock<'a> {
    pub(super) fn new(from: &'a CubeRanker) -> ToBlock<'a> {
        let block = CubeRanker::new(from.pattern()).expect("an ordered pattern can be numbered");
        let pattern = from.pattern();
        let (no_corners, no_edges) = (pattern.corners().is_empty(), pattern.edges().is_empty());
        let tabulated = match from.order() {
            Order::Block => return ToBlock::Same,
            Order::Orientation | Order::UpDown => true,
            // In other orders the corner part is between the two edge parts.
            Order::Hog2 => no_corners || no_edges,
            // Twists are not added by XOR.
            Order::Symmetry => no_corners,
            Order::Cubie => false,
        };
        let (a, o) = (block.arrangements(), block.orientations());
        if !tabulated || a >= 1 << 31 || o > 1 << 16 {
            return ToBlock::ByState { from, block };
        }
        let (arrangement, flips): (Vec<u32>, Vec<u16>) = (0..a)
            .into_par_iter()
            .map(|i| {
                let to = block.rank(&from.state(i));
                let doubled = to / o * 2 + from.is_image(i) as u64;
                (doubled as u32, (to % o) as u16)
            })
            .unzip();
        // One representative and one image determine the map of orientations.
        let samples = [false, true].map(|image| (0..a).find(|&i| from.is_image(i) == image));
        let orientation = (0..o)
            .map(|i| {
                samples.map(|sample| {
                    let sample = sample.unwrap_or(0);
                    let there = block.rank(&from.state(i * a + sample)) % o;
                    there as u32 ^ flips[sample as usize] as u32
                })
            })
            .collect();
        ToBlock::Tables {
            orientations: o,
            arrangements: a,
            arrangement,
            flips,
            orientation,
        }
    }

    pub(super) fn get(&self, i: u64) -> u64 {
        match self {
            ToBlock::Same => i,
            ToBlock::Tables {
                orientations,
                arrangements,
                arrangement,
                flips,
                orientation,
            } => {
                let (o, a) = (i / arrangements, (i % arrangements) as usize);
                let doubled = arrangement[a];
                let turned = orientation[o as usize][doubled as usize % 2] ^ flips[a] as u32;
                (doubled / 2) as u64 * orientations + turned as u64
            }
            ToBlock::ByState { from, block } => block.rank(&from.state(i)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::cube::CubePattern;

    #[test]
    fn both_translations_agree() {
        for pattern in [
            "edges:UR,BL,DF",
            "edges:UR,UF,UL",
            "corners:DLF,URF,UBR",
            "corners:UFL+edges:FR,DB",
        ] {
            let pattern: CubePattern = pattern.parse().unwrap();
            let block = CubeRanker::new(pattern).unwrap();
            for order in Order::ALL.into_iter().filter(|o| o.fits(&pattern)) {
                let from = CubeRanker::with_order(pattern, order).unwrap();
                let map = ToBlock::new(&from);
                for i in 0..from.states() {
                    assert_eq!(
                        map.get(i),
                        block.rank(&from.state(i)),
                        "{pattern} {order} {i}"
                    );
                }
            }
        }
    }
}
