//! macOS: accessibility (AX) first, events to the process (`CGEvent`) second.
//!
//! Accessibility calls are declared `C-unwind` and run inside an Objective-C `@try`, because an exception in an
//! application's answer would otherwise end our process. Every call has a time limit: it is set on the system-wide
//! element, on the application, and on each element that is acted on. Input goes to one process, is built completely
//! before its first event is posted (so no key stays down), and is refused unless the application is in front.
//!
//! **This backend has never run on a Mac.** `npm run check:darwin` checks it on Linux, for `aarch64-apple-darwin` and
//! `x86_64-apple-darwin`:
//!
//! - *check* and *clippy* with the real crates. `sys/agree.rs` has the compiler compare every declaration, number,
//!   key code and name with `accessibility-sys` and `core-graphics`.
//! - *link*: a Mach-O binary that contains every C call, linked by zig against lists of Apple's symbols
//!   (`scripts/darwin/stubs`). A misspelt name does not link.
//! - *contract*: the real backend over `shim` (tests only), a stand-in for the C calls with reference counts, an
//!   application with a tree, a log, and injected errors, exceptions and hangs. Every test ends with the check that
//!   nothing leaked and nothing was used after its release.
//! - `--mutations` breaks a symbol, a retain, the Get rule and a key-up in a copy, and fails unless each is caught.
//!
//! No check here can tell how a Mac answers: where events posted to a background process arrive, or what `AppKit`'s own
//! elements do. The job `macos` in `.github/workflows/ci.yml` runs `crates/engine/tests/macos.rs` on
//! `tests/fixtures/macos/Fixture.swift`; neither has been compiled or run yet.

mod app;
mod cf;
mod element;
mod events;
mod fault;
mod front;
mod keyboard;
mod keycodes;
mod names;
mod permissions;
mod picture;
mod platform;
mod pointer;
mod process;
mod read;
mod registry;
mod roles;
mod scroll;
mod sys;
mod wake;
mod walk;
mod window;
mod windows;
mod write;

#[cfg(all(test, not(target_os = "macos")))]
mod contract;
#[cfg(all(test, not(target_os = "macos")))]
mod shim;

pub use platform::MacPlatform;
