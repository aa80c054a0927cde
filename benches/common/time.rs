//! Processor time, which other load on the machine affects less than wall-clock time.

/// Processor time of the whole process so far.
pub fn processor_seconds() -> f64 {
    let t = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}

/// Minimum processor time of three runs, in seconds.
pub fn least(mut run: impl FnMut()) -> f64 {
    (0..3)
        .map(|_| {
            let start = processor_seconds();
            run();
            processor_seconds() - start
        })
        .fold(f64::INFINITY, f64::min)
}
