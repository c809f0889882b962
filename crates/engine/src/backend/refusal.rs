//! The errors that every backend returns when a page cannot answer, and a wait that ends with them.

use super::{Dialog, DialogKind, Page, PageState};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::report::FailedLoad;
use crate::text::{quote, shorten};

/// A dialog blocks the page.
pub(super) fn dialog_open(dialog: &Dialog) -> EngineError {
    let what = match dialog.kind {
        DialogKind::Alert => "an alert dialog",
        DialogKind::Confirm => "a confirm dialog",
        DialogKind::Prompt => "a prompt dialog",
        DialogKind::BeforeUnload => "a beforeunload dialog",
        DialogKind::Unknown => "a dialog",
    };
    EngineError::new(
        ErrorKind::DialogOpen,
        format!("{what} is open: {}", quote(&shorten(&dialog.message, 200))),
    )
}

/// An address that could not be loaded, for browsers that show an error page with the cause.
pub(crate) fn load_failed(failed: &FailedLoad) -> EngineError {
    let FailedLoad { url, cause } = failed;
    EngineError::new(
        ErrorKind::NavigationFailed,
        format!("{} could not be loaded: {}", quote(&shorten(url, 300)), cause.phrase()),
    )
    .with_next_step(NextStep::RepairLoad { cause: *cause })
}

/// The user has taken back the tab that the page is in.
pub(super) fn taken_back() -> EngineError {
    EngineError::new(ErrorKind::TabNotGranted, "the user has taken this tab back in the extension")
}

/// There is no dialog to answer.
pub(super) fn no_dialog() -> EngineError {
    EngineError::new(ErrorKind::NoDialog, "no dialog is open in this page")
}

/// The frame of a call was removed from the page.
pub(super) fn frame_gone(page: &PageState) -> EngineError {
    let shows = quote(&shorten(&page.url(), 200));
    let what = format!("the frame is not in the page any more; the page shows {shows}");
    EngineError::new(ErrorKind::StaleUid, what)
}

/// A navigation replaced the document of a call.
pub(super) fn document_replaced() -> EngineError {
    EngineError::new(
        ErrorKind::StaleUid,
        "another document took the place of the one that was asked",
    )
}

/// Input has begun a navigation that keeps the document of a call from answering.
pub(crate) fn document_leaving(next: &str) -> EngineError {
    let what = format!(
        "the page began to load {}, and answers no question until that has come",
        quote(&shorten(next, 200))
    );
    EngineError::new(ErrorKind::StaleUid, what)
}

/// The element of a call was removed from its document.
pub(super) fn element_gone() -> EngineError {
    EngineError::new(ErrorKind::StaleUid, "the element is not in the document any more")
}

/// The in-page script threw, or the page interfered with it. `text` is the exception's text.
pub(super) fn script_failed(text: &str) -> EngineError {
    EngineError::new(
        ErrorKind::Protocol,
        format!("the in-page script failed: {}", quote(&shorten(text, 400))),
    )
}

/// The in-page script answered with something other than a string.
pub(super) fn answer_not_text(method: &str) -> EngineError {
    EngineError::new(
        ErrorKind::Protocol,
        format!(
            "the in-page script answered {} with something that is not text",
            quote(method)
        ),
    )
}

/// A script of the caller did not end in time.
pub(super) fn script_late(limit: std::time::Duration, outcome: &str) -> EngineError {
    EngineError::new(
        ErrorKind::Timeout,
        format!("the script has not ended within {:.1} s{outcome}", limit.as_secs_f64()),
    )
}

/// A drag that did not get to where it was to end.
pub(super) fn drag_taken_back() -> EngineError {
    EngineError::new(
        ErrorKind::OutcomeUnknown,
        "what was dragged was taken back to where it began and released there: the place where it was to end could not be reached",
    )
    .with_next_step(NextStep::snapshot("see what the page made of it before you repeat it"))
}

/// A drag to where the browser does not take the pointer.
pub(super) fn drag_cut_short() -> EngineError {
    EngineError::new(
        ErrorKind::OutcomeUnknown,
        "the drag was cut short and released on its way: the browser does not take the pointer out of the frame in which it began",
    )
    .with_next_step(NextStep::snapshot("see what the page made of it before you repeat it"))
}

/// Fingers that would go out of a frame of another process.
pub(super) fn touch_leaves_frame() -> EngineError {
    EngineError::new(
        ErrorKind::Unsupported,
        "a finger would leave the frame in which it begins, which this browser does not do; nothing was touched",
    )
    .with_next_step("move it less far, or scroll the page in another way")
}

/// A drag without points.
pub(super) fn empty_drag() -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, "a drag needs points to go along")
}

/// Runs `work`. Returns an error instead if a dialog opens, the page ends, or `stopped` resolves first. A
/// browser does not answer while a dialog suspends the page's scripts.
pub(super) async fn uninterrupted<T>(
    page: &impl Page,
    stopped: impl Future<Output = EngineError>,
    work: impl Future<Output = T>,
) -> Result<T> {
    page.refuse_blocked()?;
    tokio::pin!(work, stopped);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return Ok(done),
            () = page.state().interrupted() => {}
            error = &mut stopped => return Err(error),
        }
        // If the dialog was closed in the meantime, the work continues.
        page.refuse_blocked()?;
    }
}
