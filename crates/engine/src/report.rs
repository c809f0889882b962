//! What the engine answers: plain data, the same in Rust, in the binding and in tool text.
//!
//! Strings that come from a page are as the page gave them (control characters included); whoever
//! puts one into text quotes it with [`crate::text::quote`]. Exceptions are `SnapshotReport::text`
//! and the fields named `target`, which are quoted already.

use crate::backend::{DialogKind, Protocol};
use std::time::Duration;

/// A page of the session. `page` numbers are given once and never reused in a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageInfo {
    /// The page's number.
    pub page: u32,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Whether calls that name no page go to this one.
    pub selected: bool,
    /// The dialog that is open in it.
    pub dialog: Option<DialogInfo>,
}

/// A JavaScript dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialogInfo {
    /// Which of the four.
    pub kind: DialogKind,
    /// Its text.
    pub message: String,
    /// What a prompt offers as its answer.
    pub default_text: Option<String>,
}

/// A page that an action opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedPage {
    /// Its number.
    pub page: u32,
    /// Its address, if known yet.
    pub url: String,
}

/// A download that an action began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// The suggested file name.
    pub name: String,
    /// Where the file is, once it is there.
    pub path: Option<String>,
    /// Whether it has ended (with `path` absent: it failed).
    pub finished: bool,
}

/// What happened beside the thing that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    /// The main frame shows another document or address now: its address.
    pub navigated_to: Option<String>,
    /// Pages that were opened.
    pub opened: Vec<OpenedPage>,
    /// The dialog that is open now.
    pub dialog: Option<DialogInfo>,
    /// Downloads that began.
    pub downloads: Vec<Download>,
    /// Plain sentences of ours about the session, for example that the browser had to be started
    /// again.
    pub notices: Vec<String>,
}

/// The answer to an action on an element.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionReport {
    /// The element as the snapshot showed it, quoted: `button "Save"`.
    pub target: String,
    /// The protocol that carried the input.
    pub protocol: Protocol,
    /// Whether the page got trusted events. `false`: the value or event was set by script.
    pub trusted: bool,
    /// Whether the page changed, where that is known.
    pub changed: Option<bool>,
    /// For checkboxes, radio buttons and switches: the state afterwards.
    pub checked: Option<bool>,
    /// For fields that hold another value than the one given: what they hold.
    pub value_now: Option<String>,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took.
    pub duration: Duration,
}

/// The answer to `fill_form`: one entry a field that was filled, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct FormReport {
    /// A report for each field.
    pub fields: Vec<ActionReport>,
    /// What else happened, over all fields.
    pub effects: Effects,
}

/// How far a page has loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadState {
    /// The document is there, still parsing.
    Committed,
    /// `DOMContentLoaded` has fired.
    DomContentLoaded,
    /// `load` has fired.
    Loaded,
}

impl LoadState {
    /// The word used in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Committed => "committed",
            Self::DomContentLoaded => "domcontentloaded",
            Self::Loaded => "load",
        }
    }
}

/// The answer to a navigation.
#[derive(Debug, Clone, PartialEq)]
pub struct NavigationReport {
    /// The page's number.
    pub page: u32,
    /// The address now.
    pub url: String,
    /// The title now.
    pub title: String,
    /// How far it had loaded when the call returned.
    pub load_state: LoadState,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took.
    pub duration: Duration,
}

/// Which form a snapshot has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SnapshotFormat {
    /// One line a node, indented.
    #[default]
    Text,
    /// A JSON tree.
    Json,
}

/// What to snapshot and how much of it to give.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SnapshotOptions {
    /// Only the subtree of this UID.
    pub uid: Option<String>,
    /// Only the subtree of the first match of this CSS selector in the main frame.
    pub selector: Option<String>,
    /// Only lines that contain this text (any case), with their ancestors.
    pub find: Option<String>,
    /// At most this many lines; the budget in bytes holds too.
    pub max_lines: Option<usize>,
    /// At most about this many bytes of text; 20,000 where absent, no limit where 0.
    pub max_bytes: Option<usize>,
    /// Go on where an earlier answer of the same snapshot was cut.
    pub cursor: Option<String>,
    /// Text or JSON.
    pub format: SnapshotFormat,
}

/// A snapshot.
#[derive(Debug, Clone, PartialEq)]
pub struct SnapshotReport {
    /// Number of the snapshot in this session: the first part of the UIDs that are new in it.
    pub snapshot_id: u32,
    /// The page's number.
    pub page: u32,
    /// The tree; if it was cut, its last line says what was left out and how to get it.
    pub text: String,
    /// Lines of the whole tree (after `find`).
    pub total_lines: usize,
    /// Lines given.
    pub shown_lines: usize,
    /// Pass as `cursor` to go on; absent when nothing is left.
    pub cursor: Option<String>,
    /// Frames that could not be read (they navigated away or crashed meanwhile).
    pub frames_left_out: usize,
    /// What else is to be said.
    pub effects: Effects,
    /// How long the whole call took.
    pub duration: Duration,
}

/// A path to an element in CSS selectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectorReport {
    /// The path as one string: a plain selector where the element is in the main frame and in no
    /// shadow tree; else steps joined with ` >>> ` (into a shadow tree) and ` >>frame>> ` (into a
    /// frame).
    pub selector: String,
    /// Selectors of the frame owners on the way, outermost first, each a path through shadow
    /// trees.
    pub frames: Vec<Vec<String>>,
    /// The path inside the last frame: one selector a shadow tree, outermost first.
    pub path: Vec<String>,
}

/// What to take a picture of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScreenshotOptions {
    /// Only this element.
    pub uid: Option<String>,
    /// The whole document, not only the viewport.
    pub full_page: bool,
    /// `None`: PNG; else JPEG with this quality, 1 to 100.
    pub jpeg_quality: Option<u8>,
    /// The longer side has at most this many pixels; larger pictures are scaled down, or cut where
    /// the browser cannot scale. No limit where absent.
    pub max_side: Option<u32>,
    /// The encoded picture has at most this many bytes: a larger one is taken again as JPEG, of
    /// falling quality. No limit where absent.
    pub max_bytes: Option<usize>,
}

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub struct ScreenshotReport {
    /// The encoded bytes.
    pub data: Vec<u8>,
    /// `image/png` or `image/jpeg`.
    pub mime_type: &'static str,
    /// Width of the captured area in CSS pixels.
    pub width: f64,
    /// Height of the captured area in CSS pixels.
    pub height: f64,
    /// Output pixels for a CSS pixel.
    pub scale: f64,
    /// Whether something was cut off to keep within the limits.
    pub cut: bool,
    /// What else happened.
    pub effects: Effects,
}

/// What to wait for: all that is given must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WaitOptions {
    /// Visible text that contains this.
    pub text: Option<String>,
    /// No visible text contains this.
    pub text_gone: Option<String>,
    /// An element that matches this CSS selector and is visible.
    pub selector: Option<String>,
    /// The address contains this.
    pub url: Option<String>,
    /// Give up after this; the session's navigation timeout where absent.
    pub timeout: Option<Duration>,
}

/// The answer to a wait that was met.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitReport {
    /// How long it took.
    pub waited: Duration,
    /// The address now.
    pub url: String,
    /// What else happened.
    pub effects: Effects,
}

/// What the session is connected to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserInfo {
    /// Product and version.
    pub product: String,
    /// The protocol in use.
    pub protocol: Protocol,
    /// The browser's process, where we started it.
    pub pid: Option<u32>,
}
