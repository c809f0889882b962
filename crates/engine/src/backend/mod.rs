//! The interface that the engine requires of a browser.
//!
//! The other modules see these traits, never a concrete backend; only `session/connect` names one. Where
//! connections differ, [`Capabilities`] describes the difference. A backend speaks one protocol and keeps a
//! [`PageState`] for each page up to date from that protocol's events.

mod actions;
pub mod agent;
mod blocked_log;
mod browser;
mod browser_state;
pub(crate) mod by_hand;
mod capabilities;
mod chooser;
mod clipboard;
pub mod console;
pub mod download_log;
mod error_page;
mod film;
mod gates;
pub(crate) mod intercept;
mod journal;
mod landing;
pub(crate) mod leftovers;
mod monitor;
mod network;
mod paper;
pub(crate) mod picture_size;
mod pressed;
mod refusal;
pub mod state;
mod storage;
pub(crate) mod tls;
pub(crate) mod traffic;
mod unanswered;
mod watched;
pub mod wire;

pub mod bidi;
pub mod cdp;
#[cfg(feature = "webdriver")]
pub mod webdriver;

use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::{InputEvent, Key, PointerDrag, TouchPath};
use crate::options::PdfOptions;
use crate::report::{CoveredFile, FailedLoad, ResourceReport};
use async_trait::async_trait;
pub(crate) use blocked_log::Unsent;
pub use browser::{Browser, Emulating};
pub use browser_state::BrowserState;
pub use capabilities::{Capabilities, InputReturns};
pub use chooser::{FileChooser, FileInput};
pub use film::{DrawnFrame, Workroom};
pub use gates::Guard;
pub(crate) use landing::between;
pub use landing::{Approach, CARRY_STEPS, DROP_HOLD, Dragged, Landing, MOST_CORRECTIONS};
pub use network::Network;
pub use picture_size::PictureLimits;
pub(crate) use refusal::{document_leaving, load_failed};
pub use state::{Dialog, DialogKind, Happening, PageState};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
pub(crate) use unanswered::{WAIT_OR_LEAVE, silent};
pub(crate) use watched::Watched;

/// A frame's id in its protocol (CDP frame id, BiDi browsing context id).
pub type FrameId = Arc<str>;
/// A page's id in its protocol (CDP target id, BiDi top-level context, window handle).
pub type PageId = Arc<str>;

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

/// The protocol that reports name for an action that the in-page script performed alone, without a connection
/// to the page.
#[cfg(feature = "relay")]
pub(crate) const SCRIPT_ALONE: Protocol = Protocol::Dom;

/// The program that started the browser or the driver session, and that therefore ends it.
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

/// A page in the list of open pages.
#[derive(Debug, Clone)]
pub struct PageSummary {
    /// The protocol's id.
    pub id: PageId,
    /// The document's address.
    pub url: String,
    /// The document's title, as the page provided it. Quote it before showing.
    pub title: String,
    /// The dialog that it shows, as far as the browser tells of pages that no call was for.
    pub dialog: Option<Dialog>,
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

/// The area and encoding of a screenshot. Lengths are CSS pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct ScreenshotRequest {
    /// Encoding of the picture.
    pub format: ImageFormat,
    /// The rectangle `[x, y, width, height]` in document coordinates of the main frame. Default: the
    /// viewport.
    pub clip: Option<[f64; 4]>,
    /// Output pixels per CSS pixel. Default: 1. Backends that cannot scale ignore it.
    pub scale: f64,
}

/// The outcome of a function in the page's own world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evaluated {
    /// The string that the function returned; `None` for any other value.
    Text(Option<String>),
    /// The function did not compile, or it threw. The text comes from the browser and may contain text of the page.
    Refused(String),
}

/// What a performance trace records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceWish {
    /// Also small pictures of the page.
    pub screenshots: bool,
    /// How much the browser keeps.
    pub most_bytes: u64,
}

/// How a performance trace ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceEnd {
    /// Whether the browser lost a part of it.
    pub lost: bool,
}

/// What [`Page::unblock`] has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unblocked {
    /// Nothing: the page answers.
    Needless,
    /// The running script was ended.
    ScriptEnded,
    /// The page's process was ended. Other pages in it have crashed too.
    ProcessEnded,
    /// Nothing: the protocol cannot do that. A new page has to take this one's place.
    Impossible,
}

/// A body of a request.
pub enum Body {
    /// Decoded text.
    Text(String),
    /// Bytes, which may be text too.
    Bytes(Vec<u8>),
}

/// Files on the machine of a browser that runs elsewhere.
#[async_trait]
pub trait RemoteFiles: Send + Sync + 'static {
    /// Sends a file there. Returns its path there.
    ///
    /// # Errors
    /// `Unsupported` if the server takes no files, or not one of this size; `Io` if the file cannot be read.
    async fn send(&self, file: &Path) -> Result<PathBuf>;
    /// Fetches a download by the name of its file there, once. Returns the path of the file here, which is removed when the
    /// session ends; `None` if the server does not hand out downloads, or not this one.
    async fn fetch(&self, name: &str) -> Result<Option<PathBuf>>;
}

/// The code that a page used.
#[derive(Debug)]
pub struct Covered {
    /// The files, those with the most that was not used first.
    pub files: Vec<CoveredFile>,
    /// How many frames did not answer.
    pub frames_left_out: usize,
    /// How many documents the page has left.
    pub documents_left: usize,
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
    /// Returns an error if the page is known to have ended. Performs no I/O.
    ///
    /// # Errors
    /// `PageClosed`, `PageCrashed`, `SessionEnded`.
    fn refuse_ended(&self) -> Result<()>;
    /// Returns an error if the page is known to have ended or to show a dialog. Performs no I/O.
    ///
    /// # Errors
    /// `DialogOpen`, and those of [`Page::refuse_ended`].
    fn refuse_blocked(&self) -> Result<()> {
        self.refuse_ended()?;
        self.state()
            .dialog()
            .map_or(Ok(()), |dialog| Err(refusal::dialog_open(&dialog)))
    }
    /// Why input did not reach a page that answers, and what is to be done; `None` if that is not known.
    async fn explain_lost_input(&self) -> Option<(&'static str, NextStep)> {
        None
    }
    /// Takes over the address that the browser shows, where it does not report all steps of a page.
    async fn look_at_address(&self) {}
    /// The address of a frame's document, without I/O; `None` if it is not known.
    fn address_of(&self, frame: &FrameId) -> Option<String>;
    /// All frames, parents before children, the main frame first.
    async fn frames(&self) -> Result<Vec<Frame>>;
    /// Calls `method` of the in-page script in the isolated world (or sandbox) of a frame and returns its
    /// string. Injects the script if the document does not have it yet. `args` is one JSON object.
    /// `page_script` lists the methods.
    ///
    /// # Errors
    /// `StaleUid` when the frame no longer exists or its document was replaced during the call;
    /// `PageClosed`, `PageCrashed`, `SessionEnded`.
    async fn call(&self, frame: &FrameId, method: &str, args: &str) -> Result<String>;
    /// Gives a script of the caller's, an expression for a function, to the in-page script of a frame's document. Its method
    /// `run` runs it there, in the same world.
    ///
    /// # Errors
    /// `Unsupported` if our script has no world of its own there; those of [`Page::call`].
    async fn install(&self, frame: &FrameId, name: &str, source: &str) -> Result<()> {
        let _ = (frame, name, source);
        let what = "this connection has no world of its own in a page for more scripts";
        Err(EngineError::new(ErrorKind::Unsupported, what))
    }
    /// Maps frame-owner elements of `frame` to child frames: pairs of the in-page node number and the child's
    /// id. Children whose owner is not in the document are left out.
    async fn child_frames(&self, frame: &FrameId) -> Result<Vec<(u32, FrameId)>>;
    /// Finds closed shadow roots among the candidates that the in-page script named, and passes them to the
    /// script. Returns true if there were new ones; repeating a walk then finds more.
    async fn adopt_closed_shadow_roots(&self, frame: &FrameId) -> Result<bool>;
    /// Dispatches trusted input. Coordinates are CSS pixels in the main frame's viewport. Returns when the
    /// page has handled the last event. If a dialog opens first, it returns early and the dialog is in
    /// [`PageState`].
    async fn input(&self, events: &[InputEvent]) -> Result<()>;
    /// Calls `method` as [`Page::call`] does. From its answer on until [`Page::release`], input is stopped in all
    /// other documents of the page, and in those that come into it. A backend that cannot stop input there only
    /// calls.
    async fn call_guarded(&self, frame: &FrameId, method: &str, args: &str, guard: Guard) -> Result<String>;
    /// Whether input is stopped in all documents that [`Page::call_guarded`] names. Performs no I/O.
    fn is_guarded(&self) -> bool;
    /// Ends the input of an action, without waiting: releases the buttons and keys that are still pressed, and
    /// ends what [`Page::call_guarded`] began.
    fn release(&self);
    /// Keeps a key that is down from being released with the others, or ends that. Performs no I/O.
    fn keep_key(&self, key: &Key, keep: bool) {
        let _ = (key, keep);
    }
    /// The keys that are kept down; `None` if the connection cannot keep keys down.
    fn kept_keys(&self) -> Option<Vec<Key>> {
        None
    }
    /// Waits until the browser has confirmed what [`Page::release`] sent.
    ///
    /// # Errors
    /// `DispatchFailed` after 5 s; `DialogOpen`, and those of [`Page::refuse_ended`].
    async fn released(&self) -> Result<()>;
    /// Drags with trusted input. Both pointer drags and HTML drag and drop work. Goes where `landing` says, at most
    /// [`MOST_CORRECTIONS`] times, before the release. A drag that cannot get there is released where it began.
    ///
    /// # Errors
    /// `OutcomeUnknown` if it was released where it began.
    /// `Unsupported` if the protocol cannot perform an HTML drag; in that case nothing was pressed.
    async fn drag(&self, drag: &PointerDrag, landing: Option<&dyn Landing>) -> Result<Dragged>;
    /// Touches with fingers, and lifts them all at the end.
    ///
    /// # Errors
    /// `Unsupported` if the protocol has no touch input; nothing was touched then.
    async fn touch(&self, path: &TouchPath) -> Result<()> {
        let _ = path;
        Err(EngineError::new(ErrorKind::Unsupported, "this connection has no touch input"))
    }
    /// Sets the files of a file input in this frame. An input that takes a folder gets its path.
    async fn set_files(&self, frame: &FrameId, input: &FileInput, files: &[PathBuf]) -> Result<()>;
    /// Whether the input of a file chooser takes a folder.
    async fn takes_folder(&self, frame: &FrameId, input: &str) -> Result<bool> {
        let _ = (frame, input);
        Ok(false)
    }
    /// From now on until [`Page::release`], a file chooser that the page opens is not shown, and waits for its
    /// files ([`Happening::FileChooser`]). At other times, a chooser in a browser of this session is cancelled.
    ///
    /// # Errors
    /// `Unsupported` if the protocol does not report file choosers.
    async fn await_choosers(&self) -> Result<()> {
        Err(EngineError::new(
            ErrorKind::Unsupported,
            "this connection does not report file choosers",
        ))
    }
    /// Runs a function, given as its source, in the page's own world of a frame, and returns the string that
    /// it resolves to. Its argument is the element with this in-page node number.
    ///
    /// # Errors
    /// `Timeout` after `limit`; `StaleUid` if the document is gone; `Unsupported` if the protocol cannot run
    /// scripts in that world.
    async fn evaluate(&self, frame: &FrameId, node: Option<u32>, function: &str, limit: Duration) -> Result<Evaluated> {
        let _ = (frame, node, function, limit);
        Err(EngineError::new(
            ErrorKind::Unsupported,
            "this connection cannot run scripts in the page",
        ))
    }
    /// Starts a navigation and returns when it is committed or refused. Loading continues, and [`PageState`]
    /// reports its progress.
    ///
    /// # Errors
    /// `NavigationFailed` with the network error's name.
    async fn navigate(&self, to: &Navigation) -> Result<()>;
    /// The document that could not be loaded, if the main frame shows the browser's error page.
    async fn failed_load(&self) -> Option<FailedLoad>;
    /// Loads a resource of the page's origin through the browser, with at most `most` bytes.
    ///
    /// # Errors
    /// `Unsupported` if the protocol cannot do that; `Io` if the server refuses it, or it is larger.
    async fn load_resource(&self, url: &str, most: usize) -> Result<ResourceReport> {
        let _ = (url, most);
        let what = "this connection cannot load a resource through the browser";
        Err(EngineError::new(ErrorKind::Unsupported, what))
    }
    /// Stops a navigation that has no document yet. The page keeps its document and can be read again.
    ///
    /// # Errors
    /// `Unsupported` if the protocol cannot do that; `Timeout`.
    async fn stop_loading(&self) -> Result<()>;
    /// Ends whatever keeps the page from answering, so that another document can be loaded in it. Returns what
    /// was done for that.
    async fn unblock(&self) -> Result<Unblocked>;
    /// Marks a frame as silent: it was asked at `since` and has not answered. It is unmarked when it answers.
    fn set_silent(&self, frame: &FrameId, since: tokio::time::Instant) {
        self.state().set_silent(frame, "", since);
    }
    /// Answers the open dialog. `text` is the answer to a prompt.
    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<()>;
    /// Takes a screenshot and returns it encoded.
    async fn screenshot(&self, request: &ScreenshotRequest) -> Result<Vec<u8>>;
    /// Prints the page to PDF.
    ///
    /// # Errors
    /// `Unsupported` if the protocol cannot print, or not what the options want.
    async fn print_pdf(&self, options: &PdfOptions) -> Result<Vec<u8>> {
        let _ = options;
        Err(EngineError::new(ErrorKind::Unsupported, "this connection cannot print"))
    }
    /// Begins to note which code of the page runs, and which rules of its style sheets apply.
    ///
    /// # Errors
    /// `Unsupported` if the protocol does not tell; `InvalidInput` if it is being noted.
    async fn start_coverage(&self) -> Result<()> {
        Err(no_coverage())
    }
    /// Ends that, and tells what was used of each file.
    ///
    /// # Errors
    /// `InvalidInput` if nothing is being noted.
    async fn stop_coverage(&self) -> Result<Covered> {
        Err(no_coverage())
    }
    /// Begins a performance trace of the page.
    ///
    /// # Errors
    /// `Unsupported` if the protocol has none, or the browser makes another one; `InvalidInput` if one is running.
    async fn start_trace(&self, wish: TraceWish) -> Result<()> {
        let _ = wish;
        Err(no_traces())
    }
    /// Whether a trace of the page is running. Performs no I/O.
    fn is_tracing(&self) -> bool {
        false
    }
    /// Ends the trace, and waits at most `limit` until it is complete.
    ///
    /// # Errors
    /// `InvalidInput` if none is running; `Timeout`.
    async fn stop_trace(&self, limit: Duration) -> Result<TraceEnd> {
        let _ = limit;
        Err(no_traces())
    }
    /// The next part of the trace that was ended; empty after the last one.
    async fn read_trace(&self) -> Result<Vec<u8>> {
        Err(no_traces())
    }
    /// Has the browser keep the newest frame whenever the page draws something else, from its present state on. No side is
    /// longer than `max_side` pixels.
    ///
    /// # Errors
    /// `Unsupported` if the protocol does not tell what a page draws.
    async fn start_frames(&self, max_side: u32) -> Result<()> {
        let _ = max_side;
        Err(film::no_films())
    }
    /// The newest frame that was not taken yet; `None` if there is none within `limit`. What the page draws last is a frame in
    /// any case, what it draws before that may be left out.
    async fn next_frame(&self, limit: Duration) -> Option<DrawnFrame> {
        tokio::time::sleep(limit).await;
        None
    }
    /// Ends that, without waiting.
    fn stop_frames(&self) {}
    /// Brings the page to the front.
    async fn activate(&self) -> Result<()>;
    /// Starts or stops recording the page's requests in [`PageState`]. Calls may nest.
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

fn no_coverage() -> EngineError {
    let what = "this browser does not tell over this connection which code runs; Chromium does";
    EngineError::new(ErrorKind::Unsupported, what)
}

fn no_traces() -> EngineError {
    let what = "this browser makes no performance traces over this connection; Chromium does";
    EngineError::new(ErrorKind::Unsupported, what)
}
