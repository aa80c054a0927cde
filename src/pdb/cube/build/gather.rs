//! The innermost loops of the builder: unions of permuted blocks.
//!
//! Most moves reorient no tracked cubie of most arrangements; their blocks are united four moves at
//! a time, which saves three of four passes over the result. The others are permuted word by word.

use crate::pdb::cube::blocks::{Blocks, Step};
use crate::space::cube::Move;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// A word of a bit set.
pub(super) trait Word:
    Copy
    + Send
    + Sync
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    fn from_u64(bits: u64) -> Self;
    fn to_u64(self) -> u64;
}

impl Word for u32 {
    const ZERO: u32 = 0;
    fn from_u64(bits: u64) -> u32 {
        bits as u32
    }
    fn to_u64(self) -> u64 {
        self as u64
    }
}

impl Word for u64 {
    const ZERO: u64 = 0;
    fn from_u64(bits: u64) -> u64 {
        bits
    }
    fn to_u64(self) -> u64 {
        self
    }
}

/// A neighbouring run, and for each tail its neighbouring tail.
type Source<'a, W> = (&'a [W], &'a [(u16, u16)]);

/// Gathers the blocks of one run from its neighbours.
pub(super) struct Kernel<'a, W> {
    blocks: &'a Blocks,
    rows: Vec<W>,
}

impl<'a, W: Word> Kernel<'a, W> {
    pub(super) fn new(blocks: &'a Blocks) -> Self {
        Kernel {
            blocks,
            rows: vec![W::ZERO; blocks.rows()],
        }
    }

    /// Sets `out` to the union of the neighbouring runs, each permuted by its move. Returns whether
    /// any had a state; if not, `out` is unchanged.
    pub(super) fn gather(
        &mut self,
        head: usize,
        frontier: &[W],
        active: &[bool],
        out: &mut [W],
    ) -> bool {
        let moves = self.blocks.head_moves(head);
        if !moves.iter().any(|m| active[m.head]) {
            return false;
        }
        out.fill(W::ZERO);
        let mut plain: [Source<'_, W>; Move::COUNT] = [(&[], &[]); Move::COUNT];
        let mut plain_count = 0;
        for m in moves.iter().filter(|m| active[m.head]) {
            let from = &frontier[m.head * out.len()..][..out.len()];
            if m.constant == 0 && m.tails.turns_nothing() {
                plain[plain_count] = (from, &m.tails.pairs);
                plain_count += 1;
                continue;
            }
            for (constant, pairs) in m.tails.runs() {
                // Head and tail have disjoint digits, so the sum is digit-wise.
                self.unite_turned(constant + m.constant, (from, pairs), out);
            }
        }
        let (fours, rest) = plain[..plain_count].as_chunks::<4>();
        for &four in fours {
            self.unite_plain(four, out);
        }
        for &one in rest {
            self.unite_plain([one], out);
        }
        true
    }

    /// Unites runs whose blocks are not permuted inside.
    fn unite_plain<const K: usize>(&self, sources: [Source<'_, W>; K], out: &mut [W]) {
        match self.blocks.rows() {
            1 => {
                let pairs = sources.map(|(_, pairs)| &pairs[..out.len()]);
                for to in 0..out.len() {
                    let mut x = out[to];
                    for k in 0..K {
                        x |= sources[k].0[pairs[k][to].1 as usize];
                    }
                    out[to] = x;
                }
            }
            2 => {
                let (out, _) = out.as_chunks_mut::<2>();
                let from = sources.map(|(from, _)| from.as_chunks::<2>().0);
                let pairs = sources.map(|(_, pairs)| &pairs[..out.len()]);
                for to in 0..out.len() {
                    let [mut x, mut y] = out[to];
                    for k in 0..K {
                        let block = from[k][pairs[k][to].1 as usize];
                        x |= block[0];
                        y |= block[1];
                    }
                    out[to] = [x, y];
                }
            }
            rows => {
                for (to, out) in out.chunks_exact_mut(rows).enumerate() {
                    let from =
                        sources.map(|(from, pairs)| &from[pairs[to].1 as usize * rows..][..rows]);
                    for (r, o) in out.iter_mut().enumerate() {
                        for block in from {
                            *o |= block[r];
                        }
                    }
                }
            }
        }
    }

    /// Unites blocks permuted by a constant.
    fn unite_turned(&mut self, constant: usize, source: Source<'_, W>, out: &mut [W]) {
        let low = self.blocks.low();
        let rows = constant / low;
        match *self.blocks.steps(constant % low) {
            [] => self.unite(rows, [], source, out),
            [a] => self.unite(rows, [a], source, out),
            [a, b] => self.unite(rows, [a, b], source, out),
            [a, b, c] => self.unite(rows, [a, b, c], source, out),
            [a, b, c, d] => self.unite(rows, [a, b, c, d], source, out),
            [a, b, c, d, e] => self.unite(rows, [a, b, c, d, e], source, out),
            [a, b, c, d, e, f] => self.unite(rows, [a, b, c, d, e, f], source, out),
            _ => unreachable!("a word of 64 bits has at most six digits"),
        }
    }

    fn unite<const N: usize>(
        &mut self,
        row_constant: usize,
        steps: [Step; N],
        (from, pairs): Source<'_, W>,
        out: &mut [W],
    ) {
        let steps = steps.map(|s| {
            (
                s.right,
                W::from_u64(s.right_mask),
                s.left,
                W::from_u64(s.left_mask),
            )
        });
        let permuted = |mut x: W| {
            for (right, right_mask, left, left_mask) in steps {
                x = ((x >> right) & right_mask) | ((x << left) & left_mask);
            }
            x
        };
        match self.blocks.rows() {
            1 => {
                for &(to, at) in pairs {
                    out[to as usize] |= permuted(from[at as usize]);
                }
            }
            2 => {
                let (out, _) = out.as_chunks_mut::<2>();
                let (from, _) = from.as_chunks::<2>();
                for &(to, at) in pairs {
                    let block = &from[at as usize];
                    let [a, b] = &mut out[to as usize];
                    *a |= permuted(block[row_constant & 1]);
                    *b |= permuted(block[(row_constant & 1) ^ 1]);
                }
            }
            rows => {
                for &(to, at) in pairs {
                    let out = &mut out[to as usize * rows..][..rows];
                    let block = &from[at as usize * rows..][..rows];
                    let block = if row_constant == 0 {
                        block
                    } else {
                        permute_rows(self.blocks, row_constant, block, &mut self.rows);
                        &self.rows
                    };
                    for (o, &x) in out.iter_mut().zip(block) {
                        *o |= permuted(x);
                    }
                }
            }
        }
    }
}

/// Permutations of two base-3 digits by an added constant.
const NINES: [[usize; 9]; 9] = {
    let mut all = [[0; 9]; 9];
    let mut c = 0;
    while c < 9 {
        let mut i = 0;
        while i < 9 {
            all[c][i] = (c / 3 + i / 3) % 3 * 3 + (c + i) % 3;
            i += 1;
        }
        c += 1;
    }
    all
};

/// Permutes the rows of a block by a constant.
fn permute_rows<W: Word>(blocks: &Blocks, constant: usize, from: &[W], to: &mut [W]) {
    let map = blocks.row_map(constant);
    if !blocks.rows_end_in_two_twists() {
        for (t, &at) in to.iter_mut().zip(map) {
            *t = from[at as usize];
        }
        return;
    }
    // Rows in groups of nine: groups are mapped to groups with the same inner permutation, one of
    // nine constants.
    match constant % 9 {
        0 => permute_nines::<W, 0>(map, from, to),
        1 => permute_nines::<W, 1>(map, from, to),
        2 => permute_nines::<W, 2>(map, from, to),
        3 => permute_nines::<W, 3>(map, from, to),
        4 => permute_nines::<W, 4>(map, from, to),
        5 => permute_nines::<W, 5>(map, from, to),
        6 => permute_nines::<W, 6>(map, from, to),
        7 => permute_nines::<W, 7>(map, from, to),
        _ => permute_nines::<W, 8>(map, from, to),
    }
}

fn permute_nines<W: Word, const C: usize>(map: &[u16], from: &[W], to: &mut [W]) {
    let (from, _) = from.as_chunks::<9>();
    let (to, _) = to.as_chunks_mut::<9>();
    for (g, to) in to.iter_mut().enumerate() {
        let nine = &from[map[9 * g] as usize / 9];
        *to = NINES[C].map(|i| nine[i]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fast row permutation equals the tabulated one.
    #[test]
    fn base_nine_rows_agree_with_the_row_map() {
        let blocks = Blocks::new("8-corner".parse().unwrap()).unwrap();
        assert!(blocks.rows_end_in_two_twists());
        let from: Vec<u32> = (0..81).collect();
        let mut to = vec![0; 81];
        for constant in 0..81 {
            permute_rows(&blocks, constant, &from, &mut to);
            let wanted: Vec<u32> = blocks.row_map(constant).iter().map(|&r| r as u32).collect();
            assert_eq!(to, wanted, "constant {constant}");
        }
    }
}
