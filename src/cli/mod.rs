//! The command: reads arguments, calls the library, prints.
//!
//! One file per command; what a command does is done by the library. Shared
//! pieces: `context` (the data folder, threads, how to print) and `output`
//! (tables, numbers, progress).

#[cfg(feature = "learn")]
mod bounds;
#[cfg(feature = "learn")]
mod certify;
mod cite;
mod claims;
#[cfg(feature = "learn")]
mod compare;
mod context;
mod cube_show;
#[cfg(feature = "learn")]
mod eval;
#[cfg(feature = "learn")]
mod experiment;
mod graph;
mod output;
mod pdb_build;
mod pdb_check;
mod pdb_compress;
mod pdb_delta;
mod pdb_export;
mod pdb_import;
mod pdb_info;
mod pdb_orders;
#[cfg(feature = "learn")]
mod rate;
#[cfg(feature = "learn")]
mod rule;
#[cfg(feature = "learn")]
mod scaling;
mod solve;
#[cfg(feature = "learn")]
mod table2;
mod tables;
#[cfg(feature = "learn")]
mod train;
mod verify;
mod workspace;

use clap::{Args, Parser, Subcommand};
use context::{Context, Failure};
use std::path::PathBuf;
use std::process::ExitCode;

/// Heuristics for A* that are known never to overestimate.
///
/// Builds and proves pattern databases of the 3×3 Rubik's cube, makes smaller
/// tables of them, solves cubes with them, and holds a heuristic on a graph of
/// one's own against what is known about A*. Every table carries a digest; one
/// that is short, foreign or altered is refused. Every claim of the paper behind
/// it, and every claim of its own, has a verdict that follows from evidence:
/// `verify` runs it, `cite` says what may be written.
#[derive(Parser)]
#[command(name = "admit", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// What all commands take.
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
    #[cfg(feature = "learn")]
    Train(train::Arguments),
    #[cfg(feature = "learn")]
    Eval(eval::Arguments),
    #[cfg(feature = "learn")]
    Certify(certify::Arguments),
    #[cfg(feature = "learn")]
    Compare(compare::Arguments),
    #[cfg(feature = "learn")]
    Table2(table2::Arguments),
    #[cfg(feature = "learn")]
    Scaling(scaling::Arguments),
    /// The cube itself.
    #[command(subcommand)]
    Cube(Cube),
    Graph(graph::Arguments),
    #[cfg(feature = "learn")]
    Bounds(bounds::Arguments),
    #[cfg(feature = "learn")]
    Rate(rate::Arguments),
    Verify(verify::Arguments),
    Claims(claims::Arguments),
    Cite(cite::Arguments),
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

/// Reads the arguments, runs the command and says how it went.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let context = match Context::new(&cli.global) {
        Ok(context) => context,
        Err(failure) => return fail(&failure),
    };
    let done = match &cli.command {
        Command::Pdb(Pdb::Build(a)) => pdb_build::run(&context, a),
        Command::Pdb(Pdb::Info(a)) => pdb_info::run(&context, a),
        Command::Pdb(Pdb::Check(a)) => pdb_check::run(&context, a),
        Command::Pdb(Pdb::Compress(a)) => pdb_compress::run(&context, a),
        Command::Pdb(Pdb::Orders(a)) => pdb_orders::run(&context, a),
        Command::Pdb(Pdb::Delta(a)) => pdb_delta::run(&context, a),
        Command::Pdb(Pdb::Export(a)) => pdb_export::run(&context, a),
        Command::Pdb(Pdb::Import(a)) => pdb_import::run(&context, a),
        Command::Solve(a) => solve::run(&context, a),
        #[cfg(feature = "learn")]
        Command::Train(a) => train::run(&context, a),
        #[cfg(feature = "learn")]
        Command::Eval(a) => eval::run(&context, a),
        #[cfg(feature = "learn")]
        Command::Certify(a) => certify::run(&context, a),
        #[cfg(feature = "learn")]
        Command::Compare(a) => compare::run(&context, a),
        #[cfg(feature = "learn")]
        Command::Table2(a) => table2::run(&context, a),
        #[cfg(feature = "learn")]
        Command::Scaling(a) => scaling::run(&context, a),
        Command::Cube(Cube::Show(a)) => cube_show::run(&context, a),
        Command::Graph(a) => graph::run(&context, a),
        #[cfg(feature = "learn")]
        Command::Bounds(a) => bounds::run(&context, a),
        #[cfg(feature = "learn")]
        Command::Rate(a) => rate::run(&context, a),
        Command::Verify(a) => verify::run(&context, a),
        Command::Claims(a) => claims::run(&context, a),
        Command::Cite(a) => cite::run(&context, a),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => fail(&failure),
    }
}

fn fail(failure: &Failure) -> ExitCode {
    anstream::eprintln!("error: {failure}");
    ExitCode::FAILURE
}
