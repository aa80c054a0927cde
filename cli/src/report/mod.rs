//! Charts of results, and the page.
//!
//! | module | contents |
//! |---|---|
//! | `chart` | charts as SVG, for the page and for files |
//! | `convergence` | the chart of a convergence experiment |
//! | `numbers` | numbers as people read them |
//! | `page` | claims, results and charts in one file of HTML |
//! | `training` | charts of a training run |

pub(crate) mod chart;
pub(crate) mod convergence;
pub mod numbers;
pub mod page;
pub(crate) mod training;
