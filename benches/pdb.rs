//! Speed of building and proving tables, and its limits.
//!
//! Times are processor times summed over all threads, which other load on the machine affects less
//! than wall-clock time; the minimum of three runs counts. Each build is compared, in the same run,
//! with two lower limits for any search over bit sets, and a smaller one with a plain search state
//! by state:
//!
//! - *memory*: on every level, read the frontier and update the two other bit
//!   sets in order; write the table once;
//! - *unions*: on every level, 18 unions of bit sets, from and to a buffer that
//!   stays in the L1 cache, without permutations.
//!
//! `cargo bench --bench pdb` takes about three minutes.

use admit::files::Options;
use admit::pdb::cube::{Blocks, CubePattern, CubeRanker, CubeTable, MAX_DISTANCE, build};
use admit::space::cube::Move;
use std::hint::black_box;
use time::least;

#[path = "common/time.rs"]
mod time;

const PATTERNS: [&str; 3] = ["6-edge", "8-corner", "7-edge"];

fn pattern(name: &str) -> CubePattern {
    name.parse().expect("the benchmarks use named patterns")
}

fn main() {
    println!("processor time, minimum of three runs");
    println!(
        "{:9} {:>8} {:>10} {:>8} {:>8} {:>14} {:>14}",
        "", "build", "per state", "check", "memory", "build / memory", "build / unions"
    );
    for name in PATTERNS {
        let pattern = pattern(name);
        let blocks = Blocks::new(pattern).unwrap();
        let table = CubeTable::build(pattern, &Options::default()).unwrap();
        let levels = table.header().histogram.iter().filter(|&&n| n > 0).count() - 1;
        let build_time = least(|| drop(black_box(build(pattern, &Options::default()))));
        let check_time = least(|| drop(black_box(table.proof(&Options::default()))));
        drop(table);
        let words = blocks.bit_set_bytes() as usize / 8;
        let memory_time = least(|| memory_floor(words, levels, blocks.ranker().states()));
        let union_time = least(|| union_floor(words, levels));
        println!(
            "{name:9} {build_time:7.2}s {:7.2} ns {check_time:7.2}s {memory_time:7.2}s {:13.1}x {:13.1}x",
            build_time / blocks.ranker().states() as f64 * 1e9,
            build_time / memory_time,
            build_time / union_time,
        );
    }
    let five = pattern("5-edge");
    let blocks = least(|| drop(black_box(build(five, &Options::default()))));
    let states = least(|| drop(black_box(state_by_state(five))));
    println!(
        "\n5-edge, state by state / by blocks: {:.0}x ({states:.2} s / {blocks:.3} s)",
        states / blocks
    );
}

/// One pass over three bit sets per level, and one over the table's bytes.
fn memory_floor(words: usize, levels: usize, states: u64) {
    let frontier = vec![1_u64; words];
    let mut next = vec![2_u64; words];
    let mut seen = vec![0_u64; words];
    for _ in 0..levels {
        for ((f, n), s) in frontier.iter().zip(&mut next).zip(&mut seen) {
            *n = (*n | f) & !*s;
            *s |= *n;
        }
        black_box((&mut next, &mut seen));
    }
    black_box(vec![1_u8; (states / 2) as usize]);
}

/// 18 unions of bit sets on every level, eight kilobytes at a time.
fn union_floor(words: usize, levels: usize) {
    let from = vec![1_u64; 1 << 10];
    let mut to = vec![0_u64; 1 << 10];
    for _ in 0..(words * levels * 18) >> 10 {
        for (t, f) in to.iter_mut().zip(&from) {
            *t |= f;
        }
        black_box(&mut to);
    }
}

/// A plain breadth-first search with one byte per state.
fn state_by_state(pattern: CubePattern) -> Vec<u8> {
    let ranker = CubeRanker::new(pattern).unwrap();
    let mut distance = vec![u8::MAX; ranker.states() as usize];
    let mut frontier = vec![pattern.goal()];
    distance[ranker.rank(&pattern.goal()) as usize] = 0;
    for d in 1..=MAX_DISTANCE as u8 {
        let mut next = Vec::new();
        for state in &frontier {
            for m in Move::ALL {
                let neighbour = pattern.apply(state, m);
                let slot = &mut distance[ranker.rank(&neighbour) as usize];
                if *slot == u8::MAX {
                    *slot = d;
                    next.push(neighbour);
                }
            }
        }
        frontier = next;
    }
    distance
}
