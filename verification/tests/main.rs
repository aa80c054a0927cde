//! All properties, in one program: each would otherwise be linked with everything for
//! itself, which takes longer than most of them run.

mod astar;
mod blocks;
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
mod judge;
mod mutants;
mod notation;
mod pattern;
mod rank;
mod ranked_table;
mod symmetry;
mod theory;
mod tiles;
mod topspin;
