//! The command: reads arguments, calls the library, prints.
//!
//! One file per command; what a command does is done by the library. Shared pieces: `context` (the
//! data folder, threads, how to print) and `output` (tables, numbers, progress).

mod bounds;
mod certify;
mod cite;
mod claims;
mod compare;
mod completions;
mod context;
mod convergence;
mod cube_show;
mod eval;
mod everything;
mod experiment;
mod graph;
mod log;
mod man;
mod output;
mod pdb_build;
mod pdb_check;
mod pdb_compress;
mod pdb_delta;
mod pdb_export;
mod pdb_import;
mod pdb_info;
mod pdb_orders;
pub mod report;
mod scaling;
mod solve;
mod table2;
mod tables;
mod train;
mod verify;

use clap::{Args, CommandFactory, Parser, Subcommand};
use context::{Context, Failure};
use std::path::PathBuf;
use std::process::ExitCode;

/// Admissible heuristics for A*: build, learn, certify, search, verify.
///
/// Builds and proves pattern databases of the 3×3 Rubik's cube, compresses them, solves cubes with
/// them, trains networks and certifies that they are admissible, and compares A* with its bounds on
/// any graph. Every table carries a digest; one that is short, foreign or altered is refused. Every
/// claim of the paper behind it, and every claim of its own, has a verdict that follows from
/// evidence: `verify` runs it, `cite` prints what may be written.
///
/// Without a command: the main job. Builds and proves tables, runs the quick evidence for
/// every claim, trains, certifies and uses a small network, measures convergence rates, and
/// writes a page, report/index.html. It takes some minutes; steps are cached.
#[derive(Parser)]
#[command(name = "admit", version, max_term_width = 100, after_help = AFTER)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(flatten)]
    everything: everything::Arguments,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Text below the help.
const AFTER: &str = "\
Exit codes:
  0  success, and all outcomes are as expected
  1  failure, or an outcome that is not expected; the last lines say why
  2  the command line was not understood

Examples:
  admit solve \"R U2 F' L D B2 R' U F2\"   a cube, in as few moves as possible
  admit pdb build 6-edge                  a pattern database, in a second
  admit verify reopening-bound            one claim, its evidence, its verdict
  admit cite reopening-bound              the sentence one may write, and BibTeX
  admit COMMAND --help                    more about a command";

/// Options of all commands.
#[derive(Args)]
struct Global {
    /// Print one JSON object on standard output instead of a table.
    #[arg(long, global = true)]
    json: bool,
    /// Where tables are kept [default: the platform's data folder].
    #[arg(
        long,
        value_name = "DIR",
        env = "ADMIT_DATA",
        hide_env_values = true,
        global = true
    )]
    data: Option<PathBuf>,
    /// Show no progress: results go to standard output, errors to standard error.
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Log level on standard error: off, error, warn, info, debug or trace.
    #[arg(
        long,
        value_name = "LEVEL",
        env = "ADMIT_LOG",
        hide_env_values = true,
        default_value = "warn",
        hide_default_value = true,
        global = true
    )]
    log: log::Level,
    /// Threads to use [default: one for each core].
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Subcommand)]
enum Command {
    /// Pattern databases: build, prove, compress, exchange.
    #[command(subcommand)]
    Pdb(Pdb),
    Solve(solve::Arguments),
    Train(train::Arguments),
    Eval(eval::Arguments),
    Certify(certify::Arguments),
    Compare(compare::Arguments),
    Table2(table2::Arguments),
    Scaling(scaling::Arguments),
    /// The cube itself.
    #[command(subcommand)]
    Cube(Cube),
    Graph(graph::Arguments),
    Bounds(bounds::Arguments),
    #[command(alias = "rate")]
    Convergence(convergence::Arguments),
    Verify(verify::Arguments),
    Claims(claims::Arguments),
    Cite(cite::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

#[derive(Subcommand)]
enum Pdb {
    Build(pdb_build::Arguments),
    Info(pdb_info::Arguments),
    Check(pdb_check::Arguments),
    Compress(pdb_compress::Arguments),
    Orders(pdb_orders::Arguments),
    Delta(pdb_delta::Arguments),
    Export(pdb_export::Arguments),
    Import(pdb_import::Arguments),
}

#[derive(Subcommand)]
enum Cube {
    Show(cube_show::Arguments),
}

/// Reads the arguments and runs the command.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    log::begin(cli.global.log);
    if cli.global.quiet {
        output::be_quiet();
    }
    let context = match Context::new(&cli.global) {
        Ok(context) => context,
        Err(failure) => return fail(&failure),
    };
    let Some(command) = &cli.command else {
        return ended(everything::run(&context, &cli.everything));
    };
    if cli.everything.given() {
        let text = "--fresh and --report are for a run without a command; \
                    after a command, see its own options with --help";
        let kind = clap::error::ErrorKind::ArgumentConflict;
        Cli::command().error(kind, text).exit();
    }
    let done = match command {
        Command::Pdb(Pdb::Build(a)) => pdb_build::run(&context, a),
        Command::Pdb(Pdb::Info(a)) => pdb_info::run(&context, a),
        Command::Pdb(Pdb::Check(a)) => pdb_check::run(&context, a),
        Command::Pdb(Pdb::Compress(a)) => pdb_compress::run(&context, a),
        Command::Pdb(Pdb::Orders(a)) => pdb_orders::run(&context, a),
        Command::Pdb(Pdb::Delta(a)) => pdb_delta::run(&context, a),
        Command::Pdb(Pdb::Export(a)) => pdb_export::run(&context, a),
        Command::Pdb(Pdb::Import(a)) => pdb_import::run(&context, a),
        Command::Solve(a) => solve::run(&context, a),
        Command::Train(a) => train::run(&context, a),
        Command::Eval(a) => eval::run(&context, a),
        Command::Certify(a) => certify::run(&context, a),
        Command::Compare(a) => compare::run(&context, a),
        Command::Table2(a) => table2::run(&context, a),
        Command::Scaling(a) => scaling::run(&context, a),
        Command::Cube(Cube::Show(a)) => cube_show::run(&context, a),
        Command::Graph(a) => graph::run(&context, a),
        Command::Bounds(a) => bounds::run(&context, a),
        Command::Convergence(a) => convergence::run(&context, a),
        Command::Verify(a) => verify::run(&context, a),
        Command::Claims(a) => claims::run(&context, a),
        Command::Cite(a) => cite::run(&context, a),
        Command::Completions(a) => completions::run(a),
        Command::Man(a) => man::run(a),
    };
    ended(done)
}

fn ended(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => fail(&failure),
    }
}

/// The command as clap knows it, for completions and manual pages.
fn command() -> clap::Command {
    Cli::command()
}

fn fail(failure: &Failure) -> ExitCode {
    anstream::eprintln!("error: {failure}");
    ExitCode::FAILURE
}
