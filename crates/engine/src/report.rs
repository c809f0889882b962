//! What the engine answers: plain data, the same in Rust, in the binding and in tool text.
//!
//! Strings that come from a page are as the page gave them (control characters included); whoever
//! puts one into text quotes it with [`crate::text::quote`]. Exceptions are `SnapshotReport::text`
//! and the fields named `target`, which are quoted already.

mod input;

use crate::backend::{DialogKind, Protocol};
use serde::Deserialize;
use std::time::Duration;

pub use input::{DownloadInfo, DownloadState, EvaluateReport, ScrollDirection, ScrollOptions, ScrollReport, TypeOptions};

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
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
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
    /// Only what can be operated, and the named containers around it.
    pub interactive_only: bool,
    /// Levels below the first line; of what is deeper the count is said.
    pub max_depth: Option<u16>,
    /// Whether text is given that nothing can be done with. Default: yes.
    pub include_text: bool,
    /// Every attribute of the elements, and addresses and descriptions whole.
    pub include_attributes: bool,
    /// Every visible element, each on a line of its own, nothing folded or cut.
    pub include_all: bool,
    /// Where each element with a UID is drawn: `bounds=x,y,width,height`, CSS pixels in its frame's viewport.
    pub bounds: bool,
    /// Only what has changed since the snapshot with this number; 0: since the last one. The whole
    /// tree where that is shorter, or where the snapshot is not kept any more; the text says so.
    pub since: Option<u32>,
    /// Wait first, for at most half a second, until the page has stopped changing.
    pub settle: bool,
}

impl Default for SnapshotOptions {
    fn default() -> Self {
        Self {
            uid: None,
            selector: None,
            find: None,
            max_lines: None,
            max_bytes: None,
            cursor: None,
            format: SnapshotFormat::default(),
            interactive_only: false,
            max_depth: None,
            include_text: true,
            include_attributes: false,
            include_all: false,
            bounds: false,
            since: None,
            settle: false,
        }
    }
}

/// What has changed between two snapshots, counted in lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Changes {
    /// Number of the earlier snapshot.
    pub since: u32,
    /// Lines that were not there.
    pub added: usize,
    /// Lines that are gone.
    pub removed: usize,
    /// Lines of elements, or texts, that read otherwise.
    pub changed: usize,
}

impl Changes {
    /// Whether there are none.
    pub fn none(&self) -> bool {
        self.added == 0 && self.removed == 0 && self.changed == 0
    }
}

/// What to look for on a page: all that is given has to fit, and something has to be given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FindOptions {
    /// Text in a line's name, role or values, in any case.
    pub text: Option<String>,
    /// Regular expression that the name or a value matches.
    pub regex: Option<String>,
    /// The role.
    pub role: Option<String>,
    /// Text in the name, in any case.
    pub name: Option<String>,
    /// At most this many hits; 20 where absent, 500 at most.
    pub limit: Option<usize>,
    /// Lines given before and after each hit; 50 at most.
    pub context: Option<usize>,
    /// Go on where an earlier answer ended. The page is not read again.
    pub cursor: Option<String>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FindReport {
    /// Number of the snapshot that was searched.
    pub snapshot_id: u32,
    /// The page's number.
    pub page: u32,
    /// The hits, each below its nearest named ancestor; hits are marked with `*`.
    pub text: String,
    /// All hits there are.
    pub total: usize,
    /// Hits in `text`.
    pub shown: usize,
    /// Pass as `cursor` to go on; absent when nothing is left.
    pub cursor: Option<String>,
    /// Frames that could not be read, and so were not searched.
    pub frames_left_out: usize,
    /// What else is to be said.
    pub effects: Effects,
    /// How long the whole call took.
    pub duration: Duration,
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
    /// What has changed, where that was asked for and the text says only that.
    pub changes: Option<Changes>,
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

/// What an element is to assistive technology (accname, html-aam, svg-aam, wai-aria).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Described {
    /// The computed role: `generic` and `none` where there is no meaning.
    pub role: String,
    /// The computed name, empty where there is none or the element is hidden.
    pub name: String,
    /// The computed description, empty likewise.
    pub description: String,
    /// The states that its role supports.
    pub states: States,
}

/// The states of an element: only those that apply to it are there.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct States {
    /// `true`, `false` or `mixed`.
    pub checked: Option<String>,
    /// Of a toggle button: `true`, `false` or `mixed`.
    pub pressed: Option<String>,
    /// Of what can be chosen.
    pub selected: Option<bool>,
    /// Of what opens and closes.
    pub expanded: Option<bool>,
    /// By itself, its fieldset, or an ancestor.
    pub disabled: Option<bool>,
    /// A value has to be given.
    pub required: Option<bool>,
    /// The value can be read and not changed.
    pub readonly: Option<bool>,
    /// A field of several lines.
    pub multiline: Option<bool>,
    /// More than one item can be selected.
    pub multiselectable: Option<bool>,
    /// What is around it cannot be used.
    pub modal: Option<bool>,
    /// It is being changed.
    pub busy: Option<bool>,
    /// It has the keyboard.
    pub focused: Option<bool>,
    /// Assistive technology is not told of it: not rendered, `aria-hidden`, or inert.
    pub hidden: Option<bool>,
    /// `true`, `grammar` or `spelling`.
    pub invalid: Option<String>,
    /// `true`, `page`, `step`, `location`, `date` or `time`.
    pub current: Option<String>,
    /// `menu`, `listbox`, `tree`, `grid` or `dialog`.
    pub haspopup: Option<String>,
    /// `horizontal` or `vertical`.
    pub orientation: Option<String>,
    /// Of headings and items, from 1.
    pub level: Option<f64>,
    /// The least value.
    pub valuemin: Option<f64>,
    /// The greatest value.
    pub valuemax: Option<f64>,
    /// The value now.
    pub valuenow: Option<f64>,
    /// The value in words.
    pub valuetext: Option<String>,
    /// What a field shows; bullets for a password.
    pub value: Option<String>,
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
    /// Draw numbered boxes around the interactive nodes that are seen.
    pub marks: bool,
}

/// A number on a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureMark {
    /// The number, from 1.
    pub number: u32,
    /// The node's UID.
    pub uid: String,
    /// The node, quoted: `button "Save"`.
    pub target: String,
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
    /// What the numbers on it mean.
    pub marks: Vec<PictureMark>,
    /// Nodes that were not marked because there are too many.
    pub marks_left_out: usize,
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
    /// The address contains this; with `*` for any text, the whole address is like this.
    pub url: Option<String>,
    /// The document has come so far.
    pub load_state: Option<LoadState>,
    /// This script, a function or an expression, gives something true in the main frame; see
    /// [`crate::Session::evaluate`].
    pub function: Option<String>,
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
