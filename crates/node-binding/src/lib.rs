//! The engine as a Node addon: hands calls over and nothing else.
//!
//! Calls, their arguments and their answers are defined in `uipilot_engine::api` and cross as JSON.
//! Answers and faults both cross as data; nothing here throws and no panic crosses. The TypeScript
//! package `@uipilot/core` turns a fault into its `UipilotError`, in one place.

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

/// Threads for the engine's input and output. Its work is waiting; two are enough for a browser
/// that answers while a snapshot is being written out.
const WORKER_THREADS: usize = 2;

#[napi_derive::module_init]
fn init() {
    memory::give_back_what_is_freed();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKER_THREADS)
        .thread_name("uipilot")
        .enable_all()
        .build();
    // Without a runtime of ours napi makes its own, with a thread a core.
    if let Ok(runtime) = runtime {
        napi::bindgen_prelude::create_custom_tokio_runtime(runtime);
    }
}
