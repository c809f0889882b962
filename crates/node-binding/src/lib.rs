//! The engine as a Node addon. It only passes calls on.
//!
//! `uipilot_engine::api` defines the calls, their arguments and their answers, which cross as JSON. Answers
//! and faults both cross as data: nothing here throws, and no panic crosses. The TypeScript package
//! `@uipilot/core` turns a fault into its `UipilotError`.

// The macros of napi need their arguments by value and their items public, and write items without
// documentation.
#![allow(
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    missing_docs,
    unreachable_pub
)]
// The registrations that napi writes are left out of test builds, and with them all callers.
#![cfg_attr(test, allow(dead_code))]

mod call;
mod cancellation;
mod log;
mod memory;
mod native;

/// Threads for the engine's input and output. The engine mostly waits: two are enough to handle a browser's
/// answer while a snapshot is written.
const WORKER_THREADS: usize = 2;

#[napi_derive::module_init]
fn init() {
    memory::give_back_what_is_freed();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKER_THREADS)
        .thread_name("uipilot")
        .enable_all()
        .build();
    // Without this runtime, napi makes its own with one thread for each core.
    if let Ok(runtime) = runtime {
        napi::bindgen_prelude::create_custom_tokio_runtime(runtime);
    }
}
