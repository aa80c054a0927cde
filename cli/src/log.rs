//! What is done, step by step, for whoever asks: a log on standard error, by `tracing`.

use std::io::IsTerminal;
use tracing_subscriber::filter::LevelFilter;

/// How much is said.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Level {
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// Begins to log. Of this program only: other crates have nothing to say to its users.
pub(super) fn begin(level: Level) {
    let level = match level {
        Level::Off => LevelFilter::OFF,
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
        Level::Trace => LevelFilter::TRACE,
    };
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let log = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(colours)
        .with_target(false);
    // A second one could only be begun by a second command in the same process.
    let _ = log.try_init();
}
