//! The checks under Kani.

mod suboptimality;
