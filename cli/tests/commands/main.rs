//! End to end: every command through the real program, in a folder of its own.

mod bounds;
mod certify;
mod compare;
mod cube_show;
mod graph;
mod learn;
mod ledger;
mod pdb;
mod rate;
mod sandbox;
mod shell;
mod solve;
