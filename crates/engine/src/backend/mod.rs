//! What the engine needs of a browser, and nothing more.
//!
//! The other modules see these traits, never a concrete backend; only `session/connect` names one. Where
//! connections differ, [`Capabilities`] says how. A backend speaks one protocol and keeps a [`PageState`]
//! for each page up to date from that protocol's events.

mod actions;
pub mod agent;
mod capabilities;
pub mod download_log;
mod monitor;
mod network;
mod refusal;
pub mod state;
mod tls;
pub mod wire;

pub mod bidi;
pub mod cdp;
#[cfg(feature = "webdriver")]
pub mod webdriver;

use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{InputEvent, Point};
use async_trait::async_trait;
pub use capabilities::{Capabilities, InputReturns};
pub use network::Network;
pub use state::{BrowserState, Dialog, DialogKind, Happening, PageState};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A frame, as its protocol names it (CDP frame id, BiDi browsing context id).
pub type FrameId = Arc<str>;
/// A page, as its protocol names it (CDP target id, BiDi top-level context, window handle).
pub type PageId = Arc<str>;

/// How long a drag rests at its end before the release. Libraries poll for the drop place: one sorter does
/// so every 50 ms, and not for 30 ms after each move of an item.
pub const DROP_HOLD: Duration = Duration::from_millis(100);

words! {
    /// How calls reach the page.
    pub enum Protocol {
        /// Chrome DevTools Protocol.
        Cdp = "cdp",
        /// WebDriver BiDi.
        Bidi = "bidi",
        /// Classic WebDriver over HTTP.
        WebDriver = "webdriver",
        /// No protocol: the in-page script alone, in the user's own tab.
        Dom = "dom",
    }
}

/// What reports say of an action that the in-page script carried out alone, without a connection to the
/// page.
#[cfg(feature = "relay")]
pub(crate) const SCRIPT_ALONE: Protocol = Protocol::Dom;

/// Who started the browser or the driver session, and therefore ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// This session: ending it ends the browser.
    Us,
    /// Another program. The browser is left running.
    Others,
}

/// The connected browser's product and protocol.
#[derive(Debug, Clone)]
pub struct BrowserDescription {
    /// Product and version, for example `Chrome/156.0.1` or `firefox/153.0`.
    pub product: String,
    /// The protocol in use.
    pub protocol: Protocol,
}

/// A page, in a list.
#[derive(Debug, Clone)]
pub struct PageSummary {
    /// The protocol's id.
    pub id: PageId,
    /// The document's address.
    pub url: String,
    /// The document's title, as the page gave it: quote before showing.
    pub title: String,
}

/// One frame of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The protocol's id.
    pub id: FrameId,
    /// The parent frame; `None` for the main frame.
    pub parent: Option<FrameId>,
    /// The document's address.
    pub url: String,
}

/// A way to replace the page's document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Navigation {
    /// Load this address.
    To(String),
    /// One step back in the history.
    Back,
    /// One step forward.
    Forward,
    /// Load the same address again.
    Reload,
}

/// Image format of a screenshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    /// Lossless.
    Png,
    /// Lossy, with a quality of 1 to 100.
    Jpeg(u8),
}

/// What to take a picture of. Lengths are CSS pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct ScreenshotRequest {
    /// Encoding of the answer.
    pub format: ImageFormat,
    /// The rectangle `[x, y, width, height]` in document coordinates of the main frame; the
    /// viewport where absent.
    pub clip: Option<[f64; 4]>,
    /// Output pixels for a CSS pixel; 1 where absent. Backends that cannot scale ignore it.
    pub scale: f64,
}

/// The outcome of a function in the page's own world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evaluated {
    /// The string that it returned; `None` for any other value.
    Text(Option<String>),
    /// It did not compile, or it threw. The text comes from the browser and may be the page's.
    Refused(String),
}

/// One running browser, or one session at a driver.
#[async_trait]
pub trait Browser: Send + Sync + 'static {
    /// Product and protocol.
    fn describe(&self) -> BrowserDescription;
    /// State of the whole browser: its downloads, and whether it has ended.
    fn state(&self) -> &Arc<BrowserState>;
    /// The open pages, oldest first.
    async fn pages(&self) -> Result<Vec<PageSummary>>;
    /// The page with this id, connected and ready to be driven.
    async fn page(&self, id: &PageId) -> Result<Arc<dyn Page>>;
    /// Opens an empty page (`about:blank`).
    async fn open_page(&self) -> Result<PageId>;
    /// Closes a page without asking it (no `beforeunload`).
    async fn close_page(&self, id: &PageId) -> Result<()>;
    /// Ends what this session started: a launched browser, a new driver session. A browser that was attached
    /// to and a session that was adopted keep running. Idempotent.
    async fn end(&self);
}

/// One page (tab or window) of a [`Browser`].
#[async_trait]
pub trait Page: Send + Sync + 'static {
    /// The protocol's id.
    fn id(&self) -> &PageId;
    /// What the connection to this page can do.
    fn capabilities(&self) -> Capabilities;
    /// Dialog, navigation, crash and the journal of happenings. The backend keeps it up to date.
    fn state(&self) -> &Arc<PageState>;
    /// The main frame's id, without I/O. It stays the same when the page navigates.
    fn main_frame(&self) -> FrameId;
    /// Refuses a page that is known to have ended, without I/O.
    ///
    /// # Errors
    /// `PageClosed`, `PageCrashed`, `SessionEnded`.
    fn refuse_ended(&self) -> Result<()>;
    /// Refuses a page that is known to have ended or to show a dialog, without I/O.
    ///
    /// # Errors
    /// `DialogOpen`, and those of [`Page::refuse_ended`].
    fn refuse_blocked(&self) -> Result<()> {
        self.refuse_ended()?;
        self.state()
            .dialog()
            .map_or(Ok(()), |dialog| Err(refusal::dialog_open(&dialog)))
    }
    /// All frames, parents before children, the main frame first.
    async fn frames(&self) -> Result<Vec<Frame>>;
    /// Calls `method` of the in-page script in the isolated world (or sandbox) of a frame and
    /// returns its string. Injects the script where the document does not have it yet.
    /// `args` is one JSON object. The methods are listed in `page_script`.
    ///
    /// # Errors
    /// `StaleUid` when the frame no longer exists or its document was replaced during the call;
    /// `PageClosed`, `PageCrashed`, `SessionEnded`.
    async fn call(&self, frame: &FrameId, method: &str, args: &str) -> Result<String>;
    /// Which child frame belongs to which frame-owner element of `frame`: pairs of the in-page
    /// node number and the child's id. Children whose owner is not in the document are left out.
    async fn child_frames(&self, frame: &FrameId) -> Result<Vec<(u32, FrameId)>>;
    /// Finds closed shadow roots among the candidates that the in-page script named, and passes them to the
    /// script. True if there were new ones: then a walk is worth repeating.
    async fn adopt_closed_shadow_roots(&self, frame: &FrameId) -> Result<bool>;
    /// Dispatches trusted input. Coordinates are CSS pixels in the main frame's viewport.
    /// Returns when the page has handled the last event; a dialog that opens in between makes it
    /// return early (the dialog is in [`PageState`]).
    async fn input(&self, events: &[InputEvent]) -> Result<()>;
    /// Drags with trusted input along `path` (press at the first point, release at the last), so
    /// that both pointer drags and HTML drag and drop work.
    ///
    /// # Errors
    /// `Unsupported` where the protocol cannot make an HTML drag happen; nothing was dropped then.
    async fn drag(&self, path: &[Point]) -> Result<()>;
    /// Puts the files into the file input with this in-page node number.
    async fn set_files(&self, frame: &FrameId, node: u32, files: &[PathBuf]) -> Result<()>;
    /// Runs a function, given as its source, in the page's own world of a frame, and returns the string that
    /// it resolves to. Its argument is the element with this in-page node number.
    ///
    /// # Errors
    /// `Timeout` after `limit`, `StaleUid` when the document is gone; `Unsupported` where the
    /// protocol has no way into that world.
    async fn evaluate(&self, frame: &FrameId, node: Option<u32>, function: &str, limit: Duration) -> Result<Evaluated> {
        let _ = (frame, node, function, limit);
        Err(EngineError::new(
            ErrorKind::Unsupported,
            "this connection cannot run scripts in the page",
        ))
    }
    /// Starts a navigation and returns when it is committed or refused. Loading goes on, and [`PageState`]
    /// reports its progress.
    ///
    /// # Errors
    /// `NavigationFailed` with the network error's name.
    async fn navigate(&self, to: &Navigation) -> Result<()>;
    /// Answers the open dialog. `text` is the answer to a prompt.
    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<()>;
    /// An encoded picture.
    async fn screenshot(&self, request: &ScreenshotRequest) -> Result<Vec<u8>>;
    /// Brings the page to the front.
    async fn activate(&self) -> Result<()>;
    /// Begins or ends the recording of the page's requests in [`PageState`]. Calls may nest.
    ///
    /// # Errors
    /// `Unsupported` if the protocol does not report requests.
    async fn watch_network(&self, on: bool) -> Result<()> {
        let _ = on;
        Err(EngineError::new(
            ErrorKind::Unsupported,
            "this connection does not report requests",
        ))
    }
    /// Sets the viewport's size in CSS pixels.
    async fn set_viewport(&self, width: u32, height: u32) -> Result<()>;
}
