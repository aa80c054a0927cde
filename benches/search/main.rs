//! Speed of A* and IDA*, compared with other crates and with limits in the same run.
//!
//! - `peers`: A* on the 15-puzzle and on grids, compared with the crates `pathfinding`
//!   and `petgraph`: expansions per second and bytes per node;
//! - `cube`: IDA* on the cube: nodes per second, compared with random accesses to the
//!   same tables.
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

/// Counts allocations, for all crates alike.
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
