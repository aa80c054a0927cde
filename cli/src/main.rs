//! The `admit` command.

use std::process::ExitCode;

/// Batches become tensors of many megabytes, which the system's allocator gives back
/// and asks for again at every step.
#[cfg(feature = "burn")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    admit_cli::run()
}
