//! What people look at: pictures of what was measured, and what may be said of it.
//!
//! | file | what it is for |
//! |---|---|
//! | `chart` | lines over axes, several charts beneath each other, as SVG or PNG |
//! | `deviation` | how far means are from what is expected, over the number of samples |
//! | `markers` | single points over axes, each with a name, as SVG or PNG |
//! | `numbers` | numbers as people read them |
//! | `page` | everything in one file of HTML (features `learn`, `ledger` and `graphs`) |
//! | `raster` | pixels, and PNG |
//! | `rate` | how deviations fall with N, beside what the theorem allows (feature `learn`) |
//! | `run` | how a training run went (feature `learn`) |

pub mod chart;
pub mod deviation;
pub mod markers;
pub mod numbers;
pub mod page;
mod raster;
pub mod rate;
pub mod run;
