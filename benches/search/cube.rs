//! IDA* on the cube.
pub fn measure() {}
