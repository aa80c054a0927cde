//! A\* with faults.
