//! The state of a page that is available without I/O: dialogs, navigations, its end.
//!
//! Backends write it; the other modules read it and wait for changes. Each page has one [`PageState`]. Happenings get
//! consecutive numbers, so that an action can list those that followed its start.

use super::blocked_log::BlockedLog;
use super::by_hand::OwnInput;
use super::console::{ErrorsSince, PageErrors};
use super::journal::{Journal, Kind};
use super::monitor::{Monitor, NO_LIMIT};
use super::network::{Network, Requests};
use super::traffic::{Recorder, Traffic};
use super::{FileChooser, FrameId, PageId};
use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, OnceLock};
use std::time::Duration;
use tokio::time::Instant;

/// The address of the first document of every page.
pub(crate) const EMPTY: &str = "about:blank";

/// How long after the last dialog the next one counts as its successor.
const DIALOG_PAUSE: Duration = Duration::from_secs(1);

words! {
    /// The kind of a JavaScript dialog.
    pub enum DialogKind {
        /// `alert()`.
        Alert = "alert",
        /// `confirm()`.
        Confirm = "confirm",
        /// `prompt()`.
        Prompt = "prompt",
        /// "Leave this page?"
        BeforeUnload = "beforeunload",
        /// One of the four; the protocol does not say which.
        Unknown = "dialog",
    }
}

/// An open JavaScript dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialog {
    /// The kind of dialog.
    pub kind: DialogKind,
    /// Its text, as the page provided it. Quote it before showing.
    pub message: String,
    /// The default answer of a prompt.
    pub default_text: Option<String>,
}

/// Something that happened in a page. Happenings are ordered as the browser reported them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Happening {
    /// The frame will navigate because a link was followed, a form was sent, or a location was set. The
    /// navigation has not begun yet and may still become a download.
    NavigationRequested {
        /// The frame.
        frame: FrameId,
        /// The new address.
        url: String,
    },
    /// A new document was committed in the frame.
    Committed {
        /// The frame.
        frame: FrameId,
        /// Its address.
        url: String,
        /// Whether it is the main frame.
        main: bool,
    },
    /// The address changed without a new document (`pushState`, a fragment).
    SameDocument {
        /// The frame.
        frame: FrameId,
        /// The new address.
        url: String,
    },
    /// The navigation of the frame ended without a new document.
    NavigationAborted {
        /// The frame.
        frame: FrameId,
    },
    /// `DOMContentLoaded` of the main frame.
    DomContentLoaded,
    /// `load` of the main frame.
    Loaded,
    /// The loading of the main frame's document has ended, in most cases after `load`.
    LoadingEnded,
    /// A dialog opened.
    DialogOpened(Dialog),
    /// The dialog was closed, by this session or otherwise.
    DialogClosed,
    /// This page opened another one.
    PageOpened {
        /// The new page.
        page: PageId,
        /// The address that it shows or loads; empty until the browser reports it.
        url: String,
        /// Whether it has closed since.
        closed: bool,
    },
    /// The page opened a file chooser.
    FileChooser(FileChooser),
    /// The file chooser got its files from this session.
    FileChooserAnswered,
    /// A download began.
    DownloadStarted {
        /// The protocol's id of the download.
        id: String,
        /// The file name that the server or page suggested. Quote it before showing.
        name: String,
    },
    /// A download ended.
    DownloadFinished {
        /// The protocol's id of the download.
        id: String,
        /// The path of the file; `None` if the download failed or was cancelled.
        path: Option<String>,
    },
}

/// Why a page can no longer be driven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageEnd {
    /// It was closed.
    Closed,
    /// Its renderer crashed; a navigation brings it back.
    Crashed,
}

/// The loading progress of the main frame's document.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Loading {
    #[default]
    Committed,
    DomContentLoaded,
    Loaded,
}

/// A frame that does not answer.
#[derive(Debug)]
struct Silent {
    url: String,
    since: Instant,
}

#[derive(Debug, Default)]
struct PageInner {
    url: String,
    dialog: Option<Dialog>,
    end: Option<PageEnd>,
    taken_back: bool,
    document: u64,
    loading: Loading,
    /// Whether the loading has ended.
    loading_ended: bool,
    /// The frames that do not answer.
    silent: HashMap<FrameId, Silent>,
    /// The navigations that have begun and not ended: the frames, the addresses, and since when.
    navigations: HashMap<FrameId, (String, Instant)>,
    /// The number of dialogs that the document has opened one right after the other.
    dialogs: u32,
    /// When the last dialog was closed.
    dialog_closed: Option<Instant>,
    resizing: bool,
    journal: Journal,
    requests: Requests,
    errors: PageErrors,
}

impl PageInner {
    /// Keeps track of the navigations that are under way.
    fn note_navigation(&mut self, happening: &Happening) {
        match happening {
            Happening::NavigationRequested { frame, url } => {
                self.navigations.insert(FrameId::clone(frame), (url.clone(), Instant::now()));
            }
            Happening::Committed { main: true, .. } => self.navigations.clear(),
            Happening::Committed { frame, .. } => {
                self.navigations.remove(frame);
                self.silent.remove(frame);
            }
            Happening::NavigationAborted { frame } => {
                self.navigations.remove(frame);
            }
            // A step within the document leaves a navigation to another address under way.
            Happening::SameDocument { frame, url } => {
                let is_same = |(next, _): &(String, Instant)| next.is_empty() || next == url;
                if self.navigations.get(frame).is_some_and(is_same) {
                    self.navigations.remove(frame);
                }
            }
            _ => {}
        }
    }
}

/// The state of one page.
#[derive(Debug, Default)]
pub struct PageState {
    inner: Monitor<PageInner>,
    /// What was blocked of its requests.
    pub(crate) blocked: BlockedLog,
    /// What this program does in it, which is not what the user does.
    pub(crate) own: OwnInput,
    recorder: OnceLock<Recorder>,
}

impl PageState {
    fn lock(&self) -> MutexGuard<'_, PageInner> {
        self.inner.lock()
    }

    /// Records the requests of the page, which has this id, into a log.
    pub(in crate::backend) fn record_into(&self, log: &Arc<Traffic>, page: &PageId) {
        let (log, page) = (Arc::clone(log), PageId::clone(page));
        let _ = self.recorder.set(Recorder { log, page });
    }

    /// Where the requests of the page are recorded.
    pub(in crate::backend) fn recorder(&self) -> Option<&Recorder> {
        self.recorder.get()
    }

    /// Records a happening and its consequences, and wakes the waiting tasks.
    pub fn record(&self, happening: Happening) {
        if let Some(Recorder { log, page }) = self.recorder.get() {
            log.happened(page, &happening);
        }
        {
            let mut inner = self.lock();
            inner.note_navigation(&happening);
            match &happening {
                Happening::Committed { url, main: true, .. } => {
                    inner.url.clone_from(url);
                    inner.document += 1;
                    (inner.loading, inner.loading_ended) = (Loading::Committed, false);
                    inner.silent.clear();
                    inner.dialogs = 0;
                    inner.requests.left(Instant::now());
                    inner.end = inner.end.filter(|end| *end != PageEnd::Crashed);
                }
                Happening::DomContentLoaded => inner.loading = inner.loading.max(Loading::DomContentLoaded),
                Happening::Loaded => inner.loading = Loading::Loaded,
                Happening::LoadingEnded => inner.loading_ended = true,
                Happening::DialogOpened(dialog) => {
                    let follows = inner.dialog_closed.is_some_and(|closed| closed.elapsed() < DIALOG_PAUSE);
                    inner.dialogs = match dialog.kind {
                        DialogKind::BeforeUnload => 0,
                        _ if follows => inner.dialogs + 1,
                        _ => 1,
                    };
                    inner.dialog = Some(dialog.clone());
                }
                Happening::DialogClosed => {
                    inner.dialog = None;
                    inner.dialog_closed = Some(Instant::now());
                }
                _ => {}
            }
            inner.journal.push(happening);
        }
        self.inner.notify();
    }

    /// Starts or stops one watch of the page's requests. Returns true for the first start and the last stop;
    /// the backend then starts or stops recording.
    pub fn watch_network(&self, on: bool) -> bool {
        self.lock().requests.watch(on, Instant::now())
    }

    /// Whether the page's requests are recorded.
    pub fn is_network_watched(&self) -> bool {
        self.lock().requests.is_watched()
    }

    /// Records the start of a request. `document` is true for a request that loads a document.
    pub fn request_began(&self, id: &str, document: bool) {
        self.lock().requests.began(id, document, Instant::now());
        self.inner.notify();
    }

    /// Records the end of a request, or stops counting it.
    pub fn request_ended(&self, id: &str) {
        self.lock().requests.ended(id, Instant::now());
        self.inner.notify();
    }

    /// The network activity, computed from the recorded requests.
    pub fn network(&self) -> Network {
        self.lock().requests.state(Instant::now())
    }

    /// Sets the address of the main frame when no happening reports it.
    pub fn set_url(&self, url: &str) {
        url.clone_into(&mut self.lock().url);
        self.inner.notify();
    }

    /// Marks the page as closed or crashed.
    pub fn set_end(&self, end: PageEnd) {
        self.lock().end = Some(end);
        self.inner.notify();
    }

    /// Records that the user has taken the tab back: it is open, but has ended for this program.
    pub(in crate::backend) fn set_taken_back(&self) {
        self.lock().taken_back = true;
    }

    pub(crate) fn is_taken_back(&self) -> bool {
        self.lock().taken_back
    }

    /// Records that a frame, asked at `since`, does not answer. Returns whether that is new.
    pub fn set_silent(&self, frame: &FrameId, url: &str, since: Instant) -> bool {
        let mut inner = self.lock();
        let known = inner.silent.contains_key(frame);
        let url = url.to_owned();
        inner.silent.entry(FrameId::clone(frame)).or_insert(Silent { url, since });
        !known
    }

    /// Forgets a frame that is gone.
    pub fn forget_frame(&self, frame: &str) {
        let mut inner = self.lock();
        let known = inner.navigations.remove(frame).is_some() | inner.silent.remove(frame).is_some();
        drop(inner);
        if known {
            self.inner.notify();
        }
    }

    /// Records that a frame has answered.
    pub fn heard(&self, frame: &str) {
        if self.lock().silent.remove(frame).is_some() {
            self.inner.notify();
        }
    }

    /// Since when a frame does not answer; `None` if it answers.
    pub fn silent_since(&self, frame: &str) -> Option<Instant> {
        self.lock().silent.get(frame).map(|silent| silent.since)
    }

    /// The frames that do not answer, with their addresses.
    pub fn silent_frames(&self) -> Vec<(FrameId, String)> {
        let mut frames: Vec<_> = self
            .lock()
            .silent
            .iter()
            .map(|(frame, silent)| (FrameId::clone(frame), silent.url.clone()))
            .collect();
        frames.sort();
        frames
    }

    /// The address that a frame has begun to load; `None` if no navigation is under way in it.
    pub fn navigating_to(&self, frame: &str) -> Option<String> {
        self.lock().navigations.get(frame).map(|(url, _)| url.clone())
    }

    /// Whether a navigation of a frame is under way that began no longer than `limit` ago.
    pub fn is_arriving(&self, frame: &str, limit: Duration) -> bool {
        let inner = self.lock();
        inner.navigations.get(frame).is_some_and(|(_, since)| since.elapsed() < limit)
    }

    /// The number of dialogs that the document has opened one right after the other.
    pub fn dialogs(&self) -> u32 {
        self.lock().dialogs
    }

    /// Records that the browser starts or stops resizing the page.
    pub fn set_resizing(&self, resizing: bool) {
        self.lock().resizing = resizing;
        self.inner.notify();
    }

    /// Whether the browser is resizing the page. In the user's own tab the browser resizes the page for each
    /// new document. The resize closes anything that an action has just opened.
    pub fn is_resizing(&self) -> bool {
        self.lock().resizing
    }

    /// Why the page cannot be driven; `None` while it can.
    pub fn end(&self) -> Option<PageEnd> {
        self.lock().end
    }

    /// The open dialog.
    pub fn dialog(&self) -> Option<Dialog> {
        self.lock().dialog.clone()
    }

    /// The main frame's address, as last reported.
    pub fn url(&self) -> String {
        self.lock().url.clone()
    }

    /// The number of documents that the main frame has had since the connection was made.
    pub fn document(&self) -> u64 {
        self.lock().document
    }

    /// Whether the main frame's document has fired `DOMContentLoaded`, and `load`.
    pub fn load_state(&self) -> (bool, bool) {
        let loading = self.lock().loading;
        (loading >= Loading::DomContentLoaded, loading == Loading::Loaded)
    }

    /// The number of the next happening.
    pub fn mark(&self) -> u64 {
        self.lock().journal.mark()
    }

    /// Notes an error that the page wrote to the console, with the number and the text of its message if that is known. Wakes
    /// no waiting task.
    pub(crate) fn note_error(&self, message: Option<(u64, String)>) {
        let mut inner = self.lock();
        let number = inner.journal.tick();
        inner.errors.note(number, message);
    }

    /// Notes that an exception was handled after all.
    pub(crate) fn error_handled(&self, id: u64) {
        self.lock().errors.handled(id);
    }

    /// The errors that the page wrote to the console since `mark`.
    pub(crate) fn errors_since(&self, mark: u64) -> Option<ErrorsSince> {
        self.lock().errors.since(mark)
    }

    /// Whether the main frame got another address, or a new document, since `mark`.
    pub fn has_moved(&self, mark: u64) -> bool {
        self.lock().journal.has_moved(mark)
    }

    /// The happenings since `mark`.
    pub fn since(&self, mark: u64) -> Vec<Happening> {
        self.lock().journal.since(mark).cloned().collect()
    }

    /// The last file chooser that the page opened since `mark`, unless it was answered.
    pub fn chooser_since(&self, mark: u64) -> Option<FileChooser> {
        let last = |happening| match happening {
            Happening::FileChooser(chooser) => Some(Some(chooser)),
            Happening::FileChooserAnswered => Some(None),
            _ => None,
        };
        self.since(mark).into_iter().rev().find_map(last).flatten()
    }

    /// Whether pages that this page opened since `mark`, or downloads that it started, are missing in
    /// [`Self::since`], because there were too many.
    pub fn has_lost(&self, mark: u64) -> (bool, bool) {
        let inner = self.lock();
        let lost = |kind| inner.journal.has_dropped(kind, mark);
        (lost(Kind::Opened), lost(Kind::Downloads))
    }

    /// Records the address of a page that this page opened. An empty document on the way to it is ignored.
    pub fn set_opened_url(&self, page: &PageId, url: &str) {
        if url.is_empty() || url == EMPTY {
            return;
        }
        self.lock().journal.change_opened(page, |known, _| url.clone_into(known));
        self.inner.notify();
    }

    /// Records that a page that this page opened has closed.
    pub fn set_opened_closed(&self, page: &PageId) {
        self.lock().journal.change_opened(page, |_, closed| *closed = true);
        self.inner.notify();
    }

    /// Whether the main frame's document has ended loading before it was whole: its connection broke, or the loading was stopped.
    pub fn is_incomplete(&self) -> bool {
        let inner = self.lock();
        inner.loading_ended && inner.loading < Loading::Loaded
    }

    /// Waits until `found` returns a value, at most for `limit`, and looks again after every change.
    pub async fn wait<T>(&self, limit: Duration, mut found: impl FnMut(&Self) -> Option<T>) -> Option<T> {
        self.inner.wait_until(limit, || found(self)).await
    }

    /// Waits until a condition holds, without a time limit.
    pub async fn until(&self, mut holds: impl FnMut(&Self) -> bool) {
        let _ = self.wait(NO_LIMIT, |state| holds(state).then_some(())).await;
    }

    /// Resolves when a dialog is open or the page has ended.
    pub async fn interrupted(&self) {
        self.until(|state| state.dialog().is_some() || state.end().is_some()).await;
    }
}
