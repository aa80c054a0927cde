//! IDA* on the cube: nodes generated per second on one core.
//!
//! Two sets of tables, for which figures of HOG2 are known: all corners, and
//! all corners with two sets of six edges. The lower limit is the cost of the same
//! number of random accesses to the same tables, without any computation. The
//! rest of a search is moving and ranking states and decisions.

use super::time::least;
use admit::files::Options;
use admit::pdb::cube::{CubePattern, CubeTable};
use admit::search::{CubeSearch, Guide, Tables};
use admit::space::cube::{Cube, parse_state};
use std::hint::black_box;

const TWELVE: &str = "R U2 F' L D B2 R' U F2 L' D' B";
const FOURTEEN: &str = "D L2 F' U B' R2 D' F L U2 B R' F2 D";
const ALSO_FOURTEEN: &str = "F U' R2 B D2 L F' R U2 B' L2 D F R'";

pub fn measure() {
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    one_thread
        .expect("a thread can be started")
        .install(measure_here);
}

fn measure_here() {
    let build = |name: &str| {
        let pattern: CubePattern = name.parse().expect("a pattern");
        CubeTable::build(pattern, &Options::default()).expect("it fits into memory")
    };
    let corners = build("8-corner");
    let edges = ["6-edge", "edges:UB,DR,DF,DL,DB,BR"].map(build);
    println!("IDA* on the cube, one core (processor time, minimum of three)\n");
    println!(
        "{:24} {:>6} {:>12} {:>12} {:>10} {:>12}",
        "tables", "length", "generated", "million/s", "ns/node", "fetches/node"
    );
    let fetch = nanoseconds_a_fetch(&corners);
    let alone = Tables::new([&corners]).expect("it is exact");
    let three = Tables::new([&corners, &edges[0], &edges[1]]).expect("they are exact");
    line("8-corner", &alone, TWELVE, fetch);
    line("8-corner, two 6-edge", &three, FOURTEEN, fetch);
    line("8-corner, two 6-edge", &three, ALSO_FOURTEEN, fetch);
    println!(
        "\nrandom access to the corner table: {fetch:.1} ns.\n\
         HOG2, figures from another machine with two cores: 5.6 to 6.0 and 1.3 to 1.7 million/s."
    );
}

fn line(name: &str, guide: &impl Guide, scramble: &str, fetch: f64) {
    let cube = parse_state(scramble).expect("a scramble");
    let search = CubeSearch::new(guide);
    let found = search.solve(&cube).expect("tables are finite");
    let moves = found.moves().expect("every cube can be solved");
    assert_eq!(cube.apply_all(moves), Cube::SOLVED);
    let seconds = least(|| drop(black_box(search.solve(&cube))));
    let generated = found.summary.generations;
    let each = seconds / generated as f64 * 1e9;
    println!(
        "{name:24} {:6} {generated:12} {:12.1} {each:10.1} {:12.1}",
        moves.len(),
        1e3 / each,
        each / fetch,
    );
}

/// Cost of one random table access.
fn nanoseconds_a_fetch(table: &CubeTable) -> f64 {
    const FETCHES: u64 = 20_000_000;
    let bytes = table.bytes();
    let seconds = least(|| {
        let (mut x, mut sum) = (1_u64, 0_u64);
        for _ in 0..FETCHES {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = ((x >> 32) as u128 * bytes.len() as u128) >> 32;
            sum += bytes[at as usize] as u64;
        }
        black_box(sum);
    });
    seconds / FETCHES as f64 * 1e9
}
