//! How fast A* and IDA* are, beside peers and limits in the same run.
//!
//! - `peers`: A* on the 15-puzzle and on grids, beside the crates `pathfinding`
//!   and `petgraph`: expansions a second and bytes a node;
//! - `cube`: IDA* on the cube: nodes a second, beside fetching entries of the
//!   same tables at random.
//!
//! Time is processor time. `cargo bench --bench search` takes about three
//! minutes; `cargo bench --bench search -- cube` runs one of the two.

mod cube;
mod peers;
mod spaces;
// Shared with other benches, which use more of it.
#[allow(dead_code)]
#[path = "../common/time.rs"]
mod time;

use peak_alloc::PeakAlloc;

/// Counts what is allocated, for all alike.
#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

fn main() {
    let only: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let wanted = |name: &str| only.is_empty() || only.iter().any(|o| o == name);
    if wanted("peers") {
        peers::compare();
    }
    if wanted("cube") {
        cube::measure();
    }
}
