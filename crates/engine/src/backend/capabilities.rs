//! How the connections to a page differ, for callers that see only the traits.

use super::PictureLimits;
use std::time::Duration;

/// What the connection to a page can do, and how it behaves. The values are fixed for a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of its own")]
pub struct Capabilities {
    /// When [`Page::input`](super::Page::input) returns.
    pub input_returns: InputReturns,
    /// Whether several [`Page::call`](super::Page::call)s can run at the same time. If not, each call waits
    /// for the previous one.
    pub concurrent_calls: bool,
    /// Whether [`Page::screenshot`](super::Page::screenshot) applies
    /// [`ScreenshotRequest::scale`](super::ScreenshotRequest::scale). If not, the browser chooses the size of
    /// the picture.
    pub scaled_screenshots: bool,
    /// The largest picture that the browser takes.
    pub largest_picture: PictureLimits,
    /// Whether the browser draws a picture only when all frames in it have answered.
    pub pictures_wait_for_frames: bool,
    /// Whether the browser holds back answers about a page while a navigation of its main frame is under way.
    pub navigations_hold_calls: bool,
    /// How long one [`Page::call`](super::Page::call) may wait in the page; `None` for no limit.
    pub longest_call: Option<Duration>,
}

/// When a call that dispatches input returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputReturns {
    /// As soon as the page has handled the last event.
    WhenHandled,
    /// After the browser has drawn the next frame. The page may report earlier that it has handled the event.
    AfterNextFrame,
}
