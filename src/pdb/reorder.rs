//! From a number in one order to the number of the same state in block order.

use super::rank::{Order, Ranker};
use rayon::prelude::*;

/// Finds, for a state's number in some order, its number in block order.
///
/// Orders of the form `orientation · arrangements + arrangement` are translated
/// by two small tables: where each arrangement goes together with the flips it
/// adds, and where each orientation goes. Others are unranked and ranked again.
pub(super) enum ToBlock<'a> {
    Same,
    Tables {
        orientations: u64,
        arrangements: u64,
        arrangement: Vec<u32>,
        flips: Vec<u16>,
        orientation: Vec<u32>,
    },
    ByState {
        from: &'a Ranker,
        block: Ranker,
    },
}

impl<'a> ToBlock<'a> {
    pub(super) fn new(from: &'a Ranker) -> ToBlock<'a> {
        let block = Ranker::new(from.pattern()).expect("an ordered pattern can be numbered");
        let pattern = from.pattern();
        let pure = pattern.corners().is_empty() || pattern.edges().is_empty();
        let tabulated = match from.order() {
            Order::Block => return ToBlock::Same,
            Order::Orientation | Order::UpDown => true,
            // Elsewhere the corner part lies between the two edge parts.
            Order::Hog2 => pure,
            Order::Cubie | Order::Symmetry => false,
        };
        let fits = u32::try_from(block.arrangements()).is_ok() && block.orientations() <= 1 << 16;
        if !tabulated || !fits {
            return ToBlock::ByState { from, block };
        }
        let (a, o) = (block.arrangements(), block.orientations());
        let (arrangement, flips): (Vec<u32>, Vec<u16>) = (0..a)
            .into_par_iter()
            .map(|i| {
                let to = block.rank(&from.unrank(i));
                ((to / o) as u32, (to % o) as u16)
            })
            .unzip();
        let first = flips[0] as u64;
        let orientation = (0..o)
            .map(|i| ((block.rank(&from.unrank(i * a)) % o) ^ first) as u32)
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
                arrangement[a] as u64 * orientations
                    + (orientation[o as usize] ^ flips[a] as u32) as u64
            }
            ToBlock::ByState { from, block } => block.rank(&from.unrank(i)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::Pattern;

    #[test]
    fn both_ways_of_translating_agree() {
        for pattern in [
            "edges:UR,BL,DF",
            "corners:DLF,URF,UBR",
            "corners:UFL+edges:FR,DB",
        ] {
            let pattern: Pattern = pattern.parse().unwrap();
            let block = Ranker::new(pattern).unwrap();
            for order in Order::ALL.into_iter().filter(|o| o.fits(&pattern)) {
                let from = Ranker::with_order(pattern, order).unwrap();
                let map = ToBlock::new(&from);
                for i in 0..from.states() {
                    assert_eq!(
                        map.get(i),
                        block.rank(&from.unrank(i)),
                        "{pattern} {order} {i}"
                    );
                }
            }
        }
    }
}
