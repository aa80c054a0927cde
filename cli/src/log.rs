//! The log on standard error, by `tracing`.

use std::io::IsTerminal;
use tracing_subscriber::filter::LevelFilter;

/// Verbosity.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Level {
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// Starts the log.
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
    // Fails only if a log was started before in the same process.
    let _ = log.try_init();
}
