//! The `admit` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    admit::cli::run()
}
