//! The errors for frames that have not answered in time.

use super::{FrameId, Page};
use crate::error::{EngineError, ErrorKind, NextStep};
use crate::text::{quote, shorten};
use std::time::Duration;
use tokio::time::Instant;

/// For how long a frame must have been asked to be named as the cause of an operation that does not end.
pub(super) const CERTAIN: Duration = Duration::from_millis(400);

/// What to do about a page whose navigation waits for its server.
pub(crate) const WAIT_OR_LEAVE: &str = "wait for the new document, or load another address, which ends the loading";

/// The address of a frame; empty if it is not known.
pub(super) fn address(page: &dyn Page, frame: &FrameId) -> String {
    if *frame == page.main_frame() {
        return page.state().url();
    }
    page.address_of(frame).unwrap_or_default()
}

/// The error for an operation that began at `began` and has not ended. A page, or a frame of it, that does not answer
/// is the cause.
pub(super) fn unfinished(page: &dyn Page, doing: &str, began: Instant) -> EngineError {
    let main = page.main_frame();
    let state = page.state();
    if state.silent_since(&main).is_some() {
        return silent(page, &main, began);
    }
    let seconds = began.elapsed().as_secs_f64();
    let what = format!("the browser has not finished {doing} after {seconds:.1} s");
    let error = EngineError::new(ErrorKind::Timeout, what);
    match state.silent_frames().first() {
        Some((frame, _)) => error.besides(silent(page, frame, began).context()),
        // Some operations wait for the document's end.
        None if !state.load_state().1 => error.besides("the page is still loading"),
        None => error,
    }
}

/// The error for a frame that was asked at `began` and has not answered. It names the cause if that is known.
pub(crate) fn silent(page: &dyn Page, frame: &FrameId, began: Instant) -> EngineError {
    let state = page.state();
    let main = page.main_frame();
    let since = state.silent_since(frame).unwrap_or(began);
    let seconds = since.elapsed().as_secs_f64();
    let name = if *frame == main { "the page" } else { "the frame" };
    let shown = quote(&shorten(&address(page, frame), 200));
    if let Some(next) = state.navigating_to(frame).or_else(|| state.navigating_to(&main)) {
        let next = quote(&shorten(&next, 200));
        let what = format!("{name} {shown} has not answered for {seconds:.1} s: the browser is loading {next} in its place");
        return EngineError::new(ErrorKind::Timeout, what).with_next_step(WAIT_OR_LEAVE);
    }
    if state.silent_since(frame).is_none() && since.elapsed() < CERTAIN {
        let what = format!("the time of the call ended {seconds:.1} s after {name} {shown} was asked, before its answer");
        return EngineError::new(ErrorKind::Timeout, what);
    }
    let what = format!(
        "{name} {shown} has not answered for {seconds:.1} s: its script is busy, or waits for something that blocks it, \
         such as a synchronous request or a print window"
    );
    EngineError::new(ErrorKind::Timeout, what).with_next_step(NextStep::LeaveSilentPage)
}
