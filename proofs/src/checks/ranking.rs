//! Ranks of k-permutations and states, and the action of moves on them.

use crate::choices::{Case, Choices, Stop};
use crate::code::Code;
use crate::{always, sometimes};
use admit::pdb::cube::{AbstractState, Blocks, CubeRanker, Step, arrangements};
use admit::space::cube::Move;

/// Largest n: the positions of edges.
const PLACES: usize = 12;

/// Any k-permutation of 0..`n`.
fn any_arrangement<const LEN: usize>(
    c: &mut impl Choices,
    n: u32,
    k: usize,
) -> Result<[u8; LEN], Stop> {
    let mut positions = [0; LEN];
    for i in 0..k {
        let taken = positions;
        let free = |p: u32| {
            let mut free = true;
            for &q in taken.iter().take(i) {
                free &= q as u32 != p;
            }
            free
        };
        positions[i] = c.pick(n, free)? as u8;
    }
    Ok(positions)
}

/// Ranking the k-permutations of n and unranking are inverse, with ranks below their number.
pub fn arrangements_are_numbered(c: &mut impl Choices, code: &impl Code, n: u32, k: usize) -> Case {
    let positions: [u8; PLACES] = any_arrangement(c, n, k)?;
    c.show(|| format!("{:?} of {n}", &positions[..k]));
    let rank = code.rank_arrangement(n, &positions[..k]);
    always!(
        c,
        rank < arrangements(n, k as u32),
        "the rank is below the number of states"
    );
    let mut back = [0; PLACES];
    code.unrank_arrangement(n, rank, &mut back[..k]);
    always!(c, back == positions, "unranking inverts ranking");
    sometimes!(
        c,
        rank + 1 == arrangements(n, k as u32),
        "the largest rank occurs"
    );
    Ok(())
}

/// Ranking the states of a pattern, that is every arrangement with every orientation, and unranking
/// are inverse, with ranks below the number of states.
///
/// Patterns with all corners or all edges are out of scope: there the others determine the last
/// orientation.
pub fn orientations_are_numbered(
    c: &mut impl Choices,
    code: &impl Code,
    ranker: &CubeRanker,
) -> Case {
    let pattern = ranker.pattern();
    let (corners, edges) = (pattern.corners().len(), pattern.edges().len());
    let mut state = AbstractState {
        corner_positions: any_arrangement(c, 8, corners)?,
        edge_positions: any_arrangement(c, 12, edges)?,
        ..AbstractState::default()
    };
    for i in 0..corners {
        state.twists[i] = c.between(0, 2) as u8;
    }
    for i in 0..edges {
        state.flips[i] = c.between(0, 1) as u8;
    }
    c.show(|| format!("{pattern}: {state:?}"));
    let rank = code.rank_state(ranker, &state);
    always!(
        c,
        rank < ranker.states(),
        "the rank is below the number of states"
    );
    always!(
        c,
        code.unrank_state(ranker, rank) == state,
        "unranking inverts ranking"
    );
    sometimes!(
        c,
        rank >= ranker.states() / 2,
        "the rank is in the upper half"
    );
    Ok(())
}

/// A word after shifts.
fn turned(steps: &[Step], word: u64) -> u64 {
    let mut word = word;
    for step in steps {
        word = ((word >> step.right) & step.right_mask) | ((word << step.left) & step.left_mask);
    }
    word
}

/// The digit-wise sum of two mixed-radix numbers.
fn digit_sum(radices: &[usize], one: usize, other: usize) -> usize {
    let (mut stride, mut sum) = (1, 0);
    for &base in radices.iter().rev() {
        sum += (one / stride % base + other / stride % base) % base * stride;
        stride *= base;
    }
    sum
}

/// Shifts within a word permute its bits by digit-wise addition: bit o of the result is bit o ⊕
/// `constant` of the word. Code and check both start from the radices alone.
pub fn blocks_move_as_states(
    c: &mut impl Choices,
    code: &impl Code,
    radices: &[usize],
    constant: usize,
) -> Case {
    let bits: usize = radices.iter().product();
    let mut word = 0;
    for first in (0..bits).step_by(8) {
        let width = (bits - first).min(8);
        word |= (c.between(0, (1 << width) - 1) as u64) << first;
    }
    c.show(|| format!("radices {radices:?}, constant {constant}, word {word:#b}"));
    let steps = code.word_steps(radices, constant);
    let result = turned(&steps, word);
    let mut holds = result >> (bits - 1) <= 1;
    for o in 0..bits {
        holds &= result >> o & 1 == word >> digit_sum(radices, o, constant) & 1;
    }
    always!(c, holds, "every bit moves by digit-wise addition");
    sometimes!(c, result != word || constant == 0, "a bit moves");
    Ok(())
}

/// The block structure of a pattern gives the successor of every state under every move: head,
/// tail, row and shift within a word together equal the move.
pub fn whole_blocks_move_as_states(
    c: &mut impl Choices,
    code: &impl Code,
    blocks: &Blocks,
    low_radices: &[usize],
) -> Case {
    let ranker = blocks.ranker();
    let pattern = ranker.pattern();
    let (tails, low, size) = (blocks.tails(), blocks.low(), blocks.orientations());
    let head = c.pick(blocks.heads() as u32, |_| true)? as usize;
    let m = Move::ALL[c.pick(Move::COUNT as u32, |_| true)? as usize];
    c.show(|| format!("{pattern}, head {head}, move {m}"));
    let to = blocks.head_moves(head)[m.index()];
    let mut seen = 0;
    let mut holds = true;
    for (constant, pairs) in to.tails.runs() {
        let constant = constant + to.constant;
        let row_map = blocks.row_map(constant / low);
        let steps = code.word_steps(low_radices, constant % low);
        for &(before, after) in pairs {
            for o in 0..size {
                let state = ranker.state(((head * tails + before as usize) * size + o) as u64);
                let there = ranker.rank(&pattern.apply(&state, m)) as usize;
                let block = (to.head * tails + after as usize) * size;
                // A gather pulls the moved state's bit back to the state.
                let bit = there.wrapping_sub(block);
                holds &= bit < size
                    && bit / low == row_map[o / low] as usize
                    && turned(&steps, 1 << (bit % low)) == 1 << (o % low);
                seen += 1;
            }
        }
    }
    always!(
        c,
        seen == tails * size,
        "every state of the head is covered"
    );
    always!(c, holds, "every state is mapped to its successor");
    sometimes!(c, to.constant > 0, "the head is reoriented");
    sometimes!(c, !to.tails.turns_nothing(), "tails are reoriented");
    Ok(())
}
