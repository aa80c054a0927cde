//! End to end: every command through the real program, in a folder of its own.

#[cfg(feature = "learn")]
mod bounds;
#[cfg(feature = "learn")]
mod certify;
#[cfg(feature = "learn")]
mod compare;
mod cube_show;
mod graph;
mod learn;
mod ledger;
mod pdb;
#[cfg(feature = "learn")]
mod rate;
mod sandbox;
mod shell;
mod solve;
