//! The block structure agrees with moving every state by itself: head, tail, rows, words and the
//! shifts inside a word together give the move, in both directions.

use crate::{hit_if, hit_one};
use admit::pdb::cube::{Blocks, Step};
use admit::space::cube::Move;
use admit_verification::generate::pattern;
use admit_verification::seeded::{self, Reached};
use proptest::collection::vec;
use proptest::prelude::{any, prop_assert, prop_assert_eq};

const ANY: u64 = 1_000_000_000_000;

/// Applies the shifts to a word, in words of the width in use.
fn shifted(blocks: &Blocks, steps: &[Step], word: u64) -> u64 {
    if blocks.word_bits() == 32 {
        let narrow = |x: u64| u32::try_from(x).unwrap();
        let word = steps.iter().fold(narrow(word), |x, s| {
            ((x >> s.right) & narrow(s.right_mask)) | ((x << s.left) & narrow(s.left_mask))
        });
        return word as u64;
    }
    steps.iter().fold(word, |x, s| {
        ((x >> s.right) & s.right_mask) | ((x << s.left) & s.left_mask)
    })
}

#[test]
fn blocks_move_as_their_states_do() {
    let (narrow, wide, several_rows) = (Reached::new(), Reached::new(), Reached::new());
    let (shifts, moved_rows, plain) = (Reached::new(), Reached::new(), Reached::new());
    let values = (pattern(ANY), any::<u64>(), vec(any::<usize>(), 16));
    let claim = "blocks move as their states do";
    seeded::proptest(claim, 1000, values, |(pattern, head, orientations)| {
        let blocks = Blocks::new(pattern).unwrap();
        let ranker = blocks.ranker();
        let (rows, low, tails) = (blocks.rows(), blocks.low(), blocks.tails());
        let size = rows * low;
        prop_assert_eq!((blocks.heads() * tails * size) as u64, ranker.states());
        prop_assert_eq!(blocks.orientations(), size);
        prop_assert!(low <= blocks.word_bits() as usize);
        hit_one(&narrow, &wide, blocks.word_bits() == 32);
        hit_if(&several_rows, rows > 1);
        let head = (head % blocks.heads() as u64) as usize;
        let mut choice = orientations.iter().cycle();
        for (m, to) in Move::ALL.into_iter().zip(blocks.head_moves(head)) {
            let constants = to.tails.runs().map(|(constant, _)| constant);
            prop_assert_eq!(to.tails.turns_nothing(), constants.max() == Some(0));
            if to.tails.turns_nothing() {
                plain.hit();
                let before = to.tails.pairs.iter().map(|&(before, _)| before as usize);
                prop_assert!(before.eq(0..tails));
            }
            for (constant, pairs) in to.tails.runs() {
                let constant = constant + to.constant;
                let row_map = blocks.row_map(constant / low);
                let low_map = blocks.low_map(constant % low);
                let steps = blocks.steps(constant % low);
                hit_if(&shifts, !steps.is_empty());
                for &(before, after) in pairs {
                    let o = choice.next().unwrap() % size;
                    let (row, bit) = (o / low, o % low);
                    let index = (head * tails + before as usize) * size + o;
                    let state = ranker.state(index as u64);
                    let (to_row, to_bit) = (row_map[row] as usize, low_map[bit] as usize);
                    hit_if(&moved_rows, to_row != row);
                    let moved = (to.head * tails + after as usize) * size + to_row * low + to_bit;
                    prop_assert_eq!(moved as u64, ranker.rank(&pattern.apply(&state, m)));
                    // A gather moves the successor's bit back to the state.
                    prop_assert_eq!(shifted(&blocks, steps, 1 << to_bit), 1 << bit);
                }
            }
        }
        Ok(())
    });
    narrow.expect("words of 32 bits");
    wide.expect("words of 64 bits");
    several_rows.expect("several rows");
    shifts.expect("a shift inside words");
    moved_rows.expect("rows that change places");
    plain.expect("a move that turns no tail");
}
