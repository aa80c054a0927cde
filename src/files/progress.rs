//! Telling how far a long computation has come.

/// Called now and then, from any thread, with how much is done and how much
/// there is.
///
/// ```
/// use admit::pdb::cube::{CubePattern, CubeTable};
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// let last = AtomicU64::new(0);
/// let pattern: CubePattern = "4-edge".parse().unwrap();
/// CubeTable::build(pattern, u64::MAX, &|done, _| {
///     last.fetch_max(done, Ordering::Relaxed);
/// })
/// .unwrap();
/// assert_eq!(last.into_inner(), 190_080);
/// ```
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Tells nobody.
pub const SILENT: Progress<'static> = &|_, _| {};
