//! All property tests in one program: linking each file separately would take longer than
//! most of them run.

mod astar;
mod blocks;
mod builder;
mod check;
mod claims;
mod coq;
mod cube;
mod derived;
mod evidence;
mod exchange;
mod files;
mod graphs;
mod idastar;
mod mutants;
mod notation;
mod pattern;
mod rank;
mod ranked_table;
mod symmetry;
mod theory;
mod tiles;
mod topspin;
