//! Permissions that the user has to grant.

use super::cf::Owned;
use super::sys::ax::{AXIsProcessTrustedWithOptions, kAXTrustedCheckOptionPrompt};
use super::sys::cg::CGPreflightScreenCaptureAccess;
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::quote;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the system's dialog was shown. It is shown once, not for every call.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Checks that this program may use accessibility. The first call shows the system's dialog.
///
/// # Errors
/// `PermissionDenied`; the next step says what to allow, and where.
pub(crate) fn accessibility() -> Result<()> {
    let ask = !ASKED.swap(true, Ordering::Relaxed);
    let options = Owned::boolean(ask).and_then(|ask| {
        // SAFETY: the key is a constant of the library.
        unsafe { Owned::entry(kAXTrustedCheckOptionPrompt.cast(), &ask) }
    });
    let options = options.as_ref().map_or(std::ptr::null(), Owned::as_ptr);
    // SAFETY: null, or a dictionary that lives for the call.
    if unsafe { AXIsProcessTrustedWithOptions(options.cast()) } {
        return Ok(());
    }
    Err(missing())
}

/// The error for the missing accessibility permission.
pub(crate) fn missing() -> EngineError {
    denied("macOS does not let this program use accessibility", "Accessibility")
}

/// Checks that this program may see what other programs draw.
///
/// # Errors
/// `PermissionDenied`; the next step says what to allow, and where.
pub(crate) fn screen() -> Result<()> {
    // SAFETY: no preconditions.
    if unsafe { CGPreflightScreenCaptureAccess() } {
        return Ok(());
    }
    Err(denied(
        "macOS does not let this program take pictures of the screen",
        "Screen & System Audio Recording",
    ))
}

fn denied(what: &str, section: &str) -> EngineError {
    let program = std::env::current_exe().map_or_else(|_| "this program".to_owned(), |path| quote(&path.to_string_lossy()));
    EngineError::new(ErrorKind::PermissionDenied, what).with_next_step(format!(
        "open System Settings > Privacy & Security > {section} and allow the application that started this program (the \
         terminal or editor), or {program} itself; then start that application again"
    ))
}
