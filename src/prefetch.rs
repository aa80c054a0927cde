//! Asking for memory before it is needed.

/// Tells the processor that `value` will be read soon. Changes nothing that a
/// program can see.
#[inline]
pub(crate) fn soon<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri), not(kani)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching reads nothing and faults on no address; this one
        // comes from a reference and is valid anyway.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri), not(kani))))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    #[test]
    fn asking_changes_nothing() {
        let values: Vec<u64> = (0..10_000).collect();
        for value in &values {
            super::soon(value);
        }
        super::soon(&());
        assert!(values.iter().zip(0..).all(|(&v, i)| v == i));
    }
}
