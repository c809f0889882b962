//! The C calls that the backend makes. These are the only files that differ between a Mac and other systems.
//!
//! Types of Core Foundation come from `core-foundation-sys`, those of accessibility and events from
//! `accessibility-sys` and `core-graphics`. The functions of the latter two are declared here again for two reasons:
//! an Objective-C exception may leave an accessibility call, which is only defined for `C-unwind` (the crate declares
//! `C`), and the event functions of `core-graphics` are private. `agree.rs` lets the compiler compare our
//! declarations with theirs.
//!
//! On other systems the same declarations are linked against `super::shim`, for tests only.

#[cfg(target_os = "macos")]
mod agree;
pub(crate) mod ax;
pub(crate) mod cg;

pub(crate) use core_foundation_sys as cf;

#[cfg(target_os = "macos")]
use std::ffi::c_void;

// Catching exceptions needs the Objective-C runtime, which the helper crate does not link.
#[cfg(target_os = "macos")]
#[link(name = "objc", kind = "dylib")]
unsafe extern "C" {}

/// Runs a call that may throw an Objective-C exception; `None` if it threw.
///
/// An uncaught exception from an accessibility call would end the process.
#[cfg(target_os = "macos")]
pub(crate) fn caught<R>(call: impl FnOnce() -> R) -> Option<R> {
    struct State<F, R> {
        call: Option<F>,
        result: Option<R>,
    }
    extern "C-unwind" fn run<F: FnOnce() -> R, R>(context: *mut c_void) {
        // SAFETY: `context` is the `State` below, which has no other user during the call.
        let state = unsafe { &mut *context.cast::<State<F, R>>() };
        state.result = state.call.take().map(|call| call());
    }
    fn enter<F: FnOnce() -> R, R>(state: &mut State<F, R>) -> (u8, *mut c_void) {
        let mut thrown = std::ptr::null_mut();
        // SAFETY: `run` receives the state that it expects.
        let code = unsafe { objc2_exception_helper::try_catch(run::<F, R>, std::ptr::from_mut(state).cast(), &raw mut thrown) };
        (code, thrown)
    }
    let mut state = State {
        call: Some(call),
        result: None,
    };
    let (_, thrown) = enter(&mut state);
    if !thrown.is_null() {
        // SAFETY: the exception was retained for us; CFRelease accepts any Objective-C object.
        unsafe { cf::base::CFRelease(thrown) };
    }
    state.result
}

/// The same over the shim, which throws by unwinding.
#[cfg(not(target_os = "macos"))]
pub(crate) fn caught<R>(call: impl FnOnce() -> R) -> Option<R> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).ok()
}
