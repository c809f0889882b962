//! macOS: accessibility (AX) first, events to the process (`CGEvent`) second.
//!
//! Type-checked, linted and linked for a Mac, and tested on Linux against a stand-in for the C calls
//! ([`shim`], tests only); never run on a Mac so far.

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
