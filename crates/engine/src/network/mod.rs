//! What is told of recorded requests: masks, parts of JSON, and the HTTP Archive. No I/O.

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
pub(crate) mod har;
pub(crate) mod json_path;
pub(crate) mod mask;
mod moment;
